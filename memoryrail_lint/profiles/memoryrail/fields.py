"""The fields of a memory and of `config.json`, and a quick yes to documents that are plainly right.

`spec/memory.schema.json` and `spec/config.schema.json` are the source of these rules. The checks here only accept;
`checks.schema.explain` says what is wrong with a document that they do not. A test holds the two against each other.
"""

from __future__ import annotations

from memoryrail_lint.checks.dates import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final, TypeGuard

TYPES: Final = ("decision", "constraint", "gotcha", "attempt", "thread", "session")
DURABLE: Final = ("decision", "constraint", "gotcha", "attempt")
"""Types whose memories are knowledge that stays; they are never overwritten, and wait for review."""
STATUSES: Final = ("active", "proposed", "superseded", "archived", "resolved")
REVIEWS: Final = ("off", "agents")

REQUIRED: Final = ("id", "type", "title", "status", "created", "updated")
TEXT: Final = (*REQUIRED, "supersedes", "superseded_by")
"""Fields whose value is the scalar's text, however YAML would type it."""
LIST: Final = ("tags", "links")
FLAG: Final = ("pinned",)
KNOWN: Final = (*REQUIRED, "tags", "links", "pinned", "supersedes", "superseded_by")
CONFIG_KNOWN: Final = ("version", "review")

_BREAKS: Final = "\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029"


def accepts(document: Mapping[str, object]) -> bool:
    """Whether a memory's fields are all as `spec/memory.schema.json` wants them. Unknown fields are fine."""
    get = document.get
    created, updated = get("created"), get("updated")
    name = get("id")
    return (
        is_line(name)
        and not ("/" in name or "\\" in name or "\0" in name)
        and get("type") in TYPES
        and is_line(get("title"))
        and get("status") in STATUSES
        and isinstance(created, str)
        and parse(created) is not None
        and isinstance(updated, str)
        and (updated == created or parse(updated) is not None)
        and ("links" not in document or _is_lines(document["links"]))
        and ("tags" not in document or _is_lines(document["tags"]))
        and ("pinned" not in document or isinstance(document["pinned"], bool))
        and ((old := get("supersedes")) is None or is_line(old))
        and ((new := get("superseded_by")) is None or is_line(new))
    )


def accepts_config(document: object) -> bool:
    """Whether a `config.json` is as `spec/config.schema.json` wants it; which version it names is another question."""
    return (
        isinstance(document, dict)
        and isinstance(version := document.get("version"), int)
        and not isinstance(version, bool)
        and document.get("review", "off") in REVIEWS
    )


def is_line(value: object) -> TypeGuard[str]:
    """Whether a value is text on one line, and not blank."""
    return (
        isinstance(value, str)
        and (value.isprintable() or not any(ch in _BREAKS for ch in value))
        and not (not value or value.isspace())
    )


def _is_lines(value: object) -> bool:
    return isinstance(value, list) and all(map(is_line, value))
