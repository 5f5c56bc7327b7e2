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
    gated.write(".secrets.baseline", '{"results": {".memoryrail/memories/x.md": [{"hashed_secret": "0"}]}}\n')
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
    gated.memory("20260601-old", f"Because, <!-- {pragma} -->\n")
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
    link = ("error", ".memoryrail/memories", 1)
    assert found(gated) == [link]
    gated.memory(A)
    gated.commit(CLAUDE)
    assert found(gated) == [link, *BYPASS]


def test_memories_in_a_folder_that_is_a_symlink(gated) -> None:
    (gated.folder / ".memoryrail/memories").rename(gated.folder / "kept")
    (gated.folder / ".memoryrail/memories").symlink_to("../kept")
    gated.memory(A, "Because of this.\n")
    gated.commit()
    assert found(gated) == []
    gated.git("tag", "-f", "before")
    gated.memory(A, "Something else.\n", tags=["x"])
    (gated.folder / PATH.format("20260601-old")).unlink()
    gated.commit(CLAUDE)
    assert found(gated) == [("error", PATH.format(A), 11), ("error", "kept/20260601-old.md", 1)]
    gated.git("reset", "-q", "--hard", "before")
    gated.memory(A, "Because of this.\n", status="archived")
    gated.memory("20260601-old", tags=["x"])
    gated.commit(CLAUDE)
    assert found(gated) == [("error", f"kept/{A}.md", 1)]
    gated.git("reset", "-q", "--soft", "before")
    gated.commit()
    assert found(gated) == []


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


LINT = ".memoryrail/lint.toml"
OLD = PATH.format("20260601-old")
LONG = "Two pools took each other's connections under load, so each worker waited for the other one to give up.\n"


def again(gated, to: str = "before") -> None:
    gated.git("reset", "-q", "--hard", to)
    gated.git("clean", "-fdq")


def judged(gated, *words: str) -> list[tuple[str, str]]:
    """(rule, path) of a run whose rules the configuration picks."""
    result = gated.run("check", "--base", "before", "--format", "json", "--fail-on", "error", *words)
    assert result.err == b"", result
    return [(d["rule"], d["path"]) for d in result.json["diagnostics"] if d["rule"] == RULE]


@pytest.mark.parametrize(
    "text",
    [
        f'ignore = ["{RULE}"]',
        'ignore = ["memoryrail-review"]',
        'select = ["memoryrail-schema"]',
        'exclude = ["*"]',
        f'fail-on = "never"\nignore = ["{RULE}"]',
    ],
)
@pytest.mark.parametrize("name", [LINT, "memoryrail-lint.toml"])
def test_no_configuration_of_the_range_silences_it(gated, text: str, name: str) -> None:
    """`exclude` in the store's own folder does not match the store at the top, which every pattern of it does."""
    gated.memory(A)
    gated.write(name, text + "\n")
    gated.commit(CLAUDE)
    result = gated.run("check", "--base", "before", "--format", "json")
    found = [(d["rule"], d["path"]) for d in result.json["diagnostics"] if d["rule"] == RULE]
    assert {(RULE, PATH.format(A)), (RULE, name)} <= set(found)
    helps = {d["help"] for d in result.json["diagnostics"] if d["rule"] == RULE}
    assert all("the configuration that silences this changed in the same range" in help for help in helps)
    assert result.status == 1
    gated.git("tag", "-f", "before")
    gated.memory(B)
    gated.commit(CLAUDE)
    result = gated.run("check", "--base", "before", "--format", "json", "--allow-empty")
    assert RULE not in result.rules, "the base says so"


def test_a_severity_that_never_fails(gated) -> None:
    gated.write(LINT, 'fail-on = "never"\n')
    gated.memory(A)
    gated.commit(CLAUDE)
    assert gated.run("check", "--base", "before").status == 1
    gated.git("tag", "-f", "before")
    gated.memory(B)
    gated.commit(CLAUDE)
    assert gated.run("check", "--base", "before").status == 0


def test_a_baseline_of_the_range_excuses_nothing(gated) -> None:
    gated.memory(A)
    gated.write(LINT, 'baseline = "known.json"\n')
    gated.commit(CLAUDE)
    assert gated.run("check", "--base", "before", "--write-baseline").status == 0
    gated.git("add", "-A")
    gated.git("commit", "-q", "--amend", "--no-edit")
    result = gated.run("check", "--base", "before", "--format", "json")
    assert (RULE, PATH.format(A)) in [(d["rule"], d["path"]) for d in result.json["diagnostics"]]
    assert result.status == 1


