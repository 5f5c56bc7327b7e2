from __future__ import annotations

import random
import subprocess
from pathlib import Path

import pytest
import random_history as rh
from git_folder import Folder

from memoryrail_lint.git import GitFailed, Repository
from memoryrail_lint.git.commits import Commit, Differ, key
from memoryrail_lint.git.history import SLACK, boundary, commits_of, count_since, last_commits, touches
from memoryrail_lint.git.walk import Walk

HISTORIES = 100
BLOCK = 10
DAY = 86400


def text(path: bytes) -> str:
    return path.decode("utf-8", "surrogateescape")


def ours(folder: str, paths: list[bytes]) -> dict[bytes, str | None]:
    found = last_commits(Repository(folder), {text(path): 0 for path in paths})
    return {path: f"{made.id} {made.date}" if (made := found[text(path)]) else None for path in paths}


def last(root: Path, *paths: str, since: int = 0, many: bool = False) -> list[str | None]:
    """Ids; with `many` by the pass over everything however few the paths are."""
    wanted = dict.fromkeys([*paths, *([f"filler{n}" for n in range(5)] if many else [])], since)
    found = last_commits(Repository(str(root)), wanted)
    return [commit.id if (commit := found[path]) else None for path in paths]


class TestRandomHistories:
    @pytest.mark.parametrize("block", range(HISTORIES // BLOCK))
    def test_every_path_has_gits_own_answer(self, block: int, tmp_path: Path) -> None:
        merged = 0
        for seed in range(block * BLOCK, (block + 1) * BLOCK):
            print("seed", seed)
            commits, folder = rh.make(seed), str(tmp_path / str(seed))
            rh.write(commits, folder)
            paths = rh.paths(commits)
            answers = rh.git_answers(folder, paths)
            assert ours(folder, paths) == answers
            few = random.Random(seed).sample(paths, 2)
            assert ours(folder, few) == {path: answers[path] for path in few}
            for path in paths:
                expected, by_merge = rh.reference(commits, path)
                assert (answers[path] or "").partition(" ")[0] == (expected or ""), path
                merged += by_merge
        print("decided by merges:", merged)
        assert merged >= 5 * BLOCK

    def test_merges_matter(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The comparison above notices a pass that takes a merge for a commit like any other."""
        monkeypatch.setattr(Walk, "_settle", lambda self, merges, **_: [self._visit_all(*merge) for merge in merges])
        wrong = 0
        for seed in range(5):
            commits, folder = rh.make(seed), str(tmp_path / str(seed))
            rh.write(commits, folder)
            paths = rh.paths(commits)
            answers = rh.git_answers(folder, paths)
            wrong += sum(answer != answers[path] for path, answer in ours(folder, paths).items())
        assert wrong > 10

    @pytest.mark.parametrize("seed", range(20))
    def test_passing_over_commits_goes_on_as_git_log_does(self, seed: int, tmp_path: Path) -> None:
        commits, folder = rh.make(seed, skew=False), str(tmp_path / "repo")
        rh.write(commits, folder)
        dropped = {made.id for made in commits if made.id[0] in "02468ace"}

        def next_best(path: bytes) -> list[str]:
            argv = ["git", "-C", folder, "--literal-pathspecs", "log", "--format=%H", "--", path]
            out = subprocess.run(argv, check=True, capture_output=True, text=True).stdout
            return [name for name in out.split() if name not in dropped][:1]

        paths = rh.paths(commits)
        expected = {text(path): next_best(path) for path in paths}

        def answers(wanted: list[str]) -> dict[str, list[str]]:
            found = last_commits(Repository(folder), dict.fromkeys(wanted, 0), lambda _, made: made.id in dropped)
            return {path: [commit.id] if commit else [] for path, commit in found.items()}

        assert answers(list(expected)) == expected
        for path in list(expected)[:4]:
            assert answers([path]) == {path: expected[path]}

    @pytest.mark.parametrize("seed", range(20))
    def test_all_commits_of_a_path(self, seed: int, tmp_path: Path) -> None:
        skew = seed % 2 == 0
        commits, folder = rh.make(seed, skew=skew), str(tmp_path / "repo")
        rh.write(commits, folder)
        seen: dict[str, list[str]] = {text(path): [] for path in rh.paths(commits)}

        def visit(path: str, commit: Commit) -> bool:
            seen[path].append(commit.id)
            return True

        commits_of(Repository(folder), dict.fromkeys(seen, 0), visit)
        for path in rh.paths(commits):
            argv = ["git", "-C", folder, "--literal-pathspecs", "log", "--format=%H", "--", path]
            out = subprocess.run(argv, check=True, capture_output=True, text=True).stdout
            if skew:  # the order of equal or wrong dates is nobody's business
                seen[text(path)].sort()
            assert seen[text(path)] == (sorted(out.split()) if skew else out.split()), path


@pytest.mark.parametrize("many", [False, True])
class TestMerges:
    """The smallest histories that a pass over changed names gets wrong."""

    @pytest.fixture
    def split(self, folder: Folder) -> dict[str, str]:
        base = folder.commit("f", "d/a", "d/b")
        folder.git("switch", "-qc", "side")
        side = folder.commit("f", "d/b")
        folder.git("switch", "-q", "main")
        main = folder.commit("d/a")
        return {"base": base, "side": side, "main": main}

    def test_a_merge_that_keeps_one_side(self, folder: Folder, split: dict[str, str], many: bool) -> None:
        folder.git("merge", "-q", "--no-commit", "--no-ff", "side")
        folder.git("checkout", split["base"], "--", "f")
        merge = folder.commit()
        assert last(folder.path, "f", "d/a", "d/b", many=many) == [split["base"], split["main"], split["side"]]
        assert last(folder.path, "d", ".", "", many=many) == [merge, merge, merge]

    def test_ours_leaves_everything_with_the_first_parent(
        self, folder: Folder, split: dict[str, str], many: bool
    ) -> None:
        folder.git("merge", "-q", "-s", "ours", "-m", "m", "side")
        assert last(folder.path, "f", "d", ".", many=many) == [split["base"], split["main"], split["main"]]

    def test_what_the_merge_itself_changes(self, folder: Folder, split: dict[str, str], many: bool) -> None:
        folder.git("merge", "-q", "--no-commit", "--no-ff", "side")
        folder.git("update-index", "--chmod=+x", "d/b")
        (folder.path / "d/b").chmod(0o755)
        merge = folder.commit("evil")
        assert last(folder.path, "d/b", "evil", "f", many=many) == [merge, merge, split["side"]]


class TestOnePath:
    def test_modes_types_deletions_and_what_never_was(self, folder: Folder) -> None:
        folder.commit("a", "b", "c", "d/x")
        (folder.path / "a").chmod(0o755)
        chmod = folder.commit()
        (folder.path / "b").unlink()
        (folder.path / "b").symlink_to("a")
        link = folder.commit()
        (folder.path / "c").unlink()
        gone = folder.commit()
        (folder.path / "d/x").unlink()
        (folder.path / "d").rmdir()
        turned = folder.commit("d")
        for many in (False, True):
            assert last(folder.path, "a", "b", "c", "d", "d/x", many=many) == [chmod, link, gone, turned, turned]
            assert last(folder.path, "never", "d/x/y", "D", many=many) == [None, None, None]

    def test_a_commit(self, folder: Folder) -> None:
        made = folder.commit("d/f", committed=1_700_000_000, authored=1_600_000_000)
        found = last_commits(Repository(str(folder.path)), {"d/f": 0})["d/f"]
        assert found is not None
        assert (found.id, found.committed, found.authored) == (made, 1_700_000_000, 1_600_000_000)
        assert found.date == "2023-11-15T00:13:20+02:00"

    def test_older_than_what_matters(self, folder: Folder) -> None:
        old = folder.commit("a", committed=1_700_000_000)
        folder.commit("b", committed=1_800_000_000)
        edge = 1_700_000_000 + SLACK
        for many in (False, True):
            assert last(folder.path, "a", since=edge, many=many) == [old]
            assert last(folder.path, "a", since=edge + 1, many=many) == [None]

    def test_a_wrong_clock_within_the_slack_is_passed(self, folder: Folder) -> None:
        wanted = folder.commit("a", committed=1_700_000_000)
        folder.commit("b", committed=1_700_000_000 - 10 * DAY)
        for many in (False, True):
            assert last(folder.path, "a", since=1_700_000_000, many=many) == [wanted]

    def test_paths_that_no_tree_can_hold_have_no_history(self, folder: Folder) -> None:
        folder.commit("a")
        odd = ["/a", "../a", "a/../b", "./a", "a//b", "a/", "x\0y", "\ud800", "..", "/"]
        assert [key(path) for path in odd] == [None] * len(odd)
        assert last(folder.path, *odd) == [None] * len(odd)
        assert last(folder.path, *odd, "a", many=True)[-1] is not None
        assert count_since(Repository(str(folder.path)), "../a", 0) == 0

    def test_nothing_is_asked_about_nothing(self, tmp_path: Path) -> None:
        assert last_commits(Repository(str(tmp_path)), {}) == {}


class TestTouches:
    def test_ordinary_root_and_merge_commits(self, folder: Folder) -> None:
        root = folder.commit("f", "d/a")
        folder.git("switch", "-qc", "side")
        side = folder.commit("memory", "f")
        folder.git("switch", "-q", "main")
        main = folder.commit("f")
        folder.git("merge", "-q", "--no-commit", "-X", "ours", "side")
        merge = folder.commit("f")
        repo = Repository(str(folder.path))
        table = {
            root: {"f": True, "d": True, "d/a": True, ".": True, "memory": False},
            side: {"f": True, "d": False, "memory": True},
            main: {"f": True, "memory": False},
            merge: {"f": True, "memory": True, "d": False, "../f": False},
        }
        for commit, paths in table.items():
            assert {path: touches(repo, commit, path) for path in paths} == paths
        for many in (False, True):
            wanted = dict.fromkeys(["f", *(f"filler{n}" for n in range(5))] if many else ["f"], 0)
            found = last_commits(repo, wanted)["f"]
            assert found is not None
            assert found.id == merge
            assert (found.touches("memory"), found.touches("d")) == (True, False)

    def test_unknown_commits_are_failures(self, folder: Folder) -> None:
        folder.commit("a")
        with pytest.raises(GitFailed, match="bad object"):
            touches(Repository(str(folder.path)), "1" * 40, "a")
        differ = Differ(Repository(str(folder.path)))
        with pytest.raises(GitFailed):
            differ.commits([b"1" * 40])
        differ.close()


def test_count_since(folder: Folder) -> None:
    repo = Repository(str(folder.path))
    for n in range(3):
        folder.commit("a", "b" if n else "c", committed=1_700_000_000 + n)
    assert [count_since(repo, "a", 1_700_000_000 + n) for n in (-1, 0, 1, 2, 10**12)] == [3, 2, 1, 0, 0]
    assert count_since(repo, "b", 0) == 2
    assert count_since(repo, ".", -5) == 3
    assert count_since(repo, "never", 0) == 0
    stream = b"".join(
        b"commit refs/heads/main\ncommitter C <c@x.org> %d +0000\ndata 0\n%sM 644 inline a\ndata 3\n%03d\n"
        % (1_700_000_100 + n, b"" if n else b"from refs/heads/main^0\n", n)
        for n in range(150)
    )
    subprocess.run(["git", "fast-import", "--quiet"], cwd=folder.path, input=stream, check=True)
    assert count_since(repo, "a", 0) == 100


class TestIgnoredCommits:
    def ignore(self, folder: Folder, text: str) -> None:
        (folder.path / ".git-blame-ignore-revs").write_text(text)

    @pytest.mark.parametrize("many", [False, True])
    def test_the_next_commit_answers(self, folder: Folder, many: bool) -> None:
        first = folder.commit("a", "b")
        second = folder.commit("a")
        third = folder.commit("a")
        self.ignore(folder, f"# formatting\n\n  {third}  # all of it\n")
        assert last(folder.path, "a", "b", many=many) == [second, first]
        self.ignore(folder, f"{third.upper()}\r\n{second[:7]}\r\n")
        assert last(folder.path, "a", many=many) == [first]
        self.ignore(folder, f"{first}\n{second}\n{third}\n")
        assert last(folder.path, "a", many=many) == [None]

    def test_what_is_no_id_ignores_nothing(self, folder: Folder) -> None:
        only = folder.commit("a")
        self.ignore(folder, f"{only[:6]}\n{only}0\n\n#{only}\nHEAD\n\xff\n{'g' * 40}\n" + "x" * 2_000_000)
        assert last(folder.path, "a") == [only]

    def test_only_a_regular_file_is_read(self, folder: Folder, tmp_path: Path) -> None:
        only = folder.commit("a")
        (tmp_path / "outside").write_text(only + "\n")
        (folder.path / ".git-blame-ignore-revs").symlink_to(tmp_path / "outside")
        assert last(folder.path, "a") == [only]
        (folder.path / ".git-blame-ignore-revs").unlink()
        (folder.path / ".git-blame-ignore-revs").mkdir()
        assert last(folder.path, "a") == [only]


class TestKindsOfRepositories:
    def test_no_commit_yet(self, folder: Folder) -> None:
        assert last(folder.path, "a") == [None]
        assert last(folder.path, "a", many=True) == [None]
        assert boundary(Repository(str(folder.path))) == frozenset()

    def test_a_broken_head_is_no_empty_repository(self, folder: Folder) -> None:
        folder.commit("a")
        (folder.path / ".git/refs/heads/main").write_text("1" * 40 + "\n")
        for many in (False, True):
            with pytest.raises(GitFailed):
                last(folder.path, "a", many=many)

    def test_lost_objects_are_a_failure_not_fresh(self, folder: Folder) -> None:
        for _ in range(3):
            folder.commit("a")
        folder.commit("b")
        lost = folder.git("rev-parse", "HEAD~2")
        (folder.path / ".git/objects" / lost[:2] / lost[2:]).unlink()
        for many in (False, True):
            with pytest.raises(GitFailed, match=f"^git log failed: .*{lost}"):
                last(folder.path, "never", many=many)

    def test_detached_bare_and_linked(self, folder: Folder, tmp_path: Path) -> None:
        first = folder.commit("a")
        second = folder.commit("a")
        folder.git("switch", "-q", "--detach", first)
        assert last(folder.path, "a") == [first]
        folder.git("clone", "-q", "--bare", ".", "../bare.git")
        assert last(tmp_path / "bare.git", "a") == [first]
        folder.git("worktree", "add", "-q", "../linked", "main")
        assert last(tmp_path / "linked", "a", many=True) == [second]

    def test_sha256(self, tmp_path: Path) -> None:
        made = Folder(tmp_path / "repo")
        made.git("init", "-q", "--object-format=sha256")
        only = made.commit("a")
        assert len(only) == 64
        assert last(made.path, "a", many=True) == [only]

    def test_a_submodule_set_to_be_ignored(self, folder: Folder, tmp_path: Path) -> None:
        inner = Folder(tmp_path / "inner")
        inner.git("init", "-q")
        inner.commit("x")
        folder.git("submodule", "--quiet", "add", "../inner", "sub")
        folder.git("config", "-f", ".gitmodules", "submodule.sub.ignore", "all")
        folder.commit()
        Folder(folder.path / "sub").commit("x")
        folder.git("add", "-f", "sub")
        newer = folder.commit()
        assert folder.git("log", "-1", "--format=%H", "--", "sub") == newer
        assert last(folder.path, "sub") == [newer]
        assert last(folder.path, "sub", many=True) == [newer]

    def test_shallow(self, folder: Folder, tmp_path: Path) -> None:
        folder.commit("a")
        edge = folder.commit("b")
        top = folder.commit("c")
        folder.git("clone", "-q", "--depth=2", folder.path.as_uri(), "../clone")
        clone = tmp_path / "clone"
        assert boundary(Repository(str(clone))) == {edge}
        Folder(clone).git("worktree", "add", "-q", "../linked")
        assert boundary(Repository(str(tmp_path / "linked"))) == {edge}
        (clone / ".git-blame-ignore-revs").write_text(edge)
        for many in (False, True):
            assert last(clone, "a", "b", "c", many=many) == [edge, edge, top]

    @pytest.mark.parametrize("many", [False, True])
    def test_a_partial_clone_is_not_completed(self, folder: Folder, tmp_path: Path, many: bool) -> None:
        folder.commit("a", "d/b")
        folder.git("switch", "-qc", "side")
        side = folder.commit("a")
        folder.git("switch", "-q", "main")
        main = folder.commit("d/b")
        folder.git("merge", "-q", "--no-ff", "-m", "m", "side")
        folder.git("config", "uploadpack.allowFilter", "true")
        folder.git("clone", "-q", "--filter=blob:none", "--no-checkout", folder.path.as_uri(), "../clone")
        folder.path.rename(tmp_path / "gone")
        assert last(tmp_path / "clone", "a", "d/b", many=many) == [side, main]

    def test_what_a_partial_clone_lacks_is_not_fetched(self, folder: Folder, tmp_path: Path) -> None:
        folder.commit("a", "d/b")
        folder.commit("d/b")
        folder.git("config", "uploadpack.allowFilter", "true")
        folder.git("clone", "-q", "--filter=tree:0", "--no-checkout", folder.path.as_uri(), "../clone")
        with pytest.raises(GitFailed):
            last(tmp_path / "clone", "d/b")
        objects = list((tmp_path / "clone/.git/objects/pack").iterdir())
        with pytest.raises(GitFailed):
            last(tmp_path / "clone", "d/b", many=True)
        assert list((tmp_path / "clone/.git/objects/pack").iterdir()) == objects


def test_names_that_look_like_gits_own_output(folder: Folder) -> None:
    """Nothing that a name holds can end a record or begin one."""
    first = folder.commit("a")
    forged = f"{first},,1999999999,1999999999,2033-05-18T03:33:19+00:00"
    names = ["\nlead", forged, f"\n{forged}", "~00", "x\n\n", ",,,,"]
    second = folder.commit(*names)
    folder.git("switch", "-qc", "side", first)
    folder.commit("b", *names[:3])
    folder.git("switch", "-q", "main")
    folder.git("merge", "-q", "-X", "ours", "-m", "m", "side")
    assert last(folder.path, "a", *names, many=True) == [first, *[second] * len(names)]
