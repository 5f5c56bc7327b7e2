"""One file as it is and as it will be, and the findings that the difference brings."""

from __future__ import annotations

import os

from memoryrail_lint import config, engine, policy, profiles
from memoryrail_lint.diagnostics import Finding, visible
from memoryrail_lint.errors import Trouble
from memoryrail_lint.guard import CannotCheck, Verdict
from memoryrail_lint.guard.edits import apply
from memoryrail_lint.masker import Masker
from memoryrail_lint.rule import load
from memoryrail_lint.source import BOM, Source
from memoryrail_lint.tree import Unreadable, WorkTree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any, Final

    from memoryrail_lint.config import Config
    from memoryrail_lint.diagnostics import Diagnostic
    from memoryrail_lint.git import Repository
    from memoryrail_lint.guard.hosts import Write
    from memoryrail_lint.profiles import Profile
    from memoryrail_lint.rule import Entry

    Fact = tuple[str, Finding, str]
    """Name of a rule, what it found, and the text it found it in."""

NEVER: Final = ("secret", "hidden-unicode")
"""Rules whose findings must not come into a store."""
NAMED: Final = 20
"""How many reasons are worked out; a file can hold tens of thousands."""
MANY: Final = 100
"""So many credentials in a file make masking what is said about it dear."""
HELP: Final = "say where it is kept instead, such as a vault or a variable; no comment in the text allows it"


class Change:
    """A write to one file below `top`.

    path: relative to `top`, POSIX. before: the bytes that are there, None for no file or one that cannot be read
    (`fault` says why). after: the bytes that will be there. host_refuses: the host itself will not make this change.
    """

    def __init__(self, top: str, path: str, repository: Repository | None, write: Write) -> None:
        self.top = top
        self.path = path
        self.repository = repository
        self.fault: str | None = None
        self.before = self._read()
        self.after = b""
        self.host_refuses = False
        if write.content is not None:
            self.after = write.content.encode()
        elif self.fault is None:
            self._edit(write)

    def _read(self) -> bytes | None:
        try:
            source = WorkTree(self.top).read(self.path)
        except Unreadable as error:
            self.fault = f"{self.shown} {error}"
            return None
        return source.data if source is not None else None

    def _edit(self, write: Write) -> None:
        source = Source(self.path, self.before) if self.before is not None else None
        if source is not None and source.bad_byte is not None:
            self.fault = f"{self.shown} is not UTF-8"
            return
        try:
            text = apply(source.text if source is not None else None, write.edits)
        except CannotCheck as error:
            self.fault = f"{self.shown}: {error}"
            return
        if text is None and write.mends:
            self.fault = f"{self.shown}: the edit does not fit the file, and the host may mend it"
        self.host_refuses = text is None
        self.after = (BOM if source is not None and source.bom else b"") + (text or "").encode()

    @property
    def shown(self) -> str:
        """The path, fit for any output."""
        from memoryrail_lint.checks.secrets import mask

        return visible(mask(self.path))

    def is_known(self, write: Write, verdict: Verdict) -> bool:
        """Whether the file as it will be is known; says what could not be read, not what the host refuses itself."""
        if self.fault is not None:
            verdict.unchecked.append(self.fault)
            return write.content is not None
        return not self.host_refuses

    def tree(self, data: bytes | None) -> WorkTree:
        """A tree that shows of all files this one only, with these bytes; others can be read by their names."""
        seen, folder = {self.path}, self.path.rpartition("/")[0]
        while folder:
            seen.add(folder)
            folder = folder.rpartition("/")[0]
        return _OneFile(self.top, tracked=frozenset(seen), overlay={self.path: data} if data is not None else None)

    def config(self, root: str, verdict: Verdict) -> Config:
        """The configuration of a store as it is before the write; the defaults, with a word, where that is wrong."""
        try:
            return config.find(WorkTree(self.top), root)
        except Trouble as trouble:
            verdict.notes.append(f"the defaults are used: {trouble}")
            return config.Config()


class _OneFile(WorkTree):
    """A work tree whose folders show nothing but one file and what leads to it."""

    def list(self, folder: str) -> list[tuple[str, str]]:
        assert self.tracked is not None
        prefix = f"{folder}/" if folder else ""
        found = []
        for path in sorted(self.tracked):
            if path.startswith(prefix) and path != folder and "/" not in path[len(prefix) :]:
                kind = "file" if path in self.overlay else "folder"
                if kind == "folder" and not any(other.startswith(f"{path}/") for other in self.overlay):
                    continue
                found.append((path[len(prefix) :], kind))
        return found


def chosen(profile: Profile, settings: Config) -> list[Entry]:
    """The rules that the configuration leaves in force; all where it names one that does not exist."""
    try:
        return policy.choose(profile.RULES, settings.select, settings.ignore, profiles.rule_names)
    except Trouble:
        return list(profile.RULES)


def run(store: Any, entries: Sequence[Entry], change: Change, verdict: Verdict) -> engine.Outcome | None:
    """What the rules say about the file; None, with a word, where one of them cannot do its work."""
    try:
        return engine.run(store, entries, engine.Scope(frozenset([change.path])))
    except Trouble as trouble:
        verdict.unchecked.append(f"{change.shown}: {trouble}")
        return None


