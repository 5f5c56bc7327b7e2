"""`memoryrail-lint touch`: confirm that a memory still holds. Sets `updated` to now, and nothing else."""

from __future__ import annotations

from memoryrail_lint.commands import nearest_store, resolve
from memoryrail_lint.diagnostics import visible
from memoryrail_lint.errors import Trouble

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(argv: Sequence[str]) -> int:
    """Write the memory; exit status 0. Raises Trouble where REF names none, or more than one, or cannot be written."""
    import argparse

    parser = argparse.ArgumentParser(prog="memoryrail-lint touch", description=__doc__, allow_abbrev=False)
    parser.add_argument("ref", metavar="REF", help="a ref such as DEC-5dbe, an id, or the beginning of an id")
    parser.add_argument("--root", metavar="DIR", help="work as if started in this folder")
    given = parser.parse_args(argv)

    from memoryrail_lint.checks.secrets import mask
    from memoryrail_lint.files import write_all
    from memoryrail_lint.profiles.memoryrail.writer import encode_text, now, set_fields

    store = nearest_store(given.root)
    memory = resolve(store, given.ref)
    shown = visible(mask(memory.path))
    if memory.front is None:
        raise Trouble(f"{shown} has no front matter that can be read; `memoryrail-lint check` says why")
    stamp = now()
    data = memory.source.edited(set_fields(memory, {"updated": encode_text(stamp)}))
    path = memory.source.real or store.tree.absolute(memory.path)
    write_all(store.tree.top, {path: data}, expected={path: memory.source.data})
    print(f"{shown}: updated {stamp}")
    return 0
