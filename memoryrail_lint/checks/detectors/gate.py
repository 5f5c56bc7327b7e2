"""The cheap first look: where in a text a detector can find anything. It may be wrong in one direction only.

Most texts hold no credential, and a search for each of some three hundred literals would cost more than everything
else. So the tests go from coarse to fine, and what they find bounds what the patterns have to read:

1. A token is a long word without white space, and a text of prose has few: they are cut out once, and together they
   are mostly plain. Only the others are searched for a few literals, each with three characters of its own.
2. Keywords such as "password" stand in prose all the time. They count where one of the next words could be a value.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

LONG: Final = 20
"""The shortest token, in code points."""
RUN: Final = 16
"""Letters and digits in a row that make a hash, or the credential of one of `VENDORS`."""
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
PARTS: Final = (
    {
        b"pass": (0, b"pass"), b"cret": (2, b"secret"), b"auth": (0, b"auth"), b"cred": (0, b"credential"),
        b"tras": (3, b"contrase"), b"arer": (2, b"bearer"),
    },
    {
        b"pwd": (0, b"pwd"), b"ken": (2, b"token"), b"key": (0, b"key"), b" -u": (0, b""), b" -p": (0, b""),
        b" --u": (0, b""), b" --p": (0, b""),
    },
)  # fmt: skip
"""What every stem holds, to the offset in it and the stem; and how the options of command lines begin.

All of a group are searched for at once (`_starts`). Pieces and groups were chosen by search, so that little other
English text looks like one (4 places in 1,000 characters).
"""
HEADS: Final = frozenset(map(tuple, (
    b"-eu 0Q~ 1// 1Q~ 2Q~ 3Q~ 4Q~ 56~ 5Q~ 6Q~ 7Q~ 8Q~ 9Q~ :AA :_a A3- A3T AAA ABI AIz AKC AQV ATB BSK CCA CFP CK- "
    b"E-S EAA EZA EZT FLW GOC GR1 HRK IPA IPR JQQ KIA KID LOJ LTA NRA NRI NRJ NRR NRS PI- PMA PuT SG. SIA TT3 _gi "
    b"_mm _oa at- at_ b1d bka bkc bkp bkr bku bo_ byg ca_ cfk cfu dbo dk- dp. dt0 duf ebh en$ et= etV eyJ fc- fm1 "
    b"fm2 fo_ gh_ gho ghr ghu gla glc gld glf glp glr gls glw gu_ hf_ hp_ hpp hps hs_ hvb hvr hvs ig= igd igo igp imt "
    b"ks. l_b lsv mVm n_w na_ nfb nfc nfp nfu ntK o1_ oas oo_ opm p_v pi- pi_ plx pm_ pnb pnu po_ psc pua qa_ qu_ "
    b"r8_ r_v rdm rk_ rnd rod rzp sb_ sbp ses sk- sk_ sl. snt sq0 sqp ssK st_ t-n tsk tvl ul- v1. vca vci vck "
    b"vcp vcr whs xai xap xke xox xsm ya2 CDb Fwo IQo zCa zFu zSe"
).split()))  # fmt: skip
"""Three characters of each of the table's keywords, rare in names and paths; what has none of them is `SHAPED`."""
SHAPED: Final = 24
"""Letters and digits in a row, one of them a digit, that make a token worth looking at without any such head."""
CAPITALS: Final = 6
"""As many capitals make a token worth looking at whose digits stand apart; of names in code they make a long one."""
SCHEMES: Final = (b"SSWS", b"Bot")
"""The schemes of an `Authorization` header that are no keywords themselves."""
PROGRAMS: Final = ("curl", "wget", "mysql", "sshpass", " login", "mongo", "sqlcmd")
"""What names the programs that take a password as the value of an option."""
_HOST: Final = 102
"""The longest host and the colon of its port, in code points."""
CALLS: Final = (":5432:", "redis-cli", "DENTIFIED")
"""What a line of a `.pgpass`, and calls and statements that take a password after no keyword, hold."""
WORDY: Final = ("passin ", "passout ", "chpasswd", "htpasswd", "setx ", "-stdin", "gure set")
"""The same where some word of the call contains a stem, so that they are looked for behind one only."""
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


