"""What is read out of a note's words: days by their distance, personal data, likeness, and the hints before them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryrail_lint.checks.injection import GROUPS, find_injection
from memoryrail_lint.profiles.engramory import alike, hints, personal, relative

EXAMPLES = Path(__file__).parents[2] / "rules"

RELATIVE = [
    "Done yesterday.",
    "TODAY: it runs",
    "shipped last week",
    "shipped last\nweek",
    "due next Monday",
    "this month",
    "three weeks ago",
    "2 days ago",
    "in two weeks from now, two weeks from now",
    "last March",
    "昨天上线了",
    "上个月完成",
    "本周",
    "3天前",
    "去年",
    "先週リリースした",
    "来月まで",
    "3日前に",
    "Seit gestern läuft es",
    "Heute morgen",
    "letzte Woche",
    "nächsten Monat",
    "vor 3 Tagen",
    "vor zwei Wochen",
    "depuis hier",
    "aujourd'hui",
    "la semaine dernière",
    "il y a 3 jours",
    "demain",
    "desde ayer",
    "la semana pasada",
    "hace 2 días",
    "el próximo mes",
    "hoy",
]
SETTLED = [
    "The last week of the year",
    "a last resort, the next step, this release",
    "`today-total` and last-week-report",
    "yesterday_total, /today/",
    "It shipped on 2026-01-15.",
    "Hier ist die Liste, und der Rest ist dort.",
    "ayermaster, hierarchy, player, layer",
    "今回の手順",
    "weeks of work",
    "the years to come",
    "years ago-old",
]


@pytest.mark.parametrize("text", RELATIVE)
def test_a_day_by_its_distance(text: str) -> None:
    assert relative.find(text)
    assert relative.find(f"\u0130 {text}"), "a letter whose lower case is longer"
    assert hints.hints(text) & hints.DAY, "the hint must not hide it"


@pytest.mark.parametrize("text", SETTLED)
def test_no_day_by_its_distance(text: str) -> None:
    assert [text[start:end] for start, end in relative.find(text)] == []


PERSONAL = [
    ("ann.lee" + "@" + "shop-mail.net", "an e-mail address"),
    ("Mail (ann" + "@" + "mail.shop.de).", "an e-mail address"),
    ("+49 30 5550 1234", "a phone number"),
    ("+1 (555) 010-4477", "a phone number"),
    ("(555) 010-4477", "a phone number"),
    ("phone 555 010 4477", "a phone number"),
    ("WhatsApp: 555-010-4477", "a phone number"),
    ("12 Harbour Street", "a street address"),
    ("1600 N. Long Beach Avenue, ask", "a street address"),
    ("Hafenstraße 12", "a street address"),
    ("Lindenallee 3b", "a street address"),
]
IMPERSONAL = [
    "team" + "@" + "example.com",
    "noreply" + "@" + "github.com",
    "git" + "@" + "github.com:shop/app.git",
    "ssh://deploy" + "@" + "host.shop.net/app",
    "postgres://app:x" + "@" + "db.shop.net/main",
    "react" + "@" + "18.2.0",
    "10.0.0.12 port 5432",
    "2026-01-05-1200",
    "commit 5550104477",
    "a + 12 34 56",
    "12 Factor App",
]


@pytest.mark.parametrize(("text", "what"), PERSONAL)
def test_personal_data(text: str, what: str) -> None:
    assert [kind for _, kind in personal.find(text, hints.hints(text))] == [what]


@pytest.mark.parametrize("text", IMPERSONAL)
def test_no_personal_data(text: str) -> None:
    assert list(personal.find(text, hints.hints(text))) == []


WORDS = [word for groups in GROUPS.values() for group in groups for word in group]


@given(st.lists(st.sampled_from(WORDS) | st.text(st.sampled_from("ab -\n.,`'"), max_size=6), max_size=30))
def test_hints_hide_no_order(words: list[str]) -> None:
    for text in (" ".join(words), "".join(words)):
        folded = text.lower()
        open_gates = any(all(any(word in folded for word in group) for group in groups) for groups in GROUPS.values())
        assert hints.has_order(hints.hints(text)) or not open_gates


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("prompt-injection/bad*/**/*.md")), ids=str)
def test_hints_hide_no_example(path: Path) -> None:
    text = path.read_text().replace("@@", "")
    assert hints.has_order(hints.hints(text)) or not find_injection(text)


def text_of(seed: int, count: int = 120) -> list[str]:
    chosen = random.Random(seed)
    return [chosen.choice("abcdefghij") * chosen.randint(1, 9) + chosen.choice(["", ".", ","]) for _ in range(count)]


@pytest.mark.parametrize("seed", range(20))
def test_likeness(seed: int) -> None:
    chosen = random.Random(seed)
    mine = text_of(seed)
    near = list(mine)
    near[chosen.randrange(120)] = "changed"
    rest = [" ".join(text_of(1000 + 50 * seed + number)) for number in range(50)]
    texts = [" ".join(mine), *rest, " ".join(near)]
    assert [(index, earlier) for index, earlier, _ in alike.pairs(texts)] == [(51, 0)]
    percent = next(alike.pairs(texts))[2]
    assert alike.ALIKE <= percent < 100
    assert list(alike.pairs([*rest, " ".join(mine), " ".join(text_of(seed + 9999))])) == []


def test_copies_are_found_whatever_they_share() -> None:
    text = "The gateway keeps one connection for each shop. It drops it after nine seconds without any word at all."
    assert [(index, percent) for index, _, percent in alike.pairs([text] * 30)] == [(n, 100) for n in range(1, 30)]
    wide = "闸道为每家商店保持一个连接。九秒没有消息就会断开，旧客户端会把它当成错误并立刻重试。"
    wide += "上限写在闸道的表里，只在启动时读取。改动以后必须重新启动闸道，否则仍按旧值运行。"
    assert [pair[:2] for pair in alike.pairs([wide, wide.replace("九秒", "十秒")])] == [(1, 0)]
    assert list(alike.pairs(["Too short.", "Too short."])) == []
    assert list(alike.pairs(["", ""])) == []
