"""What differs between two states of a store and is a human's to do where the review gate is on.

Each suspect says how to tell a commit that did it from one that did not: by what the commit found and what it left.
"""

from __future__ import annotations

import os
from functools import partial

from memoryrail_lint import config
from memoryrail_lint.config import Config, find
from memoryrail_lint.errors import Trouble
from memoryrail_lint.profiles.memoryrail import lifecycle, marks, states
from memoryrail_lint.profiles.memoryrail.fields import DURABLE
from memoryrail_lint.profiles.memoryrail.model import Memory, Settings
from memoryrail_lint.source import Source
from memoryrail_lint.tree import Unreadable, WorkTree, join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence
    from typing import Final

    from memoryrail_lint.diagnostics import Span
    from memoryrail_lint.past import Past
    from memoryrail_lint.profiles.memoryrail.model import Store
    from memoryrail_lint.profiles.memoryrail.states import States

    Sources = Sequence[Source | None]
    Did = Callable[[Sources, Source | None], bool]
    """Whether a commit that found these contents (one for each parent) and left that one did what is suspect."""

AGENTS: Final = "agents"
APPROVE: Final = "set the status to proposed; a human approves it: `memoryrail-lint approve`"
RESTORE: Final = "bring it back as it was, and propose what replaces it: `memoryrail-lint supersede`"
MANY: Final = 50
"""So many comments of one file are judged each on its own."""


class Suspect:
    """Something that no agent may do.

    message: a template for `values`. `did` finds the commit that did it; where none did all of it, `part` finds those
    that did some. paths: where it was done, the file as it is called now first. fresh: the memory that was put in
    force by it, which nobody may rewrite afterwards either. what: the part of a memory that was rewritten.
    """

    __slots__ = ("did", "fresh", "help", "message", "part", "paths", "source", "span", "values", "what")

    def __init__(
        self,
        source: Source,
        span: Span | None,
        did: Did,
        message: str,
        *values: str,
        help: str,
        paths: Sequence[str] = (),
        part: Did | None = None,
        fresh: Memory | None = None,
        what: str = "",
    ) -> None:
        self.source = source
        self.span = span
        self.did = did
        self.part = part
        self.message = message
        self.values = values
        self.help = help
        self.paths = list(dict.fromkeys(paths or [source.path]))
        self.fresh = fresh
        self.what = what


def suspects(store: Store, found: States, past: Past) -> list[Suspect]:
    """Everything that a human has to answer for. Raises GitFailed."""
    base = settled(past, store.root)
    return [
        *_memories(store, found),
        *(_undone(store, found, base.typo_limit) if found.gate == AGENTS else ()),
        *_linked(store, found, base.typo_limit),
        *_elsewhere(store, found),
        *_gate(store, found),
        *_settings(store, found, past),
        *_baselines(store, found, base),
    ]


def settled(past: Past, root: str) -> Config:
    """The configuration as it was: what a change says about agents does not hold for the change itself."""
    try:
        return past.config(root)
    except Trouble:
        return Config()


def memory_of(source: Source | None) -> Memory | None:
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
                help=APPROVE,
                fresh=now,
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
        yield from _comments(before, now)


def _comments(before: Memory | None, now: Memory) -> Iterator[Suspect]:
    marked = marks.comments(now.source.text)
    if not marked:
        return
    new = marks.added(marks.comments(before.source.text) if before is not None else {}, marked)
    for mark, span in new[:MANY]:
        yield Suspect(
            now.source, span, partial(_added, [mark]), f"{mark[0]} was added", help="remove it; a human may add it"
        )
    if new[MANY:]:
        rest = [mark for mark, _ in new[MANY:]]
        message = f"{rest[0][0]} was added, one of {len(new)}"
        yield Suspect(now.source, new[MANY][1], partial(_added, rest), message, help="remove it; a human may add it")


def _added(wanted: Collection[marks.Mark], before: Sources, now: Source | None) -> bool:
    if now is None:
        return False
    were = [marks.comments(source.text) for source in before if source is not None]
    found = marks.comments(now.text)
    return any(len(found.get(mark, ())) > max((len(was.get(mark, ())) for was in were), default=0) for mark in wanted)