def test_a_configuration_given_by_name(gated) -> None:
    gated.write("ci.toml", "")
    gated.commit()
    gated.git("tag", "-f", "before")
    gated.write("ci.toml", f'ignore = ["{RULE}"]\n')
    gated.memory(A)
    gated.commit(CLAUDE)
    assert judged(gated, "--config", "ci.toml") == [(RULE, PATH.format(A))]


def test_a_command_line_still_picks_the_rules(gated) -> None:
    gated.write(LINT, f'ignore = ["{RULE}"]\n')
    gated.memory(A)
    gated.commit(CLAUDE)
    assert judged(gated, "--ignore", RULE) == []
    assert judged(gated, "--select", "memoryrail-schema") == []
    assert len(judged(gated, "--select", RULE)) == 2


def test_hooks_heed_no_configuration_that_is_about_to_be_committed(gated) -> None:
    gated.write(LINT, f'ignore = ["{RULE}"]\n')
    gated.memory(A)
    gated.git("add", "-A")
    for words in (["memoryrail-review"], ["check", "--hook"]):
        result = gated.run(*words, "--format", "json", env={"CLAUDECODE": "1"})
        assert (result.status, result.rules.count(RULE)) == (1, 2)
        assert gated.run(*words, "--format", "json").rules.count(RULE) == 0


@pytest.mark.parametrize(
    ("before", "now", "keys"),
    [
        ("", 'select = ["memoryrail-schema"]', ["select"]),
        ('select = ["secret", "memoryrail-review"]', 'select = ["secret"]', ["select"]),
        ('select = ["secret"]', "", []),
        ('select = ["secret"]', 'select = ["field-typo", "secret"]', []),
        ('ignore = ["secret"]', 'ignore = ["field-typo"]', ["ignore"]),
        ('ignore = ["secret", "field-typo"]', 'ignore = ["field-typo"]', []),
        ("[secrets]\nallow = ['a+']", "[secrets]\nallow = ['b+']", ["secrets.allow"]),
        ('exclude = ["a"]', 'exclude = ["b"]', ["exclude"]),
        ("", 'fail-on = "never"', ["fail-on"]),
        ('fail-on = "warning"', "", ["fail-on"]),
        ('fail-on = "never"', 'fail-on = "info"', []),
        ("", 'baseline = "known.json"', ["baseline"]),
        ("", "[lifecycle]\ntypo-limit = 1000", ["lifecycle.typo-limit"]),
        ("", "[lifecycle]\ntypo-limit = 0", []),
        ("", '[staleness]\ngrace = "30d"', ["staleness.grace"]),
        ('[review]\nagents = ["x*"]', '[review]\nagents = ["y*"]', ["review.agents"]),
        ('[review]\nhumans = ["x*"]', '[review]\nhumans = ["y*"]', ["review.humans"]),
        ("", '[review]\nagents = ["x*"]', []),
        ("", "[sync]\ntargets = []", ["sync.targets"]),
        ("", '[sync]\ntargets = ["AGENTS.md", "CLAUDE.md", ".cursor/rules/memoryrail.mdc", "x.md"]', []),
        ('[sync]\nalso = ["x.md"]', "", ["sync.also"]),
        ("", '[sync]\ngenerator = "other"', ["sync.generator"]),
    ],
)
def test_settings_are_compared_entry_by_entry(gated, before: str, now: str, keys: list[str]) -> None:
    gated.write("known.json", '{"version": 1, "findings": {}}\n')
    gated.write(LINT, before + "\n")
    gated.commit()
    gated.git("tag", "-f", "before")
    gated.write(LINT, now + "\n")
    gated.commit(CLAUDE)
    said = messages(gated)
    assert [message.partition(" ")[0] for message in said] == keys
    assert all("lets more pass than before" in message for message in said)
    again(gated)
    gated.write(LINT, now + "\n")
    gated.commit("A person's")
    assert found(gated) == []


def test_a_configuration_that_hides_another(gated) -> None:
    gated.write("pyproject.toml", '[tool.memoryrail-lint.review]\nagents = ["*@bots.example.com"]\n')
    gated.commit()
    gated.git("tag", "-f", "before")
    gated.write(LINT, "")
    gated.commit(CLAUDE)
    assert found(gated) == [("error", LINT, 1)]
    again(gated)
    (gated.folder / "pyproject.toml").unlink()
    gated.commit(CLAUDE)
    assert found(gated) == [("error", "pyproject.toml", 1)]


