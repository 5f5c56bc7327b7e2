"""The commits of many paths in one pass over the history.

`git log -- PATH` follows, from HEAD, the first parent that holds the same entry (mode and id) at PATH; a commit whose
entry differs from that of every parent is a commit of PATH, and beyond it all parents are followed ("History
Simplification", default mode, in git-log(1)). Here all paths do that together. Most stand on HEAD's first-parent
line, which one `git log --first-parent` reports with what each commit changes; a path that a merge took from another
parent goes on along that parent's line, one commit a step. The stream and the steps keep to the order of commit
dates, so that a path that comes back to the main line is found there by the stream. Dates decide the order of work
and where a path is given up, never what a path's commits are.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from memoryrail_lint.git.commits import MERGES, Commit, Differ, stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from memoryrail_lint.git import Repository

    Visit = Callable[[bytes, Commit], bool]


class Walk:
    """One pass. `cutoffs`: path -> oldest commit date (seconds since the epoch) that matters for it.

    `visit(path, commit)` gets the commits of each path, newest first; it answers whether the next one is wanted.
    """

    def __init__(self, repo: Repository, cutoffs: Mapping[bytes, int], visit: Visit) -> None:
        self._repo = repo
        self._cutoffs = cutoffs
        self._visit = visit
        self._main: set[bytes] = set(cutoffs)
        self._limits = [(-cutoff, path) for path, cutoff in cutoffs.items()]
        heapify(self._limits)
        self._done: set[bytes] = set()
        self._side: dict[bytes, set[bytes]] = {}
        """Commit -> the paths that wait there, off the main line."""
        self._split = False
        """Some path follows several lines, beyond a merge of its own: its commits are now met one by one."""
        self._been: set[tuple[bytes, bytes]] = set()
        """(path, commit) off the main line, where such lines meet again."""
        self._visited: set[tuple[bytes, str]] = set()
        """The same for the commits visited, wherever they were."""
        self._unknown: list[bytes] = []
        """The keys of `_side` whose commit has not been read yet."""
        self._newest: list[tuple[int, bytes, Commit]] = []
        """The others as a heap, newest first."""
        self._differ = Differ(repo)

    def run(self) -> None:
        """Visit everything. Raises GitFailed."""
        commits = stream(self._repo, "--first-parent", MERGES, flush=False)
        try:
            for commit in commits:
                self._step_sides(commit.committed)
                self._step_main(commit)
                if not self._main and not self._side:
                    return
            self._step_sides(None)
        finally:
            commits.close()
            self._differ.close()

    def _step_main(self, commit: Commit) -> None:
        main, limits = self._main, self._limits
        if self._side and (joined := self._side.pop(commit.id.encode(), None)):
            for path in joined - main:
                main.add(path)
                heappush(limits, (-self._cutoffs[path], path))
        while limits and -limits[0][0] > commit.committed:
            main.discard(heappop(limits)[1])
        if main.isdisjoint(commit.names):
            return
        touched = main.intersection(commit.names)
        main -= touched
        if len(commit.parents) > 1:
            self._settle([(commit, touched)])
        else:
            main |= self._visit_all(commit, touched)
        main -= self._done

    def _step_sides(self, until: int | None) -> None:
        """Bring the paths off the main line to commits no newer than `until`; with None, to their ends."""
        while self._side:
            self._read_unknown()
            ready: list[tuple[Commit, set[bytes]]] = []
            while self._newest and (until is None or -self._newest[0][0] > until) and not (ready and self._split):
                commit = heappop(self._newest)[2]
                if paths := self._side.pop(commit.id.encode(), None):
                    ready.append((commit, paths - self._done))
            if not ready:
                return
            self._step(ready)

    def _read_unknown(self) -> None:
        unknown, self._unknown = self._unknown, []
        for name, commit in zip(unknown, self._differ.commits(unknown), strict=True):
            if name not in self._side:
                continue
            self._side[name] = {p for p in self._side[name] if self._cutoffs[p] <= commit.committed} - self._done
            if self._side[name]:
                heappush(self._newest, (-commit.committed, name, commit))
            else:
                del self._side[name]

    def _step(self, ready: Iterable[tuple[Commit, set[bytes]]]) -> None:
        merges = []
        for commit, paths in ready:
            touched = paths.intersection(commit.names)
            if commit.parents:
                self._go(paths - touched, commit.parents[0])
            if len(commit.parents) > 1:
                merges.append((commit, touched))
            elif more := self._visit_all(commit, touched):
                for parent in commit.parents:
                    self._go(more, parent)
        self._settle(merges, main=False)

    def _settle(self, merges: list[tuple[Commit, set[bytes]]], *, main: bool = True) -> None:
        """Send the paths in which merges differ from their first parents to the parent that has the same entry."""
        merges = [merge for merge in merges if merge[1]]
        pairs = [(commit, parent) for commit, _ in merges for parent in commit.parents[1:]]
        differing = iter(self._differ.between(pairs))
        for commit, touched in merges:
            for parent in commit.parents[1:]:
                different = touched.intersection(next(differing))
                self._go(touched - different, parent)
                touched = different
            if more := self._visit_all(commit, touched):
                self._split = True
                for parent in commit.parents[1:]:
                    self._go(more, parent)
                if main:
                    self._main |= more
                else:
                    self._go(more, commit.parents[0])

    def _visit_all(self, commit: Commit, paths: set[bytes]) -> set[bytes]:
        """The paths for which an older commit is wanted too."""
        more = set()
        for path in paths - self._done:
            if self._split:
                if (path, commit.id) in self._visited:
                    continue
                self._visited.add((path, commit.id))
            if self._visit(path, commit):
                more.add(path)
            else:
                self._done.add(path)
        return more

    def _go(self, paths: set[bytes], commit: bytes) -> None:
        new = {path for path in paths if (path, commit) not in self._been}
        if not new:
            return
        self._been.update((path, commit) for path in new)
        if commit in self._side:
            self._side[commit] |= new
        else:
            self._side[commit] = new
            self._unknown.append(commit)
