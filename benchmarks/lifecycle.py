"""What comparing two states costs: `check --base` 200 commits back over 10,000 memories, against the plain check.

    python benchmarks/lifecycle.py [MEMORIES] [COMMITS]

The gate is on and every commit changes a few memories. The target is one and a half times the plain check and what
`git diff --raw` of the range costs. Medians of runs taken in turn.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from timing import BARE, BIN, head, ratios, row, seconds

HERE = Path(__file__).parent
FEW = 3
"""Memories that a commit changes."""


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    commits = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "repo"
        corpus = [sys.executable, str(HERE / "corpus.py"), "memoryrail", str(folder), "--memories", str(count)]
        subprocess.run([*corpus, "--source-files", "2000", "--commits", "500"], check=True, stdout=subprocess.DEVNULL)
        change(folder, commits)
        lint, base = str(BIN / "memoryrail-lint"), f"HEAD~{commits}"
        plain = [lint, "check", "--select", "memoryrail-lifecycle"]
        diff = ["git", "diff", "--raw", base, "HEAD"]
        head(f"{count} memories, {commits} commits; multiples of a bare Python start")
        row("git diff --raw", ratios(diff, folder, runs=7))
        row("the graph rules", ratios(plain, folder, runs=5))
        row("the graph rules --base", ratios([*plain, "--base", base], folder, runs=5))
        row(
            "the review gate --base",
            ratios([lint, "check", "--select", "memoryrail-review", "--base", base], folder, runs=5),
        )
        everything = [lint, "check"]
        row("all rules", ratios(everything, folder, runs=5))
        row("all rules --base", ratios([*everything, "--base", base], folder, runs=5))
        head("multiples of the plain check and git diff --raw together")
        extra = seconds(diff, folder) / seconds(everything, folder)
        low, middle, high = ratios([*everything, "--base", base], folder, other=everything, runs=7)
        row("all rules --base", (low / (1 + extra), middle / (1 + extra), high / (1 + extra)), 1.5)
        print(f"a bare Python start: {seconds(BARE) * 1000:.0f} ms")


def change(folder: Path, commits: int) -> None:
    """Some commits by people and agents: memories that get tags, and a new proposal now and then."""
    config = folder / ".memoryrail" / "config.json"
    config.write_text(config.read_text().replace('"off"', '"agents"'))
    memories = sorted((folder / ".memoryrail" / "memories").glob("*.md"))
    for number in range(commits):
        for step in range(FEW):
            path = memories[(number * 37 + step * 101) % len(memories)]
            path.write_text(path.read_text().replace("---\n\n", f'mine-{number}-{step}: "x"\n---\n\n', 1))
        if number % 20 == 0:
            text = memories[number].read_text()
            new = memories[number].with_name(f"20260601-new-{number}.md")
            text = text.replace(f'id: "{memories[number].stem}"', f'id: "{new.stem}"')
            lines = [line for line in text.splitlines(keepends=True) if not line.startswith("supersede")]
            new.write_text("".join('status: "active"\n' if line.startswith("status:") else line for line in lines))
        who = ["-c", "user.name=Robin", "-c", "user.email=robin@example.com"]
        message = "Change\n\nCo-authored-by: Claude <noreply@anthropic.com>" if number % 2 else "Change"
        subprocess.run(["git", "add", ".memoryrail"], cwd=folder, check=True)
        subprocess.run(["git", *who, "commit", "-q", "-m", message], cwd=folder, check=True)


if __name__ == "__main__":
    main()
