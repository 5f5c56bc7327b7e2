"""The cheap first look: which detectors can find anything in a text. It may be wrong in one direction only.

Most texts hold no credential, and a search for each of some three hundred literals would cost more than everything
else. So the tests go from coarse to fine:

1. A token is a long word without white space, and a text of prose has few: they are cut out once, and only they are
   searched, first for a run of letters and digits or one of few literals, then for each detector's own.
2. Keywords such as "password" stand in prose all the time. They count where one of the next words could be a value.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

    from memoryrail_lint.checks.detectors.detector import Detector

LONG: Final = 20
"""The shortest token, in code points."""
RUN: Final = 16
"""Letters and digits in a row that make a long word worth looking at."""
REACH: Final = 64
"""How far after a keyword its value may begin, in code points."""
HEAD: Final = 40
"""Among as many of its first code points a value has a digit, or a capital that is not the first."""
LOGIN: Final = 400
"""The longest name and password of a URL together, in code points."""
SIGNS: Final = "=:|>"
"""One of these stands before a value that has no digit."""
SHORTEST: Final = 8
"""The shortest value after a keyword, in code points."""
_WORDS: Final = 6
"""How many words lie between a keyword and the value that a sign introduces, at most."""


def _classes(kept: str) -> bytes:
    """A table for `bytes.translate` that turns what is in `kept` into `x` and everything else into a blank."""
    return bytes(120 if chr(code) in kept else 32 for code in range(256))


_DIGITS: Final = "0123456789"
_ALNUM: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" + _DIGITS
_IN_WORD: Final = _classes(_ALNUM + "-_.=/+~%$@")
_IN_RUN: Final = _classes(_ALNUM)
_KINDS: Final = bytes(
    97 if ch.isalpha() else 48 if ch in _DIGITS else 61 if ch in SIGNS else 32 if ch.isspace() else 46
    for ch in map(chr, range(256))
)
"""For `bytes.translate`: letters to `a`, digits to `0`, signs to `=`, white space to a blank, the rest to a dot."""
_LONG_WORD: Final = b"x" * LONG
_LONG_RUN: Final = b"x" * RUN


def long_words(data: bytes, text: str) -> str:
    """The words of at least `LONG` code points, one a line, each with the character before it.

    `data` is `text` in Latin-1 with a question mark for everything else, so that offsets agree.
    """
    marks = data.translate(_IN_WORD)
    words = []
    start = marks.find(_LONG_WORD)
    while start >= 0:
        end = marks.find(b" ", start)
        if end < 0:
            end = len(text)
        words.append(text[max(0, start - 1) : end])
        start = marks.find(_LONG_WORD, end)
    return "\n".join(words)


def tokens(words: str, detectors: Sequence[Detector], loose: Sequence[str]) -> list[Detector]:
    """Which token detectors may match in `words`; `loose` holds the keywords of those that need no long run."""
    for keyword in loose:
        if keyword in words:
            break
    else:
        if _LONG_RUN not in words.encode("latin-1", "replace").translate(_IN_RUN):
            return []
    return [d for d in detectors if d.least <= len(words) and any(keyword in words for keyword in d.keywords)]


def has_value(data: bytes, text: str, folded: str, stems: Sequence[str]) -> bool:
    """Whether what follows a keyword could be a value.

    That is a word with a letter and a digit within reach, or, behind a sign, one with a capital inside.
    """
    marks = b""
    for stem in stems:
        at = folded.find(stem)
        while at >= 0:
            at += len(stem)
            marks = marks or data.translate(_KINDS)
            if _has_digits(marks, at):
                return True
            near = marks[at : at + REACH]
            if b"=" in near and _has_sign(near) and _has_capitals(text[at : at + REACH + HEAD]):
                return True
            at = folded.find(stem, at)
    return False


def _has_digits(marks: bytes, keyword: int) -> bool:
    """Whether a word of `SHORTEST` or more that begins within reach holds a letter and, in its head, a digit."""
    last = keyword + REACH
    at = marks.find(b"0", keyword, last + HEAD)
    while at >= 0:
        start = marks.rfind(b" ", 0, at) + 1
        stop = marks.find(b" ", at)
        if stop < 0:
            stop = len(marks)
        if start > last:
            return False
        if stop - start >= SHORTEST and b"a" in marks[start:stop]:
            return True
        at = marks.find(b"0", stop, last + HEAD)
    return False


def _has_sign(near: bytes) -> bool:
    """Whether a sign ends the keyword's word or is the next one."""
    return b"=" in b"".join(near.split(None, 2)[:2])


def _has_capitals(near: str) -> bool:
    """Whether one of the next words has small letters, and capitals after its first character."""
    return any(
        len(word) >= SHORTEST and not (word[1:].islower() or word.isupper() or word.islower())
        for word in near.split(None, _WORDS)[:_WORDS]
    )


def has_login(text: str) -> bool:
    """Whether a URL in `text` may hold a name and a password: a colon and then an at sign after `://` in one word."""
    if "@" not in text:
        return False
    at = text.find("://")
    while at >= 0:
        at += 3
        end = text.find("@", at, at + LOGIN)
        if end > 0 and ":" in text[at:end] and len(text[at:end].split()) == 1:
            return True
        at = text.find("://", at)
    return False


def has_option(text: str) -> bool:
    """Whether a command line in `text` may hold a password: an option, and a program that takes one so."""
    return " -" in text and any(program in text for program in ("curl", "wget", "mysql", "sshpass"))


def has_cookie(text: str) -> bool:
    """Whether a cookie's name and value may follow the word."""
    at = text.find("ookie")
    while at >= 0:
        if "=" in text[at : at + LOGIN]:
            return True
        at = text.find("ookie", at + LOGIN)
    return False
