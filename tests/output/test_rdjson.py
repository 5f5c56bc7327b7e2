from __future__ import annotations

import json

import pytest
from markdown_it import MarkdownIt

from memoryrail_lint.output.columns import byte_column
from memoryrail_lint.output.rdjson import render
from memoryrail_lint.source import Source


def messages(text):
    return [found["message"] for found in json.loads(text)["diagnostics"]]


def test_nothing_found(report, style):
    assert render(report(), style()) == (
        '{\n  "source": {\n    "name": "memoryrail-lint"\n  },\n  "diagnostics": []\n}\n'
    )


def test_columns_count_bytes(diagnostic, report, style):
    source = Source("x", "größe: 日本 x\n𐐀\n".encode())
    found = report(
        diagnostic(place=(1, 8, 1, 10), help="mend it", url="https://example.com/rule"),
        diagnostic("id-convention", "info", (1, 11, 2, 2), "is odd"),
        byte_column=lambda path, line, column: byte_column(source, line, column),
    )
    assert json.loads(render(found, style()))["diagnostics"] == [
        {
            "message": "is no status\nhelp: mend it",
            "location": {
                "path": ".memoryrail/memories/x.md",
                "range": {"start": {"line": 1, "column": 10}, "end": {"line": 1, "column": 16}},
            },
            "severity": "ERROR",
            "code": {"value": "field-invalid", "url": "https://example.com/rule"},
        },
        {
            "message": "is odd",
            "location": {
                "path": ".memoryrail/memories/x.md",
                "range": {"start": {"line": 1, "column": 17}, "end": {"line": 2, "column": 5}},
            },
            "severity": "INFO",
            "code": {"value": "id-convention"},
        },
    ]


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ('"nope" is no status: use one of (a, b)', '"nope" is no status: use one of (a, b)'),
        ("see https://example.com", "` see https://example.com `"),
        ("![x](y)", "` ![x](y) `"),
        ("a `b` c", "`` a `b` c ``"),
        ("``", "``` `` ```"),
        ("@team", "` @team `"),
    ],
)
def test_what_markdown_would_read_becomes_code(diagnostic, report, style, message, expected):
    assert messages(render(report(diagnostic(message=message)), style())) == [expected]


def test_nothing_hostile_comes_alive(worst, style):
    text = render(worst, style())
    assert text.isascii()
    assert "##[" not in text
    for message in messages(text):
        assert message.replace("\n", "").isprintable()
        tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(f"**[memoryrail-lint]** {message}")
        assert [t.type for t in tokens] == ["paragraph_open", "inline", "paragraph_close"]
        kinds = [child.type for child in tokens[1].children]
        assert kinds.count("code_inline") == 2
        assert set(kinds) == {"text", "strong_open", "strong_close", "code_inline", "softbreak"}
