"""Whole stores: where they are found, how strictly they are judged, what links mean, and hostile ones."""

from __future__ import annotations

import json
import os
from collections import Counter
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Result, Site

DATES = "created: 2026-01-05\nupdated: 2026-01-05\n"


def note(name: str, body: str = "In the wiki.\n", *, kind: str = "reference", more: str = DATES) -> str:
    front = f"name: {name}\ndescription: Where the {name} is kept and who may change it\ntype: {kind}\n{more}"
    return f"---\n{front}---\n\n{body}"


def host(title: str, body: str = "Small ones first.\n") -> str:
    front = f'name: "{title}"\ndescription: Where {title} is kept and how it is used\ntype: feedback\n'
    return f"---\n{front}metadata:\n  node_type: memory\n---\n\n{body}"


def pointers(*names: str) -> str:
    return "# Memory Index\n\n## reference\n\n" + "".join(f"- [{name}]({name}.md) \u2014 a hook\n" for name in names)


def fill(site: Site, notes: dict[str, str], index: str | None = None, root: str = "memory") -> Site:
    for name, text in notes.items():
        site.write(f"{root}/{name}", text)
    listed = pointers(*(name[:-3] for name in notes))
    site.write(f"{root}/MEMORY.md", listed if index is None else index)
    return site


@pytest.fixture
def git(site: Site) -> Site:
    site.init().write(".gitignore", "memory/\n.claude/\n.agents/\nnotes/\n")
    return site


def check(site: Site, *words: str, env: dict[str, str] | None = None) -> Result:
    result = site.run("check", "--format", "json", *words, env=env)
    assert result.error == "", result
    return result


def roots(site: Site, *words: str) -> list[tuple[str, str]]:
    return [(store["profile"], store["root"]) for store in check(site, *words).json["stores"]]


@pytest.mark.parametrize("root", ["memory", ".claude/memory", ".agents/memory", ".claude/agent-memory/reviewer"])
def test_the_usual_places(git: Site, root: str) -> None:
    fill(git, {"a.md": note("a")}, root=root)
    assert roots(git) == [("engramory", root)]
    assert git.run("check", "--hook", "--profile=engramory").text == ""


def test_a_folder_is_no_store_without_an_index_or_a_note(git: Site) -> None:
    git.write("memory/a.md", note("a"))
    git.write(".claude/memory/MEMORY.md", "# Notes\n")
    git.write(".claude/memory/log.md", "# Log\n")
    assert git.run("check", "--hook").status == 0
    result = git.run("check")
    assert (result.status, result.text) == (2, "")
    assert "there is no store" in result.error


def test_an_index_at_the_top_makes_no_store_of_the_repository(git: Site) -> None:
    git.write("MEMORY.md", "# Notes\n")
    git.write("a.md", note("a"))
    assert git.run("check", "--profile=engramory", "--hook").status == 0


def test_the_configured_root(git: Site) -> None:
    git.write("memoryrail-lint.toml", '[engramory]\nroot = "notes/team"\n')
    assert git.run("check", "--hook").status == 0, "a fresh clone does not have the ignored folder"
    git.write("notes/team/a.md", note("a"))
    result = check(git)
    assert result.found == [("index-missing", "notes/team/MEMORY.md", 1, 1)]


def test_a_configured_root_that_is_not_there_is_said(git: Site) -> None:
    git.write("memoryrail-lint.toml", '[engramory]\nroot = "notes/team"\n')
    git.store()
    result = git.run("check")
    assert result.status == 0, "a fresh clone does not have the ignored folder"
    assert result.text.endswith("; skipped: index-missing (engramory.root names 'notes/team', which is not there)\n")


@pytest.mark.parametrize("value", ['"/srv/notes"', '"../notes"', '"~/notes"', '"C:/notes"', '"a\\\\b"', "3"])
def test_a_root_elsewhere_is_refused(git: Site, value: str) -> None:
    git.write("memoryrail-lint.toml", f"[engramory]\nroot = {value}\n")
    result = git.run("check")
    assert result.status == 2
    assert "engramory.root must be a folder" in result.error


