from __future__ import annotations

import subprocess
import sys

import pytest

from memoryrail_lint.output import FORMATS, render


def test_formats():
    assert FORMATS == ("text", "concise", "json", "github", "sarif", "gitlab", "rdjson")


@pytest.mark.parametrize("name", FORMATS)
def test_lines_end_and_bytes_are_the_same_each_time(name, worst, report, style, monkeypatch):
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    for one in (worst, report()):
        text = render(name, one, style())
        assert text == render(name, one, style())
        assert text == "" or (text.endswith("\n") and not text.endswith("\n\n"))


@pytest.mark.parametrize("name", ["text", "concise", "github"])
def test_a_clean_run_imports_only_its_renderer(name):
    code = (
        "import sys, importlib\n"
        "before = set(sys.modules)\n"
        "from memoryrail_lint.output import render\n"
        "from memoryrail_lint.report import Report, Style\n"
        f"render({name!r}, Report([], rule=lambda name: None), Style())\n"
        "print(*sorted(set(sys.modules) - before))\n"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert set(loaded) - {"__future__", "memoryrail_lint"} == {
        "memoryrail_lint.diagnostics",
        "memoryrail_lint.output",
        "memoryrail_lint.output.escape",
        "memoryrail_lint.output.text",
        f"memoryrail_lint.output.{name}",
        "memoryrail_lint.report",
        "memoryrail_lint.rule",
    }
