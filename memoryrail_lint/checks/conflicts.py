"""Markers that an unfinished merge leaves in a file."""

from __future__ import annotations

from memoryrail_lint.checks.markdown import fenced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoryrail_lint.diagnostics import Span


def find_conflict(text: str) -> Span | None:
    """The first line of git's conflict markers: `<<<<<<< `, then `=======`, then `>>>>>>> `, each at a line's start.

    An example in fenced code is none.
    """
    import re

    code = fenced(text)
    for match in re.finditer(r"^<<<<<<< [^\r\n]*", text, re.MULTILINE):
        middle = text.find("\n=======", match.end())
        if middle < 0 or text.find("\n>>>>>>> ", middle) < 0:
            break
        if not any(start <= match.start() < end for start, end in code):
            return match.span()
    return None
