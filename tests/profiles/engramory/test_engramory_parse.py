"""The restricted reader against its grammar, and against what YAML writers do.

    note  = fence *line fence body
    fence = "---" blanks end
    line  = [ blank-line / comment / field ] blanks end
    comment = blanks "#" text
    field = blanks key blanks ":" [ blank blanks [ value ] ]
    key   = a text without ": " that begins with none of - [ ] { } " ' > | & * ! % @ ` , ? :
    value = quoted / bare
    quoted = one of " and ', text in which it has a backslash before it (as has a backslash), the same one again
    bare  = a text that begins with no quote
    end   = [ CR ] LF,  blank = SP / TAB

A line that stands further in than a field with a value, and has blanks in its key, goes on with that value as YAML has
it, so it is no field here.
"""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryrail_lint.profiles.engramory.parse import Front, plain

NL = st.sampled_from(["\n", "\r\n", " \n", "\t\r\n"])
KEYS = st.from_regex(r"[A-Za-z_][A-Za-z0-9_-]{0,12}", fullmatch=True)
TEXT = st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]), max_size=30)


def bare_value(text: str) -> bool:
    """A bare value is any text on one line that does not begin like a quote or a block scalar."""
    return text == text.strip(" \t\r") and not text.startswith(("'", '"', "|", ">"))


BARE = TEXT.filter(bare_value)
QUOTE = st.sampled_from("'\"")


@st.composite
def quoted(draw: st.DrawFn) -> tuple[str, str]:
    """(as written, as read)."""
    quote, text = draw(QUOTE), draw(TEXT)
    return quote + text.replace("\\", "\\\\").replace(quote, "\\" + quote) + quote, text


FIELD = st.tuples(KEYS, BARE.map(lambda text: (text, text)) | quoted(), st.integers(0, 4))


@given(st.lists(FIELD, max_size=8, unique_by=lambda field: field[0]), NL, st.booleans(), st.text(max_size=40))
def test_what_the_grammar_writes_is_read(
    fields: list[tuple[str, tuple[str, str], int]], end: str, blank: bool, body: str
) -> None:
    lines = ["---", *(f"{' ' * indent}{key}: {written}" for key, (written, _), indent in fields)]
    lines += ["" if blank else "# a comment", "---"]
    text = "".join(line + end for line in lines) + body
    front = Front(text)
    assert [fault.message for fault in front.faults] == []
    assert {key: field.value for key, field in front.fields.items()} == {key: value for key, (_, value), _ in fields}
    assert text[front.body :] == body
    for key, (written, _), _ in fields:
        field = front.fields[key]
        assert text[slice(*field.key_span)] == key
        assert text[slice(*field.span)] == written


@given(st.text(st.sampled_from("-: \n\r\"'\\#ab|>[]\t\u00a0\u8a18"), max_size=120), st.booleans())
def test_anything_is_read_without_trouble(text: str, fenced: bool) -> None:
    text = f"---\n{text}\n---\n" if fenced else text
    front = Front(text)
    assert 0 <= front.body <= len(text)
    assert front.body or front.faults
    for field in front.fields.values():
        assert 0 <= field.span[0] <= field.span[1] <= len(text)
        assert text[slice(*field.key_span)] == field.key
    for fault in front.faults:
        assert fault.span is None or 0 <= fault.span[0] <= fault.span[1] <= len(text)


KEY = r"(?P<key>(?![-\[\]{}\"'>|&*!%@`,?:# \t])[^\n]*?)"
FIELD_LINE = re.compile(rf"(?P<in>[ \t]*){KEY}[ \t]*:(?:[ \t]+(?P<value>.*))?", re.DOTALL)
QUOTED = re.compile(r"([\"'])((?:\\.|(?!\1)[^\\])*)\1", re.DOTALL)


def by_grammar(block: list[str]) -> dict[str, str] | None:
    """The fields of a block's lines, None where the grammar does not allow them. Written from the grammar above."""
    found: dict[str, tuple[int, str]] = {}
    before: tuple[int, str] | None = None
    for line in block:
        line = line.rstrip(" \t\r")
        if not line.strip(" \t\r") or line.lstrip(" \t\r").startswith("#"):
            continue
        match = FIELD_LINE.fullmatch(line)
        if match is None or not match["key"]:
            return None
        indent, key, value = len(match["in"]), match["key"], match["value"] or ""
        if before is not None and indent > before[0] and before[1] and " " in key:
            return None
        if value[:1] in ("'", '"') and value:
            quoted = QUOTED.fullmatch(value)
            if quoted is None:
                return None
            quote, inner = quoted.groups()
            written, value = value, inner.replace("\\" + quote, quote).replace("\\\\", "\\")
        else:
            written = value
        before = (indent, written)
        if key not in found or found[key][0] >= indent:
            found[key] = (indent, value)
    return {key: value for key, (_, value) in found.items()}


LINES = st.lists(
    st.one_of(
        st.text(st.sampled_from("ab:\"'\\ #-"), max_size=14),
        st.builds(
            "{}{}: {}".format,
            st.sampled_from(["", "  ", " "]),
            st.sampled_from(["a", "b", "a b", "a:b"]),
            st.text(st.sampled_from("ab:\"'\\ #"), max_size=8),
        ),
    ).filter(lambda line: line.rstrip(" ") != "---"),
    max_size=6,
)


