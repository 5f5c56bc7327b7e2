"""What is code in Markdown, against CommonMark's own examples in spirit and against a parser on generated texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from memoryrail_lint.checks.code import code

CODE = [
    "`X`",
    "a `X` b",
    "``a ` X``",
    "`a\nX`",
    "```\nX\n```",
    "~~~\nX\n~~~\n",
    "```\nX",
    "````\n```\nX\n````",
    "   ```\n X\n   ```",
    "    X",
    "\tX",
    "a\n\n    X",
    "- a\n\n      X",
    "- a\n  ```\n  X\n  ```",
    "1. a\n\n   ```\n   X\n   ```",
    "> ```\n> X\n> ```",
    ">     X",
    "-     X",
    "# `X`",
    "\\``X`",
    "\\\\`X`",
    "```text X\n```",
    "- a\n- b\n\n      X",
]
PROSE = [
    "X",
    "`a` X `b`",
    "` X",
    "`` X `",
    "`a\n\nX`",
    "```\na\n```\nX",
    "```\na\n~~~\n```\nX",
    "a\n    X",
    "   X",
    "- a\n\n  X",
    "1. a\n\n    X",
    "- a\n    X",
    "> a\nX",
    "> ```\nX",
    "> `a\n\nX`",
    "- `a\n- X`",
    "# `a\nX`",
    "\\`X`",
    "``` a`b\nX",
    "    a\nX",
    "a\n---\nX",
    "2. a\n\n   X",
]


@pytest.mark.parametrize("text", CODE)
@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_code(text: str, end: str) -> None:
    text = text.replace("\n", end or "\n") + end
    at = text.index("X")
    assert any(start <= at < stop for start, stop in code(text))


@pytest.mark.parametrize("text", PROSE)
@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_no_code(text: str, end: str) -> None:
    text = text.replace("\n", end or "\n") + end
    at = text.index("X")
    assert not any(start <= at < stop for start, stop in code(text))


def test_spans_are_exact_and_in_order() -> None:
    text = "a `b` c\n\n    d\n\n```\ne\n```\nf `g\n"
    assert [text[start:stop] for start, stop in code(text)] == ["`b`", "    d", "```", "e", "```"]


def test_text_before_the_start_is_not_read() -> None:
    assert code("```\na `b` c", 4) == [(6, 9)]


PIECES = ["", "- ", "1. ", "> ", "```", "~~~", "`", "``", "# ", "word ", "---", "  ", "\\", "X"]


@given(st.lists(st.lists(st.sampled_from(PIECES), max_size=5).map("".join), min_size=1, max_size=7))
def test_as_a_parser_has_it(lines: list[str]) -> None:
    """Each X gets a number of its own; the parser says which of them are code."""
    text = "\n".join(lines) + "\n"
    marks = []
    while "X" in text:
        marks.append(f"q{len(marks)}z")
        text = text.replace("X", marks[-1], 1)
    held = ""
    for token in MarkdownIt("commonmark").parse(text):
        if token.type in ("fence", "code_block"):
            held += f" {token.info} {token.content}"
        held += "".join(f" {child.content}" for child in token.children or () if child.type == "code_inline")
    spans = code(text)
    assert [m for m in marks if any(a <= text.index(m) < b for a, b in spans)] == [m for m in marks if m in held]


@given(st.text(alphabet="`~ \t>-1.\n\\a#", max_size=300))
def test_any_text(text: str) -> None:
    spans = code(text)
    assert spans == sorted(spans)
    assert all(0 <= start <= stop <= len(text) for start, stop in spans)


@pytest.mark.parametrize(
    "piece", ["`", "` ", "`a``b", "> ", "- ", "    a\n", "\\`", "```\n", "\\", "\t", "- > ", "1. ", "`a\n> "]
)
def test_it_takes_linear_time(piece: str) -> None:
    """Counted in steps of the interpreter, of which no clock knows."""
    assert steps(piece * 4000) < 5 * steps(piece * 1000) + 10_000


@pytest.mark.parametrize("line", ["\n", "word\n", "> \n", "    " * 60 + "word\n"])
def test_deep_lists_do_not_multiply_the_time_of_what_follows(line: str) -> None:
    nest = "".join("  " * depth + "- x\n" for depth in range(150))
    assert steps(nest + line * 200) - steps(nest) < 200 * (150 + 25 * len(line))


def steps(text: str) -> int:
    import sys

    count = 0

    def trace(frame: object, event: str, argument: object) -> object:
        nonlocal count
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)  # type: ignore[arg-type]
    try:
        code(text)
    finally:
        sys.settrace(before)
    return count
