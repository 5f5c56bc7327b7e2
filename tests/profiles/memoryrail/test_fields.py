from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryrail_lint.checks.schema import explain, validator
from memoryrail_lint.profiles.memoryrail import fields
from memoryrail_lint.profiles.memoryrail.fields import accepts, accepts_config

GOOD: dict[str, Any] = {
    "id": "20261010-use-drizzle-over-prisma",
    "type": "decision",
    "title": "Use Drizzle over Prisma",
    "status": "active",
    "created": "2026-10-10T17:30:00.000Z",
    "updated": "2026-10-11",
}
BREAKS = ["\n", "\r", "\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"]


def test_constants_are_those_of_the_schemas() -> None:
    memory, config = validator("memory").schema, validator("config").schema
    kinds: dict[str, list[str]] = {}
    for name, known in memory["properties"].items():
        while "type" not in known:
            known = memory["$defs"][known["$ref"].rsplit("/", 1)[1]]
        kinds.setdefault(known["type"] if isinstance(known["type"], str) else known["type"][0], []).append(name)
    assert list(fields.TYPES) == memory["properties"]["type"]["enum"]
    assert list(fields.STATUSES) == memory["properties"]["status"]["enum"]
    assert list(fields.REQUIRED) == memory["required"]
    assert list(fields.KNOWN) == list(memory["properties"])
    assert (list(fields.TEXT), list(fields.LIST), list(fields.FLAG)) == (
        kinds["string"],
        kinds["array"],
        kinds["boolean"],
    )
    assert list(fields.REVIEWS) == config["properties"]["review"]["enum"]
    assert list(fields.CONFIG_KNOWN) == list(config["properties"])
    assert set(fields.DURABLE) < set(fields.TYPES)


def agree(document: Any) -> bool:
    """The verdict on a memory, the same from both."""
    verdict = accepts(document)
    assert validator("memory").is_valid(document) == verdict
    assert (explain(document, "memory") == []) == verdict
    return verdict


def agree_config(document: Any) -> bool:
    verdict = accepts_config(document)
    assert validator("config").is_valid(document) == verdict
    assert (explain(document, "config") == []) == verdict
    return verdict


_odd_text = st.text(max_size=8) | st.sampled_from(
    [
        "",
        " ",
        "\t",
        "\x1f",
        "\xa0",
        "\u3000",
        "\ufeff",
        "\u200b",
        "\ud800",
        "a/b",
        "a\\b",
        "a\0b",
        "a\x1bb",
        "x" * 10_000,
    ]
    + [f"a{ch}b" for ch in BREAKS]
    + [f"a{ch}" for ch in BREAKS]
    + BREAKS
)
_stamp = st.datetimes().map(lambda moment: f"{moment.isoformat()}Z") | st.sampled_from(
    [
        "2026-03-01",
        "2026-03-01T10:00:00",
        "2026-03-01 10:00:00+01:00",
        "2026-02-30",
        "2026-03-01T10:00:00Z\n",
        "now",
        "",
    ]
)
_atom = st.none() | st.booleans() | st.integers(-1, 2) | st.floats() | _odd_text
_odd = (
    _atom
    | st.lists(_atom, max_size=3)
    | st.dictionaries(_odd_text, _atom, max_size=2)
    | st.lists(st.lists(_atom, max_size=1), max_size=2)
)
_line = st.text(st.characters(categories=["L", "N", "P"]), min_size=1, max_size=12).filter(
    lambda text: not set("/\\") & set(text)
)
_lists = st.lists(_line, max_size=3)
_right: dict[str, st.SearchStrategy[Any]] = {
    "id": _line,
    "type": st.sampled_from(fields.TYPES),
    "title": _line,
    "status": st.sampled_from(fields.STATUSES),
    "created": _stamp,
    "updated": _stamp,
    "tags": _lists,
    "links": _lists,
    "pinned": st.booleans(),
    "supersedes": st.none() | _line,
    "superseded_by": st.none() | _line,
}
_right_memory = st.fixed_dictionaries(
    {name: _right[name] for name in fields.REQUIRED},
    optional={**{name: _right[name] for name in fields.KNOWN if name not in fields.REQUIRED}, "own": _odd},
)
_nearly = st.tuples(
    _right_memory,
    st.dictionaries(st.sampled_from(fields.KNOWN), _odd, max_size=2),
    st.sets(st.sampled_from(fields.KNOWN), max_size=1),
).map(lambda parts: {name: value for name, value in {**parts[0], **parts[1]}.items() if name not in parts[2]})


@settings(max_examples=300, deadline=None)
@given(_right_memory)
def test_same_verdict_on_right_memories(document: dict[str, Any]) -> None:
    agree(document)


@settings(max_examples=500, deadline=None)
@given(_nearly)
def test_same_verdict_on_nearly_right_memories(document: dict[str, Any]) -> None:
    agree(document)


