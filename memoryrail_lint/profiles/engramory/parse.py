"""The front matter of a note: `key: value` lines between two `---`, expressly not YAML.

Indentation means nothing, so the fields of a nested `metadata:` are fields. A value is bare, then everything in it
is itself, or wrapped in one pair of quotes, in which the same quote is written with a backslash. What the format does
not know but YAML does (wrapped values, block scalars and lists, doubled quotes) is read too and noted as a fault that
`yaml` excuses: agents' hosts write such values.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from memoryrail_lint.diagnostics import Span

FENCE: Final = "---"
BLANKS: Final = " \t\r"
_MARKS: Final = frozenset("-[]{}\"'>|&*!%@`,?:")
"""What no key begins with."""


class Field:
    """One field: its key and value with their places (a quoted value's includes the quotes).

    indent: blanks before the key. value: as read, without quotes and escapes.
    """

    __slots__ = ("indent", "key", "key_span", "span", "value")

    def __init__(self, key: str, key_span: Span, value: str, span: Span, indent: int) -> None:
        self.key = key
        self.key_span = key_span
        self.value = value
        self.span = span
        self.indent = indent


class Fault:
    """Something that the reader cannot take: where, why (a template, its values), how to mend it.

    yaml: a YAML reader has no trouble with it. absent: there is no front matter at all.
    """

    __slots__ = ("absent", "help", "message", "span", "values", "yaml")

    def __init__(
        self, span: Span | None, message: str, *values: object, help: str, yaml: bool = False, absent: bool = False
    ) -> None:
        self.span = span
        self.message = message
        self.values = values
        self.help = help
        self.yaml = yaml
        self.absent = absent


_NEVER_PLAIN: Final = frozenset("'\"|> ")
"""What no value that `plain` reads begins with: it is more than its text then."""


def plain(text: str) -> tuple[dict[str, str], int] | None:
    """The values of a block of unindented keys with bare values, as most are, and the offset after it.

    None where it is anything else, or might be; then `Front` tells. Where both do, they say the same.
    """
    if not text.startswith("---\n"):
        return None
    end = text.find("\n---\n", 4)
    block = text[4:end]
    if end < 0 or "\t" in block or "\r" in block or " \n" in block or block[-1:] == " ":
        return None
    try:
        values = dict([line.split(": ", 1) for line in block.split("\n")])
    except ValueError:  # a line without a colon
        return None
    if not all(map(str.isidentifier, values)) or not _NEVER_PLAIN.isdisjoint([value[0] for value in values.values()]):
        return None
    return values, end + 5


class Front:
    """What a note's text begins with.

    body: offset after the block, 0 where there is none; where `plain` has told it already, nothing is read before the
    fields are asked for. faults: what is wrong, in order.
    """

    __slots__ = ("_fields", "body", "faults", "text")

    def __init__(self, text: str, body: int = 0) -> None:
        self.text = text
        self.faults: list[Fault] = []
        self.body = body
        self._fields: dict[str, Field] | None = None
        if not body:
            self._read()

    @property
    def fields(self) -> dict[str, Field]:
        """Key -> Field; of two with one key the less indented counts, then the later."""
        return self._fields if self._fields is not None else self._read()

    def _read(self) -> dict[str, Field]:
        text = self.text
        found: dict[str, Field] = {}
        self._fields = found
        end = _line_end(text, 0)
        if text[:end].rstrip(BLANKS) != FENCE:
            self.faults.append(_absent(text, end))
            return found
        lines = self._lines(end + 1)
        if lines is None:
            help = "close the front matter with a line of three hyphens"
            self.faults.append(Fault((0, end), "the front matter never ends", help=help))
            return found
        _Reader(self, lines).read()
        return found

    def _lines(self, at: int) -> list[tuple[int, str]] | None:
        """(offset, line without trailing blanks) up to the closing fence; None where there is none."""
        text = self.text
        lines: list[tuple[int, str]] = []
        while at <= len(text):
            end = _line_end(text, at)
            line = text[at:end].rstrip(BLANKS)
            if line == FENCE:
                self.body = min(end + 1, len(text))
                return lines
            lines.append((at, line))
            at = end + 1
        return None


class _Reader:
    """One pass over the lines of a block. last: the field that an indented line may continue."""

    def __init__(self, front: Front, lines: list[tuple[int, str]]) -> None:
        self.front = front
        self.lines = lines
        self.last: Field | None = None
        self.open = ""
        """What goes on over the following indented lines: a quote, or "block" for a block scalar."""
        self.nesting = False
        """The last field had no value, so that what follows may be its fields."""

    def read(self) -> None:
        for at, line in self.lines:
            bare = line.lstrip(BLANKS)
            if not bare or (bare[0] == "#" and not self.open):
                continue
            indent = len(line) - len(bare)
            if self.open and self.last is not None and indent > self.last.indent:
                self._continue(at + indent, bare)
                continue
            self._unclosed()
            if not self._field(at, line, bare, indent):
                self._stray(at + indent, bare, indent)
        self._unclosed()

    def _field(self, at: int, line: str, bare: str, indent: int) -> bool:
        colon = bare.find(":")
        while 0 < colon < len(bare) - 1 and bare[colon + 1] not in BLANKS:
            colon = bare.find(":", colon + 1)
        key = bare[:colon].rstrip(BLANKS)
        if colon < 1 or bare[0] in _MARKS or not key:
            return False
        last = self.last
        if last is not None and indent > last.indent and not self.nesting and " " in key:
            return False  # a wrapped value with a colon in it
        start = at + indent
        rest = bare[colon + 1 :]
        value = rest.lstrip(BLANKS)
        value_at = start + len(bare) - len(value)
        field = Field(key, (start, start + len(key)), value, (value_at, start + len(bare)), indent)
        self.last, self.nesting = field, not value
        if value[:1] in ("'", '"'):
            self._quoted(field, value)
        elif value and value[0] in "|>" and not value.rstrip("+-0123456789")[1:]:
            self.open, field.value = "block", ""
        known = self.front.fields.get(key)
        if known is None or known.indent >= indent:
            self.front.fields[key] = field
        return True

    def _quoted(self, field: Field, value: str) -> None:
        quote = value[0]
        end = _closing(value, quote)
        rest = value[end + 1 :].lstrip(BLANKS)
        if end < 0:
            field.value, self.open = value[1:], quote
        elif not rest:
            field.value = _unescaped(value[1:end], quote)
        elif quote == "'" and (closed := _yaml_closing(value)) is not None:
            field.value = value[1:closed].replace("''", "'")
            self._fault(field.span, "the value of {0} holds quotes that are not escaped", field, yaml=True)
        elif rest[0] == "#" and value[end + 1] in BLANKS:
            field.value = _unescaped(value[1:end], quote)
            field.span = (field.span[0], field.span[0] + end + 1)
            self._fault(field.span, "a comment stands after the value of {0}", field, yaml=True)
        else:
            field.value = value
            self._fault(field.span, "the quoted value of {0} ends before the line does", field)

    def _fault(self, span: Span, message: str, field: Field, *, yaml: bool = False) -> None:
        help = f"write \\{self.front.text[field.span[0]]} for a quote within the value, or leave the outer quotes out"
        self.front.faults.append(Fault(span, message, field.key, help=help, yaml=yaml))

    def _unclosed(self) -> None:
        if self.open not in ("", "block") and self.last is not None:
            help = "close the quote on the same line, or leave it out"
            self.front.faults.append(Fault(self.last.span, "the value of {0} never ends", self.last.key, help=help))
        self.open = ""

    def _continue(self, at: int, bare: str) -> None:
        """A line within a block scalar or an open quote."""
        field, quote = self.last, self.open
        assert field is not None
        if quote != "block":
            end = _closing(quote + bare, quote) - 1
            if end >= 0 and bare[end + 1 :].strip(BLANKS):
                message = "the quoted value of {0} ends before the line does"
                self._fault((at, at + len(bare)), message, field)
            if end >= 0:
                bare, self.open = bare[: end + 1].removesuffix(quote), ""
        self._extend(field, at, bare)

    def _stray(self, at: int, bare: str, indent: int) -> None:
        """A line that is no `key: value`."""
        last = self.last
        item = bare == "-" or bare.startswith("- ")
        if last is not None and (indent > last.indent or (item and indent == last.indent and self.nesting)):
            self._extend(last, at, bare.removeprefix("- ") if item else bare)
            return
        help = "write one `key: value` a line"
        if ":" in bare and bare[0] not in _MARKS:
            help = "put a blank after the colon"
        elif "\N{FULLWIDTH COLON}" in bare:
            help = "write an ASCII colon and a blank after the key"
        span = (at, at + len(bare))
        self.front.faults.append(Fault(span, "this line is no `key: value`: {0}", bare, help=help))

    def _extend(self, field: Field, at: int, more: str) -> None:
        """A further line of a value, as YAML has it and this format does not; said once a value."""
        if not (self.front.faults and self.front.faults[-1].values[1:2] == (field.span[0],)):
            message = "the value of {0} goes on over several lines"
            help = "write the whole value on the line of its key"
            span = (at, at + len(more))
            self.front.faults.append(Fault(span, message, field.key, field.span[0], help=help, yaml=True))
        field.value = f"{field.value} {more}".strip(BLANKS)


def _absent(text: str, end: int) -> Fault:
    first = text[:end].strip(BLANKS)
    help = "begin the file with a line of three hyphens, the fields, and three hyphens again"
    if first and not first.strip("-\N{EM DASH}\N{EN DASH}"):
        return Fault((0, end), "the first line is {0}, not three hyphens", text[:end].rstrip(BLANKS), help=help)
    return Fault((0, end), "the note has no front matter", help=help, absent=True)


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _closing(value: str, quote: str) -> int:
    """The offset of the quote that ends a value which begins with one, -1 where none does."""
    at = value.find(quote, 1)
    while at > 0:
        before = at
        while value[before - 1] == "\\":
            before -= 1
        if (at - before) % 2 == 0:
            return at
        at = value.find(quote, at + 1)
    return -1


def _yaml_closing(value: str) -> int | None:
    """The last offset of a value in single quotes in which YAML's doubled quotes stand for one; None if it is none."""
    inner = value[1:-1]
    return len(value) - 1 if value[-1] == "'" and len(value) > 1 and "'" not in inner.replace("''", "") else None


def _unescaped(inner: str, quote: str) -> str:
    return inner.replace("\\" + quote, quote).replace("\\\\", "\\") if "\\" in inner else inner
