"""Safe writing: no failure, death or second writer may cost a byte or leave litter for good."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from memoryrail_lint import lock
from memoryrail_lint.errors import Trouble
from memoryrail_lint.files import write_all

posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX only")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    top = tmp_path / "repo"
    (top / ".git").mkdir(parents=True)
    return top


def tree(folder: Path) -> dict[str, bytes | str | None]:
    """Every name under `folder`: a file's bytes, a link's target, None for a folder."""
    found: dict[str, bytes | str | None] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            found[name] = os.readlink(path)
        else:
            found[name] = path.read_bytes() if path.is_file() else None
    return found


def write(root: Path, **texts: str) -> None:
    write_all(str(root), {str(root / name): text.encode() for name, text in texts.items()})


def test_writes_new_and_old_files_and_makes_folders(root: Path) -> None:
    (root / "a").write_bytes(b"old")
    write_all(str(root), {str(root / "a"): b"new\r\n", str(root / ".cursor/rules/m.mdc"): b"x"})
    assert tree(root) == {
        ".git": None,
        "a": b"new\r\n",
        ".cursor": None,
        ".cursor/rules": None,
        ".cursor/rules/m.mdc": b"x",
    }


def test_none_removes_and_renames_follow(root: Path) -> None:
    for name in ("gone", "from"):
        (root / name).write_text(name)
    changes = {str(root / "gone"): None, str(root / "from"): b"changed"}
    write_all(str(root), changes, renames=[(str(root / "from"), str(root / "sub/to"))])
    assert tree(root) == {".git": None, "sub": None, "sub/to": b"changed"}


def test_without_a_git_directory_no_lock_file_stays(tmp_path: Path) -> None:
    write_all(str(tmp_path), {str(tmp_path / "a"): b"x"})
    assert tree(tmp_path) == {"a": b"x"}


@posix
@pytest.mark.parametrize("mode", [0o600, 0o644, 0o755])
def test_the_mode_stays(root: Path, mode: int) -> None:
    path = root / "a"
    path.write_text("old")
    path.chmod(mode)
    write(root, a="new")
    assert (path.read_text(), path.stat().st_mode & 0o7777) == ("new", mode)


@posix
def test_a_new_file_obeys_the_umask(root: Path) -> None:
    old = os.umask(0o027)
    try:
        write(root, a="x")
    finally:
        os.umask(old)
    assert (root / "a").stat().st_mode & 0o7777 == 0o640


@posix
def test_a_symlink_inside_is_written_through_and_stays(root: Path) -> None:
    (root / "AGENTS.md").write_text("old")
    (root / "CLAUDE.md").symlink_to("AGENTS.md")
    write_all(str(root), {str(root / name): b"new" for name in ("CLAUDE.md", "AGENTS.md")})
    assert tree(root) == {".git": None, "AGENTS.md": b"new", "CLAUDE.md": "AGENTS.md"}


@posix
def test_one_file_under_two_names_takes_one_content(root: Path) -> None:
    (root / "AGENTS.md").write_text("old")
    (root / "CLAUDE.md").symlink_to("AGENTS.md")
    with pytest.raises(Trouble, match=r"CLAUDE\.md and AGENTS\.md are one file"):
        write_all(str(root), {str(root / "AGENTS.md"): b"1", str(root / "CLAUDE.md"): b"2"})
    assert (root / "AGENTS.md").read_text() == "old"


def outside_link(root: Path) -> Path:
    (root.parent / "outside").mkdir()
    (root / "link").symlink_to("../outside")
    return root / "link" / "a"


def outside_file(root: Path) -> Path:
    (root / "a").symlink_to("../victim")
    return root / "a"


def circle(root: Path) -> Path:
    (root / "a").symlink_to("b")
    (root / "b").symlink_to("a")
    return root / "a"


def folder(root: Path) -> Path:
    (root / "a").mkdir()
    return root / "a"


def pipe(root: Path) -> Path:
    os.mkfifo(root / "a")
    return root / "a"


def below_a_file(root: Path) -> Path:
    (root / "a").write_text("")
    return root / "a" / "b"


@posix
@pytest.mark.parametrize(
    ("make", "words"),
    [
        (outside_link, "link/a leads out of the repository"),
        (outside_file, "a leads out of the repository"),
        (lambda root: root.parent / "a", "../a leads out of the repository"),
        (lambda root: root, ". leads out of the repository"),
        (circle, "a is a symlink in a circle"),
        (folder, "a is no regular file"),
        (pipe, "a is no regular file"),
        (below_a_file, "cannot write a/b"),
        (lambda root: root / ".git" / "config", ".git/config lies in the git directory"),
        (lambda root: root / "sub" / ".GIT" / "x", "sub/.GIT/x lies in the git directory"),
        (lambda root: root / ("n" * 300), "cannot write"),
    ],
)
def test_refuses_with_one_line_and_writes_nothing(root: Path, make: object, words: str) -> None:
    (root / "good").write_text("old")
    target = make(root)  # type: ignore[operator]
    names = sorted(os.listdir(root)), sorted(os.listdir(root.parent))
    with pytest.raises(Trouble) as caught:
        write_all(str(root), {str(root / "good"): b"new", str(target): b"new"})
    assert str(caught.value).startswith(words)
    assert "\n" not in str(caught.value)
    assert (root / "good").read_text() == "old"
    assert (sorted(os.listdir(root)), sorted(os.listdir(root.parent))) == names


def test_a_rename_replaces_nothing(root: Path) -> None:
    for name in ("a", "b"):
        (root / name).write_text(name)
    with pytest.raises(Trouble, match="cannot rename to b: it exists already"):
        write_all(str(root), {str(root / "a"): b"x"}, renames=[(str(root / "a"), str(root / "b"))])
    assert tree(root) == {".git": None, "a": b"a", "b": b"b"}


def test_a_rename_of_nothing_is_refused(root: Path) -> None:
    with pytest.raises(Trouble, match="cannot write a: No such file"):
        write_all(str(root), {str(root / "c"): b"x"}, renames=[(str(root / "a"), str(root / "sub/b"))])
    assert tree(root) == {".git": None}


@pytest.mark.parametrize(("there", "known"), [(b"theirs", b"ours"), (b"theirs", None), (None, b"ours")])
def test_what_changed_meanwhile_is_not_overwritten(root: Path, there: bytes | None, known: bytes | None) -> None:
    path = root / "a"
    if there is not None:
        path.write_bytes(there)
    with pytest.raises(Trouble, match="a was changed meanwhile"):
        write_all(str(root), {str(path): b"new"}, expected={str(path): known})
    assert (path.read_bytes() if path.exists() else None) == there
    write_all(str(root), {str(path): b"new"}, expected={str(path): there})
    assert path.read_bytes() == b"new"


def test_a_second_writer_waits_and_then_gives_up(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock, "WAIT", 0.0)
    held = lock.Lock(str(root))
    with pytest.raises(Trouble, match="another run is writing"):
        write(root, a="x")
    held.release(swept=True)
    write(root, a="x")
    assert tree(root) == {".git": None, "a": b"x"}


COUNTER = """
import sys
from memoryrail_lint.errors import Trouble
from memoryrail_lint.files import write_all
root, path = sys.argv[1], sys.argv[1] + "/n"
done = 0
while done < 20:
    old = open(path, "rb").read()
    try:
        write_all(root, {path: b"%d" % (int(old) + 1)}, expected={path: old})
        done += 1
    except Trouble as trouble:
        assert "changed meanwhile" in str(trouble), trouble
