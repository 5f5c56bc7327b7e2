"""What is written is JSON, and reads back as what it was in every YAML reader."""

from __future__ import annotations

import json

import pytest
import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from memoryrail_lint.profiles.memoryrail import fields
from memoryrail_lint.profiles.memoryrail.model import Memory
from memoryrail_lint.profiles.memoryrail.parse import Fault, Front
from memoryrail_lint.profiles.memoryrail.writer import encode, encode_text, set_fields
from memoryrail_lint.source import Source

TEXTS = st.text(
    st.one_of(
        st.characters(exclude_categories=["Cs"]),
        st.sampled_from(
            "\t\n\r\0\x07\x1b\x7f\x80\x85\xa0\xad\u2028\u2029\ufeff\ufffe\uffff\U0001f600\U0010ffff'\"\\#:"
        ),
    ),
    max_size=30,
)


def read(name: str, raw: str):
    return Front(f"---\n{name}: {raw}\n---\n").fields[name].value


@given(TEXTS)
def test_text_comes_back(text: str) -> None:
    raw = encode_text(text)
    assert "\n" not in raw
    assert "\r" not in raw
    assert read("title", raw).text == text
    assert json.loads(raw) == text
    for loader in (yaml.SafeLoader, yaml.CSafeLoader):
        assert yaml.load(raw, Loader=loader) == text


@given(st.text(max_size=20))
def test_any_text_can_be_encoded(text: str) -> None:
    encode_text(text).encode(errors="surrogatepass")


@pytest.mark.parametrize(
    ("name", "raw", "written"),
    [
        ("title", "yes", '"yes"'),
        ("title", "20261010", '"20261010"'),
        ("title", "2026-10-10", '"2026-10-10"'),
        ("title", "true", '"true"'),
        ("title", "'it''s'", '"it\'s"'),
        ("title", ">-\n  a\n  b", '"a b"'),
        ("title", "~", "null"),
        ("title", "[a, 1]", '["a", "1"]'),
        ("tags", "[a, 1, true, 'x y']", '["a", "1", "true", "x y"]'),
        ("tags", "a", '["a"]'),
        ("tags", "\n  - a\n  - b", '["a", "b"]'),
        ("tags", "[]", "[]"),
        ("tags", "{a: b}", '{"a": "b"}'),
        ("links", "src/db", '["src/db"]'),
        ("links", "{[a]: b}", '{["a"]: "b"}'),
        ("pinned", "True", "true"),
        ("pinned", "FALSE", "false"),
        ("pinned", "yes", '"yes"'),
        ("more", "1", "1"),
        ("more", "-1.5", "-1.5"),
        ("more", "0755", '"0755"'),
        ("more", "1e3", '"1e3"'),
        ("more", ".inf", '".inf"'),
        ("more", "NaN", '"NaN"'),
        ("more", "'1'", '"1"'),
        ("more", "True", "true"),
        ("more", "{a: [b, 1, ~], c: {d: true}}", '{"a": ["b", 1, null], "c": {"d": true}}'),
        ("more", "{1: a, ~: b}", '{"1": "a", "~": "b"}'),
    ],
)
def test_encode(name: str, raw: str, written: str) -> None:
    assert encode(name, read(name, raw)) == written


PIECES = st.sampled_from([*"ab1-:~{}[],'\"#\n ", "true", "null", "0x1", "1e3", "\\n", "é", "- ", ": "])


@given(st.sampled_from(("title", "tags", "pinned", "more")), st.lists(PIECES, max_size=10).map("".join))
def test_writing_changes_no_value(name: str, raw: str) -> None:
    """Written and read again, a field says what it said, and is written the same."""
    assume("\n---" not in raw)
    try:
        value = Front(f"---\n{name}: {raw}\n---\n").fields[name].value
    except (Fault, KeyError):
        return
    written = encode(name, value)
    again = read(name, written)
    assert encode(name, again) == written
    assert plain(name, again) == plain(name, value)


def plain(name: str, value: object) -> object:
    from memoryrail_lint.profiles.memoryrail.model import _plain

    return _plain(name, value)  # type: ignore[arg-type]


def test_every_known_field_has_a_kind() -> None:
    assert set(fields.TEXT) | set(fields.LIST) | set(fields.FLAG) == set(fields.KNOWN)


FIELDS = ("id: m", "type: decision", "title: |-\n  a b", "status: >-\n  active", "updated: x  # kept")


@pytest.mark.parametrize(
    "block",
    [
        "\n".join(FIELDS),
        "# a note\n" + "\n".join(FIELDS),
        "\n".join("  " + line.replace("\n", "\n  ") for line in FIELDS),
        "{id: m, type: decision, title: a b, status: active, updated: x}",
        "{\n  id: m, type: decision, # kept\n  title: a b, status: active, updated: x,\n}",
        "\n".join(line.replace("\n", "\n  ") for line in ("status: |", "  active", *FIELDS[:3], "updated: x")),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_set_fields_keeps_the_others(block: str, newline: str) -> None:
    memory = Memory(Source("m.md", f"---\n{block}\n---\nBody\n".replace("\n", newline).encode()), "m")
    before = memory.document
    edits = set_fields(memory, {"status": '"superseded"', "superseded_by": '"n"'})
    after = Memory(Source("m.md", memory.source.edited(edits)), "m")
    assert after.fault is None
    assert after.document == {**before, "status": "superseded", "superseded_by": "n"}
    assert after.source.text.count("kept") == memory.source.text.count("kept")
