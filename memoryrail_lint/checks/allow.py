"""What people allow although it looks like a credential: comments, the baseline of detect-secrets, patterns.

The comments are those of detect-secrets (its `filters/allowlist.py`): `pragma: allowlist secret` behind a comment mark
on the line itself, `pragma: allowlist nextline secret` alone on the line above. Its baseline (`.secrets.baseline`)
holds, for each path, SHA-1 digests of allowed values. None of this changes what is masked: an allowed value is still
never shown.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Final

    from memoryrail_lint.source import Source

Baseline = dict[str, dict[str, set[int]]]
"""Path -> SHA-1 digest of a value (hexadecimal) -> the lines where it stood."""
BASELINE: Final = ".secrets.baseline"
LONGEST: Final = 512
"""Code points of a value that a pattern may be tried on, and of a pattern."""
_MANY: Final = 200
_WAYS: Final = LONGEST**3
"""In how many ways a pattern may be tried on one value (`ways`): three repetitions without an end, about a second."""
# The grammar's comment marks that need no end, then those that do, with their ends.
_OPEN: Final = r"(?:#|//|'|--)"
_CLOSED: Final = ((r"/\*", "*/"), (r"<!--[# \t]*", "-->"))
_HERE: Final = r" *pragma: ?(?:allow|white)list[ -]secret"
_NEXT: Final = r" *pragma: ?allowlist[ -]nextline[ -]secret"


def has_pragma(line: str, previous: str = "") -> bool:
    """Whether a comment on this line, or alone on the line before it, allows the credentials of the line."""
    return _matches(line, _HERE, "") or _matches(previous, _NEXT, r"[ \t]*")


def _matches(line: str, words: str, lead: str) -> bool:
    if "pragma:" not in line:
        return False
    import re

    if re.search(rf"\A{lead}{_OPEN}{words}" if lead else _OPEN + words, line):
        return True
    bare = line.rstrip(" \t\r\n")
    return any(
        bare.endswith(end) and re.search(rf"\A{lead}{start}{words}" if lead else start + words, bare)
        for start, end in _CLOSED
    )


def read_baseline(data: bytes) -> Baseline:
    """The allowed values of a baseline file. Raises ValueError where it is none."""
    import json

    digests: Baseline = {}
    try:
        for path, entries in json.loads(data.decode("utf-8-sig"))["results"].items():
            known = digests.setdefault(path.replace("\\", "/").removeprefix("./"), {})
            for entry in entries:
                known.setdefault(entry["hashed_secret"], set()).add(entry.get("line_number", 0))
    except (KeyError, TypeError, AttributeError, RecursionError):
        raise ValueError("no baseline of detect-secrets") from None
    return digests


def compile_patterns(texts: Iterable[str]) -> list[re.Pattern[str]]:
    """Regular expressions for whole values.

    Raises ValueError for one that is wrong, too long or could be tried in too many ways, and for too many.
    """
    import re
    import warnings

    from memoryrail_lint.checks.ways import ways

    patterns: list[re.Pattern[str]] = []
    for number, text in enumerate(texts, 1):
        if number > _MANY or len(text) > LONGEST:
            raise ValueError(f"at most {_MANY} regular expressions of at most {LONGEST} characters")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                patterns.append(re.compile(text))
        except (re.error, OverflowError, RecursionError):
            raise ValueError(f"a list of regular expressions, which number {number} is not") from None
        if ways(text, LONGEST, _WAYS) > _WAYS:
            raise ValueError(
                f"a list of regular expressions that end soon, which number {number} need not: "
                "repeat nothing that repeats or chooses itself, and use few repetitions"
            )
    return patterns


class Allowed:
    """What one repository allows. patterns: matched against whole values."""

    __slots__ = ("baseline", "patterns")

    def __init__(self, baseline: Baseline, patterns: Sequence[re.Pattern[str]]) -> None:
        self.baseline = baseline
        self.patterns = patterns

    def reason(self, source: Source, start: int, value: str) -> str | None:
        """What allows the value that begins at this offset of a file, in fixed words; None where nothing does."""
        number = source.position(start)[0]
        if self.by_pragma(source, source.line(number), source.line(number - 1) if number > 1 else ""):
            return "pragma: allowlist secret"
        known = self.baseline.get(source.path, {})
        if known and (_digest(value) in known or any(number in known.get(_digest(part), ()) for part in _parts(value))):
            return f"listed in {BASELINE}"
        return self.by_pattern(value)

    def by_pragma(self, source: Source, line: str, previous: str) -> bool:
        """Whether a comment allows what stands on this line of a file, behind that one."""
        return has_pragma(line, previous)

    def by_pattern(self, value: str) -> str | None:
        """As `reason`, for a value that stands on no line, such as a file's name."""
        if len(value) <= LONGEST and any(pattern.fullmatch(value) for pattern in self.patterns):
            return "allowed by secrets.allow"
        return None


def _digest(value: str) -> str:
    import hashlib

    return hashlib.sha1(value.encode(errors="replace"), usedforsecurity=False).hexdigest()


def _parts(value: str) -> Iterator[str]:
    """What detect-secrets takes for the value where that is less: a key's first line without dashes, a URL's password,
    a token's prefix (its patterns' groups). They are the same for many values, so they count on their line only."""
    yield value.partition("\n")[0].strip().strip("-")
    yield value.partition("://")[2].rpartition("@")[0].partition(":")[2]
    for mark in "_-.":
        yield value.partition(mark)[0]
