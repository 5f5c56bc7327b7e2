"""The labelled corpus of credentials, and the benchmark's way of counting, on a sample."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    """benchmarks/secrets.py under a name of its own: `secrets` is a module of the standard library."""
    path = list(sys.path)
    spec = importlib.util.spec_from_file_location("secrets_benchmark", ROOT / "benchmarks" / "secrets.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path[:] = path
    return module


AUTHORS = pytest.mark.parametrize(("author", "least"), [("positives", 8), ("fresh", 5)])


@AUTHORS
def test_positives_are_the_same_at_every_run_and_lie_in_two_halves(bench, author: str, least: int) -> None:
    one, two = list(getattr(bench, author)()), list(getattr(bench, author)())
    assert [(p.text, p.start, p.end, p.half) for p in one] == [(p.text, p.start, p.end, p.half) for p in two]
    for family in {p.family for p in one}:
        halves = [p.half for p in one if p.family == family]
        assert min(halves.count("seen"), halves.count("unseen")) >= least, family


@AUTHORS
def test_a_span_holds_the_value_and_no_mark_is_left(bench, author: str, least: int) -> None:
    assert len(list(getattr(bench, author)())) >= 100 * least
    for p in getattr(bench, author)():
        assert 0 <= p.start < p.end <= len(p.text)
        assert p.text[p.start : p.end] == p.text[p.start : p.end].strip()
        assert not {"\ue000", "\ue001"} & set(p.text)


@pytest.mark.parametrize("author", ["positives", "fresh"])
def test_a_surrounding_is_in_one_half_only(bench, author: str) -> None:
    sides: dict[tuple[str, str], set[str]] = {}
    for p in getattr(bench, author)():
        sides.setdefault((p.family, p.surrounding), set()).add(p.half)
    assert all(len(side) == 1 for side in sides.values())


def test_the_scan_finds_nine_of_ten_seen_positives(bench) -> None:
    sample = [p for p in (*bench.positives(), *bench.fresh()) if p.half == "seen"][::3]
    alarms = bench.ours([p.text for p in sample])
    assert bench.share([bench.found(*pair) for pair in zip(sample, alarms, strict=True)]) >= 0.9


def test_the_scan_is_silent_on_hard_negatives(bench) -> None:
    cases = [text for text, sure in bench.hard_negatives() if sure]
    assert len(cases) >= 150
    assert [text for text, got in zip(cases, bench.ours(cases), strict=True) if got] == []


def test_alarms_are_counted_where_they_overlap_and_where_they_cover(bench) -> None:
    p = next(bench.positives())
    assert bench.found(p, [(p.end - 1, p.end + 5, "x")])
    assert not bench.found(p, [(p.end, p.end + 5, "x"), (0, p.start, "x")])
    assert bench.whole(p, [(p.start, p.end - 3, "x"), (p.end - 3, p.end, "x")])
    assert not bench.whole(p, [(p.start, p.end - 1, "x")])


def test_alarms_by_line_become_spans_of_the_line(bench) -> None:
    assert bench.by_line("ab\n\ncde\n", [(1, "x"), (3, "y"), (9, "z")]) == [(0, 2, "x"), (4, 7, "y"), (8, 8, "z")]


def test_findings_of_other_scanners_are_read_from_their_json(bench) -> None:
    gitleaks = json.dumps([{"File": "a.md", "StartLine": 3, "RuleID": "x"}])
    trufflehog = "\n".join(
        json.dumps({"SourceMetadata": {"Data": {"Filesystem": {"file": "b.md", "line": line}}}}) for line in (1, 2)
    )
    kingfisher = json.dumps({"findings": [{"rule": {"id": "x"}, "finding": {"path": "c.md", "line": 7}}]})
    assert list(bench.places(gitleaks)) == [("a.md", 3)]
    assert sorted(bench.places(trufflehog)) == [("b.md", 1), ("b.md", 2)]
    assert list(bench.places(kingfisher)) == [("c.md", 7)]
    assert list(bench.places("")) == []
