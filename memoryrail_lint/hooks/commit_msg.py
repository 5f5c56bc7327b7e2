"""The hook `memoryrail-commit-msg`: the citations in a commit message."""

from __future__ import annotations

import sys

from memoryrail_lint import cli, options
from memoryrail_lint.commands import commit_msg

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    def work() -> int:
        given = options.parse(sys.argv[1:] if argv is None else argv, "memoryrail-commit-msg")
        given.hook = True
        return commit_msg.run(given)

    return cli.guarded(work)
