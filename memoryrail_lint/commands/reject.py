"""`memoryrail-lint reject`: turn a proposal down; its file is deleted. Only a person may; an agent is refused."""

from __future__ import annotations

from memoryrail_lint.commands import pick, writing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from memoryrail_lint.profiles.memoryrail.model import Store


def main(argv: Sequence[str]) -> int:
    """Delete the proposal's file; exit status 0. Raises Trouble where REF is no proposal, or cannot go."""
    parser = writing.parser("reject", __doc__)
    writing.add_ref(parser)
    given = parser.parse_args(argv)
    writing.refuse_agent(given, "reject a proposal")

    from memoryrail_lint.profiles.memoryrail import transitions

    def plan(store: Store) -> writing.Plan:
        memory = pick(store, given.ref)
        transitions.refuse_rejecting(store, memory)
        return writing.Plan(memory.path, {memory.path: None}, {memory.path: "rejected"})

    return writing.run(given, plan)
