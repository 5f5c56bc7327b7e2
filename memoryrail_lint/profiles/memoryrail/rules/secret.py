"""A memory holds text that looks like a credential.

Memories are committed, pushed and replayed into models' contexts, so a token in one is a token published. The detector
is named; the value is shown nowhere, in no format.

Fix: revoke the credential, name the place where it is kept instead (a vault path, an environment variable), and remove
it from the history.
"""

from __future__ import annotations

from memoryrail_lint.checks import secrets
from memoryrail_lint.diagnostics import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.diagnostics import Span
    from memoryrail_lint.profiles.memoryrail.model import Memory, Store

SEVERITY = "error"
HELP = "revoke it and say where it is kept instead, for example the variable or the vault that holds it"


def check(memory: Memory, store: Store) -> Iterator[Finding]:
    source = memory.source
    found: set[int] = set()
    for hit in secrets.find(source.text):
        found.add(source.position(hit.start)[0])
        yield Finding(source, (hit.start, hit.end), f"this looks like a credential ({hit.detector})", help=HELP)
    for span, detector in _decoded(memory):
        if source.position(span[0])[0] not in found:
            yield Finding(source, span, f"this looks like a credential once decoded ({detector})", help=HELP)
    for hit in secrets.find(memory.name):
        yield Finding(source, None, f"the file's name looks like a credential ({hit.detector})", help=HELP)


def _decoded(memory: Memory) -> Iterator[tuple[Span, str]]:
    """Credentials that show only once escapes and folded lines of the front matter are read."""
    if memory.front is None or (memory.front.json and "\\" not in memory.source.text[: memory.front.body]):
        return
    for field in memory.front.fields.values():
        value = field.value
        for item in value.data if value.kind == "list" else [value]:
            if item.kind == "text" and item.text not in memory.source.text[slice(*item.span)]:
                for hit in secrets.find(item.text):
                    yield item.span, hit.detector
