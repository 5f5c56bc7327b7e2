"""The review gate over real histories: whose commit it was, and what an agent's commit may not do."""

from __future__ import annotations

import pytest

from memoryrail_lint.checks.agents import VARIABLES
from memoryrail_lint.git.authored import Authored
from memoryrail_lint.profiles.memoryrail.identities import Judge

RULE = "review-bypassed"
ON, OFF = '{"version": 1, "review": "agents"}\n', '{"version": 1, "review": "off"}\n'
CONFIG = ".memoryrail/config.json"
CLAUDE = "Change\n\nCo-authored-by: Claude <noreply@anthropic.com>\n"
A, B = "20260601-a", "20260601-b"
PATH = ".memoryrail/memories/{}.md"


def found(repo, *words: str, env: dict[str, str] | None = None) -> list[tuple[str, str, int]]:
    """(severity, path, line) of each finding."""
    words = words or ("--base", "before")
    result = repo.run("check", "--select", RULE, "--format", "json", *words, env=env)
    assert result.err == b"", result
    assert result.status == any(d["severity"] == "error" for d in result.json["diagnostics"])
    return [(d["severity"], d["path"], d["line"]) for d in result.json["diagnostics"]]


def messages(repo, *words: str, env: dict[str, str] | None = None) -> list[str]:
    result = repo.run("check", "--select", RULE, "--format", "json", *(words or ("--base", "before")), env=env)
    return [d["message"] for d in result.json["diagnostics"]]


def commit_as(repo, name: str, address: str, message: str = "Change", *, committer: bool = False) -> str:
    before = dict(repo.env)
    roles = ("COMMITTER",) if committer else ("AUTHOR", "COMMITTER")
    for role in roles:
        repo.env |= {f"GIT_{role}_NAME": name, f"GIT_{role}_EMAIL": address}
    try:
        return repo.commit(message)
    finally:
        repo.env = before


@pytest.fixture
def gated(repo):
    """A store with the gate on, an active decision and a proposal, committed by a person and tagged `before`."""
    for name in VARIABLES:
        repo.env.pop(name, None)
    repo.store(config=ON)
    repo.memory("20260601-old")
    repo.memory("20260601-p", status="proposed")
    repo.commit("Base")
    repo.git("tag", "before")
    return repo


BYPASS = [("error", PATH.format(A), 5)]


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("Claude", "noreply@anthropic.com"),
        ("Claude Opus", "noreply@anthropic.com"),
        ("Cursor Agent", "cursoragent@cursor.com"),
        ("copilot-swe-agent[bot]", "198982749+Copilot@users.noreply.github.com"),
        ("Copilot", "223556219+Copilot@users.noreply.github.com"),
        ("devin-ai-integration[bot]", "158243242+devin-ai-integration[bot]@users.noreply.github.com"),
        ("google-labs-jules[bot]", "161369871+google-labs-jules[bot]@users.noreply.github.com"),
        ("some-thing[bot]", "bot@example.com"),
        ("Robin Example (aider)", "robin@example.com"),
        ("openhands", "openhands@all-hands.dev"),
        ("Amp", "amp@ampcode.com"),
        ("Codex", "noreply@openai.com"),
    ],
)
def test_agents_by_author_committer_and_trailer(gated, name: str, address: str) -> None:
    gated.memory(A)
    commit_as(gated, name, address, committer=True)
    assert found(gated) == BYPASS
    gated.git("reset", "-q", "--soft", "before")
    commit_as(gated, name, address)
    assert found(gated) == BYPASS
    gated.git("reset", "-q", "--soft", "before")
    gated.commit(f"Change\n\nMore.\n\nCo-Authored-By: {name} <{address}>\nSigned-off-by: Robin <robin@example.com>\n")
    assert found(gated) == BYPASS


@pytest.mark.parametrize(
    "message",
    [
        "Change\n\nAssisted-by: Claude:claude-opus-4 sparse\n",
        "Change\n\nGenerated-by: GitHub Copilot\n",
        "Change\n\nGenerated-by: Codex <noreply@openai.com>\n",
        "Change\n\nAmp-Thread-ID: https://ampcode.com/threads/T-1\n",
        "Change\n\nCo-authored-by: Claude\n",
        "Change\r\n\r\nco-authored-by: claude <NOREPLY@ANTHROPIC.COM>\r\n",
    ],
)
def test_agents_by_what_tools_write(gated, message: str) -> None:
    gated.memory(A)
    gated.commit(message)
    assert found(gated) == BYPASS


