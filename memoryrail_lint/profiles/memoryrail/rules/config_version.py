"""The store follows a version of the format that this tool does not know.

A later version may give fields another meaning, so nothing in its memories is judged.

Fix: update memoryrail-lint, or correct the number if the store is a version 1 store.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Store

SEVERITY = "error"


def check(store: Store) -> Iterator[Finding]:
    settings = store.settings
    if settings.version_unknown and settings.source is not None:
        at = settings.source.text.find('"version"')
        end = settings.source.text.find(":", at)
        number = str(settings.version)
        start = settings.source.text.find(number, end)
        yield Finding(
            settings.source,
            (start, start + len(number)),
            "version {0} of the format is not known; the memories were not checked",
            settings.version,
            help="this memoryrail-lint knows version 1",
            involves=[store.folder],
        )
