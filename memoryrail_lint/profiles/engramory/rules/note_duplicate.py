"""Two notes say nearly the same.

One of them will be corrected and the other not. The message says how much they share, and which of them is the older
one by its `created`, else by the order of their paths.

Fix: merge them into one note, and correct what links to the other.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.engramory import alike

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.engramory.model import Note, Store

SEVERITY = "info"


def check(store: Store) -> Iterator[Finding]:
    notes = sorted((note for note in store.notes if note.readable), key=_age)
    bodies = [note.source.text[slice(*note.body())] for note in notes]
    for index, earlier, percent in alike.pairs(bodies):
        note, older = notes[index], notes[earlier]
        message = f"{percent} % of this note and of the older one, {{0}}, is the same text"
        help = "merge the two into one note"
        start = note.body()[0]
        at = start + len(bodies[index]) - len(bodies[index].lstrip())
        line_end = note.source.text.find("\n", at)
        span = (at, line_end if line_end >= 0 else len(note.source.text))
        yield Finding(note.source, span, message, older.path, help=help, involves=[older.path])


def _age(note: Note) -> tuple[str, str]:
    return note.text("created") or note.text("modified") or "9999", note.path
