"""Shortening the index: what a line says beyond a hook goes, word for word, to the end of its note."""

from __future__ import annotations

import re

from memoryrail_lint.profiles.engramory import graph, links
from memoryrail_lint.profiles.engramory.draft import Item
from memoryrail_lint.profiles.engramory.links import columns
from memoryrail_lint.profiles.engramory.note import NOTE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from memoryrail_lint.diagnostics import Span
    from memoryrail_lint.profiles.engramory.draft import Draft
    from memoryrail_lint.profiles.engramory.links import Line
    from memoryrail_lint.profiles.engramory.note import Note

HOOK: Final = 60
"""Columns of the hook that is left, at most."""
LABEL: Final = 90
"""Columns of a link's own text, which is not shortened, at most."""
_LEAST: Final = 8
"""Columns that a clause must have to serve as a hook."""
MARKER: Final = re.compile(r"[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?")
_CLOSING: Final = re.compile(r"[ \t]*(?:\"[^\"\n]*\"|'[^'\n]*'|\([^()\n]*\))?[ \t]*\)")
_SEPARATOR: Final = re.compile(r"[ \t]*(?:(?:—|–|--?)(?=[ \t]|$)|[:,;](?=[ \t]|$)|：)?[ \t]*")
_CLAUSE: Final = re.compile(r"[.!?;,:](?=\s)|\s(?=[—–-]\s)|[。！？；，：]")
_JOINT: Final = " — "


class Entry:
    """A line of the index that leads to one note, and nowhere else in the store.

    marker: what stands before its text. lead: text before the link. link: as written, with the emphasis around it.
    rest: text after the link, without the separator between them. end: trailing blanks and line end.
    destination: the place of the link's destination in the line.
    """

    __slots__ = ("destination", "end", "lead", "line", "link", "marker", "note", "rest", "separator", "start")

    def __init__(self, line: Line, raw: str, note: Note, link: Span, destination: Span) -> None:
        body = raw.rstrip()
        marker = MARKER.match(body)
        self.line = line
        self.note = note
        self.end = raw[len(body) :]
        self.marker = marker[0] if marker is not None else ""
        self.lead = body[len(self.marker) : link[0]]
        self.destination = destination
        start, end = link
        if not self.lead.strip(" \t*_~"):
            closers = self.lead.strip()[::-1]
            end += len(closers) if closers and body.startswith(closers, end) else 0
            start, self.lead = len(self.marker), ""
        self.start = start
        self.link = body[start:end]
        separator = _SEPARATOR.match(body, end)
        self.separator = separator[0] if separator is not None else ""
        self.rest = body[end + len(self.separator) :]

    @property
    def indent(self) -> int:
        return indent(self.marker)

    @property
    def prose(self) -> str:
        """What the line says; all of it, link and all, where it says something before the link."""
        return f"{self.lead}{self.link}{self.separator}{self.rest}" if self.lead else self.rest

    def shortened(self) -> str:
        """The line with a hook in the place of its prose."""
        said = self.lead.rstrip(" \t([*_~—–-:,;") if self.lead else self.rest
        short = hook(said)
        joint = self.separator if self.separator.strip() and not self.lead else _JOINT
        end = self.end.lstrip(" \t")
        return f"{self.marker}{self.link}{joint + short if short else ''}{end}"

    def moved_destination(self) -> Span:
        """The place of the destination in the shortened line."""
        shift = len(self.marker) - self.start
        return self.destination[0] + shift, self.destination[1] + shift


