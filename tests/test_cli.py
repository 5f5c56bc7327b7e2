"""Which command runs, and how its troubles end."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from memoryrail_lint import __version__, cli
from memoryrail_lint.errors import Trouble


@pytest.mark.parametrize("word", ["-h", "--help", "help"])
def test_help(site, word: str) -> None:
    result = site.run(word)
    assert result.status == 0
    assert all(f"  {name} " in result.text for name in cli.COMMANDS)
    assert result.err == b""


def test_no_words(site) -> None:
    result = site.run()
    assert (result.status, result.out) == (2, b"")
    assert result.error.startswith("usage: memoryrail-lint COMMAND")


@pytest.mark.parametrize("word", ["-V", "--version"])
def test_version(site, word: str) -> None:
    assert site.run(word).text == f"memoryrail-lint {__version__}\n"


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_has_help(site, name: str) -> None:
    result = site.run(name, "--help")
    assert result.status == 0
    assert result.text.startswith(f"usage: memoryrail-lint {name} ")


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("chek", "there is no command 'chek'; did you mean check?"),
        ("quux", "there is no command 'quux'; `memoryrail-lint --help` lists the commands"),
        ("check.py", "there is no command 'check.py'; did you mean check?"),
        ("../cli", "there is no command '../cli'; "),
    ],
)
def test_an_unknown_command(site, word: str, says: str) -> None:
    result = site.run(word)
    assert result.status == 2
    assert result.error.startswith(f"memoryrail-lint: {says}")


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (Trouble("no way"), "no way"),
        (Trouble("a\nb\x1b[31m"), "a\\nb\\x1b[31m"),
        (KeyboardInterrupt(), "interrupted"),
        (RecursionError(), "the input is nested too deeply"),
        (MemoryError(), "out of memory"),
        (PermissionError(13, "Permission denied", "a\nb"), "permission denied: a\\nb"),
        (OSError(28, "No space left on device"), "no space left on device"),
        (OSError("odd"), "oserror"),
        (
            ZeroDivisionError(),
            "internal error (ZeroDivisionError); MEMORYRAIL_LINT_DEBUG=1 shows where; please report it",
        ),
    ],
)
def test_how_a_failure_ends(error: BaseException, says: str, capsys, monkeypatch) -> None:
    monkeypatch.delenv("MEMORYRAIL_LINT_DEBUG", raising=False)

    def work() -> int:
        raise error

    assert cli.guarded(work) == 2
    assert capsys.readouterr() == ("", f"memoryrail-lint: {says}\n")


def test_an_internal_error_can_be_seen(monkeypatch) -> None:
    monkeypatch.setenv("MEMORYRAIL_LINT_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        cli.guarded(lambda: 1 // 0)


def test_the_status_of_the_work(capsys) -> None:
    assert [cli.guarded(lambda status=status: status) for status in (0, 1, 2)] == [0, 1, 2]
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("hook", ["schema", "id", "links", "staleness", "secrets", "sync"])
def test_hooks_take_the_options_of_check(repo, hook: str) -> None:
    assert repo.run(f"memoryrail-{hook}", "--help").text.startswith(f"usage: memoryrail-{hook} ")
    result = repo.run(f"memoryrail-{hook}", "--no-such-option")
    assert result.status == 2
    assert result.error == (
        f"memoryrail-lint: unrecognized arguments: --no-such-option; `memoryrail-{hook} --help` shows the usage\n"
    )
    assert repo.run(f"memoryrail-{hook}").out == b""


def test_console_commands(repo) -> None:
    """The console scripts of the installation, as a shell finds them."""
    folder = os.path.dirname(sys.executable)
    for name in ("memoryrail-lint", "memoryrail-schema", "memoryrail-sync"):
        done = subprocess.run(
            [os.path.join(folder, name), "--help"], cwd=repo.folder, env=repo.env, capture_output=True
        )
        assert done.returncode == 0
        assert done.stdout.startswith(b"usage: " + name.encode())
