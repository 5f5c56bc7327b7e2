"""`Why:` and `How to apply:`: what is a label, what only comes near one, and where neither is looked for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryrail_lint.profiles.engramory import labels, strictness
from memoryrail_lint.profiles.engramory.note import Note
from memoryrail_lint.source import Source

FRONT = "---\nname: a\ndescription: Why: and How to apply: here are none\ntype: feedback\n---\n"


def note(body: str, *, front: str = FRONT) -> Note:
    return Note(Source("memory/a.md", f"{front}{body}".encode()))


def found(body: str, label: str) -> str | None:
    one = note(body)
    span = labels.find(one, label)
    return one.source.text[slice(*span)] if span is not None else None


LABELS = [
    "{}: x",
    "**{}:** x",
    "**{}**: x",
    "*{}:* x",
    "__{}:__ x",
    "***{}:*** x",
    "{} : x",
    "{}\N{FULLWIDTH COLON} x",
    "**{}\N{FULLWIDTH COLON}** x",
    "## {}:",
    "###### {}: x",
    "- {}: x",
    "* **{}:** x",
    "+ {}: x",
    "1. {}: x",
    "12) {}: x",
    "- [ ] {}: x",
    "- [x] **{}:** x",
    "> {}: x",
    "> > **{}:** x",
    "> - {}: x",
    "    {}: x",
    "\t{}: x",
    "{}:",
    "{}:\r",
]
NO_LABELS = [
    "{}",
    "## {}",
    "**{}**",
    "{} - x",
    "x {}: y",
    "The {}: y",
    "x{}: y",
    "`{}: x`",
    "```\n{}: x\n```",
    "~~~\n{}: x\n~~~",
    "````\n```\n{}: x\n````",
    "####### {}: x",
    "{}y: x",
    "",
]


@pytest.mark.parametrize("label", [labels.WHY, labels.HOW])
@pytest.mark.parametrize("written", LABELS)
def test_a_label(written: str, label: str) -> None:
    for word in (label, label.upper(), label.lower()):
        for before, after in (("", ""), ("Text.\n\n", "\nMore.\n"), ("```\ncode\n```\n\n", "")):
            line = found(f"{before}{written.format(word)}{after}", label)
            assert line is not None, (written, word, before)
            assert word in line


@pytest.mark.parametrize("label", [labels.WHY, labels.HOW])
@pytest.mark.parametrize("written", NO_LABELS)
def test_no_label(written: str, label: str) -> None:
    for before in ("", "Text.\n\n"):
        assert found(f"{before}{written.format(label)}\n", label) is None


@pytest.mark.parametrize(
    "written", ["How: x", "How to: x", "How to\napply: x", "Howto apply: x", "How to apply this: x"]
)
def test_how_alone_is_no_label(written: str) -> None:
    assert found(f"{written}\n", labels.HOW) is None


def test_the_words_may_stand_apart() -> None:
    assert found("How  to\tapply: x\n", labels.HOW) == "How  to\tapply:"


def test_one_label_is_not_the_other() -> None:
    assert found("**Why:** x\n", labels.HOW) is None
    assert found("**How to apply:** x\n", labels.WHY) is None


def test_the_front_matter_has_none() -> None:
    assert found("Text.\n", labels.WHY) is None
    assert labels.find(note("Why: x\n", front="---\nWhy: no\ntype: feedback\n---\n"), labels.WHY) == (31, 35)


@pytest.mark.parametrize(
    ("label", "written", "close"),
    [
        (labels.WHY, "Why x", "Why x"),
        (labels.WHY, "## Why", "## Why"),
        (labels.WHY, "Reason: x", "Reason: x"),
        (labels.WHY, "- because x", "- because x"),
        (labels.WHY, "Rationale x", "Rationale x"),
        (labels.WHY, "See x. Why: y", "Why:"),
        (labels.HOW, "How: x", "How: x"),
        (labels.HOW, "## How to apply", "## How to apply"),
        (labels.HOW, "**How to apply** - x", "**How to apply** - x"),
        (labels.HOW, "See x. How to apply - y", "How to apply"),
        (labels.WHY, "x", None),
        (labels.WHY, "Whyever: x", None),
        (labels.HOW, "Show to apply", None),
        (labels.HOW, "However x", None),
    ],
)
def test_what_comes_near(label: str, written: str, close: str | None) -> None:
    one = note(f"Text.\n\n{written}\n")
    span = labels.near(one, label)
    assert (one.source.text[slice(*span)] if span is not None else None) == close


@pytest.mark.parametrize(
    ("body", "all_there"),
    [
        ("**Why:** x\n**How to apply:** y\n", True),
        ("**Why this matters:** x\n**How to apply** - y\n", True),
        ("## Why\n\nx\n\n## How to apply\n\ny\n", True),
        ("It is so. Why: x. How to apply: y.\n", True),
        ("It is so, which is why: x. How to apply: y.\n", True),
        ("**Why:** x\n", False),
        ("**How to apply:** y\n", False),
        ("**Reason:** x\n**How:** y\n", False),
        ("```\nWhy: x\nHow to apply: y\n```\n", False),
    ],
)
def test_what_a_host_writes(body: str, all_there: bool) -> None:
    assert labels.has_all(note(body)) is all_there


class Store:
    def __init__(self, mode: str) -> None:
        self.mode = mode

    def level(self, what: str) -> str:
        return strictness.level(what, self.mode)


def missing(body: str, kind: str = "feedback", mode: str = strictness.STRICT) -> tuple[str, str | None, object] | None:
    one = note(body, front=FRONT.replace("feedback", kind))
    finding = labels.missing(one, Store(mode), labels.HOW)  # type: ignore[arg-type]
    if finding is None:
        return None
    place = one.source.text[slice(*finding.span)] if finding.span is not None else None
    return finding.message, place, finding.values


def test_the_finding() -> None:
    message = "a feedback note needs a line `How to apply:`"
    assert missing("Text.\n") == (message, "feedback", ())
    assert missing("How: x\n") == (message, "How: x", ("How: x",))
    assert missing("How to apply: x\n") is None
    assert missing("Text.\n", "project") == (message.replace("feedback", "project"), "project", ())
    assert missing("Text.\n", "reference") is None
    assert missing("Text.\n", "user") is None
    assert missing("Text.\n", mode=strictness.HOST) is None


LEAD = st.sampled_from(["", "> ", "- ", "1. ", "## ", "  ", "\t", "- [ ] ", "> - "])
MARK = st.sampled_from(["", "*", "**", "_", "__", "***"])


@given(
    LEAD, MARK, MARK, st.sampled_from([":", "\N{FULLWIDTH COLON}"]), st.sampled_from(["", " "]), st.text(max_size=20)
)
def test_every_form_of_a_label_is_one(lead: str, opening: str, closing: str, colon: str, gap: str, text: str) -> None:
    after = "".join(ch for ch in text if ch not in "`~")
    assert found(f"Text.\n{lead}{opening}How to apply{closing}{gap}{colon}{after}", labels.HOW) is not None


DATED = FRONT.replace("type:", "created: 2026-01-05\nupdated: 2026-01-05\ntype:")
PIECES = st.sampled_from(
    ["\nWhy:", "\n**Why:**", "\nHow to apply:", "\n**How to apply:**", "\n```\n", "\n~~~\n", "x", "`"]
)


@given(st.lists(PIECES, max_size=8).map("".join))
def test_a_note_that_is_plainly_right_has_both(body: str) -> None:
    one = note(body, front=DATED)
    if not one.odd:
        assert labels.find(one, labels.WHY) is not None
        assert labels.find(one, labels.HOW) is not None


@pytest.mark.parametrize("piece", ["why ", "- ", "> ", "Why\n", "*", "how to ", "#", "1. ", "```\n"])
def test_long_bodies_take_linear_time(piece: str) -> None:
    one = note(piece * 50_000)
    assert labels.find(one, labels.WHY) is None
    labels.near(one, labels.WHY)
    labels.near(one, labels.HOW)
