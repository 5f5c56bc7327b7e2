"""A MemoryRail store and its memories, read on first touch."""

from __future__ import annotations

from memoryrail_lint.checks import dates
from memoryrail_lint.profiles.memoryrail import fields
from memoryrail_lint.profiles.memoryrail.parse import Fault, Front
from memoryrail_lint.source import Source
from memoryrail_lint.tree import Unreadable, join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from typing import Final

    from memoryrail_lint.checks.allow import Allowed
    from memoryrail_lint.checks.dates import Instant
    from memoryrail_lint.checks.paths import Seen
    from memoryrail_lint.config import Config
    from memoryrail_lint.diagnostics import Span
    from memoryrail_lint.git import Repository
    from memoryrail_lint.locate import Ends
    from memoryrail_lint.profiles.memoryrail.citations import Cited, Register
    from memoryrail_lint.profiles.memoryrail.lifecycle import Lifecycle
    from memoryrail_lint.profiles.memoryrail.links import Link
    from memoryrail_lint.profiles.memoryrail.parse import Field, Value
    from memoryrail_lint.profiles.memoryrail.staleness import Staleness
    from memoryrail_lint.profiles.memoryrail.states import States
    from memoryrail_lint.profiles.memoryrail.targets import AgentFiles
    from memoryrail_lint.tree import Tree

FOLDER: Final = ".memoryrail"
MAX_CONFIG_BYTES: Final = 64 * 1024
_KNOWN: Final = frozenset(fields.KNOWN)
_OPTIONAL: Final = _KNOWN - set(fields.REQUIRED)


class Memory:
    """One file of `memories/`.

    document: the fields as plain values, as `spec/memory.schema.json` judges them (a text field is the scalar's text
    however YAML would type it, `pinned` a bool, a list field a list; null is None). Empty where `fault` says why.
    valid: every field holds what the format allows.
    """

    __slots__ = ("_odd", "_updated", "document", "fault", "front", "links", "name", "source", "valid")

    def __init__(self, source: Source, name: str, fault: Fault | None = None) -> None:
        self.source = source
        self.name = name
        """The file's name without `.md`."""
        self.front: Front | None = None
        self.document: dict[str, object] = {}
        if fault is None:
            try:
                _refuse_unreadable(source)
                self.front = Front(source.text)
                self.document = self.front.plain or _document(self.front)
            except Fault as found:
                fault = found
        self.fault = fault
        self.valid = self.front is not None and fields.accepts(self.document)
        self._odd: bool | None = None
        self._updated: Instant | None = None
        self.links: list[Link] | None = None
        """Kept by `links.links`."""

    @property
    def odd(self) -> bool:
        """Whether the reader did not find it plainly right, so that the rules about notation should look at it."""
        if self._odd is None:
            self._odd = self.front is None or not self.front.json or not self.valid or not self._plainly_right()
        return self._odd

    def _plainly_right(self) -> bool:
        document = self.document
        return (
            _KNOWN.issuperset(document)
            and _has_offset(document["created"])
            and _has_offset(document["updated"])
            and "<<<<<<<" not in self.source.text
        )

    @property
    def path(self) -> str:
        return self.source.path

    def text(self, name: str) -> str:
        """A text field's value; "" where it is absent or no text."""
        value = self.document.get(name)
        return value if isinstance(value, str) else ""

    @property
    def id(self) -> str:
        return self.text("id")

    @property
    def type(self) -> str:
        return self.text("type")

    @property
    def title(self) -> str:
        return self.text("title")

    @property
    def status(self) -> str:
        return self.text("status")

    @property
    def pinned(self) -> bool:
        return self.document.get("pinned") is True

    @property
    def updated(self) -> Instant | None:
        if self._updated is None:
            self._updated = dates.parse(self.text("updated"))
        return self._updated

    def fields(self) -> dict[str, Field]:
        return self.front.fields if self.front else {}

    def span(self, name: str) -> Span | None:
        """The place of a field's value; None (the first line) where it is absent."""
        field = self.fields().get(name)
        return field.value.span if field else None

    def items(self, name: str) -> Iterator[tuple[str, Span]]:
        """The texts of a list field with their places; a lone text counts as a list of one."""
        field = self.fields().get(name)
        if field is None:
            return
        value = field.value
        for item in value.data if value.kind == "list" else [value]:
            yield item.text if item.kind in ("text", "flag") else "", item.span

    def texts(self, name: str) -> list[str]:
        """The texts of a list field; what is no text is "", so that indexes are those of `items`."""
        value = self.document.get(name)
        return [item if isinstance(item, str) else "" for item in value] if isinstance(value, list) else []

    def first_line(self) -> Span:
        """The first line of the body that is not blank."""
        start, end = self.body()
        text = self.source.text
        at = start + len(text[start:end]) - len(text[start:end].lstrip())
        stop = text.find("\n", at)
        return (at, stop if stop >= 0 else end) if at < end else (start, start)

    def body(self) -> Span:
        """Where the body stands in the text; the whole text where there is no front matter."""
        return (self.front.body if self.front else 0), len(self.source.text)

    def in_value(self, offset: int) -> bool:
        """Whether an offset lies inside a field's value, where a `#` begins no comment."""
        return any(field.value.span[0] <= offset < field.value.span[1] for field in self.fields().values())


