"""For programs: the one versioned document that `spec/diagnostics.schema.json` describes."""

from __future__ import annotations

from memoryrail_lint import __version__
from memoryrail_lint.diagnostics import SEVERITIES, visible
from memoryrail_lint.output.escape import document

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from memoryrail_lint.diagnostics import Diagnostic, Edit, Fix
    from memoryrail_lint.report import Report, Style

VERSION: Final = 1
"""Counts up when a reader of the document would have to change."""


def render(report: Report, style: Style) -> str:
    return document(
        {
            "version": VERSION,
            "tool": {"name": "memoryrail-lint", "version": __version__},
            "stores": [{"profile": s.profile, "root": visible(s.root), "files": s.files} for s in report.stores],
            "diagnostics": [_diagnostic(found) for found in report.diagnostics],
            "skipped": [{"rule": rule, "reason": visible(reason)} for rule, reason in report.skipped],
            "summary": {
                **{severity: report.count(severity) for severity in SEVERITIES},
                "fixable": report.fixable,
                "suppressed": len(report.suppressed),
            },
        }
    )


def _diagnostic(found: Diagnostic) -> dict[str, Any]:
    return {
        "rule": found.rule,
        "severity": found.severity,
        "path": visible(found.path),
        "line": found.line,
        "column": found.column,
        "end_line": found.end_line,
        "end_column": found.end_column,
        "message": visible(found.message),
        "help": visible(found.help) if found.help else None,
        "url": found.url,
        "fix": _fix(found.fix) if found.fix else None,
    }


def _fix(fix: Fix) -> dict[str, Any]:
    """A fix holds what the file will hold, raw: each text and path passes the secret detectors here."""
    from memoryrail_lint.checks.secrets import mask
    from memoryrail_lint.masker import Masker

    shape: dict[str, Any] = {
        "title": visible(mask(fix.title)),
        "safe": fix.safe,
        "edits": [{**_place(edit), "text": Masker(edit.source)(edit.text)} for edit in fix.edits],
    }
    for edit in shape["edits"]:
        edit["path"] = visible(mask(edit["path"]))
    if fix.rename:
        old, new = fix.rename
        shape["rename"] = {"from": visible(mask(old)), "to": visible(mask(new))}
    return shape


def _place(edit: Edit) -> dict[str, Any]:
    line, column, end_line, end_column = edit.source.place((edit.start, edit.end))
    return {
        "path": edit.source.path,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
    }
