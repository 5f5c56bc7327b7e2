"""Merging what two branches made of a memory, or of an agent file with a managed block."""

from __future__ import annotations

from memoryrail_lint.checks import blocks, dates
from memoryrail_lint.diagnostics import Edit
from memoryrail_lint.profiles.memoryrail import block, fields, refs, writer
from memoryrail_lint.profiles.memoryrail.model import Memory
from memoryrail_lint.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    MergeText = Callable[[bytes, bytes, bytes], tuple[bytes, int]]
    """Base, ours, theirs -> the merged text and the number of conflicts in it."""

_TEXT = ("title", "type", "tags", "links", "pinned", "supersedes")
"""What a person reads before approving a proposal, besides its body."""


class Conflict(Exception):
    """Both sides changed a field, each in its own way."""


def merge_memory(base: bytes, ours: bytes, theirs: bytes, merge_text: MergeText) -> tuple[bytes, int] | None:
    """The memory with each field merged by itself and the body line by line, and the number of conflicts in the body.

    Where git took one memory for another that was renamed, the conflict is the whole file: nothing may get lost.
    None where it cannot be: front matter that cannot be read, a field that both sides changed differently, comments
    that both changed, a text changed on one side and approved on the other.
    """
    old, mine, other = (Memory(Source("", data), "") for data in (base, ours, theirs))
    if mine.front is None or other.front is None or (base and old.front is None) or not _one_a_line(mine, other):
        return None
    if base and not old.id == mine.id == other.id:
        return _both_whole(ours, theirs), 1
    if _approved_unread(old, mine, other) or _approved_unread(old, other, mine):
        return None
    values = [_values(memory) for memory in (old, mine, other)]
    try:
        merged = {name: _merge_field(name, *(one.get(name) for one in values)) for name in {**values[1], **values[2]}}
    except Conflict:
        return None
    frame = _frame(old, mine, other)
    if frame is None:
        return None
    text = frame.source.edited(_edits(frame, _values(frame), merged)).decode("utf-8-sig")
    head = text[: len(text) - len(_body(frame))]
    body, conflicts = _merge_bodies([_body(memory).encode() for memory in (old, mine, other)], merge_text)
    return frame.source.data[: 3 if frame.source.bom else 0] + head.encode() + body, conflicts


def _both_whole(ours: bytes, theirs: bytes) -> bytes:
    parts = [b"<<<<<<< ours\n", ours, b"=======\n", theirs, b">>>>>>> theirs\n"]
    return b"".join(part if part.endswith(b"\n") else part + b"\n" for part in parts)


def _one_a_line(*memories: Memory) -> bool:
    """Whether each field starts a line, so that it can be taken out."""
    return all(
        memory.source.text[field.key_span[0] - 1] == "\n" for memory in memories for field in memory.fields().values()
    )


def _approved_unread(old: Memory, approving: Memory, changing: Memory) -> bool:
    if old.status != "proposed" or approving.status in ("proposed", ""):
        return False
    before, after = _values(old), _values(changing)
    return _body(old) != _body(changing) or any(before.get(name) != after.get(name) for name in _TEXT)


def _values(memory: Memory) -> dict[str, str]:
    """Each field's value as JSON, which is the same for two ways to write one value."""
    return {name: writer.encode(name, field.value) for name, field in memory.fields().items()}


def _merge_field(name: str, old: str | None, mine: str | None, other: str | None) -> str | None:
    if mine == other or other == old:
        return mine
    if mine == old:
        return other
    if name in fields.LIST:
        return _merge_lists(*map(_items, (old, mine, other)))
    if name == "updated" and mine is not None and other is not None:
        first, second = (dates.parse(_items(text)[0]) for text in (mine, other))
        if first is not None and second is not None:
            return mine if second < first else other
    raise Conflict(name)


def _items(text: str | None) -> list[str]:
    import json

    value = json.loads(text or "[]")
    return [str(item) for item in value] if isinstance(value, list) else [str(value)]


def _merge_lists(old: list[str], mine: list[str], other: list[str]) -> str:
    """What either added, without what either removed; ours first."""
    kept = [item for item in mine if item in other or item not in old]
    kept += [item for item in other if item not in old and item not in mine]
    return f"[{', '.join(map(writer.encode_text, dict.fromkeys(kept)))}]"


def _frame(old: Memory, mine: Memory, other: Memory) -> Memory | None:
    """The side whose comments and order are kept: ours, unless only theirs changed the comments."""
    before, ours, theirs = map(_comments, (old, mine, other))
    if theirs in (before, ours):
        return mine
    return other if ours == before else None


