"""Which rules run, and what comments silence."""

from __future__ import annotations

import datetime

import pytest

from memoryrail_lint import policy
from memoryrail_lint.errors import Trouble
from memoryrail_lint.rule import Entry
from memoryrail_lint.source import Source

ENTRIES = [
    Entry("one", "hook-a", "member", "memoryrail"),
    Entry("two", "hook-a", "member", "memoryrail"),
    Entry("three", "hook-b", "store", "memoryrail"),
]


@pytest.mark.parametrize(
    ("select", "ignore", "names"),
    [
        ([], [], ["one", "two", "three"]),
        (["two"], [], ["two"]),
        (["three", "one"], [], ["one", "three"]),
        (["hook-a"], [], ["one", "two"]),
        (["hook-a"], ["one"], ["two"]),
        ([], ["hook-a"], ["three"]),
        (["one"], ["one"], []),
        (["elsewhere"], [], []),
        ([], ["elsewhere"], ["one", "two", "three"]),
    ],
)
def test_choose(select: list[str], ignore: list[str], names: list[str]) -> None:
    assert [entry.name for entry in policy.choose(ENTRIES, select, ignore, lambda: ["elsewhere"])] == names


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("thre", "no rule is called 'thre'; did you mean three?"),
        ("hok-b", "no rule is called 'hok-b'; did you mean hook-b?"),
        ("entirely-different", "no rule is called 'entirely-different'; `memoryrail-lint rule` lists them"),
        ("\x1b[31m", "no rule is called '\\\\x1b[31m'; `memoryrail-lint rule` lists them"),
    ],
)
def test_an_unknown_name(name: str, says: str) -> None:
    for select, ignore in (([name], []), ([], [name])):
        with pytest.raises(Trouble) as caught:
            policy.choose(ENTRIES, select, ignore, list)
        assert str(caught.value) == says


def found(text: str, front_end: int = 0, **more) -> list[tuple[list[str], int, str, str | None]]:
    comments = policy.suppressions(Source("x.md", text.encode()), front_end, **more)
    return [(c.rules, c.line, c.reason, c.until) for c in comments]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\nb <!-- memoryrail-lint: ignore[x] why not -->\n", [(["x"], 2, "why not", None)]),
        ("a\n<!-- memoryrail-lint: ignore[x] why -->\nb\n", [(["x"], 3, "why", None)]),
        ("  <!-- memoryrail-lint: ignore[x] -->  \r\nb\n", [(["x"], 2, "", None)]),
        ("<!--memoryrail-lint:ignore[x, y ,z]-->\n", [(["x", "y", "z"], 2, "", None)]),
        ("a <!-- memoryrail-lint: ignore-file[x] -->\n", [(["x"], 0, "", None)]),
        (
            "a <!-- memoryrail-lint: ignore[x] later until=2030-01-02 -->\n",
            [(["x"], 1, "later until=2030-01-02", "2030-01-02")],
        ),
        (
            "a <!-- memoryrail-lint: ignore[x] -->b<!-- memoryrail-lint: ignore[y] -->\n",
            [(["x"], 1, "", None), (["y"], 1, "", None)],
        ),
        ("# memoryrail-lint: ignore[x]\n", []),
        ("<!-- memoryrail-lint: ignore -->\n", []),
        ("<!-- memoryrail-lint: ignore[x]\n-->\n", []),
        ("<!-- memoryrail-lint: ignored[x] -->\n", []),
        ("<!-- memoryrail-lint ignore[x] -->\n", []),
        ("```\n<!-- memoryrail-lint: ignore[x] -->\n```\n", []),
        ("<!-- memoryrail-lint: ignore[" + "x" * 600 + "] -->\n", []),
    ],
)
def test_comments_of_a_body(text: str, expected: list) -> None:
    assert found(text) == expected


def test_comments_of_front_matter() -> None:
    lines = (
        "# memoryrail-lint: ignore[x] one",
        "a: b # memoryrail-lint: ignore[y] two",
        "c: d#memoryrail-lint: ignore[z]",
    )
    front = "\n".join(("---", *lines, "---", ""))
    text = f"{front}# memoryrail-lint: ignore[w]\n<!-- memoryrail-lint: ignore[v] -->\n"
    outside = found(text, len(front), in_value=lambda at: False)
    assert outside == [(["x"], 3, "one", None), (["y"], 3, "two", None), (["v"], 8, "", None)]
    value = text.index("b #")
    assert found(text, len(front), in_value=lambda at: at > value)[0][0] == ["x"]
    assert len(found(text, len(front), in_value=lambda at: at > value)) == 2


@pytest.mark.parametrize(("days", "expired"), [(-1, True), (0, False), (1, False)])
def test_until(days: int, expired: bool) -> None:
    day = datetime.datetime.now(datetime.timezone.utc).date() + datetime.timedelta(days=days)
    [comment] = policy.suppressions(Source("x", f"a <!-- memoryrail-lint: ignore[x] until={day} -->".encode()))
    assert comment.expired == expired
    assert comment.covers("x", 1) != expired


@pytest.mark.parametrize("end", ["soon", "", "2030-13-01", "2030/01/02", "next-week"])
def test_an_end_that_is_no_day_is_over(end: str) -> None:
    [comment] = policy.suppressions(Source("x", f"a <!-- memoryrail-lint: ignore[x] why until={end} -->".encode()))
    assert comment.undated
    assert comment.expired
    assert not comment.covers("x", 1)


def test_covers() -> None:
    line, file = policy.suppressions(
        Source("x", b"a <!-- memoryrail-lint: ignore[x] -->\n<!-- memoryrail-lint: ignore-file[y] -->\n")
    )
    assert [line.covers("x", n) for n in (1, 2)] == [True, False]
    assert not line.covers("y", 1)
    assert [file.covers("y", n) for n in (1, 2, 99)] == [True, True, True]
    assert not file.covers("x", 1)
