"""Who still names memories that are no more: by citing them, by superseding them, or by linking their file."""

from __future__ import annotations

from memoryrail_lint.profiles.memoryrail import citations
from memoryrail_lint.profiles.memoryrail.links import links

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from memoryrail_lint.profiles.memoryrail.model import Memory, Store


def of(store: Store, gone: Sequence[Memory]) -> dict[str, list[str]]:
    """The path of each memory of `gone` -> the paths of the files that name it, in order."""
    register = citations.Register(gone)
    paths = {memory.path for memory in gone}
    found: dict[str, set[str]] = {path: set() for path in paths}
    for where, ref in _refs(store):
        for id in register.resolve(ref):
            for memory in register.by_id[id]:
                found[memory.path].add(where)
    for memory in store.memories:
        for link in links(memory, store) if "links" in memory.document else ():
            if link.path in paths:
                found[link.path].add(memory.path)
    return {path: sorted(naming) for path, naming in found.items()}


def _refs(store: Store) -> Iterator[tuple[str, str]]:
    """(path, what is named there), for what no memory of the store answers to."""
    cited, register = citations.of(store)
    for text in cited:
        for citation in text.citations:
            if register is None or not register.resolve(citation.ref):
                yield text.source.path, citation.ref
    known = store.by_id()
    for memory in store.memories:
        for field in ("supersedes", "superseded_by"):
            ref = memory.text(field)
            if ref and ref not in known:
                yield memory.path, ref
