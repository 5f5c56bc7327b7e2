"""Front matter: two ways of reading it with one result, and places that lead back to the text."""

from __future__ import annotations

import json

import pytest
import yaml
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from memoryrail_lint.profiles.memoryrail import fields
from memoryrail_lint.profiles.memoryrail.parse import (
    MAX_DEPTH,
    Fault,
    Front,
    fences,
    read_json,
    read_plain,
    read_yaml,
)

NAMES = st.one_of(
    st.sampled_from(
        (*fields.KNOWN, "review-by", "Yes", "on", "y", "null", "_x", "id ", "a b", "größe", "~", "a-", "-a")
    ),
    st.from_regex(r"[a-zA-Z_][a-zA-Z0-9_-]{0,12}", fullmatch=True),
    st.from_regex(r"[a-z]{60,70}", fullmatch=True),
)
ODD = st.sampled_from(
    "\t\0\x07\x1b\x7f\x80\x85\xa0\xad\u0300\u200b\u2028\u2029\u202e\ufeff\ufffd\ufffe\U0001f600\U000e0041'\"\\/#:{}[],&*!|>%@`-?"
)
TEXTS = st.text(st.one_of(st.characters(exclude_categories=["Cs"]), ODD), max_size=20)
VALUES = st.one_of(TEXTS, st.lists(TEXTS, max_size=4), st.booleans(), st.none())


def shape(found):
    """Fields as plain values, with every place."""

    def one(value):
        data = [one(item) for item in value.data] if value.kind == "list" else value.data
        return value.kind, data, value.span, value.plain

    return {name: (field.key_span, one(field.value)) for name, field in found.items()}


def both(block: str):
    """What each way says of a block; None where the fast one leaves it to the other."""
    text = f"---\n{block}---\n"
    start, end, _, _ = fences(text)
    fast = read_json(text, start, end)
    try:
        slow = read_yaml(text, start, end)
    except Fault as fault:
        slow = fault
    return read_plain(block), fast, slow


def bare(value):
    if value.kind == "list":
        return [bare(item) for item in value.data]
    return value.data[0] if value.kind == "flag" else value.data


def agree(block: str) -> None:
    plain, fast, slow = both(block)
    if plain is not None:
        assert not isinstance(slow, Fault), slow.message
        assert plain == {name: bare(field.value) for name, field in slow.items()}
    if fast is not None:
        assert not isinstance(slow, Fault), slow.message
        assert shape(fast) == shape(slow)


@settings(max_examples=400)
@given(
    st.dictionaries(NAMES, VALUES, min_size=1, max_size=6),
    st.booleans(),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from([(", ", ": "), (",", ":"), (",  ", ": ")]),
)
def test_json_front_matter_is_read_alike(document, ascii_only, newline, separators) -> None:
    lines = [
        f"{k}: {json.dumps(v, ensure_ascii=ascii_only, separators=separators)}{newline}" for k, v in document.items()
    ]
    block = "".join(lines)
    assume("\n---" not in f"\n{block}")
    agree(block)


PIECES = st.sampled_from(
    [
        "title",
        "tags",
        "pinned",
        "id",
        "x-y",
        "on",
        ": ",
        ":",
        " ",
        "\t",
        "\n",
        "\r\n",
        "\r",
        '"',
        '"a"',
        "'b'",
        "[",
        "]",
    ]
    + ["[]", ", ", ",", "{", "}", "true", "True", "null", "~", "1", "1e3", "0x1", "-", "- ", "#", " # c", "\\", '\\"']
    + [
        "\\u0041",
        "\\ud83d\\ude00",
        "\\ud83d",
        "\\/",
        "\\n",
        "\\x41",
        "&a",
        "*a",
        "!t",
        "|",
        ">",
        "?",
        "%",
        "---",
        "...",
    ]
    + ["\x85", "\u2028", "\ufeff", "\x7f", "\x01", "é", "\U0001f600"]
)


@settings(max_examples=1500)
@given(st.lists(PIECES, max_size=14).map("".join))
@example('title: "\\/"\n')
@example('title: "a" # b\n')
@example('title: "\\ud83d\\ude00"\n')
@example('title: "a"\r\nid: "b"\n')
@example('title: "a"\n  "b"\n')
@example('tags: ["a","b" ]\n')
@example('tags: ["a",]\n')
@example('"title": "a"\n')
@example('title:  "a"\n')
@example('title: "a" \n')
@example("pinned: true\r\n")
@example("on: true\n")
@example('title: "unclosed\n')
def test_whatever_is_read_fast_is_read_alike(block: str) -> None:
    assume("\n---" not in f"\n{block}")
    agree(block if block.endswith("\n") else f"{block}\n")


