"""The index points into `archive/` or `templates/`.

What is there has left the index on purpose. One line for a whole topic, `- [Archived: topic](archive/topic.md)`, is how
it stays findable, and is left alone.

Fix: remove the line, or move the note back.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.engramory import graph
from memoryrail_lint.profiles.engramory.note import OUT_OF_GRAPH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.engramory.model import Store

SEVERITY = "info"


def check(store: Store) -> Iterator[Finding]:
    for target in store.graph.targets:
        pointer = target.pointer
        first, slash, _ = target.path.partition("/")
        if target.state != graph.THERE or not slash or first.casefold() not in OUT_OF_GRAPH:
            continue
        if not pointer.label.strip("*_ ").casefold().startswith("archived"):
            message = "the pointer {0} leads to a file that is out of the index's reach"
            help = "remove the line, or move the note back"
            yield Finding(store.index.source, pointer.span, message, pointer.destination, help=help)
