"""The contents of a folder's files, read from an open folder: a path to each would be walked again and again."""

from __future__ import annotations

import os
import stat

from memoryrail_lint.tree import MAX_FILE_BYTES, WorkTree, join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator
    from typing import Final

    from memoryrail_lint.tree import Tree

_FOLDER: Final = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0)
_FILE: Final = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_POSSIBLE: Final = os.open in os.supports_dir_fd and hasattr(os, "O_NOFOLLOW") and hasattr(os, "O_DIRECTORY")


def contents(tree: Tree, folder: str, names: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
    """(name, content) of what `tree.list(folder)` called files.

    None for whatever is no regular file of at most `MAX_FILE_BYTES` by now, or is not read from the disk at all: for
    that `tree.read` has to be asked, which says why. No symlink is followed and nothing is waited for.
    """
    handle = -1
    overlay: Container[str] = ()
    if _POSSIBLE and isinstance(tree, WorkTree):
        overlay = tree.overlay
        try:
            handle = os.open(tree.absolute(folder), _FOLDER)
        except OSError:
            pass
    if handle < 0:
        yield from ((name, None) for name in names)
        return
    try:
        for name in names:
            yield name, None if overlay and join(folder, name) in overlay else _content(name, handle)
    finally:
        os.close(handle)


def _content(name: str, folder: int) -> bytes | None:
    try:
        handle = os.open(name, _FILE, dir_fd=folder)
    except OSError:
        return None
    try:
        about = os.fstat(handle)
        size = about.st_size
        if size > MAX_FILE_BYTES or not stat.S_ISREG(about.st_mode):
            return None
        data = os.read(handle, size + 1)
        return data if len(data) == size else None
    except OSError:
        return None
    finally:
        os.close(handle)
