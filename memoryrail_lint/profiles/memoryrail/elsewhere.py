"""The names of memories that other branches hold: a new one must not meet any of them in a merge.

Two questions to git for all branches: which trees `memories/` are, and the distinct ones among them, as raw objects
(gitformat-tree in the documentation of git: `<mode> SP <name> NUL <object id>`).
"""

from __future__ import annotations

from memoryrail_lint.git.process import decode, encode
from memoryrail_lint.tree import join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from memoryrail_lint.git import Repository

MAX_REFS: Final = 500
"""How many branches are looked at, those with the newest commits first."""
MAX_BYTES: Final = 32 * 1024 * 1024
"""How much of their trees is read."""


def names(repository: Repository, folder: str) -> set[str]:
    """The names without `.md` of the memories in `folder` (a `.memoryrail`) on HEAD, local and fetched branches.

    Raises GitFailed where git refuses.
    """
    if "\n" in folder:
        return set()  # git is asked line by line
    form = "--format=%(objectname)"
    listed = ("for-each-ref", f"--count={MAX_REFS}", "--sort=-committerdate", form, "refs/heads", "refs/remotes")
    commits = dict.fromkeys(["HEAD", *repository.ask(*listed).decode().split()])
    asked = "".join(f"{commit}:{join(folder, 'memories')}\n" for commit in commits)
    answer = decode(repository.ask("cat-file", "--batch-check", input=encode(asked)))
    trees: dict[str, None] = {}
    left = MAX_BYTES
    for line in answer.splitlines():
        oid, _, rest = line.partition(" ")
        kind, _, size = rest.partition(" ")
        if kind == "tree" and oid not in trees and size.isdigit():
            left -= int(size)
            if left < 0:
                break
            trees[oid] = None
    if not trees:
        return set()
    data = repository.ask("cat-file", "--batch", input="".join(f"{oid}\n" for oid in trees).encode())
    return {name.removesuffix(".md") for name in _entries(data) if name.endswith(".md")}


def _entries(data: bytes) -> Iterator[str]:
    """The names in a batch of tree objects."""
    at = 0
    while at < len(data):
        line_end = data.index(b"\n", at)
        oid, _, size = data[at:line_end].split(b" ")
        at = line_end + 1
        end = at + int(size)
        while at < end:
            stop = data.index(b"\0", at)
            yield decode(data[at:stop].partition(b" ")[2])
            at = stop + 1 + len(oid) // 2
        at = end + 1
