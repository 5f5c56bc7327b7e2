"""The MemoryRail profile: `.memoryrail/config.json` and `.memoryrail/memories/*.md` (format version 1)."""

from __future__ import annotations

import os

from memoryrail_lint.rule import Entry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

    from memoryrail_lint.config import Config
    from memoryrail_lint.git import Repository
    from memoryrail_lint.profiles.memoryrail.model import Store
    from memoryrail_lint.tree import Tree

PATHSPEC: Final = ":(glob)**/.memoryrail/**"

# The profile's list: a rule, its hook, and what it reads (see `rule.Entry`). The order is that of the tables.
_LIST: Final = (
    ("config-invalid", "memoryrail-schema", "store"),
    ("config-version", "memoryrail-schema", "store"),
    ("file-unexpected", "memoryrail-schema", "store"),
    ("file-unreadable", "memoryrail-schema", "odd"),
    ("conflict-marker", "memoryrail-schema", "odd"),
    ("encoding-invalid", "memoryrail-schema", "odd"),
    ("frontmatter-missing", "memoryrail-schema", "odd"),
    ("frontmatter-invalid", "memoryrail-schema", "odd"),
    ("field-missing", "memoryrail-schema", "odd"),
    ("field-invalid", "memoryrail-schema", "odd"),
    ("field-typo", "memoryrail-schema", "odd"),
    ("yaml-not-portable", "memoryrail-schema", "odd"),
    ("timestamp-imprecise", "memoryrail-schema", "odd"),
    ("timestamp-order", "memoryrail-schema", "member"),
    ("id-filename-mismatch", "memoryrail-id", "member"),
    ("id-duplicate", "memoryrail-id", "store"),
    ("id-convention", "memoryrail-id", "member"),
    ("ref-ambiguous", "memoryrail-id", "store"),
    ("pinned-many", "memoryrail-id", "store"),
    ("secret", "memoryrail-secrets", "member"),
    ("stale-link", "memoryrail-staleness", "store"),
    ("maybe-stale", "memoryrail-staleness", "store"),
    ("history-incomplete", "memoryrail-staleness", "store"),
    ("link-untracked", "memoryrail-staleness", "store"),
    ("link-outside-repo", "memoryrail-links", "member"),
    ("link-not-posix", "memoryrail-links", "member"),
    ("supersedes-unknown", "memoryrail-lifecycle", "store"),
    ("ref-stored", "memoryrail-lifecycle", "store"),
    ("supersedes-one-sided", "memoryrail-lifecycle", "store"),
    ("supersedes-cycle", "memoryrail-lifecycle", "store"),
    ("supersedes-fork", "memoryrail-lifecycle", "store"),
    ("superseded-incomplete", "memoryrail-lifecycle", "store"),
    ("proposal-applied", "memoryrail-lifecycle", "store"),
    ("status-type-mismatch", "memoryrail-lifecycle", "store"),
    ("memory-overwritten", "memoryrail-lifecycle", "ends"),
    ("memory-deleted", "memoryrail-lifecycle", "ends"),
    ("id-changed", "memoryrail-lifecycle", "ends"),
    ("created-changed", "memoryrail-lifecycle", "ends"),
    ("updated-unmoved", "memoryrail-lifecycle", "ends"),
    ("review-bypassed", "memoryrail-review", "ends"),
    ("citation-unknown", "memoryrail-citations", "store"),
    ("citation-inactive", "memoryrail-citations", "store"),
    ("sync-drift", "memoryrail-sync", "store"),
    ("sync-missing", "memoryrail-sync", "store"),
    ("sync-markers", "memoryrail-sync", "store"),
    ("agent-file-size", "memoryrail-sync", "store"),
    ("hidden-unicode", "memoryrail-safety", "member"),
    ("prompt-injection", "memoryrail-safety", "member"),
    ("unused-suppression", "every hook", "suppressions"),
)
RULES: Final = tuple(Entry(name, hook, reads, "memoryrail") for name, hook, reads in _LIST)


def roots(paths: Iterable[str]) -> set[str]:
    """The folders that hold the `.memoryrail/` of these paths, whose folder has a `config.json` or `memories/`."""
    found = set()
    for path in paths:
        head, mark, tail = f"/{path}".rpartition("/.memoryrail/")
        if mark and (tail == "config.json" or tail.startswith("memories/")):
            found.add(head[1:])
    return found


def is_root(folder: str) -> bool:
    """Whether a folder holds a store; a `.memoryrail/` with neither config.json nor memories/ is none."""
    inner = os.path.join(folder, ".memoryrail")
    return os.path.lexists(os.path.join(inner, "config.json")) or os.path.lexists(os.path.join(inner, "memories"))


def earlier(store: Store) -> dict[str, str]:
    """The path that a memory had at the base, for each that has another one now."""
    from memoryrail_lint.profiles.memoryrail.states import of

    found = of(store)
    return {now.path: before.path for before, now in found.pairs if now.path != before.path} if found else {}


def open_store(tree: Tree, root: str, config: Config, repository: Repository | None) -> Store:
    """The store whose `.memoryrail/` lies in the folder `root`."""
    from memoryrail_lint.profiles.memoryrail.model import Store

    return Store(tree, root, config, repository)