@settings(max_examples=200)
@given(st.dictionaries(NAMES.filter(str.isidentifier), VALUES, min_size=1, max_size=6), st.booleans())
def test_places_lead_back(document, ascii_only) -> None:
    raw = {name: json.dumps(value, ensure_ascii=ascii_only) for name, value in document.items()}
    text = "---\n" + "".join(f"{name}: {value}\n" for name, value in raw.items()) + "---\nbody\n"
    try:
        found = Front(text).fields
    except Fault:
        assume(False)
    for name, field in found.items():
        assert text[slice(*field.key_span)] == name
        assert text[slice(*field.value.span)] == raw[name]
        if field.value.kind == "list":
            items = [text[slice(*item.span)] for item in field.value.data]
            assert [json.loads(item) for item in items] == document[name]


def test_what_writers_produce_is_read_without_yaml() -> None:
    text = '---\nid: "x"\ntags: ["a", "b"]\npinned: true\nmore-words: "ä\\n"\n---\n'
    front = Front(text)
    assert front.json
    assert front.plain == {"id": "x", "tags": ["a", "b"], "pinned": True, "more-words": "ä\n"}


@pytest.mark.parametrize(
    "line",
    [
        "title: text",
        "title: 'text'",
        'title: "a" # comment',
        'title: "\\ud83d\\ude00"',
        'title: "\x7f"',
        'title: "\x85"',
        'title: "\u2028"',
        'title: "a\tb"',
        "tags: [1]",
        'tags: ["a",]',
        "yes: true",
        '"title": "a"',
        ' title: "a"',
        "more: 1",
        "more: {}",
        "# comment",
        "",
    ],
)
def test_what_is_left_to_yaml(line: str) -> None:
    plain, fast, _ = both(f"{line}\n")
    assert plain is None
    assert fast is None


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("20261010", "20261010"),
        ("yes", "yes"),
        ("2026-10-10T17:30:00Z", "2026-10-10T17:30:00Z"),
        ("0755", "0755"),
        ("1e3", "1e3"),
        ("12:30:45", "12:30:45"),
        ("'it''s'", "it's"),
        ('"\\U0001f600"', "\U0001f600"),
        ("|\n  a\n  b", "a\nb\n"),
        (">-\n  a\n  b", "a b"),
    ],
)
def test_text_stays_text(value: str, text: str) -> None:
    found = Front(f"---\ntitle: {value}\n---\n").fields["title"].value
    assert (found.kind, found.text) == ("text", text)


@pytest.mark.parametrize(
    ("value", "kind", "data"),
    [
        ("", "null", None),
        ("~", "null", None),
        ("null", "null", None),
        ("true", "flag", True),
        ("False", "flag", False),
    ],
)
def test_words(value: str, kind: str, data: object) -> None:
    found = Front(f"---\nx: {value}\n---\n").fields["x"].value
    assert (found.kind, found.data[0]) == (kind, data)


@pytest.mark.parametrize(
    ("text", "start", "end", "body", "padded"),
    [
        ("---\n---\n", 4, 4, 8, None),
        ("---\na: b\n---", 4, 9, 12, None),
        ("---\na: b\n---\nbody", 4, 9, 13, None),
        ("---\r\na: b\r\n---\r\nbody", 5, 11, 16, None),
        ("--- \na: b\n---\n", 5, 10, 14, (3, 4)),
        ("---\na: b\n---\t\nx", 4, 9, 14, (12, 13)),
        ("---\na: |\n  ---\n---\n", 4, 15, 19, None),
        ("---\na: b\n----\n---\n", 4, 14, 18, None),
        ("---\na: b\n...\n---\n", 4, 13, 17, None),
        ("---\na: b\n---\nc: d\n---\n", 4, 9, 13, None),
    ],
)
def test_fences(text: str, start: int, end: int, body: int, padded) -> None:
    assert fences(text) == (start, end, body, padded)


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("", None),
        ("a", None),
        ("\n---\n---\n", None),
        (" ---\n---\n", None),
        ("----\n---\n", None),
        ("---x\n---\n", None),
        ("---", (0, 3)),
        ("---\n", (0, 3)),
        ("---\na: b\n ---\n", (0, 3)),
        ("---\na: b\n----\n", (0, 3)),
        ("---\na: b\n...\n", (0, 3)),
        ("---\n" * 1 + "----\n" * 50_000, (0, 3)),
    ],
)
def test_no_fences(text: str, span) -> None:
    with pytest.raises(Fault) as caught:
        fences(text)
    assert (caught.value.rule, caught.value.span) == ("frontmatter-missing", span)


