"""Who links whom: where each pointer of the index leads, what each wikilink means, which notes are reached."""

from __future__ import annotations

import os
import posixpath

from memoryrail_lint.checks import paths
from memoryrail_lint.profiles.engramory import links
from memoryrail_lint.profiles.engramory.note import ASIDE, NOTE, TYPES
from memoryrail_lint.tree import join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Final

    from memoryrail_lint.profiles.engramory.links import Line, Pointer, Wikilink
    from memoryrail_lint.profiles.engramory.model import Store
    from memoryrail_lint.profiles.engramory.note import Note
    from memoryrail_lint.source import Source

ELSEWHERE: Final = "elsewhere"
"""Remote, or within the file itself."""
MISSING: Final = "missing"
LEAVES: Final = "leaves"
THERE: Final = "there"


class Target:
    """Where a pointer of the index leads: `state` is one of the words above, `why` says how it LEAVES.

    path: relative to the store's root (to the repository's where it lies elsewhere in it); "" where it is none.
    note: the store's file there, of any kind.
    """

    __slots__ = ("line", "note", "path", "pointer", "state", "why")

    def __init__(self, line: Line, pointer: Pointer) -> None:
        self.line = line
        self.pointer = pointer
        self.state = ELSEWHERE
        self.why = ""
        self.path = ""
        self.note: Note | None = None


class Meaning:
    """A wikilink, where it stands, and the files it may mean: none, one, or several."""

    __slots__ = ("files", "source", "wikilink")

    def __init__(self, source: Source, wikilink: Wikilink, files: list[Note]) -> None:
        self.source = source
        self.wikilink = wikilink
        self.files = files


class Graph:
    """targets: of the index's pointers. meanings: of the index's wikilinks, and of those outside `archive/` and
    `templates/` that mean no note, or more than one.

    indexed, linked: paths of the notes that the index, or another file, leads to.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.names = Names(store)
        self._seen = paths.Seen()
        self.indexed: set[str] = set()
        self.linked: set[str] = set()
        self.targets: list[Target] = []
        self.meanings: list[Meaning] = []
        self._read_index()
        for note in store.members:
            if note.kind in (NOTE, ASIDE):
                self._read_note(note)

    def _read_index(self) -> None:
        for line in self.store.index.lines:
            for pointer in line.pointers:
                target = self._target(line, pointer)
                self.targets.append(target)
                if target.note is not None and target.state == THERE:
                    self.indexed.add(target.note.path)
            for wikilink in line.wikilinks:
                meaning = Meaning(self.store.index.source, wikilink, self.names.find(wikilink.target, self.store.root))
                self.meanings.append(meaning)
                self.indexed.update(note.path for note in meaning.files)

    def _read_note(self, note: Note) -> None:
        text = note.source.text
        if "[" not in text:
            return
        found, wiki = links.links(text)
        folder = note.path.rpartition("/")[0]
        for pointer in found:
            if pointer.kind == links.LOCAL:
                other = self.names.at(posixpath.normpath(join(folder, pointer.path)))
                self._link(note, [other] if other is not None else [])
        for wikilink in wiki:
            files = self.names.find(wikilink.target, folder)
            self._link(note, files)
            if len(files) != 1:
                self.meanings.append(Meaning(note.source, wikilink, files))

    def _link(self, note: Note, others: Iterable[Note]) -> None:
        for other in others:
            if other is not note:
                self.linked.add(other.path)

    def _target(self, line: Line, pointer: Pointer) -> Target:
        target = Target(line, pointer)
        if pointer.kind == links.OUTSIDE:
            target.state, target.why = LEAVES, "leads out of the store"
        elif pointer.kind == links.LOCAL:
            inner = posixpath.normpath(pointer.path)
            if inner == ".." or inner.startswith("../"):
                self._into_repository(target, inner)
            else:
                self._within(target, inner)
        return target

    def _within(self, target: Target, inner: str) -> None:
        store, target.path = self.store, inner
        path = join(store.root, inner) if inner != "." else store.root
        target.note = self.names.at(path)
        if target.note is not None:
            planted = target.note.unreadable is not None and target.note.unreadable[0] == "note-outside"
            target.state, target.why = (LEAVES, "is a symlink that leads out of the store") if planted else (THERE, "")
        elif not self._exists(path):
            target.state = MISSING
            if os.path.lexists(os.path.join(store.tree.top, path)) and not store.holds_target(path):
                target.state, target.why = LEAVES, "is a symlink that leads out of the store"
        else:
            target.state = THERE
            if not hasattr(store.tree, "entries") and not store.holds_target(path):
                target.state, target.why = LEAVES, "leads through a symlink out of the store"

    def _into_repository(self, target: Target, inner: str) -> None:
        """A pointer that leaves the root, which a host's store may do within its repository."""
        store = self.store
        path = posixpath.normpath(join(store.root, inner))
        out = "leads out of the store"
        if not store.level("pointer into the repository") and store.repository is not None:
            leaves = path == ".." or path.startswith("../") or any(map(paths.is_git, path.split("/")))
            if not leaves and paths.through_symlink(store.tree.top, path, self._seen) is None:
                target.path = path
                target.state = THERE if self._exists(path) else MISSING
                return
            out = "leads out of the repository"
        target.state, target.why = LEAVES, out

    def _exists(self, path: str) -> bool:
        """Whether a file or folder of the tree is there, without opening it."""
        entries = getattr(self.store.tree, "entries", None)
        if entries is not None:
            return path in entries or any(name.startswith(f"{path}/") for name in entries)
        return paths.exists(self.store.tree.top, path, self._seen)


