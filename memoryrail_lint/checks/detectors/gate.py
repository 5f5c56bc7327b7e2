"""The cheap first look: where in a text a detector can find anything. It may be wrong in one direction only.

Most texts hold no credential, and a search for each of some three hundred literals would cost more than everything
else. So the tests go from coarse to fine, and what they find bounds what the patterns have to read:

1. A token is a long word without white space, and a text of prose has few: they are cut out once, and only they are
   searched for a run of letters and digits or one of few literals.
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
"""The vendors whose credentials, runs of 24 or 64 letters and digits, nothing but their name gives away."""
STEMS: Final = ("pass", "pwd", "secret", "token", "key", "auth", "credential", "contrase", "bearer")
"""What every keyword contains, in lower case."""
MERGED: Final = ("et", "hyawn", "ubk", "pr", "ds", "c")
"""Letters that `NEEDLES` take for one another, written as the first of each group."""
NEEDLES: Final = (
    (b"phd", ((0, b"pass"), (0, b"pwd"), (4, b"contrase"))),
    (b"cpe", ((2, b"secret"), (0, b"credential"))),
    (b"ueh", ((0, b"key"), (2, b"token"), (1, b"auth"), (0, b"bearer"))),
)
"""Three searches instead of nine: with letters merged, every stem holds one of these, at the offset beside it.

The groups were chosen by search, so that next to no other English text holds a needle (1.6 places in 1,000 characters).
"""
LOOSE: Final = (
    ".atlasv1.", "1//0", ":AA", ":_authToken=", "A3-", "AIza", "AQVN", "AccessKey=", "AccountKey=", "CFPAT-",
    "EAAA", "FLWSECK", "GOCSPX-", "GR1348941", "HRKU-", "NRII-", "NRIQ-", "NRSP-", "PuTTY-User-Key-File-", "Q~",
    "SG.", "Secret=", "SecretValue=", "TT3", "access-development-", "access-production-", "access-sandbox-", "api-",
    "bedrock-api-key-", "dckr_", "duffel_", "figd_", "figh_", "figo_", "figoh_", "figor_", "figp_", "figu_", "fm1_",
    "fm1a_", "fm1r_", "fm2_", "fo1_", "ghs_", "github_pat_", "glagent-", "glc_", "glcbt-", "gldt-", "glffct-",
    "glft-", "glimt-", "gloas-", "glpat-", "glptt-", "glrt-", "glrtr-", "glsoat-", "glwt-", "hvb.", "hvr.", "hvs.",
    "k_live_", "k_prod_", "k_test_", "mdb_sa_sk_", "nvapi-", "ops_eyJ", "pat-ap", "pat-eu", "pat-na", "pcsk_",
    "pscale_", "pypi-Ag", "rzp_live_", "rzp_test_", "sb_secret_", "sdk-", "sha256~", "sig=", "sk-", "sk-ant-", "sl.",
    "sntrys_", "sq0", "vercel_blob_rw_", "whsec_", "xapp-", "xox", "ya29.",
)  # fmt: skip
"""The table's `loose` keywords, repeated here so that a clean text loads no table."""
COARSE: Final = (
    "1//0", "access-", "api-", "atlasv1", "dckr_", "duffel_", "fig", "fm1", "fm2_", "fo1_", "ghs_", "github_pat_",
    "gl", "hv", "k_live_", "k_prod_", "k_test_", "mdb_sa", "pat-", "pcsk_", "pscale_", "rzp_", "sb_secret_", "sdk-",
    "sk-", "sl.", "sntrys_", "sq0", "vercel_b", "whsec_", "xapp-", "xox", "ya29.",
)  # fmt: skip
"""What those of `LOOSE` hold that are made of `PLAIN` characters only: half as many searches for most texts."""
SCHEMES: Final = ("SSWS", "Bot")
"""The schemes of an `Authorization` header that are no keywords themselves."""
LOGIN: Final = 400
"""The longest name and password of a URL together, in code points."""
SIGNS: Final = "=:|>"
"""One of these stands before a value that has no digit."""
SHORTEST: Final = 8
"""The shortest value after a keyword, in code points."""
PLAIN: Final = b"abcdefghijklmnopqrstuvwxyz0123456789_-./"
"""What paths, ids and dates are made of."""
WINDOW: Final = 400
"""How much of the text after a keyword is looked at, in code points; a word that goes on beyond it may be a value."""
_WORDS: Final = 6
"""How many words lie between a keyword and the value that a sign introduces, at most."""


