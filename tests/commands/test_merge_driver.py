"""The merge driver: memories by their fields, blocks from the memories of both sides, the rest as git merges it."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

STAMP = "2026-06-01T12:00:00Z"
LATER = "2026-07-01T12:00:00Z"
DRIVER = f"'{sys.executable}' -m memoryrail_lint merge-driver %O %A %B %P"


def front(body: str = "Because.\n", **fields: object) -> str:
    values = {
        "id": "x",
        "type": "decision",
        "title": "T",
        "status": "active",
        "created": STAMP,
        "updated": STAMP,
        **fields,
    }
    return (
        "---\n"
        + "".join(f"{name}: {value}\n" for name, value in values.items() if value is not None)
        + "---\n\n"
        + body
    )


class Driver:
    """Three files to merge, outside of any merge by git."""

    def __init__(self, site) -> None:
        self.site = site

    def __call__(self, base: str, ours: str, theirs: str, path: str = ".memoryrail/memories/x.md") -> tuple[int, str]:
        for name, text in zip("oab", (base, ours, theirs), strict=True):
            self.site.write(f"{name}.tmp", text)
        result = self.site.run("merge-driver", "o.tmp", "a.tmp", "b.tmp", path)
        assert result.text == ""
        return result.status, (self.site.folder / "a.tmp").read_bytes().decode()


@pytest.fixture
def driver(repo) -> Driver:
    return Driver(repo)


def test_each_side_changed_another_field(driver: Driver) -> None:
    base = front(pinned="true", own="1")
    ours = front(status="archived", updated=LATER, pinned="true", own="1")
    theirs = front(title="U", updated="2026-06-02", own="1", extra="[1]")
    assert driver(base, ours, theirs) == (0, front(title='"U"', status="archived", updated=LATER, own="1", extra="[1]"))


def test_both_sides_changed_a_field_alike(driver: Driver) -> None:
    assert driver(front(), front(title="U"), front(title='"U"')) == (0, front(title="U"))


@pytest.mark.parametrize(
    ("ours", "theirs", "then"),
    [
        (LATER, "2026-06-02", LATER),
        ("2026-06-02", LATER, f'"{LATER}"'),
        ("2026-06-02T12:00:00+09:00", "2026-06-02T04:00:00Z", '"2026-06-02T04:00:00Z"'),
    ],
)
def test_the_later_update_wins(driver: Driver, ours: str, theirs: str, then: str) -> None:
    assert driver(front(), front(updated=ours), front(updated=theirs)) == (0, front(updated=then))


def test_lists_are_joined_and_removals_kept(driver: Driver) -> None:
    base, ours, theirs = (front(tags=tags) for tags in ('["a", "b", "c"]', '["b", "c", "d"]', '["a", "b", "e", "d"]'))
    assert driver(base, ours, theirs) == (0, front(tags='["b", "d", "e"]'))


def test_a_list_that_is_new_on_both_sides(driver: Driver) -> None:
    assert driver(front(), front(links='["a"]'), front(links='["b", "a"]')) == (0, front(links='["a", "b"]'))


def test_bodies_are_merged_by_lines(driver: Driver) -> None:
    base, ours, theirs = (front(body) for body in ("1\n2\n3\n4\n5\n", "one\n2\n3\n4\n5\n", "1\n2\n3\n4\nfive\n"))
    assert driver(base, ours, theirs) == (0, front("one\n2\n3\n4\nfive\n"))


def test_a_conflict_in_the_body_stays_one(driver: Driver) -> None:
    base, ours, theirs = front("1\n"), front("2\n", updated=LATER), front("3\n", title="U")
    assert driver(base, ours, theirs) == (
        1,
        front("<<<<<<< ours\n2\n=======\n3\n>>>>>>> theirs\n", updated=LATER, title='"U"'),
    )


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ({"title": "U"}, {"title": "V"}),
        ({"status": "archived"}, {"status": "superseded", "superseded_by": "y"}),
        ({"status": "superseded", "superseded_by": "y"}, {"status": "superseded", "superseded_by": "z"}),
        ({"title": None}, {"title": "V"}),
    ],
)
def test_a_field_that_both_changed_is_a_conflict_of_the_file(driver: Driver, ours: dict, theirs: dict) -> None:
    status, text = driver(front(), front(**ours), front(**theirs))
    assert status == 1
    assert text.count("<<<<<<< ours\n") == text.count(">>>>>>> theirs\n") >= 1


def test_one_memory_taken_for_another_that_was_renamed_is_a_conflict_of_both(driver: Driver) -> None:
    ours, theirs = front(id="y", status="active"), front(updated=LATER)
    assert driver(front(), ours, theirs) == (1, f"<<<<<<< ours\n{ours}=======\n{theirs}>>>>>>> theirs\n")


def test_what_was_approved_is_what_was_read(driver: Driver) -> None:
    base = front(status="proposed")
    status, text = driver(base, front(status="active", updated=LATER), front(status="proposed", title="Other"))
    assert status == 1
    assert "<<<<<<< ours\n" in text
    assert driver(base, front(status="active"), front(status="proposed", own="1"))[0] == 0


@pytest.mark.parametrize(
    "torn", ["no front matter\n", "---\nid: [\n---\n", "", front() + "<<<<<<< a\n=======\n>>>>>>> b\n"]
)
def test_what_cannot_be_read_is_merged_by_lines(driver: Driver, torn: str) -> None:
    status, text = driver(torn, torn, front())
    assert (status, text) == (0, front())
    status, text = driver(torn, front(), torn)
    assert (status, text) == (0, front())


def test_comments_and_order_of_the_side_that_has_them(driver: Driver) -> None:
    base = front()
    ours = front(status="archived")
    theirs = base.replace("title: T\n", "").replace("---\n\n", "title: T # so\n# mine\n---\n\n")
    assert driver(base, ours, theirs) == (0, theirs.replace("status: active", 'status: "archived"'))
    assert driver(base, theirs, ours) == (0, theirs.replace("status: active", 'status: "archived"'))


def test_line_ends_and_marks_stay(driver: Driver) -> None:
    base, ours, theirs = (
        ("\ufeff" + text).replace("\n", "\r\n") for text in (front(), front(own="1"), front(title="U"))
    )
    assert driver(base, ours, theirs) == (0, ("\ufeff" + front(title='"U"', own="1")).replace("\n", "\r\n"))


def test_binary_content_is_left_to_people(driver: Driver) -> None:
    driver.site.write("o.tmp", b"\0a")
    for name in "ab":
        driver.site.write(f"{name}.tmp", f"\0{name}")
    result = driver.site.run("merge-driver", "o.tmp", "a.tmp", "b.tmp", "AGENTS.md")
    assert result.status == 2
    assert result.error.startswith("memoryrail-lint: git merge-file failed: ")
    assert (driver.site.folder / "a.tmp").read_text() == "\0a"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
@pytest.mark.parametrize("number", range(3))
def test_only_regular_files_are_read(driver: Driver, number: int) -> None:
    os.mkfifo(driver.site.folder / "pipe")
    for odd, says in (("pipe", "is no regular file"), ("/dev/zero", "is no regular file"), ("none", "no such file")):
        names = ["o.tmp", "a.tmp", "b.tmp"]
        for name in names:
            driver.site.write(name, "x")
        names[number] = odd
        result = driver.site.run("merge-driver", *names, "AGENTS.md")
        assert (result.status, result.text) == (2, "")
        assert says in result.error
        assert result.error.count("\n") == 1


def test_a_block_of_another_tool_is_left_to_it(driver: Driver) -> None:
    driver.site.write("memoryrail-lint.toml", '[sync]\ngenerator = "other"\n')
    base = "<!-- memoryrail:begin -->\n- DEC-0001 A\n- DEC-0002 B\n- DEC-0003 C\n<!-- memoryrail:end -->\n"
    status, merged = driver(base, base.replace(" A", " a"), base.replace(" C", " c"), "AGENTS.md")
    assert (status, merged) == (0, base.replace(" A", " a").replace(" C", " c"))


@pytest.mark.parametrize("text", ["# Agents\n", "<!-- memoryrail:begin -->\n"])
def test_an_agent_file_without_a_good_block_is_merged_by_lines(driver: Driver, text: str) -> None:
    status, merged = driver("1\n2\n3\n" + text, "one\n2\n3\n" + text, "1\n2\n3\n" + text + "end\n", "AGENTS.md")
    assert (status, merged) == (0, "one\n2\n3\n" + text + "end\n")


# --- by git -------------------------------------------------------------------------------------------------------


@pytest.fixture
def merging(repo):
    """A repository whose agent files and memories go through the driver, with one memory committed."""
    repo.env["PYTHONPATH"] = str(Path(__file__).parents[2])
    assert repo.run("init", "--merge-driver").status == 0
    repo.git("config", "merge.memoryrail.driver", DRIVER)
    repo.memory("20260101-base", title="Base")
    repo.run("sync")
    repo.commit("base")
    return repo


def add(site, branch: str, title: str, start: str = "main", type: str = "decision") -> None:
    site.git("checkout", "-q", "-B", branch, start)
    assert site.run("new", "--type", type, "--title", title).status == 0
    site.commit(branch)


def clean(site) -> bool:
    return site.run("check", "--hook", "--fail-on", "warning", "--show-info").text == ""


def block(site) -> list[str]:
    return re.findall(r"^- \*\*.*?\*\* (.*)$", (site.folder / "AGENTS.md").read_text(), re.MULTILINE)


def test_two_branches_that_each_add_a_memory(merging) -> None:
    add(merging, "a", "From a")
    add(merging, "b", "From b", type="constraint")
    merging.git("merge", "-q", "-m", "both", "a")
    assert block(merging) == ["constraint: From b", "decision: Base", "decision: From a"]
    assert clean(merging)


def test_a_rebase(merging) -> None:
    add(merging, "a", "From a")
    add(merging, "b", "Aaa")
    add(merging, "b", "Zzz", "b")
    merging.git("rebase", "-q", "a")
    assert block(merging) == ["decision: Base", "decision: Aaa", "decision: From a", "decision: Zzz"]
    assert clean(merging)


@pytest.mark.parametrize("commit", ["b", "b^"])
def test_a_cherry_pick(merging, commit: str) -> None:
    add(merging, "b", "From b")
    add(merging, "b", "Later", "b")
    add(merging, "a", "From a")
    merging.git("cherry-pick", commit)
    assert block(merging) == [
        "decision: Base",
        "decision: From a",
        "decision: Later" if commit == "b" else "decision: From b",
    ]
    assert clean(merging)


def test_one_branch_supersedes_and_the_other_adds_and_confirms(merging) -> None:
    merging.git("checkout", "-q", "-b", "a")
    merging.run("supersede", "20260101-base", "--title", "Better")
    merging.commit()
    add(merging, "b", "From b")
    merging.run("touch", "20260101-base")
    merging.commit()
    merging.git("merge", "-q", "-m", "both", "a")
    assert block(merging) == ["decision: Better", "decision: From b"]
    assert clean(merging)


def test_two_branches_that_supersede_the_same_memory_conflict(merging) -> None:
    for branch in "ab":
        merging.git("checkout", "-q", "-b", branch, "main")
        merging.run("supersede", "20260101-base", "--title", f"Better {branch}")
        merging.commit()
    merging.git("merge", "-q", "-m", "both", "a", check=False)
    status = merging.git("status", "--porcelain")
    assert [line for line in status.splitlines() if line.startswith("UU")] == [
        "UU .memoryrail/memories/20260101-base.md"
    ]
    assert "conflict-marker" in merging.run("check", "--format", "json").rules


def test_a_rejected_proposal_that_looks_like_a_new_memory(merging) -> None:
    merging.write(".memoryrail/config.json", '{"version": 1, "review": "agents"}\n')
    merging.run("new", "--type", "gotcha", "--title", "One", "--agent")
    merging.commit()
    proposal = next((merging.folder / ".memoryrail/memories").glob("*-one.md")).stem
    merging.git("checkout", "-q", "-b", "a")
    merging.run("approve", proposal)
    merging.commit()
    merging.git("checkout", "-q", "-b", "b", "main")
    merging.run("reject", proposal)
    merging.run("new", "--type", "gotcha", "--title", "Two")
    merging.commit()
    merging.git("merge", "-q", "-m", "both", "a", check=False)
    assert merging.git("diff", "--name-only", "--diff-filter=U") != ""
    held = "".join(path.read_text() for path in (merging.folder / ".memoryrail/memories").iterdir())
    assert f'id: "{proposal}"' in held


def test_text_outside_the_block_is_merged_by_lines(merging) -> None:
    block = (merging.folder / "AGENTS.md").read_text()
    merging.write("AGENTS.md", f"# Top\n\n{block}\nEnd.\n")
    merging.commit()
    for branch, top, end in (("a", "# Head", "End."), ("b", "# Top", "The end.")):
        merging.git("checkout", "-q", "-b", branch, "main")
        merging.run("new", "--type", "gotcha", "--title", branch)
        merging.write(
            "AGENTS.md", (merging.folder / "AGENTS.md").read_text().replace("# Top", top).replace("End.", end)
        )
        merging.commit()
    merging.git("merge", "-q", "-m", "both", "a")
    text = (merging.folder / "AGENTS.md").read_text()
    assert text.startswith("# Head\n\n<!-- memoryrail:begin -->\n")
    assert text.endswith("<!-- memoryrail:end -->\n\nThe end.\n")
    assert clean(merging)


def test_a_conflict_outside_the_block_is_one_and_the_block_is_right(merging) -> None:
    block = (merging.folder / "AGENTS.md").read_text()
    merging.write("AGENTS.md", f"# Top\n\n{block}")
    merging.commit()
    for branch in "ab":
        merging.git("checkout", "-q", "-b", branch, "main")
        merging.run("new", "--type", "gotcha", "--title", f"From {branch}")
        merging.write("AGENTS.md", (merging.folder / "AGENTS.md").read_text().replace("# Top", f"# {branch}"))
        merging.commit()
    merging.git("merge", "-q", "-m", "both", "a", check=False)
    text = (merging.folder / "AGENTS.md").read_text()
    assert text.startswith("<<<<<<< ours\n# b\n=======\n# a\n>>>>>>> theirs\n\n<!-- memoryrail:begin -->\n")
    assert text.count("gotcha: From") == 2
    assert merging.run("sync", "--check").status == 0


def test_a_block_taken_out_on_one_side_stays_out(merging) -> None:
    merging.git("checkout", "-q", "-b", "a")
    merging.run("sync", "--remove")
    merging.commit()
    add(merging, "b", "From b")
    merging.git("merge", "-q", "-m", "both", "a")
    assert (merging.folder / "AGENTS.md").read_text() == ""


def test_two_branches_that_both_start_to_use_blocks(merging) -> None:
    merging.run("sync", "--remove")
    merging.commit()
    for branch in "ab":
        merging.git("checkout", "-q", "-b", branch, "main")
        merging.run("new", "--type", "gotcha", "--title", f"From {branch}", "--sync")
        merging.commit()
    merging.git("merge", "-q", "-m", "both", "a")
    assert block(merging) == ["gotcha: From a", "gotcha: From b", "decision: Base"]
    assert clean(merging)


def test_a_store_in_a_subfolder(site) -> None:
    site.env["PYTHONPATH"] = str(Path(__file__).parents[2])
    site.init().store("app")
    site.run("init", "--merge-driver", cwd="app")
    site.git("config", "merge.memoryrail.driver", DRIVER)
    site.run("sync", cwd="app")
    site.commit()
    for branch in "ab":
        site.git("checkout", "-q", "-b", branch, "main")
        site.run("new", "--type", "gotcha", "--title", f"From {branch}", cwd="app")
        site.commit()
    site.git("merge", "-q", "-m", "both", "a", cwd="app")
    assert (site.folder / "app/AGENTS.md").read_text().count("gotcha: From") == 2
    assert clean(site)


# --- init ---------------------------------------------------------------------------------------------------------

LINES = """\
/AGENTS.md merge=memoryrail
/CLAUDE.md merge=memoryrail
/.cursor/rules/memoryrail.mdc merge=memoryrail
/.memoryrail/memories/*.md merge=memoryrail
"""


def test_init_offers_the_lines(repo) -> None:
    result = repo.run("init")
    assert LINES in result.text
    assert '  git config merge.memoryrail.driver "memoryrail-lint merge-driver %O %A %B %P"\n' in result.text
    assert not (repo.folder / ".gitattributes").exists()


@pytest.mark.parametrize("before", [None, "", "*.png binary", "/AGENTS.md merge=memoryrail\n"])
def test_init_writes_the_lines_once(repo, before: str | None) -> None:
    if before is not None:
        repo.write(".gitattributes", before)
    for _ in range(2):
        assert repo.run("init", "--merge-driver").status == 0
    text = (repo.folder / ".gitattributes").read_text()
    assert text == {"*.png binary": "*.png binary\n" + LINES}.get(before or "", LINES)
    for path in ("AGENTS.md", ".memoryrail/memories/x.md"):
        assert repo.git("check-attr", "merge", path) == f"{path}: merge: memoryrail"
    assert repo.git("check-attr", "merge", "docs/AGENTS.md") == "docs/AGENTS.md: merge: unspecified"
