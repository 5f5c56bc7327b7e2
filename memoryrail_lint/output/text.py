"""For people: an excerpt with carets on a terminal, one line per finding when piped, and one last line of counts."""

from __future__ import annotations

from memoryrail_lint.diagnostics import visible
from memoryrail_lint.output.escape import inert

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Final

    from memoryrail_lint.diagnostics import Diagnostic, Fix
    from memoryrail_lint.report import Report, Style

WIDTH: Final = 100
"""Columns of a terminal that an excerpt takes at most, without its margin and the dots at a cut."""
BEFORE: Final = 40
"""How many of them stand before the first caret where the line is long."""
_COLORS: Final = {"error": "1;31", "warning": "1;33", "info": "1;36", "bold": "1"}


def render(report: Report, style: Style) -> str:
    lines: list[str] = []
    for found in shown(report, style):
        if style.excerpts:
            lines += [header(found, style), *_details(report, found, style), ""]
        else:
            lines.append(header(found, style) + _aside(found))
    return finish(lines, report, style)


def shown(report: Report, style: Style) -> list[Diagnostic]:
    """What is listed: everything but info, which `--show-info` adds."""
    return [d for d in report.diagnostics if style.show_info or d.severity != "info"]


def header(found: Diagnostic, style: Style) -> str:
    """`path:line:column: severity rule: message`, the form that editors and problem matchers understand."""
    path = inert(found.path)
    if path.lstrip().startswith("::"):
        path = f"./{path}"  # a line that starts with two colons is a workflow command to GitHub
    place = _paint(f"{path}:{found.line}:{found.column}:", "bold", style)
    return f"{place} {_paint(found.severity, found.severity, style)} {found.rule}: {inert(found.message)}"


def finish(lines: list[str], report: Report, style: Style) -> str:
    """The lines, the statistics where they are wanted, and the last line with the counts."""
    if style.statistics:
        lines += statistics(report)
    if lines or report.skipped or not style.quiet:
        lines.append(closing(report, show_info=style.show_info))
    return "".join(f"{line}\n" for line in lines)


def statistics(report: Report) -> list[str]:
    """One line per rule and severity: how often, the most frequent first."""
    counts: dict[tuple[str, str], int] = {}
    for found in report.diagnostics:
        key = (found.rule, found.severity)
        counts[key] = counts.get(key, 0) + 1
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [f"{count:5}  {severity:7}  {rule}" for (rule, severity), count in ordered]


def closing(report: Report, *, show_info: bool) -> str:
    """The last line: counts by severity, fixable, suppressed, what was checked, what was skipped and why."""
    info = report.count("info")
    hint = " (hidden, --show-info lists them)" if info and not show_info else ""
    found = f"{_many(report.count('error'), 'error')}, {_many(report.count('warning'), 'warning')}, {info} info{hint}"
    checked = f"{_many(report.files, 'file')} in {_many(len(report.stores), 'store')} checked"
    line = f"{found}; {report.fixable} fixable, {len(report.suppressed)} suppressed; {checked}"
    return f"{line}; skipped: {skipped(report)}" if report.skipped else line


def skipped(report: Report) -> str:
    """The rules that could not run, those with one reason together: `a, b (reason), c (other reason)`."""
    reasons: dict[str, list[str]] = {}
    for rule, reason in report.skipped:
        reasons.setdefault(reason, []).append(rule)
    return ", ".join(f"{', '.join(rules)} ({inert(reason)})" for reason, rules in reasons.items())


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _paint(text: str, color: str, style: Style) -> str:
    return f"\x1b[{_COLORS[color]}m{text}\x1b[0m" if style.color else text


def _options(fix: Fix) -> str:
    return "--fix" if fix.safe else "--fix --unsafe-fixes"


def _aside(found: Diagnostic) -> str:
    hint = f" (help: {inert(found.help)})" if found.help else ""
    return f"{hint} (fixable: {_options(found.fix)})" if found.fix else hint


def _details(report: Report, found: Diagnostic, style: Style) -> Iterator[str]:
    margin = " " * len(str(found.line))
    line = None if found.rule == "secret" else report.excerpt(found.path, found.line)
    if line is not None:
        last = found.end_column if found.end_line == found.line else None
        start = report.excerpt_column(found.path, found.line, found.column) - 1
        end = len(line) if last is None else report.excerpt_column(found.path, found.line, last) - 1
        text, carets = excerpt(line, start, end)
        yield f"{found.line} | {inert(text)}"
        yield f"{margin} | {_paint(carets, found.severity, style)}"
    if found.help:
        yield f"{margin} help: {inert(found.help)}"
    if found.fix:
        yield f"{margin} fix: {inert(found.fix.title)} ({_options(found.fix)})"


def excerpt(line: str, start: int, end: int) -> tuple[str, str]:
    """What stands around `line[start:end]`, WIDTH columns at most, and a line of carets that fits below it."""
    start = min(start, len(line))
    before = list(_cells(reversed(line[max(0, start - BEFORE) : start]), BEFORE))[::-1]
    room = WIDTH - sum(width for _, width in before)
    after = list(_cells(line[start : start + WIDTH], room))
    head = "..." if len(before) < start else ""
    tail = "..." if start + len(after) < len(line) else ""
    text = "".join(cell for cell, _ in before + after)
    indent = len(head) + sum(width for _, width in before)
    marked = sum(width for _, width in after[: max(0, end - start)])
    return f"{head}{text}{tail}", " " * indent + "^" * max(1, marked)


def _cells(characters: Iterable[str], columns: int) -> Iterator[tuple[str, int]]:
    """Each character as it is shown and the columns it takes, as many as fit."""
    for character in characters:
        cell = visible(character)
        width = _width(cell)
        if width > columns:
            return
        columns -= width
        yield cell, width


def _width(cell: str) -> int:
    """Columns of a terminal: none for a combining mark, two for a wide character (Unicode annex 11)."""
    if cell.isascii():
        return len(cell)
    from unicodedata import category, east_asian_width

    if category(cell) in ("Mn", "Me"):
        return 0
    return 2 if east_asian_width(cell) in "WF" else 1
