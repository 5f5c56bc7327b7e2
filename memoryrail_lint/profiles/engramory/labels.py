"""The labels of a body, `Why:` and `How to apply:`: where they stand, and what comes near them.

A label begins a line; it may be bold, a heading, in a list or a quotation, and its colon may be the full-width one of
CJK keyboards. It is told by that colon and by all of its words.
"""

from __future__ import annotations

from memoryrail_lint.profiles.engramory.note import LABELLED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from memoryrail_lint.diagnostics import Finding, Span
    from memoryrail_lint.profiles.engramory.model import Store
    from memoryrail_lint.profiles.engramory.note import Note

WHY: Final = "Why"
HOW: Final = "How to apply"
_COLON: Final = "[:\N{FULLWIDTH COLON}]"
_LEAD: Final = r"^[ \t]*(?:>[ \t]*)*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:\[[ xX]\][ \t]+)?(?:#{1,6}[ \t]+)?[*_]{0,3}"
_TAIL: Final = r"[*_]{0,3}[ \t]*" + _COLON
# What people write in the place of a label: other words, no colon, or not at the line's start.
_NEAR: Final = {
    WHY: (_LEAD + r"(?:why|reason|rationale|because)\b[^\n]{0,80}", r"\bwhy[*_]{0,3}[ \t]*" + _COLON),
    HOW: (_LEAD + r"how\b[^\n]{0,80}", r"\bhow to apply\b"),
}
# Near enough for a host's note: both words at a line's start, or the label in mid-line.
_HOSTS: Final = {
    WHY: (_LEAD + r"why\b", r"\bwhy\b[^\n]{0,60}" + _COLON),
    HOW: (_LEAD + r"how to apply\b", r"\bhow to apply\b"),
}


def find(note: Note, label: str) -> Span | None:
    """The place of a label in the body; code is left out."""
    start = note.body()[0]
    text = note.source.text
    for mark in (f"\n{label}:", f"\n**{label}:"):
        at = text.find(mark, max(start - 1, 0))
        if at >= 0 and "```" not in text and "~~~" not in text:
            return at + 1, at + len(mark)
    return _search(note, (_LEAD + label.replace(" ", r"[ \t]+") + _TAIL,))


def near(note: Note, label: str) -> Span | None:
    """The place of what was probably meant to be the label."""
    return _search(note, _NEAR[label])


def has_all(note: Note) -> bool:
    """Whether a note says why and how to apply, in a host's own ways too."""
    return all(find(note, label) or _search(note, _HOSTS[label]) for label in (WHY, HOW))


def _search(note: Note, patterns: tuple[str, ...]) -> Span | None:
    import re

    from memoryrail_lint.checks.markdown import fenced

    start, end = note.body()
    code = fenced(note.source.text, start)
    for pattern in patterns:
        for match in re.compile(pattern, re.MULTILINE | re.IGNORECASE).finditer(note.source.text, start, end):
            if not any(first <= match.start() < last for first, last in code):
                return match.span()
    return None


def missing(note: Note, store: Store, label: str) -> Finding | None:
    """The finding of a note that must have a label and has not, unless that is summed up."""
    from memoryrail_lint.diagnostics import Finding
    from memoryrail_lint.profiles.engramory import strictness

    severity = store.level("label missing")
    if severity == strictness.SUMMED or note.type not in LABELLED or find(note, label) is not None:
        return None
    help = f"begin a line with `**{label}:**`"
    span = near(note, label)
    if span is None:
        return Finding(note.source, note.span("type"), f"a {note.type} note needs a line `{label}:`", help=help)
    close = note.source.text[slice(*span)].strip()
    help += ", with its colon; {0} comes near it"
    message = f"a {note.type} note needs a line `{label}:`"
    return Finding(note.source, span, message, close, help=help)
