"""Applying fixes: the edits of many findings made into new contents, written all at once or shown as a diff."""

from __future__ import annotations

import os
from bisect import bisect_right, insort

from memoryrail_lint.errors import Trouble

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from memoryrail_lint.diagnostics import Edit, Fix
    from memoryrail_lint.source import Source


class Changes:
    """What a set of fixes makes of the files.

    contents: path -> (source, new bytes). made: those of its paths that are not there yet. renames: (old path, new
    path). Paths are relative to the tree's top.
    """

    __slots__ = ("contents", "made", "renames")

    def __init__(self) -> None:
        self.contents: dict[str, tuple[Source, bytes]] = {}
        self.made: set[str] = set()
        self.renames: list[tuple[str, str]] = []

    def __bool__(self) -> bool:
        return bool(self.contents or self.renames)


def collect(fixes: Iterable[Fix], *, unsafe: bool) -> Changes:
    """The changes of those fixes that may be applied and do not touch what an earlier one changes."""
    chosen: dict[str, list[Edit]] = {}
    changes = Changes()
    moved: set[str] = set()
    for fix in fixes:
        if not (fix.safe or unsafe):
            continue
        paths = {edit.source.path for edit in fix.edits} | (set(fix.rename) if fix.rename else set())
        if fix.rename and (paths & moved or paths & set(chosen)):
            continue  # the next round can do it
        if paths & moved or any(_clashes(edit, chosen.get(edit.source.path, ())) for edit in fix.edits):
            continue
        for edit in fix.edits:
            insort(chosen.setdefault(edit.source.path, []), edit, key=_start)
        if fix.rename:
            changes.renames.append(fix.rename)
            moved |= paths
    for path, edits in chosen.items():
        source = edits[0].source
        data = source.edited(edits)
        if data != source.data:
            changes.contents[path] = (source, data)
    return changes


def _clashes(edit: Edit, others: Sequence[Edit]) -> bool:
    """Whether an edit meets one of the others, which are in order and apart."""
    after = bisect_right(others, edit.end, key=_start)
    return after > 0 and edit.start <= others[after - 1].end


def _start(edit: Edit) -> int:
    return edit.start


def write(changes: Changes, top: str) -> None:
    """Write the changes below `top`, all or nothing. Raises Trouble where that is not possible, also where a file no
    longer holds what the fixes were made for.
    """
    from memoryrail_lint.files import write_all

    contents, expected = {}, {}
    for path, (source, data) in changes.contents.items():
        file = source.real or os.path.join(top, path)
        contents[file] = data
        expected[file] = source.data if source.data or os.path.lexists(file) else None
    renames = [(os.path.join(top, old), os.path.join(top, new)) for old, new in changes.renames]
    for old, new in renames:
        if os.path.lexists(new) and not os.path.samefile(old, new):  # on some systems `A.md` is `a.md`
            raise Trouble(f"{os.path.basename(new)!a} exists already; nothing was renamed")
    write_all(top, contents, renames=renames, expected=expected)


def diff(changes: Changes, mask: Callable[[str], str]) -> str:
    """The changes as a unified diff, masked, every line free of control characters. `git apply` takes it where nothing
    had to be masked or escaped, and lines end in LF.
    """
    from difflib import unified_diff

    from memoryrail_lint.diagnostics import visible
    from memoryrail_lint.masker import Masker

    lines: list[str] = []
    for path, (source, data) in sorted(changes.contents.items()):
        shown = visible(mask(path))
        # Masked as a whole: a credential over several lines is none in any of them.
        masker = Masker(source)
        before, after = _lines(masker(source.text)), _lines(masker(data.decode("utf-8-sig")))
        old = "/dev/null" if path in changes.made else f"a/{shown}"
        for line in unified_diff(before, after, old, f"b/{shown}"):
            lines.append(visible(line.removesuffix("\n").removesuffix("\r")))
            if not line.endswith("\n"):
                lines.append("\\ No newline at end of file")
    for old, new in changes.renames:
        lines += [f"rename from {visible(mask(old))}", f"rename to {visible(mask(new))}"]
    return "".join(f"{line}\n" for line in lines)


def _lines(text: str) -> list[str]:
    """The lines of a text with their ends; only the last may have none."""
    *whole, rest = text.split("\n")
    return [f"{line}\n" for line in whole] + ([rest] if rest else [])
