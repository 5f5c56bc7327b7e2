"""One entry of the table: what a kind of credential looks like, and what makes looking for it worth while."""

from __future__ import annotations

from memoryrail_lint.checks.detectors.gate import is_plain, latin
from memoryrail_lint.checks.detectors.silence import is_sample

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterator
    from typing import Final

    Accept = Callable[[str], bool]
    Gate = Callable[[str], bool]
    Scan = Callable[[str, int, int], Iterator[tuple[int, int]]]

ENTROPY_FLOOR: Final = 2.8
"""Bits per character below which a token is a filler; random hexadecimal of 32 digits has 3.2 to 3.9."""

_ESCAPES: Final = frozenset("nrtbf")
_HEX: Final = frozenset("0123456789abcdefABCDEF")


class Detector:
    """A kind of credential.

    name: kebab-case, shown to users.
    pattern: the source of a regular expression without unbounded repetition; the group that matched, where there is
        one, is the credential, else the whole match. A token's match is 20 code points or more of no white space.
    keywords: literals of which every match holds at least one; the gate.
    least: the shortest possible match.
    floor: least Shannon entropy of the value in bits per code point, None where the value may be short or wordy; with a
        floor, nothing that `gate.is_plain` says of words is a value.
    bound: no letter or digit may stand before the match (escapes such as ``\\n`` and ``%3D`` are none).
    accept: a last judgement about the value.
    gate: replaces the look for keywords.
    scan: replaces pattern, for what a regular expression says badly: text, start and end of the
        place to look at to (start, end) pairs.
    hits, leaves: examples of both kinds in the notation of `examples.expand`.
    """

    __slots__ = (
        "_compiled",
        "accept",
        "bound",
        "floor",
        "gate",
        "hits",
        "keywords",
        "least",
        "leaves",
        "name",
        "pattern",
        "scan",
    )

    def __init__(
        self,
        name: str,
        pattern: str,
        keywords: tuple[str, ...],
        *,
        hits: tuple[str, ...],
        leaves: tuple[str, ...] = (),
        least: int = 20,
        floor: float | None = ENTROPY_FLOOR,
        bound: bool = True,
        accept: Accept | None = None,
        scan: Scan | None = None,
        gate: Gate | None = None,
    ) -> None:
        self.name = name
        self.pattern = pattern
        self.keywords = keywords
        self.hits = hits
        self.leaves = leaves
        self.least = least
        self.floor = floor
        self.bound = bound
        self.accept = accept
        self.scan = scan
        self.gate = gate
        self._compiled: re.Pattern[str] | None = None

    def may_match(self, text: str) -> bool:
        """Whether the gate lets `text` through."""
        return self.gate(text) if self.gate else any(map(text.__contains__, self.keywords))

    def compiled(self) -> re.Pattern[str]:
        """The pattern, compiled on first use."""
        if self._compiled is None:
            import re

            self._compiled = re.compile(self.pattern)
        return self._compiled

    def spans(self, text: str, start: int = 0, end: int | None = None) -> Iterator[tuple[int, int]]:
        """Start and end of each credential of this kind in `text[start:end]`, in code points of the whole `text`."""
        if end is None:
            end = len(text)
        if self.scan is not None:
            yield from self.scan(text, start, end)
            return
        compiled = self.compiled()
        for match in compiled.finditer(text, start, end):
            if self.bound and not starts_word(text, match.start()):
                continue
            group = match.lastindex or 0
            value = match.group(group)
            if is_sample(value, self.floor) or (self.floor is not None and is_plain(latin(value))):
                continue
            if self.accept is not None and not self.accept(value):
                continue
            yield match.span(group)


def starts_word(text: str, at: int) -> bool:
    """Whether a token may begin at `at`: after no letter or digit, or after one that belongs to an escape."""
    if at == 0 or not text[at - 1].isalnum():
        return True
    if text[at - 1] in _ESCAPES and at > 1 and text[at - 2] == "\\":
        return True
    return at > 2 and text[at - 3] == "%" and text[at - 1] in _HEX and text[at - 2] in _HEX