def _refuse_unreadable(source: Source) -> None:
    if source.bad_byte is not None:
        good = source.data[3 if source.bom else 0 : source.bad_byte]
        at = len(good.decode())
        raise Fault(
            "encoding-invalid",
            (at, at + 1),
            "the file is not UTF-8 (byte {0} of the file)",
            source.bad_byte + 1,
            help="save it as UTF-8",
        )
    if "<<<<<<<" in source.text:
        from memoryrail_lint.checks.conflicts import find_conflict

        span = find_conflict(source.text)
        if span is not None:
            raise Fault(
                "conflict-marker",
                span,
                "the file holds the markers of an unfinished merge",
                help="keep one side, or both by hand, and remove the marker lines",
            )


def _has_offset(stamp: object) -> bool:
    """Whether a valid timestamp is a full one: it has a time, and an offset or Z."""
    assert isinstance(stamp, str)
    return len(stamp) > 10 and (stamp[-1] in "Zz" or stamp[-6] in "+-")


def _document(front: Front) -> dict[str, object]:
    """The values of fields that were read with their places; an optional field without a value is none."""
    return {
        name: _plain(name, field.value)
        for name, field in front.fields.items()
        if field.value.kind != "null" or name not in _OPTIONAL
    }


def _plain(name: str, value: Value) -> object:
    """A field's value as the schema judges it."""
    if value.kind == "null":
        return None
    if value.kind == "list":
        return [item.text if item.kind in ("text", "flag") else _plain("", item) for item in value.data]
    if value.kind == "map":
        return {key.text if key.kind not in ("list", "map") else "": _plain("", item) for key, item in value.data}
    if name in fields.LIST:
        return [value.text]
    return value.data[0] if value.kind == "flag" and name in fields.FLAG else value.text


