"""For people in a hurry and for scripts: one line per finding, also on a terminal, without help; the same last line."""

from __future__ import annotations

from memoryrail_lint.output.text import finish, header, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoryrail_lint.report import Report, Style


def render(report: Report, style: Style) -> str:
    return finish([header(found, style) for found in shown(report, style)], report, style)
