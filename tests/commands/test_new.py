"""`new`: what it writes, what it refuses, where the body comes from, and two of them at once."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from memoryrail_lint.profiles.memoryrail.refs import ref

TOKEN = "gh" + "p_" + "aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0bC3dE6"
STAMP = r'"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"'


def files(site, root: str = "") -> list[str]:
    return sorted(path.name for path in (site.folder / root / ".memoryrail/memories").iterdir())


def slugs(site) -> list[str]:
    """The memories' ids without their dates, which are those of today."""
    return [name[9:-3] for name in files(site)]


def only(site) -> str:
    [name] = files(site)
    return (site.folder / ".memoryrail/memories" / name).read_bytes().decode()


def test_as_the_managed_block_says(repo) -> None:
    result = repo.run("new", "--type", "attempt", "--title", "what failed, and why")
    [name] = files(repo)
    assert re.fullmatch(r"\d{8}-what-failed-and-why\.md", name)
    handle = ref("attempt", name[:-3])
    assert (result.status, result.text, result.error) == (
        0,
        f"wrote .memoryrail/memories/{name}: {handle} active\n",
        "",
    )
    assert re.fullmatch(
        rf'---\nid: "{name[:-3]}"\ntype: "attempt"\ntitle: "what failed, and why"\nstatus: "active"\n'
        rf"created: ({STAMP})\nupdated: \1\n---\n",
        only(repo),
    )


def test_with_everything(repo) -> None:
    repo.write("src/db.py")
    words = ["--link", "./src//db.py", "--link", "src\\db.py", "--tag", "db", "--tag", "db", "--pinned", "--body", "-"]
    title = 'Say "no": \u00fc \\'
    result = repo.run(
        "new", "--type", "decision", "--title", f" {title} ", *words, stdin="\ufeffWhy.\r\n\r\n---\r\n".encode()
    )
    assert (result.status, result.error) == (0, "")
    text = only(repo)
    assert text.partition("updated: ")[2].partition("\n")[2] == (
        'tags: ["db"]\nlinks: ["src/db.py"]\npinned: true\n---\n\nWhy.\n\n---\n'
    )
    assert 'title: "Say \\"no\\": \u00fc \\\\"\n' in text
    assert repo.run("check", "--fail-on", "warning").status == 0


def test_json_is_what_list_shows(repo) -> None:
    result = repo.run("new", "--type", "thread", "--title", "Open?", "--format", "json")
    assert (result.status, result.error) == (0, "")
    listed = repo.run("list", "--format", "json").json
    assert result.json == {"version": 1, "memory": listed["memories"][0]}


def test_an_id_keeps_clear_of_files_and_ids_here(repo) -> None:
    assert repo.run("new", "--type", "decision", "--title", "Use X").status == 0
    day = files(repo)[0][:8]
    repo.memory("other", id=f"{day}-USE-X-2")
    repo.write(f".memoryrail/memories/{day}-Use-x-3.md", "no memory")
    assert repo.run("new", "--type", "decision", "--title", "use, x").status == 0
    assert "use-x-4" in slugs(repo)


@pytest.mark.parametrize("refs", ["refs/heads/other", "refs/remotes/origin/other"])
def test_an_id_keeps_clear_of_other_branches(repo, refs: str) -> None:
    repo.commit()
    repo.run("new", "--type", "decision", "--title", "Use X")
    repo.commit()
    repo.git("update-ref", refs, "HEAD")
    repo.git("reset", "-q", "--hard", "HEAD^")
    (repo.folder / ".memoryrail/memories").mkdir(exist_ok=True)
    assert repo.run("new", "--type", "decision", "--title", "Use X").status == 0
    assert slugs(repo) == ["use-x-2"]


def test_an_id_of_the_history_is_free(repo) -> None:
    repo.run("new", "--type", "decision", "--title", "Use X")
    repo.commit()
    repo.git("rm", "-q", ".memoryrail/memories/*")
    repo.commit()
    assert repo.run("new", "--type", "decision", "--title", "Use X").status == 0
    assert slugs(repo) == ["use-x"]


