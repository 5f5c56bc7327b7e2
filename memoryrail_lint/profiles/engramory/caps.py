"""How long the index may be, and what of it lies past a cap.

Hosts load about 200 lines or 25 KB of it and drop the rest in silence. Lines are newlines (a last line without one
counts), bytes those of the file.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

    from memoryrail_lint.diagnostics import Span
    from memoryrail_lint.profiles.engramory.links import Line
    from memoryrail_lint.profiles.engramory.model import Index

DEFAULTS: Final = {"hard-lines": 200, "hard-bytes": 25_600, "warn-lines": 150, "warn-bytes": 20_480}
# The variables of the format's own tools, which win over the configuration.
VARIABLES: Final = {
    "hard-lines": "ENGRAMORY_HARD",
    "hard-bytes": "ENGRAMORY_HARD_BYTES",
    "warn-lines": "ENGRAMORY_WARN",
    "warn-bytes": "ENGRAMORY_WARN_BYTES",
}


class Size:
    """How long a text is: lines, bytes in UTF-8, and UTF-16 units, which is what some hosts count."""

    __slots__ = ("bytes", "lines", "units")

    def __init__(self, data: bytes, text: str) -> None:
        self.bytes = len(data)
        self.lines = data.count(b"\n") + (bool(data) and not data.endswith(b"\n"))
        self.units = len(text.encode("utf-16-le", "surrogatepass")) // 2

    def exceeds(self, lines: int, bytes: int) -> bool:
        return self.lines > lines or self.bytes > bytes


def caps(configured: Mapping[str, int]) -> dict[str, int]:
    """The caps in force; a variable that holds no positive number falls back."""
    found = {}
    for key, default in DEFAULTS.items():
        word = os.environ.get(VARIABLES[key], "").strip()
        number = int(word) if word.isascii() and word.isdigit() and len(word) < 19 else 0
        found[key] = number or configured.get(key, default)
    return found


def past(index: Index, lines: int, bytes: int) -> tuple[Span | None, str]:
    """The first entry of the index that does not fit in so many lines and bytes: its place and its text.

    An entry is a line with a link; where none is past the cap, it is the first line that is.
    """
    first: Line | None = None
    before = 3 if index.source.bom else 0
    texts = index.source.text.split("\n")
    for line, text in zip(index.lines, texts, strict=True):
        before += len(text.encode(errors="surrogatepass")) + (line.number < len(texts))
        if line.number <= lines and before <= bytes:
            continue
        if line.pointers or line.wikilinks:
            return line.span, index.source.text[slice(*line.span)].strip()
        if first is None and line.span[0] < line.span[1]:
            first = line
    return (None, "") if first is None else (first.span, index.source.text[slice(*first.span)].strip())
