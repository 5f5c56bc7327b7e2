"""What became of memories between two commits, or between HEAD and the index, in real repositories."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memoryrail_lint.profiles.memoryrail.states import plain

if TYPE_CHECKING:
    from pathlib import Path

HOOK = "memoryrail-lifecycle"
LATER = "2026-06-02T12:00:00Z"
LONG = "Two pools took each other's connections under load, so each worker waited for the other one to give up.\n"
A, B = "20260601-a", "20260601-b"
PATH = ".memoryrail/memories/{}.md"


def facts(repo, *words: str, select: str = HOOK) -> list[tuple[str, str]]:
    """(rule, name of the file) of what a run says about the lifecycle."""
    result = repo.run("check", "--select", select, "--format", "json", *(words or ("--base", "before")))
    assert result.err == b"", result
    assert result.json["skipped"] == []
    return [(rule, path.rpartition("/")[2].removesuffix(".md")) for rule, path, _, _ in result.found]


@pytest.fixture
def past(repo):
    """Two active decisions and a proposal, committed and tagged `before`."""
    repo.memory(A, LONG)
    repo.memory(B, LONG, title="Use a cache")
    repo.memory("20260601-p", LONG, status="proposed")
    repo.commit("Base")
    repo.git("tag", "before")
    return repo


@pytest.mark.parametrize(
    ("fields", "body", "wanted"),
    [
        ({"title": "Use no queue"}, LONG, ["memory-overwritten"]),
        ({"type": "constraint"}, LONG, ["memory-overwritten"]),
        ({}, "Everything else.\n", ["memory-overwritten"]),
        ({}, LONG + "\nBut never at night.\n", ["memory-overwritten"]),
        ({"status": "superseded", "superseded_by": B, "title": "Use no queue"}, LONG, ["memory-overwritten"]),
        ({"title": "Use a quueue"}, LONG, []),
        ({}, LONG.replace("waited", "waitted"), []),
        ({}, LONG.replace("'", "\u2019").replace(" ", "\n"), []),
        ({}, LONG.replace(", so", " \u2014 so"), []),
        ({"tags": ["db"], "links": ["src"], "pinned": True}, LONG, []),
        ({"status": "archived"}, LONG, []),
        ({"mine": "1"}, LONG, []),
    ],
)
def test_what_counts_as_meaning(past, fields: dict[str, object], body: str, wanted: list[str]) -> None:
    past.memory(A, body, updated=LATER, **fields)
    past.commit()
    found = [rule for rule, _ in facts(past) if rule.startswith("memory-")]
    assert found == wanted


def test_digits_are_never_typos(past) -> None:
    past.memory(A, LONG + "Wait 10 s.\n")
    past.commit()
    past.git("tag", "-f", "before")
    past.memory(A, LONG + "Wait 15 s.\n", updated=LATER)
    past.commit()
    assert facts(past) == [("memory-overwritten", A)]


def test_the_limit_is_a_setting(past) -> None:
    past.memory(A, LONG.replace("waited", "waitted"), updated=LATER)
    past.commit()
    assert facts(past) == []
    past.write(".memoryrail/lint.toml", "[lifecycle]\ntypo-limit = 0\n")
    assert facts(past) == [("memory-overwritten", A)]
    past.write(".memoryrail/lint.toml", "[lifecycle]\ntypo-limit = -1\n")
    assert past.run("check").status == 2


def test_case_is_meaning_and_typography_is_not() -> None:
    assert plain("Use\u00a0 a \u201cqueue\u201d \u2013 don\u2019t wait\u2026\n") == 'Use a "queue" - don\'t wait...'
    assert plain("a -- b") == plain("a \u2014 b") == "a - b"
    assert plain("Cafe\u0301") == plain("Caf\u00e9")
    assert plain("NOT") != plain("not")


@pytest.mark.parametrize("type", ["thread", "session"])
def test_only_durable_memories_are_kept_as_they_are(repo, type: str) -> None:
    repo.memory(A, LONG, type=type)
    repo.commit()
    repo.git("tag", "before")
    repo.memory(A, "Else.\n", type=type)
    repo.commit()
    assert facts(repo) == [("updated-unmoved", A)]


def test_without_a_base_nothing_is_compared(past) -> None:
    past.memory(A, "Else.\n")
    past.commit()
    result = past.run("check", "--select", HOOK, "--format", "json")
    assert (result.rules, result.json["skipped"]) == ([], [])
    result = past.run("check", "--select", HOOK, "--format", "json", env={"PRE_COMMIT_FROM_REF": "before"})
    assert result.rules == ["updated-unmoved", "memory-overwritten"]
    result = past.run("check", "--select", HOOK, "--format", "json", env={"PRE_COMMIT_FROM_REF": "0" * 40})
    assert result.rules == []


def test_a_comment_about_a_rule_that_did_not_run_is_not_idle(past) -> None:
    past.memory(A, "<!-- memoryrail-lint: ignore-file[memory-overwritten] agreed -->\nElse.\n", updated=LATER)
    past.commit()
    select = f"{HOOK},unused-suppression"
    assert facts(past, "--no-color", select=select) == []
    assert facts(past, "--base", "before", select=select) == []
    past.git("tag", "-f", "before")
    assert facts(past, "--base", "before", select=select) == []
    past.memory(
        A, "<!-- memoryrail-lint: ignore-file[memory-overwritten] agreed -->\nElse.\n", updated=LATER, tags=["x"]
    )
    past.commit()
    assert facts(past, "--base", "before", select=select) == [("unused-suppression", A)]


def test_deleting(past) -> None:
    (past.folder / PATH.format(A)).unlink()
    (past.folder / PATH.format("20260601-p")).unlink()
    past.memory("20260602-c", f"As before [per {A}].\n", title="Use a pool")
    past.write("AGENTS.md", f"Mind [per {A}].\n")
    past.commit()
    result = past.run("check", "--base", "before", "--select", HOOK, "--format", "json")
    assert result.found == [("memory-deleted", PATH.format(A), 1, 1)]
    assert "20260602-c.md" in result.json["diagnostics"][0]["message"]
    assert result.status == 0


def test_a_memory_that_is_there_twice_is_not_deleted(past) -> None:
    past.write(PATH.format("copy"), (past.folder / PATH.format(A)).read_bytes())
    past.commit()
    past.git("tag", "-f", "before")
    (past.folder / PATH.format("copy")).unlink()
    past.commit()
    assert facts(past) == []


def test_renames_are_followed(past) -> None:
    past.git("mv", PATH.format(A), PATH.format("other"))
    past.commit()
    assert facts(past) == []
    past.memory("other", "Else.\n", id=A)
    past.commit()
    assert facts(past) == [("updated-unmoved", "other"), ("memory-overwritten", "other")]


def test_a_new_id_is_no_new_memory(past) -> None:
    (past.folder / PATH.format(A)).unlink()
    past.memory("20260601-c", LONG)
    past.commit()
    assert facts(past) == [("id-changed", "20260601-c")]


def test_two_memories_that_change_places(past) -> None:
    past.memory(A, LONG, id=B, title="Use a cache")
    past.memory(B, LONG, id=A)
    past.commit()
    assert facts(past) == []


def test_a_file_taken_over_by_its_successor(past) -> None:
    (past.folder / PATH.format(A)).unlink()
    past.memory("20260602-c", LONG, supersedes=A)
    past.commit()
    assert facts(past) == [("memory-deleted", A), ("supersedes-unknown", "20260602-c")]


def test_a_file_that_becomes_unreadable_is_not_deleted(past) -> None:
    past.write(PATH.format(A), b"---\nno front matter\n")
    past.commit()
    assert facts(past) == []


def test_created(past) -> None:
    past.memory(A, LONG, created="2026-06-01T14:00:00+02:00")
    past.memory(B, LONG, title="Use a cache", created=LATER, updated=LATER)
    past.commit()
    assert facts(past) == [("created-changed", B)]


def test_the_index_against_head(past) -> None:
    past.memory(A, "Else.\n", updated=LATER)
    assert facts(past, "--staged") == []
    past.git("add", "-A")
    past.memory(A, LONG)
    assert facts(past, "--staged") == [("memory-overwritten", A)]
    past.git("rm", "-q", "-f", "--cached", PATH.format(A))
    assert facts(past, "--staged") == [("memory-deleted", A)]


def test_before_the_first_commit(repo) -> None:
    repo.memory(A)
    repo.git("add", "-A")
    assert facts(repo, "--staged") == []
    repo.commit()
    assert facts(repo, "--base", "HEAD") == []


def test_the_base_is_where_the_branch_began(past) -> None:
    """What others did on the base's branch meanwhile is not this branch's doing."""
    past.git("checkout", "-q", "-b", "topic")
    past.memory(B, "Else.\n", title="Use a cache", updated=LATER)
    past.commit("Topic")
    past.git("checkout", "-q", "main")
    past.memory(A, "Else.\n", updated=LATER)
    past.commit("Main")
    past.git("checkout", "-q", "topic")
    assert facts(past, "--base", "main") == [("memory-overwritten", B)]
    past.git("merge", "-q", "--no-edit", "main")
    assert facts(past, "--base", "main") == [("memory-overwritten", B)]
    assert facts(past, "--base", "before") == [("memory-overwritten", A), ("memory-overwritten", B)]


def test_a_merge_that_is_about_to_be_made(past) -> None:
    past.git("checkout", "-q", "-b", "topic")
    past.memory("20260602-c")
    past.commit("Topic")
    past.git("checkout", "-q", "main")
    past.memory(A, "Else.\n", updated=LATER)
    past.commit("Main")
    past.git("checkout", "-q", "topic")
    past.git("merge", "-q", "--no-commit", "main")
    assert facts(past, "--staged") == []
    past.memory(B, "Else.\n", title="Use a cache", updated=LATER)
    past.git("add", "-A")
    assert facts(past, "--staged") == [("memory-overwritten", B)]


def test_a_squash_is_judged_by_its_ends(past) -> None:
    past.git("checkout", "-q", "-b", "topic")
    past.memory(A, "First else.\n", updated=LATER)
    past.commit()
    past.memory(A, LONG)
    past.memory(B, "Else.\n", title="Use a cache", updated=LATER)
    past.commit()
    past.git("checkout", "-q", "main")
    past.git("merge", "-q", "--squash", "topic")
    past.commit()
    assert facts(past) == [("memory-overwritten", B)]


def test_two_branches_that_supersede_the_same(past) -> None:
    for name in ("20260602-c", "20260602-d"):
        past.git("checkout", "-q", "-b", name, "before")
        past.memory(A, LONG, status="superseded", superseded_by=name)
        past.memory(name, title=f"Use {name}", supersedes=A)
        past.commit()
        assert facts(past) == []
    past.git("merge", "-q", "-s", "ours", "20260602-c")
    past.git("checkout", "20260602-c", "--", PATH.format("20260602-c"))
    past.commit("Merge")
    assert facts(past) == [("supersedes-fork", "20260602-c")]


def test_unknown_bases(past, tmp_path: Path) -> None:
    result = past.run("check", "--base", "no-such")
    assert (result.status, result.error.count("\n")) == (2, 1)
    assert "git fetch origin no-such" in result.error
    past.git("checkout", "-q", "--orphan", "island")
    past.commit("Island")
    result = past.run("check", "--base", "before")
    assert result.status == 2
    assert "have no commit in common" in result.error


def test_a_shallow_clone(past, tmp_path: Path) -> None:
    past.memory(A, "Else.\n", updated=LATER)
    past.commit("Second")
    past.git("tag", "second")
    past.memory(B, "Else.\n", title="Use a cache", updated=LATER)
    past.commit("Third")
    past.git("clone", "-q", "--depth", "2", past.folder.as_uri(), str(tmp_path / "clone"))
    words = ("check", "--root", str(tmp_path / "clone"), "--select", HOOK, "--format", "json")
    assert past.run(*words, "--base", "HEAD~1").rules == ["memory-overwritten"]
    result = past.run(*words, "--base", "HEAD~2")
    assert (result.status, result.out) == (2, b"")
    assert "git fetch" in result.error


@pytest.mark.parametrize(
    ("base", "says"),
    [
        ("origin/main", "`git fetch origin main`"),
        ("feature/x", "`git fetch origin feature/x`"),
        ("0" * 39 + "1", f"`git fetch origin {'0' * 39}1`"),
        ("HEAD~9", "the history does not reach that far"),
        ("main@{9}", "no name of a commit"),
        ("-x", "no name of a commit"),
    ],
)
def test_how_to_get_a_base(past, base: str, says: str) -> None:
    result = past.run("check", f"--base={base}")
    assert (result.status, result.out, result.error.count("\n")) == (2, b"", 1)
    assert says in result.error


@pytest.mark.parametrize("base", ["HEAD", "main", "origin/main"])
def test_a_base_before_the_first_commit(repo, base: str) -> None:
    repo.memory(A)
    result = repo.run("check", "--base", base)
    assert (result.status, result.out, result.error.count("\n")) == (2, b"", 1)
    assert "there is no commit yet" in result.error
    assert "fetch" not in result.error


def test_a_shallow_clone_without_the_merge_base(past, tmp_path: Path) -> None:
    past.git("checkout", "-q", "-b", "topic")
    past.memory(A, "Else.\n", updated=LATER)
    past.commit("Topic")
    past.git("checkout", "-q", "main")
    past.memory(B, "Else.\n", title="Use a cache", updated=LATER)
    past.commit("Main")
    clone = str(tmp_path / "clone")
    past.git("clone", "-q", "--depth", "1", "--no-single-branch", past.folder.as_uri(), clone)
    past.git("-C", clone, "checkout", "-q", "topic")
    words = ("check", "--root", clone, "--select", HOOK, "--format", "json", "--base", "origin/main")
    result = past.run(*words)
    assert (result.status, result.out, result.error.count("\n")) == (2, b"", 1)
    assert "git fetch --unshallow" in result.error
    past.git("-C", clone, "fetch", "-q", "--deepen", "1")
    assert past.run(*words).rules == ["memory-overwritten"]


def test_a_base_that_is_ahead(past) -> None:
    past.git("checkout", "-q", "-b", "topic")
    past.git("checkout", "-q", "main")
    past.memory(A, "Else.\n", updated=LATER)
    past.commit("Main")
    past.git("checkout", "-q", "topic")
    assert facts(past, "--base", "main") == []


def test_all_that_changed_is_named(past) -> None:
    past.memory(A, "Everything else.\n", title="Use no queue", type="constraint", updated=LATER)
    past.memory(B, "Everything else.\n", title="Use no cache", updated=LATER)
    past.commit()
    result = past.run("check", "--base", "before", "--select", "memory-overwritten", "--format", "json")
    assert [(d["line"], d["message"]) for d in result.json["diagnostics"]] == [
        (3, "the type, the title and the text of this active decision were rewritten in place"),
        (4, "the title and the text of this active decision were rewritten in place"),
    ]


@pytest.mark.parametrize(
    "comment", ["<!-- memoryrail-lint: ignore[secret] ours -->", "<!-- pragma: " + "allowlist secret -->"]
)
def test_a_comment_to_tools_is_no_meaning(past, comment: str) -> None:
    past.memory(A, f"{comment}\n{LONG}")
    past.commit()
    assert facts(past) == []


def test_a_store_that_is_no_more(past) -> None:
    past.git("rm", "-rq", ".memoryrail")
    past.commit()
    assert facts(past) == [("memory-deleted", A), ("memory-deleted", B)]
    past.write("AGENTS.md", f"Mind [per {A}].\n")
    past.commit()
    result = past.run("check", "--base", "before", "--format", "json")
    assert result.rules == ["memory-deleted", "memory-deleted"]
    assert '"AGENTS.md" still names it' in result.json["diagnostics"][0]["message"]
    assert result.json["stores"] == [{"profile": "memoryrail", "root": ".", "files": 0}]
    assert past.run("check", "--base", "before", ".memoryrail").status == 2


def test_hooks_see_a_store_that_is_about_to_be_deleted(past) -> None:
    past.git("rm", "-rq", ".memoryrail")
    for words in (["memoryrail-lifecycle"], ["check", "--hook"], ["check", "--staged"]):
        assert past.run(*words, "--format", "json").rules == ["memory-deleted", "memory-deleted"]
    assert past.run("memoryrail-schema", "--format", "json").rules == []
    past.commit()
    assert past.run("memoryrail-lifecycle", "--format", "json").rules == []


def test_a_store_of_several_that_is_no_more(past) -> None:
    past.store("apps/one")
    past.memory("20260601-c", LONG, root="apps/one")
    past.commit()
    past.git("tag", "-f", "before")
    past.git("rm", "-rq", "apps/one")
    past.commit()
    assert facts(past) == [("memory-deleted", "20260601-c")]
    assert facts(past, "--base", "before", "AGENTS.md" if past.write("AGENTS.md") else "") == []
    past.write("memoryrail-lint.toml", 'exclude = ["apps/*"]\n')
    past.commit()
    assert facts(past) == []


def test_hostile_names_and_other_stores(past) -> None:
    past.store("packages/[api]")
    past.memory(A, LONG, root="packages/[api]")
    past.write(".memoryrail/memories/-rf\n.md", "---\n")
    past.write(".memoryrail/memories/.hidden.md", "---\n")
    past.write(".memoryrail/memories/sub/x.md", "---\n")
    past.commit()
    past.git("tag", "-f", "before")
    past.memory(A, "Else.\n", root="packages/[api]", updated=LATER)
    for name in ("-rf\n.md", ".hidden.md", "sub/x.md"):
        (past.folder / ".memoryrail/memories" / name).unlink()
    past.commit()
    result = past.run("check", "--base", "before", "--select", HOOK, "--format", "json")
    assert [path for _, path, _, _ in result.found] == [f"packages/[api]/{PATH.format(A)}"]


def test_named_files_only(past) -> None:
    past.memory(A, "Else.\n", updated=LATER)
    past.memory(B, "Else.\n", title="Use a cache", updated=LATER)
    past.commit()
    assert facts(past, "--base", "before", PATH.format(B)) == [("memory-overwritten", B)]
