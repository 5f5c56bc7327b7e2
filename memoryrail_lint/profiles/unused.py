"""What is wrong with suppression comments that silenced nothing, for the rule of that name in every profile."""

from __future__ import annotations

from memoryrail_lint import profiles
from memoryrail_lint.checks.nearest import suggest
from memoryrail_lint.diagnostics import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from memoryrail_lint.policy import Suppression


def check(unused: Iterable[Suppression], ran: Collection[str]) -> Iterator[Finding]:
    """The findings about these comments; `ran` are the rules that ran."""
    known = profiles.rule_names()
    values: tuple[str, ...]
    for comment in unused:
        help = "remove the comment, or correct it"
        unknown = [name for name in comment.rules if name not in known]
        if not comment.rules:
            message, values = "a suppression must name the rules that it silences", ()
        elif unknown:
            message, values = "no rule is called {0}", (unknown[0], *suggest(unknown[0], known, 1))
            help = "did you mean {1}?" if len(values) > 1 else "`memoryrail-lint rule` lists the rules"
        elif not set(comment.rules) <= set(ran):
            continue  # some other hook knows
        elif comment.undated:
            names = ", ".join(comment.rules)
            message, values = "the suppression of {0} ends on no day: until={1}", (names, comment.until or "")
        elif comment.expired:
            message, values = "the suppression of {0} has expired", (", ".join(comment.rules),)
        else:
            message, values = "there is no {0} here to suppress", (", ".join(comment.rules),)
        yield Finding(comment.source, comment.span, message, *values, help=help)
