"""Where YAML readers part ways: plain scalars that versions 1.1 and 1.2 type differently, texts cut by a comment."""

from __future__ import annotations

import re

from memoryrail_lint.profiles.memoryrail import fields

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from memoryrail_lint.diagnostics import Span
    from memoryrail_lint.profiles.memoryrail.parse import Value

# The types of the YAML 1.1 repository (yaml.org/type) and of the YAML 1.2 core schema (section 10.3.2).
_TYPES_11: Final = (
    ("bool", re.compile(r"y|Y|yes|Yes|YES|n|N|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF")),
    ("int", re.compile(r"[-+]?(0b[01_]+|0[0-7_]*|[1-9][0-9_]*|0x[0-9a-fA-F_]+|[1-9][0-9_]*(:[0-5]?[0-9])+)")),
    ("float", re.compile(r"[-+]?([0-9][0-9_]*\.[0-9_]*([eE][-+][0-9]+)?|\.[0-9][0-9_]*([eE][-+][0-9]+)?)")),
    ("float", re.compile(r"[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")),
    ("null", re.compile(r"~|null|Null|NULL|")),
    ("time", re.compile(r"\d{4}-\d\d-\d\d")),
    (
        "time",
        re.compile(
            r"\d{4}-\d\d?-\d\d?([Tt]|[ \t]+)\d\d?:\d\d:\d\d(\.\d*)?([ \t]*(Z|[-+]\d\d?(:\d\d)?))?",
        ),
    ),
    ("special", re.compile(r"<<|=")),
)
_TYPES_12: Final = (
    ("bool", re.compile(r"true|True|TRUE|false|False|FALSE")),
    ("int", re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")),
    ("float", re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")),
    ("null", re.compile(r"~|null|Null|NULL|")),
)
_OCTAL_11: Final = re.compile(r"[-+]?0[0-7_]+")


def disagree(text: str) -> bool:
    """Whether YAML 1.1 and YAML 1.2 readers take an unquoted scalar for different things."""
    if len(text) > 64:
        return False
    return _kind(text, _TYPES_11) != _kind(text, _TYPES_12) or _OCTAL_11.fullmatch(text) is not None


def _kind(text: str, types: tuple[tuple[str, re.Pattern[str]], ...]) -> str:
    return next((kind for kind, pattern in types if pattern.fullmatch(text)), "text")


_FREE: Final = frozenset(fields.KNOWN) - {"title"}


def cut_text(text: str, name: str, value: Value) -> Span | None:
    """The span of an unquoted text together with what follows its ` #`, where that was hardly meant as a comment.

    In a title any ` #` counts. Elsewhere `#` directly before a word does (`#532`); fields with a vocabulary of their
    own, and comments to this tool, never do.
    """
    if not value.plain or value.kind not in ("text", "null") or name in _FREE:
        return None
    end = text.find("\n", value.span[1])
    rest = text[value.span[1] : end if end >= 0 else len(text)].rstrip()
    comment = rest.lstrip(" \t")
    if not comment.startswith("#") or comment == rest or "memoryrail-lint:" in comment:
        return None
    if name != "title" and not comment[1:2].isalnum():
        return None
    start = value.span[0]
    if value.kind == "null" and value.span[0] == value.span[1]:
        start = text.index("#", value.span[1])
    return start, value.span[1] + len(rest)
