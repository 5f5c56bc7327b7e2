"""What a note's words tell about the closer looks that are worth their price.

Searching each note for each word that a rule wants costs more than everything else. Notes of a store share most of
their words, so each word is judged once and what it tells is kept as bits; a note has the bits of all its words. A bit
that is missing is certain, one that is there costs a closer look.
"""

from __future__ import annotations

from memoryrail_lint.checks.injection import GROUPS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

# Words as they stand between blanks, hyphens and punctuation.
_WHOLE: Final = {
    "day": (
        "yesterday today tomorrow tonight ago now gestern vorgestern heute hier ayer anteayer hoy demain "
        "week weeks weekend month months quarter year years night sprint days hours minutes "
        "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august "
        "september october november december woche wochen monat monaten quartal jahr jahren nacht tag tagen stunden "
        "montag dienstag mittwoch donnerstag freitag samstag sonntag semaine semaines mois trimestre année an ans jour "
        "jours lundi mardi mercredi jeudi vendredi samedi dimanche semana semanas mes meses año años días lunes martes "
        "miércoles jueves viernes sábado domingo"
    ),
    "phone": "phone tel mobile whatsapp call",
    "street": "street avenue boulevard lane road drive court terrace st ave blvd rd",
    "state": "version release head coverage",
    "tests": "test tests",
    "tested": "pass passes passing passed fail failing failed green count total",
    "commit": "commit",
    "which": "latest last current tip head",
    "numbers": "numbers counts values number count value",
    "outdated": "outdated stale date",
}
# What stands anywhere in a word; beyond ASCII most scripts have no blanks.
_PART: Final = {
    "day": "aujourd 昨 今 明 前 后 後 上 下 本 这 這 去 先 来",
    "street": "straße strasse gasse allee",
}
_STRIPPED: Final = ".,;:!?()[]{}<>\"'`*_|/\u2019\u2014\u2013\u2026"
_MOST: Final = 100_000
"""Words that are kept; whoever has more begins anew."""


class _Bits:
    """Judges words. known: word in lower case -> its bits."""

    def __init__(self) -> None:
        self.known: dict[str, int] = {}
        self.names: dict[str, int] = {}
        self._whole: dict[str, int] = {}
        self._part: list[tuple[str, int]] = []
        for name, words in _WHOLE.items():
            for word in words.split():
                self._whole[word] = self._whole.get(word, 0) | self._bit(name)
        for name, words in _PART.items():
            self._part += [(word, self._bit(name)) for word in words.split()]
        self.orders = []
        for gate, groups in GROUPS.items():
            bits = [self._bit(f"{gate} {number}") for number in range(len(groups))]
            self.orders.append(sum(bits))
            # Of a literal of several words the longest is enough to look closer.
            self._part += [
                (max(word.replace("-", " ").split(), key=len), bit)
                for group, bit in zip(groups, bits, strict=True)
                for word in group
                if word.strip(" -")
            ]

    def _bit(self, name: str) -> int:
        return self.names.setdefault(name, 1 << len(self.names))

    def learn(self, words: Iterable[str]) -> None:
        """Judge the words that are not known yet."""
        if len(self.known) > _MOST:
            self.known.clear()
        for word in words:
            if word not in self.known:
                bits = self._whole.get(word.strip(_STRIPPED).removesuffix("'s"), 0)
                for part, bit in self._part:
                    if part in word:
                        bits |= bit
                self.known[word] = bits


_bits: Final = _Bits()
DAY: Final = _bits.names["day"]
PHONE: Final = _bits.names["phone"]
STREET: Final = _bits.names["street"]
_STATES: Final = tuple(
    sum(_bits.names[name] for name in names)
    for names in (("state",), ("tests", "tested"), ("commit", "which"), ("numbers", "outdated"))
)


def hints(text: str) -> int:
    """The bits of a text."""
    words = text.lower().replace("-", " ").split()
    kinds = set(map(_bits.known.get, words))
    if None in kinds:
        _bits.learn(words)
        kinds = set(map(_bits.known.get, words))
    found = 0
    for bits in kinds:
        found |= bits or 0
    return found


def has_order(found: int) -> bool:
    """Whether `checks.injection` may find anything in a text with these bits."""
    return any(found & wanted == wanted for wanted in _bits.orders)


def has_state(found: int) -> bool:
    """Whether a text with these bits may tell of a state that changes."""
    return any(found & wanted == wanted for wanted in _STATES)