@pytest.mark.parametrize(
    ("block", "marked", "says"),
    [
        ("title: Gateway: retry twice\n", "Gateway: retry twice", "the value of {0} is no YAML"),
        ("title: @home\n", "@home", "has a meaning of its own"),
        ("title: *x\n", "*x", "uses a YAML alias"),
        ("title: 'a\n", "'a", "its quotes do not close"),
        ('title: "a" b\n', '"a" b', "its quotes do not close"),
        ('title: "\\ud83d\\ude00"\n', '"\\ud83d\\ude00"', "an escape that YAML does not know"),
        ('title: "C:\\dir"\n', '"C:\\dir"', "an escape that YAML does not know"),
        ("a: 1\na: 2\n", "a", "stands twice"),
        ("- a\n", "- a", "not one mapping"),
        ("a: b\n--- c\n", "--- c", "more than one YAML document"),
        ("a: \x01\n", "\x01", "a character that YAML does not allow"),
    ],
)
def test_where_a_fault_stands(block: str, marked: str, says: str) -> None:
    text = f"---\n{block}---\n"
    with pytest.raises(Fault) as caught:
        Front(text)
    fault = caught.value
    assert fault.rule == "frontmatter-invalid"
    assert says in fault.message
    assert fault.span is not None
    assert text[slice(*fault.span)].strip() in (marked, marked[: len(text[slice(*fault.span)])])


def test_the_words_of_a_fault_are_a_template() -> None:
    with pytest.raises(Fault) as caught:
        Front('---\n{id: "a" # c, x: 0o17, updated: "b", title: %x, status: "c"}\n---\n')
    assert caught.value.message.format() == "the front matter is no YAML: did not find expected ',' or '}'"


@pytest.mark.parametrize(
    "value", [">-\n  b", "|\n  b\n", "|+\n  b\n\n", ">-", "\n  - >-\n    b", "\n  - a\n  - |\n    b\n\n"]
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_block_ends_before_the_next_line(value: str, newline: str) -> None:
    text = f"---\na: {value}\nc: d\n---\n".replace("\n", newline)
    front = Front(text)
    start, end = front.fields["a"].value.span
    assert text[start:end] == value.strip().replace("\n", newline)
    assert Front(f'{text[:start]}"new"{text[end:]}').fields["c"].value.text == "d"


def test_depth() -> None:
    assert Front(f"---\na: {'[' * (MAX_DEPTH - 1)}{']' * (MAX_DEPTH - 1)}\n---\n").fields
    with pytest.raises(Fault):
        _ = Front(f"---\na: {'[' * MAX_DEPTH}{']' * MAX_DEPTH}\n---\n").fields


@settings(max_examples=500)
@given(st.text(st.one_of(st.characters(exclude_categories=["Cs"]), ODD), max_size=60))
def test_any_text_is_read_or_refused(block: str) -> None:
    for text in (block, f"---\n{block}\n---\n", f"---\ntitle: {block}\n---\n"):
        try:
            front = Front(text)
            spans = [field.value.span for field in front.fields.values()]
        except Fault as fault:
            spans = [fault.span or (0, 0)]
        assert all(0 <= start <= end <= len(text) for start, end in spans)


@settings(max_examples=300)
@given(st.text(st.sampled_from("ab:-[]{}\"'#&*!|>%@`\n ,?~1"), max_size=40))
def test_yaml_itself_agrees_on_the_keys(block: str) -> None:
    try:
        expected = yaml.load(block, Loader=yaml.BaseLoader)
    except (yaml.YAMLError, ValueError, TypeError):
        return
    text = f"---\n{block}\n---\n"
    assume("\n---" not in f"\n{block}" and "\n..." not in f"\n{block}" and "*" not in block)
    try:
        found = Front(text).fields
    except Fault:
        return
    assert set(found) == set(expected or {})
