"""A memory is not UTF-8.

Readers guess another encoding, or drop the file. A byte order mark and CRLF line ends are fine.

Fix: save the file as UTF-8. PowerShell's `>` writes UTF-16 unless it is told otherwise.
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
    yield from of_fault(memory, "encoding-invalid")
