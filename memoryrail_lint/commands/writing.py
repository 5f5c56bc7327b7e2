"""What the commands that write memories share: their options, what they refuse, one write for all files, the answer."""

from __future__ import annotations

import os
import sys

from memoryrail_lint import options
from memoryrail_lint.commands import describe, nearest_store, pick
from memoryrail_lint.diagnostics import visible
from memoryrail_lint.errors import Trouble

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Mapping
    from typing import Final

    from memoryrail_lint.profiles.memoryrail.model import Memory, Store
    from memoryrail_lint.source import Source

    Contents = Mapping[str, bytes | None]
    """Path relative to the tree's top -> what is written, None where the file is removed."""

_TRIES: Final = 20
"""How often a command begins anew because another one has written meanwhile; each time one of them gets through."""
HELP: Final = "say where it is kept instead, for example the variable or the vault that holds it"


class Plan:
    """What a command is about to write.

    about: the path of the memory that the answer shows. said: a line for each file that is more than "wrote it".
    incoming: the paths whose whole text is judged; in the others, only what is new.
    """

    __slots__ = ("about", "contents", "incoming", "notes", "said")

    def __init__(
        self,
        about: str,
        contents: Contents,
        said: Mapping[str, str],
        *,
        incoming: frozenset[str] = frozenset(),
        notes: tuple[str, ...] = (),
    ) -> None:
        self.about = about
        self.contents = contents
        self.said = said
        self.incoming = incoming
        self.notes = notes
        """Warnings, for standard error."""


def parser(name: str, description: str | None) -> argparse.ArgumentParser:
    """A parser with the options of every command that writes memories."""
    made = options.bare(f"memoryrail-lint {name}", description)
    made.add_argument("--agent", action="store_true", help="an agent writes (known agents are seen by themselves)")
    made.add_argument("--sync", action="store_true", help="write the managed blocks too, as `sync` does")
    made.add_argument("--format", choices=("text", "json"), default="text")
    made.add_argument("--root", metavar="DIR", help="work as if started in this folder")
    return made


def add_ref(made: argparse.ArgumentParser) -> None:
    made.add_argument("ref", metavar="REF", help="a ref such as DEC-5dbe, an id, or the beginning of an id")


def agent(given: argparse.Namespace) -> str | None:
    """The agent that runs this command, None for a person."""
    from memoryrail_lint.checks.agents import environment_agent

    return environment_agent() or ("an agent" if given.agent else None)


def refuse_agent(given: argparse.Namespace, what: str) -> None:
    """Raises Trouble where an agent runs a command that is for people."""
    who = agent(given)
    if who is not None:
        raise Trouble(f"only a person may {what}, and this is run by {who}; nothing was changed")


