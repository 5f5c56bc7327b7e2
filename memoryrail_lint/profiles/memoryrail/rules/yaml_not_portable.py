"""A value is not written as JSON.

YAML 1.1 and 1.2 readers take `yes`, `0755`, `12:30:45` or an unquoted date for different things; ` #` cuts an unquoted
text short; block style, anchors and tags are not read everywhere. Such a value is a warning of its own. Values that are
merely not encoded as JSON are one info for the file.

Fix: write texts in double quotes and lists in brackets. The automatic fix does, and keeps every text as it is.
"""

from __future__ import annotations

import json

from memoryrail_lint.diagnostics import Edit, Finding, Fix
from memoryrail_lint.profiles.memoryrail import fields, portable, writer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Memory, Store
    from memoryrail_lint.profiles.memoryrail.parse import Field, Value

SEVERITY = "warning"
FIXABLE = "safe"


def check(memory: Memory, store: Store) -> Iterator[Finding]:
    front, source = memory.front, memory.source
    if front is None or front.json:
        return
    if front.padded is not None:
        yield Finding(
            source,
            front.padded,
            "blanks after the three dashes; some readers then see no front matter",
            help="remove the blanks",
            fix=Fix("remove the blanks", [Edit(source, front.padded[0], front.padded[1], "")], safe=True),
        )
    plain: list[tuple[Field, Edit | None]] = []
    for field in front.fields.values():
        found = list(_warnings(memory, field))
        yield from found
        if not found and not _is_json(source.text, field.name, field.value):
            edit = _rewrite(memory, field)
            # A value of the wrong type may be JSON as it stands.
            if edit is None or edit.text != source.text[edit.start : edit.end]:
                plain.append((field, edit))
    if plain:
        edits = [edit for _, edit in plain if edit is not None]
        yield Finding(
            source,
            plain[0][0].value.span,
            "the values of this front matter are not all encoded as JSON",
            help="texts in double quotes and lists in brackets are read alike everywhere",
            fix=Fix("encode the values as JSON", edits, safe=True) if edits else None,
            severity="info",
        )


def _warnings(memory: Memory, field: Field) -> Iterator[Finding]:
    source, name, value = memory.source, field.name, field.value
    cut = portable.cut_text(source.text, name, value)
    if cut is not None:
        start, end = cut
        whole = source.text[start:end]
        yield Finding(
            source,
            (start, end),
            "YAML drops everything after the # of {0}",
            name,
            help="put the whole text in double quotes",
            fix=Fix("quote the whole text", [Edit(source, start, end, writer.encode_text(whole))], safe=True),
        )
        return
    reason = _reason(name, value)
    if reason is not None:
        edit = _rewrite(memory, field)
        yield Finding(
            source,
            value.span,
            f"the value of {{0}} {reason}",
            name,
            help="write it as JSON, on one line",
            fix=Fix("encode the value as JSON", [edit], safe=True) if edit else None,
        )
        return
    if value.kind == "list":
        for item in value.data:
            reason = _reason("", item) if item.kind != "null" else None
            if reason is not None:
                encoded = writer.encode_item(name, item)
                fix = Fix("quote the item", [Edit(source, item.span[0], item.span[1], encoded)], safe=True)
                yield Finding(
                    source, item.span, f"an item of {{0}} {reason}", name, help="put it in double quotes", fix=fix
                )


def _reason(name: str, value: Value) -> str | None:
    if value.marked:
        return f"carries {value.marked}, which not every reader takes"
    if value.style == "block":
        return "is in block style, which not every reader takes"
    if name in fields.LIST and value.kind in ("text", "flag"):
        return "is one text where a list belongs; it is read as a list of one"
    if name not in fields.FLAG and value.kind in ("text", "flag") and value.plain and portable.disagree(value.text):
        return "is read differently by YAML 1.1 and YAML 1.2"
    return None


def _rewrite(memory: Memory, field: Field) -> Edit | None:
    """The edit that encodes a field's value.

    None where it would lose a comment inside the value, or the type that a tag gives to a field of one's own.
    """
    text, value = memory.source.text, field.value
    start, end = value.span
    colon = text.index(":", field.key_span[1])
    lead = text[colon + 1 : start]
    gap = lead
    if value.kind in ("list", "map"):
        inner, at = [], start
        for item in value.data if value.kind == "list" else [part for pair in value.data for part in pair]:
            inner.append(text[at : item.span[0]])
            at = item.span[1]
        gap += "".join(inner) + text[at:end]
    typed = value.marked == "a tag" and field.name not in fields.KNOWN
    if "#" in gap or typed or (field.name in fields.FLAG and value.kind == "text"):
        return None
    encoded = writer.encode(field.name, value)
    if "\n" in lead or not lead:
        return Edit(memory.source, colon + 1, end, f" {encoded}")
    return Edit(memory.source, start, end, encoded)


def _is_json(text: str, name: str, value: Value) -> bool:
    """Whether a value is written as JSON already."""
    raw = text[slice(*value.span)]
    if not raw and value.kind == "null":
        return True
    try:
        found = json.loads(raw)
    except (ValueError, RecursionError):
        return False
    if name in fields.TEXT:
        return found is None or isinstance(found, str)
    if name in fields.LIST:
        return isinstance(found, list) and all(isinstance(item, str) for item in found)
    return True