def _classes(kept: str) -> bytes:
    """A table for `bytes.translate` that turns what is in `kept` into `x` and everything else into a blank."""
    return bytes(120 if chr(code) in kept else 32 for code in range(256))


def _merging(groups: tuple[str, ...]) -> bytes:
    """A table for `bytes.translate` that writes the letters of each group, in either case, as its first one."""
    first = {letter: group[0] for group in groups for letter in group}
    return bytes(ord(first.get(chr(code).lower(), " ")) for code in range(256))


_DIGITS: Final = "0123456789"
_ALNUM: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" + _DIGITS
_HASH: Final = b"0123456789abcdef \t\r\n\"'`([<,."
"""The digits of a hash, and what may stand beside it."""
_IN_WORD: Final = _classes(_ALNUM + "-_.=/+~%$@")
_IN_RUN: Final = _classes(_ALNUM)
_MERGE: Final = _merging(MERGED)
_KINDS: Final = bytes(
    97 if ch.isalpha() else 48 if ch in _DIGITS else 61 if ch in SIGNS else 32 if ch.isspace() else 46
    for ch in map(chr, range(256))
)
"""For `bytes.translate`: letters to `a`, digits to `0`, signs to `=`, white space to a blank, the rest to a dot."""
_LONG_WORD: Final = b"x" * LONG
_LONG_RUN: Final = b"x" * RUN
_BETWEEN: Final = PLAIN + b"\n \"'`([<>,"
"""What leaves nothing of the long words of most texts."""
_ODD: Final = (("\u0130", "i"), ("\u017f", "s"), ("\u212a", "k"))
"""Characters beyond Latin-1 that are Latin letters when case is ignored."""


class Look:
    """What the gate saw in a text, as spans of code points.

    words: long words that may be tokens, as far as the next blank or line end on both sides.
    lines: lines in which a keyword is followed by what may be a value.
    """

    __slots__ = ("lines", "words")

    def __init__(self, words: list[tuple[int, int]], lines: list[tuple[int, int]]) -> None:
        self.words = words
        self.lines = lines


def may_hold(text: str) -> bool:
    """Whether any detector may find something in `text`. Nearly every text without a credential gives False."""
    return look(text) is not None


def look(text: str) -> Look | None:
    """Where a detector may find something in `text`; None where none can."""
    data = latin(text)
    long = long_words(data)
    joined = "\n".join([text[start:end] for start, end in long])
    run = has_run(latin(joined))
    words = token_words(text, data, long) if run or has_loose(joined) else []
    lines = value_lines(data, text)
    if (
        words
        or lines
        or "PRIVATE KEY" in text
        or has_login(text)
        or has_option(text)
        or has_cookie(text)
        or (run and any(is_beside(fold(text), vendor) for vendor in VENDORS))
    ):
        return Look(words, lines)
    return None


def long_words(data: bytes) -> list[tuple[int, int]]:
    """The spans of the words of at least `LONG` code points, each with the character before it.

    `data` is a text in Latin-1 with a question mark for everything else, so that offsets agree.
    """
    marks = data.translate(_IN_WORD)
    words = []
    start = marks.find(_LONG_WORD)
    while start >= 0:
        end = marks.find(b" ", start)
        if end < 0:
            end = len(marks)
        words.append((start - 1 if start else 0, end))
        start = marks.find(_LONG_WORD, end)
    return words


def has_run(words: bytes) -> bool:
    """Whether so many letters and digits stand in a row as in most tokens."""
    return _LONG_RUN in words.translate(_IN_RUN)


def has_loose(words: str) -> bool:
    """Whether the words hold a literal of those tokens that need no such run, or what looks like one."""
    keywords = LOOSE if latin(words).translate(None, _BETWEEN) else COARSE
    return any(map(words.__contains__, keywords))


