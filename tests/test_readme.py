"""What the README shows and claims is what the tool does."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from memoryrail_lint import cli, config, options
from memoryrail_lint.hooks.catalogue import HOOKS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
TOML = re.search(r"```toml\n(.*?)```", README, re.DOTALL)


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal is played by a pty")
def test_the_example_is_real_output() -> None:
    import pty

    shown = re.search(r"```text\n\$ memoryrail-lint (.*?)\n(.*?)\n\.\.\.\n```", README, re.DOTALL)
    assert shown
    reading, terminal = pty.openpty()
    command = [sys.executable, "-m", "memoryrail_lint", *shown[1].split()]
    env = {**os.environ, "TERM": "xterm", "NO_COLOR": "1"}
    with subprocess.Popen(command, cwd=ROOT, stdin=terminal, stdout=terminal, stderr=terminal, env=env) as child:
        os.close(terminal)
        out = b""
        try:
            while more := os.read(reading, 65536):
                out += more
        except OSError:  # Linux says so when the other end is closed
            pass
        os.close(reading)
        assert child.wait() == 1
    assert out.decode().replace("\r\n", "\n").startswith(shown[2])


def test_every_command_of_the_table_is_there() -> None:
    table = README[README.index("| command |") : README.index("`check --fix` applies")]
    rows = [line.split(" | ")[0] for line in table.splitlines() if line.startswith("| `")]
    named = {name for row in rows for name in re.findall(r"`([a-z-]+)[ `]", row)}
    assert named == set(cli.COMMANDS)


def test_the_configuration_example_is_valid_and_complete() -> None:
    assert TOML
    settings = config.parse("memoryrail-lint.toml", TOML[1].encode())
    assert settings is not None
    assert settings.grace == 24 * 3600
    for key in config.KEYS:
        table, _, name = key.rpartition(".")
        assert f"{name} = " in TOML[1]
        assert not table or f"[{table}]" in TOML[1]


def test_options_that_are_named_exist() -> None:
    known = {word for action in options.build("check")._actions for word in action.option_strings}
    for path in (ROOT / "memoryrail_lint/commands").glob("*.py"):
        known |= set(re.findall(r'"(--[a-z-]+)"', path.read_text(encoding="utf-8")))
    ours = [code for code in re.findall(r"`([^`\n]+)`", README) if not code.startswith("pre-commit ")]
    assert {word for code in ours for word in re.findall(r"--[a-z][a-z-]+", code)} <= known


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_the_hooks_of_the_example_exist() -> None:
    [entry] = yaml.safe_load(blocks("yaml")[0])["repos"]
    named = [hook["id"] for hook in entry["hooks"]]
    assert named == ["memoryrail-lint", "engramory-lint", "memoryrail-commit-msg"]
    assert {*named} <= {hook.id for hook in HOOKS}
    staged = [line for line in blocks("yaml")[0].splitlines() if "--hook-type commit-msg" in line]
    assert [line.split()[2] for line in staged] == [hook.id for hook in HOOKS if hook.message]


def test_the_pull_request_example_has_what_the_action_needs() -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    checkout, check = yaml.safe_load(blocks("yaml")[1])["jobs"]["memory"]["steps"]
    assert checkout["with"] == {"fetch-depth": 0}
    assert set(check.get("with", {})) <= set(action["inputs"])
    part = README[README.index("### In a pull request") : README.index("### Before an agent writes")]
    assert set(re.findall(r"input `([a-z]+)`", part)) <= set(action["inputs"])
    assert "pull_request.base.sha" in action["inputs"]["base"]["default"]
    given = re.search(r"`memoryrail-lint (check --base .*?)`", part)
    assert given
    assert options.parse(given[1].split()[1:], "check").config_from == "base"


def test_the_first_steps_can_be_taken(tmp_path: Path) -> None:
    (tmp_path / "src/store").mkdir(parents=True)
    (tmp_path / "src/store/pool.py").touch()
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    [steps] = blocks("sh")
    for step in steps.splitlines():
        _, *argv = shlex.split(step, comments=True)
        command = [sys.executable, "-m", "memoryrail_lint", *argv]
        assert subprocess.run(command, cwd=tmp_path, check=False, capture_output=True).returncode == 0, step
    assert "Use one connection pool per process" in (tmp_path / "AGENTS.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("hook", [("check", "--profile=memoryrail", "--hook"), ("memoryrail-schema",)])
def test_a_hook_over_a_range_can_judge_by_the_base(repo, hook: tuple[str, ...]) -> None:
    repo.memory("20260601-x")
    repo.commit()
    repo.git("tag", "before")
    repo.write("memoryrail-lint.toml", 'ignore = ["field-typo"]\n')
    repo.memory("20260601-x", pinnd="x")
    repo.commit()
    given = re.search(r"`args: \[(--config-from=base)\]`", README)
    assert given
    env = {"PRE_COMMIT_FROM_REF": "before", "PRE_COMMIT_TO_REF": "HEAD"}
    assert "field-typo" not in repo.run(*hook, "--format=json", env=env).rules
    assert "field-typo" in repo.run(*hook, "--format=json", given[1], env=env).rules


def test_it_says_what_a_write_guard_does_not_see() -> None:
    part = README[README.index("A write guard is no wall.") : README.index("### Engramory stores")]
    for what in ("shell command", "MCP server", "an editor", "sync client", "nothing is locked"):
        assert what in part


def test_both_set_up_commands_are_targets_of_the_makefile() -> None:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert {"demo", "test"} <= set(targets)
    assert "    make demo" in README
    assert "    make test" in README


def test_bench_runs_every_benchmark() -> None:
    makefile = (ROOT / "Makefile").read_text()
    named = re.search(r"^BENCHMARKS \?= (.*)$", makefile, re.MULTILINE)
    assert named
    found = {path.stem for path in (ROOT / "benchmarks").glob("*.py")} - {"corpus", "timing"}
    assert set(named[1].split()) == found


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\((?!https?:)([^)#]+)\)", README))))
def test_links_lead_somewhere(link: str) -> None:
    assert (ROOT / link).exists()


def test_the_changelog_names_every_command() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert [name for name in cli.COMMANDS if f"`{name}`" not in text] == []