class Entries:
    """The lines of an index that lead into its store, read once."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self._targets: dict[int, list[graph.Target]] = {}
        self._meanings: dict[int, list[graph.Meaning]] = {}
        found = draft.store.graph
        for target in found.targets:
            self._targets.setdefault(target.line.number, []).append(target)
        for meaning in found.meanings:
            if meaning.source is draft.source:
                number = draft.source.position(meaning.wikilink.span[0])[0]
                self._meanings.setdefault(number, []).append(meaning)

    def read(self, line: Line) -> Entry | str:
        """A line as an entry, or why it is none, in fixed words."""
        if line.text.lstrip().startswith("|"):
            return "it is a row of a table"
        strange = tangled(line, self.draft.source.line(line.number))
        if strange is not None:
            return strange
        targets = [one for one in self._targets.get(line.number, ()) if one.pointer.kind != links.REMOTE]
        meanings = self._meanings.get(line.number, [])
        if len(targets) + len(meanings) != 1:
            return "it leads to more than one place"
        span = self._link(line, targets[0].pointer) if targets else None
        if targets:
            note = targets[0].note if targets[0].state == graph.THERE else None
            destination = targets[0].pointer.span
        else:
            note = meanings[0].files[0] if len(meanings[0].files) == 1 else None
            span = destination = meanings[0].wikilink.span
        if note is None or note.kind != NOTE:
            return "it leads to no note of the store"
        if span is None:
            return "its link is no plain one"
        at = line.span[0]
        return Entry(
            line,
            self.draft.pieces[line.number - 1],
            note,
            (span[0] - at, span[1] - at),
            (destination[0] - at, destination[1] - at),
        )

    @staticmethod
    def _link(line: Line, pointer: links.Pointer) -> Span | None:
        at = line.span[0]
        start = line.text.rfind(f"[{pointer.label}](", 0, pointer.span[0] - at)
        end = _CLOSING.match(line.text, pointer.span[1] - at)
        return (start + at, end.end() + at) if start >= 0 and end is not None else None


def shorten(draft: Draft, entries: Entries, flagged: set[int], spared: set[int], cap: int) -> Iterator[Item]:
    """Shorten the flagged lines, and while the index has more than `cap` bytes the longest others that are not spared.

    Yields what is done; with nothing won and "cannot" at its start what is left to a person.
    """
    owner: Entry | None = None
    before = 0
    rest = []
    for line in draft.store.index.lines:
        raw = draft.pieces[line.number - 1]
        if line.blank or line.heading[0]:
            owner = None
        elif line.pointers or line.wikilinks:
            entry = entries.read(line)
            owner = entry if isinstance(entry, Entry) else None
            if line.number in flagged:
                yield _shorten(draft, line, entry)
            elif isinstance(entry, Entry) and line.number not in spared and columns(entry.prose) > HOOK:
                rest.append(entry)
        else:
            if owner is not None and indent(raw) <= owner.indent:
                owner = None
            if line.number in flagged:
                yield _move(draft, line, owner, joined=before == line.number - 1)
                before = line.number
    rest.sort(key=lambda entry: (-len(entry.prose.encode()), entry.line.number))
    for entry in rest:
        if draft.bytes <= cap:
            break
        item = _shorten(draft, entry.line, entry)
        if item.bytes:
            yield item


def _shorten(draft: Draft, line: Line, entry: Entry | str) -> Item:
    if isinstance(entry, str):
        return _left(draft, line, entry)
    raw, prose = draft.pieces[line.number - 1], entry.prose
    short = entry.shortened()
    reason = None
    if draft.secret_in(line):
        reason = "it looks like a credential"
    elif columns(entry.link) - len(draft.source.text[slice(*_shift(entry, line))]) > LABEL:
        reason = "the text of its link is long"
    elif not prose or len(short.encode()) >= len(raw.encode()):
        reason = "there is nothing in it to move"
    elif (entry.lead or "![" in prose) and not _is_beside(entry.note, draft):
        reason = "it has links that mean another place in the note's folder"
    reason = reason or draft.append(entry.note, prose)
    if reason is not None:
        return _left(draft, line, reason)
    draft.destinations[line.number] = entry.moved_destination()
    return _done(draft, line, prose, entry.note, draft.replace(line.number, short))


def _shift(entry: Entry, line: Line) -> Span:
    return entry.destination[0] + line.span[0], entry.destination[1] + line.span[0]


def _move(draft: Draft, line: Line, owner: Entry | None, *, joined: bool) -> Item:
    """Take out a line that has no link and stands, further in, below an entry."""
    if owner is None:
        return _left(draft, line, "which note it belongs to is not said")
    prose = draft.pieces[line.number - 1].strip()
    reason = None
    if draft.secret_in(line):
        reason = "it looks like a credential"
    elif tangled(line, draft.source.line(line.number)) is not None:
        reason = tangled(line, draft.source.line(line.number))
    elif "![" in prose and not _is_beside(owner.note, draft):
        reason = "it has links that mean another place in the note's folder"
    reason = reason or draft.append(owner.note, prose, joined=joined)
    if reason is not None:
        return _left(draft, line, reason)
    return _done(draft, line, prose, owner.note, draft.replace(line.number, ""))


def _is_beside(note: Note, draft: Draft) -> bool:
    return note.path.rpartition("/")[0] == draft.source.path.rpartition("/")[0]


def _done(draft: Draft, line: Line, prose: str, note: Note, won: tuple[int, int]) -> Item:
    count = len(prose.encode())
    return Item(draft.source.path, line.number, f"{count} bytes of it go to {note.path}", *won)


def _left(draft: Draft, line: Line, reason: str) -> Item:
    return Item(draft.source.path, line.number, f"this line carries content, but {reason}")


def tangled(line: Line, raw: str) -> str | None:
    """Why a line does not mean by itself what it means among the others; None where it does."""
    if "<!--" in raw or "-->" in raw:
        return "a comment stands in it"
    alone = links.live(raw.strip())
    if "`" in alone or alone.strip() != line.text.strip():
        return "code begins or ends in it"
    return None


def indent(text: str) -> int:
    """Columns before a line's first character."""
    return len((text[: len(text) - len(text.lstrip(" \t"))]).expandtabs(4))


def hook(text: str) -> str:
    """The beginning of a text, `HOOK` columns at most: whole clauses, else words and an ellipsis, else nothing."""
    text = text.strip()
    if columns(text) <= HOOK:
        return text if _is_whole(text) else ""
    wide = len(_fitting(text, HOOK))
    ends = [match.start() for match in _CLAUSE.finditer(text, 0, wide + 1) if match.start() <= wide]
    for end in reversed(ends):
        short = text[:end].rstrip()
        if columns(short) >= _LEAST and _is_whole(short):
            return short
    start = _fitting(text, HOOK - 1)
    blanks = [at for at, ch in enumerate(start) if ch in " \t"] or [len(start)]
    for end in reversed(blanks):
        short = start[:end].rstrip(" \t,;:—–-")
        if short and _is_whole(short):
            return f"{short}…"
    return ""


def _fitting(text: str, most: int) -> str:
    count = 0
    for at, ch in enumerate(text):
        count += columns(ch)
        if count > most:
            return text[:at]
    return text


def _is_whole(text: str) -> bool:
    """Whether no code span, emphasis, link or bracket that begins in a text ends outside it."""
    pairs = (("(", ")"), ("[", "]"), ("<", ">"), ("（", "）"), ("「", "」"))
    return all(text.count(mark) % 2 == 0 for mark in ("`", "**", '"')) and all(
        text.count(a) == text.count(b) for a, b in pairs
    )
