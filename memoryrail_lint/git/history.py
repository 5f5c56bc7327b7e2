"""When paths last changed: exactly what `git log -1 -- PATH` answers, for many paths at the cost of one pass."""

from __future__ import annotations

import os

from memoryrail_lint.git import common_dir
from memoryrail_lint.git.commits import MERGES, Commit, key, stream
from memoryrail_lint.git.process import decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping
    from typing import Final

    from memoryrail_lint.git import Repository

__all__ = ["Commit", "boundary", "commits_of", "count_since", "ignored_commits", "last_commits", "touches"]

SLACK: Final = 14 * 86400
"""Seconds by which a commit may be older than what is asked for and still be passed: the clocks of authors differ."""
FEW: Final = 4
"""Up to so many paths one `git log` each is as fast as the pass over everything."""
MOST: Final = 99
"""What `count_since` counts to."""
_IGNORE_FILE: Final = ".git-blame-ignore-revs"
_IGNORE_LIMIT: Final = 1 << 20


def last_commits(
    repo: Repository, wanted: Mapping[str, int], skip: Callable[[str, Commit], bool] | None = None
) -> dict[str, Commit | None]:
    """The last commit of each path in `wanted`, seen from HEAD.

    wanted: path (file or folder, POSIX, relative to the repository's root; "" or "." for the root) -> the oldest
    commit date that matters for it, in seconds since the epoch. None in the answer: there is no commit, or the
    search came to a commit older than that by more than `SLACK`.

    Commits listed in `.git-blame-ignore-revs`, and those for which `skip(path, commit)` is true, are passed over:
    the answer is then the next one that `git log -- PATH` names. A shallow clone's boundary is never passed over,
    since what it changed is not known. Raises GitFailed.
    """
    answers: dict[str, Commit | None] = dict.fromkeys(wanted)
    edge, ignored = boundary(repo), ignored_commits(repo)

    def visit(path: str, commit: Commit) -> bool:
        if commit.id not in edge and (ignored(commit.id) or (skip is not None and skip(path, commit))):
            return True
        answers[path] = commit
        return False

    commits_of(repo, wanted, visit)
    return answers


def commits_of(repo: Repository, wanted: Mapping[str, int], visit: Callable[[str, Commit], bool]) -> None:
    """Call `visit(path, commit)` for the commits of each path, newest first, until it answers False.

    `wanted` as in `last_commits`. Beyond a merge that differs from all its parents, the lines of all parents are
    followed in the order of their dates. Raises GitFailed.
    """
    names: dict[bytes, list[str]] = {}
    cutoffs: dict[bytes, int] = {}
    for path, since in wanted.items():
        name = key(path)
        if name is not None:
            names.setdefault(name, []).append(path)
            cutoffs[name] = min(cutoffs.get(name, since), since)
    cutoffs = {name: since - SLACK for name, since in cutoffs.items()}

    def visit_all(name: bytes, commit: Commit) -> bool:
        names[name] = [path for path in names[name] if visit(path, commit)]
        return bool(names[name])

    if len(cutoffs) > FEW:
        from memoryrail_lint.git.walk import Walk

        Walk(repo, cutoffs, visit_all).run()
        return
    # All of them at once: each is a child that takes as long as half a bare Python start.
    started = [
        (name, stream(repo, "--full-diff", _since(since), "--", decode(name))) for name, since in cutoffs.items()
    ]
    for name, commits in started:
        _follow(repo, name, commits, visit_all)


def touches(repo: Repository, commit: str, path: str) -> bool:
    """Whether `commit` (an id) brought a change of `path`; see `Commit.touches`. Raises GitFailed."""
    return any(found.touches(path) for found in stream(repo, "--no-walk", MERGES, commit))


def count_since(repo: Repository, path: str, since: int) -> int:
    """How many commits of `path` are newer than `since` (seconds); never more than `MOST` + 1. Raises GitFailed."""
    name = key(path)
    if name is None:
        return 0
    limit = f"--max-count={MOST + 1}"
    return int(repo.ask("rev-list", "--count", limit, _since(since + 1), "HEAD", "--", decode(name)))


def boundary(repo: Repository) -> frozenset[str]:
    """The commits at which a shallow clone's history is cut off; empty where it is whole.

    They are kept in the file `shallow` of the common git directory (gitrepository-layout(5)).
    """
    try:
        with open(os.path.join(common_dir(repo.root), "shallow"), encoding="ascii", errors="replace") as file:
            return frozenset(file.read().split())
    except OSError:
        return frozenset()


def ignored_commits(repo: Repository) -> Callable[[str], bool]:
    """Tells the commits that `.git-blame-ignore-revs` at the repository's root lists.

    The format is that of `blame.ignoreRevsFile` in git-config(1): one id a line, `#` begins a comment. Ids may be
    abbreviated to seven digits. Only a regular file is read, and no more than a mebibyte of it.
    """
    whole: set[str] = set()
    short: tuple[str, ...] = ()
    for line in _ignore_lines(os.path.join(repo.root, _IGNORE_FILE)):
        name = line.partition("#")[0].strip().lower()
        if len(name) in (40, 64):
            whole.add(name)
        elif 7 <= len(name) < 40 and not name.strip("0123456789abcdef"):
            short += (name,)
    return lambda commit: commit in whole or commit.startswith(short)


def _ignore_lines(path: str) -> list[str]:
    from stat import S_ISREG

    try:
        if not S_ISREG(os.lstat(path).st_mode):
            return []
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read(_IGNORE_LIMIT).splitlines()
    except OSError:
        return []


def _follow(
    repo: Repository, name: bytes, commits: Generator[Commit, None, None], visit: Callable[[bytes, Commit], bool]
) -> None:
    for commit in commits:
        if len(commit.parents) > 1:
            commit.load = _names_of(repo, commit.id)
        if not visit(name, commit):
            commits.close()


def _names_of(repo: Repository, commit: str) -> Callable[[], list[bytes]]:
    return lambda: next(stream(repo, "--no-walk", MERGES, commit)).names


def _since(seconds: int) -> str:
    return f"--since=@{max(seconds, 0)} +0000"
