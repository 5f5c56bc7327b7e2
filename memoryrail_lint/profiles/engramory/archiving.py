"""Archiving notes: superseded ones, and cold ones while the index is too long. One line a topic leads to their list.

A note goes to the same place below `archive/`, its line of the index, word for word, to the list of its topic, which is
the heading it stood under. Links by name find it there as before; links by path are rewritten.
"""

from __future__ import annotations

import os
import posixpath
import re

from memoryrail_lint.checks import secrets
from memoryrail_lint.profiles.engramory import graph, links, model
from memoryrail_lint.profiles.engramory.draft import Item, ends_open
from memoryrail_lint.profiles.engramory.shortening import MARKER, indent
from memoryrail_lint.source import BOM
from memoryrail_lint.tree import Unreadable, join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Final

    from memoryrail_lint.profiles.engramory.draft import Draft
    from memoryrail_lint.profiles.engramory.links import Line, Pointer
    from memoryrail_lint.profiles.engramory.model import Note
    from memoryrail_lint.profiles.engramory.shortening import Entries, Entry

FOLDER: Final = "archive"
COLD_DAYS: Final = 180
"""A project note that nobody has touched for so many days, and no other note links, is taken for cold."""
_LONGEST: Final = 60
"""Code points of a topic in a file's name and in a line of the index."""
_LINE: Final = 400
"""Bytes that a line for a topic's list has at most."""
_STATES: Final = frozenset(("superseded", "obsolete", "retired", "archived", "deprecated"))
_SUCCESSOR: Final = ("superseded_by", "superseded-by", "replaced_by", "replaced-by")
_SAID: Final = re.compile(r"superseded(?:\s+(?:by|on|since)\b|\s*[\]:—–.*_-]|\s*$)", re.IGNORECASE)
_IMAGE: Final = re.compile(r"!\[[^\]\n]*\]\((?![a-z]+:)", re.IGNORECASE)
_COUNT: Final = re.compile(r"— \d+ notes?(?=\s*$)")
# What a destination cannot hold bare.
_ESCAPED: Final = frozenset(" ()<>%#?\\\"'\t")


class Topic:
    """Notes that stood under one heading and go together. place: the number of the first line that goes."""

    __slots__ = ("label", "line", "lines", "name")

    def __init__(self, name: str, label: str) -> None:
        self.name = name
        self.label = label
        self.line: Line | None = None
        """The line that leads to the list already."""
        self.lines: list[tuple[Entry, Note]] = []


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


