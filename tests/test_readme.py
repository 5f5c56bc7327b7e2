"""What the README shows and claims is what the tool does."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from memoryrail_lint import cli, config, options

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
    assert set(re.findall(r"`[^`\n]*?(--[a-z][a-z-]+)", README)) <= known


def test_both_set_up_commands_are_targets_of_the_makefile() -> None:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert {"demo", "test"} <= set(targets)
    assert "    make demo" in README
    assert "    make test" in README


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\((?!https?:)([^)#]+)\)", README))))
def test_links_lead_somewhere(link: str) -> None:
    assert (ROOT / link).exists()
