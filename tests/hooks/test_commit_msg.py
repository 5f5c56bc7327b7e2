"""The hook `memoryrail-commit-msg`: the citations in what git will keep of a message."""

from __future__ import annotations

import os
import stat
import sys

import pytest

from memoryrail_lint.commands.commit_msg import SCISSORS, kept

UNKNOWN = (
    'error citation-unknown: no memory is called "DEC-ffff" (help: cite one that `memoryrail-lint list --all` shows)'
)
MESSAGE = ".git/COMMIT_EDITMSG"


@pytest.fixture
def cited(repo):
    repo.memory("20260601-use-rabbit", status="superseded", superseded_by="20260602-use-postgres-queue")
    repo.memory("20260602-use-postgres-queue", supersedes="20260601-use-rabbit")
    repo.commit()
    return repo


def run(site, message: str | bytes, *options: str, **more: object):
    site.write(MESSAGE, message)
    return site.run("memoryrail-commit-msg", MESSAGE, *options, **more)


@pytest.mark.parametrize(
    "message",
    [
        "",
        "Plain\n",
        "Move it [per DEC-01e2]\n",
        "Move it [per dec-01e2, 20260602-use-postgres-queue]\n",
        "Move it\n\n# [per DEC-ffff]\n",
        "Move it\n\n```\n[per DEC-ffff]\n```\n",
        "Move it\n\n    [per DEC-ffff]\n",
        "Two [per second]\n",
        f"Move it\n# {SCISSORS}\n# cut\ndiff --git a/x b/x\n+[per DEC-ffff]\n",
        f"Move it\r\n# {SCISSORS}\r\n+[per DEC-ffff]\r\n",
    ],
)
def test_nothing_to_say(cited, message: str) -> None:
    result = run(cited, message)
    assert (result.status, result.out, result.err) == (0, b"", b"")


@pytest.mark.parametrize(
    ("message", "place"),
    [
        ("Move it [per DEC-ffff]\n", "1:14"),
        ("Move it\n\n# comment\nMore [per DEC-01e2, DEC-ffff] words", "4:21"),
        ("Move it\n #[per DEC-ffff]\n", "2:8"),
        (f"Move it\n#{SCISSORS}\n[per DEC-ffff]\n", "3:6"),
        ("Move it\r\n\r\n[per DEC-ffff]\r\n", "3:6"),
        (b"\xef\xbb\xbfMove \xff [per DEC-ffff]\n", "1:13"),
    ],
)
def test_an_unknown_citation(cited, message: str | bytes, place: str) -> None:
    result = run(cited, message)
    assert result.status == 1
    assert result.text.splitlines()[0] == f"{MESSAGE}:{place}: {UNKNOWN}"
    assert result.err == b""


def test_an_inactive_citation_is_a_warning(cited) -> None:
    result = run(cited, "Move it [per DEC-71be]\n")
    assert result.status == 0
    assert result.text.startswith(
        f'{MESSAGE}:1:14: warning citation-inactive: "DEC-71be" is superseded; '
        '"DEC-01e2 20260602-use-postgres-queue" replaced it'
    )
    assert run(cited, "Move it [per DEC-71be]\n", "--fail-on", "warning").status == 1
    assert run(cited, "Move it [per DEC-71be]\n", "--ignore", "citation-inactive").out == b""


def test_the_options_of_check(cited) -> None:
    result = run(cited, "Move it [per DEC-ffff]\n", "--format", "json")
    assert result.found == [("citation-unknown", MESSAGE, 1, 14)]
    assert result.json["stores"] == [{"profile": "memoryrail", "root": ".", "files": 3}]


@pytest.mark.parametrize(
    ("key", "value", "message", "status"),
    [
        ("core.commentChar", ";", "Move it\n; [per DEC-ffff]\n", 0),
        ("core.commentChar", ";", "Move it\n# [per DEC-ffff]\n", 1),
        ("core.commentChar", ";", f"Move it\n; {SCISSORS}\n[per DEC-ffff]\n", 0),
        ("core.commentString", "//", "Move it\n// [per DEC-ffff]\n", 0),
        ("core.commentString", "//", "Move it\n/ [per DEC-ffff]\n", 1),
        ("core.commentChar", "auto", "# Heading [per DEC-ffff]\n\n; Please enter\n", 1),
        ("core.commentChar", "auto", "Move it\n\n; Please [per DEC-ffff]\n", 0),
        ("core.commentChar", "auto", "Move it\n\n# [per DEC-ffff]\n", 0),
    ],
)
def test_the_comment_character(cited, key: str, value: str, message: str, status: int) -> None:
    cited.git("config", key, value)
    assert run(cited, message).status == status


COMMENT = "Move it\n\n# [per DEC-ffff]\n"
CUT = f"Move it\n# {SCISSORS}\n[per DEC-ffff]\n"


