"""A citation names no memory, or more than one.

`[per REF]` says that something rests on a memory. Where nobody can tell which one, a reader cannot check the reason,
and an agent may act on a memory that was never written. Code and plain English such as `[per day]` are left alone.

Fix: cite a memory that exists; where several share the digits, give more of them, or the id.
"""

from __future__ import annotations

from memoryrail_lint.profiles.memoryrail import citations
from memoryrail_lint.tree import join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.diagnostics import Finding
    from memoryrail_lint.profiles.memoryrail.model import Store

SEVERITY = "error"


def check(store: Store) -> Iterator[Finding]:
    cited, register = citations.of(store)
    if register is not None and not store.settings.version_unknown:
        # A memory that was deleted may be the one that is missing; files that were named are about themselves.
        folder = None if store.named else join(store.folder, "memories")
        for text in cited:
            yield from citations.unknown(text, register, folder)
