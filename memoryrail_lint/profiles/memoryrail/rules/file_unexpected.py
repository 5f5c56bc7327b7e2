"""Something lies in `memories/` that no reader reads.

A memory is a `*.md` file directly in `memories/`. A note with another ending, or in a sub-folder, looks like project
memory to its author and is never seen by any tool. Dot files are fine.

Fix: rename it to `<id>.md` directly in `memories/`, or move it out of the store.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Store

SEVERITY = "warning"


def check(store: Store) -> Iterator[Finding]:
    if not store.memories and not store.unexpected:
        return
    for path, kind in store.unexpected:
        what = "a folder" if kind == "folder" else "a file without the ending .md"
        yield Finding(
            Source(path),
            None,
            f"{what} in memories/ is read by no tool",
            help="a memory is a file <id>.md directly in memories/",
        )
