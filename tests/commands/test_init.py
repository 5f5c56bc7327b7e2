"""`init`: what is missing is made, what is there stays."""

from __future__ import annotations

import json

import yaml


def test_a_fresh_repository(site) -> None:
    result = site.init().run("init")
    assert result.status == 0
    assert result.text.startswith("wrote .memoryrail/config.json\nwrote .pre-commit-config.yaml\n")
    assert json.loads((site.folder / ".memoryrail/config.json").read_text()) == {"version": 1, "review": "off"}
    [repo] = yaml.safe_load((site.folder / ".pre-commit-config.yaml").read_text())["repos"]
    assert [hook["id"] for hook in repo["hooks"]]
    assert site.run("check").status == 0


def test_nothing_is_overwritten(site) -> None:
    site.init()
    site.write(".memoryrail/config.json", "mine")
    site.write(".pre-commit-config.yaml", "repos: []\n")
    result = site.run("init", "--review", "agents")
    assert result.status == 0
    assert result.text.startswith("kept .memoryrail/config.json\nkept .pre-commit-config.yaml\n")
    assert "memoryrail" in result.text.split("\n", 2)[2]
    assert (site.folder / ".memoryrail/config.json").read_text() == "mine"
    assert (site.folder / ".pre-commit-config.yaml").read_text() == "repos: []\n"


def test_twice(site) -> None:
    site.init().run("init")
    before = {path: path.read_bytes() for path in site.folder.rglob("*") if path.is_file() and ".git/" not in str(path)}
    assert site.run("init").status == 0
    assert {path: path.read_bytes() for path in before} == before


def test_review(site) -> None:
    site.init().run("init", "--review", "agents")
    assert json.loads((site.folder / ".memoryrail/config.json").read_text())["review"] == "agents"
    assert site.run("check").status == 0


def test_a_package_of_a_monorepo(site) -> None:
    site.init().write("packages/api/x")
    assert site.run("init", cwd="packages/api").status == 0
    assert (site.folder / "packages/api/.memoryrail/config.json").exists()
    assert (site.folder / ".pre-commit-config.yaml").exists()
    assert not (site.folder / ".memoryrail").exists()


def test_dangling_symlinks_are_not_followed(site) -> None:
    site.init()
    (site.folder / ".pre-commit-config.yaml").symlink_to(site.folder.parent / "elsewhere")
    assert site.run("init").status == 0
    assert not (site.folder.parent / "elsewhere").exists()
    (site.folder / ".memoryrail/config.json").unlink()
    (site.folder / ".memoryrail").rmdir()
    (site.folder.parent / "outside").mkdir()
    (site.folder / ".memoryrail").symlink_to(site.folder.parent / "outside")
    assert site.run("init").status == 2
    assert list((site.folder.parent / "outside").iterdir()) == []


def test_outside_any_repository(site) -> None:
    assert site.run("init").status == 0
    assert (site.folder / ".memoryrail/config.json").exists()