def test_a_configuration_behind_a_symlink(gated) -> None:
    gated.write("shared.toml", "")
    (gated.folder / LINT).symlink_to("../shared.toml")
    gated.commit()
    gated.git("tag", "-f", "before")
    gated.write("shared.toml", 'ignore = ["secret"]\n')
    gated.commit(CLAUDE)
    assert found(gated) == [("error", "shared.toml", 1)]
    gated.git("tag", "-f", "before")
    (gated.folder / LINT).unlink()
    gated.write("other.toml", 'ignore = ["secret", "field-typo"]\n')
    (gated.folder / LINT).symlink_to("../other.toml")
    gated.commit(CLAUDE)
    assert [severity for severity, _, _ in found(gated)] == ["error"]
    again(gated)
    (gated.folder / LINT).unlink()
    (gated.folder / LINT).symlink_to("../shared.toml")
    gated.write("shared.toml", 'ignore = ["field-typo"]\n')
    gated.commit("A person's")
    assert found(gated) == []


def test_a_symlink_silences_nothing(gated) -> None:
    gated.write("shared.toml", "")
    (gated.folder / LINT).symlink_to("../shared.toml")
    gated.commit()
    gated.git("tag", "-f", "before")
    gated.write("shared.toml", f'ignore = ["{RULE}"]\n')
    gated.memory(A)
    gated.commit(CLAUDE)
    assert judged(gated) == [(RULE, PATH.format(A)), (RULE, "shared.toml")]


def test_what_silences_nothing_new_is_asked_about_once(gated, monkeypatch: pytest.MonkeyPatch) -> None:
    from memoryrail_lint.git import Repository

    gated.write("memoryrail-lint.toml", 'ignore = ["updated-unmoved"]\nexclude = ["samples"]\n')
    for number in range(5):
        gated.store(f"samples/{number}", ON)
    gated.commit()
    asked: list[str] = []
    ask = Repository.ask
    monkeypatch.setattr(
        Repository, "ask", lambda self, *words, **more: asked.append(" ".join(words)) or ask(self, *words, **more)
    )
    assert gated.run("check", "--hook").status == 0
    assert sum("glob" in words and "diff-index" in words for words in asked) == 1


def test_the_configuration_of_the_repository_excludes_a_store(repo) -> None:
    repo.store("apps/one", ON)
    repo.write("apps/one/.memoryrail/lint.toml", "")
    repo.memory(A, root="apps/one")
    repo.commit()
    repo.git("tag", "before")
    repo.write("memoryrail-lint.toml", 'exclude = ["apps/*"]\n')
    repo.commit(CLAUDE)
    assert found(repo) == [("error", "memoryrail-lint.toml", 1)]


def test_who_loosened_what(gated) -> None:
    gated.write(LINT, 'ignore = ["secret"]\n')
    gated.commit("A person's")
    gated.write(LINT, 'ignore = ["secret", "field-typo"]\n')
    gated.commit(CLAUDE)
    assert found(gated) == [("error", LINT, 1)]
    gated.write(LINT, 'ignore = ["secret"]\n')
    gated.commit("Back")
    assert found(gated) == []


COMMENT = "<!-- memoryrail-lint: ignore[{}] ours -->\n"


def test_one_comment_for_another(gated) -> None:
    gated.memory(A, LONG + COMMENT.format("field-typo"), status="proposed")
    gated.commit()
    gated.git("tag", "-f", "before")
    gated.memory(A, LONG + COMMENT.format("secret"), status="proposed")
    gated.commit(CLAUDE)
    assert found(gated) == [("error", PATH.format(A), 11)]
    gated.memory(A, COMMENT.format("field-typo") + "Moved.\n" + LONG, status="proposed")
    gated.commit(CLAUDE)
    assert found(gated) == []


def test_an_override_for_another_value(gated) -> None:
    pragma = "pragma: " + "allowlist secret"
    one, other = "password = " + "'Zk8fQw2Lp9Xr4Tn7'", "password = " + "'Hb3vRt6Yq1Ms5Jd8'"
    gated.memory(A, f"{one} # {pragma}\n", status="proposed")
    gated.commit()
    gated.git("tag", "-f", "before")
    gated.memory(A, f"{other} # {pragma}\n", status="proposed")
    gated.commit(CLAUDE)
    assert found(gated) == [("error", PATH.format(A), 10)]
    gated.memory(A, f"Else: {one} # {pragma}\n", status="proposed")
    gated.commit(CLAUDE)
    assert found(gated) == []


def test_many_comments(gated) -> None:
    body = "".join(COMMENT.format(f"rule-{number}") for number in range(120))
    gated.memory(A, body, status="proposed")
    gated.commit(CLAUDE)
    assert len(found(gated)) == 51
    assert "one of 120" in messages(gated)[-1]


