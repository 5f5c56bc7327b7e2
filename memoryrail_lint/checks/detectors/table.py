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


def wanted(text: str) -> list[Detector]:
    """The detectors that may find something in `text`, in the order of the table."""
    found = [detector for detector in BLOCKS if detector.may_match(text)]
    data = gate.latin(text)
    if gate.has_token(words := gate.long_words(data, text)):
        found += [
            detector
            for detector in TOKENS
            if detector.least <= len(words) and any(keyword in words for keyword in detector.keywords)
        ]
    found += [detector for detector in MARKED if detector.may_match(text)]
    folded = gate.fold(text)
    found += [detector for detector in ASKED if detector.may_match(folded)]
    if gate.has_value(data, text, folded):
        found += [detector for detector in NAMED if detector.may_match(folded)]
    return found
