"""What allows a value: comments as detect-secrets reads them, its baseline, patterns."""

from __future__ import annotations

import hashlib
import json
import re
import warnings

import pytest
from detect_secrets.filters.allowlist import is_line_allowlisted
from detect_secrets.util.code_snippet import CodeSnippet
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryrail_lint.checks.allow import Allowed, compile_patterns, has_pragma, read_baseline
from memoryrail_lint.checks.ways import ways
from memoryrail_lint.source import Source


def theirs(line: str, previous: str) -> bool:
    snippet = CodeSnippet([previous, line], 1, 1)
    return is_line_allowlisted("a.md", line, snippet)


HERE = [
    "x = 1 # pragma: allowlist secret",
    "x = 1  #pragma:allowlist-secret and why",
    "x = 1 // pragma: whitelist secret",
    "x /* pragma: allowlist secret */",
    "x <!-- pragma: allowlist secret -->",
    "x <!--# pragma: allowlist secret -->  ",
    "x -- pragma: allowlist secret",
    "x ' pragma: allowlist secret",
    "x /* pragma: allowlist secret",
    "x pragma: allowlist secret",
    "x # pragma: allowlist nextline secret",
    "x # Pragma: allowlist secret",
    "x # pragma:  allowlist secret",
    "",
]
NEXT = [
    "# pragma: allowlist nextline secret",
    "  // pragma: allowlist-nextline-secret",
    "<!-- pragma: allowlist nextline secret -->",
    "<!-- pragma: allowlist nextline secret",
    "/* pragma: allowlist nextline secret */",
    "x # pragma: allowlist nextline secret",
    "# pragma: whitelist nextline secret",
    "# pragma: allowlist secret",
]


@pytest.mark.parametrize("line", HERE)
def test_the_line_itself(line: str) -> None:
    assert has_pragma(line) == theirs(line, "")


@pytest.mark.parametrize("previous", NEXT)
def test_the_line_before(previous: str) -> None:
    assert has_pragma("x", previous) == theirs("x", previous)


PIECES = st.lists(
    st.sampled_from([*"#/*'-<!> \tx", "//", "/*", "*/", "<!--", "-->", "--", "pragma: ", "allowlist", "whitelist"])
    | st.sampled_from(
        [" secret", "-secret", " nextline", "pragma: allowlist secret", "pragma:allowlist nextline secret"]
    ),
    max_size=8,
).map("".join)


@given(PIECES, PIECES)
def test_the_grammar_is_that_of_detect_secrets(line: str, previous: str) -> None:
    assert has_pragma(line, previous) == theirs(line, previous)


def test_long_lines_take_no_longer_than_their_length() -> None:
    assert has_pragma("# pragma: allowlist secret" + " " * 1_000_000 + "x")
    assert not has_pragma("pragma:" + "<!--" + "\t#" * 500_000)


def sha1(text: str) -> str:
    return hashlib.sha1(text.encode()).hexdigest()


def baseline(*entries: tuple[str, str, int]) -> bytes:
    results: dict[str, list[object]] = {}
    for path, value, line in entries:
        results.setdefault(path, []).append({"type": "T", "hashed_secret": sha1(value), "line_number": line})
    return json.dumps({"version": "1.5.0", "results": results}).encode()


def test_a_baseline_allows_a_value_in_its_file_wherever_it_stands() -> None:
    allowed = Allowed(read_baseline(baseline(("./docs\\a.md", "value", 7))), [])
    assert allowed.reason(Source("docs/a.md", b"value"), 0, "value") == "listed in .secrets.baseline"
    assert allowed.reason(Source("docs/b.md", b"value"), 0, "value") is None
    assert allowed.reason(Source("docs/a.md", b"other"), 0, "other") is None


