"""`init`: what is missing is made, what is there stays."""

from __future__ import annotations

import json

import pytest
import yaml

from memoryrail_lint import __version__


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


def installed(site, urls: str = "", direct: str | None = None) -> dict[str, str]:
    """An environment in which the package says this about where it came from."""
    info = site.folder.parent / "packages/memoryrail_lint-0.1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: memoryrail-lint\nVersion: 0.1.0\n{urls}")
    if direct is not None:
        (info / "direct_url.json").write_text(direct)
    return {"PYTHONPATH": str(info.parent)}


URL = "https://git.example/team/memoryrail-lint"
COMMIT = "0123456789" * 4


@pytest.mark.parametrize(
    ("urls", "direct", "found"),
    [
        (f"Project-URL: Repository, {URL}\n", None, (URL, f"v{__version__}")),
        (f"Project-URL: Documentation, https://x.example\nProject-URL: Source, {URL}\n", "{", (URL, f"v{__version__}")),
        ("", f'{{"url": "{URL}", "vcs_info": {{"vcs": "git", "commit_id": "{COMMIT}"}}}}', (URL, COMMIT)),
        ("", f'{{"url": "{URL}.tar.gz", "archive_info": {{}}}}', None),
        ("", '{"url": "file:///home/x", "dir_info": {"editable": true}}', None),
        ("", f'{{"url": "https://me:word@x.example", "vcs_info": {{"commit_id": "{COMMIT}"}}}}', None),
        ("Project-URL: Homepage, https://x.example\n", "[]", None),
    ],
)
def test_the_entry_names_where_this_came_from(site, urls: str, direct: str | None, found: tuple | None) -> None:
    result = site.init().start("init", env=installed(site, urls, direct))
    assert result.status == 0
    text = (site.folder / ".pre-commit-config.yaml").read_text()
    [repo] = yaml.safe_load(text)["repos"]
    if found is not None:
        assert (repo["repo"], repo["rev"]) == found
        assert repo["hooks"] == [{"id": "memoryrail-lint"}]
    else:
        assert repo["repo"] == "local"
        assert repo["hooks"][0]["additional_dependencies"] == [f"memoryrail-lint=={__version__}"]
        assert f"takes memoryrail-lint {__version__} from the package index" in text
    pytest.importorskip("pre_commit.clientlib").load_config(str(site.folder / ".pre-commit-config.yaml"))


def test_what_is_left_to_do_is_said(site) -> None:
    lines = site.init().run("init").text.splitlines()[-2:]
    assert lines[0].startswith("next: `pre-commit install`; ")
    assert "`memoryrail-lint new --help`" in lines[0]
    assert lines[0].endswith("(`memoryrail-lint sync`)")
    assert lines[1].startswith("if you add the hook memoryrail-commit-msg: ")
    assert "needs `pre-commit install --hook-type commit-msg`" in lines[1]


def test_agent_files_in_hidden_folders_keep_their_dot(site) -> None:
    site.init().write("memoryrail-lint.toml", '[sync]\ntargets = [".claude/x.md", "./.y.md"]\n')
    assert site.run("init", "--merge-driver").status == 0
    lines = (site.folder / ".gitattributes").read_text().splitlines()
    assert lines[:2] == ["/.claude/x.md merge=memoryrail", "/.y.md merge=memoryrail"]
    site.write(".tool/memoryrail-lint.toml", '[sync]\ntargets = ["x.md"]\n')
    assert site.run("init", "--merge-driver", cwd=".tool").status == 0
    assert (site.folder / ".tool/.gitattributes").read_text().startswith("/x.md merge=memoryrail\n")
