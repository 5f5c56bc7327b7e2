"""`memoryrail-lint rule`: explain one rule, or list them all."""

from __future__ import annotations

from memoryrail_lint import options, profiles, resources, rule
from memoryrail_lint.errors import Trouble

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(argv: Sequence[str]) -> int:
    """Print the page of one rule, or the table of all; exit status 0. Raises Trouble for an unknown rule."""
    parser = options.bare("memoryrail-lint rule", __doc__)
    parser.add_argument("name", nargs="?", metavar="NAME", help="the rule to explain; without it, all are listed")
    given = parser.parse_args(argv)
    if given.name is None:
        print("\n".join(table()))
        return 0
    if profiles.entry(given.name) is None:
        from memoryrail_lint.policy import unknown_rule

        names = [entry.name for profile in profiles.NAMES for entry in profiles.load(profile).RULES]
        raise Trouble(unknown_rule(given.name, names))
    print(resources.read("rules", f"{given.name}.md"), end="")
    return 0


def table() -> list[str]:
    """One line for each rule: name, severity, hook, and what it finds."""
    rows = [rule.load(entry) for name in profiles.NAMES for entry in profiles.load(name).RULES]
    width = max(len(row.name) for row in rows)
    hooks = max(len(row.entry.hook) for row in rows)
    return [f"{row.name:<{width}}  {row.severity:<7}  {row.entry.hook:<{hooks}}  {row.summary}" for row in rows]
