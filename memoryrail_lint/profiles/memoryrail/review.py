"""The review gate (MemoryRail format, "Review gate"): what agents' commits did that only a human may do.

What is suspect is read from the two ends. Then the newest commit that did it is sought, and judged by who made it; a
later commit by somebody else does not make up for it, but one that takes it back does. Before a commit exists, whoever
is about to make it is judged.
"""

from __future__ import annotations

from memoryrail_lint.git import GitFailed
from memoryrail_lint.git.authored import Authored, Change, Picked, authored, blobs, parted, picked
from memoryrail_lint.locate import Ends
from memoryrail_lint.past import Past
from memoryrail_lint.profiles.memoryrail import states
from memoryrail_lint.profiles.memoryrail.identities import Hands, Judge
from memoryrail_lint.profiles.memoryrail.suspects import memory_of, rewritten, settled, suspects

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from memoryrail_lint.profiles.memoryrail.model import Memory, Store
    from memoryrail_lint.profiles.memoryrail.states import States
    from memoryrail_lint.profiles.memoryrail.suspects import Did, Suspect
    from memoryrail_lint.source import Source


class Bypass:
    """A suspect with the commit that did it, and whose hands were in that."""

    __slots__ = ("commit", "hands", "suspect")

    def __init__(self, suspect: Suspect, commit: Authored, hands: Hands) -> None:
        self.suspect = suspect
        self.commit = commit
        self.hands = hands


def bypasses(store: Store, found: States) -> Iterator[Bypass]:
    """What agents did past the gate of a store that has one at either end. Raises GitFailed."""
    assert store.repository is not None
    past = Past(store.repository, found.ends)
    what = suspects(store, found, past)
    if not what and not found.ends.merging:
        return
    base = settled(past, store.root)
    judge = Judge(base.agents, base.humans)
    if found.ends.staged:
        own = Authored("", _ident(store, "GIT_AUTHOR_IDENT"), _ident(store, "GIT_COMMITTER_IDENT"), "")
        hands = _own_hands(judge, own)
        if hands.agents:
            yield from [Bypass(suspect, own, hands) for suspect in (*what, *_left_out(store, found))]
        return
    paths = {path for suspect in what for path in suspect.paths}
    commits = authored(store.repository, found.ends.start, paths, store.folder)
    yield from Search(store, found, commits, judge, base.typo_limit).judged(what)


def _left_out(store: Store, found: States) -> Iterator[Suspect]:
    """What a merge that is under way leaves out of what one side had taken back."""
    assert store.repository is not None
    sides = (found.ends.start, *found.ends.merging) if found.ends.merging else ()
    bases: list[str] | None = None
    for side in sides:
        one = states.States(store, Ends(side, staged=True))
        for suspect in suspects(store, one, Past(store.repository, one.ends)):
            path = next((path for path in suspect.paths if path in one.changed and path not in found.changed), None)
            if path is None:
                continue
            bases = parted(store.repository, sides) if bases is None else bases
            was = blobs(store.repository, [f"{base}:{path}" for base in bases])
            then, now = one.changed[path]
            if then not in was and _took_back(one, path, Picked(path, [then], now, was), suspect.did):
                yield suspect


def _took_back(found: States, path: str, change: Picked, did: Did) -> bool:
    """Whether a merge, by leaving out what one side had done since they parted, undid just that."""
    after = found.blob(path, change.after)
    if not did([found.blob(path, oid) for oid in change.before], after):
        return False
    bases = [found.blob(path, oid) for oid in change.bases]
    return not did(bases, after) or ("" in change.before and any(change.bases))


