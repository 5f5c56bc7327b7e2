"""What became of the memories between two states of a store, read from git's objects without a checkout.

Only files that git names as changed are read. A memory is followed by its id, else by its file, else (new id in a new
file) by when it was created and what it says. Git's own detection of renames is not asked: the front matter of short
memories alone makes two of them similar enough.
"""

from __future__ import annotations

import os

from memoryrail_lint.profiles.memoryrail.fields import DURABLE
from memoryrail_lint.profiles.memoryrail.model import Memory, Settings
from memoryrail_lint.source import Source
from memoryrail_lint.tree import CommitTree, Unreadable, join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Final

    from memoryrail_lint.locate import Ends
    from memoryrail_lint.profiles.memoryrail.model import Store

SHARE: Final = 20
"""One in so many characters of a text may change and the text still says the same."""
_TO_TOOLS: Final = (
    r"<!--[ \t#]*(?:memoryrail-lint:[ \t]*ignore|pragma: ?(?:allow|white)list)[^\n]{0,900}?-->"
    r"|(?:#|//) *pragma: ?(?:allow|white)list[ \w-]{0,20}secret"
)
"""Comments that silence rules, and those of detect-secrets: whoever adds one is asked about that. Of no other form than
`marks` knows, and no longer than it compares: nobody is asked about more."""
_NEGATED: Final = (
    "can",
    "do",
    "does",
    "did",
    "is",
    "are",
    "was",
    "wo",
    "must",
    "should",
    "could",
    "would",
    "need",
    "may",
)
_TURNING: Final = frozenset(
    ("no", "not", "never", "none", "nothing", "nobody", "nor", "neither", "without", "cannot", "unless", "except")
    + ("only", "always", *(f"{verb}nt" for verb in _NEGATED))
)
"""Words, without apostrophes, that make a sentence say the opposite, or bind more or less."""
_TYPOGRAPHY: Final = {
    **dict.fromkeys(map(ord, "\u2018\u2019\u201a\u201b\u2032"), "'"),
    **dict.fromkeys(map(ord, "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb"), '"'),
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"), "-"),
    0x2026: "...",
}


