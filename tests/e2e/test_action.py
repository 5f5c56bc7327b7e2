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


def evaluated(text: str, values: dict[str, str]) -> str:
    """A text with its `${{ a || b }}` filled in: the first that is known and not empty, as GitHub does."""

    def value(match: re.Match[str]) -> str:
        names = match[1].split(" || ")
        assert all(re.fullmatch(r"[\w.-]+", name) for name in names)
        return next((found for name in names if (found := values.get(name))), "")

    return re.sub(r"\$\{\{ (.*?) \}\}", value, text)


def step(
    number: int, inputs: dict[str, str], env: dict[str, str], folder: Path, event: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run one step with these inputs; the others have their defaults. event: what `github.event.` holds, by path."""
    known = {f"github.event.{name}": value for name, value in (event or {}).items()}
    taken = {name: evaluated(entry["default"], known) for name, entry in ACTION["inputs"].items()} | inputs
    declared = ACTION["runs"]["steps"][number]
    assert declared["shell"] == "bash"
    # GitHub puts the inputs into `env`; a script that named them itself would run what a pull request writes there.
    assert "${{" not in declared["run"]
    values = {f"inputs.{name}": value for name, value in taken.items()}
    own = {name: evaluated(value, values) for name, value in declared["env"].items()}
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


AGENT = ("-c", "user.name=claude[bot]", "-c", "user.email=claude[bot]@users.noreply.github.com")
PERSON = ("-c", "user.name=Robin Example", "-c", "user.email=robin@example.com")
PULL = "refs/pull/1/merge"
ANOTHER = (MEMORY % "active").replace("20260601-one-pool", "20260602-cache").replace("One pool", "Cache at the edge")
ANOTHER = ANOTHER.replace("2026-06-01", "2026-06-02").replace("Sockets.", "Latency.")


class Pull:
    """A pull request in a repository on a server. base: the event's; at: what GitHub checks out."""

    def __init__(self, folder: Path, env: dict[str, str]) -> None:
        self.folder = folder
        self.env = env
        folder.mkdir()
        self.git("init", "-q", "-b", "main")
        store = folder / ".memoryrail"
        (store / "memories").mkdir(parents=True)
        (store / "config.json").write_text('{"version": 1, "review": "agents"}\n')
        (store / "memories/20260601-one-pool.md").write_text(MEMORY % "active")
        (store / "memories/20260601-fault.md").write_text("An old fault.\n")
        self.commit(PERSON)
        self.base = self.git("rev-parse", "HEAD")
        self.git("checkout", "-q", "-b", "topic")

    def git(self, *words: str) -> str:
        done = subprocess.run(
            ["git", *words], cwd=self.folder, env=self.env, capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    def commit(self, who: tuple[str, ...]) -> None:
        self.git("add", "-A")
        self.git(*who, "commit", "-q", "-m", "Change")

    def clone(self, folder: Path, *options: str) -> Path:
        """What actions/checkout leaves: the merge of the pull request into its base, on no branch."""
        self.git("checkout", "-q", "--detach", "main")
        self.git(*PERSON, "merge", "-q", "--no-ff", "-m", "Merge", "topic")
        self.git("update-ref", PULL, "HEAD")
        folder.mkdir()
        for words in (
            ["init", "-q"],
            ["fetch", "-q", *options, self.folder.as_uri(), f"+{PULL}:refs/remotes/pull/1/merge"],
            ["checkout", "-q", "--detach", "refs/remotes/pull/1/merge"],
        ):
            subprocess.run(["git", *words], cwd=folder, env=self.env, check=True)
        return folder


@pytest.fixture
def pull(tmp_path: Path, runner: dict[str, str]) -> Pull:
    return Pull(tmp_path / "server", runner)


def test_a_pull_request_is_compared_with_its_base(pull: Pull, runner: dict[str, str], tmp_path: Path) -> None:
    memories = pull.folder / ".memoryrail/memories"
    (memories / "20260602-cache.md").write_text(ANOTHER)
    (memories / "20260601-one-pool.md").unlink()
    # The change tries to excuse itself.
    (pull.folder / ".memoryrail/lint.toml").write_text('ignore = ["review-bypassed", "memory-deleted"]\n')
    pull.commit(AGENT)
    clone = pull.clone(tmp_path / "clone")
    event = {"pull_request.base.sha": pull.base}
    done = step(1, {}, runner, clone, event)
    assert done.returncode == 1, done.stderr
    assert "file=.memoryrail/memories/20260602-cache.md" in done.stdout
    assert "review-bypassed" in done.stdout
    assert "memory-deleted" in done.stdout
    assert "20260601-fault" not in done.stdout

    # A merge queue names its base elsewhere.
    queued = step(1, {}, runner, clone, {"merge_group.base_sha": pull.base})
    assert queued.stdout == done.stdout
    # Without a base everything is checked, and nothing compared.
    for inputs, known in (({}, {}), ({"base": ""}, event)):
        done = step(1, inputs, runner, clone, known)
        assert done.returncode == 1
        assert "20260601-fault" in done.stdout
        assert "review-bypassed" not in done.stdout


def test_a_pull_request_of_a_person_passes(pull: Pull, runner: dict[str, str], tmp_path: Path) -> None:
    (pull.folder / ".memoryrail/memories/20260602-cache.md").write_text(ANOTHER)
    pull.commit(PERSON)
    done = step(1, {}, runner, pull.clone(tmp_path / "clone"), {"pull_request.base.sha": pull.base})
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_shallow_checkout_is_told_what_it_lacks(pull: Pull, runner: dict[str, str], tmp_path: Path) -> None:
    pull.git("checkout", "-q", "topic")
    (pull.folder / "x").touch()
    pull.commit(PERSON)
    clone = pull.clone(tmp_path / "clone", "--depth=1")
    done = step(1, {}, runner, clone, {"pull_request.base.sha": pull.base})
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"memoryrail-lint: the base '{pull.base}' is not in this shallow clone; "
        "fetch the history: `git fetch --unshallow`, or `fetch-depth: 0` for actions/checkout\n"
    )
