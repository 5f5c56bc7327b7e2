"""Private keys: PEM, OpenSSH, PGP, PuTTY, age, JSON Web Keys, and tokens that hold a claim."""

from __future__ import annotations

from memoryrail_lint.checks.detectors.detector import Detector
from memoryrail_lint.checks.detectors.silence import is_sample

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator
    from typing import Final

_BEGIN: Final = r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----"
_END: Final = r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|---- END SSH2 ENCRYPTED PRIVATE KEY ----"
_LINE: Final = r"[A-Za-z0-9+/]{16,65536}={0,2}"
_LONGEST: Final = 65_536
"""Code points between the two marker lines; an RSA key of 16,384 bits has 12,600."""


def _blocks(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Private key blocks with a body: from the BEGIN marker to the END marker, or to the last line of the body.

    The line ends may be real or the escapes of one JSON string, and a quotation or comment mark may lead each line.
    A marker without a body is prose about keys.
    """
    import re

    line, last = re.compile(_LINE), re.compile(_END)
    begins = list(re.compile(_BEGIN).finditer(text, start, end))
    for begin, (at, limit) in zip(begins, _sections(begins, end), strict=True):
        close = last.search(text, begin.end(), limit)
        lines = list(line.finditer(text, begin.end(), close.start() if close else limit))
        if close is None:
            lines = _adjacent(text, begin.end(), lines)
        body = "".join(m.group() for m in lines)
        stop = close.end() if close else lines[-1].end() if lines else at
        if len(body) >= 40 and not is_sample(body[:400], 3.0) and not _is_cut(text[at:stop]):
            yield at, stop


def _is_cut(block: str) -> bool:
    """Whether a key is shown in part, or marked as an example within."""
    return "..." in block or "EXAMPLE" in block or "…" in block


def _adjacent(text: str, at: int, lines: list[re.Match[str]]) -> list[re.Match[str]]:
    """The leading lines of a body that follow each other closely: where the END marker is missing, prose ends it."""
    kept: list[re.Match[str]] = []
    for match in lines:
        if match.start() - at > (200 if not kept else 16):
            break
        kept.append(match)
        at = match.end()
    return kept


def _putty(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """PuTTY's own key files, from the header to the last line of the private part."""
    import re

    line = re.compile(_LINE)
    marks = list(re.compile("PuTTY-User-Key-File-[0-9]").finditer(text, start, end))
    for at, limit in _sections(marks, end):
        private = text.find("Private-Lines:", at, limit)
        if private >= 0 and (lines := _adjacent(text, private, list(line.finditer(text, private, limit)))):
            yield at, lines[-1].end()


def _sections(marks: list[re.Match[str]], end: int) -> Iterator[tuple[int, int]]:
    """From each mark to the next one, the end of the text or the length of the longest key."""
    for mark, following in zip(marks, [*marks[1:], None], strict=False):
        yield mark.start(), min(following.start() if following else end, mark.end() + _LONGEST)


DETECTORS = (
    # detect-secrets reports the marker alone, in prose too, and not what follows it.
    Detector(
        "private-key",
        "",
        ("PRIVATE KEY",),
        scan=_blocks,
        hits=(
            "[[-----BEGIN PRIVATE KEY-----\n«s64»\n«s64»\n-----END PRIVATE KEY-----]]\n",
            "[[-----BEGIN RSA PRIVATE"
            " KEY-----\nProc-Type: 4,ENCRYPTED\n\n«s64»\n«s40»==\n-----END RSA PRIVATE"
            " KEY-----]]",
            '{"private_key": "[[-----BEGIN PRIVATE KEY-----\\n«s64»\\n«s64»\\n-----END PRIVATE KEY-----]]\\n"}',
            "> [[-----BEGIN OPENSSH PRIVATE KEY-----\n> «s70»\n> «s70»\n> -----END OPENSSH PRIVATE KEY-----]]",
            "[[-----BEGIN PGP PRIVATE"
            " KEY BLOCK-----\nVersion: GnuPG v2\n\n«s64»\n«s64»\n=abcd\n-----END PGP PRIVATE"
            " KEY BLOCK-----]]",
            "[[-----BEGIN EC PRIVATE KEY-----\n«s64»\n«s64»]]\n\nThe rest is prose.",
        ),
        leaves=(
            "a file that starts with -----BEGIN PRIVATE KEY----- is a key",
            "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
            "-----BEGIN PUBLIC KEY-----\n«s64»\n-----END PUBLIC KEY-----",
            "-----BEGIN CERTIFICATE-----\n«s64»\n«s64»\n-----END CERTIFICATE-----",
        ),
    ),
)

TOKENS = (
    Detector(
        "putty-key",
        "",
        ("PuTTY-User-Key-File-",),
        scan=_putty,
        hits=(
            "[[PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: me\nPublic-Lines: 1\n«s64»\n"
            "Private-Lines: 1\n«s48»]]\nPrivate-MAC: 0",
        ),
        leaves=("PuTTY-User-Key-File-2 is the old format",),
    ),
    Detector(
        "age-key",
        r"AGE-SECRET-KEY-(?:PQ-)?1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{40,80}",
        ("AGE-SECRET-KEY-",),
        hits=("[[AGE-SECRET-KEY-1«c58»]]",),
        leaves=("AGE-SECRET-KEY-1...", "age1«l58»"),
    ),
)
