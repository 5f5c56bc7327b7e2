"""A store as it is about to be: the lines of its index, edits of its files, notes that move, and what that wins."""

from __future__ import annotations

import os

from memoryrail_lint.checks import secrets
from memoryrail_lint.diagnostics import Edit, visible
from memoryrail_lint.errors import Trouble
from memoryrail_lint.profiles.engramory import links
from memoryrail_lint.source import BOM, Source
from memoryrail_lint.tree import MAX_FILE_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memoryrail_lint.diagnostics import Span
    from memoryrail_lint.profiles.engramory.links import Line
    from memoryrail_lint.profiles.engramory.model import Store
    from memoryrail_lint.profiles.engramory.note import Note


class Item:
    """One thing to do, or one that is left to a person: where, what, and the lines and bytes of the index it wins.

    line: of the index, 0 where it is about no single one. text: holds paths as they are, so it is masked when shown.
    """

    __slots__ = ("bytes", "line", "lines", "path", "text")

    def __init__(self, path: str, line: int, text: str, lines: int = 0, bytes: int = 0) -> None:
        self.path = path
        self.line = line
        self.text = text
        self.lines = lines
        self.bytes = bytes


class Draft:
    """Changes to a store that has an index in UTF-8; nothing is written before `write`.

    pieces: the index's lines with their ends, "" for one that is taken out. lines, bytes: of the index as it would be.
    destinations: number of a rewritten line -> where its link's destination is in it. moves: old path -> new path.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.source = store.index.source
        head = self.source.text.split("\n")
        self.pieces = [f"{text}\n" for text in head[:-1]] + head[-1:]
        self.lines = sum(map(bool, self.pieces))
        self.bytes = len(self.source.data)
        self.destinations: dict[int, Span] = {}
        self.edits: dict[str, tuple[Source, list[Edit]]] = {}
        self.moves: dict[str, str] = {}
        self.lists: dict[str, tuple[Source | None, bytes]] = {}
        """Path of a file that lists archived notes -> (what is there, its new content)."""
        self._added: dict[str, str] = {}
        self._hits: list[Span] | None = None

    def replace(self, number: int, piece: str) -> tuple[int, int]:
        """Put `piece` in the place of a line of the index; the lines and bytes that this wins."""
        old = self.pieces[number - 1]
        self.pieces[number - 1] = piece
        won = bool(old) - bool(piece), len(old.encode()) - len(piece.encode())
        self.lines -= won[0]
        self.bytes -= won[1]
        return won

    def secret_in(self, line: Line) -> bool:
        """Whether a line of the index holds what looks like a credential and is not allowed."""
        if self._hits is None:
            text, allow = self.source.text, self.store
            self._hits = [
                (hit.start, hit.end)
                for hit in secrets.find(text)
                if allow.allowed.reason(self.source, hit.start, text[hit.start : hit.end]) is None
            ]
        return any(start < line.span[1] and end > line.span[0] for start, end in self._hits)

    def new_secret(self, path: str, before: str, after: str) -> bool:
        """Whether a text holds what looks like a credential, was not in it before, and is not allowed."""
        known = {before[hit.start : hit.end] for hit in secrets.find(before)}
        source = Source(path, after.encode())
        for hit in secrets.find(after):
            value = after[hit.start : hit.end]
            if value not in known and self.store.allowed.reason(source, hit.start, value) is None:
                return True
        return False

    def append(self, note: Note, text: str, *, joined: bool = False) -> str | None:
        """Put a line at the end of a note, unless it is there already; why that cannot be, None where it can.

        joined: it goes on with what was put there last, without an empty line between.
        """
        source, added = note.source, self._added.get(note.path, "")
        if text in source.text or text in added:
            return None
        reason = unfit(note)
        if reason is not None:
            return reason
        before = source.text + added
        gap = "" if not before or before.endswith("\n") else source.newline
        if before.strip() and not (joined and added) and not before.endswith(("\n\n", "\n\r\n")):
            gap += source.newline
        new = f"{gap}{text}{source.newline}"
        if len((before + new).encode()) > MAX_FILE_BYTES:
            return "its note would be too large"
        if self.new_secret(note.path, source.text, before + new):
            return "it looks like a credential in its note"
        self._added[note.path] = added + new
        self.edit(source, len(source.text), len(source.text), new)
        return None

    def edit(self, source: Source, start: int, end: int, text: str) -> None:
        self.edits.setdefault(source.path, (source, []))[1].append(Edit(source, start, end, text))

    def write(self) -> list[str]:
        """Write everything, all or nothing; the paths of the files that are written or moved, as they were.

        Raises Trouble where a file was changed meanwhile, or cannot be written.
        """
        from memoryrail_lint.files import write_all

        changes: dict[str, bytes | None] = {}
        expected: dict[str, bytes | None] = {}
        top = self.store.tree.top
        index = (BOM if self.source.bom else b"") + "".join(self.pieces).encode()
        self._compare(Source(self.source.path, index))
        new = {path: (source, source.edited(edits)) for path, (source, edits) in self.edits.items()}
        for path in sorted({*new, *self.moves}):
            note = self.store.graph.names.at(path)
            assert note is not None
            # A note that only moves is among the changes too, so that it is known to hold what was judged.
            source, data = new.get(path, (note.source, note.source.data))
            changes[os.path.join(top, path)], expected[os.path.join(top, path)] = data, source.data
        for path, (present, data) in self.lists.items():
            changes[os.path.join(top, path)] = data
            expected[os.path.join(top, path)] = present.data if present is not None else None
        if index != self.source.data:
            path = os.path.join(top, self.source.path)
            changes[path], expected[path] = index, self.source.data
        renames = [(os.path.join(top, old), os.path.join(top, new)) for old, new in sorted(self.moves.items())]
        write_all(top, changes, renames=renames, expected=expected)
        return sorted(os.path.relpath(path, top).replace(os.sep, "/") for path in changes)

    def _compare(self, new: Source) -> None:
        """Raises Trouble where lines that stay would lead elsewhere than before: code could begin or end in others."""
        text, starts = self.source.text.split("\n"), self.store.index.lines
        kept = [n for n, piece in enumerate(self.pieces) if piece and piece.removesuffix("\n") == text[n]]
        before = [self._leads(starts[n]) for n in kept]
        numbers = {n: at for at, n in enumerate(n for n, piece in enumerate(self.pieces) if piece)}
        lines = links.read_index(new)
        if [self._leads(lines[numbers[n]]) for n in kept] != before:
            path = visible(self.source.path)
            raise Trouble(f"{path} has code that goes on over lines in a way that must be mended by hand first")

    @staticmethod
    def _leads(line: Line) -> list[str]:
        return [one.destination for one in line.pointers] + [one.target for one in line.wikilinks]


def unfit(note: Note) -> str | None:
    """Why nothing can be put at the end of a note; None where it can."""
    if not note.readable or note.source.bad_byte is not None:
        return "its note cannot be read"
    if note.source.real is not None:
        return "its note is a symlink"
    if not note.start and not note.is_bare:
        return "its note's front matter never ends"
    if ends_open(note.source.text, note.start):
        return "its note ends within code or a comment"
    return None


def ends_open(text: str, start: int = 0) -> bool:
    """Whether what follows a text would be code, or part of a comment."""
    return not links.live(f"{text}\n\nx\n", start).endswith("x\n")


def total(items: Iterable[Item]) -> tuple[int, int]:
    """The lines and bytes that items win together."""
    found = [(item.lines, item.bytes) for item in items]
    return sum(lines for lines, _ in found), sum(bytes for _, bytes in found)
