"""Which memories bind a change: links, pins, and that the quick way of reading gives what the full one gives."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memoryrail_lint.config import Config
from memoryrail_lint.profiles.memoryrail.model import Memory, Store
from memoryrail_lint.profiles.memoryrail.precheck import Changed, _may_apply, answers, first_lines
from memoryrail_lint.source import Source
from memoryrail_lint.tree import WorkTree


@pytest.mark.parametrize(
    ("link", "paths", "about"),
    [
        ("src/db", ["src/db/pool.py"], ["src/db/pool.py"]),
        ("src/db", ["src/db"], ["src/db"]),
        ("src", ["src/db/pool.py", "src/a", "x"], ["src/a", "src/db/pool.py"]),
        ("", ["x"], ["x"]),
        ("src/db", ["src/dbx/gen.py"], []),
        ("src/db/pool.py", ["src/db"], []),
        ("src/db", ["other/src/db/pool.py"], []),
        ("src/DB", ["src/db/pool.py"], []),
        ("src", [], []),
    ],
)
def test_a_link_binds_a_path_and_what_lies_below_it(link: str, paths: list[str], about: list[str]) -> None:
    assert Changed(paths, ()).under(link) == about


@pytest.mark.parametrize(
    ("link", "folder", "about"),
    [
        ("src/db/pool.py", "src/db", ["src/db"]),
        ("src/db", "src/db", ["src/db"]),
        ("src", "src/db", ["src/db"]),
        ("src/dbx", "src/db", []),
        ("anything", "", [""]),
    ],
)
def test_a_folder_stands_for_what_lies_below_it(link: str, folder: str, about: list[str]) -> None:
    assert Changed([], [folder]).under(link) == about


def test_first_lines() -> None:
    assert first_lines("\n\n  One.  \n\nTwo.\r\nThree.\nFour.") == ["One.", "Two.", "Three."]
    assert first_lines("x" * 161) == ["x" * 159 + "…"]
    assert first_lines("x" * 160) == ["x" * 160]
    assert first_lines(" \n") == []


def text(links: str, more: str = "") -> str:
    return (
        '---\nid: "20260601-x"\ntype: "decision"\ntitle: "Use \\"it\\""\nstatus: "active"\n'
        f'created: "2026-06-01T12:00:00Z"\nupdated: "2026-06-01T12:00:00Z"\n{links}{more}---\n\nlinks pinned src/db\n'
    )


@pytest.mark.parametrize(
    "links",
    [
        'links: ["src/db"]\n',
        'links: ["a", "src/db/", "b"]\n',
        'links: ["./src/db"]\n',
        'links: ["src//db"]\n',
        'links: ["x/../src/db"]\n',
        'links: ["src\\u002fdb"]\n',
        'links: ["src\\\\db"]\n',
        "links: [src/db]\n",
        "links: ['src/db']\n",
        "links: src/db\n",
        "links:\n  - src/db\n",
        'links: [\n  "src/db"]\n',
        '"links": ["src/db"]\n',
        '"l\\x69nks": ["src/db"]\n',
        "? links\n: [src/db]\n",
        'links: ["src"]\n',
        'links: ["."]\n',
        'links: ["src/db/pool.py"]\n',
        'links: ["other"] # and "src/db"\n',
        "pinned: true\n",
        '"p\\x69nned": true\n',
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_may_apply(links: str, end: str) -> None:
    source = Source("m.md", text(links).replace("\n", end).encode())
    assert _may_apply(source, "", Changed(["src/db/pool.py"], []))


@pytest.mark.parametrize(
    "links", ["", 'links: ["src/dbx"]\n', 'links: ["a", "src/db/pool.pyc"]\n', 'links: ["src/db/pool"]\n', "tags: []\n"]
)
def test_cannot_apply(links: str) -> None:
    assert not _may_apply(Source("m.md", text(links).encode()), "", Changed(["src/db/pool.py"], []))


NAMES = ["a", "b", "src", "a/b", "src/a", "a//b", "./a", "a/", "b/../a", "a\\b", "../a", "", ".", "é", "a b", 'a"b']
LINKS = st.lists(st.sampled_from(NAMES), max_size=3)


@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(LINKS, st.sampled_from(["json", "flow", "block", "single"]), st.sampled_from(["a", "a/b", "src/a/x", "é", "b"]))
def test_the_quick_reading_loses_nothing(links: list[str], style: str, path: str) -> None:
    """Whatever a full reading says applies, the gate lets through."""
    import json

    import yaml

    if style == "json":
        line = f"links: {json.dumps(links)}\n"
    elif style == "flow":
        line = yaml.safe_dump({"links": links}, default_flow_style=True).strip("{}\n") + "\n"
    elif style == "single":
        line = yaml.safe_dump({"links": links}, default_style="'", width=20)
    else:
        line = yaml.safe_dump({"links": links})
    source = Source("m.md", text(line).encode())
    changed = Changed([path], [])
    store = Store(WorkTree("/nonexistent"), "", Config(), None)
    from memoryrail_lint.profiles.memoryrail.links import links as judged

    memory = Memory(source, "m")
    applies = memory.valid and any(not link.leaves and changed.under(link.path) for link in judged(memory, store))
    assert _may_apply(source, "", changed) or not applies


def store_of(folder: Path, *texts: tuple[str, str]) -> Store:
    memories = folder / ".memoryrail" / "memories"
    memories.mkdir(parents=True)
    (folder / ".memoryrail" / "config.json").write_text('{"version": 1}')
    for name, content in texts:
        (memories / f"{name}.md").write_text(content)
    return Store(WorkTree(str(folder)), "", Config(), None)


def made(id: str, type: str, *lines: str) -> tuple[str, str]:
    front = [f"id: {id}", f"type: {type}", "title: Pools are shared", "status: active"]
    front += ["created: 2026-06-01T12:00:00Z", "updated: 2026-06-01T12:00:00Z", *lines]
    return id, "---\n" + "\n".join(front) + "\n---\nThe socket pool.\n"


def test_the_order(tmp_path: Path) -> None:
    store = store_of(
        tmp_path,
        made("20260601-a", "decision", "links: [src]"),
        made("20260601-b", "gotcha", "links: [src]"),
        made("20260601-c", "attempt", "links: [src]"),
        made("20260601-d", "constraint", "links: [src]"),
        made("20260601-e", "constraint", "links: [src]"),
        made("20260601-f", "decision", "links: [src]", "pinned: true"),
        made("20260601-g", "constraint", "pinned: true"),
        made("20260601-h", "attempt"),
        made("20260601-i", "thread", "links: [src]"),
        made("20260601-j", "session", "pinned: true"),
        made("20260601-k", "decision", "pinned: true"),
    )
    found, invalid = answers(store, {"src/x"}, set(), None)
    assert [(answer.memory.id[-1], [why.kind for why in answer.why]) for answer in found] == [
        ("f", ["link"]),
        ("g", ["pinned"]),
        *((name, ["link"]) for name in "decba"),
    ]
    assert invalid == []


def test_the_order_with_a_plan(tmp_path: Path) -> None:
    store = store_of(
        tmp_path,
        made("20260601-a", "decision", "links: [src]"),
        made("20260601-b", "attempt"),
        made("20260601-c", "constraint", "pinned: true"),
    )
    found, _ = answers(store, {"src/x"}, set(), "share the socket pools")
    assert [(answer.memory.id[-1], [why.kind for why in answer.why]) for answer in found] == [
        ("c", ["pinned", "text"]),
        ("a", ["link", "text"]),
        ("b", ["text"]),
    ]
    assert [answer.stops for answer in found] == [True, False, True]
    assert found[2].why[0].detail == "share, socket, pools"


def test_a_ref_has_as_many_digits_as_needed(tmp_path: Path) -> None:
    twin = made("20260601-drop-store-index", "decision")
    store = store_of(tmp_path, made("20260601-keep-store-cache", "decision", "links: [src]"), twin)
    found, _ = answers(store, {"src/x"}, set(), None)
    assert [answer.ref for answer in found] == ["DEC-89e3b"]


def test_what_cannot_be_judged_is_said(tmp_path: Path) -> None:
    broken = ("20260601-y", made("20260601-y", "decision", "links: [src]")[1].replace("title:", "titel:"))
    elsewhere = ("20260601-z", made("20260601-z", "decision")[1].replace("title:", "titel:"))
    found, invalid = answers(store_of(tmp_path, broken, elsewhere), {"src/x"}, set(), None)
    assert found == []
    assert [memory.id for memory in invalid] == ["20260601-y"]
