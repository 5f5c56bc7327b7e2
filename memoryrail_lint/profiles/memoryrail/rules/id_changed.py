"""The id of an existing memory changed.

Refs are derived from ids, so every citation of the old one names nothing now, and a later memory may come to share it.
Correcting an id that was not its file's name is no change of it.

Two states are compared: this rule needs `--base REF` or `--staged` (hooks compare the index with HEAD).

Fix: give the memory its old id and file name back. What needs another name is superseded by a new memory.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.memoryrail import states

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Store

SEVERITY = "error"


def check(store: Store) -> Iterator[Finding]:
    found = states.of(store)
    for before, now in found.pairs if found else ():
        if before.id and before.id != now.id and before.id == before.name:
            yield Finding(
                now.source,
                now.span("id"),
                "the id was {0} and became {1}",
                before.id,
                now.id,
                help="give the memory its old id and file name back",
                involves=[before.path],
            )