@pytest.mark.parametrize(
    ("value", "part"),
    [
        ("-----BEGIN RSA PRIVATE" + " KEY-----\nabc", "BEGIN RSA PRIVATE KEY"),
        ("postgres://bob:pass@db/app", "pass"),
        ("gh" + "p_" + "a" * 36, "ghp"),
    ],
)
def test_what_detect_secrets_cuts_out_counts_on_its_line_only(value: str, part: str) -> None:
    allowed = Allowed(read_baseline(baseline(("a.md", part, 2))), [])
    source = Source("a.md", f"x\n{value}\n\n\n{value}\n".encode())
    assert allowed.reason(source, 2, value) == "listed in .secrets.baseline"
    assert allowed.reason(source, source.text.rindex(value), value) is None


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"{}",
        b'{"results": []}',
        b'{"results": {"a": [1]}}',
        b'{"results": {"a": [{}]}}',
        b'{"results": {"a": [{"hashed_secret": []}]}}',
        b"\xff",
        b"[" * 100_000,
    ],
)
def test_no_baseline(data: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        read_baseline(data)


def test_patterns_match_the_whole_value() -> None:
    allowed = Allowed({}, compile_patterns(["test-[0-9]+"]))
    assert allowed.by_pattern("test-12") == "allowed by secrets.allow"
    assert allowed.by_pattern("test-12x") is None
    assert allowed.by_pattern("xtest-12") is None
    assert allowed.by_pattern("test-" + "1" * 507) is not None
    assert allowed.by_pattern("test-" + "1" * 508) is None


@pytest.mark.parametrize("texts", [["("], ["a", "*"], ["a" * 513], ["a"] * 201, ["a{99999999999999999999}"]])
def test_patterns_refused(texts: list[str]) -> None:
    with pytest.raises(ValueError, match="regular expressions"):
        compile_patterns(texts)


@pytest.mark.parametrize(
    "text",
    [
        "(a+)+$",
        "(a*)*",
        "(?:a|aa)+b",
        "([a-z]+-)*x",
        "(a?){30}a{30}",
        "(a+){10}",
        "(?P<n>a+)+",
        "(?i:a+)+",
        "((a+))+",
        "(?=(a+))+",
        "(a+)(?#not so fast)+",
        "(?x)(a+) +",
        "(?x: (a+) +)",
        ".*.*.*.*x",
        "a?" * 40 + "a" * 40,
        "(a|aa)" * 40,
        r"([\])]+)+",
        "([]a]+)+",
        "([^]a]+)+",
        r"(\w+\s?)*",
        "(a{1,9}){2,}",
        "(?:(?:a{0,9}){9})",
    ],
)
def test_a_pattern_that_could_take_for_ever_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="that end soon, which number 2 need not"):
        compile_patterns(["a", text])


@pytest.mark.parametrize(
    "text",
    [
        "test-[0-9]+",
        ".*EXAMPLE.*",
        "(?i)(dev|test|local)-.{8,40}",
        "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}",
        "(?:[0-9a-f]{2}:)+[0-9a-f]{2}",
        r"\(a+\)\+",
        "[(a+)]+",
        "a{,3}b{2}{x}",
        "(a)(?P<b>c)(?P=b)\\1",
        "(x)?(?(1)y|z)",
        "(?<=a)b|(?<!a)c",
        "a+?b*?",
        "(?#(a+)x",
        "|".join(f"value-{number}" for number in range(40)),
    ],
)
def test_a_pattern_that_ends_soon_is_taken(text: str) -> None:
    assert compile_patterns([text])


@pytest.mark.parametrize(
    ("text", "count"),
    [("", 1), ("abc", 1), ("a|b|c", 3), ("a?b?", 4), ("a*", 11), ("a+", 10), ("a{2,4}", 3), ("(a|b)(c|d)", 4)]
    + [("(a|b){3}", 8), ("(?:a|b?)c", 3), ("(a|b)?", 3), ("(ab)*c+", 110), ("a{3}", 1), ("((a|b)|c)x*", 33)],
)
def test_the_ways_of_a_pattern(text: str, count: int) -> None:
    assert ways(text, 10, 10_000) == count


@settings(max_examples=500, deadline=None)
@given(st.text("ab|()[]*+?{},1\\^-:=!<>P#ix", max_size=14))
def test_every_pattern_that_compiles_is_read_to_its_end(text: str) -> None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            re.compile(text)
    except (re.error, OverflowError):
        return
    assert 1 <= ways(text, 9, 99) <= 100
