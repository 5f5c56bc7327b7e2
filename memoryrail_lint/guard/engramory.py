"""A write into an Engramory store: its index, or one of its notes.

The index is `MEMORY.md` in the store's root. `ENGRAMORY_INDEX_NAME` gives it another name, `ENGRAMORY_INDEX_PATH` names
the one index whose length is watched, wherever it lies; its folder is a store then.
"""

from __future__ import annotations

import os

from memoryrail_lint import git
from memoryrail_lint.config import find
from memoryrail_lint.errors import Trouble
from memoryrail_lint.guard.change import Change, Judge, chosen, run, words
from memoryrail_lint.guard.names import as_stored
from memoryrail_lint.profiles import engramory
from memoryrail_lint.source import Source
from memoryrail_lint.tree import Unreadable, WorkTree, join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Final

    from memoryrail_lint.config import Config
    from memoryrail_lint.guard import Verdict
    from memoryrail_lint.guard.hosts import Write
    from memoryrail_lint.profiles.engramory.caps import Size

_NAMES: Final = tuple(name for place in (*engramory.USUAL, engramory.USUAL_PARENT) for name in place.split("/"))
STRICT: Final = "strict"
OF_ONE_NOTE: Final = "note-field-missing"
"""The rule about the whole store that tells of single notes."""
LEVELLESS: Final = ("prompt-injection",)
"""Rules that judge every kind of store alike."""


def judge(path: str, write: Write, verdict: Verdict) -> bool:
    """Judge a write to an absolute path; False where it is no part of a store."""
    name = os.environ.get("ENGRAMORY_INDEX_NAME", "").strip() or engramory.INDEX
    if os.path.basename(name) != name:
        name = engramory.INDEX
    named = os.environ.get("ENGRAMORY_INDEX_PATH", "").strip()
    index = os.path.realpath(os.path.expanduser(named)) if named and "\0" not in named else None
    path = as_stored(path, (*_NAMES, name))
    if not path.lower().endswith(".md") and os.path.basename(path) != name and path != index:
        return False
    found = _find(path, name, index, write)
    if found is None:
        return False
    top, root = found
    repository = git.Repository(top) if os.path.lexists(os.path.join(top, ".git")) else None
    change = Change(top, os.path.relpath(path, top).replace(os.sep, "/"), repository, write)
    is_index = path == index if index is not None else change.path == join(root, name)
    settings = change.config(root, verdict)
    if not change.is_known(write, verdict):
        return True
    if is_index and change.fault is None:
        _length(change, settings, verdict)
    _file(change, root, settings, verdict, foreign=is_index and change.path != join(root, engramory.INDEX))
    return True


def _find(path: str, name: str, index: str | None, write: Write) -> tuple[str, str] | None:
    """The top (absolute) and the root (relative to it) of the store that a file lies in."""
    top = git.find_root(os.path.dirname(path))
    if index is not None and (path == index or path.startswith(os.path.dirname(index) + os.sep)):
        folder = os.path.dirname(index)
        top = top if top is not None and _within(folder, top) else folder
        return top, _below(folder, top)
    for at, root in _candidates(path, top):
        if _is_store(os.path.join(at, root), path, name, write):
            return at, root
    if top is not None:
        try:
            settings = find(WorkTree(top), "")
        except Trouble:
            return None
        if settings.engramory_root is not None:
            folder = os.path.normpath(os.path.join(top, settings.folder, settings.engramory_root))
            if _within(path, folder) and os.path.isdir(folder):
                return top, _below(folder, top)
    return None


def _candidates(path: str, top: str | None) -> Iterator[tuple[str, str]]:
    """Each usual place above a file: at the top of its repository; outside any repository, in any folder."""
    folder = os.path.dirname(path)
    while True:
        for place in (*engramory.USUAL, engramory.USUAL_PARENT):
            below = folder if place != engramory.USUAL_PARENT else os.path.dirname(folder)
            native = place.replace("/", os.sep)
            if below.endswith(os.sep + native):
                at = below[: -len(native) - 1] or os.sep
                if top is None or at == top:
                    yield at, _below(folder, at)
        parent = os.path.dirname(folder)
        if parent == folder or folder == top:
            return
        folder = parent


def _within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _below(folder: str, top: str) -> str:
    return os.path.relpath(folder, top).replace(os.sep, "/") if folder != top else ""


def _is_store(folder: str, path: str, name: str, write: Write) -> bool:
    """Whether a folder will hold an index and a note with front matter once the file is written."""
    index = os.path.join(folder, name)
    if path != index and not os.path.lexists(index):
        return False
    if path != index and os.path.dirname(path) == folder and (write.content or "").startswith("---"):
        return True
    tree = WorkTree(folder)
    try:
        listed = tree.list("")
    except Unreadable:
        return False
    for other, kind in listed:
        if kind == "file" and other.endswith(".md") and other != name:
            try:
                source = tree.read(other)
            except Unreadable:
                continue
            if source is not None and source.text.startswith("---"):
                return True
    return False


def _length(change: Change, settings: Config, verdict: Verdict) -> None:
    """The caps of the index: growing past one is refused, being past one is only said."""
    from memoryrail_lint.profiles.engramory.caps import Size, caps

    limits = caps(settings.engramory_caps)
    rules = {entry.name for entry in chosen(engramory, settings)}
    before, now = _size(change.before, Size), _size(change.after, Size)
    lines, bytes = limits["hard-lines"], limits["hard-bytes"]
    cap = f"the cap is {lines} lines and {bytes} bytes"
    counts = f"{now.lines} lines and {now.bytes} bytes (it has {before.lines} and {before.bytes})"
    if now.exceeds(lines, bytes) and "index-over-cap" in rules:
        if (now.lines > lines and now.lines > before.lines) or (now.bytes > bytes and now.bytes > before.bytes):
            help = "hosts read no further: first shorten its lines, merge notes, move what is over to archive/"
            verdict.denied.append(f"{change.shown}: error index-over-cap: it would have {counts}; {cap} ({help})")
        else:
            verdict.notes.append(f"{change.shown}: error index-over-cap: it will still have {counts}; {cap}")
    elif now.exceeds(limits["warn-lines"], limits["warn-bytes"]) and "index-long" in rules:
        verdict.notes.append(f"{change.shown}: warning index-long: it will have {counts}; {cap}")


def _size(data: bytes | None, size: type[Size]) -> Size:
    return size(data or b"", Source("", data or b"").text)


def _file(change: Change, root: str, settings: Config, verdict: Verdict, *, foreign: bool) -> None:
    """The rules about one file; of an index that is not called as the format has it (`foreign`), what is refused."""
    judge_ = Judge(change, engramory, root, settings)
    entries = [
        entry for entry in chosen(engramory, settings) if entry.reads in ("odd", "member") or entry.name == OF_ONE_NOTE
    ]
    asked, settings.engramory_strictness = settings.engramory_strictness, STRICT
    verdict.denied += judge_.refused()
    if verdict.denied or foreign:
        return
    left, notes = judge_.notes(entries)
    verdict.notes += notes
    outcome = run(judge_.open(change.after), left, change, verdict)
    settings.engramory_strictness = asked
    if outcome is not None and any(d.rule not in LEVELLESS for d in outcome.diagnostics):
        # How severe it is depends on the whole store, which is not read for a note without faults.
        tree = WorkTree(change.top, overlay={change.path: change.after})
        whole: Any = engramory.open_store(tree, root, settings, change.repository)
        outcome = run(whole, left, change, verdict)
    verdict.notes += words(outcome.diagnostics) if outcome is not None else []
