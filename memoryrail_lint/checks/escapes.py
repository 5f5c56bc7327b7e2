"""Values in double quotes in a block of YAML, with the escapes that stand for a character read (YAML 1.2, 5.7)."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from memoryrail_lint.diagnostics import Span

# What may stand before a value: the marks of lists, and a key.
_BEGIN: Final = re.compile(
    r"(?m:^)[ \t]{0,100}(?:-[ \t]{1,20}){0,20}(?:[^\s\"'#:\[{-][^\n:]{0,200}:[ \t]{1,20})?(?=[\"\[{])"
)
_QUOTED: Final = re.compile(r'"((?:[^"\\]|\\.)*)"', re.S)
_ESCAPE: Final = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))|([^\\])", re.S)
_SHORT: Final = {"0": 0, "a": 7, "b": 8, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13, "e": 27, "N": 0x85, "_": 0xA0}


def quoted(text: str, end: int) -> Iterator[tuple[Span, str, list[Span]]]:
    """(place with the quotes, value, the place of each character of the value) before an offset.

    Only values that have an escape; a value may go on over several lines, those of a flow collection on one line.
    """
    at = 0
    while (begin := _BEGIN.search(text, at, end)) is not None:
        at = begin.end()
        is_flow = text[at] != '"'
        line_end = text.find("\n", at, end) if is_flow else -1
        last = line_end if line_end >= 0 else end
        # A quote that is never closed ends the value; to begin at each later one would take quadratic time.
        while (at := text.find('"', at, last)) >= 0 and (match := _QUOTED.match(text, at, last)) is not None:
            at = match.end()
            if "\\" in match[1]:
                yield match.span(), *_decoded(text, match.start(1), match.end(1))
            if not is_flow:
                break
        at = max(at, begin.end() + 1)


def _decoded(text: str, start: int, end: int) -> tuple[str, list[Span]]:
    chars, places = [], []
    for match in _ESCAPE.finditer(text, start, end):
        code = int(match[1] or match[2] or match[3] or "-1", 16)
        char = match[5] or match[4] or ""
        if match[4] in _SHORT:
            code = _SHORT[match[4]]
        chars.append(chr(code) if 0 <= code < 0x110000 else char or "\N{REPLACEMENT CHARACTER}")
        places.append(match.span())
    return "".join(chars), places
