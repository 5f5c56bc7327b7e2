"""Whether what stands where a credential would stand is one."""

from __future__ import annotations

from memoryrail_lint.checks.detectors.gate import HEAD
from memoryrail_lint.checks.detectors.silence import is_code, is_mixed, is_reference, is_sample, is_word, rest, turns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_LONGEST: Final = 2000
_PHRASE: Final = 80
"""The longest password that is made of words."""
_HASHES: Final = ("sha1", "sha2", "sha3", "sha5", "md5", "blake", "urn:", "uuid")
"""How a value begins that is a hash, or a name."""


def is_password(value: str, strict: bool, phrase: bool = False) -> bool:
    """Whether what stands after the keyword of a password is one.

    strict: a sign or quotation marks say where it begins and ends; without them it must look random.
    phrase: words with a number at the end count, too (`is_phrase`).
    """
    if strict and phrase and is_phrase(value):
        return True
    if not _is_candidate(value, 8) or is_word(value):
        return False
    lower = any(map(str.islower, value))
    upper = any(map(str.isupper, value[1:]))
    digit = any(map(str.isdigit, value[:HEAD]))
    symbol = any(not ch.isalnum() and ch not in "_-." for ch in value)
    if not digit and not (upper and lower and any(map(str.isupper, value[1:HEAD]))):
        return False
    if not strict:
        return turns(value) > 1 or (turns(value) > 0 and lower and (upper or symbol))
    return is_mixed(value) or turns(value) > 1 or lower + upper + digit + symbol > 2


def is_phrase(value: str) -> bool:
    """Whether `value` is words and a number between marks, as generators of passwords make them: `Oak.Lamp.4711`.

    Small words must be three, and the number no year: `same-on-staging-2026` says where the password is.
    """
    *parts, number = value.replace(".", "-").replace("_", "-").split("-")
    fewest = 2 if all(map(str.istitle, parts)) else 3
    if len(value) > _PHRASE or len(parts) < fewest or not (number.isdecimal() and number.isascii()):
        return False
    if not 1 < len(number) < 5 or (len(number) == 4 and number[:2] in ("19", "20")):
        return False
    return all(len(part) > 3 and part.isalpha() and part.isascii() for part in parts) and rest(value.lower()) >= 10


def is_key(value: str, strict: bool) -> bool:
    """Whether what stands after the keyword of a token or key is one: long and random, no named hash, no UUID."""
    if not _is_candidate(value, 16) or is_sample(value, 3.0) or is_uuid(value):
        return False
    folded = value.lower()
    if folded.startswith(_HASHES) or not any(map(str.isdigit, value[:HEAD])):
        return False
    random = is_mixed(value) or turns(value) > 1 if strict else turns(value) > 4
    return random and rest(folded) >= 12


def is_random(value: str) -> bool:
    """Whether `value` looks random and shows it early, which is what the gate looks for."""
    return is_mixed(value) and any(map(str.isdigit, value[:HEAD]))


def is_secret_part(password: str, name: str = "") -> bool:
    """Whether the password of a URL or of a Basic credential is a real one: no reference, no sample, not the name."""
    plain = unquoted(password)
    if len(plain) < 6 or plain.lower() == name.lower() or is_reference(password) or is_word(plain):
        return False
    digit = any(map(str.isdigit, plain))
    return digit or is_mixed(plain) or any(map(str.isupper, plain[1:]))


def unquoted(text: str) -> str:
    """`text` with percent escapes decoded, for judging; other characters as they are."""
    if "%" not in text:
        return text
    from urllib.parse import unquote

    return unquote(text)


def is_uuid(value: str) -> bool:
    """Whether `value` is hexadecimal in groups of 8, 4, 4, 4 and 12."""
    groups = value.split("-")
    return [len(group) for group in groups] == [8, 4, 4, 4, 12] and all(
        ch in "0123456789abcdef" for ch in "".join(groups).lower()
    )


def is_time(value: str) -> bool:
    """Whether `value` is made of what dates and times are: `2026-10-10T12:00:00.123Z`."""
    return not value.strip("0123456789-:.+/TZ")


def is_hex(value: str) -> bool:
    """Whether `value` may be a commit id, a digest or a fingerprint."""
    return not value.lower().strip("0123456789abcdef")


def _is_candidate(value: str, shortest: int) -> bool:
    """Whether `value` has the length and the characters of a credential and is neither code nor prose in Base64."""
    if not shortest <= len(value) <= _LONGEST or not value.isascii() or not value.isprintable() or " " in value:
        return False
    return not (is_code(value) or is_reference(value) or is_encoded_text(value) or is_time(value))


def is_encoded_text(value: str) -> bool:
    """Whether `value` is Base64 of a sentence or of a JSON document without a secret of its own."""
    if not value.replace("+", "").replace("/", "").rstrip("=").isalnum():
        return False
    from binascii import Error, a2b_base64

    try:
        text = a2b_base64(value + "=" * (-len(value) % 4)).decode("ascii")
    except (Error, UnicodeDecodeError):
        return False
    if not text.isprintable():
        return False
    _, colon, password = text.partition(":")
    if colon and " " not in text and text[0] != "{":
        return not is_secret_part(password)
    return text[0] == "{" or " " in text or text.isalpha()
