"""Reports to render: factories with defaults, and the text that must not come alive in any format."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from memoryrail_lint.diagnostics import Diagnostic
from memoryrail_lint.report import Checked, Report, Style
from memoryrail_lint.rule import Entry, Rule

PATH = ".memoryrail/memories/x.md"


def _rule(name, severity="error"):
    module = SimpleNamespace(
        __doc__=f"What {name} is about.\n\nWhy it matters,\nover two lines.\n\nMore of it.\n\nFix: Mend it.",
        SEVERITY=severity,
        check=lambda *_: (),
    )
    return Rule(Entry(name, "hook", "memory", "memoryrail"), module)


@pytest.fixture
def diagnostic():
    """diagnostic(rule, severity, place, message, path=...) with defaults for all."""

    def make(rule="field-invalid", severity="error", place=(4, 9, 4, 15), message="is no status", path=PATH, **more):
        return Diagnostic(rule, severity, path, place, message, **more)

    return make


@pytest.fixture
def report():
    """report(*diagnostics, ...): a report of one store with twelve files."""

    def make(*diagnostics, stores=None, rule=_rule, **more):
        return Report(diagnostics, stores=stores or [Checked("memoryrail", ".", 12)], rule=rule, **more)

    return make


@pytest.fixture
def style():
    return Style


@pytest.fixture
def rule():
    return _rule


@pytest.fixture
def hostile():
    """Commands of runners, terminals, Markdown, HTML, links; line ends of all sorts; what is not seen."""
    return (
        "::error::pwned ##[error]pwned ##vso[task.complete]pwned \x1b[31mred\x07\x9b1m\n::set-env name=A::b\r"
        "::stop-commands::x\u2028::a\u2029::b\x85::c\v::d \u202ebidi\u2066 zero\u200bwidth\ufeff \U000e0041tag "
        "100%25 %0A a|b \\| ``c`` <script>alert(1)</script> <!-- ]]> &amp; ![i](https://example.com/x.png) "
        "[l](javascript:1) https://example.com www.example.com a@example.com @team #1 {0} **b** _i_ ~~s~~ \\](x)"
    )


@pytest.fixture
def worst(diagnostic, report, hostile):
    """A report in which every text that may come from a file is hostile."""

    def one(rule, severity, place, **more):
        return diagnostic(rule, severity, place, f"{hostile} end", path=f"{hostile}.md", help=hostile, **more)

    return report(
        one("field-invalid", "error", (4, 9, 4, 15)),
        one("secret", "warning", (5, 1, 6, 2)),
        one("id-convention", "info", (7, 1, 7, 1)),
        suppressed=[one("stale-link", "warning", (8, 1, 8, 2), suppressed=hostile)],
        skipped=[("maybe-stale", hostile)],
        excerpt=lambda path, line: hostile,
    )