def at_terminal() -> bool:
    """Whether a person can be asked."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def run(given: argparse.Namespace, plan: Callable[[Store], Plan]) -> int:
    """Write what `plan` makes of the nearest store and say so; the exit status (1: refused, nothing was written).

    The plan is made anew where another writer came between. Raises Trouble for what makes it 2.
    """
    allowed: set[str] = set()
    for attempt in range(_TRIES):
        store = opened(given)
        made = plan(store)
        _refuse_symlinks(store, made)
        after = store.replaced(made.contents)
        if not _let_through(given, made, store, after, allowed):
            return 1
        if _write(store, after, made, given, last=attempt == _TRIES - 1):
            return 0
    return 0


def opened(given: argparse.Namespace) -> Store:
    """The nearest store. Raises Trouble where there is none, or its configuration is not valid."""
    store = nearest_store(given.root)
    if store.settings.fault is not None or store.settings.version_unknown:
        shown = visible(store.folder)
        raise Trouble(f"{shown}/config.json is not valid, so nothing is written; `memoryrail-lint check` says why")
    return store


def _refuse_symlinks(store: Store, made: Plan) -> None:
    """What a symlink leads to may be part of something else, and deleting it would leave the link."""
    for path in made.contents:
        if os.path.islink(store.tree.absolute(path)):
            raise Trouble(f"{visible(path)} is a symlink; change the file that it leads to; nothing was written")


def _let_through(given: argparse.Namespace, made: Plan, store: Store, after: Store, allowed: set[str]) -> bool:
    """Whether nothing about the texts is to be refused, or a person at a terminal overrules it."""
    from memoryrail_lint.profiles.memoryrail.refusal import reasons

    old = {memory.path: memory.source.text for memory in store.memories}
    wrong, overruled = False, []
    for memory in after.memories:
        if memory.path not in made.contents:
            continue
        for reason in reasons(memory, "" if memory.path in made.incoming else old.get(memory.path, "")):
            if reason.secret and str(reason) in allowed:
                continue
            if reason.secret and getattr(given, "allow_secret", False) and at_terminal() and agent(given) is None:
                overruled.append(str(reason))
            else:
                note(f"{reason}; nothing was written{f'; {HELP}' if reason.secret else ''}")
                wrong = True
    if wrong:
        if getattr(given, "allow_secret", False):
            note("--allow-secret is for a person at a terminal, and for credentials only")
        return False
    for line in overruled:
        print(visible(f"{line}. Write it all the same? [y/N] "), end="", file=sys.stderr, flush=True)
        if sys.stdin.readline().strip().lower() not in ("y", "yes"):
            note("nothing was written")
            return False
        allowed.add(line)
    return True


def _write(store: Store, after: Store, made: Plan, given: argparse.Namespace, *, last: bool) -> bool:
    """Write memories and blocks in one go; False where another writer came between, and it is not the last try."""
    from memoryrail_lint.files import Changed, write_all

    blocks, hint = _blocks(store, after, force=given.sync)
    top = store.tree.top
    old = {memory.path: memory.source for memory in store.memories}
    contents: dict[str, bytes | None] = {}
    expected: dict[str, bytes | None] = {}
    for path, data in made.contents.items():
        source = old.get(path)
        real = (source.real if source else None) or store.tree.absolute(path)
        contents[real], expected[real] = data, source.data if source else None
    for path, (present, made_of, text) in blocks.items():
        real = made_of.real or os.path.join(top, path)
        contents[real], expected[real] = text, present.data if present else None
    try:
        write_all(top, contents, expected=expected)
    except Changed:
        if last:
            raise
        return False
    _answer(store, after, made, list(blocks), given)
    for line in (*made.notes, *([hint] if hint else [])):
        note(line)
    return True


def _blocks(
    store: Store, after: Store, *, force: bool
) -> tuple[dict[str, tuple[Source | None, Source, bytes]], str | None]:
    """The agent files whose block changes with the memories: path -> (present, source, new content); and what to say.

    Blocks that were in date stay so. Where one was not, somebody has to look at it first.
    """
    from memoryrail_lint.commands import sync
    from memoryrail_lint.profiles.memoryrail import targets

    before, files = targets.of(store), targets.of(after)
    if not force:
        if not before.in_use or files.wanted == before.wanted:
            return {}, None
        if store.config.generator == "other":
            return {}, 'the managed blocks are another tool\'s (sync.generator = "other"); run that'
        if not before.in_date:
            return {}, "the managed blocks were not in date and were left alone; run `memoryrail-lint sync`"
    found = {}
    for target in files.targets:
        if force and (target.bad or target.refused):
            raise Trouble(f"{target.path}: {target.bad or target.refused}; nothing was written")
        if force or target.block is not None:
            changed = sync.change(target, files, remove=False)
            if changed is not None:
                found[target.path] = (target.source, *changed)
    return found, None


def _answer(store: Store, after: Store, made: Plan, blocks: list[str], given: argparse.Namespace) -> None:
    from memoryrail_lint.checks.secrets import mask

    if given.format == "json":
        import json

        holds = after if made.contents.get(made.about) is not None else store
        [entry] = [one for one in describe(holds) if one["path"] == visible(mask(made.about))]
        print(json.dumps({"version": 1, "memory": entry}, indent=2))
        return
    names = {one["path"]: one["ref"] for one in [*describe(store), *describe(after)]}
    for path, data in made.contents.items():
        shown = visible(mask(path))
        say(f"{'wrote' if data is not None else 'deleted'} {path}: {names.get(shown, '')} {made.said[path]}")
    for path in blocks:
        say(f"wrote {path}: the managed block")


def say(line: str) -> None:
    from memoryrail_lint.checks.secrets import mask

    sys.stdout.buffer.write((visible(mask(line)) + "\n").encode(errors="backslashreplace"))


def note(line: str) -> None:
    from memoryrail_lint.checks.secrets import mask

    print(f"memoryrail-lint: {visible(mask(line))}", file=sys.stderr)


def ref(store: Store, memory: Memory) -> str:
    """The memory's short ref."""
    from memoryrail_lint.profiles.memoryrail.refs import refs

    return refs([one for one in store.memories if one.id])[memory.id]


def named(store: Store, ref: str) -> Memory:
    """The memory of a ref. Raises Trouble where that is none, several, or one that is not valid."""
    memory = pick(store, ref)
    if not memory.valid:
        shown = visible(memory.path)
        raise Trouble(f"{shown} is not valid, so it is not rewritten; `memoryrail-lint check` says why")
    return memory


def rewritten(memory: Memory, **texts: str) -> bytes:
    """The memory's file with these fields set, and `updated` to now unless it is among them."""
    from memoryrail_lint.profiles.memoryrail.writer import encode_text, now, set_fields

    texts.setdefault("updated", now())
    return memory.source.edited(set_fields(memory, {name: encode_text(text) for name, text in texts.items()}))