def token_words(text: str, data: bytes, places: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans between blanks or line ends that hold a long word of `places` which may be a token."""
    names = [without_hashes(data[start:end]) for start, end in places]
    # Without their hashes the links of a change log are a few names, so that few are searched.
    tokens = set(filter(has_run, names))
    others = {name.decode("latin-1") for name in set(names) - tokens}
    joined = "\n".join(others)
    loose = list(filter(joined.__contains__, LOOSE))
    tokens |= {name.encode("latin-1") for name in others if any(map(name.__contains__, loose))}
    spans = []
    done = 0
    for (start, end), name in zip(places, names, strict=True):
        if end > done and name in tokens:
            start = max(text.rfind(" ", done, end), text.rfind("\n", done, end), done - 1) + 1
            ends = [at for at in (text.find(" ", end), text.find("\n", end)) if at >= 0]
            done = min(ends, default=len(text))
            spans.append((start, done))
    return spans


def without_hashes(word: bytes) -> bytes:
    """A long word with commit ids and digests cut down to their first digit.

    They have nothing but slashes, blanks, quotation marks, brackets or a full stop beside them. Of the tokens only
    webhooks and keys that begin with `4b1d` can look like that.
    """
    if not has_run(word) or b"hook" in word or b"4b1d" in word:
        return word
    return b"/".join([part if part.strip(_HASH) else part[:1] for part in word.split(b"/")])


def latin(text: str) -> bytes:
    """`text` in Latin-1, a byte for each code point; a question mark for what is not in it."""
    if not text.isascii():
        for odd, letter in _ODD:
            text = text.replace(odd, letter)
    return text.encode("latin-1", "replace")


def value_lines(data: bytes, text: str) -> list[tuple[int, int]]:
    """The lines that hold a keyword, and where its reach ends, if what follows the keyword could be a value."""
    spans: list[tuple[int, int]] = []
    for keyword in sorted(keywords(data, text)):
        start = text.rfind("\n", 0, keyword) + 1
        end = text.find("\n", min(keyword + REACH, len(text)))
        if end < 0:
            end = len(text)
        if spans and start <= spans[-1][1]:
            start = spans.pop()[0]
        spans.append((start, end))
    return spans


def keywords(data: bytes, text: str) -> list[int]:
    """Where the keywords end that a value may follow."""
    found = []
    folded = b""
    merged = data.translate(_MERGE)
    for needle, stems in NEEDLES:
        at = merged.find(needle)
        while at >= 0:
            folded = folded or data.lower()
            for offset, stem in stems:
                if folded.startswith(stem, at - offset):
                    end = at - offset + len(stem)
                    if is_followed(data, text, end):
                        found.append(end)
            at = merged.find(needle, at + 1)
    return found


def is_followed(data: bytes, text: str, keyword: int) -> bool:
    """Whether a value may follow the keyword that ends at `keyword`; `data` is `text` in Latin-1.

    That is a word with a letter and a digit within reach, or, behind a sign, one with a capital inside. No more than
    one line end stands before it, but for the schemes of a header that are no keywords themselves.
    """
    near = data[keyword : keyword + WINDOW]
    marks = near.translate(_KINDS)
    line = near.find(b"\n", 0, REACH)
    end = near.find(b"\n", line + 1, REACH) if line >= 0 else -1
    if end < 0 or any(map(text[keyword : keyword + WINDOW].__contains__, SCHEMES)):
        end = REACH + HEAD
    if _has_digits(near, marks, end):
        return True
    head = marks[:end]
    return b"=" in head and has_sign(head) and _has_capitals(text[keyword : keyword + end])


def _has_digits(near: bytes, marks: bytes, end: int) -> bool:
    """Whether a word of `SHORTEST` or more that begins within reach holds a letter and, before `end`, a digit."""
    at = marks.find(b"0", 0, end)
    while at >= 0:
        start = marks.rfind(b" ", 0, at) + 1
        if start > REACH:
            return False
        stop = marks.find(b" ", at)
        if stop < 0:
            stop = len(marks)
        whole = stop < WINDOW
        if stop - start >= SHORTEST and b"a" in marks[start:stop] and not (whole and is_dull(near[start:stop])):
            return True
        at = marks.find(b"0", stop, end)
    return False


def is_dull(word: bytes) -> bool:
    """Whether `judge` takes no part of the word for a value, as of most paths, ids and dates.

    It is made of plain characters, digits meet letters in one place at most, and no part of a path is empty, so that
    `silence.is_code` knows it. What stands around it is what `assignments` leaves out of a value, or what is no part
    of one.
    """
    core = word.lstrip(b"\"'`([{*").rstrip(b".,:;)]}*?").rstrip(b"\"'`")
    if core.translate(None, PLAIN) or core.endswith((b".", b"/")):
        return False
    if b"//" in core or b".." in core or b"./" in core or b"/." in core:
        return False
    marks = core.translate(_KINDS)
    return marks.count(b"a0") + marks.count(b"0a") < 2


def fold(text: str) -> str:
    """`text` in lower case, a code point for each: the one capital whose small form takes two is spelt out."""
    folded = text.lower()
    return folded if len(folded) == len(text) else text.replace("\u0130", "i").lower()


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
    return " -" in text and (
        "curl" in text or "wget" in text or "mysql" in text or "sshpass" in text or "docker login" in text
    )


def has_cookie(text: str) -> bool:
    """Whether a cookie's name and value may follow the word."""
    if "=" not in text:
        return False
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
