"""The index points at a file that does not exist.

The note was renamed, moved or deleted, or never written: whoever follows the pointer finds nothing.

Fix: correct the path, or remove the line.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.engramory import graph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.engramory.model import Store

SEVERITY = "error"


def check(store: Store) -> Iterator[Finding]:
    for target in store.graph.targets:
        if target.state == graph.MISSING:
            found = next(store.graph.names.like(target.path), None)
            help = "correct the path, or remove the line" if found is None else "there is {1}"
            message = "the pointer {0} leads to no file"
            pointer = target.pointer
            yield Finding(store.index.source, pointer.span, message, pointer.destination, found or "", help=help)
