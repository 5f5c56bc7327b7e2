"""Where files are read from: the work tree (all of it, or what git tracks), or git's index. Bounded and confined.

Paths are POSIX and relative to the tree's top, which is the repository's root (the store's where there is none).
Nothing outside the top is opened, whatever a symlink says.
"""

from __future__ import annotations

import os
import stat

from memoryrail_lint.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Final

    from memoryrail_lint.git import Repository

MAX_FILE_BYTES: Final = 4 * 1024 * 1024
_FLAGS: Final = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class Unreadable(Exception):
    """A file that is there and must not, or cannot, be read; the text says why, in words fit for any output."""


def join(folder: str, name: str) -> str:
    """The path of `name` in `folder`, where "" is the top."""
    return f"{folder}/{name}" if folder else name


class WorkTree:
    """Files on disk.

    tracked: the paths that `list` may show, where a commit hook must not see what git does not hold; None for all.
    overlay: contents that stand for a file on disk (standard input).
    """

    def __init__(
        self, top: str, *, tracked: frozenset[str] | None = None, overlay: Mapping[str, bytes] | None = None
    ) -> None:
        self.top = top
        self._prefix = os.path.join(top, "")
        self.tracked = tracked
        self.overlay = overlay or {}
        self._folders: dict[str, bool] = {}
        self._real_top: str | None = None

    def absolute(self, path: str) -> str:
        # Paths are relative and normalised, so that a join has nothing to decide; it is done for every memory.
        return self._prefix + path if path else self.top

    def list(self, folder: str) -> list[tuple[str, str]]:
        """(name, kind) of what is in a folder, sorted; kind is "file", "folder", "symlink" or "other".

        Empty where the folder is not there. Raises Unreadable where it leads out of the top or is not permitted.
        """
        found = {}
        try:
            if self._inside(folder):
                with os.scandir(self.absolute(folder)) as entries:
                    found = {entry.name: _kind(entry) for entry in entries}
            else:
                raise Unreadable("is a symlink that leads out of the repository")
        except (FileNotFoundError, NotADirectoryError):
            pass
        except OSError as error:
            raise Unreadable(f"cannot be listed: {_words(error)}") from None
        if self.tracked is not None and folder not in self.tracked:  # git tracks a symlink, not what it leads to
            found = {name: kind for name, kind in found.items() if join(folder, name) in self.tracked}
        for path in self.overlay:
            head, _, name = path.rpartition("/")
            if head == folder:
                found[name] = "file"
        return sorted(found.items())

    def read(self, path: str, limit: int = MAX_FILE_BYTES) -> Source | None:
        """The content of a regular file of at most `limit` bytes; None where there is no such file.

        Raises Unreadable for anything else: a folder, a device, a symlink that leads out, too large, not permitted.
        """
        if path in self.overlay:
            if len(self.overlay[path]) > limit:
                raise Unreadable(f"is larger than {size(limit)}")
            return Source(path, self.overlay[path])
        folder = path.rpartition("/")[0]
        if not (self._folders.get(folder) or self._inside(folder)):
            raise Unreadable("is a symlink that leads out of the repository")
        try:
            return Source(path, _read_regular(self.absolute(path), limit))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except _Symlink:
            return self._read_through(path, limit)
        except OSError as error:
            raise Unreadable(f"cannot be read: {_words(error)}") from None

    def _read_through(self, path: str, limit: int) -> Source | None:
        real = os.path.realpath(self.absolute(path))
        if not self._contains(real):
            raise Unreadable("is a symlink that leads out of the repository")
        try:
            return Source(path, _read_regular(real, limit), real)
        except (FileNotFoundError, _Symlink):
            raise Unreadable("is a symlink that leads nowhere") from None
        except OSError as error:
            raise Unreadable(f"cannot be read: {_words(error)}") from None

    def _inside(self, folder: str) -> bool:
        """Whether a folder, with every symlink in its path followed, lies within the top; asked once a folder."""
        if folder not in self._folders:
            self._folders[folder] = not folder or self._contains(os.path.realpath(self.absolute(folder)))
        return self._folders[folder]

    def _contains(self, real: str) -> bool:
        if self._real_top is None:
            self._real_top = os.path.realpath(self.top)
        if real != self._real_top and not real.startswith(self._real_top.rstrip(os.sep) + os.sep):
            return False
        inner = real[len(self._real_top.rstrip(os.sep)) + 1 :]
        return ".git" not in (part.lower() for part in inner.split(os.sep))


class _Symlink(Exception):
    """Where a regular file was wanted, there is a symlink."""


def _read_regular(path: str, limit: int) -> bytes:
    if not hasattr(os, "O_NOFOLLOW") and os.path.islink(path):
        raise _Symlink
    try:
        handle = os.open(path, _FLAGS)
    except OSError:
        if os.path.islink(path):
            raise _Symlink from None
        if os.path.isdir(path):  # Windows refuses to open one
            raise Unreadable("is a folder, not a file") from None
        raise
    try:
        mode = os.fstat(handle)
        if not stat.S_ISREG(mode.st_mode):
            raise Unreadable("is a folder, not a file" if stat.S_ISDIR(mode.st_mode) else "is not a regular file")
        if mode.st_size > limit:
            raise Unreadable(f"is larger than {size(limit)}")
        data = os.read(handle, mode.st_size + 1)
        while len(data) < mode.st_size and (more := os.read(handle, mode.st_size + 1 - len(data))):
            data += more
        return data
    finally:
        os.close(handle)


def size(count: int) -> str:
    """A number of bytes in words."""
    return f"{count // (1024 * 1024)} MiB" if count >= 1024 * 1024 else f"{count // 1024} KiB"