def _planes() -> bytes:
    """A table for `bytes.translate` to bytes in which bit k of a half says that a piece of its group has it at k."""
    planes = [0] * 256
    for half, pieces in zip((0, 4), PARTS, strict=True):
        for piece in pieces:
            for k in range(4):
                for code in {piece[k], piece[k : k + 1].upper()[0]} if k < len(piece) else range(256):
                    planes[code] |= 1 << (half + k)
    return bytes(planes)


_DIGITS: Final = "0123456789"
_ALNUM: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" + _DIGITS
_HASH: Final = b"0123456789abcdef \t\r\n\"'`([<,."
"""The digits of a hash, and what may stand beside it."""
_IN_WORD: Final = _classes(_ALNUM + "-_.=/+~%$@")
_IN_RUN: Final = _classes(_ALNUM)
_PLANES: Final = _planes()
_CHUNK: Final = 16_384
_STARTS: Final = int.from_bytes(b"\x11" * _CHUNK, "little")
"""The first bits of both groups, for as many code points as are searched at once."""
_KINDS: Final = bytes(
    97 if ch.isalpha() else 48 if ch in _DIGITS else 61 if ch in SIGNS else 32 if ch.isspace() else 46
    for ch in map(chr, range(256))
)
"""For `bytes.translate`: letters to `a`, digits to `0`, signs to `=`, white space to a blank, the rest to a dot."""
_LONG_WORD: Final = b"x" * LONG
_LONG_RUN: Final = b"x" * RUN
_SHAPE: Final = b"x" * SHAPED
_NAMED_HASH: Final = (b"sha1:", b"sha256:", b"sha512:", b"md5:", b"@")
"""What stands before a hash that is said to be one."""
_FEW: Final = 40
"""As many long words are asked first whether all of them together are plain."""
_NO_CAPITALS: Final = bytes(code for code in range(256) if not 65 <= code <= 90)
_ODD: Final = (("\u0130", "i"), ("\u017f", "s"), ("\u212a", "k"))
"""Characters beyond Latin-1 that are Latin letters when case is ignored."""


class Look:
    """What the gate saw in a text, as spans of code points.

    words: long words that may be tokens, as far as the next blank or line end on both sides.
    lines: lines in which a keyword is followed by what may be a value.
    tables: tables with a keyword in the head of a column that may hold values.
    option: whether there is an option of a command line that may be a password's.
    """

    __slots__ = ("lines", "option", "tables", "words")

    def __init__(
        self, words: list[tuple[int, int]], lines: list[tuple[int, int]], tables: list[tuple[int, int]], option: bool
    ) -> None:
        self.words = words
        self.lines = lines
        self.tables = tables
        self.option = option


def may_hold(text: str) -> bool:
    """Whether any detector may find something in `text`. Nearly every text without a credential gives False."""
    return look(text) is not None


def look(text: str) -> Look | None:
    """Where a detector may find something in `text`; None where none can."""
    data = latin(text)
    if not data.translate(None, PLAIN) and is_plain(data):
        return None
    places = long_words(data)
    names = [data[start:end] for start, end in places]
    few = len(names) <= _FEW
    words = [] if few and is_plain(b"\n".join(names)) else token_words(text, places, names)
    stems, option = stem_ends(data)
    lines = value_lines(data, text, stems) if stems else []
    tables = table_spans(data, text, stems) if stems else []
    if (
        words
        or lines
        or tables
        or (stems and "PRIVATE KEY" in text)
        or has_login(text)
        or has_call(text, bool(stems))
        or (option and has_option(text))
        or has_cookie(text)
        or (names and has_vendor(text, data, names))
    ):
        return Look(words, lines, tables, option)
    return None


