"""JSON without the `json` package, whose import brings `re` along and costs half a bare Python start.

What is used is the C code that `json` itself runs on; where an interpreter has none, `json` does the work.
"""

from __future__ import annotations

try:
    from _json import encode_basestring, make_scanner, scanstring
except ImportError:  # not CPython
    from json.decoder import scanstring  # type: ignore[attr-defined, no-redef]
    from json.encoder import encode_basestring
    from json.scanner import make_scanner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final

scan_string: Final[Callable[[str, int, bool], tuple[str, int]]] = scanstring
"""(text, offset after the opening quote, strict) -> the string and the offset after its end. Raises one of INVALID."""

encode_string: Final[Callable[[str], str]] = encode_basestring
"""A text as a JSON string; characters outside ASCII stay as they are."""


INVALID: Final = (ValueError, StopIteration, RecursionError, SystemError)
"""What these raise for a text that is no JSON; SystemError where CPython 3.11 finds no `json.decoder` imported."""


def _refuse(word: str) -> Any:
    raise ValueError(f"{word} is no JSON")


class _Context:
    """How values are made: as `json` does, but NaN and a key that stands twice are refused."""

    strict = True
    object_hook = None
    parse_float: type = float
    parse_int = int
    parse_constant = staticmethod(_refuse)
    memo: dict[str, str] = {}

    @staticmethod
    def object_pairs_hook(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            raise ValueError("a key stands twice")
        return found


class _Exact(_Context):
    """Numbers with a point or an exponent stay text, so that 1.0 is no integer."""

    parse_float = str


scan_value: Final[Callable[[str, int], tuple[Any, int]]] = make_scanner(_Context)  # type: ignore[arg-type]
"""(text, offset of a value) -> the value and the offset after its end. Raises one of INVALID."""


def loads(text: str) -> Any:
    """The value of a JSON text. Raises ValueError, also for a key that stands twice, and RecursionError."""
    body = text.strip(" \t\n\r")
    try:
        value, end = make_scanner(_Exact)(body, 0)  # type: ignore[arg-type]
    except (StopIteration, SystemError):
        raise ValueError("no JSON value") from None
    if end != len(body):
        raise ValueError("more than one JSON value")
    return value
