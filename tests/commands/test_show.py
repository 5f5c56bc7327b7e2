"""`show`: one memory."""

from __future__ import annotations

import json

import pytest

DRIZZLE = "20261010-use-drizzle-over-prisma"


@pytest.fixture
def drizzle(repo):
    repo.memory(DRIZZLE, "Because\tof\r\nthis.\x1b[31m\n")
    repo.memory("20261011-other")
    return repo


@pytest.mark.parametrize("ref", ["DEC-5dbe", "dec-5DBE", DRIZZLE, "20261010"])
def test_by_any_name(drizzle, ref: str) -> None:
    result = drizzle.run("show", ref)
    assert result.status == 0
    lines = result.text.splitlines()
    assert lines[:3] == ["---", f'id: "{DRIZZLE}"', 'type: "decision"']
    assert lines[-2:] == ["Because\\tof", "this.\\x1b[31m"]


def test_json(drizzle) -> None:
    found = json.loads(drizzle.run("show", "DEC-5dbe", "--format", "json").out)
    assert found["version"] == 1
    assert found["memory"]["id"] == DRIZZLE
    assert found["memory"]["ref"] == "DEC-5dbe"
    assert found["memory"]["text"].startswith("---\n")


@pytest.mark.parametrize(
    ("ref", "says"),
    [
        ("DEC-0000", "no memory is called 'DEC-0000'"),
        ("20261010-use-drizle-over-prisma", f"did you mean {DRIZZLE}"),
        ("2026101", "may be any of "),
        ("x" * 500, "no memory is called"),
        ("\x1b[31m", "no memory is called"),
    ],
)
def test_not_one(drizzle, ref: str, says: str) -> None:
    result = drizzle.run("show", ref)
    assert (result.status, result.out) == (2, b"")
    assert says in result.error
    assert result.error.count("\n") == 1


def test_the_candidates_are_named(drizzle) -> None:
    error = drizzle.run("show", "2026101").error
    assert f"DEC-5dbe {DRIZZLE}" in error
    assert "20261011-other" in error


def test_two_with_one_id(repo) -> None:
    repo.memory("20260601-a")
    repo.memory("20260601-b", id="20260601-a")
    result = repo.run("show", "20260601-a")
    assert result.status in (0, 2)
    assert b"internal error" not in result.err


@pytest.mark.parametrize("ref", ["20260601-broken", "20260601-b", ".memoryrail/memories/20260601-broken.md"])
def test_one_that_cannot_be_read_is_not_called_unknown(drizzle, ref: str) -> None:
    drizzle.write(".memoryrail/memories/20260601-broken.md", "No front matter.\n")
    result = drizzle.run("show", ref)
    assert (result.status, result.out) == (2, b"")
    assert result.error == (
        "memoryrail-lint: .memoryrail/memories/20260601-broken.md cannot be read as a memory; "
        "`memoryrail-lint check` says why\n"
    )
