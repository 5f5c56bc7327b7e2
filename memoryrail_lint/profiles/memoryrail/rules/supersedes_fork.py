"""Two memories supersede the same one.

Mostly two branches replaced a decision independently, and the merge shows what neither of them could: two answers hold
at once. Proposals do not count; that several wait for a decision is what they are for.

Fix: choose. Let the one that holds supersede the other, or archive the other; both may also be one new memory.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.memoryrail import lifecycle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Store

SEVERITY = "warning"


def check(store: Store) -> Iterator[Finding]:
    for older, newer in lifecycle.of(store).forks:
        named = [memory for memory in newer if memory.id == older.text(lifecycle.OLD)]
        first = (named or newer)[0]
        other, *more = [memory for memory in newer if memory is not first]
        yield Finding(
            other.source,
            other.span(lifecycle.NEW),
            f"{{0}} is also superseded by {{1}}{f' and {len(more)} more' if more else ''}",
            older.id,
            first.id,
            help="let one of the two supersede the other, or archive it",
            involves=[older.path, *[memory.path for memory in newer]],
        )
