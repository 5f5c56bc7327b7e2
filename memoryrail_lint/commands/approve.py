"""`memoryrail-lint approve`: put a proposal in force. What it supersedes is superseded in the same step.

Only a person may; an agent is refused.
"""

from __future__ import annotations

from memoryrail_lint.commands import writing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from memoryrail_lint.profiles.memoryrail.model import Store


def main(argv: Sequence[str]) -> int:
    """Write the memory and the one it supersedes; 0, or 1 where its text is refused. Raises Trouble for 2."""
    parser = writing.parser("approve", __doc__)
    writing.add_ref(parser)
    parser.add_argument(
        "--allow-secret", action="store_true", help="at a terminal: ask, instead of refusing credentials"
    )
    given = parser.parse_args(argv)
    writing.refuse_agent(given, "approve a proposal")

    from memoryrail_lint.profiles.memoryrail import transitions

    def plan(store: Store) -> writing.Plan:
        memory = writing.named(store, given.ref)
        transitions.refuse_unless(store, memory, "proposed", "approved")
        old = transitions.superseded_by(store, memory)
        changes = {"status": "active"}
        if old is not None and memory.text("supersedes") != old.id:
            changes["supersedes"] = old.id
        contents: dict[str, bytes | None] = {memory.path: writing.rewritten(memory, **changes)}
        said = {memory.path: "active"}
        if old is not None:
            contents[old.path] = writing.rewritten(old, status="superseded", superseded_by=memory.id)
            said = {memory.path: f"active, supersedes {writing.ref(store, old)}", old.path: "superseded"}
        return writing.Plan(memory.path, contents, said, incoming=frozenset([memory.path]))

    return writing.run(given, plan)
