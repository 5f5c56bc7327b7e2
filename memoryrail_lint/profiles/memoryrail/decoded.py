"""The texts of the front matter with their places, and those that say something else once their escapes are read."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.diagnostics import Span
    from memoryrail_lint.profiles.memoryrail.model import Memory
    from memoryrail_lint.profiles.memoryrail.parse import Value


def decoded(memory: Memory) -> Iterator[tuple[Span, str, bool]]:
    """(place, text, whether it is a key) of each text that does not stand in the file as it is read."""
    front = memory.front
    if front is None or (front.json and "\\" not in front.text[: front.body]):
        return
    for span, text, is_key in _all(memory):
        if text not in front.text[slice(*span)]:
            yield span, text, is_key


def texts(memory: Memory) -> Iterator[tuple[Span, str]]:
    """(place, text) of each text, as it is read."""
    for span, text, _ in _all(memory):
        yield span, text


def _all(memory: Memory) -> Iterator[tuple[Span, str, bool]]:
    for field in memory.fields().values():
        yield field.key_span, field.name, True
        for item, is_key in _texts(field.value):
            yield item.span, item.text, is_key


def _texts(value: Value) -> Iterator[tuple[Value, bool]]:
    """The texts of a value, at whatever depth, and whether each is a key; the reader bounds the depth."""
    if value.kind == "text":
        yield value, False
    elif value.kind == "list":
        for item in value.data:
            yield from _texts(item)
    elif value.kind == "map":
        for key, item in value.data:
            if key.kind == "text":
                yield key, True
            yield from _texts(item)
