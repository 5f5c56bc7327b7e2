"""The agent files that carry the managed block (MemoryRail format, "Generated agent files"), read once for a store."""

from __future__ import annotations

import os
import posixpath

from memoryrail_lint.checks import blocks
from memoryrail_lint.profiles.memoryrail import block, fields
from memoryrail_lint.tree import MAX_FILE_BYTES, Unreadable, join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from typing import Final

    from memoryrail_lint.profiles.memoryrail.model import Memory, Store
    from memoryrail_lint.source import Source

DEFAULT: Final = ("AGENTS.md", "CLAUDE.md", ".cursor/rules/memoryrail.mdc")
MAX_AGENT_BYTES: Final = 32 * 1024
"""Where hosts stop reading an agent file."""

_OTHER: Final = frozenset(fields.STATUSES) - {"active"}
"""What keeps a memory out of the block, valid or not."""


class Target:
    """One agent file.

    path: relative to the tree's top. source: its content, None where there is no such file. refused: why it must not
    be written, or None. bad: its markers make no block. block: where the block stands. imports: it takes the block of
    another target in by an `@` line, and needs none. same: it is a symlink to another target.
    """

    __slots__ = ("bad", "block", "imports", "path", "refused", "same", "source")

    def __init__(self, path: str, source: Source | None = None, refused: str | None = None) -> None:
        self.path = path
        self.source = source
        self.refused = refused
        self.bad: blocks.BadMarkers | None = None
        self.block: blocks.Block | None = None
        self.imports = False
        self.same = False
        if source is not None and source.bad_byte is not None:
            self.refused = "it is not UTF-8"
        elif source is not None:
            try:
                self.block = blocks.find(source.text)
            except blocks.BadMarkers as bad:
                self.bad = bad

    @property
    def needs_block(self) -> bool:
        """Whether this file should carry a block of its own and has none."""
        return self.block is None and self.bad is None and not self.imports and not self.same


class AgentFiles:
    """The targets of one store and what their block should hold.

    left_out: memories that are not valid, and so not listed though they may be active.
    """

    def __init__(self, store: Store, also: Iterable[str] = ()) -> None:
        self.store = store
        self.left_out: list[Memory] = [m for m in store.memories if not m.valid and m.status not in _OTHER]
        self._wanted: str | None = None
        self._withheld: list[Memory] = []
        config = store.config
        names = [*(DEFAULT if config.targets is None else config.targets), *config.also, *also]
        paths = dict.fromkeys(name if "://" in name else posixpath.normpath(join(store.root, name)) for name in names)
        self.targets = [self._read(path) for path in paths]
        self._find_twins()

    @property
    def wanted(self) -> str:
        """The block's inner text, with line feeds."""
        if self._wanted is None:
            from memoryrail_lint.checks import secrets

            valid = [memory for memory in self.store.memories if memory.valid]
            limit = self.store.config.max_bytes
            self._wanted = block.render(valid, max_bytes=limit)
            if secrets.find(self._wanted):
                self._withheld = [m for m in valid if m.status == "active" and secrets.find(m.title)]
                kept = [memory for memory in valid if memory not in self._withheld]
                self._wanted = block.render(kept, max_bytes=limit, mask=secrets.mask)
        return self._wanted

    @property
    def withheld(self) -> list[Memory]:
        """Active memories whose title looks like a credential, and so is not written anywhere."""
        return self._withheld if self.wanted else []

    @property
    def in_use(self) -> bool:
        """Whether any target has a block: whoever never ran sync is not told that blocks are missing."""
        return any(target.block or target.bad for target in self.targets)

    @property
    def in_date(self) -> bool:
        """Whether every block that is there holds what it should."""
        return not any(
            target.bad or (target.source and target.block and target.block.inner(target.source.text) != self.wanted)
            for target in self.targets
            if not target.same and not target.refused
        )

    @property
    def stopped(self) -> bool:
        """Whether one of the targets must not be written, so that none is."""
        return any(target.bad or target.refused for target in self.targets)

    def _read(self, path: str) -> Target:
        if "://" in path:
            return Target(path, refused="it is a URL, not a file")
        if path.startswith(("../", "/")) or path == "..":
            return Target(path, refused="it lies outside the repository")
        if ".memoryrail" in path.split("/"):
            return Target(path, refused="it lies inside a store, where memories and nothing else are kept")
        try:
            return Target(path, self.store.tree.read(path, MAX_FILE_BYTES))
        except Unreadable as error:
            return Target(path, refused=f"it {error}")

    def _find_twins(self) -> None:
        seen: dict[str, Target] = {}
        named: dict[str, Target] = {}
        for target in self.targets:
            real = os.path.realpath(os.path.join(self.store.tree.top, target.path))
            first = named[target.path] = seen.setdefault(real, target)
            if first is not target:
                target.same, target.refused = True, None
        imported = {target: [named[path] for path in _imports(target) if path in named] for target in named.values()}
        # Files that import each other need one among them that has the block: the first.
        holders = {target for target, others in imported.items() if target.block or not others}
        for target in imported:
            target.imports = _reaches(target, imported, holders)
            if not target.imports:
                holders.add(target)


def _imports(target: Target) -> list[str]:
    """The paths that a file takes in: those of its lines that begin with `@`, code aside."""
    text = target.source.text if target.source is not None else ""
    if not text.startswith("@") and "\n@" not in text:
        return []
    from memoryrail_lint.checks.code import code

    spans, found, at = code(text), [], 0
    for line in text.split("\n"):
        if line.startswith("@") and not any(start <= at < end for start, end in spans):
            found.append(posixpath.normpath(posixpath.join(posixpath.dirname(target.path), line[1:].strip())))
        at += len(line) + 1
    return found


def _reaches(target: Target, imported: Mapping[Target, Sequence[Target]], goals: Collection[Target]) -> bool:
    """Whether a target takes one of the others among `goals` in, itself or through another."""
    seen, open_ = {target}, [target]
    while open_:
        for other in imported[open_.pop()]:
            if other not in seen:
                if other in goals:
                    return True
                seen.add(other)
                open_.append(other)
    return False


def of(store: Store) -> AgentFiles:
    """The store's agent files; read once."""
    if store.agent_files is None:
        store.agent_files = AgentFiles(store)
    return store.agent_files
