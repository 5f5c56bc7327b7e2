"""The hook `engramory-lint`: all rules of the profile in one process."""

from __future__ import annotations

from memoryrail_lint.hooks.base import run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    return run("engramory-lint", "engramory", argv, every=True)
