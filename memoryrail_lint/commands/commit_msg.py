"""The citations of a commit message, for the hook `memoryrail-commit-msg`."""

from __future__ import annotations

import os

from memoryrail_lint import engine, git, locate, policy, profiles, rule
from memoryrail_lint.commands import check, read_regular, tracked_stores
from memoryrail_lint.diagnostics import visible
from memoryrail_lint.errors import Trouble
from memoryrail_lint.masker import Masker
from memoryrail_lint.profiles import memoryrail
from memoryrail_lint.profiles.memoryrail import citations
from memoryrail_lint.report import Checked
from memoryrail_lint.source import Source
from memoryrail_lint.tree import MAX_FILE_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from memoryrail_lint.options import Options

SCISSORS: Final = "------------------------ >8 ------------------------"
"""What git writes after the comment character above what it drops of a message file (`cut_line` in wt-status.c)."""
_AUTO: Final = "#;@!$%^&|:"
"""What git chooses from where core.commentChar is "auto"."""


def run(given: Options) -> int:
    """Report the citations in the message file that name no active memory; the exit status of the hook.

    Raises Trouble where no file is named, or it cannot be read.
    """
    if len(given.paths) != 1:
        raise Trouble("give the file that holds the commit message, as git does")
    here = os.getcwd()
    place = locate.places([], here)[0]
    run = check.Run(place, given)
    path = os.path.join(here, given.paths[0])
    data = read_regular(path, MAX_FILE_BYTES)
    if citations.GATE.encode() in data:
        _judge(run, path, data)
    return check.finish([run], given)


def _judge(run: check.Run, path: str, data: bytes) -> None:
    stores = list(tracked_stores(run.place))
    if not stores:
        return
    source = _message(path, data, run.place)
    register = citations.Register(memory for store in stores for memory in store.memories)
    cited = citations.Cited(source, citations.find(source.text))
    mask = Masker(source)
    given, settings = run.given, stores[0].config
    rules = [entry for entry in memoryrail.RULES if entry.hook == "memoryrail-citations"]
    for entry in policy.choose(rules, given.select, [*given.ignore, *settings.ignore], profiles.rule_names):
        judged = {"citation-unknown": citations.unknown, "citation-inactive": citations.inactive}[entry.name]
        run.reported += [engine.stamp(rule.load(entry), finding, mask) for finding in judged(cited, register)]
    run.reported.sort(key=lambda diagnostic: diagnostic.sort_key)
    run.shown[visible(mask(source.path))] = source
    run.checked += [Checked(store.profile, visible(mask(store.root)) or ".", store.files) for store in stores]
    run.failed = check.fails(run.reported, given.fail_on or settings.fail_on or "error")


def _message(path: str, data: bytes, place: locate.Place) -> Source:
    """The message as git will keep it, with its lines where they stand in the file: what is dropped is blank."""
    shown = place.relative(path)
    if shown.startswith("../") or os.path.isabs(shown):
        shown = os.path.basename(path)
    text = Source(shown, data).text
    return Source(shown, kept(text, _comment(place, text), *_cleanup(place)).encode())


def kept(text: str, comment: str, strip: bool = True, cut: bool = True) -> str:
    """A message without comment lines (strip), and without what follows the scissors (cut); every line keeps its
    number."""
    lines = []
    for line in text.split("\n"):
        if cut and line.rstrip("\r") == f"{comment} {SCISSORS}":
            break
        lines.append("" if strip and line.startswith(comment) else line)
    return "\n".join(lines)


def _cleanup(place: locate.Place) -> tuple[bool, bool]:
    """Whether git drops comment lines, and what follows the scissors, by commit.cleanup and commit.verbose.

    git tells its hooks that nobody edited the message by the editor `:` (githooks(5)); what `--cleanup` or `-v` said on
    its command line it does not tell, so scissors that an editor may have been shown count.
    """
    edited = os.environ.get("GIT_EDITOR") != ":"
    mode = _last(place, r"^commit\.cleanup$")
    return mode == "strip" or (edited and mode not in ("verbatim", "whitespace", "scissors")), edited


def _comment(place: locate.Place, text: str) -> str:
    """What begins a comment line: core.commentChar or core.commentString, whichever git reads last."""
    chosen = _last(place, r"^core\.comment(char|string)$")
    if chosen != "auto":
        return chosen or "#"
    # git took the first of these that began no line of the message; its own comments, with that one, come last.
    last = next((line for line in reversed(text.split("\n")) if line.strip()), "#")
    return last[0] if last[0] in _AUTO else "#"


def _last(place: locate.Place, pattern: str) -> str:
    """The last value of what the configuration of git calls so, "" where it is not set."""
    if place.repository is None:
        return ""
    try:
        listed = place.repository.ask_list("config", "-z", "--get-regexp", pattern)
    except git.GitFailed as failed:
        if failed.status == 1:  # not set
            return ""
        raise
    return listed[-1].partition("\n")[2]
