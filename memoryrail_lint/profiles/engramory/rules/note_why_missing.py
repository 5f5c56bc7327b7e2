"""A feedback or project note does not say why.

The reason tells when an exception is allowed, and whether the note still holds. It is looked for as a label at a line's
start: `**Why:**`, `Why:`, `## Why:`, in a list or a quotation, with an ASCII or a full-width colon.

Fix: add a line that begins with `**Why:**`.
"""

from __future__ import annotations

from memoryrail_lint.profiles.engramory import labels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.diagnostics import Finding
    from memoryrail_lint.profiles.engramory.model import Store
    from memoryrail_lint.profiles.engramory.note import Note

SEVERITY = "error"


def check(note: Note, store: Store) -> Iterator[Finding]:
    finding = labels.missing(note, store, labels.WHY)
    if finding is not None:
        yield finding
