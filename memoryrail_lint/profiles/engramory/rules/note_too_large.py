"""A note is larger than 4 MiB.

No note of one fact is; it is reported and not read.

Fix: keep the file somewhere else, and say where in a note of the type `reference`.
"""

from __future__ import annotations

from memoryrail_lint.profiles.engramory.note import unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.diagnostics import Finding
    from memoryrail_lint.profiles.engramory.model import Store
    from memoryrail_lint.profiles.engramory.note import Note

SEVERITY = "error"


def check(note: Note, store: Store) -> Iterator[Finding]:
    yield from unreadable(note, "note-too-large", "keep it elsewhere, and say in a note where")