def test_a_named_path(git: Site) -> None:
    fill(git, {"a.md": note("a"), "b/c.md": note("c")}, pointers("a", "b/c"), root="notes")
    assert git.run("check", "notes").status == 2, "nothing says that this is a store"
    for path in ("notes", "notes/a.md", "notes/b", "notes/b/c.md"):
        assert roots(git, "--profile", "engramory", path) == [("engramory", "notes")]
    assert roots(git, "--profile", "engramory", "notes/b/c.md") == [("engramory", "notes")]
    git.write("docs/x.md", "# X\n")
    assert check(git, "--profile", "engramory", "docs").rules == [
        "index-missing",
        "store-not-ignored",
        "note-frontmatter",
    ]


def test_outside_a_repository(site: Site) -> None:
    fill(site, {"a.md": note("a")})
    assert roots(site) == [("engramory", "memory")]
    assert check(site).rules == []
    assert roots(site, "--profile", "engramory", "--root", "memory") == [("engramory", ".")]


def test_beside_a_memoryrail_store(git: Site) -> None:
    fill(git, {"a.md": note("a")}).store()
    assert roots(git) == [("memoryrail", "."), ("engramory", "memory")]
    assert roots(git, "--profile", "memoryrail") == [("memoryrail", ".")]
    assert roots(git, "memory/a.md") == [("memoryrail", "."), ("engramory", "memory")]


def test_the_index_of_git_is_read_when_staged(git: Site) -> None:
    git.write(".gitignore", "")
    git.write("memoryrail-lint.toml", "[engramory]\ntracked = true\n")
    fill(git, {"a.md": note("a"), "c.md": note("c")})
    git.git("add", "-A")
    git.write("memory/a.md", "broken\n")
    git.write("memory/b.md", "not staged\n")
    assert check(git, "--staged").rules == []
    git.git("add", "-A")
    assert [rule for rule in check(git, "--staged").rules if rule == "note-frontmatter"] == ["note-frontmatter"] * 2


def test_a_symlinked_folder_that_leads_out_is_no_store(git: Site) -> None:
    git.write("../elsewhere/MEMORY.md", pointers("a"))
    git.write("../elsewhere/a.md", note("a"))
    (git.folder / "memory").symlink_to("../elsewhere")
    assert git.run("check", "--hook").status == 0
    result = git.run("check", "--profile", "engramory", "memory")
    assert result.status == 2
    assert "leads out of the repository" in result.error


@pytest.mark.parametrize(
    ("notes", "mode"),
    [
        ({"a.md": host("A")}, "host"),
        ({"a.md": host("A"), "b.md": note("b")}, "host"),
        ({"a.md": host("A"), "b.md": note("b"), "c.md": note("c")}, "strict"),
        ({f"{name}.md": note(name, more="") for name in "ab"}, "strict"),
        ({f"{name}.md": note(name, more="") for name in "abc"}, "host"),
        ({**{f"{name}.md": note(name, more="") for name in "abc"}, "d.md": note("d")}, "strict"),
        ({**{f"{name}.md": note(name) for name in "abcdef"}, "x.md": host("X"), "y.md": host("Y")}, "strict"),
        ({"a.md": note("a", more="originSessionId: x\n" + DATES)}, "host"),
        ({"a.md": note("a", more=""), "b.md": "# B\n", "c.md": "# C\n"}, "host"),
    ],
)
def test_strictness(git: Site, notes: dict[str, str], mode: str) -> None:
    fill(git, {**notes, "README.md": "# Notes\n"}, pointers(*(name[:-3] for name in notes)))
    found = Counter((d["rule"], d["severity"]) for d in check(git).json["diagnostics"])
    assert (("note-frontmatter", "error") in found) == (mode == "strict"), "of README.md"
    for wish in ("strict", "host"):
        git.write("memoryrail-lint.toml", f'[engramory]\nstrictness = "{wish}"\n')
        found = Counter((d["rule"], d["severity"]) for d in check(git).json["diagnostics"])
        assert (("note-frontmatter", "error") in found) == (wish == "strict")


