"""A citation names a memory that is not active.

What was superseded, archived or resolved no longer holds, and what is only proposed does not hold yet. The finding
names the memory that replaced it, at the end of the chain. A memory that is itself no longer active may cite what was
active in its time, and one may cite what it replaces.

Fix: read the memory that replaced it, and cite that one if it still supports what is said.
"""

from __future__ import annotations

from memoryrail_lint.profiles.memoryrail import citations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.diagnostics import Finding
    from memoryrail_lint.profiles.memoryrail.model import Store

SEVERITY = "warning"


def check(store: Store) -> Iterator[Finding]:
    cited, register = citations.of(store)
    if register is not None and not store.settings.version_unknown:
        for text in cited:
            yield from citations.inactive(text, register)
