"""Random histories with everything that makes "the last commit of a path" hard, and a plain reference for it.

A history is made of commits that are whole trees (path -> (mode, content)), written through `git fast-import`.
"""

from __future__ import annotations

import random
import subprocess
from dataclasses import dataclass

Tree = dict[bytes, tuple[str, bytes]]
FILE, EXECUTABLE, SYMLINK, SUBMODULE = "100644", "100755", "120000", "160000"

# Few names, so that commits meet; prefixes of each other, names that sort around "/", what quoting or a pathspec
# could trip over, and one that looks like a line of git's own output.
NAMES = [
    *(b"f", b"g", b"d/a", b"d/b", b"d/e/a", b"d/e/b", b"d/e.x", b"d.x", b"d-", b"x/y/z/w", b"x/y/v", b"x"),
    *(b"d/e", b"-x", b"--", b":(glob)*", b"*", b"a b", b"tail ", b"HEAD", "größe/日本".encode(), b"\xff\xfe/\x80"),
    *(b"\nlead", b"new\nline/t\tab", b'q"uote\\', b"\x01/\x7f", b"D/A"),
    b"0123456789012345678901234567890123456789,,1,1,2001-01-01T00:00:00+00:00",
]


@dataclass
class Made:
    parents: list[int]
    tree: Tree
    date: int
    id: str = ""


def make(seed: int, size: int = 40, *, skew: bool = True) -> list[Made]:
    """`size` commits in the order of their making; the last one is HEAD. Without `skew` no two share a date."""
    rng = random.Random(f"history {seed}")
    names = rng.sample(NAMES, rng.randint(6, 14))
    wrong = rng.choice((0, 0, 60, 5000, 200_000))
    commits = [Made([], _change(rng, {}, names, 5), 1_600_000_000)]
    tips = [0]
    while len(commits) < size:
        at = rng.randrange(len(tips))
        kind = rng.random()
        parents = [tips[at]]
        if kind < 0.12 and len(tips) < 4:
            tips.append(rng.choice(tips + [rng.randrange(len(commits))]))
            continue
        others = [tip for tip in dict.fromkeys(tips) if tip != tips[at]]
        if kind < 0.45 and others:
            parents += rng.sample(others, min(len(others), rng.choice((1, 1, 1, 1, 2, 3))))
            tree = _merge(rng, commits, parents, names)
        elif kind < 0.5 and len(commits) > 5:
            parents, tree = [], _change(rng, {}, names, 3)  # unrelated history, to be merged later
        else:
            tree = _next(rng, commits, parents[0], names)
        date = max((commits[p].date for p in parents), default=1_600_000_000) + rng.choice((0, 1, 60, 3600))
        date = max(1, date + rng.randint(-wrong, wrong)) if skew else 1_600_000_000 + 60 * len(commits)
        commits.append(Made(parents, tree, date))
        tips[at] = len(commits) - 1
    last = [tip for tip in dict.fromkeys(tips) if tip != len(commits) - 1]
    parents = [len(commits) - 1, *last]
    date = max(commits[p].date for p in parents) + 60
    commits.append(Made(parents, _merge(rng, commits, parents, names), date))
    return commits


def _next(rng: random.Random, commits: list[Made], parent: int, names: list[bytes]) -> Tree:
    tree = dict(commits[parent].tree)
    kind = rng.random()
    if kind < 0.08:
        return tree  # an empty commit
    if kind < 0.2:  # revert some paths to what they were anywhere before
        old = rng.choice(commits).tree
        for name in rng.sample(names, 2):
            _put(tree, name, old.get(name))
        return tree
    return _change(rng, tree, names, rng.randint(1, 3))


def _change(rng: random.Random, tree: Tree, names: list[bytes], count: int) -> Tree:
    for name in rng.sample(names, min(count, len(names))):
        old = tree.get(name)
        kind = rng.random()
        if kind < 0.12:
            _put(tree, name, None)
        elif kind < 0.22 and old and old[0] == FILE:
            _put(tree, name, (EXECUTABLE, old[1]))
        elif kind < 0.3 and old:  # rename
            _put(tree, name, None)
            _put(tree, rng.choice(names), old)
        elif kind < 0.35:
            _put(tree, name, (SYMLINK, b"f"))
        elif kind < 0.4:
            _put(tree, name, (SUBMODULE, b"%040x" % rng.randint(1, 3)))
        else:
            _put(tree, name, (FILE, b"%d" % rng.randint(1, 4)))
    return tree


