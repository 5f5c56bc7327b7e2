"""What a rule is, and the one place that imports rule modules."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from memoryrail_lint.diagnostics import Finding


class Entry:
    """A rule's line in its profile's list: enough to decide whether its module is needed at all.

    reads: "odd" - `check(member, store)` for files of the store that the reader did not find plainly right;
           "member" - the same for every one; "store" - `check(store)` once;
           "ends" - the same, only where two states are compared.
    """

    __slots__ = ("hook", "name", "profile", "reads")

    def __init__(self, name: str, hook: str, reads: str, profile: str) -> None:
        self.name = name
        self.hook = hook
        self.reads = reads
        self.profile = profile


class Rule:
    """A loaded rule: its entry, and what its module states.

    The module's docstring is one line of what, a blank line, a paragraph of why, and a last paragraph `Fix: ...`.
    """

    __slots__ = ("check", "entry", "firm", "fix", "fixable", "name", "severity", "summary", "why")

    def __init__(self, entry: Entry, module: Any) -> None:
        paragraphs = [" ".join(part.split()) for part in (module.__doc__ or "").strip().split("\n\n")]
        self.entry = entry
        self.name = entry.name
        self.severity: str = module.SEVERITY
        self.fixable: str | None = getattr(module, "FIXABLE", None)
        """"safe", "unsafe", or None."""
        self.firm: bool = getattr(module, "FIRM", False)
        """No comment silences it."""
        self.summary = paragraphs[0]
        self.why = "\n\n".join(paragraphs[1:-1])
        self.fix = paragraphs[-1].removeprefix("Fix: ")
        self.check: Callable[..., Iterable[Finding]] = module.check


def load_module(name: str) -> Any:
    """A module by its full name, without `importlib`, whose package is not loaded otherwise."""
    return __import__(name, fromlist=["*"])


_loaded: dict[tuple[str, str], Rule] = {}


def load(entry: Entry) -> Rule:
    """Import a rule's module, once. Its file name is the rule's name with underscores."""
    key = (entry.profile, entry.name)
    if key not in _loaded:
        name = entry.name.replace("-", "_")
        _loaded[key] = Rule(entry, load_module(f"memoryrail_lint.profiles.{entry.profile}.rules.{name}"))
    return _loaded[key]
