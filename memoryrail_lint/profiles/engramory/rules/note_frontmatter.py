"""A note's front matter cannot be read.

It is a block of `key: value` lines between two lines of three hyphens, and no YAML: a value stands on one line, bare or
in one pair of quotes. A reader that trips over it takes the note for one without a description. Where a host manages
the store, values may be YAML, and a file without front matter is only mentioned.

Fix: write one `key: value` a line, close quotes where the value ends, and escape quotes within.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.engramory.note import unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.engramory.model import Store
    from memoryrail_lint.profiles.engramory.note import Note

SEVERITY = "error"


def check(note: Note, store: Store) -> Iterator[Finding]:
    yield from unreadable(note, "note-frontmatter", "make it a regular file that can be read")
    if not note.readable:
        return
    source = note.source
    if source.bad_byte is not None:
        message = "the note is not UTF-8 (byte {0} of the file)"
        yield Finding(source, None, message, source.bad_byte + 1, help="save it as UTF-8")
    for fault in note.faults:
        what = "front matter absent" if fault.absent else "value as YAML" if fault.yaml else "front matter broken"
        severity = store.level(what)
        if severity:
            yield Finding(source, fault.span, fault.message, *fault.values, help=fault.help, severity=severity)
