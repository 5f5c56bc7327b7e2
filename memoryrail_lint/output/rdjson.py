"""Reviewdog Diagnostic Format (rdjson): columns count UTF-8 bytes from 1, the end of a range is exclusive.

Format: `proto/rdf/reviewdog.proto` of the reviewdog project. It has no place for rules that could not run.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import visible
from memoryrail_lint.output.escape import document

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from memoryrail_lint.diagnostics import Diagnostic
    from memoryrail_lint.report import Report, Style

_ACTIVE: Final = frozenset("`*_~[]<>!@#&\\|$")


def render(report: Report, style: Style) -> str:
    return document(
        {
            "source": {"name": "memoryrail-lint"},
            "diagnostics": [_diagnostic(report, found) for found in report.diagnostics],
        }
    )


def _diagnostic(report: Report, found: Diagnostic) -> dict[str, Any]:
    shape: dict[str, Any] = {
        "message": _comment(found.message) + (f"\nhelp: {_comment(found.help)}" if found.help else ""),
        "location": {
            "path": visible(found.path),
            "range": {
                "start": _position(report, found.path, found.line, found.column),
                "end": _position(report, found.path, found.end_line, found.end_column),
            },
        },
        "severity": found.severity.upper(),
        "code": {"value": found.rule},
    }
    if found.url:
        shape["code"]["url"] = found.url
    return shape


def _position(report: Report, path: str, line: int, column: int) -> dict[str, int]:
    return {"line": line, "column": report.byte_column(path, line, column)}


def _comment(text: str) -> str:
    """Reviewdog puts a message into a Markdown comment as it stands: text that could be live there becomes code."""
    text = visible(text)
    if _ACTIVE.isdisjoint(text) and "://" not in text and "www." not in text:
        return text
    fence = "`"
    while fence in text:
        fence += "`"
    return f"{fence} {text} {fence}"
