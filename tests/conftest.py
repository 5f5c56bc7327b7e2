"""A throw-away repository with a store, and ways to run commands in it."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from memoryrail_lint.checks import agents

# No test depends on how fast the machine is.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

STAMP = "2026-06-01T12:00:00Z"


class Result:
    """How a command ended: `status`, what it printed (`out`, `err`: bytes)."""

    def __init__(self, status: int, out: bytes, err: bytes) -> None:
        self.status = status
        self.out = out
        self.err = err

    def __repr__(self) -> str:
        return f"status {self.status}\n{self.text}\n{self.error}"

    @property
    def text(self) -> str:
        return self.out.decode()

    @property
    def error(self) -> str:
        return self.err.decode()

    @property
    def json(self) -> dict:
        return json.loads(self.out)

    @property
    def found(self) -> list[tuple[str, str, int, int]]:
        """(rule, path, line, column) of each diagnostic of a run with `--format json`."""
        return [(d["rule"], d["path"], d["line"], d["column"]) for d in self.json["diagnostics"]]

    @property
    def rules(self) -> list[str]:
        return [d["rule"] for d in self.json["diagnostics"]]


class Site:
    """A folder to build a repository in. Paths are relative to it; `root` is where the store lies."""

    def __init__(self, folder: Path, env: dict[str, str]) -> None:
        self.folder = folder
        self.env = env
        self.ran = 0

    def git(self, *words: str, cwd: str = "", stdin: bytes | None = None, check: bool = True) -> str:
        done = subprocess.run(
            ["git", *words], cwd=self.folder / cwd, env=self.env, input=stdin, capture_output=True, check=False
        )
        assert not check or done.returncode == 0, done
        return done.stdout.decode(errors="surrogateescape").strip()

    def init(self) -> Site:
        self.git("init", "-q", "-b", "main")
        return self

    def commit(self, message: str = "Change", date: str = "2026-01-05T09:00:00Z") -> str:
        self.git("add", "-A")
        before = dict(self.env)
        self.env |= {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
        self.git("commit", "-q", "--allow-empty", "-m", message)
        self.env = before
        return self.git("rev-parse", "HEAD")

    def write(self, path: str, content: str | bytes = "") -> Path:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return file

    def store(self, root: str = "", config: str = '{"version": 1, "review": "off"}\n') -> Site:
        prefix = f"{root}/" if root else ""
        self.write(f"{prefix}.memoryrail/config.json", config)
        (self.folder / f"{prefix}.memoryrail/memories").mkdir(exist_ok=True)
        return self

    def memory(self, name: str = "20260601-x", body: str = "Because.\n", *, root: str = "", **fields: object) -> str:
        """Write a memory with JSON values and return its path. A field of None is left out.

        Lines: --- (1), id (2), type (3), title (4), status (5), created (6), updated (7), further fields.
        """
        values: dict[str, object] = {
            "id": name,
            "type": "decision",
            "title": "Use a queue",
            "status": "active",
            "created": STAMP,
            "updated": STAMP,
        }
        values |= fields
        lines = [f"{k}: {json.dumps(v, ensure_ascii=False)}\n" for k, v in values.items() if v is not None]
        path = f"{root}/" if root else ""
        path += f".memoryrail/memories/{name}.md"
        self.write(path, "---\n" + "".join(lines) + "---\n\n" + body)
        return path

    def run(self, *argv: str, cwd: str = "", stdin: bytes = b"", env: dict[str, str] | None = None) -> Result:
        """Run a command in this process: `check ...`, or the name of a hook."""
        from importlib import import_module

        out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.TextIOWrapper(io.BytesIO(), "utf-8")
        entry = import_module("memoryrail_lint.cli").main
        words = list(argv)
        if words and words[0].startswith("memoryrail-"):
            entry = import_module(f"memoryrail_lint.hooks.{words.pop(0)[11:].replace('-', '_')}").main
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(self.folder / cwd)
            for name in set(os.environ) - set(self.env):
                patch.delenv(name)
            for name, value in {**self.env, **(env or {})}.items():
                patch.setenv(name, value)
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), "utf-8"))
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                try:
                    status = entry(words)
                except SystemExit as stop:
                    status = stop.code if isinstance(stop.code, int) else 1
        out.flush()
        err.flush()
        return Result(status, out.buffer.getvalue(), err.buffer.getvalue())  # type: ignore[attr-defined]

    def start(
        self,
        *argv: str | bytes,
        cwd: str = "",
        stdin: bytes = b"",
        env: dict[str, str] | None = None,
        **more: object,
    ) -> Result:
        """Run a command in a process of its own: `check ...`, or the name of a hook."""
        done = subprocess.run(
            [*self.program(argv)],
            cwd=self.folder / cwd,
            env={**self.env, **(env or {})},
            input=stdin,
            capture_output=True,
            check=False,
            timeout=60,
            **more,  # type: ignore[call-overload]
        )
        return Result(done.returncode, done.stdout, done.stderr)

    def on_terminal(self, *argv: str, env: dict[str, str] | None = None) -> Result:
        """Run a command whose standard streams are a terminal; `out` is all that is shown."""
        pty = pytest.importorskip("pty", exc_type=ImportError, reason="a terminal is played by a pty")
        pid, control = pty.fork()
        if pid == 0:
            try:
                os.chdir(self.folder)
                program = [os.fsdecode(word) for word in self.program(argv)]
                os.execve(program[0], program, {**self.env, "TERM": "xterm-256color", **(env or {})})
            finally:
                os._exit(127)
        shown = b""
        with contextlib.suppress(OSError):  # Linux says so when the other end is closed
            while more := os.read(control, 1 << 16):
                shown += more
        os.close(control)
        return Result(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), shown, b"")

    @staticmethod
    def program(argv: tuple[str | bytes, ...]) -> list[str | bytes]:
        """The words that start a command in another process."""
        if isinstance(argv[0], str) and argv[0].startswith("memoryrail-"):
            code = (
                f"import sys; from memoryrail_lint.hooks.{argv[0][11:].replace('-', '_')} import main; sys.exit(main())"
            )
            return [sys.executable, "-c", code, *argv[1:]]
        return [sys.executable, "-m", "memoryrail_lint", *argv]


def clean_environment(home: Path) -> dict[str, str]:
    """The caller's environment without what git, a CI system, a hook runner or an agent left in it."""
    dropped = ("GIT_", "PRE_COMMIT", "GITHUB_", "PYTEST_", "NO_COLOR", "MEMORYRAIL_", *agents.VARIABLES)
    env = {name: value for name, value in os.environ.items() if not name.startswith(dropped)}
    env |= {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / "xdg"),
        "GIT_CONFIG_NOSYSTEM": "1",
        "LC_ALL": "C.UTF-8",
        "TERM": "dumb",
    }
    for role in ("AUTHOR", "COMMITTER"):
        env[f"GIT_{role}_NAME"] = "Robin Example"
        env[f"GIT_{role}_EMAIL"] = "robin@example.com"
    return env


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """An empty folder outside any repository."""
    home = tmp_path / "home"
    home.mkdir()
    folder = tmp_path / "work"
    folder.mkdir()
    return Site(folder, clean_environment(home))


@pytest.fixture
def repo(site: Site) -> Site:
    """A git repository with a store and no memory; nothing is committed."""
    return site.init().store()
