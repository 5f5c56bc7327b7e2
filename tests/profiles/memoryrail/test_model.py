"""A store, its configuration and its memories."""

from __future__ import annotations

import pytest

from memoryrail_lint.config import Config
from memoryrail_lint.profiles.memoryrail.model import Memory, Store
from memoryrail_lint.source import Source
from memoryrail_lint.tree import WorkTree

GOOD = """---
id: "20260601-x"
type: "decision"
title: "Use a queue"
status: "active"
created: "2026-06-01T12:00:00Z"
updated: "2026-06-02T12:00:00Z"
tags: ["db", "x"]
links: ["src"]
pinned: true
---

Because.
"""


def memory(text: str, name: str = "20260601-x") -> Memory:
    return Memory(Source(f".memoryrail/memories/{name}.md", text.encode()), name)


def store(repo, root: str = "") -> Store:
    return Store(WorkTree(str(repo.folder)), root, Config(), None)


def test_a_right_memory() -> None:
    found = memory(GOOD)
    assert (found.valid, found.odd, found.fault) == (True, False, None)
    assert (found.id, found.type, found.title, found.status) == ("20260601-x", "decision", "Use a queue", "active")
    assert found.pinned
    assert found.updated is not None
    assert found.text("supersedes") == ""
    assert found.text("tags") == ""
    assert [text for text, _ in found.items("tags")] == ["db", "x"]
    assert [GOOD[slice(*span)] for _, span in found.items("tags")] == ['"db"', '"x"']
    assert list(found.items("supersedes")) == []
    assert GOOD[slice(*found.span("title"))] == '"Use a queue"'
    assert found.span("supersedes") is None
    assert GOOD[slice(*found.body())] == "\nBecause.\n"
    assert found.in_value(GOOD.index("queue"))
    assert not found.in_value(GOOD.index("title"))


@pytest.mark.parametrize(
    ("old", "new", "valid"),
    [
        ('"Use a queue"', "Use a queue", True),
        ('"2026-06-01T12:00:00Z"', '"2026-06-01"', True),
        ('"2026-06-01T12:00:00Z"', '"2026-06-01T12:00:00"', True),
        ("pinned", "pined", True),
        ("Because.", "<<<<<<< not a marker of git", True),
        ('"active"', '"activ"', False),
        ("pinned: true", 'pinned: "true"', False),
        ('["db", "x"]', "[1]", True),
        ('["db", "x"]', "[[a]]", False),
        ('["db", "x"]', "{a: b}", False),
        ('["db", "x"]', "", True),
        ('"Use a queue"', "", False),
        ('"Use a queue"', '" "', False),
        ('"Use a queue"', '"a\\nb"', False),
    ],
)
def test_an_odd_memory(old: str, new: str, valid: bool) -> None:
    found = memory(GOOD.replace(old, new))
    assert found.odd
    assert found.valid == valid


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("", "frontmatter-missing"),
        ("---\n- a\n---\n", "frontmatter-invalid"),
        (GOOD.replace("Because.", "<<<<<<< a\nb\n=======\nc\n>>>>>>> d"), "conflict-marker"),
    ],
)
def test_a_memory_that_cannot_be_read(text: str, rule: str) -> None:
    found = memory(text)
    assert found.fault is not None
    assert found.fault.rule == rule
    assert (found.odd, found.valid, found.document, found.id, found.updated) == (True, False, {}, "", None)
    assert found.span("id") is None


def test_not_utf_8() -> None:
    found = Memory(Source("x.md", GOOD.encode().replace(b"queue", b"que\xffe")), "x")
    assert found.fault is not None
    assert found.fault.rule == "encoding-invalid"


@pytest.mark.parametrize(
    "content", ['{"version": 1}', ' \n{"version": 1, "review": "off", "more": [1.5]}\n', '\ufeff{"version":1}']
)
def test_settings(repo, content: str) -> None:
    repo.write(".memoryrail/config.json", content)
    settings = store(repo).settings
    assert (settings.version, settings.review, settings.fault, settings.version_unknown) == (1, "off", None, False)


def test_review(repo) -> None:
    repo.write(".memoryrail/config.json", '{"version": 1, "review": "agents"}')
    assert store(repo).settings.review == "agents"
    repo.write(".memoryrail/config.json", '{"version": "1", "review": "agents"}')
    assert store(repo).settings.review == "agents"
    assert store(repo).settings.fault is not None


def test_what_lies_in_the_store(repo) -> None:
    repo.memory("20260601-b")
    repo.memory("20260601-a")
    repo.write(".memoryrail/memories/.hidden.md")
    repo.write(".memoryrail/memories/notes.txt")
    repo.write(".memoryrail/memories/deep/x.md")
    repo.write(".memoryrail/other.md")
    found = store(repo)
    assert [m.name for m in found.memories] == ["20260601-a", "20260601-b"]
    assert found.files == 3
    assert found.unexpected == [(".memoryrail/memories/deep", "folder"), (".memoryrail/memories/notes.txt", "file")]
    assert [m.id for m in found.active()] == ["20260601-a", "20260601-b"]


def test_ids(repo) -> None:
    repo.memory("20260601-a")
    repo.memory("20260601-b", id="20260601-a")
    repo.memory("20260601-c", id=None)
    assert {name: len(group) for name, group in store(repo).by_id().items()} == {"20260601-a": 2}


def test_memories_of_an_unknown_version_are_not_judged(repo) -> None:
    repo.memory()
    repo.write(".memoryrail/config.json", '{"version": 2}')
    assert store(repo).memories == []


def test_a_store_below_the_top(repo) -> None:
    repo.store("packages/api").memory(root="packages/api")
    found = store(repo, "packages/api")
    assert [m.path for m in found.memories] == ["packages/api/.memoryrail/memories/20260601-x.md"]
    assert found.settings.source is not None


def test_sources(repo) -> None:
    repo.memory()
    assert [source.path for source, _ in store(repo).sources()][:2] == [
        ".memoryrail/config.json",
        ".memoryrail/memories/20260601-x.md",
    ]


def test_the_first_reason_for_skipping_stays(repo) -> None:
    found = store(repo)
    found.skip("maybe-stale", "one")
    found.skip("maybe-stale", "two")
    assert found.skipped == {"maybe-stale": "one"}
