"""Files that ship with the package: the published schemas and the rule pages."""

from __future__ import annotations

import os

from memoryrail_lint.errors import Trouble

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_PACKAGE: Final = os.path.dirname(os.path.abspath(__file__))
_CHECKOUT: Final = {"spec": "spec", "rules": "docs/rules"}


def read(kind: str, name: str) -> str:
    """The text of `name` among the files of a kind, "spec" or "rules".

    A wheel holds them in `_spec` and `_rules` inside the package; a checkout at `spec/` and `docs/rules/` beside it.
    Raises Trouble where there is no such file (a name with a folder in it is none).
    """
    if os.path.basename(name) == name:
        for folder in (f"{_PACKAGE}/_{kind}", f"{os.path.dirname(_PACKAGE)}/{_CHECKOUT[kind]}"):
            try:
                with open(f"{folder}/{name}", encoding="utf-8") as file:
                    return file.read()
            except (OSError, ValueError):
                continue
    raise Trouble(f"this installation has no {kind} file {name!a}; install memoryrail-lint again")
