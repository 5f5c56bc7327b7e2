"""What one commit pays: each hook on a clean repository of one memory, as multiples of a bare Python start.

python benchmarks/startup.py [RUNS]
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from timing import BIN, head, ratios, row

MEMORY = """---
id: "20260601-use-one-pool"
type: "decision"
title: "Use one pool per process"
status: "active"
created: "2026-06-01T12:00:00Z"
updated: "2026-06-01T12:00:00Z"
tags: ["db"]
links: ["src/db", "src/db/pool.py"]
---

A pool per request ran out of sockets under load, because every worker kept its own connections open.
"""
TARGETS = {"schema": 2.5, "id": 2.5, "links": 2.5, "staleness": None, "secrets": 2.5, "sync": None}


def repository(folder: Path) -> Path:
    """A clean repository with one memory, and its memory's path."""
    memory = folder / ".memoryrail/memories/20260601-use-one-pool.md"
    memory.parent.mkdir(parents=True)
    memory.write_text(MEMORY)
    (folder / ".memoryrail/config.json").write_text('{"version": 1, "review": "off"}\n')
    (folder / "src/db").mkdir(parents=True)
    (folder / "src/db/pool.py").write_text("SIZE = 10\n")
    git = ["git", "-c", "user.name=Bench", "-c", "user.email=bench@example.invalid"]
    date = "2026-06-01T11:00:00Z"
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "one memory", "--date", date]):
        env = {"GIT_COMMITTER_DATE": date, "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(folder.parent)}
        subprocess.run([*git, *command], cwd=folder, env=env, check=True)
    return memory


def guards(folder: Path, memory: Path, runs: int) -> None:
    """The write guard on writes that it lets through: into a store, and elsewhere."""
    store = folder.parent / "notes/memory"
    store.mkdir(parents=True)
    dates = "created: 2026-06-01\nupdated: 2026-06-01"
    note = f"---\nname: pool\ndescription: why there is one pool\ntype: reference\n{dates}\n---\n\nSee the wiki.\n"
    index = "- [Pool](pool.md) - why there is one\n"
    (store / "pool.md").write_text(note)
    (store / "MEMORY.md").write_text(index)
    writes = {
        "a memory": (memory, MEMORY),
        "a note": (store / "pool.md", note),
        "an index": (store / "MEMORY.md", index * 2),
        "another file": (folder / "src/db/pool.py", "SIZE = 11\n"),
    }
    for name, (path, content) in writes.items():
        payload = folder.parent / "payload.json"
        payload.write_text(
            json.dumps({"tool_name": "Write", "tool_input": {"file_path": str(path), "content": content}})
        )
        command = ["sh", "-c", f"exec {BIN / 'memoryrail-lint'} guard < {payload}"]
        row(f"guard, {name}", ratios(command, folder, runs=runs), 3)


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "repo"
        memory = repository(folder)
        head("One clean memory, multiples of a bare Python start")
        row("git --version", ratios(["git", "--version"], folder, runs=runs))
        for name, target in TARGETS.items():
            row(f"memoryrail-{name}", ratios([str(BIN / f"memoryrail-{name}")], folder, runs=runs), target)
        everything = [str(BIN / "memoryrail-lint"), "check", "--profile=memoryrail", "--hook"]
        row("memoryrail-lint, all rules", ratios(everything, folder, runs=runs), 4)
        guards(folder, memory, runs)
        schema = Path(__file__).parent.parent / "spec/memory.schema.json"
        peers = {
            "check-jsonschema": ["--schemafile", str(schema), str(folder / ".memoryrail/config.json")],
            "detect-secrets-hook": [str(memory)],
        }
        for peer, arguments in peers.items():
            if (BIN / peer).exists():
                row(peer, ratios([str(BIN / peer), *arguments], folder, runs=max(runs // 3, 3)))


if __name__ == "__main__":
    main()
