"""Which memories bind a change: the pinned constraints, what links the changed paths, what a plan is about.

MemoryRail format, "Precheck". Only active and valid constraints, attempts, gotchas and decisions apply.
"""

from __future__ import annotations

from memoryrail_lint.profiles.memoryrail import refs
from memoryrail_lint.profiles.memoryrail.links import links
from memoryrail_lint.profiles.memoryrail.model import Memory
from memoryrail_lint.tree import join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from typing import Final

    from memoryrail_lint.profiles.memoryrail.model import Store
    from memoryrail_lint.source import Source

TYPES: Final = ("constraint", "attempt", "gotcha", "decision")
"""What can bind a change, most binding first."""
STOPS: Final = ("constraint", "attempt")
"""What `--fail` fails for, unless a pin alone brings it."""
NEAREST: Final = 5
"""Memories that a plan's text can bring."""
SHOWN_LINES: Final = 3
SHOWN_COLUMNS: Final = 160
# Parts of a list of links that may be written otherwise than the paths that they mean.
_ODD: Final = ("\\", "//", '"./', "/./", '"../', "/../", '/."', '/.."', '"."', '""', '".."')
# How a line may begin that holds a key whose name has an escape in it.
_KEYS: Final = ('\n"', "\n{", "\n?", "\n ", "\n\t", "\n-\n")


class Why:
    """One reason: `kind` "pinned", "link" or "text"; `detail` the link's path or the words, None for a pin.

    paths: the changed paths that a link is about.
    """

    __slots__ = ("detail", "kind", "paths")

    def __init__(self, kind: str, detail: str | None = None, paths: Sequence[str] = ()) -> None:
        self.kind = kind
        self.detail = detail
        self.paths = paths


class Answer:
    """A memory that applies, why, and its ref. score: how near the plan's text it is, 0 where that is no reason."""

    __slots__ = ("memory", "ref", "score", "why")

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.why: list[Why] = []
        self.score = 0.0
        self.ref = ""

    @property
    def stops(self) -> bool:
        """Whether `--fail` fails for it: a pin alone stops nobody's commit."""
        return self.memory.type in STOPS and any(why.kind != "pinned" for why in self.why)

    @property
    def order(self) -> tuple[bool, bool, int, float, str]:
        linked = any(why.kind == "link" for why in self.why)
        rank = TYPES.index(self.memory.type)
        return not self.memory.pinned, not linked, rank, 0.0 if linked else -self.score, self.memory.id


def answers(
    store: Store, paths: Collection[str], folders: Collection[str], plan: str | None
) -> tuple[list[Answer], list[Memory]]:
    """What applies, most binding first, and the memories that might apply and are not valid.

    paths: those that change; folders: those among them that stand for all that lies below. Relative to the tree's top.
    Raises text_search.Unavailable where there is a plan and no FTS5.
    """
    changed = Changed(paths, folders)
    names, memories = _read(store, changed if plan is None else None)
    found = [Answer(memory) for memory in memories if _can_bind(memory)]
    for answer in found:
        if answer.memory.pinned and answer.memory.type == "constraint":
            answer.why.append(Why("pinned"))
        for link in links(answer.memory, store) if changed.paths else ():
            if not link.leaves and (about := changed.under(link.path)):
                answer.why.append(Why("link", link.path or ".", about))
    if plan is not None:
        _match(found, plan)
    applying = sorted((answer for answer in found if answer.why), key=lambda answer: answer.order)
    _name(applying, names, memories)
    return applying, [memory for memory in memories if not memory.valid and (memory.status == "active" or memory.fault)]


def _read(store: Store, changed: Changed | None) -> tuple[list[tuple[str, Source]], list[Memory]]:
    """The files of the store as names and contents, and its memories: only those that may apply to a change, if given.

    The others are read and not parsed, which is most of the time.
    """
    files, memories = [], []
    for name, source, fault in () if store.settings.version_unknown else store.texts():
        files.append((name, source))
        if changed is None or fault is not None or _may_apply(source, store.root, changed):
            memories.append(Memory(source, name, fault))
    return files, memories


