"""A second set of positives, written without sight of the detector or of how it does on the first one.

It shares with the first set the type, the marks and the way halves are cut; values, families and surroundings are its
own. Nothing of it has served to tune anything, so both of its halves measure; "seen" and "unseen" are kept all the
same, for whoever wants to mend on the one and measure on the other.
"""

from __future__ import annotations

import re

from benchmarks.data.secrets.fresh_generic import GENERIC, ROUNDS, Draw
from benchmarks.data.secrets.fresh_services import SERVICES
from benchmarks.data.secrets.fresh_surroundings import AFTER, BARE, BEFORE, NAMED
from benchmarks.data.secrets.fresh_values import Draws
from benchmarks.data.secrets.fresh_vendors import CLOUD, Vendor
from benchmarks.data.secrets.positives import Positive, halves
from benchmarks.data.secrets.values import CLOSE, OPEN, marked

SEED = "secrets-fresh-7f"
LEAST = 14
VENDORS = CLOUD + SERVICES
SOURCES = {vendor.name: vendor.source for vendor in VENDORS} | {name: source for name, (source, _) in GENERIC.items()}
"""Family -> where its forms are documented: a vendor's page by its name, a standard, or another scanner's rule."""
INSIDE_URLS = ("link", "link definition", "query")
SAFE_IN_URLS = re.compile(r"[\w.~-]+")
DULL = re.compile(r"example|sample|dummy|placeholder|change_?me|fake|([^A-])\1{4}|12345|abcde", re.I)
"""What a careful reader takes for a stand-in; by chance a drawn value may hold such a piece."""


def fresh() -> list[Positive]:
    """All of them, the same at every run: about two thousand."""
    found = [positive for vendor in VENDORS for positive in of_vendor(vendor)]
    for name, (_, draws) in GENERIC.items():
        found += of_draws(name, draws, ROUNDS.get(name, 2))
    return found


def of_vendor(vendor: Vendor) -> list[Positive]:
    """The vendor's own places first, then shared ones in an order of this family's own, each form in its turn."""
    r = Draws(f"{SEED}/{vendor.name}")
    shared = [] if vendor.only else list(NAMED | BARE if vendor.shaped else NAMED)
    r.shuffle(shared)
    natives = {f"native {n + 1}": native for n, native in enumerate(vendor.natives)}
    places = [*natives, *shared]
    count = max(LEAST, 3 * len(vendor.forms), len(vendor.natives) + 9)
    texts: list[tuple[str, str]] = []
    step = 0
    while len(texts) < count:
        where = places[step % len(places)]
        form = vendor.forms[step % len(vendor.forms)]
        step += 1
        value = sound(r, form.make)
        if where in INSIDE_URLS and not SAFE_IN_URLS.fullmatch(value):
            continue
        if where in natives:
            texts.append((where, natives[where](r, marked(value))))
        else:
            texts.append((where, (NAMED | BARE)[where](r, form.label, form.env, marked(value))))
    return numbered(vendor.name, texts, r)


def of_draws(name: str, draws: dict[str, Draw], rounds: int) -> list[Positive]:
    r = Draws(f"{SEED}/{name}")
    return numbered(name, [(where, sound(r, draw)) for _ in range(rounds) for where, draw in draws.items()], r)


def sound(r: Draws, make: Draw) -> str:
    """A value, or a text with a marked value, that is not dull."""
    while True:
        text = make(r)
        if not DULL.search(text[text.find(OPEN) + 1 :].split(CLOSE)[0]):
            return text


def numbered(family: str, texts: list[tuple[str, str]], r: Draws) -> list[Positive]:
    side = halves(family, list(dict.fromkeys(where for where, _ in texts)))
    return [Positive(family, n, where, side[where], amid(r, text)) for n, (where, text) in enumerate(texts)]


def amid(r: Draws, text: str) -> str:
    """The text in the midst of a note; front matter must open one."""
    return ("" if text.startswith("---\n") else r.choice(BEFORE)) + text + r.choice(AFTER)
