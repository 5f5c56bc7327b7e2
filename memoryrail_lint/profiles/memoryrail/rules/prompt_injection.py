"""A memory reads like an order to ignore guidelines, to send secrets away, to hide something or to run what is encoded.

Memories are replayed into a model's context, where an order in one is hard to tell from yours. What merely speaks of
such orders is left alone: quoted, reported, negated, in code spans and code blocks. Commands that decode and run
something, or that send secret files away, are found in code as well.

Fix: remove it, and find out how it came in. If the memory is about such text, put the text in quotes or in a code span.
"""

from __future__ import annotations

from memoryrail_lint.checks.injection import find_injection
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
    source = memory.source
    found: dict[int, tuple[Span, list[str]]] = {}
    for span, kind in _hits(memory):
        _, kinds = found.setdefault(source.position(span[0])[0], (span, []))
        if kind not in kinds:
            kinds.append(kind)
    for _, (span, kinds) in sorted(found.items()):
        order = " and ".join([", ".join(kinds[:-1]), kinds[-1]] if kinds[1:] else kinds)
        yield Finding(source, span, f"this reads like an order {order}", help=HELP)


def _hits(memory: Memory) -> Iterator[tuple[Span, str]]:
    """Places and kinds of orders in the values of the front matter, where quotes are no quotation, and in the body."""
    text = memory.source.text
    start = memory.front.body if memory.front else 0
    for hit in find_injection(text[start:]):
        yield (start + hit.start, start + hit.end), hit.kind
    if find_injection("\n\n".join(_strings(memory.document))):
        for span, value in texts(memory):
            for hit in find_injection(value):
                yield span, hit.kind


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _strings(item)
    elif isinstance(value, dict):
        yield from _strings(list(value.items()))
