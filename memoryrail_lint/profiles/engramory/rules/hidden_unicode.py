"""A file of the store holds characters that nobody sees.

Bidirectional controls show text in another order than it is read; tag characters, zero-width characters and variation
selectors carry orders to a model that no reviewer sees. Where such a character does its work it is left alone: joiners
in emoji and in Persian, Arabic, Indic and similar scripts, marks beside text from right to left, soft hyphens in words,
a byte order mark at the start. Control characters count, except tab, line feed, form feed and carriage return. Code,
the index, `archive/` and `templates/` are searched too, and values in double quotes that hold the character as an
escape of YAML.

Fix: remove them. The automatic fix does; a file's name and a value of which nothing would be left are yours.
"""

from __future__ import annotations

from memoryrail_lint.checks.invisible import find_hidden, grouped, leaves_nothing, others, outside, summary
from memoryrail_lint.diagnostics import Edit, Finding, Fix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.diagnostics import Span
    from memoryrail_lint.profiles.engramory.model import Note, Store

SEVERITY = "error"
FIXABLE = "safe"
HELP = "remove it; nobody sees it, and what reads the note does"
EMPTY = "write a value that can be seen; nothing else is in this one"


def check(note: Note, store: Store) -> Iterator[Finding]:
    source = note.source
    runs = find_hidden(source.text)
    empty = _emptied(note) if runs else []
    for group in grouped(runs):
        kept = [(run.start, run.end) for run in outside(group, empty)]
        yield _finding(note, (group[0].start, group[0].end), f"hidden text{others(group)}: {summary(group)}", kept)
    yield from _escaped(note)
    hidden = find_hidden(note.name)
    if hidden:
        yield Finding(source, None, f"the file's name holds hidden text: {summary(hidden)}", help="rename the file")


def _finding(note: Note, span: Span, message: str, removed: list[Span]) -> Finding:
    """With the fix that removes these parts of the text; none where there are none."""
    source = note.source
    fix = Fix("remove what is hidden", [Edit(source, start, end, "") for start, end in removed], safe=True)
    fixable = removed and source.bad_byte is None
    return Finding(source, span, message, help=HELP if removed else EMPTY, fix=fix if fixable else None)


def _emptied(note: Note) -> list[Span]:
    """The values of which nothing would be left."""
    fields = note.front.fields.values() if note.front is not None else ()
    return [field.span for field in fields if field.value and leaves_nothing(field.value)]


def _escaped(note: Note) -> Iterator[Finding]:
    """Hidden characters that values in double quotes hold as escapes of YAML, as hosts write and read them."""
    text = note.source.text
    end = note.front.body if note.front is not None else 0
    if "\\" not in text[:end] or '"' not in text[:end]:
        return
    from memoryrail_lint.checks.escapes import quoted

    for span, value, places in quoted(text, end):
        hidden = [run for run in find_hidden(value) if any(b - a > 1 for a, b in places[run.start : run.end])]
        if hidden:
            kept = [(places[run.start][0], places[run.end - 1][1]) for run in hidden]
            empty = leaves_nothing(value)
            yield _finding(note, span, f"hidden text, written as an escape: {summary(hidden)}", [] if empty else kept)
