"""The managed block: order, wording, budget, and titles that try to get out."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from memoryrail_lint.checks.blocks import find, remove, splice
from memoryrail_lint.profiles.memoryrail.block import KINDS, MAX_BYTES, render

SPEC = Path(__file__).parents[3] / "spec" / "agent-block.md"


class Memory(NamedTuple):
    id: str
    type: str = "decision"
    title: str = "A title"
    status: str = "active"
    pinned: bool = False


def listed(text: str) -> list[str]:
    return [line for line in text.split("\n") if line.startswith("- ")]


def fenced(language: str, after: str) -> str:
    text = SPEC.read_text(encoding="utf-8").partition(after)[2]
    return text.partition(f"```{language}\n")[2].partition("\n```\n")[0] + "\n"


def test_the_published_example() -> None:
    memories = [Memory(**fields) for fields in json.loads(fenced("json", "## Example"))]
    assert splice("", render(memories), "\n") == fenced("markdown", "## Example")


def test_the_most_binding_come_first() -> None:
    every = [Memory(f"{day}-x", type) for type in reversed(KINDS) for day in (20260602, 20260601)]
    pinned = [Memory("20260701-b", "session", pinned=True), Memory("20260701-c", "gotcha", pinned=True)]
    kinds = [line.split("** ")[1].split(":")[0] for line in listed(render(every + pinned))]
    twice = [kind for kind in KINDS.values() for _ in range(2)]
    assert kinds == ["gotcha, pinned", "session, pinned", *twice]


def test_within_a_kind_the_id_decides() -> None:
    memories = [Memory("20260602-a", title="third"), Memory("20260601-b", title="second"), Memory("20260601-a")]
    assert [line.split(": ")[1] for line in listed(render(memories))] == ["A title", "second", "third"]


@pytest.mark.parametrize("status", ["proposed", "superseded", "archived", "resolved"])
def test_only_active_memories_are_listed(status: str) -> None:
    assert listed(render([Memory("a", status=status)])) == []
    assert "No memory is active." in render([Memory("a", status=status)])


def test_no_memory_leaves_the_instructions() -> None:
    assert "precheck" in render([])
    assert "[per REF]" in render([])


def test_a_ref_that_an_inactive_memory_shares_gets_longer() -> None:
    first, second = Memory("20260601-n387"), Memory("20260601-n1191")
    assert "**DEC-8e41**" in render([first])
    assert "**DEC-8e41e51**" in render([first, second._replace(status="archived")])


def test_order_locale_and_time_zone_change_nothing() -> None:
    memories = [Memory(f"{n}-ä", list(KINDS)[n % 6], f"Title {n}: ü", pinned=n % 7 == 0) for n in range(60)]
    code = (
        "import sys; from collections import namedtuple; from memoryrail_lint.profiles.memoryrail.block import render;"
        "M = namedtuple('M', 'id type title status pinned'); "
        "sys.stdout.buffer.write(render([M(*m) for m in eval(sys.argv[1])]).encode())"
    )
    seen = set()
    for environment in ({"LC_ALL": "C", "TZ": "UTC"}, {"LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Tokyo", "PYTHONUTF8": "1"}):
        random.Random(len(seen)).shuffle(memories)
        argv = [sys.executable, "-c", code, ascii([tuple(memory) for memory in memories])]
        seen.add(subprocess.run(argv, env={**os.environ, **environment}, capture_output=True, check=True).stdout)
    assert seen == {render(memories).encode()}


PLAIN = [
    "No raw SQL outside the store package",
    "Don't retry: it's (almost) always 100% wrong!",
    "Use src/db, not lib/db; 1 + 1 = 2",
    "Über-Größe 設計は一つ",
    "بدون SQL خام",
]


@pytest.mark.parametrize("title", PLAIN)
def test_plain_titles_stay_as_they_are(title: str) -> None:
    assert listed(render([Memory("a", title=title)]))[0].endswith(f" decision: {title}")


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("Keep <!-- memoryrail:end --> out", r"`Keep \x3c!-- memoryrail:end --\x3e out`"),
        ("<!-- memoryrail:begin", r"`\x3c!-- memoryrail:begin`"),
        ("close --!> it", r"`close --!\x3e it`"),
        ("a -> b", "`a -> b`"),
        ("<b>bold</b> &lt;", "`<b>bold</b> &lt;`"),
        ("`", "`` ` ``"),
        ("use `x` now", "``use `x` now``"),
        ("```sh rm", "```` ```sh rm ````"),
        ("a `` b ``` c `", "```` a `` b ``` c ` ````"),
        ("[x](y)", "`[x](y)`"),
        ("![x](y)", "`![x](y)`"),
        ("a | b", "`a | b`"),
        ("# no heading", "`# no heading`"),
        ("*bold* _it_ ~~no~~", "`*bold* _it_ ~~no~~`"),
        ("import @README.md", "`import @README.md`"),
        ("$x$", "`$x$`"),
        ("see https://example.invalid", "`see https://example.invalid`"),
        ("see WWW.example.invalid", "`see WWW.example.invalid`"),
        (":smile:", "`:smile:`"),
        (r"Replace \1, \g<0>", r"`Replace \1, \g<0>`"),
        ("two\nlines\r\n", r"`two\nlines`"),
        ("a\u2028b\u2029c\x85d\x0be\x0cf\x1cg", r"`a\u2028b\u2029c\x85d\x0be\x0cf\x1cg`"),
        ("nul\0 esc\x1b[31m", r"`nul\0 esc\x1b[31m`"),
        ("\u202eright", r"`\u202eright`"),
        ("a\u200bb\ufeffc\U000e0041", r"`a\u200bb\ufeffc\U000e0041`"),
        ("lone \udc80", r"`lone \udc80`"),
        ("  blanks  ", "blanks"),
    ],
)
def test_other_titles_are_code(title: str, shown: str) -> None:
    assert listed(render([Memory("a", title=title)]))[0].partition(" decision: ")[2] == shown


def test_a_long_title_is_cut() -> None:
    assert listed(render([Memory("a", title="x" * 200)]))[0].endswith(": " + "x" * 200)
    assert listed(render([Memory("a", title="x" * 201)]))[0].endswith(": " + "x" * 199 + "…")
    assert len(listed(render([Memory("a", title="\u202e" * 10_000)]))[0]) < 240


def test_a_title_is_masked_before_it_is_cut() -> None:
    secret = "s" * 150
    text = render([Memory("a", title="x" * 100 + secret)], mask=lambda title: title.replace(secret, "***"))
    assert "s" * 20 not in text
    assert "x***`" in text


HOSTILE = st.text(
    st.sampled_from("`<>!-|[](){}*_~#@:/&\\$\"' \t\n\r\x0b\x0c\x1b\0\x85\u2028\u202e\u200b\ufeffab1é") | st.characters()
) | st.sampled_from(["<!-- memoryrail:end -->", "<!--", "-->", "```", "~~~", "</details>", "<script>", "- a", "1. a"])


@given(st.lists(st.lists(HOSTILE, max_size=6).map("".join), max_size=5))
def test_no_title_leaves_its_line(titles: list[str]) -> None:
    memories = [Memory(f"m{n}", title=title) for n, title in enumerate(titles)]
    text = render(memories)
    plain = render([memory._replace(title="x") for memory in memories])
    assert text.count("\n") == plain.count("\n")
    assert "<!--" not in text
    assert "-->" not in text
    assert all(unicodedata.category(ch) not in {"Cc", "Cf", "Cs", "Zl", "Zp"} for ch in text.replace("\n", ""))
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])

    def shape(source: str) -> list[str]:
        tokens = parser.parse(source)
        inline = [child.type for token in tokens for child in token.children or []]
        assert not {"link_open", "image", "html_inline", "s_open"} & {*inline}
        assert inline.count("em_open") == 0
        return [token.type for token in tokens]

    around = "# Ours\n\nText.\n"
    assert shape(text) == shape(plain)
    assert shape(splice(around, text, "\n")) == shape(splice(around, plain, "\n"))
    assert remove(splice(around, text, "\n")) == around


@given(st.text(st.characters(codec="ascii", categories=["L", "N", "P", "S", "Zs"]), min_size=1, max_size=200))
def test_what_a_reader_sees_is_the_title(title: str) -> None:
    line = listed(render([Memory("a", title=title)]))[0]
    inline = MarkdownIt("commonmark").parse(line)[3].children
    assert inline
    seen = "".join(child.content for child in inline).partition(" decision: ")[2]
    broken = title.replace("<!--", "\\x3c!--").replace("-->", "--\\x3e").replace("--!>", "--!\\x3e")
    assert seen.strip() == broken.strip()


@pytest.mark.parametrize("budget", [0, 700, 1000, 2000, MAX_BYTES])
@pytest.mark.parametrize("title", ["A title", "ü" * 80, "`" * 50])
def test_what_exceeds_the_budget_is_counted(budget: int, title: str) -> None:
    memories = [Memory(f"2026-{n:04}", "constraint" if n < 2 else "session", title) for n in range(1200)]
    every = listed(render(memories, max_bytes=10**6))
    text = render(memories, max_bytes=budget)
    *shown, folded = listed(text)
    assert shown == every[: len(shown)]
    assert folded == f"- {1200 - len(shown)} more, less binding: `memoryrail-lint list`"
    size = len(text.encode())
    assert size <= budget or not shown
    assert size + len(every[len(shown)].encode()) + 1 > budget - 1


def test_a_budget_that_just_fits_folds_nothing() -> None:
    memories = [Memory(f"2026-{n:04}") for n in range(50)]
    whole = render(memories)
    size = len(whole.encode())
    assert render(memories, max_bytes=size) == whole
    assert render(memories, max_bytes=size - 1) != whole
    assert len(render(memories, max_bytes=size - 1).encode()) < size


def test_the_text_keeps_an_indented_end_marker_out_of_its_lists() -> None:
    text = "<!-- memoryrail:begin -->\n   <!-- memoryrail:end -->\n"
    made = splice(text, render([Memory("a")]), "\n")
    assert find(made)
