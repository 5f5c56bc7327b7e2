"""The text of a file after an agent's edits, by the rule of the host that makes them.

An edit replaces an exact piece of text that stands in the file once, or as often as the edit says; an empty piece makes
a file that is not there. Hosts read CRLF as LF and write it back, and take typographic quotes for plain ones where the
exact piece is not found.
"""

from __future__ import annotations

from memoryrail_lint.guard import CannotCheck

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

MAX_CHARACTERS: Final = 16 * 1024 * 1024
MAX_WORK: Final = 1 << 30
"""Characters that the edits of one write may have to look through together."""
_QUOTES: Final = {0x2018: "'", 0x2019: "'", 0x201C: '"', 0x201D: '"'}


class Edit:
    """Put `new` in the place of `old`. times: how often `old` has to be there; 0 for any number."""

    __slots__ = ("new", "old", "times")

    def __init__(self, old: str, new: str, times: int = 1) -> None:
        self.old = old
        self.new = new
        self.times = times


def apply(text: str | None, edits: Sequence[Edit]) -> str | None:
    """The text (None: no file) after the edits in turn; None where the host would refuse one of them.

    Raises CannotCheck where it would be too large, or is too much work.
    """
    if len(edits) * len(text or "") > MAX_WORK:
        raise CannotCheck("it holds too many edits for a file of this size")
    first = (text or "").find("\n")
    crlf = text is not None and first > 0 and text[first - 1] == "\r"
    now = text if text is None or "\r" not in text else text.replace("\r\n", "\n")
    for edit in edits:
        now = _applied(now, edit)
        if now is None:
            return None
    return now.replace("\n", "\r\n") if now is not None and crlf else now


def _applied(text: str | None, edit: Edit) -> str | None:
    if edit.old == edit.new:
        return None
    if not edit.old:
        return None if text else edit.new
    if text is None:
        return None
    old, new = edit.old.replace("\r\n", "\n"), edit.new.replace("\r\n", "\n")
    count = text.count(old)
    if not count:
        plain = text.translate(_QUOTES)
        old = old.translate(_QUOTES)
        at = plain.find(old)
        if at < 0 or plain.count(old) != 1:
            return None
        return text[:at] + new + text[at + len(old) :]
    if edit.times not in (0, count):
        return None
    if len(text) + count * (len(new) - len(old)) > MAX_CHARACTERS:
        raise CannotCheck("the file would be too large")
    return text.replace(old, new)
