from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryrail_lint.diagnostics import Edit, Fix
from memoryrail_lint.output.text import BEFORE, WIDTH, excerpt, render
from memoryrail_lint.report import Checked
from memoryrail_lint.source import Source

CLEAN = "0 errors, 0 warnings, 0 info; 0 fixable, 0 suppressed; 12 files in 1 store checked\n"
SAFE = Fix("use slashes", [Edit(Source("x"), 0, 0, "")], safe=True)
UNSAFE = Fix("set the other side", [Edit(Source("x"), 0, 0, "")], safe=False)


def test_a_clean_run_is_one_line(report, style):
    assert render(report(), style()) == CLEAN


def test_quiet_and_clean_is_nothing(report, style):
    assert render(report(), style(quiet=True)) == ""


def test_quiet_leaves_the_last_line_out_with_hidden_info_only(diagnostic, report, style):
    assert render(report(diagnostic(severity="info")), style(quiet=True)) == ""


def test_quiet_still_tells_what_was_not_checked(report, style):
    skipped = [("maybe-stale", "no git")]
    assert render(report(skipped=skipped), style(quiet=True)) == f"{CLEAN[:-1]}; skipped: maybe-stale (no git)\n"


def test_piped_is_one_line_per_finding(diagnostic, report, style):
    found = report(
        diagnostic(help='use "active"'),
        diagnostic("link-not-posix", "warning", (8, 3, 8, 9), "has backslashes", fix=SAFE, help="use /"),
        diagnostic("supersedes-one-sided", "error", (9, 1, 11, 2), "is alone", fix=UNSAFE),
        suppressed=[diagnostic(suppressed="baseline")],
    )
    assert render(found, style()) == (
        '.memoryrail/memories/x.md:4:9: error field-invalid: is no status (help: use "active")\n'
        ".memoryrail/memories/x.md:8:3: warning link-not-posix: has backslashes (help: use /) (fixable: --fix)\n"
        ".memoryrail/memories/x.md:9:1: error supersedes-one-sided: is alone (fixable: --fix --unsafe-fixes)\n"
        "2 errors, 1 warning, 0 info; 2 fixable, 1 suppressed; 12 files in 1 store checked\n"
    )


def test_quiet_keeps_findings_and_their_count(diagnostic, report, style):
    assert render(report(diagnostic()), style(quiet=True)) == render(report(diagnostic()), style())


def test_info_is_counted_and_hidden(diagnostic, report, style):
    found = report(diagnostic(severity="info"))
    assert render(found, style()) == CLEAN.replace("0 info", "1 info (hidden, --show-info lists them)")
    assert render(found, style(show_info=True)) == (
        f".memoryrail/memories/x.md:4:9: info field-invalid: is no status\n{CLEAN.replace('0 info', '1 info')}"
    )


def test_last_line_counts_stores_and_groups_what_was_skipped(report, style):
    stores = [Checked("memoryrail", ".", 1), Checked("engramory", "memory", 0)]
    skipped = [("a", "no base"), ("b", "no git"), ("c", "no base")]
    assert render(report(stores=stores, skipped=skipped), style()) == (
        "0 errors, 0 warnings, 0 info; 0 fixable, 0 suppressed; 1 file in 2 stores checked; "
        "skipped: a, c (no base), b (no git)\n"
    )


def test_statistics_stand_before_the_last_line(diagnostic, report, style):
    found = report(diagnostic("b"), diagnostic("a", "info"), diagnostic("c"), diagnostic("b"))
    lines = render(found, style(statistics=True)).splitlines()
    assert lines[3:] == [
        "    2  error    b",
        "    1  info     a",
        "    1  error    c",
        "3 errors, 0 warnings, 1 info (hidden, --show-info lists them); 0 fixable, 0 suppressed; "
        "12 files in 1 store checked",
    ]


def test_excerpts(diagnostic, report, style):
    lines = {4: 'status: "nope"', 12: 'links: ["a\\\\b"]', 20: "first"}
    found = report(
        diagnostic(help='use "active"'),
        diagnostic("link-not-posix", "warning", (12, 9, 12, 15), "has backslashes", fix=SAFE),
        diagnostic("conflict-marker", "error", (20, 3, 22, 1), "spans lines"),
        excerpt=lambda path, line: lines[line],
    )
    assert render(found, style(excerpts=True)) == (
        ".memoryrail/memories/x.md:4:9: error field-invalid: is no status\n"
        '4 | status: "nope"\n'
        "  |         ^^^^^^\n"
        '  help: use "active"\n'
        "\n"
        ".memoryrail/memories/x.md:12:9: warning link-not-posix: has backslashes\n"
        '12 | links: ["a\\\\b"]\n'
        "   |         ^^^^^^\n"
        "   fix: use slashes (--fix)\n"
        "\n"
        ".memoryrail/memories/x.md:20:3: error conflict-marker: spans lines\n"
        "20 | first\n"
        "   |   ^^^\n"
        "\n"
        "2 errors, 1 warning, 0 info; 1 fixable, 0 suppressed; 12 files in 1 store checked\n"
    )


