"""An unknown field is one slip away from a known one.

Unknown fields are legal and kept, so a misspelt `superceded_by` is silently nothing. Fields of one's own that look
like no known field are fine.

Fix: correct the name, or choose one that cannot be mistaken for a field of the format.
"""

from __future__ import annotations

from memoryrail_lint.checks.nearest import nearest
from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.memoryrail.fields import KNOWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Memory, Store

SEVERITY = "warning"


def check(memory: Memory, store: Store) -> Iterator[Finding]:
    fields = memory.fields()
    for name, field in fields.items():
        meant = nearest(name, KNOWN) if name not in KNOWN else None
        # `tag` beside `tags` is a field of one's own.
        if meant is not None and meant not in fields:
            yield Finding(
                memory.source,
                field.key_span,
                "the field {0} is unknown; {1} was probably meant",
                name,
                meant,
                help="unknown fields are kept and ignored; rename it to {1} if that is what it is",
            )
