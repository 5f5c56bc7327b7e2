"""What is wrong with a `config.json`, and where: only asked when it is not plainly right."""

from __future__ import annotations

from memoryrail_lint.profiles.memoryrail.parse import Fault, Value, read_yaml

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoryrail_lint.diagnostics import Span
    from memoryrail_lint.source import Source


def explain(source: Source) -> Fault:
    """The first fault of a configuration that `fields.accepts_config` refused (config-invalid)."""
    import json

    help = 'it should read {{"version": 1, "review": "off"}}'
    if source.bad_byte is not None:
        return Fault("config-invalid", None, "config.json is not UTF-8", help="save it as UTF-8")
    try:
        document = json.loads(source.text, parse_float=_Number)
    except json.JSONDecodeError as error:
        end = min(error.pos + 1, len(source.text))
        place = (error.pos, end if source.text[error.pos : end] not in ("\n", "\r") else error.pos)
        return Fault("config-invalid", place, f"config.json is no JSON: {error.msg}".replace("{", "{{"), help=help)
    except (ValueError, RecursionError):
        return Fault("config-invalid", None, "config.json is no JSON that can be read", help=help)
    if not isinstance(document, dict):
        return Fault("config-invalid", None, "config.json is not a JSON object", help=help)
    try:
        # JSON is YAML as far as places are concerned; where it is not, the first line has to do.
        places = {name: field.value for name, field in read_yaml(source.text, 0, len(source.text)).items()}
    except Fault as fault:
        if fault.values:
            return Fault("config-invalid", fault.span, "the key {0} stands twice in config.json", *fault.values)
        places = {}
    return _field_fault(document, places) or Fault("config-invalid", None, "config.json is not valid", help=help)


def _field_fault(document: dict[str, object], places: dict[str, Value]) -> Fault | None:
    from memoryrail_lint.checks import schema

    for fault in schema.explain(document, "config"):
        name = str(fault.path[0]) if fault.path else ""
        return Fault("config-invalid", _span(places, name), fault.message, *fault.values, help=fault.help)
    return None


def _span(places: dict[str, Value], name: str) -> Span | None:
    return places[name].span if name in places else None


class _Number(str):
    """A number with a point or an exponent, as it is written: no integer, whatever its value."""

    __slots__ = ()