@pytest.mark.parametrize(
    ("name", "form"),
    [
        (".secrets.baseline", '{{"results": {{".memoryrail/memories/x.md": [{{"hashed_secret": "{}"}}]}}}}\n'),
        ("known.json", '{{"version": 1, "findings": {{"x:secret:{}": 1}}}}\n'),
    ],
)
def test_one_entry_of_a_baseline_for_another(gated, name: str, form: str) -> None:
    gated.write(LINT, 'baseline = "known.json"\n')
    gated.write("known.json", '{"version": 1, "findings": {}}\n')
    gated.write(name, form.format("aa"))
    gated.commit()
    gated.git("tag", "-f", "before")
    gated.write(name, form.format("bb"))
    gated.commit(CLAUDE)
    assert found(gated) == [("error", name, 1)]
    gated.write(name, form.format("aa"))
    gated.commit(CLAUDE)
    assert found(gated) == []


# Where the store is


def test_the_whole_store_is_taken_away(gated) -> None:
    gated.git("rm", "-rq", ".memoryrail")
    gated.commit(CLAUDE)
    assert found(gated) == [("error", CONFIG, 1), ("error", OLD, 1)]
    result = gated.run("check", "--base", "before", "--format", "json")
    assert sorted(result.rules) == ["memory-deleted", RULE, RULE]
    assert result.status == 1
    assert gated.run("memoryrail-review", "--base", "before").status == 1
    again(gated)
    gated.git("rm", "-rq", ".memoryrail")
    assert gated.run("check", "--staged", "--select", RULE, env={"CLAUDECODE": "1"}).status == 1
    gated.commit("A person's")
    result = gated.run("check", "--base", "before", "--format", "json")
    assert (result.rules, result.status) == (["memory-deleted"], 0)


def test_the_store_is_moved(gated) -> None:
    (gated.folder / "docs").mkdir()
    gated.git("mv", ".memoryrail", "docs/.memoryrail")
    gated.commit(CLAUDE)
    assert {path for _, path, _ in found(gated)} == {CONFIG, OLD, f"docs/{OLD}"}
    again(gated)
    (gated.folder / "docs").mkdir()
    gated.git("mv", ".memoryrail", "docs/.memoryrail")
    gated.commit("A person's")
    assert found(gated) == []


@pytest.mark.parametrize("config", [OFF, '{"version": 1}\n', "{\n"])
def test_a_store_without_the_gate_below(gated, config: str) -> None:
    gated.store("src/deep", config)
    gated.memory(A, root="src/deep")
    gated.commit(CLAUDE)
    assert found(gated) == [
        ("error", "src/deep/.memoryrail/config.json", 1),
        ("error", f"src/deep/{PATH.format(A)}", 5),
    ]
    again(gated)
    gated.store("src/deep", config)
    gated.commit("A person's")
    assert found(gated) == []
    gated.git("tag", "-f", "before")
    gated.memory(A, root="src/deep")
    gated.commit(CLAUDE)
    assert found(gated) == [], "this store has no gate"


def test_a_store_with_the_gate_below(gated) -> None:
    gated.store("src", ON)
    gated.commit(CLAUDE)
    assert found(gated) == []


def test_a_store_beside_one(repo) -> None:
    repo.store("a", ON)
    repo.commit()
    repo.git("tag", "before")
    repo.store("b", OFF)
    repo.memory(A, root="b")
    repo.commit(CLAUDE)
    assert found(repo) == []


@pytest.mark.parametrize(
    "text", ["{\n", '{"version": 2, "review": "agents"}\n', '{"version": 1, "review": "AGENTS"}\n', ""]
)
def test_a_config_that_asks_no_more(gated, text: str) -> None:
    gated.write(CONFIG, text)
    gated.commit(CLAUDE)
    assert found(gated) == [("error", CONFIG, 1)]
    again(gated)
    gated.write(CONFIG, text)
    gated.commit("A person's")
    assert found(gated) == []


def test_a_config_that_is_renamed(gated) -> None:
    gated.git("mv", CONFIG, ".memoryrail/config.json.bak")
    gated.commit(CLAUDE)
    assert found(gated) == [("error", CONFIG, 1)]


def test_a_store_behind_a_symlink(gated) -> None:
    (gated.folder / ".memoryrail").rename(gated.folder / "kept")
    (gated.folder / ".memoryrail").symlink_to("kept")
    gated.write("kept/config.json", OFF)
    gated.commit(CLAUDE)
    assert ("error", CONFIG) in [(severity, path) for severity, path, _ in found(gated)]


