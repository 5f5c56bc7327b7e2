"""A note's `name` is not its file's name.

Links name a note by either. Case, `-` against `_`, and a type's prefix (`feedback_`) make no difference. Where a host
manages the store, names are titles, and this says nothing.

Fix: give the note the name of its file, or the file that of the note.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.engramory.graph import bare

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.engramory.model import Store

SEVERITY = "info"


def check(store: Store) -> Iterator[Finding]:
    if not store.level("name is a title"):
        return
    for note in store.notes:
        name = note.text("name")
        if name and name != note.name and bare(name) != bare(note.name):
            message = "the name {0} is not that of the file, {1}"
            help = "give both the same name"
            yield Finding(note.source, note.span("name"), message, name, note.name, help=help)
