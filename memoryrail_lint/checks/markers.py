"""Which marker lines of a Markdown text are live.

A marker is `<!-- memoryrail:begin -->` (or `start`) or `<!-- memoryrail:end -->` alone on its line, with any text after
the word. It is live where CommonMark reads it as HTML at the top level, and an example in front matter, code, a
quotation or another comment. A line scan decides the plain cases; whatever it cannot be sure of goes to a parser,
whose import costs as much as the rest of a run.
"""

from __future__ import annotations

from io import StringIO

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Final

_WORDS: Final = {"memoryrail:begin": "begin", "memoryrail:start": "begin", "memoryrail:end": "end"}
# CommonMark's raw HTML blocks in which a comment is no comment, by their first characters.
_RAW: Final = ("<?", "<!", "<script", "<pre", "<style", "<textarea")
_NESTING: Final = 100
"""Nested lists and quotations that the parser follows; it leaves out what lies deeper."""


class Marker:
    """A live marker line: `kind` "begin" or "end", its first offset and the one after its line end, which is `newline`.

    `fault` says why a marker that is live cannot be used, or is None.
    """

    __slots__ = ("fault", "kind", "newline", "start", "stop")

    def __init__(self, kind: str, start: int, line: str, fault: str | None) -> None:
        self.kind = kind
        self.start = start
        self.stop = start + len(line)
        self.newline = line[len(line.rstrip("\r\n")) :]
        self.fault = fault


def markers(text: str) -> list[Marker]:
    """The live markers of `text`, which has no byte order mark, in their order."""
    if "memoryrail:" not in text:
        return []
    lines = list(StringIO(text, newline=""))
    skipped = _front_matter(lines)
    written = {
        at: word for at, line in enumerate(lines) if at >= skipped and "memoryrail:" in line and (word := _word(line))
    }
    if not written:
        return []
    live = _scan(lines, skipped, written)
    if live is None:
        live = dict(_parse(lines, skipped, written))
    found, offset = [], 0
    for at, line in enumerate(lines):
        if at in live:
            fault = live[at] or (None if _alone(line) else "a marker has to stand alone on its line")
            found.append(Marker(written[at], offset, line, fault))
        offset += len(line)
    return found


def _front_matter(lines: Sequence[str]) -> int:
    """How many lines of YAML front matter the text begins with, fences included."""
    if lines[0].rstrip() == "---":
        for at in range(1, len(lines)):
            if lines[at].rstrip() == "---":
                return at + 1
    return 0


def _word(line: str) -> str | None:
    """ "begin" or "end" for a line that starts with a marker, indented or not."""
    body = line.lstrip(" \t")
    if not body.startswith("<!--"):
        return None
    rest = body[4:].lstrip(" \t")
    for name, word in _WORDS.items():
        if rest.startswith(name):
            after = rest[len(name) :]
            goes_on = after[:1].isalnum() or after.startswith(("-", "_"))
            return word if after.startswith("-->") or not goes_on else None
    return None


def _alone(line: str) -> bool:
    body = line.rstrip()
    return body.find("-->") == len(body) - 3


def _scan(lines: Sequence[str], skipped: int, written: Mapping[int, str]) -> dict[int, str | None] | None:
    """The live lines of `written`, or None where a line alone does not tell.

    An unindented line that is no plain text ends every list and quotation, so only what can stand open at the top
    level is followed: fences, comments, and HTML up to the next blank line.
    """
    live: dict[int, str | None] = {}
    fence, depth, html, comment = "", 0, False, False
    for at in range(skipped, len(lines)):
        line = lines[at]
        if comment:
            if at in written:
                return None
            comment = "-->" not in line
            continue
        body = line.lstrip(" \t")
        first = body[:1]
        if first in "\r\n":
            html = False
            continue
        indent = len(line) - len(body)
        if indent and "\t" in line[:indent]:
            indent = 4
        if html and _leaves_open(line):
            return None
        if fence:
            if indent < depth or (depth and at in written):
                return None
            if first == fence[0] and _closes(body, fence):
                if depth and indent != depth:
                    return None
                if indent < 4:
                    fence = ""
        elif indent > 3:
            if at in written:
                return None
        elif first in "`~" and (run := _opens(body)):
            if html:
                return None
            fence, depth = run, indent
        elif first == "<":
            if at in written:
                if indent or "-->" not in body:
                    return None
                live[at] = None
            elif body.startswith("<!--"):
                comment = "-->" not in body
                if comment and indent:
                    return None
            elif body.lower().startswith(_RAW) or "<!--" in body:
                return None
            else:
                html = True
    return live


def _opens(body: str) -> str:
    """The run of characters by which `body` opens a fence, or nothing."""
    rest = body.lstrip(body[0])
    run = body[: len(body) - len(rest)]
    return run if len(run) > 2 and not (run[0] == "`" and "`" in rest) else ""


def _closes(body: str, fence: str) -> bool:
    body = body.rstrip(" \t\r\n")
    return len(body) >= len(fence) and not body.strip(fence[0])


def _leaves_open(text: str) -> bool:
    """Whether a comment begins in `text` that does not end in it."""
    return text.rfind("<!--") > text.rfind("-->")


def _parse(lines: Sequence[str], skipped: int, written: Mapping[int, str]) -> Iterator[tuple[int, str | None]]:
    """The live lines of `written`, each with its fault, as a CommonMark parser sees them."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"maxNesting": _NESTING})
    parser.core.ruler.enableOnly(["normalize", "block"])
    quoted = 0
    for token in parser.parse("\n" * skipped + "".join(lines[skipped:])):
        if token.type != "html_block" or not token.map:
            continue
        first, end = token.map
        opening = lines[first].lstrip(" \t")
        own = first in written
        if not own and opening.startswith("<!--"):
            if end - 1 in written and end - 1 > first:
                quoted = _quotation_end(lines, end)
            continue
        if not own and opening.lower().startswith(_RAW):
            continue
        inside = False
        for at in range(first, end):
            if at in written and not inside and at >= quoted:
                yield at, "a marker cannot stand inside a list" if token.level else None
            inside = _after(lines[at], inside)


def _after(line: str, inside: bool) -> bool:
    """Whether a comment is open after `line`, which begins `inside` one or not."""
    return _leaves_open(line) if "-->" in line or not inside else True


def _quotation_end(lines: Sequence[str], start: int) -> int:
    """Where a comment ends that quotes markers.

    The first quoted marker closes the comment for HTML; its writer meant the next line that closes one and opens none.
    """
    for at in range(start, len(lines)):
        if lines[at].rstrip().endswith("-->") and "<!--" not in lines[at]:
            return at
    return start
