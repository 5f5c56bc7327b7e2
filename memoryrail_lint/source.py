"""A file's content with positions: bytes in, text and places out, and bytes again after edits."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

    from memoryrail_lint.diagnostics import Edit, Span

BOM: Final = b"\xef\xbb\xbf"


class Source:
    """The content of one file.

    path: POSIX, relative to the repository root (what diagnostics show).
    data: the bytes as read; text: decoded, without a byte order mark. Line ends stay as they are.
    bad_byte: offset in `data` of the first byte that is not UTF-8, or None. `text` then holds U+FFFD in its place.
    real: the file to write when it is not `path` itself (a symlink's target), absolute; None otherwise.
    """

    __slots__ = ("_starts", "bad_byte", "bom", "data", "path", "real", "text")

    def __init__(self, path: str, data: bytes = b"", real: str | None = None) -> None:
        self.path = path
        self.data = data
        self.real = real
        self.bom = data.startswith(BOM)
        self.bad_byte: int | None = None
        body = data[3:] if self.bom else data
        try:
            self.text = body.decode()
        except UnicodeDecodeError as error:
            self.bad_byte = error.start + (3 if self.bom else 0)
            self.text = body.decode(errors="replace")
        self._starts: list[int] | None = None

    def line_starts(self) -> list[int]:
        """Offset of each line's first character; a line ends at a line feed, as git and every forge count."""
        if self._starts is None:
            starts = [0]
            find, at = self.text.find, 0
            while (at := find("\n", at) + 1) > 0:
                starts.append(at)
            self._starts = starts
        return self._starts

    def position(self, offset: int) -> tuple[int, int]:
        """The line and column, both from 1, of an offset into `text`."""
        from bisect import bisect_right

        starts = self.line_starts()
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def place(self, span: Span | None) -> tuple[int, int, int, int]:
        """Line, column, end line, end column (exclusive) of a span; the first line's start for None."""
        if span is None:
            return 1, 1, 1, 1
        return (*self.position(span[0]), *self.position(span[1]))

    def line(self, number: int) -> str:
        """The text of line `number` (from 1) without its line end."""
        starts = self.line_starts()
        end = starts[number] if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end].rstrip("\r\n")

    @property
    def newline(self) -> str:
        """The line end that this file uses: that of its first line, a line feed where it has none."""
        first = self.text.find("\n")
        return "\r\n" if first > 0 and self.text[first - 1] == "\r" else "\n"

    def edited(self, edits: Iterable[Edit]) -> bytes:
        """The bytes of the file after edits of this source, which must not overlap; everything else stays as it was.

        Raises ValueError where two edits overlap, or where the file is not UTF-8.
        """
        if self.bad_byte is not None:
            raise ValueError(f"{self.path} is not UTF-8")
        parts, at = [], 0
        for edit in sorted(edits, key=lambda e: (e.start, e.end)):
            if edit.start < at:
                raise ValueError(f"overlapping edits in {self.path}")
            parts += [self.text[at : edit.start], edit.text]
            at = edit.end
        parts.append(self.text[at:])
        return (BOM if self.bom else b"") + "".join(parts).encode()
