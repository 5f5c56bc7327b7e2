from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from memoryrail_lint.checks import dates
from memoryrail_lint.checks.nearest import nearest
from memoryrail_lint.checks.schema import Fault, explain, validator

GOOD: dict[str, Any] = {
    "id": "20261010-use-drizzle-over-prisma",
    "type": "decision",
    "title": "Use Drizzle over Prisma",
    "status": "active",
    "created": "2026-10-10T17:30:00.000Z",
    "updated": "2026-10-10T17:30:00.000Z",
    "tags": ["db"],
    "links": ["src/db"],
}


def said(document: object, name: str = "memory") -> list[str]:
    """The faults as text: message with its values, then the help."""
    faults = explain(document, name)
    return [f"{fault.message.format(*map(repr, fault.values))} ({fault.help})" for fault in faults]


@pytest.mark.parametrize("name", ["memory", "config"])
def test_the_published_schemas_are_schemas(name: str) -> None:
    schema = validator(name).schema
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    for field, known in schema["properties"].items():
        assert (
            validator(name)
            .evolve(schema={**known, "$defs": schema.get("$defs", {})})
            .is_valid((known.get("examples") or known["enum"])[0])
        ), field
    texts = re.findall(r'"(?:title|description)": ("(?:[^"\\]|\\.)*")', json.dumps(schema))
    assert not [text for text in texts if "{" in json.loads(text)]  # they become message templates


def test_nothing_to_say() -> None:
    assert explain(GOOD, "memory") == []
    assert (
        explain({**GOOD, "reviewer": "anyone", "pinned": False, "supersedes": None, "superseded_by": "x"}, "memory")
        == []
    )
    assert explain({**GOOD, "title": "x" * 10_000, "tags": [], "links": ["a"] * 1000}, "memory") == []
    assert explain({"version": 1}, "config") == []
    assert explain({"version": -7, "review": "agents", "team": ["x"]}, "config") == []


@pytest.mark.parametrize(
    ("field", "value", "text"),
    [
        ("id", 7, """id must be text, not 7 (for example "20261010-use-drizzle-over-prisma")"""),
        ("id", "a/b", "id 'a/b' cannot be a file name (an id has no slash, no backslash and no NUL)"),
        ("id", "a\nb", "id 'a\\nb' holds a line break (write it on one line)"),
        ("id", "", 'id is empty (for example "20261010-use-drizzle-over-prisma")'),
        ("type", "note", "'note' is not a type (one of decision, constraint, gotcha, attempt, thread, session)"),
        (
            "type",
            "decisions",
            "'decisions' is not a type"
            " (one of decision, constraint, gotcha, attempt, thread, session; did you mean decision?)",
        ),
        (
            "type",
            ["decision"],
            "type must be text, not a list (one of decision, constraint, gotcha, attempt, thread, session)",
        ),
        (
            "status",
            "from the future",
            "'from the future' is not a status (one of active, proposed, superseded, archived, resolved)",
        ),
        ("status", None, "status is empty (one of active, proposed, superseded, archived, resolved)"),
        ("title", " \t", 'title is empty (for example "Use Drizzle over Prisma")'),
        ("title", "a\u2028b", "title 'a\\u2028b' holds a line break (write it on one line)"),
        ("title", {"x": 1}, 'title must be text, not a mapping (for example "Use Drizzle over Prisma")'),
        ("created", True, 'created must be text, not true (for example "2026-10-10T17:30:00Z")'),
        (
            "created",
            "01/06/2026 12:00",
            "created '01/06/2026 12:00' is not an RFC 3339 timestamp (for example \"2026-10-10T17:30:00Z\")",
        ),
        (
            "created",
            "2026-02-30",
            "created '2026-02-30' is not a day of the calendar (for example \"2026-10-10T17:30:00Z\")",
        ),
        (
            "created",
            "2026-13-01",
            "created '2026-13-01' is not a day of the calendar (for example \"2026-10-10T17:30:00Z\")",
        ),
        (
            "created",
            "2025-02-29",
            "created '2025-02-29' is not a day of the calendar (for example \"2026-10-10T17:30:00Z\")",
        ),
        (
            "updated",
            "2026-03-01T24:00:00Z",
            "updated '2026-03-01T24:00:00Z' is not a time of the day (for example \"2026-10-10T17:30:00Z\")",
        ),
        (
            "updated",
            "2026-03-01T10:00:00+24:00",
            "updated '2026-03-01T10:00:00+24:00' has an impossible offset (for example \"2026-10-10T17:30:00Z\")",
        ),
        (
            "updated",
            "2026-03-01T10:00:60Z",
            "updated '2026-03-01T10:00:60Z' is not a leap second (for example \"2026-10-10T17:30:00Z\")",
        ),
        ("tags", "db", "tags must be a list, not 'db' (for example [\"db\"])"),
        ("tags", None, 'tags must be a list, not null (for example ["db"])'),
        ("tags", ["a", 1], 'an item of tags must be text, not 1 (for example ["db"])'),
        ("links", [""], 'an item of links is blank (for example ["src/db"])'),
        ("links", ["a\rb"], "an item of links 'a\\rb' holds a line break (write it on one line)"),
        ("pinned", "yes", "pinned must be true or false, not 'yes' (for example true)"),
        ("supersedes", [], 'supersedes must be text, not a list (for example "20261010-use-drizzle-over-prisma")'),
        ("superseded_by", "", 'superseded_by is blank (for example "20261010-use-drizzle-over-prisma")'),
    ],
)
def test_says_what_is_wrong_with_a_field(field: str, value: object, text: str) -> None:
    assert said({**GOOD, field: value}) == [text]


