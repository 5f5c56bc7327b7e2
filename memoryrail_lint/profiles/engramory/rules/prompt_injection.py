"""A file of the store reads like an order to ignore guidelines, send secrets away, hide or run something.

Whatever writes into the store, a synchronised document or an earlier session, can plant such a text, and it is read
into a model's context as memory. What merely speaks of such orders is left alone: quoted, reported, negated, in code
spans and code blocks. Commands that decode and run something, or that send secret files away, are found in code too.

Fix: remove it, and find out how it came in. If the note is about such text, put the text in quotes or in a code span.
"""

from __future__ import annotations

from memoryrail_lint.checks.injection import find_injection
from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.engramory.hints import has_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.diagnostics import Span
    from memoryrail_lint.profiles.engramory.model import Note, Store

SEVERITY = "warning"
HELP = "remove it, or quote it if the note is about such text"


def check(note: Note, store: Store) -> Iterator[Finding]:
    if not has_order(note.hints):
        return
    source = note.source
    found: dict[int, tuple[Span, list[str]]] = {}
    for hit in find_injection(source.text):
        _, kinds = found.setdefault(source.position(hit.start)[0], ((hit.start, hit.end), []))
        if hit.kind not in kinds:
            kinds.append(hit.kind)
    for _, (span, kinds) in sorted(found.items()):
        yield Finding(source, span, f"this reads like an order {' and '.join(kinds)}", help=HELP)
