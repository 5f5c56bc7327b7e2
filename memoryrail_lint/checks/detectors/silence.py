"""What only looks like a credential: placeholders, fillers, references, words."""

from __future__ import annotations

from itertools import pairwise

from memoryrail_lint.checks.detectors.gate import kinds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_MARKS: Final = (
    "example",
    "placeholder",
    "changeme",
    "change-me",
    "change_me",
    "redacted",
    "dummy",
    "sample",
    "your-",
    "your_",
    "yourkey",
    "yourtoken",
    "yoursecret",
    "yourpass",
    "yourapi",
    "my-secret",
    "my_secret",
    "insert-",
    "insert_",
    "replace-",
    "replace_",
    "replaceme",
    "foobar",
    "****",
    "...",
    "____",
    "----",
    "0000000",
    "${",
    "enc[",
    "-here",
    "_here",
    "not-real",
    "notreal",
    "invalid",
    "lorem",
    "ipsum",
)
"""Text within a value that says that it stands for another one (compared without case)."""

_MARKED_LENGTH: Final = 400
"""In longer values one of the marks may turn up by chance."""


def entropy(value: str) -> float:
    """Shannon entropy of the characters of `value`, in bits per character; 0.0 for no text."""
    from math import log2

    size = len(value)
    counts = [value.count(ch) for ch in set(value)]
    return -sum(n / size * log2(n / size) for n in counts) if size else 0.0


def is_sample(value: str, floor: float | None) -> bool:
    """Whether `value` is a placeholder, repeats or counts up, or has less entropy than `floor` bits a character."""
    if len(value) <= _MARKED_LENGTH:
        folded = value.lower()
        if any(mark in folded for mark in _MARKS) or "xxxx" in value or "XXXX" in value:
            return True
    elif "EXAMPLE" in value or "..." in value:
        return True
    if value.startswith("@") and "." in value and ":" in value:
        return True  # the host behind a placeholder: `redis://:<password>@cache.internal:6379`
    return is_sequence(value) or (floor is not None and entropy(value) < floor)


def is_sequence(value: str) -> bool:
    """Whether most neighbours count up, down or repeat: ``1234567890abcdef``, ``aaaa``; ``a1b2c3d4`` counts twice."""
    if len(value) < 4:
        return False
    letters = "".join(filter(str.isalpha, value))
    digits = "".join(filter(str.isdigit, value))
    if len(letters) > 3 < len(digits) and _counts(letters, (1,)) and _counts(digits, (1,)):
        return True
    return _counts(value, (-1, 0, 1))


def _counts(value: str, steps: tuple[int, ...]) -> bool:
    """Whether more than half of the neighbours are one of `steps` apart, whatever their case."""
    codes = value.lower().encode("utf-32-le", "surrogatepass")[::4]
    return sum(b - a in steps for a, b in pairwise(codes)) * 2 > len(value)


_REFERENCES: Final = (
    "$",
    "{",
    "%(",
    "<",
    "[",
    "@@",
    "#{",
    "op://",
    "vault:",
    "arn:",
    "!vault",
    "!ref",
    "!secret",
    "enc[",
    "env.",
)
"""How a value begins that says where the credential is."""


def is_reference(value: str) -> bool:
    """Whether `value` says where a credential is to be found: a variable, a template, a call, a lookup."""
    folded = value.lower()
    if folded.startswith(_REFERENCES) or any(mark in value for mark in ("${", "{{", "$(", "<%", "%%")):
        return True
    if value[0] == "%" and value[-1] == "%":
        return True
    return "(" in value and value.endswith(")")


_MARKUP: Final = ("::", "->", "=>", "()", "](", "&&", "||", "==", "/*", "\\n", "</", "/>")


def is_code(value: str) -> bool:
    """Whether `value` is code, a path, an address or a URL rather than a value."""
    # Base64 ends in as many as two of them.
    body = value.rstrip("=")
    if "://" in value or any(mark in body for mark in _MARKUP):
        return True
    if value[0] in "/.~-:=*#?\\" and not is_mixed(value):
        return True
    if value[0].isalpha() and value[1:3] in (":/", ":\\"):
        return True  # a drive
    if "(" in value or ("[" in value and "]" in value):
        return True
    head, at, host = value.rpartition("@")
    if at and head and "." in host and _is_plain(host.replace(".", "")) and not is_mixed(head):
        return True
    parts = value.replace("/", ".").split(".")
    return len(parts) > 1 and all(map(_is_plain, parts)) and not is_mixed(value)


def _is_plain(text: str) -> bool:
    return text.replace("_", "a").replace("-", "a").isalnum()


_LEET: Final = {ord(a): b for a, b in zip("0134578@$!", "oleastbasi", strict=True)}
_WORDS: Final = (
    "password", "passwd", "passphrase", "secret", "token", "admin", "root", "guest", "user", "test", "demo",
    "example", "changeme", "letmein", "qwerty", "foo", "bar", "baz", "abc", "hunter", "welcome", "default",
    "private", "public", "pass", "pwd", "word", "key", "my", "your", "the", "api", "auth", "super", "strong",
    "some", "new", "old", "db", "sql", "postgres", "mysql", "redis", "mongo", "rabbit", "here", "value", "string",
    "sample", "dummy", "fake", "mock", "secure", "top", "very", "not", "real", "access", "client", "server",
    "database", "login", "account", "service", "random", "long", "generated", "encrypted", "hash", "code", "name",
    "prod", "dev", "local", "host", "app", "master", "only", "change",
)  # fmt: skip
"""Words that passwords in documentation are made of."""


def is_word(value: str) -> bool:
    """Whether a password is one that documentation uses: sample words, also in leet, and little else; or no letters."""
    folded = value.lower()
    if len(set(folded)) < 4 or not any(map(str.isalpha, folded)) or is_sample(value, None):
        return True
    if value.isalpha() and not is_mixed(value):
        return True
    return min(rest(folded), rest(folded.translate(_LEET))) < 4


def rest(folded: str) -> int:
    """How many letters are left of `folded` without the sample words; digits count where they stand among letters."""
    for word in _WORDS:
        folded = folded.replace(word, " ")
    letters = sum(map(str.isalpha, folded))
    return letters + (sum(map(str.isdigit, folded)) if turns(folded) > 1 else 0)


def turns(value: str) -> int:
    """How often a letter and a digit stand side by side."""
    if value.isascii():
        marks = kinds(value)
        return marks.count(b"a0") + marks.count(b"0a")
    return sum(a.isdigit() != b.isdigit() for a, b in pairwise(value) if a.isalnum() and b.isalnum())


def is_mixed(value: str) -> bool:
    """Whether letters, digits and cases alternate as in random text: ``qW3e7x`` does, ``useDrizzle2`` does not."""
    if turns(value) > 2:
        return True
    if value.islower() or value.isupper():
        return False
    runs, last = 0, ""
    for ch in filter(str.isalpha, value):
        kind = "u" if ch.isupper() else "l"
        runs += kind != last
        last = kind
    return runs > 5 and sum(map(str.isalpha, value)) < 2.2 * runs
