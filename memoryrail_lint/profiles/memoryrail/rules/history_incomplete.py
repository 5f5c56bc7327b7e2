"""The clone is shallow, and for some linked path the cut is what git shows as its last commit.

Where history is cut off, git names the boundary commit for every path, whatever really changed it. Such paths are
neither called stale nor fresh; all others are judged as usual.

Fix: fetch the history back to the oldest memory, as the help line says; in CI, check out with full depth.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.memoryrail import staleness

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Store

SEVERITY = "warning"


def check(store: Store) -> Iterator[Finding]:
    unknown = staleness.of(store).unknown
    if not unknown or store.settings.source is None or store.repository is None:
        return
    if "history-incomplete" in store.repository.noted:
        return
    store.repository.noted.add("history-incomplete")
    link, _ = min(unknown, key=lambda found: found[1].updated)
    count = len({link.path for link, _ in unknown})
    day = link.memory.text("updated")[:10]
    yield Finding(
        store.settings.source,
        None,
        f"the history is cut off: whether {'a linked path' if count == 1 else '{0} linked paths'} changed is unknown",
        count,
        day,
        help=f"git fetch --shallow-since={day} && git fetch --deepen=1, or git fetch --unshallow",
        involves=[store.folder],
    )
