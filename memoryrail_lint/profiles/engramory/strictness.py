"""How severe each departure from the format is: in a store kept by its rules, and in one that a host manages.

A coding agent's host writes notes with its own habits: no dates, titles for names, values as YAML wraps them. None of
that makes a note harder to find, so a store of that kind is judged by `HOST`. What a rule does not find here has the
severity that the rule states, in both.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

    from memoryrail_lint.profiles.engramory.note import Note

STRICT: Final = "strict"
HOST: Final = "host"

SILENT: Final = ""
SUMMED: Final = "summed up"
"""Part of the one finding that tells of a host's habits."""

# what -> (severity where strict, severity where a host manages the store)
LEVELS: Final = {
    "front matter absent": ("error", "info"),
    "front matter broken": ("error", "error"),
    "value as YAML": ("error", SILENT),
    "text missing": ("error", "warning"),
    "type missing": ("error", SUMMED),
    "date missing": ("error", SUMMED),
    "label missing": ("error", SUMMED),
    "scope missing": ("info", SUMMED),
    "type invalid": ("error", "warning"),
    "value invalid": ("error", "error"),
    "name is a title": ("info", SILENT),
    "name taken": ("error", SILENT),
    "slug taken in another folder": ("error", "info"),
    "pointer into the repository": ("error", SILENT),
}

HOST_KEYS: Final = frozenset(("node_type", "originSessionId"))
ENOUGH: Final = 3
"""So many notes without any date are a habit."""
ASIDE: Final = frozenset(
    ("readme", "changelog", "license", "contributing", "claude", "agents", "gemini", "index", "_index", "memory")
)
"""Files that are no notes where a host manages the store, by their names in lower case; `index` in a folder only."""


def level(what: str, mode: str) -> str:
    """The severity of something in a mode; SILENT, or SUMMED."""
    return LEVELS[what][mode == HOST]


def decide(notes: Sequence[Note]) -> str:
    """The mode of a store by what notes could be read. A few planted keys decide nothing."""
    read = [note for note in notes if note.readable and note.name.casefold() not in ASIDE]
    fronts = [note.values for note in read if note.start]
    marked = sum(not HOST_KEYS.isdisjoint(values) for values in fronts)
    if fronts and 2 * marked >= len(fronts):
        return HOST
    undated = not any("created" in values or "updated" in values for values in fronts)
    return HOST if len(read) >= ENOUGH and undated else STRICT


def is_aside(name: str, in_folder: bool) -> bool:
    """Whether a file of this name (without `.md`) is no note where a host manages the store."""
    folded = name.casefold()
    return folded in ASIDE and (in_folder or "index" not in folded)
