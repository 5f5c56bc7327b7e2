"""`supersedes` or `superseded_by` holds a short ref.

Refs are derived from ids and never stored: they change with the type, and a memory to come may share one. Files hold
ids; people and agents cite refs.

Fix: write the id. The automatic fix does.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding, Fix
from memoryrail_lint.profiles.memoryrail import lifecycle
from memoryrail_lint.profiles.memoryrail.writer import encode_text, set_fields

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Store

SEVERITY = "warning"
FIXABLE = "safe"


def check(store: Store) -> Iterator[Finding]:
    for target in lifecycle.of(store).stored:
        memory, field = target.memory, target.field
        edits = set_fields(memory, {field: encode_text(target.meant[0])})
        yield Finding(
            memory.source,
            memory.span(field),
            f"{field} holds the short ref {{0}} instead of the id {{1}}",
            target.text,
            target.meant[0],
            help="write the id",
            fix=Fix("write the id", edits, safe=True),
        )