@pytest.mark.parametrize(
    ("review", "words", "env", "status"),
    [
        ("off", ["--agent"], {}, "active"),
        ("agents", [], {}, "active"),
        ("agents", ["--agent"], {}, "proposed"),
        ("agents", [], {"CLAUDECODE": "1"}, "proposed"),
        ("agents", [], {"AI_AGENT": "some-tool"}, "proposed"),
        ("agents", [], {"CLAUDECODE": "0"}, "active"),
    ],
)
@pytest.mark.parametrize("type", ["decision", "thread"])
def test_an_agent_proposes_what_is_durable(
    site, review: str, words: list[str], env: dict[str, str], status: str, type: str
) -> None:
    site.init().store(config=json.dumps({"version": 1, "review": review}))
    result = site.run("new", "--type", type, "--title", "x", *words, env=env)
    assert result.status == 0
    assert f'status: "{status if type == "decision" else "active"}"\n' in only(site)


@pytest.mark.parametrize(
    ("words", "stdin", "where"),
    [
        (["--title", f"Use {TOKEN}"], "", "title"),
        (["--title", "x", "--tag", TOKEN], "", "tags"),
        (["--title", "x", "--link", f"src/{TOKEN}"], "", "links"),
        (["--title", "x", "--body", "-"], f"One.\nThe key is {TOKEN}\n", "body, line 2"),
        (["--title", "x", "--body", "-"], f"{TOKEN}  # pragma: allowlist secret\n", "body, line 1"),
        (["--title", "x", "--body", "-"], f"<!-- memoryrail-lint: ignore[secret] fine -->\n{TOKEN}\n", "body, line 2"),
    ],
)
@pytest.mark.parametrize("override", [[], ["--allow-secret"]])
def test_a_credential_is_refused(repo, words: list[str], stdin: str, where: str, override: list[str]) -> None:
    repo.commit()
    result = repo.run("new", "--type", "gotcha", *words, *override, stdin=stdin.encode())
    assert (result.status, result.text) == (1, "")
    lines = [line for line in result.error.splitlines() if "names nothing" not in line]
    assert lines[0] == (
        f"memoryrail-lint: the {where} looks like a credential (github-token); nothing was written; "
        "say where it is kept instead, for example the variable or the vault that holds it"
    )
    assert lines[1:] == [
        "memoryrail-lint: --allow-secret is for a person at a terminal, and for credentials only"
    ] * len(override)
    assert TOKEN not in result.error
    assert repo.git("status", "--porcelain") == ""


def test_hidden_text_is_refused(repo) -> None:
    result = repo.run("new", "--type", "gotcha", "--title", "x", "--body", "-", stdin="a\u202eb\n".encode())
    assert result.status == 1
    assert result.error == (
        "memoryrail-lint: the body, line 1 holds what nobody sees (U+202E RIGHT-TO-LEFT OVERRIDE); "
        "nothing was written\n"
    )
    assert files(repo) == []


@pytest.mark.parametrize("text", ["نمی‌خواهم", "👩‍👩‍👧", "שלום"])
def test_scripts_are_not_hidden_text(repo, text: str) -> None:
    assert repo.run("new", "--type", "gotcha", "--title", text, "--body", "-", stdin=text.encode()).status == 0
    assert repo.run("check").status == 0


@pytest.mark.parametrize(
    "link", ["/etc/passwd", "../x", "a/../../x", "https://example.com/x", "C:\\x", ".git/config", "out/x"]
)
def test_a_link_that_leaves_the_repository_is_refused(repo, link: str) -> None:
    os.symlink("..", repo.folder / "out")
    result = repo.run("new", "--type", "gotcha", "--title", "x", "--link", link)
    assert (result.status, result.text, files(repo)) == (2, "", [])
    assert re.fullmatch(
        r"memoryrail-lint: the link \"[^\"]+\" leaves the repository: [^;]+; nothing was written\n", result.error
    )


def test_a_link_to_nothing_is_said(repo) -> None:
    repo.write("there.md")
    result = repo.run("new", "--type", "gotcha", "--title", "x", "--link", "there.md", "--link", "not/there")
    assert result.status == 0
    assert (
        result.error
        == 'memoryrail-lint: the link "not/there" names nothing that is there; `check` will call it stale\n'
    )
    assert 'links: ["there.md", "not/there"]' in only(repo)


