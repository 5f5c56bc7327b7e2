"""The managed block of an agent file differs from what the memories say.

Agents read the block, not the memories. One that lags behind, or was edited by hand, tells them what is no longer so.
Where another tool writes it (`sync.generator = "other"`), its refs and titles are compared and nothing is rewritten.

Fix: run `memoryrail-lint sync`. The automatic fix rewrites the block and nothing outside its markers; there is none
while another agent file has bad markers or must not be written.
"""

from __future__ import annotations

from memoryrail_lint.checks import blocks, secrets
from memoryrail_lint.diagnostics import Edit, Finding, Fix
from memoryrail_lint.profiles.memoryrail import targets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Store

SEVERITY = "error"
FIXABLE = "safe"


def check(store: Store) -> Iterator[Finding]:
    if store.settings.version_unknown:
        return
    files = targets.of(store)
    if store.config.generator == "other":
        from memoryrail_lint.profiles.memoryrail.foreign_block import compare_all

        yield from compare_all(files)
        return
    for target in files.targets:
        source, block = target.source, target.block
        if source is None or block is None or target.same or target.refused:
            continue
        if block.inner(source.text) == files.wanted:
            continue
        offset, reason = blocks.explain_drift(source.text[block.inner_start : block.inner_end], files.wanted)
        at = block.inner_start + offset
        end = source.text.find("\n", at)
        end = len(source.text) if end < 0 else end - (source.text[end - 1] == "\r")
        wanted = files.wanted.replace("\n", block.newline)
        edit = Edit(source, block.inner_start, block.inner_end, wanted)
        yield Finding(
            source,
            (at, max(at, end)),
            f"the managed block is out of date: {_harmless(reason)}",
            help="run `memoryrail-lint sync`",
            fix=None if files.stopped else Fix("write the block anew", [edit], safe=True),
            involves=[store.folder],
        )


def _harmless(reason: str) -> str:
    """A reason that names refs as the file has them, or one that names nothing where those are no refs."""
    plain = reason.replace(" ", "").replace("-", "").replace(",", "")
    known = plain.isascii() and plain.isalnum() and len(reason) < 80 and secrets.mask(reason) == reason
    return reason if known else "edited by hand"
