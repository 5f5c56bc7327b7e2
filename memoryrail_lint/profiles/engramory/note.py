"""One Markdown file of a store."""

from __future__ import annotations

from memoryrail_lint.profiles.engramory.gates import shape
from memoryrail_lint.profiles.engramory.parse import Front, plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Final

    from memoryrail_lint.diagnostics import Finding, Span
    from memoryrail_lint.profiles.engramory.parse import Fault, Field
    from memoryrail_lint.source import Source

TYPES: Final = ("user", "feedback", "project", "reference")
SCOPES: Final = ("global", "repo")
REQUIRED: Final = ("name", "description", "type", "created", "updated")
DATES: Final = ("created", "updated")
LABELLED: Final = ("feedback", "project")
"""Types whose body says why and how to apply."""
OUT_OF_GRAPH: Final = ("archive", "templates")

NOTE: Final = "note"
INDEX_FILE: Final = "index"
APART: Final = "apart"
"""In `archive/` or `templates/`."""
ASIDE: Final = "aside"
"""A README and the like, where a host manages the store."""


class Note:
    """One Markdown file of a store.

    name: its file's name without `.md`. kind: NOTE, or what else it is; the fields of anything else are not read.
    unreadable: (rule, message) where it must not, or cannot, be read. readable: it is a note, and was read.
    values: field -> value, as read. start: offset of the body, 0 where no front matter is before it. odd: it is not
    plainly right, so that it is worth a closer look.
    """

    __slots__ = (
        "_front",
        "_lowered",
        "_shape",
        "kind",
        "name",
        "odd",
        "path",
        "readable",
        "source",
        "start",
        "type",
        "unreadable",
        "values",
    )

    def __init__(self, source: Source, kind: str = NOTE, unreadable: tuple[str, str] | None = None) -> None:
        self.source = source
        self.path = path = source.path
        self.name = path.rpartition("/")[2].removesuffix(".md")
        self.kind = kind
        self.unreadable = unreadable
        self.readable = kind == NOTE and unreadable is None
        self._front: Front | None = None
        self._lowered: str | None = None
        self._shape: bytes | None = None
        self.values: Mapping[str, str] = {}
        self.start = 0
        self.type = ""
        self.odd = kind == NOTE
        if self.readable:
            self._read(source.text)

    def _read(self, text: str) -> None:
        found = plain(text)
        if found is None:
            self._front = front = Front(text)
            self.values, self.start = {key: field.value for key, field in front.fields.items()}, front.body
        else:
            self.values, self.start = found
        self.type = self.values.get("type", "")
        self.odd = (found is None and bool(self.faults)) or not self._plainly_right()

    def _plainly_right(self) -> bool:
        values, text = self.values, self.source.text
        scope = values.get("scope")
        return (
            self.source.bad_byte is None
            and all(map(values.get, REQUIRED))
            and self.type in TYPES
            and (not scope or scope in SCOPES)
            and _known_date(values["created"])
            and _known_date(values["updated"])
            and (self.type not in LABELLED or _has_labels(text, self.start - 1))
        )

    @property
    def front(self) -> Front | None:
        """The front matter with its places; None of what is no note, or was not read."""
        if self._front is None and self.readable:
            self._front = Front(self.source.text, self.start)
        return self._front

    @property
    def faults(self) -> Sequence[Fault]:
        return self.front.faults if self.front is not None else ()

    @property
    def is_bare(self) -> bool:
        """Whether there is no front matter at all."""
        return any(fault.absent for fault in self.faults)

    @property
    def lowered(self) -> str:
        """The text as `lower` makes it, for the rules that look for words in it."""
        if self._lowered is None:
            self._lowered = lower(self.source.text)
        return self._lowered

    @property
    def shape(self) -> bytes:
        """The text as `gates.shape` makes it."""
        if self._shape is None:
            self._shape = shape(self.source.data)
        return self._shape

    def text(self, name: str) -> str:
        """A field's value; "" where it is absent."""
        return self.values.get(name, "")

    def field(self, name: str) -> Field | None:
        return self.front.fields.get(name) if self.front is not None else None

    def span(self, name: str) -> Span | None:
        """The place of a field's value; None (the first line) where it is absent."""
        field = self.field(name)
        return field.span if field is not None else None

    def body(self) -> Span:
        return self.start, len(self.source.text)

    def in_value(self, offset: int) -> bool:
        """Whether an offset lies inside a field's value, where a `#` begins no comment."""
        fields = self.front.fields.values() if self.front is not None else ()
        return any(field.span[0] <= offset < field.span[1] for field in fields)


def lower(text: str) -> str:
    """A text in lower case, of the same length: a letter without a lower case of one letter (U+0130) stays."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(small if len(small := ch.lower()) == 1 else ch for ch in text)


def _has_labels(text: str, start: int) -> bool:
    """Whether both labels plainly stand at a line's start from an offset on; a no costs a closer look."""
    return (
        (text.find("\n**Why:", start) >= 0 or text.find("\nWhy:", start) >= 0)
        and (text.find("\n**How to apply:", start) >= 0 or text.find("\nHow to apply:", start) >= 0)
        # In code there are no labels; most texts do not have the one character.
        and ("`" not in text or "```" not in text)
        and ("~" not in text or "~~~" not in text)
    )


_dates: Final[dict[str, bool]] = {}


def _known_date(text: str) -> bool:
    """As `is_date`; the notes of a store have few different dates."""
    found = _dates.get(text)
    if found is None:
        found = _dates[text] = is_date(text)
    return found


def is_date(text: str) -> bool:
    """Whether a text is a real day written YYYY-MM-DD."""
    from memoryrail_lint.checks import dates

    return len(text) == 10 and dates.parse(text) is not None


def unreadable(note: Note, rule: str, help: str) -> Iterator[Finding]:
    """The finding of the rule that tells why a note could not be read, if it is this one."""
    if note.unreadable is not None and note.unreadable[0] == rule:
        from memoryrail_lint.diagnostics import Finding

        yield Finding(note.source, None, note.unreadable[1], help=help)