# What is in force


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({"status": "archived"}, 5),
        ({"status": "resolved"}, 5),
        ({"status": "proposed"}, 5),
        ({"status": "actve"}, 5),
        ({"status": "superseded"}, 5),
        ({"status": "superseded", "superseded_by": "20260601-gone"}, 5),
        ({"type": "session"}, 3),
        ({"type": "thread", "status": "resolved"}, 3),
        ({"type": "attempt"}, 3),
        ({"title": "Use no queue"}, 4),
        ({"body": "Never mind.\n"}, 10),
    ],
)
@pytest.mark.parametrize("moved", [False, True])
def test_what_a_human_let_in_stays(gated, fields: dict[str, str], line: int, moved: bool) -> None:
    def change() -> None:
        values = dict(fields)
        body = values.pop("body", "Because.\n")
        if moved:
            gated.git("mv", OLD, PATH.format("moved"))
        gated.memory("moved" if moved else "20260601-old", body, **{"id": "20260601-old", **values})

    change()
    gated.commit(CLAUDE)
    assert found(gated) == [("error", PATH.format("moved") if moved else OLD, line)]
    again(gated)
    change()
    gated.git("add", "-A")
    assert len(found(gated, "--staged", env={"CLAUDECODE": "1"})) == 1
    gated.commit("A person's")
    assert found(gated) == []
    gated.memory("20260602-new", status="proposed")
    gated.commit(CLAUDE)
    assert found(gated) == []


@pytest.mark.parametrize(
    ("fields", "body"),
    [
        ({"tags": ["db"], "links": ["src"], "pinned": True, "updated": "2026-07-01T12:00:00Z"}, LONG),
        ({}, LONG.replace("waited", "waitted")),
        ({}, LONG.replace("'", "\u2019")),
        ({"title": "Use a quueue"}, LONG),
    ],
)
def test_what_an_agent_may_mend(gated, fields: dict[str, object], body: str) -> None:
    gated.memory(A, LONG)
    gated.commit()
    gated.git("tag", "-f", "before")
    gated.memory(A, body, **fields)
    gated.commit(CLAUDE)
    assert found(gated) == []


def test_what_is_not_durable_is_the_agents(gated) -> None:
    gated.memory(A, type="thread")
    gated.memory(B, type="session")
    gated.commit()
    gated.git("tag", "-f", "before")
    gated.memory(A, "Done.\n", type="thread", status="resolved")
    (gated.folder / PATH.format(B)).unlink()
    (gated.folder / PATH.format("20260601-p")).unlink()
    gated.commit(CLAUDE)
    assert found(gated) == []


def test_a_rewriting_in_small_steps(gated) -> None:
    gated.memory(A, LONG)
    gated.commit()
    gated.git("tag", "-f", "before")
    text = LONG
    for old, new in (("Two", "Ten"), ("pools", "ponds"), ("load", "lard"), ("worker", "waiter")):
        text = text.replace(old, new)
        gated.memory(A, text)
        gated.commit(CLAUDE)
    assert found(gated) == [("error", PATH.format(A), 10)]
    again(gated)
    gated.memory(A, text)
    gated.commit("A person's")
    assert found(gated) == []


def test_the_limit_is_that_of_the_base(gated) -> None:
    gated.memory(A, LONG)
    gated.write(LINT, "[lifecycle]\ntypo-limit = 0\n")
    gated.commit()
    gated.git("tag", "-f", "before")
    gated.memory(A, LONG.replace("waited", "waitted"))
    gated.write(LINT, "[lifecycle]\ntypo-limit = 40\n")
    gated.commit(CLAUDE)
    assert found(gated) == [("error", LINT, 2), ("error", PATH.format(A), 10)]


def test_each_part_has_its_own_author(gated) -> None:
    gated.memory("20260601-old", "Because.\n", title="Use no queue")
    gated.commit(CLAUDE)
    gated.memory("20260601-old", LONG, title="Use no queue")
    gated.commit("A person's")
    assert found(gated) == [("error", OLD, 4)]
    gated.memory("20260601-old", LONG)
    gated.commit(CLAUDE)
    assert found(gated) == []


def test_deleting(gated) -> None:
    (gated.folder / OLD).unlink()
    gated.commit(CLAUDE)
    assert found(gated) == [("error", OLD, 1)]
    assert "this decision was deleted by the agent" in messages(gated)[0]
    again(gated)
    gated.write(OLD, "no memory\n")
    gated.commit(CLAUDE)
    assert found(gated) == [("error", OLD, 1)]
    again(gated)
    (gated.folder / OLD).unlink()
    gated.commit("A person's")
    gated.memory("20260601-old", "Else.\n")
    gated.commit(CLAUDE)
    assert found(gated) == [("error", OLD, 10)], "an agent wrote it anew"


def test_a_pair_that_is_completed(gated) -> None:
    gated.memory(A)
    gated.memory("20260601-old", status="superseded", superseded_by=A)
    gated.commit("A person's")
    gated.git("tag", "-f", "before")
    gated.memory(A, supersedes="20260601-old")
    gated.commit(CLAUDE)
    assert found(gated) == []


