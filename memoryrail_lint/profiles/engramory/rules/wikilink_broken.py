"""A wikilink names no note, or more than one.

A link to a note that is still to be written is fine, which is why this is for information. A target is looked for by
file name, then by `name:`, then with case, `-` and `_` folded, then without a type's prefix.

Fix: correct the name, or write the note.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.engramory.model import Store

SEVERITY = "info"


def check(store: Store) -> Iterator[Finding]:
    for meaning in store.graph.meanings:
        link, files = meaning.wikilink, meaning.files
        if not files:
            message, values = "no note is called {0}", (link.target,)
            yield Finding(meaning.source, link.span, message, *values, help="correct the name, or write the note")
        elif len(files) > 1:
            paths = [note.path for note in files]
            message = f"{{0}} may be {{1}} or {{2}}{', or others' if len(paths) > 2 else ''}"
            help = "write the file's name, with its folder if need be"
            yield Finding(meaning.source, link.span, message, link.target, *paths[:2], help=help, involves=paths)
