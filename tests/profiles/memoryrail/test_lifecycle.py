"""Graphs of memories: what is right by the format's own words, and that each fault is told once."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryrail_lint import engine, fixes
from memoryrail_lint.config import Config
from memoryrail_lint.profiles.memoryrail import RULES
from memoryrail_lint.profiles.memoryrail.model import Store
from memoryrail_lint.tree import WorkTree

GRAPH = [entry for entry in RULES if entry.hook == "memoryrail-lifecycle" and entry.reads == "store"]
Fields = dict[str, Any]


def text(id: str, fields: Fields) -> str:
    values: Fields = {
        "id": id,
        "type": "decision",
        "title": f"Title of {id}",
        "status": "active",
        "created": "2026-06-01T12:00:00Z",
        "updated": "2026-06-01T12:00:00Z",
        **fields,
    }
    front = "".join(f"{name}: {json.dumps(value)}\n" for name, value in values.items() if value is not None)
    return f"---\n{front}mine: 1 # kept\n---\n\nBecause of {id}.\n"


def store(contents: dict[str, bytes]) -> Store:
    files = {".memoryrail/config.json": b'{"version": 1}', **contents}
    return Store(WorkTree("/nowhere-at-all", overlay=files), "", Config(), None)


def files(memories: dict[str, Fields]) -> dict[str, bytes]:
    return {f".memoryrail/memories/{id}.md": text(id, fields).encode() for id, fields in memories.items()}


def judged(contents: dict[str, bytes]) -> engine.Outcome:
    return engine.run(store(contents), GRAPH, engine.Scope())


def found(memories: dict[str, Fields]) -> list[tuple[str, str]]:
    """(rule, name of the file) of each finding."""
    return [(d.rule, d.path.rpartition("/")[2][:-3]) for d in judged(files(memories)).diagnostics]


def mended(contents: dict[str, bytes], rounds: int = 10) -> dict[str, bytes]:
    for _ in range(rounds):
        wanted = [d.fix for d in judged(contents).diagnostics if d.fix is not None]
        changes = fixes.collect(wanted, unsafe=True)
        if not changes:
            return contents
        contents = {**contents, **{path: data for path, (_, data) in changes.contents.items()}}
    return contents


CLEAN: dict[str, Fields] = {
    "20260601-a": {"status": "superseded", "superseded_by": "20260602-b"},
    "20260602-b": {"status": "superseded", "supersedes": "20260601-a", "superseded_by": "20260603-c"},
    "20260603-c": {"supersedes": "20260602-b"},
    "20260604-x": {},
    "20260605-p": {"supersedes": "20260604-x", "status": "proposed"},
}
A, B, C, X, P = CLEAN


def changed(id: str, **fields: object) -> dict[str, Fields]:
    return {**CLEAN, id: {**CLEAN[id], **fields}}


def without(id: str) -> dict[str, Fields]:
    return {name: fields for name, fields in CLEAN.items() if name != id}


def test_what_is_right() -> None:
    assert found(CLEAN) == []


@pytest.mark.parametrize(
    ("memories", "wanted"),
    [
        (changed(B, superseded_by=None), ("supersedes-one-sided", B)),
        (changed(B, status="active"), ("supersedes-one-sided", B)),
        (changed(B, status="archived"), ("supersedes-one-sided", B)),
        (changed(B, status="active", superseded_by=None), ("supersedes-one-sided", B)),
        (changed(B, superseded_by=X), ("supersedes-one-sided", B)),
        (changed(B, superseded_by=P), ("supersedes-one-sided", B)),
        (changed(C, supersedes=None), ("supersedes-one-sided", C)),
        (changed(C, supersedes=X), ("supersedes-one-sided", C)),
        (changed(C, supersedes="20260602-bb"), ("supersedes-unknown", C)),
        (changed(B, superseded_by="20260603-cc"), ("supersedes-unknown", B)),
        (changed(P, supersedes="20260604-xx"), ("supersedes-unknown", P)),
        (changed(C, status="proposed"), ("proposal-applied", B)),
        (changed(X, status="superseded"), ("proposal-applied", X)),
        (changed(X, superseded_by=P), ("proposal-applied", X)),
        (changed(C, superseded_by=B), ("supersedes-cycle", B)),
        (changed(A, supersedes=C), ("supersedes-cycle", A)),
        (changed(X, supersedes=X), ("supersedes-cycle", X)),
        (changed(X, supersedes=B), ("supersedes-fork", X)),
        (changed(C, status="superseded"), ("superseded-incomplete", C)),
        (changed(X, status="resolved"), ("status-type-mismatch", X)),
        (without(C), ("supersedes-unknown", B)),
        (without(A), ("supersedes-unknown", B)),
        (without(X), ("supersedes-unknown", P)),
    ],
)
def test_one_cause_one_finding(memories: dict[str, Fields], wanted: tuple[str, str]) -> None:
    assert found(memories) == [wanted]


def test_what_changes_nothing() -> None:
    assert found(without(P)) == []
    assert found(changed(C, status="archived")) == []
    assert found(changed(X, type="thread", status="resolved")) == []
    assert found({**CLEAN, "20260606-q": {"supersedes": B, "status": "proposed"}}) == []
    assert found({**CLEAN, "20260606-q": {"status": "superseded", "superseded_by": "20260606-q", "type": "note"}})


def test_the_fix_keeps_everything_else() -> None:
    memories = changed(B, status="active", superseded_by=None)
    contents = {path: data.replace(b"\n", b"\r\n") for path, data in files(memories).items()}
    after = mended(contents)
    assert {path for path in after if after[path] != contents[path]} == {f".memoryrail/memories/{B}.md"}
    wanted = text(B, CLEAN[B] | {"superseded_by": None}).replace("mine: 1 # kept\n", "mine: 1 # kept\n@")
    wanted = wanted.replace("@", f'superseded_by: "{C}"\n').replace("\n", "\r\n")
    assert after[f".memoryrail/memories/{B}.md"].decode() == wanted


def test_refs_are_written_out() -> None:
    from memoryrail_lint.profiles.memoryrail.refs import ref

    memories = changed(C, supersedes=ref("decision", B).lower())
    memories[B] = {**memories[B], "supersedes": ref("decision", A, 9)}
    assert found(memories) == [("ref-stored", B), ("ref-stored", C)]
    assert mended(files(memories)) == files(CLEAN)
    assert found(changed(C, supersedes="DEC-0000")) == [("supersedes-unknown", C)]


def test_two_memories_with_one_id_are_left_alone() -> None:
    contents = files(CLEAN)
    contents[".memoryrail/memories/copy.md"] = text(B, {}).encode()
    assert judged(contents).diagnostics == []


def test_the_nearest_id() -> None:
    def help(memories: dict[str, Fields]) -> list[str | None]:
        return [d.help for d in judged(files(memories)).diagnostics]

    assert help(changed(P, supersedes="20260604-y")) == [f'did you mean "{X}"?']
    assert help(changed(C, supersedes="whatever")) == [f'did you mean "{B}"?'], "B names it"
    assert help(changed(P, supersedes="20260604-X.md")) == [f'did you mean "{X}"?']
    assert help(changed(P, supersedes="nothing")) == ["write the id of a memory of this store"]


def is_right(memories: dict[str, Fields]) -> bool:
    """The format's section "Lifecycle", said once more and slowly."""
    for id, fields in memories.items():
        new, old, status = fields.get("supersedes"), fields.get("superseded_by"), fields.get("status", "active")
        if any(target is not None and target not in memories for target in (new, old)):
            return False
        if (status == "superseded") != (old is not None):
            return False
        if new is not None and status != "proposed":
            other = memories[new]
            if other.get("superseded_by") != id or other.get("status") != "superseded":
                return False
        if old is not None and (memories[old].get("supersedes") != id or memories[old].get("status") == "proposed"):
            return False
        seen, at = {id}, new
        while at in memories:
            if at in seen:
                return False
            seen.add(at)
            at = memories[at].get("supersedes")
    return True