def _undone(store: Store, found: States, limit: int) -> Iterator[Suspect]:
    """Memories that were in force and, without a successor that a human let in, are no more, or say something else."""
    applied = {id(older) for older, _ in lifecycle.of(store).applied}
    were = {id(now): before for before, now in found.pairs}
    for before, now in found.pairs:
        if not states.is_durable(before):
            continue
        paths = [now.path, before.path]
        if states.is_durable(now) or id(now) in applied or _is_replaced(store, now, were):
            for suspect in rewritten(before, now, limit, paths):
                if suspect.what != "supersedes" or _bound(store, found, now.text("supersedes"), were):
                    yield suspect
            continue
        if now.type not in DURABLE:
            what, span = f"this {before.type} was made a {{0}}", now.span("type")
        else:
            what, span = f"this {before.type} was taken out of force (it is {{0}} now)", now.span("status")
        value = now.type if now.type not in DURABLE else now.status
        yield Suspect(now.source, span, _made_inactive, what, value, help=RESTORE, paths=paths)
    for before in (*found.gone, *found.broken):
        if states.is_durable(before):
            gone = before in found.gone
            what = f"this {before.type} was deleted" if gone else f"this {before.type} was made unreadable"
            yield Suspect(before.source, None, _made_inactive, what, help=RESTORE)
    for before in filter(states.is_durable, found.doubled):
        same = (one for one in store.by_id()[before.id] if states.is_durable(one))
        if all(states.differences(before, one, limit) for one in same):
            what = f"this {before.type} was deleted, and its id given to others"
            yield Suspect(before.source, None, _made_inactive, what, help=RESTORE)


def _bound(store: Store, found: States, named: str, were: dict[int, Memory]) -> bool:
    """Whether the memory of this id was in force; to name one that was not completes a pair."""
    for memory in store.by_id().get(named, ()):
        before = were.get(id(memory)) or (memory if memory.path not in found.changed else None)
        if before is not None and states.is_durable(before):
            return True
    return False


def _is_replaced(store: Store, old: Memory, were: dict[int, Memory]) -> bool:
    """Whether a memory is superseded by one in force that says so, and did not only come to say so afterwards."""
    known, seen = store.by_id(), {old.id}
    at = old
    while at.status == "superseded":
        named = known.get(at.text("superseded_by"), [])
        if len(named) != 1 or named[0].text("supersedes") != at.id or named[0].id in seen:
            return False
        was = were.get(id(named[0]))
        if was is not None and states.is_durable(was) and was.text("supersedes") != at.id:
            return False
        at = named[0]
        seen.add(at.id)
    return at is not old and states.is_durable(at)


def rewritten(before: Memory, now: Memory, limit: int, paths: Sequence[str]) -> Iterator[Suspect]:
    """What a memory in force says otherwise than a human let in."""
    for what in _differences(before, now, limit):
        yield Suspect(
            now.source,
            now.first_line() if what == "text" else now.span(what),
            partial(_rewrote, what, limit),
            f"the {what} of this {before.type} in force was rewritten",
            help=RESTORE,
            paths=paths,
            part=partial(_rewrote, what, 0),
            what=what,
        )


def _differences(before: Memory, now: Memory, limit: int) -> list[str]:
    found = states.differences(before, now, limit)
    new = now.text("supersedes")
    return [*found, "supersedes"] if new and new != before.text("supersedes") else found


def _rewrote(what: str, limit: int, before: Sources, after: Source | None) -> bool:
    now = memory_of(after)
    was = [memory for source in before if (memory := memory_of(source)) is not None and states.is_durable(memory)]
    if now is None:
        return bool(was)
    return (bool(was) or states.is_durable(now)) and all(what in _differences(one, now, limit) for one in was)


