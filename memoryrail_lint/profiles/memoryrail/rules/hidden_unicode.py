"""A memory holds characters that nobody sees.

Bidirectional controls show text in another order than it is read; tag characters, zero-width characters and variation
selectors carry orders to a model that no reviewer sees. Where such a character does its work it is left alone: joiners
in emoji and in Persian, Arabic, Indic and similar scripts, marks beside text from right to left, soft hyphens in words,
a byte order mark at the start. Control characters count, except tab, line feed, form feed and carriage return. Code is
searched too, and values that hold the character as an escape.

Fix: remove them. The automatic fix does; a value with an escape is written anew, a file's name is left to you.
"""

from __future__ import annotations

from memoryrail_lint.checks.invisible import describe, find_hidden, remove
from memoryrail_lint.diagnostics import Edit, Finding, Fix
from memoryrail_lint.profiles.memoryrail.decoded import decoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.checks.invisible import Run
    from memoryrail_lint.profiles.memoryrail.model import Memory, Store

SEVERITY = "error"
FIXABLE = "safe"
HELP = "remove it; nobody sees it, and what reads the memory does"


def check(memory: Memory, store: Store) -> Iterator[Finding]:
    source = memory.source
    fixable = source.bad_byte is None
    runs = find_hidden(source.text)
    for run in runs:
        fix = Fix("remove what is hidden", [Edit(source, run.start, run.end, "")], safe=True) if fixable else None
        yield Finding(source, (run.start, run.end), f"hidden text: {_words([run])}", help=HELP, fix=fix)
    yield from _escaped(memory, runs)
    hidden = find_hidden(memory.name)
    if hidden:
        yield Finding(source, None, f"the file's name holds hidden text: {_words(hidden)}", help="rename the file")


def _escaped(memory: Memory, runs: list[Run]) -> Iterator[Finding]:
    """Hidden characters that values hold as escapes; `runs` are those that stand in the file itself."""
    for span, text, is_key in decoded(memory):
        hidden = find_hidden(text)
        raw = sum(run.end - run.start for run in runs if span[0] <= run.start and run.end <= span[1])
        if sum(run.end - run.start for run in hidden) <= raw:
            continue
        from memoryrail_lint.profiles.memoryrail.writer import encode_text

        edit = Edit(memory.source, *span, encode_text(remove(text, hidden)))
        yield Finding(
            memory.source,
            span,
            f"hidden text, written as an escape: {_words(hidden)}",
            help=HELP,
            fix=None if is_key else Fix("write the value without what is hidden", [edit], safe=True),
        )


def _words(runs: list[Run]) -> str:
    codes = tuple(dict.fromkeys(code for run in runs for code in run.codes))
    return describe(codes, sum(run.end - run.start for run in runs))
