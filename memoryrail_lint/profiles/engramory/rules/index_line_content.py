"""A line of the index carries content instead of one short hook and a link.

The index is loaded whole in every session, so what it explains is paid for always and read when it does not matter.
One line before the first section may say where a knowledge base is.

Fix: move the content into a note, and leave a link with a hook of a few words.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.engramory.links import columns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.engramory.links import Line
    from memoryrail_lint.profiles.engramory.model import Store

SEVERITY = "warning"
LONGEST = 160
"""Columns of a hook, as a terminal has them; the caps allow about that much on an average line."""


def check(store: Store) -> Iterator[Finding]:
    source = store.index.source
    spared = sections = 0
    for number, line in enumerate(store.index.lines):
        sections += line.heading[0] > 1
        if line.blank or line.heading[0] or _is_frame(line.text, store.index.lines, number):
            continue
        help = "move the content into a note, and leave one link with a few words"
        if line.pointers or line.wikilinks:
            long = columns(_hook(line))
            if long > LONGEST:
                message = f"this line says more than a hook: {long} columns beside the link, {LONGEST} are enough"
                yield Finding(source, line.span, message, help=help)
        elif not sections and not spared:
            spared = 1
        else:
            message = "this line carries content and no link: {0}"
            yield Finding(source, line.span, message, source.text[slice(*line.span)].strip(), help=help)


def _is_frame(text: str, lines: list[Line], number: int) -> bool:
    """Whether a line holds nothing by its kind: quotation, rule, HTML, table head, placeholder, `archived:`."""
    text = text.strip()
    if text[0] in "><(" or not text.strip("-*_= |:+") or text.startswith(("_(", "*(", "- (", "_No ", "*No ")):
        return True
    if text[0] == "|" and number + 1 < len(lines):
        below = lines[number + 1].text.strip()
        return bool(below) and below[0] == "|" and not below.strip("-|: ")
    return text.lstrip("-*+_ ").casefold().startswith("archived")


def _hook(line: Line) -> str:
    """A line without its links' destinations and marks."""
    text = line.text.strip()
    for pointer in line.pointers:
        text = text.replace(f"]({pointer.destination}", "", 1)
    return text
