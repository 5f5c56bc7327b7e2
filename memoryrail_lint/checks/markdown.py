"""What is code in a Markdown text, by lines: enough to leave examples alone."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoryrail_lint.diagnostics import Span


def fenced(text: str, start: int = 0) -> list[Span]:
    """The spans of fenced code blocks in `text` from offset `start` on, fences included (CommonMark, section 4.5).

    An unclosed fence runs to the end of the text.
    """
    if "```" not in text and "~~~" not in text:
        return []
    spans: list[Span] = []
    fence, opened, at = "", 0, start
    for line in text[start:].split("\n"):
        bare = line.strip()
        indent = len(line) - len(line.lstrip(" "))
        mark = bare[:1]
        run = bare[: len(bare) - len(bare.lstrip(mark))] if mark and mark in "`~" else ""
        if not fence and len(run) >= 3 and indent < 4 and not (mark == "`" and "`" in bare[len(run) :]):
            fence, opened = run, at
        elif fence and run == bare and indent < 4 and mark == fence[0] and len(run) >= len(fence):
            spans.append((opened, at + len(line)))
            fence = ""
        at += len(line) + 1
    if fence:
        spans.append((opened, len(text)))
    return spans
