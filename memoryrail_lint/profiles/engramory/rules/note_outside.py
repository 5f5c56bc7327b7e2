"""A note is a symlink that leads out of the store.

Reading it would carry whatever it leads to into a model's context. It is reported and never read.

Fix: replace the symlink by a file.
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
    yield from unreadable(note, "note-outside", "replace the symlink by a file")
