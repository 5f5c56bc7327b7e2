"""Commits with who made them, and what each did to some files."""

from __future__ import annotations

from memoryrail_lint.git.process import decode, encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from typing import Final

    from memoryrail_lint.git import Repository
    from memoryrail_lint.git.process import Child

_MARK: Final = b"commit"
# A mark, seven fields, the raw difference to the parent; of a merge what differs from every parent (git-log(1), -c).
_FORMAT: Final = "--format=%x00commit%x00%H%x00%P%x00%an%x00%ae%x00%cn%x00%ce%x00%B%x00"
_OPTIONS: Final = ("-z", "-c", "--raw", "--root", "--no-renames", "--no-abbrev", "--topo-order", "--encoding=UTF-8")


class Change:
    """What a commit did to a file: the object ids before (one for each parent) and after, "" for no regular file."""

    __slots__ = ("after", "before", "path")

    def __init__(self, path: str, before: Sequence[str], after: str) -> None:
        self.path = path
        self.before = tuple(before)
        self.after = after


class Authored:
    """One commit. author, committer: (name, e-mail address), as the commit has them: no mailmap is asked.

    id: "" for the commit that is about to be made. cut: the history is cut off here, so that its changes are unknown.
    """

    __slots__ = ("author", "changes", "committer", "cut", "id", "message")

    def __init__(
        self, id: str, author: tuple[str, str], committer: tuple[str, str], message: str, *, cut: bool = False
    ) -> None:
        self.id = id
        self.author = author
        self.committer = committer
        self.message = message
        self.cut = cut
        self.changes: list[Change] = []


def authored(repository: Repository, start: str, paths: Collection[str], folder: str) -> list[Authored]:
    """The commits of `start`..HEAD that changed one of the files `paths`, or one in `folder`, each before its parents.

    git is not given the paths: it would compare every tree twice then, to simplify the history and to show it.
    Raises GitFailed.
    """
    from memoryrail_lint.git.history import boundary

    command = ("log", *_OPTIONS, _FORMAT, f"{start}..HEAD")
    child = repository.start(*command)
    try:
        found = [commit for commit in _read(_words(child), paths, folder, boundary(repository)) if commit.changes]
        status = child.wait()
        if status:
            raise repository.failure(status, *command)
        return found
    finally:
        child.stop()


def _words(child: Child) -> Iterator[bytes]:
    rest = b""
    while chunk := child.read():
        *whole, rest = (rest + chunk).split(b"\0")
        yield from whole
    yield rest


def _read(words: Iterator[bytes], paths: Collection[str], folder: str, boundary: frozenset[str]) -> Iterator[Authored]:
    commit: Authored | None = None
    wanted, below = {encode(path) for path in paths}, encode(folder) + b"/"
    for word in words:
        word = word.lstrip(b"\n")
        if word.startswith(b":") and commit is not None:
            path = next(words)
            if path in wanted or path.startswith(below):
                commit.changes.append(_change(decode(word), decode(path)))
        elif word == _MARK:
            if commit is not None:
                yield commit
            id, _, *who, message = [next(words).decode(errors="replace") for _ in range(7)]
            commit = Authored(id, (who[0], who[1]), (who[2], who[3]), message, cut=id in boundary)
    if commit is not None:
        yield commit


def _change(head: str, path: str) -> Change:
    parents = len(head) - len(head.lstrip(":"))
    parts = head[parents:].split(" ")
    modes, ids = parts[: parents + 1], parts[parents + 1 : 2 * parents + 2]
    blobs = [id if mode.startswith("100") else "" for mode, id in zip(modes, ids, strict=True)]
    return Change(path, blobs[:-1], blobs[-1])