@pytest.mark.parametrize(
    ("name", "address", "message"),
    [
        ("Robin", "robin@example.com", "Change\n\nCo-authored-by: Kim <kim@example.com>\n"),
        ("Claude Dupont", "claude@example.com", "Change\n\nCo-authored-by: Jules Martin <jules@example.com>\n"),
        ("Devin Smith", "devin@example.com", "Change\n\nAssisted-by: Devin Smith <devin@example.com>\n"),
        ("Robin", "robin@example.com", "Change\n\nGenerated-by: openapi-generator 7\n"),
        ("Robin", "robin@example.com", "Change\n\nGenerated-by: Ampere tools\n"),
        ("Robin", "robin@example.com", "Do as Claude <noreply@anthropic.com> said\n\nReviewed-by: Claude\n"),
        ("Robin", "5+robin@users.noreply.github.com", "Change (#12)\n"),
    ],
)
def test_people(gated, name: str, address: str, message: str) -> None:
    gated.memory(A)
    commit_as(gated, name, address, message)
    assert found(gated) == []


def test_patterns_extend_and_except(gated) -> None:
    gated.write(
        ".memoryrail/lint.toml", '[review]\nagents = ["*@BOTS.example.com"]\nhumans = ["Kim*", "release[[]bot]"]\n'
    )
    gated.commit("Configure")
    gated.git("tag", "-f", "before")
    gated.memory(A)
    commit_as(gated, "Builder", "builder@bots.example.com")
    assert found(gated) == BYPASS
    gated.git("reset", "-q", "--soft", "before")
    commit_as(gated, "Kim", "noreply@anthropic.com")
    assert found(gated) == []
    gated.git("reset", "-q", "--soft", "before")
    commit_as(gated, "release[bot]", "x@example.com")
    assert found(gated) == []


def test_a_change_cannot_excuse_itself(gated) -> None:
    gated.write(".memoryrail/lint.toml", '[review]\nhumans = ["*"]\n')
    gated.memory(A, "<!-- memoryrail-lint: ignore-file[review-bypassed] fine -->\n")
    gated.commit(CLAUDE)
    assert found(gated) == [("error", ".memoryrail/lint.toml", 2), *BYPASS, ("error", PATH.format(A), 10)]


@pytest.mark.parametrize("type", ["thread", "session"])
def test_what_needs_no_review(gated, type: str) -> None:
    gated.memory(A, type=type)
    gated.memory(B, status="proposed", supersedes="20260601-old")
    gated.memory("20260601-old", "Because.\n", tags=["db"])
    (gated.folder / PATH.format("20260601-p")).unlink()
    gated.commit(CLAUDE)
    assert found(gated) == []


def test_a_session_that_becomes_a_decision(gated) -> None:
    gated.memory(A, type="session")
    gated.commit()
    gated.git("tag", "-f", "before")
    gated.memory(A)
    gated.commit(CLAUDE)
    assert found(gated) == BYPASS


def test_approving(gated) -> None:
    gated.memory("20260601-p")
    gated.commit(CLAUDE)
    assert found(gated) == [("error", PATH.format("20260601-p"), 5)]
    assert "this proposal was approved by the agent" in messages(gated)[0]
    gated.memory("20260601-p", status="proposed")
    gated.commit(CLAUDE)
    gated.memory("20260601-p")
    gated.commit("Approve")
    assert found(gated) == [], "a person did it in the end"
    gated.memory("20260601-p", tags=["db"])
    gated.commit(CLAUDE)
    assert found(gated) == [], "it was active already"


def test_a_later_commit_by_a_person_approves_nothing(gated) -> None:
    gated.memory(A)
    gated.commit(CLAUDE)
    gated.memory(A, tags=["db"])
    gated.commit("Tag it")
    assert found(gated) == BYPASS


