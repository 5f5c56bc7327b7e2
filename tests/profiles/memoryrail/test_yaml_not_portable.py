"""What the fix leaves behind: nothing that it would mend again."""

from __future__ import annotations

import json

import pytest

PATH = ".memoryrail/memories/20260105-x.md"
VALUES = ["[]", "{}", "~", "null", '["a"]', "[[a]]", "[a, {b: c}]", "5", "yes", "x", "|\n  x", "- a\n- b", "a: b", "''"]


@pytest.mark.parametrize("name", ["title", "created", "tags", "supersedes", "own"])
@pytest.mark.parametrize("value", VALUES)
def test_nothing_stays_fixable_after_the_fix(repo, name: str, value: str) -> None:
    fields = dict.fromkeys(("created", "updated"), '"2026-01-05T09:00:00Z"') | {"title": '"t"'}
    fields |= {"id": '"20260105-x"', "type": '"decision"', "status": '"active"', name: value}
    lines = "".join(f"{key}:{' ' if '- ' not in text else chr(10)}{text}\n" for key, text in fields.items())
    repo.write(".memoryrail/config.json", '{"version": 1, "review": "off"}\n')
    repo.write(PATH, f"---\n{lines}---\n\nText.\n")
    repo.run("check", "--fix")
    left = json.loads(repo.run("check", "--format", "json").out)
    assert [found for found in left["diagnostics"] if found["fix"]] == []
