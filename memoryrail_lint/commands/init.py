"""`memoryrail-lint init`: make a store here, and say how to install the hooks. Nothing is overwritten."""

from __future__ import annotations

import os

from memoryrail_lint import __version__, options
from memoryrail_lint.diagnostics import visible
from memoryrail_lint.errors import Trouble

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

CONFIG: Final = '{"version": 1, "review": "off"}\n'
HOOKS: Final = f"""\
  - repo: local
    hooks:
      - id: memoryrail-lint
        name: memoryrail-lint
        entry: memoryrail-lint check --profile=memoryrail --hook
        language: python
        additional_dependencies: ["memoryrail-lint=={__version__}"]
        always_run: true
        pass_filenames: false
        require_serial: true
        verbose: true
"""


def main(argv: Sequence[str]) -> int:
    """Write what is missing and print what was done; exit status 0. Raises Trouble where it cannot write."""
    from memoryrail_lint import git
    from memoryrail_lint.files import write_all

    parser = options.bare("memoryrail-lint init", __doc__)
    parser.add_argument("--root", metavar="DIR", help="work as if started in this folder")
    parser.add_argument("--review", choices=("off", "agents"), default="off", help="whether agents' memories wait")
    given = parser.parse_args(argv)

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
        changes[hooks] = f"repos:\n{HOOKS}".encode()
    write_all(top, changes, expected=dict.fromkeys(changes))
    for path in (config, hooks):
        shown = visible(os.path.relpath(path, here).replace(os.sep, "/"))
        print(f"wrote {shown}" if path in changes else f"kept {shown}")
    if hooks not in changes:
        print(f"add this to the repos of .pre-commit-config.yaml, if it is not there yet:\n{HOOKS}", end="")
    print("next: `pre-commit install`, then write memories into .memoryrail/memories/ and run `memoryrail-lint sync`")
    return 0
