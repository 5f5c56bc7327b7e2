"""Writing files so that no failure, crash or second writer costs a byte.

Everything is written to temporary files beside the targets first; only when all of them are on the disk is any target
replaced, each in one step. A crash leaves every file as it was or as it should be.
"""

from __future__ import annotations

import os

from memoryrail_lint.diagnostics import visible
from memoryrail_lint.errors import Trouble
from memoryrail_lint.lock import TEMPORARY, Lock, discard, inside, lock_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Final, TypeVar

    T = TypeVar("T")

_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


def write_all(
    root: str,
    changes: Mapping[str, bytes | None],
    *,
    renames: Iterable[tuple[str, str]] = (),
    expected: Mapping[str, bytes | None] | None = None,
) -> None:
    """Write `changes` (absolute path -> content, None to remove the file), then do `renames` (old, new).

    All or nothing. root: the repository's top; nothing outside it is touched, nor the git directory. A symlink within
    it is written through. Missing folders are made, modes kept. expected: what a path is known to hold (None: no
    file); any other content is somebody else's and refused. Without changes this only removes what a run that died
    has left behind.
    Raises Trouble; then nothing was changed, unless it says so. For content that is not the expected, that is Changed.
    """
    root, moves = os.path.realpath(root), list(renames)
    if not changes and not moves and not os.path.lexists(lock_path(root)):
        return
    lock = Lock(root)
    steps: list[_Write | _Move] = []
    folders: list[str] = []
    try:
        steps += _writes(root, changes, expected or {})
        steps += [_Move(root, old, new) for old, new in moves]
        _naming(root, lock.path, lock.announce, [path for step in steps for path in step.temporary])
        for step in steps:
            _naming(root, step.path, step.prepare, folders)
        _carry_out(root, steps)
        folders.clear()
    finally:
        kept = [path for step in steps for path in step.temporary if not discard(path)]
        for folder in reversed(folders):
            _remove_folder(folder)
        lock.release(swept=not kept)


class Changed(Trouble):
    """A file holds something else than it did when the run read it."""


class _Write:
    """One target: `path` is the real file. `temporary` are the files that have to go in the end."""

    def __init__(self, path: str, data: bytes | None, number: int) -> None:
        self.path = path
        self.data = data
        self.old = os.lstat(path) if os.path.lexists(path) else None
        folder = os.path.dirname(path)
        self.new_file, self.backup = (
            os.path.join(folder, f"{TEMPORARY[0]}{os.getpid()}-{number}-{role}{TEMPORARY[1]}")
            for role in ("new", "old")
        )
        self.temporary: Sequence[str] = (self.new_file, self.backup)

    def prepare(self, folders: list[str]) -> None:
        _make_folders(os.path.dirname(self.path), folders)
        for path in self.temporary:
            discard(path)
        if self.data is not None:
            _write_new(self.new_file, self.data, self.old)
        if self.old:
            try:
                os.link(self.path, self.backup)
            except OSError:
                # Not every file system has hard links.
                _write_new(self.backup, _read(self.path), self.old)

    def apply(self) -> None:
        if self.data is not None:
            os.replace(self.new_file, self.path)
        elif self.old:
            os.unlink(self.path)
        _sync_folder(self.path)

    def undo(self) -> None:
        if self.old:
            os.replace(self.backup, self.path)
        elif self.data is not None:
            os.unlink(self.path)


class _Move:
    """One rename; `path` is the old name, whose last part is not followed if it is a symlink."""

    temporary: Sequence[str] = ()

    def __init__(self, root: str, old: str, new: str) -> None:
        self.path, self.new = _confined(root, old, follow=False), _confined(root, new, follow=False)
        # A name that differs by case only is the file itself where the file system does not tell them apart.
        if os.path.lexists(new) and not (os.path.lexists(old) and os.path.samestat(os.lstat(old), os.lstat(new))):
            raise Trouble(f"cannot rename to {_shown(root, new)}: it exists already; nothing was changed")

    def prepare(self, folders: list[str]) -> None:
        os.lstat(self.path)
        _make_folders(os.path.dirname(self.new), folders)

    def apply(self) -> None:
        os.rename(self.path, self.new)
        _sync_folder(self.path)
        _sync_folder(self.new)

    def undo(self) -> None:
        os.rename(self.new, self.path)


