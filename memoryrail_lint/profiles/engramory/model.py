"""An Engramory store: its index and notes, read on first touch and never from outside its root."""

from __future__ import annotations

import os

from memoryrail_lint.diagnostics import visible
from memoryrail_lint.errors import Trouble
from memoryrail_lint.profiles.engramory import INDEX, strictness
from memoryrail_lint.profiles.engramory.note import APART, ASIDE, INDEX_FILE, NOTE, OUT_OF_GRAPH, Note
from memoryrail_lint.profiles.engramory.reading import contents
from memoryrail_lint.source import Source
from memoryrail_lint.tree import MAX_FILE_BYTES, Unreadable, join, size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from memoryrail_lint.checks.allow import Allowed
    from memoryrail_lint.config import Config
    from memoryrail_lint.git import Repository
    from memoryrail_lint.locate import Ends
    from memoryrail_lint.profiles.engramory.graph import Graph
    from memoryrail_lint.profiles.engramory.links import Line
    from memoryrail_lint.tree import Tree

__all__ = ["Index", "Note", "Store"]


class Index:
    """The store's `MEMORY.md`: its content, or why there is none (`fault`). `source` is empty then."""

    __slots__ = ("_lines", "fault", "source")

    def __init__(self, source: Source, fault: str | None) -> None:
        self.source = source
        self.fault = fault
        self._lines: list[Line] | None = None

    @property
    def lines(self) -> list[Line]:
        """What its lines hold, in order."""
        if self._lines is None:
            from memoryrail_lint.profiles.engramory.links import read_index

            self._lines = read_index(self.source)
        return self._lines


