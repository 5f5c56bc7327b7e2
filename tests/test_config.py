"""The tool's own configuration."""

from __future__ import annotations

import pytest

from memoryrail_lint import config
from memoryrail_lint.errors import Trouble
from memoryrail_lint.tree import WorkTree


def parse(text: str, path: str = "memoryrail-lint.toml") -> config.Config:
    found = config.parse(path, text.encode())
    assert found is not None
    return found


def test_defaults() -> None:
    found = config.Config()
    assert (found.path, found.folder, found.select, found.ignore, found.exclude) == (None, "", [], [], [])
    assert (found.fail_on, found.baseline, found.grace, found.targets, found.also) == (None, None, 86_400, None, [])


def test_everything() -> None:
    found = parse(
        """
        select = ["memoryrail-schema"]
        ignore = ["secret"]
        exclude = ["examples/*"]
        fail-on = "warning"
        baseline = "known.json"
        [staleness]
        grace = "2d"
        [sync]
        targets = ["AGENTS.md"]
        also = ["docs/agents.md"]
        max-bytes = 1000
        """
    )
    assert (found.select, found.ignore, found.exclude) == (["memoryrail-schema"], ["secret"], ["examples/*"])
    assert (found.fail_on, found.baseline, found.grace) == ("warning", "known.json", 2 * 86_400)
    assert (found.targets, found.also, found.max_bytes) == (["AGENTS.md"], ["docs/agents.md"], 1000)


@pytest.mark.parametrize(
    ("path", "folder"),
    [
        ("memoryrail-lint.toml", ""),
        (".memoryrail/lint.toml", ""),
        ("packages/api/.memoryrail/lint.toml", "packages/api"),
        ("packages/memoryrail-lint.toml", "packages"),
        ("pyproject.toml", ""),
    ],
)
def test_where_its_paths_start(path: str, folder: str) -> None:
    assert config.Config(path).folder == folder


@pytest.mark.parametrize(
    ("value", "seconds"), [(0, 0), (24, 86_400), ("36h", 129_600), ("2d", 172_800), ("0h", 0), ("10000d", 864_000_000)]
)
def test_duration(value: object, seconds: int) -> None:
    assert config.duration(value) == seconds


@pytest.mark.parametrize(
    "value", [-1, True, 1.5, "", "h", "d", "1", "1w", "1.5h", "-1h", " 1h", "1 h", "１h", [], None]
)
def test_no_duration(value: object) -> None:
    with pytest.raises(ValueError, match="a number of hours"):
        config.duration(value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("selekt = []", "memoryrail-lint.toml: unknown key 'selekt'; did you mean 'select'?"),
        ("grace = 1", "unknown key 'grace'"),
        ("[sync]\ntarget = []", "unknown key 'sync.target'; did you mean 'sync.targets'?"),
        ("[rules]\nx = 1", "unknown key 'rules'"),
        ("select = 'secret'", "memoryrail-lint.toml: select must be a list of texts"),
        ("fail-on = 1", "fail-on must be error, warning, info or never"),
        ("= 1", "memoryrail-lint.toml is no TOML: "),
    ],
)
def test_wrong(text: str, says: str) -> None:
    with pytest.raises(Trouble) as caught:
        parse(text)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_byte_order_mark_and_crlf() -> None:
    assert parse('\ufefffail-on = "never"\r\n').fail_on == "never"


def test_pyproject() -> None:
    text = b'[tool.memoryrail-lint]\nfail-on = "never"\n[tool.other]\nx = 1\n'
    found = config.parse("pyproject.toml", text, shared=True)
    assert found is not None
    assert found.fail_on == "never"
    assert config.parse("pyproject.toml", b"[tool.other]\nx = 1", shared=True) is None
    assert config.parse("pyproject.toml", b"tool = 1", shared=True) is None
    with pytest.raises(Trouble):
        config.parse("pyproject.toml", b"[tool.memoryrail-lint]\nx = 1", shared=True)
    with pytest.raises(Trouble):
        config.parse("pyproject.toml", b"[tool]\nmemoryrail-lint = 1", shared=True)


def test_the_nearest_is_found(site) -> None:
    tree = WorkTree(str(site.folder))

    def found(root: str) -> str | None:
        return config.find(WorkTree(str(site.folder)), root).path

    assert config.find(tree, "a/b").path is None
    site.write("pyproject.toml", "[tool.memoryrail-lint]")
    assert found("a/b") == "pyproject.toml"
    site.write("memoryrail-lint.toml")
    assert found("a/b") == "memoryrail-lint.toml"
    site.write(".memoryrail/lint.toml")
    assert found("a/b") == ".memoryrail/lint.toml"
    site.write("a/pyproject.toml", "[tool.other]")
    assert found("a/b") == ".memoryrail/lint.toml"
    site.write("a/pyproject.toml", "[tool.memoryrail-lint]")
    assert found("a/b") == "a/pyproject.toml"
    site.write("a/b/.memoryrail/lint.toml")
    assert found("a/b") == "a/b/.memoryrail/lint.toml"
    assert found("a") == "a/pyproject.toml"
    assert found("") == ".memoryrail/lint.toml"


def test_a_broken_pyproject_that_does_not_name_the_tool(site) -> None:
    site.write("pyproject.toml", "= = =")
    assert config.find(WorkTree(str(site.folder)), "").path is None
    site.write("pyproject.toml", "= = = memoryrail-lint")
    with pytest.raises(Trouble, match="is no TOML"):
        config.find(WorkTree(str(site.folder)), "")


def test_where_a_configuration_may_stand() -> None:
    assert config.candidates("") == [".memoryrail/lint.toml", "memoryrail-lint.toml", "pyproject.toml"]
    assert config.candidates("a/b")[::3] == [
        "a/b/.memoryrail/lint.toml",
        "a/.memoryrail/lint.toml",
        ".memoryrail/lint.toml",
    ]
