"""The commands, one module each with `main(argv) -> exit status`."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from memoryrail_lint.locate import Place
    from memoryrail_lint.profiles.memoryrail.model import Memory, Store


def nearest_store(folder: str | None) -> Store:
    """The store at or above a folder (the working directory where None). Raises Trouble where there is none."""
    from memoryrail_lint import config, locate
    from memoryrail_lint.diagnostics import visible
    from memoryrail_lint.errors import Trouble
    from memoryrail_lint.profiles import memoryrail

    start = os.path.abspath(folder or os.getcwd())
    if not os.path.isdir(start):
        raise Trouble(f"{visible(str(folder))[:200]}: no such folder")
    place = locate.places([], start)[0]
    tree = place.open_tree()
    root = locate.nearest(place.relative(start), set(), place, memoryrail, tree)
    if root is None:
        raise Trouble("there is no .memoryrail/ here or above; `memoryrail-lint init` makes one")
    return memoryrail.open_store(tree, root, config.find(tree, root), place.repository)


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
    from memoryrail_lint.checks.nearest import suggest

    near = suggest(text, [memory.id for memory in memories], 3)
    hint = f"; did you mean {' or '.join(near)}?" if near else "; `memoryrail-lint list --all` shows them"
    raise Trouble(f"no memory is called {visible(text)[:100]!r}{hint}")
