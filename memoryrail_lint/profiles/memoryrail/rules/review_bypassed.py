"""An agent's commit did what the review gate keeps for humans.

With `"review": "agents"`, a decision, constraint, gotcha or attempt that an agent writes waits as `proposed` until a
human approves it, and changes nothing of what is in force until then. So past the gate are: such a memory added as
active, a proposal approved, one that changed the memory it supersedes, and a new text, title or type of what is in
force, since that too is knowledge an agent wrote and no human let in. Who takes a memory out of force (archives,
deletes, resolves or breaks it, makes it a session) undoes what a human let in, which a proposal that supersedes it may
not do before it is approved, nor may anything else. Left to agents are sessions and threads, their own proposals, tags,
links and `updated`, corrections within `lifecycle.typo-limit`, and the old side of a pair whose new side a human let
in.

The gate holds for itself as well: an agent may not switch it off, move it away, make its folders a symlink or a
submodule, put a store without it below one that has it, add a suppression comment or a secret override, or change the
tool's settings or baselines so that more passes.
What judges is what was there before the change: its configuration and its baseline, whatever those of the change
say, and no comment. A commit is an agent's by its author, committer, `Co-authored-by` or a trailer in which a tool
names itself; `review.agents` and `review.humans` extend and except. A merge by an agent answers for what neither side
had, and for leaving out what one side had taken back. In a squash that names both humans and agents nobody can tell
who approved: a warning.

Two states are compared: this rule needs `--base REF` or `--staged` (hooks compare the index with HEAD).

Fix: set the memory back to what it was, or to `proposed` where it is new, and let a human run `memoryrail-lint approve
REF` and commit.
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
    if ends is None or "agents" not in (store.settings.review, ends.gate):
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
        yield Finding(
            suspect.source, suspect.span, message, *values, help=help, severity=severity, involves=suspect.paths
        )
