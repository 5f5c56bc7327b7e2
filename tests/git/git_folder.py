"""A repository that a test builds up with real git."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path


class Folder:
    """A repository under construction; `at` sets both dates of the commits that follow."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.clock = 1_700_000_000
        path.mkdir(parents=True, exist_ok=True)

    def git(self, *args: str, check: bool = True, **dates: int) -> str:
        env = os.environ | {
            "GIT_COMMITTER_DATE": f"{dates.get('committed', self.clock)} +0200",
            "GIT_AUTHOR_DATE": f"{dates.get('authored', dates.get('committed', self.clock))} -0500",
        }
        done = subprocess.run(["git", *args], cwd=self.path, env=env, check=check, capture_output=True)
        return done.stdout.decode("utf-8", "surrogateescape").strip()

    def write(self, name: str, text: str = "") -> None:
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text or f"{name} at {self.clock}\n")

    def commit(self, *names: str, **dates: int) -> str:
        """Write these files anew and commit everything, an hour after the commit before; the commit's id."""
        self.clock = dates.get("committed", self.clock + 3600)
        for name in names:
            self.write(name)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "c", **dates)
        return self.git("rev-parse", "HEAD")
