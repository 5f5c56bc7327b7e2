"""A linked path has a commit newer than the memory.

What the memory says may no longer hold. "Last commit" is what `git log -1 --format=%cI -- PATH` answers. A commit that
carries the memory itself, and was written no later than a day (`staleness.grace`) after `updated`, is the memory's own;
commits listed in `.git-blame-ignore-revs` do not count either. With `--staged`, a linked path that is staged counts,
unless the memory is staged with it.

Fix: read the memory against the change. If it still holds, `memoryrail-lint touch REF` sets `updated` to now; if not,
supersede it.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.git.history import MOST
from memoryrail_lint.profiles.memoryrail import staleness

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Store

SEVERITY = "warning"


def check(store: Store) -> Iterator[Finding]:
    found = staleness.of(store)
    for link, watch in found.newer:
        assert watch.commit is not None
        count = f"more than {MOST}" if watch.count > MOST else str(watch.count)
        since = f"{count} commit{'' if watch.count == 1 else 's'} since"
        yield Finding(
            link.memory.source,
            link.span,
            f"{{0}} changed after this memory was updated: {since}, the last one {watch.commit.id[:10]} "
            f"of {watch.commit.date[:10]}",
            link.text,
            help="if the memory still holds, `memoryrail-lint touch` it; if not, supersede or archive it",
            involves=[link.path],
        )
    known = {(link.memory.path, link.index) for link, _ in found.newer}
    for link in found.changing:
        if (link.memory.path, link.index) not in known:
            yield Finding(
                link.memory.source,
                link.span,
                "{0} is about to change, and this memory is not part of the commit",
                link.text,
                help="if the memory still holds, `memoryrail-lint touch` it and stage it in the same commit",
                involves=[link.path],
            )
