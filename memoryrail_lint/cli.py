"""The command line: which command, and how its troubles end. Each command is a module of `commands`."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Final

COMMANDS: Final = {
    "check": "lint memories: files, folders, or every store of the repository",
    "sync": "write, or verify, the managed block in the agent files",
    "precheck": "which memories bind the change you are about to make",
    "list": "the memories with their refs",
    "show": "one memory",
    "new": "write a memory",
    "supersede": "replace a memory by a new one",
    "approve": "put a proposal in force",
    "reject": "turn a proposal down",
    "resolve": "close a thread",
    "archive": "take a memory out of force",
    "touch": "confirm that a memory still holds: set `updated` to now",
    "merge-driver": "merge memories and agent files; git runs it",
    "guard": "judge what a coding agent is about to write; its host runs it",
    "compact": "bring an Engramory index under its caps",
    "rule": "explain one rule, or list them all",
    "init": "set a repository up",
}


def main(argv: Sequence[str] | None = None) -> int:
    """The console command `memoryrail-lint`; the exit status (0 nothing found, 1 something found, 2 no answer)."""
    words = list(sys.argv[1:] if argv is None else argv)
    if not words or words[0] in ("-h", "--help", "help"):
        return guarded(lambda: _usage(bool(words)))
    if words[0] in ("-V", "--version"):
        return guarded(_version)
    return guarded(lambda: _command(words))


def _command(words: list[str]) -> int:
    from memoryrail_lint.errors import Trouble
    from memoryrail_lint.rule import load_module

    name = words[0]
    if name not in COMMANDS:
        from memoryrail_lint.checks.nearest import suggest
        from memoryrail_lint.diagnostics import visible

        found = suggest(name, COMMANDS, 1)
        hint = f"did you mean {found[0]}?" if found else "`memoryrail-lint --help` lists the commands"
        raise Trouble(f"there is no command {visible(name)[:80]!r}; {hint}")
    module = load_module(f"memoryrail_lint.commands.{name.replace('-', '_')}")
    status: int = module.main(words[1:])
    return status


def guarded(work: Callable[[], int]) -> int:
    """Run a command; every way it can fail ends in one line on standard error and exit status 2."""
    import gc

    from memoryrail_lint.errors import Trouble

    # A run makes many objects and hardly a cycle, and then ends: collecting costs a sixth of a large run.
    collecting = gc.isenabled()
    gc.disable()
    try:
        _replace_closed_streams()
        status = work()
        sys.stdout.flush()  # while a full disk can still be told
        return status
    except Trouble as trouble:
        return _fail(str(trouble))
    except BrokenPipeError:
        _drop_output()
        return 2
    except KeyboardInterrupt:
        return _fail("interrupted")
    except RecursionError:
        return _fail("the input is nested too deeply")
    except MemoryError:
        return _fail("out of memory")
    except OSError as error:
        _drop_output()
        words = (error.strerror or type(error).__name__).lower()
        return _fail(f"{words}: {error.filename!s}" if error.filename else words)
    except Exception as error:
        if os.environ.get("MEMORYRAIL_LINT_DEBUG"):
            raise
        return _fail(f"internal error ({type(error).__name__}); MEMORYRAIL_LINT_DEBUG=1 shows where; please report it")
    finally:
        if collecting:
            gc.enable()


def _replace_closed_streams() -> None:
    """Put something in the place of standard streams that the caller closed: files opened later would get their
    numbers."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))


def _drop_output() -> None:
    """Let go of what standard output does not take: Python would complain about it once more at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _fail(message: str) -> int:
    from memoryrail_lint.checks.secrets import mask
    from memoryrail_lint.diagnostics import visible

    try:
        print(f"memoryrail-lint: {visible(mask(message))}", file=sys.stderr)
    except OSError:
        pass
    return 2


def _usage(asked: bool) -> int:
    lines = ["usage: memoryrail-lint COMMAND [ARGUMENTS]", ""]
    lines += [f"  {name:<14}{text}" for name, text in COMMANDS.items()]
    lines += ["", "`memoryrail-lint COMMAND --help` says more; --version shows the version."]
    print("\n".join(lines), file=sys.stdout if asked else sys.stderr)
    return 0 if asked else 2


def _version() -> int:
    from memoryrail_lint import __version__

    print(f"memoryrail-lint {__version__}")
    return 0
