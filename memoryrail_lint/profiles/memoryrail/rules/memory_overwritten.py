"""The meaning of an active decision, constraint, gotcha or attempt changed in place.

Whoever relied on the old wording has nothing to look it up by, and citations silently come to mean something else.
Memories are replaced, never rewritten: the old one stays, `superseded`, and names the new one. Another type or title,
and another body apart from white space, quotes and dashes, is another meaning; a small correction is not (up to
`lifecycle.typo-limit` characters, 40 by default, and one in twenty of the title or body, no digit and no
negation among them). Tags, links and statuses may change.

Two states are compared: this rule needs `--base REF` or `--staged` (hooks compare the index with HEAD).

Fix: restore the memory, and write the new one with `memoryrail-lint supersede REF`.
"""

from __future__ import annotations

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
        if not states.is_durable(before):
            continue
        what = states.differences(before, now, store.config.typo_limit)
        if what:
            named = " and ".join(", ".join(f"the {one}" for one in what).rsplit(", ", 1))
            yield Finding(
                now.source,
                now.first_line() if what == ["text"] else now.span(what[0]),
                f"{named} of this active {before.type} {'were' if what[1:] else 'was'} rewritten in place",
                help="restore it, and supersede it by a new memory: `memoryrail-lint supersede`",
                involves=[before.path],
            )
