"""A write into a `.memoryrail/`, or into an agent file that carries the managed block of one."""

from __future__ import annotations

import os

from memoryrail_lint import git
from memoryrail_lint.guard.change import Change, Judge, chosen, run, words
from memoryrail_lint.guard.names import as_stored
from memoryrail_lint.profiles import memoryrail
from memoryrail_lint.source import Source
from memoryrail_lint.tree import Unreadable, WorkTree, join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from memoryrail_lint.checks.blocks import Block
    from memoryrail_lint.config import Config
    from memoryrail_lint.guard import Verdict
    from memoryrail_lint.guard.hosts import Write
    from memoryrail_lint.profiles.memoryrail.model import Memory

FOLDER: Final = "/.memoryrail/"
MARK: Final = b"memoryrail:"
AGENTS: Final = "agents"
NAMES: Final = (".memoryrail", "memories", "config.json")
CONFIG_RULES: Final = ("config-invalid", "config-version")


def judge(path: str, write: Write, verdict: Verdict) -> bool:
    """Judge a write to an absolute path; False where it is no part of a store."""
    path = as_stored(path, NAMES)
    posix = path.replace(os.sep, "/")
    top = git.find_root(os.path.dirname(path))
    head, mark, tail = posix.rpartition(FOLDER)
    folder = head if mark else _store_above(posix, top)
    if folder is None:
        return False
    if top is not None and not _within(folder, top.replace(os.sep, "/")):
        top = None
    repository = git.Repository(top) if top is not None else None
    change = Change(top or folder or "/", _relative(posix, top or folder), repository, write)
    root = _relative(folder, top or folder)
    if mark:
        if change.is_known(write, verdict):
            _file(change, root, tail, verdict)
        return True
    return _agent_file(change, root, write, verdict)


def _relative(path: str, top: str) -> str:
    return path[len(top.replace(os.sep, "/").rstrip("/")) :].lstrip("/")


def _within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def _store_above(path: str, top: str | None) -> str | None:
    """The nearest folder that holds a store, not further up than the repository's top."""
    folder = path
    while "/" in folder:
        folder = folder.rpartition("/")[0]
        if memoryrail.is_root(folder or "/"):
            return folder
        if top is not None and folder == top.replace(os.sep, "/"):
            return None
    return None


def _file(change: Change, root: str, tail: str, verdict: Verdict) -> None:
    """A memory, `config.json`, or something else in the store's folder."""
    settings = change.config(root, verdict)
    judge_ = Judge(change, memoryrail, root, settings)
    is_config = tail == "config.json"
    inner, _, name = tail.partition("/")
    is_memory = inner == "memories" and "/" not in name and name.endswith(".md") and not name.startswith(".")
    store = judge_.open(change.after)
    entries = [
        entry
        for entry in chosen(memoryrail, settings)
        if (entry.name in CONFIG_RULES if is_config else entry.reads in ("odd", "member"))
    ]
    verdict.denied += judge_.refused()
    was = judge_.open(change.before).settings
    if was.review == AGENTS:
        if is_config and (store.settings.review != AGENTS or store.settings.version_unknown > was.version_unknown):
            what = f'the review gate ("review": "{AGENTS}") is switched off by people only'
            verdict.denied.append(f"{change.shown}: error review-bypassed: {what}")
        elif is_memory:
            _gate(change, settings, verdict)
        elif tail == "lint.toml":
            _settings(change, verdict)
    if verdict.denied:
        return
    left, notes = judge_.notes(entries)
    outcome = run(store, left, change, verdict)
    verdict.notes += [*notes, *(words(outcome.diagnostics) if outcome is not None else [])]


def _settings(change: Change, verdict: Verdict) -> None:
    from memoryrail_lint.config import Config, parse
    from memoryrail_lint.errors import Trouble
    from memoryrail_lint.profiles.memoryrail import marks

    found = []
    for data in (change.before, change.after):
        try:
            found.append((parse(change.path, data) if data is not None else None) or Config())
        except Trouble:
            found.append(Config())
    for key in marks.loosened(*found):
        what = f"{key} lets more pass than before"
        verdict.notes.append(f"{change.shown}: {what}; under the review gate only a person may change that")


def _gate(change: Change, settings: Config, verdict: Verdict) -> None:
    """What an agent may not do while its memories wait for a person. The memory is read whatever the store says of
    itself, so that no other version of the format lets it pass."""
    from memoryrail_lint.profiles.memoryrail import marks, states

    now, before = _memory(change, change.after), _memory(change, change.before)
    if now is None:
        return
    help = "set its status to proposed; a person approves it with `memoryrail-lint approve`"
    if states.is_durable(now) and not (before is not None and states.is_durable(before)):
        line = now.source.place(now.span("status"))[0]
        was_proposed = before is not None and before.status == "proposed"
        what = "a proposal is approved by people only" if was_proposed else "a memory of this type waits for review"
        verdict.denied.append(f"{change.shown}:{line}: error review-bypassed: {what} ({help})")
    successor = now.text("superseded_by")
    if (now.status == "superseded" or successor) and _state(now) != _state(before) and _is_proposal(change, successor):
        line = now.source.place(now.span("superseded_by"))[0]
        what = "it would be superseded by what is still a proposal"
        verdict.denied.append(f"{change.shown}:{line}: error review-bypassed: {what} (a person approves the proposal)")
    elif before is not None and states.is_durable(before):
        _keep(change, before, now, settings.typo_limit, verdict)
    was = marks.comments(before.source.text) if before is not None else {}
    for kind in dict.fromkeys(mark[0] for mark, _ in marks.added(was, marks.comments(now.source.text))):
        verdict.notes.append(f"{change.shown}: {kind} was added; under the review gate only a person may do that")