def test_moving_a_file_approves_nothing(gated) -> None:
    gated.memory(A)
    gated.commit("Add")
    gated.git("mv", PATH.format(A), PATH.format("moved"))
    gated.commit(CLAUDE)
    assert found(gated) == []
    gated.git("reset", "-q", "--hard", "before")
    gated.memory(A)
    gated.commit(CLAUDE)
    gated.git("mv", PATH.format(A), PATH.format("moved"))
    gated.commit("Move")
    assert found(gated) == [("error", PATH.format("moved"), 5)], "nor does it hide who added it"
    gated.git("reset", "-q", "--hard", "before")
    gated.git("mv", PATH.format("20260601-old"), PATH.format("older"))
    gated.commit(CLAUDE)
    assert found(gated) == []


def test_a_proposal_that_is_applied(gated) -> None:
    gated.memory("20260601-old", status="superseded", superseded_by=B)
    gated.memory(B, status="proposed", supersedes="20260601-old")
    gated.commit(CLAUDE)
    assert found(gated) == [("error", PATH.format("20260601-old"), 5)]


def test_the_gate(gated) -> None:
    gated.write(CONFIG, OFF)
    gated.memory(A)
    gated.commit(CLAUDE)
    assert found(gated) == [("error", CONFIG, 1), *BYPASS]
    gated.git("reset", "-q", "--hard", "before")
    gated.write(CONFIG, OFF)
    gated.commit("Off")
    assert found(gated) == []
    gated.memory(A)
    gated.commit(CLAUDE)
    assert found(gated) == BYPASS, "the range began with the gate on"
    gated.git("reset", "-q", "--hard", "before")
    gated.write(CONFIG, '{"version": 1}\n')
    gated.commit(CLAUDE)
    assert found(gated) == [("error", CONFIG, 1)]
    gated.git("reset", "-q", "--hard", "before")
    (gated.folder / CONFIG).unlink()
    gated.commit(CLAUDE)
    assert found(gated) == [("error", CONFIG, 1)]


def test_switched_on_within_the_range(gated) -> None:
    gated.write(CONFIG, OFF)
    gated.commit("Off")
    gated.git("tag", "-f", "before")
    gated.memory(A)
    gated.commit(CLAUDE)
    assert found(gated) == []
    gated.write(CONFIG, ON)
    gated.commit("On")
    assert found(gated) == BYPASS


def test_overrides(gated) -> None:
    pragma = "pragma: " + "allowlist secret"
    gated.memory("20260601-old", f"Because. <!-- {pragma} -->\n")
    gated.write(".secrets.baseline", '{"results": {"x": [{"hashed_secret": "0"}]}}\n')
    gated.write(
        "pyproject.toml", '[tool.memoryrail-lint]\nignore = ["secret"]\n[tool.memoryrail-lint.secrets]\nallow = ["x"]\n'
    )
    gated.commit(CLAUDE)
    assert found(gated) == [
        ("error", PATH.format("20260601-old"), 10),
        ("error", ".secrets.baseline", 1),
        ("error", "pyproject.toml", 2),
        ("error", "pyproject.toml", 4),
    ]
    gated.git("tag", "-f", "before")
    gated.memory("20260601-old", f"Because, then. <!-- {pragma} -->\n")
    gated.write("pyproject.toml", "[tool.other]\nx = 1\n")
    gated.commit(CLAUDE)
    assert found(gated) == []


@pytest.mark.parametrize(
    "comment",
    ["memoryrail-lint:  ignore[secret]", "memoryrail-lint:\tignore-file[secret]", "pragma:" + "whitelist secret"],
)
def test_a_suppression_in_odd_spacing(gated, comment: str) -> None:
    gated.memory("20260601-old", f"Because. <!-- {comment} -->\n")
    gated.commit(CLAUDE)
    assert found(gated) == [("error", PATH.format("20260601-old"), 10)]


def test_a_memory_that_becomes_a_symlink(gated) -> None:
    gated.memory(A)
    (gated.folder / PATH.format(A)).rename(gated.folder / "a.md")
    (gated.folder / PATH.format(A)).symlink_to("../../a.md")
    gated.commit(CLAUDE)
    assert BYPASS[0] in found(gated)
    gated.git("tag", "-f", "before")
    gated.write("other.md", "x\n")
    gated.commit(CLAUDE)
    assert found(gated) == []


