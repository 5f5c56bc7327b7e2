"""A memory reads like an order to ignore guidelines, to send secrets away, to hide something or to run what is encoded.

Memories are replayed into a model's context, where an order in one is hard to tell from yours. What merely speaks of
such orders is left alone: quoted, reported, negated, in code spans and code blocks. Commands that decode and run
something, or that send secret files away, are found in code as well.

Fix: remove it, and find out how it came in. If the memory is about such text, put the text in quotes or in a code span.
"""

from __future__ import annotations

from memoryrail_lint.checks.injection import find_injection, may_order, messages
from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.memoryrail.decoded import texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.diagnostics import Span
    from memoryrail_lint.profiles.memoryrail.model import Memory, Store

SEVERITY = "warning"
HELP = "remove it, or quote it if the memory is about such text"


def check(memory: Memory, store: Store) -> Iterator[Finding]:
    if _reads_as_written(memory) and not may_order(memory.source.text):
        return
    for span, message in messages(memory.source, _hits(memory)):
        yield Finding(memory.source, span, message, help=HELP)


def _reads_as_written(memory: Memory) -> bool:
    """Whether each value stands in the file as it is read."""
    front = memory.front
    return front is None or (front.json and "\\" not in front.text[: front.body])


def _hits(memory: Memory) -> Iterator[tuple[Span, str]]:
    """Places and kinds of orders in the values of the front matter, where quotes are no quotation, and in the body."""
    start = memory.front.body if memory.front else 0
    for hit in find_injection(memory.source.text[start:]):
        yield (start + hit.start, start + hit.end), hit.kind
    for span, value in texts(memory):
        for hit in find_injection(value):
            yield span, hit.kind