NAMES = [f"2026060{number}-m" for number in range(1, 6)]
TARGET = st.one_of(st.none(), st.sampled_from([*NAMES, "20260699-gone"]))
MEMORY = st.fixed_dictionaries(
    {
        "status": st.sampled_from(["active", "proposed", "superseded", "archived"]),
        "supersedes": TARGET,
        "superseded_by": TARGET,
    }
)
STORE = st.dictionaries(st.sampled_from(NAMES), MEMORY, min_size=1)


@settings(max_examples=400, deadline=None)
@given(STORE)
def test_silent_exactly_where_all_is_right(memories: dict[str, Fields]) -> None:
    outcome = judged(files(memories))
    assert (outcome.diagnostics == []) == is_right(memories)
    facts = [(d.rule, d.path, d.line, d.column, d.message) for d in outcome.diagnostics]
    assert len(set(facts)) == len(facts)


@settings(max_examples=150, deadline=None)
@given(STORE)
def test_fixes_come_to_an_end(memories: dict[str, Fields]) -> None:
    before = files(memories)
    after = mended(before, rounds=30)
    assert not any(d.fix for d in judged(after).diagnostics)
    for path, data in after.items():
        assert data.endswith(before[path].rpartition(b"---")[2])
        assert b"mine: 1 # kept\n" in data


def test_a_long_chain_and_a_long_circle() -> None:
    count = 10_000
    ids = [f"20260601-m{number:05}" for number in range(count)]
    chain: dict[str, Fields] = {
        id: {"status": "superseded", "supersedes": before, "superseded_by": after}
        for before, id, after in zip([None, *ids], ids, [*ids[1:], None], strict=False)
    }
    chain[ids[-1]]["status"] = "active"
    assert found(chain) == []
    chain[ids[0]]["supersedes"] = ids[-1]
    outcome = judged(files(chain))
    assert [d.rule for d in outcome.diagnostics] == ["supersedes-cycle"]
    assert "9992 more" in outcome.diagnostics[0].message
    assert len(outcome.diagnostics[0].message) < 500
    unknown: dict[str, Fields] = {id: {"supersedes": f"{id}-gone"} for id in ids}
    assert len(found(unknown)) == count
