"""What the rules say and what the users see: findings, diagnostics, fixes, and how a value may be echoed.

A rule yields a `Finding`: bare facts about a place in a `Source`. The engine turns it into a `Diagnostic`: plain
text that is safe to print anywhere. Plain classes, no `dataclasses`: importing that costs more than a whole hook run.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Final

    from memoryrail_lint.source import Source

SEVERITIES: Final = ("error", "warning", "info")
ECHO_LIMIT: Final = 80
"""How many code points of a file's content one message may hold (contract of the messages)."""

Span = tuple[int, int]
"""Start and end (exclusive) offsets into `Source.text`, in Unicode code points."""


class Edit:
    """Replace `source.text[start:end]` by `text`."""

    __slots__ = ("end", "source", "start", "text")

    def __init__(self, source: Source, start: int, end: int, text: str) -> None:
        self.source = source
        self.start = start
        self.end = end
        self.text = text


class Fix:
    """How to mend a finding: edits of any number of files, or one file given its right name.

    `safe` fixes keep the meaning; the others choose for the user and need `--unsafe-fixes`.
    `rename` is (old path, new path), both relative to the repository root.
    """

    __slots__ = ("edits", "rename", "safe", "title")

    def __init__(
        self, title: str, edits: Sequence[Edit] = (), *, safe: bool, rename: tuple[str, str] | None = None
    ) -> None:
        self.title = title
        self.edits = tuple(edits)
        self.safe = safe
        self.rename = rename


class Finding:
    """One fault as its rule sees it.

    `message` and `help` are templates: `{0}`, `{1}` stand for `values`, which the engine masks, escapes and
    shortens with `quote`; a rule never puts file content into the template itself. `involves` names further
    files and folders (relative to the repository root) that the fault is about, so that a run over named or changed
    files reports it. `suppressed` says, in fixed words, what silences it beside a suppression comment.
    """

    __slots__ = ("fix", "help", "involves", "message", "severity", "source", "span", "suppressed", "values")

    def __init__(
        self,
        source: Source,
        span: Span | None,
        message: str,
        *values: object,
        help: str | None = None,
        fix: Fix | None = None,
        severity: str | None = None,
        involves: Iterable[str] = (),
        suppressed: str | None = None,
    ) -> None:
        self.source = source
        self.span = span
        self.message = message
        self.values = values
        self.help = help
        self.fix = fix
        self.severity = severity
        self.involves = tuple(involves)
        self.suppressed = suppressed


class Diagnostic:
    """A finding with its rule, severity and place, in text that any medium may show after its own escaping.

    `line` and `column` count from 1, `end_column` is exclusive, columns are code points.
    """

    __slots__ = (
        "column",
        "end_column",
        "end_line",
        "fix",
        "help",
        "line",
        "message",
        "path",
        "rule",
        "severity",
        "suppressed",
        "url",
    )

    def __init__(
        self,
        rule: str,
        severity: str,
        path: str,
        place: tuple[int, int, int, int],
        message: str,
        *,
        help: str | None = None,
        fix: Fix | None = None,
        url: str | None = None,
        suppressed: str | None = None,
    ) -> None:
        self.rule = rule
        self.severity = severity
        self.path = path
        self.line, self.column, self.end_line, self.end_column = place
        self.message = message
        self.help = help
        self.fix = fix
        self.url = url
        self.suppressed = suppressed
        """Why this one is silent (the reason that a comment gave, or "baseline"); None for one that is reported."""

    @property
    def sort_key(self) -> tuple[str, int, int, str, int, int, str]:
        return (self.path, self.line, self.column, self.rule, self.end_line, self.end_column, self.message)


# Characters that `str.isprintable` lets through although nothing is seen of them: variation selectors, fillers,
# the grapheme joiner, blank Braille, Mongolian selectors, Khmer inherent vowels.
_UNSEEN = frozenset(
    [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0), *range(0x180B, 0x1810)]
    + [0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0]
)
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0"}


def visible(text: str) -> str:
    """`text` on one line with every control, bidirectional or invisible character written as an escape."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        ch if ch.isprintable() and ord(ch) not in _UNSEEN else _SHORT.get(ch) or _escape(ord(ch)) for ch in text
    )


def _escape(code: int) -> str:
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def quote(value: object, mask: Callable[[str], str]) -> str:
    """A value from a file as a message may hold it: masked first, then visible, then cut to `ECHO_LIMIT`.

    Masking comes first because a shortened credential no longer looks like one. Numbers are left bare.
    """
    if isinstance(value, int):
        return str(value)
    text = visible(mask(str(value)))
    if len(text) > ECHO_LIMIT:
        text = text[: ECHO_LIMIT - 1] + "…"
    return f'"{text}"'
