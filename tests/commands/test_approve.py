"""`approve` and `reject`: proposals, and that no agent decides on them."""

from __future__ import annotations

import re

import pytest

OLD, NEW = "20260601-use-rabbit", "20260602-use-postgres-queue"
STAMP = r'"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"'
TOKEN = "gh" + "p_" + "aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0bC3dE6"


def text(site, name: str) -> str:
    return (site.folder / f".memoryrail/memories/{name}.md").read_text()


@pytest.fixture
def waiting(site):
    """A proposal that supersedes a memory in force."""
    site.init().store(config='{"version": 1, "review": "agents"}\n')
    site.memory(OLD, title="Jobs go through RabbitMQ")
    site.memory(NEW, title="Jobs go through Postgres", status="proposed", supersedes=OLD)
    site.run("sync")
    return site


def test_approve_writes_both_sides_and_the_blocks(waiting) -> None:
    result = waiting.run("approve", "dec-01e2")
    assert (result.status, result.error) == (0, "")
    assert result.text.splitlines() == [
        f"wrote .memoryrail/memories/{NEW}.md: DEC-01e2 active, supersedes DEC-71be",
        f"wrote .memoryrail/memories/{OLD}.md: DEC-71be superseded",
        "wrote AGENTS.md: the managed block",
        "wrote CLAUDE.md: the managed block",
        "wrote .cursor/rules/memoryrail.mdc: the managed block",
    ]
    assert re.search(
        rf'status: "active"\ncreated: "2026-06-01T12:00:00Z"\nupdated: {STAMP}\nsupersedes: "{OLD}"\n',
        text(waiting, NEW),
    )
    assert re.search(rf'status: "superseded"\n.*\nupdated: {STAMP}\nsuperseded_by: "{NEW}"\n', text(waiting, OLD))
    waiting.commit()
    assert waiting.run("check", "--hook", "--fail-on", "warning").status == 0


def test_approve_without_anything_to_supersede(repo) -> None:
    repo.memory("20260601-x", status="proposed")
    assert repo.run("approve", "20260601-x").status == 0
    assert 'status: "active"' in text(repo, "20260601-x")


def test_approve_stores_the_id_for_a_short_ref(waiting) -> None:
    waiting.memory(NEW, status="proposed", supersedes="DEC-71be")
    assert waiting.run("approve", NEW).status == 0
    assert f'supersedes: "{OLD}"' in text(waiting, NEW)


@pytest.mark.parametrize("command", ["approve", "reject"])
@pytest.mark.parametrize(
    ("words", "env", "who"),
    [(["--agent"], {}, "an agent"), ([], {"CLAUDECODE": "1"}, "Claude Code"), ([], {"AGENT": "goose"}, "goose")],
)
def test_an_agent_decides_nothing(waiting, command: str, words: list[str], env: dict[str, str], who: str) -> None:
    waiting.commit()
    result = waiting.run(command, NEW, *words, env=env)
    assert (result.status, result.text) == (2, "")
    assert (
        result.error
        == f"memoryrail-lint: only a person may {command} a proposal, and this is run by {who}; nothing was changed\n"
    )
    assert waiting.git("status", "--porcelain") == ""


@pytest.mark.parametrize("status", ["active", "superseded", "archived", "resolved"])
@pytest.mark.parametrize(("command", "done"), [("approve", "approved"), ("reject", "rejected")])
def test_only_proposals(repo, command: str, done: str, status: str) -> None:
    repo.memory(OLD, status=status)
    result = repo.run(command, OLD)
    assert (result.status, result.error) == (
        2,
        f'memoryrail-lint: DEC-71be "{OLD}" is {status}; only what is proposed can be {done}\n',
    )
    assert f'status: "{status}"' in text(repo, OLD)


def test_approve_what_was_superseded_meanwhile(waiting) -> None:
    assert waiting.run("supersede", OLD, "--title", "Other").status == 0
    before = text(waiting, NEW)
    result = waiting.run("approve", NEW)
    assert result.status == 2
    assert re.fullmatch(
        rf'memoryrail-lint: DEC-71be "{OLD}" is already superseded by DEC-\w+ "\d+-other"; supersede that one\n',
        result.error,
    )
    assert text(waiting, NEW) == before


def test_approve_what_was_applied_too_early(waiting) -> None:
    waiting.memory(OLD, status="superseded", superseded_by=NEW)
    assert waiting.run("approve", NEW).status == 0
    assert waiting.run("sync").status == 0
    assert waiting.run("check").status == 0


@pytest.mark.parametrize("target", ["20260101-nothing", "DEC-ffff", "2026"])
def test_approve_what_supersedes_nothing_known(waiting, target: str) -> None:
    waiting.memory(NEW, status="proposed", supersedes=target)
    result = waiting.run("approve", NEW)
    assert (result.status, result.error) == (
        2,
        f'memoryrail-lint: DEC-01e2 "{NEW}" supersedes "{target}", which is no valid memory; `check` says more\n',
    )


def test_approve_what_supersedes_itself(waiting) -> None:
    waiting.memory(OLD, supersedes=NEW)
    assert waiting.run("approve", NEW).status == 2
    waiting.memory(NEW, status="proposed", supersedes=NEW)
    assert waiting.run("approve", NEW).status == 2


def test_approve_refuses_a_credential(waiting) -> None:
    waiting.memory(NEW, status="proposed", body=f"{TOKEN}  # pragma: allowlist secret\n")
    before = text(waiting, NEW)
    result = waiting.run("approve", NEW)
    assert (result.status, text(waiting, NEW)) == (1, before)
    assert "the body, line 1 looks like a credential (github-token)" in result.error
    assert TOKEN not in result.error


def test_reject_deletes_the_file_and_nothing_else(waiting) -> None:
    waiting.commit()
    result = waiting.run("reject", NEW)
    assert (result.status, result.text, result.error) == (
        0,
        f"deleted .memoryrail/memories/{NEW}.md: DEC-01e2 rejected\n",
        "",
    )
    assert waiting.git("status", "--porcelain") == f"D .memoryrail/memories/{NEW}.md"
    assert waiting.run("check", "--fail-on", "warning").status == 0


def test_reject_in_json_shows_what_went(waiting) -> None:
    result = waiting.run("reject", NEW, "--format", "json")
    assert (result.json["memory"]["id"], result.json["memory"]["status"]) == (NEW, "proposed")


def test_reject_of_what_others_name(waiting) -> None:
    waiting.memory(OLD, status="superseded", superseded_by=NEW)
    result = waiting.run("reject", NEW)
    assert (result.status, result.error) == (
        2,
        f'memoryrail-lint: DEC-71be "{OLD}" names DEC-01e2 "{NEW}"; mend that first, `check` shows it\n',
    )
    assert text(waiting, NEW)


def test_reject_of_a_broken_memory(repo) -> None:
    repo.memory(OLD, status="proposed", type="idea")
    assert repo.run("reject", OLD).status == 0


@pytest.mark.parametrize("command", ["approve", "reject", "resolve", "archive", "touch"])
def test_an_unknown_or_ambiguous_ref(waiting, command: str) -> None:
    result = waiting.run(command, "2026")
    assert (result.status, result.error) == (
        2,
        f"memoryrail-lint: '2026' may be any of DEC-71be {OLD}, DEC-01e2 {NEW}; give more of it\n",
    )
    result = waiting.run(command, f"{OLD}x")
    assert (result.status, result.error) == (2, f"memoryrail-lint: no memory is called '{OLD}x'; did you mean {OLD}?\n")
