"""The Engramory profile: a folder with the index `MEMORY.md` and one note a file (`spec/engramory.md`)."""

from __future__ import annotations

import os

from memoryrail_lint.diagnostics import visible
from memoryrail_lint.rule import Entry
from memoryrail_lint.tree import Unreadable, join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

    from memoryrail_lint.config import Config
    from memoryrail_lint.git import Repository
    from memoryrail_lint.profiles.engramory.model import Store
    from memoryrail_lint.tree import Tree

PATHSPEC: Final = ""
"""None: git ignores most of these stores, so they are sought where they usually are, see `standing`."""
INDEX: Final = "MEMORY.md"
USUAL: Final = ("memory", ".claude/memory", ".agents/memory")
USUAL_PARENT: Final = ".claude/agent-memory"
"""Each folder in it may be a store."""

# The profile's list: a rule, its hook, and what it reads (see `rule.Entry`). The order is that of the tables.
_LIST: Final = (
    ("store-not-ignored", "engramory-store", "store"),
    ("index-missing", "engramory-index", "store"),
    ("index-over-cap", "engramory-index", "store"),
    ("index-long", "engramory-index", "store"),
    ("index-pointer-broken", "engramory-index", "store"),
    ("index-pointer-outside", "engramory-index", "store"),
    ("index-pointer-duplicate", "engramory-index", "store"),
    ("index-pointer-archive", "engramory-index", "store"),
    ("index-line-content", "engramory-index", "store"),
    ("index-heading", "engramory-index", "store"),
    ("index-archived-bare", "engramory-index", "store"),
    ("note-frontmatter", "engramory-notes", "odd"),
    ("note-field-missing", "engramory-notes", "store"),
    ("note-field-invalid", "engramory-notes", "odd"),
    ("note-why-missing", "engramory-notes", "odd"),
    ("note-how-missing", "engramory-notes", "odd"),
    ("note-name-mismatch", "engramory-notes", "store"),
    ("note-scope-missing", "engramory-notes", "store"),
    ("note-relative-date", "engramory-notes", "member"),
    ("note-current-state", "engramory-notes", "member"),
    ("note-too-large", "engramory-notes", "odd"),
    ("note-outside", "engramory-notes", "odd"),
    ("note-slug-duplicate", "engramory-notes", "store"),
    ("note-orphan", "engramory-notes", "store"),
    ("note-unindexed", "engramory-notes", "store"),
    ("note-dated-series", "engramory-notes", "store"),
    ("note-description-vague", "engramory-notes", "store"),
    ("note-personal-data", "engramory-notes", "member"),
    ("note-duplicate", "engramory-notes", "store"),
    ("wikilink-broken", "engramory-notes", "store"),
    ("secret", "engramory-safety", "member"),
    ("hidden-unicode", "engramory-safety", "member"),
    ("prompt-injection", "engramory-safety", "member"),
    ("unused-suppression", "every hook", "suppressions"),
)
RULES: Final = tuple(Entry(name, hook, reads, "engramory") for name, hook, reads in _LIST)


def roots(paths: Iterable[str]) -> set[str]:
    """No path tells by itself that it belongs to a store of this format."""
    return set()


def is_root(folder: str) -> bool:
    """No folder tells by itself that it is a store of this format."""
    return False


def standing(tree: Tree, config: Config) -> set[str]:
    """The roots of a tree: the configured one, and each usual place with an index and a note with front matter."""
    found = set()
    root = _configured(config)
    if root is not None and _is_folder(tree, root):
        found.add(root)
    places = list(USUAL)
    if _is_folder(tree, USUAL_PARENT):
        places += [join(USUAL_PARENT, name) for name, kind in _list(tree, USUAL_PARENT) if kind == "folder"]
    return found | {place for place in places if has_index(tree, place) and _has_note(tree, place)}


def absent(tree: Tree, config: Config) -> list[tuple[str, str]]:
    """The rule that cannot run where the configured root is no folder, and why: a clone has no ignored folders."""
    root = _configured(config)
    if root is None or _is_folder(tree, root):
        return []
    return [("index-missing", f"engramory.root names {visible(root)[:200]!r}, which is not there")]


def _configured(config: Config) -> str | None:
    if config.engramory_root is None:
        return None
    root = os.path.normpath(join(config.folder, config.engramory_root)).replace(os.sep, "/")
    return "" if root == "." else root


def has_index(tree: Tree, folder: str) -> bool:
    """Whether something called `MEMORY.md` is in a folder."""
    path = join(folder, INDEX)
    entries = getattr(tree, "entries", None)
    return path in entries if entries is not None else os.path.lexists(os.path.join(tree.top, path))


def _is_folder(tree: Tree, path: str) -> bool:
    if hasattr(tree, "entries"):
        return bool(_list(tree, path))
    return os.path.isdir(os.path.join(tree.top, path))


def _list(tree: Tree, folder: str) -> list[tuple[str, str]]:
    try:
        return tree.list(folder)
    except Unreadable:
        return []


def _has_note(tree: Tree, folder: str) -> bool:
    for name, kind in _list(tree, folder):
        if kind == "file" and name.endswith(".md") and name != INDEX:
            try:
                source = tree.read(join(folder, name))
            except Unreadable:
                continue
            if source is not None and source.text.startswith("---"):
                return True
    return False


def open_store(tree: Tree, root: str, config: Config, repository: Repository | None) -> Store:
    """The store in the folder `root`. Raises Trouble where that cannot be listed."""
    from memoryrail_lint.profiles.engramory.model import Store

    return Store(tree, root, config, repository)
