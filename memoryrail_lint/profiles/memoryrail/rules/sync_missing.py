"""An agent file, or its managed block, is missing.

The project keeps a block in some agent file, so every configured one should have it: an agent that reads only the one
without it works without the project's memory.

Fix: run `memoryrail-lint sync` (or the tool that writes the blocks, where `sync.generator` says "other"), or take the
file out of `sync.targets`.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.profiles.memoryrail import targets
from memoryrail_lint.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Store

SEVERITY = "error"


def check(store: Store) -> Iterator[Finding]:
    files = targets.of(store)
    if store.settings.version_unknown or not files.in_use:
        return
    other = store.config.generator == "other"
    how = "let the tool that writes the blocks write one" if other else "run `memoryrail-lint sync`"
    for target in files.targets:
        if not target.needs_block:
            continue
        if target.refused:
            message, help = f"the agent file cannot take a managed block: {target.refused}", "mend or replace the file"
        elif target.source is None:
            message, help = "the agent file does not exist", f"{how}, or change sync.targets"
        else:
            message, help = "the agent file has no managed block", f"{how}, or change sync.targets"
        yield Finding(target.source or Source(target.path), None, message, help=help, involves=[store.folder])
