"""Where a run looks, and which stores it finds."""

from __future__ import annotations

import os

import pytest

from memoryrail_lint import locate
from memoryrail_lint.errors import Trouble
from memoryrail_lint.profiles import load


def at(site, *paths: str) -> list[str]:
    return [str(site.folder / path) for path in paths]


def test_one_place_for_each_repository(repo) -> None:
    repo.git("init", "-q", "inner")
    repo.write("a/x")
    repo.write("inner/y")
    found = locate.places(at(repo, "a/x", "inner/y", "a"), str(repo.folder))
    assert [(os.path.relpath(place.top, repo.folder), place.named) for place in found] == [
        (".", {"a/x", "a"}),
        ("inner", {"y"}),
    ]
    assert all(place.repository is not None for place in found)


def test_no_path_is_the_folder(repo) -> None:
    repo.write("a/x")
    [place] = locate.places([], str(repo.folder / "a"))
    assert (place.top, place.named, place.start) == (str(repo.folder), None, str(repo.folder / "a"))


def test_outside_any_repository(site) -> None:
    site.store().write("a/b/x")
    [place] = locate.places([], str(site.folder / "a/b"))
    assert (place.top, place.repository) == (str(site.folder), None)
    [place] = locate.places(at(site, "a/b/x"), str(site.folder / "a"))
    assert (place.top, place.named) == (str(site.folder), {"a/b/x"})


@pytest.mark.parametrize(("path", "shown"), [("", ""), ("a", "a"), ("a/b", "a/b")])
def test_relative(repo, path: str, shown: str) -> None:
    [place] = locate.places([], str(repo.folder))
    assert place.relative(str(repo.folder / path)) == shown


def roots(site, *paths: str, folder: str = "", **how) -> list[str]:
    found = []
    for place in locate.places(at(site, *paths), str(site.folder / folder)):
        profile = load("memoryrail")
        found += locate.store_roots(place, profile, place.open_tree([profile], **how))
    return found


@pytest.fixture
def monorepo(site):
    site.init().store().store("packages/api").store("packages/web").write("packages/web/src/x")
    site.write("docs/x")
    return site


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        ([], ["", "packages/api", "packages/web"]),
        ([""], ["", "packages/api", "packages/web"]),
        (["packages"], ["packages/api", "packages/web"]),
        (["packages/web"], ["packages/web"]),
        (["packages/web/src"], ["packages/web"]),
        (["packages/web/src/x"], ["packages/web"]),
        (["docs/x"], [""]),
        (["docs"], [""]),
        (["packages/web/src/x", "docs/x"], ["", "packages/web"]),
        ([".memoryrail/config.json"], [""]),
        (["packages/api/.memoryrail/memories"], ["packages/api"]),
    ],
)
def test_stores(monorepo, paths: list[str], expected: list[str]) -> None:
    assert roots(monorepo, *paths) == expected
    monorepo.git("add", "-A")
    assert roots(monorepo, *paths, staged=True) == expected
    assert roots(monorepo, *paths, tracked=True) == expected


def test_without_a_path_from_anywhere(monorepo) -> None:
    for folder in ("docs", "packages/web/src", "packages"):
        assert roots(monorepo, folder=folder) == ["", "packages/api", "packages/web"]


def test_what_git_does_not_hold(monorepo) -> None:
    monorepo.git("add", "packages")
    assert roots(monorepo, tracked=True) == ["packages/api", "packages/web"]
    assert roots(monorepo, staged=True) == ["packages/api", "packages/web"]
    monorepo.write(".gitignore", "packages/web/\n")
    monorepo.git("rm", "-rq", "--cached", "packages/web")
    assert roots(monorepo) == ["", "packages/api"]
    assert roots(monorepo, folder="packages/web") == ["", "packages/api", "packages/web"]


def test_stores_outside_any_repository(site) -> None:
    site.store("a").store("b/c").store("node_modules/d").store(".hidden/e")
    assert roots(site) == ["a", "b/c"]


def test_staged_needs_a_repository(site) -> None:
    site.store()
    with pytest.raises(Trouble, match="needs a git repository"):
        roots(site, staged=True)


@pytest.mark.parametrize(("root", "where"), [("", "here"), ("packages/api", "in packages/api/")])
def test_a_store_that_is_not_added_is_named(site, root: str, where: str) -> None:
    site.init().write("x")
    site.commit()
    places = locate.places([], str(site.folder))
    none = "there is no store to check here; `memoryrail-lint init` makes one, --allow-empty makes this no failure"
    assert locate.nothing(places, staged=True) == none
    site.store(root)
    assert locate.nothing(places) == none
    assert locate.nothing(places, staged=True) == (
        f"the store {where} is not added to git, and --staged looks at nothing else: `git add` it"
    )


def test_existing(repo, monkeypatch) -> None:
    monkeypatch.delenv("GIT_INDEX_FILE", raising=False)
    folder = str(repo.folder)
    (repo.folder / "dangling").symlink_to("nowhere")
    assert locate.existing([".memoryrail", "dangling", folder], folder) == at(repo, ".memoryrail", "dangling") + [
        folder
    ]
    assert locate.existing(["new.md"], folder, overlay="new.md") == at(repo, "new.md")
    for missing in ("new.md", "", "a\nb"):
        with pytest.raises(Trouble, match="no such file or folder"):
            locate.existing([missing], folder)
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/index")
    assert locate.existing(["staged-only.md"], folder) == at(repo, "staged-only.md")
