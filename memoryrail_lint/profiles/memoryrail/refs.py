"""Short refs: the handle by which people and agents cite a memory (`DEC-5dbe`).

A ref is the prefix of the memory's type, a hyphen and the first hex digits of the SHA-1 of its id in UTF-8: four, or
as many more as tell it from another memory (MemoryRail format, "Short refs"). Refs are derived, never stored.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final, Protocol, TypeVar

    class Memory(Protocol):
        """What refs and the managed block need to know of a memory."""

        @property
        def id(self) -> str: ...
        @property
        def type(self) -> str: ...
        @property
        def title(self) -> str: ...
        @property
        def status(self) -> str: ...
        @property
        def pinned(self) -> bool: ...

    M = TypeVar("M", bound=Memory)

PREFIX: Final = {
    "decision": "DEC",
    "constraint": "CON",
    "gotcha": "GOT",
    "attempt": "ATT",
    "thread": "THR",
    "session": "SES",
}
UNKNOWN: Final = "MEM"
"""The prefix of a memory whose type is none of the format's (field-invalid); it can still be named."""
DIGITS: Final = 4
LONGEST: Final = 40


def ref(type: str, id: str, digits: int = DIGITS) -> str:
    """The ref of one memory with `digits` (4 to 40) hex digits."""
    return f"{PREFIX.get(type, UNKNOWN)}-{hashes([id])[0][:digits]}"


def refs(memories: Iterable[Memory]) -> dict[str, str]:
    """Each id's ref, with as many digits as tell the memories of one prefix apart. Linear in the number of ids."""
    kinds = {memory.id: PREFIX.get(memory.type, UNKNOWN) for memory in memories}
    open_ = {id: f"{kind}-{digest}" for (id, kind), digest in zip(kinds.items(), hashes(kinds), strict=True)}
    told: dict[str, str] = {}
    for length in range(4 + DIGITS, 4 + LONGEST + 1):
        short = {id: full[:length] for id, full in open_.items()}
        told.update(short)
        count: dict[str, int] = {}
        for name in short.values():
            count[name] = count.get(name, 0) + 1
        open_ = {id: full for id, full in open_.items() if count[short[id]] > 1}
        if not open_:
            break
    return told


def resolve(memories: Iterable[M], text: str) -> list[M]:
    """The memories that `text` may mean: an exact id, else a ref (any case, 4 digits or more), else an id's prefix.

    Exactly one result is an answer; none is unknown; several are an ambiguity for the caller to report.
    """
    every, text = list(memories), text.strip()
    if not text:
        return []
    if exact := [memory for memory in every if memory.id == text]:
        return exact
    if wanted := parse(text):
        kind, digits = wanted
        same = [memory for memory in every if PREFIX.get(memory.type, UNKNOWN) == kind]
        digests = hashes(memory.id for memory in same)
        if cited := [memory for memory, digest in zip(same, digests, strict=True) if digest.startswith(digits)]:
            return cited
    return [memory for memory in every if memory.id.startswith(text)]


def parse(text: str) -> tuple[str, str] | None:
    """The prefix (upper case) and digits (lower case) of a text that has the form of a ref; None for any other."""
    kind, hyphen, digits = text[:3].upper(), text[3:4], text[4:].lower()
    if not text.isascii() or hyphen != "-" or kind not in {*PREFIX.values(), UNKNOWN}:
        return None
    if not DIGITS <= len(digits) <= LONGEST or digits.strip("0123456789abcdef"):
        return None
    return kind, digits


def hashes(ids: Iterable[str]) -> list[str]:
    """SHA-1 in hex of each id."""
    try:
        # hashlib loads OpenSSL, a third of a bare Python start; this is CPython's own module for the same function.
        from _sha1 import sha1  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        from hashlib import sha1
    return [sha1(id.encode(errors="surrogatepass"), usedforsecurity=False).hexdigest() for id in ids]
