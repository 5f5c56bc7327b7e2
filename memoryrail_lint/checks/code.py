"""What is code in a Markdown text: fenced and indented blocks, code spans (CommonMark 0.31, sections 4.4, 4.5, 6.1).

One pass over the lines follows the containers (quotations, list items) that decide what an indentation means; a second
one over each paragraph pairs runs of backticks. Linear in the length of the text. HTML blocks are read as paragraphs.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from memoryrail_lint.diagnostics import Span

_NESTING: Final = 100
"""Containers that are followed; what lies deeper is read as text of the last one."""
_TAB: Final = 4
_WIDEST: Final = 11
"""Characters that tell a list item: nine digits, their mark, what follows."""


def code(text: str, start: int = 0) -> list[Span]:
    """The spans of code in `text` from offset `start` on, in order; blocks as whole lines, spans with backticks."""
    if "`" not in text and "~~~" not in text and "    " not in text and "\t" not in text:
        return []
    scan = _Scan()
    at = start
    for line in text[start:].split("\n"):
        scan.line(line.removesuffix("\r"), at)
        at += len(line) + 1
    scan.end_paragraph()
    return sorted(scan.found)


class _Scan:
    """The state between two lines.

    containers: -1 for a quotation, else the column at which a list item's content begins, outermost first.
    fence: the run that opened a code block, and how many containers are around it. paragraph: the pieces of the
    paragraph that is open, as (offset, text).
    """

    def __init__(self) -> None:
        self.found: list[Span] = []
        self.containers: list[int] = []
        self.fence = ""
        self.paragraph: list[tuple[int, str]] = []
        self.blank_item = False
        """The innermost item has only its marker yet; a blank line ends it."""

    def line(self, line: str, at: int) -> None:
        cursor = _Cursor(line)
        kept = self._matched(cursor)
        blank = cursor.at_end()
        if self.fence:
            if kept == len(self.containers):
                self._in_fence(line, at, cursor)
                return
            self.fence = ""
        if blank:
            self._blank(kept)
            return
        if kept < len(self.containers) and not (self.paragraph and not _starts_block(cursor)):
            del self.containers[kept:]
            self.end_paragraph()
        lazy = kept < len(self.containers)
        if not lazy:
            self._open(cursor)
        self._leaf(line, at, cursor, lazy)

    def _matched(self, cursor: _Cursor) -> int:
        """How many of the open containers the line continues; the cursor is moved past their marks."""
        for number, container in enumerate(self.containers):
            if cursor.at_end():
                return self._quotation(number)
            if container < 0:
                if not cursor.take_quote():
                    return number
            elif cursor.indent() >= container:
                cursor.take_columns(container)
            else:
                return number
        return len(self.containers)

    def _quotation(self, start: int) -> int:
        """The first quotation among the containers from `start` on: nothing else ends at a blank line."""
        return self.containers.index(-1, start) if -1 in self.containers[start:] else len(self.containers)

    def _in_fence(self, line: str, at: int, cursor: _Cursor) -> None:
        self.found.append((at, at + len(line)))
        rest = cursor.rest().strip()
        if rest and cursor.indent() < _TAB and len(rest) >= len(self.fence) and not rest.strip(self.fence[0]):
            self.fence = ""

    def _blank(self, kept: int) -> None:
        self.end_paragraph()
        del self.containers[self._quotation(kept) :]
        if self.blank_item and self.containers and self.containers[-1] >= 0:
            self.containers.pop()
        self.blank_item = False

    def _open(self, cursor: _Cursor) -> None:
        """Open the containers that begin on this line."""
        while len(self.containers) < _NESTING and cursor.indent() < _TAB:
            if cursor.take_quote():
                self.end_paragraph()
                self.containers.append(-1)
                self.blank_item = False
            elif not _is_rule(cursor.rest()) and (width := cursor.take_item(bool(self.paragraph))):
                self.end_paragraph()
                self.containers.append(width)
                self.blank_item = cursor.at_end()
            else:
                return

    def _leaf(self, line: str, at: int, cursor: _Cursor, lazy: bool) -> None:
        rest = cursor.rest()
        if not rest.strip():
            return
        self.blank_item = False
        offset = at + len(line) - len(rest.lstrip(" \t"))
        if cursor.indent() >= _TAB:
            if not self.paragraph:
                self.found.append((at, at + len(line)))
                return
        elif not lazy and (fence := _opens_fence(rest.strip())):
            self.end_paragraph()
            self.fence = fence
            self.found.append((at, at + len(line)))
            return
        elif _is_heading(rest.lstrip(" \t")) or _is_rule(rest):
            self.end_paragraph()
            self.paragraph.append((offset, rest.strip(" \t")))
            self.end_paragraph()
            return
        self.paragraph.append((offset, rest.strip(" \t")))
        if not lazy and cursor.indent() < _TAB and self._underline(rest):
            self.end_paragraph()

    def _underline(self, rest: str) -> bool:
        """Whether a line of = or - makes a heading of the paragraph above it."""
        bare = rest.strip()
        return len(self.paragraph) > 1 and bare[0] in "=-" and not bare.strip(bare[0])

    def end_paragraph(self) -> None:
        """Pair the runs of backticks of a paragraph that is over."""
        runs: list[tuple[int, int, bool]] = []
        for offset, piece in self.paragraph:
            runs += _runs(piece, offset)
        self.paragraph = []
        later: dict[int, list[int]] = {}
        for number in range(len(runs) - 1, -1, -1):
            later.setdefault(runs[number][1], []).append(number)
        number = 0
        while number < len(runs):
            start, length, escaped = runs[number]
            if escaped:
                start, length = start + 1, length - 1
            ends = later.get(length, [])
            while ends and ends[-1] <= number:
                ends.pop()
            if length and ends:
                number = ends[-1]
                self.found.append((start, runs[number][0] + length))
            number += 1


class _Cursor:
    """A place in a line, counted in columns as well: a tab reaches to the next multiple of four."""

    __slots__ = ("at", "column", "line", "next", "next_column")

    def __init__(self, line: str) -> None:
        self.line = line
        self.at = 0
        self.column = 0
        self.next = 0
        """Where the blanks after `at` end, as far as it is known; kept, since each container asks for it."""
        self.next_column = 0

    def rest(self) -> str:
        return self.line[self.at :]

    def at_end(self) -> bool:
        return self._next() == len(self.line)

    def indent(self) -> int:
        """Columns of blanks before what comes next."""
        self._next()
        return self.next_column - self.column

    def _next(self) -> int:
        if self.next < self.at:
            self.next, self.next_column = self.at, self.column
        line, at = self.line, self.next
        while at < len(line) and line[at] in " \t":
            self.next_column += _TAB - self.next_column % _TAB if line[at] == "\t" else 1
            at += 1
        self.next = at
        return at

    def take_columns(self, count: int) -> None:
        """Go over that many columns of blanks; part of a tab can be taken."""
        goal = self.column + count
        while self.column < goal and self.at < len(self.line) and self.line[self.at] in " \t":
            after = self.column + (_TAB - self.column % _TAB if self.line[self.at] == "\t" else 1)
            if after > goal:
                self.column = goal
                return
            self.column = after
            self.at += 1

    def take_quote(self) -> bool:
        """Go over `>` and one blank, if they are next."""
        blanks = self.indent()
        if blanks >= _TAB or self.line[self.next : self.next + 1] != ">":
            return False
        self.take_columns(blanks)
        self.at += 1
        self.column += 1
        self.take_columns(1)
        return True

    def take_item(self, interrupts: bool) -> int:
        """Go over a list item's marker; the width of its content's indentation, 0 where none begins here."""
        blanks = self.indent()
        bare = self.line[self.next : self.next + _WIDEST]
        width = _marker(bare)
        after = bare[width : width + 1]
        if blanks >= _TAB or not width or after not in ("", " ", "\t"):
            return 0
        empty = not self.line[self.next + width :].strip(" \t")
        if interrupts and (empty or (bare[0].isdigit() and bare[: width - 1] != "1")):
            return 0
        self.take_columns(blanks)
        self.at += width
        self.column += width
        gap = self.indent()
        taken = 1 if empty or gap > _TAB else gap
        self.take_columns(taken)
        return blanks + width + taken


def _marker(bare: str) -> int:
    """The width of the list marker that a text begins with."""
    if bare[:1] in ("-", "+", "*"):
        return 1
    digits = len(bare) - len(bare.lstrip("0123456789"))
    return digits + 1 if 0 < digits < 10 and bare[digits : digits + 1] in (".", ")") else 0


def _starts_block(cursor: _Cursor) -> bool:
    """Whether what comes next ends a paragraph, so that it cannot be its lazy continuation."""
    if cursor.indent() >= _TAB:
        return False
    bare = cursor.rest().strip(" \t")
    width = _marker(bare)
    item = width and bare[width : width + 1] in ("", " ", "\t")
    return bool(item or bare.startswith(">") or _opens_fence(bare) or _is_heading(bare) or _is_rule(bare))


def _opens_fence(bare: str) -> str:
    """The run that opens a fenced block, or nothing."""
    mark = bare[:1]
    if mark not in ("`", "~"):
        return ""
    run = bare[: len(bare) - len(bare.lstrip(mark))]
    return run if len(run) > 2 and not (mark == "`" and "`" in bare[len(run) :]) else ""


def _is_heading(bare: str) -> bool:
    rest = bare.lstrip("#")
    return 0 < len(bare) - len(rest) < 7 and rest[:1] in ("", " ", "\t")


def _is_rule(text: str) -> bool:
    bare = text.replace(" ", "").replace("\t", "")
    return len(bare) > 2 and bare[0] in "-*_" and not bare.strip(bare[0])


def _runs(piece: str, offset: int) -> list[tuple[int, int, bool]]:
    """The runs of backticks as (offset, length, whether a backslash stands before it)."""
    found = []
    at = piece.find("`")
    while at >= 0:
        end = at
        while end < len(piece) and piece[end] == "`":
            end += 1
        before = at
        while before and piece[before - 1] == "\\":
            before -= 1
        found.append((offset + at, end - at, (at - before) % 2 == 1))
        at = piece.find("`", end)
    return found
