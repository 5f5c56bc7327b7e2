"""Names on file systems that fold case: there `memory.md` is the index that `MEMORY.md` names."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def as_stored(path: str, names: Iterable[str]) -> str:
    """An absolute path in which each of `names` that the disk takes for the written one stands in its place."""
    known = {name.lower(): name for name in names}
    parts = path.split(os.sep)
    for at, part in enumerate(parts):
        name = known.get(part.lower(), part)
        if name != part:
            folder = os.sep.join(parts[:at]) + os.sep
            try:
                same = os.path.samestat(os.lstat(folder + part), os.lstat(folder + name))
            except OSError:
                continue  # one of them is not there: they are two
            if same:
                parts[at] = name
    return os.sep.join(parts)
