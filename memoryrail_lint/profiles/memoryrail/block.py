"""The managed block's text: a pure function of the memories. Published as `spec/agent-block.md`."""

from __future__ import annotations

from memoryrail_lint.diagnostics import visible
from memoryrail_lint.profiles.memoryrail.refs import refs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Final

    from memoryrail_lint.profiles.memoryrail.refs import Memory

MAX_BYTES: Final = 24 * 1024
MAX_TITLE: Final = 200
"""Code points of a title that the block shows; what is cut ends in an ellipsis."""

KINDS: Final = {
    "constraint": "constraint",
    "attempt": "failed attempt",
    "gotcha": "gotcha",
    "decision": "decision",
    "thread": "open thread",
    "session": "session",
}
"""The word for each type, most binding first."""
_RANK: Final = {type: rank for rank, type in enumerate(KINDS)}

_HEAD: Final = """
## Project memory

What this project has settled, most binding first. `memoryrail-lint show REF` tells why.

"""
_TAIL: Final = """
1. Before you change anything, run `memoryrail-lint precheck --plan "what you intend" PATH...` and read what applies.
2. Cite each memory that you rely on as `[per REF]`.
3. If the plan conflicts with a constraint or a decision, stop and ask.
4. When something fails, record it: `memoryrail-lint new --type attempt --title "what failed, and why"`.

Written by `memoryrail-lint sync` from `.memoryrail/memories`; change the memories, not this text.

"""
_NONE: Final = "No memory is active.\n"
_PLAIN: Final = frozenset(" .,;:'\"()/-+%?=!")
"""The ASCII characters besides letters and digits that Markdown leaves alone inside a line."""


def render(
    memories: Iterable[Memory], *, max_bytes: int = MAX_BYTES, mask: Callable[[str], str] = lambda text: text
) -> str:
    """The text between the markers: lines that end in a line feed, at most `max_bytes` of UTF-8 (or none but the
    instructions and the count, which always stand).

    Only active memories are listed; those of any other status only lengthen a ref that would be ambiguous.
    What exceeds the budget is folded into one counted line, least binding first. `mask` replaces credentials.
    """
    every = sorted(memories, key=order)
    names = refs(every)
    active = [memory for memory in every if memory.status == "active"]
    lines = _fit((_line(memory, names[memory.id], mask) for memory in active), len(active), max_bytes)
    return _HEAD + ("".join(lines) or _NONE) + _TAIL


def listed(inner: str) -> list[str] | None:
    """The lines for memories of a text that `render` made; None for a text of another version, or one cut short."""
    if not (inner.startswith(_HEAD) and inner.endswith(_TAIL) and len(inner) >= len(_HEAD) + len(_TAIL)):
        return None
    lines = inner[len(_HEAD) : len(inner) - len(_TAIL)].removesuffix(_NONE).splitlines(keepends=True)
    return lines if all(line.startswith("- **") for line in lines) else None


def assemble(lines: Iterable[str]) -> str:
    """The inverse of `listed`."""
    return _HEAD + ("".join(lines) or _NONE) + _TAIL


def line_rank(line: str) -> tuple[bool, int]:
    """Where a line of `render` belongs by what it shows: pinned ones first, then by type."""
    kind, _, _ = line.partition("** ")[2].partition(": ")
    word = kind.removesuffix(", pinned")
    return word == kind, next((rank for rank, one in enumerate(KINDS.values()) if one == word), len(KINDS))


def order(memory: Memory) -> tuple[bool, int, str, str]:
    """What the list is sorted by."""
    return not memory.pinned, _RANK.get(memory.type, len(_RANK)), memory.id, memory.title


def _line(memory: Memory, name: str, mask: Callable[[str], str]) -> str:
    pinned = ", pinned" if memory.pinned else ""
    return f"- **{name}** {KINDS.get(memory.type, 'memory')}{pinned}: {_inert(mask(memory.title))}\n"


def _fit(lines: Iterable[str], total: int, max_bytes: int) -> Sequence[str]:
    """As many of the `total` lines as the budget holds, and the line that counts the others."""
    left = max_bytes - len((_HEAD + _TAIL).encode())
    kept: list[str] = []
    sizes: list[int] = []
    for line in lines:
        sizes.append(len(line.encode()))
        left -= sizes[-1]
        if left < 0:
            break
        kept.append(line)
    if len(kept) == total:
        return kept
    left += sizes[-1]
    while kept and left < len(_folded(total - len(kept))):
        kept.pop()
        left += sizes[len(kept)]
    return [*kept, _folded(total - len(kept))]


def _folded(count: int) -> str:
    return f"- {count} more, less binding: `memoryrail-lint list`\n"


def _inert(title: str) -> str:
    """A title as one piece of a line that no reader of Markdown takes for anything else.

    Plain words stay as they are; a title with any other character is a code span, inside of which nothing is live.
    Comment marks are broken all the same, for readers that look for markers without parsing Markdown.
    """
    text = visible(title.strip())
    if len(text) > MAX_TITLE:
        text = text[: MAX_TITLE - 1].rstrip() + "…"
    if _is_plain(text):
        return text
    text = text.replace("<!--", "\\x3c!--").replace("-->", "--\\x3e").replace("--!>", "--!\\x3e")
    fence = "`"
    while fence in text:
        fence += "`"
    edge = " " if text[0] == "`" or text[-1] == "`" else ""
    return f"{fence}{edge}{text}{edge}{fence}"


def _is_plain(text: str) -> bool:
    # A colon inside a word makes a URL or an emoji, and "www." a link.
    if any(ch.isascii() and not ch.isalnum() and ch not in _PLAIN for ch in text):
        return False
    return ":" not in text.replace(": ", "") and "www." not in text.lower()