def _writes(root: str, changes: Mapping[str, bytes | None], expected: Mapping[str, bytes | None]) -> list[_Write]:
    """The writes, one for each real file. Raises Trouble for a target that cannot be."""
    found: dict[str, _Write] = {}
    for path, data in changes.items():
        real, shown = _confined(root, path), _shown(root, path)
        step = found.setdefault(real, _Write(real, data, len(found)))
        if step.data != data:
            raise Trouble(f"{shown} and {_shown(root, step.path)} are one file, for two contents; nothing was changed")
        if step.old and not os.path.isfile(real):
            raise Trouble(f"{shown} is no regular file; nothing was changed")
        if step.old and not os.access(real, os.W_OK):
            raise Trouble(f"{shown} is read-only; nothing was changed")
        if path in expected:
            present = _naming(root, path, _read, real) if step.old else None
            if present != expected[path]:
                raise Changed(f"{shown} was changed meanwhile; nothing was written, run this again")
    return list(found.values())


def _confined(root: str, path: str, *, follow: bool = True) -> str:
    """The real path of a target. Raises Trouble where it lies outside `root` or in a git directory."""
    folder, name = os.path.split(path)
    real = os.path.realpath(path) if follow else os.path.join(os.path.realpath(folder), name)
    if not inside(root, os.path.dirname(real)):
        raise Trouble(f"{_shown(root, path)} leads out of the repository; nothing was changed")
    if follow and os.path.islink(real):
        raise Trouble(f"{_shown(root, path)} is a symlink in a circle; nothing was changed")
    if ".git" in os.path.relpath(real, root).lower().split(os.sep):
        raise Trouble(f"{_shown(root, path)} lies in the git directory; nothing was changed")
    return real


def _carry_out(root: str, steps: Sequence[_Write | _Move]) -> None:
    """Apply the steps; where one fails, put back those before it."""
    done: list[_Write | _Move] = []
    try:
        for step in steps:
            _naming(root, step.path, step.apply)
            done.append(step)
    except BaseException:
        stuck = [_shown(root, step.path) for step in reversed(done) if not _undone(step)]
        if stuck:
            names = ", ".join(stuck)
            raise Trouble(f"writing failed half-way; the old content of {names} is beside it in a .tmp file") from None
        raise


def _undone(step: _Write | _Move) -> bool:
    try:
        step.undo()
    except OSError:
        # Its backup is all that is left of the old content.
        step.temporary = ()
        return False
    return True


def _naming(root: str, path: str, action: Callable[..., T], *args: object) -> T:
    """The result of `action`; its OSError becomes a Trouble that names `path`."""
    try:
        return action(*args)
    except OSError as error:
        raise Trouble(f"cannot write {_shown(root, path)}: {error.strerror}; nothing was changed") from None


def _shown(root: str, path: str) -> str:
    return visible(os.path.relpath(path, root))


def _write_new(path: str, data: bytes, old: os.stat_result | None) -> None:
    """Write a file that must not exist yet, down to the disk, with the mode and owner of `old` where that is given."""
    file = os.open(path, _NEW, 0o666)
    try:
        view = memoryview(data)
        while view:
            view = view[os.write(file, view) :]
        os.fsync(file)
    finally:
        os.close(file)
    if old:
        _keep_owner(path, old)
        os.chmod(path, old.st_mode & 0o7777)


def _keep_owner(path: str, old: os.stat_result) -> None:
    if hasattr(os, "chown"):
        new = os.lstat(path)
        if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
            try:
                os.chown(path, old.st_uid, old.st_gid)
            except OSError:
                pass


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _make_folders(folder: str, made: list[str]) -> None:
    missing = []
    while not os.path.isdir(folder):
        missing.append(folder)
        folder = os.path.dirname(folder)
    for folder in reversed(missing):
        os.mkdir(folder)
        made.append(folder)


def _remove_folder(folder: str) -> None:
    try:
        os.rmdir(folder)
    except OSError:
        pass


def _sync_folder(path: str) -> None:
    """Make a change of a folder's entries last; nothing to do where folders cannot be opened (Windows)."""
    try:
        folder = os.open(os.path.dirname(path), os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(folder)
    except OSError:
        pass
    finally:
        os.close(folder)
