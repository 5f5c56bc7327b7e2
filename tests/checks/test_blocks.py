"""Finding the managed block, putting text into it, taking it out again: no byte outside may change."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from io import StringIO
from typing import NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memoryrail_lint.checks import markers
from memoryrail_lint.checks.blocks import BEGIN, END, BadMarkers, explain_drift, find, new_file, remove, splice
from memoryrail_lint.profiles.memoryrail.block import render

BLOCK = f"{BEGIN}\nold\n{END}\n"


class Memory(NamedTuple):
    id: str
    type: str = "decision"
    title: str = "A title"
    status: str = "active"
    pinned: bool = False


INNER = render([Memory("20260601-a"), Memory("20260602-b", "constraint", "`x` <!-- y -->", pinned=True)])


def inner(text: str) -> str | None:
    block = find(text)
    return block and text[block.inner_start : block.inner_end]


@pytest.mark.parametrize(
    "text",
    [
        BLOCK,
        f"# Ours\n\n{BLOCK}\nmore\n",
        f"paragraph\n{BLOCK}paragraph\n",
        f"- a list\n{BLOCK}",
        f"> a quotation\n{BLOCK}",
        f"<!-- a comment -->\n{BLOCK}",
        f"<!-- a longer\ncomment -->\n{BLOCK}",
        f"<!-- memoryrail-lint: ignore[secret] x -->\n{BLOCK}",
        f"```\ncode\n```\n{BLOCK}~~~ sh\n```\n~~~\n",
        f"````\n```\n````\n{BLOCK}",
        f"1. Run\n   ```sh\n   make\n   ```\n{BLOCK}",
        f"- ```\n{BLOCK}",
        f"    indented code\n{BLOCK}",
        f"``` not a fence: `\n{BLOCK}",
        f"<details>\n<summary>Memory</summary>\n{BLOCK}</details>\n",
        f"<div>\n```\n\n{BLOCK}",
        f"<pre>\n</pre>\n\n{BLOCK}",
        f"---\na: b\n---\n{BLOCK}",
        f"---\n{BLOCK}",
        f"   {BEGIN}  \nold\n  {END}\t",
        f"{BEGIN}\nold\n{END}",
        f"text \x0c\u2028{BEGIN}\n{BLOCK}",
        f"`{BEGIN}` and `{END}` are the markers\n{BLOCK}",
        f"<!-- memoryrail:start (generated, do not edit) -->\nold\n{END}\n",
        "<!--memoryrail:begin v=1-->\nold\n<!--  memoryrail:end  -->\n",
        f"<!-- memoryrail:beginning -->\n<!-- memoryrail:end-user -->\n{BLOCK}",
        f"```\n{BLOCK}```\n{BLOCK}",
        f"<!--\nThe tool writes\n{BLOCK}-->\n{BLOCK}",
        f"> {BEGIN}\n> x\n> {END}\n\n{BLOCK}",
    ],
)
def test_a_live_block_is_found(text: str) -> None:
    assert inner(text) == "old\n"


@pytest.mark.parametrize("newline", ["\r\n", "\r"])
def test_line_ends_are_any_of_markdowns(newline: str) -> None:
    text = f"a\n{BEGIN}{newline}b{newline}c\n{END}{newline}"
    block = find(text)
    assert block
    assert block.newline == newline
    assert text[block.inner_start : block.inner_end] == f"b{newline}c\n"
    assert block.inner(text) == "b\nc\n"
    assert (text[block.start :][:4], block.end) == ("<!--", len(text))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no block\n",
        "memoryrail:begin and memoryrail:end\n",
        f"```markdown\n{BLOCK}```\n",
        f"~~~\n{BLOCK}~~~\n",
        f"````\n```\n{BLOCK}````\n",
        f"```\n{BLOCK}",
        f"  ```\n{BLOCK}  ```\n",
        f"1. Like this:\n\n   ```\n   {BEGIN}\n   {END}\n   ```\n",
        f"    {BEGIN}\n    old\n    {END}\n",
        f"\t{BEGIN}\n\t{END}\n",
        f"> {BEGIN}\n> old\n> {END}\n",
        f"---\nx: |\n  a\n{BLOCK}---\n\ntext\n",
        f"<!--\n{BLOCK}-->\n",
        f"<!-- Between\n{BEGIN}\nand\n{END}\nwrites the tool. -->\n",
        f"<pre>\n{BLOCK}</pre>\n",
        f"<script>\n{BLOCK}</script>\n",
        f"<![CDATA[\n{BLOCK}]]>\n",
        f"text {BEGIN}\n{END} text\n".replace(f"{END} text", f"text {END}"),
        f"`{BEGIN}`\n`{END}`\n",
    ],
)
def test_an_example_is_no_block(text: str) -> None:
    assert find(text) is None
    assert remove(text) == text


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (f"a\n\n{BEGIN}\nb\n", 3, "a begin marker has no end"),
        (f"a\n{END}\n", 2, "an end marker has no begin"),
        (f"{END}\n{BEGIN}\n", 1, "the end marker comes before its begin marker"),
        (f"{BLOCK}{BLOCK}", 4, "there is a second block"),
        (f"{BLOCK}{END}\n", 4, "there is a second end marker"),
        (f"{BLOCK}{BEGIN}\n", 4, "there is a second block"),
        (f"{BEGIN}\n{BLOCK}{END}\n", 2, "a block begins inside another one"),
        (f"{BEGIN}\n```\n{END}\n", 1, "a begin marker has no end"),
        (f"{BEGIN} text\n{END}\n", 1, "a marker has to stand alone on its line"),
        (f"{BEGIN}{END}\n", 1, "a marker has to stand alone on its line"),
        (f"<!-- memoryrail:begin\n-->\n{END}\n", 1, "a marker has to stand alone on its line"),
        (f"{BEGIN}\n<!-- memoryrail:end", 2, "a marker has to stand alone on its line"),
        (f"- a\n\n  {BEGIN}\n  b\n  {END}\n", 3, "a marker cannot stand inside a list"),
        (f"{BEGIN}\n- a\n\n  {END}\n", 4, "a marker cannot stand inside a list"),
        (f"<!-- never closed\n{BLOCK}", 4, "an end marker has no begin"),
    ],
)
def test_bad_markers_are_refused(text: str, line: int, reason: str) -> None:
    for call in (find, remove, lambda text: splice(text, INNER, "\n")):
        with pytest.raises(BadMarkers) as caught:
            call(text)
        bad = caught.value
        assert (text.count("\n", 0, bad.offset) + 1, bad.reason) == (line, reason)
        assert text[bad.offset : bad.end] == text.split("\n")[line - 1]


@pytest.mark.parametrize(
    "text",
    ["```\n", "~~~\ncode\n", "text\n\n<!-- open\n", "<script>\n", "<pre>", "- a\n\n<?php\n", "<!DOCTYPE\n", "  ```"],
)
def test_a_text_that_ends_in_the_open_takes_no_block(text: str) -> None:
    with pytest.raises(BadMarkers, match="ends inside a code fence or a comment") as caught:
        splice(text, INNER, "\n")
    assert caught.value.offset == caught.value.end == len(text)


@pytest.mark.parametrize(
    ("text", "newline", "made"),
    [
        ("", "\n", f"{BEGIN}\nx\n{END}\n"),
        ("a", "\n", f"a\n\n{BEGIN}\nx\n{END}"),
        ("a\n", "\n", f"a\n\n{BEGIN}\nx\n{END}\n"),
        ("a\n\n", "\n", f"a\n\n\n{BEGIN}\nx\n{END}\n"),
        ("a\r\n", "\r\n", f"a\r\n\r\n{BEGIN}\r\nx\r\n{END}\r\n"),
        ("a\r\nb", "\r\n", f"a\r\nb\r\n\r\n{BEGIN}\r\nx\r\n{END}"),
        (f"a\r\n{BEGIN}\r\n{END}\nb \n", "\n", f"a\r\n{BEGIN}\r\nx\r\n{END}\nb \n"),
        (f"a\r\n  {BEGIN} \n{END}\r\nb", "\r\n", f"a\r\n  {BEGIN} \nx\n{END}\r\nb"),
        (f"{BEGIN}\n\r\nold\n{END}", "\n", f"{BEGIN}\nx\n{END}"),
    ],
)
def test_what_splicing_makes(text: str, newline: str, made: str) -> None:
    assert splice(text, "x\n", newline) == made
    assert splice(made, "x\n", newline) == made


def test_other_line_ends_are_no_reason_to_write() -> None:
    text = f"{BEGIN}\nx\r\ny\n{END}"
    assert splice(text, "x\ny\n", "\n") == text


def test_a_text_that_hides_its_own_end_is_refused() -> None:
    for wanted in ("```\n", f"{END}\n", "<!--\n"):
        with pytest.raises(BadMarkers):
            splice(BLOCK, wanted, "\n")


def test_removing_keeps_everything_around() -> None:
    assert remove(f"a\n{BLOCK}b\n") == "a\nb\n"
    assert remove(f"a\n\n{BLOCK}\nb") == "a\n\n\nb"
    assert remove(f"a\n{BLOCK}") == "a\n"
    assert remove(f"a \r\n\n{BLOCK}") == "a \r\n"


def test_a_new_file() -> None:
    assert new_file("AGENTS.md") == new_file("sub/.cursorrules") == ""
    front = new_file(".cursor/rules/memoryrail.mdc")
    assert front.startswith("---\ndescription: ")
    assert front.endswith("\nalwaysApply: true\n---\n")
    made = splice(front, INNER, "\n")
    assert made == f"{front}\n{BEGIN}\n{INNER}{END}\n"
    assert splice(made, INNER, "\n") == made
    assert remove(made) == front


PIECES = [
    *(BEGIN, END, "<!-- memoryrail:start x -->", "<!-- memoryrail:end", "<!--", "-->", "<!-- x -->", "x <!-- y"),
    *(
        "```",
        "````",
        "~~~",
        "```sh",
        "``` `",
        "> ",
        "> ```",
        "- ",
        "- a",
        "1. a",
        "- ```",
        "a",
        "---",
        "***",
        "# a",
        "[a]: b",
    ),
    *(
        "<div>",
        "</div>",
        "<b>",
        "<pre>",
        "</pre>",
        "<script>",
        "<?x",
        "<!X",
        "<details>",
        "[a]: b 'c",
        "memoryrail:",
        "\0",
    ),
]
ENDS = ["\n", "\n", "\n", "\n\n", "\r\n", "\r", ""]
LINES = st.tuples(st.sampled_from(["", "", "", "", " ", "  ", "   ", "    ", "\t", "     "]), st.sampled_from(PIECES))
TEXTS = st.lists(st.tuples(LINES, st.sampled_from(ENDS)).map(lambda t: "".join(t[0]) + t[1]), max_size=14).map("".join)
ANY = TEXTS | st.text() | st.tuples(TEXTS, st.text(), TEXTS).map("".join)


@given(TEXTS)
@settings(max_examples=600, deadline=None)
@example(f"<div>\n<!--\n{BEGIN}\n-->\n")
@example(f"- a\n  ```\n b\n  ```\n{BEGIN}\n")
@example(f"<div><!--\n{BEGIN}\n")
@example(f"<b>\n``` {BEGIN}\n")
def test_the_line_scan_agrees_with_the_parser(text: str) -> None:
    lines = list(StringIO(text, newline=""))
    written = {at: word for at, line in enumerate(lines) if (word := markers._word(line))}
    scanned = markers._scan(lines, 0, written)
    if scanned is not None:
        assert scanned == dict(markers._parse(lines, 0, written))


@given(ANY, st.sampled_from(["\n", "\r\n"]))
@settings(max_examples=400, deadline=None)
@example("\n", "\n")
@example("a\r", "\n")
@example("\r\n\r", "\r\n")
@example("\ufeff", "\n")
def test_any_text_survives(text: str, newline: str) -> None:
    try:
        before = find(text)
        made = splice(text, INNER, newline)
    except BadMarkers:
        return
    block = find(made)
    assert block
    assert block.inner(made) == INNER
    assert splice(made, INNER, newline) == made
    assert splice(splice(made, "", newline), INNER, newline) == made
    if before:
        assert made[: block.inner_start] == text[: before.inner_start]
        assert made[block.inner_end :] == text[before.inner_end :]
    else:
        assert made.startswith(text)
        assert remove(made) == text


@given(ANY, ANY, st.sampled_from(["\n", "\r\n"]))
@settings(max_examples=400, deadline=None)
def test_any_text_around_a_block_survives(head: str, tail: str, newline: str) -> None:
    text = f"{head}{newline}{BEGIN}{newline}old{newline}{END}{newline}{tail}"
    try:
        made = splice(text, INNER, "\n")
    except BadMarkers:
        return
    before, block = find(text), find(made)
    assert block
    if before:
        assert (made[: block.inner_start], made[block.inner_end :]) == (
            text[: before.inner_start],
            text[before.inner_end :],
        )
        assert splice(made, INNER, "\n") == made
        assert remove(made) == remove(text)


def test_the_plain_case_imports_no_parser() -> None:
    html = "<details>\n\nx\n\n</details>\n\n<!-- a\nb -->\n"
    text = f"# Ours\n\n- a\n\n```sh\nmake\n```\n\n1. b\n   ```\n   c\n   ```\n\n{html}\n{BLOCK}\nmore\n"
    code = (
        f"import sys; sys.path[:] = {sys.path!r}; from memoryrail_lint.checks.blocks import find, splice;"
        "text = sys.argv[1]; assert find(text); splice(text, 'new\\n', '\\n'); splice('# Ours\\n', 'new\\n', '\\n');"
        "print({'markdown_it', 're'} & {*sys.modules})"
    )
    # Without `site`, which may import `re` on its own.
    run = subprocess.run([sys.executable, "-I", "-S", "-c", code, text], capture_output=True, text=True)
    assert (run.stdout, run.stderr) == ("set()\n", "")


@pytest.mark.parametrize(
    "text",
    [BEGIN + "\n" + "- " * 5000 + "\n" + END, ("> " * 300 + "\n") * 30 + BLOCK, ("  ```\n" + BEGIN + "\n") * 3000]
    + ["<!--\n" * 30_000 + BEGIN, "<!--\n<!-- memoryrail:begin -->\n" * 3000],
)
def test_hostile_nesting_ends(text: str) -> None:
    with contextlib.suppress(BadMarkers):
        find(text)


BASE = [
    Memory("20260601-a", title="First"),
    Memory("20260602-b", "constraint", "Second"),
    Memory("20260603-c", "gotcha", "Third"),
]


def drift(present: str, wanted: str) -> tuple[str, str]:
    """The line that an explanation points at, without its line end, and the reason."""
    offset, reason = explain_drift(present, wanted)
    assert offset == 0 or present[offset - 1] in "\r\n"
    return present[offset:].partition("\n")[0].rstrip("\r"), reason


FIRST, SECOND, THIRD = BASE
NEW = Memory("20260604-d", "gotcha", "Fourth")
# Two ids whose hashes begin with the same four digits.
LIKE = [Memory("20261010-n179", title="Fifth"), Memory("20261010-n502", title="Sixth")]
HEADING = "## Project memory"


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("present", "wanted", "line", "reason"),
    [
        (
            BASE,
            [FIRST._replace(title="1st"), SECOND, THIRD],
            "- **DEC-0c85** decision: First",
            "DEC-0c85 changed its title",
        ),
        (
            BASE,
            [FIRST, SECOND, THIRD._replace(title="3: x")],
            "- **GOT-3f7e** gotcha: Third",
            "GOT-3f7e changed its title",
        ),
        (BASE, [FIRST, SECOND], "- **GOT-3f7e** gotcha: Third", "GOT-3f7e is no longer active"),
        (BASE, [SECOND, THIRD], "- **DEC-0c85** decision: First", "DEC-0c85 is no longer active"),
        (BASE, [], "- **CON-2279** constraint: Second", "CON-2279 is no longer active"),
        (BASE, [*BASE, NEW], "- **DEC-0c85** decision: First", "GOT-632b is missing"),
        (BASE[:1], [*BASE[:1], Memory("20260609", "session")], "", "SES-bf54 is missing"),
        ([], BASE, "No memory is active.", "CON-2279 is missing"),
        (
            BASE,
            [FIRST, SECOND._replace(pinned=True), THIRD],
            "- **CON-2279** constraint: Second",
            "CON-2279 changed its kind or pin",
        ),
        (
            BASE,
            [FIRST._replace(pinned=True), SECOND, THIRD],
            "- **CON-2279** constraint: Second",
            "DEC-0c85 changed its kind or pin",
        ),
        (
            [FIRST._replace(pinned=True), SECOND, THIRD],
            BASE,
            "- **DEC-0c85** decision, pinned: First",
            "DEC-0c85 changed its kind or pin",
        ),
        (
            BASE,
            [FIRST, SECOND, THIRD._replace(type="decision")],
            "- **GOT-3f7e** gotcha: Third",
            "GOT-3f7e is now DEC-3f7e",
        ),
        (LIKE[:1], LIKE, "- **DEC-6584** decision: Fifth", "DEC-6584 is now DEC-65845"),
        (LIKE[1:], LIKE, "- **DEC-6584** decision: Sixth", "DEC-6584 is now DEC-65840"),
        (LIKE, LIKE[1:], "- **DEC-65845** decision: Fifth", "DEC-65845 is no longer active"),
        (LIKE, LIKE[:1], "- **DEC-65845** decision: Fifth", "DEC-65845 is now DEC-6584"),
    ],
)
def test_drift_names_the_memory(
    newline: str, present: list[Memory], wanted: list[Memory], line: str, reason: str
) -> None:
    assert drift(render(present).replace("\n", newline), render(wanted)) == (line, f"memory {reason}")


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (HEADING, "## Ours", "## Ours"),
        ("\n" + HEADING, HEADING, HEADING),
        ("No memory is active.", "None.", "None."),
        ("change the memories, not this text.\n\n", "change the memories, not this text.\n", ""),
        ("not this text.\n\n", "not this text.\n\nMine.\n", "Mine."),
        ("stop and ask", "go on", "3. If the plan conflicts with a constraint or a decision, go on."),
    ],
)
def test_drift_without_a_memory_is_an_edit(old: str, new: str, line: str) -> None:
    wanted = render([])
    assert old in wanted
    assert drift(wanted.replace(old, new), wanted) == (line, "edited by hand, or written by another version")


def test_drift_does_not_call_a_folded_memory_inactive() -> None:
    many = [Memory(f"2026-{n:03}") for n in range(40)]
    line, reason = drift(render(many), render(many, max_bytes=1500))
    assert reason == f"memory {line[4:12]} is no longer listed"


@given(ANY, ANY)
def test_drift_of_any_two_texts_has_a_reason(present: str, wanted: str) -> None:
    offset, reason = explain_drift(present, wanted)
    assert 0 <= offset <= len(present)
    assert reason