class Names:
    """The files of a store by what a link may call them: path, file name, `name:`, and both folded."""

    def __init__(self, store: Store) -> None:
        self.root = store.root
        self._files = store.members
        self._by_path = {note.path: note for note in store.members}
        self._steps: list[dict[str, list[Note]] | None] = [None] * len(_STEPS)

    def _step(self, number: int) -> dict[str, list[Note]]:
        """What the files are called in one step of the search; most links need the first step only."""
        known = self._steps[number]
        if known is None:
            known = self._steps[number] = {}
            for note in self._files:
                for word in _STEPS[number](note):
                    if word:
                        known.setdefault(word, []).append(note)
        return known

    def at(self, path: str) -> Note | None:
        """The file at a path relative to the tree's top."""
        return self._by_path.get(path)

    def find(self, target: str, folder: str) -> list[Note]:
        """The files that a wikilink may mean: by file name, then `name:`, then folded, then without a type's prefix."""
        if "/" in target:
            for base in (self.root, folder):
                note = self.at(posixpath.normpath(join(base, f"{target}.md")))
                if note is not None:
                    return [note]
            target = target.rpartition("/")[2]
        # Most links name a file beside them, and then nothing more needs to be known.
        note = self._by_path.get(join(folder, f"{target}.md"))
        return [note] if note is not None else self._search(target, folder)

    def _search(self, target: str, folder: str) -> list[Note]:
        for number, word in enumerate((target, target, fold(target), bare(target))):
            found = self._step(number).get(word)
            if found:
                beside = [note for note in found if note.path.rpartition("/")[0] == folder]
                return beside if len(beside) == 1 else found
        return []

    def like(self, path: str) -> Iterator[str]:
        """Paths of files whose names equal that of a path but for folder, case, `-`, `_`, `.md` and a type's prefix."""
        word = bare(path.rpartition("/")[2].removesuffix(".md"))
        for note in self._step(3).get(word, ()):
            yield note.path.removeprefix(f"{self.root}/" if self.root else "")


def fold(text: str) -> str:
    """A name with case, `-`, `_` and blanks folded, in Unicode form NFC."""
    text = text.casefold().replace("_", "-").replace(" ", "-")
    if text.isascii():
        return text
    from unicodedata import normalize

    return normalize("NFC", text)


def bare(text: str) -> str:
    """A folded name without a type's prefix."""
    return _without_type(fold(text))


def _without_type(text: str) -> str:
    head, hyphen, tail = text.partition("-")
    return tail if hyphen and tail and head in TYPES else text


_STEPS: Final[tuple[Callable[[Note], Iterable[str]], ...]] = (
    lambda note: (note.name,),
    lambda note: (note.text("name"),),
    lambda note: dict.fromkeys((fold(note.name), fold(note.text("name")))),
    lambda note: dict.fromkeys((bare(note.name), bare(note.text("name")))),
)
"""The words by which each step of a search knows a file."""
