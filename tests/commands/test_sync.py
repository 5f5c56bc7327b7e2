"""`sync`: what is written, what is refused, and what stays as it was."""

from __future__ import annotations

import os

import pytest

BEGIN, END = "<!-- memoryrail:begin -->", "<!-- memoryrail:end -->"
FILES = ("AGENTS.md", "CLAUDE.md", ".cursor/rules/memoryrail.mdc")


@pytest.fixture
def one(repo):
    """A store with one memory and one agent file."""
    repo.memory(title="Use a queue")
    repo.write(".memoryrail/lint.toml", '[sync]\ntargets = ["AGENTS.md"]\n')
    return repo


def state(repo) -> dict[str, bytes]:
    inner = repo.folder / ".git"
    return {str(p): p.read_bytes() for p in repo.folder.rglob("*") if p.is_file() and inner not in p.parents}


def test_the_three_files(repo) -> None:
    repo.memory(title="Use a queue")
    result = repo.run("sync")
    assert (result.status, result.text, result.err) == (0, "".join(f"wrote {name}\n" for name in FILES), b"")
    for name in FILES:
        text = (repo.folder / name).read_text()
        assert text.count(BEGIN) == text.count(END) == 1
        assert "Use a queue" in text
    assert (repo.folder / FILES[2]).read_text().startswith("---\n")
    assert "alwaysApply: true" in (repo.folder / FILES[2]).read_text()


def test_a_second_time_changes_nothing(repo) -> None:
    repo.memory()
    repo.run("sync")
    before = state(repo)
    result = repo.run("sync")
    assert (result.status, result.out, result.err) == (0, b"", b"")
    assert state(repo) == before
    assert repo.run("sync", "--check").status == 0
    assert repo.run("sync", "--diff").out == b""


def test_check(one) -> None:
    before = state(one)
    result = one.run("sync", "--check")
    assert (result.status, result.out) == (1, b"")
    assert result.error == (
        "memoryrail-lint: AGENTS.md: the managed block is missing or out of date; run `memoryrail-lint sync`\n"
    )
    assert state(one) == before
    one.run("sync")
    assert one.run("sync", "--check").status == 0
    one.memory(title="Use a stack")
    assert one.run("sync", "--check").status == 1


def test_diff(one) -> None:
    before = state(one)
    result = one.run("sync", "--diff")
    assert result.status == 0
    assert result.text.startswith("--- /dev/null\n+++ b/AGENTS.md\n")
    assert f"+{BEGIN}\n" in result.text
    assert state(one) == before


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("tail", ["", "\n", "\n\n\n"])
def test_every_other_byte_stays(one, newline: str, bom: bytes, tail: str) -> None:
    head = f"# Notes{newline}{newline}\tä  {newline}"
    end = f"{newline}After{tail}".encode()
    file = one.write("AGENTS.md", bom + f"{head}{BEGIN}{newline}old{newline}{END}".encode() + end)
    assert one.run("sync").status == 0
    data = file.read_bytes()
    assert data.startswith(bom + f"{head}{BEGIN}{newline}".encode())
    assert data.endswith(END.encode() + end)
    inner = data[data.index(BEGIN.encode()) : data.index(END.encode())]
    assert inner.count(b"\n") == inner.count(newline.encode())
    assert one.run("sync", "--check").status == 0


@pytest.mark.parametrize("content", ["", "x", "x\n", "x\r\n", "\n\n"])
def test_a_file_without_a_block_gets_one_and_gives_it_back(one, content: str) -> None:
    file = one.write("AGENTS.md", content)
    assert one.run("sync").status == 0
    assert file.read_bytes().startswith(content.encode())
    assert file.read_bytes().rstrip().endswith(END.encode())
    assert one.run("sync", "--remove").status == 0
    assert file.read_text().strip() == content.strip()


def test_the_words_of_a_marker_stay(one) -> None:
    file = one.write("AGENTS.md", "<!-- memoryrail:start (by hand) -->\nold\n<!-- memoryrail:end of it -->\n")
    assert one.run("sync").status == 0
    lines = file.read_text().splitlines()
    assert (lines[0], lines[-1]) == ("<!-- memoryrail:start (by hand) -->", "<!-- memoryrail:end of it -->")
    assert "old" not in lines


BAD = {
    "alone": f"{BEGIN}\nx\n",
    "the end alone": f"x\n{END}\n",
    "doubled": f"{BEGIN}\n{END}\n{BEGIN}\n{END}\n",
    "nested": f"{BEGIN}\n{BEGIN}\n{END}\n{END}\n",
    "in the wrong order": f"{END}\nx\n{BEGIN}\n",
}


@pytest.mark.parametrize("how", BAD)
def test_bad_markers_stop_everything(repo, how: str) -> None:
    repo.memory()
    repo.write("CLAUDE.md", BAD[how])
    before = state(repo)
    for words in (("sync",), ("sync", "--check"), ("sync", "--diff"), ("sync", "--remove")):
        result = repo.run(*words)
        assert result.status == 1, words
        assert "memoryrail-lint: CLAUDE.md:" in result.error
        assert state(repo) == before


