"""The hook `memoryrail-review`. It compares two states: the index with HEAD where nothing else is asked for."""

from __future__ import annotations

from memoryrail_lint.hooks.base import run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    return run("memoryrail-review", "memoryrail", argv, staged=True)
