"""A link has backslashes.

Links are POSIX paths. On another system `src\\queue` names a file with a backslash in it, which does not exist.

Fix: write forward slashes.
"""

from __future__ import annotations

from memoryrail_lint.checks import paths
from memoryrail_lint.diagnostics import Edit, Finding, Fix
from memoryrail_lint.profiles.memoryrail.links import links
from memoryrail_lint.profiles.memoryrail.writer import encode_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Memory, Store

SEVERITY = "error"
FIXABLE = "safe"


def check(memory: Memory, store: Store) -> Iterator[Finding]:
    for link in links(memory, store):
        if link.leaves or link.posix:
            continue
        from memoryrail_lint.checks import secrets

        meant = paths.normalise(paths.posix(link.text))
        if secrets.find(link.text):
            # Rewritten, a URL with a password is no URL any more, and nothing would keep it from being shown.
            yield Finding(memory.source, link.span, "the link {0} has backslashes", link.text, help="write / for \\")
            continue
        yield Finding(
            memory.source,
            link.span,
            "the link {0} has backslashes",
            link.text,
            meant,
            help="write {1}",
            fix=Fix("write forward slashes", [Edit(memory.source, *link.span, encode_text(meant))], safe=True),
        )
