"""A memory is `resolved` and no thread.

Threads are unfinished work and become resolved when it is done. A decision or a constraint holds, is superseded, or is
archived; a resolved one means different things to different readers.

Fix: set the status to `archived`, or the type to `thread` if it is one.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.memoryrail import lifecycle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Store

SEVERITY = "warning"


def check(store: Store) -> Iterator[Finding]:
    for memory in lifecycle.of(store).mismatched:
        yield Finding(
            memory.source,
            memory.span("status"),
            f"the status is resolved and the type is {memory.type}; only threads are resolved",
            help="set the status to archived, or leave it active",
        )
