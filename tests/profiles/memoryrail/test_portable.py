"""Scalars that YAML 1.1 and YAML 1.2 read differently, and texts that a comment cuts short."""

from __future__ import annotations

import re

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from memoryrail_lint.profiles.memoryrail.parse import Front
from memoryrail_lint.profiles.memoryrail.portable import cut_text, disagree


@pytest.mark.parametrize(
    "text",
    ["yes", "No", "ON", "off", "y", "N", "0755", "0o17", "0b11", "1_000", "12:30:45", "190:20:30.15", "2026-10-10"]
    + ["2026-10-10T17:30:00Z", "2026-10-10 17:30:00", "<<", "=", "1e3", "1E3", "010"],
)
def test_disagree(text: str) -> None:
    assert disagree(text)


@pytest.mark.parametrize(
    "text",
    ["", "~", "null", "true", "False", "1", "-1", "1.5", "a", "yess", "use drizzle", "12:30:4567", "2026-13", "v1.2.3"]
    + ["a" * 65, "0", ".inf", ".NaN", "0x1F", "1.5e+3", "--", "1.2.3.4", "src/db"],
)
def test_agree(text: str) -> None:
    assert not disagree(text)


CORE = re.compile(
    r"(?P<null>~|null|Null|NULL|)|(?P<bool>true|True|TRUE|false|False|FALSE)|(?P<int>[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)"
    r"|(?P<float>[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))"
)


@given(st.text(st.sampled_from("0123456789abcdefoxyYNnsteEruTFl_.:+-~=<"), max_size=8))
def test_pyyaml_is_a_reader_of_1_1(text: str) -> None:
    """What PyYAML types differently from the core schema of YAML 1.2 is found; PyYAML leaves some of 1.1 out."""
    tag = yaml.SafeLoader("").resolve(yaml.ScalarNode, text, (True, False)).rsplit(":")[-1]
    match = CORE.fullmatch(text)
    core = match.lastgroup if match and match.lastgroup else "str"
    if match:
        core = next(name for name in ("null", "bool", "int", "float") if match[name] is not None)
    if (tag if tag != "str" else "str") != core:
        assert disagree(text)


@pytest.mark.parametrize(
    ("line", "cut"),
    [
        ("title: fix the bug #532", "fix the bug #532"),
        ("title: fix # later", "fix # later"),
        ("title: #532", "#532"),
        ("title: 'fix' # later", None),
        ("title: a#b", None),
        ("title: fix  # memoryrail-lint: ignore[field-typo]", None),
        ("more: see #532", "see #532"),
        ("more: see # later", None),
        ("status: active # for now", None),
        ("status: active #1", None),
        ("tags: [a] #b", None),
    ],
)
def test_cut_text(line: str, cut: str | None) -> None:
    text = f"---\n{line}\n---\n"
    name = line.partition(":")[0]
    span = cut_text(text, name, Front(text).fields[name].value)
    assert (text[slice(*span)] if span else None) == cut
