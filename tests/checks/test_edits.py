"""The distance of texts against the table that defines it, and the limits of its cost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryrail_lint.checks.edits import distance

TEXT = st.text("abc ", max_size=9)


def by_table(one: str, other: str) -> int:
    """Optimal string alignment."""
    rows = [list(range(len(other) + 1))]
    for i, a in enumerate(one, 1):
        row = [i]
        for j, b in enumerate(other, 1):
            best = min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                best = min(best, rows[-2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]


@given(TEXT, TEXT)
def test_as_the_table(one: str, other: str) -> None:
    wanted = by_table(one, other)
    assert distance(one, other, 20) == wanted
    if wanted:
        assert distance(one, other, wanted - 1) is None


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [("", "", 0), ("recieve", "receive", 1), ("wait", "waits", 1), ("pool", "poll", 1), ("", "abc", 3)],
)
def test_typos(one: str, other: str, count: int) -> None:
    assert distance(one, other, 3) == count


def test_large_texts() -> None:
    text = "never wait " * 300_000
    assert distance(text, text[:1_500_000] + "QQ" + text[1_500_000:], 40) == 2
    assert distance("ab" * 1_000_000, "ba" * 1_000_000, 40) == 2
    assert distance("a" * 2_000_000, "b" * 2_000_000, 40) is None
