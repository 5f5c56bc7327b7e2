"""How long an index may be: what is counted, which caps are in force, and which entry is the first past them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryrail_lint.profiles.engramory import caps
from memoryrail_lint.profiles.engramory.model import Index
from memoryrail_lint.source import Source


@pytest.fixture(autouse=True)
def no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in caps.VARIABLES.values():
        monkeypatch.delenv(name, raising=False)


def size(data: bytes) -> tuple[int, int, int]:
    source = Source("MEMORY.md", data)
    found = caps.Size(source.data, source.text)
    return found.lines, found.bytes, found.units


@pytest.mark.parametrize(
    ("data", "counted"),
    [
        (b"", (0, 0, 0)),
        (b"a", (1, 1, 1)),
        (b"a\n", (1, 2, 2)),
        (b"a\nb", (2, 3, 3)),
        (b"\n\n", (2, 2, 2)),
        (b"a\r\nb\r\n", (2, 6, 6)),
        (b"a\rb", (1, 3, 3)),
        ("\u8a18\n".encode(), (1, 4, 2)),
        ("\U0001f600".encode(), (1, 4, 2)),
        (b"\xef\xbb\xbfa\n", (1, 5, 2)),
        (b"\xff\n", (1, 2, 2)),
    ],
)
def test_what_is_counted(data: bytes, counted: tuple[int, int, int]) -> None:
    assert size(data) == counted


@given(st.text(max_size=60))
def test_counts(text: str) -> None:
    data = text.encode(errors="replace")
    lines, bytes_, units = size(data)
    assert bytes_ == len(data)
    assert lines == len(data.split(b"\n")) - (data.endswith(b"\n") or not data)
    assert units == sum(2 if ord(ch) > 0xFFFF else 1 for ch in Source("", data).text)


@pytest.mark.parametrize(
    ("lines", "width", "past"),
    [(200, 1, False), (201, 1, True), (200, 128, False), (200, 129, True), (100, 256, False), (100, 257, True)],
)
def test_the_caps_are_inclusive(lines: int, width: int, past: bool) -> None:
    data = (b"x" * (width - 1) + b"\n") * lines
    limits = caps.caps({})
    assert caps.Size(data, data.decode()).exceeds(limits["hard-lines"], limits["hard-bytes"]) is past


def test_what_is_in_force(monkeypatch: pytest.MonkeyPatch) -> None:
    assert caps.caps({}) == {"hard-lines": 200, "hard-bytes": 25_600, "warn-lines": 150, "warn-bytes": 20_480}
    assert caps.caps({"hard-lines": 7, "warn-bytes": 9})["hard-lines"] == 7
    assert caps.caps({"hard-lines": 7, "warn-bytes": 9})["warn-bytes"] == 9
    for key, name in caps.VARIABLES.items():
        monkeypatch.setenv(name, " 12 ")
        assert caps.caps({key: 7}) == {**caps.DEFAULTS, key: 12}
        monkeypatch.delenv(name)


@pytest.mark.parametrize("word", ["", " ", "0", "-5", "+5", "1.5", "1e3", "many", "\u0663", "9" * 40, "0x10", "1_000"])
def test_a_variable_that_is_no_positive_number_falls_back(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGRAMORY_HARD", word)
    assert caps.caps({})["hard-lines"] == 200
    assert caps.caps({"hard-lines": 7})["hard-lines"] == 7


def first(text: str, lines: int, bytes_: int) -> tuple[int, str] | None:
    source = Source("MEMORY.md", text.encode())
    span, entry = caps.past(Index(source, None), lines, bytes_)
    return (source.place(span)[0], entry) if span is not None else None


LISTED = "# Index\n\n- [A](a.md)\n- [B](b.md)\nprose\n- [[c]]\n"


@pytest.mark.parametrize(
    ("lines", "bytes_", "expected"),
    [
        (2, 999, (3, "- [A](a.md)")),
        (3, 999, (4, "- [B](b.md)")),
        (4, 999, (6, "- [[c]]")),
        (5, 999, (6, "- [[c]]")),
        (6, 999, None),
        (99, 32, (4, "- [B](b.md)")),
        (99, 33, (6, "- [[c]]")),
        (99, 38, (6, "- [[c]]")),
        (99, 46, (6, "- [[c]]")),
        (99, 47, None),
        (3, 10, (3, "- [A](a.md)")),
    ],
)
def test_the_first_entry_past_a_cap(lines: int, bytes_: int, expected: tuple[int, str] | None) -> None:
    assert first(LISTED, lines, bytes_) == expected


def test_a_line_where_no_entry_is_past_the_cap() -> None:
    assert first("- [A](a.md)\n\n  prose\nmore\n", 1, 999) == (3, "prose")
    assert first("\n\n\n", 1, 999) is None
    assert first("\ufeff- [A](a.md)\n- [B](b.md)\n", 99, 15) == (2, "- [B](b.md)")
    assert first("\ufeff- [A](a.md)\n", 99, 14) == (1, "- [A](a.md)")


@given(
    st.lists(st.sampled_from(["- [A](a.md)", "", "prose", "\u8a18\u61b6", "- [[b]]"]), max_size=12), st.integers(1, 12)
)
def test_an_index_past_its_cap_has_a_first_line_past_it(rows: list[str], cap: int) -> None:
    text = "".join(f"{row}\n" for row in rows)
    source = Source("MEMORY.md", text.encode())
    over = caps.Size(source.data, text).exceeds(cap, 10**9)
    links = [n for n, row in enumerate(rows, 1) if n > cap and row.startswith("-")]
    others = [n for n, row in enumerate(rows, 1) if n > cap and row]
    found = first(text, cap, 10**9)
    assert over == (len(rows) > cap)
    assert (found[0] if found else None) == (links or others or [None])[0]
