"""The review gate (MemoryRail format, "Review gate"): what agents' commits did that only a human may do.

What is suspect is read from the two ends. Then the newest commit that did it is sought, and judged by who made it; a
later commit by somebody else does not make up for it, but one that takes it back does. Before a commit exists, whoever
is about to make it is judged.
"""

from __future__ import annotations

import os
from functools import partial

from memoryrail_lint.config import Config, find
from memoryrail_lint.errors import Trouble
from memoryrail_lint.git import GitFailed
from memoryrail_lint.git.authored import Authored, Change, authored
from memoryrail_lint.profiles.memoryrail import lifecycle, marks, states
from memoryrail_lint.profiles.memoryrail.identities import Hands, Judge
from memoryrail_lint.profiles.memoryrail.model import Memory, gate
from memoryrail_lint.source import Source
from memoryrail_lint.tree import CommitTree, Unreadable, join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Final

    from memoryrail_lint.diagnostics import Span
    from memoryrail_lint.profiles.memoryrail.model import Store
    from memoryrail_lint.profiles.memoryrail.states import States

    Did = Callable[[Sequence[Source | None], Source | None], bool]
    """Whether a commit that found these contents (one for each parent) and left that one did what is suspect."""

AGENTS: Final = "agents"
CONFIGS: Final = (".memoryrail/lint.toml", "memoryrail-lint.toml", "pyproject.toml")


class Suspect:
    """Something that no agent may do. message: a template for `values`; `did` finds the commit that did it."""

    __slots__ = ("did", "help", "message", "path", "source", "span", "values")

    def __init__(
        self, source: Source, span: Span | None, did: Did, message: str, *values: str, help: str, path: str = ""
    ) -> None:
        self.source = source
        self.span = span
        self.did = did
        self.message = message
        self.values = values
        self.help = help
        self.path = path or source.path


class Bypass:
    """A suspect with the commit that did it, and whose hands were in that."""

    __slots__ = ("commit", "hands", "suspect")

    def __init__(self, suspect: Suspect, commit: Authored, hands: Hands) -> None:
        self.suspect = suspect
        self.commit = commit
        self.hands = hands


def bypasses(store: Store, found: States) -> Iterator[Bypass]:
    """What agents did past the gate of a store that has one at either end. Raises GitFailed."""
    configs = _configs(store)
    suspects = [
        *_memories(store, found),
        *_linked(store, found),
        *_gate(store, found),
        *_overrides(store, found, configs),
    ]
    if not suspects:
        return
    assert store.repository is not None
    then = CommitTree(store.repository, found.ends.start, configs)
    base = _config(store, then)
    judge = Judge(base.agents, base.humans)
    if found.ends.staged:
        own = Authored("", _ident(store, "GIT_AUTHOR_IDENT"), _ident(store, "GIT_COMMITTER_IDENT"), "")
        hands = _own_hands(judge, own)
        yield from [Bypass(suspect, own, hands) for suspect in suspects if hands.agents]
        return
    commits = authored(store.repository, found.ends.start, {suspect.path for suspect in suspects}, store.folder)
    yield from _judged(store, found, suspects, commits, judge)


def _judged(
    store: Store, found: States, suspects: Sequence[Suspect], commits: Sequence[Authored], judge: Judge
) -> Iterator[Bypass]:
    changes: dict[str, list[tuple[int, Authored, Change]]] = {}
    for number, commit in enumerate(commits):
        for change in commit.changes:
            changes.setdefault(change.path, []).append((number, commit, change))
    removed = [change for of_path in changes.values() for _, _, change in of_path if not change.after]
    wanted = [change for suspect in suspects for _, _, change in changes.get(suspect.path, ())]
    found.before.fetch_blobs({oid for change in (*wanted, *removed) for oid in (*change.before, change.after) if oid})
    for suspect in suspects:
        responsible = _responsible(found, suspect, changes)
        if responsible is None:
            continue
        if responsible.cut:
            reason = "the history is cut off within the range, so nobody knows who did what: git fetch --unshallow"
            store.skip("review-bypassed", reason)
            continue
        hands = judge.hands(responsible)
        if hands.agents:
            yield Bypass(suspect, responsible, hands)


