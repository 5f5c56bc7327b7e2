"""Which stores a run is about: the nearest one of each file, every one of the repository where nothing is named."""

from __future__ import annotations

import os

from memoryrail_lint import git
from memoryrail_lint.diagnostics import visible
from memoryrail_lint.engine import Scope
from memoryrail_lint.errors import Trouble
from memoryrail_lint.profiles import NAMES, load
from memoryrail_lint.tree import GitTree, IndexTree, WorkTree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Final

    from memoryrail_lint.config import Config
    from memoryrail_lint.options import Options
    from memoryrail_lint.profiles import Profile, Standing
    from memoryrail_lint.tree import Tree


_DEEPEN: Final = "fetch the history: `git fetch --unshallow`, or `fetch-depth: 0` for actions/checkout"


class Place:
    """One repository (or plain folder) that a run looks into.

    top: absolute. named: the paths given, relative to top; None where none was. start: where the search goes up from.
    """

    __slots__ = ("named", "repository", "start", "top")

    def __init__(self, top: str, repository: git.Repository | None, start: str) -> None:
        self.top = top
        self.repository = repository
        self.start = start
        self.named: set[str] | None = None

    def relative(self, path: str) -> str:
        """An absolute path below top as diagnostics show it."""
        found = os.path.relpath(path, self.top).replace(os.sep, "/")
        return "" if found == "." else found

    def open_tree(
        self,
        loaded: Sequence[Profile] = (),
        *,
        staged: bool = False,
        tracked: bool = False,
        overlay: dict[str, bytes] | None = None,
    ) -> Tree:
        """What is read: the index, the work tree, or of the stores in it only what git tracks (`loaded` profiles)."""
        if staged:
            if self.repository is None:
                raise Trouble("--staged needs a git repository, and there is none here")
            return IndexTree(self.repository)
        known = None
        if tracked and self.repository is not None:
            listed = ("ls-files", "-z", "--", *(profile.PATHSPEC for profile in loaded))
            known = frozenset(self.repository.ask_list("--no-literal-pathspecs", *listed))
        return WorkTree(self.top, tracked=known, overlay=overlay)


def places(paths: Sequence[str], folder: str, names: Sequence[str] = NAMES) -> list[Place]:
    """The repositories that `paths` (absolute) lie in; that of `folder` where there are none.

    names: the profiles by whose stores a folder outside any repository is told.
    """
    found: dict[str, Place] = {}
    for path in paths or [folder]:
        start = path if os.path.isdir(path) and not os.path.islink(path) else os.path.dirname(path)
        root = git.find_root(start)
        if root is not None:
            place = found.setdefault(root, Place(root, git.Repository(root), start))
        else:
            top = _plain_top(start, folder, names)
            place = found.setdefault(top, Place(top, None, start))
        if paths:
            place.named = place.named or set()
            place.named.add(place.relative(path))
    return list(found.values())


def _plain_top(start: str, folder: str, names: Sequence[str]) -> str:
    """What paths are relative to outside a repository: the working directory, or the folder above a store."""
    if start == folder or start.startswith(folder.rstrip(os.sep) + os.sep):
        return _store_above(folder, names) or folder
    return _store_above(start, names) or start


def _store_above(folder: str, names: Sequence[str]) -> str | None:
    loaded = [load(name) for name in names]
    while True:
        if any(profile.is_root(folder) for profile in loaded):
            return folder
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent


def standing_roots(place: Place, profile: Standing, tree: Tree, config: Config, *, asked: bool) -> list[str]:
    """As `store_roots`, for a profile whose stores stand at fixed places.

    asked: this profile was asked for, so that what is named is a root too: the nearest folder with an index at or
    above it, or else a named folder itself. Outside a repository, so is the working directory if it has an index.
    """
    known = profile.standing(tree, config)

    def claimed(path: str) -> str | None:
        at = path
        while not profile.has_index(tree, at):
            if not at:
                itself = path and place.named and isinstance(tree, WorkTree) and os.path.isdir(tree.absolute(path))
                return path if itself else None
            at = at.rpartition("/")[0]
        return at

    if place.named is None:
        above = claimed(place.relative(place.start)) if asked and place.repository is None and not known else None
        return sorted(known if above is None else {above})
    found: set[str] = set()
    for path in place.named:
        mine = {root for root in known if _lies_in(root, path) or _lies_in(path, root)}
        above = claimed(path) if asked and not mine else None
        found |= mine if above is None else {above}
    return sorted(found)


