"""The only caller of git: one repository, asked without the user's configuration getting in the way."""

from __future__ import annotations

import os

from memoryrail_lint.errors import Trouble
from memoryrail_lint.git.process import Child, decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

# Configuration that changes what the commands below print; the rest of the user's configuration stays in force
# (`safe.directory` above all, without which CI containers are refused).
_NEUTRAL: Final = (
    "--literal-pathspecs",
    "--no-pager",
    *("-c", "core.quotePath=false", "-c", "log.showSignature=false", "-c", "log.follow=false"),
    *("-c", "diff.renames=false", "-c", "diff.orderFile=/dev/null", "-c", "diff.relative=false"),
    *("-c", "color.ui=false", "-c", "core.fsmonitor=false"),
)
# A hook is started with GIT_DIR, GIT_INDEX_FILE, ... of the repository that commits. They would answer for every
# other repository too (a submodule, a test's), so only what belongs to the repository at hand is kept. The list is
# that of `git rev-parse --local-env-vars` without the configuration, and what changes pathspecs or output.
_FOREIGN: Final = (
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_PREFIX",
    "GIT_COMMON_DIR",
    "GIT_NAMESPACE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_QUARANTINE_PATH",
    "GIT_SHALLOW_FILE",
    "GIT_GRAFT_FILE",
    "GIT_NO_REPLACE_OBJECTS",
    "GIT_REPLACE_REF_BASE",
    "GIT_INTERNAL_SUPER_PREFIX",
    "GIT_LITERAL_PATHSPECS",
    "GIT_GLOB_PATHSPECS",
    "GIT_NOGLOB_PATHSPECS",
    "GIT_ICASE_PATHSPECS",
    "GIT_EXTERNAL_DIFF",
    "GIT_DIFF_OPTS",
    "GIT_TRACE",
)


