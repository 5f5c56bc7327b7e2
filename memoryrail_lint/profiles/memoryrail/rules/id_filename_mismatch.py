"""A memory's id is not its file name without `.md`.

Tools find a memory by its file name and cite it by its id. Where the two differ, one of them leads nowhere.

Fix: give the file the name of its id, or the id the name of its file. The unsafe fix renames the file, since refs and
`supersedes` name the id; where another memory has that name already, it corrects the id.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Edit, Finding, Fix
from memoryrail_lint.profiles.memoryrail.writer import encode_text
from memoryrail_lint.tree import join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Memory, Store

SEVERITY = "error"
FIXABLE = "unsafe"


def check(memory: Memory, store: Store) -> Iterator[Finding]:
    if memory.id and memory.id != memory.name:
        yield Finding(
            memory.source,
            memory.span("id"),
            "the id {0} is not the file's name {1}",
            memory.id,
            memory.name,
            help="rename the file to its id, or correct the id",
            fix=_fix(memory, store),
        )


def _fix(memory: Memory, store: Store) -> Fix | None:
    folder = memory.path.rpartition("/")[0]
    taken = {other.name.casefold() for other in store.memories if other is not memory}
    span = memory.span("id")
    if not memory.valid or span is None:
        return None
    if memory.id.casefold() not in taken and _is_name(memory.id):
        return Fix("rename the file to its id", rename=(memory.path, join(folder, f"{memory.id}.md")), safe=False)
    return Fix("set the id to the file's name", [Edit(memory.source, *span, encode_text(memory.name))], safe=False)


def _is_name(text: str) -> bool:
    """Whether a file can be called this, with `.md` after it, and is not hidden then."""
    return text.isprintable() and not text.startswith(".") and len(text.encode()) <= 250
