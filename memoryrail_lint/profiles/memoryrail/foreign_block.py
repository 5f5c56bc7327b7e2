"""A managed block that another tool wrote: other words, the same markers. Compared by its refs and titles.

An entry is a line of a list, a table, a heading, or one that begins with its ref. Its first ref counts; what stands in
`[per ...]` is an instruction. Every tool escapes and shortens titles its own way, so letters and digits are compared.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.memoryrail import refs
from memoryrail_lint.profiles.memoryrail.citations import Register

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from memoryrail_lint.checks.blocks import Block
    from memoryrail_lint.diagnostics import Span
    from memoryrail_lint.profiles.memoryrail.model import Store
    from memoryrail_lint.profiles.memoryrail.targets import AgentFiles
    from memoryrail_lint.source import Source

HELP: Final = "let the tool that wrote the block write it anew"
_MARKS: Final = " \t>*_`[](|#~+-:"
"""What may stand before the ref that begins a line."""
_STARTS: Final = ("- ", "* ", "+ ", "|", "#")
_SHORTEST: Final = 10
"""Letters and digits that a shortened title must have to be recognised."""
_LONGEST: Final = 2000
"""Characters around a ref that are looked at."""


def compare_all(files: AgentFiles) -> Iterator[Finding]:
    """The findings of every agent file, in order."""
    for target in files.targets:
        if target.source is not None and target.block is not None and not target.same and not target.refused:
            found = compare(files.store, target.source, target.block)
            yield from sorted(found, key=lambda finding: finding.span or (0, 0))


def compare(store: Store, source: Source, block: Block) -> Iterator[Finding]:
    """What the block says that the memories do not, and the active memories that it lacks."""
    register = Register(memory for memory in store.memories if memory.valid)
    listed: set[str] = set()
    for ref, span, rest in entries(source.text, block.inner_start, block.inner_end):
        ids = register.resolve(ref)
        about = [memory.path for id in ids for memory in register.by_id[id]]
        listed |= set(ids)
        if len(ids) != 1:
            message = (
                "the block lists {0}, which may be any of several" if ids else "the block lists {0}, an unknown ref"
            )
            yield Finding(source, span, message, ref, help=HELP, involves=about or [store.folder])
            continue
        same = register.by_id[ids[0]]
        memory = next((one for one in same if one.status == "active"), same[0])
        if memory.status != "active":
            message = "the block lists {0}, which is {1} and not active"
            yield Finding(source, span, message, ref, memory.status, help=HELP, involves=about)
        elif not _has_title(rest, memory.title):
            message = "the block gives {0} another title than the memory: {1}"
            yield Finding(source, span, message, ref, memory.title, help=HELP, involves=about)
    start, end = block.start, source.text.find("\n", block.start)
    while source.text[end - 1] == "\r":
        end -= 1
    for id, same in register.by_id.items():
        if id not in listed and (here := [memory for memory in same if memory.status == "active"]):
            involves = [memory.path for memory in here]
            yield Finding(source, (start, end), "the block lacks {0}", register.name(id), help=HELP, involves=involves)


def entries(text: str, start: int, end: int) -> Iterator[tuple[str, Span, str]]:
    """The refs that a block lists, each with its place and the text that follows up to the next entry."""
    found: list[tuple[str, Span]] = []
    at = start
    for line in text[start:end].split("\n"):
        span = _entry(line)
        if span is not None:
            found.append((line[slice(*span)], (at + span[0], at + span[1])))
        at += len(line) + 1
    ends = [place[0] for _, place in found[1:]]
    for (ref, span), after in zip(found, [*ends, end], strict=False):
        yield ref, span, text[span[1] : min(after, span[1] + _LONGEST)]


def _entry(line: str) -> Span | None:
    """The place of the ref of a line that lists a memory."""
    bare = line.lstrip(" \t>")
    number = bare.lstrip("0123456789")
    if not (bare.startswith(_STARTS) or (number != bare and number[:2] in (". ", ") "))):
        return _ref_at(line, len(line) - len(line.lstrip(_MARKS)))
    at = 0
    while (at := line.find("-", at + 1)) > 0:
        if line[max(at - 3, 0) : at] in refs.PREFIX.values() and (span := _ref_at(line, at - 3)):
            return span
    return None


def _ref_at(line: str, at: int) -> Span | None:
    """The span of a ref that begins at that index and is a word of its own, outside a citation."""
    end = at + 4
    while end < len(line) and line[end].isascii() and line[end].isalnum():
        end += 1
    before = line[max(at - _LONGEST, 0) : at]
    alone = not before[-1:].isalnum() and before[-1:] != "-" and line[end : end + 1] != "-"
    cited = before.rfind("[per ") > before.rfind("]")
    return (at, end) if alone and not cited and line[at : at + 3].isupper() and refs.parse(line[at:end]) else None


def _has_title(rest: str, title: str) -> bool:
    """Whether a line gives a title: whole, or its beginning, cut short with an ellipsis."""
    said, wanted = _letters(rest), _letters(title)
    if wanted in said:
        return True
    cut = _letters(rest.replace("...", "…").partition("…")[0]) if "…" in rest.replace("...", "…") else ""
    return any(wanted.startswith(cut[at:]) for at in range(len(cut) - _SHORTEST + 1))


def _letters(text: str) -> str:
    """The letters and digits of a text, without those of escapes that a reader of Markdown does not show."""
    if "&" in text:
        from html import unescape

        text = unescape(text)
    return "".join(ch for ch in text.casefold() if ch.isalnum())