def _responsible(
    found: States, suspect: Suspect, changes: Mapping[str, Sequence[tuple[int, Authored, Change]]]
) -> Authored | None:
    """The newest commit that did what is suspect; None where none did (it is not committed, or it came in a merge)."""
    path, at = suspect.path, -1
    live = {found.changed[path][1]}
    while True:
        origin = None
        for number, commit, change in changes.get(path, ()):
            # What another side changed, and no merge took over, is not how the file came to be what it is.
            if number <= at or change.after not in live:
                continue
            live.update(change.before)
            if suspect.did([_blob(found, path, oid) for oid in change.before], _blob(found, path, change.after)):
                origin, at = _moved_from(found, commit, change), number
                if origin is None:
                    return commit
                break
        if origin is None:
            return None
        path, live = origin.path, set(origin.before)


def _blob(found: States, path: str, oid: str) -> Source | None:
    try:
        return Source(path, found.before.blob(oid)) if oid else None
    except Unreadable:
        return None


def _moved_from(found: States, commit: Authored, change: Change) -> Change | None:
    """The file that a commit removed where it gave its memory, of the same id and active already, another one."""
    after = _memory(_blob(found, change.path, change.after))
    if after is None or any(change.before) or not after.id:
        return None
    for other in commit.changes:
        if not other.after and states.is_memory(other.path.rpartition("/")[2]):
            for oid in other.before:
                before = _memory(_blob(found, other.path, oid))
                if before is not None and before.id == after.id and states.is_durable(before):
                    return other
    return None


def _memory(source: Source | None) -> Memory | None:
    if source is None:
        return None
    memory = Memory(source, source.path.rpartition("/")[2].removesuffix(".md"))
    return memory if memory.front is not None else None


def _memories(store: Store, found: States) -> Iterator[Suspect]:
    applied = {id(older): proposal for older, proposal in lifecycle.of(store).applied}
    pairs = [*found.pairs, *((None, memory) for memory in found.fresh)]
    for before, now in sorted(pairs, key=lambda pair: pair[1].path):
        if states.is_durable(now) and not (before is not None and states.is_durable(before)):
            proposed = before is not None and before.status == "proposed"
            yield Suspect(
                now.source,
                now.span("status"),
                _made_active if found.changed[now.path][1] else _made_a_link,
                "this proposal was approved" if proposed else f"this {now.type} was made active",
                help="set the status to proposed; a human approves it: `memoryrail-lint approve`",
            )
        if id(now) in applied:
            yield Suspect(
                now.source,
                now.span("status" if now.status == "superseded" else "superseded_by"),
                _made_superseded,
                "this memory was marked as superseded by the proposal {0}",
                applied[id(now)].id,
                help="set it back to active without superseded_by; a human approves the proposal",
            )
        was = marks.count(before.source.text if before is not None else "")
        for mark, number in marks.count(now.source.text).items():
            if number > was.get(mark, 0):
                yield Suspect(
                    now.source,
                    marks.last(now.source.text, mark),
                    partial(_more, marks.count, mark),
                    f"{mark} was added",
                    help="remove it; a human may add it",
                )


def _linked(store: Store, found: States) -> Iterator[Suspect]:
    """Memories behind symlinks, judged where their contents are: git shows no change at the link."""
    tree = store.tree
    top = os.path.realpath(tree.top)
    folder = os.path.realpath(tree.absolute(join(store.folder, "memories")))
    linked = {}
    for memory in filter(states.is_durable, store.memories):
        real = memory.source.real or os.path.join(folder, memory.path.rpartition("/")[2])
        path = os.path.relpath(real, top).replace(os.sep, "/")
        if path != memory.path:
            linked[path] = memory
    if not linked:
        return
    for path, ids in states.changed(store, found.ends, list(linked)).items():
        found.changed[path] = ids
        before = _memory(_blob(found, path, ids[0]))
        if before is None or not states.is_durable(before):
            now = linked[path]
            yield Suspect(
                now.source,
                now.span("status"),
                _made_active,
                f"this {now.type}, which is a symlink, was made active",
                help="set the status to proposed; a human approves it: `memoryrail-lint approve`",
                path=path,
            )


