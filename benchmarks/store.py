"""What a large store costs: `check` over 10,000 clean memories, as multiples of a bare Python start.

python benchmarks/store.py [MEMORIES]
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from timing import BIN, head, ratios, row

HERE = Path(__file__).parent


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "repo"
        corpus = [sys.executable, str(HERE / "corpus.py"), "memoryrail", str(folder), "--memories", str(count)]
        subprocess.run([*corpus, "--source-files", "2000", "--commits", "500"], check=True, stdout=subprocess.DEVNULL)
        lint = str(BIN / "memoryrail-lint")
        head(f"{count} clean memories, multiples of a bare Python start")
        for hook in ("schema", "id", "links", "staleness", "secrets", "sync"):
            row(f"memoryrail-{hook}", ratios([lint, "check", "--select", f"memoryrail-{hook}"], folder, runs=3))
        row("all rules", ratios([lint, "check"], folder, runs=5), 60 if count == 10_000 else None)


if __name__ == "__main__":
    main()
