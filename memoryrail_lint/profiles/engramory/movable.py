"""Which notes of an index can move to `archive/`, where they go, and what stands in the way."""

from __future__ import annotations

import os
import posixpath
import re

from memoryrail_lint.checks import secrets
from memoryrail_lint.profiles.engramory import graph, links
from memoryrail_lint.profiles.engramory.note import APART, INDEX_FILE, NOTE
from memoryrail_lint.profiles.engramory.shortening import indent
from memoryrail_lint.tree import Unreadable, join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from memoryrail_lint.profiles.engramory.draft import Draft
    from memoryrail_lint.profiles.engramory.links import Line, Pointer
    from memoryrail_lint.profiles.engramory.note import Note
    from memoryrail_lint.profiles.engramory.shortening import Entries, Entry

FOLDER: Final = "archive"
_LONGEST: Final = 60
"""Code points of a topic in a file's name and in a line of the index."""
_IMAGE: Final = re.compile(r"!\[[^\]\n]*\]\((?![a-z]+:)", re.IGNORECASE)


class Topic:
    """Notes that stood under one heading and go together. place: the number of the first line that goes."""

    __slots__ = ("label", "line", "name")

    def __init__(self, name: str, label: str) -> None:
        self.name = name
        self.label = label
        self.line: Line | None = None
        """The line that leads to the list already."""

    def pointer(self, folder: str, marker: str, count: int) -> str:
        """The line that leads to the list of `count` notes."""
        notes = "1 note" if count == 1 else f"{count} notes"
        return f"{marker}[Archived: {self.label}]({folder}/{self.name}-index.md) — {notes}"


class Candidate:
    """A note with the lines of the index that lead to it. blocked: why it cannot be moved.

    below: the numbers of the lines that stand further in, below those.
    """

    __slots__ = ("below", "blocked", "entries", "note", "topic")

    def __init__(self, note: Note, topic: str) -> None:
        self.note = note
        self.topic = topic
        self.entries: list[Entry] = []
        self.blocked: str | None = None
        self.below: set[int] = set()


