"""Taking credentials out of text that comes from a file and will be shown."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from memoryrail_lint.source import Source

MANY: Final = 50
"""Up to so many values are replaced one after the other."""


class Masker:
    """`secrets.mask` that knows the file: it finds those credentials that the text shows by itself, and those that
    only their place in the file gives away (`password: ...`, of which a fix or a diff may hold the value alone)."""

    __slots__ = ("_lengths", "_values", "source")

    def __init__(self, source: Source) -> None:
        self.source = source
        self._values: list[str] | None = None
        self._lengths: dict[int, set[str]] | None = None

    def __call__(self, text: str) -> str:
        from memoryrail_lint.checks import secrets

        if self._values is None:
            found = {self.source.text[hit.start : hit.end] for hit in secrets.find(self.source.text)}
            self._values = sorted(found, key=lambda value: (-len(value), value))
        if len(self._values) > MANY:
            text = self._hide(text, secrets.MASK)
        else:
            for value in self._values:
                text = text.replace(value, secrets.MASK)
        return secrets.mask(text)

    def _hide(self, text: str, mask: str) -> str:
        """What replacing value by value gives, in time that does not grow with their number: a file made of
        credentials has a finding for each, and each finding is masked."""
        if self._lengths is None:
            self._lengths = {}
            for value in self._values or ():
                self._lengths.setdefault(len(value), set()).add(value)
        parts, at, size = [], 0, len(text)
        lengths = [(length, values) for length, values in self._lengths.items() if length <= size]
        while at < size:
            end = next((at + length for length, values in lengths if text[at : at + length] in values), at)
            parts.append(mask if end > at else text[at])
            at = max(end, at + 1)
        return "".join(parts)
