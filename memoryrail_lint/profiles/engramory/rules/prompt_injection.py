"""A file of the store reads like an order to ignore guidelines, send secrets away, hide or run something.

Whatever writes into the store, a synchronised document or an earlier session, can plant such a text, and it is read
into a model's context as memory. What merely speaks of such orders is left alone: quoted, reported, negated, in code
spans and code blocks. Commands that decode and run something, or that send secret files away, are found in code too.

Fix: remove it, and find out how it came in. If the note is about such text, put the text in quotes or in a code span.
"""

from __future__ import annotations

from memoryrail_lint.checks.injection import find_injection, may_order, messages
from memoryrail_lint.diagnostics import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.diagnostics import Span
    from memoryrail_lint.profiles.engramory.model import Note, Store

SEVERITY = "warning"
HELP = "remove it, or quote it if the note is about such text"


def check(note: Note, store: Store) -> Iterator[Finding]:
    text = note.source.text
    if not may_order(text) and not ("\\" in text and _has_escape(note)):
        return
    for span, message in messages(note.source, _hits(note)):
        yield Finding(note.source, span, message, help=HELP)


def _has_escape(note: Note) -> bool:
    return note.front is not None and "\\" in note.source.text[: note.front.body]


def _hits(note: Note) -> Iterator[tuple[Span, str]]:
    """Places and kinds of orders in the values of the front matter, where quotes are no quotation, and in the rest."""
    from memoryrail_lint.checks.escapes import quoted

    text = note.source.text
    body = note.front.body if note.front is not None else 0
    for start, part in ((0, text[:body]), (body, text[body:])):
        for hit in find_injection(part):
            yield (start + hit.start, start + hit.end), hit.kind
    values = [(field.span, field.value) for field in note.front.fields.values()] if note.front is not None else []
    for span, value in [*values, *((span, value) for span, value, _ in quoted(text, body))]:
        for hit in find_injection(value):
            yield span, hit.kind