def test_what_is_refused(one) -> None:
    outside = one.folder.parent / "outside.md"
    outside.write_text("x")
    for make in (
        lambda file: file.write_bytes(b"\xff"),
        lambda file: file.mkdir(),
        lambda file: os.mkfifo(file),
        lambda file: file.symlink_to(outside),
        lambda file: file.symlink_to("nowhere"),
    ):
        file = one.folder / "AGENTS.md"
        make(file)
        for words in (("sync",), ("sync", "--check")):
            result = one.run(*words)
            assert result.status == 1
            assert result.error.startswith("memoryrail-lint: AGENTS.md: it ")
            assert result.error.endswith("; nothing was written\n")
        assert outside.read_text() == "x"
        file.rmdir() if file.is_dir() else file.unlink()


def test_a_symlink_is_written_through(repo) -> None:
    repo.memory()
    repo.write("AGENTS.md", "x\n")
    (repo.folder / "CLAUDE.md").symlink_to("AGENTS.md")
    result = repo.run("sync")
    assert result.status == 0
    assert (repo.folder / "CLAUDE.md").is_symlink()
    assert (repo.folder / "AGENTS.md").read_text().count(BEGIN) == 1
    assert repo.run("sync", "--check").status == 0


def test_an_import_needs_no_block(repo) -> None:
    repo.memory()
    file = repo.write("CLAUDE.md", "@AGENTS.md\n")
    assert repo.run("sync").status == 0
    assert file.read_text() == "@AGENTS.md\n"
    assert repo.run("sync", "--check").status == 0


@pytest.mark.parametrize(
    ("agents", "claude"),
    [
        ("@CLAUDE.md\n", "@AGENTS.md\n"),
        ("@AGENTS.md\n", "@AGENTS.md\n"),
        ("x\n", "```\n@AGENTS.md\n```\n"),
        ("x\n", "an example: `x\n@AGENTS.md\n`\n"),
    ],
)
def test_an_import_of_no_block_is_no_excuse(repo, agents: str, claude: str) -> None:
    repo.memory()
    repo.write(".memoryrail/lint.toml", '[sync]\ntargets = ["AGENTS.md", "CLAUDE.md"]\n')
    repo.write("AGENTS.md", agents)
    file = repo.write("CLAUDE.md", claude)
    assert repo.run("sync").status == 0
    assert BEGIN in (repo.folder / "AGENTS.md").read_text()
    assert (BEGIN in file.read_text()) is claude.startswith(("```", "an example"))
    assert repo.run("sync", "--check").status == 0


def test_an_import_of_a_link_to_oneself_is_no_excuse(repo) -> None:
    repo.memory()
    file = repo.write("CLAUDE.md", "@AGENTS.md\n")
    (repo.folder / "AGENTS.md").symlink_to("CLAUDE.md")
    assert repo.run("sync").status == 0
    assert file.read_text().count(BEGIN) == 1


def test_an_import_reaches_through_another(repo) -> None:
    repo.memory()
    repo.write(".memoryrail/lint.toml", '[sync]\ntargets = ["AGENTS.md", "CLAUDE.md", "more.md"]\n')
    repo.write("AGENTS.md", "@CLAUDE.md\n")
    repo.write("CLAUDE.md", "@more.md\n")
    assert repo.run("sync").text == "wrote more.md\n"


@pytest.mark.parametrize("words", [(), ("--check",), ("--diff",)])
def test_a_file_without_a_place_for_a_block_stops_everything(repo, words: tuple[str, ...]) -> None:
    repo.memory()
    repo.write("CLAUDE.md", "a\n```\nunclosed\n")
    before = state(repo)
    result = repo.run("sync", *words)
    assert (result.status, result.out) == (1, b"")
    assert result.error.startswith(
        "memoryrail-lint: CLAUDE.md:4: the text ends inside a code fence or a comment, where no block can stand; "
        "nothing was written\n"
    )
    assert state(repo) == before


@pytest.mark.parametrize("content", [None, "no block\n"])
def test_check_misses_the_block_of_another_tool(one, content: str | None) -> None:
    one.write(".memoryrail/lint.toml", '[sync]\ntargets = ["AGENTS.md"]\ngenerator = "other"\n')
    if content is not None:
        one.write("AGENTS.md", content)
    result = one.run("sync", "--check")
    assert (result.status, result.out) == (1, b"")
    assert (
        result.error == "memoryrail-lint: AGENTS.md: the managed block is missing; let the tool that writes it do so\n"
    )


