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

_LOOSE: Final = tuple(keyword for detector in TOKENS for keyword in detector.loose)
_STEMS: Final = (*assignments.STEMS, "bearer")


def wanted(text: str) -> list[Detector]:
    """The detectors that may find something in `text`, in the order of the table; empty for nearly every clean text."""
    found = [detector for detector in BLOCKS if detector.may_match(text)]
    data = text.encode("latin-1", "replace")
    words = gate.long_words(data, text)
    if words:
        found += gate.tokens(words, TOKENS, _LOOSE)
    found += [detector for detector in MARKED if detector.may_match(text)]
    folded = text.lower()
    found += [detector for detector in ASKED if detector.may_match(folded)]
    if gate.has_value(data, text, folded, _STEMS):
        found += [detector for detector in NAMED if detector.may_match(folded)]
    return found
