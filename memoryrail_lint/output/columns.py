"""A column of a file's line as the formats count it. Columns are from 1; those of a diagnostic are code points."""

from __future__ import annotations

from memoryrail_lint.diagnostics import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from memoryrail_lint.source import Source


def byte_column(source: Source, line: int, column: int) -> int:
    """In UTF-8 bytes of the line as it is in the file; a byte order mark is part of the first line."""
    mark = 3 if source.bom and line == 1 else 0
    return mark + len(source.line(line)[: column - 1].encode(errors="surrogatepass")) + 1


def excerpt_column(source: Source, line: int, column: int, mask: Callable[[str], str]) -> int:
    """In the line as an excerpt shows it, `visible(mask(line))`, which is longer or shorter than the line."""
    return len(visible(mask(source.line(line)[: column - 1]))) + 1
