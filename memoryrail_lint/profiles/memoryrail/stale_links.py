"""What became of a linked path that is gone, and what its author probably meant."""

from __future__ import annotations

import posixpath

from memoryrail_lint.checks import dates, paths
from memoryrail_lint.diagnostics import Edit, Finding, Fix
from memoryrail_lint.profiles.memoryrail import staleness
from memoryrail_lint.profiles.memoryrail.writer import encode_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Final

    from memoryrail_lint.profiles.memoryrail.links import Link
    from memoryrail_lint.profiles.memoryrail.model import Store

FOREVER: Final = 1 << 62
YEAR: Final = 366 * 86_400
"""How long before a memory was made its links are sought in history: it may tell of something that was gone already,
and a link that never was must not cost a walk through all of it."""


def findings(store: Store, gone: Sequence[Link]) -> Iterator[Finding]:
    """One finding for each link, with what git knows of its path."""
    if not gone:
        return
    fates = _fates(store, gone)
    for link in gone:
        reason, moved = fates.get(link.path, ("", None))
        help, values = _help(store, link, moved)
        yield Finding(
            link.memory.source,
            link.span,
            f"the linked path {{0}} does not exist{reason}",
            link.text,
            *values,
            help=help,
            fix=_follow(store, link, moved),
            involves=[link.path],
        )


def _fates(store: Store, gone: Sequence[Link]) -> dict[str, tuple[str, str | None]]:
    """path -> (words about what happened, the new path where it was renamed)."""
    if store.repository is None:
        return {}
    from memoryrail_lint.git.moves import Moved, what_happened

    since: dict[str, int] = {}
    for link in gone:
        made = dates.parse(link.memory.text("created")) or link.memory.updated
        since[link.path] = min(since.get(link.path, FOREVER), made.seconds - YEAR if made else 0)
    found: dict[str, tuple[str, str | None]] = {}
    for path, fate in what_happened(store.repository, since).items():
        if fate is None:
            continue
        where = f"in commit {fate.commit[:10]}" if fate.commit else "in what is staged"
        if isinstance(fate, Moved):
            found[path] = (f": renamed {where}", fate.to)
        else:
            found[path] = (f": deleted {where}{f' of {fate.date[:10]}' if fate.date else ''}", None)
    return found


def _help(store: Store, link: Link, moved: str | None) -> tuple[str, list[str]]:
    """The help line's template and the values it needs from {1} on."""
    if moved is not None:
        return "it is now {1}", [_relative(store, moved)]
    for meant, words in _slips(link.text):
        if _exists(store, link, meant):
            return words, [meant]
    twin = _case_twin(store, link.path)
    if twin is not None:
        return "git has it as {1}; case counts", [_relative(store, twin)]
    if any(mark in link.text for mark in "*?["):
        return "links are paths, not patterns; link the folder instead", []
    return "link the new path, or archive the memory if it is obsolete", []


def _slips(text: str) -> Iterator[tuple[str, str]]:
    """What a link would be without an anchor, a line number, or blanks around it; and how to say so."""
    bare = text.strip()
    if bare != text:
        yield bare, "it exists without the blank: {1}"
    head, mark, _ = bare.partition("#")
    if mark and head:
        yield head, "links name whole files; without the anchor {1} exists"
    head, mark, tail = bare.rpartition(":")
    if mark and head and tail.replace("-", "").isdigit():
        yield head, "links name whole files; without the line number {1} exists"


def _exists(store: Store, link: Link, text: str) -> bool:
    path = paths.join(store.root or ".", text)
    return paths.classify(text, store.root or ".") is None and paths.exists(store.tree.top, path, store.symlinks)


def _case_twin(store: Store, path: str) -> str | None:
    tracked = staleness.of(store).tracked
    return tracked.case_match(path) if tracked is not None else None


def _follow(store: Store, link: Link, moved: str | None) -> Fix | None:
    target = moved
    if target is None:
        return None
    text = encode_text(_relative(store, target))
    return Fix("follow the rename", [Edit(link.memory.source, *link.span, text)], safe=False)


def _relative(store: Store, path: str) -> str:
    """A path of the repository as a link of this store names it."""
    return posixpath.relpath(path, store.root) if store.root else path
