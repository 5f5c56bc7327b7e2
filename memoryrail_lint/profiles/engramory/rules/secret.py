"""A file of the store holds text that looks like a credential.

Notes are plain text, and what they hold is read into every context. The detector is named; the value is shown nowhere,
in no format. The index, `archive/` and `templates/` are searched too. What is allowed although it looks like one is
allowed as everywhere: by a `pragma: allowlist secret`, the `.secrets.baseline` of detect-secrets, or `secrets.allow`.

Fix: revoke the credential, name the place where it is kept instead (a vault path, an environment variable), and remove
it from the history.
"""

from __future__ import annotations

from memoryrail_lint.checks import secrets
from memoryrail_lint.diagnostics import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.engramory.model import Note, Store

SEVERITY = "error"
HELP = "revoke it and say where it is kept instead, for example the variable or the vault that holds it"


def check(note: Note, store: Store) -> Iterator[Finding]:
    source = note.source
    for hit in secrets.find(source.text):
        reason = store.allowed.reason(source, hit.start, source.text[hit.start : hit.end])
        message = f"this looks like a credential ({hit.detector})"
        yield Finding(source, (hit.start, hit.end), message, help=HELP, suppressed=reason)
    if note.name.replace("-", "").isalpha():
        return
    for hit in secrets.find(note.name):
        reason = store.allowed.by_pattern(note.name[hit.start : hit.end])
        message = f"the file's name looks like a credential ({hit.detector})"
        yield Finding(source, None, message, help=HELP, suppressed=reason)
