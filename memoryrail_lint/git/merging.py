"""Three-way merges of texts, by git itself, and which commits a merge that is under way is made of."""

from __future__ import annotations

import os

from memoryrail_lint.git import GitFailed, git_dir
from memoryrail_lint.git.process import decode, encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from memoryrail_lint.git import Repository

MAX_TIPS: Final = 200
"""How many branches are asked whether they are the other side of a merge."""
_MAX_CONFLICTS: Final = 127
"""What git merge-file exits with for that many conflicts or more; anything above is a failure."""


def merge_file(repository: Repository, base: bytes, ours: bytes, theirs: bytes) -> tuple[bytes, int]:
    """git merge-file's result, and the number of conflicts in it. Raises GitFailed (binary content)."""
    import tempfile

    with tempfile.TemporaryDirectory(prefix="memoryrail-merge-") as folder:
        paths = [os.path.join(folder, name) for name in ("ours", "base", "theirs")]
        for path, data in zip(paths, (ours, base, theirs), strict=True):
            with open(path, "wb") as file:
                file.write(data)
        words = ("merge-file", "-p", "-q", "-L", "ours", "-L", "base", "-L", "theirs", *paths)
        child = repository.start(*words)
        with open(child.reading, "rb", closefd=False) as pipe:
            merged = pipe.read()
        status = child.wait()
    if not 0 <= status <= _MAX_CONFLICTS:
        raise GitFailed("git merge-file failed: the content is binary, or git is too old", status)
    return merged, status


class Sides:
    """The three commits (any commit-ish) whose trees are merged."""

    __slots__ = ("base", "ours", "theirs")

    def __init__(self, base: str, ours: str, theirs: str) -> None:
        self.base = base
        self.ours = ours
        self.theirs = theirs


def sides(repository: Repository, path: str, base: bytes, ours: bytes, theirs: bytes) -> Sides | None:
    """The commits of the merge that git asks a merge driver about; None where that is not certain.

    git names them in no documented way, and MERGE_HEAD is not there yet: what `git merge` leaves in the environment
    (GITHEAD_<commit>) or a rebase in its folder is only believed where `path` holds the contents that are merged.
    Raises GitFailed.
    """
    blobs = [_blob(repository, data) for data in (base, ours, theirs)]
    if _blobs(repository, path, ["HEAD"]) != [blobs[1]]:
        return None  # an inner merge of several bases, or one that HEAD is no part of
    picked = _picked(repository)
    merged = [name[8:] for name in os.environ if name.startswith("GITHEAD_") and name[8:].isalnum()]
    for commit in picked:
        found = _with_base(repository, path, blobs, commit, [f"{commit}^"])
        if found is not None:
            return found
    for commit in merged:
        found = _with_base(repository, path, blobs, commit, _merge_bases(repository, commit))
        if found is not None:
            return found
    form = ("--format=%(objectname)", "refs/heads", "refs/remotes")
    tips = repository.ask("for-each-ref", f"--count={MAX_TIPS}", "--sort=-committerdate", *form).decode().split()
    tips = list(dict.fromkeys(tips))
    for commit, blob in zip(tips, _blobs(repository, path, tips), strict=True):
        if blob == blobs[2]:
            bases = {*_merge_bases(repository, commit), *_resolved(repository, f"{commit}^")}
            # Picked or merged? It is all the same where the base is.
            return _with_base(repository, path, blobs, commit, list(bases)) if len(bases) == 1 else None
    return None


def _with_base(repository: Repository, path: str, blobs: list[str], theirs: str, bases: list[str]) -> Sides | None:
    found = _blobs(repository, path, [theirs, *bases])
    if found[0] != blobs[2]:
        return None
    return next(
        (Sides(one, "HEAD", theirs) for one, blob in zip(bases, found[1:], strict=True) if blob == blobs[0]), None
    )


def _blob(repository: Repository, data: bytes) -> str:
    return repository.ask("hash-object", "--stdin", input=data).decode().strip() if data else ""


def _blobs(repository: Repository, path: str, commits: list[str]) -> list[str]:
    """The object id of a path in each commit, "" where it has none or an empty one."""
    if "\n" in path or not commits:
        return [""] * len(commits)
    asked = "".join(f"{commit}:{path}\n" for commit in commits)
    lines = decode(repository.ask("cat-file", "--batch-check", input=encode(asked))).splitlines()
    if len(lines) != len(commits):
        return [""] * len(commits)
    found = [line.split(" ") for line in lines]
    return [words[0] if len(words) == 3 and words[1] == "blob" and words[2] != "0" else "" for words in found]


def _merge_bases(repository: Repository, commit: str) -> list[str]:
    try:
        return repository.ask("merge-base", "--all", "HEAD", commit).decode().split()
    except GitFailed:
        return []


def _resolved(repository: Repository, name: str) -> list[str]:
    try:
        return [repository.ask("rev-parse", "--verify", "--quiet", name).decode().strip()]
    except GitFailed:
        return []


def _picked(repository: Repository) -> list[str]:
    """The commits that a rebase or cherry-pick may be applying now."""
    folder = git_dir(repository.root)
    found = []
    for name in ("rebase-merge/done", "CHERRY_PICK_HEAD", "REBASE_HEAD"):
        try:
            with open(os.path.join(folder, name), "rb") as file:
                lines = file.read(1 << 20).decode(errors="replace").split("\n")
        except OSError:
            continue
        words = next((line for line in reversed(lines) if line.strip()), "").split()
        found += [word for word in words[:3] if len(word) >= 7 and not word.strip("0123456789abcdef")][:1]
    return found
