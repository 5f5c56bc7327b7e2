"""Reading a memory's front matter: every field with its value and its place (MemoryRail format, "Memory files").

Two ways to one result. Front matter whose values are JSON on one line each, which is what writers should produce,
is read without a YAML parser. Anything else goes through PyYAML's C parser, by its events: they carry every mark,
tag and anchor, and unlike a composed tree they need no recursion, so a value of 100,000 brackets costs nothing.
"""

from __future__ import annotations

from memoryrail_lint.profiles.memoryrail.fields import FLAG, KNOWN, LIST
from memoryrail_lint.rawjson import INVALID, scan_string, scan_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Final

    from memoryrail_lint.diagnostics import Span

FENCE: Final = "---"
MAX_FRONT_BYTES: Final = 64 * 1024
MAX_DEPTH: Final = 32
_BREAKS: Final = " \t\r\n\x85\u2028\u2029"
"""Blanks, and what libyaml takes for the end of a line (YAML 1.1)."""

_WORDS: Final = {"true": True, "false": False, "null": None}
_KNOWN: Final = frozenset(KNOWN)
_PLAIN: Final[dict[str, type]] = {**dict.fromkeys(LIST, list), **dict.fromkeys(FLAG, bool)}
# Keys that one YAML version or the other does not read as text; a Python reader would lose them.
_ODD_KEYS: Final = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null"))


class Value:
    """One value with its place.

    kind: "text" (any scalar, `data` is its text), "null", "flag" (`data` is True or False), "list" (`data` is a list
    of Value), "map" (`data` is a list of (Value, Value)). `plain` = an unquoted scalar. `style` = "flow" or "block".
    """

    __slots__ = ("data", "kind", "marked", "plain", "span", "style")

    def __init__(
        self, kind: str, data: Any, span: Span, *, plain: bool = False, style: str = "flow", marked: str | None = None
    ) -> None:
        self.kind = kind
        self.data = data
        self.span = span
        self.plain = plain
        self.style = style
        self.marked = marked
        """"a tag" or "an anchor" where the value carries one."""

    @property
    def text(self) -> str:
        """The scalar's text as a reader of text takes it, "" for null; not for lists and mappings."""
        return self.data[1] if self.kind in ("flag", "null") else self.data  # type: ignore[no-any-return]


class Field:
    """A key of the front matter, its place, and its value."""

    __slots__ = ("key_span", "name", "value")

    def __init__(self, name: str, key_span: Span, value: Value) -> None:
        self.name = name
        self.key_span = key_span
        self.value = value


class Fault(Exception):
    """Why there is no usable front matter: the rule that says so, where, and in which words.

    `message` is a template for `values`, like a Finding's.
    """

    def __init__(self, rule: str, span: Span | None, message: str, *values: object, help: str | None = None) -> None:
        super().__init__(message)
        self.rule = rule
        self.span = span
        self.message = message
        self.values = values
        self.help = help


class Front:
    """The front matter of one file.

    block: span between the fences. body: offset where the body starts. padded: span of blanks after a fence, or None.
    json: it was read without YAML. plain: the values alone, where reading them took no look at places; else None.
    """

    __slots__ = ("_fields", "block", "body", "json", "padded", "plain", "text")

    def __init__(self, text: str) -> None:
        """Read the front matter of a memory's text. Raises Fault where there is none that can be read."""
        start, end, self.body, self.padded = fences(text)
        self.text = text
        self.block = (start, end)
        self._fields: dict[str, Field] | None = None
        if end - start > MAX_FRONT_BYTES // 4 and len(text[start:end].encode()) > MAX_FRONT_BYTES:
            raise Fault(
                "frontmatter-invalid",
                (0, len(FENCE)),
                "the front matter is larger than 64 KiB and was not read",
                help="move long text into the body, below the second ---",
            )
        self.plain = read_plain(text[start:end]) if self.padded is None else None
        self.json = self.plain is not None
        if not self.json:
            if self.padded is None:
                self._fields = read_json(text, start, end)
                self.json = self._fields is not None
            if self._fields is None:
                self._fields = read_yaml(text, start, end)

    @property
    def fields(self) -> dict[str, Field]:
        """The fields with their places, in the order of the file."""
        if self._fields is None:
            start, end = self.block
            self._fields = read_json(self.text, start, end) or read_yaml(self.text, start, end)
        return self._fields


