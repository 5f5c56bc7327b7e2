"""Hooks compare what is committed with HEAD where nothing else is asked for, and still report on the whole store."""

from __future__ import annotations

import pytest

DECISION = "20260601-one-pool"
AGENTS = '{"version": 1, "review": "agents"}\n'
LINT = ("check", "--profile=memoryrail", "--hook", "--format=json", "--show-info")
LIFECYCLE = ("memoryrail-lifecycle", "--format=json", "--show-info")


@pytest.fixture
def committed(repo):
    repo.memory(DECISION, "One pool for each process, since sockets are few.\n", title="One pool per process")
    repo.memory("20260601-lone", status="superseded")
    repo.commit()
    return repo


OLD = ("superseded-incomplete", ".memoryrail/memories/20260601-lone.md")


def found(result) -> list[tuple[str, str]]:
    return sorted((rule, path) for rule, path, _, _ in result.found)


@pytest.mark.parametrize("words", [LINT, LIFECYCLE])
def test_a_memory_rewritten_or_deleted_is_said_and_old_faults_too(committed, words: tuple[str, ...]) -> None:
    assert found(committed.run(*words)) == [OLD]
    path = committed.memory(DECISION, "No pool at all: a connection for each request.\n", title="No pool")
    committed.git("add", "-A")
    assert found(committed.run(*words)) == [("memory-overwritten", path), OLD, ("updated-unmoved", path)]
    committed.git("rm", "-qf", path)
    assert [rule for rule, _ in found(committed.run(*words))] == ["memory-deleted", "superseded-incomplete"]
    committed.commit()
    assert found(committed.run(*words)) == [OLD]


def test_the_command_by_hand_compares_nothing(committed) -> None:
    committed.git("rm", "-q", f".memoryrail/memories/{DECISION}.md")
    assert committed.run("check", "--format=json").rules == ["superseded-incomplete"]


@pytest.mark.parametrize("branch", ["main", "a/b"])
def test_before_the_first_commit(site, branch: str) -> None:
    site.git("init", "-q", "-b", branch)
    site.store(config=AGENTS).memory(DECISION)
    site.git("add", "-A")
    assert site.run(*LINT).rules == []
    assert site.run(*LINT, env={"CLAUDECODE": "1"}).rules == ["review-bypassed"]


@pytest.mark.parametrize("how", ["branch", "packed", "detached", "worktree"])
def test_wherever_head_is(site, how: str) -> None:
    site.init().store(config=AGENTS).write("x")
    site.commit()
    cwd = ""
    if how == "packed":
        site.git("pack-refs", "--all")
    elif how == "detached":
        site.git("checkout", "-q", "--detach")
    elif how == "worktree":
        site.git("worktree", "add", "-q", "../tree")
        cwd = "../tree"
    path = site.memory(DECISION, root=cwd)
    site.git("add", "-A", cwd=cwd)
    result = site.run(*LINT, cwd=cwd, env={"CLAUDECODE": "1"})
    assert found(result) == [("review-bypassed", path.removeprefix("../tree/"))]
    assert site.run(*LINT, cwd=cwd).rules == []


def test_a_reference_of_the_runner_goes_before_the_index(committed) -> None:
    first = committed.git("rev-parse", "HEAD")
    committed.git("rm", "-q", f".memoryrail/memories/{DECISION}.md")
    committed.commit()
    assert committed.run(*LIFECYCLE).rules == ["superseded-incomplete"]
    assert committed.run(*LIFECYCLE, env={"PRE_COMMIT_FROM_REF": first}).rules == ["memory-deleted"]


def test_what_a_merge_brings_was_judged_where_it_was_made(committed) -> None:
    committed.git("checkout", "-q", "-b", "side")
    committed.memory(DECISION, "Another text altogether, of another matter.\n", title="Another title")
    committed.commit()
    committed.git("checkout", "-q", "main")
    committed.write("x")
    committed.commit()
    committed.git("merge", "-q", "--no-commit", "--no-ff", "side")
    assert committed.run(*LIFECYCLE).rules == ["superseded-incomplete"]


def test_a_hook_without_such_rules_asks_git_nothing_more(committed, monkeypatch: pytest.MonkeyPatch) -> None:
    from memoryrail_lint.git import Repository

    asked: list[str] = []
    ask = Repository.ask
    monkeypatch.setattr(
        Repository, "ask", lambda self, *words, **more: asked.append(words[0]) or ask(self, *words, **more)
    )
    assert committed.run("memoryrail-schema").status == 0
    assert {"rev-parse", "diff-index"}.isdisjoint(asked)
    assert committed.run("memoryrail-lifecycle").status == 0
    assert "diff-index" in asked
