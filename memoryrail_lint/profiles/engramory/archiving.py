"""Which notes go to the archive: superseded ones, and cold ones while the index is too long."""

from __future__ import annotations

from memoryrail_lint.profiles.engramory.retired import last_date, superseded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

    from memoryrail_lint.profiles.engramory.movable import Movable

COLD_DAYS: Final = 180
"""A project note that nobody has touched for so many days, and no other note links, is taken for cold."""
_LINE: Final = 400
"""Bytes that a line for a topic's list has at most."""


def choose(movable: Movable, cold: Sequence[str], merged: set[int], lines: int, bytes: int) -> None:
    """Settle what moves: every superseded note, then topic by topic the coldest ones while the index is too long.

    cold: paths, the coldest first. merged: numbers of lines that are taken for gone. lines, bytes: the caps.
    """
    # Where every byte counts, a line of a list in the place of that of one note would win nothing.
    tight = movable.draft.bytes + _LINE * len(movable.topics) > bytes
    before = -1
    while len(movable.chosen) != before:
        before = len(movable.chosen)
        alone = _alone(movable) if tight else set()
        for path, candidate in movable.candidates.items():
            why = superseded(candidate.note)
            if (
                why
                and path not in movable.chosen
                and path not in alone
                and not movable.blocked(path)
                and not movable.strands(path)
            ):
                movable.choose(path, why)
        _choose_cold(movable, cold, merged, lines, bytes)


def _alone(movable: Movable) -> set[str]:
    """Superseded notes that are the only ones of a topic without a list."""
    found: dict[str, list[str]] = {}
    going = {movable.candidates[path].topic for path in movable.chosen}
    for path, candidate in movable.candidates.items():
        listed = movable.topics[candidate.topic].line is not None or candidate.topic in going
        if superseded(candidate.note) and not listed:
            found.setdefault(candidate.topic, []).append(path)
    return {paths[0] for paths in found.values() if len(paths) == 1}


def _choose_cold(movable: Movable, cold: Sequence[str], merged: set[int], lines: int, bytes: int) -> None:
    groups: dict[str, list[str]] = {}
    for path in cold:
        if path not in movable.chosen and not movable.is_linked(path) and not movable.blocked(path):
            groups.setdefault(movable.candidates[path].topic, []).append(path)
    # What is over the caps as things stand.
    lines, bytes = movable.draft.lines - lines, movable.draft.bytes - bytes
    for number in merged | movable.gone:
        lines, bytes = lines - 1, bytes - len(movable.draft.pieces[number - 1].encode())
    listed = {movable.candidates[path].topic for path in movable.chosen}
    for name in listed:
        if movable.topics[name].line is None:
            lines, bytes = lines + 1, bytes + len(movable.topics[name].pointer(movable.folder, "- ", 99).encode())
    listed |= {name for name, topic in movable.topics.items() if topic.line is not None}
    for name, paths in groups.items():
        if len(paths) == 1 and name not in listed:
            continue  # its line would only be replaced by that of its list
        for path in paths:
            if lines <= 0 and bytes <= 0:
                return
            if movable.strands(path):
                continue
            if name not in listed:
                listed.add(name)
                lines, bytes = lines + 1, bytes + len(movable.topics[name].pointer(movable.folder, "- ", 99).encode())
            movable.choose(path, f"nobody has changed it since {last_date(movable.candidates[path].note)}")
            for entry in movable.candidates[path].entries:
                lines, bytes = lines - 1, bytes - len(movable.draft.pieces[entry.line.number - 1].encode())
