"""The store's `config.json` is missing or not valid.

Tools find a project by its `.memoryrail/config.json` and read the format's version and the review mode from it. One
that cannot be read, or says something else than the format allows, switches the review gate off without a word.

Fix: write a JSON object with an integer `version` and, if wanted, `review` as "off" or "agents".
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.source import Source
from memoryrail_lint.tree import join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Store

SEVERITY = "error"


def check(store: Store) -> Iterator[Finding]:
    fault = store.settings.fault
    if fault is not None:
        source = store.settings.source or Source(join(store.folder, "config.json"))
        involves = () if store.settings.source else [join(store.folder, "memories")]
        yield Finding(source, fault.span, fault.message, *fault.values, help=fault.help, involves=involves)
