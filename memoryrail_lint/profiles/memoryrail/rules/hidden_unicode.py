"""A memory holds characters that nobody sees.

Bidirectional controls show text in another order than it is read; tag characters, zero-width characters and variation
selectors carry orders to a model that no reviewer sees. Where such a character does its work it is left alone: joiners
in emoji and in Persian, Arabic, Indic and similar scripts, marks beside text from right to left, soft hyphens in words,
a byte order mark at the start. Control characters count, except tab, line feed, form feed and carriage return. Code is
searched too, and values that hold the character as an escape.

Fix: remove them. The automatic fix does; a value with an escape is written anew, a file's name
and a value of which nothing would be left are yours.
"""

from __future__ import annotations

from memoryrail_lint.checks.invisible import find_hidden, grouped, leaves_nothing, others, outside, remove, summary
from memoryrail_lint.diagnostics import Edit, Finding, Fix
from memoryrail_lint.profiles.memoryrail.decoded import decoded, texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.checks.invisible import Run
    from memoryrail_lint.diagnostics import Span
    from memoryrail_lint.profiles.memoryrail.model import Memory, Store

SEVERITY = "error"
FIXABLE = "safe"
HELP = "remove it; nobody sees it, and what reads the memory does"
EMPTY = "write a value that can be seen; nothing else is in this one"


def check(memory: Memory, store: Store) -> Iterator[Finding]:
    source = memory.source
    runs = find_hidden(source.text)
    empty = [span for span, text in texts(memory) if text and leaves_nothing(text)] if runs else []
    for group in grouped(runs):
        kept = outside(group, empty)
        fix = Fix("remove what is hidden", [Edit(source, run.start, run.end, "") for run in kept], safe=True)
        yield Finding(
            source,
            (group[0].start, group[0].end),
            f"hidden text{others(group)}: {summary(group)}",
            help=HELP if kept else EMPTY,
            fix=fix if kept and source.bad_byte is None else None,
        )
    yield from _escaped(memory, runs)
    hidden = find_hidden(memory.name)
    if hidden:
        yield Finding(source, None, f"the file's name holds hidden text: {summary(hidden)}", help="rename the file")


def _escaped(memory: Memory, runs: list[Run]) -> Iterator[Finding]:
    """Hidden characters that values hold as escapes; `runs` are those that stand in the file itself."""
    raw = _Raw(runs)
    for span, text, is_key in decoded(memory):
        hidden = find_hidden(text)
        if sum(run.end - run.start for run in hidden) <= raw.count(span):
            continue
        from memoryrail_lint.profiles.memoryrail.writer import encode_text

        rest = remove(text, hidden)
        edit = Edit(memory.source, *span, encode_text(rest))
        yield Finding(
            memory.source,
            span,
            f"hidden text, written as an escape: {summary(hidden)}",
            help=HELP if rest.strip() else EMPTY,
            fix=None
            if is_key or not rest.strip()
            else Fix("write the value without what is hidden", [edit], safe=True),
        )


class _Raw:
    """How many hidden characters stand in a part of the file; both the runs and the parts come in order."""

    def __init__(self, runs: list[Run]) -> None:
        self.offsets = [offset for run in runs for offset in range(run.start, run.end)]

    def count(self, span: Span) -> int:
        from bisect import bisect_left

        return bisect_left(self.offsets, span[1]) - bisect_left(self.offsets, span[0])
