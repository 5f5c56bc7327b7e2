"""The front matter is not one plain YAML mapping.

A title with a colon, a key that stands twice, an alias, a block past 64 KiB: readers refuse it, or each takes
something else from it. Values written as JSON are read alike everywhere.

Fix: put texts in double quotes and lists in brackets, and keep one value for each field.
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
    yield from of_fault(memory, "frontmatter-invalid")