def fences(text: str) -> tuple[int, int, int, Span | None]:
    """Start and end of the block between the fences, start of the body, and blanks after a fence.

    A fence is a line of exactly three dashes; blanks after them are tolerated. Raises Fault (frontmatter-missing).
    """
    first_end = text.find("\n")
    first = text if first_end < 0 else text[:first_end]
    if first.rstrip(" \t\r") != FENCE:
        raise Fault(
            "frontmatter-missing",
            None,
            "the file does not begin with front matter",
            help="the first line must be exactly ---, the fields follow, and another --- ends them",
        )
    at = first_end + 1 if first_end >= 0 else len(text)
    start = at
    padded = _padding(first, 0)
    while at < len(text):
        stop = text.find("\n---", at - 1)
        if stop < 0:
            break
        line_end = text.find("\n", stop + 1)
        line = text[stop + 1 :] if line_end < 0 else text[stop + 1 : line_end]
        if line.rstrip(" \t\r") == FENCE:
            body = len(text) if line_end < 0 else line_end + 1
            return start, stop + 1, body, padded or _padding(line, stop + 1)
        at = stop + 2
    raise Fault(
        "frontmatter-missing",
        (0, len(FENCE)),
        "the front matter is never closed",
        help="put a line of exactly --- after the last field",
    )


def _padding(line: str, offset: int) -> Span | None:
    line = line.removesuffix("\r")
    return (offset + len(FENCE), offset + len(line)) if len(line) > len(FENCE) else None


def read_plain(block: str) -> dict[str, object] | None:
    """The values where every line is `key: ` and a JSON text, a list of texts, or a boolean for `pinned`; else None.

    This is how writers should write, and it is read without a thought for places.
    """
    if "\r" in block:
        block = block.replace("\r\n", "\n")
    if not _reads_alike(block):
        return None
    plain: dict[str, object] = {}
    lines = block.split("\n")
    lines.pop()  # the block ends with a line end
    for line in lines:
        name, colon, raw = line.partition(": ")
        if not colon or name in plain or not (name in _KNOWN or _is_key(name)):
            return None
        try:
            value, stop = scan_value(raw, 0)
        except INVALID:
            return None
        if stop != len(raw) or type(value) is not _PLAIN.get(name, str):
            return None
        if isinstance(value, list) and any(type(item) is not str for item in value):
            return None
        plain[name] = value
    return plain


def _reads_alike(block: str) -> bool:
    """Whether JSON and YAML agree on what the characters of a block (lines ending in LF) stand for: it has none that
    YAML does not allow, and no escapes of surrogates."""
    return block.replace("\n", "").isprintable() and "\\ud" not in block and "\\uD" not in block


def _is_key(name: str) -> bool:
    """Whether a key is a word that both notations read as this text."""
    word = name if name.isidentifier() else name.replace("-", "_")
    return word.isidentifier() and word.isascii() and len(word) <= 64 and name.lower() not in _ODD_KEYS


def read_json(text: str, start: int, end: int) -> dict[str, Field] | None:
    """The fields where each stands on one line as `key: <JSON text, list of texts, true, false or null>`; else None."""
    block = text[start:end]
    if not _reads_alike(block.replace("\r\n", "\n")):
        return None
    fields: dict[str, Field] = {}
    at = start
    for line in block.splitlines(keepends=True) if "\r" in block else block.split("\n")[:-1]:
        name, colon, raw = line.partition(": ")
        if not colon or name in fields or not _is_key(name):
            return None
        value = _json_value(raw.rstrip("\r\n"), at + len(name) + 2)
        if value is None:
            return None
        fields[name] = Field(name, (at, at + len(name)), value)
        at += len(line) + (0 if line.endswith("\n") else 1)
    return fields


def _json_value(raw: str, at: int) -> Value | None:
    first = raw[:1]
    if first == '"':
        text = _json_text(raw, 0)
        if text is None or text[1] != len(raw):
            return None
        return Value("text", text[0], (at, at + len(raw)))
    if first == "[":
        return _json_list(raw, at)
    if raw in _WORDS:
        word = _WORDS[raw]
        return Value("null" if word is None else "flag", (word, raw), (at, at + len(raw)), plain=True)
    return None


