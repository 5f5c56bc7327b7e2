"""How an index gets under its caps: shorten its lines, merge notes about one thing, archive what is over.

Shortening and archiving are mechanical: every byte stays in the store, and a pointer leads to it. Merging two texts is
not, so merges are only proposed; the counts take them for done, as whoever follows this order has done them by then.
"""

from __future__ import annotations

from memoryrail_lint import policy, rule
from memoryrail_lint.diagnostics import quote
from memoryrail_lint.masker import Masker
from memoryrail_lint.profiles.engramory import RULES
from memoryrail_lint.profiles.engramory.archiving import COLD_DAYS, choose
from memoryrail_lint.profiles.engramory.caps import caps
from memoryrail_lint.profiles.engramory.draft import Draft, Item, total
from memoryrail_lint.profiles.engramory.graph import MISSING
from memoryrail_lint.profiles.engramory.movable import Movable
from memoryrail_lint.profiles.engramory.moving import Mover
from memoryrail_lint.profiles.engramory.note import Note
from memoryrail_lint.profiles.engramory.retired import last_date, superseded
from memoryrail_lint.profiles.engramory.shortening import Entries, Entry, shorten
from memoryrail_lint.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from memoryrail_lint.diagnostics import Finding
    from memoryrail_lint.profiles.engramory.model import Store

SHORTEN: Final = "shorten"
MERGE: Final = "merge"
ARCHIVE: Final = "archive"
_ALIKE: Final = ("note-duplicate", "note-dated-series", "index-pointer-duplicate")


class Step:
    """One step of the procedure: what it does, and the lines and bytes of the index after it."""

    __slots__ = ("bytes", "items", "lines", "name")

    def __init__(self, name: str, items: list[Item], lines: int, bytes: int) -> None:
        self.name = name
        self.items = items
        self.lines = lines
        self.bytes = bytes

    @property
    def won(self) -> tuple[int, int]:
        """Lines and bytes."""
        return total(self.items)


class Plan:
    """What to do with one index. before: its lines and bytes. left: what is not for a tool to judge."""

    __slots__ = ("before", "draft", "hard_bytes", "hard_lines", "left", "steps")

    def __init__(self, draft: Draft, hard_lines: int, hard_bytes: int) -> None:
        self.draft = draft
        self.before = draft.lines, draft.bytes
        self.hard_lines = hard_lines
        self.hard_bytes = hard_bytes
        self.steps: list[Step] = []
        self.left: list[Item] = []

    def exceeds(self, lines: int, bytes: int) -> bool:
        return lines > self.hard_lines or bytes > self.hard_bytes


def plan(store: Store, today: str) -> Plan:
    """The plan for a store whose index can be read and is UTF-8; nothing is written. today: YYYY-MM-DD."""
    draft, limits = Draft(store), caps(store.config.engramory_caps)
    made = Plan(draft, limits["hard-lines"], limits["hard-bytes"])
    entries = Entries(draft)
    _shorten(made, entries)
    merged, involved = _merge(made, entries)
    _archive(made, entries, merged, involved, today)
    return made


def _shorten(made: Plan, entries: Entries) -> None:
    flagged: set[int] = set()
    spared: set[int] = set()
    for finding, silenced in _findings(made.draft.store, "index-line-content"):
        line = finding.source.place(finding.span)[0]
        (spared if silenced else flagged).add(line)
    items = list(shorten(made.draft, entries, flagged, spared, made.hard_bytes))
    made.left += [item for item in items if not item.bytes]
    items = [item for item in items if item.bytes]
    made.steps.append(Step(SHORTEN, items, made.draft.lines, made.draft.bytes))


def _merge(made: Plan, entries: Entries) -> tuple[set[int], set[str]]:
    """The lines that merging makes superfluous, and the paths of the notes that are about to be merged."""
    draft, store = made.draft, made.draft.store
    lines: dict[str, list[int]] = {}
    for listed in store.index.lines:
        if listed.pointers or listed.wikilinks:
            entry = entries.read(listed)
            if isinstance(entry, Entry):
                lines.setdefault(entry.note.path, []).append(listed.number)
    retired = {note.path for note in store.notes if superseded(note)}
    merged: set[int] = set()
    involved: set[str] = set()
    items = []
    for name in _ALIKE:
        for finding, silenced in _findings(store, name, _Judged(draft)):
            path, line = finding.source.path, finding.source.place(finding.span)[0]
            about = {path, *finding.involves} - {store.index.source.path}
            if name == "index-pointer-duplicate":
                about |= {note for note, numbers in lines.items() if line in numbers}
            if silenced or about & retired:
                continue
            involved |= about
            if name == "index-pointer-duplicate":
                going = [line] if any(line in numbers for numbers in lines.values()) else []
            else:
                line = 0
                others = about - {path} if name == "note-dated-series" else {path}
                going = [number for other in others for number in lines.get(other, ())]
            going = [number for number in going if number not in merged]
            merged.update(going)
            count = sum(len(draft.pieces[number - 1].encode()) for number in going)
            masker = Masker(finding.source)
            text = finding.message.format(*(quote(value, masker) for value in finding.values))
            items.append(Item(path, line, text, len(going), count))
    won = total(items)
    made.steps.append(Step(MERGE, items, draft.lines - won[0], draft.bytes - won[1]))
    return merged, involved