def test_no_drift_is_mended_while_a_file_must_not_be_written(one) -> None:
    one.run("sync")
    one.write(".memoryrail/lint.toml", '[sync]\ntargets = ["AGENTS.md", "CLAUDE.md"]\n')
    one.write("CLAUDE.md", f"{END}\n")
    one.memory(title="Use a stack")
    before = state(one)
    result = one.run("check", "--fix", "--format", "json")
    assert result.status == 1
    assert {"sync-drift", "sync-markers"} <= set(result.rules)
    assert state(one) == before


def test_also(one) -> None:
    assert one.run("sync", "--also", "docs/agents.md").text == "wrote AGENTS.md\nwrote docs/agents.md\n"
    assert BEGIN in (one.folder / "docs/agents.md").read_text()
    result = one.run("sync", "--also", "../agents.md")
    assert result.status == 1
    assert "it lies outside the repository" in result.error
    assert not (one.folder.parent / "agents.md").exists()


@pytest.mark.parametrize("path", [".memoryrail/memories/x.md", "./.memoryrail/AGENTS.md", "pkg/.memoryrail/x.md"])
def test_no_agent_file_lies_in_a_store(one, path: str) -> None:
    before = state(one)
    result = one.run("sync", "--also", path)
    assert (result.status, result.out) == (1, b"")
    assert "it lies inside a store, where memories and nothing else are kept; nothing was written" in result.error
    assert state(one) == before
    one.run("sync")
    one.write(".memoryrail/lint.toml", f'[sync]\ntargets = ["AGENTS.md"]\nalso = ["{path}"]\n')
    [found] = one.run("check", "--format", "json").json["diagnostics"]
    assert found["rule"] == "sync-missing"
    assert "it lies inside a store" in found["message"]


def test_an_invalid_memory_is_left_out_and_said(one) -> None:
    one.memory("20260601-bad", title="Bad one", created="soon")
    one.write(".memoryrail/memories/20260601-worse.md", "nothing")
    one.memory("20260601-old", title="Old one", status="archived", created="soon")
    result = one.run("sync")
    assert (result.status, result.text) == (1, "wrote AGENTS.md\n")
    assert [line.split(":")[1].strip() for line in result.error.splitlines()] == [
        ".memoryrail/memories/20260601-bad.md",
        ".memoryrail/memories/20260601-worse.md",
    ]
    assert "Bad one" not in (one.folder / "AGENTS.md").read_text()
    assert one.run("sync", "--check").status == 1


@pytest.mark.parametrize("config", ['{"version": 2}', "{}", "x"])
def test_no_block_of_a_store_that_cannot_be_read(one, config: str) -> None:
    one.write(".memoryrail/config.json", config)
    assert one.run("sync").status == 2
    assert not (one.folder / "AGENTS.md").exists()


def test_the_nearest_store(one) -> None:
    one.store("packages/api").memory(root="packages/api", title="Only the API")
    result = one.run("sync", cwd="packages/api")
    assert result.status == 0
    assert "Only the API" in (one.folder / "packages/api/AGENTS.md").read_text()
    assert not (one.folder / "AGENTS.md").exists()
    assert one.run("sync", "--root", "packages/api", "--check").status == 0


def test_no_store(site) -> None:
    result = site.init().run("sync")
    assert (result.status, result.out) == (2, b"")
    assert "there is no .memoryrail/ here or above" in result.error


def test_the_mode_stays(one) -> None:
    file = one.write("AGENTS.md", "x\n")
    file.chmod(0o640)
    one.run("sync")
    assert file.stat().st_mode & 0o777 == 0o640


def test_check_and_the_rules_agree(one) -> None:
    one.run("sync")
    one.git("add", "-A")
    assert one.run("memoryrail-sync").status == 0
    one.memory(title="Use a stack")
    assert one.run("memoryrail-sync", "--format", "json").rules == ["sync-drift"]
    assert one.run("check", "--fix", "--select", "memoryrail-sync").status == 0
    assert one.run("sync", "--check").status == 0


@pytest.mark.parametrize(
    "before",
    [
        None,
        "",
        "# Notes",
        "# Notes\n",
        "# Notes\n\n",
        f"# A\n{BEGIN}\nold\n{END}",
        f"{BEGIN}\nold\n{END}\n\nAfter\n" + "x\n" * 9,
    ],
)
def test_what_diff_shows_can_be_applied(one, before: str | None) -> None:
    path = one.folder / "AGENTS.md"
    if before is not None:
        path.write_text(before)
    patch = one.run("sync", "--diff")
    assert patch.status == 0
    one.git("apply", "--check", stdin=patch.out)
    one.git("apply", stdin=patch.out)
    applied = path.read_bytes()
    assert one.run("sync").text == ""
    assert path.read_bytes() == applied


def test_a_new_file_in_a_diff(one) -> None:
    lines = one.run("sync", "--diff").text.splitlines()
    wanted = len(lines) - 3
    assert lines[:3] == ["--- /dev/null", "+++ b/AGENTS.md", f"@@ -0,0 +1,{wanted} @@"]
    assert all(line.startswith("+") for line in lines[3:])
