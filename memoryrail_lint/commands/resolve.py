"""`memoryrail-lint resolve`: close a thread, whose work is done or whose question is answered."""

from __future__ import annotations

from memoryrail_lint.commands import writing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from memoryrail_lint.profiles.memoryrail.model import Store


def main(argv: Sequence[str]) -> int:
    """Write the thread; exit status 0. Raises Trouble where REF is no open thread, or cannot be written."""
    parser = writing.parser("resolve", __doc__)
    writing.add_ref(parser)
    given = parser.parse_args(argv)

    from memoryrail_lint.profiles.memoryrail import transitions

    def plan(store: Store) -> writing.Plan:
        memory = writing.named(store, given.ref)
        transitions.refuse_resolving(store, memory)
        data = writing.rewritten(memory, status="resolved")
        return writing.Plan(memory.path, {memory.path: data}, {memory.path: "resolved"})

    return writing.run(given, plan)