def _linked(store: Store, found: States, limit: int) -> Iterator[Suspect]:
    """Memories behind symlinks, judged where their contents are: git shows no change at the link."""
    tree = store.tree
    top = os.path.realpath(tree.top)
    own = join(store.folder, "memories")
    inside = os.path.relpath(os.path.realpath(tree.absolute(own)), top).replace(os.sep, "/")
    linked = {}
    for memory in store.memories:
        if memory.source.real is not None:
            path = os.path.relpath(memory.source.real, top).replace(os.sep, "/")
        else:
            path = join(inside, memory.path.rpartition("/")[2])
        if path != memory.path:
            linked[path] = memory
    folders = [inside] if inside != own and not inside.startswith("../") else []
    if not linked and not folders:
        return
    for path, ids in states.changed(store, found.ends, [*linked, *folders]).items():
        found.changed[path] = ids
        before, now = memory_of(found.blob(path, ids[0])), linked.get(path)
        if now is not None and states.is_durable(now):
            if before is not None and states.is_durable(before):
                yield from rewritten(before, now, limit, [path])
                continue
            yield Suspect(
                now.source,
                now.span("status"),
                _made_active,
                f"this {now.type}, which is a symlink, was made active",
                help=APPROVE,
                paths=[path],
            )
        elif _is_lost(store, path, before, now):
            assert before is not None
            what = f"this {before.type}, which a symlink led to, was taken out of force"
            yield Suspect(before.source, None, _made_inactive, what, help=RESTORE)


def _is_lost(store: Store, path: str, before: Memory | None, now: Memory | None) -> bool:
    """Whether a memory in force is no more so, neither elsewhere nor by what replaces it."""
    if before is None or not states.is_durable(before) or not states.is_memory(path.rpartition("/")[2]):
        return False
    if now is not None and now.front is not None:
        return not _is_replaced(store, now, {})
    return not any(map(states.is_durable, store.by_id().get(before.id, ())))


def _elsewhere(store: Store, found: States) -> Iterator[Suspect]:
    """A folder of the store that is a symlink or a submodule: what git says of it tells nothing of the memories."""
    for path in (store.folder, join(store.folder, "memories")):
        if path in found.changed:
            yield Suspect(
                Source(path),
                None,
                _made_a_link,
                "the folder of the memories was made a symlink or a submodule, or such a one was changed",
                help="keep the memories in a folder of the repository; a human may move them",
            )


def _made_active(before: Sources, after: Source | None) -> bool:
    now = memory_of(after)
    was = [memory for source in before if (memory := memory_of(source)) is not None]
    return now is not None and states.is_durable(now) and not any(map(states.is_durable, was))


def _made_inactive(before: Sources, after: Source | None) -> bool:
    """Whether it was in force on every side, and is no more."""
    now = memory_of(after)
    was = [memory_of(source) for source in before if source is not None]
    if now is not None and states.is_durable(now):
        return False
    return bool(was) and all(one is not None and states.is_durable(one) for one in was)


def _made_a_link(before: Sources, after: Source | None) -> bool:
    """Whether a commit left no regular file here; what a symlink says is judged by who made it one."""
    return after is None


def _made_superseded(before: Sources, after: Source | None) -> bool:
    def state(memory: Memory | None) -> tuple[bool, str]:
        return (memory is not None and memory.status == "superseded"), memory.text("superseded_by") if memory else ""

    now = state(memory_of(after))
    return any(now) and all(state(memory_of(source)) != now for source in before)


def _gate(store: Store, found: States) -> Iterator[Suspect]:
    path = join(store.folder, "config.json")
    source = store.settings.source or Source(path)
    if found.gate != AGENTS or asks(source):
        return
    if found.settings.source is None:
        yield Suspect(
            source,
            None,
            lambda before, after: after is not None and not asks(after) and not any(map(asks, before)),
            "a store without the review gate was put below one that has it",
            help='set "review" to "agents" here too; a human may leave it out',
        )
        return
    yield Suspect(
        source,
        marks.last(source.text, '"review"'),
        _switched_off,
        "the review gate was switched off",
        help='set "review" to "agents" again; a human may switch it off',
        paths=[one for one in (path, store.folder, *found.behind) if one in found.changed],
    )


def _switched_off(before: Sources, after: Source | None) -> bool:
    """Whether a commit did so: by what it left, or by a symlink that it had lead elsewhere."""
    if any(before):
        return not asks(after) and all(map(asks, filter(None, before)))
    return after is None


def asks(source: Source | None) -> bool:
    """Whether a `config.json` asks for the review gate, in a version of the format that is judged."""
    if source is None:
        return False
    settings = Settings(WorkTree("", overlay={source.path: source.data}), source.path)
    return settings.review == AGENTS and not settings.version_unknown


