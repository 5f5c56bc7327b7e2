"""A memory was updated before it was created.

The two instants are compared, not their texts, so offsets count. An `updated` that lies too early makes the memory
look stale, or hides that it is.

Fix: correct whichever of the two is wrong.
"""

from __future__ import annotations

from memoryrail_lint.checks import dates
from memoryrail_lint.diagnostics import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Memory, Store

SEVERITY = "warning"


def check(memory: Memory, store: Store) -> Iterator[Finding]:
    created, updated = memory.document.get("created"), memory.document.get("updated")
    if created == updated or not isinstance(created, str) or not isinstance(updated, str):
        return
    if len(created) == len(updated) and created[-1:] == updated[-1:] == "Z" and created < updated:
        return  # in one notation the order of the texts is that of the instants
    first, last = dates.parse(created), dates.parse(updated)
    if first is not None and last is not None and last < first:
        yield Finding(
            memory.source,
            memory.span("updated"),
            "updated {0} lies before created {1}",
            updated,
            created,
            help="one of the two is wrong; compare them with the history of the file",
        )