def test_a_proposal_behind_a_symlink(gated) -> None:
    gated.memory(A, status="proposed")
    (gated.folder / PATH.format(A)).rename(gated.folder / "a.md")
    (gated.folder / PATH.format(A)).symlink_to("../../a.md")
    gated.commit("A person's")
    gated.git("tag", "-f", "before")
    text = (gated.folder / "a.md").read_text()
    gated.write("a.md", text.replace("proposed", "active"))
    gated.commit(CLAUDE)
    assert found(gated) == BYPASS


def test_a_folder_that_becomes_a_symlink(gated) -> None:
    (gated.folder / ".memoryrail/memories").rename(gated.folder / "kept")
    (gated.folder / ".memoryrail/memories").symlink_to("../kept")
    gated.commit(CLAUDE)
    assert found(gated) == []
    gated.memory(A)
    gated.commit(CLAUDE)
    assert found(gated) == BYPASS


def test_a_person_may_do_all_of_it(gated) -> None:
    gated.memory(A, "<!-- memoryrail-lint: ignore-file[secret] sample -->\n")
    gated.memory("20260601-p")
    gated.write(CONFIG, OFF)
    gated.write(".memoryrail/lint.toml", 'ignore = ["secret"]\n')
    gated.commit("All of it")
    assert found(gated) == []


def test_squashes(gated) -> None:
    gated.memory(A)
    commit_as(gated, "GitHub", "noreply@github.com", f"Pools (#12)\n\n* One\n\n* Two\n\n{CLAUDE[8:]}", committer=True)
    assert found(gated) == [("warning", PATH.format(A), 5)]
    assert 'a squash by "Robin Example" and the agent "Claude"' in messages(gated)[0]
    gated.git("reset", "-q", "--soft", "before")
    message = (
        "Squashed commit of the following:\n\ncommit 1\nAuthor: Claude <noreply@anthropic.com>\n"
        "\n    Add\n\ncommit 2\nAuthor: Robin Example <robin@example.com>\n\n    Approve\n"
    )
    gated.commit(message)
    assert found(gated) == [("warning", PATH.format(A), 5)]
    gated.git("reset", "-q", "--soft", "before")
    commit_as(gated, "Claude", "noreply@anthropic.com", f"Pools (#12)\n\n{CLAUDE[8:]}")
    assert found(gated) == BYPASS, "nobody else had a hand in it"
    gated.git("reset", "-q", "--soft", "before")
    gated.commit(f"Pools (#12)\n\n{CLAUDE[8:]}")
    assert found(gated) == BYPASS, "no forge made this commit"


def test_merges(gated) -> None:
    gated.git("checkout", "-q", "-b", "topic")
    gated.memory(A)
    gated.commit("A person adds it")
    gated.git("checkout", "-q", "main")
    gated.memory(B, status="proposed")
    gated.commit(CLAUDE)
    commit = ("-c", "user.name=x[bot]", "-c", "user.email=x@example.com")
    env = dict(gated.env)
    for role in ("AUTHOR", "COMMITTER"):
        gated.env |= {f"GIT_{role}_NAME": "x[bot]", f"GIT_{role}_EMAIL": "x@example.com"}
    gated.git(*commit, "merge", "-q", "--no-commit", "topic")
    assert found(gated, "--staged") == []
    gated.commit("Merge")
    assert found(gated) == []
    gated.git("reset", "-q", "--hard", "HEAD^")
    gated.git("merge", "-q", "--no-commit", "topic")
    gated.memory(B)
    gated.git("add", "-A")
    assert found(gated, "--staged") == [("error", PATH.format(B), 5)]
    gated.commit("Merge")
    gated.env = env
    assert found(gated) == [("error", PATH.format(B), 5)]


