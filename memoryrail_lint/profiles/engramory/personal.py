"""Personal data that a pointer would serve better than: e-mail addresses, phone numbers, street addresses."""

from __future__ import annotations

from memoryrail_lint.profiles.engramory.hints import PHONE, STREET
from memoryrail_lint.profiles.engramory.relative import lower

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from memoryrail_lint.diagnostics import Span

# No address of a person: documentation (RFC 2606, 6761), senders that nobody reads, SSH and version strings.
_NOBODY: Final = ("noreply", "no-reply", "donotreply", "git@", "postmaster@", "example@", "user@", "you@", "name@")
_RESERVED: Final = (".example", ".invalid", ".test", ".localhost", ".local", ".internal", "users.noreply.github.com")
_EXAMPLES: Final = ("example.com", "example.org", "example.net", "domain.com", "email.com", "test.com")
_MAIL: Final = r"(?<![\w.+/:-])[A-Za-z0-9][\w.+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![\w.-]*[/:@])"
_ABROAD: Final = r"(?<![\w+.-])\+\d{1,3}[ .-]?(?:\(\d{1,4}\)[ .-]?)?\d{2,4}(?:[ .-]?\d{2,4}){2,4}(?![\w-])"
_AREA: Final = r"(?<![\w+.-])\(\d{3}\) ?\d{3}-\d{4}(?![\w-])"
_CALLED: Final = r"\b(?:phone|tel|mobile|whatsapp|call)\b[^\n\d]{0,20}\d{3}[ .-]\d{3,4}[ .-]\d{4}(?![\w-])"
_STREET: Final = (
    r"(?<![\w.-])\d{1,5} (?:[NSEW]\.? )?(?:[A-Z][a-z]+ ){1,3}"
    r"(?:Street|Avenue|Boulevard|Lane|Road|Drive|Court|Terrace|St\.|Ave\.|Blvd\.|Rd\.)(?![\w-])"
    r"|\b[A-ZÄÖÜ][a-zäöüß-]+(?:straße|strasse|gasse|allee) \d{1,4}[a-z]?\b"
)


def find(text: str, hints: int) -> Iterator[tuple[Span, str]]:
    """(place, what it is) of such data, in order; the values themselves are for nobody's eyes. hints: the text's."""
    end = 0
    for span, what in sorted(_find(text, hints)):
        if span[0] >= end:
            yield span, what
            end = span[1]


def _find(text: str, hints: int) -> Iterator[tuple[Span, str]]:
    if "@" in text:
        yield from ((span, "an e-mail address") for span in _matches(_MAIL, text) if _is_person(text[slice(*span)]))
    if "+" in text:
        yield from ((span, "a phone number") for span in _matches(_ABROAD, text))
    if ")" in text and "(" in text:
        yield from ((span, "a phone number") for span in _matches(_AREA, text))
    if hints & PHONE:
        yield from ((span, "a phone number") for span in _matches(_CALLED, lower(text)))
    if hints & STREET:
        yield from ((span, "a street address") for span in _matches(_STREET, text))


def _matches(pattern: str, text: str) -> Iterator[Span]:
    import re

    return (match.span() for match in re.finditer(pattern, text))


def _is_person(address: str) -> bool:
    lowered = address.lower()
    host = lowered.partition("@")[2]
    return not (lowered.startswith(_NOBODY) or host.endswith(_RESERVED) or host in _EXAMPLES)