class Archiver:
    """Chooses what moves, then puts it into a draft."""

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
        self._pointers: dict[str, list[tuple[Note, Pointer]]] = {}
        self._linkers: dict[str, set[str]] = {}
        self._links: dict[str, set[str]] = {}
        self._gone: set[int] = set()
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
            if note.kind == model.INDEX_FILE:
                continue
            found, wiki = links.links(note.source.text)
            folder = note.path.rpartition("/")[0]
            reached = []
            for pointer in found:
                if pointer.kind == links.LOCAL:
                    other = names.at(posixpath.normpath(join(folder, pointer.path)))
                    if other is not None:
                        self._pointers.setdefault(other.path, []).append((note, pointer))
                        reached.append(other)
            for wikilink in wiki:
                reached += names.find(wikilink.target, folder)
            if note.kind != model.APART:
                for other in reached:
                    if other is not note:
                        self._linkers.setdefault(other.path, set()).add(note.path)
                        self._links.setdefault(note.path, set()).add(other.path)

    def _read_index(self) -> None:
        topic = _topic("")
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
                topic = _topic(line.heading[1] if line.heading[0] > 1 else "")
            for note in by_line.get(line.number, ()):
                if note.kind == model.NOTE:
                    leading.setdefault(note.path, []).append((line, topic))
                elif note.kind == model.APART:
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
            topic.line = lists.get(self._list_path(name))

    def _below(self, line: Line) -> set[int]:
        mine, found = indent(self.draft.pieces[line.number - 1]), set()
        for number, piece in enumerate(self.draft.pieces[line.number :], line.number + 1):
            if piece and (not piece.strip() or indent(piece) <= mine):
                break
            if piece:
                found.add(number)
        return found

    def _list_path(self, topic: str) -> str:
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
        if candidate.below - self._gone:
            return f"other lines stand below its line {candidate.entries[0].line.number} of the index"
        pointing = [other for other, _ in self._pointers.get(path, ())]
        if note.unreadable is not None or any(one.source.bad_byte is not None for one in (note, *pointing)):
            return "it, or a note that links it, cannot be read"
        if any(one.source.real is not None for one in (note, *pointing)) or self._real(path) in self._aliased:
            return "it, or a note that links it, is a symlink or has one"
        if names.at(self.new_path(note)) is not None or self._is_taken(self.new_path(note)):
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

    def _is_taken(self, path: str) -> bool:
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
            if note is None or other in gone or note.kind != model.NOTE or other in self.store.graph.indexed:
                continue
            if not self._linkers[other] - gone:
                return other
        return None

    def is_linked(self, path: str) -> bool:
        """Whether a note that stays links this one."""
        return bool(self._linkers.get(path, set()) - self.chosen.keys())

    def choose(self, cold: Sequence[str], merged: set[int], lines: int, bytes: int) -> None:
        """Settle what moves: every superseded note, then topic by topic the coldest ones while the index is too long.

        cold: paths, the coldest first. merged: numbers of lines that are taken for gone. lines, bytes: the caps.
        """
        # Where every byte counts, a line of a list in the place of that of one note would win nothing.
        tight = self.draft.bytes + _LINE * len(self.topics) > bytes
        before = -1
        while len(self.chosen) != before:
            before = len(self.chosen)
            alone = self._alone() if tight else set()
            for path, candidate in self.candidates.items():
                why = superseded(candidate.note)
                if (
                    why
                    and path not in self.chosen
                    and path not in alone
                    and not self.blocked(path)
                    and not self.strands(path)
                ):
                    self._choose(path, why)
            self._choose_cold(cold, merged, lines, bytes)

    def _choose(self, path: str, why: str) -> None:
        self.chosen[path] = why
        self._gone |= {entry.line.number for entry in self.candidates[path].entries}

    def _alone(self) -> set[str]:
        """Superseded notes that are the only ones of a topic without a list."""
        found: dict[str, list[str]] = {}
        going = {self.candidates[path].topic for path in self.chosen}
        for path, candidate in self.candidates.items():
            listed = self.topics[candidate.topic].line is not None or candidate.topic in going
            if superseded(candidate.note) and not listed:
                found.setdefault(candidate.topic, []).append(path)
        return {paths[0] for paths in found.values() if len(paths) == 1}

    def _choose_cold(self, cold: Sequence[str], merged: set[int], lines: int, bytes: int) -> None:
        groups: dict[str, list[str]] = {}
        for path in cold:
            if path not in self.chosen and not self.is_linked(path) and not self.blocked(path):
                groups.setdefault(self.candidates[path].topic, []).append(path)
        # What is over the caps as things stand.
        lines, bytes = self.draft.lines - lines, self.draft.bytes - bytes
        for number in merged | self._gone:
            lines, bytes = lines - 1, bytes - len(self.draft.pieces[number - 1].encode())
        listed = {self.candidates[path].topic for path in self.chosen}
        for name in listed:
            if self.topics[name].line is None:
                lines, bytes = lines + 1, bytes + len(self._line(self.topics[name], "- ", 99).encode())
        listed |= {name for name, topic in self.topics.items() if topic.line is not None}
        for name, paths in groups.items():
            if len(paths) == 1 and name not in listed:
                continue  # its line would only be replaced by that of its list
            for path in paths:
                if lines <= 0 and bytes <= 0:
                    return
                if self.strands(path):
                    continue
                if name not in listed:
                    listed.add(name)
                    lines, bytes = lines + 1, bytes + len(self._line(self.topics[name], "- ", 99).encode())
                self._choose(path, f"nobody has changed it since {last_date(self.candidates[path].note)}")
                for entry in self.candidates[path].entries:
                    lines, bytes = lines - 1, bytes - len(self.draft.pieces[entry.line.number - 1].encode())

    def _line(self, topic: Topic, marker: str, count: int) -> str:
        notes = "1 note" if count == 1 else f"{count} notes"
        return f"{marker}[Archived: {topic.label}]({self.folder}/{topic.name}-index.md) — {notes}"

    def carry_out(self) -> Iterator[Item]:
        """Put the choice into the draft."""
        groups: dict[str, list[Candidate]] = {}
        for path in self.chosen:
            groups.setdefault(self.candidates[path].topic, []).append(self.candidates[path])
        for name, group in groups.items():
            topic = self.topics[name]
            entries = sorted((e for one in group for e in one.entries), key=lambda entry: entry.line.number)
            listed = [self._listed(entry) for entry in entries]
            problem = self._write_list(topic, listed)
            if problem is not None:
                for one in group:
                    yield Item(one.note.path, 0, f"it could be archived, but {problem}")
                    del self.chosen[one.note.path]
                continue
            won: dict[str, tuple[int, int]] = {}
            for entry in entries:
                path = entry.note.path
                new = ""
                if entry is entries[0] and topic.line is None:
                    new = self._line(topic, entry.marker or "- ", len(group)) + entry.end
                lines, bytes = self.draft.replace(entry.line.number, new)
                so_far = won.get(path, (0, 0))
                won[path] = so_far[0] + lines, so_far[1] + bytes
            if topic.line is not None:
                lines, bytes = self._recount(topic.line, len(group))
                path = entries[0].note.path
                won[path] = won[path][0] + lines, won[path][1] + bytes
            for one in group:
                self.draft.moves[one.note.path] = self.new_path(one.note)
                text = f"goes to {self.new_path(one.note)}: {self.chosen[one.note.path]}"
                yield Item(one.note.path, 0, text, *won[one.note.path])
        self._rewrite()

    def _recount(self, line: Line, count: int) -> tuple[int, int]:
        piece = self.draft.pieces[line.number - 1]
        match = _COUNT.search(piece)
        if match is None:
            return 0, 0
        count += int(match[0].split()[1])
        return self.draft.replace(line.number, f"{piece[: match.start()]}— {count} notes{piece[match.end() :]}")

    def _listed(self, entry: Entry) -> str:
        """A line of the index as the list of its topic has it."""
        number = entry.line.number
        piece = self.draft.pieces[number - 1]
        start, end = self.draft.destinations.get(number, entry.destination)
        if not piece[start:end].startswith("[["):
            inner = self.new_path(entry.note).removeprefix(join(self.store.root, f"{self.folder}/"))
            piece = piece[:start] + rebased(piece[start:end], inner) + piece[end:]
        marker = MARKER.match(piece)
        return "- " + piece[marker.end() if marker else 0 :].rstrip()

    def _write_list(self, topic: Topic, listed: list[str]) -> str | None:
        """Note the new content of a topic's list; why that cannot be, None where it can."""
        path = self._list_path(topic.name)
        try:
            present = self.store.tree.read(path)
        except Unreadable as error:
            return f"{path} {error}"
        if present is None and self._is_taken(path):
            return f"{path} differs from another file by case only"
        if present is not None and (
            present.bad_byte is not None or present.real is not None or ends_open(present.text)
        ):
            return f"nothing can be added to {path}"
        newline = present.newline if present is not None else self.draft.source.newline
        text = present.text if present is not None else f"# Archived: {topic.label}{newline}{newline}"
        known = set(text.replace("\r", "").split("\n"))
        if text and not text.endswith("\n"):
            text += newline
        text += "".join(f"{line}{newline}" for line in listed if line not in known)
        if self.draft.new_secret(path, present.text if present is not None else "", text):
            return "its line looks like a credential"
        data = (BOM if present is not None and present.bom else b"") + text.encode()
        if present is None or data != present.data:
            self.draft.lists[path] = (present, data)
        return None

    def _rewrite(self) -> None:
        """Correct the links by path that lead to moved notes, and those within them."""
        moves = self.draft.moves
        done: set[tuple[str, int]] = set()
        for path in moves:
            note = self.candidates[path].note
            for pointer in links.links(note.source.text)[0]:
                if pointer.kind == links.LOCAL:
                    self._relink(note, pointer, done)
            for other, pointer in self._pointers.get(path, ()):
                self._relink(other, pointer, done)

    def _relink(self, note: Note, pointer: Pointer, done: set[tuple[str, int]]) -> None:
        if (note.path, pointer.span[0]) in done:
            return
        done.add((note.path, pointer.span[0]))
        moves = self.draft.moves
        old_folder = note.path.rpartition("/")[0]
        new_folder = moves.get(note.path, note.path).rpartition("/")[0]
        target = posixpath.normpath(join(old_folder, pointer.path))
        target = moves.get(target, target)
        new = posixpath.relpath(target, new_folder or ".")
        if new != posixpath.normpath(pointer.path):
            text = rebased(pointer.destination, new)
            list_path = self.draft.lists.get(note.path)
            if list_path is not None:
                self._edit_list(note.path, pointer.destination, text)
            else:
                self.draft.edit(note.source, *pointer.span, text)

    def _edit_list(self, path: str, old: str, new: str) -> None:
        present, data = self.draft.lists[path]
        self.draft.lists[path] = (present, data.replace(f"]({old}".encode(), f"]({new}".encode()))


