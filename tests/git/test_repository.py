from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from git_folder import Folder

import memoryrail_lint
from memoryrail_lint.git import GitFailed, Repository, common_dir, find_root, git_dir
from memoryrail_lint.git.process import Child, decode, encode


def head(root: Path) -> str:
    return Repository(str(root)).ask("rev-parse", "HEAD").decode().strip()


def test_an_answer_and_its_items(folder: Folder) -> None:
    folder.write("größe\n2")
    made = folder.commit("a b")
    repo = Repository(str(folder.path))
    assert repo.ask("rev-parse", "HEAD") == made.encode() + b"\n"
    assert repo.ask_list("ls-files", "-z") == ["a b", "größe\n2"]
    assert repo.ask("cat-file", "--batch-check=%(objecttype)", input=made.encode()) == b"commit\n"


def test_what_was_begun_answers_the_same_question_once(folder: Folder) -> None:
    folder.commit("a")
    repo = Repository(str(folder.path))
    question = ("ls-files", "-z")
    repo.begin(*question)
    repo.begin(*question)
    folder.write("b")
    folder.commit("b")
    assert repo.ask_list("ls-files", "-z", "--", "b") == ["b"]
    assert repo.ask_list(*question) in (["a"], ["a", "b"])
    assert repo.ask_list(*question) == ["a", "b"]
    repo.begin("rev-parse", "--verify", "no-such")
    with pytest.raises(GitFailed, match=r"^git rev-parse failed: fatal: Needed a single revision$"):
        repo.ask("rev-parse", "--verify", "no-such")


def test_failures_are_one_line_in_gits_words(folder: Folder) -> None:
    with pytest.raises(GitFailed, match=r"^git rev-parse failed: fatal: Needed a single revision$") as caught:
        Repository(str(folder.path)).ask("rev-parse", "--verify", "HEAD")
    assert caught.value.status == 128
    with pytest.raises(GitFailed, match=r"^git cat-file failed: .*no-such"):
        Repository(str(folder.path)).ask("cat-file", "--no-such", input=b"x")
    with pytest.raises(GitFailed, match="cannot change to"):
        Repository(str(folder.path / "gone")).ask("status")


def test_without_git_it_says_so(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(folder.path))
    with pytest.raises(GitFailed, match=r"^git could not be started: No such file or directory$"):
        Repository(str(folder.path)).ask("status")


def fake_git(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "bin").mkdir()
    (folder / "bin/git").write_text("#!/bin/sh\n" + script)
    (folder / "bin/git").chmod(0o755)
    monkeypatch.setenv("PATH", str(folder / "bin"), prepend=os.pathsep)