def _can_bind(memory: Memory) -> bool:
    return memory.valid and memory.status == "active" and memory.type in TYPES


class Changed:
    """The paths of a change, and what contains them."""

    def __init__(self, paths: Collection[str], folders: Collection[str]) -> None:
        self.paths = sorted({*paths, *folders})
        self.folders = sorted(folders)
        self._holders: dict[str, list[str]] = {}
        for path in self.paths:
            holder = path
            self._holders.setdefault(path, []).append(path)
            while holder:
                holder = holder.rpartition("/")[0]
                self._holders.setdefault(holder, []).append(path)

    def under(self, link: str) -> list[str]:
        """The changed paths that are this path or lie below it, and the named folders that hold it."""
        found = self._holders.get(link, [])
        return found or [folder for folder in self.folders if not folder or f"{link}/".startswith(f"{folder}/")]

    def relevant(self, text: str, root: str) -> bool:
        """Whether a link in the list of links `text` can be about this change. False is certain."""
        if self.folders or any(mark in text for mark in _ODD):
            return True
        items = text.split('"')[1::2]
        return any(join(root, item.rstrip("/")) in self._holders for item in items)


def _may_apply(source: Source, root: str, changed: Changed) -> bool:
    """Whether a memory needs to be parsed. What is not written as plain JSON on one line always does."""
    text = source.text
    end = text.find("\n---", 3)
    front = text[:end] if end > 0 else text
    if "pinned" in front or ("\\" in front and any(mark in front for mark in _KEYS)):
        return True
    at = front.find("links")
    if at < 0:
        return False
    line = front[at : front.find("\n", at) if "\n" in front[at:] else len(front)].rstrip()
    plain = line.startswith('links: ["') and line.endswith('"]') and "links" not in front[at + 5 :]
    return not plain or changed.relevant(line, root)


def _match(found: Sequence[Answer], plan: str) -> None:
    """Add the reason "text" to the memories that the plan is about."""
    from memoryrail_lint.checks.text_search import Index

    index = Index((answer.memory.title, " ".join(answer.memory.texts("tags")), body(answer.memory)) for answer in found)
    for match in index.search(plan)[:NEAREST]:
        found[match.index].why.append(Why("text", ", ".join(match.words)))
        found[match.index].score = match.score


def _name(applying: Sequence[Answer], files: Iterable[tuple[str, Source]], memories: Sequence[Memory]) -> None:
    """Give the answers their refs, with as many digits as tell them from every memory of the store.

    Of the files that were not parsed, those whose name (which is the id) begins with the same digits are.
    """
    if not applying:
        return
    near = {digest[: refs.DIGITS] for digest in refs.hashes(answer.memory.id for answer in applying)}
    parsed = {id(memory.source) for memory in memories}
    others = [(name, source) for name, source in files if id(source) not in parsed]
    digests = refs.hashes(name for name, _ in others)
    twins = [Memory(s, n) for (n, s), digest in zip(others, digests, strict=True) if digest[: refs.DIGITS] in near]
    names = refs.refs(memory for memory in (*memories, *twins) if memory.id)
    for answer in applying:
        answer.ref = names[answer.memory.id]


def body(memory: Memory) -> str:
    start, end = memory.body()
    return memory.source.text[start:end]


def first_lines(text: str) -> list[str]:
    """The first lines of a body that say something, cut to a length that a terminal shows."""
    found = []
    for line in text.split("\n"):
        if line.strip():
            cut = line.strip()
            found.append(cut if len(cut) <= SHOWN_COLUMNS else cut[: SHOWN_COLUMNS - 1].rstrip() + "…")
            if len(found) == SHOWN_LINES:
                break
    return found
