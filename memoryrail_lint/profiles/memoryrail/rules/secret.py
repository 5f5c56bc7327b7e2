"""A memory holds text that looks like a credential.

Memories are committed, pushed and replayed into models' contexts, so a token in one is a token published. The detector
is named; the value is shown nowhere, in no format.

A value that is none can be allowed: with `pragma: allowlist secret` in a comment on its line, in the
`.secrets.baseline` of detect-secrets at the repository's root, or by a pattern in `secrets.allow`. It is masked all the
same.

Fix: revoke the credential, name the place where it is kept instead (a vault path, an environment variable), and remove
it from the history.
"""

from __future__ import annotations

from memoryrail_lint.checks import secrets
from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.memoryrail.decoded import decoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Memory, Store

SEVERITY = "error"
HELP = "revoke it and say where it is kept instead, for example the variable or the vault that holds it"


def check(memory: Memory, store: Store) -> Iterator[Finding]:
    source = memory.source
    found: set[int] = set()
    for hit in secrets.find(source.text):
        found.add(source.position(hit.start)[0])
        reason = store.allowed.reason(source, hit.start, source.text[hit.start : hit.end])
        message = f"this looks like a credential ({hit.detector})"
        yield Finding(source, (hit.start, hit.end), message, help=HELP, suppressed=reason)
    for span, text, _ in decoded(memory):
        if source.position(span[0])[0] in found:
            continue
        for hit in secrets.find(text):
            reason = store.allowed.reason(source, span[0], text[hit.start : hit.end])
            message = f"this looks like a credential once decoded ({hit.detector})"
            yield Finding(source, span, message, help=HELP, suppressed=reason)
    for hit in secrets.find(memory.name):
        reason = store.allowed.by_pattern(memory.name[hit.start : hit.end])
        message = f"the file's name looks like a credential ({hit.detector})"
        yield Finding(source, None, message, help=HELP, suppressed=reason)
