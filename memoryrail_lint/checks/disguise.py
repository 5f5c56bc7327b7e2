"""Read a text as it looks: letters of other widths and styles, and what stands unseen between letters.

What is made plain: compatibility forms of letters and digits (Unicode normalisation NFKC), accents that stand apart
from their letter (NFC), the dotted and dotless i, character references of HTML, characters that nobody sees.
"""

from __future__ import annotations

from memoryrail_lint.checks.invisible import PLANE_14, UNSEEN

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable
    from typing import Final

_BLANK: Final = "\u00a0\u2007\u202f\u2800\u3164\uffa0\u115f\u1160"
_BLOCKS: Final = (
    # Combining accents, circled letters, mathematical letters, full width, ligatures, squared letters.
    *((0x0300, 0x036F), (0x24B6, 0x24E9), (0x1D400, 0x1D7FF), (0xFF10, 0xFF19), (0xFF21, 0xFF3A), (0xFF41, 0xFF5A)),
    *((0xFB00, 0xFB06), (0x1F130, 0x1F149)),
)
_LETTERS: Final = "\u017f\u0130\u0131\u212a\u2139"
_compiled: list[re.Pattern[str]] = []
DISGUISES: Final = (
    UNSEEN | frozenset(_LETTERS) | {chr(code) for first, last in _BLOCKS for code in range(first, last + 1)}
)


def disguised(beyond: set[str]) -> bool:
    """Whether a text may hold anything to make plain, by its characters beyond ASCII."""
    return max(beyond) >= PLANE_14 or not DISGUISES.isdisjoint(beyond)


def uncover(text: str) -> tuple[str, Callable[[int], int]]:
    """The plain text, and what gives the offset in `text` of the character that one in the plain text stands for."""
    from bisect import bisect_right

    parts: list[str] = []
    # Where each part begins, in the plain text and in the text; whether all of it stands for the one place.
    starts: list[int] = []
    sources: list[int] = []
    single: list[bool] = []
    length = 0

    def add(piece: str, source: int, is_new: bool) -> None:
        nonlocal length
        if piece:
            parts.append(piece)
            starts.append(length)
            sources.append(source)
            single.append(is_new)
            length += len(piece)

    at = 0
    for match in _pattern().finditer(text):
        add(text[at : match.start()], at, False)
        add(_plain(match), match.start(), True)
        at = match.end()
    add(text[at:], at, False)

    def place(offset: int) -> int:
        number = bisect_right(starts, offset) - 1
        return sources[number] + (0 if single[number] else offset - starts[number])

    return "".join(parts), place


def _pattern() -> re.Pattern[str]:
    if not _compiled:
        import re

        # Two classes: one of the basic plane is looked up, one that goes beyond it is gone through.
        masks = re.escape("".join(sorted(mask for mask in DISGUISES if mask < "\U00010000")))
        references = r"&(?:#(\d{2,6})|#[xX]([0-9a-fA-F]{2,5})|nbsp);"
        _compiled.append(
            re.compile(
                rf"{references}|[^\W\d_][\u0300-\u036f]{{1,4}}|[{masks}]|"
                r"[\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U0001d400-\U0001d7ff\U0001f130-\U0001f149\U000e0000-\U000e0fff]"
            )
        )
    return _compiled[0]


def _plain(match: re.Match[str]) -> str:
    from unicodedata import normalize

    found = match[0]
    if found[0] == "&":
        code = int(match[1] or 0) or int(match[2] or "20", 16)
        return chr(code) if 0x20 < code < 0xD800 else " "
    if len(found) > 1:
        return normalize("NFC", found)
    if found in _BLANK or found.isspace():
        return " "
    if found in "\u0130\u0131":
        return "i"
    return "" if found in UNSEEN or found >= PLANE_14 else normalize("NFKC", found)
