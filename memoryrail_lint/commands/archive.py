"""`memoryrail-lint archive`: take a memory out of force that is wrong, or no longer matters."""

from __future__ import annotations

from memoryrail_lint.commands import writing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from memoryrail_lint.profiles.memoryrail.model import Store


def main(argv: Sequence[str]) -> int:
    """Write the memory; exit status 0. Raises Trouble where REF is out of force already, or cannot be written."""
    parser = writing.parser("archive", __doc__)
    writing.add_ref(parser)
    given = parser.parse_args(argv)

    from memoryrail_lint.profiles.memoryrail import transitions

    def plan(store: Store) -> writing.Plan:
        memory = writing.named(store, given.ref)
        transitions.refuse_archiving(store, memory, writing.agent(given))
        data = writing.rewritten(memory, status="archived")
        return writing.Plan(memory.path, {memory.path: data}, {memory.path: "archived"})

    return writing.run(given, plan)
