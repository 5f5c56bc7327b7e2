"""The markers of a managed block do not make one block.

With a marker alone, doubled, nested or in the wrong order, nobody can tell which lines are generated and which were
written by a person. Nothing is written then, to no agent file.

Fix: leave one `<!-- memoryrail:begin -->` and, below it, one `<!-- memoryrail:end -->`.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.memoryrail import targets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Store

SEVERITY = "error"


def check(store: Store) -> Iterator[Finding]:
    for target in targets.of(store).targets:
        if target.bad is not None and target.source is not None and not target.same:
            yield Finding(
                target.source,
                (target.bad.offset, target.bad.end),
                target.bad.reason,
                help="leave one begin marker and, below it, one end marker; nothing is written until then",
                involves=[store.folder],
            )
