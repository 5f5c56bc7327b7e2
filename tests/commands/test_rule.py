"""`rule`: what each rule is about."""

from __future__ import annotations

import pytest

from memoryrail_lint import profiles

ENTRIES = [entry for name in profiles.NAMES for entry in profiles.load(name).RULES]


def test_the_table(site) -> None:
    result = site.run("rule")
    assert result.status == 0
    lines = [line.split() for line in result.text.splitlines()]
    assert [line[0] for line in lines] == [entry.name for entry in ENTRIES]
    assert {line[1] for line in lines} <= {"error", "warning", "info"}
    assert all(len(line) > 5 for line in lines)


@pytest.mark.parametrize("name", sorted({entry.name for entry in ENTRIES}))
def test_a_page(site, name: str) -> None:
    result = site.run("rule", name)
    assert result.status == 0
    assert name in result.text.splitlines()[0]


@pytest.mark.parametrize(
    ("name", "says"), [("sekret", "did you mean secret?"), ("../secret", ""), ("secret.md", ""), ("", ""), ("\x1b", "")]
)
def test_no_page(site, name: str, says: str) -> None:
    result = site.run("rule", name)
    assert (result.status, result.out) == (2, b"")
    assert says in result.error
    assert result.error.count("\n") == 1
