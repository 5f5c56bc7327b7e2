"""Pointers, wikilinks, and where neither is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryrail_lint.profiles.engramory import links
from memoryrail_lint.source import Source


@pytest.mark.parametrize(
    ("destination", "kind", "path"),
    [
        ("a.md", links.LOCAL, "a.md"),
        ("./a.md#part", links.LOCAL, "./a.md"),
        ("<a b.md>", links.LOCAL, "a b.md"),
        ("a%20b.md?x=1", links.LOCAL, "a b.md"),
        ("%E8%A8%98.md", links.LOCAL, "\u8a18.md"),
        ("100%.md", links.LOCAL, "100%.md"),
        ("sub\\a.md", links.LOCAL, "sub/a.md"),
        ("..%2f..%2fetc%2fhosts", links.LOCAL, "../../etc/hosts"),
        ("#part", links.ANCHOR, ""),
        ("", links.ANCHOR, ""),
        ("https://example.invalid/a.md", links.REMOTE, ""),
        ("HTTP://example.invalid", links.REMOTE, ""),
        ("ftp://example.invalid", links.REMOTE, ""),
        ("mailto:a@example.invalid", links.REMOTE, ""),
        ("ssh://example.invalid/a", links.REMOTE, ""),
        ("git+ssh://example.invalid/a", links.REMOTE, ""),
        ("file:///etc/hosts", links.OUTSIDE, ""),
        ("vscode://file/a", links.OUTSIDE, ""),
        ("javascript:x", links.OUTSIDE, ""),
        ("C:\\a.md", links.OUTSIDE, ""),
        ("%2fetc/hosts", links.OUTSIDE, ""),
        ("file%3a/etc/hosts", links.OUTSIDE, ""),
        ("/etc/hosts", links.OUTSIDE, ""),
        ("//example.invalid/a", links.OUTSIDE, ""),
        ("~/a.md", links.OUTSIDE, ""),
    ],
)
def test_classify(destination: str, kind: str, path: str) -> None:
    assert links.classify(destination) == (kind, path)


def found(text: str) -> tuple[list[str], list[str]]:
    pointers, wikilinks = links.links(text)
    for pointer in pointers:
        assert text[slice(*pointer.span)] == pointer.destination
    return [pointer.destination for pointer in pointers], [link.target for link in wikilinks]


@pytest.mark.parametrize(
    ("text", "pointers"),
    [
        ("[a](b.md) and [c](d.md)", ["b.md", "d.md"]),
        ("[a [b]](c.md)", ["c.md"]),
        ('[a](b.md "t")', ["b.md"]),
        ("[a](b.md 't')", ["b.md"]),
        ("[a](<b c.md>)", ["<b c.md>"]),
        ("[a](b c.md)", ["b c.md"]),
        ("[a](b_(c).md)", ["b_(c).md"]),
        ("| [a](b.md) | x |", ["b.md"]),
        ("[a][b]\n\n[b]: c.md\n", ["c.md"]),
        ("![a](b.png)", []),
        ("[a] (b.md)", []),
        ("[a](b.md", []),
        ("`[a](b.md)`", []),
        ("``x ` [a](b.md)``", []),
        ("```\n[a](b.md)\n```\n", []),
        ("text\n\n    [a](b.md)\n", []),
        ("<!-- [a](b.md)\n[c](d.md) -->[e](f.md)", ["f.md"]),
        ("<!-- [a](b.md)", []),
        ("` [a](b.md)", ["b.md"]),
    ],
)
def test_pointers(text: str, pointers: list[str]) -> None:
    assert found(text) == (pointers, [])


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("[[a]] [[b|c]] [[d#e]] [[f.md]]", ["a", "b", "d", "f"]),
        ("| [[a\\|b]] |", ["a"]),
        ("[[a b]]", ["a b"]),
        ("[[\u8a18]]", ["\u8a18"]),
        ("[[#here]] [[|x]]", []),
        ("if [[ -f x ]]; then", []),
        ("[[1]](https://example.invalid)", []),
        ("`[[a]]`", []),
        ("~~~\n[[a]]\n~~~\n", []),
        ("<!-- [[a]] -->", []),
        ("[[]] [[\na]]", []),
    ],
)
def test_wikilinks(text: str, targets: list[str]) -> None:
    assert found(text)[1] == targets


@given(st.text(st.sampled_from("[]()<>`~!-#|.md \n\ta\\\"'"), max_size=200))
def test_anything_is_read_without_trouble(text: str) -> None:
    found(text)
    assert len(links.live(text)) == len(text)
    lines = links.read_index(Source("MEMORY.md", text.encode()))
    assert len(lines) == text.count("\n") + 1


@pytest.mark.parametrize(
    "piece", ["[", "](", "[[", "[a](", "`", "``` ", "<!--", "[[a", "[a]", "](<", "(", "![", "[a](b (", "%"]
)
def test_long_input_takes_linear_time(piece: str) -> None:
    text = piece * 60_000
    links.links(text)
    links.classify(text)


def test_lines_of_an_index() -> None:
    source = Source(
        "MEMORY.md", b"---\nname: x\n---\n# Index\r\n\r\n## user ##\r\n- [A](a.md) [[b]]\r\n`[C](c.md)`\r\n"
    )
    lines = links.read_index(source)
    assert [line.heading for line in lines if line.heading[0]] == [(1, "Index"), (2, "user")]
    assert [line.number for line in lines if line.pointers] == [7]
    assert [line.number for line in lines if line.wikilinks] == [7]
    assert [line.number for line in lines if not line.blank] == [4, 6, 7]
    assert source.text[slice(*lines[6].span)] == "- [A](a.md) [[b]]"
