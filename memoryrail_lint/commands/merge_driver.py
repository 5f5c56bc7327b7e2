"""`memoryrail-lint merge-driver`: what git runs to merge memories and agent files (gitattributes(5)).

The fields of a memory are merged one by one, the managed block of an agent file is made anew from the memories of both
sides, everything else is merged line by line as git does. `init --merge-driver` sets it up.
"""

from __future__ import annotations

import os

from memoryrail_lint import options
from memoryrail_lint.commands import read_regular
from memoryrail_lint.commands.writing import note
from memoryrail_lint.errors import Trouble
from memoryrail_lint.tree import Unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

    from memoryrail_lint.git import Repository

MAX_BYTES: Final = 64 * 1024 * 1024


def main(argv: Sequence[str]) -> int:
    """Write the merged content over OURS; 0, or 1 where conflicts are left in it. Raises Trouble for 2."""
    parser = options.bare("memoryrail-lint merge-driver", __doc__)
    parser.add_argument("base", metavar="BASE", help="the file as it was (%%O)")
    parser.add_argument("ours", metavar="OURS", help="the file as it is here (%%A); the result is written over it")
    parser.add_argument("theirs", metavar="THEIRS", help="the file as it is there (%%B)")
    parser.add_argument("path", metavar="PATH", help="its name in the repository (%%P)")
    given = parser.parse_args(argv)

    merge = Merge(given.path, *(read_regular(path, MAX_BYTES) for path in (given.base, given.ours, given.theirs)))
    try:
        merged = merge.by_meaning()
    except (Trouble, Unreadable, ValueError) as error:
        note(f"{given.path}: merged line by line only: {error}")
        merged = None
    data, conflicts = merged or merge.text(merge.base, merge.ours, merge.theirs)
    with open(given.ours, "wb") as file:
        file.write(data)
    return 1 if conflicts else 0


class Merge:
    """One file that both sides changed. path: in the repository; base, ours, theirs: its contents."""

    def __init__(self, path: str, base: bytes, ours: bytes, theirs: bytes) -> None:
        from memoryrail_lint import git

        self.path = path
        self.base = base
        self.ours = ours
        self.theirs = theirs
        self.top = git.find_root(os.getcwd()) or os.getcwd()
        self.repository: Repository = git.Repository(self.top)

    def text(self, base: bytes, ours: bytes, theirs: bytes) -> tuple[bytes, int]:
        """The lines of three contents merged by git, and the number of conflicts."""
        from memoryrail_lint.git.merging import merge_file

        return merge_file(self.repository, base, ours, theirs)

    def by_meaning(self) -> tuple[bytes, int] | None:
        """The merged content and the number of conflicts; None where only its lines can be merged.

        Raises Trouble, Unreadable and ValueError where something stands in the way.
        """
        from memoryrail_lint.profiles.memoryrail import merging

        if f"/{self.path}".rpartition("/")[0].endswith("/.memoryrail/memories"):
            return merging.merge_memory(self.base, self.ours, self.theirs, self.text)
        return merging.merge_agent_file(self.base, self.ours, self.theirs, self._inner, self.text)

    def _inner(self, base: str, ours: str, theirs: str) -> str | None:
        """The managed block's text after the merge: made from the memories where it is certain what they will be."""
        from memoryrail_lint import config
        from memoryrail_lint.git.merging import sides
        from memoryrail_lint.profiles import memoryrail
        from memoryrail_lint.profiles.memoryrail import elsewhere
        from memoryrail_lint.profiles.memoryrail.merged_tree import MergedTree
        from memoryrail_lint.profiles.memoryrail.merging import merge_listed
        from memoryrail_lint.profiles.memoryrail.targets import AgentFiles
        from memoryrail_lint.tree import WorkTree, join

        disk = WorkTree(self.top)
        root: str | None = self.path
        while root and not memoryrail.is_root(disk.absolute(root := root.rpartition("/")[0])):
            root = root or None
        ids: set[str] = set()
        if root is not None:
            settings = config.find(disk, root)
            if settings.generator == "other":
                note(f"{self.path}: another tool writes the block; run it after the merge")
                return None
            found = sides(self.repository, self.path, self.base, self.ours, self.theirs)
            if found is not None:
                tree = MergedTree(self.repository, join(root, ".memoryrail"), found, self.text)
                return AgentFiles(memoryrail.open_store(tree, root, settings, self.repository)).wanted
            ids = elsewhere.names(self.repository, join(root, ".memoryrail"))
        listed = merge_listed(base, ours, theirs, ids)
        if listed is None or not listed[1]:
            note(f"{self.path}: the block could not be made anew; `memoryrail-lint sync` puts it right")
        return listed[0] if listed else None
