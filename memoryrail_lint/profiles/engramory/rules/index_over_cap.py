"""The index is longer than hosts read.

They load about 200 lines or 25 KB of it, whichever comes first, and say nothing about the rest: what stands there is
kept on disk and never recalled. A few long lines reach the byte cap long before the line cap.

Fix: move what the lines explain into the notes, merge notes about one thing, and move what is over to `archive/`.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.engramory.caps import Size, caps, past

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.engramory.model import Store

SEVERITY = "error"


def check(store: Store) -> Iterator[Finding]:
    index = store.index
    if index.fault is not None:
        return
    size, limits = Size(index.source.data, index.source.text), caps(store.config.engramory_caps)
    lines, bytes = limits["hard-lines"], limits["hard-bytes"]
    if size.exceeds(lines, bytes):
        span, entry = past(index, lines, bytes)
        counts = f"{size.lines} lines, {size.bytes} bytes in UTF-8, {size.units} units in UTF-16"
        message = f"the index has {counts}; the cap is {lines} lines and {bytes} bytes"
        if entry:
            message += "; the first entry past it is {0}"
        yield Finding(index.source, span, message, entry, help="shorten its lines, merge notes, archive what is over")
