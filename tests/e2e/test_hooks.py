"""The hooks as users have them: installed from this checkout by a hook runner, started by `git commit`."""

from __future__ import annotations

from pathlib import Path

import pytest

BAD = "20260601-use-a-cache"
FINDING = f".memoryrail/memories/{BAD}.md:5:9: error field-invalid: "


def test_a_bad_memory_blocks_and_the_fixed_one_commits(project) -> None:
    project.memory(BAD, status="activ")
    done, output = project.commit_all()
    assert not done
    [line] = [line for line in output.splitlines() if "error" in line and "field-invalid" in line]
    assert line.startswith(FINDING)
    assert '"activ"' in line

    project.memory(BAD, status="proposed")
    done, output = project.commit_all()
    assert done, output


@pytest.mark.parametrize(
    ("fields", "body", "place", "rule"),
    [
        ({"id": "20260601-other"}, "x\n", "2:5", "id-filename-mismatch"),
        ({"links": ["../outside"]}, "x\n", "8:9", "link-outside-repo"),
        ({}, "password = 'Hq7zPw2m" + "Lk9x'\n", "10:", "secret"),
    ],
)
def test_each_hook_blocks_what_is_its_own(project, fields, body, place, rule) -> None:
    project.memory(BAD, body, **{"status": "proposed", **fields})
    done, output = project.commit_all()
    assert not done
    assert f".memoryrail/memories/{BAD}.md:{place}" in output
    assert f"error {rule}: " in output
    assert "Hq7zPw2m" not in output


def test_an_odd_file_name(project) -> None:
    name = "20260601-größe zwei"
    project.memory(name, type="decisio")
    done, output = project.commit_all()
    assert not done
    assert f".memoryrail/memories/{name}.md:3:7: error field-invalid: " in output

    project.memory(name, status="proposed")
    done, output = project.commit_all()
    assert done, output


def test_a_linked_worktree(project, tmp_path: Path) -> None:
    project.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    project.memory("20260601-left-in-the-main-tree", status="activ")
    side = type(project)(tmp_path / "side", project.runner, project.env)
    side.memory(BAD, status="activ")
    done, output = side.commit_all()
    assert not done
    assert FINDING in output
    assert "left-in-the-main-tree" not in output

    side.memory(BAD, status="proposed")
    done, output = side.commit_all()
    assert done, output


def test_a_partial_commit_judges_what_it_commits(project) -> None:
    bad = project.memory(BAD, status="activ")
    good = project.memory("20260601-use-a-pool", status="proposed")
    project.git("add", "-A")
    done, output = project.commit(good)
    assert done, output
    done, output = project.commit(bad)
    assert not done
    assert FINDING in output


def test_an_unstaged_bad_edit_does_not_block(project) -> None:
    project.memory(BAD, status="proposed")
    project.git("add", "-A")
    bad = project.folder / project.memory(BAD, status="activ")
    text = bad.read_text()
    done, output = project.commit()
    assert done, output
    assert bad.read_text() == text


def test_a_staged_bad_memory_mended_on_disk_only_blocks(project) -> None:
    project.memory(BAD, status="activ")
    project.git("add", "-A")
    project.memory(BAD, status="proposed")
    done, output = project.commit()
    assert not done
    assert FINDING in output


def test_an_untracked_bad_memory_does_not_block(project) -> None:
    project.memory(BAD, status="activ")
    project.memory("20260601-use-a-pool", status="proposed")
    project.git("add", ".memoryrail/memories/20260601-use-a-pool.md")
    done, output = project.commit()
    assert done, output
    assert BAD not in output


def test_a_stale_block_blocks(project) -> None:
    project.memory(BAD, title="Use a cache")
    done, output = project.commit_all()
    assert not done
    assert "error sync-drift: the managed block is out of date" in output
    [line] = [line for line in output.splitlines() if "sync-drift" in line]
    assert line.startswith("AGENTS.md:")


def test_an_edited_block_blocks(project) -> None:
    agents = project.folder / "AGENTS.md"
    agents.write_text(agents.read_text().replace("Use a queue", "Use a stack"))
    done, output = project.commit_all()
    assert not done
    assert "error sync-drift: " in output


def test_a_commit_that_only_deletes_is_checked(project) -> None:
    project.git("rm", "-q", ".memoryrail/memories/20260601-use-a-queue.md")
    done, output = project.commit()
    assert not done
    assert "error sync-drift: " in output


def test_a_deleted_link_is_seen(project) -> None:
    project.git("rm", "-q", "src/queue.py")
    done, output = project.commit()
    assert done, output
    assert ".memoryrail/memories/20260601-use-a-queue.md:8:9: warning stale-link: " in output


