"""A memory is there but must not, or cannot, be read.

A symlink that leads out of the repository, a folder or a device named like a memory, a file past 4 MiB or without
permission: whatever reads the store follows it blindly. This tool reports it and opens nothing.

Fix: put a regular file of at most 4 MiB in its place, or remove it.
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
    yield from of_fault(memory, "file-unreadable")