def test_what_a_merge_did_not_take_over(gated) -> None:
    gated.git("checkout", "-q", "-b", "topic")
    gated.memory(A, "As the agent has it.\n")
    gated.commit(CLAUDE, date="2026-02-05T09:00:00Z")
    gated.git("checkout", "-q", "main")
    gated.memory(A, "As a person has it.\n")
    gated.commit("Add")
    gated.git("merge", "-q", "-s", "ours", "--no-edit", "topic")
    assert found(gated) == []
    gated.git("reset", "-q", "--hard", "HEAD^")
    gated.git("merge", "-q", "-X", "theirs", "--no-edit", "topic")
    assert found(gated) == BYPASS


def test_the_commit_that_is_about_to_be_made(gated) -> None:
    gated.memory(A)
    gated.git("add", "-A")
    assert found(gated, "--staged") == []
    assert found(gated, "--staged", env={"CLAUDECODE": "1"}) == BYPASS
    assert found(gated, "--staged", env={"AI_AGENT": "0"}) == []
    agent = {"GIT_AUTHOR_NAME": "x[bot]", "GIT_AUTHOR_EMAIL": "x@example.com"}
    assert found(gated, "--staged", env=agent) == BYPASS
    assert messages(gated, "--staged", env=agent) == ['this decision was made active by the agent "x[bot]"']


def test_the_very_first_commit(gated) -> None:
    gated.git("update-ref", "-d", "HEAD")
    assert len(found(gated, "--staged", env={"CLAUDECODE": "1"})) == 1


def test_the_hook_compares_with_head(gated) -> None:
    assert gated.run("memoryrail-review", env={"CLAUDECODE": "1"}).status == 0
    gated.memory(A)
    gated.git("add", "-A")
    assert gated.run("memoryrail-review").status == 0
    result = gated.run("memoryrail-review", env={"CLAUDECODE": "1"})
    assert (result.status, result.text.count(RULE)) == (1, 1)
    gated.commit(CLAUDE)
    assert gated.run("memoryrail-review").status == 0
    assert gated.run("memoryrail-review", env={"PRE_COMMIT_FROM_REF": "before"}).status == 1


def test_the_hook_outside_a_repository(site) -> None:
    site.store(config=ON)
    site.memory(A)
    assert site.run("memoryrail-review").status == 0


def test_without_a_base_nothing_is_judged(gated) -> None:
    gated.memory(A)
    gated.commit(CLAUDE)
    result = gated.run("check", "--select", RULE, "--format", "json")
    assert (result.status, result.rules, result.json["skipped"]) == (0, [], [])


def test_history_that_is_cut_off_within_the_range(gated, tmp_path) -> None:
    """A shallow clone has the base, and not all that lies between: the oldest commit seems to add everything."""
    gated.git("checkout", "-q", "-b", "topic")
    gated.memory(A)
    gated.commit("A person adds it")
    gated.write("x.txt", "x")
    commit_as(gated, "x[bot]", "x@example.com")
    gated.git("checkout", "-q", "main")
    gated.write("y.txt", "y")
    gated.commit("Main")
    gated.git("merge", "-q", "--no-edit", "topic")
    clone = tmp_path / "clone"
    gated.git("clone", "-q", "--depth", "2", gated.folder.as_uri(), str(clone))
    words = ("check", "--root", str(clone), "--select", RULE, "--format", "json", "--base", "HEAD^1")
    result = gated.run(*words)
    assert (result.status, result.rules) == (0, [])
    assert [entry["rule"] for entry in result.json["skipped"]] == [RULE]
    gated.git("fetch", "-q", "--unshallow", cwd=str(clone))
    result = gated.run(*words)
    assert (result.rules, result.json["skipped"]) == ([], [])


def test_names_are_shown_safely(gated) -> None:
    gated.memory(A)
    commit_as(gated, "evil\x1b[31m{0}[bot]", "x@example.com")
    (message,) = messages(gated)
    assert "evil\\x1b[31m{0}[bot]" in message


def test_whose_hands() -> None:
    commit = Authored("1", ("Robin", "robin@example.com"), ("GitHub", "noreply@github.com"), "Change (#1)")
    hands = Judge().hands(commit)
    assert (hands.agents, hands.humans, hands.squashed) == ([], ["Robin"], True)
    commit = Authored("1", ("x[bot]", ""), ("", ""), "Change (#one)")
    hands = Judge().hands(commit)
    assert (hands.agents, hands.humans, hands.squashed) == (["x[bot]"], [], False)
