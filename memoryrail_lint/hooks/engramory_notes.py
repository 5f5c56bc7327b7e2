"""The hook `engramory-notes`."""

from __future__ import annotations

from memoryrail_lint.hooks.base import run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    return run("engramory-notes", "engramory", argv)
