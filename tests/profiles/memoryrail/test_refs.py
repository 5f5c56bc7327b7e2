"""Short refs: how they are made, told apart and read."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryrail_lint.profiles.memoryrail.refs import PREFIX, parse, ref, refs, resolve


class Memory(NamedTuple):
    id: str
    type: str = "decision"
    title: str = "A title"
    status: str = "active"
    pinned: bool = False


# Found by search: SHA-1 of both ids begins with the same six digits.
TWINS = ("20260601-n387", "20260601-n1191")
memories = st.lists(st.builds(Memory, st.text(min_size=1), st.sampled_from(list(PREFIX))), unique_by=lambda m: m.id)


def digest(id: str) -> str:
    return hashlib.sha1(id.encode(errors="surrogatepass")).hexdigest()


@pytest.mark.parametrize(
    ("type", "id", "wanted"),
    [
        ("decision", "20261010-use-drizzle-over-prisma", "DEC-5dbe"),
        ("constraint", "20260601-no-raw-sql", "CON-6841"),
        ("none of the format's", "20260601-no-raw-sql", "MEM-6841"),
    ],
)
def test_ref(type: str, id: str, wanted: str) -> None:
    assert ref(type, id) == wanted


def test_every_type_has_its_prefix() -> None:
    assert [ref(type, "x")[:4] for type in PREFIX] == ["DEC-", "CON-", "GOT-", "ATT-", "THR-", "SES-"]


def test_an_id_that_is_no_valid_unicode_has_a_ref() -> None:
    assert ref("thread", "a\udc80") == f"THR-{digest(chr(97) + chr(0xDC80))[:4]}"


def test_only_memories_of_one_prefix_need_more_digits() -> None:
    first, second = TWINS
    assert refs([Memory(first), Memory(second), Memory("alone")]) == {
        first: f"DEC-{digest(first)[:7]}",
        second: f"DEC-{digest(second)[:7]}",
        "alone": f"DEC-{digest('alone')[:4]}",
    }
    assert refs([Memory(first), Memory(second, "thread")]) == {
        first: ref("decision", first),
        second: ref("thread", second),
    }


def test_a_ref_resolves_whatever_its_case_and_length() -> None:
    memory, other = Memory("20261010-use-drizzle-over-prisma"), Memory("20261010-other")
    for text in ("DEC-5dbe", "dec-5DBE", " Dec-5dbe\n", f"DEC-{digest(memory.id)[:9]}", f"DEC-{digest(memory.id)}"):
        assert resolve([other, memory], text) == [memory]


@pytest.mark.parametrize(
    "text",
    ["", " ", "DEC-5db", "CON-5dbe", "DEC5dbe", "DEC-5dbf", "DEC-5dbg", "DEC-5dbe" + "0" * 37, "[per DEC-5dbe]"]
    + ["use-drizzle", "ＤＥＣ-5dbe", "DEC-5dbe 1"],
)
def test_what_names_nothing(text: str) -> None:
    assert resolve([Memory("20261010-use-drizzle-over-prisma")], text) == []


def test_an_exact_id_wins_over_a_ref_and_a_longer_id() -> None:
    named, cited = Memory("DEC-5dbe"), Memory("20261010-use-drizzle-over-prisma")
    longer = Memory("DEC-5dbe-longer")
    assert resolve([cited, longer, named], "DEC-5dbe") == [named]
    assert resolve([cited, longer], "DEC-5dbe") == [cited]
    assert resolve([longer], "DEC-5dbe") == [longer]


def test_a_prefix_gives_all_that_begin_with_it() -> None:
    one, two, three = Memory("20260601-a"), Memory("20260601-b"), Memory("20260701-a")
    assert resolve([one, two, three], "202607") == [three]
    assert resolve([one, two, three], "20260601") == [one, two]


def test_an_ambiguous_ref_gives_every_candidate() -> None:
    first, second = map(Memory, TWINS)
    assert resolve([first, second], ref("decision", first.id)) == [first, second]
    assert resolve([first, second], refs([first, second])[second.id]) == [second]


@given(memories)
def test_what_is_printed_is_told_apart_and_as_short_as_can_be(found: list[Memory]) -> None:
    told = refs(found)
    assert list(told) == [memory.id for memory in found]
    assert len(set(told.values())) == len(found)
    for memory in found:
        assert told[memory.id] == ref(memory.type, memory.id, len(told[memory.id]) - 4)
        assert resolve(found, told[memory.id].swapcase()) == [memory]
        shorter = told[memory.id][:-1]
        assert len(shorter) == 7 or sum(other.startswith(shorter) for other in told.values()) > 1


@given(st.text(), memories)
def test_any_text_is_read_without_trouble(text: str, found: list[Memory]) -> None:
    parsed = parse(text)
    assert parsed is None or "-".join(parsed).lower() == text.lower()
    assert set(resolve(found, text)) <= set(found)


def run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


MAKE = (
    "from memoryrail_lint.profiles.memoryrail.refs import ref;"
    "print(ref('decision', '20261010-use-drizzle-over-prisma'))"
)


def test_openssl_is_not_loaded_for_a_ref() -> None:
    assert run(f"{MAKE}; import sys; print({{'hashlib', '_hashlib'}} & {{*sys.modules}})") == "DEC-5dbe\nset()\n"


def test_where_python_lacks_its_own_sha1_hashlib_answers() -> None:
    assert run(f"import sys; sys.modules['_sha1'] = None; {MAKE}") == "DEC-5dbe\n"
