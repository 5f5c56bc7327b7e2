"""Memories supersede each other in a circle.

Each of them is replaced by another one, so none holds, and a tool that follows the chain to the newest never arrives.

Fix: find the newest of them, and remove its `superseded_by` and what names it in `supersedes`.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.memoryrail import lifecycle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Store

SEVERITY = "error"
SHOWN = 8
"""How many memories of a cycle are named."""


def check(store: Store) -> Iterator[Finding]:
    for cycle in lifecycle.of(store).cycles:
        first, hidden = cycle[0], len(cycle) - SHOWN
        if len(cycle) == 1:
            message = "{0} supersedes itself"
        else:
            path = [f"{{{at}}}" for at in range(min(SHOWN, len(cycle)))]
            path += [f"{hidden} more"] if hidden > 0 else []
            message = " supersedes ".join([*path, "{0}"])
        field = lifecycle.NEW if first.text(lifecycle.NEW) else lifecycle.OLD
        yield Finding(
            first.source,
            first.span(field),
            message,
            *[memory.id for memory in cycle[:SHOWN]],
            help="one of them is the newest: nothing supersedes it",
            involves=[memory.path for memory in cycle],
        )