def superseded(note: Note) -> str | None:
    """Why a note counts as replaced, by its own words; None where it does not."""
    if not note.readable:
        return None
    if note.text("status").casefold() in _STATES:
        return f"its status is {note.text('status').casefold()}"
    for name in _SUCCESSOR:
        if note.text(name).strip("[]\"' ") not in ("", "null", "none", "~"):
            return f"it has {name}"
    first = next((line for line in note.source.text[note.body()[0] :].split("\n") if line.strip()), "")
    for text in (note.text("description"), first):
        if _SAID.match(text.strip().lstrip(">#*_~[( \t-")):
            return "it says that it is superseded"
    return None


def last_date(note: Note) -> str:
    """The day when a note was changed last, as it says; "" where it does not."""
    for name in ("updated", "modified", "created"):
        day = note.text(name)[:10]
        if day:
            return day if model.is_date(day) else ""
    return ""


def rebased(destination: str, path: str) -> str:
    """A link's destination with another path, its anchor and angle brackets kept."""
    bare = destination[1:-1] if destination.startswith("<") else destination
    ends = [at for at in (bare.find("#"), bare.find("?")) if at >= 0]
    suffix = bare[min(ends) :].rstrip() if ends else ""
    if ":" in path.partition("/")[0]:
        path = f"./{path}"
    escaped = "".join(f"%{ord(ch):02X}" if ch in _ESCAPED else ch for ch in path)
    return f"<{escaped}{suffix}>" if destination.startswith("<") else escaped + suffix


def _topic(heading: str) -> Topic:
    plain = "".join(" " if ch in "[]`<>\\|!()*_#" or not ch.isprintable() else ch for ch in heading)
    label = " ".join(plain.split())[:_LONGEST].strip() or "notes"
    words = "".join(ch if ch.isalnum() else " " for ch in label.casefold()).split()
    return Topic("-".join(words) or "notes", label)
