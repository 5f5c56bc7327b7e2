"""The files of a store as a merge of three commits will leave them, before git has written any of them."""

from __future__ import annotations

from memoryrail_lint.profiles.memoryrail.merging import merge_memory
from memoryrail_lint.tree import CommitTree, GitTree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoryrail_lint.git import Repository
    from memoryrail_lint.git.merging import Sides
    from memoryrail_lint.profiles.memoryrail.merging import MergeText


class MergedTree(GitTree):
    """One store's folder (a `.memoryrail`) as the merge leaves it. Of a file in conflict, it has ours.

    Raises GitFailed, and Unreadable for a memory that both sides changed and git cannot give.
    """

    def __init__(self, repository: Repository, folder: str, sides: Sides, merge_text: MergeText) -> None:
        super().__init__(repository, {})
        commits = (sides.base, sides.ours, sides.theirs)
        base, ours, theirs = (CommitTree(repository, commit, [folder]).entries for commit in commits)
        for path in {**ours, **theirs}:
            old, mine, other = base.get(path), ours.get(path), theirs.get(path)
            if mine == other or other == old:
                kept = mine
            elif mine == old:
                kept = other
            else:
                kept = mine or other
            if kept is None:
                continue
            self.entries[path] = kept
            if old and mine and other and path.endswith(".md") and other != mine != old != other:
                self._merge(path, (old[1], mine[1], other[1]), merge_text)

    def _merge(self, path: str, oids: tuple[str, str, str], merge_text: MergeText) -> None:
        base, ours, theirs = (self.blob(oid) for oid in oids)
        merged = merge_memory(base, ours, theirs, merge_text)
        if merged is not None and merged[1] == 0:
            name = f"merged {path}"  # no object id, so that git is not asked for it
            self._blobs[name] = merged[0]
            self.entries[path] = (self.entries[path][0], name)
