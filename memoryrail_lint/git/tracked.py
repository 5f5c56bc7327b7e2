"""What the index holds: which paths git tracks, and as what."""

from __future__ import annotations

import os

from memoryrail_lint.git import Repository
from memoryrail_lint.git.commits import ROOT, key
from memoryrail_lint.git.process import decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from typing import Final

FEW: Final = 4
"""Up to so many paths are asked for by name; more are looked up in the whole index."""
# Modes of index entries: gitformat-index(5). Any other mode is a file's.
_SYMLINK: Final = b"120000"
_SUBMODULE: Final = b"160000"


class Tracked:
    """The paths in the index of one repository, compared byte by byte whatever the file system does.

    paths: what will be asked for, where that is known; up to `FEW` of them are all that is read then. What a sparse
    checkout leaves out is tracked, as is what is staged only. Reads on demand; every method raises GitFailed.
    """

    def __init__(self, repo: Repository, paths: Collection[str] = ()) -> None:
        self.repo = repo
        self._named = frozenset(name for path in paths if (name := key(path)) is not None)
        if len(self._named) > FEW or ROOT in self._named:
            self._named = frozenset()
        self._entries: dict[bytes, bytes] | None = None
        self._folders: set[bytes] = set()
        self._whole = False
        self._folded: dict[str, bytes] | None = None

    def kind(self, path: str) -> str | None:
        """ "file", "folder", "symlink" or "submodule"; None for what git does not track."""
        name = key(path)
        if name is None:
            return None
        mode = self._load(name).get(name)
        if mode is not None:
            return {_SYMLINK: "symlink", _SUBMODULE: "submodule"}.get(mode, "file")
        return "folder" if name in self._folders else None

    def below_submodule(self, path: str) -> str | None:
        """The submodule that `path` lies in (not the submodule's own path); None for a path of this repository."""
        name = key(path)
        if name is None or self.kind(path) is not None:
            return None
        entries = self._read_all()
        return next((decode(folder) for folder in _above(name) if entries.get(folder) == _SUBMODULE), None)

    def case_match(self, path: str) -> str | None:
        """A tracked path (file or folder) that differs from `path` in case or Unicode form only."""
        if self._folded is None:
            names = sorted([*self._read_all(), *self._folders], reverse=True)
            self._folded = {_fold(decode(name)): name for name in names}
        found = self._folded.get(_fold(path))
        return decode(found) if found is not None and found != key(path) else None

    def submodule(self, path: str) -> Repository | None:
        """The repository of the submodule at `path` (as `below_submodule` names it).

        None where it is not initialised here, or where a symlink stands in the way.
        """
        root = self.repo.root
        for part in path.split("/"):
            root = os.path.join(root, part)
            if os.path.islink(root):
                return None
        return Repository(root) if os.path.lexists(os.path.join(root, ".git")) else None

    def _load(self, name: bytes) -> dict[bytes, bytes]:
        if self._entries is None and name in self._named:
            self._read([decode(named) for named in sorted(self._named)])
        return self._entries if self._entries and name in self._named else self._read_all()

    def _read_all(self) -> dict[bytes, bytes]:
        if not self._whole:
            self._whole = True
            self._read([])
        return self._entries or {}

    def _read(self, paths: list[str]) -> None:
        """Fill in the entries and folders at and below `paths`, or of the whole index."""
        entries: dict[bytes, bytes] = {}
        folders: set[bytes] = set()
        for line in self.repo.ask("ls-files", "-s", "-z", "--", *paths).split(b"\0"):
            mode, _, name = line.partition(b"\t")
            if name:
                entries[name] = mode[:6]
                for folder in _above(name):
                    if folder in folders:
                        break
                    folders.add(folder)
        self._entries, self._folders = entries, folders | {ROOT}


def _above(name: bytes) -> Iterator[bytes]:
    """The folders that `name` lies in, the nearest first, without the root."""
    while b"/" in name:
        name = name.rpartition(b"/")[0]
        yield name


def _fold(path: str) -> str:
    from unicodedata import normalize

    return normalize("NFC", normalize("NFD", path).casefold())