class Movable:
    """The notes that the index lists, with all that leads to them, and which of them are chosen to move."""

    def __init__(self, draft: Draft, entries: Entries) -> None:
        self.draft = draft
        self.store = draft.store
        self.entries = entries
        self.folder = FOLDER
        self.refused: str | None = None
        """Why nothing can be archived."""
        self.topics: dict[str, Topic] = {}
        self.candidates: dict[str, Candidate] = {}
        self.chosen: dict[str, str] = {}
        """Path -> why the note moves."""
        self.pointers: dict[str, list[tuple[Note, Pointer]]] = {}
        self._linkers: dict[str, set[str]] = {}
        self._links: dict[str, set[str]] = {}
        self.gone: set[int] = set()
        """The lines that lead to what is chosen."""
        self._aliased = {note.source.real for note in self.store.members if note.source.real is not None}
        self._find_folder()
        self._read_links()
        self._read_index()

    def _find_folder(self) -> None:
        try:
            listed = self.store.tree.list(self.store.root)
        except Unreadable as error:
            self.refused = f"the folder {error}"
            return
        for name, kind in listed:
            if name.casefold() == FOLDER:
                self.folder = name
                if kind != "folder":
                    self.refused = f"{join(self.store.root, name)} is no folder"

    def _read_links(self) -> None:
        names = self.store.graph.names
        for note in self.store.members:
            if note.kind == INDEX_FILE:
                continue
            found, wiki = links.links(note.source.text)
            folder = note.path.rpartition("/")[0]
            reached = []
            for pointer in found:
                if pointer.kind == links.LOCAL:
                    other = names.at(posixpath.normpath(join(folder, pointer.path)))
                    if other is not None:
                        self.pointers.setdefault(other.path, []).append((note, pointer))
                        reached.append(other)
            for wikilink in wiki:
                reached += names.find(wikilink.target, folder)
            if note.kind != APART:
                for other in reached:
                    if other is not note:
                        self._linkers.setdefault(other.path, set()).add(note.path)
                        self._links.setdefault(note.path, set()).add(other.path)

    def _read_index(self) -> None:
        topic = topic_of("")
        leading: dict[str, list[tuple[Line, Topic]]] = {}
        lists: dict[str, Line] = {}
        found = self.store.graph
        by_line: dict[int, list[Note]] = {}
        for target in found.targets:
            if target.note is not None and target.state == graph.THERE:
                by_line.setdefault(target.line.number, []).append(target.note)
        for meaning in found.meanings:
            if meaning.source is self.draft.source:
                number = self.draft.source.position(meaning.wikilink.span[0])[0]
                by_line.setdefault(number, []).extend(meaning.files)
        for line in self.store.index.lines:
            if line.heading[0]:
                topic = topic_of(line.heading[1] if line.heading[0] > 1 else "")
            for note in by_line.get(line.number, ()):
                if note.kind == NOTE:
                    leading.setdefault(note.path, []).append((line, topic))
                elif note.kind == APART:
                    lists.setdefault(note.path, line)
        for path, lines in leading.items():
            named = found.names.at(path)
            assert named is not None
            topic = self.topics.setdefault(lines[0][1].name, lines[0][1])
            candidate = self.candidates[path] = Candidate(named, topic.name)
            for line, _ in lines:
                entry = self.entries.read(line)
                if isinstance(entry, str):
                    candidate.blocked = f"of its line {line.number} of the index: {entry}"
                else:
                    candidate.entries.append(entry)
                    candidate.below |= self._below(line)
        for name, topic in self.topics.items():
            topic.line = lists.get(self.list_path(name))

    def _below(self, line: Line) -> set[int]:
        mine, found = indent(self.draft.pieces[line.number - 1]), set()
        for number, piece in enumerate(self.draft.pieces[line.number :], line.number + 1):
            if piece and (not piece.strip() or indent(piece) <= mine):
                break
            if piece:
                found.add(number)
        return found

    def list_path(self, topic: str) -> str:
        return join(self.store.root, f"{self.folder}/{topic}-index.md")

    def new_path(self, note: Note) -> str:
        """Where a note goes."""
        inner = note.path.removeprefix(f"{self.store.root}/" if self.store.root else "")
        return join(self.store.root, f"{self.folder}/{inner}")

    def blocked(self, path: str) -> str | None:
        """Why a note of the index cannot be moved; None where it can."""
        candidate = self.candidates[path]
        note, names = candidate.note, self.store.graph.names
        if self.refused or candidate.blocked:
            return self.refused or candidate.blocked
        if candidate.below - self.gone:
            return f"other lines stand below its line {candidate.entries[0].line.number} of the index"
        pointing = [other for other, _ in self.pointers.get(path, ())]
        if note.unreadable is not None or any(one.source.bad_byte is not None for one in (note, *pointing)):
            return "it, or a note that links it, cannot be read"
        if any(one.source.real is not None for one in (note, *pointing)) or self._real(path) in self._aliased:
            return "it, or a note that links it, is a symlink or has one"
        if names.at(self.new_path(note)) is not None or self.is_taken(self.new_path(note)):
            return f"{self.new_path(note)} exists already"
        if len(list(names.like(path))) > 1:
            return "another file has nearly its name, and links could come to mean that one"
        if _IMAGE.search(note.source.text):
            return "it shows an image by its path"
        if self.draft.new_secret(path, "", note.source.text):
            return "it holds what looks like a credential"
        if any(secrets.find(text) for text in (note.name, candidate.topic)):
            return "its name looks like a credential"
        return None

    def _real(self, path: str) -> str:
        return os.path.realpath(self.store.tree.absolute(path))

    def is_taken(self, path: str) -> bool:
        try:
            head, _, name = path.rpartition("/")
            return any(one.casefold() == name.casefold() for one, _ in self.store.tree.list(head))
        except Unreadable:
            return True

    def strands(self, path: str) -> str | None:
        """The path of a note that nothing would lead to any more if this one moved too; None where there is none."""
        gone = {*self.chosen, path}
        for other in sorted(self._links.get(path, ())):
            note = self.store.graph.names.at(other)
            if note is None or other in gone or note.kind != NOTE or other in self.store.graph.indexed:
                continue
            if not self._linkers[other] - gone:
                return other
        return None

    def is_linked(self, path: str) -> bool:
        """Whether a note that stays links this one."""
        return bool(self._linkers.get(path, set()) - self.chosen.keys())

    def choose(self, path: str, why: str) -> None:
        self.chosen[path] = why
        self.gone |= {entry.line.number for entry in self.candidates[path].entries}


def topic_of(heading: str) -> Topic:
    """The topic of what stands under a heading."""
    plain = "".join(" " if ch in "[]`<>\\|!()*_#" or not ch.isprintable() else ch for ch in heading)
    label = " ".join(plain.split())[:_LONGEST].strip() or "notes"
    words = "".join(ch if ch.isalnum() else " " for ch in label.casefold()).split()
    return Topic("-".join(words) or "notes", label)
