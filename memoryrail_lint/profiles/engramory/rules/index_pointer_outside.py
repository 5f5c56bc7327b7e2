"""The index points out of the store.

`..`, an absolute path, a symlink, `file:` or another scheme that is not remote: a reader who follows it opens a file
that nobody meant to be memory. Such a pointer is reported and never followed. A store that a host manages may point at
files of its repository.

Fix: move the file into the store, or write where it is in a note of the type `reference`.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.engramory import graph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.engramory.model import Store

SEVERITY = "error"


def check(store: Store) -> Iterator[Finding]:
    for target in store.graph.targets:
        if target.state == graph.LEAVES:
            message = f"the pointer {{0}} {target.why}"
            help = "move the file into the store, or say in a note where it is"
            yield Finding(store.index.source, target.pointer.span, message, target.pointer.destination, help=help)
