"""Which step of its life a memory may take (MemoryRail format, "Lifecycle"). Each refusal is one line, a Trouble."""

from __future__ import annotations

from memoryrail_lint.diagnostics import quote
from memoryrail_lint.errors import Trouble
from memoryrail_lint.profiles.memoryrail import fields, refs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoryrail_lint.profiles.memoryrail.model import Memory, Store


def refuse_superseding(store: Store, old: Memory, new: str | None = None) -> None:
    """Raises Trouble where `old` cannot be superseded now, by the memory of the id `new` where that exists already."""
    if old.status == "proposed":
        raise Trouble(f"{_name(store, old)} is only proposed; approve or reject it, there is nothing to supersede yet")
    if old.status == "superseded" and (new is None or old.text("superseded_by") != new):
        by = old.text("superseded_by")
        found = store.by_id().get(by)
        known = f" by {_name(store, found[0])}" if found else f" by {_shown(by)}" if by else ""
        raise Trouble(f"{_name(store, old)} is already superseded{known}; supersede that one")
    if new is not None:
        _refuse_cycle(store, old, new)


def _refuse_cycle(store: Store, old: Memory, new: str) -> None:
    seen: set[str] = set()
    at = old.id
    while at and at not in seen:
        if at == new:
            raise Trouble(
                f"{_name(store, old)} already comes after it; a memory cannot supersede itself, in one step or more"
            )
        seen.add(at)
        found = store.by_id().get(at)
        at = found[0].text("supersedes") if found else ""


def refuse_unless(store: Store, memory: Memory, wanted: str, verb: str) -> None:
    """Raises Trouble where a memory's status is not the wanted one."""
    if memory.status != wanted:
        raise Trouble(f"{_name(store, memory)} is {memory.status}; only what is {wanted} can be {verb}")


def refuse_resolving(store: Store, memory: Memory) -> None:
    if memory.type != "thread":
        raise Trouble(
            f"{_name(store, memory)} is a {memory.type}; only a thread can be resolved, `archive` is for the rest"
        )
    refuse_unless(store, memory, "active", "resolved")


def refuse_touching(store: Store, memory: Memory) -> None:
    """What is out of force holds for nobody, so that nobody can confirm it."""
    if memory.status in ("superseded", "archived", "resolved"):
        raise Trouble(
            f"{_name(store, memory)} is {memory.status}; only what is in force, or proposed, can be confirmed"
        )


def refuse_archiving(store: Store, memory: Memory, agent: str | None) -> None:
    """What is proposed is rejected instead, and what was superseded or archived is out of force as it is.

    With the review gate, an agent takes no durable memory out of force: a person has to agree, as to a proposal.
    """
    if memory.status == "proposed":
        raise Trouble(f"{_name(store, memory)} is proposed; `reject` is for that")
    if memory.status in ("superseded", "archived"):
        raise Trouble(f"{_name(store, memory)} is {memory.status} already")
    if agent is not None and waits(store, agent, memory.type):
        raise Trouble(f"{_name(store, memory)} is in force until a person archives it, and this is run by {agent}")


def refuse_rejecting(store: Store, memory: Memory) -> None:
    """Raises Trouble where the file of a proposal cannot go: it is none, or others would name what is gone."""
    refuse_unless(store, memory, "proposed", "rejected")
    for other in store.memories:
        if other is not memory and memory.id in (other.text("supersedes"), other.text("superseded_by")):
            raise Trouble(f"{_name(store, other)} names {_name(store, memory)}; mend that first, `check` shows it")


def waits(store: Store, agent: str | None, *types: str) -> bool:
    """Whether what an agent does to memories of these types has to wait for a person (format, "Review gate")."""
    return agent is not None and store.settings.review == "agents" and any(one in fields.DURABLE for one in types)


def superseded_by(store: Store, memory: Memory) -> Memory | None:
    """The memory that a proposal supersedes, None for none. Raises Trouble where that is unknown or cannot be."""
    wanted = memory.text("supersedes")
    if not wanted:
        return None
    found = refs.resolve([one for one in store.memories if one.id], wanted)
    exact = [one for one in found if one.id == wanted] or (found if refs.parse(wanted) else [])
    if len(exact) != 1 or not exact[0].valid:
        raise Trouble(
            f"{_name(store, memory)} supersedes {_shown(wanted)}, which is no valid memory; `check` says more"
        )
    refuse_superseding(store, exact[0], memory.id)
    return exact[0]


def _name(store: Store, memory: Memory) -> str:
    names = refs.refs([one for one in store.memories if one.id])
    return f"{names.get(memory.id, '')} {_shown(memory.id)}"


def _shown(text: str) -> str:
    from memoryrail_lint.checks.secrets import mask

    return quote(text, mask)