class GitFailed(Trouble):
    """git answered with a failure; `status` is its exit status (negative: the signal that killed it)."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


class Repository:
    """A work tree and its repository.

    root: the absolute path of the work tree's top. Raises nothing; each question raises GitFailed when git refuses.
    """

    def __init__(self, root: str) -> None:
        self.root = root
        self.noted: set[str] = set()
        """What a run has said about this repository as a whole, so that several stores in it do not repeat it."""
        self._env: dict[str, str] | None = None
        self._begun: dict[tuple[str, ...], Child] = {}

    def environment(self) -> dict[str, str]:
        """The environment for git: this repository's own index kept, everybody else's variables dropped.

        git looks for the repository at `root` only (a `.git` there that is none is a failure, not a reason to
        answer from a repository further up) and may not use the network, whatever objects a partial clone lacks.
        """
        if self._env is None:
            env = {name: value for name, value in os.environ.items() if name not in _FOREIGN}
            index = os.environ.get("GIT_INDEX_FILE")
            if index and self._owns(index):
                env["GIT_INDEX_FILE"] = os.path.join(os.getcwd(), index)
            if not os.path.lexists(os.path.join(self.root, ".git")) and os.environ.get("GIT_DIR"):
                # The git directory lies elsewhere (git --git-dir=... --work-tree=...): only GIT_DIR knows it.
                env["GIT_DIR"] = os.path.join(os.getcwd(), os.environ["GIT_DIR"])
                env["GIT_WORK_TREE"] = self.root
            env.update(
                LC_ALL="C",
                GIT_OPTIONAL_LOCKS="0",
                GIT_TERMINAL_PROMPT="0",
                GIT_NO_LAZY_FETCH="1",
                GIT_ALLOW_PROTOCOL="none",  # what git before 2.44 has instead of GIT_NO_LAZY_FETCH
                GIT_CEILING_DIRECTORIES=os.path.dirname(os.path.realpath(self.root)),
            )
            self._env = env
        return self._env

    def _owns(self, index: str) -> bool:
        """Whether GIT_INDEX_FILE is meant for this repository.

        `git commit` names one in the git directory; one beside another repository's HEAD is that repository's; one
        that lies anywhere else is meant for the repository that the process stands in.
        """
        folder = os.path.realpath(os.path.dirname(os.path.join(os.getcwd(), index)))
        if folder == os.path.realpath(git_dir(self.root)):
            return True
        if os.path.lexists(os.path.join(folder, "HEAD")):
            return False
        here = find_root(os.getcwd())
        return here is not None and os.path.realpath(here) == os.path.realpath(self.root)

    def start(self, *args: str, talk: bool = False, flush: bool = False) -> Child:
        """git running with these arguments, to be read from as it goes. The caller ends it with `wait` or `stop`.

        talk: it can be written to. flush: `git log` hands out each commit at once instead of whole blocks.

        Raises GitFailed where git cannot be started.
        """
        try:
            env = {**self.environment(), "GIT_FLUSH": "1" if flush else "0"}
            return Child(self._argv(args), env, talk=talk)
        except OSError as error:
            raise GitFailed(f"git could not be started: {error.strerror}", 127) from None

    def begin(self, *args: str) -> None:
        """Have git start on what `ask` will be asked with these arguments, so that nobody waits for it then.

        Raises GitFailed where git cannot be started.
        """
        if args not in self._begun:
            self._begun[args] = self.start(*args)

    def ask(self, *args: str, input: bytes | None = None) -> bytes:
        """git's standard output. Raises GitFailed with git's own first words when it exits with a failure."""
        if input is None:
            child = self._begun.pop(args, None) or self.start(*args)
            out = _all(child)
            status = child.wait()
            if status == 0:
                return out
            if status < 0:
                raise GitFailed(_reason(b"", args, status), status)
        # Asked with everything captured: for commands that read standard input, and for a failure's own words.
        import subprocess

        try:
            done = subprocess.run(self._argv(args), env=self.environment(), input=input or b"", capture_output=True)
        except OSError as error:
            raise GitFailed(f"git could not be started: {error.strerror}", 127) from None
        if done.returncode:
            raise GitFailed(_reason(done.stderr, args, done.returncode), done.returncode)
        return done.stdout

    def ask_list(self, *args: str, input: bytes | None = None) -> list[str]:
        """The NUL-separated items of an answer (for commands called with -z), UTF-8 with surrogate escapes."""
        return [decode(item) for item in self.ask(*args, input=input).split(b"\0") if item]

    def failure(self, status: int, *args: str, input: bytes = b"") -> GitFailed:
        """Why a command that `start` began ended with `status`: it is run again, for its words alone."""
        import subprocess

        done = subprocess.run(
            self._argv(args), env=self.environment(), input=input, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        return GitFailed(_reason(done.stderr, args, status), status)

    def _argv(self, args: Sequence[str]) -> list[str]:
        return [_program(), "-C", self.root, *_NEUTRAL, *args]


def git_dir(root: str) -> str:
    """The git directory of the work tree at `root`: `.git`, what a `.git` file points at, or GIT_DIR without either."""
    path = os.path.join(root, ".git")
    try:
        with open(path, "rb") as file:
            head = file.read(4096)
    except FileNotFoundError:
        elsewhere = os.environ.get("GIT_DIR")
        return os.path.join(os.getcwd(), elsewhere) if elsewhere else path
    except OSError:
        return path
    if head.startswith(b"gitdir: "):
        return os.path.join(root, os.fsdecode(head[8:].rstrip(b"\r\n")))
    return path


def common_dir(root: str) -> str:
    """The git directory that all linked worktrees of this repository share (gitrepository-layout(5), `commondir`)."""
    folder = git_dir(root)
    try:
        with open(os.path.join(folder, "commondir"), "rb") as file:
            return os.path.join(folder, os.fsdecode(file.read(4096).strip()))
    except OSError:
        return folder


def find_root(folder: str) -> str | None:
    """The nearest ancestor of `folder` (absolute) that holds a `.git`, without asking git; None outside any.

    Where there is none but git was started with GIT_DIR, the work tree is GIT_WORK_TREE or, in a hook, the working
    directory. A GIT_DIR that has a work tree of its own (`.git`, that of a linked worktree) was meant for another.
    """
    at = folder
    while not os.path.lexists(os.path.join(at, ".git")):
        at, before = os.path.dirname(at), at
        if at == before:
            return _detached_root(folder)
    return at


def _detached_root(folder: str) -> str | None:
    elsewhere, work_tree = os.environ.get("GIT_DIR"), os.environ.get("GIT_WORK_TREE")
    if not elsewhere or not os.path.isdir(elsewhere):
        return None
    if not work_tree:
        kept = os.path.basename(os.path.realpath(elsewhere)) == ".git"
        if kept or os.path.lexists(os.path.join(elsewhere, "gitdir")):
            return None
    root = os.path.abspath(work_tree or os.curdir)
    return root if (folder + os.sep).startswith(os.path.join(root, "")) else None


def _all(child: Child) -> bytes:
    with open(child.reading, "rb", closefd=False) as pipe:
        return pipe.read()


def _program() -> str:
    """What to start. Windows would look in the current folder first, which may be a hostile repository."""
    if os.name != "nt":
        return "git"
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        path = os.path.join(folder, "git.exe")
        if os.path.isabs(path) and os.path.isfile(path):
            return path
    raise GitFailed("git could not be started: no git.exe on the PATH", 127)


def _reason(stderr: bytes, args: Sequence[str], status: int) -> str:
    from memoryrail_lint.diagnostics import visible

    command = next((word for word in args if not word.startswith("-")), "")
    if status < 0:
        return f"git {command} was killed by signal {-status}"
    lines = stderr.decode(errors="replace").splitlines()
    fatal = [line for line in lines if line.startswith(("fatal:", "error:"))] or lines or ["no message"]
    return f"git {command} failed: {visible(fatal[0])[:300]}"
