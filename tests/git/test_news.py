from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from git_folder import Folder

from memoryrail_lint.git import Repository
from memoryrail_lint.git.news import DAY, Watch, news
from memoryrail_lint.git.tracked import Tracked

T = 1_700_000_000
HOUR = 3600
MEMORY = ".memoryrail/memories/m.md"

Judge = Callable[..., tuple[str | None, int]]


@pytest.fixture(params=[False, True], ids=["few", "many"])
def judge(request: pytest.FixtureRequest, folder: Folder) -> Judge:
    """The news about one path to MEMORY as (commit, count): by the short way, and by the pass over everything."""

    def ask(path: str = "f", updated: int = T, grace: int = DAY) -> tuple[str | None, int]:
        watch = Watch(path, MEMORY, updated)
        others = [Watch(f"filler{n}", MEMORY, updated) for n in range(5)] if request.param else []
        news(Tracked(Repository(str(folder.path))), [watch, *others], grace)
        assert not watch.unknown
        return watch.commit.id if watch.commit else None, watch.count

    return ask


def test_news_is_what_was_committed_after_the_update(folder: Folder, judge: Judge) -> None:
    folder.commit("f", committed=T)
    assert judge() == (None, 0)
    folder.commit("g", committed=T + 1)
    assert judge() == (None, 0)
    second = folder.commit("f", committed=T + 2)
    assert judge() == (second, 1)
    third = folder.commit("f", committed=T + 3)
    assert judge() == (third, 2)
    assert judge(updated=T + 2) == (third, 1)
    assert judge("never") == (None, 0)


class TestOwnCommits:
    def test_code_and_memory_together(self, folder: Folder, judge: Judge) -> None:
        together = folder.commit("f", MEMORY, authored=T + DAY, committed=T + 9 * DAY)
        assert judge() == (None, 0)
        assert judge(grace=DAY - 1) == (together, 1)
        assert judge(updated=T - 1) == (together, 1)

    def test_the_memory_must_be_in_it(self, folder: Folder, judge: Judge) -> None:
        folder.commit("f", MEMORY, committed=T)
        alone = folder.commit("f", committed=T + 1)
        folder.commit(MEMORY, committed=T + 2)
        assert judge() == (alone, 1)

    def test_it_confirms_what_its_author_had_before_them(self, folder: Folder, judge: Judge) -> None:
        folder.commit("f", committed=T + HOUR)
        folder.commit("f", MEMORY, committed=T + 2 * HOUR)
        assert judge() == (None, 0)
        later = folder.commit("f", committed=T + 3 * HOUR)
        assert judge() == (later, 1)

    def test_it_hides_nothing_that_it_was_rebased_onto(self, folder: Folder, judge: Judge) -> None:
        theirs = folder.commit("f", committed=T + 3 * DAY)
        folder.commit("f", MEMORY, authored=T + HOUR, committed=T + 8 * DAY)
        assert judge() == (theirs, 1)

    def test_a_change_after_the_own_commit_counts_alone(self, folder: Folder, judge: Judge) -> None:
        folder.commit("f", committed=T - DAY)
        folder.commit("f", MEMORY, committed=T + HOUR)
        late = folder.commit("f", MEMORY, authored=T + 2 * DAY, committed=T + 2 * DAY)
        assert judge() == (late, 1)

    def test_merging_the_branch_that_carries_both(self, folder: Folder, judge: Judge) -> None:
        folder.commit("d/a", "d/b", committed=T - DAY)
        folder.git("switch", "-qc", "side")
        folder.commit("d/a", MEMORY, committed=T + HOUR)
        folder.git("switch", "-q", "main")
        folder.commit("d/b", committed=T - HOUR)
        folder.clock = T + 2 * HOUR
        folder.git("merge", "-q", "--no-ff", "-m", "m", "side")
        assert judge("d") == (None, 0)
        assert judge("d/a") == (None, 0)

    def test_bringing_the_branch_up_to_date_is_news(self, folder: Folder, judge: Judge) -> None:
        folder.commit("d/a", "d/b", committed=T - DAY)
        folder.git("switch", "-qc", "side")
        folder.commit("d/a", MEMORY, committed=T)
        folder.git("switch", "-q", "main")
        folder.commit("d/b", committed=T + HOUR)
        folder.git("switch", "-q", "side")
        folder.clock = T + 2 * HOUR
        folder.git("merge", "-q", "--no-ff", "-m", "m", "main")
        assert judge("d") == (folder.git("rev-parse", "HEAD"), 2)
        assert judge("d/a") == (None, 0)


