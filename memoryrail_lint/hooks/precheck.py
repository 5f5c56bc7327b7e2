"""The hook `memoryrail-precheck`: the staged paths against the memories; the range where a hook runner gives one."""

from __future__ import annotations

import os
import sys

from memoryrail_lint import cli
from memoryrail_lint.commands import precheck

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    def work() -> int:
        given = precheck.parse(sys.argv[1:] if argv is None else argv, "memoryrail-precheck")
        if not (given.paths or given.plan or given.base or given.staged):
            given.base = os.environ.get("PRE_COMMIT_FROM_REF") or None
            given.staged = given.base is None
        return precheck.run(given, hook=True)

    return cli.guarded(work)