class States:
    """The memories that differ between the two ends.

    pairs: (before, now) of those that are still there. gone: those that are not. fresh: those that were not there.
    broken: those whose file is there and can no longer be read. doubled: those whose id several others bear now.
    moved: path now -> path before, where it is another.
    before: blobs of the first end. changed: path -> object ids before and now, "" for what is not there.
    """

    def __init__(self, store: Store, ends: Ends) -> None:
        assert store.repository is not None
        self.store = store
        self.ends = ends
        self.pairs: list[tuple[Memory, Memory]] = []
        self.gone: list[Memory] = []
        self.broken: list[Memory] = []
        self.doubled: list[Memory] = []
        self.moved: dict[str, str] = {}
        self.fresh: list[Memory] = []
        self.changed = changed(store, ends, [store.folder])
        config = join(store.folder, "config.json")
        self.behind = _behind(store, config)
        """The files that `config.json` is, where a symlink leads there."""
        self.changed.update(changed(store, ends, self.behind) if self.behind else {})
        is_other = not self.changed.keys().isdisjoint([store.folder, config, *self.behind])
        self.before = CommitTree(store.repository, ends.start if is_other else "", [config, *self.behind])
        links = any(mode == "120000" for mode, _ in self.before.entries.values())
        if links or store.folder in self.changed:  # they may have led anywhere
            self.before = CommitTree(store.repository, ends.start)
        self.settings = Settings(self.before, self._config_before(config)) if is_other else store.settings
        """What `config.json` said before."""
        self._gate: str | None = None
        if not store.settings.version_unknown:
            self._match()

    def _config_before(self, path: str) -> str:
        """Where `config.json` lay before: its folder may have been a symlink."""
        mode, oid = self.before.entries.get(self.store.folder, ("", ""))
        if mode == "120000":
            leads = os.fsdecode(self.before.blob(oid))
            folder = os.path.normpath(join(self.store.root, leads)).replace(os.sep, "/")
            return join(folder, path.rpartition("/")[2])
        return next((one for one in (path, *self.behind) if one in self.before.entries), path)

    def _match(self) -> None:
        folder = join(self.store.folder, "memories") + "/"
        names = [path for path in self.changed if path.startswith(folder) and is_memory(path[len(folder) :])]
        self.before.fetch_blobs(oid for path in names if (oid := self.changed[path][0]))
        old = {path: memory for path in names if (memory := self._read(path)) is not None}
        new = {memory.path: memory for memory in self.store.memories if memory.path in self.changed and memory.front}
        keys: Sequence[Callable[[Memory], Iterable[object]]] = (
            lambda memory: [(memory.path, memory.id)],
            lambda memory: [memory.id] if memory.id else [],
            lambda memory: [memory.path],
            _wording,
        )
        for key in keys:
            for before, now in _joined(old.values(), new.values(), key):
                if key is _wording and now.text("supersedes") == before.id:
                    continue  # written anew
                del old[before.path], new[now.path]
                self.pairs.append((before, now))
        self.pairs.sort(key=lambda pair: pair[1].path)
        self.moved = {now.path: before.path for before, now in self.pairs if now.path != before.path}
        here, paths = self.store.by_id(), {memory.path for memory in self.store.memories} if old else set()
        lost = [memory for memory in old.values() if memory.id not in here]
        self.doubled = [memory for memory in old.values() if memory.id in here]
        # What is there and could not be read as a memory is no deletion; other rules say why.
        self.gone = [memory for memory in lost if memory.path not in paths]
        self.broken = [memory for memory in lost if memory.path in paths]
        self.fresh = list(new.values())

    @property
    def gate(self) -> str:
        """What held for reviews before, "off" or "agents": for a new store what did in the one that it lies in."""
        if self._gate is None:
            self._gate = self.settings.review
            path = join(self.store.folder, "config.json")
            if self.store.root and self.settings.source is None and path in self.changed:
                self._gate = self._gate_around()
        return self._gate

    def _gate_around(self) -> str:
        folders = [self.store.root.rpartition("/")[0]]
        while folders[-1]:
            folders.append(folders[-1].rpartition("/")[0])
        paths = [join(folder, ".memoryrail/config.json") for folder in folders]
        assert self.store.repository is not None
        tree = CommitTree(self.store.repository, self.ends.start, paths)
        around = next((path for path in paths if path in tree.entries), None)
        return Settings(tree, around).review if around is not None else "off"

    def blob(self, path: str, oid: str) -> Source | None:
        """The content of a blob as that of a file; None for no id, and for what cannot be read."""
        try:
            return Source(path, self.before.blob(oid)) if oid else None
        except Unreadable:
            return None

    def _read(self, path: str) -> Memory | None:
        oid = self.changed[path][0]
        if not oid:
            return None
        try:
            memory = Memory(Source(path, self.before.blob(oid)), path.rpartition("/")[2][:-3])
        except Unreadable:
            return None
        return memory if memory.front is not None else None


def of(store: Store) -> States | None:
    """The two states of the store; worked out once. None where nothing is compared."""
    if store.states is None and store.ends is not None and store.repository is not None:
        store.states = States(store, store.ends)
    return store.states


def begin(store: Store) -> None:
    """Have git compare the two ends before anybody asks for them. Raises GitFailed."""
    if store.states is None and store.ends is not None and store.repository is not None:
        store.repository.begin(*_question(store.ends.start, store.ends.staged, [store.folder]))


def _behind(store: Store, path: str) -> list[str]:
    """Where a file lies whose path has a symlink in it; nothing where it has none, or leads out."""
    top, here = os.path.realpath(store.tree.top), store.tree.absolute(path)
    real = os.path.relpath(os.path.realpath(here), top).replace(os.sep, "/")
    return [real] if real != path and not real.startswith("../") and not os.path.isabs(real) else []


def is_memory(name: str) -> bool:
    """Whether a file of `memories/` is one that readers read."""
    return name.endswith(".md") and "/" not in name and not name.startswith(".")


