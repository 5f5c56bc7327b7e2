"""Notes have names that differ by a date only.

A series of snapshots fills the index, and all but the last one are out of date. What goes on is one note that is
updated in place.

Fix: merge them into one note without a date in its name, and archive the rest.
"""

from __future__ import annotations

import re

from memoryrail_lint.diagnostics import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.engramory.model import Store
    from memoryrail_lint.profiles.engramory.note import Note

SEVERITY = "warning"
DATE = re.compile(r"(?<!\d)20\d\d([-_.]?)(?:0[1-9]|1[0-2])(?:\1(?:0[1-9]|[12]\d|3[01]))?(?!\d)")


def check(store: Store) -> Iterator[Finding]:
    series: dict[tuple[str, str], list[Note]] = {}
    for note in store.notes:
        if note.readable and "20" in note.name and DATE.search(note.name):
            folder = note.path.rpartition("/")[0]
            series.setdefault((folder, DATE.sub("*", note.name)), []).append(note)
    for notes in series.values():
        if len(notes) > 1:
            last = max(notes, key=lambda note: note.name)
            message = "{0} notes differ by the date in their names only, from {1} to {2}"
            help = "keep one live note without a date in its name, and archive the rest"
            first = min(notes, key=lambda note: note.name)
            involves = [note.path for note in notes]
            yield Finding(last.source, None, message, len(notes), first.name, last.name, help=help, involves=involves)
