"""The cycles of a graph in which a node names its successor, or its predecessor, or both."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Edges = dict[str, dict[str, None]]


def find(after: Mapping[str, str], before: Mapping[str, str]) -> list[list[str]]:
    """The cycles, each once and from its smallest node on, in the order of these nodes.

    after: node -> its successor; before: node -> its predecessor. Cycles of one map alone are all found. One that only
    the two together make is found where it shares no node with another one, which is the first to mend. Linear in the
    number of edges, and nothing recurses.
    """
    known: dict[frozenset[str], list[str]] = {}
    for cycle in [*_functional(after), *(cycle[::-1] for cycle in _functional(before))]:
        known.setdefault(frozenset(cycle), cycle)
    ringed = {node for cycle in known.values() for node in cycle}
    edges = [*after.items(), *((start, end) for end, start in before.items())]
    mixed = _mixed((start, end) for start, end in edges if start not in ringed and end not in ringed)
    return sorted(_from_smallest(cycle) for cycle in [*known.values(), *mixed])


def _functional(after: Mapping[str, str]) -> list[list[str]]:
    """The cycles where each node has one successor."""
    found: list[list[str]] = []
    done: set[str] = set()
    for start in after:
        path: dict[str, int] = {}
        node: str | None = start
        while node is not None and node not in done and node not in path:
            path[node] = len(path)
            node = after.get(node)
        if node is not None and node in path:
            found.append(list(path)[path[node] :])
        done.update(path)
    return found


def _mixed(edges: Iterable[tuple[str, str]]) -> list[list[str]]:
    """Cycles of any graph without a node in common, as many as one walk meets; none is left without any."""
    core = _Core(edges)
    found: list[list[str]] = []
    path: list[str] = []
    place: dict[str, int] = {}
    while core.ahead:
        while path and path[-1] not in core.ahead:
            del place[path.pop()]
        node = next(iter(core.ahead[path[-1]] if path else core.ahead))
        if node in place:
            found.append(path[place[node] :])
            core.drop(found[-1])
        else:
            place[node] = len(path)
            path.append(node)
    return found


class _Core:
    """What is left of a graph once everything is taken off that no cycle runs through."""

    def __init__(self, edges: Iterable[tuple[str, str]]) -> None:
        self.ahead: Edges = {}
        self.behind: Edges = {}
        for start, end in edges:
            self.ahead.setdefault(start, {})[end] = None
            self.behind.setdefault(end, {})[start] = None
        self._peel([*self.ahead, *self.behind])

    def drop(self, nodes: Iterable[str]) -> None:
        self._peel([other for node in nodes for other in self._take_out(node)])

    def _peel(self, nodes: list[str]) -> None:
        while nodes:
            node = nodes.pop()
            if (node in self.ahead) != (node in self.behind):
                nodes += self._take_out(node)

    def _take_out(self, node: str) -> list[str]:
        """Remove a node; its neighbours."""
        ahead, behind = self.ahead.pop(node, {}), self.behind.pop(node, {})
        for others, edges in ((ahead, self.behind), (behind, self.ahead)):
            for other in others:
                if other != node:
                    del edges[other][node]
                    if not edges[other]:
                        del edges[other]
        return [other for other in (*ahead, *behind) if other != node]


def _from_smallest(cycle: list[str]) -> list[str]:
    first = cycle.index(min(cycle))
    return cycle[first:] + cycle[:first]
