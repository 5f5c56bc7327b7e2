"""An agent file is larger than 32 KiB.

Hosts read that much of it and drop the rest without a word, wherever the cut falls.

Fix: shorten the file, archive memories that no longer matter, or lower `sync.max-bytes`.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.memoryrail import targets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Store

SEVERITY = "warning"


def check(store: Store) -> Iterator[Finding]:
    for target in targets.of(store).targets:
        if target.source is None or target.same or len(target.source.data) <= targets.MAX_AGENT_BYTES:
            continue
        yield Finding(
            target.source,
            None,
            "the file has {0} bytes; hosts stop reading at {1}",
            len(target.source.data),
            targets.MAX_AGENT_BYTES,
            help="shorten the file, or lower sync.max-bytes",
            involves=[memory.path for memory in store.memories],
        )