def words(diagnostics: Iterable[Diagnostic]) -> list[str]:
    """Errors and warnings as lines of text."""
    return [
        f"{d.path}:{d.line}: {d.severity} {d.rule}: {d.message}{f' ({d.help})' if d.help else ''}"
        for d in diagnostics
        if d.severity != "info"
    ]


class Judge:
    """Tells which findings of NEVER a change brings in. A value that was in the file as often before is left alone."""

    def __init__(self, change: Change, profile: Profile, root: str, settings: Config) -> None:
        self.change = change
        self.profile = profile
        self.root = root
        self.settings = settings
        self.entries = {entry.name: entry for entry in chosen(profile, settings) if entry.name in NEVER}
        self.old = 0

    def open(self, data: bytes | None) -> Any:
        """The store that holds this one file only."""
        change = self.change
        return self.profile.open_store(change.tree(data), self.root, self.settings, change.repository)

    def member(self, store: Any, data: bytes) -> Any:
        """What per-file rules judge of it, None where they do not read it."""
        found = next((one for one in store.members if one.path == self.change.path), None)
        return found if found is not None and found.source.data == data else None

    def refused(self, within: tuple[bytes, bytes] | None = None) -> list[str]:
        """Why the change must not happen. within: judge these parts, before and after, instead of the whole file.

        Sets `old` to how many findings were there before.
        """
        before, after = within if within is not None else (self.change.before, self.change.after)
        now = list(self._facts(after, part=within is not None))
        if not now:
            return []
        known: dict[tuple[str, str], int] = {}
        for name, _, value in self._facts(before, part=within is not None) if before is not None else ():
            known[name, value] = known.get((name, value), 0) + 1
        found = []
        for name, finding, value in now:
            if known.get((name, value), 0):
                known[name, value] -= 1
                self.old += 1
            else:
                found.append((name, finding))
        if not found:
            return []
        mask = Masker(found[0][1].source)
        return words([self._stamp(name, finding, mask) for name, finding in found[:NAMED]])

    def _stamp(self, name: str, finding: Finding, mask: Masker) -> Diagnostic:
        stamped = engine.stamp(load(self.entries[name]), finding, mask)
        if name == "secret":
            stamped.help = HELP
        return stamped

    def notes(self, entries: Sequence[Entry]) -> tuple[list[Entry], list[str]]:
        """The rules that are left to be asked, and what is said of findings that were there before."""
        left = [entry for entry in entries if entry.name not in NEVER]
        if not self.old:
            return left, []
        said = f"{self.old} credentials or hidden texts were there before; `memoryrail-lint check` shows where"
        return left if self.old <= MANY else [], [f"{self.change.shown}: {said}"]

    def _facts(self, data: bytes, *, part: bool) -> Iterator[Fact]:
        store = self.open(data)
        if not part and (member := self.member(store, data)) is not None:
            try:
                facts = [fact for entry in self.entries.values() for fact in self._of_rule(entry, member, store)]
            except Trouble:  # what allows values cannot be read, so nothing is allowed
                facts = list(_plain(Source(self.change.path, data)))
        else:
            facts = list(_plain(Source(self.change.path, data)))
        for name, finding, value in facts:
            if name in self.entries and not (name == "secret" and _allowed(store, self.change.path, value)):
                yield name, finding, value

    def _of_rule(self, entry: Entry, member: Any, store: Any) -> Iterator[Fact]:
        for finding in load(entry).check(member, store):
            span = finding.span
            yield entry.name, finding, finding.source.text[slice(*span)] if span is not None else member.name


def _plain(source: Source) -> Iterator[Fact]:
    """The same for a text that no rule reads."""
    from memoryrail_lint.checks import invisible, secrets

    for hit in secrets.find(source.text):
        span = (hit.start, hit.end)
        yield (
            "secret",
            Finding(source, span, f"this looks like a credential ({hit.detector})"),
            source.text[slice(*span)],
        )
    for run_ in invisible.find_hidden(source.text):
        span = (run_.start, run_.end)
        what = invisible.describe(run_.codes, run_.end - run_.start)
        yield "hidden-unicode", Finding(source, span, f"hidden text: {what}"), source.text[slice(*span)]


def _allowed(store: Any, path: str, value: str) -> bool:
    """Whether the repository, not the text, allows a value."""
    try:
        return store.allowed.reason(Source(path), 0, value) is not None
    except Trouble:
        return False


def real(path: str, cwd: str | None) -> list[str]:
    """Where a write lands, absolute: the file itself, and what it leads to where it is a symlink."""
    absolute = os.path.join(cwd if cwd is not None and os.path.isabs(cwd) else os.getcwd(), os.path.expanduser(path))
    folder, name = os.path.split(os.path.normpath(absolute))
    itself = os.path.join(os.path.realpath(folder), name)
    return list(dict.fromkeys([itself, os.path.realpath(itself)]))