def _json_text(raw: str, at: int) -> tuple[str, int] | None:
    """The JSON string that starts with the quote at `at`, and the offset after its end."""
    try:
        return scan_string(raw, at + 1, True)
    except INVALID:
        return None


def _json_list(raw: str, at: int) -> Value | None:
    items: list[Value] = []
    position = 1
    if raw == "[]":
        return Value("list", items, (at, at + 2))
    while True:
        if raw[position : position + 1] != '"':
            return None
        text = _json_text(raw, position)
        if text is None:
            return None
        items.append(Value("text", text[0], (at + position, at + text[1])))
        position = text[1]
        if raw[position:] == "]":
            return Value("list", items, (at, at + len(raw)))
        if raw[position : position + 1] != ",":
            return None
        position += 2 if raw[position + 1 : position + 2] == " " else 1


def read_yaml(text: str, start: int, end: int) -> dict[str, Field]:
    """The fields as YAML has them. Raises Fault (frontmatter-invalid) for anything but one plain mapping."""
    import yaml

    try:
        root = _tree(_events(text[start:end]), text, start)
    except yaml.MarkedYAMLError as error:
        raise _syntax_fault(error, text, start, end) from None
    except yaml.YAMLError as error:
        position = getattr(error, "position", None)
        place = _reader_place(text, start, end)
        raise Fault(
            "frontmatter-invalid",
            place or (start, start) if position is not None else None,
            "the front matter holds a character that YAML does not allow",
            help="remove the control character, or write it as an escape inside double quotes",
        ) from None
    if root is None:
        return {}
    if root.kind != "map":
        raise Fault(
            "frontmatter-invalid",
            root.span,
            "the front matter is not one mapping of fields",
            help='each line is a field: `title: "..."`',
        )
    return _fields(root)


def _events(block: str) -> Iterator[Any]:
    import yaml

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.parse(block, Loader=loader)


def _fields(root: Value) -> dict[str, Field]:
    fields: dict[str, Field] = {}
    for key, value in root.data:
        if key.kind in ("list", "map"):
            raise Fault("frontmatter-invalid", key.span, "a key of the front matter is not text")
        name = key.text
        if name in fields:
            raise Fault(
                "frontmatter-invalid",
                key.span,
                "the field {0} stands twice",
                name,
                help="keep one of the two; readers disagree on which one counts",
            )
        fields[name] = Field(name, key.span, value)
    return fields


def _tree(events: Iterator[Any], text: str, base: int) -> Value | None:
    """Build the values of one document from parser events, with a bound on depth and without any alias."""
    import yaml

    root: Value | None = None
    stack: list[tuple[Value, list[Value]]] = []
    documents = 0

    def add(value: Value) -> None:
        nonlocal root
        if stack:
            stack[-1][1].append(value)
        else:
            root = value

    for event in events:
        span = (base + event.start_mark.index, base + event.end_mark.index)
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1 or event.explicit:
                raise Fault("frontmatter-invalid", span, "the front matter holds more than one YAML document")
        elif isinstance(event, yaml.AliasEvent):
            raise Fault(
                "frontmatter-invalid",
                span,
                "the front matter uses a YAML alias",
                help="write the value out, or put a text that starts with * in double quotes",
            )
        elif isinstance(event, yaml.ScalarEvent):
            add(_scalar(event, _without_breaks(event, text, span)))
        elif isinstance(event, (yaml.SequenceStartEvent, yaml.MappingStartEvent)):
            if len(stack) >= MAX_DEPTH:
                raise Fault("frontmatter-invalid", span, f"the front matter is nested deeper than {MAX_DEPTH} levels")
            kind = "list" if isinstance(event, yaml.SequenceStartEvent) else "map"
            style = "flow" if event.flow_style else "block"
            stack.append((Value(kind, None, span, style=style, marked=_marked(event)), []))
        elif isinstance(event, (yaml.SequenceEndEvent, yaml.MappingEndEvent)):
            value, items = stack.pop()
            value.data = items if value.kind == "list" else list(zip(items[::2], items[1::2], strict=True))
            if value.style == "flow":
                value.span = (value.span[0], span[1])
            elif items:
                value.span = (value.span[0], items[-1].span[1])
            add(value)
    return root


