"""A memory holds the markers of an unfinished merge.

Both sides of the conflict, and the markers, are then replayed into a model's context as if they were one decision.

Fix: keep one side, or write down what holds now, and remove the lines with `<<<<<<<`, `=======` and `>>>>>>>`.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.memoryrail.findings import of_fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Memory, Store

SEVERITY = "error"


def check(memory: Memory, store: Store) -> Iterator[Finding]:
    yield from of_fault(memory, "conflict-marker")
