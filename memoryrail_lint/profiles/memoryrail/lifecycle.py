"""The graph of memories that replace each other (MemoryRail format, "Lifecycle"), worked out once for all its rules.

An edge goes from the newer memory to the older one: `supersedes` of the newer says so, `superseded_by` of the older
says it back. A fault of a pair is one fact here, in however many fields it shows. Nothing recurses, and each memory is
looked at a fixed number of times.
"""

from __future__ import annotations

from memoryrail_lint.profiles.memoryrail.fields import TYPES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from memoryrail_lint.checks.nearest import Names
    from memoryrail_lint.profiles.memoryrail.model import Memory, Store

NEW: Final = "supersedes"
OLD: Final = "superseded_by"


class Target:
    """What a field of a memory names.

    text: as written. meant: the ids that it may mean; none for an unknown one, several for an ambiguous short ref.
    """

    __slots__ = ("field", "meant", "memory", "text")

    def __init__(self, memory: Memory, field: str, text: str, meant: list[str]) -> None:
        self.memory = memory
        self.field = field
        self.text = text
        self.meant = meant


class Broken:
    """A pair one side of which is missing or disagrees.

    newer, older: the pair. at: the memory to correct. status: that of the older one is wrong. back: `superseded_by`
    of the older one (where it is `at`) or `supersedes` of the newer one is missing or names `other`.
    wants: what makes the pair whole, (memory, field, value); empty where that is for a person to decide.
    """

    __slots__ = ("at", "back", "newer", "older", "other", "status", "wants")

    def __init__(self, newer: Memory, older: Memory, at: Memory, *, status: bool, back: bool, other: str) -> None:
        self.newer = newer
        self.older = older
        self.at = at
        self.status = status
        self.back = back
        self.other = other
        self.wants: list[tuple[Memory, str, str]] = []

    def want(self) -> None:
        """Take it that the pair is meant."""
        if self.back:
            field, named = (OLD, self.newer) if self.at is self.older else (NEW, self.older)
            self.wants.append((self.at, field, named.id))
        if self.status:
            self.wants.append((self.older, "status", "superseded"))


