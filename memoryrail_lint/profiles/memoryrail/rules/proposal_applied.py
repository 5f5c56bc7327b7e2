"""A memory is already superseded by one that is still `proposed`.

A proposal changes nothing until a human approves it. Here the old decision no longer binds, and the new one does not
yet: nothing does.

Fix: approve the proposal with `memoryrail-lint approve`, which writes both sides; or set the old memory back to
`active` without `superseded_by`.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.memoryrail import lifecycle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Store

SEVERITY = "error"


def check(store: Store) -> Iterator[Finding]:
    for older, proposal in lifecycle.of(store).applied:
        field = "status" if older.status == "superseded" else lifecycle.OLD
        yield Finding(
            older.source,
            older.span(field),
            "this memory is superseded by {0}, which is only proposed",
            proposal.id,
            help="set status back to active and remove superseded_by, or approve the proposal",
            involves=[proposal.path],
        )