def _kind(entry: os.DirEntry[str]) -> str:
    if entry.is_symlink():
        return "symlink"
    if entry.is_file(follow_symlinks=False):
        return "file"
    return "folder" if entry.is_dir(follow_symlinks=False) else "other"


def _words(error: OSError) -> str:
    return (error.strerror or "unknown error").lower()


class GitTree:
    """Files that git holds, read in few processes.

    entries: path -> (mode in octal, object id). Raises GitFailed where git refuses.
    """

    def __init__(self, repository: Repository, entries: dict[str, tuple[str, str]]) -> None:
        self.top = repository.root
        self.repository = repository
        self.entries = entries
        self._blobs: dict[str, bytes | Unreadable] = {}
        self._folders: dict[str, dict[str, str]] | None = None

    def absolute(self, path: str) -> str:
        return os.path.join(self.top, path) if path else self.top

    def list(self, folder: str) -> list[tuple[str, str]]:
        """As `WorkTree.list`."""
        if self._folders is None:
            self._folders = {}
            for path, (mode, _) in self.entries.items():
                head, _, name = path.rpartition("/")
                self._folders.setdefault(head, {})[name] = {"120000": "symlink", "160000": "folder"}.get(mode, "file")
                while head:
                    parent, _, name = head.rpartition("/")
                    if name in self._folders.setdefault(parent, {}):
                        break
                    self._folders[parent][name] = "folder"
                    head = parent
        return sorted(self._folders.get(folder, {}).items())

    def fetch(self, paths: Iterable[str], limit: int = MAX_FILE_BYTES) -> None:
        """Read many files in two processes, before they are asked for one by one."""
        known = (self.entries[path] for path in paths if path in self.entries)
        self.fetch_blobs({oid for mode, oid in known if mode != "160000"}, limit)

    def fetch_blobs(self, oids: Iterable[str], limit: int = MAX_FILE_BYTES) -> None:
        """As `fetch`, for blobs of any commit by their object ids."""
        wanted = sorted(oid for oid in oids if oid not in self._blobs)
        if not wanted:
            return
        small = []
        answer = self.repository.ask("cat-file", "--batch-check", input="".join(f"{w}\n" for w in wanted).encode())
        for oid, line in zip(wanted, answer.decode().splitlines(), strict=True):
            words = line.split(" ")
            if len(words) == 3 and words[1] == "blob" and int(words[2]) <= limit:
                small.append(oid)
            else:
                self._blobs[oid] = Unreadable(f"is larger than {size(limit)}" if len(words) == 3 else "is not in git")
        data = self.repository.ask("cat-file", "--batch", input="".join(f"{w}\n" for w in small).encode())
        at = 0
        for oid in small:
            end = data.index(b"\n", at)
            length = int(data[at:end].split(b" ")[2])
            self._blobs[oid] = data[end + 1 : end + 1 + length]
            at = end + length + 2

    def blob(self, oid: str, limit: int = MAX_FILE_BYTES) -> bytes:
        """The content of a blob. Raises Unreadable where it is too large, or is not in this clone."""
        self.fetch_blobs([oid], limit)
        data = self._blobs[oid]
        if isinstance(data, Unreadable):
            raise data
        if len(data) > limit:
            raise Unreadable(f"is larger than {size(limit)}")
        return data

    def read(self, path: str, limit: int = MAX_FILE_BYTES) -> Source | None:
        """As `WorkTree.read`; a symlink is followed to another entry."""
        return self._read(path, limit, 8)

    def _read(self, path: str, limit: int, hops: int) -> Source | None:
        entry = self.entries.get(path)
        if entry is None:
            if any(name.startswith(path + "/") for name in self.entries):
                raise Unreadable("is a folder, not a file")
            return None
        mode, oid = entry
        if mode == "160000":
            raise Unreadable("is a folder, not a file")
        data = self.blob(oid, limit)
        if mode != "120000":
            return Source(path, data)
        target = os.path.normpath(os.path.join(os.path.dirname(path), os.fsdecode(data))).replace(os.sep, "/")
        if target.startswith(("/", "../")) or target == ".." or ".git" in target.lower().split("/"):
            raise Unreadable("is a symlink that leads out of the repository")
        found = self._read(target, limit, hops - 1) if hops else None
        if found is None:
            raise Unreadable("is a symlink that leads nowhere")
        return Source(path, found.data, os.path.join(self.top, target))


class IndexTree(GitTree):
    """Files as git's index holds them: what a commit made now would contain."""

    def __init__(self, repository: Repository) -> None:
        entries: dict[str, tuple[str, str]] = {}
        for line in repository.ask_list("ls-files", "-s", "-z"):
            head, _, path = line.partition("\t")
            mode, oid, stage = head.split(" ")
            if stage == "0" or path not in entries:
                entries[path] = (mode, oid)
        super().__init__(repository, entries)


class CommitTree(GitTree):
    """Files as a commit holds them, without a checkout.

    commit: its id, or "" for what was there before the first one: nothing. paths: files and folders to know of (not
    patterns); the whole tree where there are none.
    """

    def __init__(self, repository: Repository, commit: str, paths: Iterable[str] = ()) -> None:
        entries: dict[str, tuple[str, str]] = {}
        if commit:
            for line in repository.ask_list("ls-tree", "-r", "-z", "--full-tree", commit, "--", *paths):
                head, _, path = line.partition("\t")
                mode, _, oid = head.split(" ")
                entries[path] = (mode, oid)
        super().__init__(repository, entries)


Tree = WorkTree | GitTree