@pytest.mark.parametrize("editor", [None, ":"])
@pytest.mark.parametrize("mode", [None, "default", "strip", "whitespace", "verbatim", "scissors"])
@pytest.mark.parametrize("message", [COMMENT, CUT])
def test_it_judges_what_git_keeps(cited, editor: str | None, mode: str | None, message: str) -> None:
    """git itself is asked: the message that it commits without the hook either holds the citation, or not."""
    how = [] if mode is None else ["-c", f"commit.cleanup={mode}"]
    cited.write("message", message)
    if editor is None:  # what the editor is shown ends in the scissors where there are any
        editing = ["-c", "core.editor=cp message", "commit", "-q", "--allow-empty", *(["-v"] if message == CUT else [])]
    else:
        editing = ["commit", "-q", "--allow-empty", "-F", "message"]
    cited.git(*how, *editing)
    keeps = "DEC-ffff" in cited.git("log", "-1", "--format=%B")
    if mode is not None:
        cited.git("config", "commit.cleanup", mode)
    result = run(cited, message, env={"GIT_EDITOR": editor} if editor else {})
    assert result.status == (1 if keeps else 0)


def test_a_new_memory_counts_once_it_is_staged(cited) -> None:
    cited.memory("20260603-new")
    assert run(cited, "New [per 20260603-new]\n").status == 1
    cited.git("add", "-A")
    assert run(cited, "New [per 20260603-new]\n").status == 0


def test_every_store_of_the_repository_counts(cited) -> None:
    cited.store("pkg/api")
    cited.memory("20260604-api", root="pkg/api")
    cited.git("add", "-A")
    assert run(cited, "Both [per DEC-01e2, 20260604-api]\n").status == 0


def test_a_file_elsewhere(cited) -> None:
    cited.write("../message", "[per DEC-ffff]\n")
    assert cited.run("memoryrail-commit-msg", "../message").text.startswith("message:1:6: error")
    cited.write("src/x")
    assert cited.run("memoryrail-commit-msg", "../../message", cwd="src").status == 1


def test_a_linked_worktree(cited) -> None:
    cited.git("worktree", "add", "-q", "../tree")
    path = cited.git("rev-parse", "--git-path", "COMMIT_EDITMSG", cwd="../tree")
    (cited.folder.parent / "tree" / path).write_text("[per DEC-ffff]\n")
    result = cited.run("memoryrail-commit-msg", path, cwd="../tree")
    assert result.status == 1
    assert result.text.startswith("COMMIT_EDITMSG:1:6: error citation-unknown")


def test_no_store_and_no_repository(site) -> None:
    site.write("message", "[per DEC-ffff]\n")
    assert site.run("memoryrail-commit-msg", "message").status == 0
    site.init()
    assert site.run("memoryrail-commit-msg", "message").status == 0


def test_what_it_cannot_do(cited) -> None:
    missing = cited.run("memoryrail-commit-msg", "nowhere")
    assert (missing.status, missing.out) == (2, b"")
    assert "no such file" in missing.error
    assert cited.run("memoryrail-commit-msg").status == 2
    assert cited.run("memoryrail-commit-msg", ".git").status == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_a_pipe_is_no_message(cited) -> None:
    os.mkfifo(cited.folder / "pipe")
    result = cited.run("memoryrail-commit-msg", "pipe")
    assert (result.status, result.error) == (2, f"memoryrail-lint: {cited.folder}/pipe is no regular file\n")
    assert cited.run("memoryrail-commit-msg", os.devnull).status == 2
    assert cited.run("memoryrail-commit-msg", "/dev/zero").status == 2


def test_a_credential_is_not_shown(cited) -> None:
    token = "gh" + "p_" + "Ab3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6"
    result = run(cited, f"Use [per DEC-{token.replace('_', '')}, 20260601-{token}]\n")
    assert result.status == 1
    assert token not in result.text


@pytest.mark.parametrize(
    ("text", "how", "found"),
    [
        ("a\n#b\nc", ("#",), "a\n\nc"),
        ("#\n", ("#",), "\n"),
        (" #a", ("#",), " #a"),
        (f"a\n# {SCISSORS}\nb", ("#",), "a"),
        (f"a\n#  {SCISSORS}\nb", ("#",), "a\n\nb"),
        (f"#a\n# {SCISSORS}\nb", ("#", False, True), "#a"),
        (f"#a\n# {SCISSORS}\nb", ("#", True, False), "\n\nb"),
        (f"#a\n# {SCISSORS}\nb", ("#", False, False), f"#a\n# {SCISSORS}\nb"),
    ],
)
def test_kept(text: str, how: tuple, found: str) -> None:
    assert kept(text, *how) == found


def test_as_a_real_hook(cited) -> None:
    hook = cited.write(
        ".git/hooks/commit-msg",
        f"#!/bin/sh\nexec {sys.executable} -c 'import sys; from memoryrail_lint.hooks.commit_msg import main; "
        'sys.exit(main())\' "$@"\n',
    )
    hook.chmod(hook.stat().st_mode | stat.S_IXUSR)
    before = cited.git("rev-parse", "HEAD")
    cited.git("commit", "-q", "--allow-empty", "-m", "Bad [per DEC-ffff]", check=False)
    assert cited.git("rev-parse", "HEAD") == before
    cited.git("commit", "-q", "--allow-empty", "-m", "Good [per DEC-01e2]")
    assert cited.git("rev-parse", "HEAD") != before
