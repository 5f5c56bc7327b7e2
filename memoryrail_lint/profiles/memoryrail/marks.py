"""What makes the tool look away, counted: comments that silence a rule, values allowed as no secrets, settings."""

from __future__ import annotations

from memoryrail_lint.errors import Trouble

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

    from memoryrail_lint.diagnostics import Span

SUPPRESSION: Final = "a suppression comment"
PRAGMA: Final = "a secret override"
_FORMS: Final = {SUPPRESSION: r"memoryrail-lint:[ \t]*ignore", PRAGMA: r"pragma: ?(?:allow|white)list"}
"""Regular expressions, as wide as those of what heeds them: `policy.suppressions` and `checks.allow`."""
LOOSE: Final = ("ignore", "exclude", "secrets.allow", "review.humans")
"""Settings of which each entry lets something pass."""


def count(text: str) -> dict[str, int]:
    """How many marks of each kind a memory holds."""
    if "memoryrail-lint:" not in text and "pragma:" not in text:
        return {}
    import re

    return {kind: number for kind, form in _FORMS.items() if (number := len(re.findall(form, text)))}


def last(text: str, mark: str) -> Span | None:
    """Where the last mark of a kind (or the last such word) stands."""
    import re

    found = [match.span() for match in re.finditer(_FORMS.get(mark) or re.escape(mark), text)]
    return found[-1] if found else None


def entries(text: str) -> dict[str, int]:
    """How many findings a baseline lists: one of detect-secrets, or this tool's own."""
    number = text.count('"hashed_secret"')
    if not number and '"findings"' in text:
        import json

        try:
            number = sum(json.loads(text)["findings"].values())
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            number = text.count("\n")
    return {"the baseline": number} if number else {}


def settings(path: str, text: str) -> dict[str, int]:
    """How many entries each of `LOOSE` has in a configuration file; nothing where it is none."""
    from memoryrail_lint.config import parse

    shared = path.endswith("pyproject.toml")
    if shared and "memoryrail-lint" not in text:
        return {}
    try:
        config = parse(path, text.encode(), shared)
    except Trouble:
        return {}
    if config is None:
        return {}
    lists: tuple[Sequence[object], ...] = (config.ignore, config.exclude, config.allow, config.humans)
    return {name: len(items) for name, items in zip(LOOSE, lists, strict=True) if items}
