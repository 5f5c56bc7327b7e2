"""Workflow commands of GitHub Actions: annotations in the log, and the whole list in the step's summary.

Format and escaping: docs.github.com, "Workflow commands for GitHub Actions", and the `@actions/core` toolkit.
"""

from __future__ import annotations

import os

from memoryrail_lint.output.escape import inert
from memoryrail_lint.output.text import skipped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

    from memoryrail_lint.diagnostics import Diagnostic
    from memoryrail_lint.report import Report, Style

LIMIT: Final = 10
"""Annotations of one level that GitHub shows for a step; it drops the rest in silence."""
_LEVELS: Final = (("error", "error", "errors"), ("warning", "warning", "warnings"), ("info", "notice", "notices"))


def render(report: Report, style: Style) -> str:
    lines: list[str] = []
    for severity, level, plural in _LEVELS:
        found = [d for d in report.diagnostics if d.severity == severity]
        first = _not_run(report) if level == "notice" else []
        lines += _bounded(first, found, level, plural)
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    if summary and lines:
        from memoryrail_lint.output.step_summary import append

        trouble = append(summary, report)
        if trouble:
            lines.append(command("warning", {"title": "memoryrail-lint"}, trouble))
    return "".join(f"{line}\n" for line in lines)


def _not_run(report: Report) -> list[str]:
    """One annotation for all rules that could not run: a green check must not hide them."""
    return [command("notice", {"title": "skipped"}, f"not checked: {skipped(report)}")] if report.skipped else []


def _bounded(first: list[str], found: Sequence[Diagnostic], level: str, plural: str) -> list[str]:
    room = LIMIT - len(first)
    if len(found) <= room:
        return first + [_annotation(d, level) for d in found]
    rest = len(found) - (room - 1)
    more = f"{rest} more {plural} than GitHub shows; the summary of this step or `--format text` has them all"
    return [
        *first,
        *(_annotation(d, level) for d in found[: room - 1]),
        command(level, {"title": "memoryrail-lint"}, more),
    ]


def _annotation(found: Diagnostic, level: str) -> str:
    properties: dict[str, object] = {
        "title": found.rule,
        "file": inert(found.path),
        "line": found.line,
        "endLine": found.end_line,
    }
    if found.line == found.end_line:  # GitHub takes columns for a single line only
        properties |= {"col": found.column, "endColumn": found.end_column}
    message = inert(found.message)
    if found.help:
        message += f"\nhelp: {inert(found.help)}"
    return command(level, properties, message)


def command(level: str, properties: dict[str, object], message: str) -> str:
    """One workflow command, escaped: the message as data, the values of the properties as properties."""
    listed = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
    return f"::{level} {listed}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