def is_plain(word: bytes) -> bool:
    """Whether no part of the word can be a token, as of most names, paths and dates.

    It has few capitals, and digits meet letters in one place at most: `detector.Detector.spans` takes no such value.
    """
    kinds = word.translate(_KINDS)
    if kinds.count(b"a0") + kinds.count(b"0a") > 1:
        return False
    return len(word.translate(None, _NO_CAPITALS)) < CAPITALS


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


def token_words(text: str, places: list[tuple[int, int]], names: list[bytes]) -> list[tuple[int, int]]:
    """The spans between blanks or line ends that hold a long word which may be a token; `names` stand at `places`."""
    tokens = set(filter(may_be_token, set(names)))
    if not tokens:
        return []
    spans = []
    done = 0
    for (start, end), name in zip(places, names, strict=True):
        if end > done and name in tokens:
            start = max(text.rfind(" ", done, end), text.rfind("\n", done, end), done - 1) + 1
            ends = [at for at in (text.find(" ", end), text.find("\n", end)) if at >= 0]
            done = min(ends, default=len(text))
            spans.append((start, done))
    return spans


def may_be_token(word: bytes) -> bool:
    """Whether a long word may hold a token: without its hashes it is not plain, and it has a head or the shape."""
    if is_plain(word):
        return False
    runs = word.translate(_IN_RUN)
    if _LONG_RUN in runs:
        shorter = without_hashes(word)
        if shorter is not word:
            if is_plain(shorter):
                return False
            word, runs = shorter, shorter.translate(_IN_RUN)
    return not HEADS.isdisjoint(zip(word, word[1:], word[2:], strict=False)) or (_SHAPE in runs and is_shaped(word))


def heads(word: bytes) -> frozenset[tuple[int, ...]]:
    """Those of `HEADS` that stand in the word."""
    return HEADS.intersection(zip(word, word[1:], word[2:], strict=False))


def is_shaped(word: bytes) -> bool:
    """Whether `SHAPED` letters and digits stand in a row in the word, and a digit anywhere."""
    return _SHAPE in word.translate(_IN_RUN) and b"0" in word.translate(_KINDS)


def without_hashes(word: bytes) -> bytes:
    """A long word with commit ids and digests cut out of it.

    They have nothing but slashes, blanks, quotation marks, brackets, a full stop or the name of a hash beside them. Of
    the tokens only webhooks and keys that begin with `4b1d` can look like that.
    """
    if b"hook" in word or b"4b1d" in word:
        return word
    parts = word.split(b"/")
    for number, part in enumerate(parts):
        if len(part) >= RUN:
            rest = part.rstrip(_HASH)
            if not rest.strip(_HASH):
                parts[number] = part[:1]
            elif rest.endswith(_NAMED_HASH):
                parts[number] = rest
    return b"/".join(parts)


def has_vendor(text: str, data: bytes, names: list[bytes]) -> bool:
    """Whether a long word stands near the name of one of `VENDORS`.

    names: the long words, one of which has as many letters and digits in a row.
    """
    if _LONG_RUN not in b"\n".join(names).translate(_IN_RUN):
        return False
    folded = data.lower()
    return any(vendor.encode() in folded and is_beside(fold(text), vendor) for vendor in VENDORS)


def latin(text: str) -> bytes:
    """`text` in Latin-1, a byte for each code point; a question mark for what is not in it."""
    if not text.isascii():
        for odd, letter in _ODD:
            text = text.replace(odd, letter)
    return text.encode("latin-1", "replace")


