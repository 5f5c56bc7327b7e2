"""Two memories share a short ref.

A ref is the type's prefix and the first four hex digits of a hash of the id, so in a store of some hundred memories two
now and then share one. Nothing is wrong: the managed block prints as many digits as tell them apart, and commands ask.

Fix: cite with more digits, or by id.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.memoryrail import refs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Memory, Store

SEVERITY = "info"


def check(store: Store) -> Iterator[Finding]:
    seen: dict[str, Memory] = {}
    for memory in store.memories:
        if not memory.valid:
            continue
        short = refs.ref(memory.type, memory.id)
        first = seen.setdefault(short, memory)
        if first is not memory and first.id != memory.id:
            yield Finding(
                memory.source,
                memory.span("id"),
                "the ref {0} of {1} is also that of {2}",
                short,
                memory.id,
                first.id,
                help="cite the two with more digits, or by id",
                involves=[first.path],
            )
