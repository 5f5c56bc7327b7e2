"""A file of the store holds characters that nobody sees.

Bidirectional controls show text in another order than it is read; tag characters, zero-width characters and variation
selectors carry orders to a model that no reviewer sees. Where such a character does its work it is left alone: joiners
in emoji and in Persian, Arabic, Indic and similar scripts, marks beside text from right to left, soft hyphens in words,
a byte order mark at the start. Control characters count, except tab, line feed, form feed and carriage return. Code,
the index, `archive/` and `templates/` are searched too.

Fix: remove them. The automatic fix does; a file's name is left to you.
"""

from __future__ import annotations

from memoryrail_lint.checks.invisible import describe, find_hidden
from memoryrail_lint.diagnostics import Edit, Finding, Fix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.checks.invisible import Run
    from memoryrail_lint.profiles.engramory.model import Note, Store

SEVERITY = "error"
FIXABLE = "safe"
HELP = "remove it; nobody sees it, and what reads the note does"


def check(note: Note, store: Store) -> Iterator[Finding]:
    source = note.source
    fixable = source.bad_byte is None
    for run in find_hidden(source.text):
        fix = Fix("remove what is hidden", [Edit(source, run.start, run.end, "")], safe=True) if fixable else None
        yield Finding(source, (run.start, run.end), f"hidden text: {_words([run])}", help=HELP, fix=fix)
    hidden = find_hidden(note.name)
    if hidden:
        yield Finding(source, None, f"the file's name holds hidden text: {_words(hidden)}", help="rename the file")


def _words(runs: list[Run]) -> str:
    codes = tuple(dict.fromkeys(code for run in runs for code in run.codes))
    return describe(codes, sum(run.end - run.start for run in runs))
