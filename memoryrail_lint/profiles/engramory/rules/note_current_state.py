"""A project note stores what the repository will answer differently tomorrow.

The version one is on, the last commit, how many tests pass: such a value is wrong as soon as work goes on. What shipped
when is settled and stays true. A note that warns of its own numbers is a note of this kind.

Fix: write where to read it, such as the command that prints it, and not the value.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.engramory.hints import has_state
from memoryrail_lint.profiles.engramory.relative import lower

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.engramory.model import Note, Store

SEVERITY = "info"
VERSION = r"v?\d+(?:\.\d+)+"
# (one of these must be in the text, in lower case; what then counts)
PATTERNS = (
    (("version", "release"), rf"\b(?:current|latest|installed)(?:ly)? (?:version|release)\b[^\n.]{{0,20}}?\b{VERSION}"),
    (("currently", "now on", "now at"), rf"\b(?:currently|now) (?:on|at|running) (?:version )?{VERSION}"),
    (("commit", "head"), r"\b(?:latest|last|current|tip|head) commit\b[^\n]{0,20}?\b[0-9a-f]{7,40}\b"),
    (("head",), r"\bhead (?:is|at|is at|=)\s*`?[0-9a-f]{7,40}\b"),
    (
        ("pass", "fail", "green"),
        r"\b\d+(?:/\d+)? (?:unit |e2e |integration )?tests? (?:are |now )?(?:pass|fail|green)\w*",
    ),
    (
        ("test count", "tests total", "total tests"),
        r"\b(?:test count|total tests)\b[^\n]{0,12}?\d+|\b\d+ tests total\b",
    ),
    (("coverage",), r"\b(?:current |test )?coverage (?:is|at|of|:)\s*\d+(?:\.\d+)?\s?%"),
    (
        ("out of date", "outdated", "verify before"),
        r"\b(?:numbers?|counts?|values?) (?:may|might|will) be (?:out of date|outdated|stale)\b",
    ),
)


def check(note: Note, store: Store) -> Iterator[Finding]:
    if note.type != "project" or not has_state(note.hints):
        return
    lowered = lower(note.source.text)
    wanted = [pattern for gates, pattern in PATTERNS if any(gate in lowered for gate in gates)]
    if not wanted:
        return
    import re

    for start, end in sorted({match.span() for pattern in wanted for match in re.finditer(pattern, lowered)}):
        message = "this is current state, which will not stay true: {0}"
        value = note.source.text[start:end]
        yield Finding(note.source, (start, end), message, value, help="write where to read it, and not the value")
