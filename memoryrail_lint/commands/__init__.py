"""The commands, one module each with `main(argv) -> exit status`."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from memoryrail_lint.errors import Trouble
    from memoryrail_lint.locate import Place
    from memoryrail_lint.profiles.memoryrail.model import Memory, Store


def read_regular(path: str, limit: int) -> bytes:
    """The content of a regular file. Raises Trouble for what is none (a pipe would never end), or is too large."""
    import stat

    from memoryrail_lint.diagnostics import visible
    from memoryrail_lint.errors import Trouble
    from memoryrail_lint.tree import size

    shown = visible(path)[:200]
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with open(handle, "rb") as file:
            data = file.read(limit + 1) if stat.S_ISREG(os.fstat(handle).st_mode) else None
    except OSError as error:
        raise Trouble(f"{shown}: {(error.strerror or 'cannot be read').lower()}") from None
    if data is None:
        raise Trouble(f"{shown} is no regular file")
    if len(data) > limit:
        raise Trouble(f"{shown} is larger than {size(limit)}")
    return data


def nearest_store(folder: str | None) -> Store:
    """The store at or above a folder (the working directory where None). Raises Trouble where there is none."""
    from memoryrail_lint import locate
    from memoryrail_lint.diagnostics import visible
    from memoryrail_lint.errors import Trouble

    start = os.path.abspath(folder or os.getcwd())
    if not os.path.isdir(start):
        raise Trouble(f"{visible(str(folder))[:200]}: no such folder")
    return store_of(locate.places([], start)[0])


def store_of(place: Place) -> Store:
    """The store at or above the place's start. Raises Trouble where there is none, and says what there is."""
    from memoryrail_lint import config, locate
    from memoryrail_lint.profiles import memoryrail

    tree = place.open_tree()
    root = locate.nearest(place.relative(place.start), set(), place, memoryrail, tree)
    if root is None:
        raise _no_store(place)
    return memoryrail.open_store(tree, root, config.find(tree, root), place.repository)


def _no_store(place: Place) -> Trouble:
    from memoryrail_lint import config, locate, profiles
    from memoryrail_lint.diagnostics import visible
    from memoryrail_lint.errors import Trouble

    tree = place.open_tree()
    profile: Any = profiles.load("engramory")
    found = locate.standing_roots(place, profile, tree, config.find(tree, ""), asked=True)
    if not found:
        return Trouble("there is no .memoryrail/ here or above; `memoryrail-lint init` makes one")
    shown = ", ".join(f"{visible(root)[:80]}/" if root else "this folder" for root in found[:3])
    return Trouble(
        f"there is no .memoryrail/ here or above, which this command is about; what there is, an Engramory store in "
        f"{shown}, is for `check`, `compact` and `guard`"
    )


def tracked_stores(place: Place) -> Iterator[Store]:
    """Every store of the repository that no configuration excludes, as git tracks it: what a hook is about."""
    from memoryrail_lint import config, locate
    from memoryrail_lint.commands.check import excluded
    from memoryrail_lint.profiles import memoryrail

    tree = place.open_tree([memoryrail], tracked=True)
    for root in locate.store_roots(place, memoryrail, tree):
        settings = config.find(tree, root)
        if not excluded(tree, root, settings):
            yield memoryrail.open_store(tree, root, settings, place.repository)


def say_left_out(count: int) -> None:
    """Tell on standard error that memories are not among the answers because they are not valid."""
    if count:
        what = "1 memory is" if count == 1 else f"{count} memories are"
        print(f"memoryrail-lint: {what} not valid and left out; `memoryrail-lint check` says why", file=sys.stderr)


def describe(store: Store) -> list[dict[str, Any]]:
    """The store's readable memories as plain values, masked and on one line, in the order of their ids."""
    from memoryrail_lint.checks.secrets import mask
    from memoryrail_lint.diagnostics import visible
    from memoryrail_lint.profiles.memoryrail import refs

    memories = sorted((memory for memory in store.memories if memory.id), key=lambda m: (m.id, m.path))
    names = refs.refs(memories)

    def safe(text: str) -> str:
        return visible(mask(text))

    return [
        {
            "ref": safe(names[memory.id]),
            "id": safe(memory.id),
            "type": safe(memory.type),
            "title": safe(memory.title),
            "status": safe(memory.status),
            "pinned": memory.pinned,
            "created": safe(memory.text("created")),
            "updated": safe(memory.text("updated")),
            "tags": [safe(text) for text, _ in memory.items("tags")],
            "links": [safe(text) for text, _ in memory.items("links")],
            "path": safe(memory.path),
        }
        for memory in memories
    ]


def pick(store: Store, text: str) -> Memory:
    """The memory that a ref, an id or an id's beginning names. Raises Trouble, with the candidates, for a guess."""
    from memoryrail_lint.diagnostics import visible
    from memoryrail_lint.errors import Trouble
    from memoryrail_lint.profiles.memoryrail import refs

    memories = [memory for memory in store.memories if memory.id]
    found = refs.resolve(memories, text)
    if len(found) == 1:
        return found[0]
    if found:
        names = refs.refs(memories)
        shown = ", ".join(f"{names[memory.id]} {memory.id}" for memory in found[:10])
        more = f" and {len(found) - 10} more" if len(found) > 10 else ""
        raise Trouble(f"{visible(text)[:100]!r} may be any of {shown}{more}; give more of it")
    wanted = text.strip()
    unread = [one for one in store.memories if not one.id and wanted and wanted in (one.path, one.name[: len(wanted)])]
    if unread:
        raise Trouble(f"{visible(unread[0].path)} cannot be read as a memory; `memoryrail-lint check` says why")
    from memoryrail_lint.checks.nearest import suggest

    near = suggest(text, [memory.id for memory in memories], 3)
    hint = f"; did you mean {' or '.join(near)}?" if near else "; `memoryrail-lint list --all` shows them"
    raise Trouble(f"no memory is called {visible(text)[:100]!r}{hint}")
