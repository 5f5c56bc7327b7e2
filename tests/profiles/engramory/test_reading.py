"""Reading a folder's files: what is read at once, what is left to be asked for, and indexes that are no files."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from memoryrail_lint.profiles.engramory import reading
from memoryrail_lint.profiles.engramory.reading import contents
from memoryrail_lint.tree import MAX_FILE_BYTES, WorkTree

posix = pytest.mark.skipif(sys.platform == "win32", reason="no such files there")
CANARY = "CANARY of another folder"


@posix
def test_what_is_read_at_once(tmp_path: Path) -> None:
    store = tmp_path / "memory"
    store.mkdir()
    (tmp_path / "outside.md").write_text(CANARY)
    (store / "a.md").write_bytes(b"text\r\n\xff")
    (store / "empty.md").write_bytes(b"")
    (store / "folder.md").mkdir()
    (store / "link.md").symlink_to("a.md")
    (store / "out.md").symlink_to("../outside.md")
    (store / "loop.md").symlink_to("loop.md")
    os.mkfifo(store / "fifo.md")
    for name, size in (("full.md", MAX_FILE_BYTES), ("more.md", MAX_FILE_BYTES + 1), ("sparse.md", 1 << 30)):
        with (store / name).open("wb") as file:
            file.truncate(size)
    names = [path.name for path in sorted(store.iterdir())]
    found = dict(contents(WorkTree(str(tmp_path)), "memory", [*names, "gone.md"]))
    assert {name: len(data) for name, data in found.items() if data is not None} == {
        "a.md": 7,
        "empty.md": 0,
        "full.md": MAX_FILE_BYTES,
    }
    assert found["a.md"] == b"text\r\n\xff"
    assert set(found) == {*names, "gone.md"}
    assert list(contents(WorkTree(str(tmp_path)), "gone", ["a.md"])) == [("a.md", None)]
    assert list(contents(WorkTree(str(store)), "", ["a.md"])) == [("a.md", b"text\r\n\xff")]


def test_standard_input_stands_for_a_file(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"disk")
    (tmp_path / "b.md").write_bytes(b"disk")
    tree = WorkTree(str(tmp_path), overlay={"a.md": b"input"})
    assert dict(contents(tree, "", ["a.md", "b.md"]))["a.md"] is None


def test_where_a_folder_cannot_be_opened_files_are_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.md").write_bytes(b"disk")
    monkeypatch.setattr(reading, "_POSSIBLE", False)
    assert list(contents(WorkTree(str(tmp_path)), "", ["a.md"])) == [("a.md", None)]


@posix
def test_no_handle_stays_open(tmp_path: Path) -> None:
    for name in "abc":
        (tmp_path / f"{name}.md").write_bytes(b"x")
    before = os.dup(0)
    os.close(before)
    found = contents(WorkTree(str(tmp_path)), "", ["a.md", "b.md", "c.md"])
    next(found)
    del found
    after = os.dup(0)
    os.close(after)
    assert after == before


DATES = "created: 2026-01-05\nupdated: 2026-01-05\n"
NOTE = (
    f"---\nname: a\ndescription: Where it is kept and who may change it\ntype: reference\n{DATES}---\n\nIn the wiki.\n"
)


def fifo(path: Path) -> None:
    os.mkfifo(path)


def sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 30)


INDEXES = {
    "is a folder, not a file": lambda path: (path.mkdir(), (path / "x.md").write_text("x")),
    "is not a regular file": fifo,
    "is larger than 4 MiB": sparse,
    "is a symlink": lambda path: path.symlink_to("../outside.md"),
    "is a symlink ": lambda path: path.symlink_to("MEMORY.md"),
    "is a symlink  ": lambda path: path.symlink_to("/dev/zero"),
    "is not there": lambda path: None,
}


@posix
@pytest.mark.parametrize("fault", INDEXES)
def test_an_index_that_is_no_file(site, fault: str) -> None:
    site.init()
    site.write(".gitignore", "memory/\n")
    site.write("outside.md", f"- [{CANARY}](a.md)\n")
    site.write("memory/a.md", NOTE)
    INDEXES[fault](site.folder / "memory/MEMORY.md")
    result = site.start("check", "--format", "json", "--profile", "engramory", "memory")
    assert (result.status, result.error) == (1, "")
    assert [(one["rule"], one["path"], one["message"]) for one in result.json["diagnostics"]] == [
        ("index-missing", "memory/MEMORY.md", f"the index {fault.strip()}")
    ]
    assert CANARY not in result.text
    refused = site.run("compact", "memory", "--apply")
    assert refused.status == 2
    assert "there is nothing to compact" in refused.error


@posix
def test_folders_in_circles_are_not_entered(site) -> None:
    site.init()
    site.write(".gitignore", "memory/\n")
    site.write("memory/MEMORY.md", "- [A](a.md)\n- [B](deep/b.md)\n")
    site.write("memory/a.md", NOTE)
    site.write("memory/deep/b.md", NOTE.replace("name: a", "name: b"))
    for name, target in (("self", "."), ("up", ".."), ("deep/top", ".."), ("deep/root", "/"), ("x", "y"), ("y", "x")):
        (site.folder / "memory" / name).symlink_to(target)
    result = site.start("check", "--format", "json")
    assert (result.status, result.error) == (0, "")
    assert result.json["stores"] == [{"profile": "engramory", "root": "memory", "files": 3}]
    assert result.json["diagnostics"] == []
