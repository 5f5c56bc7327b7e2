"""How many credentials the scan finds, and how often it cries out over nothing.

    python benchmarks/secrets.py [--half seen|unseen|earlier] [--misses] [--alarms]

Positives: data/secrets draws almost two thousand texts from a fixed seed (`fresh`), each with one value of a family, in
the shapes that vendors document and other scanners test. Whoever wrote them had not read the patterns. One half, fixed
by the family and the surrounding of an instance, may serve to tune ("seen"); the other is unseen and never named. The
two thousand texts of an earlier author (`positives`) have all been seen by now and are reported apart.
Negatives: hand-written hard cases and the documentation that the packages of this machine bring along. Found: an alarm
overlaps the value. Whole: the alarms cover all of it. Compared are detect-secrets with its default plugins, and
gitleaks, trufflehog and kingfisher where they are on PATH; they answer by the line, so that any alarm on a line of the
value counts as found.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from shutil import which

ROOT = Path(__file__).resolve().parents[1]
# This file's name is that of a module of the standard library, which its folder on the path would hide.
sys.path[:] = [str(ROOT), *(entry for entry in sys.path if Path(entry or ".").resolve() != ROOT / "benchmarks")]

from benchmarks.data.secrets.fresh import fresh  # noqa: E402
from benchmarks.data.secrets.negatives import digest, documentation, hard_negatives, judged  # noqa: E402
from benchmarks.data.secrets.positives import Positive, positives  # noqa: E402

RECALL, MICROSECONDS = 0.98, 40
SLOW_CAP = 4_000_000
"""Characters of documentation that detect-secrets is given; it takes about a minute for them."""
Alarm = tuple[int, int, str]
Scan = Callable[[Sequence[str]], list[list[Alarm]]]


def ours(texts: Sequence[str]) -> list[list[Alarm]]:
    from memoryrail_lint.checks.secrets import find

    return [[(hit.start, hit.end, hit.detector) for hit in find(text)] for text in texts]


def detect_secrets(texts: Sequence[str]) -> list[list[Alarm]]:
    """`scan_file` with the default settings: the default plugins and filters."""
    from detect_secrets.core.scan import scan_file
    from detect_secrets.settings import default_settings

    with tempfile.TemporaryDirectory() as folder, default_settings():
        found = []
        for path, text in zip(written(Path(folder), texts), texts, strict=True):
            found.append(by_line(text, ((secret.line_number, secret.type) for secret in scan_file(str(path)))))
    return found


def command(name: str) -> Scan:
    """A scanner on PATH, asked without network; its findings are read from its JSON by file and line."""

    def scan(texts: Sequence[str]) -> list[list[Alarm]]:
        with tempfile.TemporaryDirectory() as folder:
            paths = written(Path(folder), texts)
            argv = {
                "gitleaks": ["gitleaks", "dir", folder, "-f", "json", "-r", "-", "--no-banner", "--exit-code", "0"],
                "trufflehog": ["trufflehog", "filesystem", folder, "--json", "--no-verification", "--no-update"],
                "kingfisher": ["kingfisher", "scan", folder, "--format", "json", "--no-validate"],
            }[name]
            out = subprocess.run(argv, capture_output=True, text=True, check=False).stdout
        lines: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for file, line in places(out):
            lines[Path(file).name].append((line, name))
        return [by_line(text, lines[path.name]) for path, text in zip(paths, texts, strict=True)]

    return scan


def places(out: str) -> Iterable[tuple[str, int]]:
    """(file, line) of every object in a JSON document, or in lines of JSON, that has both."""
    try:
        stack = [json.loads(out or "[]")]
    except ValueError:
        stack = [json.loads(line) for line in out.splitlines() if line.startswith("{")]
    while stack:
        value = stack.pop()
        if isinstance(value, dict):
            file = value.get("File") or value.get("file") or value.get("path")
            line = value.get("StartLine") or value.get("line")
            if isinstance(file, str) and isinstance(line, int):
                yield file, line
            else:
                stack += value.values()
        elif isinstance(value, list):
            stack += value


def written(folder: Path, texts: Sequence[str]) -> list[Path]:
    paths = [folder / f"{number:06}.md" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, "utf-8", newline="")
    return paths


def by_line(text: str, alarms: Iterable[tuple[int, str]]) -> list[Alarm]:
    """Alarms that know only their line, as spans of that line."""
    ends, at = [], 0
    for line in text.split("\n"):
        ends.append((at, at + len(line)))
        at += len(line) + 1
    return [(*ends[min(line, len(ends)) - 1], name) for line, name in alarms]


def scanners() -> dict[str, Scan]:
    found: dict[str, Scan] = {"ours": ours, "detect-secrets": detect_secrets}
    return found | {name: command(name) for name in ("gitleaks", "trufflehog", "kingfisher") if which(name)}


def found(one: Positive, alarms: Iterable[Alarm]) -> bool:
    return any(start < one.end and end > one.start for start, end, _ in alarms)


def whole(one: Positive, alarms: Iterable[Alarm]) -> bool:
    left = set(range(one.start, one.end))
    for start, end, _ in alarms:
        left -= set(range(start, end))
    return not left


def share(flags: Sequence[bool]) -> float:
    return sum(flags) / len(flags)


def recall(instances: Sequence[Positive], scans: dict[str, Scan], *, misses: bool) -> float:
    """Print recall for every family, then in total; the recall of ours."""
    texts = [one.text for one in instances]
    alarms = {name: scan(texts) for name, scan in scans.items()}
    hits = {name: [found(*pair) for pair in zip(instances, alarms[name], strict=True)] for name in scans}
    hits["ours, whole"] = [whole(*pair) for pair in zip(instances, alarms["ours"], strict=True)]
    rows: dict[str, list[int]] = defaultdict(list)
    for number, one in enumerate(instances):
        rows[one.family].append(number)
    print(f"{'':<26}{'n':>5}" + "".join(f"{name:>16}" for name in hits))
    for family, numbers in rows.items():
        values = [share([hits[name][number] for number in numbers]) for name in hits]
        below = "  BELOW" if values[0] < RECALL else ""
        print(f"{family:<26}{len(numbers):>5}" + "".join(f"{value:>16.2f}" for value in values) + below)
    total = {name: share(flags) for name, flags in hits.items()}
    print(f"{'all':<26}{len(instances):>5}" + "".join(f"{value:>16.4f}" for value in total.values()))
    missed = "" if total["ours"] >= RECALL else "  MISSED"
    print(f"target for ours: {RECALL} or more{missed}")
    if misses:
        for number, one in enumerate(instances):
            if not hits["ours"][number]:
                print(f"missed: {one.family}/{one.number} ({one.surrounding})")
            elif not hits["ours, whole"][number]:
                print(f"in part: {one.family}/{one.number} ({one.surrounding})")
    return total["ours"]


def hard(scans: dict[str, Scan], *, show: bool) -> None:
    cases = list(hard_negatives())
    print(f"\nFalse alarms on {len(cases)} hard negatives ({sum(not sure for _, sure in cases)} of them doubtful)")
    for name, scan in scans.items():
        alarms = scan([text for text, _ in cases])
        sure = sum(bool(got) for got, case in zip(alarms, cases, strict=True) if case[1])
        doubtful = sum(bool(got) for got, case in zip(alarms, cases, strict=True) if not case[1])
        print(f"{name:<26}{sure:>5} sure, {doubtful} doubtful")
        if show and name == "ours":
            for got, (text, certain) in zip(alarms, cases, strict=True):
                for start, end, detector in got:
                    print(f"  {'sure' if certain else 'doubtful'}: {detector}: {text[max(start - 40, 0) : end + 10]!r}")


def silence(scans: dict[str, Scan], *, show: bool) -> None:
    pages = list(documentation())
    size = sum(len(text) for _, text in pages)
    print(f"\nFalse alarms on documentation: {len(pages)} files, {size / 1e6:.1f} million characters")
    folders: dict[str, int] = defaultdict(int)
    for path, text in pages:
        folders["/".join(path.split("/")[:7])] += len(text)
    for folder, count in sorted(folders.items(), key=lambda item: -item[1])[:8]:
        print(f"  {count / 1e6:5.1f}  {folder}")
    for name, scan in scans.items():
        given = pages if name != "detect-secrets" else sample(pages, SLOW_CAP)
        began = time.perf_counter()
        alarms = scan([text for _, text in given])
        took = time.perf_counter() - began
        kilobytes = sum(len(text.encode()) for _, text in given) / 1024
        count = sum(map(len, alarms))
        print(
            f"{name:<26}{count:>6} in {kilobytes:.0f} kB = {count / kilobytes:.5f} per kB,"
            f" {took / kilobytes * 1e6:.0f} µs per kB, {took:.1f} s"
        )
        if name == "ours":
            samples = judged()
            false = [
                (path, text.count("\n", 0, start) + 1, detector, text[max(start - 60, 0) : end + 10])
                for (path, text), got in zip(given, alarms, strict=True)
                for start, end, detector in got
                if digest(text[start:end]) not in samples
            ]
            print(f"of them {count - len(false)} on samples that are printed in full, {len(false)} false")
            print(f"target for ours: no false alarm{'  MISSED' if false else ''}")
            speed([text for (_, text), got in zip(given, alarms, strict=True) if not got])
            if show:
                for path, line, detector, shown in false:
                    print(f"  {path}:{line}: {detector}: {shown[:200]!r}")


def speed(texts: Sequence[str], rounds: int = 5) -> None:
    """Print the processor time of ours on texts without an alarm: the best round, once everything is imported."""
    from memoryrail_lint.checks.secrets import suspicious

    clean = [text for text in texts if not suspicious(text)]
    for name, given in (("without an alarm", texts), ("with nothing to look at", clean)):
        kilobytes = sum(len(text.encode()) for text in given) / 1024
        best = min(seconds(given) for _ in range(rounds)) / kilobytes * 1e6
        goal = f"   target {MICROSECONDS}{'' if best <= MICROSECONDS else '  MISSED'}"
        print(f"ours on files {name:<26}{len(given):>6} files, {kilobytes:.0f} kB, {best:.0f} µs per kB{goal}")


def seconds(texts: Sequence[str]) -> float:
    began = time.process_time()
    ours(texts)
    return time.process_time() - began


def sample(pages: list[tuple[str, str]], cap: int) -> list[tuple[str, str]]:
    """Every n-th page, so that all of them together stay near `cap` characters."""
    return pages[:: max(sum(len(text) for _, text in pages) // cap, 1)]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--half", choices=["seen", "unseen", "earlier"], help="only this half of the positives, no negatives"
    )
    parser.add_argument("--misses", action="store_true", help="name the seen instances that ours missed")
    parser.add_argument("--alarms", action="store_true", help="print the false alarms of ours, with their text")
    args = parser.parse_args()
    scans = scanners()
    instances = {half: [one for one in fresh() if one.half == half] for half in ("seen", "unseen")}
    instances["earlier"] = list(positives())
    if not args.half:
        print(f"detect-secrets is given about {SLOW_CAP / 1e6:.1f} million characters of the documentation, ours all")
        hard(scans, show=args.alarms)
        silence(scans, show=args.alarms)
    for half, given in instances.items():
        if args.half in (None, half):
            print(f"\nRecall, {half} {'half' if half != 'earlier' else 'set'}")
            recall(given, scans, misses=args.misses and half != "unseen")


if __name__ == "__main__":
    main()
