"""`memoryrail-lint compact`: bring an Engramory index under its caps, in the order of the format's own procedure.

1. shorten: what lines of `MEMORY.md` say beyond a hook goes, word for word, to the end of their notes. 2. merge: notes
about one thing; only proposed. 3. archive: superseded notes, and cold ones while the index is still too long; one line
for each topic leads to the list of what was archived. Without --apply nothing is written.
"""

from __future__ import annotations

import os
import sys

from memoryrail_lint import config, locate, options
from memoryrail_lint.checks.secrets import mask
from memoryrail_lint.diagnostics import visible
from memoryrail_lint.errors import Trouble
from memoryrail_lint.profiles import engramory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from memoryrail_lint.profiles.engramory.compaction import Plan
    from memoryrail_lint.profiles.engramory.draft import Item
    from memoryrail_lint.profiles.engramory.model import Store


def main(argv: Sequence[str]) -> int:
    """Print the plan, with --apply carry out what is mechanical; 1 where the index is over its caps after it.

    Raises Trouble where there is no one index to compact, or it cannot be read or written.
    """
    parser = options.bare("memoryrail-lint compact", __doc__)
    parser.add_argument("folder", nargs="?", metavar="ROOT", help="the store (default: the one of this repository)")
    parser.add_argument("--apply", action="store_true", help="do what 1 and 3 say; merging stays yours")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    given = parser.parse_args(argv)

    import datetime

    from memoryrail_lint.profiles.engramory.compaction import plan

    made = plan(_store(given.folder), datetime.datetime.now(datetime.timezone.utc).date().isoformat())
    written = made.draft.write() if given.apply else []
    after = (made.draft.lines, made.draft.bytes) if given.apply else (made.steps[-1].lines, made.steps[-1].bytes)
    if given.format == "json":
        import json

        text = json.dumps(_as_json(made, after, given.apply), indent=2) + "\n"
    else:
        text = "".join(f"{line}\n" for line in _as_text(made, after, given.apply, len(written)))
    sys.stdout.buffer.write(text.encode(errors="backslashreplace"))
    return 1 if made.exceeds(*after) else 0


def _store(named: str | None) -> Store:
    here = os.getcwd()
    found = locate.existing([named] if named is not None else [], here)
    if found and not os.path.isdir(found[0]):
        raise Trouble(f"{visible(str(named))[:200]} is no folder; name the one that holds {engramory.INDEX}")
    [place] = locate.places(found, here, ("engramory",))
    tree = place.open_tree()
    roots = locate.standing_roots(place, engramory, tree, config.find(tree, ""), asked=True)
    if len(roots) != 1:
        shown = ", ".join(visible(mask(root)) or "." for root in roots[:10])
        what = (
            f"there are several stores here ({shown})" if roots else f"there is no store with a {engramory.INDEX} here"
        )
        raise Trouble(f"{what}; name the folder of the one to compact")
    store = engramory.open_store(tree, roots[0], config.find(tree, roots[0]), place.repository)
    index = store.index
    if index.fault is not None:
        raise Trouble(f"{visible(mask(index.source.path))} {index.fault}; there is nothing to compact")
    if index.source.bad_byte is not None:
        raise Trouble(f"{visible(mask(index.source.path))} is not UTF-8, so nothing is made of it")
    return store


def _as_text(made: Plan, after: tuple[int, int], apply: bool, written: int) -> list[str]:
    cap = f"{_lines(made.hard_lines)}, {_bytes(made.hard_bytes)}"
    found = [f"{_shown(made.draft.source.path)}: {_size(made.before)}; the cap is {cap}"]
    for number, step in enumerate(made.steps, 1):
        name = f"{step.name}, by hand" if step.name == "merge" else step.name
        won = f"wins {_size(step.won)}; then {_size((step.lines, step.bytes))}" if step.items else "nothing"
        found.append(f"{number}. {name}: {won}")
        found += [f"   {_place(item)}: {_shown(item.text)}" for item in step.items]
    if made.left:
        found.append("yours to judge:")
        found += [f"   {_place(item)}: {_shown(item.text)}" for item in made.left]
    if apply:
        files = "1 file" if written == 1 else f"{written} files"
        found.append(f"wrote {files}, {len(made.draft.moves)} of them moved" if written else "nothing was written")
    elif made.steps[0].items or made.steps[2].items:
        found.append("nothing was written; --apply does 1 and 3")
    if not made.exceeds(*after):
        found.append(f"under the cap: {_size(after)}")
    elif apply and not made.exceeds(made.steps[-1].lines, made.steps[-1].bytes):
        found.append(f"over the cap until 2 is done: {_size(after)}")
    else:
        found.append(f"over the cap: {_size(after)}; say which notes are to go")
    return found


def _as_json(made: Plan, after: tuple[int, int], applied: bool) -> dict[str, Any]:
    """{version, index, cap, before, steps: [{name, mechanical, items, won, after}], left, moved, applied, after, over};
    a size is {lines, bytes}, an item {path, line (null: none), text, won}."""
    return {
        "version": 1,
        "index": _shown(made.draft.source.path),
        "cap": _pair((made.hard_lines, made.hard_bytes)),
        "before": _pair(made.before),
        "steps": [
            {
                "name": step.name,
                "mechanical": step.name != "merge",
                "items": [_item(item) for item in step.items],
                "won": _pair(step.won),
                "after": _pair((step.lines, step.bytes)),
            }
            for step in made.steps
        ],
        "left": [_item(item) for item in made.left],
        "moved": {_shown(old): _shown(new) for old, new in sorted(made.draft.moves.items())},
        "applied": applied,
        "after": _pair(after),
        "over": made.exceeds(*after),
    }


def _item(item: Item) -> dict[str, Any]:
    won = _pair((item.lines, item.bytes))
    return {"path": _shown(item.path), "line": item.line or None, "text": _shown(item.text), "won": won}


def _pair(size: tuple[int, int]) -> dict[str, int]:
    return {"lines": size[0], "bytes": size[1]}


def _place(item: Item) -> str:
    return _shown(item.path) + (f":{item.line}" if item.line else "")


def _size(size: tuple[int, int]) -> str:
    return f"{_lines(size[0])}, {_bytes(size[1])}"


def _lines(count: int) -> str:
    return "1 line" if count == 1 else f"{count} lines"


def _bytes(count: int) -> str:
    return "1 byte" if count == 1 else f"{count} bytes"


def _shown(text: str) -> str:
    return visible(mask(text))
