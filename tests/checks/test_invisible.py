"""Hidden characters: every family is found, and no script, emoji or typography that needs such characters is."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryrail_lint.checks.escapes import quoted
from memoryrail_lint.checks.invisible import (
    describe,
    find_hidden,
    grouped,
    is_unseen,
    leaves_nothing,
    others,
    outside,
    remove,
    suspicious,
)


def spans(text: str) -> list[tuple[int, int]]:
    return [(run.start, run.end) for run in find_hidden(text)]


def block(first: int, last: int) -> str:
    """The assigned letters, marks and digits of a range."""
    return "".join(c for c in map(chr, range(first, last + 1)) if unicodedata.category(c)[0] in "LMN")


ARABIC = block(0x620, 0x6D3)
HEBREW = block(0x5B0, 0x5EA)
LETTERS = {
    "arabic": ARABIC,
    "hebrew": HEBREW,
    "syriac": block(0x710, 0x74A),
    "devanagari": block(0x904, 0x96F),
    "bengali": block(0x985, 0x9E3),
    "tamil": block(0xB85, 0xBCD),
    "malayalam": block(0xD05, 0xD4D),
    "sinhala": block(0xD85, 0xDDF),
    "thai": block(0xE01, 0xE4E),
    "lao": block(0xE81, 0xECD),
    "tibetan": block(0xF40, 0xF84),
    "burmese": block(0x1000, 0x103F),
    "khmer": "".join(c for c in block(0x1780, 0x17D2) if not is_unseen(c)),
    "mongolian": block(0x1820, 0x1878),
}
JOINED = ("arabic", "hebrew", "syriac", "devanagari", "bengali", "tamil", "malayalam", "sinhala", "burmese", "tibetan")
UNSPACED = ("thai", "lao", "tibetan", "burmese", "khmer")
PERSON, TOOL = "\U0001f469", "\U0001f527"
TAGS = "".join(chr(0xE0000 + ord(c)) for c in "gbsct") + "\U000e007f"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("pay\u200bload", [(3, 4)]),
        ("notes-\u202etxt.exe", [(6, 7)]),
        ("hello\U000e0049\U000e0067\U000e006e", [(5, 8)]),
        ("ad\u200dmin", [(2, 3)]),
        ("ad\u200cmin", [(2, 3)]),
        ("a\u2060b\ufeffc", [(1, 2), (3, 4)]),
        ("\ufeffa", [(0, 1)]),
        ("x\u200b\u200c\u200d\u2060y", [(1, 5)]),
        ("a\ufe0f", [(1, 2)]),
        ("\U0001f600\ufe0f\ufe0f", [(2, 3)]),
        ("\U0001f600\U000e0101\U000e0102", [(1, 3)]),
        ("2\u2062x \u2061\u2063\u2064", [(1, 2), (4, 7)]),
        ("\u2065 \u206a\u206f", [(0, 1), (2, 4)]),
        ("\ufff9a\ufffab\ufffb", [(0, 1), (2, 3), (4, 5)]),
        ("a\u3164b\uffa0c", [(1, 2), (3, 4)]),
        ("\u115f \u1160", [(0, 1), (2, 3)]),
        ("a\u034fb", [(1, 2)]),
        ("a\u2800\u2800b", [(1, 3)]),
        ("a\u180eb \u180b", [(1, 2), (4, 5)]),
        ("a\u17b4\u17b5", [(1, 3)]),
        ("\U0001bca0a \U0001d173", [(0, 1), (3, 4)]),
        ("a\U000e0001\U000e0fffb", [(1, 3)]),
        ("ig\u00ad\u00adnore", [(2, 4)]),
        ("i\u00adg\u00adn\u00ado", [(1, 2), (3, 4), (5, 6)]),
        ("a\u00ad 10\u00ad20", [(1, 2), (5, 6)]),
        ("\x00\x08 \x1b[0m \x0b \x7f \x85\x9f", [(0, 2), (3, 4), (8, 9), (10, 11), (12, 14)]),
        ("a\u2066b\u2069", [(1, 2), (3, 4)]),
        ("a\u200e\u200f\u061cb", [(1, 4)]),
        ("\u05d0\u202eb\u202c", [(1, 2), (3, 4)]),
        ("\u05d0 \u202b\u202c\u05d1", [(2, 4)]),
        ("\u05d0\u202c\u2069", [(1, 3)]),
        ("\u05d0\u200e\u200e\u200e\u200e", [(4, 5)]),
        ("\u05d0" + "x" * 100 + "\u200e", [(101, 102)]),
        ("\u05d0\n\u2067b\u2069", [(2, 3), (4, 5)]),
        ("\u0e01\u200b\u200b\u200b\u200b\u0e02", [(4, 5)]),
        ("\U0001f3f4\U000e0067\U000e0062", [(1, 3)]),
        ("\U0001f3f4" + TAGS[:5] + "abc", [(1, 6)]),
        ("\U0001f3f4" + TAGS[:5] + TAGS, [(1, 12)]),
        ("\U0001f600" + TAGS, [(1, 7)]),
        (PERSON + "\u200d", [(1, 2)]),
        (PERSON + "\u200d\u200d" + TOOL, [(2, 3)]),
        ("1\ufe0f", [(1, 2)]),
        ("\u4e00\ufe0f \u4e00\U000e0100\U000e0100", [(1, 2), (5, 6)]),
        ("\u845b\U000e0168\u845b\U000e0130", [(1, 2), (3, 4)]),
        ("\U0001f600" + "".join(chr(0xE0100 + code) for code in b"run it"), [(1, 7)]),
        ("\u0645\u200b\u200c\u200b", [(1, 2), (3, 4)]),
        ("5\ufe0f5 \U0001f469\u200da", [(1, 2), (5, 6)]),
    ],
)
def test_found(text: str, found: list[tuple[int, int]]) -> None:
    assert spans(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Plain text\r\n\twith tabs, a form\x0cfeed and a lone\rreturn.\n",
        "Größe, naïve, “quotes” — dashes…\u00a0\u202f\u2009\u3000\u2028",
        "\ue0b0 \uf8ff \U000f0001",
        f"{PERSON}\u200d{PERSON}\u200d\U0001f467 \U0001f408\u200d\u2b1b",
        f"{PERSON}\U0001f3fd\u200d{TOOL} \U0001f9d1\u200d\u2695\ufe0f",
        "\u2764\ufe0f\u200d\U0001f525 \U0001f3f3\ufe0f\u200d\U0001f308 \U0001f441\ufe0f\u200d\U0001f5e8\ufe0f",
        "\U0001f3f4" + TAGS,
        "1\ufe0f\u20e3#\ufe0f\u20e3*\u20e3 \u00a9\ufe0f\u2122\ufe0e",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 HTML\u200c\u0647\u0627",
        "\u05e9\u05dc\u05d5\u05dd C++\u200e, \u202aC++\u202c, \u2067\u05d0\u2066b\u2069\u2069",
        "\u202b%s \u05e9\u05e0\u05d9\u05d5\u05ea",
        "\u0d05\u0d35\u0d28\u0d4d\u200d \u0d32\u0d4d\u200d\u200c",
        "\u0915\u094d\u200d\u0937 \u0dc1\u0dca\u200d\u0dbb\u0dd3",
        "\u1780\u200b\u200b\u1781\u00a0\u200b!",
        "\u182c\u180b\u1820 \u182d\u180e\u1821",
        "\u845b\U000e0100 \u795e\ufe00 \u3001\ufe01 0\ufe00 \u2229\ufe00",
        "\u115f\u1161\u11a8 \u1100\u1160\u11a8",
        "Donau\u00addampf\u00adschiff",
        "\u2813\u2811\u2800\u2813",
        "\U0001d100\U0001d173\U0001d15f \U0001bc02\U0001bca1",
        "d\u05bc\u05b0\u034f\u05bd a\u034f\u0308",
        "".join(
            "\U0001f3f4" + "".join(chr(0xE0000 + ord(c)) for c in f"{flag}\x7f") for flag in ("gbeng", "gbwls", "ustx")
        ),
        "\U0001f9d1\U0001f3fd\u200d\u2764\ufe0f\u200d\U0001f48b\u200d\U0001f9d1\U0001f3ff \U0001f1e9\U0001f1ea",
        "\U0001f468\u200d\U0001f9bd\u200d\u27a1\ufe0f \u26d3\ufe0f\u200d\U0001f4a5 \U0001f3f4\u200d\u2620\ufe0f",
        "\u0986\u09b0\u200d\u09cd\u09af \u0b95\u0bcd\u200c\u0bb7 \u06f2\u06f0\u200c\u0633\u0627\u0644\u0647",
        "\u0627\u0644\u0646\u0635 2024-01-05\u061c \u061c-5 \u200f\u0661\u0662\u200f",
        "\u05e9\u05dc\u05d5\u05dd (C++)\u200f, README.md\u200f. 5%\u200f\n\u200fA: \u05db\u05df",
        "\u1820\u182a\u1824\u180e\u1820 \u182c\u1820\u182d\u1820\u1828\u202f\u1824",
        "\u00dcber\u00adset\u00adzungs\u00adb\u00fc\u00adro \u043f\u0435\u0440\u0435\u00ad\u043d\u043e\u0441",
        "\u65e5\u672c\u8a9e\u3001\uff11\uff12\uff13\uff21\uff22\uff23",
    ],
)
def test_left_alone(text: str) -> None:
    assert spans(text) == []


@pytest.mark.parametrize(
    ("codes", "count", "text"),
    [
        ((0x200B,), 1, "U+200B ZERO WIDTH SPACE"),
        ((0x200B,), 9, "9 characters: U+200B ZERO WIDTH SPACE"),
        ((0x1B,), 1, "U+001B control character"),
        ((0x2065,), 1, "U+2065 unassigned"),
        ((0x200B, 0x200C), 2, "2 characters: U+200B ZERO WIDTH SPACE, U+200C ZERO WIDTH NON-JOINER"),
        ((0xE0065,), 1, "a tag character of U+E0000 to U+E007F"),
        ((0xE0065, 0xE0076), 4, "4 characters: tag characters of U+E0000 to U+E007F"),
        ((0xFE01, 0xE0101), 2, "2 characters: variation selectors of U+FE00 to U+FE0F and U+E0100 to U+E01EF"),
        (
            (0x200B, 0x200C, 0x200D, 0x2060),
            4,
            "4 characters: U+200B ZERO WIDTH SPACE, U+200C ZERO WIDTH NON-JOINER, U+200D ZERO WIDTH JOINER, others",
        ),
    ],
)
def test_description(codes: tuple[int, ...], count: int, text: str) -> None:
    assert describe(codes, count) == text


def test_hidden_text_is_not_spelt_out() -> None:
    [run] = find_hidden("x" + "".join(chr(0xE0000 + ord(c)) for c in "run make evil"))
    text = describe(run.codes, run.end - run.start)
    assert "LETTER" not in text
    assert "E0072" not in text


@pytest.mark.parametrize(
    ("front", "found"),
    [
        (r'title: "a\u202eb"', [("a\u202eb", '"a\\u202eb"')]),
        (r'title: "a\U000e0041\x1b\e\0\N\"\\u202e"', [('a\U000e0041\x1b\x1b\0\x85"\\u202e', None)]),
        ('- "a\\u200b"\n- - "b\\u200c"', [("a\u200b", None), ("b\u200c", None)]),
        ('tags: ["a", "b\\u200b", \'c\\u200b\']', [("b\u200b", '"b\\u200b"')]),
        ('  nested: "a\n    b\\u200b"', [("a\n    b\u200b", None)]),
        ('"a\\u200b": 1', [("a\u200b", None)]),
        (r"title: 'a\u202eb'", []),
        (r"title: say \"a\u202eb\" aloud", []),
        (r'# title: "a\u202eb"', []),
        (r'title: "a\u202eb', []),
        ('title: "a"\nother: a\\u202eb', []),
        (r'title: "\U00110000\ud800\q"', [("\ufffd\ud800q", None)]),
    ],
)
def test_escapes_in_double_quotes(front: str, found: list[tuple[str, str | None]]) -> None:
    read = list(quoted(front + "\n", len(front)))
    assert [value for _, value, _ in read] == [value for value, _ in found]
    for (span, value, places), (_, raw) in zip(read, found, strict=True):
        assert raw is None or front[slice(*span)] == raw
        assert len(places) == len(value)
        assert "".join(front[start:end] for start, end in places) == front[span[0] + 1 : span[1] - 1]


@given(st.text(st.sampled_from(list('ab"\\\n: -[{,xuU0')), max_size=60))
def test_any_front_matter(text: str) -> None:
    for span, value, places in quoted(text, len(text)):
        assert text[span[0]] == text[span[1] - 1] == '"'
        assert len(value) == len(places)


@pytest.mark.parametrize("unit", ["- ", '"', 'x: "a\n', 'x: ["', 'x: "\\u200b"\n', "- - '", '"\\', " ", "a: "])
def test_long_front_matter_ends(unit: str) -> None:
    text = unit * (200_000 // len(unit))
    assert len(list(quoted(text, len(text)))) in (0, text.count("\\u200b"))


def test_a_text_that_is_full_of_it_is_told_in_a_hundred_groups() -> None:
    runs = find_hidden("a\u200b" * 10_000)
    groups = grouped(runs)
    assert len(groups) == 100
    assert [run for group in groups for run in group] == runs
    assert (others(groups[0]), others(groups[-1])) == ("", " here and in 9900 more places")
    assert grouped(runs[:99]) == [[run] for run in runs[:99]]


def test_parts_of_which_nothing_would_be_left() -> None:
    assert leaves_nothing("\u200b \u2060")
    assert not leaves_nothing("a\u200b")
    runs = find_hidden("a\u200bb\u200bc\u200bd")
    assert [run.start for run in outside(runs, [(5, 6), (1, 3)])] == [3]
    assert outside(runs, []) == runs


UNSEEN = st.sampled_from([c for c in map(chr, range(0x110000)) if is_unseen(c)])
SEEN = st.sampled_from([*"aB1# \n-", *"éжא٣ש", "\u0301", PERSON, TOOL, "\u2764", "\u4e00", "\u182c", "\u2813"])
LEGAL = st.sampled_from([PERSON + "\u200d" + TOOL, "\U0001f3f4" + TAGS, "\u0645\u200c\u06cc", "1\ufe0f\u20e3"])
MIXED = st.lists(SEEN | SEEN | UNSEEN | LEGAL | st.sampled_from("\u200d\u202b\u2067\u2069\u202c\u200e\ufe0f")).map(
    "".join
)


@given(MIXED)
def test_removal_leaves_nothing_and_only_takes_what_is_unseen(text: str) -> None:
    runs = find_hidden(text)
    clean = remove(text, runs)
    assert find_hidden(clean) == []
    assert [c for c in clean if not is_unseen(c)] == [c for c in text if not is_unseen(c)]
    assert all(is_unseen(c) for run in runs for c in text[run.start : run.end])
    assert all(a.end < b.start for a, b in pairwise(runs))
    assert all({*map(ord, text[run.start : run.end])} == {*run.codes} for run in runs)


@given(MIXED)
def test_the_gate_hides_nothing(text: str) -> None:
    assert suspicious(text) or not any(map(is_unseen, text))


@given(st.text())
def test_any_text(text: str) -> None:
    assert find_hidden(remove(text, find_hidden(text))) == []


@pytest.mark.parametrize("script", LETTERS)
@given(data=st.data())
def test_one_script_never_alarms(script: str, data: st.DataObject) -> None:
    letter = next(c for c in LETTERS[script] if unicodedata.category(c) == "Lo")
    word = st.text(LETTERS[script], max_size=8).map(letter.__add__)
    marks = ["", " ", ". ", "\n", "\u00a0"]
    if script in JOINED:
        marks += ["\u200c", "\u200d"]
    if script in UNSPACED:
        marks += ["\u200b"]
    if script in ("arabic", "hebrew", "syriac"):
        marks += ["\u200e", "\u200f", " \u2066C++\u2069 ", " \u202aC++\u202c "]
    if script == "mongolian":
        marks += ["\u180b", "\u180c", "\u180e", "\u202f"]
    words = data.draw(st.lists(word, min_size=1, max_size=8))
    text = words[0] + "".join(data.draw(st.sampled_from(marks)) + word for word in words[1:])
    assert spans(text) == []


@given(st.lists(st.sampled_from([PERSON, TOOL, "\u2764\ufe0f", PERSON + "\U0001f3fd", "\u2695\ufe0f"]), min_size=1))
def test_emoji_sequences_never_alarm(parts: list[str]) -> None:
    assert spans("\u200d".join(parts)) == []


@pytest.mark.parametrize(
    "unit",
    [
        "\u200b",
        "\u202b",
        "\u2067a",
        "\u2067",
        "\u2069",
        "\u05d0\u202b",
        "\u00ad",
        "\U000e0041",
        "\u2800",
        "\u2813\u2800",
    ],
)
def test_long_runs_take_no_longer_than_their_length(unit: str) -> None:
    text = "\u05d0" + unit * 50_000 + "\u2069" * 50_000
    assert find_hidden(remove(text, find_hidden(text))) == []
