"""Text, places, and bytes again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryrail_lint.diagnostics import Edit
from memoryrail_lint.source import BOM, Source


@pytest.mark.parametrize(
    ("data", "text", "bom", "bad"),
    [
        (b"", "", False, None),
        (b"a\r\nb", "a\r\nb", False, None),
        (BOM + b"a", "a", True, None),
        (BOM, "", True, None),
        (BOM + BOM, "\ufeff", True, None),
        ("ä\n".encode(), "ä\n", False, None),
        (b"a\xffb", "a\ufffdb", False, 1),
        (BOM + b"a\xffb", "a\ufffdb", True, 4),
        (b"\xed\xa0\x80", "\ufffd\ufffd\ufffd", False, 0),
        (b"\xff\xfea\0", "\ufffd\ufffda\0", False, 0),
    ],
)
def test_text(data: bytes, text: str, bom: bool, bad: int | None) -> None:
    source = Source("x.md", data)
    assert (source.text, source.bom, source.bad_byte, source.data) == (text, bom, bad, data)


@pytest.mark.parametrize(
    ("text", "offset", "place"),
    [
        ("", 0, (1, 1)),
        ("a", 1, (1, 2)),
        ("a\n", 2, (2, 1)),
        ("a\nb", 2, (2, 1)),
        ("a\r\nb", 3, (2, 1)),
        ("a\r\nb", 1, (1, 2)),
        ("a\rb", 2, (1, 3)),
        ("a\u2028b\x0cc\x85d", 6, (1, 7)),
        ("😀x", 1, (1, 2)),
    ],
)
def test_position(text: str, offset: int, place: tuple[int, int]) -> None:
    assert Source("x", text.encode()).position(offset) == place


def test_place() -> None:
    source = Source("x", b"ab\ncd\n")
    assert source.place(None) == (1, 1, 1, 1)
    assert source.place((0, 2)) == (1, 1, 1, 3)
    assert source.place((1, 4)) == (1, 2, 2, 2)


def test_line() -> None:
    source = Source("x", b"ab\r\n\ncd")
    assert [source.line(n) for n in (1, 2, 3)] == ["ab", "", "cd"]


@pytest.mark.parametrize(
    ("data", "newline"), [(b"", "\n"), (b"a", "\n"), (b"a\nb\r\n", "\n"), (b"a\r\nb\n", "\r\n"), (b"\nb\r\n", "\n")]
)
def test_newline(data: bytes, newline: str) -> None:
    assert Source("x", data).newline == newline


def test_edited() -> None:
    source = Source("x", BOM + "äb\r\ncd".encode())
    edits = [Edit(source, 4, 5, "X"), Edit(source, 0, 1, ""), Edit(source, 6, 6, "!")]
    assert source.edited(edits) == BOM + b"b\r\nXd!"
    assert source.edited([]) == source.data


def test_edits_that_overlap() -> None:
    source = Source("x", b"abcd")
    with pytest.raises(ValueError, match="overlapping"):
        source.edited([Edit(source, 0, 2, ""), Edit(source, 1, 3, "")])
    assert source.edited([Edit(source, 0, 2, "x"), Edit(source, 2, 3, "y")]) == b"xyd"


def test_no_edit_of_what_is_not_utf_8() -> None:
    source = Source("x", b"\xff")
    with pytest.raises(ValueError, match="not UTF-8"):
        source.edited([])


@given(st.text(), st.data())
def test_places_are_those_of_the_lines(text: str, data: st.DataObject) -> None:
    source = Source("x", text.encode(errors="replace"))
    offset = data.draw(st.integers(0, len(source.text)))
    line, column = source.position(offset)
    before = source.text[:offset]
    assert line == before.count("\n") + 1
    assert column == len(before) - (before.rfind("\n") + 1) + 1


@given(st.text(), st.text(), st.data())
def test_an_edit_leaves_the_rest(text: str, new: str, data: st.DataObject) -> None:
    source = Source("x", text.encode(errors="replace"))
    start = data.draw(st.integers(0, len(source.text)))
    end = data.draw(st.integers(start, len(source.text)))
    new = new.encode(errors="replace").decode()
    edited = source.edited([Edit(source, start, end, new)]).decode()
    if source.bom:
        edited = edited[1:]
    assert edited == source.text[:start] + new + source.text[end:]