def test_an_id_that_two_others_get(gated) -> None:
    gated.memory("one", id="20260601-old", status="archived")
    gated.memory("two", id="20260601-old", status="archived")
    (gated.folder / OLD).unlink()
    gated.commit(CLAUDE)
    assert found(gated) == [("error", OLD, 1)]
    assert "its id given to others" in messages(gated)[0]
    gated.memory("two", id="20260601-old")
    gated.commit(CLAUDE)
    assert OLD not in [path for _, path, _ in found(gated)]


def test_a_successor_that_a_human_let_in(gated) -> None:
    gated.memory(A, supersedes="20260601-old")
    gated.commit("A person's")
    gated.memory("20260601-old", status="superseded", superseded_by=A)
    gated.commit(CLAUDE)
    assert found(gated) == []
    gated.memory(B, supersedes=A)
    gated.memory(A, status="superseded", superseded_by=B, supersedes="20260601-old")
    gated.commit("A person's")
    assert found(gated) == []


@pytest.mark.parametrize(
    "fields", [{"type": "session"}, {"status": "archived"}, {"status": "resolved"}, {"type": "thread"}]
)
def test_a_successor_that_needs_no_human(gated, fields: dict[str, str]) -> None:
    gated.memory(A, supersedes="20260601-old", **fields)
    gated.memory("20260601-old", status="superseded", superseded_by=A)
    gated.commit(CLAUDE)
    assert found(gated) == [("error", OLD, 5)]


def test_a_successor_that_was_there_for_something_else(gated) -> None:
    gated.memory(A, title="Use a cache")
    gated.commit()
    gated.git("tag", "-f", "before")
    gated.memory(A, title="Use a cache", supersedes="20260601-old")
    gated.memory("20260601-old", status="superseded", superseded_by=A)
    gated.commit(CLAUDE)
    assert found(gated) == [("error", PATH.format(A), 8), ("error", OLD, 5)]


def test_a_proposal_that_is_rewritten_after_it_was_approved(gated) -> None:
    gated.memory(A, LONG, status="proposed")
    gated.commit(CLAUDE)
    gated.memory(A, LONG)
    gated.commit("Approve")
    assert found(gated) == []
    gated.memory(A, LONG, tags=["db"])
    gated.commit(CLAUDE)
    assert found(gated) == []
    gated.memory(A, "Never mind.\n", tags=["db"])
    gated.commit(CLAUDE)
    assert found(gated) == [("error", PATH.format(A), 11)]


def test_where_the_gate_came_later(gated) -> None:
    gated.write(CONFIG, OFF)
    gated.commit()
    gated.git("tag", "-f", "before")
    gated.memory("20260601-old", status="archived")
    gated.commit(CLAUDE)
    gated.write(CONFIG, ON)
    gated.commit("On")
    assert found(gated) == [], "no human had to let it in"


# Merges


@pytest.fixture
def parted(gated):
    """A decision that a person took back on `main`, which branch `topic` still has in force; the work tree is there."""
    gated.memory(A, LONG)
    gated.commit("Approve")
    gated.git("checkout", "-q", "-b", "topic")
    gated.write("x", "x\n")
    gated.commit(CLAUDE)
    gated.git("checkout", "-q", "main")
    gated.memory(A, LONG, status="archived")
    gated.commit("Take back")
    gated.git("checkout", "-q", "topic")
    return gated


def merge_as(repo, name: str, address: str, *words: str) -> None:
    before = dict(repo.env)
    for role in ("AUTHOR", "COMMITTER"):
        repo.env |= {f"GIT_{role}_NAME": name, f"GIT_{role}_EMAIL": address}
    try:
        repo.git("merge", "-q", "--no-edit", *words)
    finally:
        repo.env = before


BOT = ("x[bot]", "x@example.com")


def test_a_merge_that_brings_back_what_was_taken_back(parted) -> None:
    merge_as(parted, *BOT, "-s", "ours", "main")
    assert found(parted, "--base", "main") == BYPASS
    parted.git("reset", "-q", "--hard", "HEAD^")
    merge_as(parted, *BOT, "main")
    assert found(parted, "--base", "main") == []
    parted.git("reset", "-q", "--hard", "HEAD^")
    merge_as(parted, "Robin", "robin@example.com", "-s", "ours", "main")
    assert found(parted, "--base", "main") == [], "a person did"


def test_a_merge_that_brings_back_what_was_deleted_or_rewritten(parted) -> None:
    parted.git("checkout", "-q", "main")
    parted.git("rm", "-q", PATH.format(A))
    parted.memory("20260601-old", "Never mind.\n")
    parted.commit("Reject")
    parted.git("checkout", "-q", "topic")
    merge_as(parted, *BOT, "-s", "ours", "main")
    assert found(parted, "--base", "main") == [*BYPASS, ("error", OLD, 10)]