def _without_breaks(event: Any, text: str, span: Span) -> Span:
    """The span of a scalar. That of a block style goes on to what follows, and an edit would join the two."""
    if event.style not in ("|", ">"):
        return span
    return span[0], span[0] + len(text[slice(*span)].rstrip(_BREAKS))


def _marked(event: Any) -> str | None:
    if event.anchor is not None:
        return "an anchor"
    return "a tag" if event.tag is not None else None


def _scalar(event: Any, span: Span) -> Value:
    text = _whole(event.value)
    marked = _marked(event)
    style = "block" if event.style in ("|", ">") else "flow"
    if event.style is None or event.style == "":
        if event.tag is None:
            if text in ("", "~", "null", "Null", "NULL"):
                return Value("null", (None, text), span, plain=True, marked=marked)
            if text in ("true", "True", "TRUE", "false", "False", "FALSE"):
                return Value("flag", (text.lower() == "true", text), span, plain=True, marked=marked)
        return Value("text", text, span, plain=True, style=style, marked=marked)
    return Value("text", text, span, style=style, marked=marked)


def _whole(text: str) -> str:
    """Text whose escaped surrogate pairs are the characters that a JSON writer meant; halves become U+FFFD."""
    if text.isascii() or not any("\ud800" <= ch <= "\udfff" for ch in text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _reader_place(text: str, start: int, end: int) -> Span | None:
    for offset in range(start, end):
        ch = text[offset]
        if ch not in "\t\n\r\x85" and (ch < " " or "\x7f" <= ch < "\xa0" or ch in "\ufeff\ufffe\uffff"):
            return offset, offset + 1
    return None


def _syntax_fault(error: Any, text: str, start: int, end: int) -> Fault:
    """YAML's complaint in the words of someone who wrote `title: Gateway: retry twice`."""
    problem = str(error.problem or "")
    mark = error.problem_mark or error.context_mark
    if problem == "found unexpected end of stream" and error.context_mark:
        mark = error.context_mark  # the quote that is never closed
    offset = min(start + (mark.index if mark else 0), end)
    line_start = text.rfind("\n", 0, offset) + 1
    line_end = text.find("\n", line_start)
    line = text[line_start : line_end if line_end >= 0 else len(text)].rstrip("\r")
    name, colon, value = line.partition(":")
    span = (offset, min(offset + 1, line_start + len(line))) if offset < line_start + len(line) else (offset, offset)
    help = "write each value as JSON: text in double quotes, lists in brackets"
    if colon and name.strip().replace("-", "_").isidentifier() and value.strip():
        at = line_start + len(name) + 1 + len(value) - len(value.lstrip())
        if "mapping values are not allowed" in problem:
            return Fault(
                "frontmatter-invalid",
                (at, line_start + len(line.rstrip())),
                "the value of {0} is no YAML: an unquoted text must not hold a colon and a blank",
                name.strip(),
                help="put the value in double quotes",
            )
        if "escape" in problem:
            return Fault(
                "frontmatter-invalid",
                (at, line_start + len(line.rstrip())),
                "the value of {0} is no YAML: it holds an escape that YAML does not know",
                name.strip(),
                help="write the character itself (also instead of a surrogate pair), and a backslash as two",
            )
        if value.strip()[0] in "\"'":
            return Fault(
                "frontmatter-invalid",
                (at, line_start + len(line.rstrip())),
                "the value of {0} is no YAML: its quotes do not close where it ends",
                name.strip(),
                help="put the whole value in double quotes, with a backslash before each quote inside",
            )
        if value.strip()[0] in "*&!%@`|>{[":
            return Fault(
                "frontmatter-invalid",
                (at, line_start + len(line.rstrip())),
                "the value of {0} is no YAML: {1} has a meaning of its own there",
                name.strip(),
                value.strip()[0],
                help="put the whole value in double quotes, with a backslash before each quote inside",
            )
    return Fault("frontmatter-invalid", span, "the front matter is no YAML: " + _plain_words(problem), help=help)


def _plain_words(problem: str) -> str:
    """The parser's own words where they are fixed text, as a template; it quotes the file only for names of anchors."""
    known = "".join(ch for ch in problem if ch.isascii() and (ch.isalnum() or ch in " -'<>[]{},:"))
    return known[:120].replace("{", "{{").replace("}", "}}") or "it cannot be read"