def _lies_in(path: str, folder: str) -> bool:
    return not folder or path == folder or path.startswith(f"{folder}/")


def store_roots(place: Place, profile: Profile, tree: Tree) -> list[str]:
    """The roots of the stores of one profile that a run checks, relative to the top, in order."""
    known: set[str] = set()
    if isinstance(tree, GitTree):
        known = profile.roots(tree.entries)
    elif tree.tracked is not None:
        known = profile.roots(tree.tracked)
    elif place.named is None or any(os.path.isdir(tree.absolute(path)) for path in place.named):
        known = _roots_on_disk(place, profile)
    if place.named is None:
        above = nearest(place.relative(place.start), known, place, profile, tree)
        return sorted(known | ({above} if above is not None else set()))
    found = set()
    for path in place.named:
        prefix = f"{path}/" if path else ""
        below = {root for root in known if root == path or f"{root}/".startswith(prefix)}
        above = None if below else nearest(path, known, place, profile, tree)
        found |= below or ({above} if above is not None else set())
    return sorted(found)


def nothing(found: Iterable[Place], *, staged: bool = False) -> str:
    """One line for a run that came upon no store; where it looked at what is added to git, whether one is not."""
    for place in found if staged else ():
        for profile in map(load, NAMES):
            lost = sorted(_roots_on_disk(place, profile)) if profile.PATHSPEC else []
            if lost:
                where = f"in {visible(lost[0])[:200]}/" if lost[0] else "here"
                return f"the store {where} is not added to git, and --staged looks at nothing else: `git add` it"
    return "there is no store to check here; `memoryrail-lint init` makes one, --allow-empty makes this no failure"


def nearest(path: str, known: set[str], place: Place, profile: Profile, tree: Tree) -> str | None:
    """The nearest store's root at or above a path."""
    disk = isinstance(tree, WorkTree) and tree.tracked is None
    while True:
        if path in known or (disk and profile.is_root(os.path.join(place.top, path))):
            return path
        if not path:
            return None
        path = path.rpartition("/")[0]


def _roots_on_disk(place: Place, profile: Profile) -> set[str]:
    """Every store of the work tree that git does not ignore; outside a repository, those below the top."""
    if place.repository is not None:
        listed = ("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", profile.PATHSPEC)
        paths = place.repository.ask_list("--no-literal-pathspecs", *listed)
        return {root for root in profile.roots(paths) if profile.is_root(os.path.join(place.top, root))}
    found = set()
    for folder, folders, _ in os.walk(place.top):
        if profile.is_root(folder):
            found.add(place.relative(folder))
        folders[:] = [name for name in folders if not name.startswith(".") and name != "node_modules"]
        if len(found) > 10_000:
            break
    return found


class Ends:
    """The two states that a run compares.

    start: the commit that was (any name of it), "" before the first one; asked for when it is first needed, by most
    runs never. staged: what is now is the index; else it is HEAD, with the contents of the work tree. merging: the
    other parents of the commit that the index will become.
    """

    __slots__ = ("_start", "merging", "staged")

    def __init__(self, start: str | Callable[[], str], *, staged: bool = False, merging: Sequence[str] = ()) -> None:
        self._start = start
        self.staged = staged
        self.merging = tuple(merging)

    @property
    def start(self) -> str:
        if not isinstance(self._start, str):
            self._start = self._start()
        return self._start


