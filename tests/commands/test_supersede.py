"""`supersede`: both sides in one write, and what is refused."""

from __future__ import annotations

import os
import re
import subprocess

import pytest

OLD = "20260601-use-rabbit"
AGENTS = '{"version": 1, "review": "agents"}\n'
STAMP = r'"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"'


def text(site, name: str) -> str:
    return (site.folder / f".memoryrail/memories/{name}.md").read_bytes().decode()


def others(site) -> list[str]:
    return sorted(path.stem for path in (site.folder / ".memoryrail/memories").iterdir() if path.stem != OLD)


def test_both_sides(repo) -> None:
    repo.memory(OLD, title="Jobs go through RabbitMQ", type="constraint")
    repo.run("sync")
    result = repo.run(
        "supersede", "CON-71be", "--title", "Jobs go through Postgres", "--body", "-", stdin=b"Fewer parts.\n"
    )
    assert (result.status, result.error) == (0, "")
    [new] = others(repo)
    assert re.fullmatch(
        rf'---\nid: "{new}"\ntype: "constraint"\ntitle: "Jobs go through Postgres"\nstatus: "active"\n'
        rf'created: ({STAMP})\nupdated: \1\nsupersedes: "{OLD}"\n---\n\nFewer parts.\n',
        text(repo, new),
    )
    assert re.fullmatch(
        rf'---\nid: "{OLD}"\ntype: "constraint"\ntitle: "Jobs go through RabbitMQ"\nstatus: "superseded"\n'
        rf'created: "2026-06-01T12:00:00Z"\nupdated: {STAMP}\nsuperseded_by: "{new}"\n---\n\nBecause.\n',
        text(repo, OLD),
    )
    lines = result.text.splitlines()
    assert re.fullmatch(
        rf"wrote \.memoryrail/memories/{new}\.md: CON-[0-9a-f]{{4}} active, supersedes CON-71be", lines[0]
    )
    assert lines[1] == f"wrote .memoryrail/memories/{OLD}.md: CON-71be superseded"
    assert lines[2] == "wrote AGENTS.md: the managed block"
    repo.commit()
    assert repo.run("check", "--hook", "--fail-on", "warning").status == 0


def test_the_old_file_keeps_everything_else(repo) -> None:
    repo.write(
        f".memoryrail/memories/{OLD}.md",
        f"\ufeff---\r\nid: {OLD}  # mine\r\nx-own: [1, {{a: b}}]\r\n"
        "type: decision\r\ntitle: 'T'\r\n# kept\r\nstatus: active\r\n"
        "created: 2026-06-01\r\nupdated: 2026-06-01\r\n---\r\nBody.".encode(),
    )
    assert repo.run("supersede", OLD, "--title", "New").status == 0
    [new] = others(repo)
    assert re.fullmatch(
        f"\ufeff---\r\nid: {OLD}  # mine\r\nx-own: \\[1, {{a: b}}\\]\r\n"
        "type: decision\r\ntitle: 'T'\r\n# kept\r\nstatus: \"superseded\"\r\n"
        f'created: 2026-06-01\r\nupdated: {STAMP}\r\nsuperseded_by: "{new}"\r\n---\r\nBody\\.',
        text(repo, OLD),
    )


def test_json_shows_the_new_one(repo) -> None:
    repo.memory(OLD)
    result = repo.run("supersede", OLD, "--title", "New", "--type", "gotcha", "--format", "json")
    assert (result.json["version"], result.json["memory"]["title"], result.json["memory"]["type"]) == (
        1,
        "New",
        "gotcha",
    )


@pytest.mark.parametrize("type", ["decision", "thread"])
def test_an_agent_leaves_the_old_one_alone(site, type: str) -> None:
    site.init().store(config=AGENTS)
    site.memory(OLD)
    before = text(site, OLD)
    result = site.run("supersede", OLD, "--title", "New", "--type", type, "--agent")
    assert (result.status, text(site, OLD)) == (0, before)
    [new] = others(site)
    assert 'status: "proposed"\n' in text(site, new)
    assert f'supersedes: "{OLD}"\n' in text(site, new)
    assert site.run("check", "--fail-on", "warning").status == 0


def test_an_agent_without_the_gate_writes_both(repo) -> None:
    repo.memory(OLD)
    assert repo.run("supersede", OLD, "--title", "New", "--agent").status == 0
    assert 'status: "superseded"\n' in text(repo, OLD)


def test_what_is_superseded_is_so_once(repo) -> None:
    repo.memory(OLD, status="superseded", superseded_by="20260602-b")
    repo.memory("20260602-b", supersedes=OLD)
    result = repo.run("supersede", OLD, "--title", "New")
    assert (result.status, result.text, others(repo)) == (2, "", ["20260602-b"])
    assert re.fullmatch(
        rf'memoryrail-lint: DEC-71be "{OLD}" is already superseded by DEC-[0-9a-f]{{4}} "20260602-b"; '
        r"supersede that one\n",
        result.error,
    )


def test_a_proposal_is_not_superseded(repo) -> None:
    repo.memory(OLD, status="proposed")
    result = repo.run("supersede", OLD, "--title", "New")
    assert (result.status, others(repo)) == (2, [])
    assert result.error == (
        f'memoryrail-lint: DEC-71be "{OLD}" is only proposed; approve or reject it, there is nothing to supersede yet\n'
    )


@pytest.mark.parametrize("fields", [{"type": "idea"}, {"title": None}, {"status": "done"}])
def test_what_is_not_valid_is_not_rewritten(repo, fields: dict) -> None:
    repo.memory(OLD, **fields)
    result = repo.run("supersede", OLD, "--title", "New")
    assert (result.status, others(repo)) == (2, [])
    assert result.error == (
        f"memoryrail-lint: .memoryrail/memories/{OLD}.md is not valid, so it is not rewritten; "
        "`memoryrail-lint check` says why\n"
    )


def test_a_refused_text_changes_neither(repo) -> None:
    repo.memory(OLD)
    before = text(repo, OLD)
    token = "gh" + "p_" + "aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0bC3dE6"
    result = repo.run("supersede", OLD, "--title", "New", "--body", "-", stdin=token.encode())
    assert (result.status, text(repo, OLD), others(repo)) == (1, before, [])


def test_a_credential_of_the_old_text_stops_nobody(repo) -> None:
    token = "gh" + "p_" + "aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0bC3dE6"
    repo.memory(OLD, body=f"{token}\n")
    assert repo.run("supersede", OLD, "--title", "New").status == 0


def test_a_write_that_fails_changes_neither(repo) -> None:
    repo.memory(OLD)
    before = text(repo, OLD)
    path = repo.folder / f".memoryrail/memories/{OLD}.md"
    path.chmod(0o444)
    if os.access(path, os.W_OK):
        pytest.skip("this user may write everything")
    result = repo.run("supersede", OLD, "--title", "New")
    assert (result.status, text(repo, OLD), others(repo)) == (2, before, [])


def test_two_at_once(repo) -> None:
    repo.memory(OLD)
    argv = [*repo.program(("supersede", OLD, "--title", "New"))]
    running = [
        subprocess.Popen(
            argv,
            cwd=repo.folder,
            env=repo.env,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
        )
        for _ in "ab"
    ]
    errors = {process.communicate()[1]: process.returncode for process in running}
    assert sorted(errors.values()) == [0, 2]
    assert b"is already superseded by" in next(line for line, status in errors.items() if status == 2)
    assert len(others(repo)) == 1
    assert repo.run("check").status == 0