def test_what_a_host_writes_is_summed_up(git: Site) -> None:
    notes = {f"{name}.md": host(name) for name in "abc"}
    fill(
        git,
        {**notes, "d.md": notes["a.md"].replace("type: feedback\n", "")},
        pointers("a", "b", "c", "d").replace("reference", "notes"),
    )
    found = check(git).json["diagnostics"]
    assert [(d["rule"], d["severity"], d["path"], d["line"]) for d in found] == [
        ("note-field-missing", "info", "memory/MEMORY.md", 1)
    ]
    assert "1 without a type, 4 without dates, 3 without Why and How to apply, 3 without a scope" in found[0]["message"]


def test_the_ways_hosts_write_labels_are_enough(git: Site) -> None:
    body = "**Why this matters:** it broke.\n\n## How to apply\n\nRun it again.\n"
    fill(git, {"a.md": host("A", body), "b.md": host("B", "So. Why: it broke. **How to apply** - again.\n")})
    assert "Why" not in check(git).json["diagnostics"][0]["message"]


@pytest.mark.parametrize(
    ("link", "names"),
    [
        ("a-note", "a-note.md"),
        ("A_Note", "a-note.md"),
        ("A note", "a-note.md"),
        ("The Title", "titled.md"),
        ("the-title", "titled.md"),
        ("rule", "feedback_rule.md"),
        ("project-rule", "feedback_rule.md"),
        ("feedback-rule", "feedback_rule.md"),
        ("day/rota", "day/rota.md"),
        ("old", "archive/old.md"),
    ],
)
def test_what_a_wikilink_may_mean(git: Site, link: str, names: str) -> None:
    notes = {name: note(name[:-3].rpartition("/")[2]) for name in ("a-note.md", "feedback_rule.md", "day/rota.md")}
    notes |= {"titled.md": note("The Title"), "archive/old.md": note("old"), "night/rota.md": note("rota")}
    index = pointers("start", *(name[:-3] for name in notes if name != names and not name.startswith("archive")))
    fill(git, {**notes, "start.md": note("start", f"See [[{link}]].\n")}, index)
    result = check(git, "--select", "wikilink-broken,note-orphan,note-unindexed")
    assert result.rules == ([] if names.startswith("archive") else ["note-unindexed"])
    assert all(path == f"memory/{names}" for _, path, _, _ in result.found)


@pytest.mark.parametrize(
    ("variable", "value", "rules"),
    [
        ("ENGRAMORY_HARD", "5", ["index-over-cap"]),
        ("ENGRAMORY_HARD_BYTES", "60", ["index-over-cap"]),
        ("ENGRAMORY_WARN", "5", ["index-long"]),
        ("ENGRAMORY_WARN_BYTES", "60", ["index-long"]),
        ("ENGRAMORY_HARD", "0", []),
        ("ENGRAMORY_HARD", "-5", []),
        ("ENGRAMORY_HARD", "five", []),
        ("ENGRAMORY_HARD", "\u0665", []),
        ("ENGRAMORY_HARD", "9" * 30, []),
    ],
)
def test_caps_of_the_environment(git: Site, variable: str, value: str, rules: list[str]) -> None:
    fill(git, {"a.md": note("a"), "b.md": note("b")})
    assert check(git, env={variable: value}).rules == rules
    git.write("memoryrail-lint.toml", "[engramory]\nhard-lines = 5\n")
    assert "index-over-cap" in check(git).rules
    assert check(git, env={"ENGRAMORY_HARD": "6"}).rules == []


def test_an_ignored_store_is_fixed_once(git: Site) -> None:
    git.write(".gitignore", "*.log")
    fill(git, {"a.md": note("a")})
    fill(git, {"a.md": note("a")}, root=".claude/agent-memory/a [b]")
    assert check(git).rules == ["store-not-ignored"] * 2
    assert check(git, "--fix").rules == []
    assert (git.folder / ".gitignore").read_text() == "*.log\n/.claude/agent-memory/a \\[b]/\n/memory/\n"