def value_lines(data: bytes, text: str, stems: list[int]) -> list[tuple[int, int]]:
    """The lines that hold a keyword, and where its reach ends, if what follows the keyword could be a value.

    stems: where the keywords end, in order.
    """
    spans: list[tuple[int, int]] = []
    marks = data.translate(_KINDS)
    line = start = -1
    for keyword in stems:
        if keyword > line:
            start = text.rfind("\n", max(line, 0), keyword) + 1 or max(start, 0)
            line = text.find("\n", keyword)
            if line < 0:
                line = len(text)
        if is_followed(data, marks, text, keyword):
            end = text.find("\n", min(keyword + REACH, len(text)))
            if end < 0:
                end = len(text)
            if spans and start <= spans[-1][1]:
                begin, last = spans.pop()
                spans.append((begin, max(end, last)))
            else:
                spans.append((start, end))
    return spans


def table_spans(data: bytes, text: str, stems: list[int]) -> list[tuple[int, int]]:
    """The tables in whose heads a keyword stands and below it what may be a value, as spans of whole lines."""
    spans: list[tuple[int, int]] = []
    done = 0
    bars = b"|" in data
    for keyword in stems:
        if keyword < done or (not bars and data[keyword : keyword + 1] in b" -."):
            continue
        start = text.rfind("\n", done, keyword) + 1 or done
        line = text.find("\n", keyword)
        if line < 0:
            break
        done = line
        if _may_be_head(text[start:line]):
            from memoryrail_lint.checks.detectors.tables import cells, end

            done = end(text, start, line)
            if done > line and any(_may_be_value(text[slice(*span)], head) for head, span in cells(text, start, done)):
                spans.append((start, done))
    return spans


def _may_be_head(line: str) -> bool:
    """Whether the line may be the head of a table: in CSV no blank follows what separates the cells."""
    return "|" in line or any(mark in line and mark + " " not in line for mark in ",;\t")


def _may_be_value(cell: str, head: str) -> bool:
    """Whether a cell under such a head may be a credential: one word, with a digit or a capital inside."""
    if len(cell) < SHORTEST or " " in cell or not any(map(head.lower().__contains__, STEMS)):
        return False
    return (any(map(str.isdigit, cell)) or _has_capitals(cell)) and not is_dull(latin(cell))


def stem_ends(data: bytes) -> tuple[list[int], bool]:
    """Where the keywords end, in order, and whether a word begins as an option of a command line does."""
    found = []
    option = False
    starts = _starts(data)
    folded = data.lower() if starts else b""
    for at in starts:
        piece = folded[at : at + 4]
        part = PARTS[0].get(piece) or PARTS[1].get(piece[:3]) or PARTS[1].get(piece)
        if part:
            offset, stem = part
            if not stem:
                option = True
            elif offset <= at and folded.startswith(stem, at - offset):
                found.append(at - offset + len(stem))
    found.sort()
    return found, option


def _starts(data: bytes) -> list[int]:
    """Where four code points stand that may be one of `PARTS`, or three and any other.

    A search for all of them at once, bit-parallel (Shift-And): bit k of the byte at place p + k is set where what
    stands there can be number k of a piece, so that shifted by k bytes and k bits all of them meet at place p.
    """
    found = []
    for base in range(0, len(data), _CHUNK):
        planes = data[base : base + _CHUNK + 3].translate(_PLANES)
        bits = int.from_bytes(planes, "little")
        bits = bits & bits >> 9 & bits >> 18 & bits >> 27 & _STARTS
        if bits:
            marks = bits.to_bytes(len(planes), "little")
            for mark in (b"\x01", b"\x10", b"\x11"):
                at = marks.find(mark)
                while at >= 0:
                    found.append(base + at)
                    at = marks.find(mark, at + 1)
    return found


