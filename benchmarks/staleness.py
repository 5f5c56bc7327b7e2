"""What the age of many links costs in a long history, and whether every answer is git's own.

    python benchmarks/staleness.py [--repository DIR] [--histories 500] [--commits 20000]

Ratios of one run each, taken in turn. The comparison at the end asks git about every path of random histories, and
of the repository named; it exits with 1 on any difference, and where no path was decided by a merge.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Mapping
from pathlib import Path

from timing import head, row

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests/git"))

import random_history as rh

from memoryrail_lint.git import Repository
from memoryrail_lint.git.history import SLACK, last_commits

HERE = Path(__file__).parent
DAY = 86400


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repository", help="a real repository to compare as well")
    parser.add_argument("--histories", type=int, default=500)
    parser.add_argument("--commits", type=int, default=20_000)
    given = parser.parse_args()
    os.environ.update(GIT_CONFIG_NOSYSTEM="1", GIT_CONFIG_GLOBAL=os.devnull)
    with tempfile.TemporaryDirectory() as place:
        if given.commits:
            costs(given.commits, Path(place) / "corpus")
        wrong = compare_random(given.histories, Path(place))
        return 1 if wrong + (compare_real(given.repository) if given.repository else 0) else 0


def costs(commits: int, folder: Path) -> None:
    corpus = [sys.executable, str(HERE / "corpus.py"), "memoryrail", str(folder), "--memories", "1", "--gc"]
    corpus += ["--source-files", "8000", "--commits", str(commits)]
    subprocess.run(corpus, check=True, stdout=subprocess.DEVNULL)
    repo = Repository(str(folder))
    links = clean_links(repo, 5000)
    hundred, thousand = dict(links[:100]), dict(links[:1000])
    head(f"{commits} commits")

    def walk(wanted: Mapping[str, int]) -> Callable[[], object]:
        return lambda: last_commits(repo, wanted)

    row("1,000 links / the bare pass", paired(walk(thousand), lambda: bare_pass(repo, thousand)), 1.3)
    row("5,000 links / 100 links", paired(walk(dict(links)), walk(hundred)), 1.6)
    row("100 links / the bare pass", paired(walk(hundred), lambda: bare_pass(repo, hundred)))
    row("2 links / the bare pass", paired(walk(dict(links[:2])), lambda: bare_pass(repo, thousand)))
    sample = dict(links[:1000:10])
    each = seconds(lambda: one_by_one(repo, sample)) * 10
    faster = each / seconds(walk(thousand))
    print(f"1,000 links: {faster:.0f} times as fast as a `git log` each (of which 100 were run); target 40", flush=True)
    print("\nour own memory at its peak, MiB")
    newest = max(thousand.values())
    for share in (0.1, 0.5, 1):
        recent = {p: s for p, s in thousand.items() if s >= newest - share * (newest - min(thousand.values()))}
        print(f"{len(recent):>6} links, {share:.0%} of the history{peak(walk(recent)):>8.1f}", flush=True)


def clean_links(repo: Repository, count: int) -> list[tuple[str, int]]:
    """Files and folders, each with the `updated` of a memory that was confirmed up to 20 days after their change."""
    rng = random.Random("links")
    found = repo.ask_list("ls-tree", "-r", "-t", "-z", "--name-only", "HEAD", "src")
    found = rng.sample(found, count)
    last = last_commits(repo, dict.fromkeys(found, 0))
    return [(path, commit.committed + rng.randrange(20 * DAY)) for path, commit in last.items() if commit]


def bare_pass(repo: Repository, wanted: Mapping[str, int]) -> None:
    """All changed names of the first-parent line down to the oldest commit that matters, read and dropped."""
    since = f"--since=@{min(wanted.values()) - SLACK} +0000"
    argv = ["git", "-C", repo.root, "log", "--first-parent", "--diff-merges=first-parent", "--name-only", "-z"]
    with subprocess.Popen([*argv, "--no-renames", since], stdout=subprocess.PIPE) as child:
        assert child.stdout
        while child.stdout.read1(1 << 16):
            pass


def one_by_one(repo: Repository, wanted: Mapping[str, int]) -> None:
    for path, updated in wanted.items():
        since = f"--since=@{updated - SLACK} +0000"
        argv = ["git", "-C", repo.root, "log", "-1", "--format=%cI", since, "--", path]
        subprocess.run(argv, check=True, stdout=subprocess.DEVNULL)


def seconds(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def paired(act: Callable[[], object], other: Callable[[], object], runs: int = 7) -> tuple[float, float, float]:
    """Minimum, median and maximum of act / other, after a pair that does not count."""
    found = [seconds(act) / seconds(other) for _ in range(runs + 1)][1:]
    return min(found), statistics.median(found), max(found)


def peak(act: Callable[[], object]) -> float:
    tracemalloc.start()
    act()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most / (1 << 20)


def compare_random(count: int, folder: Path) -> int:
    paths = merged = wrong = 0
    for seed in range(1000, 1000 + count):
        commits, place = rh.make(seed), str(folder / str(seed))
        rh.write(commits, place)
        wanted = rh.paths(commits)
        wrong += differences(place, wanted, f"seed {seed}")
        paths += len(wanted)
        merged += sum(rh.reference(commits, path)[1] for path in wanted)
        subprocess.run(["rm", "-rf", place], check=True)
    print(f"\n{count} random histories, {paths} paths, {merged} decided by merges: {wrong} differences", flush=True)
    return wrong + (count > 0 and not merged)


def compare_real(place: str) -> int:
    names = Repository(place).ask("ls-tree", "-r", "-t", "-z", "--name-only", "HEAD").split(b"\0")
    wanted = sorted({b".", *filter(None, names)})
    wrong = differences(place, wanted, place)
    print(f"{os.path.basename(place)}: {len(wanted)} paths: {wrong} differences", flush=True)
    return wrong


def differences(place: str, wanted: list[bytes], title: str) -> int:
    paths = {path: path.decode("utf-8", "surrogateescape") for path in wanted}
    found = last_commits(Repository(place), dict.fromkeys(paths.values(), 0))
    answers = {path: f"{made.id} {made.date}" if (made := found[paths[path]]) else None for path in wanted}
    wrong = [path for path, answer in rh.git_answers(place, wanted).items() if answers[path] != answer]
    for path in wrong:
        print(f"DIFFERENT in {title}: {path!r}")
    return len(wrong)


if __name__ == "__main__":
    sys.exit(main())
