"""`memoryrail-lint list`: the memories of the nearest store, active ones unless asked, with their refs."""

from __future__ import annotations

import json
import sys

from memoryrail_lint import options
from memoryrail_lint.commands import describe, nearest_store, say_left_out
from memoryrail_lint.diagnostics import visible
from memoryrail_lint.errors import Trouble

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(argv: Sequence[str]) -> int:
    """Print the list; exit status 0."""
    from memoryrail_lint.checks.secrets import mask
    from memoryrail_lint.profiles.memoryrail import fields

    parser = options.bare("memoryrail-lint list", __doc__)
    parser.add_argument("--all", action="store_true", help="memories of every status")
    parser.add_argument("--type", choices=fields.TYPES, help="only memories of this type")
    parser.add_argument("--status", choices=fields.STATUSES, help="only memories of this status")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument("--root", metavar="DIR", help="work as if started in this folder")
    given = parser.parse_args(argv)

    store = nearest_store(given.root)
    if store.settings.version_unknown:
        raise Trouble(f"{visible(store.folder)}/config.json has a version that this tool does not know")
    status = given.status or (None if given.all else "active")
    memories = [
        memory
        for memory in describe(store)
        if status in (None, memory["status"]) and given.type in (None, memory["type"])
    ]
    lost = [
        memory
        for memory in store.memories
        if not memory.id
        or (status and memory.status not in fields.STATUSES and given.type in (None, memory.type))
        or (given.type and memory.type not in fields.TYPES and status in (None, memory.status))
    ]
    say_left_out(len(lost))
    if given.format == "json":
        print(json.dumps({"version": 1, "memories": memories, "left_out": len(lost)}, indent=2))
        return 0
    for memory in memories:
        mark = " (pinned)" if memory["pinned"] else ""
        status = "" if memory["status"] == "active" else f" [{memory['status']}]"
        line = f"{memory['ref']}  {memory['type']:<10}  {memory['title']}{mark}{status}  {memory['id']}"
        sys.stdout.buffer.write((visible(mask(line)) + "\n").encode(errors="backslashreplace"))
    return 0
