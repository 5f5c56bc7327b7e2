"""Whether a character that cannot be seen does its work where it stands.

Joiners build emoji (UTS #51) and spell Persian and the scripts of India; selectors choose a glyph
(StandardizedVariants.txt, the Ideographic Variation Database); soft hyphens and zero width spaces say where a line may
break; marks order text from right to left (`bidi`); fillers hold the place of a part of a syllable.
"""

from __future__ import annotations

import unicodedata

from memoryrail_lint.checks import bidi
from memoryrail_lint.checks.invisible import SELECTORS, TAGS, is_unseen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Final

# Blocks whose scripts join letters or stack them, so that a joiner or non-joiner changes what is read: Hebrew (points)
# to Myanmar, Tagalog to Tai Tham, and the further blocks of those scripts.
_JOINING: Final = (
    *((0x0590, 0x109F), (0x1700, 0x1AAF), (0x1B00, 0x1C4F), (0x1CD0, 0x1CFF), (0xA800, 0xA95F), (0xA980, 0xAAFF)),
    *((0xABC0, 0xABFF), (0xFB1D, 0xFDFF), (0xFE70, 0xFEFC), (0x10A00, 0x10AFF), (0x10B80, 0x10BAF), (0x10D00, 0x10D8F)),
    *((0x10E60, 0x10FDF), (0x11000, 0x11FFF), (0x1E900, 0x1E95F)),
)
# Scripts that put no space between words, where a zero width space marks a place to break the line.
_UNSPACED: Final = (
    *((0x0E00, 0x109F), (0x1780, 0x17FF), (0x1950, 0x19FF), (0x1A20, 0x1AAF), (0x1B00, 0x1BBF), (0xA980, 0xA9FF)),
    *((0xAA00, 0xAADF), (0x11680, 0x116CF)),
)
# Wide on purpose: arrows, technical and geometric symbols, dingbats, and every pictograph of the supplementary plane.
_EMOJI: Final = ((0x2190, 0x27FF), (0x2900, 0x2BFF), (0x1F000, 0x1FFFD))
_EMOJI_ELSEWHERE: Final = frozenset("\u00a9\u00ae\u203c\u2049\u2122\u2139\u3030\u303d\u3297\u3299")
_IDEOGRAPHS: Final = ((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x17000, 0x18CFF), (0x20000, 0x3FFFF))
# Bases of the first selectors beside ideographs: slashed zero, CJK punctuation and quotes, Myanmar, Phags-pa,
# Manichaean, mathematical operators, Egyptian signs.
_VARYING: Final = (
    *((0x30, 0x30), (0x1000, 0x109F), (0x2018, 0x201D), (0x2200, 0x22FF), (0x2A00, 0x2AFF), (0x3001, 0x3002)),
    *((0xA840, 0xA87F), (0xAA60, 0xAA7F), (0xFF01, 0xFF1F), (0x10AC0, 0x10AFF), (0x13000, 0x143FF)),
)
_REGISTERED: Final = "\U000e0130"
"""No variant of an ideograph is registered with a selector from here on."""
_CLOSE: Final = 8
"""How many code points away a letter may stand from a zero width space between words of its script."""
_NEAR: Final = 100
"""How many code points away the dots of a picture in Braille may stand from its blank cells."""


def _within(ch: str, blocks: tuple[tuple[int, int], ...]) -> bool:
    code = ord(ch) if ch else -1
    return any(first <= code <= last for first, last in blocks)


def _is_emoji(ch: str) -> bool:
    return ch in _EMOJI_ELSEWHERE or _within(ch, _EMOJI)


def _is_letter(ch: str) -> bool:
    return ch.isalpha() or (ch != "" and unicodedata.category(ch)[0] == "M")


