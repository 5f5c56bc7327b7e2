"""Two memories have one id, or ids that differ by case or Unicode form only.

A citation then means either of them. Ids that differ by case only are one file on macOS and Windows, where a checkout
silently loses one of the two.

Fix: give one of them another id and file name, and correct what refers to it.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Memory, Store

SEVERITY = "error"


def check(store: Store) -> Iterator[Finding]:
    seen: dict[str, Memory] = {}
    for memory in store.memories:
        if not memory.id:
            continue
        first = seen.setdefault(_fold(memory.id), memory)
        if first is memory:
            continue
        how = "" if first.id == memory.id else ", but for case or Unicode form"
        yield Finding(
            memory.source,
            memory.span("id"),
            f"the id {{0}} is also that of {{1}}{how}",
            memory.id,
            first.path,
            help="give one of the two another id and file name",
            involves=[first.path],
        )


def _fold(text: str) -> str:
    if text.isascii():
        return text.lower()
    from unicodedata import normalize

    return normalize("NFC", normalize("NFC", text).casefold())
