from __future__ import annotations

from pathlib import Path

import pytest
from git_folder import Folder

from memoryrail_lint.git import Repository
from memoryrail_lint.git.moves import Deleted, Moved, what_happened

CONTENT = "".join(f"line {n}\n" for n in range(20))


def happened(root: Path, *paths: str, since: int = 0) -> dict[str, tuple[str, ...] | None]:
    """("moved", to, commit) or ("deleted", commit); "staged" for the commit of what is in the index only."""
    answers = what_happened(Repository(str(root)), dict.fromkeys(paths, since) if since else paths)
    found: dict[str, tuple[str, ...] | None] = dict.fromkeys(answers)
    for path, what in answers.items():
        if isinstance(what, Moved):
            found[path] = ("moved", what.to, what.commit or "staged")
        elif what is not None:
            found[path] = ("deleted", what.commit or "staged")
    return found


@pytest.fixture
def files(folder: Folder) -> Folder:
    for name in ("src/db/client.py", "src/db/deep/pool.py", "src/other.py"):
        folder.write(name, f"# {name}\n{CONTENT}")
    folder.commit()
    return folder


def move(folder: Folder, old: str, new: str) -> None:
    (folder.path / new).parent.mkdir(parents=True, exist_ok=True)
    folder.git("mv", old, new)


def test_a_file_that_moved_was_deleted_or_never_was(files: Folder) -> None:
    move(files, "src/db/client.py", "src/store/client.py")
    moved = files.commit()
    files.git("rm", "-q", "src/other.py")
    deleted = files.commit(committed=1_760_000_000)
    files.commit("unrelated")
    assert happened(files.path, "src/db/client.py", "src/other.py", "never", "src/db/client.py/x", "/etc") == {
        "src/db/client.py": ("moved", "src/store/client.py", moved),
        "src/other.py": ("deleted", deleted),
        "never": None,
        "src/db/client.py/x": None,
        "/etc": None,
    }
    assert happened(files.path) == {}
    answer = what_happened(Repository(str(files.path)), ["src/other.py"])["src/other.py"]
    assert isinstance(answer, Deleted)
    assert answer.date == "2025-10-09T10:53:20+02:00"


def test_a_file_that_changed_on_the_way(files: Folder) -> None:
    move(files, "src/other.py", "b")
    files.write("b", f"# new\n{CONTENT}")
    moved = files.commit()
    assert happened(files.path, "src/other.py") == {"src/other.py": ("moved", "b", moved)}


def test_folders(files: Folder) -> None:
    move(files, "src/db", "lib/store")
    moved = files.commit()
    assert happened(files.path, "src/db", "src/db/deep", "src/db/deep/pool.py") == {
        "src/db": ("moved", "lib/store", moved),
        "src/db/deep": ("moved", "lib/store/deep", moved),
        "src/db/deep/pool.py": ("moved", "lib/store/deep/pool.py", moved),
    }


def test_a_folder_whose_files_parted(files: Folder) -> None:
    move(files, "src/db/client.py", "one/client.py")
    move(files, "src/db/deep", "two/deep")
    parted = files.commit()
    assert happened(files.path, "src/db") == {"src/db": ("deleted", parted)}


def test_several_moves_in_a_row(files: Folder) -> None:
    move(files, "src/other.py", "a")
    files.commit()
    move(files, "a", "b")
    last = files.commit()
    move(files, "src/db/client.py", "c")
    files.commit()
    files.git("rm", "-q", "c")
    deleted = files.commit()
    assert happened(files.path, "src/other.py", "src/db/client.py") == {
        "src/other.py": ("moved", "b", last),
        "src/db/client.py": ("deleted", deleted),
    }
    move(files, "b", "d")
    assert happened(files.path, "src/other.py") == {"src/other.py": ("moved", "d", "staged")}


def test_a_ring_of_moves_ends(files: Folder) -> None:
    for _ in range(6):
        move(files, "src/other.py", "x")
        files.commit()
        move(files, "x", "src/other.py")
        files.commit()
    files.git("rm", "-q", "src/other.py")
    deleted = files.commit()
    assert happened(files.path, "x", "src/other.py") == {
        "x": ("deleted", deleted),
        "src/other.py": ("deleted", deleted),
    }


def test_what_is_only_staged(files: Folder) -> None:
    move(files, "src/db", "lib")
    files.git("rm", "-q", "src/other.py")
    assert happened(files.path, "src/db", "src/db/client.py", "src/other.py") == {
        "src/db": ("moved", "lib", "staged"),
        "src/db/client.py": ("moved", "lib/client.py", "staged"),
        "src/other.py": ("deleted", "staged"),
    }


def test_a_change_of_case(files: Folder) -> None:
    move(files, "src/other.py", "src/Other.py")
    moved = files.commit()
    assert happened(files.path, "src/other.py") == {"src/other.py": ("moved", "src/Other.py", moved)}


def test_a_move_on_a_branch_is_found_there(files: Folder) -> None:
    files.git("switch", "-qc", "side")
    move(files, "src/other.py", "b")
    moved = files.commit()
    files.git("switch", "-q", "main")
    files.commit("more")
    files.git("merge", "-q", "--no-ff", "-m", "m", "side")
    paths = ["src/other.py", *(f"never{n}" for n in range(5))]
    assert happened(files.path, *paths)["src/other.py"] == ("moved", "b", moved)


def test_before_the_memory_was_made(files: Folder) -> None:
    files.git("rm", "-q", "src/other.py")
    deleted = files.commit()
    long_after = files.clock + 15 * 86400
    assert happened(files.path, "src/other.py", since=files.clock) == {"src/other.py": ("deleted", deleted)}
    assert happened(files.path, "src/other.py", since=long_after) == {"src/other.py": None}


def test_odd_names(files: Folder) -> None:
    odd = 'größe\n"x" \t*'
    move(files, "src/other.py", odd)
    moved = files.commit()
    assert happened(files.path, "src/other.py") == {"src/other.py": ("moved", odd, moved)}
    move(files, odd, "plain")
    moved = files.commit()
    assert happened(files.path, odd) == {odd: ("moved", "plain", moved)}


def test_no_commit_yet_and_a_root_commit(folder: Folder) -> None:
    assert happened(folder.path, "a") == {"a": None}
    folder.commit("a")
    assert happened(folder.path, "b") == {"b": None}


def test_a_partial_clone_compares_nothing_it_lacks(files: Folder, tmp_path: Path) -> None:
    move(files, "src/other.py", "same")
    moved = files.commit()
    move(files, "src/db/client.py", "changed")
    files.write("changed", f"# new\n{CONTENT}")
    changed = files.commit()
    files.git("config", "uploadpack.allowFilter", "true")
    files.git("clone", "-q", "--filter=blob:none", "--no-checkout", files.path.as_uri(), "../clone")
    files.path.rename(tmp_path / "gone")
    Folder(tmp_path / "clone").git("read-tree", "HEAD")
    assert happened(tmp_path / "clone", "src/other.py", "src/db/client.py") == {
        "src/other.py": ("moved", "same", moved),
        "src/db/client.py": ("deleted", changed),
    }