class Judge:
    """One pass over a text, from left to right.

    A character is judged by what stands before it once hidden ones are gone, and by the next character that can be
    seen. Both stay the same when hidden characters are removed, so a second pass agrees with the first.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.places = [offset for offset, ch in enumerate(text) if is_unseen(ch)]
        self.kept = ["\n"] * 3
        """The last three characters before the one that is judged, hidden ones left out."""
        self.after = ""
        """The first character after the one that is judged which is not suspect; "" at the end."""
        self.working = bidi.working(text, self.places)
        self._dots: list[int] | None = None

    def hidden(self) -> Iterator[int]:
        """The offsets of hidden characters."""
        text, places = self.text, self.places
        ends = self._segment_ends()
        at = index = 0
        while index < len(places):
            offset, end = places[index], ends[index]
            if offset > at:
                self.kept = [*self.kept, *text[max(at, offset - 3) : offset]][-3:]
            self.after = text[end : end + 1]
            count = 1
            if ord(text[offset]) in TAGS:
                count = max(1, self._flag(offset))
                legal = count > 1
            else:
                legal = self._works(offset)
            if legal:
                self.kept = [*self.kept, *text[offset : offset + count]][-3:]
            else:
                yield offset
            index += count
            at = offset + count

    def _segment_ends(self) -> list[int]:
        """For each suspect character the offset of the next one that is not suspect."""
        ends = [0] * len(self.places)
        following = -1
        for index in range(len(self.places) - 1, -1, -1):
            offset = self.places[index]
            ends[index] = ends[index + 1] if offset + 1 == following else offset + 1
            following = offset
        return ends

    def _works(self, offset: int) -> bool:
        """Whether a suspect character does its work where it stands."""
        ch = self.text[offset]
        if ch in SELECTORS:
            return self._selects(offset)
        if ch in bidi.DIRECTIONAL:
            return offset in self.working and not bidi.DIRECTIONAL.issuperset(self.kept)
        judge = _JUDGES.get(ch)
        return judge is not None and judge(self, offset)

    def _beside(self, blocks: tuple[tuple[int, int], ...]) -> bool:
        """Whether one of these scripts is at work on either side: before, or after a character that can be seen."""
        before = self.kept[-1]
        return _within(before, blocks) or (not is_unseen(before) and _within(self.after, blocks))

    def _flag(self, offset: int) -> int:
        """The length of the tag sequence that makes a black flag that of a region (UTS #51, ED-14a); else 0."""
        if self.text[max(0, offset - 1) : offset] != "\U0001f3f4":
            return 0
        for length in range(1, 8):
            code = ord(self.text[offset + length - 1 : offset + length] or " ")
            if code == 0xE007F:
                return length if length > 3 else 0
            if not (0xE0030 <= code <= 0xE0039 or 0xE0061 <= code <= 0xE007A):
                return 0
        return 0

    def _selects(self, offset: int) -> bool:
        ch, before = self.text[offset], self.kept[-1]
        if ch in "\ufe0e\ufe0f":
            return _is_emoji(before) or (before in "0123456789#*" and self.text[offset + 1 : offset + 2] == "\u20e3")
        if ch > "\ufe0f":
            return ch < _REGISTERED and _within(before, _IDEOGRAPHS)
        return _within(before, _IDEOGRAPHS) or (ch <= "\ufe06" and _within(before, _VARYING))

    def _joins(self, offset: int) -> bool:
        before = self.kept[-1]
        if before in ("\ufe0f", "\ufe0e"):
            before = self.kept[-2]
        return (_is_emoji(before) and _is_emoji(self.after)) or self._separates(offset)

    def _separates(self, offset: int) -> bool:
        """Beside a letter that joins, or in the pair that ends a Malayalam or Telugu letter (joiner, non-joiner)."""
        paired = {self.kept[-1], self.text[offset]} == {"\u200c", "\u200d"}
        return self._beside(_JOINING) or (paired and _within(self.kept[-2], _JOINING))

    def _breaks(self, offset: int) -> bool:
        """Close to a script without spaces, and not the fourth in a row."""
        around = self.text[max(0, offset - _CLOSE) : offset + _CLOSE]
        return not {"\u200b", "\u2060"}.issuperset(self.kept) and any(
            _within(ch, _UNSPACED) and not is_unseen(ch) for ch in around
        )

    def _hyphenates(self, offset: int) -> bool:
        """Between two letters and two letters; a hyphen after each letter is no hyphenation, nor are two in a row."""
        before, after = self.text[max(0, offset - 1) : offset], self.text[offset + 1 : offset + 3]
        return len(after) == 2 and all(
            _is_letter(ch) and not is_unseen(ch) for ch in (*before, *self.kept[-2:], *after)
        )

    def _orders_marks(self, offset: int) -> bool:
        before, after = self.kept[-1], self.after
        combining = after != "" and unicodedata.category(after)[0] == "M"
        return not is_unseen(before) and _is_letter(before) and (_within(before, _JOINING) or combining)

    def _fills_start(self, offset: int) -> bool:
        return _within(self.text[offset + 1 : offset + 2], ((0x1161, 0x11A7), (0xD7B0, 0xD7C6)))

    def _fills_vowel(self, offset: int) -> bool:
        return _within(self.kept[-1], ((0x1100, 0x115E), (0xA960, 0xA97C)))

    def _is_blank_cell(self, offset: int) -> bool:
        """In Braille, or in a picture made of it: there are dots nearby."""
        if self._dots is None:
            self._dots = [at for at, ch in enumerate(self.text) if "\u2800" < ch <= "\u28ff"]
        return bidi.count(self._dots, offset - _NEAR, offset + _NEAR) > 0

    def _shapes_mongolian(self, offset: int) -> bool:
        return _within(self.kept[-1], ((0x1807, 0x1807), (0x1820, 0x18AA)))

    def _sounds_khmer(self, offset: int) -> bool:
        return _within(self.kept[-1], ((0x1780, 0x17A2),))

    def _shapes_shorthand(self, offset: int) -> bool:
        return _within(self.kept[-1], ((0x1BC00, 0x1BC9E),))

    def _groups_notes(self, offset: int) -> bool:
        return self._beside(((0x1D100, 0x1D172), (0x1D17B, 0x1D1FF)))


_JUDGES: Final[dict[str, Callable[[Judge, int], bool]]] = {
    "\u200b": Judge._breaks,
    "\u2060": Judge._breaks,
    "\u200c": Judge._separates,
    "\u200d": Judge._joins,
    "\u00ad": Judge._hyphenates,
    "\u034f": Judge._orders_marks,
    "\u115f": Judge._fills_start,
    "\u1160": Judge._fills_vowel,
    "\u17b4": Judge._sounds_khmer,
    "\u17b5": Judge._sounds_khmer,
    "\u2800": Judge._is_blank_cell,
    **dict.fromkeys("\u180b\u180c\u180d\u180e\u180f", Judge._shapes_mongolian),
    **dict.fromkeys("\U0001bca0\U0001bca1\U0001bca2\U0001bca3", Judge._shapes_shorthand),
    **dict.fromkeys(map(chr, range(0x1D173, 0x1D17B)), Judge._groups_notes),
}
