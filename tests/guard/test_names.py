"""Names that a file system takes for others: shown here by hard links, which are one file under two names."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from memoryrail_lint.guard.names import as_stored

NAMES = ("memory", ".claude", "MEMORY.md")
DATES = "created: 2026-01-05\nupdated: 2026-01-05\n"
NOTE = f"---\nname: a\ndescription: Where it is kept and who changes it\ntype: reference\n{DATES}---\n\nIn the wiki.\n"


def folds_case(folder: Path) -> bool:
    (folder / "Probe").touch()
    return (folder / "pROBE").exists()


def test_what_the_disk_takes_for_one_file(tmp_path: Path) -> None:
    (tmp_path / "memory").mkdir()
    index = tmp_path / "memory/MEMORY.md"
    index.write_text("x\n")
    if not folds_case(tmp_path):
        os.link(index, tmp_path / "memory/memory.md")
    for name in ("memory.md", "MEMORY.md"):
        assert as_stored(str(tmp_path / "memory" / name), NAMES) == str(index)


def test_other_files_keep_their_names(tmp_path: Path) -> None:
    if folds_case(tmp_path):
        pytest.skip("such names are one file here")
    for path in ("memory/MEMORY.md", "memory/memory.md", "Memory/MEMORY.md", "memory/a.md", "memory/other/Memory.md"):
        (tmp_path / path).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / path).write_text(path)
        assert as_stored(str(tmp_path / path), NAMES) == str(tmp_path / path)
    for path in ("memory/MEMORY.MD", "MEMORY/x.md", ".CLAUDE/memory/MEMORY.md", "gone/MemorY.md"):
        assert as_stored(str(tmp_path / path), NAMES) == str(tmp_path / path)


def test_an_index_by_another_name_stays_under_its_cap(site) -> None:
    site.init()
    site.write("memory/a.md", NOTE)
    site.write("memory/MEMORY.md", "- [A](a.md)\n")
    if not folds_case(site.folder):
        os.link(site.folder / "memory/MEMORY.md", site.folder / "memory/memory.md")
    content = "- [A](a.md)\n" * 201
    given = {"file_path": str(site.folder / "memory/memory.md"), "content": content}
    payload = json.dumps({"hook_event_name": "PreToolUse", "tool_name": "Write", "tool_input": given})
    answer = site.run("guard", stdin=payload.encode()).json["hookSpecificOutput"]
    assert answer["permissionDecision"] == "deny"
    assert "index-over-cap" in answer["permissionDecisionReason"]
