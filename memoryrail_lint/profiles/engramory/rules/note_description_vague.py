"""A note's description is a word or two, or the name again.

Recall reads the descriptions and opens what they promise; one that says nothing makes the note invisible.

Fix: say in one line what the note tells, so that whoever needs it opens it.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.engramory.graph import fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.engramory.model import Store

SEVERITY = "info"
FEW = 2
"""Words that say too little."""
SHORT = 6
"""Characters that say too little in a script without blanks."""


def check(store: Store) -> Iterator[Finding]:
    for note in store.notes:
        text = note.values.get("description", "").strip(" .")
        if not text:
            continue
        again = _is_name(text, note.name) or _is_name(text, note.values.get("name", ""))
        if again or _is_short(text):
            message = "the description {0} is the name again" if again else "the description {0} says too little"
            help = "say in one line what the note tells"
            yield Finding(note.source, note.span("description"), message, text, help=help)


def _is_short(text: str) -> bool:
    return len(text.split(None, FEW)) <= FEW and (text.isascii() or len(text) <= SHORT)


def _is_name(text: str, name: str) -> bool:
    # Folding ASCII keeps a text's length, and most descriptions are longer than any name.
    return (len(text) == len(name) or not text.isascii() or not name.isascii()) and fold(text) == fold(name)
