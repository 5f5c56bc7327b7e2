"""`list`: the memories with their refs."""

from __future__ import annotations

import json

import pytest


@pytest.fixture
def many(repo):
    repo.memory("20260601-a", title="An attempt", type="attempt")
    repo.memory("20260602-b", title="A pinned one", pinned=True)
    repo.memory("20260603-c", title="Old", status="superseded")
    repo.memory("20260604-d", title="Waiting", status="proposed", type="constraint")
    repo.write(".memoryrail/memories/20260605-e.md", "not readable")
    return repo


def titles(result) -> list[str]:
    return [memory["title"] for memory in json.loads(result.out)["memories"]]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ([], ["An attempt", "A pinned one"]),
        (["--all"], ["An attempt", "A pinned one", "Old", "Waiting"]),
        (["--type", "attempt"], ["An attempt"]),
        (["--type", "constraint"], []),
        (["--status", "proposed"], ["Waiting"]),
        (["--status", "superseded", "--type", "decision"], ["Old"]),
        (["--all", "--type", "constraint"], ["Waiting"]),
    ],
)
def test_which(many, options: list[str], expected: list[str]) -> None:
    result = many.run("list", "--format", "json", *options)
    assert result.status == 0
    assert titles(result) == expected
    assert len(many.run("list", *options).text.splitlines()) == len(expected)


def test_text(many) -> None:
    lines = many.run("list", "--all").text.splitlines()
    assert lines[0].split() == ["ATT-" + lines[0][4:8], "attempt", "An", "attempt", "20260601-a"]
    assert "A pinned one (pinned)" in lines[1]
    assert "Old [superseded]" in lines[2]


def test_the_ref(repo) -> None:
    repo.memory("20261010-use-drizzle-over-prisma")
    assert repo.run("list").text.startswith("DEC-5dbe  decision    Use a queue  ")


def test_json(repo) -> None:
    repo.memory(tags=["a", 1], links=["src"], pinned=True)
    [memory] = json.loads(repo.run("list", "--format", "json").out)["memories"]
    assert memory == {
        "ref": memory["ref"],
        "id": "20260601-x",
        "type": "decision",
        "title": "Use a queue",
        "status": "active",
        "pinned": True,
        "created": "2026-06-01T12:00:00Z",
        "updated": "2026-06-01T12:00:00Z",
        "tags": ["a", "1"],
        "links": ["src"],
        "path": ".memoryrail/memories/20260601-x.md",
    }


def test_the_working_directory_does_not_matter(many) -> None:
    for words in (("list", "--all"), ("list", "--format", "json")):
        top = many.run(*words).out
        assert many.run(*words, cwd=".memoryrail/memories").out == top
        assert many.run(*words, "--root", str(many.folder), cwd="..").out == top


def test_hostile_titles(repo) -> None:
    repo.memory(title="a\x1b[31m\u202eb\u200bc\U000e0041")
    repo.memory("20260601-y", title="::error::x")
    for options in ((), ("--format", "json")):
        text = repo.run("list", *options).text
        assert all(ch == "\n" or ch.isprintable() for ch in text)
        assert not any(line.startswith("::") for line in text.splitlines())


def test_none(repo, site) -> None:
    assert (repo.run("list").status, repo.run("list").out) == (0, b"")
    assert repo.run("list", "--format", "json").json == {"version": 1, "memories": [], "left_out": 0}


def test_no_store(site) -> None:
    assert site.run("list").status == 2
    assert site.run("list", "--root", "missing").status == 2


@pytest.mark.parametrize(
    ("options", "count"),
    [
        ([], 2),
        (["--all"], 1),
        (["--status", "proposed"], 2),
        (["--type", "decision"], 3),
        (["--all", "--type", "thread"], 2),
    ],
)
def test_what_is_left_out_is_said(many, options: list[str], count: int) -> None:
    """One file is no memory, one has a status and one a type that there is none of."""
    many.memory("20260606-f", status="actve")
    many.memory("20260607-g", type="idea")
    result = many.run("list", *options)
    what = "1 memory is" if count == 1 else f"{count} memories are"
    assert result.status == 0
    assert result.error == f"memoryrail-lint: {what} not valid and left out; `memoryrail-lint check` says why\n"
    assert many.run("list", "--format", "json", *options).json["left_out"] == count


def test_a_store_of_another_version(site) -> None:
    site.store(config='{"version": 2}').memory()
    result = site.run("list")
    assert (result.status, result.out) == (2, b"")
    assert "has a version that this tool does not know" in result.error


@pytest.mark.parametrize("words", [("list",), ("precheck", "x"), ("new", "--type=gotcha", "--title=x"), ("show", "x")])
@pytest.mark.parametrize("root", ["memory", "notes"])
def test_another_kind_of_store_is_named(site, words: tuple[str, ...], root: str) -> None:
    site.init().write(f"{root}/MEMORY.md", "# Memory\n- [A](a.md) — b\n")
    site.write(f"{root}/a.md", "---\nname: a\ndescription: b c d\ntype: user\n---\nx\n")
    if root == "notes":
        site.write("memoryrail-lint.toml", '[engramory]\nroot = "notes"\n')
    result = site.run(*words)
    assert (result.status, result.out) == (2, b"")
    assert result.error == (
        "memoryrail-lint: there is no .memoryrail/ here or above, which this command is about; "
        f"what there is, an Engramory store in {root}/, is for `check`, `compact` and `guard`\n"
    )
