"""`memoryrail-lint init`: make a store here, and say how to install the hooks. Nothing is overwritten."""

from __future__ import annotations

import os
import sys

from memoryrail_lint import __version__, options
from memoryrail_lint.diagnostics import visible
from memoryrail_lint.errors import Trouble

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

CONFIG: Final = '{"version": 1, "review": "off"}\n'
LOCAL: Final = f"""\
  # This takes memoryrail-lint {__version__} from the package index that pip asks. Where that has none, name its git
  # repository: `repo: ADDRESS`, `rev: v{__version__}` and the one hook `id: memoryrail-lint`.
  - repo: local
    hooks:
      - id: memoryrail-lint
        name: memoryrail-lint
        entry: memoryrail-lint check --profile=memoryrail --hook
        language: python
        stages: [pre-commit, pre-merge-commit, pre-push, manual]
        additional_dependencies: ["memoryrail-lint=={__version__}"]
        always_run: true
        pass_filenames: false
        require_serial: true
        verbose: true
"""
CLONED: Final = """\
  - repo: {0}
    rev: {1}
    hooks:
      - id: memoryrail-lint
"""
NEXT: Final = """\
next: `pre-commit install`; write a memory (`memoryrail-lint new --help`); show it to agents (`memoryrail-lint sync`)
if you add the hook memoryrail-commit-msg: it needs `pre-commit install --hook-type commit-msg` too
"""
DRIVER: Final = """\
  git config merge.memoryrail.name "memories and agent files"
  git config merge.memoryrail.driver "memoryrail-lint merge-driver %O %A %B %P"
"""


def main(argv: Sequence[str]) -> int:
    """Write what is missing and print what was done; exit status 0. Raises Trouble where it cannot write."""
    from memoryrail_lint import git
    from memoryrail_lint.files import write_all
    from memoryrail_lint.guard.hosts import SETTINGS

    parser = options.bare("memoryrail-lint init", __doc__)
    parser.add_argument("--root", metavar="DIR", help="work as if started in this folder")
    parser.add_argument("--review", choices=("off", "agents"), default="off", help="whether agents' memories wait")
    parser.add_argument(
        "--merge-driver", action="store_true", help="write the .gitattributes lines of the merge driver"
    )
    parser.add_argument(
        "--guard",
        nargs="?",
        const="claude",
        choices=tuple(SETTINGS),
        metavar="HOST",
        help="write nothing; print what sets up the write guard in an agent's host (claude or gemini)",
    )
    given = parser.parse_args(argv)
    if given.guard:
        path, settings = SETTINGS[given.guard]
        print(f"merge this into {path}, here or in your home folder; nothing was written:", file=sys.stderr)
        print(settings, end="")
        return 0

    here = os.path.abspath(given.root or os.getcwd())
    if not os.path.isdir(here):
        raise Trouble(f"{visible(str(given.root))[:200]}: no such folder")
    top = git.find_root(here) or here
    config = os.path.join(here, ".memoryrail", "config.json")
    hooks = os.path.join(top, ".pre-commit-config.yaml")
    changes: dict[str, bytes | None] = {}
    if not os.path.lexists(config):
        changes[config] = CONFIG.replace('"off"', f'"{given.review}"').encode()
    if not os.path.lexists(hooks):
        changes[hooks] = f"repos:\n{_entry()}".encode()
    attributes = os.path.join(here, ".gitattributes")
    present = _read(attributes)
    missing = _attributes(top, here, present or b"")
    expected: dict[str, bytes | None] = dict.fromkeys(changes)
    if given.merge_driver and missing:
        end = b"\n" if present and not present.endswith(b"\n") else b""
        changes[attributes], expected[attributes] = (present or b"") + end + missing.encode(), present
    write_all(top, changes, expected=expected)
    for path in (config, hooks, *([attributes] if given.merge_driver else [])):
        shown = visible(os.path.relpath(path, here).replace(os.sep, "/"))
        print(f"wrote {shown}" if path in changes else f"kept {shown}")
    if hooks not in changes:
        print(f"add this to the repos of .pre-commit-config.yaml, if it is not there yet:\n{_entry()}", end="")
    if missing and not given.merge_driver:
        print(
            f"for merges without conflicts in agent files, add to .gitattributes (--merge-driver does):\n{missing}",
            end="",
        )
    print(f"to use the merge driver, each clone needs this once:\n{DRIVER}", end="")
    print(NEXT, end="")
    return 0


def _entry() -> str:
    """What goes below `repos:` for all rules in one hook: from the repository that this came from, if that is known."""
    from memoryrail_lint.origin import repository

    found = repository()
    return LOCAL if found is None else CLONED.format(*found)


def _read(path: str) -> bytes | None:
    """What a small file holds, None where it is not there."""
    try:
        with open(path, "rb") as file:
            return file.read(1 << 20)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Trouble(f"{visible(path)}: {(error.strerror or 'cannot be read').lower()}") from None


def _attributes(top: str, here: str, present: bytes) -> str:
    """The lines that a .gitattributes in `here` lacks for the merge driver to be asked."""
    from memoryrail_lint import config
    from memoryrail_lint.profiles.memoryrail.targets import DEFAULT
    from memoryrail_lint.tree import WorkTree

    root = os.path.relpath(here, top).replace(os.sep, "/")
    root = "" if root == "." else root
    settings = config.find(WorkTree(top), root)
    names = [*(DEFAULT if settings.targets is None else settings.targets), *settings.also, ".memoryrail/memories/*.md"]
    lines = [f"/{name.removeprefix('./')} merge=memoryrail\n" for name in names if not name.startswith(("../", "/"))]
    known = {line.strip() for line in present.decode(errors="replace").splitlines()}
    return "".join(line for line in lines if line.strip() not in known and " " not in line.split(" merge=")[0])
