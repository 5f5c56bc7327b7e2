"""Reading what a repository allows although it looks like a credential; only behind a hit."""

from __future__ import annotations

from memoryrail_lint.checks.allow import BASELINE, Allowed, read_baseline
from memoryrail_lint.errors import Trouble
from memoryrail_lint.tree import Unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoryrail_lint.config import Config
    from memoryrail_lint.tree import Tree


def load(tree: Tree, config: Config) -> Allowed:
    """The baseline at the repository's root and the configured patterns. Raises Trouble for a baseline that is none."""
    try:
        source = tree.read(BASELINE)
        digests = read_baseline(source.data) if source else {}
    except Unreadable as error:
        raise Trouble(f"{BASELINE} {error}; make it a regular file") from None
    except ValueError:
        raise Trouble(
            f"{BASELINE} is no baseline of detect-secrets; write it anew with `detect-secrets scan`"
        ) from None
    return Allowed(digests, config.allow)
