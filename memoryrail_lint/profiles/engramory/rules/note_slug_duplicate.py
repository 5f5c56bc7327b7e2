"""Two notes have one slug, or slugs that differ by case only.

A link then means either of them, and names that differ by case only are one file on macOS and Windows.

Fix: merge the two, or give one of them another name.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.engramory.model import Store
    from memoryrail_lint.profiles.engramory.note import Note

SEVERITY = "error"


def check(store: Store) -> Iterator[Finding]:
    slugs: dict[str, Note] = {}
    names: dict[str, Note] = {}
    for note in store.notes:
        first = slugs.setdefault(_fold(note.name), note)
        named = names.setdefault(note.text("name") or note.path, note)
        if first is not note:
            elsewhere = first.path.rpartition("/")[0] != note.path.rpartition("/")[0]
            severity = store.level("slug taken in another folder") if elsewhere else SEVERITY
            how = "" if first.name == note.name else " but for case or Unicode form"
            yield _finding(note, first, f"the slug {{0}} is also that of {{1}}{how}", note.name, severity)
        elif named is not note and store.level("name taken"):
            yield _finding(note, named, "the name {0} is also that of {1}", note.text("name"), SEVERITY)


def _finding(note: Note, first: Note, message: str, word: str, severity: str) -> Finding:
    help = "merge the two, or give one of them another name"
    span = note.span("name")
    return Finding(note.source, span, message, word, first.path, help=help, severity=severity, involves=[first.path])


def _fold(text: str) -> str:
    if text.isascii():
        return text.lower()
    from unicodedata import normalize

    return normalize("NFC", normalize("NFC", text).casefold())
