"""What a hook does: `check` with the rules of one hook, over what git tracks, silent when there is nothing to say."""

from __future__ import annotations

import os
import sys

from memoryrail_lint import cli, locate, options
from memoryrail_lint.commands import check

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def run(hook: str, profile: str, argv: Sequence[str] | None, *, staged: bool = False, every: bool = False) -> int:
    """The exit status of a hook called with these arguments (those of `check`).

    every: it runs all rules of the profile. staged: it has nothing to say unless two states are compared, so it takes
    the index where no base is given.
    """

    def work() -> int:
        given = options.parse(sys.argv[1:] if argv is None else argv, hook)
        given.profile = profile
        if not every:
            given.select = [*given.select, hook]
        given.hook = True
        if staged and not (given.base or given.fix or given.stdin_filename or os.environ.get("PRE_COMMIT_FROM_REF")):
            folder = os.path.abspath(given.root or os.curdir)
            given.staged = all(place.repository is not None for place in locate.places([], folder, [profile]))
        return check.run(given)

    return cli.guarded(work)
