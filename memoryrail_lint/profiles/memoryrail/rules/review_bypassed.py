"""An agent's commit did what the review gate keeps for humans.

With `"review": "agents"`, what agents write waits as `proposed` until a human approves it. Past the gate are: a durable
memory added as active, a proposal approved, one that changed the memory it supersedes, the gate switched off, and a
suppression comment or secret override added. A commit is an agent's by its author, committer, `Co-authored-by` or a
trailer in which a tool names itself; `review.agents` and `review.humans` extend and except, as they were before the
change. No comment silences this rule. In a squash that names both humans and agents nobody can tell who approved: a
warning.

Fix: set the memory back to `proposed`, and let a human run `memoryrail-lint approve REF` and commit.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.memoryrail import states

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Store

SEVERITY = "error"
FIRM = True


def check(store: Store) -> Iterator[Finding]:
    ends = states.of(store)
    if ends is None or "agents" not in (store.settings.review, ends.settings.review):
        return
    from memoryrail_lint.profiles.memoryrail import review

    for found in review.bypasses(store, ends):
        suspect, hands, first = found.suspect, found.hands, len(found.suspect.values)
        where = f" in commit {found.commit.id[:10]}" if found.commit.id else ""
        severity, help = None, suspect.help
        if hands.squashed and hands.humans:
            severity = "warning"
            message = (
                f"{suspect.message}{where}, a squash by {{{first + 1}}} and the agent {{{first}}}: who approved is lost"
            )
            help = "keep the approval a commit of its own: merge without squashing"
        else:
            message = f"{suspect.message} by the agent {{{first}}}{where}"
        values = (*suspect.values, hands.agents[0], *hands.humans[:1])
        involves = (suspect.path,)
        yield Finding(suspect.source, suspect.span, message, *values, help=help, severity=severity, involves=involves)
