"""One writer at a time in a repository, and no litter of a writer that died.

The lock file is held by the operating system's file lock, which ends with its process. It lists the temporary files
that the writer is about to make; a lock file that is there without a holder means that these may have stayed behind.
"""

from __future__ import annotations

import os
import sys

from memoryrail_lint.diagnostics import visible
from memoryrail_lint.errors import Trouble
from memoryrail_lint.git import git_dir

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

NAME: Final = ".memoryrail-lint.lock"
TEMPORARY: Final = (".memoryrail-lint-", ".tmp")
"""How the name of every temporary file begins and ends."""
WAIT: Final = 10.0
"""Seconds to wait for another writer."""
_PAUSE: Final = 0.02
_LONGEST: Final = 1 << 20
_FLAGS: Final = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


def lock_path(root: str) -> str:
    """Where writers under `root` (absolute, without symlinks) lock: in the git directory, without one in `root`."""
    folder = git_dir(root)
    return os.path.join(folder if os.path.isdir(folder) else root, NAME)


class Lock:
    """The lock of `root`, held from its making to `release`. Raises Trouble where another writer keeps it."""

    def __init__(self, root: str) -> None:
        self.root = root
        self.path = lock_path(root)
        self._file = _acquire(self.path)
        try:
            self._sweep()
        except OSError as error:
            self.release(swept=False)
            raise _refused(self.path, error) from None

    def announce(self, paths: Iterable[str]) -> None:
        """Note the temporary files (absolute) that will be made. Raises OSError."""
        names = b"".join(os.fsencode(os.path.relpath(path, self.root)) + b"\0" for path in paths)
        while names:
            names = names[os.write(self._file, names) :]

    def _sweep(self) -> None:
        os.lseek(self._file, 0, os.SEEK_SET)
        # What follows the last NUL was cut off by the writer's death, before it made any file.
        for name in os.read(self._file, _LONGEST).split(b"\0")[:-1]:
            path = os.path.join(self.root, os.fsdecode(name))
            folder, base = os.path.split(path)
            if base.startswith(TEMPORARY[0]) and base.endswith(TEMPORARY[1]) and inside(self.root, folder):
                discard(path)
        os.ftruncate(self._file, 0)
        os.lseek(self._file, 0, os.SEEK_SET)

    def release(self, *, swept: bool) -> None:
        """Let the next writer in; the lock file stays for it to sweep unless all temporary files are `swept`."""
        # Windows cannot remove an open file; elsewhere a file removed after its release could be another's lock.
        if sys.platform == "win32":
            os.close(self._file)
        if swept:
            discard(self.path)
        if sys.platform != "win32":
            os.close(self._file)


def inside(root: str, path: str) -> bool:
    """Whether `path`, symlinks followed, is `root` (absolute, without symlinks) or lies under it."""
    real = os.path.realpath(path)
    return real == root or real.startswith(os.path.join(root, ""))


def discard(path: str) -> bool:
    """Remove a file if it is there and can be removed; False where it stays."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def _acquire(path: str) -> int:
    from time import monotonic, sleep

    end = monotonic() + WAIT
    while True:
        try:
            file = os.open(path, _FLAGS, 0o666)
        except OSError as error:
            raise _refused(path, error) from None
        if _held(file):
            if _still_there(file, path):
                return file
            os.close(file)
            continue
        os.close(file)
        if monotonic() > end:
            raise Trouble(f"another run is writing (it holds {visible(path)}); try again when it has ended")
        sleep(_PAUSE)


def _refused(path: str, error: OSError) -> Trouble:
    return Trouble(f"cannot lock {visible(path)}: {error.strerror}; nothing was changed")


def _held(file: int) -> bool:
    """Whether this process has the lock now. A file system without locks grants it."""
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        pass
    return True


def _still_there(file: int, path: str) -> bool:
    """Whether the file is the one at `path`: its last holder may have removed it meanwhile."""
    try:
        return os.path.samestat(os.fstat(file), os.lstat(path))
    except OSError:
        return False
