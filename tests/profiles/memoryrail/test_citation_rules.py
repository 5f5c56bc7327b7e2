"""Where citations are sought, and which runs report them."""

from __future__ import annotations

import os

import pytest

MEMORY = ".memoryrail/memories/20260603-handoff.md"
BAD = "So it is [per DEC-ffff].\n"


def found(site, *argv: str, **more: object) -> list[tuple[str, str, int, int]]:
    return site.run("check", "--select", "memoryrail-citations", "--format", "json", *argv, **more).found


def unknown(path: str, line: int, column: int) -> tuple[str, str, int, int]:
    return ("citation-unknown", path, line, column)


@pytest.mark.parametrize("path", ["AGENTS.md", "CLAUDE.md", ".cursor/rules/memoryrail.mdc"])
def test_agent_files(repo, path: str) -> None:
    repo.write(path, f"# Rules\n\n{BAD}")
    assert found(repo) == [unknown(path, 3, 15)]


def test_the_managed_block_is_left_alone(repo) -> None:
    repo.memory(title="Say why [per DEC-ffff] is wrong")
    repo.write("AGENTS.md", f"# Rules\n\n{BAD}\n")
    assert repo.run("sync").status == 0
    assert "[per DEC-ffff] is wrong" in (repo.folder / "AGENTS.md").read_text()
    repo.write("AGENTS.md", (repo.folder / "AGENTS.md").read_text() + BAD)
    last = (repo.folder / "AGENTS.md").read_text().count("\n")
    assert found(repo) == [unknown("AGENTS.md", 3, 15), unknown("AGENTS.md", last, 15)]


def test_a_linked_agent_file_is_read_once(repo) -> None:
    repo.write("AGENTS.md", BAD)
    os.symlink("AGENTS.md", repo.folder / "CLAUDE.md")
    assert found(repo) == [unknown("AGENTS.md", 1, 15)]


def test_front_matter_holds_no_citation(repo) -> None:
    repo.memory(title="Cite as [per DEC-ffff]")
    assert found(repo) == []


@pytest.mark.parametrize(
    ("path", "content", "place"),
    [
        ("docs/notes.md", BAD, (1, 15)),
        ("docs/notes.md", "`[per DEC-ffff]`\n", None),
        ("src/pool.py", "def f():\n\n    # `SIZE` [per DEC-ffff]\n", (3, 19)),
        ("src/pool.py", "x = 1\n", None),
        ("logo.png", b"\x89PNG\xff [per DEC-ffff]\n", None),
        ("utf16.md", BAD.encode("utf-16"), None),
    ],
)
def test_named_files(repo, path: str, content: str | bytes, place: tuple[int, int] | None) -> None:
    repo.write(path, content)
    assert found(repo) == [], "not named"
    assert found(repo, path) == ([unknown(path, *place)] if place else [])
    folder, _, name = path.rpartition("/")
    assert found(repo, name, cwd=folder) == found(repo, path)


def test_a_named_folder_is_not_searched(repo) -> None:
    repo.write("docs/notes.md", BAD)
    assert found(repo, "docs") == []


def test_a_named_file_is_confined(repo) -> None:
    repo.write("../outside.md", BAD)
    os.symlink("../outside.md", repo.folder / "notes.md")
    assert found(repo, "notes.md") == []
    repo.write("inside.md", BAD)
    os.symlink("inside.md", repo.folder / "other.md")
    assert found(repo, "other.md") == [unknown("other.md", 1, 15)]


def test_a_named_file_belongs_to_the_nearest_store(repo) -> None:
    repo.store("pkg/api").memory("20260601-a", root="pkg/api")
    repo.memory("20260601-b")
    repo.write("pkg/api/notes.md", "[per 20260601-a] and [per 20260601-b]\n")
    repo.write("notes.md", "[per 20260601-a] and [per 20260601-b]\n")
    assert found(repo, "notes.md", "pkg/api/notes.md") == [
        unknown("notes.md", 1, 6),
        unknown("pkg/api/notes.md", 1, 27),
    ]


def test_a_named_memory_alone_is_reported(repo) -> None:
    repo.memory("20260603-handoff", BAD)
    repo.memory("20260604-other", BAD)
    assert found(repo, MEMORY) == [unknown(MEMORY, 10, 15)]


