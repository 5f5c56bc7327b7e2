"""`supersedes` or `superseded_by` names no memory.

The chain from a decision to the one that replaced it then ends in nothing, and nobody can tell which of the two holds.

Fix: write the id of the memory that is meant. Where it was deleted, bring it back from git: superseded memories stay in
the repository.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.memoryrail import lifecycle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Store

SEVERITY = "error"


def check(store: Store) -> Iterator[Finding]:
    graph = lifecycle.of(store)
    for target in graph.unknown:
        memory, field = target.memory, target.field
        if target.meant:
            message, values = f"{field} names {{0}}, a short ref that {{1}} and {{2}} share", target.meant[:2]
            help = "write the id of the one that is meant"
        else:
            near = graph.nearest(target)
            message, values = f"{field} names {{0}}, and there is no such memory", [near] if near else []
            help = "did you mean {1}?" if near else "write the id of a memory of this store"
        yield Finding(memory.source, memory.span(field), message, target.text, *values, help=help)
