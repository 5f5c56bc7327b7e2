"""The work tree and the index: what is there, what may be read."""

from __future__ import annotations

import os

import pytest

from memoryrail_lint.git import Repository
from memoryrail_lint.tree import IndexTree, Unreadable, WorkTree, join, size


def text(source) -> str | None:
    return source.text if source is not None else None


def why(tree, path: str, limit: int = 1 << 20) -> str:
    with pytest.raises(Unreadable) as caught:
        tree.read(path, limit)
    return str(caught.value)


def test_join_and_size() -> None:
    assert (join("", "x"), join("a/b", "x")) == ("x", "a/b/x")
    assert (size(64 * 1024), size(4 << 20), size(1000)) == ("64 KiB", "4 MiB", "0 KiB")


def test_list(site) -> None:
    site.write("a/x.md")
    site.write("a/deep/y.md")
    (site.folder / "a/link").symlink_to("x.md")
    os.mkfifo(site.folder / "a/pipe")
    tree = WorkTree(str(site.folder))
    assert tree.list("a") == [("deep", "folder"), ("link", "symlink"), ("pipe", "other"), ("x.md", "file")]
    assert tree.list("missing") == []
    assert tree.list("a/x.md") == []


def test_read(site) -> None:
    site.write("a/x.md", "x")
    (site.folder / "in").symlink_to("a/x.md")
    (site.folder / "a2").symlink_to("a")
    (site.folder / "out").symlink_to("../x")
    (site.folder / "outdir").symlink_to("..")
    (site.folder / "gone").symlink_to("nowhere")
    (site.folder / "loop").symlink_to("loop")
    (site.folder / "git").symlink_to(".git")
    site.write("../x", "outside")
    site.write(".git/config", "secret")
    os.mkfifo(site.folder / "pipe")
    tree = WorkTree(str(site.folder))
    assert text(tree.read("a/x.md")) == "x"
    assert tree.read("a/missing") is None
    assert tree.read("missing/x") is None
    assert tree.read("a/x.md/y") is None
    found = tree.read("in")
    assert found is not None
    assert (found.text, found.path, found.real) == ("x", "in", str(site.folder / "a/x.md"))
    assert text(tree.read("a2/x.md")) == "x"
    assert why(tree, "a") == "is a folder, not a file"
    assert why(tree, "a2") == "is a folder, not a file"
    assert why(tree, "pipe") == "is not a regular file"
    assert why(tree, "out") == "is a symlink that leads out of the repository"
    assert why(tree, "outdir/x") == "is a symlink that leads out of the repository"
    assert why(tree, "git/config") == "is a symlink that leads out of the repository"
    assert why(tree, "gone") == "is a symlink that leads nowhere"
    assert why(tree, "loop") == "is a symlink that leads nowhere"
    with pytest.raises(Unreadable):
        tree.list("outdir")


def test_limit(site) -> None:
    site.write("x", "12345")
    tree = WorkTree(str(site.folder))
    assert text(tree.read("x", 5)) == "12345"
    assert why(tree, "x", 4) == "is larger than 0 KiB"


def test_tracked(site) -> None:
    site.write("a/x", "x")
    site.write("a/y", "y")
    (site.folder / "b").symlink_to("a")
    tree = WorkTree(str(site.folder), tracked=frozenset(["a/x", "b", "a/deleted"]))
    assert tree.list("a") == [("x", "file")]
    assert text(tree.read("a/x")) == "x"
    assert tree.read("a/deleted") is None
    assert text(tree.read("b/x")) == "x"


def test_overlay(site) -> None:
    site.write("a/x", "disk")
    tree = WorkTree(str(site.folder), overlay={"a/x": b"given", "a/new": b"new"})
    assert text(tree.read("a/x")) == "given"
    assert text(tree.read("a/new")) == "new"
    assert tree.list("a") == [("new", "file"), ("x", "file")]


def test_an_index(site) -> None:
    site.init()
    site.write("a/x", "staged")
    site.write("a/deep/y", "y")
    (site.folder / "in").symlink_to("a/x")
    (site.folder / "out").symlink_to("../x")
    (site.folder / "gone").symlink_to("nowhere")
    (site.folder / "git").symlink_to(".git/config")
    (site.folder / "hop").symlink_to("in")
    site.git("add", "-A")
    site.write("a/x", "disk")
    site.write("a/untracked", "disk")
    tree = IndexTree(Repository(str(site.folder)))
    assert tree.list("a") == [("deep", "folder"), ("x", "file")]
    assert tree.list("missing") == []
    assert ("in", "symlink") in tree.list("")
    assert text(tree.read("a/x")) == "staged"
    assert tree.read("a/untracked") is None
    assert text(tree.read("in")) == "staged"
    assert text(tree.read("hop")) == "staged"
    assert why(tree, "a") == "is a folder, not a file"
    assert why(tree, "out") == "is a symlink that leads out of the repository"
    assert why(tree, "git") == "is a symlink that leads out of the repository"
    assert why(tree, "gone") == "is a symlink that leads nowhere"
    assert why(tree, "a/x", 3) == "is larger than 0 KiB"
    assert text(tree.read("a/x", 6)) == "staged"


def test_an_index_is_read_in_one_go(site) -> None:
    site.init()
    for number in range(50):
        site.write(f"a/{number}", str(number % 7) * 100)
    site.git("add", "-A")
    tree = IndexTree(Repository(str(site.folder)))
    tree.fetch([f"a/{number}" for number in range(50)] + ["missing"])
    assert [text(tree.read(f"a/{number}")) for number in range(50)] == [str(n % 7) * 100 for n in range(50)]
