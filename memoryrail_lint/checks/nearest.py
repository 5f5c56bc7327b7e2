"""The known word that a misspelt one was meant to be."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

_SHORT: Final = 3
"""Up to this length one slip makes another word as easily as a typo (`uid` is not a misspelt `id`)."""
_LONG: Final = 200
"""No name is longer; `difflib` is quadratic."""


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word at most one slip away, or None.

    A slip is one letter too many, too few, or wrong, or two neighbours swapped; case and `-` against `_` do not count.
    Of several candidates the one without a slip wins, then the first in the alphabet.
    """
    folded = _fold(word)
    best: tuple[int, str] | None = None
    for candidate in known:
        slips = _slips(folded, _fold(candidate))
        if slips is not None and (best is None or (slips, candidate) < best):
            best = (slips, candidate)
    return best[1] if best else None


def suggest(word: str, known: Iterable[str], limit: int = 3) -> list[str]:
    """Up to `limit` known words that look like `word`, the likest first: a looser cut, for people typing commands."""
    from difflib import get_close_matches

    folded = {_fold(candidate): candidate for candidate in sorted(known, reverse=True)}
    return [folded[match] for match in get_close_matches(_fold(word[:_LONG]), list(folded), limit)]


class Names:
    """Many known names, to be asked for the one that each of many wrong ones was meant to be, in bounded time.

    Only names that share the first or the last part (of those that `-` separates), or that differ in case and
    hyphens alone, are compared.
    """

    CANDIDATES: Final = 64
    QUESTIONS: Final = 100
    """How many names may be compared letter by letter; after that only what differs in case and hyphens is found."""

    def __init__(self, known: Iterable[str]) -> None:
        self._by_fold: dict[str, str] = {}
        self._by_part: dict[str, list[str]] = {}
        self._asked = 0
        for name in sorted(known):
            self._by_fold.setdefault(_fold(name), name)
            for part in _ends(name):
                self._by_part.setdefault(part, []).append(name)

    def find(self, word: str, but: str = "") -> str | None:
        """The likest known name other than `but`; None where none is like it."""
        same = self._by_fold.get(_fold(word.removesuffix(".md")))
        if same is not None and same != but:
            return same
        self._asked += 1
        if self._asked > self.QUESTIONS:
            return None
        near = [name for part in _ends(word) for name in self._by_part.get(part, ())[: self.CANDIDATES]]
        found = suggest(word, [name for name in dict.fromkeys(near) if name != but], 1)
        return found[0] if found else None


def _ends(name: str) -> set[str]:
    first, hyphen, rest = _fold(name[:_LONG]).partition("_")
    return {f"{first}_", f"_{rest}", "_" + rest.rpartition("_")[2]} if hyphen else {f"{first}_", f"_{first}"}


def _fold(word: str) -> str:
    return word.casefold().replace("-", "_")


def _slips(word: str, known: str) -> int | None:
    """0 or 1, or None where more than one slip lies between the two."""
    if word == known:
        return 0
    more = len(word) - len(known)
    if more not in (-1, 0, 1):
        return None
    at = 0
    for a, b in zip(word, known, strict=False):
        if a != b:
            break
        at += 1
    if len(known) <= _SHORT and (more < 0 or (more > 0 and at == 0)):
        return None
    if more > 0:
        return 1 if word[at + 1 :] == known[at:] else None
    if more < 0:
        return 1 if word[at:] == known[at + 1 :] else None
    if word[at : at + 2] == known[at : at + 2][::-1] and word[at + 2 :] == known[at + 2 :]:
        return 1
    return 1 if len(known) > _SHORT and word[at + 1 :] == known[at + 1 :] else None
