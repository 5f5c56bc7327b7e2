"""A feedback or project note does not say how to apply it.

What to do next time is the use of such a note. It is looked for as a label at a line's start: `**How to apply:**`,
`How to apply:`, `## How to apply:`, in a list or a quotation, with an ASCII or a full-width colon. A bare `How:` is
none.

Fix: add a line that begins with `**How to apply:**`.
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
    finding = labels.missing(note, store, labels.HOW)
    if finding is not None:
        yield finding
