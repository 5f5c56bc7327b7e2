"""A note is neither in the index nor linked from another note.

Recall starts from the index, so nobody ever comes to this note. A link to itself does not help it.

Fix: add a line for it to the index, or move it to `archive/`.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.engramory.model import Store

SEVERITY = "error"
HELP = "add a line for it to the index, or move it to archive/"


def check(store: Store) -> Iterator[Finding]:
    if store.index.fault is not None:
        return  # index-missing says so
    reached = store.graph.indexed | store.graph.linked
    # A file without front matter, among the notes of a host, is a log or the like.
    bare_too = store.level("front matter absent") == SEVERITY
    for note in store.notes:
        if note.readable and note.path not in reached and (bare_too or not note.is_bare):
            at = _named(note.name, store)
            help = f"line {at} of the index only names it; make that a link" if at else HELP
            message = "nothing leads to this note: neither the index nor another note"
            yield Finding(note.source, None, message, help=help, involves=[store.index.source.path])


def _named(name: str, store: Store) -> int:
    """The number of a line of the index that holds a note's name, as code perhaps, and no link; 0 where none does."""
    source = store.index.source
    at = source.text.find(name)
    if at < 0:
        return 0
    line = store.index.lines[source.position(at)[0] - 1]
    return 0 if line.pointers or line.wikilinks else line.number
