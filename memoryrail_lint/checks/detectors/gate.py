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
    from typing import Final

LONG: Final = 20
"""The shortest token, in code points."""
RUN: Final = 16
"""Letters and digits in a row that make a long word worth looking at."""
REACH: Final = 64
"""How far after a keyword its value may begin, in code points."""
HEAD: Final = 40
"""Among as many of its first code points a value has a digit, or a capital that is not the first."""
AROUND: Final = 160
"""How much of the text before and after a vendor's name is looked at, in code points."""
VENDORS: Final = ("cloudant", "softlayer")
"""The vendors whose credentials nothing but their name gives away."""
STEMS: Final = ("pass", "pwd", "secret", "token", "key", "auth", "credential", "contrase", "bearer")
"""What every keyword contains, in lower case."""
LOOSE: Final = (
    ".atlasv1.", "1//0", ":AA", ":_authToken=", "A3-", "AIza", "AQVN", "AccessKey=", "AccountKey=", "CFPAT-",
    "EAAA", "FLWSECK", "GOCSPX-", "GR1348941", "HRKU-", "NRII-", "NRIQ-", "NRSP-", "PuTTY-User-Key-File-", "Q~",
    "SG.", "Secret=", "SecretValue=", "TT3", "access-development-", "access-production-", "access-sandbox-", "api-",
    "bedrock-api-key-", "dckr_", "duffel_", "figd_", "figh_", "figo_", "figoh_", "figor_", "figp_", "figu_", "fm1_",
    "fm1a_", "fm1r_", "fm2_", "fo1_", "ghs_", "github_pat_", "glagent-", "glc_", "glcbt-", "gldt-", "glffct-",
    "glft-", "glimt-", "gloas-", "glpat-", "glptt-", "glrt-", "glrtr-", "glsoat-", "glwt-", "hvb.", "hvr.", "hvs.",
    "k_live_", "k_prod_", "k_test_", "mdb_sa_sk_", "nvapi-", "pat-ap", "pat-eu", "pat-na", "pcsk_", "pscale_",
    "rzp_live_", "rzp_test_", "sb_secret_", "sdk-", "sha256~", "sig=", "sk-", "sk-ant-", "sl.", "sntrys_", "sq0",
    "vercel_blob_rw_", "whsec_", "xapp-", "xox", "ya29.",
)  # fmt: skip
"""The table's `loose` keywords, repeated here so that a clean text loads no table."""
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


def may_hold(text: str) -> bool:
    """Whether any detector may find something in `text`. Nearly every text without a credential gives False."""
    data = latin(text)
    folded = fold(text)
    return (
        has_token(long_words(data, text))
        or has_value(data, text, folded)
        or "PRIVATE KEY" in text
        or has_login(text)
        or has_option(text)
        or has_cookie(text)
        or any(is_beside(folded, vendor) for vendor in VENDORS)
    )


def has_token(words: str) -> bool:
    """Whether one of the long words may be a token."""
    for keyword in LOOSE:
        if keyword in words:
            return True
    return _LONG_RUN in latin(words).translate(_IN_RUN)


def latin(text: str) -> bytes:
    """`text` in Latin-1, a byte for each code point; a question mark for what is not in it."""
    return text.encode("latin-1", "replace")


def fold(text: str) -> str:
    """`text` in lower case, a code point for each: the one capital whose small form takes two is spelt out."""
    folded = text.lower()
    return folded if len(folded) == len(text) else text.replace("\u0130", "i").lower()


def has_value(data: bytes, text: str, folded: str) -> bool:
    """Whether what follows a keyword could be a value.

    That is a word with a letter and a digit within reach, or, behind a sign, one with a capital inside.
    """
    marks = b""
    for stem in STEMS:
        at = folded.find(stem)
        while at >= 0:
            at += len(stem)
            marks = marks or data.translate(_KINDS)
            if is_followed(marks, text, at):
                return True
            at = folded.find(stem, at)
    return False


def is_followed(marks: bytes, text: str, keyword: int) -> bool:
    """Whether a value may follow the keyword that ends at `keyword`; `marks` holds the kinds of `text`."""
    near = marks[keyword : keyword + REACH + HEAD]
    if b"0" in near and _has_digits(marks, keyword):
        return True
    return b"=" in near and has_sign(near) and _has_capitals(text[keyword : keyword + REACH + HEAD])


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


def has_sign(near: bytes) -> bool:
    """Whether a sign stands in the rest of the keyword's word or begins the next one; `near` is in kinds."""
    end = near.find(b" ")
    return b"=" in near[:end] or b"=" in near[end:].lstrip()[:2] if end >= 0 else b"=" in near


def kinds(text: str) -> bytes:
    """The kind of each code point of `text`, see `_KINDS`."""
    return latin(text).translate(_KINDS)


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
    return " -" in text and ("curl" in text or "wget" in text or "mysql" in text or "sshpass" in text)


def has_cookie(text: str) -> bool:
    """Whether a cookie's name and value may follow the word."""
    at = text.find("ookie")
    while at >= 0:
        if "=" in text[at : at + LOGIN]:
            return True
        at = text.find("ookie", at + LOGIN)
    return False


def is_beside(folded: str, vendor: str) -> bool:
    """Whether a long word stands near the vendor's name; both are in lower case."""
    at = folded.find(vendor)
    while at >= 0:
        if any(len(word) >= LONG for word in folded[max(0, at - AROUND) : at + AROUND].split()):
            return True
        at = folded.find(vendor, at + AROUND)
    return False
