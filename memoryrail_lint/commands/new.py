"""`memoryrail-lint new`: write a memory. With the review gate, an agent's durable memory waits as a proposal."""

from __future__ import annotations

from memoryrail_lint.commands import composing, writing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from memoryrail_lint.profiles.memoryrail.model import Store


def main(argv: Sequence[str]) -> int:
    """Write the memory; exit status 0, or 1 where its text is refused. Raises Trouble for what makes it 2."""
    parser = writing.parser("new", __doc__)
    composing.add_options(parser, type_required=True)
    given = parser.parse_args(argv)
    text = composing.body(given)

    def plan(store: Store) -> writing.Plan:
        made, notes = composing.compose(store, given, text)
        said = {made.path: made.status}
        return writing.Plan(
            made.path, {made.path: made.source.data}, said, incoming=frozenset([made.path]), notes=tuple(notes)
        )

    return writing.run(given, plan)
