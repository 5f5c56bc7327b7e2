"""What a note says about its own end: that another one has taken its place, and when it was changed last."""

from __future__ import annotations

import re

from memoryrail_lint.profiles.engramory.note import is_date

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from memoryrail_lint.profiles.engramory.note import Note

_STATES: Final = frozenset(("superseded", "obsolete", "retired", "archived", "deprecated"))
_SUCCESSOR: Final = ("superseded_by", "superseded-by", "replaced_by", "replaced-by")
_SAID: Final = re.compile(r"superseded(?:\s+(?:by|on|since)\b|\s*[\]:—–.*_-]|\s*$)", re.IGNORECASE)


def superseded(note: Note) -> str | None:
    """Why a note counts as replaced, by its own words; None where it does not."""
    if not note.readable:
        return None
    if note.text("status").casefold() in _STATES:
        return f"its status is {note.text('status').casefold()}"
    for name in _SUCCESSOR:
        if note.text(name).strip("[]\"' ") not in ("", "null", "none", "~"):
            return f"it has {name}"
    first = next((line for line in note.source.text[note.body()[0] :].split("\n") if line.strip()), "")
    for text in (note.text("description"), first):
        if _SAID.match(text.strip().lstrip(">#*_~[( \t-")):
            return "it says that it is superseded"
    return None


def last_date(note: Note) -> str:
    """The day when a note was changed last, as it says; "" where it does not."""
    for name in ("updated", "modified", "created"):
        day = note.text(name)[:10]
        if day:
            return day if is_date(day) else ""
    return ""
