"""Find and mask credentials in text.

The clean path imports no `re`: `detectors.gate` decides by literals that there is nothing to look at. The places that
it lets through are judged by `detectors.table`, the most specific detector first.
"""

from __future__ import annotations

from memoryrail_lint.checks.detectors.gate import look, may_hold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

MASK: Final = "***"
_PASSES: Final = 4
"""How often `mask` looks again at its own output; what one replacement uncovers is found in the next pass."""


class Hit:
    """Where a credential stands: `start` and `end` (exclusive) in code points, and the name of the detector.

    The value itself is not kept.
    """

    __slots__ = ("detector", "end", "start")

    def __init__(self, start: int, end: int, detector: str) -> None:
        self.start = start
        self.end = end
        self.detector = detector

    def __repr__(self) -> str:
        return f"Hit({self.start}, {self.end}, {self.detector!r})"


def find(text: str) -> list[Hit]:
    """The credentials in `text`, in order, without overlaps, one hit for each."""
    seen = look(text)
    if seen is None:
        return []
    from memoryrail_lint.checks.detectors.table import jobs

    hits: list[Hit] = []
    taken: bytearray | None = None
    for detector, *place in jobs(text, seen):
        for start, end in detector.spans(text, *place):
            if taken is None:
                taken = bytearray(len(text))
            if 1 not in taken[start:end]:
                taken[start:end] = b"\1" * (end - start)
                hits.append(Hit(start, end, detector.name))
    hits.sort(key=lambda hit: hit.start)
    return hits


def mask(text: str) -> str:
    """`text` with `***` in the place of every credential. Masking twice gives what masking once gives."""
    for _ in range(_PASSES):
        hits = find(text)
        if not hits:
            break
        parts, at = [], 0
        for hit in hits:
            parts += [text[at : hit.start], MASK]
            at = hit.end
        text = "".join(parts) + text[at:]
    return text


def suspicious(text: str) -> bool:
    """Whether `find` has anything to look at. False is certain; True costs a second look."""
    return may_hold(text)
