"""`sync.generator = "other"`: a block in other words is compared by refs and titles, and never rewritten."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryrail_lint.profiles.memoryrail.foreign_block import entries

POOL, RAW = "DEC-f6ce", "CON-6841"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("- DEC-f6ce: One pool\n", ["DEC-f6ce"]),
        ("* **[CON-6841]** No SQL\n", ["CON-6841"]),
        ("1. `DEC-f6ce` One pool (instead of DEC-1395)\n", ["DEC-f6ce"]),
        ("| decision | DEC-f6ce | One pool |\n", ["DEC-f6ce"]),
        ("### DEC-f6ce9 One pool\n", ["DEC-f6ce9"]),
        ("DEC-f6ce One pool\n**CON-6841** No SQL\n", ["DEC-f6ce", "CON-6841"]),
        ("> - DEC-f6ce One pool\n", ["DEC-f6ce"]),
        ("- One pool (DEC-f6ce)\r\n- No SQL [CON-6841]\r\n", ["DEC-f6ce", "CON-6841"]),
        ("Cite as [per DEC-a3f9].\n", []),
        ("1. Cite as `[per DEC-a3f9]`.\n", []),
        ("See DEC-f6ce for more.\n", []),
        ("- DEC-f6c, XDEC-f6ce, DEC-f6ce-x, dec-f6ce, DEC-xyzw\n", []),
        ("", []),
    ],
)
def test_entries(text: str, found: list[str]) -> None:
    listed = list(entries(text, 0, len(text)))
    assert [ref for ref, _, _ in listed] == found
    assert [text[start:end] for _, (start, end), _ in listed] == found


@given(st.text(alphabet="DEC-f6 [per]\n|*#>1.", max_size=200))
def test_any_text(text: str) -> None:
    for ref, (start, end), _ in entries(text, 0, len(text)):
        assert text[start:end] == ref


@pytest.fixture
def shared(repo):
    repo.write(".memoryrail/lint.toml", '[sync]\ngenerator = "other"\ntargets = ["AGENTS.md"]\n')
    repo.memory("20260601-no-raw-sql", type="constraint", title="No `raw` SQL & no <b>HTML</b> in the store package")
    repo.memory("20260601-one-pool", title="One pool per process")
    repo.memory("20260501-two-pools", title="Two pools per process", status="superseded")
    return repo


def block(*lines: str) -> str:
    return "# Mine\n<!-- memoryrail:begin -->\n" + "".join(f"{line}\n" for line in lines) + "<!-- memoryrail:end -->\n"


SAME = [
    ["- CON-6841 No `raw` SQL & no <b>HTML</b> in the store package", "- DEC-f6ce One pool per process"],
    [
        "| DEC-f6ce | ONE POOL per process |",
        r"| CON-6841 | No \`raw\` SQL \& no &lt;b&gt;HTML&lt;/b&gt; in the store package |",
    ],
    ["- CON-6841 constraint: No `raw` SQL & no <b>HTM…", "- DEC-f6ce decision, 2026: One pool per process (db)"],
    ["- CON-6841 No `raw` SQL & no <b>HTML</b>...", "- DEC-f6ce", "  One pool", "  per process"],
    [
        "- con: CON-684141 No `raw` SQL & no <b>HTML</b> in the store package".replace("684141", "6841"),
        "- DEC-f6ce One pool per process",
        "",
        "Cite as [per DEC-a3f9].",
    ],
]


@pytest.mark.parametrize("lines", SAME)
def test_the_same_in_other_words(shared, lines: list[str]) -> None:
    shared.write("AGENTS.md", block(*lines))
    assert shared.run("check", "--select", "sync-drift", "--format", "json").found == []
    assert shared.run("sync", "--check").status == 0


def test_each_difference_has_its_place(shared) -> None:
    before = block("- DEC-f6ce Two pools per process", "- DEC-1395 Two pools per process", "- GOT-ffff Nothing")
    shared.write("AGENTS.md", before)
    result = shared.run("check", "--select", "sync-drift", "--format", "json")
    assert [(d["line"], d["column"], d["message"]) for d in result.json["diagnostics"]] == [
        (2, 1, 'the block lacks "CON-6841 20260601-no-raw-sql"'),
        (3, 3, 'the block gives "DEC-f6ce" another title than the memory: "One pool per process"'),
        (4, 3, 'the block lists "DEC-1395", which is "superseded" and not active'),
        (5, 3, 'the block lists "GOT-ffff", an unknown ref'),
    ]
    assert result.status == 1
    assert result.json["summary"]["fixable"] == 0
    fixed = shared.run("check", "--select", "sync-drift", "--fix")
    assert fixed.status == 1
    assert (shared.folder / "AGENTS.md").read_text() == before
    checked = shared.run("sync", "--check")
    assert checked.status == 1
    assert [line.split(": ")[1] for line in checked.error.splitlines()] == [f"AGENTS.md:{n}" for n in (2, 3, 4, 5)]


@pytest.mark.parametrize("options", [[], ["--diff"], ["--remove"]])
def test_sync_leaves_it(shared, options: list[str]) -> None:
    before = block("- anything")
    shared.write("AGENTS.md", before)
    result = shared.run("sync", *options)
    assert (result.status, result.error) == (0, "")
    assert result.text == 'left alone: another tool writes the block (sync.generator = "other")\n'
    assert (shared.folder / "AGENTS.md").read_text() == before


def test_sync_writes_no_new_block(shared) -> None:
    assert shared.run("sync").status == 0
    assert not (shared.folder / "AGENTS.md").exists()


def test_bad_markers_are_still_said(shared) -> None:
    shared.write("AGENTS.md", "<!-- memoryrail:begin -->\n")
    assert shared.run("sync", "--check").status == 1
    assert shared.run("check", "--select", "sync-markers").status == 1


def test_an_ambiguous_ref(shared) -> None:
    shared.memory("20260601-keep-store-cache", title="Keep")
    shared.memory("20260601-drop-store-index", title="Drop")
    shared.write("AGENTS.md", block(*SAME[0], "- DEC-89e3 Keep"))
    [only] = shared.run("check", "--select", "sync-drift", "--format", "json").json["diagnostics"]
    assert only["message"] == 'the block lists "DEC-89e3", which may be any of several'


def test_only_own_and_other_are_known(shared) -> None:
    shared.write(".memoryrail/lint.toml", '[sync]\ngenerator = "mine"\n')
    result = shared.run("sync")
    assert (result.status, result.error) == (
        2,
        'memoryrail-lint: .memoryrail/lint.toml: sync.generator must be "own" or "other"\n',
    )
