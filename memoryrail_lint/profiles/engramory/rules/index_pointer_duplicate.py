"""The index points at one note twice.

Each line of the index is paid for in every session.

Fix: keep the better of the two lines.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.engramory import graph
from memoryrail_lint.profiles.engramory.note import NOTE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.engramory.model import Store

SEVERITY = "info"


def check(store: Store) -> Iterator[Finding]:
    seen: dict[str, int] = {}
    for target in store.graph.targets:
        if target.state != graph.THERE or target.note is None or target.note.kind != NOTE:
            continue
        first = seen.setdefault(target.note.path, target.line.number)
        if first != target.line.number:
            message = "line {1} points at {0} already"
            span = target.pointer.span
            yield Finding(store.index.source, span, message, target.path, first, help="keep one of the two lines")
