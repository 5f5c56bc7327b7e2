"""A memory was deleted.

Superseded and archived memories stay in the repository: they say what was tried and why it no longer holds. What cites
or links a deleted one leads nowhere. Only a proposal is rejected by deleting it.

Two states are compared: this rule needs `--base REF` or `--staged` (hooks compare the index with HEAD).

Fix: bring it back from git, and supersede it, or set its status to `archived`, or to `resolved` if it is a thread.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.memoryrail import states

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Store

SEVERITY = "warning"


def check(store: Store) -> Iterator[Finding]:
    found = states.of(store)
    gone = [memory for memory in found.gone if memory.status != "proposed"] if found else []
    if not gone:
        return
    from memoryrail_lint.profiles.memoryrail.mentions import of

    naming = of(store, gone)
    for memory in gone:
        paths = naming[memory.path]
        who = f"{{1}} and {len(paths) - 1} more still name it" if len(paths) > 1 else "{1} still names it"
        yield Finding(
            memory.source,
            None,
            f"{{0}} was deleted, and {who}" if paths else "{0} was deleted",
            memory.id or memory.name,
            *paths[:1],
            help="bring it back from git, and archive or supersede it",
        )