def changed(store: Store, ends: Ends, paths: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Every path at or below `paths` that differs, with the object ids it had and has ("" for none).

    Raises GitFailed.
    """
    repository = store.repository
    assert repository is not None
    answer = repository.ask_list(*_question(ends.start, ends.staged, paths))
    if not ends.start:
        return dict.fromkeys(answer, ("", ""))
    found = _raw(answer)
    if not ends.staged:
        return found
    for other in ends.merging if found else ():
        # What a merge takes over from the other side was changed, and judged, there.
        differs = _raw(repository.ask_list(*_question(other, True, paths)))
        found = {path: ids for path, ids in found.items() if path in differs}
    return found


def _question(start: str, staged: bool, paths: Sequence[str]) -> tuple[str, ...]:
    """What git is asked for the difference of two ends (see `locate.Ends`); before the first commit, what there is."""
    if not start:
        return ("ls-files", "-z", "--", *paths)
    options = ("--raw", "-z", "--no-renames", "--no-abbrev", "--ignore-submodules=none")
    if staged:
        return ("diff-index", "--cached", *options, start, "--", *paths)
    return ("diff-tree", "-r", *options, start, "HEAD", "--", *paths)


def _raw(items: Iterable[str]) -> dict[str, tuple[str, str]]:
    """Path -> object ids on both sides, of `git diff --raw -z` (git-diff(1), "Raw output format")."""
    found, items = {}, iter(items)
    for head in items:
        mode, new_mode, oid, new_oid, _ = head[1:].split(" ")
        found[next(items)] = (oid if mode.startswith("100") else "", new_oid if new_mode.startswith("100") else "")
    return found


def _joined(
    old: Iterable[Memory], new: Iterable[Memory], key: Callable[[Memory], Iterable[object]]
) -> list[tuple[Memory, Memory]]:
    """The pairs of an old and a new memory that have a key in common which no third one has."""
    befores, nows = _single(old, key), _single(new, key)
    found: list[tuple[Memory, Memory]] = []
    used: set[int] = set()
    for name, before in befores.items():
        now = nows.get(name)
        if before is not None and now is not None and not {id(before), id(now)} & used:
            used |= {id(before), id(now)}
            found.append((before, now))
    return found


def _single(memories: Iterable[Memory], key: Callable[[Memory], Iterable[object]]) -> dict[object, Memory | None]:
    found: dict[object, Memory | None] = {}
    for memory in memories:
        for name in key(memory):
            found[name] = None if name in found else memory
    return found


def _wording(memory: Memory) -> list[object]:
    """When a memory was created together with its title, and with its body where that is of some length."""
    when, said = memory.text("created"), body(memory)
    return [(when, "title", plain(memory.title)), *([(when, "body", said)] if len(said) > 40 else [])]


def body(memory: Memory) -> str:
    """What the body says, apart from white space, typography, and comments to tools about the body."""
    text = memory.source.text[slice(*memory.body())]
    if "memoryrail-lint:" in text or "pragma:" in text:
        import re

        text = re.sub(_TO_TOOLS, " ", text)
    return plain(text)


def plain(text: str) -> str:
    """A text without what only typesetting changes: kinds of quotes and dashes, white space, Unicode form."""
    if not text.isascii():
        from unicodedata import normalize

        text = normalize("NFC", text).translate(_TYPOGRAPHY)
    while "--" in text:  # a dash as it is typed
        text = text.replace("--", "-")
    return " ".join(text.split())


def is_durable(memory: Memory) -> bool:
    """Whether a memory is knowledge that binds: durable, and active."""
    return memory.status == "active" and memory.type in DURABLE


def differences(before: Memory, now: Memory, limit: int) -> list[str]:
    """What of a memory's meaning changed, some of "type", "title" and "text". Edits of `limit` characters and of one
    in `SHARE` of the title or the body, at least one, are none as long as every digit and every `not` stays.
    """
    same = {
        "type": before.type == now.type,
        "title": _is_same(plain(before.title), plain(now.title), limit),
        "text": _is_same(body(before), body(now), limit),
    }
    return [what for what, is_same in same.items() if not is_same]


def _is_same(before: str, now: str, limit: int) -> bool:
    if before == now:
        return True
    limit = min(limit, max(1, len(before) // SHARE))
    if not limit or _fixed(before) != _fixed(now):
        return False
    from memoryrail_lint.checks.edits import distance

    return distance(before, now, limit) is not None


def _fixed(text: str) -> list[str]:
    """What no correction of a text changes, in order: its digits, and the words that turn a sentence round."""
    import re

    found = re.findall(r"\d|[^\W\d_]+", text.lower().replace("'", ""))
    return [word for word in found if word.isdigit() or word in _TURNING]


def says_otherwise(before: Memory, now: Memory) -> bool:
    """Whether title or body changed at all, white space and typography aside."""
    return plain(before.title) != plain(now.title) or body(before) != body(now)
