"""A project note speaks of a day by its distance from today.

"Last week" is true for a week. Project notes are read months later, by somebody who cannot tell when it was written.
English, Chinese, Japanese, German, French and Spanish are understood; code is left alone.

Fix: write the date.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.engramory import relative

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memoryrail_lint.diagnostics import Span
    from memoryrail_lint.profiles.engramory.model import Store
    from memoryrail_lint.profiles.engramory.note import Note

SEVERITY = "warning"


def check(note: Note, store: Store) -> Iterable[Finding]:
    if note.type != "project":
        return ()
    found = relative.find(note.lowered)
    return _findings(note, found) if found else ()


def _findings(note: Note, found: list[Span]) -> Iterator[Finding]:
    from memoryrail_lint.profiles.engramory.links import live

    text = note.source.text
    shown = live(text)
    for start, end in found:
        if shown[start:end] == text[start:end]:
            message = "{0} means another day tomorrow"
            yield Finding(note.source, (start, end), message, text[start:end], help="write the date, as YYYY-MM-DD")