AGENT = {"CLAUDECODE": "1"}


def test_a_merge_under_way_that_brings_back_what_was_taken_back(parted) -> None:
    parted.git("merge", "-q", "--no-commit", "-s", "ours", "main")
    assert found(parted, "--staged", env=AGENT) == BYPASS
    assert found(parted, "--staged") == []
    parted.git("reset", "-q", "--hard")
    parted.git("merge", "-q", "--no-commit", "main")
    assert found(parted, "--staged", env=AGENT) == []
    parted.git("merge", "--abort")
    parted.git("checkout", "-q", "main")
    parted.git("merge", "-q", "--no-commit", "--no-ff", "topic")
    assert found(parted, "--staged", env=AGENT) == []
    parted.git("checkout", "topic", "--", PATH.format(A))
    assert found(parted, "--staged", env=AGENT) == BYPASS


def test_a_merge_that_undoes_the_gate(gated) -> None:
    gated.write(CONFIG, OFF)
    gated.commit("Off")
    gated.git("checkout", "-q", "-b", "topic")
    gated.write("x", "x\n")
    gated.commit(CLAUDE)
    gated.git("checkout", "-q", "main")
    gated.write(CONFIG, ON)
    gated.commit("On")
    gated.git("checkout", "-q", "topic")
    merge_as(gated, *BOT, "-s", "ours", "main")
    assert found(gated, "--base", "main") == [("error", CONFIG, 1)]


def test_a_merge_that_takes_out_of_force(gated) -> None:
    gated.memory(A, LONG, status="archived")
    gated.commit()
    gated.git("checkout", "-q", "-b", "topic")
    gated.write("x", "x\n")
    gated.commit(CLAUDE)
    gated.git("checkout", "-q", "main")
    gated.memory(A, LONG)
    gated.commit("Approve")
    gated.git("checkout", "-q", "topic")
    merge_as(gated, *BOT, "-s", "ours", "main")
    assert found(gated, "--base", "main") == BYPASS


def test_a_merge_that_takes_what_a_human_approved(gated) -> None:
    gated.memory(A, LONG, status="proposed")
    gated.commit(CLAUDE)
    gated.git("checkout", "-q", "-b", "topic")
    gated.memory(A, "Otherwise.\n", status="proposed")
    gated.commit(CLAUDE)
    gated.git("checkout", "-q", "main")
    gated.memory(A, LONG)
    gated.commit("Approve")
    gated.git("checkout", "-q", "topic")
    merge_as(gated, *BOT, "-X", "theirs", "main")
    assert found(gated) == [("error", PATH.format(A), 10)], "nobody approved these words"
    gated.git("reset", "-q", "--hard", "HEAD^")
    gated.git("merge", "-q", "--no-commit", "main")
    gated.git("checkout", "main", "--", PATH.format(A))
    commit_as(gated, *BOT, "Merge")
    assert found(gated) == []


def test_a_merge_of_both_sides(gated) -> None:
    gated.memory(A, LONG + "\n" * 3 + LONG)
    gated.commit()
    gated.git("tag", "-f", "before")
    gated.git("checkout", "-q", "-b", "topic")
    gated.memory(A, LONG + "\n" * 3 + LONG.replace("waited", "waitted"))
    gated.commit(CLAUDE)
    gated.git("checkout", "-q", "main")
    gated.memory(A, LONG + "\n" * 3 + LONG, status="archived")
    gated.commit("Archive")
    merge_as(gated, *BOT, "topic")
    assert found(gated) == [], "a person archived it"


def test_an_evil_merge(gated) -> None:
    gated.git("checkout", "-q", "-b", "topic")
    gated.write("x", "x\n")
    gated.commit("A person's")
    gated.git("checkout", "-q", "main")
    gated.write("y", "y\n")
    gated.commit("A person's")
    gated.git("merge", "-q", "--no-commit", "topic")
    gated.memory("20260601-p")
    gated.memory("20260601-old", "Never mind.\n")
    commit_as(gated, *BOT, "Merge")
    assert found(gated) == [("error", OLD, 10), ("error", PATH.format("20260601-p"), 5)]