def _archive(made: Plan, entries: Entries, merged: set[int], involved: set[str], today: str) -> None:
    draft, before = made.draft, made.steps[-1]
    movable = Movable(draft, entries)
    edge = _days_before(today, COLD_DAYS)
    projects = [
        candidate.note
        for path, candidate in movable.candidates.items()
        if candidate.note.type == "project" and path not in involved and not superseded(candidate.note)
    ]
    dated = sorted((day, note.path) for note in projects if (day := last_date(note)))
    cold = [path for day, path in dated if day <= edge]
    choose(movable, cold, merged, made.hard_lines, made.hard_bytes)
    tried = {*movable.chosen}
    items = list(Mover(movable).carry_out())
    made.left += [item for item in items if item.path not in movable.chosen]
    items = [item for item in items if item.path in movable.chosen]
    won = total(items)
    made.steps.append(Step(ARCHIVE, items, before.lines - won[0], before.bytes - won[1]))
    over = made.exceeds(made.steps[-1].lines, made.steps[-1].bytes)
    for path, candidate in movable.candidates.items():
        why = superseded(candidate.note)
        if path in tried or not (why or (over and path in cold)):
            continue
        stranded = movable.strands(path)
        reason = movable.blocked(path) or (f"nothing else leads to {stranded}" if stranded else None)
        if reason is None and movable.is_linked(path):
            reason = "another note links it"
        reason = reason or "it is the only one under its heading, so a line for its list would win nothing"
        made.left.append(Item(path, 0, f"{why or 'it looks cold'}, but {reason}"))
    if over:
        _name_dead(made)
    undated = len(projects) - len(dated)
    if over and undated:
        notes = "1 project note says" if undated == 1 else f"{undated} project notes say"
        made.left.append(Item(draft.source.path, 0, f"{notes} not when they were changed, so whether they are cold"))


def _name_dead(made: Plan) -> None:
    """Say how many lines lead to nothing but missing files; what they meant to say is for a person to judge."""
    by_line: dict[int, list[str]] = {}
    for target in made.draft.store.graph.targets:
        by_line.setdefault(target.line.number, []).append(target.state)
    dead = [number for number, states in by_line.items() if set(states) == {MISSING} and made.draft.pieces[number - 1]]
    if dead:
        count = sum(len(made.draft.pieces[number - 1].encode()) for number in dead)
        lines = "1 line leads" if len(dead) == 1 else f"{len(dead)} lines lead"
        made.left.append(Item(made.draft.source.path, 0, f"{lines} to no file ({count} bytes), the first is {dead[0]}"))


class _Judged:
    """A store as rules about several notes see it after the first step: what came to a note is part of its text."""

    def __init__(self, draft: Draft) -> None:
        self.graph = draft.store.graph
        self.index = draft.store.index
        self.notes = [
            Note(Source(note.path, note.source.edited(draft.edits[note.path][1])), note.kind)
            if note.path in draft.edits
            else note
            for note in draft.store.notes
        ]


def _findings(store: Store, name: str, judged: object = None) -> Iterator[tuple[Finding, bool]]:
    """What a rule of this profile finds, and whether a comment in the file silences it."""
    [entry] = [entry for entry in RULES if entry.name == name]
    comments: dict[str, list[policy.Suppression]] = {}
    for source, note in store.sources():
        if policy.MARK in source.text:
            body, within = (note.body()[0], note.in_value) if note is not None else (0, bool)
            comments[source.path] = policy.suppressions(source, body, within)
    for finding in rule.load(entry).check(judged or store):
        line = finding.source.place(finding.span)[0]
        yield finding, any(one.covers(name, line) for one in comments.get(finding.source.path, ()))


def _days_before(today: str, days: int) -> str:
    import datetime

    return (datetime.date.fromisoformat(today) - datetime.timedelta(days)).isoformat()
