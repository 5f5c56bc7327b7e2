"""`created` of an existing memory changed.

It says when a decision was made, and orders what contradicts each other. It is written once.

Two states are compared: this rule needs `--base REF` or `--staged` (hooks compare the index with HEAD).

Fix: restore it. The day of a later change is `updated`.
"""

from __future__ import annotations

from memoryrail_lint.checks.dates import parse
from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.memoryrail import states

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Store

SEVERITY = "warning"


def check(store: Store) -> Iterator[Finding]:
    found = states.of(store)
    for before, now in found.pairs if found else ():
        was, new = before.text("created"), now.text("created")
        if was == new or parse(was) is None or parse(was) == parse(new):
            continue
        if new:  # else field-missing
            yield Finding(
                now.source,
                now.span("created"),
                "created was {0} and became {1}",
                was,
                new,
                help="restore it",
                involves=[before.path],
            )