def _comments(memory: Memory) -> list[str]:
    """What stands in the front matter beside its fields, line by line."""
    if memory.front is None:
        return []
    at, end = memory.front.block
    rest = ""
    for field in sorted(memory.fields().values(), key=lambda one: one.key_span[0]):
        rest += memory.source.text[at : field.key_span[0]]
        at = field.value.span[1]
    return [line.strip() for line in (rest + memory.source.text[at:end]).split("\n") if line.strip()]


def _edits(frame: Memory, present: Mapping[str, str], wanted: Mapping[str, str | None]) -> list[Edit]:
    changed = {name: text for name, text in wanted.items() if text is not None and text != present.get(name)}
    gone = [frame.fields()[name] for name in present if wanted.get(name) is None]
    edits = writer.set_fields(frame, changed)
    for field in gone:
        end = frame.source.text.index("\n", max(field.key_span[1], field.value.span[1] - 1)) + 1
        edits.append(Edit(frame.source, field.key_span[0], end, ""))
    return edits


def _body(memory: Memory) -> str:
    return memory.source.text[memory.body()[0] :]


def _merge_bodies(bodies: list[bytes], merge_text: MergeText) -> tuple[bytes, int]:
    old, mine, other = bodies
    if mine == other or other == old:
        return mine, 0
    return (other, 0) if mine == old else merge_text(old, mine, other)


def merge_agent_file(
    base: bytes, ours: bytes, theirs: bytes, merge_inner: Callable[[str, str, str], str | None], merge_text: MergeText
) -> tuple[bytes, int] | None:
    """An agent file with one merged block, everything outside of it merged line by line, and the conflicts there.

    merge_inner: the inner texts of three blocks -> that of the merged one, None where there is no telling.
    None where the files cannot be merged in this way.
    """
    sources = [Source("", data) for data in (base, ours, theirs)]
    try:
        found = [blocks.find(source.text) for source in sources]
        inners = [one.inner(source.text) if one else "" for one, source in zip(found, sources, strict=True)]
        if found[1] is None and found[2] is None:
            return None
        one_sided = found[1] is None or found[2] is None
        inner = inners[0] or inners[1] or inners[2] if one_sided else merge_inner(*inners)
        if inner is None or any(source.bad_byte is not None for source in sources):
            return None
        texts = [
            blocks.splice(source.text, inner, source.newline) if one else source.text
            for one, source in zip(found, sources, strict=True)
        ]
    except blocks.BadMarkers:
        return None
    return merge_text(
        *((source.data[:3] if source.bom else b"") + text.encode() for source, text in zip(sources, texts, strict=True))
    )


def merge_listed(base: str, ours: str, theirs: str, ids: Iterable[str]) -> tuple[str, bool] | None:
    """The inner text with the lines of both sides, where the memories behind them are not at hand; whether the order
    of the lines is certain.

    ids: those that the lines may be of. A line of none of them stands by what it shows, and beside its neighbours.
    None where a text was written by another version.
    """
    parts = [block.listed(inner) if inner else [] for inner in (base, ours, theirs)]
    if parts[1] is None or parts[2] is None:
        return None
    old, mine, other = ({_handle(line): line for line in part or ()} for part in parts)
    merged: list[str] = [handle for handle in mine if handle in other or handle not in old]
    before: str | None = None
    for handle in other:
        if handle not in mine and handle not in old:
            merged.insert(merged.index(before) + 1 if before in merged else 0, handle)
        before = handle if handle in merged else before
    lines = {handle: _merge_line(old.get(handle), mine.get(handle), other.get(handle)) for handle in merged}
    known = _known(merged, ids)
    if len(known) == len(merged):
        merged.sort(key=lambda handle: known[handle])
    merged.sort(key=lambda handle: block.line_rank(lines[handle]))
    return block.assemble(lines[handle] for handle in merged), len(known) == len(merged)


def _merge_line(old: str | None, mine: str | None, other: str | None) -> str:
    if mine is None or (other is not None and mine == old):
        return other or ""
    return mine


def _handle(line: str) -> str:
    """The beginning of a line that names its memory: `- **DEC-5dbe**`."""
    return line[: line.index("**", 4) + 2] if "**" in line[4:] else line


def _known(handles: Iterable[str], ids: Iterable[str]) -> dict[str, str]:
    """The id behind each handle, where exactly one has its digits."""
    by_digits: dict[str, list[str]] = {}
    for id in sorted(set(ids)):
        by_digits.setdefault(refs.ref("", id)[-refs.DIGITS :], []).append(id)
    found = {}
    for handle in handles:
        wanted = refs.parse(handle.strip("-* "))
        near = by_digits.get(wanted[1][: refs.DIGITS], []) if wanted else []
        same = [id for id in near if wanted and refs.ref("", id, len(wanted[1])).endswith(wanted[1])]
        if len(same) == 1:
            found[handle] = same[0]
    return found
