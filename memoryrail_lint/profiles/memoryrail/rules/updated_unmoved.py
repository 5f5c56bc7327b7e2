"""The text of a memory changed, and `updated` did not.

`updated` is what the age of a memory is judged by: links that changed before the new text was written look newer than
the memory for ever.

Two states are compared: this rule needs `--base REF` or `--staged` (hooks compare the index with HEAD).

Fix: set it to now, as `memoryrail-lint touch REF` does.
"""

from __future__ import annotations

from memoryrail_lint.checks.dates import parse
from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.memoryrail import states

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Store

SEVERITY = "info"


def check(store: Store) -> Iterator[Finding]:
    found = states.of(store)
    for before, now in found.pairs if found else ():
        was, new = parse(before.text("updated")), parse(now.text("updated"))
        if was is not None and was == new and states.says_otherwise(before, now):
            yield Finding(
                now.source,
                now.span("updated"),
                "the text changed, and updated is still {0}",
                now.text("updated"),
                help="set it to now: `memoryrail-lint touch`",
                involves=[before.path],
            )
