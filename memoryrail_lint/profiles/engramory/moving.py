"""Moving notes to the archive, in a draft. One line a topic leads to their list.

A note goes to the same place below `archive/`, its line of the index, word for word, to the list of its topic, which is
the heading it stood under. Links by name find it there as before; links by path are rewritten.
"""

from __future__ import annotations

import posixpath
import re

from memoryrail_lint.profiles.engramory import links
from memoryrail_lint.profiles.engramory.draft import Item, ends_open
from memoryrail_lint.profiles.engramory.shortening import MARKER
from memoryrail_lint.source import BOM
from memoryrail_lint.tree import Unreadable, join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from memoryrail_lint.profiles.engramory.links import Line, Pointer
    from memoryrail_lint.profiles.engramory.movable import Candidate, Movable, Topic
    from memoryrail_lint.profiles.engramory.note import Note
    from memoryrail_lint.profiles.engramory.shortening import Entry

_COUNT: Final = re.compile(r"— \d+ notes?(?=\s*$)")
# What a destination cannot hold bare.
_ESCAPED: Final = frozenset(" ()<>%#?\\\"'\t")


class Mover:
    """Puts a choice into the draft that it was made for."""

    def __init__(self, movable: Movable) -> None:
        self.movable = movable
        self.draft = movable.draft
        self.store = movable.store

    def carry_out(self) -> Iterator[Item]:
        """Put the choice into the draft."""
        groups: dict[str, list[Candidate]] = {}
        for path in self.movable.chosen:
            groups.setdefault(self.movable.candidates[path].topic, []).append(self.movable.candidates[path])
        for name, group in groups.items():
            topic = self.movable.topics[name]
            entries = sorted((e for one in group for e in one.entries), key=lambda entry: entry.line.number)
            listed = [self._listed(entry) for entry in entries]
            problem = self._write_list(topic, listed)
            if problem is not None:
                for one in group:
                    yield Item(one.note.path, 0, f"it could be archived, but {problem}")
                    del self.movable.chosen[one.note.path]
                continue
            won: dict[str, tuple[int, int]] = {}
            for entry in entries:
                path = entry.note.path
                new = ""
                if entry is entries[0] and topic.line is None:
                    new = topic.pointer(self.movable.folder, entry.marker or "- ", len(group)) + entry.end
                lines, bytes = self.draft.replace(entry.line.number, new)
                so_far = won.get(path, (0, 0))
                won[path] = so_far[0] + lines, so_far[1] + bytes
            if topic.line is not None:
                lines, bytes = self._recount(topic.line, len(group))
                path = entries[0].note.path
                won[path] = won[path][0] + lines, won[path][1] + bytes
            for one in group:
                self.draft.moves[one.note.path] = self.movable.new_path(one.note)
                text = f"goes to {self.movable.new_path(one.note)}: {self.movable.chosen[one.note.path]}"
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
            inner = self.movable.new_path(entry.note).removeprefix(join(self.store.root, f"{self.movable.folder}/"))
            piece = piece[:start] + rebased(piece[start:end], inner) + piece[end:]
        marker = MARKER.match(piece)
        return "- " + piece[marker.end() if marker else 0 :].rstrip()

    def _write_list(self, topic: Topic, listed: list[str]) -> str | None:
        """Note the new content of a topic's list; why that cannot be, None where it can."""
        path = self.movable.list_path(topic.name)
        try:
            present = self.store.tree.read(path)
        except Unreadable as error:
            return f"{path} {error}"
        if present is None and self.movable.is_taken(path):
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
            note = self.movable.candidates[path].note
            for pointer in links.links(note.source.text)[0]:
                if pointer.kind == links.LOCAL:
                    self._relink(note, pointer, done)
            for other, pointer in self.movable.pointers.get(path, ()):
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


def rebased(destination: str, path: str) -> str:
    """A link's destination with another path, its anchor and angle brackets kept."""
    bare = destination[1:-1] if destination.startswith("<") else destination
    ends = [at for at in (bare.find("#"), bare.find("?")) if at >= 0]
    suffix = bare[min(ends) :].rstrip() if ends else ""
    if ":" in path.partition("/")[0]:
        path = f"./{path}"
    escaped = "".join(f"%{ord(ch):02X}" if ch in _ESCAPED else ch for ch in path)
    return f"<{escaped}{suffix}>" if destination.startswith("<") else escaped + suffix
