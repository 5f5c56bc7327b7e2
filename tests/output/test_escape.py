from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryrail_lint.output.escape import document, inert


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain # text ## Heading", "plain # text ## Heading"),
        ("größe 日本 e\u0301", "größe 日本 e\u0301"),
        ("a ##[error]b", "a #\\x23[error]b"),
        ("###[x]", "##\\x23[x]"),
        ("##vso[task]", "#\\x23vso[task]"),
        ("##teamcity[x]", "#\\x23teamcity[x]"),
        ("\x1b[31m", "\\x1b[31m"),
        ("a\nb\rc\u2028d", "a\\nb\\rc\\u2028d"),
        ("\u202e\u200b\U000e0041", "\\u202e\\u200b\\U000e0041"),
    ],
)
def test_inert(text, expected):
    assert inert(text) == expected


@given(st.text())
def test_inert_is_stable_and_printable(text):
    shown = inert(text)
    assert shown.isprintable()
    assert inert(shown) == shown


@given(st.text())
def test_a_document_is_ascii_and_says_the_same(text):
    written = document({"key": text})
    assert written.isascii()
    assert written.endswith("}\n")
    assert json.loads(written) == {"key": text}


def test_a_document_holds_no_command_of_a_runner():
    text = "##[error]a ##vso[b]c ##teamcity[d] ## e"
    assert document([text]) == ('[\n  "#\\u0023[error]a #\\u0023vso[b]c #\\u0023teamcity[d] ## e"\n]\n')
    assert json.loads(document([text])) == [text]
