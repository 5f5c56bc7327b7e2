"""What no command writes: credentials and text that nobody sees. The one judge of every command that writes text.

Suppression comments and allow marks in the text count for nothing here: who writes the text writes them, too.
"""

from __future__ import annotations

from memoryrail_lint.checks import invisible, secrets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Memory


class Reason:
    """Why a text is refused. where: "title", "body, line 3", ...; what: words that hold nothing of the text;
    secret: it is a credential, which a person may overrule.
    """

    __slots__ = ("secret", "what", "where")

    def __init__(self, where: str, what: str, *, secret: bool) -> None:
        self.where = where
        self.what = what
        self.secret = secret

    def __str__(self) -> str:
        return f"the {self.where} {self.what}"


def credential(text: str) -> str | None:
    """The detector that takes a text, or something in it, for a credential; None where none does."""
    hits = secrets.find(text)
    return hits[0].detector if hits else None


def reasons(memory: Memory, before: str = "") -> list[Reason]:
    """Why a memory must not be written, one reason for each place. before: its text so far, which is not held
    against it.
    """
    known = {before[hit.start : hit.end] for hit in secrets.find(before)}
    found: dict[str, Reason] = {}
    for where, text in _texts(memory):
        for hit in secrets.find(text):
            if text[hit.start : hit.end] not in known:
                place = _line(memory, where, text, hit.start)
                what = f"looks like a credential ({hit.detector})"
                found.setdefault(place, Reason(place, what, secret=True))
        for run in invisible.find_hidden(text):
            if text[run.start : run.end] not in before:
                place = _line(memory, where, text, run.start)
                shown = invisible.describe(run.codes, run.end - run.start)
                found[place] = Reason(place, f"holds what nobody sees ({shown})", secret=False)
    return list(found.values())


def _texts(memory: Memory) -> Iterator[tuple[str, str]]:
    """(place, text) of a memory: its name, each value as it reads, and the whole file."""
    yield "file name", memory.name
    for name, field in memory.fields().items():
        value = field.value
        for item in value.data if value.kind == "list" else [value]:
            if item.kind == "text":
                yield name, item.text
    yield "", memory.source.text


def _line(memory: Memory, where: str, text: str, offset: int) -> str:
    """The place in words: for the whole file, the field or the body's line in which the offset lies."""
    if where:
        return where
    for name, field in memory.fields().items():
        if field.key_span[0] <= offset < field.value.span[1]:
            return name
    body = memory.body()[0]
    if offset < body:
        return "front matter"
    blank = text.startswith(("\n", "\r\n"), body)
    return f"body, line {text.count(chr(10), body, offset) + (0 if blank else 1)}"
