from __future__ import annotations

from memoryrail_lint.output.concise import render


def test_one_line_per_finding_without_help(diagnostic, report, style):
    found = report(
        diagnostic(help="use another"), diagnostic("id-convention", "info"), excerpt=lambda path, line: "status: x"
    )
    assert render(found, style(excerpts=True)) == (
        ".memoryrail/memories/x.md:4:9: error field-invalid: is no status\n"
        "1 error, 0 warnings, 1 info (hidden, --show-info lists them); 0 fixable, 0 suppressed; "
        "12 files in 1 store checked\n"
    )
    assert render(found, style(show_info=True)).splitlines()[1] == (
        ".memoryrail/memories/x.md:4:9: info id-convention: is no status"
    )


def test_quiet_and_clean_is_nothing(report, style):
    assert render(report(), style(quiet=True)) == ""


def test_nothing_hostile_comes_alive(worst, style):
    text = render(worst, style(show_info=True))
    lines = text.splitlines()
    assert len(lines) == 4
    assert text.replace("\n", "").isprintable()
    assert not [line for line in lines if line.lstrip().startswith("::") or "##[" in line or "##vso[" in line]
