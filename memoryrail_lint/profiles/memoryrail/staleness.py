"""Which links of active memories are stale (MemoryRail format, "Staleness"), decided once for all rules of the hook."""

from __future__ import annotations

from memoryrail_lint.checks import paths
from memoryrail_lint.profiles.memoryrail.links import Link, active_links

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoryrail_lint.git.news import Watch
    from memoryrail_lint.git.tracked import Tracked
    from memoryrail_lint.profiles.memoryrail.model import Store


class Staleness:
    """The verdicts on a store's active links.

    gone: neither on disk nor tracked. untracked: on disk only. newer: changed since. unknown: links whose last commit
    is the boundary of a shallow clone, and newer than the memory. changing: staged without the memory.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.gone: list[Link] = []
        self.untracked: list[Link] = []
        self.newer: list[tuple[Link, Watch]] = []
        self.unknown: list[tuple[Link, Watch]] = []
        self.changing: list[Link] = []
        self.tracked: Tracked | None = None
        found = active_links(store)
        if store.repository is None:
            self.gone = [link for link in found if not self._on_disk(link)]
            if found:
                store.skip("maybe-stale", "there is no git repository here")
        elif found:
            from memoryrail_lint.git.tracked import Tracked

            self.tracked = Tracked(store.repository, {link.path for link in found})
            kinds = {path: self.tracked.kind(path) for path in {link.path for link in found}}
            self._date([link for link in found if kinds[link.path] or self._exists(link, self.tracked)], self.tracked)
        if store.staged:
            gone = {id(link) for link in self.gone}
            self.changing = [link for link in found if self._is_staged(link, store.staged) and id(link) not in gone]

    def _on_disk(self, link: Link) -> bool:
        return not link.path or paths.exists(self.store.tree.top, link.path, self.store.symlinks)

    @staticmethod
    def _is_staged(link: Link, staged: frozenset[str]) -> bool:
        prefix = f"{link.path}/" if link.path else ""
        return link.memory.path not in staged and any(path == link.path or path.startswith(prefix) for path in staged)

    def _exists(self, link: Link, tracked: Tracked) -> bool:
        """Whether an untracked path is tracked in a submodule; what is in none is gone, or on this disk only."""
        module = tracked.below_submodule(link.path)
        if module is not None:
            from memoryrail_lint.git.tracked import Tracked

            inner, rest = tracked.submodule(module), link.path[len(module) + 1 :]
            if inner is None or Tracked(inner, [rest]).kind(rest) is not None:
                return True
        (self.untracked if self._on_disk(link) else self.gone).append(link)
        return False

    def _date(self, links: list[Link], tracked: Tracked) -> None:
        from memoryrail_lint.git.news import Watch, news

        watches = []
        for link in links:
            updated = link.memory.updated
            if updated is not None:
                watches.append((link, Watch(link.path, link.memory.path, updated.seconds)))
        news(tracked, [watch for _, watch in watches], self.store.config.grace)
        for link, watch in watches:
            if watch.uninitialised:
                self.store.skip("maybe-stale", "a submodule is not initialised here: git submodule update --init")
            elif watch.commit is not None:
                (self.unknown if watch.unknown else self.newer).append((link, watch))


def of(store: Store) -> Staleness:
    """The store's verdicts; worked out once."""
    if store.staleness is None:
        store.staleness = Staleness(store)
    return store.staleness
