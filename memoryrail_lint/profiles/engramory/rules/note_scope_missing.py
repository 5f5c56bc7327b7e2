"""Feedback or project notes have no `scope`.

A rule of one repository that is taken for a general one is wrong everywhere else, and a general one that is filed with
a repository is archived with it. The label is optional; this is said once for the store.

Fix: write `scope: global` or `scope: repo` where it is clear which.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.engramory import strictness
from memoryrail_lint.profiles.engramory.note import LABELLED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.engramory.model import Store

SEVERITY = "info"


def check(store: Store) -> Iterator[Finding]:
    if store.level("scope missing") == strictness.SUMMED:
        return
    labelled = [note for note in store.notes if note.type in LABELLED]
    bare = [note for note in labelled if not note.values.get("scope")]
    if bare:
        message = "{0} of {1} feedback and project notes have no scope, such as {2}"
        help = "write `scope: global` or `scope: repo` where it is clear which"
        values = (len(bare), len(labelled), bare[0].name)
        yield Finding(store.index.source, None, message, *values, help=help, involves=[note.path for note in bare])
