"""Any sequence of commands on any branches, merged through the driver, leaves no error and loses nothing."""

from __future__ import annotations

import os
import sys
from collections import Counter
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

BOUNDED = settings(
    max_examples=int(os.environ.get("SEQUENCES", "6")),
    stateful_step_count=14,
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    print_blob=True,
    suppress_health_check=list(HealthCheck),
)
TYPES = ("decision", "constraint", "gotcha", "attempt", "thread", "session")
BODY = ("--body", "-")
BRANCHES = ("main", "left", "right")
DRIVER = f"'{sys.executable}' -m memoryrail_lint merge-driver %O %A %B %P"

AGENT = {
    "CLAUDECODE": "1",
    **{f"GIT_{role}_NAME": "Claude" for role in ("AUTHOR", "COMMITTER")},
    **{f"GIT_{role}_EMAIL": "noreply@anthropic.com" for role in ("AUTHOR", "COMMITTER")},
}

branches = st.sampled_from(BRANCHES)
numbers = st.integers(0, 9)


class Machine(RuleBasedStateMachine):
    """A repository with three branches.

    effective: for each branch the ids that were in force on it once. said: id -> what its body says, on any branch.
    """

    done: Counter[str]

    @initialize()
    def begin(self) -> None:
        self.site = self.make().init().store(config='{"version": 1, "review": "agents"}\n')  # type: ignore[attr-defined]
        self.site.env["PYTHONPATH"] = str(Path(__file__).parents[2])
        self.site.write("memoryrail-lint.toml", '[sync]\ntargets = ["AGENTS.md"]\n')
        self.site.write("src/a.py")
        self.site.run("init", "--merge-driver")
        self.site.git("config", "merge.memoryrail.driver", DRIVER)
        self.said: dict[str, str] = {}
        self.site.run("new", "--type", "decision", "--title", "First")
        self.site.run("new", "--type", "thread", "--title", "Open")
        self.site.run("supersede", next(one["id"] for one in self.memories()), "--title", "Second", "--agent")
        self.site.run("sync")
        self.effective = {name: set[str]() for name in BRANCHES}
        self.branch = "main"
        self.commit("begin")
        for name in BRANCHES[1:]:
            self.site.git("branch", name)

    def memories(self) -> list[dict]:
        return self.site.run("list", "--all", "--format", "json").json["memories"]

    def switch(self, branch: str) -> None:
        if branch != self.branch:
            self.site.git("checkout", "-q", branch)
            self.branch = branch

    def commit(self, message: str, *, agent: bool = False) -> None:
        """Commit what a command wrote, as who ran it would, and hold it against the hook before and afterwards."""
        before = dict(self.site.env)
        if agent:
            self.site.env |= AGENT
        self.site.git("add", "-A")
        hook = self.site.run("check", "--profile", "memoryrail", "--hook")
        assert hook.status == 0, hook
        self.site.commit(message)
        self.site.env = before
        self.judge()

    def judge(self) -> None:
        hook = self.site.run("check", "--profile", "memoryrail", "--hook")
        assert hook.status == 0, hook
        drift = self.site.run("sync", "--check")
        assert drift.status == 0, drift
        found = self.memories()
        assert self.effective[self.branch] <= {memory["id"] for memory in found}
        for memory in found:
            text = (self.site.folder / f".memoryrail/memories/{memory['id']}.md").read_text("utf-8")
            assert self.said.get(memory["id"], "") in text
        self.effective[self.branch] |= {memory["id"] for memory in found if memory["status"] != "proposed"}

    def carry_out(self, *words: str) -> None:
        """Run a command; it writes what can be committed, or says in a line why not and writes nothing."""
        body = f"Said in the body of number {len(self.said)}.\n"
        known = {memory["id"] for memory in self.memories()}
        result = self.site.run(*words, stdin=body.encode())
        assert result.status in (0, 2), result
        now = {memory["id"] for memory in self.memories()}
        for gone in known - now:
            self.said.pop(gone, None)  # a rejected proposal leaves its id to others
        for made in now - known:
            assert made not in self.said, "no two branches give one id"
            self.said[made] = body
        assert "internal error" not in result.error
        if result.status == 2:
            assert result.error.count("\n") == 1
            assert self.site.git("status", "--porcelain") == ""
        else:
            self.commit(" ".join(words[:2]), agent="--agent" in words)
        self.done[words[0] if result.status == 0 else "refused"] += 1

    def any_id(self, number: int, *statuses: str) -> str:
        """One of the memories of these statuses; of all where there is none."""
        every = self.memories()
        found = [memory for memory in every if memory["status"] in statuses] or every
        return found[number % len(found)]["id"]

    @rule(on=branches, type=st.sampled_from(TYPES), title=st.sampled_from(["A", "a!", "数据库"]), agent=st.booleans())
    def new(self, on: str, type: str, title: str, agent: bool) -> None:
        self.switch(on)
        self.carry_out(
            "new", "--type", type, "--title", title, "--link", "src/a.py", *BODY, *(["--agent"] if agent else [])
        )

    @rule(on=branches, number=numbers, agent=st.booleans(), pinned=st.booleans())
    def supersede(self, on: str, number: int, agent: bool, pinned: bool) -> None:
        self.switch(on)
        words = (["--agent"] if agent else []) + (["--pinned"] if pinned else [])
        self.carry_out("supersede", self.any_id(number, "active", "archived"), "--title", "A better way", *BODY, *words)

    @rule(on=branches, command=st.sampled_from(["approve", "reject"]), number=numbers)
    def decide(self, on: str, command: str, number: int) -> None:
        self.switch(on)
        self.carry_out(command, self.any_id(number, "proposed"))

    @rule(on=branches, command=st.sampled_from(["resolve", "archive", "touch"]), number=numbers)
    def change(self, on: str, command: str, number: int) -> None:
        self.switch(on)
        self.carry_out(command, self.any_id(number, "active"))

    @rule(into=branches, other=branches)
    def merge(self, into: str, other: str) -> None:
        self.switch(into)
        self.merge_one(other)

    @rule(into=branches, type=st.sampled_from(TYPES))
    def add_on_each_and_merge_all(self, into: str, type: str) -> None:
        for branch in BRANCHES:
            self.new(branch, type, f"From {branch}", False)
        for branch in BRANCHES:
            self.merge(into, branch)

    def merge_one(self, other: str) -> None:
        before = self.site.git("rev-parse", "HEAD")
        self.site.git("merge", "-q", "--no-edit", other, check=False)
        torn = self.site.git("diff", "--name-only", "--diff-filter=U").splitlines()
        if torn:
            # Two branches said different things of one memory: a person decides. Nothing else conflicts.
            assert [path for path in torn if not path.startswith(".memoryrail/memories/")] == []
            self.site.git("merge", "--abort")
        else:
            assert self.site.git("status", "--porcelain") == ""
            self.effective[self.branch] |= self.effective[other]
            range_ = self.site.run("check", "--profile", "memoryrail", "--base", before)
            assert range_.status == 0, range_
        self.done["torn" if torn else "merged" if self.site.git("rev-parse", "HEAD") != before else "up to date"] += 1
        self.judge()


def test_any_sequence_of_commands_and_merges(site, tmp_path_factory) -> None:
    class Bound(Machine):
        done = Counter()

        @staticmethod
        def make() -> object:
            return type(site)(tmp_path_factory.mktemp("machine"), dict(site.env))

    run_state_machine_as_test(Bound, settings=BOUNDED)
    # The sequences are worth something: branches that had parted were merged.
    assert {"new", "merged"} <= set(Bound.done), Bound.done