def is_followed(data: bytes, marks: bytes, text: str, keyword: int) -> bool:
    """Whether a value may follow the keyword that ends at `keyword`; `data` is `text` in Latin-1, `marks` its kinds.

    That is a word with a letter and a digit within reach, or, behind a sign, one with a capital inside. No more than
    one line end stands before it, but for the schemes of a header that are no keywords themselves.
    """
    end = keyword + REACH + HEAD
    digit = marks.find(b"0", keyword, end)
    if digit < 0 and marks.find(b"=", keyword, end) < 0:
        return False
    line = data.find(b"\n", keyword, keyword + REACH)
    line = data.find(b"\n", line + 1, keyword + REACH) if line >= 0 else -1
    if line >= 0 and all(data.find(scheme, keyword, keyword + WINDOW) < 0 for scheme in SCHEMES):
        end = line
    if 0 <= digit < end and _has_digits(data, marks, keyword, digit, end):
        return True
    if not has_sign(marks[keyword:end]):
        return False
    phrase = data[keyword - 4 : keyword].lower().endswith((b"pass", b"pwd", b"rase"))
    return _has_capitals(text[keyword:end]) or (phrase and 0 <= digit < end and _has_phrase(text[keyword:end]))


def _has_digits(data: bytes, marks: bytes, keyword: int, at: int, end: int) -> bool:
    """Whether a word of `SHORTEST` or more that begins within reach holds a letter and, before `end`, a digit.

    keyword: where the keyword ends; at: where the first digit after it stands.
    """
    limit = min(keyword + WINDOW, len(marks))
    while at >= 0:
        start = max(marks.rfind(b" ", keyword, at) + 1, keyword)
        if start > keyword + REACH:
            return False
        stop = marks.find(b" ", at, limit)
        whole = stop >= 0 or limit == len(marks)
        if stop < 0:
            stop = limit
        if stop - start >= SHORTEST and b"a" in marks[start:stop] and not (whole and is_dull(data[start:stop])):
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


def _has_phrase(near: str) -> bool:
    """Whether one of the next words has parts of which one holds a digit, as `judge.is_phrase` asks."""
    return any(
        len(word) >= SHORTEST and word.count("-") + word.count(".") + word.count("_") > 1 and not word.isalpha()
        for word in near.split(None, _WORDS)[:_WORDS]
    )


def has_login(text: str) -> bool:
    """Whether a URL in `text` may hold a name and a password: a colon and then an at sign after `://` in one word."""
    at = text.find("@")
    while at >= 0:
        start = text.rfind("://", max(0, at - LOGIN - 3), at) + 3
        if start >= 3 and ":" in text[start:at] and len(text[start:at].split()) == 1:
            return True
        at = text.find("@", at + 1)
    return False


def has_call(text: str, stems: bool = True) -> bool:
    """Whether `text` may hold a password that neither a keyword nor a URL gives away. stems: whether it has `STEMS`."""
    if any(map(text.__contains__, CALLS)) or (stems and any(map(text.__contains__, WORDY))):
        return True
    at = text.find("@")
    while at >= 0:
        if _is_login(text[max(0, at - LOGIN) : at], text[at + 1 : at + _HOST]):
            return True
        at = text.find("@", at + 1)
    return False


def _is_login(before: str, after: str) -> bool:
    """Whether an at sign may stand between the password and the host of a data source name that is no URL."""
    word = before.split()[-1] if before[-1:].strip() else ""
    if ":" in word:
        port = after.find(":")
        return (
            after.startswith(("tcp(", "unix("))
            or ":thin:" in word
            or (port > 0 and after[port + 1 : port + 2].isdigit())
        )
    return "/" in word and "sqlplus" in before


def has_option(text: str) -> bool:
    """Whether `text` names a program that takes a password as the value of an option."""
    return any(map(text.__contains__, PROGRAMS))


def has_cookie(text: str) -> bool:
    """Whether a cookie's value may follow the word: a sign and a digit, or the name and a sign of it."""
    at = text.find("ookie")
    while at >= 0:
        near = text[at : at + LOGIN]
        if "=" in near or (any(map(str.isdigit, near)) and (":" in near or " is " in near or " was " in near)):
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
