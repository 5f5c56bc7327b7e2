"""What a hook does: `check` with the rules of one hook, over what git tracks, silent when there is nothing to say."""

from __future__ import annotations

import sys

from memoryrail_lint import cli, options
from memoryrail_lint.commands import check

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def run(hook: str, profile: str, argv: Sequence[str] | None) -> int:
    """The exit status of a hook called with these arguments (those of `check`)."""

    def work() -> int:
        given = options.parse(sys.argv[1:] if argv is None else argv, hook)
        given.profile = profile
        given.select = [*given.select, hook]
        given.hook = True
        return check.run(given)

    return cli.guarded(work)