@pytest.mark.skipif(os.name == "nt", reason="shell scripts as commands")
def test_a_child_killed_by_a_signal(folder: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_git(tmp_path, "echo half an answer\nkill -9 $$\n", monkeypatch)
    with pytest.raises(GitFailed, match=r"^git log was killed by signal 9$") as caught:
        Repository(str(folder.path)).ask("log")
    assert caught.value.status == -9


@pytest.mark.skipif(os.name == "nt", reason="shell scripts as commands")
def test_more_on_standard_error_than_a_pipe_holds(
    folder: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    noise = f"{sys.executable} -c \"import sys; sys.stderr.write('warning: noise' * 20000); print('x' * 300000)\"\n"
    fake_git(tmp_path, noise + "echo 'fatal: \x1b[31mred' >&2\nexit $STATUS\n", monkeypatch)
    monkeypatch.setenv("STATUS", "0")
    assert len(Repository(str(folder.path)).ask("log")) == 300_001
    monkeypatch.setenv("STATUS", "3")
    with pytest.raises(GitFailed) as caught:
        Repository(str(folder.path)).ask("log")
    assert caught.value.status == 3
    assert "\n" not in str(caught.value)
    assert "\x1b" not in str(caught.value)


def test_without_posix_spawn(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "posix_spawnp", raising=False)
    made = folder.commit("a")
    repo = Repository(str(folder.path))
    assert repo.ask("rev-parse", "HEAD").decode().strip() == made
    child = repo.start("cat-file", "--batch-check=%(objecttype)", talk=True)
    child.write(made.encode() + b"\n")
    assert child.read() == b"commit\n"
    assert child.wait() == 0
    with pytest.raises(GitFailed, match="Needed a single revision"):
        repo.ask("rev-parse", "--verify", "no-such")
    monkeypatch.setenv("PATH", str(folder.path))
    with pytest.raises(GitFailed, match="could not be started"):
        Repository(str(folder.path)).ask("status")


def test_a_child_that_is_not_read_to_its_end(folder: Folder) -> None:
    folder.commit("a")
    child = Repository(str(folder.path)).start("cat-file", "--batch", talk=True)
    child.stop()
    child.stop()
    assert child.status == -15
    with pytest.raises(OSError, match="such file"):
        Child(["/no/such/program"], {})


def test_names_are_utf_8_whatever_the_locale() -> None:
    assert encode("größe") == "größe".encode()
    assert encode(decode(b"\xff/\x80")) == b"\xff/\x80"


def test_the_users_configuration_changes_nothing(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.commit("a", "d/b")
    folder.git("mv", "a", "c")
    folder.commit()
    for name, value in {
        "log.showSignature": "true",
        "diff.orderFile": "no-such-file",
        "diff.renames": "true",
        "core.quotePath": "true",
        "color.ui": "always",
        "log.showRoot": "false",
        "log.follow": "true",
        "log.diffMerges": "combined",
        "format.pretty": "oneline",
        "core.fsmonitor": "/bin/false",
        "diff.relative": "true",
        "core.pager": "/bin/false",
    }.items():
        folder.git("config", name, value)
    monkeypatch.setenv("GIT_EXTERNAL_DIFF", "/bin/false")
    monkeypatch.setenv("GIT_ICASE_PATHSPECS", "1")
    repo = Repository(str(folder.path))
    assert repo.ask("log", "-1", "--name-status", "--format=") == b"D\ta\nA\tc\n"
    assert repo.ask_list("ls-files", "-z", "--", "D") == []


class TestWhereItLooks:
    def test_find_root(self, folder: Folder, tmp_path: Path) -> None:
        folder.write("d/e/f")
        assert find_root(str(folder.path / "d/e")) == str(folder.path)
        assert find_root(str(folder.path)) == str(folder.path)
        assert find_root(str(tmp_path)) is None

    def test_a_git_folder_that_is_none_is_a_failure_not_the_repository_above(self, folder: Folder) -> None:
        folder.commit("a")
        (folder.path / "sub/.git").mkdir(parents=True)
        with pytest.raises(GitFailed, match="not a git repository"):
            head(folder.path / "sub")

    def test_a_broken_gitdir(self, tmp_path: Path) -> None:
        (tmp_path / ".git").write_text("gitdir: /no/such/folder\n")
        assert find_root(str(tmp_path)) == str(tmp_path)
        with pytest.raises(GitFailed, match=r"^git rev-parse failed: fatal: not a git repository: /no/such/folder$"):
            head(tmp_path)
        (tmp_path / ".git").write_text("nonsense\n")
        with pytest.raises(GitFailed, match="invalid gitfile format"):
            head(tmp_path)

    @pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs to give files away")
    def test_dubious_ownership(self, folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
        made = folder.commit("a")
        subprocess.run(["chown", "-R", "65534", str(folder.path)], check=True)
        with pytest.raises(GitFailed, match=r"^git rev-parse failed: fatal: detected dubious ownership in repository"):
            head(folder.path)
        folder.git("config", "--global", "safe.directory", str(folder.path))
        assert head(folder.path) == made

    def test_linked_worktree(self, folder: Folder, tmp_path: Path) -> None:
        made = folder.commit("a")
        folder.git("worktree", "add", "-q", "../linked")
        linked = tmp_path / "linked"
        assert find_root(str(linked)) == str(linked)
        assert Path(git_dir(str(linked))).resolve() == folder.path / ".git/worktrees/linked"
        assert Path(common_dir(str(linked))).resolve() == folder.path / ".git"
        assert Path(common_dir(str(folder.path))) == folder.path / ".git"
        assert head(linked) == made


class TestInAHook:
    """What git sets for the hooks of one repository must not answer for another one."""

    @pytest.fixture
    def other(self, tmp_path: Path) -> Folder:
        made = Folder(tmp_path / "other")
        made.git("init", "-q")
        made.commit("theirs")
        return made

    def staged(self, root: Path) -> list[str]:
        return Repository(str(root)).ask_list("ls-files", "-z")

    def test_variables_of_another_repository(
        self, folder: Folder, other: Folder, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        made = folder.commit("mine")
        monkeypatch.chdir(folder.path)
        for name, value in {
            "GIT_DIR": other.path / ".git",
            "GIT_WORK_TREE": other.path,
            "GIT_INDEX_FILE": other.path / ".git/index",
            "GIT_OBJECT_DIRECTORY": other.path / ".git/objects",
            "GIT_PREFIX": "sub/",
        }.items():
            monkeypatch.setenv(name, str(value))
        assert head(folder.path) == made
        assert self.staged(folder.path) == ["mine"]

    def test_the_index_that_the_commit_is_made_from(
        self, folder: Folder, other: Folder, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        folder.commit("mine")
        folder.write("new")
        index = folder.path / ".git/next-index-1.lock"
        shutil.copy(folder.path / ".git/index", index)
        monkeypatch.setenv("GIT_INDEX_FILE", str(index))
        folder.git("add", "new")
        monkeypatch.chdir(folder.path)
        assert self.staged(folder.path) == ["mine", "new"]
        monkeypatch.setenv("GIT_INDEX_FILE", ".git/next-index-1.lock")
        assert self.staged(folder.path) == ["mine", "new"]
        assert self.staged(other.path) == ["theirs"]
        (folder.path / "sub").mkdir()
        monkeypatch.setenv("GIT_INDEX_FILE", str(index))
        monkeypatch.chdir(folder.path / "sub")
        assert self.staged(folder.path) == ["mine", "new"]

    def test_an_index_outside_belongs_to_where_the_process_stands(
        self, folder: Folder, other: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        folder.commit("mine")
        folder.write("new")
        monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "index"))
        folder.git("add", "new")
        monkeypatch.chdir(folder.path)
        assert self.staged(folder.path) == ["new"]
        assert self.staged(other.path) == ["theirs"]

    def test_a_linked_worktrees_own(self, folder: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        folder.commit("mine")
        folder.git("worktree", "add", "-q", "../linked")
        linked = Folder(tmp_path / "linked")
        linked.write("here")
        linked.git("add", "here")
        private = folder.path / ".git/worktrees/linked"
        monkeypatch.setenv("GIT_DIR", str(private))
        monkeypatch.setenv("GIT_INDEX_FILE", str(private / "index"))
        monkeypatch.chdir(linked.path)
        assert find_root(str(linked.path)) == str(linked.path)
        assert self.staged(linked.path) == ["here", "mine"]
        assert self.staged(folder.path) == ["mine"]
        assert find_root(str(tmp_path)) is None

    def test_a_git_directory_elsewhere(self, folder: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        made = folder.commit("mine")
        (folder.path / ".git").rename(tmp_path / "kept")
        (folder.path / "sub").mkdir()
        monkeypatch.chdir(folder.path)
        assert find_root(str(folder.path)) is None
        monkeypatch.setenv("GIT_DIR", "../kept")
        monkeypatch.setenv("GIT_INDEX_FILE", "../kept/index")
        for work_tree in (".", None):
            if work_tree is None:
                monkeypatch.delenv("GIT_WORK_TREE", raising=False)
            else:
                monkeypatch.setenv("GIT_WORK_TREE", work_tree)
            assert find_root(str(folder.path / "sub")) == str(folder.path)
            assert find_root(str(tmp_path)) is None
            assert head(folder.path) == made
            assert self.staged(folder.path) == ["mine"]


def test_nothing_heavy_is_imported() -> None:
    script = (
        "import sys; from memoryrail_lint.git import Repository; import memoryrail_lint.git.history\n"
        "import memoryrail_lint.git.tracked, memoryrail_lint.git.news\n"
        "print([m for m in ('subprocess', 're', 'typing', 'pathlib', 'dataclasses', 'logging', 'json', 'datetime',"
        " 'random', 'tempfile', 'signal', 'heapq') if m in sys.modules])"
    )
    folder = Path(memoryrail_lint.__file__).parents[1]
    done = subprocess.run([sys.executable, "-S", "-c", script], cwd=folder, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