def _merge(rng: random.Random, commits: list[Made], parents: list[int], names: list[bytes]) -> Tree:
    trees = [commits[p].tree for p in parents]
    kind = rng.random()
    if kind < 0.15:
        return dict(trees[0])  # -s ours
    if kind < 0.25:
        return dict(trees[-1])  # its contrary
    tree: Tree = {}
    for name in sorted({name for one in trees for name in one}):
        _put(tree, name, rng.choice(trees).get(name))
    return _change(rng, tree, names, 1) if kind < 0.45 else tree  # evil, or only picked from its parents


def _put(tree: Tree, name: bytes, entry: tuple[str, bytes] | None) -> None:
    tree.pop(name, None)
    if entry:
        for other in list(tree):
            if other.startswith(name + b"/") or name.startswith(other + b"/"):
                del tree[other]
        tree[name] = entry


def write(commits: list[Made], folder: str) -> None:
    """Make the repository (bare of a checkout) and fill in the ids."""
    subprocess.run(["git", "init", "-q", "-b", "main", folder], check=True)
    out = []
    for number, made in enumerate(commits, 1):
        out.append(b"commit refs/heads/main\nmark :%d\ncommitter C <c@example.org> %d +0130\n" % (number, made.date))
        out.append(b"data 1\nc\n" if made.parents else b"data 0\n")
        if number > 1 and not made.parents:
            out[-2] = out[-2].replace(b"refs/heads/main", b"refs/heads/other%d" % number)
        out += [b"%s :%d\n" % (b"merge" if i else b"from", p + 1) for i, p in enumerate(made.parents)]
        out.append(b"deleteall\n")
        for name, (mode, data) in made.tree.items():
            quoted = b'"%s"' % b"".join(b"\\%03o" % byte for byte in name)
            if mode == SUBMODULE:
                out.append(b"M %s %s %s\n" % (mode.encode(), data, quoted))
            else:
                out.append(b"M %s inline %s\ndata %d\n%s\n" % (mode.encode(), quoted, len(data), data))
        out.append(b"\n")
    out.append(b"reset refs/heads/main\nfrom :%d\n\n" % len(commits))
    marks = f"{folder}/.git/marks"
    subprocess.run(
        ["git", "-C", folder, "fast-import", "--quiet", "--force", f"--export-marks={marks}"],
        input=b"".join(out),
        check=True,
    )
    with open(marks, encoding="ascii") as file:
        for line in file:
            mark, made_id = line.split()
            commits[int(mark[1:]) - 1].id = made_id


def paths(commits: list[Made]) -> list[bytes]:
    """Every file and folder that ever was, the root, and two that never were."""
    found = {b".", b"never", b"d/never/x"}
    for made in commits:
        for name in made.tree:
            parts = name.split(b"/")
            found.update(b"/".join(parts[:n]) for n in range(1, len(parts) + 1))
    return sorted(found)


def entry(tree: Tree, path: bytes) -> object:
    """What `tree` holds at `path`: a file's mode and content, a folder's contents, None."""
    if path in tree:
        return tree[path]
    inside = b"" if path == b"." else path + b"/"
    return {name: value for name, value in tree.items() if name.startswith(inside)} or None


def reference(commits: list[Made], path: bytes) -> tuple[str | None, bool]:
    """The id of the path's last commit by the definition, and whether a merge had a say in it.

    A merge has a say where it is the answer or sends the path to another parent than its first.
    """
    at, merged = len(commits) - 1, False
    while True:
        made = commits[at]
        here = entry(made.tree, path)
        if not made.parents:
            return (made.id if here is not None else None), merged
        for number, parent in enumerate(made.parents):
            if entry(commits[parent].tree, path) == here:
                merged = merged or number > 0
                at = parent
                break
        else:
            return made.id, merged or len(made.parents) > 1


def git_answers(folder: str, wanted: list[bytes]) -> dict[bytes, str | None]:
    """git's own word on each path, one process a path."""
    answers: dict[bytes, str | None] = {}
    for path in wanted:
        argv = ["git", "-C", folder, "--literal-pathspecs", "log", "-1", "--format=%H %cI", "--", path]
        answers[path] = subprocess.run(argv, check=True, capture_output=True, text=True).stdout.strip() or None
    return answers