def _settings(store: Store, found: States, past: Past) -> Iterator[Suspect]:
    """Settings of the tool that let more pass than those at the base."""
    now = _config(store, store.root)
    behind = _behind(store, now)
    changed = states.changed(store, found.ends, [*config.candidates(store.root), *behind])
    if not changed:
        return
    found.changed.update(changed)
    base = settled(past, store.root)
    looser = [(now, base, key, what) for key, what in marks.loosened(base, now).items()]
    if store.root:
        top, was = _config(store, ""), settled(past, "")
        if top.path != now.path and (what := marks.loosened(was, top).get("exclude")):
            looser.append((top, was, "exclude", what))
    for holds, held, key, what in looser:
        yield _looser(store, changed, [path for path in (*behind, holds.path, held.path) if path in changed], key, what)


def _looser(
    store: Store, changed: dict[str, tuple[str, str]], where: Sequence[str], key: str, what: list[str]
) -> Suspect:
    where = where or list(changed)
    source = _text(store, where[0])
    is_link = bool(source.data) and not changed[where[0]][1]
    return Suspect(
        source,
        marks.last(source.text, key.rpartition(".")[2]),
        _made_a_link if is_link else partial(_loosened, where[0], key, what),
        f"{key} lets more pass than before ({{0}})" if source.data else f"{key} lets more pass than before",
        what[0],
        help="take it back; a human may change it",
        paths=where,
    )


def _text(store: Store, path: str) -> Source:
    try:
        return store.tree.read(path) or Source(path)
    except Unreadable:
        return Source(path)


def _behind(store: Store, settings: Config) -> list[str]:
    """The file that a configuration's symlink leads to."""
    real = _text(store, settings.path).real if settings.path is not None else None
    top = os.path.realpath(store.tree.top)
    return [os.path.relpath(os.path.realpath(real), top).replace(os.sep, "/")] if real is not None else []


def _config(store: Store, root: str) -> Config:
    try:
        return find(store.tree, root)
    except Trouble:
        return Config()


def _loosened(path: str, key: str, what: Sequence[str], before: Sources, after: Source | None) -> bool:
    """Whether a commit did so in this file: by what it says, or because it is, or is no longer, the one that holds."""
    now = _parsed(path, after)
    if (now is None) != all(_parsed(path, source) is None for source in before):
        return True
    new = [marks.loosened(_parsed(path, source) or Config(), now or Config()).get(key, ()) for source in before]
    return all(any(one in items for one in what) for items in new)


def _parsed(path: str, source: Source | None) -> Config | None:
    try:
        return config.parse(path, source.data, path.endswith("pyproject.toml")) if source is not None else None
    except Trouble:
        return None


def _baselines(store: Store, found: States, base: Config) -> Iterator[Suspect]:
    """What a list of known secrets, or of known findings, lets pass that it did not."""
    paths = [".secrets.baseline"]
    for holder in (base, store.config):
        if holder.baseline:
            paths.append(os.path.normpath(join(holder.folder, holder.baseline)).replace(os.sep, "/"))
    paths = [path for path in dict.fromkeys(paths) if not path.startswith(("../", "/"))]
    for path, ids in states.changed(store, found.ends, paths).items():
        found.changed[path] = ids
        try:
            now = store.tree.read(path)
        except Unreadable:
            continue
        before = found.blob(path, ids[0])
        within = f"{store.folder}/"
        was = marks.entries(before.text, within) if before is not None else {}
        listed = marks.entries(now.text, within) if now is not None else {}
        new = [name for name, number in listed.items() if number > was.get(name, 0)]
        if now is not None and new:
            yield Suspect(
                now,
                None,
                partial(_listed, new, within),
                f"{marks.BASELINE} lets more pass than before",
                help="take it back; a human may add it",
            )


def _listed(wanted: Sequence[str], within: str, before: Sources, now: Source | None) -> bool:
    found = marks.entries(now.text, within) if now is not None else {}
    were = [marks.entries(source.text, within) for source in before if source is not None]
    return any(found.get(name, 0) > max((was.get(name, 0) for was in were), default=0) for name in wanted)
