"""Citations: `[per REF]` and `[per REF, REF]` in prose, and which memory each names (MemoryRail format, "Precheck").

REF is a ref in any case and with any number of digits, an id, or the beginning of an id. Code is left alone.
"""

from __future__ import annotations

from memoryrail_lint.checks.code import code
from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.memoryrail import refs
from memoryrail_lint.source import Source
from memoryrail_lint.tree import Unreadable, join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Final

    from memoryrail_lint.diagnostics import Span
    from memoryrail_lint.profiles.memoryrail.model import Memory, Store

GATE: Final = "[per"
LONGEST: Final = 1000
"""Characters of one pair of brackets; a longer one is no citation."""
CANDIDATES: Final = 5
"""Memories that are named where a citation may mean several."""
_MARKDOWN: Final = (".md", ".mdc", ".markdown", ".txt")
_BLANKS: Final = " \t\r\n"


class Citation:
    """A ref that is cited, as written, and its place."""

    __slots__ = ("ref", "span")

    def __init__(self, ref: str, span: Span) -> None:
        self.ref = ref
        self.span = span

    def __repr__(self) -> str:
        return f"Citation({self.ref!r}, {self.span})"

    @property
    def certain(self) -> bool:
        """Whether the form says that a ref or an id is meant: `[per day]` is plain English, DEC-xxxx a placeholder."""
        kind, hyphen, rest = self.ref.partition("-")
        if not hyphen or not rest:
            return False
        if kind.upper() in (*refs.PREFIX.values(), refs.UNKNOWN):
            return rest.isalnum() and bool(rest.strip("xXnN"))
        return len(kind) == 8 and kind.isascii() and kind.isdigit()


def find(text: str, start: int = 0, *, markdown: bool = True) -> list[Citation]:
    """The refs cited in `text` from offset `start` on, in order; in Markdown those in code are no citations."""
    at = text.find(GATE, start)
    found: list[Citation] = []
    while at >= 0:
        begin = at + len(GATE) + 1
        end = text.find("]", begin, begin + LONGEST)
        if end > 0 and text[begin - 1] in _BLANKS and text.find("[", begin, end) < 0:
            found += _items(text[begin:end], begin)
        at = text.find(GATE, at + 1)
    return _outside(found, code(text, start)) if found and markdown else found


def _items(inner: str, at: int) -> list[Citation]:
    found = []
    for item in inner.split(","):
        ref = item.strip(_BLANKS)
        if not ref or any(ch.isspace() for ch in ref):
            return []
        begin = at + len(item) - len(item.lstrip(_BLANKS))
        found.append(Citation(ref, (begin, begin + len(ref))))
        at += len(item) + 1
    return found


def _outside(found: Iterable[Citation], spans: Sequence[Span]) -> list[Citation]:
    """The citations that no span (in order, possibly nested) holds."""
    kept, number, reach = [], 0, 0
    for citation in found:
        while number < len(spans) and spans[number][0] <= citation.span[0]:
            reach = max(reach, spans[number][1])
            number += 1
        if citation.span[0] >= reach:
            kept.append(citation)
    return kept


class Register:
    """The memories of some stores by what may cite them. `resolve` takes time logarithmic in their number."""

    def __init__(self, memories: Iterable[Memory]) -> None:
        self.by_id: dict[str, list[Memory]] = {}
        for memory in memories:
            if memory.id:
                self.by_id.setdefault(memory.id, []).append(memory)
        self._ids = sorted(self.by_id)
        every = ((refs.ref(memory.type, id, refs.LONGEST), id) for id, same in self.by_id.items() for memory in same)
        self._refs = sorted(set(every))
        self._names: dict[str, str] | None = None
        self._heirs: dict[str, str] | None = None

    def resolve(self, ref: str) -> list[str]:
        """The ids that a citation may mean, in order: as `refs.resolve`."""
        from bisect import bisect_left

        if ref in self.by_id:
            return [ref]
        found: list[str] = []
        if wanted := refs.parse(ref):
            full = "-".join(wanted)
            at = bisect_left(self._refs, (full, ""))
            while at < len(self._refs) and self._refs[at][0].startswith(full):
                found.append(self._refs[at][1])
                at += 1
        at = bisect_left(self._ids, ref)
        while not wanted and at < len(self._ids) and self._ids[at].startswith(ref):
            found.append(self._ids[at])
            at += 1
        return list(dict.fromkeys(found))

    def name(self, id: str) -> str:
        """A memory's ref and id, for a message."""
        if self._names is None:
            self._names = refs.refs(memory for same in self.by_id.values() for memory in same)
        return f"{self._names[id]} {id}"

    def heir(self, id: str) -> str | None:
        """The id at the end of the chain of memories that replaced this one; None where nothing did."""
        seen = {id}
        at = id
        while (after := self._after(at)) is not None and after not in seen:
            seen.add(after)
            at = after
        return None if at == id else at

    def _after(self, id: str) -> str | None:
        if self._heirs is None:
            self._heirs = {}
            for same in self.by_id.values():
                for memory in same:
                    if memory.status != "proposed" and (old := memory.text("supersedes")):
                        self._heirs.setdefault(old, memory.id)
        for memory in self.by_id[id]:
            if (after := memory.text("superseded_by")) in self.by_id:
                return after
        return self._heirs.get(id)