def ends(place: Place, options: Options) -> Ends | None:
    """What is compared: a base with HEAD, or HEAD with the index where that is asked for, or nothing is and this is a
    hook. Raises Trouble for an unknown base.
    """
    base = options.base
    if not base and not options.staged and not options.stdin_filename:
        base = os.environ.get("PRE_COMMIT_FROM_REF", "")
        if not base.strip("0"):  # a new branch has nothing it came from
            base = None
    if base:
        return Ends(merge_base(place, base))
    repository = place.repository
    if repository is None or options.stdin_filename is not None or not (options.staged or options.hook):
        return None
    start = _head(repository) if options.staged else lambda: _quick_head(repository)
    return Ends(start, staged=True, merging=_merging(place))


def _quick_head(repository: git.Repository) -> str:
    """As `_head`; where a file tells that there is a commit, git is not asked which."""
    folder = git.git_dir(repository.root)
    try:
        with open(os.path.join(folder, "HEAD"), encoding="utf-8", errors="surrogateescape") as file:
            branch = file.read(4096).removeprefix("ref: ").strip()
        if branch.startswith("refs/heads/") and os.path.isfile(os.path.join(folder, branch)):
            return "HEAD"
    except OSError:
        pass
    return _head(repository)


def _head(repository: git.Repository) -> str:
    """The commit that is checked out, "" before the first one."""
    try:
        return repository.ask("rev-parse", "--verify", "--quiet", "HEAD").decode().strip()
    except git.GitFailed as error:
        if error.status != 1:
            raise
        return ""


def _merging(place: Place) -> list[str]:
    try:
        with open(os.path.join(git.git_dir(place.top), "MERGE_HEAD"), encoding="ascii", errors="replace") as file:
            return file.read(64 * 1024).split()
    except OSError:
        return []


def scope(place: Place, options: Options, between: Ends | None = None) -> Scope:
    """What is reported: the named files, and only what changed where a base or the index is asked for."""
    named = frozenset(place.named) if place.named is not None else None
    if options.staged:
        return Scope(named, _changed(place, "--cached"))
    between = between or ends(place, options)
    if between is None or between.staged:
        return Scope(named)  # nobody asked to report on the change only
    return Scope(named, _changed(place, between.start, "HEAD"))


def merge_base(place: Place, ref: str) -> str:
    """The commit that `ref` and HEAD have in common. Raises Trouble where there is none to be found here."""
    shown = visible(ref)[:100]
    if place.repository is None:
        raise Trouble(f"--base {shown} needs a git repository, and there is none here")
    try:
        found = place.repository.ask("rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}")
    except git.GitFailed:
        if _is_shallow(place):
            raise Trouble(f"the base {shown!r} is not in this shallow clone; {_DEEPEN}") from None
        raise Trouble(f"the base {shown!r} is not known here; {_advice(place.repository, shown)}") from None
    try:
        return place.repository.ask("merge-base", found.decode().strip(), "HEAD").decode().strip()
    except git.GitFailed:
        hint = f"; {_DEEPEN}" if _is_shallow(place) else ""
        raise Trouble(f"the base {shown!r} and HEAD have no commit in common here{hint}") from None


def _advice(repository: git.Repository, base: str) -> str:
    if not _head(repository):
        return "there is no commit yet, so there is nothing to compare"
    if base.startswith("-") or not {" ", "~", "^", ":", "@", "?", "*", "[", "\\"}.isdisjoint(base):
        return "the history does not reach that far, or it is no name of a commit"
    return f"fetch it, e.g. `git fetch origin {base.removeprefix('origin/')}`"


def _is_shallow(place: Place) -> bool:
    return os.path.exists(os.path.join(git.common_dir(place.top), "shallow"))


def _changed(place: Place, *which: str) -> frozenset[str]:
    assert place.repository is not None
    return frozenset(place.repository.ask_list("diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", *which))


def existing(paths: Iterable[str], folder: str, *, overlay: str | None = None) -> list[str]:
    """Absolute paths of what was named. Raises Trouble for one that does not exist."""
    found = []
    for path in paths:
        absolute = os.path.normpath(os.path.join(folder, path))
        known = os.path.lexists(absolute) or path == overlay or os.environ.get("GIT_INDEX_FILE")
        if not path or not known:
            raise Trouble(f"{visible(path)[:200]}: no such file or folder")
        found.append(absolute)
    return found
