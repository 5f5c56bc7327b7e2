"""The links of a store's memories: what each names, and whether it stays inside the repository."""

from __future__ import annotations

from memoryrail_lint.checks import paths

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoryrail_lint.diagnostics import Span
    from memoryrail_lint.profiles.memoryrail.model import Memory, Store


class Link:
    """One entry of a memory's `links`.

    text, span: as written. path: normalised, relative to the repository's root ("" for the root itself).
    leaves: why it leaves the repository, or None. posix: it has no backslashes.
    """

    __slots__ = ("index", "leaves", "memory", "path", "posix", "text")

    def __init__(self, memory: Memory, index: int, text: str, path: str, leaves: str | None) -> None:
        self.memory = memory
        self.index = index
        self.text = text
        self.path = path
        self.leaves = leaves
        self.posix = "\\" not in text

    @property
    def span(self) -> Span:
        value = self.memory.fields()["links"].value
        return (value.data[self.index] if value.kind == "list" else value).span


def links(memory: Memory, store: Store) -> list[Link]:
    """The links of one memory. Asks the disk about symlinks only, and about nothing outside the repository."""
    if memory.links is None:
        memory.links = []
        for index, text in enumerate(memory.texts("links")):
            if text.strip():
                known = store.link_paths.get(text)
                if known is None:
                    known = store.link_paths[text] = _judge(text, store)
                memory.links.append(Link(memory, index, text, *known))
    return memory.links


def _judge(text: str, store: Store) -> tuple[str, str | None]:
    """The path that a link names, and why it leaves the repository."""
    root = store.root or "."
    leaves = paths.classify(text, root)
    if leaves is not None:
        return "", leaves
    seen = store.symlinks = store.symlinks or paths.Seen()
    written = paths.posix(text)
    fault = paths.through_symlink(store.tree.top, f"{root}/{written}", seen)
    if fault is not None:
        leaves = "a symlink on the way leads out of it" if fault == "outside" else "its symlinks form a loop"
    path = paths.join(root, written)
    return "" if path == "." else path, leaves


def active_links(store: Store) -> list[Link]:
    """The links whose paths can be stale: those of active memories, written well and inside the repository."""
    return [link for memory in store.active() for link in links(memory, store) if not link.leaves and link.posix]
