"""`resolve`, `archive` and `touch`: what they write, and what they leave alone."""

from __future__ import annotations

import re

import pytest

ID = "20260601-x"
STAMP = r'"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"'
AGENTS = '{"version": 1, "review": "agents"}\n'


def text(site) -> str:
    return (site.folder / f".memoryrail/memories/{ID}.md").read_text()


@pytest.mark.parametrize(
    ("command", "type", "status", "then"),
    [
        ("resolve", "thread", "active", "resolved"),
        ("archive", "decision", "active", "archived"),
        ("archive", "thread", "resolved", "archived"),
        ("touch", "decision", "active", "active"),
        ("touch", "decision", "proposed", "proposed"),
    ],
)
def test_written(repo, command: str, type: str, status: str, then: str) -> None:
    repo.memory(ID, type=type, status=status, **{"x-own": [1, "a"]})
    repo.run("sync")
    result = repo.run(command, ID)
    assert (result.status, result.error) == (0, "")
    assert re.fullmatch(
        rf'---\nid: "{ID}"\ntype: "{type}"\ntitle: "Use a queue"\nstatus: "{then}"\ncreated: "2026-06-01T12:00:00Z"\n'
        rf'updated: {STAMP}\nx-own: \[1, "a"\]\n---\n\nBecause\.\n',
        text(repo),
    )
    ref = "THR-e55a" if type == "thread" else "DEC-e55a"
    said = then if then != status else r"updated [-0-9TZ:.]+"
    assert re.fullmatch(
        rf"wrote \.memoryrail/memories/{ID}\.md: {ref[:4]}[0-9a-f]{{4}} {said}", result.text.splitlines()[0]
    )
    assert result.text.count("the managed block") == (
        3 if (status, then) in (("active", "resolved"), ("active", "archived")) else 0
    )
    repo.commit()
    assert repo.run("check", "--hook", "--fail-on", "warning").status == 0


@pytest.mark.parametrize(
    ("command", "type", "status", "message"),
    [
        ("resolve", "decision", "active", "is a decision; only a thread can be resolved, `archive` is for the rest"),
        ("resolve", "thread", "resolved", "is resolved; only what is active can be resolved"),
        ("resolve", "thread", "proposed", "is proposed; only what is active can be resolved"),
        ("resolve", "thread", "archived", "is archived; only what is active can be resolved"),
        ("archive", "decision", "archived", "is archived already"),
        ("archive", "decision", "superseded", "is superseded already"),
        ("archive", "decision", "proposed", "is proposed; `reject` is for that"),
        *(
            ("touch", type, status, f"is {status}; only what is in force, or proposed, can be confirmed")
            for type, status in [("decision", "archived"), ("decision", "superseded"), ("thread", "resolved")]
        ),
    ],
)
def test_refused(repo, command: str, type: str, status: str, message: str) -> None:
    repo.memory(ID, type=type, status=status)
    before = text(repo)
    result = repo.run(command, ID)
    assert (result.status, result.text, text(repo)) == (2, "", before)
    assert re.fullmatch(rf'memoryrail-lint: [A-Z]{{3}}-[0-9a-f]{{4}} "{ID}" {re.escape(message)}\n', result.error)


@pytest.mark.parametrize(
    ("review", "type", "words", "status"),
    [
        ("agents", "decision", ["--agent"], 2),
        ("agents", "thread", ["--agent"], 0),
        ("agents", "decision", [], 0),
        ("off", "decision", ["--agent"], 0),
    ],
)
def test_an_agent_takes_nothing_durable_out_of_force_under_the_gate(
    site, review: str, type: str, words: list[str], status: int
) -> None:
    site.init().store(config=AGENTS if review == "agents" else '{"version": 1}')
    site.memory(ID, type=type)
    result = site.run("archive", ID, *words)
    assert result.status == status
    assert ("is in force until a person archives it, and this is run by an agent" in result.error) == (status == 2)
    assert f'status: "{"active" if status else "archived"}"' in text(site)


def test_touch_of_a_memory_that_is_not_valid_otherwise(repo) -> None:
    repo.memory(ID, type="idea", updated=None)
    assert repo.run("touch", ID).status == 0
    assert re.search(rf"created: .*\nupdated: {STAMP}\n---\n", text(repo))


@pytest.mark.parametrize(
    ("command", "type", "status"),
    [
        ("touch", "decision", "active"),
        ("archive", "decision", "active"),
        ("resolve", "thread", "active"),
        ("approve", "decision", "proposed"),
        ("reject", "decision", "proposed"),
        ("supersede", "decision", "active"),
    ],
)
def test_a_symlink_is_not_written_through(repo, command: str, type: str, status: str) -> None:
    path = repo.folder / repo.memory(ID, type=type, status=status)
    before = text(repo)
    path.rename(repo.folder / "real.md")
    path.symlink_to("../../real.md")
    result = repo.run(command, ID, *(["--title=New"] if command == "supersede" else []))
    assert (result.status, result.text) == (2, "")
    assert result.error == (
        f"memoryrail-lint: .memoryrail/memories/{ID}.md is a symlink; "
        "change the file that it leads to; nothing was written\n"
    )
    assert path.is_symlink()
    assert text(repo) == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_the_folder_may_be_a_symlink(repo) -> None:
    repo.memory(ID)
    memories = repo.folder / ".memoryrail/memories"
    memories.rename(repo.folder / "kept")
    memories.symlink_to("../kept")
    assert repo.run("archive", ID).status == 0
    assert 'status: "archived"' in text(repo)


def test_blocks_of_another_tool_are_its_matter(repo) -> None:
    repo.memory(ID)
    repo.run("sync")
    repo.write(".memoryrail/lint.toml", '[sync]\ngenerator = "other"\n')
    result = repo.run("archive", ID)
    assert result.status == 0
    assert result.error == (
        'memoryrail-lint: the managed blocks are another tool\'s (sync.generator = "other"); run that\n'
    )


def test_sync_leaves_out_a_title_that_looks_like_a_credential(repo) -> None:
    token = "gh" + "p_" + "aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0bC3dE6"
    repo.memory(ID, title=f"Use {token}")
    repo.memory("20260602-y", title="Fine")
    result = repo.run("sync")
    assert result.status == 1
    assert result.error == (
        f"memoryrail-lint: .memoryrail/memories/{ID}.md: the title looks like a credential (github-token), "
        "so left out of the block\n"
    )
    block = (repo.folder / "AGENTS.md").read_text()
    assert "Fine" in block
    assert "Use" not in block.replace("Use a", "")
    assert repo.run("sync", "--check").status == 1
    assert "sync-drift" not in repo.run("check", "--format", "json").rules
