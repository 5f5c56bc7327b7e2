"""A note is linked from a note, but not in the index.

It is found only by those who open the other note. A store that has more notes than the index may have lines cannot list
them all; there it is said once.

Fix: add a line for it to the index if it matters by itself.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.engramory.caps import caps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.engramory.model import Store

SEVERITY = "info"


def check(store: Store) -> Iterator[Finding]:
    graph = store.graph
    if store.index.fault is not None:
        return
    notes = [note for note in store.notes if note.readable]
    found = [note for note in notes if note.path in graph.linked and note.path not in graph.indexed]
    help = "add a line for it to the index if it matters by itself"
    if len(notes) > caps(store.config.engramory_caps)["hard-lines"] and found:
        message = "the index does not list {0} notes that other notes link, such as {1}"
        involves = [note.path for note in found]
        yield Finding(store.index.source, None, message, len(found), found[0].path, help=help, involves=involves)
        return
    for note in found:
        message = "the index does not list this note; another note links it"
        yield Finding(note.source, None, message, help=help, involves=[store.index.source.path])
