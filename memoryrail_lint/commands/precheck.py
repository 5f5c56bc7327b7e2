"""`memoryrail-lint precheck`: which memories bind the change that you are about to make."""

from __future__ import annotations

import os
import sys

from memoryrail_lint import locate
from memoryrail_lint.commands import say_left_out, store_of, tracked_stores
from memoryrail_lint.diagnostics import visible
from memoryrail_lint.errors import Trouble
from memoryrail_lint.options import Options, bare

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from memoryrail_lint.locate import Place
    from memoryrail_lint.profiles.memoryrail.model import Memory, Store
    from memoryrail_lint.profiles.memoryrail.precheck import Answer


class Precheck:
    """What the command line says; the attributes have the options' names."""

    def __init__(self) -> None:
        self.paths: list[str] = []
        self.plan: str | None = None
        self.staged = False
        self.base: str | None = None
        self.fail = False
        self.format = "text"
        self.root: str | None = None


def main(argv: Sequence[str]) -> int:
    """Print what applies; exit status 0, with --fail 1 where a constraint or an attempt applies by more than a pin."""
    return run(parse(argv, "memoryrail-lint precheck"))


def parse(argv: Sequence[str], prog: str) -> Precheck:
    """Options from arguments; `argparse` is imported only where there is more to parse than flags."""
    given = Precheck()
    flags = {"--staged": "staged", "--fail": "fail"}
    if all(word in flags for word in argv):
        for word in argv:
            setattr(given, flags[word], True)
        return given
    from memoryrail_lint.output.precheck import FORMATS

    parser = bare(prog, "Which memories bind a change.")
    add = parser.add_argument
    add("paths", nargs="*", metavar="PATH", help="files about to change; they need not exist yet")
    add("--plan", metavar="TEXT", help="what you intend, in words; - reads it from standard input")
    add("--staged", action="store_true", help="the paths that are staged, deleted and renamed ones included")
    add("--base", metavar="REF", help="the paths that the range REF...HEAD touched")
    add("--fail", action="store_true", help="exit 1 where a constraint or an attempt applies by a link or by the plan")
    add("--format", choices=FORMATS, help="how the memories are shown (default: text)")
    add("--root", metavar="DIR", help="work as if started in this folder")
    parser.set_defaults(**vars(given))
    return parser.parse_args(argv, namespace=given)


def run(given: Precheck, *, hook: bool = False) -> int:
    """The command, or the hook: that one looks at every store of the repository as git tracks it, and is silent where
    nothing but pins applies."""
    if not (given.paths or given.staged) and given.plan is None and given.base is None:
        raise Trouble("say what is about to change: PATH, --plan TEXT, --staged or --base REF")
    folder = os.path.abspath(given.root or os.getcwd())
    if not os.path.isdir(folder):
        raise Trouble(f"{visible(str(given.root))[:200]}: no such folder")
    place = locate.places([], folder)[0]
    stores = list(tracked_stores(place)) if hook else [store_of(place)]
    if not stores:
        return 0
    folders = {path for path in _named(given.paths, place, folder) if os.path.isdir(os.path.join(place.top, path))}
    paths = {*_named(given.paths, place, folder), *_changed(given, place)}
    plan = _plan(given.plan)
    found: list[Answer] = []
    left_out: list[Memory] = []
    for store in stores:
        if store.settings.version_unknown:
            raise Trouble(f"{visible(store.folder)}/config.json has a version that this tool does not know")
        applying, invalid = _answers(store, paths, folders, plan)
        found += applying
        left_out += invalid
    say_left_out(len(left_out))
    found.sort(key=lambda answer: answer.order)
    if not hook or any(why.kind != "pinned" for answer in found for why in answer.why):
        from memoryrail_lint.output.precheck import render

        text = render(given.format, [describe(answer) for answer in found])
        sys.stdout.buffer.write(text.encode(errors="backslashreplace"))
        sys.stdout.flush()
    return 1 if given.fail and any(answer.stops for answer in found) else 0


def _named(paths: Iterable[str], place: Place, folder: str) -> set[str]:
    """The paths given, relative to the top, and the files that they mean. Raises Trouble for one outside."""
    found = set()
    top = os.path.realpath(place.top)
    for path in paths:
        absolute = os.path.normpath(os.path.join(folder, path))
        relative = place.relative(absolute)
        if _outside(relative):
            # One of the two may be spelled through a symlink (/tmp on macOS).
            head, tail = os.path.split(absolute)
            real = os.path.join(os.path.realpath(head), tail)
            relative = os.path.relpath(real, top).replace(os.sep, "/")
        if _outside(relative):
            raise Trouble(f"{visible(path)[:200]} lies outside the repository")
        found.add("" if relative == "." else relative)
        meant = os.path.relpath(os.path.realpath(absolute), top).replace(os.sep, "/")
        if not _outside(meant):
            found.add("" if meant == "." else meant)
    return found


def _outside(relative: str) -> bool:
    return relative == ".." or relative.startswith(("../", "/")) or os.path.isabs(relative)


def _changed(given: Precheck, place: Place) -> set[str]:
    """The paths that the index or a range changes, with those that it deletes or renames."""
    found: set[str] = set()
    if given.staged:
        if place.repository is None:
            raise Trouble("--staged needs a git repository, and there is none here")
        found |= _touched(place, staged=True)
    if given.base is not None:
        found |= _touched(place, base=given.base)
    return found


def _touched(place: Place, *, staged: bool = False, base: str | None = None) -> frozenset[str]:
    asked = Options()
    asked.staged, asked.base = staged, base
    return locate.scope(place, asked).touched or frozenset()


def _plan(text: str | None) -> str | None:
    if text != "-":
        return text
    from memoryrail_lint.checks.text_search import MAX_PLAN

    # Bytes: a character has four at most.
    return sys.stdin.buffer.read(4 * MAX_PLAN).decode(errors="replace")


def _answers(store: Store, paths: set[str], folders: set[str], plan: str | None) -> tuple[list[Answer], list[Memory]]:
    from memoryrail_lint.profiles.memoryrail.precheck import answers

    if plan is None:
        return answers(store, paths, folders, plan)
    from memoryrail_lint.checks.text_search import Unavailable

    try:
        return answers(store, paths, folders, plan)
    except Unavailable:
        raise Trouble("--plan needs a Python whose sqlite3 has FTS5; give paths instead") from None


def describe(answer: Answer) -> dict[str, Any]:
    """An answer as plain values, masked and visible: what the output formats take."""
    from memoryrail_lint.checks.secrets import mask
    from memoryrail_lint.profiles.memoryrail.precheck import body, first_lines

    def safe(text: str) -> str:
        return visible(mask(text))

    memory = answer.memory
    return {
        "ref": safe(answer.ref),
        "id": safe(memory.id),
        "type": memory.type,
        "title": safe(memory.title.strip()),
        "pinned": memory.pinned,
        "why": [{"kind": w.kind, "detail": None if w.detail is None else safe(w.detail)} for w in answer.why],
        "lines": [visible(line) for line in first_lines(mask(body(memory)))],
        "path": safe(memory.path),
        "stops": answer.stops,
        "paths": [safe(path) for why in answer.why for path in why.paths],
    }
