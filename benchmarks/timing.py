"""Whole commands timed in turn with a bare Python start, so that a ratio holds while the machine's speed drifts."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

BIN = Path(sys.executable).parent
BARE = [sys.executable, "-c", "pass"]


def seconds(command: Sequence[str], folder: Path | None = None) -> float:
    """Wall seconds of one run; its output is dropped, its exit status ignored."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    began = time.perf_counter()
    subprocess.run(command, cwd=folder, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return time.perf_counter() - began


def ratios(
    command: Sequence[str], folder: Path | None = None, *, other: Sequence[str] = BARE, runs: int = 15
) -> tuple[float, float, float]:
    """Minimum, median and maximum of command / other over `runs` pairs, after one pair that does not count."""
    found = []
    for turn in range(runs + 1):
        pair = seconds(command, folder) / seconds(other, folder)
        if turn:
            found.append(pair)
    return min(found), statistics.median(found), max(found)


def row(name: str, found: tuple[float, float, float], target: float | None = None) -> None:
    """Print one line of a table: name, minimum, median, maximum, and the target for the median."""
    low, middle, high = found
    goal = "" if target is None else f"   target {target:g}{'' if middle <= target else '  MISSED'}"
    print(f"{name:<34}{low:>8.2f}{middle:>8.2f}{high:>8.2f}{goal}", flush=True)


def head(title: str) -> None:
    print(f"\n{title}\n{'':<34}{'min':>8}{'median':>8}{'max':>8}")