def _made_active(before: Sequence[Source | None], after: Source | None) -> bool:
    now = _memory(after)
    was = [memory for source in before if (memory := _memory(source)) is not None]
    return now is not None and states.is_durable(now) and not any(map(states.is_durable, was))


def _made_a_link(before: Sequence[Source | None], after: Source | None) -> bool:
    """Whether a commit left no regular file here; what a symlink says is judged by who made it one."""
    return after is None


def _made_superseded(before: Sequence[Source | None], after: Source | None) -> bool:
    def state(memory: Memory | None) -> tuple[bool, str]:
        return (memory is not None and memory.status == "superseded"), memory.text("superseded_by") if memory else ""

    now = state(_memory(after))
    return any(now) and all(state(_memory(source)) != now for source in before)


def _more(
    count: Callable[[str], dict[str, int]], key: str, before: Sequence[Source | None], now: Source | None
) -> bool:
    most = max((count(source.text).get(key, 0) for source in before if source is not None), default=0)
    return now is not None and count(now.text).get(key, 0) > most


def _gate(store: Store, found: States) -> Iterator[Suspect]:
    if found.settings.review != AGENTS or store.settings.review == AGENTS:
        return
    path = join(store.folder, "config.json")
    source = store.settings.source or Source(path)
    yield Suspect(
        source,
        marks.last(source.text, '"review"'),
        lambda before, after: not _asks(after) and any(map(_asks, before)),
        "the review gate was switched off",
        help='set "review" to "agents" again; a human may switch it off',
    )


def _asks(source: Source | None) -> bool:
    return source is not None and gate(source) == AGENTS


def _overrides(store: Store, found: States, configs: Sequence[str]) -> Iterator[Suspect]:
    """What lets more pass from now on: in the tool's configuration, and in a list of known secrets."""
    loosened: dict[str, Callable[[str], dict[str, int]]] = {
        **{path: partial(marks.settings, path) for path in configs},
        **dict.fromkeys(_baselines(store), marks.entries),
    }
    for path, ids in states.changed(store, found.ends, list(loosened)).items():
        count = loosened[path]
        found.changed[path] = ids
        try:
            now = store.tree.read(path)
        except Unreadable:
            continue
        before = _blob(found, path, ids[0])
        was = count(before.text) if before is not None else {}
        for key, number in count(now.text).items() if now is not None else ():
            if now is not None and number > was.get(key, 0):
                yield Suspect(
                    now,
                    marks.last(now.text, key.rpartition(".")[2]),
                    partial(_more, count, key),
                    f"{key} lets more pass than before",
                    help="take it back; a human may add it",
                )


def _configs(store: Store) -> list[str]:
    """Where the configuration of this store may stand."""
    folders = [store.root]
    while folders[-1]:
        folders.append(folders[-1].rpartition("/")[0])
    return [join(folder, name) for folder in folders for name in CONFIGS]


def _baselines(store: Store) -> list[str]:
    found = [join(store.root, ".secrets.baseline"), ".secrets.baseline"]
    if store.config.baseline:
        found.append(os.path.normpath(join(store.config.folder, store.config.baseline)).replace(os.sep, "/"))
    return [path for path in dict.fromkeys(found) if not path.startswith(("../", "/"))]


def _config(store: Store, then: CommitTree) -> Config:
    """The configuration as it was: what a change says about agents does not hold for the change itself."""
    try:
        return find(then, store.root) if then.entries else Config()
    except Trouble:
        return Config()


def _own_hands(judge: Judge, own: Authored) -> Hands:
    """Whose hands are in the commit that is about to be made: by its identities and by what runs this process."""
    from memoryrail_lint.checks.agents import environment_agent

    hands = judge.hands(own)
    agent = environment_agent()
    return Hands([*([agent] if agent else []), *hands.agents], hands.humans, squashed=False)


def _ident(store: Store, name: str) -> tuple[str, str]:
    """(name, address) that git would give the next commit; empty where it does not know (git-var(1))."""
    assert store.repository is not None
    try:
        text = store.repository.ask("var", name).decode(errors="replace")
    except GitFailed:
        return "", ""
    name, _, rest = text.partition("<")
    return name.strip(), rest.partition(">")[0]