class Store:
    """One memory root.

    root: the folder, relative to the tree's top ("" at the top itself). skipped: rules that could not run, with the
    reason. staged, named, ends: kept for the caller.
    """

    profile: Final = "engramory"

    def __init__(self, tree: Tree, root: str, config: Config, repository: Repository | None) -> None:
        self.tree = tree
        self.root = root
        self.config = config
        self.repository = repository
        self.skipped: dict[str, str] = {}
        self.staged: frozenset[str] | None = None
        self.named: list[str] = []
        self.ends: Ends | None = None
        self._allowed: Allowed | None = None
        self._index: Index | None = None
        self._raw: list[Note] | None = None
        self._members: list[Note] | None = None
        self._notes: list[Note] | None = None
        self._mode: str | None = None
        self._graph: Graph | None = None
        try:
            self._listed = tree.list(root)
        except Unreadable as error:
            raise Trouble(f"the memory root {visible(root)[:200]!r} {error}") from None

    @property
    def index(self) -> Index:
        if self._index is None:
            self._index = self._read_index()
        return self._index

    def _read_index(self) -> Index:
        path = join(self.root, INDEX)
        kind = dict(self._listed).get(INDEX)
        if kind is None:
            return Index(Source(path), "is not there")
        if kind == "symlink":
            return Index(Source(path), "is a symlink")
        try:
            source = self.tree.read(path)
        except Unreadable as error:
            return Index(Source(path), str(error))
        return Index(source or Source(path), None if source is not None else "is not there")

    @property
    def mode(self) -> str:
        """How the store is judged: `strictness.STRICT` or `strictness.HOST`."""
        if self._mode is None:
            wanted = self.config.engramory_strictness
            self._mode = strictness.decide(self._all()) if wanted == "auto" else wanted
        return self._mode

    def level(self, what: str) -> str:
        """The severity of a departure here, see `strictness.LEVELS`."""
        return strictness.level(what, self.mode)

    @property
    def members(self) -> list[Note]:
        """Everything that per-file rules judge: the index, the notes, and the files that are none."""
        if self._members is None:
            found = self._all()
            if self.mode == strictness.HOST:
                found = [self._as_host(note) for note in found]
            self._members = found
        return self._members

    def _as_host(self, note: Note) -> Note:
        folder = note.path.rpartition("/")[0]
        if note.kind == NOTE and strictness.is_aside(note.name, folder != self.root):
            return Note(note.source, ASIDE, note.unreadable)
        return note

    @property
    def notes(self) -> list[Note]:
        """The notes of the graph, in the order of their paths."""
        if self._notes is None:
            self._notes = [note for note in self.members if note.kind == NOTE]
        return self._notes

    @property
    def graph(self) -> Graph:
        """Who links whom."""
        if self._graph is None:
            from memoryrail_lint.profiles.engramory.graph import Graph

            self._graph = Graph(self)
        return self._graph

    def _all(self) -> list[Note]:
        if self._raw is None:
            self._raw = sorted(self._read(), key=lambda note: note.path)
        return self._raw

    def _read(self) -> Iterator[Note]:
        if self.index.fault is None:
            yield Note(self.index.source, INDEX_FILE)
        folders = [(self.root, self._listed)]
        while folders:
            folder, listed = folders.pop()
            files: list[tuple[str, str]] = []
            others: list[tuple[str, str]] = []
            for name, kind in listed:
                if name.startswith(".") or (name == INDEX and folder == self.root):
                    continue
                if kind == "folder":
                    path = join(folder, name)
                    try:
                        folders.append((path, self.tree.list(path)))
                    except Unreadable as error:
                        yield Note(Source(path), NOTE, ("note-frontmatter", f"the folder {error}"))
                elif name.endswith(".md"):
                    (files if kind == "file" else others).append((name, kind))
            if hasattr(self.tree, "fetch"):
                self.tree.fetch(join(folder, name) for name, _ in files + others)
            yield from self._files(folder, [name for name, _ in files])
            for name, kind in others:
                yield self._note(join(folder, name), kind)

    def _files(self, folder: str, names: list[str]) -> Iterator[Note]:
        where, before = self._kind(folder), join(folder, "")
        for name, data in contents(self.tree, folder, names):
            yield self._note(before + name, "file") if data is None else Note(Source(before + name, data), where)

    def _kind(self, folder: str) -> str:
        """What the files of a folder are."""
        first = folder.removeprefix(f"{self.root}/" if self.root else "").partition("/")[0]
        return APART if folder != self.root and first.casefold() in OUT_OF_GRAPH else NOTE

    def _note(self, path: str, kind: str) -> Note:
        where = self._kind(path.rpartition("/")[0])
        if kind == "symlink" and not self.holds_target(path):
            return Note(Source(path), where, ("note-outside", "the note is a symlink that leads out of the store"))
        try:
            source = self.tree.read(path)
        except Unreadable as error:
            rule = "note-too-large" if str(error) == f"is larger than {size(MAX_FILE_BYTES)}" else "note-frontmatter"
            return Note(Source(path), where, (rule, f"the note {error}"))
        return Note(source or Source(path), where)

    def holds_target(self, path: str) -> bool:
        """Whether a symlink of the store leads to a place within it; nothing is opened to find out."""
        root = os.path.realpath(os.path.join(self.tree.top, self.root))
        entries = getattr(self.tree, "entries", None)
        if entries is None:
            target = os.path.realpath(os.path.join(self.tree.top, path))
        else:
            try:
                source = self.tree.read(path)
            except Unreadable:
                return False
            target = (source and source.real) or ""
        return target == root or target.startswith(root.rstrip(os.sep) + os.sep)

    @property
    def allowed(self) -> Allowed:
        """What people allow although it looks like a credential. Raises Trouble for a baseline that is none."""
        if self._allowed is None:
            from memoryrail_lint.profiles.allowed import load

            self._allowed = load(self.tree, self.config)
        return self._allowed

    @property
    def files(self) -> int:
        return len(self._all())

    def sources(self) -> Iterator[tuple[Source, Note | None]]:
        """Every file that was read, where suppression comments may stand."""
        for note in self.members:
            yield note.source, note

    def skip(self, rule: str, reason: str) -> None:
        self.skipped.setdefault(rule, reason)
