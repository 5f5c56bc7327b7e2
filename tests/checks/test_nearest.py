from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryrail_lint.checks.nearest import nearest, suggest

FIELDS = (
    "id",
    "type",
    "title",
    "status",
    "created",
    "updated",
    "tags",
    "links",
    "pinned",
    "supersedes",
    "superseded_by",
)


@pytest.mark.parametrize(
    ("word", "known"),
    [
        ("udpated", "updated"),
        ("tag", "tags"),
        ("tagss", "tags"),
        ("link", "links"),
        ("superceded_by", "superseded_by"),
        ("superseded-by", "superseded_by"),
        ("supersededBy", "superseded_by"),
        ("Superseded_By", "superseded_by"),
        ("supersede", "supersedes"),
        ("Status", "status"),
        ("ttile", "title"),
        ("tpye", "type"),
        ("ytpe", "type"),
        ("pined", "pinned"),
        ("craeted", "created"),
        ("create", "created"),
        ("ID", "id"),
        ("di", "id"),
        ("ids", "id"),
    ],
)
def test_one_slip(word: str, known: str) -> None:
    assert nearest(word, FIELDS) == known


@pytest.mark.parametrize(
    "word",
    [
        "reviewer",
        "createdAt",
        "dupatde",
        "x",
        "",
        "uid",
        "pid",
        "kid",
        "i",
        "if",
        "ad",
        "date",
        "statuses",
        "a" * 100_000,
    ],
)
def test_more_than_a_slip_or_another_word(word: str) -> None:
    assert nearest(word, FIELDS) is None


def test_ties_do_not_depend_on_the_order() -> None:
    assert nearest("cat", ["cats", "carts", "bats"]) == "cats"
    assert nearest("bats", ["cats", "rats"]) == nearest("bats", ["rats", "cats"]) == "cats"
    assert (
        nearest("data_set", ["data-set", "data_sets"]) == nearest("data_set", ["data_sets", "data-set"]) == "data-set"
    )
    assert nearest("x", []) is None


def _distance(a: str, b: str) -> int:
    """Optimal string alignment, by the book."""
    rows = [[i + j if not i * j else 0 for j in range(len(b) + 1)] for i in range(len(a) + 1)]
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            rows[i][j] = min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] != b[j - 1]))
            if i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
                rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1)
    return rows[-1][-1]


@given(st.text("abc", max_size=7), st.text("abc", min_size=4, max_size=6))
def test_is_edit_distance_one(word: str, known: str) -> None:
    assert (nearest(word, [known]) == known) == (_distance(word, known) <= 1)


@given(st.text(max_size=10))
def test_takes_any_text(word: str) -> None:
    assert nearest(word, FIELDS) in (*FIELDS, None)
    assert set(suggest(word, FIELDS)) <= set(FIELDS)


def test_suggest_is_looser() -> None:
    assert suggest("chekc", ["check", "sync", "precheck"]) == ["check", "precheck"]
    assert suggest("stale", ["stale-link", "maybe-stale", "sync-drift"]) == ["stale-link", "maybe-stale"]
    assert suggest("stale", ["stale-link", "maybe-stale", "sync-drift"], limit=1) == ["stale-link"]
    assert suggest("zzz", ["check", "sync"]) == []
    assert suggest("x" * 100_000, ["check"]) == []
