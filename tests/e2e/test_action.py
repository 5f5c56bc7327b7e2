"""The Action's steps, run as GitHub runs them: each `run` by bash, with the environment that the step declares."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parent.parent.parent
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
MEMORY = """---
id: "20260601-one-pool"
type: "decision"
title: "One pool"
status: "%s"
created: "2026-06-01T12:00:00Z"
updated: "2026-06-01T12:00:00Z"
---

Sockets.
"""


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a runner in which the Action is installed."""
    temp = tmp_path_factory.mktemp("runner")
    env = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "GITHUB_", "INPUT_"))}
    for name in ("GITHUB_PATH", "GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY"):
        env[name] = str(temp / name)
        Path(env[name]).touch()
    env |= {"RUNNER_TEMP": str(temp), "GITHUB_ACTION_PATH": str(ROOT), "CI": "true", "GITHUB_ACTIONS": "true"}
    done = step(0, {}, env, ROOT)
    assert done.returncode == 0, done.stderr
    env["PATH"] = Path(env["GITHUB_PATH"]).read_text().strip() + os.pathsep + env["PATH"]
    return env


def step(number: int, inputs: dict[str, str], env: dict[str, str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run one step with these inputs; the others have their defaults."""
    taken = {name: entry["default"] for name, entry in ACTION["inputs"].items()} | inputs
    declared = ACTION["runs"]["steps"][number]
    assert declared["shell"] == "bash"
    # GitHub puts the inputs into `env`; a script that named them itself would run what a pull request writes there.
    assert "${{" not in declared["run"]
    own = {
        name: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda match: taken[match[1]], value)
        for name, value in declared["env"].items()
    }
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", declared["run"]]
    return subprocess.run(command, cwd=folder, env=env | own, capture_output=True, text=True, check=False)


@pytest.fixture
def checkout(tmp_path: Path, runner: dict[str, str]) -> Path:
    (tmp_path / ".memoryrail/memories").mkdir(parents=True)
    (tmp_path / ".memoryrail/config.json").write_text('{"version": 1}\n')
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, env=runner, check=True)
    return tmp_path


def write(folder: Path, status: str) -> None:
    (folder / ".memoryrail/memories/20260601-one-pool.md").write_text(MEMORY % status)


def test_a_clean_store_passes(checkout: Path, runner: dict[str, str]) -> None:
    write(checkout, "active")
    done = step(1, {}, runner, checkout)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert Path(runner["GITHUB_OUTPUT"]).read_text().endswith("status=0\n")


def test_a_finding_is_an_annotation_and_in_the_summary(checkout: Path, runner: dict[str, str]) -> None:
    write(checkout, "actve")
    done = step(1, {}, runner, checkout)
    assert done.returncode == 1
    assert "file=.memoryrail/memories/20260601-one-pool.md,line=5" in done.stdout
    assert Path(runner["GITHUB_OUTPUT"]).read_text().endswith("status=1\n")
    assert "field-invalid" in Path(runner["GITHUB_STEP_SUMMARY"]).read_text()


def test_inputs_are_arguments_and_never_commands(checkout: Path, runner: dict[str, str]) -> None:
    write(checkout, "actve")
    done = step(1, {"args": "--ignore field-invalid"}, runner, checkout)
    assert done.returncode == 0
    done = step(1, {"args": "--select $(touch pwned) ; touch pwned"}, runner, checkout)
    assert done.returncode == 2
    assert not (checkout / "pwned").exists()


def test_no_store_is_told(tmp_path: Path, runner: dict[str, str]) -> None:
    done = step(1, {}, runner, tmp_path)
    assert done.returncode == 2
    assert "no store" in done.stderr
    assert Path(runner["GITHUB_OUTPUT"]).read_text().endswith("status=2\n")
