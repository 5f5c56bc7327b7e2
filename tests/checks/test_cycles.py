"""The cycles of small graphs against a search by hand, and large ones for their size."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memoryrail_lint.checks.cycles import find

MAP = st.dictionaries(st.sampled_from("abcdefg"), st.sampled_from("abcdefg"))


def by_following(after: dict[str, str]) -> set[frozenset[str]]:
    found = set()
    for start in after:
        path = [start]
        while path[-1] in after and after[path[-1]] not in path:
            path.append(after[path[-1]])
        if after.get(path[-1]) == start:
            found.add(frozenset(path))
    return found


def has_cycle(edges: set[tuple[str, str]], nodes: set[str]) -> bool:
    while True:
        inner = [(a, b) for a, b in edges if a in nodes and b in nodes]
        left = {a for a, _ in inner} & {b for _, b in inner}
        if left == nodes:
            return bool(nodes)
        nodes = left


@given(MAP, MAP)
def test_each_cycle_once(after: dict[str, str], before: dict[str, str]) -> None:
    edges = set(after.items()) | {(start, end) for end, start in before.items()}
    cycles = find(after, before)
    sets = [frozenset(cycle) for cycle in cycles]
    assert len(set(sets)) == len(sets)
    assert cycles == sorted(cycles)
    for cycle in cycles:
        assert cycle[0] == min(cycle)
        assert len(set(cycle)) == len(cycle)
        assert all(edge in edges for edge in zip(cycle, [*cycle[1:], cycle[0]], strict=True))
    assert by_following(after) | by_following(before) <= set(sets)
    assert not has_cycle(edges, set("abcdefg").difference(*sets))


def test_long_ones_do_not_recurse() -> None:
    count = 10_000
    ring = {str(n): str((n + 1) % count) for n in range(count)}
    chain = {str(n): str(n + 1) for n in range(count)}
    back = {older: newer for newer, older in ring.items()}
    assert [len(cycle) for cycle in find(ring, {})] == [count]
    assert [len(cycle) for cycle in find(ring, back)] == [count]
    assert find(chain, {older: newer for newer, older in chain.items()}) == []
    pairs = {str(2 * n): str(2 * n + 1) for n in range(count)}
    assert len(find(pairs, pairs)) == count