@settings(deadline=None)
@given(
    st.dictionaries(st.sampled_from(["version", "review", "own"]), _odd | st.sampled_from([1, "off", "agents"])) | _odd
)
def test_same_verdict_on_configs(document: object) -> None:
    agree_config(document)


def test_right_ones_are_accepted() -> None:
    assert agree(GOOD)
    for more in (
        {"tags": [], "links": ["a", "a"], "pinned": True, "supersedes": None, "superseded_by": "x"},
        {"title": "x" * 10_000, "own": {"nested": [1]}},
        {"title": "tab\there \x1b[31m \u202e \ufeff", "id": "ünï cödé"},
        {"created": "2026-10-10 17:30:00+02:00", "updated": "2016-12-31T23:59:60Z"},
    ):
        assert agree({**GOOD, **more})
    assert agree_config({"version": 1})
    assert agree_config({"version": 10**30, "review": "agents", "own": None})


_UNLIKE_TEXT: list[Any] = [None, True, 1, 1.5, ["x"], {"x": 1}]
_BROKEN_TEXT = ["", " \t", *(f"a{ch}b" for ch in BREAKS), *(f"a{ch}" for ch in BREAKS)]
_BROKEN_STAMP = [
    "2026-02-30",
    "2026-13-01",
    "0000-01-01",
    "2025-02-29",
    "2026-03-01T24:00:00Z",
    "2026-03-01T10:00:00+24:00",
]
_BROKEN_STAMP += [
    "2026-03-01T10:00:60Z",
    "01/06/2026 12:00",
    "2026-03-01\n",
    "2026-03-01T10:00Z",
    "2026-03-01T10:00:00+0100",
]
VIOLATIONS: list[dict[str, Any]] = [
    *({name: value for name, value in GOOD.items() if name != absent} for absent in fields.REQUIRED),
    *({**GOOD, name: value} for name in fields.REQUIRED for value in _UNLIKE_TEXT),
    *({**GOOD, name: value} for name in ("id", "title", "supersedes", "superseded_by") for value in _BROKEN_TEXT),
    *({**GOOD, "id": value} for value in ("a/b", "a\\b", "a\0b")),
    *({**GOOD, name: value} for name in ("type", "status") for value in ("", "Active", "decision ", "resolve")),
    *({**GOOD, name: value} for name in ("created", "updated") for value in [*_BROKEN_TEXT, *_BROKEN_STAMP]),
    *({**GOOD, name: value} for name in ("supersedes", "superseded_by") for value in _UNLIKE_TEXT[1:]),
    *({**GOOD, name: value} for name in ("tags", "links") for value in (None, "x", True, {"x": "y"})),
    *({**GOOD, name: ["a", value]} for name in ("tags", "links") for value in [*_UNLIKE_TEXT, *_BROKEN_TEXT]),
    *({**GOOD, "pinned": value} for value in (None, "true", 1, 0, [True])),
]
CONFIG_VIOLATIONS: list[Any] = [
    *(None, True, 1, "x", [], [["version", 1]]),
    *({"version": value} for value in (None, True, "1", 1.0, 1.5, [1], {})),
    *({"version": 1, "review": value} for value in (None, True, "Off", "agent", "", ["off"], {})),
    *({}, {"review": "off"}),
]


@pytest.mark.parametrize("document", VIOLATIONS)
def test_a_violation_is_refused_by_both(document: dict[str, Any]) -> None:
    assert not agree(document)


@pytest.mark.parametrize("document", CONFIG_VIOLATIONS)
def test_a_violation_of_a_config_is_refused_by_both(document: object) -> None:
    assert not agree_config(document)


ASSERTIONS = ("type", "enum", "required", "pattern", "not", "format")
SILENT = ("$schema", "$defs", "$comment", "title", "description", "examples", "default", "if")
APPLY = ("$ref", "properties", "additionalProperties", "items", "allOf", "then")


def _assertions(schema: dict[str, Any]) -> set[tuple[str, str]]:
    """Every assertion of a schema, as its keyword with the subschema that it stands in; unknown keywords raise."""
    found = set()
    parts = list(schema.get("$defs", {}).values())
    for keyword, value in schema.items():
        if keyword in ASSERTIONS:
            found.add((keyword, json.dumps(schema)))
        elif keyword == "properties":
            parts += value.values()
        elif keyword == "allOf":
            parts += value
        elif keyword in ("items", "then"):
            parts.append(value)
        else:
            assert keyword in (*SILENT, *APPLY), keyword
    return found.union(*map(_assertions, parts))


@pytest.mark.parametrize(("name", "documents"), [("memory", [*VIOLATIONS, None]), ("config", CONFIG_VIOLATIONS)])
def test_every_keyword_of_a_schema_has_a_violation(name: str, documents: list[Any]) -> None:
    violated = {
        (error.validator, json.dumps(error.schema))
        for document in documents
        for error in validator(name).iter_errors(document)
    }
    assert _assertions(validator(name).schema) == violated
