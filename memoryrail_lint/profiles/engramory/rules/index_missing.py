"""The store has no `MEMORY.md` that can be read.

The index is what every session loads; without it no note is ever found. An index that is a symlink is never followed,
since whoever plants one chooses what is read.

Fix: write a regular `MEMORY.md` in UTF-8, with one pointer a line.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.engramory.model import Store

SEVERITY = "error"


def check(store: Store) -> Iterator[Finding]:
    index = store.index
    if index.fault is not None:
        help = "make it a regular file in the store, of at most 4 MiB"
        yield Finding(index.source, None, f"the index {index.fault}", help=help)
    elif index.source.bad_byte is not None:
        message = "the index is not UTF-8 (byte {0} of the file)"
        yield Finding(index.source, None, message, index.source.bad_byte + 1, help="save it as UTF-8")