class Cited:
    """A text and what it cites. memory: the one whose body it is, None for any other file."""

    __slots__ = ("citations", "memory", "source")

    def __init__(self, source: Source, citations: Sequence[Citation], memory: Memory | None = None) -> None:
        self.source = source
        self.citations = citations
        self.memory = memory


def of(store: Store) -> tuple[list[Cited], Register | None]:
    """What is cited in the store's memories, its agent files, and the files named for this run; read once."""
    if store.citations is None:
        store.citations = [cited for cited in _read(store) if cited.citations]
        if store.citations:
            store.register = Register(store.memories)
    return store.citations, store.register


def _read(store: Store) -> Iterator[Cited]:
    for memory in store.memories:
        source = memory.source
        if GATE in source.text and source.bad_byte is None:
            yield Cited(source, find(source.text, memory.body()[0]), memory)
    from memoryrail_lint.profiles.memoryrail import targets

    agents = targets.of(store).targets
    for target in agents:
        if target.source is not None and not target.same and target.source.bad_byte is None:
            text = target.source.text
            found = find(text) if GATE in text else []
            if target.block is not None:
                found = [c for c in found if not target.block.start <= c.span[0] < target.block.end]
            yield Cited(target.source, found)
    known = {memory.path for memory in store.memories} | {target.path for target in agents}
    for path in store.named:
        named = None if path in known else _named(store, path)
        if named is not None:
            yield Cited(named, find(named.text, markdown=is_markdown(path)))


def _named(store: Store, path: str) -> Source | None:
    """A named file; None for what is no text: a folder, another encoding, a file too large, one outside."""
    if path.startswith(join(store.folder, "")):
        return None
    try:
        source = store.tree.read(path)
    except Unreadable:
        return None
    return source if source is not None and source.bad_byte is None and GATE in source.text else None


def is_markdown(path: str) -> bool:
    """Whether indentation and backticks mean code in a file of this name."""
    name = path.rpartition("/")[2].lower()
    return name.endswith(_MARKDOWN) or "." not in name


def unknown(cited: Cited, register: Register, folder: str | None = None) -> Iterator[Finding]:
    """The findings of citation-unknown in one text. folder: of the memories, one of which may be gone."""
    for citation in cited.citations:
        ids = register.resolve(citation.ref)
        if len(ids) == 1 or not (ids or citation.certain):
            continue
        if not ids:
            yield Finding(
                cited.source,
                citation.span,
                "no memory is called {0}",
                citation.ref,
                help="cite one that `memoryrail-lint list --all` shows",
                involves=[folder] if folder else [],
            )
        elif citation.certain:
            shown = ids[:CANDIDATES]
            more = f" and {len(ids) - len(shown)} more" if len(ids) > len(shown) else ""
            marks = ", ".join(f"{{{number}}}" for number in range(1, len(shown) + 1))
            yield Finding(
                cited.source,
                citation.span,
                f"{{0}} may be any of {marks}{more}",
                citation.ref,
                *map(register.name, shown),
                help="give more of it",
                involves=[memory.path for id in ids for memory in register.by_id[id]],
            )


_STATES: Final = {
    "superseded": "is superseded",
    "archived": "is archived",
    "resolved": "is resolved",
    "proposed": "is only proposed, and waits for approval",
}


def inactive(cited: Cited, register: Register) -> Iterator[Finding]:
    """The findings of citation-inactive in one text. What is itself no longer active may cite what was active then."""
    if cited.memory is not None and cited.memory.status not in ("active", "proposed"):
        return
    for citation in cited.citations:
        ids = register.resolve(citation.ref)
        if len(ids) != 1 or not (citation.certain or citation.ref == ids[0]):
            continue
        same = register.by_id[ids[0]]
        state = next((_STATES[memory.status] for memory in same if memory.status in _STATES), None)
        if state is None or any(memory.status == "active" for memory in same):
            continue
        heir = register.heir(ids[0]) if state != _STATES["proposed"] else None
        if heir is not None and cited.memory is not None and heir == cited.memory.id:
            continue
        involves = [memory.path for id in (ids[0], heir) if id for memory in register.by_id[id]]
        if heir is None:
            help = "cite what holds now, or say it in words"
            yield Finding(cited.source, citation.span, f"{{0}} {state}", citation.ref, help=help, involves=involves)
            continue
        gone = next((memory.status for memory in register.by_id[heir] if memory.status != "active"), "")
        yield Finding(
            cited.source,
            citation.span,
            f"{{0}} {state}; {{1}} replaced it" + (f" and {_STATES[gone]} too" if gone in _STATES else ""),
            citation.ref,
            register.name(heir),
            help="read what replaced it, and cite that",
            involves=involves,
        )
