"""`memoryrail-lint show`: one memory, by its ref, its id, or the beginning of its id."""

from __future__ import annotations

import json
import sys

from memoryrail_lint import options
from memoryrail_lint.commands import describe, nearest_store, pick

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(argv: Sequence[str]) -> int:
    """Print the memory; exit status 0. Raises Trouble where REF names none, or more than one."""
    parser = options.bare("memoryrail-lint show", __doc__)
    parser.add_argument("ref", metavar="REF", help="a ref such as DEC-5dbe, an id, or the beginning of an id")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument("--root", metavar="DIR", help="work as if started in this folder")
    given = parser.parse_args(argv)

    from memoryrail_lint.checks.secrets import mask
    from memoryrail_lint.diagnostics import visible

    store = nearest_store(given.root)
    memory = pick(store, given.ref)
    text = mask(memory.source.text)
    if given.format == "json":
        [found] = [entry for entry in describe(store) if entry["path"] == visible(mask(memory.path))]
        print(json.dumps({"version": 1, "memory": {**found, "text": text}}, indent=2))
        return 0
    lines = [visible(line.removesuffix("\r")) for line in text.removesuffix("\n").split("\n")]
    sys.stdout.buffer.write("".join(f"{line}\n" for line in lines).encode(errors="backslashreplace"))
    return 0