class Search:
    """Who did what, in the commits of a range."""

    def __init__(self, store: Store, found: States, commits: Sequence[Authored], judge: Judge, typo_limit: int) -> None:
        self.store = store
        self.found = found
        self.commits = commits
        self.judge = judge
        self.typo_limit = typo_limit
        self.changes: dict[str, list[tuple[int, Authored, Change | Picked]]] = {}

    def judged(self, what: Sequence[Suspect]) -> Iterator[Bypass]:
        self._index(what)
        for suspect in what:
            yield from self._judge(suspect)

    def _index(self, what: Sequence[Suspect]) -> None:
        assert self.store.repository is not None
        for number, commit in enumerate(self.commits):
            for change in commit.changes:
                self.changes.setdefault(change.path, []).append((number, commit, change))
        merges = [
            (number, commit)
            for number, commit in enumerate(self.commits)
            if len(commit.parents) > 1 and not commit.cut and self.judge.hands(commit).agents
        ]
        paths = {path for suspect in what for path in suspect.paths}
        for number, commit in merges:
            for pick in picked(self.store.repository, commit, [self.store.folder, *sorted(paths)]):
                self.changes.setdefault(pick.path, []).append((number, commit, pick))
        if merges:
            for of_path in self.changes.values():
                of_path.sort(key=lambda entry: entry[0])
        removed = [change for of_path in self.changes.values() for _, _, change in of_path if not change.after]
        wanted = [change for path in paths for _, _, change in self.changes.get(path, ())]
        oids = {oid for change in (*wanted, *removed) for oid in (*change.before, change.after, *change.bases)}
        self.found.before.fetch_blobs(oids - {""})

    def _judge(self, suspect: Suspect) -> Iterator[Bypass]:
        responsible, left = next(self._did(suspect, suspect.did), (None, ""))
        if responsible is None and suspect.part is not None:
            some = [commit for commit, _ in self._did(suspect, suspect.part)]
            responsible = next((commit for commit in some if commit.cut or self.judge.hands(commit).agents), None)
        if responsible is None:
            return
        if responsible.cut:
            reason = "the history is cut off within the range, so nobody knows who did what: git fetch --unshallow"
            self.store.skip("review-bypassed", reason)
            return
        hands = self.judge.hands(responsible)
        if hands.agents:
            yield Bypass(suspect, responsible, hands)
        elif suspect.fresh is not None:
            yield from self._since(suspect.fresh, suspect.paths, left)

    def _since(self, now: Memory, paths: Sequence[str], left: str) -> Iterator[Bypass]:
        """What agents made of a memory after a human had let it in with the contents `left`."""
        approved = memory_of(self._blob(now.path, left))
        if approved is not None and left != self.found.changed[now.path][1]:
            for suspect in rewritten(approved, now, self.typo_limit, paths):
                yield from self._judge(suspect)

    def _did(self, suspect: Suspect, did: Did) -> Iterator[tuple[Authored, str]]:
        """The commits that did what is suspect, the newest first, with the object id that each left.

        None where none did: it is not committed, or it came in a merge.
        """
        for path in suspect.paths:
            found = list(self._did_at(path, did))
            if found:
                yield from found
                return

    def _did_at(self, path: str, did: Did) -> Iterator[tuple[Authored, str]]:
        at, live = -1, {self.found.changed.get(path, ("", ""))[1]}
        while True:
            origin = None
            for number, commit, change in self.changes.get(path, ()):
                # What another side changed, and no merge took over, is not how the file came to be what it is.
                if number <= at or change.after not in live:
                    continue
                after = self._blob(path, change.after)
                if isinstance(change, Picked):
                    if _took_back(self.found, path, change, did):
                        yield commit, change.after
                    continue
                live.update(change.before)
                origin = self._moved_from(commit, change, after)
                source = origin or change
                if did([self._blob(source.path, oid) for oid in source.before], after):
                    yield commit, change.after
                if origin is not None:
                    at = number
                    break
            if origin is None:
                return
            path, live = origin.path, set(origin.before)

    def _blob(self, path: str, oid: str) -> Source | None:
        return self.found.blob(path, oid)

    def _moved_from(self, commit: Authored, change: Change, after: Source | None) -> Change | None:
        """The file that a commit removed where it gave its memory, of the same id or known to be the same, another."""
        if any(change.before) or not states.is_memory(change.path.rpartition("/")[2]):
            return None
        now = memory_of(after)
        for other in commit.changes:
            if other.after or other is change or not states.is_memory(other.path.rpartition("/")[2]):
                continue
            if self.found.moved.get(change.path) == other.path:
                return other
            for oid in other.before:
                before = memory_of(self._blob(other.path, oid))
                if now is not None and before is not None and now.id and before.id == now.id:
                    return other
        return None


def _own_hands(judge: Judge, own: Authored) -> Hands:
    """Whose hands are in the commit that is about to be made: by its identities and by what runs this process."""
    from memoryrail_lint.checks.agents import environment_agent

    hands = judge.hands(own)
    agent = environment_agent()
    return Hands([*([agent] if agent else []), *hands.agents], hands.humans, squashed=False)


def _ident(store: Store, name: str) -> tuple[str, str]:
    """(name, address) that git would give the next commit; empty where it does not know (git-var(1))."""
    assert store.repository is not None
    try:
        text = store.repository.ask("var", name).decode(errors="replace")
    except GitFailed:
        return "", ""
    name, _, rest = text.partition("<")
    return name.strip(), rest.partition(">")[0]
