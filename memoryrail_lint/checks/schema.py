"""What is wrong with a document, in words: the published JSON Schemas, asked through `jsonschema`.

Only for documents that are not plainly right: the import costs nine bare Python starts. The wording comes from the
schema itself: a failing assertion's `title` says what the value does wrong and its `description` how to mend it, a
field's `title` is its noun, its `examples` and `enum` become the help.
"""

from __future__ import annotations

import json

from jsonschema import Draft202012Validator, FormatChecker, validators

from memoryrail_lint import resources
from memoryrail_lint.checks import dates
from memoryrail_lint.checks.nearest import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

_KINDS = {
    "string": "text",
    "array": "a list",
    "boolean": "true or false",
    "integer": "a whole number",
    "object": "an object",
}

_checker = FormatChecker(formats=())


@_checker.checks("date-time")
def _is_date_time(value: object) -> bool:
    if not isinstance(value, str):
        return True
    instant = dates.parse(value)
    return instant is not None and instant.precise


def _is_integer(_: object, value: object) -> bool:
    """JSON Schema takes 1.0 for an integer; a version number is judged as it is written."""
    return isinstance(value, int) and not isinstance(value, bool)


_extend: Any = validators.extend
_Validator = _extend(
    Draft202012Validator, type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer)
)
_validators: dict[str, Any] = {}


class Fault:
    """One value outside the schema.

    path: keys and list indexes down to the value, () for the document itself.
    keyword: the assertion that failed; "required" for a required field that is absent, null or blank.
    message, values, help: as in `Finding`; what the document holds is only ever in `values`.
    """

    __slots__ = ("help", "keyword", "message", "path", "values")

    def __init__(
        self,
        path: tuple[str | int, ...],
        keyword: str,
        message: str,
        values: tuple[object, ...] = (),
        help: str | None = None,
    ) -> None:
        self.path = path
        self.keyword = keyword
        self.message = message
        self.values = values
        self.help = help

    def __repr__(self) -> str:
        return f"Fault({self.path!r}, {self.keyword!r}, {self.message!r}, {self.values!r}, {self.help!r})"


def validator(name: str) -> Any:
    """The `jsonschema` validator of `spec/<name>.schema.json`, with this tool's reading of dates and integers."""
    if name not in _validators:
        schema = json.loads(resources.read("spec", f"{name}.schema.json"))
        _validators[name] = _Validator(schema, format_checker=_checker)
    return _validators[name]


def explain(document: object, name: str) -> list[Fault]:
    """Everything in a document that the schema `name` ("memory" or "config") refuses: one fault for each value, the
    most basic one, in the order of the schema's fields. Unknown fields are not looked at.
    """
    asked = validator(name)
    fields = asked.schema["properties"]
    faults: dict[tuple[str | int, ...], Fault] = {}
    for error in asked.iter_errors(_shallow(document, fields)):
        for fault in _faults(error, asked.schema):
            faults.setdefault(fault.path, fault)
    order = list(fields)
    return sorted(
        faults.values(), key=lambda fault: [order.index(fault.path[0]), *fault.path[1:]] if fault.path else []
    )


def _shallow(document: object, fields: Mapping[str, object]) -> object:
    """The document with its known fields only, and without what lists and mappings hold in places of text: `jsonschema`
    renders every refused value, which no nesting may make deep.
    """
    if not isinstance(document, dict):
        return document
    known = {name: document[name] for name in fields if name in document}
    return {
        name: [_emptied(item) for item in value] if isinstance(value, list) else _emptied(value)
        for name, value in known.items()
    }


def _emptied(value: object) -> object:
    return type(value)() if isinstance(value, (list, dict)) else value


def _faults(error: Any, schema: Mapping[str, Any]) -> list[Fault]:
    path, keyword, value = tuple(error.absolute_path), error.validator, error.instance
    if keyword == "required":
        missing = [name for name in error.validator_value if name not in value]
        return [Fault((name,), keyword, f"{name} is missing", (), _example(schema, name)) for name in missing]
    if not path:
        return [Fault(path, keyword, f"the document {_unlike(error)}", _shown(value))]
    field = path[0]
    if len(path) == 1 and field in schema["required"] and _is_empty(value):
        return [Fault(path, "required", f"{field} is empty", (), _example(schema, field))]
    noun = field if len(path) == 1 else f"an item of {field}"
    help = error.schema.get("description") or _example(schema, field)
    if keyword == "type":
        return [Fault(path, keyword, f"{noun} {_unlike(error)}", _shown(value), _example(schema, field))]
    if keyword == "enum":
        meant = nearest(value, error.validator_value) if isinstance(value, str) else None
        help = _example(schema, field) + (f"; did you mean {meant}?" if meant else "")
        return [Fault(path, keyword, f"{{0}} is not a {error.schema['title']}", (value,), help)]
    wrong = error.schema["title"]
    if _is_empty(value):
        return [Fault(path, keyword, f"{noun} {wrong}", (), help)]
    return [Fault(path, keyword, f"{noun} {{0}} {wrong}", (value,), help)]


def _is_empty(value: object) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _unlike(error: Any) -> str:
    wanted = error.validator_value
    return f"must be {_KINDS[wanted if isinstance(wanted, str) else wanted[0]]}, not {_kind(error.instance)}"


def _kind(value: object) -> str:
    """What a message calls a value of the wrong type; `{0}` for one that can be shown."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, dict)):
        return "a list" if isinstance(value, list) else "a mapping"
    return "{0}"


def _shown(value: object) -> tuple[object, ...]:
    return (value,) if _kind(value) == "{0}" else ()


def _example(schema: Mapping[str, Any], field: str) -> str:
    known = schema["properties"][field]
    if "enum" in known:
        return f"one of {', '.join(known['enum'])}"
    return f"for example {json.dumps(known['examples'][0])}"
