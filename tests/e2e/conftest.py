"""A clone of this checkout with everything committed, the two hook runners, and a repository that has the hooks."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent
HOOKS = ("schema", "id", "links", "staleness", "secrets", "sync")
STAMP = "2026-06-01T12:00:00Z"


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Only one test process at a time."""
    with open(path, "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def environment() -> dict[str, str]:
    """The caller's environment without what git, a CI system or a hook runner left in it."""
    dropped = ("GIT_", "PRE_COMMIT", "PREK_", "GITHUB_", "PYTEST_", "PYTHON", "VIRTUAL_ENV", "CI")
    env = {name: value for name, value in os.environ.items() if not name.startswith(dropped)}
    env |= {
        "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "LC_ALL": "C.UTF-8",
        "NO_COLOR": "1",
    }
    for role in ("AUTHOR", "COMMITTER"):
        env[f"GIT_{role}_NAME"] = "Robin Example"
        env[f"GIT_{role}_EMAIL"] = "robin@example.com"
        env[f"GIT_{role}_DATE"] = "2026-01-05T09:00:00+00:00"
    return env


def run(folder: Path, *words: str, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, check=False)


def must(folder: Path, *words: str, env: dict[str, str]) -> str:
    done = run(folder, *words, env=env)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all test processes of a run."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "hooks"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def checkout(shared: Path) -> Path:
    """A clone of this checkout that has committed whatever is not yet committed here."""
    clone = shared / "memoryrail-lint"
    with _alone(shared / "lock"):
        if not clone.exists():
            making = shared / "making"
            shutil.rmtree(making, ignore_errors=True)
            making.mkdir()
            env = environment()
            listed = must(ROOT, "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", env=env)
            for path in filter(None, listed.split("\0")):
                if (ROOT / path).is_file():
                    (making / path).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy2(ROOT / path, making / path)
            for words in (("init", "-q", "-b", "main"), ("add", "-A"), ("commit", "-q", "-m", "Everything")):
                must(making, "git", *words, env=env)
            making.rename(clone)
    return clone


class Project:
    """A git repository whose commits are checked by one hook runner."""

    def __init__(self, folder: Path, runner: str, env: dict[str, str]) -> None:
        self.folder = folder
        self.runner = runner
        self.env = env

    def git(self, *words: str) -> str:
        return must(self.folder, "git", *words, env=self.env)

    def write(self, path: str, text: str) -> Path:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
        return file

    def memory(self, name: str, body: str = "Because.\n", *, folder: str = "", **fields: object) -> str:
        """Write a memory with JSON values, by default a right one; its path."""
        values: dict[str, object] = {
            "id": name,
            "type": "decision",
            "title": "Use a queue",
            "status": "active",
            "created": STAMP,
            "updated": STAMP,
        }
        values |= fields
        lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in values.items()]
        path = f"{folder}.memoryrail/memories/{name}.md"
        self.write(path, "---\n" + "".join(lines) + "---\n\n" + body)
        return path

    def commit(self, *words: str) -> tuple[bool, str]:
        """Whether `git commit` made a commit, and everything that was printed."""
        before = run(self.folder, "git", "rev-parse", "-q", "--verify", "HEAD", env=self.env).stdout
        done = run(self.folder, "git", "commit", "-m", "Change", *words, env=self.env)
        after = run(self.folder, "git", "rev-parse", "-q", "--verify", "HEAD", env=self.env).stdout
        assert (done.returncode == 0) == (before != after)
        # One of the runners indents what a hook prints.
        output = "\n".join(line.strip() for line in (done.stdout + done.stderr).splitlines())
        assert "Traceback" not in output
        return done.returncode == 0, output

    def commit_all(self) -> tuple[bool, str]:
        self.git("add", "-A")
        return self.commit()

    def install(self, checkout: Path, *hooks: str) -> None:
        rev = must(checkout, "git", "rev-parse", "HEAD", env=self.env).strip()
        listed = "".join(f"      - id: {hook}\n" for hook in hooks)
        self.write(".pre-commit-config.yaml", f"repos:\n  - repo: {checkout}\n    rev: {rev}\n    hooks:\n{listed}")
        must(self.folder, self.runner, "install", env=self.env)

    def install_for(self, stage: str) -> None:
        must(self.folder, self.runner, "install", "--hook-type", stage, env=self.env)

    def tool(self, *words: str) -> str:
        return must(self.folder, str(BIN / "memoryrail-lint"), *words, env=self.env)


@pytest.fixture(params=["pre-commit", "prek"], scope="session")
def runner(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="session")
def runner_env(shared: Path) -> dict[str, str]:
    """The environment for git and the runners; what they install is kept for the whole session."""
    return environment() | {
        "PRE_COMMIT_HOME": str(shared / "pre-commit"),
        "PREK_HOME": str(shared / "prek"),
        "PIP_CACHE_DIR": str(shared / "pip"),
        "HOME": str(shared),
    }


@pytest.fixture
def bare(tmp_path: Path, runner: str, runner_env: dict[str, str]) -> Project:
    """An empty repository without hooks."""
    return _empty(tmp_path / "project", runner, runner_env)


def _empty(folder: Path, runner: str, env: dict[str, str]) -> Project:
    folder.mkdir()
    project = Project(folder, runner, dict(env))
    project.git("init", "-q", "-b", "main")
    return project


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory, runner: str, runner_env: dict[str, str], checkout: Path) -> Path:
    """A repository with a store, one memory, a synced AGENTS.md and the six hooks, all committed."""
    made = _empty(tmp_path_factory.mktemp("template") / "project", runner, runner_env)
    made.write(".memoryrail/config.json", '{"version": 1, "review": "off"}\n')
    made.write("src/queue.py", "pass\n")
    made.memory("20260601-use-a-queue", links=["src/queue.py"])
    made.write(".memoryrail/lint.toml", '[sync]\ntargets = ["AGENTS.md"]\n')
    made.tool("sync")
    made.install(checkout, *(f"memoryrail-{hook}" for hook in HOOKS))
    done, output = made.commit_all()
    assert done, output
    return made.folder


@pytest.fixture
def project(template: Path, tmp_path: Path, runner: str, runner_env: dict[str, str]) -> Project:
    """A copy of the template to work in."""
    shutil.copytree(template, tmp_path / "project", symlinks=True)
    return Project(tmp_path / "project", runner, dict(runner_env))