def test_listed_commits_are_no_news(folder: Folder, judge: Judge) -> None:
    change = folder.commit("f", committed=T + HOUR)
    formatting = folder.commit("f", "g", committed=T + 2 * HOUR)
    (folder.path / ".git-blame-ignore-revs").write_text(formatting + "\n")
    assert judge() == (change, 1)
    assert judge("g") == (None, 0)


def test_two_memories_with_one_link_are_judged_apart(folder: Folder) -> None:
    commit = folder.commit("f", "mine", committed=T + HOUR)
    watches = [Watch("f", "mine", T), Watch("f", "other", T), Watch("f", None, T + HOUR), Watch("./f", None, 0)]
    news(Tracked(Repository(str(folder.path))), watches)
    assert [watch.commit and watch.commit.id for watch in watches] == [None, commit, None, None]


def test_no_watches_ask_nothing(tmp_path: Path) -> None:
    news(Tracked(Repository(str(tmp_path))), [])


@pytest.mark.parametrize("filler", [0, 5])
def test_only_the_boundary_of_a_shallow_clone_is_unknown(folder: Folder, tmp_path: Path, filler: int) -> None:
    folder.commit("old", MEMORY, committed=T)
    edge = folder.commit("at", committed=T + HOUR)
    top = folder.commit("new", committed=T + 2 * HOUR)
    folder.git("clone", "-q", "--depth=2", folder.path.as_uri(), "../clone")
    (tmp_path / "clone/.git-blame-ignore-revs").write_text(edge)
    others = [Watch(f"filler{n}", MEMORY, T) for n in range(filler)]
    watches = [Watch("old", MEMORY, T), Watch("old", MEMORY, T + HOUR), Watch("new", MEMORY, T), *others]
    news(Tracked(Repository(str(tmp_path / "clone"))), watches)
    found = [(watch.commit and watch.commit.id, watch.unknown, watch.count) for watch in watches[:3]]
    assert found == [(edge, True, 0), (None, False, 0), (top, False, 1)]


def test_paths_in_submodules_have_the_history_of_their_own(folder: Folder, tmp_path: Path) -> None:
    innermost = Folder(tmp_path / "innermost")
    innermost.git("init", "-q")
    deep = innermost.commit("z", committed=T + HOUR)
    inner = Folder(tmp_path / "inner")
    inner.git("init", "-q")
    inner.commit("x", "f", committed=T - HOUR)
    changed = inner.commit("x", committed=T + HOUR)
    inner.git("submodule", "--quiet", "add", innermost.path.as_uri(), "nested")
    inner.commit(committed=T - HOUR)
    folder.commit("f", committed=T - HOUR)
    folder.git("submodule", "--quiet", "add", inner.path.as_uri(), "libs/sub")
    folder.git("submodule", "--quiet", "update", "--init", "--recursive")
    added = folder.commit(MEMORY, committed=T + 2 * DAY)

    def look(root: Path) -> list[tuple[str | None, str | None]]:
        paths = ("libs/sub/x", "libs/sub/f", "libs/sub", "libs/sub/nested/z", "libs/sub/none", "f")
        watches = [Watch(path, MEMORY, T) for path in paths]
        news(Tracked(Repository(str(root)), paths), watches)
        return [(watch.commit and watch.commit.id, watch.uninitialised) for watch in watches]

    found = [(changed, None), (None, None), (added, None), (deep, None), (None, None), (None, None)]
    assert look(folder.path) == found
    folder.git("-C", "libs/sub", "submodule", "--quiet", "deinit", "-f", "nested")
    found[3] = (None, "libs/sub/nested")
    assert look(folder.path) == found
    folder.git("submodule", "--quiet", "deinit", "-f", "libs/sub")
    assert look(folder.path) == [
        (None, "libs/sub"),
        (None, "libs/sub"),
        (added, None),
        (None, "libs/sub"),
        (None, "libs/sub"),
        (None, None),
    ]


def test_counting_ends(folder: Folder, judge: Judge) -> None:
    for n in range(103):
        folder.clock = T + n
        folder.write("f", str(n))
        folder.git("commit", "-q", "-m", "c", "f") if n else folder.commit("f", committed=T)
    assert judge()[1] == 100
    assert judge(updated=T + 3)[1] == 99
