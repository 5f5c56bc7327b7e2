"""Personal data that a pointer would serve better than: e-mail addresses, phone numbers, street addresses."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Final

    from memoryrail_lint.diagnostics import Span

# No address of a person: documentation (RFC 2606, 6761), senders that nobody reads, SSH and version strings.
_NOBODY: Final = ("noreply", "no-reply", "donotreply", "git@", "postmaster@", "example@", "user@", "you@", "name@")
_RESERVED: Final = (".example", ".invalid", ".test", ".localhost", ".local", ".internal", "users.noreply.github.com")
_EXAMPLES: Final = ("example.com", "example.org", "example.net", "domain.com", "email.com", "test.com")
_MAIL: Final = r"(?<![\w.+/:-])[A-Za-z0-9][\w.+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![\w.-]*[/:@])"
_ABROAD: Final = r"(?<![\w+.-])\+\d{1,3}[ .-]?(?:\(\d{1,4}\)[ .-]?)?\d{2,4}(?:[ .-]?\d{2,4}){2,4}(?![\w-])"
_AREA: Final = r"(?<![\w+.-])\(\d{3}\) ?\d{3}-\d{4}(?![\w-])"
_CALLED: Final = r"\b(?i:phone|tel|mobile|whatsapp|call)\b[^\n\d]{0,20}\d{3}[ .-]\d{3,4}[ .-]\d{4}(?![\w-])"
_STREET: Final = (
    r"(?<![\w.-])\d{1,5} (?:[NSEW]\.? )?(?:[A-Z][a-z]+ ){1,3}"
    r"(?:Street|Avenue|Boulevard|Lane|Road|Drive|Court|Terrace|St\.|Ave\.|Blvd\.|Rd\.)(?![\w-])"
    r"|\b[A-ZÄÖÜ][a-zäöüß-]+(?:straße|strasse|gasse|allee) \d{1,4}[a-z]?\b"
)

_GERMAN: Final = ("straße", "strasse", "gasse", "allee")


def find(text: str, shape: bytes) -> Iterable[tuple[Span, str]]:
    """(place, what it is) of such data, in order; the values themselves are for nobody's eyes.

    shape: as `gates.shape` gives it.
    """
    kinds = []
    if "@" in text:
        kinds.append((_MAIL, "an e-mail address"))
    if "+" in text:
        kinds.append((_ABROAD, "a phone number"))
    if "(" in text and b"000 0000" in shape:
        kinds.append((_AREA, "a phone number"))
    if b"000 000" in shape or b"000.000" in shape:
        kinds.append((_CALLED, "a phone number"))
    if b"0 A" in shape or ((b"A 0" in shape or not text.isascii()) and any(ending in text for ending in _GERMAN)):
        kinds.append((_STREET, "a street address"))
    return _apart(_find(text, kinds)) if kinds else ()


def _apart(found: Iterable[tuple[Span, str]]) -> Iterator[tuple[Span, str]]:
    end = 0
    for span, what in sorted(found):
        if span[0] >= end:
            yield span, what
            end = span[1]


def _find(text: str, kinds: Iterable[tuple[str, str]]) -> Iterator[tuple[Span, str]]:
    import re

    for pattern, what in kinds:
        for match in re.finditer(pattern, text):
            if pattern is not _MAIL or _is_person(match[0]):
                yield match.span(), what


def _is_person(address: str) -> bool:
    lowered = address.lower()
    host = lowered.partition("@")[2]
    return not (lowered.startswith(_NOBODY) or host.endswith(_RESERVED) or host in _EXAMPLES)
