"""Texts that are nearly the same, found in near-linear time.

Texts are alike where they share most of their shingles (three words in a row; in a script without blanks, five
characters). Then they also share most of what stands around the first and the last of each rare letter, since an edit
of one word changes three shingles and hardly any of those places, wherever they have moved to. Texts without enough
rare letters are known by their clauses instead. Only texts with enough in common are compared in full.
"""

from __future__ import annotations

from zlib import crc32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Final

ALIKE: Final = 80
"""Per cent of all shingles of two texts that both must have (Jaccard's index)."""
SHARED: Final = 40
"""Per cent of a text's marks, common ones aside, that the other must have to be compared with it."""
FEWEST: Final = 14
"""Words (characters where there are no blanks) that a text must have; shorter ones are alike by chance."""
_NEIGHBOURS: Final = 3
"""So many of the texts that have a mark are looked at, the last ones; a mark that more have is common."""
_LIKELIEST: Final = 4
"""How many texts each one is compared with in full."""
_PROBES: Final = 8
"""Pieces of a text that are sought in another before the two are compared in full; a quarter must be there."""
_PROBE: Final = 24
"""Code points of such a piece."""
_LOOKED: Final = 100_000
"""Code points of a text in which they are sought."""
_MOST: Final = 20_000
"""Words of a text that are looked at."""
_RARE: Final = "jxqzkv"
"""The rarest letters of English; the first and the last of each in a text make a mark."""
_BEFORE: Final = 16
_AFTER: Final = 32
"""Code points around a rare letter that make a mark: seven words or so."""
_ENOUGH: Final = 6
"""Marks that a text needs; one that has fewer is known by its clauses too."""
_FEW: Final = 6
"""So few sentences are cut into clauses."""
_STOPS: Final = (", ", ": ", "; ", " and ")
_WIDE_STOPS: Final = ("，", "、", "；", "：")
_SHORTEST: Final = 12
"""Code points of a clause that tells anything."""


def pairs(texts: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """(index, earlier index, per cent in common) of texts that are nearly the same; each with the likest one before."""
    known_by = [_marks(text) for text in texts]
    repeated = _repeated(known_by)
    having: dict[str, list[int]] = {}
    for number, text in enumerate(texts):
        marks = known_by[number]
        shared = marks & repeated
        if len(shared) < 2 <= len(marks):
            continue  # one place in common is chance
        common = 0
        counts: dict[int, int] = {}
        for mark in shared:
            others = having.setdefault(mark, [])
            for other in others[-_NEIGHBOURS:]:
                counts[other] = counts.get(other, 0) + 1
            common += len(others) > _NEIGHBOURS
            others.append(number)
        own = len(marks) - common
        likely = [other for other, count in counts.items() if count > min(own, len(known_by[other])) * SHARED // 100]
        if likely:
            likely.sort(key=lambda other: -counts[other])
            percent, earlier = _best(text, likely[:_LIKELIEST], texts)
            if percent >= ALIKE:
                yield number, earlier, percent


def _repeated(known_by: Iterable[set[str]]) -> set[str]:
    """The marks of more than one text."""
    seen: set[str] = set()
    found: set[str] = set()
    for marks in known_by:
        found |= seen & marks
        seen |= marks
    return found


def _marks(text: str) -> set[str]:
    """What a text is known by."""
    found = set()
    for letter in _RARE:
        at = text.find(letter)
        if at >= 0:
            found.add(text[at - _BEFORE if at > _BEFORE else 0 : at + _AFTER])
            at = text.rfind(letter)
            found.add(text[at - _BEFORE if at > _BEFORE else 0 : at + _AFTER])
            if len(found) >= _ENOUGH:
                return found
    return found | _clauses(text)


def _clauses(text: str) -> set[str]:
    """The sentences of a text, or its clauses where it has few."""
    text = text.replace(". ", "\n")
    if not text.isascii():
        text = text.replace("。", "\n")
    found = {clause for clause in text.split("\n") if len(clause) >= _SHORTEST}
    if len(found) < _FEW:
        for stop in _STOPS if text.isascii() else _STOPS + _WIDE_STOPS:
            text = text.replace(stop, "\n")
        found = {clause for clause in text.split("\n") if len(clause) >= _SHORTEST}
    return found


def _best(text: str, others: Iterable[int], texts: Sequence[str]) -> tuple[int, int]:
    mine: set[int] = set()
    best = (0, 0)
    for other in others:
        if not _resembles(text, texts[other]):
            continue
        mine = mine or _shingles(text)
        theirs = _shingles(texts[other])
        if not mine or not theirs:
            continue
        common = len(mine & theirs)
        percent = 100 * common // (len(mine) + len(theirs) - common)
        best = max(best, (percent, -other))
    return best[0], -best[1]


def _resembles(text: str, other: str) -> bool:
    text, other = text[:_LOOKED], other[:_LOOKED]
    step = len(text) // _PROBES + 1
    return 4 * sum(text[at : at + _PROBE] in other for at in range(0, len(text), step)) >= _PROBES


def _shingles(text: str) -> set[int]:
    """The hashes of a text's shingles; none of a text that is too short."""
    words: Sequence[str] = text.lower().split(None, _MOST)[:_MOST]
    size = 3
    if not text.isascii() and len(text) > 12 * len(words):
        words, size = "".join(words)[:_MOST], 5
    if len(words) < FEWEST:
        return set()
    numbers = [crc32(word.encode(errors="replace")) for word in words]
    if size == 3:
        return {a * 3 ^ b * 5 ^ c * 7 for a, b, c in zip(numbers, numbers[1:], numbers[2:], strict=False)}
    ways = zip(*(numbers[n:] for n in range(size)), strict=False)
    return {a * 3 ^ b * 5 ^ c * 7 ^ d * 11 ^ e * 13 for a, b, c, d, e in ways}
