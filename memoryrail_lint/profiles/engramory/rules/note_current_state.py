"""A project note stores what the repository will answer differently tomorrow.

The version one is on, the last commit, how many tests pass: such a value is wrong as soon as work goes on. What shipped
when is settled and stays true. A note that warns of its own numbers is a note of this kind.

Fix: write where to read it, such as the command that prints it, and not the value.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.engramory.gates import opened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memoryrail_lint.profiles.engramory.model import Store
    from memoryrail_lint.profiles.engramory.note import Note

SEVERITY = "info"
VERSION = r"v?\d+(?:\.\d+)+"
# (groups of literals, a pattern, see `gates`), for a text in lower case.
VERSIONS = (
    (
        (("version", "release"),),
        rf"\b(?:current|latest|installed)(?:ly)? (?:version|release)\b[^\n.]{{0,20}}?\b{VERSION}",
    ),
    ((("currently", "now on", "now at"),), rf"\b(?:currently|now) (?:on|at|running) (?:version )?{VERSION}"),
)
PATTERNS = (
    ((("commit",),), r"\b(?:latest|last|current|tip|head) commit\b[^\n]{0,20}?\b[0-9a-f]{7,40}\b"),
    ((("head ",),), r"\bhead (?:is|at|is at|=)\s*`?[0-9a-f]{7,40}\b"),
    (
        ((" test",), ("tests pass", "tests fail", "tests green", "tests are ", "tests now ", "test pass", "test fail")),
        r"\b\d+(?:/\d+)? (?:unit |e2e |integration )?tests? (?:are |now )?(?:pass|fail|green)\w*",
    ),
    (
        (("test count", "total tests", "tests total"),),
        r"\b(?:test count|total tests)\b[^\n]{0,12}?\d+|\b\d+ tests total\b",
    ),
    ((("%",), ("coverage",)), r"\b(?:current |test )?coverage (?:is|at|of|:)\s*\d+(?:\.\d+)?\s?%"),
    (
        ((" be out", " be stale"),),
        r"\b(?:numbers?|counts?|values?) (?:may|might|will) be (?:out of date|outdated|stale)\b",
    ),
)


def check(note: Note, store: Store) -> Iterable[Finding]:
    if note.type != "project":
        return ()
    lowered = note.lowered
    wanted = opened(VERSIONS, lowered) if b"0.0" in note.shape else []
    wanted += opened(PATTERNS, lowered)
    return _findings(note, wanted) if wanted else ()


def _findings(note: Note, wanted: list[str]) -> Iterator[Finding]:
    import re

    for start, end in sorted({match.span() for pattern in wanted for match in re.finditer(pattern, note.lowered)}):
        message = "this is current state, which will not stay true: {0}"
        value = note.source.text[start:end]
        yield Finding(note.source, (start, end), message, value, help="write where to read it, and not the value")
