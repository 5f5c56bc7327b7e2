"""Pointers and wikilinks of a Markdown text. Code, and what an HTML comment holds, has neither."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from memoryrail_lint.diagnostics import Span
    from memoryrail_lint.source import Source

REMOTE: Final = "remote"
ANCHOR: Final = "anchor"
LOCAL: Final = "local"
OUTSIDE: Final = "outside"

_REMOTE_SCHEMES: Final = ("http", "https", "ftp", "mailto", "ssh")
_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
# CommonMark's inline link (section 6.3), its text with one level of brackets; the second form of the destination has
# blanks in it, which is no link to CommonMark and one to everybody who reads the file.
_INLINE: Final = re.compile(
    r"(!?)\[((?:[^\[\]\n]|\[[^\[\]\n]*\])*)\]\("
    r"[ \t]*(?:(<[^<>\n]*>|[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)"
    r"(?:[ \t]+(?:\"[^\"\n]*\"|'[^'\n]*'|\([^()\n]*\)))?|([^()<>\n]*\.md(?:#[^()\n]*)?))[ \t]*\)"
)
_DEFINITION: Final = re.compile(r"^ {0,3}\[([^\[\]\n]+)\]:[ \t]*(<[^<>\n]*>|\S+)", re.MULTILINE)
_WIKILINK: Final = re.compile(r"\[\[(?![ \t])([^\[\]\n]{1,500})\]\](?!\()")
_HEADING: Final = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*\r?$")


class Pointer:
    """A Markdown link: its text, the destination as written with its place, and what that is.

    kind: REMOTE, ANCHOR (within the file), LOCAL (`path` is relative to the file's folder) or OUTSIDE (an absolute
    path, a home folder, a drive, a scheme that is not remote).
    """

    __slots__ = ("destination", "kind", "label", "path", "span")

    def __init__(self, label: str, destination: str, span: Span) -> None:
        self.label = label
        self.destination = destination
        self.span = span
        self.kind, self.path = classify(destination)


class Wikilink:
    """A `[[target|alias]]` or `[[target#anchor]]`: the target, and the place of the whole."""

    __slots__ = ("span", "target")

    def __init__(self, target: str, span: Span) -> None:
        self.target = target
        self.span = span


class Line:
    """One line of the index, without code and comments: its place, and what it holds.

    heading: its level and text; (0, "") for any other line. blank: nothing is on it, or front matter, or only what
    was left out.
    """

    __slots__ = ("blank", "heading", "number", "pointers", "span", "text", "wikilinks")

    def __init__(self, number: int, span: Span, text: str, blank: bool) -> None:
        self.number = number
        self.span = span
        self.text = text
        self.blank = blank
        self.heading = (0, "")
        self.pointers: list[Pointer] = []
        self.wikilinks: list[Wikilink] = []


def classify(destination: str) -> tuple[str, str]:
    """The kind of a link's destination, and its path: without anchor and query, percent-decoded, with slashes."""
    text = destination[1:-1] if destination.startswith("<") else destination
    text = text.strip()
    scheme = _SCHEME.match(text)
    if scheme is not None:
        name = scheme[1].lower()
        return (REMOTE if name in _REMOTE_SCHEMES or name.startswith("git+") else OUTSIDE), ""
    path = text.partition("#")[0].partition("?")[0]
    if not path:
        return ANCHOR, ""
    path = _percent_decoded(path).replace("\\", "/")
    if path.startswith(("/", "~")) or _SCHEME.match(path):
        return OUTSIDE, ""
    return LOCAL, path


def _percent_decoded(text: str) -> str:
    if "%" not in text:
        return text
    head, *parts = text.encode(errors="surrogateescape").split(b"%")
    found = bytearray(head)
    for part in parts:
        try:
            found += bytes.fromhex(part[:2].decode()) + part[2:] if len(part) > 1 else b"%" + part
        except ValueError:
            found += b"%" + part
    return found.decode(errors="surrogateescape")


def live(text: str, start: int = 0) -> str:
    """The text with blanks in the place of code and HTML comments (and of all before `start`), of the same length."""
    if "`" not in text and "~~~" not in text and "<!--" not in text and "    " not in text and "\t" not in text:
        return text if not start else " " * start + text[start:]
    from memoryrail_lint.checks.code import code

    text = _blanked(text, [(0, start), *code(text, start)])
    at = text.find("<!--")
    comments = []
    while at >= 0:
        end = text.find("-->", at + 4)
        end = len(text) if end < 0 else end + 3
        comments.append((at, end))
        at = text.find("<!--", end)
    return _blanked(text, comments)


def _blanked(text: str, spans: list[Span]) -> str:
    parts, at = [], 0
    for start, end in spans:
        if end <= at:
            continue
        start = max(start, at)
        parts += [text[at:start], "".join(ch if ch == "\n" else " " for ch in text[start:end])]
        at = end
    return "".join(parts) + text[at:]


def pointers(text: str) -> Iterator[Pointer]:
    """The links of a text that `live` gave, in order of their kinds; images are none."""
    if "](" in text:
        for match in _INLINE.finditer(text):
            if not match[1]:
                group = 3 if match[3] is not None else 4
                yield Pointer(match[2], match[group], match.span(group))
    if "]:" in text:
        for match in _DEFINITION.finditer(text):
            yield Pointer(match[1], match[2], match.span(2))


def wikilinks(text: str) -> Iterator[Wikilink]:
    """The wikilinks of a text that `live` gave, in order; those within the file itself are none."""
    if "[[" in text:
        for match in _WIKILINK.finditer(text):
            target = match[1]
            if "|" in target or "#" in target:
                target = target.partition("|")[0].rstrip("\\").partition("#")[0]
            target = target.strip()
            if target:
                yield Wikilink(target.removesuffix(".md"), match.span())


def links(text: str) -> tuple[list[Pointer], list[Wikilink]]:
    """All links of a note's text."""
    if "[[" not in text and "](" not in text and "]:" not in text:
        return [], []
    text = text if _is_plain(text) else live(text)
    return list(pointers(text)), list(wikilinks(text))


def _is_plain(text: str) -> bool:
    """Whether no line with a bracket can be within code or a comment, so that nothing need be blanked."""
    if "```" in text or "~~~" in text or "<!--" in text or "\r" in text:
        return False
    return not any("[" in part and ("`" in part or "\t" in part or "    " in part) for part in text.split("\n\n"))


def read_index(source: Source) -> list[Line]:
    """The lines of an index. Front matter at its beginning, which some hosts write, is left out."""
    from memoryrail_lint.profiles.engramory.parse import Front

    text = live(source.text, Front(source.text).body)
    starts = [*source.line_starts(), len(text) + 1]
    lines = []
    for number, start in enumerate(starts[:-1], 1):
        content = text[start : starts[number] - 1].rstrip("\r")
        line = Line(number, (start, start + len(content.rstrip())), content, not content.strip())
        heading = _HEADING.match(content)
        if heading is not None:
            line.heading = (len(heading[1]), (heading[2] or "").strip())
        lines.append(line)
    for pointer in sorted(pointers(text), key=lambda one: one.span):
        lines[source.position(pointer.span[0])[0] - 1].pointers.append(pointer)
    for wikilink in wikilinks(text):
        lines[source.position(wikilink.span[0])[0] - 1].wikilinks.append(wikilink)
    return lines


def columns(text: str) -> int:
    """Columns that a text takes in a terminal."""
    if text.isascii():
        return len(text)
    from unicodedata import east_asian_width

    return sum(2 if east_asian_width(ch) in "WF" else 1 for ch in text)
