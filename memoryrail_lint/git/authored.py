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

    bases: tuple[str, ...] = ()

    def __init__(self, path: str, before: Sequence[str], after: str) -> None:
        self.path = path
        self.before = tuple(before)
        self.after = after


class Picked(Change):
    """What a merge left out of a file: `after` is that of one parent, `before` what others had changed it to.

    bases: the object ids where the parents parted.
    """

    __slots__ = ("bases",)

    def __init__(self, path: str, before: Sequence[str], after: str, bases: Sequence[str]) -> None:
        super().__init__(path, before, after)
        self.bases = tuple(bases)


class Authored:
    """One commit. author, committer: (name, e-mail address), as the commit has them: no mailmap is asked.

    id: "" for the commit that is about to be made. cut: the history is cut off here, so that its changes are unknown.
    """

    __slots__ = ("author", "changes", "committer", "cut", "id", "message", "parents")

    def __init__(
        self,
        id: str,
        author: tuple[str, str],
        committer: tuple[str, str],
        message: str,
        *,
        parents: Sequence[str] = (),
        cut: bool = False,
    ) -> None:
        self.id = id
        self.author = author
        self.committer = committer
        self.message = message
        self.parents = tuple(parents)
        self.cut = cut
        self.changes: list[Change] = []


def authored(repository: Repository, start: str, paths: Collection[str], folder: str) -> list[Authored]:
    """The commits of `start`..HEAD that changed one of the files `paths`, or one in `folder`, each before its parents.
    Merges are all among them.

    git is not given the paths: it would compare every tree twice then, to simplify the history and to show it.
    Raises GitFailed.
    """
    from memoryrail_lint.git.history import boundary

    command = ("log", *_OPTIONS, _FORMAT, f"{start}..HEAD")
    child = repository.start(*command)
    try:
        read = _read(_words(child), paths, folder, boundary(repository))
        found = [commit for commit in read if commit.changes or len(commit.parents) > 1]
        status = child.wait()
        if status:
            raise repository.failure(status, *command)
        return found
    finally:
        child.stop()


def picked(repository: Repository, merge: Authored, paths: Sequence[str]) -> list[Picked]:
    """The files at or below `paths` that a merge has as one parent has them although another one had changed them.

    Raises GitFailed.
    """
    options = ("-r", "-z", "--raw", "--no-renames", "--no-abbrev", "--ignore-submodules=none")
    sides: list[dict[str, Change]] = []
    for parent in merge.parents:
        words = repository.ask_list("diff-tree", *options, parent, merge.id, "--", *paths)
        changes = (_change(head, path) for head, path in zip(words[::2], words[1::2], strict=True))
        sides.append({change.path: change for change in changes})
    taken = {path for side in sides for path in side if any(path not in other for other in sides)}
    if not taken:
        return []
    bases = parted(repository, merge.parents)
    names = sorted(taken)
    asked = [f"{base}:{path}" for base in bases for path in names if "\n" not in path]
    known = dict(zip(asked, blobs(repository, asked), strict=True)) if asked else {}
    found = []
    for path in names:
        was = [known.get(f"{base}:{path}", "") for base in bases]
        left = [side[path].before[0] for side in sides if path in side and side[path].before[0] not in was]
        if left:
            after = next(side[path].after for side in sides if path in side)
            found.append(Picked(path, left, after, was))
    return found


def parted(repository: Repository, parents: Sequence[str]) -> list[str]:
    """Where the parents of a merge parted; nothing where that is not known here."""
    from memoryrail_lint.git import GitFailed

    try:
        return repository.ask("merge-base", "--all", *parents).decode().split()
    except GitFailed:
        return []


def blobs(repository: Repository, asked: Sequence[str]) -> list[str]:
    """The object ids of names `<commit>:<path>`, "" where there is no such file."""
    answer = repository.ask("cat-file", "--batch-check", input=encode("".join(f"{name}\n" for name in asked)))
    words = [line.rsplit(b" ", 2) for line in answer.removesuffix(b"\n").split(b"\n")]
    return [
        found[0].decode() if len(found) == 3 and found[1] == b"blob" and found[2].isdigit() else "" for found in words
    ]


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
            id, parents, *who, message = [next(words).decode(errors="replace") for _ in range(7)]
            commit = Authored(
                id, (who[0], who[1]), (who[2], who[3]), message, parents=parents.split(), cut=id in boundary
            )
    if commit is not None:
        yield commit


def _change(head: str, path: str) -> Change:
    parents = len(head) - len(head.lstrip(":"))
    parts = head[parents:].split(" ")
    modes, ids = parts[: parents + 1], parts[parents + 1 : 2 * parents + 2]
    blobs = [id if mode.startswith("100") else "" for mode, id in zip(modes, ids, strict=True)]
    return Change(path, blobs[:-1], blobs[-1])