@given(LINES, st.sampled_from(["\n", "\r\n"]))
def test_the_reader_is_the_grammar(lines: list[str], end: str) -> None:
    text = end.join(["---", *lines, "---", "Body."])
    front = Front(text)
    expected = by_grammar(lines)
    assert (front.faults == []) == (expected is not None)
    if expected is not None:
        assert {key: field.value for key, field in front.fields.items()} == expected
    assert text[front.body :] == "Body."


@given(LINES, st.sampled_from(["\n", "\r\n", "\n---\n"]), st.sampled_from(["---\n", "--- \n", "---\n\n", "\n---\n"]))
def test_the_short_way_reads_the_same(lines: list[str], end: str, fence: str) -> None:
    text = fence + end.join(lines) + "\n---\nBody.\n---\n"
    found = plain(text)
    if found is not None:
        front = Front(text)
        assert front.faults == []
        assert ({key: field.value for key, field in front.fields.items()}, front.body) == found
        late = Front(text, found[1])
        assert {key: field.span for key, field in late.fields.items()} == {
            key: field.span for key, field in front.fields.items()
        }


def test_most_notes_take_the_short_way() -> None:
    block = 'name: a\ndescription: It\'s "so": x # y\ntype: user\ncreated: 2026-01-05\nupdated: 2026-01-05'
    assert plain(f"---\n{block}\n---\nBody.\n") == (
        {
            "name": "a",
            "description": 'It\'s "so": x # y',
            "type": "user",
            "created": "2026-01-05",
            "updated": "2026-01-05",
        },
        len(block) + 9,
    )
    for other in (
        "k: 'v'",
        "k:",
        " k: v",
        "k : v",
        "k: v ",
        "k:\tv",
        "k:  v",
        "k: v\r",
        "k",
        "# k: v",
        "k: |",
        "k-l: v",
    ):
        assert plain(f"---\n{other}\n---\n") is None, other
    assert plain("---\n---\n") is None


def read(block: str) -> Front:
    return Front(f"---\n{block}\n---\n\nBody.\n")


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ('k: he said "now"', 'he said "now"'),
        ("k: a: b", "a: b"),
        ("k: it's", "it's"),
        ("k: \u201cquoted\u201d", "\u201cquoted\u201d"),
        ("k: [a, b]", "[a, b]"),
        ("k: x # y", "x # y"),
        ("k:", ""),
        ('k: ""', ""),
        (r'k: "a \"b\" c"', 'a "b" c'),
        (r"k: 'it\'s'", "it's"),
        (r'k: "C:\\dir\\"', "C:\\dir\\"),
        ("k:\tx", "x"),
        ("k: https://example.invalid/a: b", "https://example.invalid/a: b"),
    ],
)
def test_values(line: str, value: str) -> None:
    front = read(line)
    assert front.fields["k"].value == value
    assert front.faults == []


@pytest.mark.parametrize(
    ("block", "yaml", "value"),
    [
        ("k: one\n  two", True, "one two"),
        ("k: >\n  one\n  two: three", True, "one two: three"),
        ("k: |-\n  one", True, "one"),
        ("k:\n  - one\n  - two", True, "one two"),
        ("k:\n- one\n- two", True, "one two"),
        ("k: 'it''s'", True, "it's"),
        ('k: "one" # two', True, "one"),
        ('k: "one\n  two"', True, "one two"),
        ("k: one\n  two words: three", True, "one two words: three"),
        ('k: "one" = two', False, '"one" = two'),
        ('k: "a "b" c"', False, '"a "b" c"'),
        ("k: 'a' and 'b'", False, "'a' and 'b'"),
        ('k: "one', False, "one"),
        ("k: one\ntwo", False, "one"),
        ("k: one\ntwo:three", False, "one"),
        ("k: one\ntwo\uff1athree", False, "one"),
    ],
)
def test_faults(block: str, yaml: bool, value: str) -> None:
    front = read(block)
    assert front.fields["k"].value == value
    assert front.faults
    assert all(fault.yaml for fault in front.faults) == yaml


@pytest.mark.parametrize(
    ("text", "absent"),
    [
        ("# Title\n", True),
        ("", True),
        ("----\nk: v\n----\n", False),
        ("\u2014\nk: v\n", False),
        (" ---\nk: v\n---\n", False),
        ("---\nk: v\n", False),
        ("---\nk: v\n ---\n", False),
        ("---", False),
    ],
)
def test_fences(text: str, absent: bool) -> None:
    front = Front(text)
    assert front.body == 0
    assert [fault.absent for fault in front.faults] == [absent]


def test_nested_fields_give_way_to_those_of_the_top() -> None:
    front = read("type: user\nmetadata:\n  type: memory\n  node_type: memory")
    assert {key: field.value for key, field in front.fields.items()} == {
        "type": "user",
        "metadata": "",
        "node_type": "memory",
    }
    assert read("metadata:\n  type: memory\ntype: user").fields["type"].value == "user"
    assert read("type: user\ntype: project").fields["type"].value == "project"


@pytest.mark.parametrize(
    "line", ['k: "' + '\\"' * 200_000, "k: " + "'" * 400_000, "- \n" * 200_000, "k: v\n" * 100_000]
)
def test_long_input_takes_linear_time(line: str) -> None:
    Front(f"---\n{line}\n---\n")
