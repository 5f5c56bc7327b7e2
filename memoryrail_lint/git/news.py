"""Whether paths changed after a memory was last updated, and the evidence."""

from __future__ import annotations

from memoryrail_lint.git.history import MOST, boundary, commits_of, ignored_commits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

    from memoryrail_lint.git.history import Commit
    from memoryrail_lint.git.tracked import Tracked

DAY: Final = 86400


class Watch:
    """A path that a memory links, and what `news` found out about it.

    path: relative to the repository's root. own: the memory's own file, likewise. updated: seconds since the epoch.
    """

    __slots__ = ("commit", "count", "own", "path", "since", "uninitialised", "unknown", "updated")

    def __init__(self, path: str, own: str | None, updated: int) -> None:
        self.path = path
        self.own = own
        self.updated = updated
        self.since = updated
        """From when on a commit is news: `updated`, or the author date of an own commit that is later."""
        self.commit: Commit | None = None
        """The newest commit of `path` that is news to the memory; None where there is none."""
        self.count = 0
        """How many commits are news; `MOST` + 1 stands for more than `MOST`."""
        self.unknown = False
        """The history is cut off (a shallow clone) at `commit`: whether `path` changed there cannot be known."""
        self.uninitialised: str | None = None
        """The submodule that holds `path` and that is not initialised here, so that there is no history to ask."""


def news(tracked: Tracked, watches: Iterable[Watch], grace: int = DAY) -> None:
    """Fill in the watches, in one pass over the history (and one per submodule concerned). Raises GitFailed.

    A commit of a path, as `git log -- PATH` names them from the newest on, is news to a memory when its committer
    date is later than the memory's `updated`, with these exceptions:

    - A commit listed in `.git-blame-ignore-revs` is passed over.
    - The memory's own commit is passed over: one that also touches the memory's file and whose author date is not
      later than `updated` plus `grace` seconds. Who made it had the path in front of them, so the memory counts as
      confirmed at its author date, and what was committed until then is no news either. What was committed between
      its author date and its committer date is: it arrived under a commit that was rebased, picked or squashed
      onto it, after the memory was written.
    """
    groups: dict[str, list[Watch]] = {}
    modules: dict[str, str] = {}
    for watch in watches:
        if watch.path not in modules:
            modules[watch.path] = tracked.below_submodule(watch.path) or ""
        groups.setdefault(modules[watch.path], []).append(watch)
    _judge(tracked, groups.pop("", []), grace)
    for submodule, group in groups.items():
        _judge_inside(tracked, submodule, group)


def _judge(tracked: Tracked, watches: list[Watch], grace: int) -> None:
    repo = tracked.repo
    edge, ignored = boundary(repo), ignored_commits(repo)
    by_path: dict[str, list[Watch]] = {}
    for watch in watches:
        by_path.setdefault(watch.path, []).append(watch)

    def visit(path: str, commit: Commit) -> bool:
        open_ = [watch for watch in by_path[path] if commit.committed > watch.since]
        if commit.id in edge:
            for watch in open_:
                if watch.commit is None:
                    watch.commit, watch.unknown = commit, True
            return False
        if not ignored(commit.id):
            for watch in open_:
                _weigh(watch, commit, grace)
        by_path[path] = [watch for watch in open_ if watch.count <= MOST]
        return bool(by_path[path])

    wanted = {path: min(watch.updated for watch in group) for path, group in by_path.items()}
    commits_of(repo, wanted, visit)


def _weigh(watch: Watch, commit: Commit, grace: int) -> None:
    if watch.own and commit.authored <= watch.updated + grace and commit.touches(watch.own):
        watch.since = max(watch.since, commit.authored)
        return
    watch.commit = watch.commit or commit
    watch.count += 1


def _judge_inside(tracked: Tracked, submodule: str, watches: list[Watch]) -> None:
    """Judge paths by the history of the submodule they lie in; its commits are nobody's own."""
    from memoryrail_lint.git.tracked import Tracked

    repo = tracked.submodule(submodule)
    inner = [Watch(watch.path[len(submodule) + 1 :], None, watch.updated) for watch in watches]
    if repo is not None:
        news(Tracked(repo, [watch.path for watch in inner]), inner)
    for watch, found in zip(watches, inner, strict=True):
        watch.commit, watch.count, watch.unknown = found.commit, found.count, found.unknown
        deeper = found.uninitialised
        watch.uninitialised = submodule if repo is None else f"{submodule}/{deeper}" if deeper else None