class Store:
    """One `.memoryrail/` project.

    root: the folder that holds `.memoryrail/`, relative to the tree's top ("" at the top itself).
    skipped: rules that could not run here, with the reason.
    """

    profile: Final = "memoryrail"

    def __init__(self, tree: Tree, root: str, config: Config, repository: Repository | None) -> None:
        self.tree = tree
        self.root = root
        self.config = config
        self.repository = repository
        self.folder = join(root, FOLDER)
        self.skipped: dict[str, str] = {}
        self.unexpected: list[tuple[str, str]] = []
        """(path, kind) of what lies in `memories/` and no reader reads."""
        self.link_paths: dict[str, tuple[str, str | None]] = {}
        """Kept by `links.links`: text of a link -> (path, why it leaves the repository)."""
        self.staged: frozenset[str] | None = None
        """The paths that the index changes, where the index is what is judged."""
        self.named: Collection[str] = ()
        """The files named for this run that belong to this store, memories or not; relative to the tree's top."""
        self.citations: list[Cited] | None = None
        self.register: Register | None = None
        """Both kept by `citations.of`."""
        self.symlinks: Seen | None = None
        """What `checks.paths` has learnt of the disk."""
        self.staleness: Staleness | None = None
        self.lifecycle: Lifecycle | None = None
        self.ends: Ends | None = None
        """The two states that are compared, where they are."""
        self.states: States | None = None
        self.agent_files: AgentFiles | None = None
        self._allowed: Allowed | None = None
        self._settings: Settings | None = None
        self._memories: list[Memory] | None = None
        self._by_id: dict[str, list[Memory]] | None = None

    @property
    def allowed(self) -> Allowed:
        """What people allow although it looks like a credential. Raises Trouble for a baseline that is none."""
        if self._allowed is None:
            from memoryrail_lint.profiles.allowed import load

            self._allowed = load(self.tree, self.config)
        return self._allowed

    @property
    def settings(self) -> Settings:
        """What `config.json` says."""
        if self._settings is None:
            self._settings = Settings(self.tree, join(self.folder, "config.json"))
        return self._settings

    def begin(self) -> None:
        """Let git compare the two states while other rules run. Raises GitFailed."""
        from memoryrail_lint.profiles.memoryrail import states

        states.begin(self)

    @property
    def memories(self) -> list[Memory]:
        """All memories in the order of their paths; none where the store's version is unknown."""
        if self._memories is None:
            self._memories = [] if self.settings.version_unknown else list(self._read())
        return self._memories

    members = memories
    """What the engine calls the things that per-file rules judge."""

    def _read(self) -> Iterator[Memory]:
        for name, source, fault in self.texts():
            yield Memory(source, name, fault)

    def texts(self) -> Iterator[tuple[str, Source, Fault | None]]:
        """What `Memory` is made of, for each file of `memories/`: its name without `.md`, content, why it has none."""
        folder = join(self.folder, "memories")
        try:
            names = self.tree.list(folder)
        except Unreadable as error:
            yield "", Source(folder), _unreadable(error)
            return
        wanted = []
        for name, kind in names:
            if name.startswith("."):
                continue
            if name.endswith(".md"):
                wanted.append(name)
            else:
                self.unexpected.append((join(folder, name), kind))
        if hasattr(self.tree, "fetch"):
            self.tree.fetch(join(folder, name) for name in wanted)
        for name in wanted:
            path = join(folder, name)
            try:
                source = self.tree.read(path)
                if source is not None:
                    yield name[:-3], source, None
            except Unreadable as error:
                yield name[:-3], Source(path), _unreadable(error)

    def replaced(self, contents: Mapping[str, bytes | None]) -> Store:
        """The store as it is once these memories (path -> content, None for no file) are written."""
        made = Store(self.tree, self.root, self.config, self.repository)
        made._settings = self.settings
        kept = {memory.path: memory for memory in self.memories}
        for path, data in contents.items():
            old = kept.pop(path, None)
            if data is not None:
                source = Source(path, data, old.source.real if old else None)
                kept[path] = Memory(source, path.rpartition("/")[2].removesuffix(".md"))
        made._memories = [kept[path] for path in sorted(kept)]
        return made

    def by_id(self) -> dict[str, list[Memory]]:
        if self._by_id is None:
            self._by_id = {}
            for memory in self.memories:
                if memory.id:
                    self._by_id.setdefault(memory.id, []).append(memory)
        return self._by_id

    def active(self) -> list[Memory]:
        return [memory for memory in self.memories if memory.status == "active"]

    @property
    def files(self) -> int:
        """How many files this store holds: the configuration and the memories."""
        return len(self.memories) + (self.settings.source is not None)

    def sources(self) -> Iterator[tuple[Source, Memory | None]]:
        """Every file that was read, where suppression comments may stand."""
        if self.settings.source is not None:
            yield self.settings.source, None
        for memory in self.memories:
            yield memory.source, memory
        for cited in self.citations or ():
            if cited.memory is None:
                yield cited.source, None

    def skip(self, rule: str, reason: str) -> None:
        self.skipped.setdefault(rule, reason)


def _unreadable(error: Unreadable) -> Fault:
    return Fault(
        "file-unreadable", None, f"the memory {error}", help="make it a regular file of at most 4 MiB in the repository"
    )


class Settings:
    """The store's `config.json`.

    source: its content (an empty one where it cannot be read), None where it is missing.
    version, review: as written and valid; None otherwise. fault: why the file is not valid.
    """

    __slots__ = ("fault", "review", "source", "version", "version_unknown")

    def __init__(self, tree: Tree, path: str) -> None:
        self.version: int | None = None
        self.review = "off"
        self.fault: Fault | None = None
        self.version_unknown = False
        self.source: Source | None
        try:
            self.source = tree.read(path, MAX_CONFIG_BYTES)
        except Unreadable as error:
            self.source = Source(path)
            self.fault = Fault("config-invalid", None, f"config.json {error}", help="make it a small regular file")
            return
        if self.source is None:
            self.source = None
            self.fault = Fault(
                "config-invalid",
                None,
                "the store has memories but no config.json",
                help='write {{"version": 1, "review": "off"}} into it, or run `memoryrail-lint init`',
            )
            return
        self._judge(self.source)

    def _judge(self, source: Source) -> None:
        document = _load(source)
        if document is not None and fields.accepts_config(document):
            version, review = document["version"], document.get("review", "off")
            assert isinstance(version, int)
            assert isinstance(review, str)
            self.version, self.review = version, review
            self.version_unknown = version != 1
            return
        from memoryrail_lint.profiles.memoryrail.config_faults import explain

        self.fault = explain(source)
        if isinstance(document, dict) and document.get("review") == "agents":
            self.review = "agents"


def gate(source: Source) -> str:
    """What a `config.json` says about reviews, also where it is not valid otherwise: "off" or "agents"."""
    document = _load(source)
    return "agents" if document is not None and document.get("review") == "agents" else "off"


def _load(source: Source) -> dict[str, object] | None:
    """The JSON object in a file; None where it is something else. Floats stay texts, so that 1.0 is no integer."""
    from memoryrail_lint import rawjson

    try:
        document = rawjson.loads(source.text)
    except (ValueError, RecursionError):
        return None
    return document if isinstance(document, dict) and source.bad_byte is None else None