def test_a_link_is_read_from_the_working_directory_where_it_is_there(site) -> None:
    site.init().store("app")
    for path in ("app/src/db.py", "app/lib/x.py", "README.md"):
        site.write(path)
    for link in ("db.py", "lib/x.py", "../lib", "../../README.md"):
        site.run("new", "--type", "gotcha", "--title", link, "--link", link, cwd="app/src")
    texts = [(site.folder / "app/.memoryrail/memories" / name).read_text() for name in files(site, "app")]
    assert sorted(re.findall(r"links: (.*)", "".join(texts))) == [
        '["../README.md"]',
        '["lib"]',
        '["lib/x.py"]',
        '["src/db.py"]',
    ]
    assert site.run("check", "--fail-on", "info", "--ignore", "link-untracked").status == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--type", "idea", "--title", "x"], "argument --type: invalid choice: 'idea'"),
        (["--title", "x"], "the following arguments are required: --type"),
        (["--type", "gotcha"], "the following arguments are required: --title"),
        (["--type", "gotcha", "--title", "a\nb"], "the title must be one line, and not blank; nothing was written"),
        (["--type", "gotcha", "--title", " "], "the title must be one line, and not blank; nothing was written"),
        (
            ["--type", "gotcha", "--title", "x", "--tag", "a\u2028b"],
            "the tag must be one line, and not blank; nothing was written",
        ),
        (["--type", "gotcha", "--title", "x", "--body", "nope"], "nope: no such file or directory"),
        (["--type", "gotcha", "--title", "x", "--body", "."], ".: is a directory"),
        (["--type", "gotcha", "--title", "x", "--body", "latin"], "latin is not UTF-8; nothing was written"),
        (
            ["--type", "gotcha", "--title", "x", "--body", "torn"],
            "the memory would not be valid: the file holds the markers of an unfinished merge",
        ),
    ],
)
def test_what_cannot_be_is_one_line(repo, words: list[str], message: str) -> None:
    repo.write("latin", b"\xe9t\xe9")
    repo.write("torn", "<<<<<<< a\n1\n=======\n2\n>>>>>>> b\n")
    result = repo.run("new", *words)
    assert (result.status, result.text, files(repo)) == (2, "", [])
    assert result.error.startswith(f"memoryrail-lint: {message}")
    assert result.error.count("\n") == 1


def test_without_a_store(site) -> None:
    result = site.run("new", "--type", "gotcha", "--title", "x")
    assert result.status == 2
    assert result.error == "memoryrail-lint: there is no .memoryrail/ here or above; `memoryrail-lint init` makes one\n"


@pytest.mark.parametrize("config", ["{", '{"version": 2}', "[]"])
def test_with_a_store_that_is_not_valid(site, config: str) -> None:
    site.init().store(config=config)
    result = site.run("new", "--type", "gotcha", "--title", "x")
    assert (result.status, files(site)) == (2, [])
    assert result.error == (
        "memoryrail-lint: .memoryrail/config.json is not valid, so nothing is written; "
        "`memoryrail-lint check` says why\n"
    )


def test_without_git(site) -> None:
    site.store()
    assert site.run("new", "--type", "gotcha", "--title", "x").status == 0
    assert slugs(site) == ["x"]


def test_blocks_in_use_are_kept_in_date(repo) -> None:
    repo.run("sync")
    result = repo.run("new", "--type", "gotcha", "--title", "A trap")
    assert result.text.splitlines()[1:] == [
        f"wrote {path}: the managed block" for path in ("AGENTS.md", "CLAUDE.md", ".cursor/rules/memoryrail.mdc")
    ]
    assert "gotcha: A trap\n" in (repo.folder / "AGENTS.md").read_text()
    repo.commit()
    assert repo.run("check", "--hook", "--fail-on", "warning").status == 0


def test_blocks_that_are_out_of_date_are_left_alone(repo) -> None:
    repo.run("sync")
    before = (repo.folder / "AGENTS.md").read_text().replace("No memory is active.", "Mine.")
    repo.write("AGENTS.md", before)
    result = repo.run("new", "--type", "gotcha", "--title", "A trap")
    assert result.status == 0
    assert (
        result.error
        == "memoryrail-lint: the managed blocks were not in date and were left alone; run `memoryrail-lint sync`\n"
    )
    assert (repo.folder / "AGENTS.md").read_text() == before
    assert repo.run("new", "--type", "gotcha", "--title", "Two", "--sync").error == ""
    assert repo.run("sync", "--check").status == 0


def test_blocks_are_made_only_when_asked_for(repo) -> None:
    repo.run("new", "--type", "gotcha", "--title", "A trap")
    assert not (repo.folder / "AGENTS.md").exists()
    repo.run("new", "--type", "gotcha", "--title", "Two", "--sync")
    assert (repo.folder / "AGENTS.md").read_text().count("gotcha: ") == 2


