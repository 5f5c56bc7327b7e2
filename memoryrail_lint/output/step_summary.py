"""The whole list in the summary of a GitHub step: a table in the Markdown file that `$GITHUB_STEP_SUMMARY` names.

The table is HTML, as GitHub's own toolkit writes it: inside an HTML block nothing is Markdown, so one escaping, that of
HTML, is all a title needs. What comes from a file stands in `<code>`, where GitHub makes no links of names and numbers.
"""

from __future__ import annotations

from memoryrail_lint.output.escape import inert
from memoryrail_lint.output.text import closing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from memoryrail_lint.diagnostics import Diagnostic
    from memoryrail_lint.report import Report

LIMIT: Final = 1024 * 1024
"""Bytes that the summary of one step may have; GitHub refuses a longer one whole."""
_TAIL: Final = 200
"""Bytes kept free for the last row and the end of the table."""


def append(file: str, report: Report) -> str | None:
    """Add the list to `file`, behind what is there. Returns None, or why that was not possible."""
    try:
        with open(file, "ab") as summary:
            summary.write(table(report, LIMIT - summary.tell()))
    except OSError as error:
        return f"the summary of the step could not be written: {error.strerror}"
    return None


def table(report: Report, room: int) -> bytes:
    """Heading, counts and table, at most `room` bytes; the rows that do not fit are counted in the last one."""
    parts = [
        "\n### memoryrail-lint\n\n",
        f"<p>{_code(closing(report, show_info=True))}</p>\n\n",
        "<table>\n<tr><th>Severity</th><th>Place</th><th>Rule</th><th>Finding</th></tr>\n",
    ]
    size = sum(len(part.encode()) for part in parts) + _TAIL
    if size > room:
        return b""
    for number, found in enumerate(report.diagnostics):
        row = _row(found)
        size += len(row.encode())
        if size > room:
            parts.append(f'<tr><td colspan="4">and {len(report.diagnostics) - number} more</td></tr>\n')
            break
        parts.append(row)
    return "".join([*parts, "</table>\n"]).encode()


def _row(found: Diagnostic) -> str:
    place = _code(f"{found.path}:{found.line}:{found.column}")
    message = _code(found.message) + (f"<br>help: {_code(found.help)}" if found.help else "")
    return f"<tr><td>{found.severity}</td><td>{place}</td><td>{_code(found.rule)}</td><td>{message}</td></tr>\n"


def _code(text: str) -> str:
    from html import escape

    return f"<code>{escape(inert(text))}</code>"