"""


def test_writers_at_once_lose_nothing(root: Path) -> None:
    (root / "n").write_text("0")
    writers = [subprocess.Popen([sys.executable, "-c", COUNTER, str(root)]) for _ in range(4)]
    assert [writer.wait() for writer in writers] == [0] * 4
    assert tree(root) == {".git": None, "n": b"80"}


def test_a_planted_lock_file_removes_nothing_but_its_own_kind(root: Path) -> None:
    names = ["keep", "../.memoryrail-lint-1.tmp", "sub/.memoryrail-lint-1.tmp", ".memoryrail-lint-2.tmp"]
    (root / "sub").mkdir()
    for name in names:
        (root / name).write_text("x")
    (root / ".git" / lock.NAME).write_bytes(b"\0".join(name.encode() for name in names))
    write_all(str(root), {})
    # The last name has no terminator: its writer died before it made that file.
    assert tree(root) == {".git": None, "keep": b"x", "sub": None, ".memoryrail-lint-2.tmp": b"x"}
    assert (root / names[1]).exists()


@posix
def test_a_planted_lock_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "repo").mkdir()
    (tmp_path / "repo" / lock.NAME).symlink_to("../victim")
    with pytest.raises(Trouble, match="cannot lock"):
        write(tmp_path / "repo", a="x")
    assert tree(tmp_path) == {"repo": None, f"repo/{lock.NAME}": "../victim"}


# One change of every kind: a long file, a new one in a new folder, a link, one that goes, one that is renamed.
OLD = {"long": b"o" * 9000, "AGENTS.md": b"old", "gone": b"gone", "from": b"from"}
NEW = {"long": b"n" * 9000, "AGENTS.md": b"new", "sub/fresh": b"fresh", "to": b"moved"}
CHANGE = """
import errno, os, signal, sys
from memoryrail_lint import lock
from memoryrail_lint.errors import Trouble
from memoryrail_lint.files import write_all
root, how, turn = sys.argv[1], sys.argv[2], int(sys.argv[3])
count = 0
def strike(name):
    real = getattr(os, name)
    def call(*args, **options):
        global count
        count += 1
        if count == turn:
            if how == "error":
                raise OSError(errno.EIO, "it broke")
            try:
                if how == "after":
                    real(*args, **options)
                if how == "half" and name == "write":
                    real(args[0], bytes(args[1])[: len(args[1]) // 2])
            finally:
                os.kill(os.getpid(), signal.SIGKILL)
        return real(*args, **options)
    setattr(os, name, call)
for name in ("open write fsync replace link unlink mkdir rmdir rename chmod ftruncate").split():
    strike(name)
at = lambda name: os.path.join(root, name)
changes = {"long": b"n" * 9000, "CLAUDE.md": b"new", "sub/fresh": b"fresh", "gone": None, "from": b"moved"}
try:
    write_all(root, {at(name): data for name, data in changes.items()}, renames=[(at("from"), at("to"))])
except Trouble as trouble:
    print(trouble)
    sys.exit(2)
sys.exit(0 if count < turn else 3)
"""


def fresh(top: Path) -> Path:
    (top / ".git").mkdir(parents=True)
    for name, data in OLD.items():
        (top / name).write_bytes(data)
    (top / "long").chmod(0o640)
    (top / "CLAUDE.md").symlink_to("AGENTS.md")
    return top


def struck(top: Path, how: str, turn: int) -> subprocess.CompletedProcess[str]:
    argv = [sys.executable, "-c", CHANGE, str(top), how, str(turn)]
    return subprocess.run(argv, capture_output=True, text=True)


def contents(top: Path) -> dict[str, bytes | str | None]:
    return {name: data for name, data in tree(top).items() if name not in {".git", "sub", "CLAUDE.md"}}


@posix
@pytest.mark.parametrize("how", ["before", "half", "after"])
def test_killed_at_any_call_every_file_is_old_or_new(tmp_path: Path, how: str) -> None:
    turn, partial = 1, 0
    while (run := struck(top := fresh(tmp_path / str(turn)), how, turn)).returncode:
        assert run.returncode == -signal.SIGKILL, run
        write_all(str(top), {})
        left = contents(top)
        assert set(left) <= {*OLD, *NEW}, (turn, left)
        assert all(data in (OLD.get(name), NEW.get(name), b"moved") for name, data in left.items()), (turn, left)
        assert {"long", "AGENTS.md"} <= set(left)
        assert len({"from", "to"} & set(left)) == 1
        assert (top / "long").stat().st_mode & 0o7777 == 0o640
        assert not list((top / ".git").iterdir())
        partial += left not in (OLD, NEW)
        turn += 1
    assert contents(top) == NEW
    assert turn > 40
    assert partial


@posix
def test_an_error_at_any_call_is_all_or_nothing(tmp_path: Path) -> None:
    turn, refused, ignored = 1, 0, 0
    while (run := struck(top := fresh(tmp_path / str(turn)), "error", turn)).returncode:
        assert run.returncode in (2, 3), run
        assert run.stdout.count("\n") == (run.returncode == 2)
        if run.returncode == 2:
            refused += 1
            assert "nothing was changed" in run.stdout
        else:
            ignored += 1
        write_all(str(top), {})
        assert contents(top) == (OLD if run.returncode == 2 else NEW), (turn, run)
        assert not list((top / ".git").iterdir())
        turn += 1
    assert contents(top) == NEW
    assert refused > 20
    assert ignored


FULL = """
import resource, sys
from memoryrail_lint.errors import Trouble
from memoryrail_lint.files import write_all
root, limit = sys.argv[1], int(sys.argv[2])
if limit:
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
try:
    write_all(root, {root + "/a": b"new", root + "/b": b"n" * 200_000, root + "/sub/c": b"new"})
except Trouble as trouble:
    print(trouble)
    sys.exit(2)
"""


@posix
def test_a_full_disk_changes_nothing(root: Path) -> None:
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=128k", "none", str(root)], capture_output=True, check=False
    )
    limit = 0 if mounted.returncode == 0 else 100_000
    try:
        (root / "a").write_bytes(b"old")
        (root / "b").write_bytes(b"old")
        run = subprocess.run([sys.executable, "-c", FULL, str(root), str(limit)], capture_output=True, text=True)
        assert (run.returncode, run.stderr) == (2, "")
        assert run.stdout.startswith("cannot write b: ")
        assert {name: data for name, data in tree(root).items() if name != ".git"} == {"a": b"old", "b": b"old"}
        write(root, a="new")
        assert (root / "a").read_bytes() == b"new"
    finally:
        if mounted.returncode == 0:
            subprocess.run(["umount", str(root)], check=True)


@posix
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everything")
def test_a_read_only_file_is_refused(root: Path) -> None:
    (root / "a").write_text("old")
    (root / "a").chmod(0o444)
    with pytest.raises(Trouble, match="a is read-only"):
        write(root, a="new")
