"""A note lacks a field: `name`, `description`, `type`, `created` or `updated`.

Recall reads the descriptions and decides by them what to open; the type says how to take a note, the dates how old it
is. Where a host manages the store, types, dates, labels and scopes that it never writes are summed up in one finding.

Fix: add the field.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.engramory import labels, strictness
from memoryrail_lint.profiles.engramory.note import DATES, LABELLED, REQUIRED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.engramory.model import Store
    from memoryrail_lint.profiles.engramory.note import Note

SEVERITY = "error"


def check(store: Store) -> Iterator[Finding]:
    untyped = undated = unlabelled = unscoped = 0
    for note in store.notes:
        if note.type in LABELLED:
            unscoped += not note.values.get("scope")
            unlabelled += note.odd and not labels.has_all(note)
        if not note.odd or not note.start:
            continue
        missing = [name for name in REQUIRED if not note.values.get(name)]
        if missing:
            yield from _findings(note, store, missing)
        untyped += "type" in missing
        undated += not set(DATES).isdisjoint(missing)
    if store.level("date missing") == strictness.SUMMED and (untyped or undated or unlabelled or unscoped):
        counts = {"a type": untyped, "dates": undated, "Why and How to apply": unlabelled, "a scope": unscoped}
        yield _sum(store, counts)


def _findings(note: Note, store: Store, missing: list[str]) -> Iterator[Finding]:
    for name in missing:
        what = "date" if name in DATES else "type" if name == "type" else "text"
        severity = store.level(f"{what} missing")
        if severity == strictness.SUMMED:
            continue
        field = note.field(name)
        message = "the field {0} is missing" if field is None else "the field {0} is empty"
        span = None if field is None else field.span
        help = "add `" + name + (": YYYY-MM-DD`" if name in DATES else ": ...` to the front matter")
        yield Finding(note.source, span, message, name, help=help, severity=severity)


def _sum(store: Store, counts: dict[str, int]) -> Finding:
    words = ", ".join(f"{count} without {what}" for what, count in counts.items() if count)
    message = f"notes as a host writes them: {words}"
    help = 'set `engramory.strictness = "strict"` to see each of them'
    involves = [note.path for note in store.notes]
    return Finding(store.index.source, None, message, help=help, severity="info", involves=involves)
