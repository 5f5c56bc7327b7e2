"""A field holds what the format does not allow.

A `type` is user, feedback, project or reference, a `scope` global or repo, a date a real day written YYYY-MM-DD. Tools
and readers that meet another word guess.

Fix: write one of the allowed values.
"""

from __future__ import annotations

from memoryrail_lint.checks.nearest import nearest
from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.engramory.note import DATES, SCOPES, TYPES, is_date

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.engramory.model import Store
    from memoryrail_lint.profiles.engramory.note import Note

SEVERITY = "error"
WORDS = {"type": TYPES, "scope": SCOPES}


def check(note: Note, store: Store) -> Iterator[Finding]:
    for name, allowed in WORDS.items():
        value = note.text(name)
        if value and value not in allowed:
            meant = nearest(value, allowed)
            help = f"write {' or '.join(allowed)}" if meant is None else f"did you mean {meant}?"
            severity = store.level("type invalid" if name == "type" else "value invalid")
            message = f"the {name} {{0}} is none of {', '.join(allowed)}"
            yield Finding(note.source, note.span(name), message, value, help=help, severity=severity)
    for name in DATES:
        value = note.text(name)
        if value and not is_date(value):
            help = "write it as YYYY-MM-DD"
            message = f"{name} is no day: {{0}}"
            severity = store.level("value invalid")
            yield Finding(note.source, note.span(name), message, value, help=help, severity=severity)