def test_hostile_files(git: Site) -> None:
    secret = "CANARY of the other folder\n"
    git.write("../outside/notes.md", secret)
    git.write("docs/inside.md", secret)
    fill(git, {"a.md": note("a", "See [[loop]].\n")}, pointers("a", "out", "docs", "loop", "fifo", "sub/deep"))
    memory = git.folder / "memory"
    (memory / "out.md").symlink_to("../../outside/notes.md")
    (memory / "docs.md").symlink_to("../docs/inside.md")
    (memory / "loop.md").symlink_to("loop.md")
    (memory / "gone.md").symlink_to("nowhere.md")
    (memory / "self").symlink_to(".")
    (memory / "up").symlink_to("..")
    os.mkfifo(memory / "fifo.md")
    with (memory / "sparse.md").open("wb") as file:
        file.truncate(1 << 30)
    git.write(os.fsdecode(b"memory/bad-\xff.md"), note("bad"))
    git.write("memory/latin.md", note("latin").encode() + b"\xe9\n")
    git.write("memory/nul.md", note("nul", "\0\n"))
    git.write("memory/folder.md/x.md", note("x"))
    result = git.start("check", "--format", "json", "--profile", "engramory")
    assert result.error == ""
    assert secret.strip() not in result.text
    found = {(d["rule"], d["path"]) for d in json.loads(result.out)["diagnostics"]}
    assert {
        ("note-outside", "memory/out.md"),
        ("note-outside", "memory/docs.md"),
        ("note-frontmatter", "memory/loop.md"),
        ("note-frontmatter", "memory/gone.md"),
        ("note-frontmatter", "memory/fifo.md"),
        ("note-frontmatter", "memory/latin.md"),
        ("note-too-large", "memory/sparse.md"),
        ("note-orphan", "memory/bad-\\udcff.md"),
        ("note-orphan", "memory/folder.md/x.md"),
    } <= found
    assert not [path for _, path in found if "self/" in path or "up/" in path]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads everything")
def test_a_folder_that_cannot_be_listed(git: Site) -> None:
    fill(git, {"a.md": note("a"), "sub/b.md": note("b")}, pointers("a"))
    (git.folder / "memory/sub").chmod(0)
    try:
        assert check(git).rules == ["note-frontmatter"]
        (git.folder / "memory/sub").chmod(0o755)
        (git.folder / "memory").chmod(0)
        assert git.run("check", "--profile", "engramory", "memory").status == 2
    finally:
        (git.folder / "memory").chmod(0o755)
        (git.folder / "memory/sub").chmod(0o755)


def test_the_answer_is_the_same_twice(git: Site) -> None:
    fill(git, {f"n{number}.md": note(f"n{number}", "See [[x]] and [[n1]].\n") for number in range(30)})
    assert check(git).out == check(git).out


@pytest.mark.parametrize("hook", ["lint", "store", "index", "notes", "safety"])
def test_hooks(git: Site, hook: str) -> None:
    from importlib import import_module

    git.write("README.md", "# Shop\n")
    module = import_module(f"memoryrail_lint.hooks.engramory_{hook}")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(git.folder)
        assert module.main([]) == 0, "no store"
        fill(git, {"a.md": note("a")})
        assert module.main([]) == 0
        git.write("memory/b.md", "x\n" + "AK" + "IA" + "QZ3JX7WV5TR2MNKP\n")
        git.write("memory/MEMORY.md", pointers("gone"))
        git.write(".gitignore", "")
        assert module.main(["--format", "json"]) == 1


def test_nothing_of_it_is_imported_for_the_other_profile(git: Site) -> None:
    git.store()
    code = (
        "import sys; from memoryrail_lint.cli import main; main(%r); print([n for n in sys.modules if 'engram' in n])"
    )
    for words, found in (
        (["check", "--profile=memoryrail", "--hook"], []),
        (["check", "--hook"], ["memoryrail_lint.profiles.engramory"]),
    ):
        import subprocess
        import sys

        done = subprocess.run(
            [sys.executable, "-c", code % words],
            cwd=git.folder,
            env=git.env,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == str(found)
