"""Who is an agent: by the environment of a command, and by the names in a commit."""

from __future__ import annotations

import pytest

from memoryrail_lint.checks.agents import VARIABLES, environment_agent, identity_agent


@pytest.mark.parametrize("name", VARIABLES)
def test_a_known_variable_names_its_agent(name: str) -> None:
    shown = environment_agent({name: "some-tool@2"})
    assert shown == (VARIABLES[name] if VARIABLES[name] != "an agent" else "some-tool@2")


@pytest.mark.parametrize("value", ["", "0", "false", "No", " off "])
def test_a_variable_that_says_no_is_none(value: str) -> None:
    assert environment_agent({"CLAUDECODE": value, "AGENT": value}) is None


def test_the_environment_of_a_person_is_none() -> None:
    person = {
        "TERM_PROGRAM": "vscode",
        "CURSOR_TRACE_ID": "1",
        "SSH_AGENT_PID": "7",
        "CI": "true",
        "AGENT": "/run/x.sock",
    }
    assert environment_agent(person) is None


@pytest.mark.parametrize(
    ("name", "address", "agent"),
    [
        ("Claude", "noreply@anthropic.com", "Claude"),
        ("anything", "<NoReply@Anthropic.com>", "Claude"),
        ("Cursor Agent", "cursoragent@cursor.com", "Cursor"),
        ("Copilot", "copilot@github.com", "GitHub Copilot"),
        ("Copilot", "198982749+Copilot@users.noreply.github.com", "GitHub Copilot"),
        ("copilot-swe-agent[bot]", "198982749+Copilot@users.noreply.github.com", "GitHub Copilot"),
        ("devin-ai-integration[bot]", "158243242+devin-ai-integration[bot]@users.noreply.github.com", "Devin"),
        ("dependabot[bot]", "49699333+dependabot[bot]@users.noreply.github.com", "dependabot[bot]"),
        ("some", "1+other[bot]@users.noreply.github.com", "other[bot]"),
    ],
)
def test_an_agent_is_known_by_its_commits(name: str, address: str, agent: str) -> None:
    assert identity_agent(name, address) == agent


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("Claude Monet", "claude@example.com"),
        ("Robin Example", "12+robin@users.noreply.github.com"),
        ("Robin [bot] Example", "robin@example.com"),
        ("GitHub", "noreply@github.com"),
        ("", ""),
    ],
)
def test_a_person_is_none(name: str, address: str) -> None:
    assert identity_agent(name, address) is None
