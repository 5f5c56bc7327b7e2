"""How well precheck reads plans, and what it costs.

    python benchmarks/precheck.py [--quality] [--speed] [MEMORIES]

Quality: data/precheck holds 200 memories, 60 plans with the memories that apply to each, and 100 plans that have
nothing to do with any. Whoever wrote and labelled them had not seen the ranking. Every second plan, from the first one
on, served to choose the floors of checks/text_search.py, as did 60 shorter plans of an earlier set (*-earlier); the
others are unseen, and are not to be looked at one by one. Precision at 3: of the
first three answers the share that is labelled, 0 where there is none. Recall at 5: of the labelled memories the share
that is among the first five answers. Speed: as multiples of a bare Python start of the same run.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from timing import BIN, head, ratios, row

HERE = Path(__file__).parent
DATA = HERE / "data" / "precheck"
AIMS = {"precision at 3": 0.9, "recall at 5": 0.9, "unrelated plans that get nothing": 0.95}
Measures = dict[str, float]


def measure() -> dict[str, Measures]:
    """The earlier set and each half of the present one -> measure -> value from 0 to 1."""
    sys.path.insert(0, str(HERE.parent))
    from memoryrail_lint.config import Config
    from memoryrail_lint.profiles.memoryrail.model import Store
    from memoryrail_lint.profiles.memoryrail.precheck import answers
    from memoryrail_lint.tree import WorkTree

    sets = {}
    for name, number, step in (("earlier set", 0, 1), ("seen when tuning", 0, 2), ("unseen", 1, 2)):
        which = "-earlier" if name.startswith("earlier") else ""
        lines = (DATA / f"plans{which}.jsonl").read_text("utf-8").splitlines()
        unrelated = (DATA / f"unrelated{which}.txt").read_text("utf-8").splitlines()
        sets[name] = [json.loads(line) for line in lines[number::step]], unrelated[number::step]
    with tempfile.TemporaryDirectory() as folder:
        write_store(Path(folder))

        def found(plan: str) -> list[str]:
            store = Store(WorkTree(folder), "", Config(), None)
            return [answer.memory.id for answer in answers(store, (), (), plan)[0]]

        measures = {}
        for name, (plans, unrelated) in sets.items():
            pairs = [(found(plan["plan"]), plan["applies"]) for plan in plans]
            measures[name] = {
                "precision at 3": mean([hits(got[:3], due) / max(len(got[:3]), 1) for got, due in pairs]),
                "recall at 5": mean([hits(got[:5], due) / len(due) for got, due in pairs]),
                "unrelated plans that get nothing": mean([float(not found(plan)) for plan in unrelated]),
            }
    return measures


def write_store(folder: Path) -> None:
    memories = folder / ".memoryrail" / "memories"
    memories.mkdir(parents=True)
    (folder / ".memoryrail" / "config.json").write_text('{"version": 1, "review": "off"}\n')
    for line in (DATA / "memories.jsonl").read_text("utf-8").splitlines():
        memory = json.loads(line)
        stamp = f"{memory['id'][:4]}-{memory['id'][4:6]}-{memory['id'][6:8]}T12:00:00Z"
        fields = {"id": memory["id"], "type": memory["type"], "title": memory["title"], "status": "active"}
        fields |= {"created": stamp, "updated": stamp, "tags": memory["tags"]}
        front = "".join(f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in fields.items())
        (memories / f"{memory['id']}.md").write_text(f"---\n{front}---\n\n{memory['body']}\n", "utf-8")


def hits(got: list[str], due: list[str]) -> int:
    return len(set(got) & set(due))


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


def quality() -> None:
    sets = measure()
    print(f"\n{'Plans read by their words':<36}{''.join(f'{name:>18}' for name in sets)}{'aim':>7}")
    for name, aim in AIMS.items():
        print(f"{name:<36}{''.join(f'{values[name]:>18.2f}' for values in sets.values())}{aim:>7.2f}")


def speed(counts: list[int]) -> None:
    lint = str(BIN / "memoryrail-lint")
    plan = "Move the retries of the payment gateway into the queue"
    for count in counts:
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place) / "repo"
            corpus = [sys.executable, str(HERE / "corpus.py"), "memoryrail", str(folder), "--memories", str(count)]
            size = ["--source-files", str(min(2000, 2 * count)), "--commits", "100"]
            subprocess.run([*corpus, *size], check=True, stdout=subprocess.DEVNULL)
            changed = sorted(folder.glob("src/*/*/*.py"))[0]
            changed.write_text("REVISION = 0\n")
            subprocess.run(["git", "-C", str(folder), "add", "-A"], check=True)
            head(f"{count} memories, multiples of a bare Python start")
            target = {100: 4, 10_000: 30}.get(count)
            runs = 15 if count < 1000 else 7
            row("precheck --staged", ratios([lint, "precheck", "--staged"], folder, runs=runs), target)
            row("memoryrail-precheck", ratios([str(BIN / "memoryrail-precheck")], folder, runs=runs), target)
            subprocess.run([lint, "sync"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
            row("sync --check", ratios([lint, "sync", "--check"], folder, runs=runs), target)
            row("precheck --plan", ratios([lint, "precheck", "--plan", plan], folder, runs=max(runs // 2, 3)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("memories", nargs="*", type=int, metavar="MEMORIES", help="store sizes (default: 100 10000)")
    parser.add_argument("--quality", action="store_true", help="only how well plans are read")
    parser.add_argument("--speed", action="store_true", help="only what it costs")
    given = parser.parse_args()
    if not given.speed:
        quality()
    if not given.quality:
        speed(given.memories or [100, 10_000])


if __name__ == "__main__":
    main()
