"""One side of a pair, a memory and the one that replaced it, is missing or disagrees.

The new memory has `supersedes`; the old one becomes `superseded` and gets `superseded_by`. A reader who meets either of
the two must learn of the other, and an old decision that is still `active` goes on binding everybody. A proposal
changes nothing yet, so nothing is missing from its pair.

Fix: write the other side, as `memoryrail-lint supersede` does in one step. The unsafe fix takes the side that is there
for what is meant, and leaves the pair alone where two memories claim the same.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding, Fix
from memoryrail_lint.profiles.memoryrail import lifecycle
from memoryrail_lint.profiles.memoryrail.writer import encode_text, set_fields

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.lifecycle import Broken
    from memoryrail_lint.profiles.memoryrail.model import Memory, Store

SEVERITY = "error"
FIXABLE = "unsafe"


def check(store: Store) -> Iterator[Finding]:
    for broken in lifecycle.of(store).broken:
        yield _at_older(broken) if broken.at is broken.older else _at_newer(broken)


def _at_older(broken: Broken) -> Finding:
    older = broken.older
    parts = []
    if broken.status:
        parts.append("whose status is {2}")
    if broken.back:
        parts.append("whose superseded_by is {1}" if broken.other else "which has no superseded_by")
    return Finding(
        older.source,
        older.span("status" if broken.status else lifecycle.OLD),
        "{0} supersedes this memory, " + " and ".join(parts),
        broken.newer.id,
        broken.other,
        older.status,
        help="set status to superseded and superseded_by to {0}",
        fix=_fix(broken),
        involves=[broken.newer.path],
    )


def _at_newer(broken: Broken) -> Finding:
    newer = broken.newer
    which = "supersedes {1} instead" if broken.other else "has no supersedes"
    return Finding(
        newer.source,
        newer.span(lifecycle.NEW),
        f"{{0}} is superseded by this memory, which {which}",
        broken.older.id,
        broken.other,
        help="set supersedes to {0}, or correct superseded_by there",
        fix=_fix(broken),
        involves=[broken.older.path],
    )


def _fix(broken: Broken) -> Fix | None:
    values: dict[int, dict[str, str]] = {}
    memories: dict[int, Memory] = {}
    for memory, field, value in broken.wants:
        memories[id(memory)] = memory
        values.setdefault(id(memory), {})[field] = encode_text(value)
    edits = [edit for key, fields in values.items() for edit in set_fields(memories[key], fields)]
    return Fix("write the other side of the pair", edits, safe=False) if edits else None
