"""Which rules run, and which of their findings are silent: selection, suppression comments, the baseline."""

from __future__ import annotations

from memoryrail_lint.errors import Trouble

TYPE_CHECKING = False
if TYPE_CHECKING:
    import datetime
    from collections.abc import Callable, Iterable, Sequence
    from typing import Final

    from memoryrail_lint.diagnostics import Span
    from memoryrail_lint.rule import Entry
    from memoryrail_lint.source import Source

MARK: Final = "memoryrail-lint:"
EVERY: Final = "every hook"
"""The hook of a rule that goes with each of them."""


def choose(
    entries: Sequence[Entry], select: Sequence[str], ignore: Sequence[str], known: Callable[[], Iterable[str]]
) -> list[Entry]:
    """The rules that run: those named by `select` (all where it is empty) less those of `ignore`.

    A name is a rule's or a hook's. Raises Trouble for a name that neither these entries nor `known()` have.
    """
    names = {entry.name for entry in entries} | {entry.hook for entry in entries}
    strange = [name for name in (*select, *ignore) if name not in names]
    if strange:
        names |= set(known())
        for name in strange:
            if name not in names:
                raise Trouble(unknown_rule(name, names))

    hooks = {entry.hook for entry in entries}

    def named(entry: Entry, chosen: Sequence[str]) -> bool:
        return entry.name in chosen or entry.hook in chosen

    def selected(entry: Entry) -> bool:
        return named(entry, select) or (entry.hook == EVERY and not hooks.isdisjoint(select))

    return [entry for entry in entries if (not select or selected(entry)) and not named(entry, ignore)]


def unknown_rule(name: str, known: Iterable[str]) -> str:
    """One line: there is no such rule, and which one was probably meant."""
    from memoryrail_lint.checks.nearest import suggest
    from memoryrail_lint.diagnostics import visible

    found = suggest(name, sorted(known), 1)
    hint = f"did you mean {found[0]}?" if found else "`memoryrail-lint rule` lists them"
    return f"no rule is called {visible(name)[:80]!r}; {hint}"


class Suppression:
    """One comment: the rules it silences, on which line (0 = the whole file), why, until when, and where it stands."""

    __slots__ = ("line", "reason", "rules", "source", "span", "until", "used")

    def __init__(self, source: Source, span: Span, rules: list[str], line: int, reason: str, until: str | None) -> None:
        self.source = source
        self.span = span
        self.rules = rules
        self.line = line
        self.reason = reason
        self.until = until
        self.used = False

    @property
    def undated(self) -> bool:
        """Whether the end is none of the calendar's days."""
        return self.until is not None and _day(self.until) is None

    @property
    def expired(self) -> bool:
        """Whether it is over. One whose end nobody can read is: it must not last for ever."""
        if self.until is None:
            return False
        import datetime

        day = _day(self.until)
        return day is None or day < datetime.datetime.now(datetime.timezone.utc).date()

    def covers(self, rule: str, line: int) -> bool:
        return rule in self.rules and self.line in (0, line) and not self.expired


def _day(text: str) -> datetime.date | None:
    import datetime

    try:
        return datetime.datetime.strptime(text, "%Y-%m-%d").date()
    except ValueError:
        return None


def suppressions(source: Source, front_end: int = 0, in_value: Callable[[int], bool] = bool) -> list[Suppression]:
    """The suppression comments of a file: YAML comments before offset `front_end`, HTML comments after it.

    in_value(offset) tells whether a `#` there is part of a value. Comments in fenced code are examples, not comments.
    """
    if MARK not in source.text:
        return []
    import re

    text = source.text
    body = re.compile(r"<!--[ \t]*memoryrail-lint:[ \t]*(ignore|ignore-file)\[([^\]\n]{0,500})\]([^\n]{0,500}?)-->")
    front = re.compile(r"(?<![^\s])#[ \t]*memoryrail-lint:[ \t]*(ignore|ignore-file)\[([^\]\n]{0,500})\]([^\n]{0,500})")
    found = [m for m in front.finditer(text, 0, front_end) if not in_value(m.start())]
    later = list(body.finditer(text, front_end))
    if later:
        from bisect import bisect

        from memoryrail_lint.checks.markdown import fenced

        code = sorted(fenced(text, front_end))
        later = [m for m in later if not (at := bisect(code, (m.start(), len(text)))) or code[at - 1][1] <= m.start()]
    return [_suppression(source, m) for m in found + later]


def _suppression(source: Source, match: object) -> Suppression:
    import re

    assert isinstance(match, re.Match)
    number, column = source.position(match.start())
    line = source.line(number)
    alone = not (line[: column - 1] + line[column - 1 + len(match[0]) :]).strip()
    until = re.search(r"\buntil=([^\s,;)]*)", match[3])
    return Suppression(
        source,
        match.span(),
        [name.strip() for name in match[2].split(",") if name.strip()],
        0 if match[1] == "ignore-file" else number + 1 if alone else number,
        " ".join(match[3].split()),
        until[1] if until else None,
    )
