"""A note holds an e-mail address, a street address or a phone number.

Notes are plain text that is read into every context and copied along. Where the address is kept serves as well. The
value is not shown.

Fix: write where to find it, such as the contact's name in the address book.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.engramory import personal
from memoryrail_lint.profiles.engramory.note import NOTE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memoryrail_lint.profiles.engramory.model import Store
    from memoryrail_lint.profiles.engramory.note import Note

SEVERITY = "info"


def check(note: Note, store: Store) -> Iterable[Finding]:
    found = personal.find(note.source.text, note.shape) if note.kind == NOTE else ()
    return [
        Finding(note.source, span, f"this looks like {what}", help="write where to find it instead")
        for span, what in found
    ]
