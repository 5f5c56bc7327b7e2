"""A linked path is on this disk, but git does not track it.

It was never added, or is ignored: everybody else's checkout lacks it, and it has no history to be stale against.

Fix: add the path to git, or link something that is tracked.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.memoryrail import staleness

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Store

SEVERITY = "info"


def check(store: Store) -> Iterator[Finding]:
    for link in staleness.of(store).untracked:
        yield Finding(
            link.memory.source,
            link.span,
            "{0} exists here, but git does not track it",
            link.text,
            help="add it to git, or link something that is tracked",
            involves=[link.path],
        )
