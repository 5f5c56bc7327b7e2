"""A timestamp lacks its time or its offset.

Every tool then assumes one, and staleness is off by up to a day. This tool reads it as UTC.

Fix: write the instant in full, for example 2026-06-01T12:00:00Z. The automatic fix writes down the reading as UTC.
"""

from __future__ import annotations

from memoryrail_lint.checks import dates
from memoryrail_lint.diagnostics import Edit, Finding, Fix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Memory, Store

SEVERITY = "warning"
FIXABLE = "safe"


def check(memory: Memory, store: Store) -> Iterator[Finding]:
    for name in ("created", "updated"):
        text, span = memory.text(name), memory.span(name)
        instant = dates.parse(text)
        if instant is None or instant.precise or span is None:
            continue
        lacks, full = ("a time", f"{text}T00:00:00Z") if len(text) == 10 else ("an offset", f"{text[:10]}T{text[11:]}Z")
        yield Finding(
            memory.source,
            span,
            f"{name} {{0}} lacks {lacks}; it is read as UTC",
            text,
            full,
            help="write {1}, or the instant that was meant",
            fix=Fix("write the reading as UTC", [Edit(memory.source, *span, f'"{full}"')], safe=True),
        )
