"""When a store is judged as one that a host manages, and what that changes, rule by rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from memoryrail_lint.profiles.engramory import strictness
from memoryrail_lint.profiles.engramory.note import Note
from memoryrail_lint.source import Source

DATES = "created: 2026-01-05\nupdated: 2026-01-05\n"
MARKED = "node_type: memory\n"
NESTED = "metadata:\n  originSessionId: 5\n"


def notes(*blocks: str | None, names: str = "abcdefghij") -> list[Note]:
    """A note for each block of fields; None has no front matter."""
    texts = ["Text.\n" if block is None else f"---\nname: x\n{block}---\nText.\n" for block in blocks]
    return [Note(Source(f"memory/{name}.md", text.encode())) for name, text in zip(names, texts, strict=False)]


@pytest.mark.parametrize(
    ("blocks", "mode"),
    [
        ((), strictness.STRICT),
        (("",), strictness.STRICT),
        (("", ""), strictness.STRICT),
        (("", "", ""), strictness.HOST),
        (("", "", "created: 2026-01-05\n"), strictness.STRICT),
        (("", "", "", "updated:\n"), strictness.STRICT),
        (("modified: 2026-01-05\n",) * 3, strictness.HOST),
        ((None, None, None), strictness.HOST),
        ((None, None), strictness.STRICT),
        ((None, "", ""), strictness.HOST),
        ((MARKED,), strictness.HOST),
        ((NESTED,), strictness.HOST),
        ((MARKED + DATES, DATES), strictness.HOST),
        ((MARKED + DATES, DATES, DATES), strictness.STRICT),
        ((MARKED + DATES, NESTED + DATES, DATES, DATES), strictness.HOST),
        ((MARKED + DATES, DATES, None, None), strictness.HOST),
        ((MARKED + MARKED + NESTED + DATES, DATES, DATES, DATES), strictness.STRICT),
        (("x: node_type\n", "y: originSessionId\n"), strictness.STRICT),
        (("node_types: 1\n", "Node_Type: 1\n"), strictness.STRICT),
    ],
)
def test_the_mode(blocks: tuple[str | None, ...], mode: str) -> None:
    assert strictness.decide(notes(*blocks)) == mode


def test_files_that_are_no_notes_decide_nothing() -> None:
    readme = [Note(Source("memory/README.md", b"Text.\n")), Note(Source("memory/x/index.md", b"Text.\n"))]
    assert strictness.decide([*readme, *notes("", "")]) == strictness.STRICT
    unreadable = [Note(Source(f"memory/{n}.md"), "note", ("note-outside", "is a symlink")) for n in "xyz"]
    assert strictness.decide([*unreadable, *notes("", "")]) == strictness.STRICT
    apart = [Note(Source(f"memory/archive/{n}.md", b"---\nnode_type: x\n---\n"), "apart") for n in "xyz"]
    assert strictness.decide([*apart, *notes(DATES)]) == strictness.STRICT


@pytest.mark.parametrize(
    ("name", "in_folder", "aside"),
    [
        ("README", False, True),
        ("readme", True, True),
        ("ReadMe", False, True),
        ("CHANGELOG", False, True),
        ("CLAUDE", True, True),
        ("index", False, False),
        ("index", True, True),
        ("_index", True, True),
        ("_index", False, False),
        ("MEMORY", True, True),
        ("readme-notes", False, False),
        ("a", True, False),
    ],
)
def test_files_that_are_no_notes(name: str, in_folder: bool, aside: bool) -> None:
    assert strictness.is_aside(name, in_folder) is aside


def test_the_table_knows_no_third_way() -> None:
    allowed = {"error", "warning", "info", strictness.SILENT, strictness.SUMMED}
    for what, (strict, host) in strictness.LEVELS.items():
        assert {strict, host} <= allowed, what
        assert strict in ("error", "info"), what
        assert (strictness.level(what, strictness.STRICT), strictness.level(what, strictness.HOST)) == (strict, host)


def test_every_level_is_asked_for() -> None:
    package = Path(strictness.__file__).parent
    code = "".join(path.read_text("utf-8") for path in package.rglob("*.py") if path.name != "strictness.py")
    parts = {what for what in strictness.LEVELS if f'"{what}"' not in code}
    assert parts == {"text missing", "date missing", "type missing"} - {"date missing"}, "these are put together"


def write(site, root: str, files: dict[str, str]) -> None:
    for name, text in files.items():
        site.write(f"{root}/{name}", text)


HABITS = {
    "MEMORY.md": (
        "# Index\n\n- [A](a.md)\n- [B](b.md)\n- [C](topic/c.md)\n- [Docs](../docs/x.md)\n- [Gone](gone.md)\n"
        "- [Away](../../x.md)\n- [Log](log.md)\n"
    ),
    "a.md": "---\nname: 标题\ndescription: Where the first of them is kept\n  and how\ntype: feedback\n---\n\nText.\n",
    "b.md": "---\nname: 标题\ndescription: Where the second of them is kept\ntype: memory\n---\n\nOther text.\n",
    "topic/c.md": "---\nname: a\ntype: project\n---\n\n**Why:** x\n**How to apply:** y\n",
    "topic/a.md": '---\nname: "ship it" = commit\ndescription: A note that nothing leads to at all\n---\n\nx\n',
    "topic/index.md": "# Topic\n",
    "README.md": "# How this works\n",
    "log.md": "# Log\n",
}
EVERYWHERE = [
    ("error", "index-pointer-broken", "memory/MEMORY.md", 7),
    ("error", "index-pointer-outside", "memory/MEMORY.md", 8),
    ("error", "note-orphan", "memory/topic/a.md", 1),
    ("error", "note-frontmatter", "memory/topic/a.md", 2),
]


def judged(site, mode: str) -> list[tuple[str, str, str, int]]:
    site.init()
    site.write(".gitignore", "memory/\n")
    site.write("docs/x.md", "x\n")
    write(site, "memory", HABITS)
    site.write("memoryrail-lint.toml", f'[engramory]\nstrictness = "{mode}"\n')
    found = site.run("check", "--format", "json", "--profile", "engramory").json["diagnostics"]
    return [(one["severity"], one["rule"], one["path"], one["line"]) for one in found]


@pytest.mark.parametrize("mode", ["auto", "host"])
def test_a_hosts_habits_are_no_errors(site, mode: str) -> None:
    found = judged(site, mode)
    assert [one for one in found if one[0] == "error"] == EVERYWHERE
    assert [one for one in found if one[1] == "note-field-missing"] == [
        ("info", "note-field-missing", "memory/MEMORY.md", 1),
        ("warning", "note-field-missing", "memory/topic/c.md", 1),
    ]
    assert [one for one in found if one[1] == "note-field-invalid"] == [
        ("warning", "note-field-invalid", "memory/b.md", 4)
    ]
    assert [one for one in found if one[1] == "note-slug-duplicate"] == [
        ("info", "note-slug-duplicate", "memory/topic/a.md", 2)
    ]
    assert ("info", "note-frontmatter", "memory/log.md", 1) in found
    assert not [one for one in found if one[2] in ("memory/README.md", "memory/topic/index.md")]


def test_the_same_store_by_the_letter(site) -> None:
    found = judged(site, "strict")
    errors = [one[1:3] for one in found if one[0] == "error"]
    assert {one[1:3] for one in EVERYWHERE} <= set(errors)
    for expected in [
        ("index-pointer-outside", "memory/MEMORY.md"),
        ("note-field-missing", "memory/a.md"),
        ("note-why-missing", "memory/a.md"),
        ("note-how-missing", "memory/a.md"),
        ("note-frontmatter", "memory/a.md"),
        ("note-field-invalid", "memory/b.md"),
        ("note-frontmatter", "memory/log.md"),
        ("note-frontmatter", "memory/README.md"),
        ("note-orphan", "memory/README.md"),
        ("note-slug-duplicate", "memory/topic/a.md"),
        ("note-slug-duplicate", "memory/b.md"),
    ]:
        assert expected in errors, expected
    assert errors.count(("index-pointer-outside", "memory/MEMORY.md")) == 2
    assert ("info", "note-name-mismatch", "memory/a.md", 2) in found
