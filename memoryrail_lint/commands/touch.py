"""`memoryrail-lint touch`: confirm that a memory still holds. Sets `updated` to now, and nothing else."""

from __future__ import annotations

from memoryrail_lint.commands import pick, writing
from memoryrail_lint.diagnostics import visible
from memoryrail_lint.errors import Trouble

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from memoryrail_lint.profiles.memoryrail.model import Store


def main(argv: Sequence[str]) -> int:
    """Write the memory; exit status 0. Raises Trouble where REF names none, or more than one, or cannot be written."""
    parser = writing.parser("touch", __doc__)
    writing.add_ref(parser)
    given = parser.parse_args(argv)

    from memoryrail_lint.profiles.memoryrail import transitions
    from memoryrail_lint.profiles.memoryrail.writer import now

    def plan(store: Store) -> writing.Plan:
        memory = pick(store, given.ref)
        if memory.front is None:
            shown = visible(memory.path)
            raise Trouble(f"{shown} has no front matter that can be read; `memoryrail-lint check` says why")
        transitions.refuse_touching(store, memory)
        stamp = now()
        data = writing.rewritten(memory, updated=stamp)
        return writing.Plan(memory.path, {memory.path: data}, {memory.path: f"updated {stamp}"})

    return writing.run(given, plan)
