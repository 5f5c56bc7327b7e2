from __future__ import annotations

import re

import pytest

from memoryrail_lint.diagnostics import visible
from memoryrail_lint.output.github import render


@pytest.fixture(autouse=True)
def no_summary(monkeypatch):
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)


def read(line):
    """A workflow command as the runner reads it: its level, its properties, its message."""
    level, listed, message = re.fullmatch(r"::([a-z]+) ([^\n]*?)::([^\n]*)", line).groups()
    pairs = dict(pair.split("=", 1) for pair in listed.split(","))

    def data(text):
        return text.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")

    return level, {k: data(v.replace("%3A", ":").replace("%2C", ",")) for k, v in pairs.items()}, data(message)


def test_nothing_found_is_nothing(report, style):
    assert render(report(), style()) == ""


def test_errors_come_first(diagnostic, report, style):
    found = report(
        diagnostic("id-convention", "info", (1, 1, 1, 1), "is odd", path="a.md"),
        diagnostic("stale-link", "warning", (2, 3, 4, 5), "is gone, 100%", path="a,b:c%.md", help="mend: it, 50%"),
        diagnostic(path="b.md"),
    )
    assert render(found, style()) == (
        "::error title=field-invalid,file=b.md,line=4,endLine=4,col=9,endColumn=15::is no status\n"
        "::warning title=stale-link,file=a%2Cb%3Ac%25.md,line=2,endLine=4::is gone, 100%25%0Ahelp: mend: it, 50%25\n"
        "::notice title=id-convention,file=a.md,line=1,endLine=1,col=1,endColumn=1::is odd\n"
    )


def test_ten_of_a_level_are_all_shown(diagnostic, report, style):
    lines = render(report(*[diagnostic(message=f"no {n}") for n in range(10)]), style()).splitlines()
    assert [read(line)[2] for line in lines] == [f"no {n}" for n in range(10)]


def test_the_tenth_says_how_many_more_there_are(diagnostic, report, style):
    found = [diagnostic(message=f"no {n}") for n in range(37)]
    found += [diagnostic("stale-link", "warning", message=f"old {n}") for n in range(11)]
    lines = render(report(*found), style()).splitlines()
    assert [line.split(" ", 1)[0] for line in lines] == ["::error"] * 10 + ["::warning"] * 10
    assert [read(line)[2] for line in lines[:9]] == [f"no {n}" for n in range(9)]
    assert lines[9] == (
        "::error title=memoryrail-lint::28 more errors than GitHub shows; "
        "the summary of this step or `--format text` has them all"
    )
    assert lines[19].startswith("::warning title=memoryrail-lint::2 more warnings than GitHub shows; ")


def test_what_was_not_checked_is_a_notice(diagnostic, report, style):
    skipped = [("maybe-stale", "no git"), ("stale-link", "no git")]
    assert render(report(skipped=skipped), style()) == (
        "::notice title=skipped::not checked: maybe-stale, stale-link (no git)\n"
    )
    many = [diagnostic(severity="info", message=f"no {n}") for n in range(10)]
    lines = render(report(*many, skipped=skipped), style()).splitlines()
    assert len(lines) == 10
    assert lines[0].startswith("::notice title=skipped::")
    assert lines[9].startswith("::notice title=memoryrail-lint::2 more notices ")


def test_nothing_hostile_comes_alive(worst, style, hostile):
    text = render(worst, style())
    assert text.replace("\n", "").isprintable()
    commands = [read(line) for line in text.splitlines()]
    assert [level for level, _, _ in commands] == ["error", "warning", "notice", "notice"]
    _, properties, message = commands[0]
    assert list(properties) == ["title", "file", "line", "endLine", "col", "endColumn"]
    assert properties["title"] == "field-invalid"
    shown = visible(hostile).replace("##[", "#\\x23[").replace("##vso[", "#\\x23vso[")
    assert properties["file"] == f"{shown}.md"
    assert message == f"{shown} end\nhelp: {shown}"
    assert commands[2] == ("notice", {"title": "skipped"}, f"not checked: maybe-stale ({shown})")


def test_the_summary_is_appended(diagnostic, report, style, tmp_path, monkeypatch):
    summary = tmp_path / "summary.md"
    summary.write_text("An earlier step\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    found = report(*[diagnostic(message=f"no {n}") for n in range(37)])
    render(found, style())
    text = summary.read_text()
    assert text.startswith("An earlier step\n\n### memoryrail-lint\n")
    assert text.count("<code>no ") == 37
    render(report(), style())
    assert summary.read_text() == text


def test_a_summary_that_cannot_be_written_is_said(diagnostic, report, style, tmp_path, monkeypatch):
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path))
    assert render(report(diagnostic()), style()).splitlines()[1] == (
        "::warning title=memoryrail-lint::the summary of the step could not be written: Is a directory"
    )
