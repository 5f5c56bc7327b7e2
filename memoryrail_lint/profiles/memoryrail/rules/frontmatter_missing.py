"""A memory has no front matter.

Without the block of fields between two `---` lines a file has no id, type or status, and no tool takes it for a memory.

Fix: begin the file with a line of exactly `---`, then one field a line, then `---` again.
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
    yield from of_fault(memory, "frontmatter-missing")
