"""What an Engramory store costs: start-up with and without one, and `check` over 1,000, 3,000 and 10,000 notes.

python benchmarks/engramory.py [NOTES ...]
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from timing import BARE, BIN, head, ratios, row

HERE = Path(__file__).parent
LINT = str(BIN / "memoryrail-lint")
TARGET = 60
"""Bare Python starts that 10,000 notes may cost."""


def store(folder: Path, notes: int) -> Path:
    corpus = [sys.executable, str(HERE / "corpus.py"), "engramory", str(folder / "memory"), "--notes", str(notes)]
    subprocess.run(corpus, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    (folder / ".gitignore").write_text("/memory/\n")
    return folder


def peak(command: list[str], folder: Path) -> float:
    """The most memory that a command holds, in MiB (Linux counts `ru_maxrss` in KiB, macOS in bytes)."""
    import resource

    child = os.fork()
    if not child:
        os.chdir(folder)
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.execv(command[0], command)
    usage: resource.struct_rusage = os.wait4(child, 0)[2]
    return usage.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)


def main() -> None:
    counts = [int(word) for word in sys.argv[1:]] or [1_000, 3_000, 10_000]
    with tempfile.TemporaryDirectory() as place:
        empty = Path(place) / "empty"
        subprocess.run(["git", "init", "-q", str(empty)], check=True)
        one = store(Path(place) / "one", 1)
        head("start-up, multiples of a bare Python start")
        row("engramory-lint, no store", ratios([str(BIN / "engramory-lint")], empty))
        for hook in ("lint", "store", "index", "notes", "safety"):
            row(f"engramory-{hook}, one note", ratios([str(BIN / f"engramory-{hook}")], one))
        head("clean notes, multiples of a bare Python start")
        for count in counts:
            folder = store(Path(place) / str(count), count)
            command = [LINT, "check", "--profile=engramory"]
            row(f"{count} notes", ratios(command, folder, other=BARE, runs=5), TARGET if count == 10_000 else None)
            if hasattr(os, "fork"):
                print(f"{'':<34}{peak(command, folder):>8.0f} MiB at most")


if __name__ == "__main__":
    main()
