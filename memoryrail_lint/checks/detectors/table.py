"""The one table of what counts as a credential: an entry per kind, with its gate, its pattern and its examples."""

from __future__ import annotations

from memoryrail_lint.checks.detectors import (
    assignments,
    cloud,
    forges,
    gate,
    keys,
    library,
    models,
    near,
    services,
    web,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from memoryrail_lint.checks.detectors.detector import Detector

BLOCKS: Final = keys.DETECTORS
"""Credentials of many lines between markers."""

TOKENS: Final = (
    *keys.TOKENS,
    *web.TOKENS,
    *models.DETECTORS,
    *cloud.DETECTORS,
    *forges.DETECTORS,
    *services.DETECTORS,
)
"""Credentials that their own shape gives away; no white space in them."""

NAMED: Final = (*web.NAMED, *near.DETECTORS, *assignments.DETECTORS)
"""Credentials that only a keyword before them gives away: the least specific, so the last to decide."""

MARKED: Final = web.DETECTORS
"""Credentials that what stands around them gives away: a scheme, an option, a header."""

ASKED: Final = library.DETECTORS
"""Credentials that a plugin of detect-secrets knows."""

TABLE: Final = (*BLOCKS, *TOKENS, *MARKED, *ASKED, *NAMED)
"""All detectors, the first one that claims a place wins."""


def jobs(text: str, seen: gate.Look) -> Iterator[tuple[Detector, int, int]]:
    """The detectors that may find something in `text`, in the order of the table, and the places to look at.

    A place is start and end in code points. No match of a token holds a blank, none behind a keyword a line end.
    """
    everywhere = 0, len(text)
    yield from ((detector, *everywhere) for detector in BLOCKS if detector.may_match(text))
    words = [text[start:end] for start, end in seen.words]
    joined = "\n".join(words)
    for detector in TOKENS:
        if words and detector.may_match(joined):
            if detector.scan:
                yield detector, *everywhere
                continue
            for place, word in zip(seen.words, words, strict=True):
                if detector.least <= len(word) and detector.may_match(word):
                    yield detector, *place
    for detector in MARKED:
        if detector.may_match(text):
            yield from ((detector, *place) for place in _lines(text, detector.keywords))
    folded = gate.fold(text)
    yield from ((detector, *everywhere) for detector in ASKED if detector.may_match(folded))
    lines = [folded[start:end] for start, end in seen.lines]
    if not seen.lines:
        return
    # The word for the header may stand many lines above the `token ...`, or the scheme of a vendor, that it announces.
    headers = [*seen.lines, *_lines(text, gate.SCHEMES)]
    for detector in web.NAMED:
        if detector.may_match(folded):
            yield from ((detector, *place) for place in headers)
    for detector in (*near.DETECTORS, *assignments.DETECTORS):
        for place, line in zip(seen.lines, lines, strict=True):
            if detector.may_match(line):
                yield detector, *place


def _lines(text: str, keywords: tuple[str, ...]) -> list[tuple[int, int]]:
    """The lines that hold one of the keywords, as spans in order."""
    spans = set()
    for keyword in keywords:
        at = text.find(keyword)
        while at >= 0:
            end = text.find("\n", at)
            if end < 0:
                end = len(text)
            spans.add((text.rfind("\n", 0, at) + 1, end))
            at = text.find(keyword, end)
    return sorted(spans)


def wanted(text: str) -> list[Detector]:
    """The detectors that may find something in `text`, in the order of the table."""
    seen = gate.look(text)
    return list(dict.fromkeys(detector for detector, _, _ in jobs(text, seen))) if seen else []
