"""What a change started from: configuration, baseline and comments as they were, so that it cannot excuse itself."""

from __future__ import annotations

import os

from memoryrail_lint import config
from memoryrail_lint.errors import Trouble
from memoryrail_lint.policy import suppressions
from memoryrail_lint.tree import CommitTree, Unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
    from typing import Final

    from memoryrail_lint.config import Config
    from memoryrail_lint.engine import Store
    from memoryrail_lint.git import Repository
    from memoryrail_lint.locate import Ends
    from memoryrail_lint.policy import Suppression
    from memoryrail_lint.source import Source

    Moves = Callable[[], dict[str, str]]
    """Which files have another path now: path now -> path then."""

MANY: Final = 200
"""So many paths are named to git; of more, the whole tree is listed instead."""


class Past:
    """The files of the first of two ends, read without a checkout; git is asked for nothing until it is needed."""

    def __init__(self, repository: Repository, ends: Ends) -> None:
        self.repository = repository
        self.ends = ends
        self._configs: dict[str, Config] = {}
        self._nearby: CommitTree | None = None
        self._roots: set[str] = set()
        self._settings: frozenset[str] | None = None
        self._moves: list[Moves] = []
        self._moved: dict[str, str] | None = None
        self._pieces: dict[str, Source | None] = {}
        self._lines: dict[str, set[tuple[str | None, str]]] = {}

    def tree(self, paths: Iterable[str]) -> CommitTree:
        """A tree that knows these files only, or what a symlink among them leads to. Raises GitFailed."""
        wanted = sorted(set(paths))
        tree = CommitTree(self.repository, self.ends.start, wanted if len(wanted) <= MANY else ())
        if len(wanted) > MANY:
            tree.entries = {path: tree.entries[path] for path in wanted if path in tree.entries}
        if any(mode == "120000" for mode, _ in tree.entries.values()):
            tree.entries = {**CommitTree(self.repository, self.ends.start).entries, **tree.entries}
        return tree

    def learn(self, roots: Collection[str]) -> None:
        """List at once where the configurations of these stores may stand. Raises GitFailed."""
        if not self._roots.issuperset(roots):
            self._roots.update(roots)
            self._nearby = self.tree(path for root in self._roots for path in config.candidates(root))

    def config(self, root: str) -> Config:
        """The configuration that was nearest to a store's root. Raises Trouble for one that was wrong."""
        if root not in self._configs:
            self.learn([root])
            tree = self._nearby
            assert tree is not None
            try:
                found = config.find(tree, root) if tree.entries else config.Config()
            except Trouble as trouble:
                raise Trouble(f"at the base, {trouble}") from None
            found.past = self
            self._configs[root] = found
        return self._configs[root]

    def read(self, path: str) -> Source | None:
        """One file; None where there was none that can be read."""
        if path not in self._pieces:
            try:
                self._pieces[path] = self.tree([path]).read(path)
            except Unreadable:
                self._pieces[path] = None
        return self._pieces[path]

    def changed_settings(self, root: str) -> bool:
        """Whether a file where the configuration of a store may stand is another now. Raises GitFailed."""
        if self._settings is None:
            self._settings = frozenset(self._changed(f":(top,glob)**/{name}" for name in config.NAMES))
        return not self._settings.isdisjoint(config.candidates(root))

    def changed(self, path: str) -> bool:
        """Whether a file is another now, as far as git knows. Raises GitFailed."""
        return bool(self._changed([f":(top,literal){path}"]))

    def _changed(self, pathspecs: Iterable[str]) -> list[str]:
        words: tuple[str, ...] = ("ls-files", "-z")
        if self.ends.start:
            which = ("diff-index", "--cached") if self.ends.staged else ("diff-tree", "-r")
            ends = (self.ends.start,) if self.ends.staged else (self.ends.start, "HEAD")
            words = (*which, "--name-only", "-z", "--no-renames", *ends)
        return self.repository.ask_list("--no-literal-pathspecs", *words, "--", *pathspecs)

    def removed(self, pathspec: str) -> frozenset[str]:
        """The files that the index no longer holds. Raises GitFailed."""
        words = ("diff-index", "--cached", "--name-only", "--diff-filter=D", "-z", "--no-renames", self.ends.start)
        return frozenset(self.repository.ask_list("--no-literal-pathspecs", *words, "--", pathspec))

    def inside(self, path: str) -> str | None:
        """A path of the disk as the repository names it; None for what lies elsewhere."""
        found = os.path.relpath(os.path.realpath(path), os.path.realpath(self.repository.root)).replace(os.sep, "/")
        return None if found == ".." or found.startswith("../") or os.path.isabs(found) else found

    def follow(self, moves: Moves) -> None:
        """Learn of files that have another path now, once somebody asks."""
        self._moves.append(moves)
        self._moved = None

    def earlier(self, path: str) -> str:
        """The path that a file had, as far as it is known."""
        if self._moved is None:
            self._moved = {}
            for moves in self._moves:
                self._moved.update(moves())
        return self._moved.get(path, path)

    def had_line(self, path: str, line: str, previous: str | None = None) -> bool:
        """Whether this line stood in this file, and behind that one where one is named."""
        if path not in self._lines:
            source = self.read(path) or self.read(self.earlier(path))
            lines = [one.strip() for one in source.text.split("\n")] if source is not None else []
            self._lines[path] = {*zip(["", *lines], lines, strict=False), *((None, line) for line in lines)}
        return (previous.strip() if previous is not None else None, line.strip()) in self._lines[path]

    def stood(self, comments: Sequence[Suppression], open_store: Callable[[CommitTree], Store]) -> list[Suppression]:
        """Those of the comments that stood in the same file for the same line, or for the whole file.

        open_store makes a store of a tree that knows the files of the comments only.
        """
        if not comments:
            return []
        paths = {path: path for path in {comment.source.path for comment in comments}}
        tree = self.tree(paths)
        if any(path not in tree.entries for path in paths):
            paths = {path: path if path in tree.entries else self.earlier(path) for path in paths}
            tree = self.tree(paths.values())
        was: dict[tuple[object, ...], int] = {}
        for comment in _comments(tree, open_store(tree)):
            key = (comment.source.path, *_words(comment))
            was[key] = was.get(key, 0) + 1
        kept = []
        for comment in comments:
            key = (paths[comment.source.path], *_words(comment))
            if was.get(key, 0) > 0:
                was[key] -= 1
                kept.append(comment)
        return kept


def _comments(tree: CommitTree, store: Store) -> Iterator[Suppression]:
    """The comments of a store, and of those files of the tree that are none of its own, such as what cites it."""
    seen = set()
    for source, member in store.sources():
        seen.add(source.path)
        yield from suppressions(source, member.body()[0], member.in_value) if member else suppressions(source)
    for path in tree.entries:
        try:
            other = tree.read(path) if path not in seen else None
        except Unreadable:
            continue
        if other is not None:
            yield from suppressions(other)


def _words(comment: Suppression) -> tuple[object, ...]:
    """What makes a comment the same: what it silences, why, and on which line's text."""
    inside = 0 < comment.line <= len(comment.source.line_starts())
    covered = comment.source.line(comment.line).strip() if inside else ""
    return (comment.line == 0, *sorted(comment.rules), comment.reason, covered)
