"""What became of paths that are no more: deleted in which commit, or renamed to what."""

from __future__ import annotations

from memoryrail_lint.git import GitFailed
from memoryrail_lint.git.commits import key
from memoryrail_lint.git.history import commits_of
from memoryrail_lint.git.process import decode, encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Final

    from memoryrail_lint.git import Repository
    from memoryrail_lint.git.history import Commit

    Renames = dict[bytes, bytes]

HOPS: Final = 8
"""How many renames in a row are followed."""
COMMITS: Final = 200
"""In how many commits renames are looked for; each may cost git a comparison of contents."""
# Contents are compared only where a commit adds and deletes few enough files; equal contents are always found.
_LIMIT: Final = "-l300"


class Moved:
    """The path is now at `to`. `commit`: the id of the one that renamed it (last), "" where that is only staged."""

    __slots__ = ("commit", "to")

    def __init__(self, to: str, commit: str) -> None:
        self.to = to
        self.commit = commit


class Deleted:
    """The path was deleted. `commit`: the id of the one that did it, `date`: its committer date as `%cI` gives it.

    Both are "" where that is only staged.
    """

    __slots__ = ("commit", "date")

    def __init__(self, commit: str, date: str) -> None:
        self.commit = commit
        self.date = date


def what_happened(repo: Repository, paths: Iterable[str] | Mapping[str, int]) -> dict[str, Moved | Deleted | None]:
    """What became of paths that git does not track (any more).

    paths: a mapping names for each the oldest commit date that matters, in seconds since the epoch (when the memory
    that links it was made, for instance), and the search goes back no further; otherwise it may go back to the first
    commit. None in the answer: nothing happened to the path, or nothing is known. A folder has moved when all its
    files have, to the same places below one other folder. Raises GitFailed.
    """
    wanted = paths if isinstance(paths, dict) else dict.fromkeys(paths, 0)
    answers: dict[str, Moved | Deleted | None] = dict.fromkeys(wanted)
    search = _Search(repo)
    # What each path has become so far, and since when. Where it is tracked there, nothing happened to it since.
    open_ = {path: (path, since) for path, since in wanted.items() if key(path) is not None}
    for _ in range(HOPS):
        found = search.look(dict(open_.values()))
        following = {}
        for path, (now, _) in open_.items():
            what, since = found[now]
            if what is not None:
                answers[path] = what
            if isinstance(what, Moved) and what.commit:
                following[path] = (what.to, since)
        open_ = following
    return answers


class _Search:
    """One step at a time: what the last commit of a path, or what is staged, did to it."""

    def __init__(self, repo: Repository) -> None:
        self._repo = repo
        self._staged: Renames | None = None
        self._seen: dict[str, Renames] = {}

    def look(self, wanted: Mapping[str, int]) -> dict[str, tuple[Moved | Deleted | None, int]]:
        """For each path what happened to it last, and the date of the commit that did it."""
        if wanted and self._staged is None:
            self._staged = _staged(self._repo)
        found = {path: (_what(self._staged or {}, path, None), 0) for path in wanted}
        last = _last_commits(self._repo, {path: since for path, since in wanted.items() if found[path][0] is None})
        for path, commit in last.items():
            found[path] = (_what(self._renames(commit), path, commit), commit.committed)
        return found

    def _renames(self, commit: Commit) -> Renames:
        if commit.id not in self._seen:
            wanted = commit.parents and len(self._seen) < COMMITS
            first = commit.parents[0].decode() if wanted else ""
            self._seen[commit.id] = _changes(self._repo, "diff-tree", "-r", first, commit.id) if wanted else {}
        return self._seen[commit.id]


def _what(renames: Renames, path: str, commit: Commit | None) -> Moved | Deleted | None:
    name = encode(path)
    if (to := _target(renames, name)) is not None:
        return Moved(decode(to), commit.id if commit else "")
    if name in renames or any(old.startswith(name + b"/") for old in renames):
        return Deleted(commit.id, commit.date) if commit else Deleted("", "")
    return None


def _last_commits(repo: Repository, wanted: Mapping[str, int]) -> dict[str, Commit]:
    found: dict[str, Commit] = {}

    def visit(path: str, commit: Commit) -> bool:
        found[path] = commit
        return False

    commits_of(repo, wanted, visit)
    return found


def _staged(repo: Repository) -> Renames:
    try:
        return _changes(repo, "diff-index", "--cached", "HEAD")
    except GitFailed:  # no commit yet
        return {}


def _changes(repo: Repository, command: str, *args: str) -> Renames:
    """Old path -> new path of what was renamed, -> b"" of what was deleted, as git detects renames (gitdiffcore(7)).

    Where a partial clone lacks the contents to compare, equal files only count as renamed.
    """
    options = ("--diff-filter=RD", "--name-status", "-z", "--ignore-submodules=none", _LIMIT)
    try:
        out = repo.ask(command, "-M", *options, *args)
    except GitFailed:
        out = repo.ask(command, "-M100%", *options, *args)
    fields = iter(out.split(b"\0"))
    return {name: (next(fields) if status[:1] == b"R" else b"") for status, name in _pairs(fields)}


def _pairs(fields: Iterable[bytes]) -> Iterable[tuple[bytes, bytes]]:
    fields = iter(fields)
    for status in fields:
        if status:
            yield status, next(fields)


def _target(renames: Renames, name: bytes) -> bytes | None:
    """Where `name` went, file or folder."""
    if name in renames:
        return renames[name] or None
    inside = {old[len(name) :]: new for old, new in renames.items() if old.startswith(name + b"/")}
    targets = {new.removesuffix(rest) if new.endswith(rest) else b"" for rest, new in inside.items()}
    return targets.pop() or None if len(targets) == 1 else None
