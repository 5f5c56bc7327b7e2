"""A required field is absent, null or empty.

`id`, `type`, `title`, `status`, `created` and `updated` decide how a memory is found, ranked and aged.

Fix: add the field.
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
        if fault.keyword == "required":
            yield Finding(memory.source, span, fault.message, *fault.values, help=fault.help)
