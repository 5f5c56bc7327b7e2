"""Citations: what is one, where it stands, which memory it names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryrail_lint.profiles.memoryrail import refs
from memoryrail_lint.profiles.memoryrail.citations import Register, find, is_markdown
from memoryrail_lint.profiles.memoryrail.model import Memory
from memoryrail_lint.source import Source


def cited(text: str, **options: bool) -> list[str]:
    found = find(text, **options)
    for citation in found:
        start, end = citation.span
        assert text[start:end] == citation.ref
    return [citation.ref for citation in found]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[per DEC-5dbe]", ["DEC-5dbe"]),
        ("so [per dec-5dbe] and [per CON-0123456789]", ["dec-5dbe", "CON-0123456789"]),
        ("[per DEC-5dbe, CON-6841,GOT-7253]", ["DEC-5dbe", "CON-6841", "GOT-7253"]),
        ("[per DEC-5dbe,\n  CON-6841]", ["DEC-5dbe", "CON-6841"]),
        ("[per  20260601-one-pool ]", ["20260601-one-pool"]),
        ("so wrapped [per\nDEC-5dbe] and [per\r\n  CON-6841,\r\nGOT-7253]", ["DEC-5dbe", "CON-6841", "GOT-7253"]),
        ("[per\tDEC-5dbe]", ["DEC-5dbe"]),
        ("[per DEC-5dbe](x.md)", ["DEC-5dbe"]),
        ("[[per DEC-5dbe]]", ["DEC-5dbe"]),
        ("[per [per DEC-5dbe]", ["DEC-5dbe"]),
        ("- a\n\n  [per DEC-5dbe]", ["DEC-5dbe"]),
        ("a\n    [per DEC-5dbe]", ["DEC-5dbe"]),
        ("> [per DEC-5dbe]", ["DEC-5dbe"]),
        ("`a` [per DEC-5dbe] `b`", ["DEC-5dbe"]),
        ("<!-- [per DEC-5dbe] -->", ["DEC-5dbe"]),
        ("", []),
        ("[per ]", []),
        ("[per DEC-5dbe", []),
        ("[per the day]", []),
        ("[per DEC-5dbe and CON-6841]", []),
        ("[perDEC-5dbe]", []),
        ("[per-DEC-5dbe] [per", []),
        ("`[per\nDEC-5dbe]`", []),
        ("per DEC-5dbe", []),
        ("`[per DEC-5dbe]`", []),
        ("``[per DEC-5dbe]``", []),
        ("```\n[per DEC-5dbe]\n```\n", []),
        ("~~~\n[per DEC-5dbe]\n", []),
        ("a\n\n    [per DEC-5dbe]\n", []),
        ("\t[per DEC-5dbe]\n", []),
        ("[per " + "x" * 999 + "]", ["x" * 999]),
        ("[per " + "x" * 1000 + "]", []),
        ("[per " * 300_000, []),
    ],
)
def test_find(text: str, found: list[str]) -> None:
    assert cited(text) == found


def test_other_files_know_no_code() -> None:
    text = "def f():\n\n    # `as` [per DEC-5dbe]\n"
    assert cited(text, markdown=False) == ["DEC-5dbe"]
    assert cited(text) == []


@pytest.mark.parametrize("path", ["a.md", "A.MD", "x/.cursor/a.mdc", "notes.txt", "README", "COMMIT_EDITMSG"])
def test_markdown(path: str) -> None:
    assert is_markdown(path)


@pytest.mark.parametrize("path", ["a.py", "a.md.py", "a.rst", "Makefile.am"])
def test_not_markdown(path: str) -> None:
    assert not is_markdown(path)


def test_what_stands_before_the_start_is_left_out() -> None:
    text = "[per DEC-5dbe] ``` [per CON-6841]"
    assert [citation.ref for citation in find(text, 19)] == ["CON-6841"]


@pytest.mark.parametrize("ref", ["DEC-5dbe", "dec-5", "CON-xyz1", "SES-0", "20260601-one-pool", "MEM-1234"])
def test_meant_as_a_ref(ref: str) -> None:
    assert find(f"[per {ref}]")[0].certain


@pytest.mark.parametrize(
    "ref", ["day", "REF", "RFC-2119", "DEC", "DEC-", "DEC-a.b", "2026-06-01", "a-b", "DEC-xxxx", "CON-XXXX", "GOT-nnnn"]
)
def test_plain_english(ref: str) -> None:
    assert not find(f"[per {ref}]")[0].certain


@given(st.text(alphabet="[]per, \nDEC-5b`~>", max_size=200))
def test_places_are_exact(text: str) -> None:
    plain, marked = cited(text, markdown=False), cited(text)
    assert len(marked) <= len(plain)
    assert all(ref and not any(ch.isspace() for ch in ref) for ref in plain)


@given(st.text(max_size=40).filter(lambda t: "`" not in t and "\n" not in t and "\r" not in t), st.integers(0, 3))
def test_a_citation_in_any_line(before: str, blanks: int) -> None:
    """Behind some text that begins no block, it is found; in a code span it is not."""
    text = " " * blanks + "x" + before.replace("[", "").replace("\\", "")
    assert cited(f"{text} [per DEC-5dbe]") == ["DEC-5dbe"]
    assert cited(f"{text} `[per DEC-5dbe]`") == []


def memory(id: str, type: str = "decision", status: str = "active", **more: str) -> Memory:
    fields = {"id": id, "type": type, "title": "T", "status": status}
    fields |= {"created": "2026-06-01T12:00:00Z", "updated": "2026-06-01T12:00:00Z"} | more
    front = "".join(f'{name}: "{value}"\n' for name, value in fields.items())
    return Memory(Source(f".memoryrail/memories/{id}.md", f"---\n{front}---\n\nBody.\n".encode()), id)


KEEP, DROP = "20260601-keep-store-cache", "20260601-drop-store-index"
STORE = [memory("20260602-use-postgres-queue"), memory(KEEP), memory(DROP), memory("20260601-x", "constraint")]


@pytest.mark.parametrize(
    ("ref", "ids"),
    [
        ("DEC-01e2", ["20260602-use-postgres-queue"]),
        ("dec-01E2", ["20260602-use-postgres-queue"]),
        ("20260602-use-postgres-queue", ["20260602-use-postgres-queue"]),
        ("20260602", ["20260602-use-postgres-queue"]),
        ("DEC-89e3", [KEEP, DROP]),
        ("DEC-89e3f3", [DROP]),
        ("CON-01e2", []),
        ("DEC-ffff", []),
        ("20260602-use-postgres-queues", []),
    ],
)
def test_resolve(ref: str, ids: list[str]) -> None:
    assert Register(STORE).resolve(ref) == ids


@given(st.lists(st.sampled_from("abcd").map(lambda c: f"20260601-{c}"), unique=True), st.text(max_size=8) | st.none())
def test_resolve_as_refs_does(ids: list[str], text: str | None) -> None:
    every = [memory(id) for id in ids]
    register = Register(every)
    for wanted in [text or "20260601", *(refs.ref("decision", id) for id in ids), *ids]:
        if wanted.strip() == wanted and wanted:
            assert sorted(register.resolve(wanted)) == sorted(m.id for m in refs.resolve(every, wanted))


def test_name_has_as_many_digits_as_needed() -> None:
    register = Register(STORE)
    assert register.name(KEEP) == f"DEC-89e3b {KEEP}"
    assert register.name("20260602-use-postgres-queue") == "DEC-01e2 20260602-use-postgres-queue"


def test_heir() -> None:
    chain = [
        memory("20260601-a", status="superseded", superseded_by="20260602-b"),
        memory("20260602-b", status="superseded"),
        memory("20260603-c", supersedes="20260602-b"),
        memory("20260604-d", status="proposed", supersedes="20260603-c"),
        memory("20260605-e", status="superseded", superseded_by="20260606-f"),
        memory("20260606-f", status="superseded", superseded_by="20260605-e"),
        memory("20260607-g", status="superseded", superseded_by="20260101-gone"),
    ]
    register = Register(chain)
    heirs = {m.id: register.heir(m.id) for m in chain}
    assert heirs == {
        "20260601-a": "20260603-c",
        "20260602-b": "20260603-c",
        "20260603-c": None,
        "20260604-d": None,
        "20260605-e": "20260606-f",
        "20260606-f": "20260605-e",
        "20260607-g": None,
    }