def test_a_bad_marker_stops_a_forced_sync(repo) -> None:
    repo.write("AGENTS.md", "<!-- memoryrail:begin -->\n")
    result = repo.run("new", "--type", "gotcha", "--title", "x", "--sync")
    assert (result.status, files(repo)) == (2, [])
    assert result.error == "memoryrail-lint: AGENTS.md: a begin marker has no end; nothing was written\n"


def test_many_at_once(repo) -> None:
    repo.run("sync")
    argv = [sys.executable, "-m", "memoryrail_lint", "new", "--type", "gotcha", "--title", "The same"]
    running = [
        subprocess.Popen(
            [*argv],
            cwd=repo.folder,
            env=repo.env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for _ in range(5)
    ]
    ended = [(process.communicate(), process.returncode) for process in running]
    assert [(status, err) for (_, err), status in ended] == [(0, b"")] * 5
    assert sorted(slugs(repo)) == ["the-same", *(f"the-same-{number}" for number in (2, 3, 4, 5))]
    assert repo.run("sync", "--check").status == 0
    assert repo.run("check").status == 0


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    """The two ends of a terminal: a person's, and the program's."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    yield ours, theirs
    os.close(ours)
    os.close(theirs)


@pytest.mark.parametrize(("answer", "status"), [("y", 0), ("Yes", 0), ("n", 1), ("", 1)])
def test_a_person_at_a_terminal_may_overrule(repo, terminal: tuple[int, int], answer: str, status: int) -> None:
    ours, theirs = terminal
    os.write(ours, f"{answer}\n".encode())
    argv = [*repo.program(("new", "--type", "gotcha", "--title", f"Use {TOKEN}", "--allow-secret"))]
    done = subprocess.run(
        argv, cwd=repo.folder, env=repo.env, stdin=theirs, stderr=theirs, stdout=subprocess.PIPE, timeout=60
    )
    assert done.returncode == status
    assert len(files(repo)) == (status == 0)
    shown = os.read(ours, 10_000).decode()
    assert "the title looks like a credential (github-token). Write it all the same? [y/N] " in shown
    assert TOKEN not in shown + done.stdout.decode()


def test_an_agent_at_a_terminal_may_not(repo, terminal: tuple[int, int]) -> None:
    ours, theirs = terminal
    os.write(ours, b"y\n")
    argv = [*repo.program(("new", "--type", "gotcha", "--title", f"Use {TOKEN}", "--allow-secret"))]
    env = {**repo.env, "CLAUDECODE": "1"}
    done = subprocess.run(
        argv, cwd=repo.folder, env=env, stdin=theirs, stderr=theirs, stdout=subprocess.PIPE, timeout=60
    )
    assert (done.returncode, files(repo)) == (1, [])


def edit(site, terminal: tuple[int, int], tmp_path: Path, script: str, **env: str) -> int:
    """Run `new` at a terminal with an editor that does what `script` says to the file $1."""
    editor = tmp_path / "edit or.sh"
    editor.write_text(f"#!/bin/sh\n{script}\n")
    editor.chmod(0o755)
    argv = [*site.program(("new", "--type", "gotcha", "--title", "By hand"))]
    given = {**site.env, "TERM": "xterm", "EDITOR": f"'{editor}' --flag", **env}
    _, theirs = terminal
    return subprocess.run(
        argv, cwd=site.folder, env=given, stdin=theirs, stdout=theirs, stderr=theirs, timeout=60
    ).returncode


def test_a_person_at_a_terminal_gets_an_editor(repo, terminal: tuple[int, int], tmp_path: Path) -> None:
    assert edit(repo, terminal, tmp_path, 'printf "Because.\\n" | cat - "$2" >"$2.new" && mv "$2.new" "$2"') == 0
    assert only(repo).endswith("---\n\nBecause.\n")


def test_an_editor_that_fails_writes_nothing(repo, terminal: tuple[int, int], tmp_path: Path) -> None:
    assert edit(repo, terminal, tmp_path, "exit 1") == 2
    assert files(repo) == []


def test_an_agent_gets_no_editor(repo, terminal: tuple[int, int], tmp_path: Path) -> None:
    assert edit(repo, terminal, tmp_path, "exit 1", CLAUDECODE="1") == 0
    assert only(repo).endswith("---\n")