def test_a_commit_elsewhere_passes_quietly(project) -> None:
    project.write("src/stack.py", "pass\n")
    done, output = project.commit_all()
    assert done, output
    assert "checked" not in output
    assert "warning" not in output


def test_a_repository_without_a_store_passes(bare, checkout: Path) -> None:
    bare.write("README.md", "Nothing to remember.\n")
    bare.install(checkout, "memoryrail-schema", "memoryrail-staleness", "memoryrail-sync", "memoryrail-lint")
    done, output = bare.commit_all()
    assert done, output


@pytest.mark.parametrize("hook", ["memoryrail-staleness", "memoryrail-lint"])
def test_the_warnings_of_a_passing_hook_are_seen(project, checkout: Path, hook: str) -> None:
    project.install(checkout, hook)
    project.memory(BAD, status="proposed")
    done, output = project.commit_all()
    assert done, output
    project.write("src/queue.py", "raise SystemExit\n")
    project.env |= {"GIT_AUTHOR_DATE": "2026-09-01T09:00:00Z", "GIT_COMMITTER_DATE": "2026-09-01T09:00:00Z"}
    project.commit_all()
    project.write("README.md", "Another commit.\n")
    done, output = project.commit_all()
    assert done, output
    assert ".memoryrail/memories/20260601-use-a-queue.md:8:9: warning maybe-stale: " in output


def test_all_rules_in_one_hook(project, checkout: Path) -> None:
    project.install(checkout, "memoryrail-lint")
    project.memory(BAD, "x\n", status="activ", links=["../outside"], id="20260601-other")
    done, output = project.commit_all()
    assert not done
    found = [line.split(": ")[1].split() for line in output.splitlines() if line.startswith(".memoryrail/")]
    assert ["error", "field-invalid"] in found
    assert ["error", "id-filename-mismatch"] in found
    assert ["error", "link-outside-repo"] in found


def test_a_monorepo(project) -> None:
    project.write("packages/api/.memoryrail/config.json", '{"version": 1}\n')
    project.memory(BAD, folder="packages/api/", status="activ")
    done, output = project.commit_all()
    assert not done
    assert f"packages/api/{FINDING}" in output


def test_started_in_a_folder_below(project) -> None:
    project.memory(BAD, status="activ")
    project.git("add", "-A")
    below = type(project)(project.folder / "src", project.runner, project.env)
    done, output = below.commit()
    assert not done
    assert FINDING in output


@pytest.mark.parametrize("hook", ["memoryrail-lint", "memoryrail-lifecycle"])
def test_a_memory_that_goes_is_said_before_the_commit(project, checkout: Path, hook: str) -> None:
    project.install(checkout, hook)
    path = project.memory(BAD, "No cache.\n", title="No cache", status="archived")
    done, output = project.commit_all()
    assert done, output
    assert "memory-" not in output
    project.git("rm", "-q", path)
    done, output = project.commit()
    assert done, output
    assert f"{path}:1:1: warning memory-deleted: " in output


@pytest.mark.parametrize("hook", ["memoryrail-lint", "memoryrail-review"])
def test_an_agent_does_not_pass_the_review_gate(project, checkout: Path, hook: str) -> None:
    project.install(checkout, hook)
    project.write(".memoryrail/config.json", '{"version": 1, "review": "agents"}\n')
    done, output = project.commit_all()
    assert done, output
    project.memory(BAD, "No cache.\n", title="No cache")
    project.tool("sync")
    person = dict(project.env)
    project.env |= {"GIT_AUTHOR_NAME": "claude[bot]", "GIT_AUTHOR_EMAIL": "claude[bot]@users.noreply.github.com"}
    done, output = project.commit_all()
    assert not done
    assert f".memoryrail/memories/{BAD}.md:5:9: error review-bypassed: " in output
    project.env = person
    done, output = project.commit_all()
    assert done, output


def test_citations_in_a_message(project, checkout: Path) -> None:
    project.install(checkout, "memoryrail-commit-msg")
    project.install_for("commit-msg")
    project.write("x", "")
    project.git("add", "-A")
    done, output = project.commit("-m", "As agreed [per DEC-ffff]")
    assert not done
    assert 'error citation-unknown: no memory is called "DEC-ffff"' in output
    done, output = project.commit("-m", "As agreed [per 20260601-use-a-queue]")
    assert done, output


def test_the_warnings_of_a_single_hook_are_seen(project, checkout: Path) -> None:
    project.install(checkout, "memoryrail-schema")
    project.memory(BAD, status="proposed", title="Use a cache", updated="2026-06-02")
    done, output = project.commit_all()
    assert done, output
    assert f".memoryrail/memories/{BAD}.md:7:10: warning timestamp-imprecise: " in output
