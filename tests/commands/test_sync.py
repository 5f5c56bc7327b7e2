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
    assert result.text.startswith("--- a/AGENTS.md\n+++ b/AGENTS.md\n")
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


def test_also(one) -> None:
    assert one.run("sync", "--also", "docs/agents.md").text == "wrote AGENTS.md\nwrote docs/agents.md\n"
    assert BEGIN in (one.folder / "docs/agents.md").read_text()
    result = one.run("sync", "--also", "../agents.md")
    assert result.status == 1
    assert "it lies outside the repository" in result.error
    assert not (one.folder.parent / "agents.md").exists()


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
