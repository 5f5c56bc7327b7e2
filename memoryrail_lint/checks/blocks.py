"""The managed block of an agent file: finding it, putting text into it, taking it out again.

Offsets are code points of a text without a byte order mark. "Inner" is the text between the two marker lines: whole
lines that end in a line feed where this tool made them. Everything outside the markers stays as it is.
"""

from __future__ import annotations

from io import StringIO

from memoryrail_lint.checks.markers import markers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Final

    from memoryrail_lint.checks.markers import Marker

BEGIN: Final = "<!-- memoryrail:begin -->"
END: Final = "<!-- memoryrail:end -->"
_MDC: Final = """---
description: What this project has settled, and how to use it
alwaysApply: true
---
"""


class BadMarkers(Exception):
    """The markers of a text do not make one block, and nothing may be written.

    `offset` and `end` span the offending marker line, or the text's end where it cannot take a block.
    """

    def __init__(self, offset: int, end: int, reason: str) -> None:
        super().__init__(reason)
        self.offset = offset
        self.end = end
        self.reason = reason


class Block:
    """Where a block stands.

    start: of the begin marker's line; end: after the end marker's line end. inner_start, inner_end: the text between.
    newline: the line end of the begin marker's line; closed: whether the end marker's line has a line end.
    """

    __slots__ = ("closed", "end", "inner_end", "inner_start", "newline", "start")

    def __init__(self, begin: Marker, end: Marker) -> None:
        self.start = begin.start
        self.inner_start = begin.stop
        self.inner_end = end.start
        self.end = end.stop
        self.newline = begin.newline
        self.closed = bool(end.newline)

    def inner(self, text: str) -> str:
        """The text between the markers with line feeds for line ends, as a renderer writes it."""
        return _unified(text[self.inner_start : self.inner_end])


def find(text: str) -> Block | None:
    """The one block of `text`, or None. Raises BadMarkers."""
    found = markers(text)
    for at, marker in enumerate(found):
        reason = marker.fault or _misplaced(found, at)
        if reason:
            raise BadMarkers(marker.start, marker.stop - len(marker.newline), reason)
    return Block(*found) if found else None


def _misplaced(found: Sequence[Marker], at: int) -> str | None:
    """Why the marker at that index cannot be where it is; only begin, end may be."""
    kinds = [marker.kind for marker in found]
    if kinds[at] == "end":
        if at == 0:
            return "the end marker comes before its begin marker" if "begin" in kinds else "an end marker has no begin"
        return None if kinds[at - 1] == "begin" else "there is a second end marker"
    if at == 0:
        return None if "end" in kinds else "a begin marker has no end"
    return "a block begins inside another one" if kinds[at - 1] == "begin" else "there is a second block"


def splice(text: str, inner: str, newline: str) -> str:
    """`text` with `inner` (line feeds) in its block; with a new block at its end where it has none.

    In a block that exists, lines end as its begin marker's does, else in `newline`. A new block is set off by one blank
    line and has a final line end if `text` has one. Raises BadMarkers, also where the end of the text is no place
    for a block: inside an unclosed code fence or comment.
    """
    block = find(text)
    if block:
        if block.inner(text) == inner:
            return text
        head, tail = text[: block.inner_start], text[block.inner_end :]
        made = head + inner.replace("\n", block.newline) + tail
    else:
        made = _appended(text, inner, newline)
    if (written := _found(made)) is None or written.inner(made) != inner:
        raise BadMarkers(
            len(text), len(text), "the text ends inside a code fence or a comment, where no block can stand"
        )
    return made


def _appended(text: str, inner: str, newline: str) -> str:
    lines = f"{BEGIN}\n{inner}{END}".replace("\n", newline)
    if not text:
        return lines + newline
    if text.endswith("\n"):
        return text + newline + lines + newline
    return text + newline * 2 + lines


def _found(text: str) -> Block | None:
    try:
        return find(text)
    except BadMarkers:
        return None


def remove(text: str) -> str:
    """`text` without its block, and without the blank line that sets off a block at the end. Raises BadMarkers."""
    block = find(text)
    if not block:
        return text
    before, after = text[: block.start], text[block.end :]
    if not after:
        apart = block.newline if block.closed else block.newline * 2
        rest = before.removesuffix(apart)
        if not block.closed or rest.endswith("\n"):
            before = rest
    return before + after


def new_file(path: str) -> str:
    """What a new target holds before its block is spliced in: front matter in a `.mdc`, else nothing."""
    return _MDC if path.endswith(".mdc") else ""


def explain_drift(present: str, wanted: str) -> tuple[int, str]:
    """The offset in `present` (as it stands in the file) of the first line that differs from `wanted`, and why.

    Both are inner texts that differ in more than their line ends.
    """
    have, want = list(StringIO(present, newline="")), list(StringIO(wanted, newline=""))
    at = next((i for i, (a, b) in enumerate(zip(have, want, strict=False)) if _unified(a) != _unified(b)), None)
    if at is None:
        at = min(len(have), len(want))
    return sum(map(len, have[:at])), _reason(have, want, at)


def _reason(have: Sequence[str], want: Sequence[str], at: int) -> str:
    listed, due = [_ref(line) for line in have], [_ref(line) for line in want]
    is_, should = [refs[at] if at < len(refs) else None for refs in (listed, due)]
    if is_ and is_ == should:
        was, now = (_title(lines[at]) for lines in (have, want))
        return f"memory {is_} changed its {'title' if was != now else 'kind or pin'}"
    for name in (is_, should):
        if name and name in listed and name in due and _kind(have[listed.index(name)]) != _kind(want[due.index(name)]):
            return f"memory {name} changed its kind or pin"
    if is_ and is_ not in due:
        if new := _renamed(is_, _title(have[at]), {name: _title(line) for name, line in zip(due, want, strict=True)}):
            return f"memory {is_} is now {new}"
        # A list that is cut short by its size budget ends in a line without a ref, and may have lost an active one.
        cut = any(line.startswith("- ") and not name for line, name in zip(want, due, strict=True))
        return f"memory {is_} is no longer {'listed' if cut else 'active'}"
    if should and should not in listed:
        return f"memory {should} is missing"
    if is_ and should:
        return f"memory {should} stands in another place"
    return "edited by hand, or written by another version"


def _ref(line: str) -> str | None:
    """The ref of a line that lists a memory: `- **DEC-5dbe** decision: ...`."""
    name = line[4 : line.find("**", 4)] if line.startswith("- **") else ""
    return name if name.isascii() and name.replace("-", "").isalnum() and len(name) < 50 else None


def _renamed(name: str, title: str, due: Mapping[str | None, str]) -> str | None:
    """The ref under which a memory is listed now: of another type, or with as many digits as it needs now."""
    kind, _, digits = name.partition("-")
    for new, its_title in due.items():
        new_kind, _, new_digits = (new or "").partition("-")
        longer = new_digits.startswith(digits) or (new_digits and digits.startswith(new_digits))
        if (new_digits == digits) if new_kind != kind else (longer and its_title == title):
            return new
    return None


def _kind(line: str) -> str:
    return line.partition(": ")[0]


def _title(line: str) -> str:
    return line.partition(": ")[2].strip()


def _unified(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
