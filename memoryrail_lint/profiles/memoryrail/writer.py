"""Front matter as writers should produce it: every value as JSON, which every YAML reader takes alike."""

from __future__ import annotations

from memoryrail_lint.diagnostics import Edit
from memoryrail_lint.profiles.memoryrail import fields
from memoryrail_lint.rawjson import INVALID, encode_string, scan_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from memoryrail_lint.profiles.memoryrail.model import Memory
    from memoryrail_lint.profiles.memoryrail.parse import Front, Value


def encode_text(text: str) -> str:
    """A text as JSON in double quotes, with an escape for every character that YAML does not allow as it is."""
    return "".join(ch if _is_yaml(ch) else f"\\u{ord(ch):04x}" for ch in encode_string(text))


def _is_yaml(ch: str) -> bool:
    # YAML 1.2, section 5.1; the line breaks of YAML 1.1 and the byte order mark are escaped as well.
    if " " <= ch <= "~":
        return True
    return ch >= "\xa0" and ch not in "\u2028\u2029\ufeff\ufffe\uffff" and not "\ud800" <= ch < "\ue000"


def encode(name: str, value: Value) -> str:
    """The JSON text of a field's value: text for a text field however YAML would type it, a list for a list field.

    In a field of one's own, plain numbers, booleans and null stay what they are.
    """
    if value.kind == "null":
        return "null"
    if name in fields.LIST and value.kind not in ("list", "map"):
        return f"[{encode_text(value.text)}]"
    if value.kind == "list":
        inner = name if name in fields.TEXT or name in fields.LIST else ""
        return "[" + ", ".join(encode_item(inner, item) for item in value.data) + "]"
    if value.kind == "map":
        return "{" + ", ".join(f"{_key(k)}: {encode_item('', v)}" for k, v in value.data) + "}"
    return encode_item(name, value)


def encode_item(name: str, value: Value) -> str:
    """As `encode`, for what stands inside a list or mapping, where a list field's items are texts."""
    if value.kind in ("list", "map", "null"):
        return encode("", value)
    if value.kind == "flag" and (name in fields.FLAG or name not in fields.KNOWN):
        return "true" if value.data[0] else "false"
    if value.plain and name not in fields.KNOWN and _is_number(value.text):
        return value.text
    return encode_text(value.text)


def _key(key: Value) -> str:
    # JSON has no word for a list or mapping as a key; it stays what it is.
    return encode("", key) if key.kind in ("list", "map") else encode_text(key.text)


def _is_number(text: str) -> bool:
    try:
        value, end = scan_value(text, 0)
    except INVALID:
        return False
    return isinstance(value, (int, float)) and end == len(text) and "e" not in text.lower()


def now() -> str:
    """This instant as a timestamp in UTC, to the millisecond."""
    from datetime import datetime, timezone

    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def set_fields(memory: Memory, values: Mapping[str, str]) -> list[Edit]:
    """The edits that give fields these values (JSON texts): in place where the field is there, else as its last line.

    Everything else in the file stays: other fields, comments, order, line ends. The memory must have front matter.
    """
    assert memory.front is not None
    source, edits, added = memory.source, [], ""
    at, lead, tail = _end(memory, memory.front)
    for name, value in values.items():
        field = memory.front.fields.get(name)
        if field is None:
            added += lead + f"{name}: {value}" + tail
            continue
        start, end = field.value.span
        colon = source.text.index(":", field.key_span[1])
        if start == end or "\n" in source.text[colon:start]:
            edits.append(Edit(source, colon + 1, end, f" {value}"))
        else:
            edits.append(Edit(source, start, end, value))
    if added:
        edits.append(Edit(source, at, at, added))
    return edits


def _end(memory: Memory, front: Front) -> tuple[int, str, str]:
    """Where another field goes, and what stands before and after it: the fields may be indented, or in braces."""
    text, fields = memory.source.text, list(front.fields.values())
    first = fields[0].key_span[0] if fields else front.block[0]
    before = text[front.block[0] : first]
    if before.rstrip().endswith("{"):
        return fields[-1].value.span[1], ", ", ""
    line = before.rpartition("\n")[2]
    return front.block[1], line[: len(line) - len(line.lstrip(" "))], memory.source.newline