def test_says_what_is_wrong_with_a_config() -> None:
    assert said({}, "config") == ["version is missing (for example 1)"]
    assert said({"version": True}, "config") == ["version must be a whole number, not true (for example 1)"]
    assert said({"version": "1"}, "config") == ["version must be a whole number, not '1' (for example 1)"]
    assert said({"version": 1.0}, "config") == ["version must be a whole number, not 1.0 (for example 1)"]
    assert said({"version": 1, "review": "agent"}, "config") == [
        "'agent' is not a review mode (one of off, agents; did you mean agents?)"
    ]
    assert said({"version": 1, "review": []}, "config") == ["review must be text, not a list (one of off, agents)"]
    assert said([], "config") == ["the document must be an object, not a list (None)"]
    assert said("x", "config") == ["the document must be an object, not 'x' (None)"]


def test_faults_stand_in_the_order_of_the_fields_and_carry_their_place() -> None:
    document = {"pinned": 1, "tags": ["a", "", 2, "b\n"], "updated": "now", "title": "", "type": "decision"}
    assert [(fault.path, fault.keyword) for fault in explain(document, "memory")] == [
        (("id",), "required"),
        (("title",), "required"),
        (("status",), "required"),
        (("created",), "required"),
        (("updated",), "pattern"),
        (("tags", 1), "pattern"),
        (("tags", 2), "type"),
        (("tags", 3), "not"),
        (("pinned",), "type"),
    ]


def test_nesting_of_any_depth_is_only_a_wrong_type() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    mapping = {"x": deep}
    document = {**GOOD, "title": deep, "tags": [deep], "links": deep, "pinned": mapping, "own": deep}
    assert [fault.path for fault in explain(document, "memory")] == [("title",), ("tags", 0), ("links", 0), ("pinned",)]


_value = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from([*GOOD, "pinned", "supersedes", "own"]), _value))
def test_one_fault_for_each_value_and_no_content_in_templates(changes: dict[str, object]) -> None:
    faults = explain({**GOOD, **changes}, "memory")
    assert len({fault.path for fault in faults}) == len(faults)
    assert (faults == []) == validator("memory").is_valid({**GOOD, **changes})
    for fault in faults:
        assert fault.path[0] in changes
        assert re.fullmatch(r"[a-zA-Z0-9_ ,]+(\{0\})?[a-zA-Z0-9_ ]*|\{0\} is not a \w+", fault.message)
        assert ("{0}" in fault.message) == bool(fault.values)
        assert fault.help is not None
        assert "{" not in fault.help


_timestamp = st.datetimes().map(lambda moment: moment.isoformat()) | st.sampled_from(
    [
        "2024-02-29",
        "2025-02-29",
        "1900-02-29",
        "2000-02-29T00:00:00Z",
        "2016-12-31T15:59:60-08:00",
        "2016-12-31T23:59:60",
    ]
)
_noise = st.sampled_from([*"0123456789-:TtZz+. \n", "", "Z", "+01:00", "-23:59", "+24:00", ".5", "\u0661", "\x85"])


@given(_timestamp, st.lists(st.tuples(st.integers(0, 30), st.integers(0, 2), _noise), max_size=2), _noise)
@example("2026-03-01", [], "\n")
@example("2016-12-31T23:59:60", [], "Z")
@example("0000-01-01", [], "")
def test_schema_and_parser_know_the_same_timestamps(text: str, changes: list[tuple[int, int, str]], tail: str) -> None:
    for at, length, put in changes:
        text = text[:at] + put + text[at + length :]
    text += tail
    schema = {**validator("memory").schema["$defs"]["timestamp"], "$defs": validator("memory").schema["$defs"]}
    assert validator("memory").evolve(schema=schema).is_valid(text) == (dates.parse(text) is not None)


def test_help_names_the_nearest_choice() -> None:
    assert nearest("archive", validator("memory").schema["properties"]["status"]["enum"]) == "archived"
    (fault,) = explain({**GOOD, "status": "archive"}, "memory")
    assert isinstance(fault, Fault)
    assert fault.help is not None
    assert fault.help.endswith("; did you mean archived?")


def test_jsonschema_is_not_imported_to_accept() -> None:
    code = (
        "import sys; from memoryrail_lint.profiles.memoryrail import fields; "
        "from memoryrail_lint.checks import dates, nearest, paths; from memoryrail_lint import resources; "
        "bad = {'jsonschema', 're', 'json', 'datetime', 'difflib', 'typing', 'pathlib', 'unicodedata'}; "
        "assert not bad & set(sys.modules), bad & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-I", "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}; {code}"])
    assert done.returncode == 0
