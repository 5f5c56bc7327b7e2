"""A link leaves the repository.

A memory is about files of its repository. A link that climbs out, names a drive, a home folder or a URL, or passes
through a symlink that leads elsewhere makes every tool that follows links read what it should not. Nothing behind such
a link is ever opened.

Fix: link a path inside the repository, with forward slashes, from the folder that holds `.memoryrail/`.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.memoryrail.links import links

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Memory, Store

SEVERITY = "error"


def check(memory: Memory, store: Store) -> Iterator[Finding]:
    for link in links(memory, store):
        if link.leaves:
            yield Finding(
                memory.source,
                link.span,
                f"the link {{0}} leaves the repository: {link.leaves}",
                link.text,
                help="link a path inside the repository, from the folder that holds .memoryrail/",
            )
