"""A new memory: its id, and its text with every value as JSON (MemoryRail format, "Memory files")."""

from __future__ import annotations

from memoryrail_lint.errors import Trouble
from memoryrail_lint.profiles.memoryrail import fields
from memoryrail_lint.profiles.memoryrail.refs import DIGITS, ref
from memoryrail_lint.profiles.memoryrail.writer import encode_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Final

MAX_SLUG: Final = 60
"""Characters of an id behind its date; a slug is cut at a word's end."""
_MAX_NUMBER: Final = 1000

# Letters that Unicode does not take apart into an ASCII letter and a mark.
_LETTERS: Final = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h"}
)


def slug(title: str) -> str:
    """The title's words in lower case ASCII with hyphens between them; "" where it has none."""
    from unicodedata import normalize

    plain = normalize("NFKD", title.lower().translate(_LETTERS)).encode("ascii", "ignore").decode().lower()
    plain = plain.replace("'", "")
    words = "".join(ch if ch.isalnum() else " " for ch in plain).split()
    text = "-".join(words)
    if len(text) <= MAX_SLUG:
        return text
    return text[: MAX_SLUG + 1].rpartition("-")[0] or text[:MAX_SLUG]


def fold(name: str) -> str:
    """What is the same for two names that some file system takes for one: they differ by case or Unicode form only."""
    if name.isascii():
        return name.lower()
    from unicodedata import normalize

    return normalize("NFC", normalize("NFC", name).casefold())


class Taken:
    """The ids that a new one must keep clear of: by name, and by short ref."""

    __slots__ = ("digits", "names")

    def __init__(self, ids: Iterable[str] = ()) -> None:
        self.names: set[str] = set()
        self.digits: set[str] = set()
        """The hex digits of the short refs. An id elsewhere is known without its type, so types are not told apart."""
        for id in ids:
            self.add(id)

    def add(self, id: str) -> None:
        self.names.add(fold(id))
        self.digits.add(_digits(id))

    def __contains__(self, id: str) -> bool:
        return fold(id) in self.names or _digits(id) in self.digits


def _digits(id: str) -> str:
    return ref("decision", id)[-DIGITS:]


def new_id(type: str, title: str, stamp: str, taken: Taken) -> str:
    """An id `YYYYMMDD-slug` that is not taken; with a number behind it where it would be.

    A title without a letter or digit of ASCII gives its type and a digest. Raises Trouble where no number is free.
    """
    word = slug(title) or f"{type}-{_digits(title)}"
    base = f"{stamp[:10].replace('-', '')}-{word}"
    for number in range(1, _MAX_NUMBER):
        id = base if number == 1 else f"{base}-{number}"
        if id not in taken:
            return id
    raise Trouble(f"there are {_MAX_NUMBER} memories of this title and day; give it another title")


def render(values: Mapping[str, object], body: str) -> str:
    """The text of a memory: the known fields in the format's order, and its body, which may be empty.

    values: text for text fields, a list of texts for list fields, True for a flag; what is empty is left out.
    """
    lines = ["---"]
    for name in fields.KNOWN:
        value = values.get(name)
        if not value:
            continue
        if isinstance(value, list):
            lines.append(f"{name}: [{', '.join(map(encode_text, value))}]")
        else:
            lines.append(f"{name}: {'true' if value is True else encode_text(str(value))}")
    lines.append("---")
    body = body.replace("\r\n", "\n").strip("\n")
    return "\n".join(lines) + "\n" + (f"\n{body}\n" if body.strip() else "")
