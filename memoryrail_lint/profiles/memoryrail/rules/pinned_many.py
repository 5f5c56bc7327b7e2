"""More than ten memories, and more than a tenth of all, are pinned.

Pinned memories stand before all others. When most are, the order says nothing.

Fix: keep `pinned` for the few that every change must respect.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Store

SEVERITY = "info"


def check(store: Store) -> Iterator[Finding]:
    pinned = [memory for memory in store.memories if memory.pinned]
    if len(pinned) > 10 and len(pinned) * 10 > len(store.memories):
        yield Finding(
            store.settings.source or Source(pinned[0].path),
            None,
            "{0} of {1} memories are pinned",
            len(pinned),
            len(store.memories),
            help="keep pinned for the few that every change must respect",
            involves=[memory.path for memory in pinned],
        )
