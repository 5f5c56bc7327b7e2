"""The index comes near the length that hosts read.

Every session pays for it, and soon a line has to go for each one that comes.

Fix: move what the lines explain into the notes, merge notes about one thing, and move what is over to `archive/`.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.engramory.caps import Size, caps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.engramory.model import Store

SEVERITY = "warning"


def check(store: Store) -> Iterator[Finding]:
    index = store.index
    if index.fault is not None:
        return
    size, limits = Size(index.source.data, index.source.text), caps(store.config.engramory_caps)
    if size.exceeds(limits["hard-lines"], limits["hard-bytes"]):
        return  # index-over-cap says so
    lines, bytes = limits["warn-lines"], limits["warn-bytes"]
    if size.exceeds(lines, bytes):
        message = f"the index has {size.lines} lines and {size.bytes} bytes; it gets long past {lines} and {bytes}"
        yield Finding(index.source, None, message, help="shorten its lines, merge notes, archive what is over")
