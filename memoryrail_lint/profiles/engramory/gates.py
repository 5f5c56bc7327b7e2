"""Cheap looks at a text that tell whether a pattern is worth its price; finding a literal costs far less."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

    Gated = tuple[Sequence[Sequence[str]], str]
    """Groups of literals, of each of which one must be in the text; the pattern."""

_KEPT: Final = b" .-\n0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_DROPPED: Final = bytes(n for n in range(256) if n not in _KEPT)
_SIGNS: Final = bytes.maketrans(_KEPT, b" . \n" + b"0" * 10 + b"A" * 26)


def opened(patterns: Sequence[Gated], text: str) -> list[str]:
    """The patterns that may find something in a text."""
    found = []
    for groups, pattern in patterns:
        for group in groups:
            for literal in group:
                if literal in text:
                    break
            else:
                break
        else:
            found.append(pattern)
    return found


def shape(data: bytes) -> bytes:
    """Where a text in UTF-8 has numbers and capitals: `0` for a digit, `A` for a capital, blanks (also for `-`), points
    and line feeds. All else is left out, so that what stands side by side here need not do so in the text.
    """
    return data.translate(_SIGNS, _DROPPED)
