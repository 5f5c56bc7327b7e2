"""Every positive of the corpus: a text, the span of the value, its family and the half it belongs to."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from benchmarks.data.secrets.generic import GENERIC, SIZES
from benchmarks.data.secrets.surroundings import BARE, CONTEXTS, NAMED
from benchmarks.data.secrets.values import Values, marked, place
from benchmarks.data.secrets.vendors import FAMILIES

SEED = "secrets-1"
LEAST = 28


class Positive:
    """`text[start:end]` is the value. `half` is "seen" (may serve to tune a detector) or "unseen"."""

    __slots__ = ("end", "family", "half", "number", "start", "surrounding", "text")

    def __init__(self, family: str, number: int, surrounding: str, half: str, text: str) -> None:
        self.family, self.number, self.surrounding, self.half = family, number, surrounding, half
        self.text, self.start, self.end = place(text)


def halves(family: str, surroundings: list[str]) -> dict[str, str]:
    """Surrounding -> "seen" or "unseen", by the order of the hashes of family and surrounding.

    A surrounding is in one half only within its family, so that the unseen half holds texts, not just values, that
    nobody tuned for.
    """
    order = sorted(surroundings, key=lambda name: hashlib.sha256(f"{family}/{name}".encode()).digest())
    return {name: ("seen", "unseen")[rank % 2] for rank, name in enumerate(order)}


def positives() -> Iterator[Positive]:
    """All of them, the same at every run; no instance depends on how many come before it."""
    for family in FAMILIES:
        around = list((NAMED | BARE if family.bare else NAMED).items())
        Values(f"{SEED}/{family.name}").shuffle(around)
        count = max(LEAST, 3 * len(family.makes))
        side = halves(family.name, [name for name, _ in around[:count]])
        for number in range(count):
            r = Values(f"{SEED}/{family.name}/{number}")
            name, surrounding = around[number % len(around)]
            value = family.makes[number % len(family.makes)](r)
            text = surrounding(family.phrase, family.env, marked(value))
            yield Positive(family.name, number, name, side[name], inside(r, text))
    for name, draws in GENERIC.items():
        labels = [f"{name} {which + 1}" for which in range(len(draws))]
        side = halves(name, labels)
        for number in range(max(SIZES.get(name, 24), 2 * len(draws))):
            r = Values(f"{SEED}/{name}/{number}")
            which = number % len(draws)
            yield Positive(name, number, labels[which], side[labels[which]], inside(r, draws[which](r)))


def inside(r: Values, text: str) -> str:
    """The text in the midst of a note, unless it must open one."""
    if text.startswith("---\n"):
        return text
    return r.choice(CONTEXTS) + text + r.choice(["", "\n", "\n\nIt was the same on Friday.\n"])
