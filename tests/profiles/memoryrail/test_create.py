"""Ids of new memories, and their text."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryrail_lint.errors import Trouble
from memoryrail_lint.profiles.memoryrail import fields
from memoryrail_lint.profiles.memoryrail.create import MAX_SLUG, Taken, fold, new_id, render, slug
from memoryrail_lint.profiles.memoryrail.model import Memory
from memoryrail_lint.profiles.memoryrail.refs import ref
from memoryrail_lint.source import Source

STAMP = "2026-06-01T12:00:00.000Z"


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("Use Drizzle over Prisma", "use-drizzle-over-prisma"),
        ("  What's --new?  ", "whats-new"),
        ("Größe, Ærø, łódź, naïve, ﬁt", "grosse-aero-lodz-naive-fit"),
        ("src/db\\x.py: 3.14", "src-db-x-py-3-14"),
        ("очередь in Postgres", "in-postgres"),
        ("数据库", ""),
        ("Acme℠ Ⓧ", "acmesm-x"),
        ("...", ""),
        ("a" * 80, "a" * MAX_SLUG),
        ("a" * MAX_SLUG, "a" * MAX_SLUG),
        ("word " * 13, "-".join(["word"] * 12)),
    ],
)
def test_slug(title: str, words: str) -> None:
    assert slug(title) == words


@given(st.text())
def test_a_slug_is_a_file_name_everywhere(title: str) -> None:
    text = slug(title)
    assert len(text) <= MAX_SLUG
    assert text == "" or all(part.isascii() and part.isalnum() and part == part.lower() for part in text.split("-"))


def test_a_title_without_ascii_gets_its_type_and_a_digest() -> None:
    digits = ref("decision", "数据库")[-4:]
    assert new_id("gotcha", "数据库", STAMP, Taken()) == f"20260601-gotcha-{digits}"


def test_a_taken_id_is_numbered() -> None:
    taken = Taken(["20260601-Use-X", "20260601-use-x-2", "20260531-use-x-3"])
    assert new_id("decision", "Use X", STAMP, taken) == "20260601-use-x-3"


def test_an_id_whose_short_ref_is_taken_is_numbered() -> None:
    seen: dict[str, str] = {}
    for number in itertools.count():
        id = f"20260601-n{number}"
        other = seen.setdefault(ref("decision", id)[-4:], id)
        if other != id:
            break
    assert new_id("decision", f"n{number}", STAMP, Taken()) == id
    assert new_id("decision", f"n{number}", STAMP, Taken([other])) == f"{id}-2"


def test_numbers_end() -> None:
    taken = Taken(["20260601-x", *(f"20260601-x-{number}" for number in range(2, 1000))])
    with pytest.raises(Trouble, match=r"^there are 1000 memories of this title and day; give it another title$"):
        new_id("decision", "x", STAMP, taken)


@pytest.mark.parametrize(("one", "other"), [("A-B", "a-b"), ("caf\u00e9", "cafe\u0301"), ("STRASSE", "stra\u00dfe")])
def test_names_that_are_one_to_some_file_system(one: str, other: str) -> None:
    assert fold(one) == fold(other)
    assert fold(one) != fold(f"{other}x")


def test_fields_stand_in_the_order_of_the_format() -> None:
    values = {"supersedes": "old", "pinned": True, "links": ["a", "b"], "tags": ["t"], "updated": STAMP}
    values |= {"created": STAMP, "status": "active", "title": 'Say "no"', "type": "decision", "id": "x"}
    assert render(values, "\n\nWhy.\r\n---\n\n") == (
        '---\nid: "x"\ntype: "decision"\ntitle: "Say \\"no\\""\nstatus: "active"\n'
        f'created: "{STAMP}"\nupdated: "{STAMP}"\ntags: ["t"]\nlinks: ["a", "b"]\npinned: true\nsupersedes: "old"\n'
        "---\n\nWhy.\n---\n"
    )


def test_what_is_empty_is_left_out() -> None:
    values = {"id": "x", "tags": [], "links": [], "pinned": False, "supersedes": ""}
    assert render(values, " \n\n") == '---\nid: "x"\n---\n'


LINES = st.text(st.characters(exclude_categories=["Cs"])).filter(fields.is_line)


@given(LINES, st.lists(LINES), st.text(st.characters(exclude_categories=["Cs"])))
def test_what_is_written_is_what_is_read(title: str, tags: list[str], body: str) -> None:
    values: dict[str, object] = {"id": "x", "type": "gotcha", "title": title, "status": "active", "tags": tags}
    memory = Memory(Source("x.md", render({**values, "created": STAMP, "updated": STAMP}, body).encode()), "x")
    if memory.fault is not None:
        assert memory.fault.rule == "conflict-marker"
        return
    assert memory.valid
    assert (memory.title, memory.texts("tags")) == (title, tags)
    assert memory.source.text[memory.body()[0] :].strip() == body.replace("\r\n", "\n").strip()
