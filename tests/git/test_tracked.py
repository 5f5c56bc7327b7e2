from __future__ import annotations

from pathlib import Path

import pytest
from git_folder import Folder

from memoryrail_lint.git import GitFailed, Repository
from memoryrail_lint.git.tracked import Tracked


def kinds(root: Path, *paths: str, named: bool = True) -> dict[str, str | None]:
    """What each path is; `named`: with the paths told beforehand, so that four of them are read by name."""
    tracked = Tracked(Repository(str(root)), paths if named else ())
    return {path: tracked.kind(path) for path in paths}


@pytest.fixture
def inner(tmp_path: Path) -> Folder:
    made = Folder(tmp_path / "inner")
    made.git("init", "-q")
    made.commit("lib/x")
    return made


@pytest.mark.parametrize("named", [True, False])
class TestKind:
    def test_files_folders_and_symlinks(self, folder: Folder, named: bool) -> None:
        folder.write("d/e/f")
        (folder.path / "link").symlink_to("d")
        folder.commit()
        folder.write("loose")
        expected = {"d": "folder", "d/e": "folder", "d/e/f": "file", "link": "symlink"}
        assert kinds(folder.path, *expected, named=named) == expected
        expected_none = ["loose", "link/e/f", "d/e/f/g", "gone"]
        assert kinds(folder.path, *expected_none, named=named) == dict.fromkeys(expected_none)
        assert kinds(folder.path, ".", "", named=named) == {".": "folder", "": "folder"}

    def test_letters_count_and_names_are_no_patterns(self, folder: Folder, named: bool) -> None:
        folder.git("config", "core.ignoreCase", "true")
        folder.commit("Read.me", "*x", "a b ", "größe", "-n", ":(glob)y")
        assert set(kinds(folder.path, "Read.me", "*x", "a b ", "größe", named=named).values()) == {"file"}
        assert set(kinds(folder.path, "-n", ":(glob)y", named=named).values()) == {"file"}
        assert set(kinds(folder.path, "read.me", "*", "a b", "GRÖSSE", named=named).values()) == {None}
        assert set(kinds(folder.path, "../repo/Read.me", "/", "\0", "\ud800", named=named).values()) == {None}

    def test_what_is_staged_counts_and_what_is_removed_does_not(self, folder: Folder, named: bool) -> None:
        folder.commit("old", "kept")
        folder.write("new")
        folder.git("add", "new")
        folder.git("rm", "-q", "--cached", "old")
        (folder.path / "kept").unlink()
        assert kinds(folder.path, "old", "new", "kept", named=named) == {"old": None, "new": "file", "kept": "file"}

    def test_an_unmerged_path_is_tracked(self, folder: Folder, named: bool) -> None:
        folder.commit("f")
        folder.git("switch", "-qc", "side")
        folder.commit("f")
        folder.git("switch", "-q", "main")
        folder.commit("f")
        folder.git("merge", "side", check=False)
        assert kinds(folder.path, "f", named=named) == {"f": "file"}

    @pytest.mark.parametrize("sparse_index", ["--sparse-index", "--no-sparse-index"])
    def test_a_sparse_checkout_tracks_what_it_leaves_out(self, folder: Folder, named: bool, sparse_index: str) -> None:
        folder.commit("in/a", "out/deep/b")
        folder.git("sparse-checkout", "set", "--cone", sparse_index, "in")
        assert not (folder.path / "out").exists()
        expected = {"out": "folder", "out/deep": "folder", "out/deep/b": "file", "out/c": None}
        assert kinds(folder.path, *expected, named=named) == expected

    def test_submodules(self, folder: Folder, inner: Folder, named: bool) -> None:
        folder.git("submodule", "--quiet", "add", "../inner", "libs/sub")
        folder.commit()
        expected = {"libs": "folder", "libs/sub": "submodule", "libs/sub/lib/x": None}
        assert kinds(folder.path, *expected, named=named) == expected
        tracked = Tracked(Repository(str(folder.path)), list(expected) if named else ())
        assert tracked.below_submodule("libs/sub/lib/x") == "libs/sub"
        assert tracked.below_submodule("libs/sub/no/such") == "libs/sub"
        for path in ("libs/sub", "libs", "libs/subway/x", "gone", "../x"):
            assert tracked.below_submodule(path) is None

    def test_without_a_commit_or_a_repository(self, folder: Folder, tmp_path: Path, named: bool) -> None:
        assert kinds(folder.path, "a", named=named) == {"a": None}
        with pytest.raises(GitFailed, match="not a git repository"):
            kinds(tmp_path, "a", named=named)

    def test_a_damaged_index_is_a_failure(self, folder: Folder, named: bool) -> None:
        folder.commit("a")
        (folder.path / ".git/index").write_bytes(b"no index")
        with pytest.raises(GitFailed):
            kinds(folder.path, "a", named=named)


def test_more_paths_than_were_named(folder: Folder) -> None:
    folder.commit("a", "b", "d/c")
    tracked = Tracked(Repository(str(folder.path)), ["a"])
    assert [tracked.kind(path) for path in ("a", "b", "d", "e", "a")] == ["file", "file", "folder", None, "file"]


def test_case_match(folder: Folder) -> None:
    folder.commit("docs/Readme.md", "docs/Größe", "Straße", "B", "b")
    tracked = Tracked(Repository(str(folder.path)), ["docs/README.md"])
    for path, match in {
        "docs/README.md": "docs/Readme.md",
        "DOCS": "docs",
        "docs/GRO\u0308SSE": "docs/Größe",
        "STRASSE": "Straße",
        "docs/Readme.md": None,
        "docs/other": None,
        "\ud800": None,
    }.items():
        assert tracked.case_match(path) == match
    assert tracked.kind("docs/README.md") is None


class TestSubmodule:
    def test_initialised_or_not(self, folder: Folder, inner: Folder, tmp_path: Path) -> None:
        folder.git("submodule", "--quiet", "add", "../inner", "libs/sub")
        folder.commit()
        repo = Tracked(Repository(str(folder.path))).submodule("libs/sub")
        assert repo is not None
        assert kinds(Path(repo.root), "lib/x") == {"lib/x": "file"}
        folder.git("clone", "-q", folder.path.as_uri(), "../clone")
        tracked = Tracked(Repository(str(tmp_path / "clone")))
        assert tracked.below_submodule("libs/sub/lib/x") == "libs/sub"
        assert tracked.submodule("libs/sub") is None

    def test_a_symlink_in_its_place_is_not_followed(self, folder: Folder, inner: Folder) -> None:
        folder.git("submodule", "--quiet", "add", "../inner", "libs/sub")
        folder.commit()
        (folder.path / "libs/sub").rename(folder.path / "libs/moved")
        (folder.path / "libs/sub").symlink_to(inner.path)
        assert Tracked(Repository(str(folder.path))).submodule("libs/sub") is None
        (folder.path / "libs").rename(folder.path / "real")
        (folder.path / "libs").symlink_to("real")
        assert Tracked(Repository(str(folder.path))).submodule("libs/moved") is None
