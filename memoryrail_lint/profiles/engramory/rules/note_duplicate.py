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

    from memoryrail_lint.profiles.engramory.model import Store
    from memoryrail_lint.profiles.engramory.note import Note

SEVERITY = "info"


def check(store: Store) -> Iterator[Finding]:
    # Notes come in the order of their paths, which stays among those of one day.
    notes = sorted([note for note in store.notes if note.readable], key=_day)
    bodies = [note.source.text[note.start :] for note in notes]
    for index, earlier, percent in alike.pairs(bodies):
        note, older = notes[index], notes[earlier]
        message = f"{percent} % of this note and of the older one, {{0}}, is the same text"
        help = "merge the two into one note"
        at = note.start + len(bodies[index]) - len(bodies[index].lstrip())
        line_end = note.source.text.find("\n", at)
        span = (at, line_end if line_end >= 0 else len(note.source.text))
        yield Finding(note.source, span, message, older.path, help=help, involves=[older.path])


def _day(note: Note) -> str:
    return note.values.get("created") or note.values.get("modified") or "9999"
