"""`compact`: what it proposes, what it writes, and that no word is lost."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from pathlib import Path

import jsonschema
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

VALIDATOR = jsonschema.Draft202012Validator(
    json.loads((Path(__file__).parents[2] / "spec/compact.schema.json").read_text("utf-8"))
)
LONG = (
    "Ann has the phone on weekdays, Ben on weekends; in June they swap, in July Cy takes both, and from August on each "
    "of the three has it for ten days in a row, which is written down in the calendar"
)
LABELS = "**Why:** It matters.\n**How to apply:** Do it."
BODY = (
    "The gateway keeps one connection for each shop and drops it after nine seconds without a word, which the old "
    "client takes for an error and tries again at once, so that a slow shop is asked {} times. The limit is set in "
    "the table of the gateway and read at its start only."
)


class Folder:
    """A store in `memory/` of a repository that ignores it."""

    def __init__(self, site, root: str = "memory") -> None:
        self.site = site
        self.root = root
        site.init()
        site.write(".gitignore", f"/{root}/\n")

    def path(self, name: str) -> Path:
        return self.site.folder / self.root / name

    def read(self, name: str) -> str:
        return self.path(name).read_bytes().decode()

    def index(self, text: str | bytes) -> None:
        self.site.write(f"{self.root}/MEMORY.md", text)

    def note(self, file: str, body: str = "Kept in the wiki.", *, more: str = "", **fields: str) -> None:
        name = file.rpartition("/")[2]
        values = {"name": name, "description": f"Where {name} is kept and who may change it", "type": "reference"}
        values |= {"created": "2020-01-05", "updated": "2020-01-05"} | fields
        head = "".join(f"{key}: {value}\n" for key, value in values.items())
        self.site.write(f"{self.root}/{file}.md", f"---\n{head}{more}---\n\n{body}\n")

    def project(self, file: str, updated: str = "2020-01-05", body: str = "", **fields: str) -> None:
        self.note(file, f"{body}\n\n{LABELS}".lstrip(), type="project", updated=updated, **fields)

    def state(self) -> dict[str, bytes]:
        top = self.site.folder / self.root
        return {p.relative_to(top).as_posix(): p.read_bytes() for p in top.rglob("*") if p.is_file()}

    def errors(self) -> list[tuple[str, str]]:
        found = self.site.run("check", self.root, "--profile", "engramory", "--format", "json").json
        return [(one["rule"], one["path"]) for one in found["diagnostics"] if one["severity"] == "error"]


@pytest.fixture
def folder(site) -> Folder:
    return Folder(site)


def compact(folder: Folder, *words: str, lines: int = 200, bytes: int = 25_600):
    env = {"ENGRAMORY_HARD": str(lines), "ENGRAMORY_HARD_BYTES": str(bytes)}
    result = folder.site.run("compact", *words, env=env)
    if "json" in words and result.status < 2:
        adds_up(result.json)
    return result


def adds_up(document) -> None:
    """The document is what its schema says, and each size is the one before less what is won."""
    VALIDATOR.validate(document)
    size = document["before"]
    for step in document["steps"]:
        for unit in ("lines", "bytes"):
            assert step["won"][unit] == sum(item["won"][unit] for item in step["items"])
            assert step["after"][unit] == size[unit] - step["won"][unit]
        size = step["after"]
    if not document["applied"]:
        assert document["after"] == size
    cap, after = document["cap"], document["after"]
    assert document["over"] == (after["lines"] > cap["lines"] or after["bytes"] > cap["bytes"])


def test_nothing_to_do(folder) -> None:
    folder.index("# Memory Index\n\n## reference\n\n- [Rota](rota.md) — who is called\n")
    folder.note("rota")
    for words in ([], ["--apply"], ["memory"], ["memory", "--apply"]):
        before = folder.state()
        result = compact(folder, *words)
        assert (result.status, result.err) == (0, b"")
        assert result.text == (
            "memory/MEMORY.md: 5 lines, 66 bytes; the cap is 200 lines, 25600 bytes\n"
            "1. shorten: nothing\n"
            "2. merge, by hand: nothing\n"
            "3. archive: nothing\n" + ("nothing was written\n" if "--apply" in words else "") + "under the cap: "
            "5 lines, 66 bytes\n"
        )
        assert folder.state() == before


INDEX = f"""\
# Memory Index

