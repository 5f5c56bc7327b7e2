"""A pointer stands under the heading of another type than its note's.

The headings of the index are the types, and the type says how a note is to be taken: as a rule, a state, a fact about
the person, or a place to look.

Fix: move the line, or correct the note's `type`.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.engramory import graph
from memoryrail_lint.profiles.engramory.note import TYPES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.engramory.model import Store

SEVERITY = "info"


def check(store: Store) -> Iterator[Finding]:
    targets: dict[int, list[graph.Target]] = {}
    for target in store.graph.targets:
        targets.setdefault(target.line.number, []).append(target)
    heading = ""
    for line in store.index.lines:
        if line.heading[0]:
            heading = _type(line.heading[1])
        for target in targets.get(line.number, ()) if heading else ():
            note = target.note
            if target.state == graph.THERE and note is not None and note.type in TYPES and note.type != heading:
                message = "{0} has the type {1} and stands under the heading of {2}"
                help = "move the line, or correct the note's type"
                values = (target.path, note.type, heading)
                yield Finding(
                    store.index.source, target.pointer.span, message, *values, help=help, involves=[note.path]
                )


def _type(heading: str) -> str:
    """The type that a heading names, alone or in the plural; "" for any other heading."""
    word = heading.strip(" *_`:#").casefold()
    return next((kind for kind in TYPES if word in (kind, f"{kind}s")), "")
