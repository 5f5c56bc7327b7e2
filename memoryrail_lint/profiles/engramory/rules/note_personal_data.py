"""A note holds an e-mail address, a street address or a phone number.

Notes are plain text that is read into every context and copied along. Where the address is kept serves as well. The
value is not shown.

Fix: write where to find it, such as the contact's name in the address book.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.engramory import model, personal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.engramory.model import Note, Store

SEVERITY = "info"


def check(note: Note, store: Store) -> Iterator[Finding]:
    if note.kind == model.NOTE:
        for span, what in personal.find(note.source.text, note.hints):
            yield Finding(note.source, span, f"this looks like {what}", help="write where to find it instead")
