"""Running the rules of one profile over one store: findings in, diagnostics out. Knows no profile and no output."""

from __future__ import annotations

from memoryrail_lint import policy
from memoryrail_lint.diagnostics import Diagnostic, Finding, quote, visible
from memoryrail_lint.masker import Masker
from memoryrail_lint.rule import load
from memoryrail_lint.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Final, Protocol

    from memoryrail_lint.rule import Entry, Rule
    from memoryrail_lint.spread import Spread

    Heeded = Callable[[Sequence[policy.Suppression]], Sequence[policy.Suppression]]

    class Member(Protocol):
        """What per-file rules judge."""

        odd: bool

        @property
        def path(self) -> str: ...
        def in_value(self, offset: int) -> bool: ...
        def body(self) -> tuple[int, int]: ...

    class Store(Protocol):
        """One store of any profile."""

        skipped: dict[str, str]
        ends: object | None

        @property
        def members(self) -> Sequence[Member]: ...
        def begin(self) -> None: ...
        def sources(self) -> Iterable[tuple[Source, Member | None]]: ...


UNUSED: Final = "unused-suppression"
LARGE: Final = 1000
"""A store of as many members is looked at by several processes, where there are processors for them."""


class Scope:
    """Which part of a store a run reports on.

    named: files and folders given on the command line, touched: paths that changed; None = everything. Relative to
    the repository's root; a name covers what lies below it. A folder that a finding is about covers its files too.
    """

    __slots__ = ("named", "touched")

    def __init__(self, named: frozenset[str] | None = None, touched: frozenset[str] | None = None) -> None:
        self.named = named
        self.touched = touched

    @property
    def limited(self) -> bool:
        return self.named is not None or self.touched is not None

    def covers(self, path: str) -> bool:
        """Whether per-file rules look at a file."""
        return (self.named is None or _hit(path, self.named)) and (self.touched is None or _hit(path, self.touched))

    def reports(self, finding: Finding) -> bool:
        """Whether a finding about the whole store is about something that was named, and something that changed."""
        if not self.limited:
            return True
        about = (finding.source.path, *finding.involves)
        return all(
            names is None or any(_hit(path, names) or _holds(path, names) for path in about)
            for names in (self.named, self.touched)
        )


def _hit(path: str, names: frozenset[str]) -> bool:
    if path in names or "" in names:
        return True
    while path:
        path = path.rpartition("/")[0]
        if path in names:
            return True
    return False


def _holds(folder: str, names: frozenset[str]) -> bool:
    return any(not folder or name.startswith(folder + "/") for name in names)


class Outcome:
    """What the rules said about one store: reported and suppressed diagnostics, and the sources they show."""

    __slots__ = ("diagnostics", "shown", "suppressed")

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []
        self.suppressed: list[Diagnostic] = []
        self.shown: dict[str, Source] = {}
        """displayed path -> Source"""


def run(
    store: Store, entries: Sequence[Entry], scope: Scope, *, suppress: bool = True, heeded: Heeded | None = None
) -> Outcome:
    """Every finding of `entries` within `scope`, stamped; those that a comment silences set apart.

    heeded: picks the comments that count; all where there is none.
    """
    outcome = Outcome()
    entries = [entry for entry in entries if entry.reads != "ends" or store.ends is not None]
    if any(entry.reads == "ends" for entry in entries):
        store.begin()
    found = list(_findings(store, entries, scope))
    comments: Sequence[policy.Suppression] = list(_comments(store)) if suppress else []
    if heeded is not None:
        comments = heeded(comments)
    _sort_out(found, comments, outcome, suppress)
    unused = [entry for entry in entries if entry.name == UNUSED]
    if unused and comments:
        rule = load(unused[0])
        judged = {entry.name for entry in entries}
        idle = [c for c in comments if scope.covers(c.source.path) and not c.used]
        _sort_out([(rule, finding) for finding in rule.check(idle, judged)], [], outcome, suppress)
    outcome.diagnostics.sort(key=lambda d: d.sort_key)
    outcome.suppressed.sort(key=lambda d: d.sort_key)
    return outcome


