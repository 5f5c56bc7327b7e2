"""What is read out of a note's words: days by their distance, personal data, likeness, and the gates before them."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryrail_lint.profiles.engramory import alike, gates, note, personal, relative

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


FILLER = "Eine Zeile, une ligne, una l\u00ednea, one of the lines.\n"


def days(text: str) -> list[str]:
    return [text[start:end] for start, end in relative.find(note.lower(text))]


@pytest.mark.parametrize("text", RELATIVE)
def test_a_day_by_its_distance(text: str) -> None:
    assert days(text)
    assert days(f"\u0130 {text}"), "a letter whose lower case is longer"
    assert days(f"{FILLER}{text}\n{FILLER}") == days(text)


@pytest.mark.parametrize("text", SETTLED)
def test_no_day_by_its_distance(text: str) -> None:
    assert days(text) == []


def test_a_long_english_text_in_ascii_is_in_no_other_language() -> None:
    long = "The gateway keeps one of the connections for each shop. " * 12
    assert days(f"{long} Seit gestern und heute.") == []
    assert days(f"{long} Since yesterday.") == ["yesterday"]
    assert days(f"{long} Seit gestern: \u00fc") == ["gestern"]
    assert days(long.replace("the", "das").replace("The", "Das") + "seit gestern") == ["gestern"]


PIECES = st.sampled_from(
    [
        "yesterday",
        "today",
        "last",
        "this",
        "next",
        "week",
        "weeks",
        "Monday",
        "ago",
        "from",
        "now",
        "two",
        "3",
        "a",
        "few",
        "days",
        "gestern",
        "heute",
        "letzte",
        "Woche",
        "vor",
        "Tagen",
        "avant-hier",
        "aujourd'hui",
        "la",
        "semaine",
        "dernière",
        "passée",
        "demain",
        "hier",
        "und",
        "ayer",
        "hoy",
        "mes",
        "pasado",
        "que",
        "viene",
        "il",
        "y",
        "a",
        "jours",
        "hace",
        "上周",
        "昨天",
        "先週",
        "3天前",
        "übermorgen",
        "próxima",
        "la",
        "-x",
        "/",
        ".",
        "(",
        "\n",
        "\t",
    ]
)


@given(st.lists(PIECES, max_size=12), st.sampled_from([" ", "\n", "", "-"]))
def test_the_gates_hide_no_day(pieces: list[str], gap: str) -> None:
    text = gap.join(pieces)
    flat = note.lower(text).replace("\n", " ").replace("\t", " ")
    wanted = [pattern for _, pattern in relative.ENGLISH + relative.ABROAD + relative.BEYOND_ASCII]
    wanted += [relative._LED, relative._AVANT_HIER]
    found = {match.span() for pattern in wanted for match in re.finditer(pattern, flat)}
    kept = set(relative.find(note.lower(text)))
    for start, end in found:
        if flat[start - 1 : start] not in ("-", "_", "/", ".") and flat[end : end + 1] not in ("_", "/", "-"):
            assert any(first < end and start < last for first, last in kept), text[start:end]


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
    assert [kind for _, kind in personal.find(text, gates.shape(text.encode()))] == [what]


@pytest.mark.parametrize("text", IMPERSONAL)
def test_no_personal_data(text: str) -> None:
    assert list(personal.find(text, gates.shape(text.encode()))) == []


NUMBERS = st.sampled_from(
    [
        "555",
        "010",
        "4477",
        "0100",
        "12",
        "1600",
        "phone",
        "call",
        "+49",
        "(",
        ")",
        "-",
        ".",
        "A",
        "N.",
        "Harbour",
        "Street",
        "Hafenstraße",
        "Lindenallee",
        "Ölgasse",
        "x",
        "\n",
        "3b",
    ]
)


@given(st.lists(NUMBERS, max_size=12), st.sampled_from([" ", "", "-", "."]))
def test_the_shape_hides_no_personal_data(pieces: list[str], gap: str) -> None:
    text = gap.join(pieces)
    found = {span for span, _ in personal.find(text, gates.shape(text.encode()))}
    for pattern in (personal._ABROAD, personal._AREA, personal._CALLED, personal._STREET):
        for match in re.finditer(pattern, text):
            assert any(first < match.end() and match.start() < last for first, last in found), match[0]


@given(st.text(max_size=60))
def test_a_text_in_lower_case_keeps_its_places(text: str) -> None:
    lowered = note.lower(text)
    assert len(lowered) == len(text)
    for small, ch in zip(lowered, text, strict=True):
        assert small == ch.lower() or len(ch.lower()) > 1 or ch == "\u03a3", ch  # a final sigma has a form of its own


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


PROSE = (
    "The gateway keeps one connection for each shop and drops it after nine seconds without a word. Old clients take "
    "that for an error, ask again at once, and fill the queue. The limit stands in the table of the gateway, which is "
    "read when it starts; whoever changes it has to restart every zone. A job that waits for an exact answer should "
    "fix its own limit and never rely on this one. Keep the retry count low, since each retry holds a lock."
)


@pytest.mark.parametrize(
    "near",
    [
        PROSE.replace("nine", "ten"),
        PROSE.replace("queue", "backlog").replace("exact", "precise"),
        f"Note of the team that keeps the proxy. {PROSE}",
        f"{PROSE} Ask the quick fox about the jazz.",
        PROSE.replace("A job that waits for an exact answer should ", ""),
        PROSE.replace(". ", ".\n\n"),
        PROSE[:-40],
    ],
)
def test_an_edit_leaves_prose_alike(near: str) -> None:
    other = (
        "A quite different text about the exact job of a proxy: it takes what the zone knows and keeps it very warm."
    )
    assert [pair[:2] for pair in alike.pairs([PROSE, other, near])] == [(2, 0)]


def test_texts_that_begin_alike_are_not_alike() -> None:
    rest = [" ".join(text_of(seed, 200)) for seed in (1, 2)]
    assert list(alike.pairs([f"{PROSE} {rest[0]}", f"{PROSE} {rest[1]}"])) == []


def test_copies_are_found_whatever_they_share() -> None:
    text = "The gateway keeps one connection for each shop. It drops it after nine seconds without any word at all."
    assert [(index, percent) for index, _, percent in alike.pairs([text] * 30)] == [(n, 100) for n in range(1, 30)]
    wide = "闸道为每家商店保持一个连接。九秒没有消息就会断开，旧客户端会把它当成错误并立刻重试。"
    wide += "上限写在闸道的表里，只在启动时读取。改动以后必须重新启动闸道，否则仍按旧值运行。"
    assert [pair[:2] for pair in alike.pairs([wide, wide.replace("九秒", "十秒")])] == [(1, 0)]
    assert list(alike.pairs(["Too short.", "Too short."])) == []
    assert list(alike.pairs(["", ""])) == []
