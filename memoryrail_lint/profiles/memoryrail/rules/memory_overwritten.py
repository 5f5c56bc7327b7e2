"""The meaning of an active decision, constraint, gotcha or attempt changed in place.

Whoever relied on the old wording has nothing to look it up by, and citations silently come to mean something else.
Memories are replaced, never rewritten: the old one stays, `superseded`, and names the new one. Another type or title,
and another body apart from white space, quotes and dashes, is another meaning; a small correction is not (up to
`lifecycle.typo-limit` characters, 40 by default, and one in twenty of the title or body, without any digit). Tags,
links and statuses may change.

Fix: restore the memory, and write the new one with `memoryrail-lint supersede REF`.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.memoryrail import states

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.diagnostics import Span
    from memoryrail_lint.profiles.memoryrail.model import Memory, Store

SEVERITY = "warning"


def check(store: Store) -> Iterator[Finding]:
    found = states.of(store)
    for before, now in found.pairs if found else ():
        if not states.is_durable(before):
            continue
        what = states.difference(before, now, store.config.typo_limit)
        if what:
            span = _body(now) if what == "text" else now.span(what)
            yield Finding(
                now.source,
                span,
                f"the {what} of this active {before.type} was rewritten in place",
                help="restore it, and supersede it by a new memory: `memoryrail-lint supersede`",
                involves=[before.path],
            )


def _body(memory: Memory) -> Span:
    """The first line of the body that is not blank."""
    start, end = memory.body()
    text = memory.source.text
    at = start + len(text[start:end]) - len(text[start:end].lstrip())
    stop = text.find("\n", at)
    return (at, stop if stop >= 0 else end) if at < end else (start, start)
