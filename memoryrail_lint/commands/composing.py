"""What `new` and `supersede` share: the options of a memory's text, where its body comes from, its links."""

from __future__ import annotations

import os
import sys

from memoryrail_lint.commands import writing
from memoryrail_lint.diagnostics import quote, visible
from memoryrail_lint.errors import Trouble

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Final

    from memoryrail_lint.profiles.memoryrail.model import Memory, Store

_CUT: Final = "<!-- What stands from this line on is left out. -->"


def add_options(made: argparse.ArgumentParser, *, type_required: bool) -> None:
    """The options that say what a new memory holds."""
    from memoryrail_lint.profiles.memoryrail import fields

    same = "" if type_required else " (default: that of OLD)"
    made.add_argument("--type", choices=fields.TYPES, required=type_required, help=f"what it is{same}")
    made.add_argument("--title", required=True, metavar="TEXT", help="one line: the conclusion, not the topic")
    made.add_argument(
        "--link", action="append", default=[], metavar="PATH", help="a file or folder that it is about; more than one"
    )
    made.add_argument("--tag", action="append", default=[], metavar="TAG", help="a label; more than one")
    made.add_argument("--body", metavar="FILE", help="the text of why, from a file or standard input (-)")
    made.add_argument("--pinned", action="store_true", help="surface it first, always")
    made.add_argument("--allow-secret", action="store_true", help="at a terminal: ask, instead of refusing credentials")


def body(given: argparse.Namespace) -> str:
    """The memory's body, read once: from `--body`, an editor where a person is at a terminal, else none.

    Raises Trouble where it cannot be read, is too large or not UTF-8, or where the editor fails.
    """
    if given.body is None:
        alone = given.format == "text" and writing.at_terminal() and sys.stdout.isatty()
        return _edited(given) if alone and writing.agent(given) is None else ""
    from memoryrail_lint.tree import MAX_FILE_BYTES

    shown = "standard input" if given.body == "-" else visible(given.body)[:200]
    try:
        if given.body == "-":
            data = sys.stdin.buffer.read(MAX_FILE_BYTES + 1)
        else:
            with open(os.path.join(given.root or "", given.body), "rb") as file:
                data = file.read(MAX_FILE_BYTES + 1)
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise Trouble(f"{shown}: {(error.strerror or 'cannot be read').lower()}") from None
    except UnicodeDecodeError:
        raise Trouble(f"{shown} is not UTF-8; nothing was written") from None
    if len(data) > MAX_FILE_BYTES:
        raise Trouble(f"{shown} is larger than a memory may be (4 MiB); nothing was written")
    return text


def _edited(given: argparse.Namespace) -> str:
    """What a person writes into the editor that git would start."""
    import tempfile

    from memoryrail_lint.git.editor import edit

    handle, path = tempfile.mkstemp(prefix="memory-", suffix=".md")
    try:
        with open(handle, "w", encoding="utf-8") as file:
            file.write(f"\n{_CUT}\n{visible(given.title)}\nWhy is it so? An empty text is fine.\n")
        edit(path, os.path.abspath(given.root or os.curdir))
        with open(path, encoding="utf-8-sig", errors="strict") as file:
            return file.read().partition(_CUT)[0]
    except UnicodeDecodeError:
        raise Trouble("the editor left a file that is not UTF-8; nothing was written") from None
    finally:
        os.unlink(path)


def compose(
    store: Store, given: argparse.Namespace, text: str, *, old: Memory | None = None
) -> tuple[Memory, list[str]]:
    """The memory that the options describe, and warnings about it. old: what it supersedes.

    Raises Trouble where a value is not what the format allows, or a link leaves the repository.
    """
    from memoryrail_lint.profiles.memoryrail import create, elsewhere, transitions
    from memoryrail_lint.profiles.memoryrail.model import Memory
    from memoryrail_lint.profiles.memoryrail.writer import now
    from memoryrail_lint.source import Source
    from memoryrail_lint.tree import join

    stamp, type = now(), given.type or (old.type if old else "")
    title = _line(given.title, "title")
    waits = transitions.waits(store, writing.agent(given), type, old.type if old else type)
    links, notes = _links(store, given)
    taken = create.Taken(memory.id for memory in store.memories if memory.id)
    for name, _ in store.tree.list(join(store.folder, "memories")):
        taken.add(name.removesuffix(".md"))
    if store.repository is not None:
        for name in elsewhere.names(store.repository, store.folder):
            taken.add(name)
    id = create.new_id(type, title, stamp, taken)
    values = {
        "id": id,
        "type": type,
        "title": title,
        "status": "proposed" if waits else "active",
        "created": stamp,
        "updated": stamp,
        "tags": list(dict.fromkeys(_line(tag, "tag") for tag in given.tag)),
        "links": links,
        "pinned": given.pinned,
        "supersedes": old.id if old else "",
    }
    data = create.render(values, text).encode()
    made = Memory(Source(join(store.folder, f"memories/{id}.md"), data), id)
    if made.fault is not None:
        raise Trouble(f"the memory would not be valid: {made.fault.message.format(*made.fault.values)}")
    _refuse_leaving(store, made)
    return made, notes


def _line(text: str, what: str) -> str:
    from memoryrail_lint.profiles.memoryrail.fields import is_line

    if not is_line(text):
        raise Trouble(f"the {what} must be one line, and not blank; nothing was written")
    return text.strip()


def _links(store: Store, given: argparse.Namespace) -> tuple[list[str], list[str]]:
    """The links as the format wants them, from the folder of the store; and a warning for each that leads nowhere.

    A path that is there from the working directory is meant so, as a shell completes it; any other from the store.
    """
    from memoryrail_lint.checks import paths
    from memoryrail_lint.checks.secrets import mask

    base = store.root or "."
    here = os.path.relpath(os.path.abspath(given.root or os.curdir), store.tree.top).replace(os.sep, "/")
    links: dict[str, None] = {}
    notes = []
    for written in given.link:
        link = paths.posix(_line(written, "link"))
        if here != base and paths.classify(link, here) is None and _is_there(store, paths.join(here, link)):
            link = os.path.relpath(paths.join(here, link), base).replace(os.sep, "/")
        if paths.classify(link, base) is None:
            link = paths.normalise(link)
            if not _is_there(store, paths.join(base, link)):
                notes.append(f"the link {quote(link, mask)} names nothing that is there; `check` will call it stale")
        links[link] = None
    return list(links), notes


def _is_there(store: Store, path: str) -> bool:
    from memoryrail_lint.checks import paths

    if path == "." or paths.exists(store.tree.top, path):
        return True
    return store.repository is not None and bool(store.repository.ask("ls-files", "-z", "--", path))


def _refuse_leaving(store: Store, made: Memory) -> None:
    from memoryrail_lint.checks.secrets import mask
    from memoryrail_lint.profiles.memoryrail.links import links

    for link in links(made, store):
        if link.leaves is not None:
            raise Trouble(
                f"the link {quote(link.text, mask)} leaves the repository: {link.leaves}; nothing was written"
            )
