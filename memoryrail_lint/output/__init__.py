"""The output formats. Each is one module with `render(report, style) -> str`; only the one asked for is imported."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from memoryrail_lint.report import Report, Style

FORMATS: Final = ("text", "concise", "json", "github", "sarif", "gitlab", "rdjson")
"""The names that `--format` takes; each is also the name of its module."""


def render(name: str, report: Report, style: Style) -> str:
    """The report in the format `name` (one of FORMATS): whole lines, or nothing where the format has nothing to say."""
    from memoryrail_lint.rule import load_module

    rendered: str = load_module(f"memoryrail_lint.output.{name}").render(report, style)
    return rendered