> Pointers only.

## reference

- [Runbook](runbook.md) — what to do at night
  - The shop closes at six, and whoever is on call keeps the phone until nine.
- The gate is locked at ten.
- [Rota](rota.md) — {LONG}
- **Deploys**: the blue host, never the green one, since {LONG.lower()}, see [deploy](deploy.md) for the rest

## project

- [Old](old.md) — superseded by the new one
- [New](new.md) — the new one
- [A](a.md) — hook a
- [B](b.md) — hook b
"""


@pytest.fixture
def full(folder) -> Folder:
    """One of everything."""
    folder.index(INDEX)
    for name in ("runbook", "rota", "deploy"):
        folder.note(name, f"Kept in {name}.")
    folder.project("old", body="Superseded by [[new]], see [a](a.md#x) and [b](<b.md>).")
    folder.project("new", "2999-01-05", body='See [the old one](old.md#part "Old") and [[old]].')
    folder.project("a")
    folder.project("b", "2021-01-05")
    return folder


def test_the_plan(full) -> None:
    before = full.state()
    result = compact(full, lines=15)
    assert result.status == 0
    assert result.text == (
        "memory/MEMORY.md: 18 lines, 848 bytes; the cap is 15 lines, 25600 bytes\n"
        "1. shorten: wins 1 line, 443 bytes; then 17 lines, 405 bytes\n"
        "   memory/MEMORY.md:8: 76 bytes of it go to memory/runbook.md\n"
        "   memory/MEMORY.md:10: 194 bytes of it go to memory/rota.md\n"
        "   memory/MEMORY.md:11: 287 bytes of it go to memory/deploy.md\n"
        "2. merge, by hand: nothing\n"
        "3. archive: wins 2 lines, 32 bytes; then 15 lines, 373 bytes\n"
        "   memory/old.md: goes to memory/archive/old.md: it says that it is superseded\n"
        "   memory/a.md: goes to memory/archive/a.md: nobody has changed it since 2020-01-05\n"
        "   memory/b.md: goes to memory/archive/b.md: nobody has changed it since 2021-01-05\n"
        "yours to judge:\n"
        "   memory/MEMORY.md:9: this line carries content, but which note it belongs to is not said\n"
        "nothing was written; --apply does 1 and 3\n"
        "under the cap: 15 lines, 373 bytes\n"
    )
    assert full.state() == before


def test_applied(full) -> None:
    result = compact(full, "--apply", lines=15)
    assert result.status == 0
    assert result.text.endswith("\nwrote 9 files, 3 of them moved\nunder the cap: 15 lines, 373 bytes\n")
    assert full.read("MEMORY.md") == (
        "# Memory Index\n\n> Pointers only.\n\n## reference\n\n"
        "- [Runbook](runbook.md) — what to do at night\n"
        "- The gate is locked at ten.\n"
        "- [Rota](rota.md) — Ann has the phone on weekdays, Ben on weekends\n"
        "- [deploy](deploy.md) — **Deploys**: the blue host, never the green one\n"
        "\n## project\n\n"
        "- [Archived: project](archive/project-index.md) — 3 notes\n"
        "- [New](new.md) — the new one\n"
    )
    assert full.read("runbook.md").endswith(
        "\nKept in runbook.\n\n- The shop closes at six, and whoever is on call keeps the phone until nine.\n"
    )
    assert full.read("rota.md").endswith(f"\nKept in rota.\n\n{LONG}\n")
    assert full.read("deploy.md").endswith(
        f"\n\n**Deploys**: the blue host, never the green one, since {LONG.lower()}, "
        "see [deploy](deploy.md) for the rest\n"
    )
    assert full.read("archive/project-index.md") == (
        "# Archived: project\n\n- [Old](old.md) — superseded by the new one\n"
        "- [A](a.md) — hook a\n- [B](b.md) — hook b\n"
    )
    assert 'See [the old one](archive/old.md#part "Old") and [[old]].' in full.read("new.md")
    assert "see [a](a.md#x) and [b](<b.md>)." in full.read("archive/old.md")
    assert not full.path("old.md").exists()
    assert full.errors() == []
    before = full.state()
    again = compact(full, "--apply", lines=15)
    assert (again.status, again.text.count("nothing")) == (0, 4)
    assert full.state() == before


def test_links_from_a_note_that_moves(folder) -> None:
    folder.index("## project\n\n- [Old](topic/old.md) — hook\n- [New](new.md) — hook\n")
    folder.project("topic/old", status="superseded", body="[n](../new.md) [w](https://example.com/new.md)")
    folder.project("new", "2999-01-05", body="[o](<topic/old.md>)\n\n[ref]: topic/old.md")
    assert compact(folder, "--apply").status == 0
    assert "[n](../../new.md) [w](https://example.com/new.md)" in folder.read("archive/topic/old.md")
    assert "[o](<archive/topic/old.md>)\n\n[ref]: archive/topic/old.md" in folder.read("new.md")
    assert "- [Old](topic/old.md) — hook\n" in folder.read("archive/project-index.md")
    assert folder.errors() == []


@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("newline", [b"\n", b"\r\n"])
def test_bom_and_newlines_stay(full, bom: bytes, newline: bytes) -> None:
    for name, data in full.state().items():
        full.path(name).write_bytes(bom + data.replace(b"\n", newline))
    assert compact(full, "--apply", lines=15).status == 0
    for name, data in full.state().items():
        assert data.startswith(bom) or name == "archive/project-index.md"
        assert data.count(b"\n") == data.count(newline)
        assert data.endswith(newline)
    assert full.read("MEMORY.md").count("Ben on weekends") == 1
    assert full.errors() == []


def test_modes_stay(full) -> None:
    if sys.platform == "win32":
        pytest.skip("no modes")
    for name in ("old.md", "rota.md", "MEMORY.md"):
        full.path(name).chmod(0o600)
    compact(full, "--apply")
    for name in ("archive/old.md", "rota.md", "MEMORY.md"):
        assert full.path(name).stat().st_mode & 0o777 == 0o600


def test_merging_is_only_proposed(folder) -> None:
    folder.index("## reference\n\n- [gateway](gateway.md) — a hook\n- [shops](shops.md) — a hook\n")
    folder.note("gateway", BODY.format("three"))
    folder.note("shops", BODY.format("four"), created="2021-01-05")
    before = folder.state()
    result = compact(folder, "--apply", lines=3)
    assert result.status == 1
    assert result.text == (
        "memory/MEMORY.md: 4 lines, 80 bytes; the cap is 3 lines, 25600 bytes\n"
        "1. shorten: nothing\n"
        "2. merge, by hand: wins 1 line, 31 bytes; then 3 lines, 49 bytes\n"
        '   memory/shops.md: 89 % of this note and of the older one, "memory/gateway.md", is the same text\n'
        "3. archive: nothing\n"
        "nothing was written\n"
        "over the cap until 2 is done: 4 lines, 80 bytes\n"
    )
    assert folder.state() == before
    assert compact(folder, lines=3).status == 0
    assert compact(folder, lines=2).status == 1


def test_what_is_alike_is_judged_after_shortening(folder) -> None:
    folder.index(f"## reference\n\n- [gateway](gateway.md) — {LONG}\n- [shops](shops.md) — a hook\n")
    folder.note("gateway", BODY.format("three"))
    folder.note("shops", BODY.format("four"), created="2021-01-05")
    for _ in range(2):
        assert "2. merge, by hand: nothing" in compact(folder, "--apply").text


def test_a_series_and_a_second_pointer(folder) -> None:
    folder.index(
        "## project\n\n- [a](state-2026-01-05.md) — a\n- [b](state-2026-02-05.md) — b\n- [c](state-2026-02-05.md) — c\n"
    )
    folder.project("state-2026-01-05", "2999-01-01")
    folder.project("state-2026-02-05", "2999-01-01", body="Other.")
    assert compact(folder).text.splitlines()[2:5] == [
        "2. merge, by hand: wins 2 lines, 66 bytes; then 3 lines, 45 bytes",
        "   memory/state-2026-02-05.md: 2 notes differ by the date in their names only, from "
        '"state-2026-01-05" to "state-2026-02-05"',
        '   memory/MEMORY.md:5: line 4 points at "state-2026-02-05.md" already',
    ]


def test_a_comment_spares_a_line_and_a_pair(folder) -> None:
    folder.index(
        "## reference\n\n<!-- memoryrail-lint: ignore[index-line-content] on purpose -->\n"
        f"- [gateway](gateway.md) — {LONG}\n- [shops](shops.md) — a hook\n"
    )
    folder.note("gateway", BODY.format("three"))
    folder.note("shops", "<!-- memoryrail-lint: ignore-file[note-duplicate] two -->\n" + BODY.format("four"))
    assert compact(folder, bytes=10).text.splitlines()[1:4] == [
        "1. shorten: nothing",
        "2. merge, by hand: nothing",
        "3. archive: nothing",
    ]


def test_long_lines_go_while_there_are_too_many_bytes(folder) -> None:
    hooks = {name: f"{name} is what we came to speak of, and a little more of it than that" for name in ("a", "bb")}
    folder.index("## reference\n\n" + "".join(f"- [{name}]({name}.md) — {hook}\n" for name, hook in hooks.items()))
    for name in hooks:
        folder.note(name)
    assert compact(folder).text.splitlines()[1] == "1. shorten: nothing"
    assert compact(folder, "--apply", bytes=170).status == 0
    assert folder.read("MEMORY.md") == (
        f"## reference\n\n- [a](a.md) — {hooks['a']}\n- [bb](bb.md) — bb is what we came to speak of\n"
    )
    assert folder.read("bb.md").endswith(f"\n\n{hooks['bb']}\n")


CANNOT = {
    f"| [Rota](rota.md) | {LONG} |": "it is a row of a table",
    f"- [Rota](rota.md), [Other](other.md) — {LONG}": "it leads to more than one place",
    f"- [Rota](rota.md) — {LONG} [[other]]": "it leads to more than one place",
    f"- [Rota](gone.md) — {LONG}": "it leads to no note of the store",
    f"- [Rota](archive/x.md) — {LONG}": "it leads to no note of the store",
    f"- [{LONG}](rota.md) — {LONG}": "the text of its link is long",
    f"- [Rota](rota.md) — {LONG} <!-- why -->": "a comment stands in it",
    f"- [Rota](open.md) — {LONG}": "its note ends within code or a comment",
    f"- [Rota](endless.md) — {LONG}": "its note's front matter never ends",
    f"- [Rota](topic/deep.md) — {LONG} ![plan](plan.png)": "it has links that mean another place in the note's folder",
    f"- {LONG}: [Rota](topic/deep.md)": "it has links that mean another place in the note's folder",
    f"- [Rota](rota.md) — ` {LONG}": "code begins or ends in it",
    "- The gate is locked at ten.": "which note it belongs to is not said",
    "- [Rota](rota.md)\n\n  The gate is locked at ten.": "which note it belongs to is not said",
}


@pytest.mark.parametrize("line", CANNOT)
def test_what_it_cannot_judge(folder, line: str) -> None:
    folder.index(f"## reference\n\n{line}\n")
    for name in ("rota", "other", "topic/deep"):
        folder.note(name)
    folder.note("open", "```\ncode")
    folder.site.write("memory/endless.md", "---\nname: endless\n")
    folder.site.write("memory/archive/x.md", "x\n")
    before = folder.state()
    result = compact(folder, "--apply")
    number = 3 + line.count("\n\n") * 2
    assert result.text.splitlines()[4:-1] == [
        "yours to judge:",
        f"   memory/MEMORY.md:{number}: this line carries content, but {CANNOT[line]}",
        "nothing was written",
    ]
    assert folder.state() == before


def test_prose_that_the_note_holds_already(folder) -> None:
    folder.index(f"## reference\n\n- [Rota](rota.md) — {LONG}\n")
    folder.note("rota", f"Yes. {LONG}.")
    before = folder.read("rota.md")
    assert compact(folder, "--apply").text.endswith("wrote 1 file, 0 of them moved\nunder the cap: 3 lines, 83 bytes\n")
    assert folder.read("rota.md") == before


def test_credentials_are_refused_and_not_shown(folder) -> None:
    token = "ghp_" + "a8Kd3LmQ9xZt2VbN7RwY5CsE1HfJ4UgP6oTi"
    folder.index(f"## project\n\n- [Rota](rota.md) — {LONG} {token}\n- [Old](old.md)\n- [New](new.md)\n")
    folder.note("rota")
    folder.project("old", body=f"Superseded by [[new]] {token}")
    folder.project("new", "2999-01-05")
    before = folder.state()
    for words in ([], ["--format", "json"], ["--apply"]):
        result = compact(folder, *words)
        assert token.encode() not in result.out + result.err
    assert result.text.splitlines()[4:7] == [
        "yours to judge:",
        "   memory/MEMORY.md:3: this line carries content, but it looks like a credential",
        "   memory/old.md: it says that it is superseded, but it holds what looks like a credential",
    ]
    assert folder.state() == before


def kept(folder: Folder, reason: str, **caps: int) -> None:
    """Nothing is archived, and it is said why."""
    before = folder.state()
    result = compact(folder, "--apply", **caps)
    assert "3. archive: nothing\n" in result.text
    assert f"   memory/old.md: {reason}\n" in result.text
    assert folder.state() == before


SAYS = "it says that it is superseded, but "


def two(folder: Folder, body: str = "Superseded by [[new]].", index: str = "") -> None:
    folder.index("## project\n\n" + (index or "- [Old](old.md) — hook\n") + "- [New](new.md) — hook\n")
    folder.project("old", body=body)
    folder.project("new", "2999-01-05")


def test_a_note_that_would_be_stranded(folder) -> None:
    two(folder, "Superseded by [[new]]. See [[deep]].")
    folder.note("deep")
    kept(folder, SAYS + "nothing else leads to memory/deep.md")


def test_a_name_that_is_taken(folder) -> None:
    two(folder)
    folder.site.write("memory/archive/OLD.md", "x\n")
    kept(folder, SAYS + "memory/archive/old.md exists already")


def test_a_name_that_another_file_nearly_has(folder) -> None:
    two(folder)
    folder.note("topic/Old")
    kept(folder, SAYS + "another file has nearly its name, and links could come to mean that one")


def test_an_image(folder) -> None:
    two(folder, "Superseded by [[new]]. ![plan](plan.png)")
    kept(folder, SAYS + "it shows an image by its path")


def test_lines_below(folder) -> None:
    two(folder, index="- [Old](old.md) — hook\n  - [Sub](new.md)\n")
    kept(folder, SAYS + "other lines stand below its line 3 of the index")


def test_a_line_for_two(folder) -> None:
    two(folder, index="- [Old](old.md), [Sub](new.md)\n")
    kept(folder, SAYS + "of its line 3 of the index: it leads to more than one place")


def test_where_every_byte_counts(folder) -> None:
    two(folder)
    kept(folder, SAYS + "it is the only one under its heading, so a line for its list would win nothing", bytes=100)


@pytest.mark.skipif(sys.platform == "win32", reason="symlinks need a privilege")
def test_an_archive_that_is_a_symlink(folder, tmp_path) -> None:
    two(folder)
    (tmp_path / "elsewhere").mkdir()
    os.symlink(tmp_path / "elsewhere", folder.path("archive"))
    kept(folder, SAYS + "memory/archive is no folder")
    assert list((tmp_path / "elsewhere").iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="symlinks need a privilege")
def test_a_note_that_a_symlink_leads_to(folder) -> None:
    two(folder)
    os.symlink("old.md", folder.path("alias.md"))
    result = compact(folder, "--apply")
    assert "it is a symlink" not in result.text
    assert folder.path("alias.md").resolve() == folder.path("old.md").resolve()
    assert folder.path("old.md").exists()


def test_a_list_that_is_there_grows(folder) -> None:
    folder.index("## launch\n\n- [Archived: launch](archive/launch-index.md) — 1 note\n- [Old](old.md) — hook\n")
    folder.site.write("memory/archive/launch-index.md", "# Archived: launch\n\n- [First](first.md) — hook")
    folder.site.write("memory/archive/first.md", "x\n")
    folder.project("old", status="superseded")
    assert compact(folder, "--apply").status == 0
    assert folder.read("MEMORY.md") == "## launch\n\n- [Archived: launch](archive/launch-index.md) — 2 notes\n"
    assert folder.read("archive/launch-index.md") == (
        "# Archived: launch\n\n- [First](first.md) — hook\n- [Old](old.md) — hook\n"
    )


def test_only_as_many_cold_notes_as_needed_and_the_coldest_first(folder) -> None:
    folder.index("## project\n\n" + "".join(f"- [{n}]({n}.md)\n" for n in "abcdef"))
    for name, day in zip("abcdef", ("2020-01-05", "2019-01-05", "2018-01-05", "2999-01-05", "2017", ""), strict=True):
        folder.project(name, day, created=day)
    assert compact(folder, lines=8).text.splitlines()[3] == "3. archive: nothing"
    moved = compact(folder, "--format", "json", lines=7).json["moved"]
    assert moved == {f"memory/{n}.md": f"memory/archive/{n}.md" for n in "bc"}
    result = compact(folder, "--apply", lines=4)
    assert result.status == 1
    assert result.text.splitlines()[-4:] == [
        "yours to judge:",
        "   memory/MEMORY.md: 2 project notes say not when they were changed, so whether they are cold",
        "wrote 5 files, 3 of them moved",
        "over the cap: 6 lines, 108 bytes; say which notes are to go",
    ]


def test_lines_that_lead_to_no_file_are_counted_while_the_index_is_too_long(folder) -> None:
    folder.index("## reference\n\n- [A](a.md)\n- [Gone](gone.md)\n- [Away](away.md), [Lost](lost.md)\n- [B](b.md)\n")
    folder.note("a")
    folder.note("b", "Another text.")
    assert compact(folder, "--format", "json", lines=6).json["left"] == []
    found = compact(folder, "--format", "json", lines=5)
    assert [one["text"] for one in found.json["left"]] == ["2 lines lead to no file (53 bytes), the first is 4"]


def test_a_note_that_is_in_use_is_not_cold(folder) -> None:
    folder.index("## project\n\n- [a](a.md)\n- [b](b.md)\n- [c](c.md)\n\n## user\n\n- [u](u.md)\n")
    for name in "abc":
        folder.project(name)
    folder.note("u", "See [[a]].", type="user")
    result = compact(folder, "--format", "json", lines=1)
    assert sorted(result.json["moved"]) == ["memory/b.md", "memory/c.md"]
    assert [(one["path"], one["text"]) for one in result.json["left"]] == [
        ("memory/a.md", "it looks cold, but another note links it")
    ]


def test_json(full) -> None:
    result = compact(full, "--format", "json", lines=15)
    found = result.json
    assert list(found) == ["version", "index", "cap", "before", "steps", "left", "moved", "applied", "after", "over"]
    assert [(step["name"], step["mechanical"], len(step["items"])) for step in found["steps"]] == [
        ("shorten", True, 3),
        ("merge", False, 0),
        ("archive", True, 3),
    ]
    assert found["steps"][0]["items"][0] == {
        "path": "memory/MEMORY.md",
        "line": 8,
        "text": "76 bytes of it go to memory/runbook.md",
        "won": {"lines": 1, "bytes": 79},
    }
    assert found["moved"] == {f"memory/{n}.md": f"memory/archive/{n}.md" for n in ("a", "b", "old")}
    assert (found["applied"], found["over"], found["after"]) == (False, False, {"lines": 15, "bytes": 373})
    assert json.loads(compact(full, "--format", "json", "--apply", lines=15).out)["applied"] is True


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(VALIDATOR.schema)
    for words in ({}, {"version": 1}, []):
        assert not VALIDATOR.is_valid(words)


def test_many_notes_are_compacted_once(folder) -> None:
    rows = []
    for number in range(400):
        kind = "project" if number % 2 else "reference"
        name, more = f"n{number:03}", "status: superseded\n" if number % 10 == 1 else ""
        day = f"20{10 + number % 9}-01-05"
        body = f"Part {number} has a key of its own. See [[n{(number + 7) % 400:03}]].\n\n{LABELS}"
        folder.note(name, body, type=kind, created=day, updated=day, more=more)
        rows.append(f"- [N {number}]({name}.md) \u2014 {LONG if number % 4 == 0 else 'hook'}\n")
    folder.index("# Memory Index\n\n## project\n\n" + "".join(rows))
    planned = compact(folder, "--format", "json").json
    first = compact(folder, "--apply", "--format", "json").json
    assert first["steps"] == planned["steps"]
    assert first["moved"] == planned["moved"]
    assert len(first["steps"][0]["items"]) == 100
    assert first["moved"]
    state = folder.state()
    again = compact(folder, "--apply", "--format", "json").json
    assert folder.state() == state
    assert again["before"] == again["after"] == first["after"]
    assert again["moved"] == {}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "there is no store with a MEMORY.md here; name the folder of the one to compact"),
        (["gone"], "gone: no such file or folder"),
        (["file.md"], "file.md is no folder; name the one that holds MEMORY.md"),
        (["empty"], "empty/MEMORY.md is not there; there is nothing to compact"),
        (["bytes"], "bytes/MEMORY.md is not UTF-8, so nothing is made of it"),
    ],
)
def test_trouble(site, words: list[str], said: str) -> None:
    site.init()
    site.write("file.md")
    site.write("empty/x.md")
    site.write("bytes/MEMORY.md", b"\xff\n")
    result = site.run("compact", *words, "--apply")
    assert (result.status, result.out, result.error) == (2, b"", f"memoryrail-lint: {said}\n")


@pytest.mark.skipif(sys.platform == "win32", reason="symlinks need a privilege")
def test_an_index_that_is_a_symlink(site) -> None:
    site.init()
    site.write("elsewhere.md", "x\n")
    site.write("memory/a.md", "---\nname: a\n---\n")
    os.symlink("../elsewhere.md", site.folder / "memory/MEMORY.md")
    assert site.run("compact", "memory", "--apply").status == 2


def test_a_folder_outside_any_repository(site) -> None:
    site.write("notes/MEMORY.md", f"- [Rota](rota.md) — {LONG}\n")
    site.write("notes/rota.md", "x\n")
    assert site.run("compact", "notes", "--apply").status == 0
    assert (site.folder / "notes/rota.md").read_text(encoding="utf-8") == f"x\n\n{LONG}\n"


def test_a_change_meanwhile_is_refused(full, monkeypatch) -> None:
    from memoryrail_lint.profiles.engramory import draft

    write = draft.Draft.write

    def late(self: draft.Draft) -> list[str]:
        full.path("a.md").write_text("changed\n")
        return write(self)

    monkeypatch.setattr(draft.Draft, "write", late)
    before = full.state()
    result = compact(full, "--apply", lines=15)
    assert (result.status, result.out) == (2, b"")
    assert "a.md was changed meanwhile" in result.error
    assert full.state() == {**before, "a.md": b"changed\n"}


# What is said in an index: words with all the marks that mean something to Markdown or to this tool.
WORD = st.sampled_from(
    [
        "ab",
        "cde;",
        "f.",
        "g,",
        "—",
        "-",
        "*h*",
        "**i",
        "`j`",
        "`",
        "(k",
        "l)",
        "[m]",
        "\\",
        "#",
        "Why:",
        "---",
        "漢字。",
    ]
    + [
        "，",
        "emoji😀",
        "1.",
        ">",
        "|",
        "<b>",
        "https://example.com/x",
        "[r](https://example.com)",
        "~~~",
        "\u3000",
        "_",
    ]
)
PROSE = st.lists(WORD, min_size=1, max_size=60).map(" ".join)
LINE = st.tuples(
    st.sampled_from(["- ", "* ", "1. ", "  - ", ""]),
    st.one_of(st.just(""), PROSE.map(lambda text: f"{text} ")),
    st.sampled_from(["[N]({0}.md)", "**[N]({0}.md)**", "[[{0}]]", "[N](<{0}.md#x>)", '[N]({0}.md "T")', ""]),
    st.integers(0, 3),
    st.sampled_from(["", " — ", ": ", " ", "：", " - "]),
    st.one_of(st.just(""), PROSE),
)
FIELDS = st.tuples(
    st.sampled_from(["reference", "project"]),
    st.sampled_from(["2020-01-05", "2999-01-05"]),
    st.sampled_from(["", "status: superseded\n"]),
    st.sampled_from(["Body.", "Body.\n\n", "```\nopen", "[[n1]] and [t](n2.md)", "<!-- open", "- item\n  - sub", ""]),
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    lines=st.lists(LINE, max_size=12),
    notes=st.lists(FIELDS, min_size=4, max_size=4),
    newline=st.sampled_from(["\n", "\r\n"]),
    bom=st.booleans(),
    cap=st.integers(1, 12),
)
@example(  # what is pointed at ten times and then archived wins its lines once
    lines=[*[("- ", "", "[N]({0}.md)", 0, "", "")] * 11, ("- ", "", "[N]({0}.md)", 3, "", "")],
    notes=[("reference", "2020-01-05", "status: superseded\n", "Body.")] * 4,
    newline="\n",
    bom=False,
    cap=1,
)
def test_no_word_is_ever_lost(folder, lines, notes, newline: str, bom: bool, cap: int) -> None:
    shutil.rmtree(folder.path(""), ignore_errors=True)
    rows, said = ["# Memory Index", "", "## project", ""], []
    for marker, lead, link, number, separator, prose in lines:
        rows.append(f"{marker}{lead}{link.format(f'n{number}')}{separator}{prose}")
        said += [lead.strip(), prose.strip()]
    mark = b"\xef\xbb\xbf" if bom else b""
    folder.index(mark + "".join(f"{row}{newline}" for row in rows).encode())
    for number, (kind, day, more, body) in enumerate(notes):
        folder.note(f"n{number}", body, type=kind, updated=day, more=more)
    old, broken = folder.state(), {rule for rule, _ in folder.errors()}
    planned = compact(folder, "memory", "--format", "json", lines=cap, bytes=cap * 40)
    assert folder.state() == old
    first = compact(folder, "memory", "--apply", "--format", "json", lines=cap, bytes=cap * 40)
    new = folder.state()
    if first.status == 2:
        assert "code that goes on over lines" in first.error
        assert new == old
        return
    counted = {"lines": new["MEMORY.md"].count(b"\n"), "bytes": len(new["MEMORY.md"])}
    assert first.json["after"] == counted
    assert first.json["steps"] == planned.json["steps"]
    texts = {name: data.decode("utf-8-sig") for name, data in new.items()}
    # What was said stands, word for word, in one of the files.
    for part in said:
        part = re.sub(r"^(?:[-*+]|\d+\.)(?:\s+|$)", "", part)  # at a line's start these are list markers
        assert any(part in text for text in texts.values()), part
    # Each note is there once, with all that it held; links by path follow what moved.
    for name, data in old.items():
        if name != "MEMORY.md":
            assert (name in new) != (f"archive/{name}" in new)
            text = texts.get(name) or texts[f"archive/{name}"]
            assert re.sub(r"\((\.\./|archive/)", "(", text).startswith(data.decode().rstrip())
    assert new["MEMORY.md"].startswith(mark)
    assert new["MEMORY.md"].count(b"\n") == new["MEMORY.md"].count(newline.encode())
    assert {rule for rule, _ in folder.errors()} <= broken
    again = compact(folder, "memory", "--apply", lines=cap, bytes=cap * 40)
    assert folder.state() == new, again
    assert again.status == first.status