def _keep(change: Change, before: Memory, now: Memory, limit: int, verdict: Verdict) -> None:
    """What is in force stays so, and says what it said, until a person lets something else in."""
    from memoryrail_lint.profiles.memoryrail import states
    from memoryrail_lint.profiles.memoryrail.fields import DURABLE

    help = "propose what replaces it: `memoryrail-lint supersede`"
    what = states.differences(before, now, limit)
    replaced = now.status == "superseded" and _replaces(change, now.text("superseded_by"), now.id)
    if now.type not in DURABLE or not (now.status == "active" or replaced):
        verdict.denied.append(
            f"{change.shown}: error review-bypassed: a {before.type} is taken out of force by people only ({help})"
        )
    elif what:
        line = now.source.place(now.first_line() if what == ["text"] else now.span(what[0]))[0]
        verdict.denied.append(
            f"{change.shown}:{line}: error review-bypassed: the {what[0]} of a {before.type} in force is rewritten by "
            f"people only ({help})"
        )


def _memory(change: Change, data: bytes | None) -> Memory | None:
    from memoryrail_lint.profiles.memoryrail.model import Memory

    return Memory(Source(change.path, data), change.path.rpartition("/")[2][:-3]) if data is not None else None


def _state(memory: Memory | None) -> tuple[bool, str]:
    return (memory.status == "superseded", memory.text("superseded_by")) if memory is not None else (False, "")


def _is_proposal(change: Change, id: str) -> bool:
    """Whether the memory of this id, in the file that bears it, is one that waits for review."""
    found = _other(change, id)
    return found is not None and found.status == "proposed"


def _replaces(change: Change, id: str, old: str) -> bool:
    """Whether the memory of this id is in force and says that it supersedes the one of the id `old`."""
    from memoryrail_lint.profiles.memoryrail import states

    found = _other(change, id)
    return found is not None and states.is_durable(found) and found.text("supersedes") == old


def _other(change: Change, id: str) -> Memory | None:
    from memoryrail_lint.profiles.memoryrail.model import Memory

    if not id or "/" in id or "\\" in id or "\0" in id:
        return None
    path = join(change.path.rpartition("/")[0], f"{id}.md")
    try:
        source = WorkTree(change.top).read(path)
    except Unreadable:
        return None
    return Memory(source, id) if source is not None else None


def _agent_file(change: Change, root: str, write: Write, verdict: Verdict) -> bool:
    """A file outside the store's folder: its concern only where it is a target and has, or had, a block."""
    if change.fault is None and MARK not in (change.before or b"") + change.after:
        return False
    from memoryrail_lint.profiles.memoryrail.targets import DEFAULT

    settings = change.config(root, verdict)
    names = [*(DEFAULT if settings.targets is None else settings.targets), *settings.also]
    if change.path not in {os.path.normpath(join(root, name)).replace(os.sep, "/") for name in names}:
        verdict.notes.clear()
        return False
    if change.is_known(write, verdict):
        _block(change, root, settings, verdict)
    return True


def _block(change: Change, root: str, settings: Config, verdict: Verdict) -> None:
    from memoryrail_lint.checks import blocks

    now = Source(change.path, change.after)
    was = Source(change.path, change.before) if change.before is not None else None
    try:
        old = blocks.find(was.text) if was is not None else None
    except blocks.BadMarkers:
        old = None
    try:
        block = blocks.find(now.text)
    except blocks.BadMarkers as bad:
        line = now.position(bad.offset)[0]
        verdict.notes.append(f"{change.shown}:{line}: error sync-markers: {bad.reason}")
        return
    if block is None:
        if old is not None:
            back = "" if settings.generator == "other" else "; `memoryrail-lint sync` puts it back"
            verdict.notes.append(f"{change.shown}: the managed block is taken out{back}")
        return
    parts = (_alone(was, old) if was is not None and old is not None else b""), _alone(now, block)
    verdict.denied += Judge(change, memoryrail, root, settings).refused(parts)
    if old is not None and was is not None and old.inner(was.text) == block.inner(now.text):
        return
    wanted = None if verdict.denied else _wanted(change, root, settings)
    if wanted is not None and block.inner(now.text) != wanted:
        line = now.position(block.start)[0]
        what = "the managed block is generated from the memories, and edits by hand are overwritten"
        verdict.notes.append(f"{change.shown}:{line}: {what}; change a memory and run `memoryrail-lint sync`")


def _alone(source: Source, block: Block) -> bytes:
    """The inside of a block on the lines where it stands."""
    text = source.text
    return ("\n" * text.count("\n", 0, block.inner_start) + text[block.inner_start : block.inner_end]).encode()


def _wanted(change: Change, root: str, settings: Config) -> str | None:
    """What the block should hold; None where another tool writes it."""
    if settings.generator == "other":
        return None
    from memoryrail_lint.profiles.memoryrail.targets import AgentFiles

    return AgentFiles(memoryrail.open_store(WorkTree(change.top), root, settings, change.repository)).wanted
