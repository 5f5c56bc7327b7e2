"""Texts that are nearly the same, found in near-linear time.

Texts are alike where they share most of their shingles (three words in a row; in a script without blanks, five
characters). Then they also share most of their clauses word for word: an edit of one word changes three shingles and
one clause, and a clause has about ten words. So only texts with enough common clauses are compared in full.
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
"""Per cent of a text's clauses, common ones aside, that the other must have to be compared with it."""
FEWEST: Final = 14
"""Words (characters where there are no blanks) that a text must have; shorter ones are alike by chance."""
_NEIGHBOURS: Final = 3
"""So many of the texts that have a clause are looked at, the last ones; a clause that more have is common."""
_LIKELIEST: Final = 4
"""How many texts each one is compared with in full."""
_MOST: Final = 20_000
"""Words of a text that are looked at."""
_FEW: Final = 6
"""So few sentences are cut into clauses."""
_STOPS: Final = (", ", ": ", "; ", " and ")
_WIDE_STOPS: Final = ("，", "、", "；", "：")
_SHORTEST: Final = 12
"""Code points of a clause that tells anything."""


def pairs(texts: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """(index, earlier index, per cent in common) of texts that are nearly the same; each with the likest one before."""
    having: dict[str, int | list[int]] = {}
    for number, text in enumerate(texts):
        clauses = _clauses(text)
        common = 0
        counts: dict[int, int] = {}
        for clause in clauses:
            others = having.setdefault(clause, number)
            if others is number:
                continue
            if isinstance(others, int):
                others = having[clause] = [others]
            for other in others[-_NEIGHBOURS:]:
                counts[other] = counts.get(other, 0) + 1
            common += len(others) > _NEIGHBOURS
            others.append(number)
        enough = (len(clauses) - common) * SHARED // 100
        likely = [other for other, count in counts.items() if count > enough]
        if likely:
            likely.sort(key=lambda other: -counts[other])
            percent, earlier = _best(text, likely[:_LIKELIEST], texts)
            if percent >= ALIKE:
                yield number, earlier, percent


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
    mine, best = _shingles(text), (0, 0)
    for other in others if mine else ():
        theirs = _shingles(texts[other])
        common = len(mine & theirs)
        percent = 100 * common // (len(mine) + len(theirs) - common)
        best = max(best, (percent, -other))
    return best[0], -best[1]


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
