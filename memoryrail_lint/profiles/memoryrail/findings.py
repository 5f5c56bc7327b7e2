"""Findings that several rules make alike."""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.checks.schema import Fault
    from memoryrail_lint.diagnostics import Span
    from memoryrail_lint.profiles.memoryrail.model import Memory


def of_fault(memory: Memory, rule: str) -> Iterator[Finding]:
    """The finding of the rule that explains why a memory could not be read, if it is this one."""
    fault = memory.fault
    if fault is not None and fault.rule == rule:
        yield Finding(memory.source, fault.span, fault.message, *fault.values, help=fault.help)


def schema_faults(memory: Memory) -> Iterator[tuple[Fault, Span | None]]:
    """What the memory's JSON Schema refuses, with the place of each value; nothing where there is no front matter."""
    from memoryrail_lint.profiles.memoryrail.fields import accepts

    if memory.front is None or accepts(memory.document):
        return
    from memoryrail_lint.checks.schema import explain

    fields = memory.fields()
    for fault in explain(memory.document, "memory"):
        field = fields.get(str(fault.path[0])) if fault.path else None
        if field is None:
            yield fault, None
        elif len(fault.path) > 1 and field.value.kind == "list":
            yield fault, field.value.data[int(fault.path[1])].span
        else:
            yield fault, field.value.span
