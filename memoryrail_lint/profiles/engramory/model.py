"""An Engramory store: its index and notes, read on first touch and never from outside its root."""

from __future__ import annotations

import os

from memoryrail_lint.diagnostics import visible
from memoryrail_lint.errors import Trouble
from memoryrail_lint.profiles.engramory import INDEX, strictness
from memoryrail_lint.profiles.engramory.parse import Front
from memoryrail_lint.source import Source
from memoryrail_lint.tree import MAX_FILE_BYTES, Unreadable, join, size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from memoryrail_lint.checks.allow import Allowed
    from memoryrail_lint.config import Config
    from memoryrail_lint.diagnostics import Finding, Span
    from memoryrail_lint.git import Repository
    from memoryrail_lint.locate import Ends
    from memoryrail_lint.profiles.engramory.graph import Graph
    from memoryrail_lint.profiles.engramory.links import Line
    from memoryrail_lint.profiles.engramory.parse import Field
    from memoryrail_lint.tree import Tree

TYPES: Final = ("user", "feedback", "project", "reference")
SCOPES: Final = ("global", "repo")
REQUIRED: Final = ("name", "description", "type", "created", "updated")
DATES: Final = ("created", "updated")
LABELLED: Final = ("feedback", "project")
"""Types whose body says why and how to apply."""
OUT_OF_GRAPH: Final = ("archive", "templates")

NOTE: Final = "note"
INDEX_FILE: Final = "index"
APART: Final = "apart"
"""In `archive/` or `templates/`."""
ASIDE: Final = "aside"
"""A README and the like, where a host manages the store."""


class Note:
    """One Markdown file of a store.

    name: its file's name without `.md`. kind: NOTE, or what else it is; the fields of anything else are not read.
    unreadable: (rule, message) where it must not, or cannot, be read. odd: the reader did not find it plainly right.
    """

    __slots__ = ("_hints", "fields", "front", "kind", "name", "odd", "source", "unreadable")

    def __init__(self, source: Source, kind: str = NOTE, unreadable: tuple[str, str] | None = None) -> None:
        self.source = source
        self.name = source.path.rpartition("/")[2].removesuffix(".md")
        self.kind = kind
        self.unreadable = unreadable
        self._hints: int | None = None
        self.front: Front | None = None
        self.fields: dict[str, Field] = {}
        if kind == NOTE and unreadable is None:
            self.front = Front(source.text)
            self.fields = self.front.fields
        self.odd = kind == NOTE and not self._plainly_right()

    def _plainly_right(self) -> bool:
        if self.front is None or self.front.faults or self.source.bad_byte is not None:
            return False
        for name in DATES:
            if not _known_date(self.text(name)):
                return False
        scope = self.text("scope")
        return (
            self.type in TYPES
            and (not scope or scope in SCOPES)
            and (self.type not in LABELLED or _has_labels(self.source.text, self.front.body - 1))
        )

    @property
    def path(self) -> str:
        return self.source.path

    @property
    def readable(self) -> bool:
        return self.kind == NOTE and self.front is not None

    @property
    def is_bare(self) -> bool:
        """Whether there is no front matter at all."""
        return self.front is not None and any(fault.absent for fault in self.front.faults)

    def text(self, name: str) -> str:
        """A field's value; "" where it is absent."""
        field = self.fields.get(name)
        return field.value if field is not None else ""

    @property
    def hints(self) -> int:
        """Which closer looks at the text may be worth their price, see the module `hints`."""
        if self._hints is None:
            from memoryrail_lint.profiles.engramory.hints import hints

            self._hints = hints(self.source.text)
        return self._hints

    @property
    def type(self) -> str:
        return self.text("type")

    def span(self, name: str) -> Span | None:
        """The place of a field's value; None (the first line) where it is absent."""
        field = self.fields.get(name)
        return field.span if field is not None else None

    def body(self) -> Span:
        return (self.front.body if self.front is not None else 0), len(self.source.text)

    def in_value(self, offset: int) -> bool:
        """Whether an offset lies inside a field's value, where a `#` begins no comment."""
        return any(field.span[0] <= offset < field.span[1] for field in self.fields.values())


def _has_labels(text: str, start: int) -> bool:
    """Whether both labels plainly stand at a line's start from an offset on; a no costs a closer look."""
    return (text.find("\n**Why:", start) >= 0 or text.find("\nWhy:", start) >= 0) and (
        text.find("\n**How to apply:", start) >= 0 or text.find("\nHow to apply:", start) >= 0
    )


_dates: Final[dict[str, bool]] = {}


def _known_date(text: str) -> bool:
    """As `is_date`; the notes of a store have few different dates."""
    found = _dates.get(text)
    if found is None:
        found = _dates[text] = is_date(text)
    return found


def is_date(text: str) -> bool:
    """Whether a text is a real day written YYYY-MM-DD."""
    from memoryrail_lint.checks import dates

    return len(text) == 10 and dates.parse(text) is not None


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
            wanted = []
            for name, kind in listed:
                path = join(folder, name)
                if name.startswith(".") or path == self.index.source.path:
                    continue
                if kind == "folder":
                    try:
                        folders.append((path, self.tree.list(path)))
                    except Unreadable as error:
                        yield Note(Source(path), NOTE, ("note-frontmatter", f"the folder {error}"))
                elif name.endswith(".md"):
                    wanted.append((path, kind))
            if hasattr(self.tree, "fetch"):
                self.tree.fetch(path for path, kind in wanted)
            for path, kind in wanted:
                yield self._note(path, kind)

    def _note(self, path: str, kind: str) -> Note:
        first = path.removeprefix(f"{self.root}/" if self.root else "").partition("/")
        where = APART if first[1] and first[0].casefold() in OUT_OF_GRAPH else NOTE
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


def unreadable(note: Note, rule: str, help: str) -> Iterator[Finding]:
    """The finding of the rule that tells why a note could not be read, if it is this one."""
    if note.unreadable is not None and note.unreadable[0] == rule:
        from memoryrail_lint.diagnostics import Finding

        yield Finding(note.source, None, note.unreadable[1], help=help)
