"""An active memory links a path that does not exist.

What the memory says about that path has lost its object: the file was renamed, or it is gone and the memory may be
obsolete. A path that git tracks counts as existing, also where a sparse checkout left it out.

Fix: link the new path, or archive the memory. Where git says that the path was renamed, the unsafe fix follows it.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.memoryrail import stale_links, staleness

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Store

SEVERITY = "warning"
FIXABLE = "unsafe"


def check(store: Store) -> Iterator[Finding]:
    yield from stale_links.findings(store, staleness.of(store).gone)
