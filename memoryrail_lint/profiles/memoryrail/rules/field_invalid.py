"""A field holds a value that the format does not allow.

An unknown type or status, a title over two lines, a day that no calendar has, a `pinned` that is no boolean: each
makes some tool skip the memory, or misplace it. The rules are those of `spec/memory.schema.json`.

Fix: write one of the values that the help line names.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.memoryrail.findings import schema_faults

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Memory, Store

SEVERITY = "error"


def check(memory: Memory, store: Store) -> Iterator[Finding]:
    for fault, span in schema_faults(memory):
        if fault.keyword != "required":
            yield Finding(memory.source, span, fault.message, *fault.values, help=fault.help)