def test_no_commit_looks_like_a_squash_by_its_words_alone(gated) -> None:
    gated.memory(A)
    gated.commit(f"Squashed commit of the following:\n\n{CLAUDE[8:]}")
    assert found(gated) == BYPASS, "no person is named in it"
    gated.git("reset", "-q", "--soft", "before")
    gated.commit(f"Squashed commit of the following:\n\nCo-authored-by: Kim <kim@example.com>\n{CLAUDE[8:]}")
    assert found(gated) == [("warning", PATH.format(A), 5)]
    gated.git("reset", "-q", "--soft", "before")
    both = f"Squashed commit of the following:\n\nCo-authored-by: Kim <kim@example.com>\n{CLAUDE[8:]}"
    commit_as(gated, *BOT, both, committer=True)
    assert found(gated) == BYPASS, "an agent made it"


def test_a_comment_to_nobody_says_something(gated) -> None:
    for comment in ("memoryrail-lint: note: not any more, call it", "pragma: not any more, call it"):
        gated.memory("20260601-old", f"Because.\n\n<!-- {comment} -->\n")
        gated.commit(CLAUDE)
        assert len(found(gated)) == 1
        gated.git("reset", "-q", "--hard", "before")


@pytest.mark.parametrize(("word", "other"), [("Never call", "Call"), ("Don\u2019t call", "Do call"), ("Only ", "")])
def test_a_small_edit_that_turns_a_sentence_round(gated, word: str, other: str) -> None:
    text = "{} the provider from a request handler: it is slow, it limits us, and it goes down. {}\n"
    gated.memory("20260601-old", text.format(word, "Use the queue. " * 30))
    gated.commit()
    gated.git("tag", "-f", "before")
    gated.memory("20260601-old", text.format(other, "Use the queue. " * 30))
    gated.commit(CLAUDE)
    assert len(found(gated)) == 1
    gated.memory("20260601-old", text.format(word, "Use the queue. " * 30).replace("slow", "slwo"))
    gated.commit(CLAUDE)
    assert found(gated) == []


@pytest.mark.parametrize(
    "trailer",
    [
        "Co-authored-by : Claude <noreply@anthropic.com>",
        "Co-authored-by:\n Claude <noreply@anthropic.com>",
        "x" * 70_000 + "\n" + "y" * 70_000 + "\n\nCo-authored-by: Claude <noreply@anthropic.com>",
    ],
)
def test_trailers_as_git_reads_them(gated, trailer: str) -> None:
    gated.memory(A)
    gated.git("add", "-A")
    gated.git("commit", "-q", "-F", "-", stdin=f"Change\n\n{trailer}\n".encode())
    assert found(gated) == BYPASS


def test_known_secrets_elsewhere_are_no_matter_of_the_gate(gated) -> None:
    gated.write(".secrets.baseline", '{"results": {"tests/x.py": [{"hashed_secret": "0"}]}}\n')
    gated.commit(CLAUDE)
    assert found(gated) == []


@pytest.mark.parametrize("redirected", [False, True])
def test_a_config_behind_a_symlink(gated, redirected: bool) -> None:
    gated.write("conf/on.json", ON)
    gated.write("conf/off.json", OFF)
    (gated.folder / CONFIG).unlink()
    (gated.folder / CONFIG).symlink_to("../conf/on.json")
    gated.commit()
    gated.git("tag", "-f", "before")
    if redirected:
        (gated.folder / CONFIG).unlink()
        (gated.folder / CONFIG).symlink_to("../conf/off.json")
    else:
        gated.write("conf/on.json", OFF)
    gated.memory(A)
    gated.commit(CLAUDE)
    assert found(gated) == [("error", CONFIG, 1), *BYPASS]
    gated.git("reset", "-q", "--soft", "before")
    gated.commit()
    assert found(gated) == []


def test_a_folder_that_leads_elsewhere(gated) -> None:
    link = gated.folder / ".memoryrail"
    link.rename(gated.folder / "one")
    link.symlink_to("one")
    gated.store("other", OFF)
    (gated.folder / "other/.memoryrail").rename(gated.folder / "two")
    gated.commit()
    gated.git("tag", "-f", "before")
    gated.write("one/config.json", OFF)
    gated.commit(CLAUDE)
    assert found(gated) == [("error", CONFIG, 1)]
    gated.git("reset", "-q", "--hard", "before")
    link.unlink()
    link.symlink_to("two")
    gated.commit(CLAUDE)
    assert found(gated) == [("error", ".memoryrail", 1), ("error", CONFIG, 1)]


def test_memories_that_become_a_submodule(gated) -> None:
    folder = gated.folder / ".memoryrail/memories"
    gated.git("rm", "-rq", "--cached", ".memoryrail/memories")
    gated.git("init", "-q", cwd=".memoryrail/memories")
    gated.git("add", "-A", cwd=".memoryrail/memories")
    gated.git("commit", "-q", "-m", "All", cwd=".memoryrail/memories")
    gated.commit(CLAUDE)
    assert (folder / ".git").exists()
    assert ("error", ".memoryrail/memories", 1) in found(gated)
