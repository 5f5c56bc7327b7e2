"""Find characters that nobody sees: bidirectional controls, tags, zero-width characters, and the like.

The characters in question are those with the Unicode property Default_Ignorable_Code_Point (DerivedCoreProperties.txt),
all controls but tab, line feed, form feed and carriage return, the interlinear annotation characters and the blank
Braille pattern. Where one does its work (see `unseen`) it is left alone, anywhere else it is hidden text. White space
of any width and private use characters are not hidden: they take room or show a box.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

CONTROLS: Final = bytes([*range(9), 11, *range(14, 32), 127])
_SEEN: Final = bytes(code for code in range(128) if code not in CONTROLS)
"""What most texts are made of."""
SELECTORS: Final = frozenset(map(chr, [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]))
TAGS: Final = range(0xE0000, 0xE0080)
PLANE_14: Final = "\U000e0000"
UNSEEN: Final = frozenset(
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u2800\u3164\ufeff\uffa0"
    + CONTROLS.decode()
    + "".join(map(chr, [*range(0x80, 0xA0), *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070)]))
    + "".join(map(chr, [*range(0xFE00, 0xFE10), *range(0xFFF0, 0xFFFC), *range(0x1BCA0, 0x1BCA4)]))
    + "".join(map(chr, range(0x1D173, 0x1D17B)))
)
_MOST: Final = 100
"""How many findings a text may give."""
_NAMED: Final = 3
"""How many different characters a description names."""


class Run:
    """Hidden characters side by side: `start` and `end` (exclusive) in code points, and which ones they are.

    codes: each code point of the run once, in the order in which they first appear.
    """

    __slots__ = ("codes", "end", "start")

    def __init__(self, start: int, end: int, codes: tuple[int, ...]) -> None:
        self.start = start
        self.end = end
        self.codes = codes

    def __repr__(self) -> str:
        return f"Run({self.start}, {self.end}, {[f'U+{code:04X}' for code in self.codes]})"


def find_hidden(text: str) -> list[Run]:
    """The runs of hidden characters in `text`, in order.

    A byte order mark is hidden wherever it stands: take off the one that opens a file before asking.
    What stays after `remove` is found by nobody: asked again, this finds nothing.
    """
    if not suspicious(text):
        return []
    from memoryrail_lint.checks import unseen

    runs: list[Run] = []
    start, end = 0, -1
    codes: dict[int, None] = {}
    for offset in unseen.Judge(text).hidden():
        if offset != end:
            if end >= 0:
                runs.append(Run(start, end, tuple(codes)))
            start, codes = offset, {}
        codes[ord(text[offset])] = None
        end = offset + 1
    if end >= 0:
        runs.append(Run(start, end, tuple(codes)))
    return runs


def remove(text: str, runs: Iterable[Run]) -> str:
    """`text` without these runs."""
    parts, at = [], 0
    for run in runs:
        parts.append(text[at : run.start])
        at = run.end
    return "".join(parts) + text[at:]


def suspicious(text: str) -> bool:
    """Whether `find_hidden` has anything to look at. False is certain; True costs a second look."""
    rest = text.encode(errors="replace").translate(None, _SEEN)
    if not rest or text.isascii():
        return bool(rest)
    seen = set(rest.decode())
    return max(seen) >= PLANE_14 or not UNSEEN.isdisjoint(seen)


def is_unseen(ch: str) -> bool:
    """Whether a character is one of those in question."""
    return ch in UNSEEN or PLANE_14 <= ch <= "\U000e0fff"


def grouped(runs: list[Run]) -> list[list[Run]]:
    """The runs one by one, as far as anybody reads them, and the others of a text that is full of them together."""
    return [[run] for run in runs[: _MOST - 1]] + ([runs[_MOST - 1 :]] if len(runs) >= _MOST else [])


def summary(runs: list[Run]) -> str:
    """What these runs are, for a message."""
    codes = tuple(dict.fromkeys(code for run in runs for code in run.codes))
    return describe(codes, sum(run.end - run.start for run in runs))


def others(runs: list[Run]) -> str:
    """Words for a message about the first of these runs that speaks of the others too."""
    return f" here and in {len(runs) - 1} more places" if len(runs) > 1 else ""


def outside(runs: Iterable[Run], spans: Iterable[tuple[int, int]]) -> list[Run]:
    """The runs, in order, that begin in none of these parts of the text, which do not overlap."""
    found: list[Run] = []
    parts = iter(sorted(spans))
    start, end = next(parts, (-1, -1))
    for run in runs:
        while 0 <= end <= run.start:
            start, end = next(parts, (-1, -1))
        if not start <= run.start < end:
            found.append(run)
    return found


def leaves_nothing(text: str) -> bool:
    """Whether a text says nothing any more once what is hidden in it is removed, so that removal would empty it."""
    return not remove(text, find_hidden(text)).strip()


def describe(codes: tuple[int, ...], count: int) -> str:
    """What a run of `count` characters is, for a message: code points with their names, never what they spell."""
    kinds: dict[str, None] = {}
    for code in codes:
        kinds[_kind(code, len(codes))] = None
        if len(kinds) > _NAMED:
            break
    named = [*kinds][:_NAMED]
    if len(kinds) > _NAMED:
        named.append("others")
    return (f"{count} characters: " if count > 1 else "") + ", ".join(named)


def _kind(code: int, among: int) -> str:
    import unicodedata

    # Bytes are smuggled in these two families, so naming each character would spell the hidden text out.
    if code in TAGS:
        return "tag characters of U+E0000 to U+E007F" if among > 1 else "a tag character of U+E0000 to U+E007F"
    if chr(code) in SELECTORS and among > 1:
        return "variation selectors of U+FE00 to U+FE0F and U+E0100 to U+E01EF"
    name = unicodedata.name(chr(code), "control character" if code < 0xA0 else "unassigned")
    return f"U+{code:04X} {name}"
