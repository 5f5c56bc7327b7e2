"""What makes the tool look away, one by one: comments that silence a rule, values allowed as no secrets, settings."""

from __future__ import annotations

from functools import lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Final

    from memoryrail_lint.config import Config
    from memoryrail_lint.diagnostics import Span

    Mark = tuple[str, ...]
    """A kind, and what makes it the same: the comment's words, and the credentials on its line."""

SUPPRESSION: Final = "a suppression comment"
PRAGMA: Final = "a secret override"
BASELINE: Final = "the baseline"
_FORMS: Final = {SUPPRESSION: r"memoryrail-lint:[ \t]*ignore", PRAGMA: r"pragma: ?(?:allow|white)list"}
"""Regular expressions, as wide as those of what heeds them: `policy.suppressions` and `checks.allow`."""
LONGEST: Final = 1000
"""Characters of a comment that are compared, and on either side of it those that are looked through."""
MANY: Final = 200
"""So many comments of a file are told apart by the credentials on their lines."""
_LOOSENESS: Final = ("info", "warning", "error", "never")
_MORE: Final = {"ignore": "ignore", "exclude": "exclude", "secrets.allow": "allow", "review.humans": "humans"}
"""Settings of which each entry lets something pass, and the attribute of Config."""
_FEWER: Final = {"review.agents": "agents", "sync.also": "also"}
"""Settings of which each entry is something that is looked at."""
_HIGHER: Final = {
    "staleness.grace": "grace",
    "lifecycle.typo-limit": "typo_limit",
    "sync.max-bytes": "max_bytes",
}
"""Numbers up to which something passes."""


@lru_cache(maxsize=8)
def comments(text: str) -> dict[Mark, list[Span]]:
    """The marks of a memory with the places where each stands. Not to be changed: it is kept."""
    if "memoryrail-lint:" not in text and "pragma:" not in text:
        return {}
    import re

    found: dict[Mark, list[Span]] = {}
    for kind, form in _FORMS.items():
        for number, match in enumerate(re.finditer(form, text)):
            words = re.split(r"-->|\*/|\n", text[match.start() : match.start() + LONGEST], maxsplit=1)[0]
            values = _values(text, match.start(), kind, words) if number < MANY else ()
            mark = (kind, " ".join(words.split()), *values)
            found.setdefault(mark, []).append(match.span())
    return found


def _values(text: str, at: int, kind: str, words: str) -> list[str]:
    """The credentials on the line of a comment, and on the next one, where it may be about credentials."""
    if kind != PRAGMA and "secret" not in words:
        return []
    from memoryrail_lint.checks.secrets import find

    text, at = text[max(at - LONGEST, 0) : at + 2 * LONGEST], min(at, LONGEST)
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    alone = kind == SUPPRESSION and not text[start:at].strip(" \t#<!-")
    if end >= 0 and (alone or "nextline" in words):
        end = text.find("\n", end + 1)
    part = text[start : end if end >= 0 else len(text)]
    return [part[hit.start : hit.end] for hit in find(part)]


def added(before: dict[Mark, list[Span]], now: dict[Mark, list[Span]]) -> list[tuple[Mark, Span]]:
    """The marks of which there are more than before, each with its last place."""
    return [(mark, spans[-1]) for mark, spans in now.items() if len(spans) > len(before.get(mark, ()))]


def last(text: str, word: str) -> Span | None:
    """Where a word stands last."""
    at = text.rfind(word)
    return (at, at + len(word)) if at >= 0 else None


def entries(text: str, within: str) -> dict[str, int]:
    """How often a baseline lists each finding: one of this tool, or one of detect-secrets for files below a
    folder, `within` with its slash: what that allows elsewhere concerns no memory.
    """
    import json

    found: dict[str, int] = {}
    try:
        document = json.loads(text)
        for path, hashes in document.get("results", {}).items():
            if not path.replace("\\", "/").removeprefix("./").startswith(within):
                continue
            for one in hashes:
                name = f"{path}:{one['hashed_secret']}"
                found[name] = found.get(name, 0) + 1
        for name, number in document.get("findings", {}).items():
            found[name] = found.get(name, 0) + int(number)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}
    return found


def loosened(before: Config, now: Config) -> dict[str, list[str]]:
    """Key of a setting that lets more pass than before -> what that is."""
    found: dict[str, list[str]] = {}
    for key, name in _MORE.items():
        found[key] = _without(_texts(getattr(now, name)), _texts(getattr(before, name)))
    for key, name in _FEWER.items():
        found[key] = _without(getattr(before, name), getattr(now, name))
    if now.select:
        found["select"] = _without(before.select, now.select) if before.select else [*now.select[:1]]
    if now.targets is not None:
        from memoryrail_lint.profiles.memoryrail.targets import DEFAULT

        found["sync.targets"] = _without(DEFAULT if before.targets is None else before.targets, now.targets)
    for key, name in _HIGHER.items():
        found[key] = [str(getattr(now, name))] if getattr(now, name) > getattr(before, name) else []
    if _LOOSENESS.index(now.fail_on or "error") > _LOOSENESS.index(before.fail_on or "error"):
        found["fail-on"] = [now.fail_on or "error"]
    if now.baseline and now.baseline != before.baseline:
        found["baseline"] = [now.baseline]
    if now.generator != before.generator == "own":
        found["sync.generator"] = [now.generator]
    return {key: what for key, what in found.items() if what}


def _texts(items: Iterable[object]) -> list[str]:
    return [str(getattr(item, "pattern", item)) for item in items]


def _without(items: Iterable[str], others: Sequence[str]) -> list[str]:
    return [item for item in items if item not in others]
