"""Commits with the paths they change, as git prints them in one stream or on request."""

from __future__ import annotations

import os

from memoryrail_lint.git.process import Child, encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from typing import Final

    from memoryrail_lint.git import Repository

ROOT: Final = b"."
"""The key of the repository's root among the paths of a commit: every commit that changes anything changes it."""

# Folders count as paths (-t), for the tree of one may differ from every parent's although each file equals one. A
# submodule's `ignore` setting hides its changes from a diff, but not from the path-limited history that is sought.
DIFF: Final = (
    *("--root", "-t", "--name-only", "-z", "--no-renames", "--ignore-submodules=none"),
    "--format=%x00%H,%P,%ct,%at,%cI",
)
# Shows a merge as what it brought to its first parent. With a path it would also change which commits are found.
MERGES: Final = "--diff-merges=first-parent"


class Commit:
    """One commit.

    id: hexadecimal. committed, authored: seconds since the epoch. date: the committer's, as `%cI` gives it.
    parents: ids as bytes. names: the paths (bytes, folders too, `ROOT` where there are any) in which it differs
    from its first parent, or that it holds if it has none.
    """

    __slots__ = ("_set", "authored", "committed", "date", "id", "load", "names", "parents")

    def __init__(self, record: bytes) -> None:
        head, _, names = record.partition(b"\0\n")
        commit, parents, committed, authored, date = head.strip(b"\0").split(b",")
        self.id = commit.decode()
        self.parents = parents.split()
        self.committed = int(committed or 0)
        self.authored = int(authored or 0)
        self.date = date.decode(errors="replace")
        self.names: list[bytes] = names.rstrip(b"\0").split(b"\0") if names else []
        if names:
            self.names.append(ROOT)
        self.load: Callable[[], list[bytes]] | None = None
        """Fetches `names` for `touches` where they did not come along."""
        self._set: frozenset[bytes] | None = None

    def touches(self, path: str) -> bool:
        """Whether this commit brought a change of `path` (file or folder, relative to the repository's root).

        A merge brings what differs from its first parent: merging a branch touches the files of that branch, and
        bringing a branch up to date touches what the others did.
        """
        if self._set is None:
            self._set = frozenset(self.load() if self.load else self.names)
        name = key(path)
        return name is not None and name in self._set

    def __repr__(self) -> str:
        return f"<Commit {self.id[:10]} {self.date}>"


def key(path: str) -> bytes | None:
    """A path (POSIX, relative to the root, "" or "." for the root itself) as git names it.

    None for what no tree can hold: an absolute path, `..`, an empty or `.` component, NUL, a lone surrogate.
    """
    if path in ("", "."):
        return ROOT
    if "\0" in path or not {"", ".", ".."}.isdisjoint(path.split("/")):
        return None
    try:
        return encode(path)
    except UnicodeEncodeError:
        return None


def stream(repo: Repository, *args: str, flush: bool = True) -> Generator[Commit, None, None]:
    """The commits that `git log` with `DIFF` and `args` prints, as they come; git is ended with the iteration.

    git starts with the call, so that several can work at once; whoever calls must iterate.
    flush: each commit comes at once; else in blocks, which costs a fifth less.
    Nothing comes where the repository has no commit yet. Raises GitFailed when git fails.
    """
    command = ("log", *DIFF, *args)
    return _commits(repo, repo.start(*command, flush=flush), command)


def _commits(repo: Repository, child: Child, command: tuple[str, ...]) -> Generator[Commit, None, None]:
    try:
        for record in _records(child):
            yield Commit(record)
        status = child.wait()
        if status:
            failure = repo.failure(status, *command)
            if "does not have any commits yet" not in str(failure):
                raise failure
    finally:
        child.stop()


def _records(child: Child) -> Iterator[bytes]:
    """What lies between two NULs: names are never empty, so only a header follows an empty string."""
    parts = [b"\0"]  # the first header has one NUL before it
    while chunk := child.read():
        last = parts[-1]
        parts.append(chunk)
        if b"\0\0" in chunk or (last.endswith(b"\0") and chunk.startswith(b"\0")):
            *whole, rest = b"".join(parts).split(b"\0\0")
            yield from filter(None, whole)
            parts = [rest]
    yield from filter(None, [b"".join(parts).strip(b"\0")])


class Differ:
    """`git diff-tree --stdin`, asked about any commit at any time; starts with the first question."""

    def __init__(self, repo: Repository) -> None:
        self._repo = repo
        self._child: Child | None = None
        # A line that is no commit is echoed and flushed. It cannot be guessed by who names the files.
        self._echo = b"~" + os.urandom(12).hex().encode() + b"\n"
        self._known: dict[bytes, Commit] = {}

    def commits(self, ids: Sequence[bytes]) -> list[Commit]:
        """These commits, in this order. Raises GitFailed."""
        missing = [name for name in ids if name not in self._known]
        self._known.update(zip(missing, self._ask(missing), strict=True))
        return [self._known[name] for name in ids]

    def between(self, pairs: Sequence[tuple[Commit, bytes]]) -> list[list[bytes]]:
        """For each commit and parent the paths in which they differ. Raises GitFailed.

        The parents are read in the same round trip: a merge took most of what it changed from one of them.
        """
        # For the rest of its life the child takes the parent it is given here for the commit's only one.
        self._known.update((commit.id.encode(), commit) for commit, _ in pairs)
        ahead = [parent for parent in dict.fromkeys(parent for _, parent in pairs) if parent not in self._known]
        found = self._ask([*ahead, *(b"%s %s" % (commit.id.encode(), parent) for commit, parent in pairs)])
        self._known.update(zip(ahead, found, strict=False))
        return [commit.names for commit in found[len(ahead) :]]

    def _ask(self, lines: Sequence[bytes]) -> list[Commit]:
        found: list[Commit] = []
        for at in range(0, len(lines), 32):  # a pipe holds this many questions without being read
            found += self._ask_some(lines[at : at + 32])
        return found

    def _ask_some(self, lines: Sequence[bytes]) -> list[Commit]:
        command = ("diff-tree", "--stdin", "--always", "-r", MERGES, *DIFF)
        if self._child is None:
            self._child = self._repo.start(*command, talk=True)
        question = b"\n".join([*lines, self._echo])
        answer = bytearray()
        try:
            self._child.write(question)
            while not answer.endswith(self._echo) and (chunk := self._child.read()):
                answer += chunk
        except OSError:
            answer.clear()
        records = [r for r in (b"\0" + answer).removesuffix(self._echo).split(b"\0\0") if r.strip(b"\0")]
        if len(records) != len(lines):
            self._child.stop()
            raise self._repo.failure(self._child.status or 128, *command, input=question)
        return [Commit(record) for record in records]

    def close(self) -> None:
        """End the child."""
        if self._child is not None:
            self._child.stop()
