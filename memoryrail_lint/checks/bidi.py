"""Which directional characters order text from right to left, and which only deceive (UAX #9, Trojan Source)."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

MARKS: Final = frozenset("\u200e\u200f\u061c")
_ISOLATES: Final = frozenset("\u2066\u2067\u2068")
_OVERRIDES: Final = frozenset("\u202d\u202e")
_OPENERS: Final = _ISOLATES | _OVERRIDES | frozenset("\u202a\u202b")
DIRECTIONAL: Final = MARKS | _OPENERS | frozenset("\u202c\u2069")
NEAR: Final = 100
"""How many code points away text from right to left may stand that a mark belongs to."""


def working(text: str, places: Sequence[int]) -> frozenset[int]:
    """The offsets of directional characters at work: marks near text that runs from right to left, embeddings and
    isolates around something on a line that has such text. Overrides never.

    A line's end closes what is open there (UAX #9, P1), and translators leave it at that. places: offsets of all
    characters that cannot be seen, sorted.
    """
    wanted = [offset for offset in places if text[offset] in DIRECTIONAL]
    if not wanted:
        return frozenset()
    unseen = frozenset(places)
    leftward = [
        offset
        for offset, ch in enumerate(text)
        if ch >= "\u0590" and unicodedata.bidirectional(ch) in ("R", "AL", "AN") and offset not in unseen
    ]
    works = {o for o in wanted if text[o] in MARKS and count(leftward, o - NEAR, o + NEAR)}
    line_end, has_leftward = -1, False
    stack: list[int] = []
    isolates = 0
    for offset in wanted:
        if offset > line_end:
            start, line_end = _line(text, offset)
            has_leftward = count(leftward, start, line_end) > 0
            stack.clear()
            isolates = 0
        ch = text[offset]
        if ch in _OPENERS:
            stack.append(offset)
            isolates += ch in _ISOLATES
            if has_leftward and ch not in _OVERRIDES and _holds(places, offset, line_end):
                works.add(offset)
            continue
        opened = -1
        if ch == "\u202c" and stack and text[stack[-1]] not in _ISOLATES:
            opened = stack.pop()
        elif ch == "\u2069" and isolates:
            while text[opened := stack.pop()] not in _ISOLATES:
                pass
            isolates -= 1
        if opened in works:
            works ^= {offset} if _holds(places, opened, offset) else {opened}
    return frozenset(works)


def count(offsets: Sequence[int], start: int, end: int) -> int:
    """How many of these sorted offsets lie from `start` to `end` (exclusive)."""
    return bisect_left(offsets, end) - bisect_left(offsets, start)


def _holds(places: Sequence[int], opened: int, closed: int) -> bool:
    """Whether anything that can be seen stands between a pair."""
    return closed - opened - 1 > count(places, opened + 1, closed)


def _line(text: str, offset: int) -> tuple[int, int]:
    end = text.find("\n", offset)
    return text.rfind("\n", 0, offset) + 1, len(text) if end < 0 else end
