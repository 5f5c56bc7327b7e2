"""Tables in text: Markdown and CSV, as far as a column's head says what its cells hold."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    Span = tuple[int, int]

ROWS: Final = 500
"""As many rows of a table are read."""
_WIDEST: Final = 2000
"""The longest head, in code points: a longer line is no table's."""
_AROUND: Final = " \t\r`'\"*_"
"""What may stand around the value of a cell."""


def end(text: str, start: int, stop: int) -> int:
    """Where the table ends whose head is the line `text[start:stop]`; `stop` where none begins there."""
    line = text[start:stop]
    mark = _mark(line)
    at = stop
    if mark == "|":
        rule = _line(text, stop)
        if not rule or "-" not in text[slice(*rule)] or text[slice(*rule)].strip("|-: \t\r>"):
            return stop
        at = rule[1]
    count = line.count(mark) if mark else 0
    for _ in range(ROWS):
        row = _line(text, at) if mark else None
        if not row or (text.count(mark, *row) != count if mark != "|" else "|" not in text[slice(*row)]):
            break
        at = row[1]
    return at


def _mark(line: str) -> str:
    """What separates the cells of a head, or nothing: in CSV no blank stands beside it, as it would in prose."""
    if len(line) > _WIDEST:
        return ""
    if "|" in line:
        return "|"
    for mark in ",;\t":
        if mark in line:
            heads = line.strip("\r").split(mark)
            plain = all(head == head.strip() and head.strip("\"'").replace(" ", "_").isidentifier() for head in heads)
            return mark if plain else ""
    return ""


def _line(text: str, at: int) -> Span | None:
    """The line after the one that ends at `at`."""
    if at >= len(text):
        return None
    stop = text.find("\n", at + 1)
    return at + 1, stop if stop >= 0 else len(text)


def cells(text: str, start: int, stop: int) -> Iterator[tuple[str, Span]]:
    """(head, span of the value) of each cell of the table `text[start:stop]`, its head's line first."""
    row = start, max(text.find("\n", start, stop), start)
    mark = _mark(text[slice(*row)])
    heads = [text[slice(*span)] for span in _split(text, row, mark)]
    while mark and row[1] < stop and (after := _line(text, row[1])):
        row = after
        yield from zip(heads, _split(text, row, mark), strict=False)


def _split(text: str, row: Span, mark: str) -> list[Span]:
    spans = []
    at = row[0]
    for cell in text[slice(*row)].split(mark) if mark else ():
        left = at + len(cell) - len(cell.lstrip(_AROUND))
        spans.append((left, max(left, at + len(cell.rstrip(_AROUND)))))
        at += len(cell) + 1
    return spans
