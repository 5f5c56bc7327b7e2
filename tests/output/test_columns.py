from __future__ import annotations

import pytest

from memoryrail_lint.output.columns import byte_column, excerpt_column
from memoryrail_lint.source import Source


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("abc\n", 1, 1, 1),
        ("abc\n", 1, 4, 4),
        ("größe x", 1, 7, 9),
        ("a\nb𐐀c", 2, 2, 2),
        ("a\nb𐐀c", 2, 3, 6),
        ("日本", 1, 3, 7),
        ("a\r\nb", 2, 1, 1),
        ("\ufeffabc\nabc", 1, 2, 5),
        ("\ufeffabc\nabc", 2, 2, 2),
    ],
)
def test_bytes(text, line, column, expected):
    assert byte_column(Source("x", text.encode()), line, column) == expected


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [("abc", 2, 2), ("\tabc", 2, 3), ("a\u202eb", 3, 8), ("k: secret x", 10, 7), ("k: secret x", 4, 4)],
)
def test_excerpt(text, column, expected):
    source = Source("x", text.encode())
    assert excerpt_column(source, 1, column, lambda line: line.replace("secret", "***")) == expected
