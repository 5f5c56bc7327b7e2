"""Findings that were there before."""

from __future__ import annotations

import json

import pytest

from memoryrail_lint.baseline import Baseline, key
from memoryrail_lint.diagnostics import Diagnostic
from memoryrail_lint.errors import Trouble


def diagnostic(message: str = "m", line: int = 1, path: str = "x.md", rule: str = "secret") -> Diagnostic:
    return Diagnostic(rule, "error", path, (line, 1, line, 2), message)


def test_a_key_has_no_line_and_no_message() -> None:
    assert key(diagnostic(line=1)) == key(diagnostic(line=9))
    assert "precious" not in key(diagnostic("precious"))
    assert key(diagnostic()).startswith("x.md:secret:")
    keys = {key(diagnostic(*more)) for more in (["m"], ["n"], ["m", 1, "y.md"], ["m", 1, "x.md", "other"])}
    assert len(keys) == 4


def test_split_counts() -> None:
    known = Baseline({key(diagnostic()): 2})
    for _ in range(2):
        three = [diagnostic(line=n) for n in (1, 2, 3)]
        new, old = known.split(three)
        assert [d.line for d in new] == [3]
        assert [(d.line, d.suppressed) for d in old] == [(1, "baseline"), (2, "baseline")]


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "{}",
        "null",
        '{"version": 1}',
        '{"version": 2, "findings": {}}',
        '{"version": 1, "findings": []}',
        '{"version": 1, "findings": {"a": "b"}}',
        '{"version": 1, "findings": null}',
        "[" * 100_000,
        "\xff",
    ],
)
def test_no_baseline(tmp_path, content: str) -> None:
    file = tmp_path / "known.json"
    file.write_bytes(content.encode("latin-1"))
    with pytest.raises(Trouble, match="is no baseline of this tool"):
        Baseline.load(str(file))


def test_a_missing_baseline(tmp_path) -> None:
    path = str(tmp_path / "known.json")
    with pytest.raises(Trouble, match="there is no baseline"):
        Baseline.load(path)
    assert Baseline.load(path, missing_ok=True).counts == {}
    with pytest.raises(Trouble, match="cannot read the baseline"):
        Baseline.load(str(tmp_path))


def test_what_is_written(repo) -> None:
    repo.memory(status="activ", type="thing")
    repo.memory("20260601-y", status="activ")
    assert repo.run("check", "--write-baseline", "--baseline", "known.json").status == 0
    first = (repo.folder / "known.json").read_bytes()
    document = json.loads(first)
    assert document["version"] == 1
    assert sum(document["findings"].values()) == 3
    assert list(document["findings"]) == sorted(document["findings"])
    repo.run("check", "--write-baseline", "--baseline", "known.json")
    assert (repo.folder / "known.json").read_bytes() == first


def test_it_shrinks_when_written_anew(repo) -> None:
    repo.memory(status="activ")
    repo.run("check", "--write-baseline", "--baseline", "known.json")
    repo.memory()
    repo.run("check", "--write-baseline", "--baseline", "known.json")
    assert json.loads((repo.folder / "known.json").read_bytes())["findings"] == {}


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"{}", b'{"version": 2, "findings": {}}', b'{"version": 1, "findings": {"a": "b"}}']
)
def test_what_is_no_baseline(data: bytes) -> None:
    with pytest.raises(Trouble, match="is no baseline of this tool"):
        Baseline.parse("known.json", data)
    assert Baseline.parse("known.json", b'{"version": 1, "findings": {"a": 2}}').counts == {"a": 2}