def _findings(store: Store, entries: Sequence[Entry], scope: Scope) -> Iterator[tuple[Rule, Finding]]:
    each = [entry for entry in entries if entry.reads == "member"]
    spread = _ahead(store, each, scope) if each else None
    try:
        for entry in entries:
            if entry.reads in ("store", "ends"):
                rule = load(entry)
                # What two states are compared for is about a change, also where that leaves a file as it was.
                within = Scope(scope.named) if entry.reads == "ends" else scope
                for finding in rule.check(store):
                    if within.reports(finding):
                        yield rule, finding
            elif entry.reads == "odd":
                # A rule whose members are all plainly right is not even imported.
                yield from _of_members(store, [entry], _covered([m for m in store.members if m.odd], scope))
            elif entry.reads == "member" and spread is None:
                yield from _of_members(store, [entry], _covered(store.members, scope))
        if spread is not None:
            members = store.members
            yield from _of_members(store, each, [members[number] for number in spread.finish()])
    finally:
        if spread is not None:
            spread.close()


def _covered(members: Sequence[Member], scope: Scope) -> Sequence[Member]:
    return [m for m in members if scope.covers(m.path)] if scope.limited else members


def _of_members(store: Store, entries: Sequence[Entry], members: Sequence[Member]) -> Iterator[tuple[Rule, Finding]]:
    for entry in entries if members else ():
        rule = load(entry)
        for member in members:
            for finding in rule.check(member, store):
                yield rule, finding


def _ahead(store: Store, entries: Sequence[Entry], scope: Scope) -> Spread | None:
    """In a large store the members that any of the rules finds something in are sought by several processes."""
    if scope.limited or len(store.members) < LARGE:
        return None
    from memoryrail_lint.spread import Spread

    members, checks = store.members, [load(entry).check for entry in entries]

    def is_faulty(number: int) -> bool:
        return any(True for check in checks for _ in check(members[number], store))

    return Spread(len(members), is_faulty)


def _comments(store: Store) -> Iterator[policy.Suppression]:
    for source, member in store.sources():
        if policy.MARK in source.text:
            if member is None:
                yield from policy.suppressions(source)
            else:
                yield from policy.suppressions(source, member.body()[0], member.in_value)


def _sort_out(
    found: Iterable[tuple[Rule, Finding]], comments: Sequence[policy.Suppression], outcome: Outcome, suppress: bool
) -> None:
    masks: dict[int, Masker] = {}
    by_place: dict[tuple[str, int], list[policy.Suppression]] = {}
    for comment in comments:
        by_place.setdefault((comment.source.path, comment.line), []).append(comment)
    for rule, finding in found:
        source = finding.source
        masker = masks.setdefault(id(source), Masker(source))
        diagnostic = stamp(rule, finding, masker)
        diagnostic.suppressed = finding.suppressed if suppress else None
        show(outcome.shown, diagnostic.path, source)
        for comment in [comment for line in (0, diagnostic.line) for comment in by_place.get((source.path, line), ())]:
            if not rule.firm and comment.covers(rule.name, diagnostic.line):
                comment.used = True
                diagnostic.suppressed = masker(visible(comment.reason)) or "suppressed by a comment"
                break
        (outcome.suppressed if diagnostic.suppressed else outcome.diagnostics).append(diagnostic)


def show(shown: dict[str, Source], path: str, source: Source) -> None:
    """Note the file of a displayed path; one without text where two files are displayed alike (masked names)."""
    if shown.setdefault(path, source).path != source.path:
        shown[path] = Source(path)


def stamp(rule: Rule, finding: Finding, mask: Masker) -> Diagnostic:
    """A finding as it is shown: values masked, visible and short, the place as lines and columns."""
    values = [quote(value, mask) for value in finding.values]
    return Diagnostic(
        rule.name,
        finding.severity or rule.severity,
        visible(mask(finding.source.path)),
        finding.source.place(finding.span),
        finding.message.format(*values),
        help=finding.help.format(*values) if finding.help else None,
        fix=finding.fix,
    )