def test_staged_contents_are_judged(repo) -> None:
    repo.memory("20260603-handoff", BAD)
    repo.git("add", "-A")
    repo.memory("20260603-handoff", "Nothing.\n")
    assert found(repo, "--staged") == [unknown(MEMORY, 10, 15)]
    repo.write("docs/notes.md", BAD)
    assert found(repo, "--staged", "docs/notes.md") == []
    repo.git("add", "docs")
    assert found(repo, "--staged", "docs/notes.md") == [unknown("docs/notes.md", 1, 15)]


def test_a_deleted_memory_is_missed_where_it_is_cited(repo) -> None:
    gone = repo.memory("20260601-gone")
    repo.memory("20260603-handoff", "So it is [per 20260601-gone].\n")
    repo.commit()
    repo.git("checkout", "-q", "-b", "topic")
    repo.write("README.md", "x")
    repo.commit()
    assert found(repo, "--base", "main") == []
    repo.git("rm", "-q", gone)
    assert found(repo, "--staged") == [unknown(MEMORY, 10, 15)]
    repo.commit()
    assert found(repo, "--base", "main") == [unknown(MEMORY, 10, 15)]


def test_a_replaced_memory_is_reported_where_it_is_cited(repo) -> None:
    repo.memory("20260601-old")
    repo.memory("20260603-handoff", "So it is [per 20260601-old].\n", type="session")
    repo.commit()
    assert found(repo) == []
    repo.memory("20260601-old", status="archived")
    repo.git("add", "-A")
    assert found(repo, "--staged") == [("citation-inactive", MEMORY, 10, 15)]


@pytest.mark.parametrize(("status", "count"), [("active", 1), ("proposed", 1), ("superseded", 0), ("archived", 0)])
def test_who_may_cite_what_is_inactive(repo, status: str, count: int) -> None:
    repo.memory("20260601-old", status="archived")
    repo.memory("20260603-handoff", "So it is [per 20260601-old].\n", status=status)
    assert len(found(repo)) == count


@pytest.mark.parametrize(
    ("status", "says"),
    [
        ("resolved", "is resolved"),
        ("archived", "is archived"),
        ("proposed", "is only proposed, and waits for approval"),
    ],
)
def test_what_is_said(repo, status: str, says: str) -> None:
    repo.memory("20260601-old", type="thread", status=status)
    repo.memory("20260603-handoff", "So it is [per 20260601-old].\n")
    [only] = repo.run("check", "--select", "memoryrail-citations", "--format", "json").json["diagnostics"]
    assert only["message"] == f'"20260601-old" {says}'
    assert only["severity"] == "warning"


def test_a_heir_that_does_not_hold_either(repo) -> None:
    repo.memory("20260601-old", status="superseded", superseded_by="20260602-new")
    repo.memory("20260602-new", status="archived", supersedes="20260601-old")
    repo.memory("20260603-handoff", "So it is [per 20260601-old].\n")
    [only] = repo.run("check", "--select", "memoryrail-citations", "--format", "json").json["diagnostics"]
    assert only["message"].endswith('20260602-new" replaced it and is archived too')


def test_a_citation_can_be_suppressed(repo) -> None:
    comment = "<!-- memoryrail-lint: ignore[citation-unknown] written elsewhere -->\n"
    repo.memory("20260603-handoff", comment + BAD)
    repo.write("AGENTS.md", comment + BAD)
    assert found(repo) == []
    assert len(found(repo, "--no-suppressions")) == 2


def test_two_memories_of_one_id_are_one(repo) -> None:
    repo.memory("20260601-a")
    path = repo.memory("20260601-b")
    (repo.folder / path).write_text((repo.folder / path).read_text().replace("20260601-b", "20260601-a"))
    repo.memory("20260603-handoff", "So it is [per 20260601-a].\n")
    assert found(repo) == []


def test_many_citations_take_linear_time(repo, monkeypatch: pytest.MonkeyPatch) -> None:
    """The memories' digests are made once, not for every citation."""
    from memoryrail_lint.profiles.memoryrail import refs

    calls = []
    real = refs.hashes
    monkeypatch.setattr(refs, "hashes", lambda ids: calls.append(1) or real(ids))
    for number in range(20):
        repo.memory(f"20260601-{number:02}", "See [per DEC-ffff].\n" * 50)
    assert len(found(repo)) == 1000
    assert len(calls) < 50


def test_the_hook(repo) -> None:
    repo.memory("20260603-handoff", "Nothing.\n")
    repo.git("add", "-A")
    quiet = repo.run("memoryrail-citations")
    assert (quiet.status, quiet.out, quiet.err) == (0, b"", b"")
    repo.memory("20260603-handoff", BAD)
    assert repo.run("memoryrail-citations").status == 1
