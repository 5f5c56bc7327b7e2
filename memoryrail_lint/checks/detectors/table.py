"""The one table of what counts as a credential: an entry per kind, with its gate, its pattern and its examples."""

from __future__ import annotations

from memoryrail_lint.checks.detectors import (
    assignments,
    cloud,
    columns,
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

NAMED: Final = (*columns.DETECTORS, *web.NAMED, *near.DETECTORS, *assignments.DETECTORS)
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
    yield from _tokens(text, seen.words)
    for detector in MARKED:
        if (seen.option or detector.gate is not gate.has_option) and detector.may_match(text):
            yield from ((detector, *place) for place in _lines(text, detector.keywords))
    folded = gate.latin(text).lower()
    if any(vendor.encode() in folded for vendor in gate.VENDORS):
        yield from ((detector, *everywhere) for detector in ASKED if detector.may_match(gate.fold(text)))
    yield from ((detector, *place) for detector in columns.DETECTORS for place in seen.tables)
    if not seen.lines:
        return
    lines = [gate.fold(text[start:end]) for start, end in seen.lines]
    # The word for the header may stand many lines above the `token ...`, or the scheme of a vendor, that it announces.
    if b"auth" in folded or b"bearer" in folded:
        headers = [*seen.lines, *_lines(text, _SCHEMES)]
        yield from ((detector, *place) for detector in web.NAMED for place in headers)
    joined = "\n".join(lines)
    wanted = sorted({number for keyword, numbers in _BY_KEYWORD.items() if keyword in joined for number in numbers})
    for detector in map(_BEHIND.__getitem__, wanted):
        for place, line in zip(seen.lines, lines, strict=True):
            if detector.may_match(line):
                yield detector, *place


def _tokens(text: str, places: list[tuple[int, int]]) -> Iterator[tuple[Detector, int, int]]:
    """As `jobs`, for `TOKENS`: a word is for the detectors of its heads, and for those without where it is shaped."""
    found: set[tuple[int, int, int]] = set()
    for start, end in places:
        word = text[start:end]
        data = gate.latin(word)
        numbers = {number for head in gate.heads(data) for number in _BY_HEAD.get(head, ())}
        if gate.is_shaped(data):
            numbers.update(_SHAPED)
        for number in numbers:
            detector = TOKENS[number]
            if detector.least <= len(word) and detector.may_match(word):
                found.add((number, 0, len(text)) if detector.scan else (number, start, end))
    yield from ((TOKENS[number], start, end) for number, start, end in sorted(found))


def _indexed() -> tuple[dict[tuple[int, ...], list[int]], list[int]]:
    """The numbers of the entries of `TOKENS` by the heads of their keywords, and of those with a keyword without."""
    by_head: dict[tuple[int, ...], list[int]] = {}
    shaped = []
    for number, detector in enumerate(TOKENS):
        for keyword in map(str.encode, detector.keywords):
            heads = gate.heads(keyword)
            for head in heads:
                by_head.setdefault(head, []).append(number)
            if not heads and number not in shaped:
                shaped.append(number)
    return by_head, shaped


_BY_HEAD, _SHAPED = _indexed()
_SCHEMES: Final = tuple(scheme.decode() for scheme in gate.SCHEMES)
_BEHIND: Final = (*near.DETECTORS, *assignments.DETECTORS)
_BY_KEYWORD: Final[dict[str, list[int]]] = {}
"""Keyword -> the numbers of the entries of `_BEHIND` that have it."""
for _number, _detector in enumerate(_BEHIND):
    for _keyword in _detector.keywords:
        _BY_KEYWORD.setdefault(_keyword, []).append(_number)


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
