"""`memoryrail-lint supersede`: replace a memory by a new one; both are kept and name each other.

Where the new one waits for a person, the old one stays as it is until `approve`.
"""

from __future__ import annotations

from memoryrail_lint.commands import composing, writing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from memoryrail_lint.profiles.memoryrail.model import Store


def main(argv: Sequence[str]) -> int:
    """Write both memories; exit status 0, or 1 where the text is refused. Raises Trouble for what makes it 2."""
    parser = writing.parser("supersede", __doc__)
    parser.add_argument("ref", metavar="OLD", help="the memory to replace: a ref, an id, or the beginning of an id")
    composing.add_options(parser, type_required=False)
    given = parser.parse_args(argv)

    from memoryrail_lint.profiles.memoryrail import transitions

    now = writing.opened(given)
    transitions.refuse_superseding(now, writing.named(now, given.ref))  # before anybody writes a text
    text = composing.body(given)

    def plan(store: Store) -> writing.Plan:
        old = writing.named(store, given.ref)
        transitions.refuse_superseding(store, old)
        made, notes = composing.compose(store, given, text, old=old)
        contents: dict[str, bytes | None] = {made.path: made.source.data}
        said = {made.path: f"{made.status}, supersedes {writing.ref(store, old)}"}
        if made.status == "active":
            contents[old.path] = writing.rewritten(old, status="superseded", superseded_by=made.id)
            said[old.path] = "superseded"
        return writing.Plan(made.path, contents, said, incoming=frozenset([made.path]), notes=tuple(notes))

    return writing.run(given, plan)
