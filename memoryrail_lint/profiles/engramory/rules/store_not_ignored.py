"""The store lies in a git repository that does not ignore it, or tracks files of it.

Notes hold what is true of one machine and one person: addresses, paths, serial numbers. Ignoring a folder does not
untrack what is committed already. People who commit a store on purpose set `engramory.tracked = true`.

Fix: add the folder to `.gitignore`, and take tracked files out of git's index with `git rm -r --cached`.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import Edit, Finding, Fix
from memoryrail_lint.git import GitFailed
from memoryrail_lint.source import Source
from memoryrail_lint.tree import Unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.engramory.model import Store

SEVERITY = "error"
FIXABLE = "safe"
MANY = 1000
"""So many files are asked about one by one where the folder itself is not ignored."""


def check(store: Store) -> Iterator[Finding]:
    if store.repository is None or store.config.engramory_tracked:
        return
    tracked = store.repository.ask_list("ls-files", "-z", "--", store.root or ".")
    ignored = bool(store.root) and _is_ignored(store)
    if not tracked and ignored:
        return
    # While git tracks files, the line alone mends nothing.
    fix = None if tracked or not store.root else _fix(store)
    help = "add {1} to .gitignore" if store.root else "keep the store in a folder of its own that git ignores"
    if tracked:
        message = "git tracks {0} files of the store" if len(tracked) > 1 else "git tracks a file of the store"
        help = ("" if ignored else help + " and ") + "run `git rm -r --cached` on the folder"
        help += "; `engramory.tracked = true` if that is on purpose"
    else:
        message = "git does not ignore the store"
    yield Finding(store.index.source, None, message, len(tracked), f"/{store.root}/", help=help, fix=fix)


def _is_ignored(store: Store) -> bool:
    """Whether git's patterns leave out the folder, or each file in it."""
    assert store.repository is not None
    if _ignored(store, [store.root]):
        return True
    files = [store.index.source.path, *(note.path for note in store.members[:MANY])]
    return len(_ignored(store, files)) == len(set(files))


def _ignored(store: Store, paths: list[str]) -> set[str]:
    assert store.repository is not None
    # check-ignore knows no literal pathspecs; `./` keeps a colon at the start from meaning something.
    asked = "".join(f"./{path}\0" for path in dict.fromkeys(paths)).encode(errors="surrogateescape")
    command = ("--no-literal-pathspecs", "check-ignore", "--no-index", "-z", "--stdin")
    try:
        return set(store.repository.ask_list(*command, input=asked))
    except GitFailed as error:
        if error.status == 1:
            return set()
        raise


def _fix(store: Store) -> Fix | None:
    if not store.root.isprintable():
        return None
    try:
        source = store.tree.read(".gitignore") or Source(".gitignore")
    except Unreadable:
        return None
    if source.bad_byte is not None:
        return None
    escaped = "".join(f"\\{ch}" if ch in "\\*?[" else ch for ch in store.root)
    end = len(source.text)
    start = "" if not source.text or source.text.endswith("\n") else source.newline
    line = f"{start}/{escaped}/{source.newline}"
    return Fix("ignore the store", [Edit(source, end, end, line)], safe=True)
