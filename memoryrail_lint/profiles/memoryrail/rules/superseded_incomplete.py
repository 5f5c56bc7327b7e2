"""A memory is `superseded` and does not say by what, or has `superseded_by` and another status.

A reader of the first kind is told that it no longer holds, and not what does. One of the second kind says both that it
holds and that it was replaced.

Fix: set `superseded_by` and the status together; what was not replaced but is no longer right is `archived`.
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
    for memory in lifecycle.of(store).incomplete:
        span = memory.span("status")
        if memory.status == "superseded":
            help = "set superseded_by to the id of what replaced it, or the status to archived"
            yield Finding(memory.source, span, "the memory is superseded, and superseded_by is missing", help=help)
        else:
            values = (memory.status, memory.text(lifecycle.OLD))
            message = "the status is {0}, and superseded_by says that {1} replaced this memory"
            help = "set the status to superseded, or remove superseded_by"
            yield Finding(memory.source, span, message, *values, help=help)
