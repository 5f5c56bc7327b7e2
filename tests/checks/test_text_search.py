"""Which texts a plan is about: words, stems, the ranking, and the floor on the labelled set."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryrail_lint.checks import text_search
from memoryrail_lint.checks.text_search import Index, Unavailable, passages, words

TEXTS = [
    (
        "Never retry a charge without an idempotency key",
        "payments",
        "The gateway takes each request for a new payment.",
    ),
    ("The parseHTMLPage helper leaks", "", "See src/http_client/retry_policy.py and RabbitMQ."),
    ("Cafés close at noon", "örtchen", "Nothing else."),
    ("支付请求必须带幂等键", "支付", "网关不会去重。"),
]


@pytest.fixture(scope="module")
def index() -> Index:
    return Index(TEXTS)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("plain words", ["plain", "words"]),
        ("snake_case", ["snake", "case"]),
        ("kebab-case", ["kebab", "case"]),
        ("src/db/pool.py", ["src", "db", "pool", "py"]),
        ("camelCase", ["camelCase", "camel", "Case"]),
        ("parseHTMLPage", ["parseHTMLPage", "parse", "HTML", "Page"]),
        ("RabbitMQ", ["RabbitMQ", "Rabbit", "MQ"]),
        ("HTTP Title x1 argon2id", ["HTTP", "Title", "x1", "argon2id"]),
        ("e\u0301tude ﬁle", ["étude", "file"]),
        ("a\0b\udc80c", ["a", "b", "c"]),
        ("支払いを再試行", ["支払", "払い", "いを", "を再", "再試", "試行"]),
        ("支払API鍵 v2", ["支払", "API", "鍵", "v2"]),
        ("결제를 재시도", ["결제", "제를", "재시", "시도"]),
    ],
)
def test_words(text: str, found: list[str]) -> None:
    assert words(text) == found


@pytest.mark.parametrize(
    ("plan", "found"),
    [
        ("", []),
        ("and the of", []),
        ("Add retries", [["retries"]]),
        ("Fix it. Retry the charge twice! Print labels.", [["retry", "charge", "twice"], ["print", "labels"]]),
        ("one\nretry\nthe charge\nat night", [["retry", "charge", "night"]]),
        ("retry\n\nretry\n\n- charge twice\n- print it", [["retry", "charge", "twice", "print"]]),
        ("Charge twice. Print labels at night.", [["charge", "twice"], ["print", "labels", "night"]]),
        ("retry retry RETRY", [["retry"]]),
    ],
)
def test_passages(plan: str, found: list[list[str]]) -> None:
    assert passages(plan) == found


@pytest.mark.parametrize(
    ("plan", "found"),
    [
        ("retrying charges", [(0, ["retrying", "charges"])]),
        ("Retries of the payment", [(0, ["retries", "payment"])]),
        ("call parse_html_page", [(1, ["parse", "html", "page"])]),
        ("rabbitmq helper", [(1, ["rabbitmq", "helper"])]),
        ("retryPolicy in http_client", [(1, ["retry", "policy", "http", "client"])]),
        ("the cafe at noon", [(2, ["cafe", "noon"])]),
        ("Ortchen cafés", [(2, ["ortchen", "cafés"])]),
        ("noon", [(2, ["noon"])]),
        ("重试支付请求", [(3, ["支付", "付请", "请求"])]),
    ],
)
def test_a_plan_finds(index: Index, plan: str, found: list[tuple[int, list[str]]]) -> None:
    assert [(match.index, match.words) for match in index.search(plan)] == found


@pytest.mark.parametrize(
    "plan",
    [
        "",
        "   ",
        "and or not",
        '" OR * NEAR(',
        "close the window of the old garden shed tonight",
        "unheard",
        "x" * 100_000,
    ],
)
def test_a_plan_finds_nothing(index: Index, plan: str) -> None:
    assert index.search(plan) == []


def test_every_sentence_is_judged_by_itself(index: Index) -> None:
    plan = (
        "Retry the charge at once.\n"
        + "This long paragraph speaks of gardens, fences and rye bread. " * 40
        + "Parse the html page."
    )
    assert {match.index for match in index.search(plan)} == {0, 1}


def test_what_shares_a_tag_with_the_nearest_text_needs_fewer_words() -> None:
    plan = "charge cards on weekend nights twice through gateway"
    nearest = ("Charge cards at night on a weekend", "payments", "")
    other = ("Gateway cards twice", "", "")

    def found(tags: str, filler: list[tuple[str, str, str]]) -> set[int]:
        texts = [nearest, (other[0], tags, other[2]), *filler]
        return {match.index for match in Index(texts).search(plan)}

    filler = [(f"Something about thing{number}", "rest", "") for number in range(10)]
    assert found("payments", filler) == {0, 1}
    assert found("others", filler) == {0}
    assert found("payments", [(title, "payments", body) for title, _, body in filler]) == {0}


def test_no_texts() -> None:
    assert Index([]).search("retry the charge") == []


def test_the_same_answer_twice(index: Index) -> None:
    first = [(match.index, match.score) for match in index.search("retry charge key")]
    assert [(match.index, match.score) for match in index.search("retry charge key")] == first
    assert first
    assert all(score > 0 for _, score in first)


def test_without_fts5(monkeypatch: pytest.MonkeyPatch) -> None:
    import sqlite3

    class Lacking:
        def execute(self, sql: str) -> None:
            raise sqlite3.OperationalError("no such module: fts5")

    monkeypatch.setattr(sqlite3, "connect", lambda path: Lacking())
    with pytest.raises(Unavailable):
        Index([])
    monkeypatch.setitem(sys.modules, "sqlite3", None)
    with pytest.raises(Unavailable):
        Index([])


@settings(deadline=None, max_examples=50)
@given(st.text(max_size=200), st.text(max_size=200))
def test_any_text_and_plan(text: str, plan: str) -> None:
    for match in Index([(text, text, text)]).search(plan):
        assert match.words
        assert math.isfinite(match.score)


def test_a_long_plan_is_cut() -> None:
    assert sum(map(len, passages("a b1 b2 b3\n" * 100_000))) <= text_search.MAX_PLAN


# The labelled set, whose labels were written before any ranking was looked at. `benchmarks/precheck.py` prints the
# numbers of both halves; these bounds lie somewhat below what was reached.
DATA = Path(__file__).parents[2] / "benchmarks" / "data" / "precheck"


@pytest.mark.parametrize("which", ["", "-earlier"])
def test_the_labelled_set_is_whole(which: str) -> None:
    memories = [json.loads(line) for line in (DATA / "memories.jsonl").read_text().splitlines()]
    plans = [json.loads(line) for line in (DATA / f"plans{which}.jsonl").read_text().splitlines()]
    unrelated = (DATA / f"unrelated{which}.txt").read_text().splitlines()
    assert (len(memories), len(plans), len(unrelated)) == (200, 60, 100)
    assert len({memory["id"] for memory in memories}) == 200
    assert all(plan["applies"] for plan in plans)
    assert {id for plan in plans for id in plan["applies"]} <= {memory["id"] for memory in memories}


# Somewhat below what was reached: 0.81, 0.79, 0.96 on the earlier plans, 0.61, 0.55, 0.96 on the half that the floors
# were chosen with, 0.59, 0.49, 0.98 on the unseen one.
LEAST = {"earlier set": (0.78, 0.75, 0.95), "seen when tuning": (0.58, 0.52, 0.95), "unseen": (0.55, 0.45, 0.95)}


@pytest.fixture(scope="module")
def measured() -> dict[str, dict[str, float]]:
    from importlib.util import module_from_spec, spec_from_file_location

    folder = str(DATA.parents[1])
    sys.path.insert(0, folder)
    try:
        spec = spec_from_file_location("benchmark_of_precheck", f"{folder}/precheck.py")
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(folder)
    return module.measure()


@pytest.mark.parametrize("half", LEAST)
def test_plans_are_read_as_well_as_before(measured: dict[str, dict[str, float]], half: str) -> None:
    reached = list(measured[half].values())
    assert all(value >= least for value, least in zip(reached, LEAST[half], strict=True)), reached