def test_a_secret_and_a_missing_line_have_no_excerpt(diagnostic, report, style):
    asked = []

    def line(path, number):
        asked.append(number)

    found = report(diagnostic("secret", help="revoke it"), diagnostic(place=(7, 1, 7, 1)), excerpt=line)
    assert render(found, style(excerpts=True)).splitlines()[:4] == [
        ".memoryrail/memories/x.md:4:9: error secret: is no status",
        "  help: revoke it",
        "",
        ".memoryrail/memories/x.md:7:1: error field-invalid: is no status",
    ]
    assert asked == [7]


def test_carets_follow_the_columns_that_the_excerpt_has(diagnostic, report, style):
    found = report(
        diagnostic(),
        excerpt=lambda path, line: "title: *** x",
        excerpt_column=lambda path, line, column: {9: 8, 15: 11}[column],
    )
    assert render(found, style(excerpts=True)).splitlines()[1:3] == ["4 | title: *** x", "  |        ^^^"]


def test_color(diagnostic, report, style):
    found = report(diagnostic(), excerpt=lambda path, line: 'status: "nope"')
    assert render(found, style(color=True, excerpts=True)).splitlines()[:3] == [
        "\x1b[1m.memoryrail/memories/x.md:4:9:\x1b[0m \x1b[1;31merror\x1b[0m field-invalid: is no status",
        '4 | status: "nope"',
        "  | \x1b[1;31m        ^^^^^^\x1b[0m",
    ]
    assert "\x1b" not in render(found, style(excerpts=True))


@pytest.mark.parametrize(
    ("line", "start", "end", "shown", "carets"),
    [
        ("abc", 0, 1, "abc", "^"),
        ("abc", 1, 1, "abc", " ^"),
        ("abc", 3, 3, "abc", "   ^"),
        ("abc", 9, 12, "abc", "   ^"),
        ("", 0, 0, "", "^"),
        ("日本 x", 3, 4, "日本 x", "     ^"),
        ("a日本b", 1, 3, "a日本b", " ^^^^"),
        ("e\u0301x", 2, 3, "e\u0301x", " ^"),
        ("xe\u0301y", 1, 3, "xe\u0301y", " ^"),
        ("\tx", 1, 2, "\\tx", "  ^"),
        ("\tx", 0, 1, "\\tx", "^^"),
        ("a\u200bb", 1, 2, "a\\u200bb", " ^^^^^^"),
    ],
)
def test_carets_count_columns_of_the_terminal(line, start, end, shown, carets):
    assert excerpt(line, start, end) == (shown, carets)


def test_a_long_line_is_cut_around_the_carets():
    line = "a" * 500 + "bad" + "z" * 500
    shown, carets = excerpt(line, 500, 503)
    assert shown == "..." + "a" * BEFORE + "bad" + "z" * (WIDTH - BEFORE - 3) + "..."
    assert carets == " " * (3 + BEFORE) + "^^^"


def test_a_long_mark_is_cut_with_its_line():
    assert excerpt("a" * 500, 0, 500) == ("a" * WIDTH + "...", "^" * WIDTH)


def test_wide_and_escaped_characters_keep_the_excerpt_narrow():
    shown, carets = excerpt("本" * 500, 250, 251)
    assert shown == "..." + "本" * (WIDTH // 2) + "..."
    assert carets == " " * (3 + BEFORE) + "^^"
    shown, carets = excerpt("\U000e0041" * 500, 250, 251)
    assert shown == "..." + "\\U000e0041" * (WIDTH // 10) + "..."
    assert carets == " " * (3 + BEFORE) + "^" * 10


def test_a_pile_of_combining_marks_is_cut():
    shown, _ = excerpt("a" + "\u0301" * 5000, 0, 1)
    assert len(shown) == WIDTH + 3


@given(st.text(max_size=300), st.integers(0, 320), st.integers(0, 320))
def test_an_excerpt_is_bounded_printable_and_marked(line, start, end):
    shown, carets = excerpt(line, start, end)
    assert shown.isprintable()
    assert len(shown) <= 2 * WIDTH + BEFORE + 6  # combining marks take no column
    assert len(carets) <= WIDTH + 4
    assert carets.lstrip(" ").strip("^") == ""
    assert carets.endswith("^")


def test_nothing_hostile_comes_alive(worst, style):
    for excerpts in (False, True):
        text = render(worst, style(show_info=True, excerpts=excerpts, statistics=True))
        lines = text.split("\n")
        assert text.replace("\n", "").isprintable()
        assert not [line for line in lines if line.lstrip().startswith("::") or "##[" in line or "##vso[" in line]
        assert len([line for line in lines if line.startswith("./::error::pwned")]) == 3
    assert len(render(worst, style(show_info=True)).splitlines()) == 4
