"""Reading what a repository allows although it looks like a credential; only behind a hit."""

from __future__ import annotations

from memoryrail_lint.checks.allow import BASELINE, Allowed, has_pragma, read_baseline
from memoryrail_lint.errors import Trouble
from memoryrail_lint.tree import Unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Sequence

    from memoryrail_lint.checks.allow import Baseline
    from memoryrail_lint.config import Config
    from memoryrail_lint.past import Past
    from memoryrail_lint.source import Source
    from memoryrail_lint.tree import Tree


def load(tree: Tree, config: Config) -> Allowed:
    """The baseline at the repository's root and the configured patterns. Raises Trouble for a baseline that is none."""
    try:
        source = tree.read(BASELINE) if config.past is None else config.past.read(BASELINE)
        digests = read_baseline(source.data) if source else {}
    except Unreadable as error:
        raise Trouble(f"{BASELINE} {error}; make it a regular file") from None
    except ValueError:
        raise Trouble(
            f"{BASELINE} is no baseline of detect-secrets; write it anew with `detect-secrets scan`"
        ) from None
    return Allowed(digests, config.allow) if config.past is None else AllowedBefore(digests, config.allow, config.past)


class AllowedBefore(Allowed):
    """What a repository allowed: a comment only counts on a line that was there with it."""

    __slots__ = ("past",)

    def __init__(self, baseline: Baseline, patterns: Sequence[re.Pattern[str]], past: Past) -> None:
        super().__init__(baseline, patterns)
        self.past = past

    def by_pragma(self, source: Source, line: str, previous: str) -> bool:
        if has_pragma(line):
            return self.past.had_line(source.path, line)
        return has_pragma(line, previous) and self.past.had_line(source.path, line, previous)
