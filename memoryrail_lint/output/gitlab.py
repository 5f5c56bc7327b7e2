"""A Code Quality report for GitLab: one list, which its merge requests compare by fingerprint.

Format: docs.gitlab.com, "Code Quality report format". It has no place for rules that could not run.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import visible
from memoryrail_lint.output.escape import document
from memoryrail_lint.output.fingerprint import fingerprinted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from memoryrail_lint.report import Report, Style

SEVERITIES: Final = {"error": "critical", "warning": "minor", "info": "info"}


def render(report: Report, style: Style) -> str:
    return document(
        [
            {
                "description": visible(found.message) + (f" (help: {visible(found.help)})" if found.help else ""),
                "check_name": found.rule,
                "fingerprint": fingerprint,
                "severity": SEVERITIES[found.severity],
                "location": {"path": visible(found.path), "lines": {"begin": found.line}},
            }
            for found, fingerprint in fingerprinted(report)
            if found.suppressed is None
        ]
    )