class Lifecycle:
    """The faults of a store's graph.

    unknown, stored: targets that name no memory, or one by its short ref. broken: see `Broken`. cycles: the memories
    of each, from newer to older. forks: an older memory and the effective ones that supersede it. applied: an older
    memory and the proposal that has changed it already. incomplete: memories whose status and `superseded_by` do not
    go together. mismatched: memories that are resolved and no thread.
    """

    def __init__(self, store: Store) -> None:
        self.unknown: list[Target] = []
        self.stored: list[Target] = []
        self.broken: list[Broken] = []
        self.cycles: list[list[Memory]] = []
        self.forks: list[tuple[Memory, list[Memory]]] = []
        self.applied: list[tuple[Memory, Memory]] = []
        self.incomplete: list[Memory] = []
        self.mismatched: list[Memory] = []
        self._store = store
        self._refs: dict[str, list[tuple[str, str]]] | None = None
        self._names: Names | None = None
        # An id that two memories have is another rule's matter; neither of them is part of a pair.
        self._one = {id: same[0] for id, same in store.by_id().items() if len(same) == 1}
        self._next: dict[str, str] = {}
        """The id of a newer memory -> the id that it supersedes."""
        self._back: dict[str, str] = {}
        """The id of an older memory -> the id that superseded it."""
        linked = self._read()
        self._claims = _turned(self._next)
        self._named = _turned(self._back)
        ringed = self._ring()
        for memory in linked:
            if memory.id not in ringed:
                self._judge(memory)

    def _read(self) -> list[Memory]:
        """The memories that are part of a pair, or look like it; their edges are noted."""
        linked: dict[int, Memory] = {}
        for memory in self._store.memories:
            document = memory.document
            status = document.get("status")
            if status == "resolved" and memory.type in TYPES and memory.type != "thread":
                self.mismatched.append(memory)
            if status != "superseded" and NEW not in document and OLD not in document:
                continue
            linked[id(memory)] = memory
            for field, edges in ((NEW, self._next), (OLD, self._back)):
                text = memory.text(field)
                named = self._one.get(self._resolve(memory, field, text)) if text else None
                if named is not None and memory.id in self._one:
                    edges[memory.id] = named.id
                    linked[id(named)] = named
        return list(linked.values())

    def _resolve(self, memory: Memory, field: str, text: str) -> str:
        """The id that a field names; "" where it names none, which is noted."""
        if text in self._store.by_id():
            return text
        meant = self._by_ref(text)
        (self.stored if len(meant) == 1 else self.unknown).append(Target(memory, field, text, meant))
        return meant[0] if len(meant) == 1 else ""

    def _by_ref(self, text: str) -> list[str]:
        from memoryrail_lint.profiles.memoryrail import refs

        if refs.parse(text) is None:
            return []
        start = 4 + refs.DIGITS
        if self._refs is None:
            self._refs = {}
            for memory in self._store.memories:
                if memory.id:
                    full = refs.ref(memory.type, memory.id, refs.LONGEST)
                    self._refs.setdefault(full[:start], []).append((full, memory.id))
        wanted = text[:4].upper() + text[4:].lower()
        return list(dict.fromkeys(id for full, id in self._refs.get(wanted[:start], ()) if full.startswith(wanted)))

    def _ring(self) -> set[str]:
        """Note every cycle; the ids that lie on one."""
        if not (self._next or self._back):
            return set()
        from memoryrail_lint.checks.cycles import find

        found = find(self._next, self._back)
        self.cycles = [[self._one[id] for id in cycle] for cycle in found]
        return {id for cycle in found for id in cycle}

    def _judge(self, older: Memory) -> None:
        """Note what is wrong between a memory and what supersedes it."""
        claims = [self._one[id] for id in self._claims.get(older.id, ())]
        effective = [memory for memory in claims if memory.status != "proposed"]
        named = self._one.get(self._back.get(older.id, "")) if older.id in self._one else None
        written = older.text(OLD)
        if len(effective) > 1:
            self.forks.append((older, effective))
        if effective:
            if not self._is_elsewhere(older, effective):
                self._judge_claim(older, effective, named, dangling=bool(written) and named is None)
        elif named is not None and named.status == "proposed":
            self.applied.append((older, named))
        elif named is not None and (named.id in self._next or not named.text(NEW)):  # else supersedes-unknown
            self._judge_back(older, named)
        elif claims and older.status == "superseded" and not written:
            self.applied.append((older, claims[0]))
        elif (older.status == "superseded") != bool(written):
            self.incomplete.append(older)

    def _is_elsewhere(self, older: Memory, effective: list[Memory]) -> bool:
        """Whether the one that claims an unsuspecting memory is named by exactly one other: that pair is the fault."""
        named = self._named.get(effective[0].id, ())
        return len(effective) == 1 and not older.text(OLD) and len(named) == 1 and named[0] not in self._claims

    def _judge_claim(self, older: Memory, effective: list[Memory], named: Memory | None, *, dangling: bool) -> None:
        agreed = named is not None and named in effective
        wrong_status = older.status != "superseded"
        wrong_back = not agreed and not dangling  # a name of nothing is supersedes-unknown
        if not (wrong_status or wrong_back):
            return
        newer = named if agreed and named is not None else effective[0]
        other = named.id if named is not None and not agreed else ""
        broken = Broken(newer, older, older, status=wrong_status, back=wrong_back, other=other)
        if agreed or len(effective) == 1:
            broken.want()
        self.broken.append(broken)

    def _judge_back(self, older: Memory, newer: Memory) -> None:
        other = self._next.get(newer.id, "")
        wrong_status = older.status != "superseded"
        broken = Broken(newer, older, newer, status=wrong_status, back=True, other=other)
        if len(self._named[newer.id]) == 1 and (not other or not self._one[other].text(OLD)):
            broken.want()
        self.broken.append(broken)

    def nearest(self, target: Target) -> str | None:
        """The id that an unknown target was probably meant to be: of what names this memory, else of like spelling."""
        memory = target.memory
        naming = (self._named if target.field == NEW else self._claims).get(memory.id, ())
        if len(naming) == 1:
            return naming[0]
        from memoryrail_lint.checks.nearest import Names

        if self._names is None:
            self._names = Names(self._store.by_id())
        return self._names.find(target.text, memory.id)


def _turned(edges: dict[str, str]) -> dict[str, list[str]]:
    turned: dict[str, list[str]] = {}
    for start, end in edges.items():
        turned.setdefault(end, []).append(start)
    return turned


def of(store: Store) -> Lifecycle:
    """The store's graph; worked out once."""
    if store.lifecycle is None:
        store.lifecycle = Lifecycle(store)
    return store.lifecycle
