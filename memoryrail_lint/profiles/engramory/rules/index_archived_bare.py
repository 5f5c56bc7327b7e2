"""An `archived:` line names no file.

Nobody looks through `archive/`, so notes that only such a line speaks of are kept on disk and lost all the same.

Fix: list them in one file and point at it, `- [Archived: topic](archive/topic.md)`, or delete them.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.engramory.model import Store

SEVERITY = "warning"


def check(store: Store) -> Iterator[Finding]:
    for line in store.index.lines:
        text = line.text.strip(" \t-*+_>").casefold()
        if not text.startswith("archived") or line.pointers or line.wikilinks or line.heading[0]:
            continue
        head = text.replace("\N{FULLWIDTH COLON}", ":").partition(":")
        if head[1] and len(head[0].split()) < 4:
            help = "point at a file that lists the archived notes, or delete them"
            message = "this line names no file: {0}"
            yield Finding(
                store.index.source, line.span, message, store.index.source.text[slice(*line.span)].strip(), help=help
            )
