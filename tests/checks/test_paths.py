from __future__ import annotations

import os
import posixpath
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryrail_lint.checks import paths


@pytest.mark.parametrize(
    ("link", "reason"),
    [
        ("/etc/hosts", paths.ABSOLUTE),
        ("/", paths.ABSOLUTE),
        ("\\Windows", paths.ABSOLUTE),
        ("//host/share", paths.NETWORK),
        ("\\\\host\\share", paths.NETWORK),
        ("/\\host", paths.NETWORK),
        ("\\\\?\\C:\\notes", paths.NETWORK),
        ("C:/notes/a.md", paths.DRIVE),
        ("C:\\notes", paths.DRIVE),
        ("c:notes", paths.DRIVE),
        ("./C:/notes", paths.DRIVE),
        ("x/../C:notes", paths.DRIVE),
        ("~", paths.HOME),
        ("~/notes", paths.HOME),
        ("~user/notes", paths.HOME),
        ("https://example.invalid/page", paths.URL),
        ("HTTPS://example.invalid", paths.URL),
        ("file:notes", paths.URL),
        ("file:///etc/hosts", paths.URL),
        ("mailto:someone@example.invalid", paths.URL),
        ("git+ssh://example.invalid/x", paths.URL),
        ("git@example.invalid:owner/name", paths.URL),
        ("word:x", paths.URL),
        ("src/\0x", paths.CONTROL),
        ("src/a\tb", paths.CONTROL),
        ("src/\x1b[31m", paths.CONTROL),
        ("src/\x7f", paths.CONTROL),
        ("src/\x85", paths.CONTROL),
        ("..", paths.CLIMB),
        ("../x", paths.CLIMB),
        ("a/../../b", paths.CLIMB),
        ("a/./..//../b", paths.CLIMB),
        ("..\\..\\x", paths.CLIMB),
        ("a\\..\\..\\x", paths.CLIMB),
        ("../repo/x", paths.CLIMB),
        (".../x", paths.CLIMB),
        (".. /x", paths.CLIMB),
        ("a/.. ./....", paths.CLIMB),
        (".git", paths.GIT),
        (".git/config", paths.GIT),
        (".GIT/config", paths.GIT),
        ("vendor/lib/.Git/HEAD", paths.GIT),
        (".git/../src", paths.GIT),
        (".git./config", paths.GIT),
        (".git /config", paths.GIT),
        (".git . ./config", paths.GIT),
        (".git::$INDEX_ALLOCATION/config", paths.GIT),
        ("git~1/config", paths.GIT),
        ("GIT~1", paths.GIT),
        (".g\u200cit/config", paths.GIT),
        ("\ufeff.git", paths.GIT),
        (".git\\config", paths.GIT),
    ],
)
def test_leaves(link: str, reason: str) -> None:
    assert paths.classify(link) == reason
    assert paths.classify(link, "packages/api") == (None if link in _ONE_UP else reason)


_ONE_UP = {
    "..",
    "../x",
    "a/../../b",
    "a/./..//../b",
    "..\\..\\x",
    "a\\..\\..\\x",
    "../repo/x",
    ".../x",
    ".. /x",
    "a/.. ./....",
}
"""Links that stay inside when their base is two folders deep."""


@pytest.mark.parametrize(
    "link",
    [
        "",
        ".",
        "./",
        "src/db",
        "./src//db/",
        "x/..",
        "x/../y",
        "a/b/../..",
        "src\\queue\\worker.py",
        "docs/a:b",
        "docs/https:/x",
        "./word:x",
        "Makefile:12",
        "README.md:10:5",
        "src/x.py:10",
        "a b/c",
        " src",
        "docs/größe 日本.md",
        "docs/👩\u200d💻.md",
        "-notes/--fix.md",
        "%2e%2e/x",
        "%2Fetc",
        "docs/~x",
        "a~",
        ".github/workflows",
        ".gitignore",
        ".gitmodules",
        "src/.gitkeep",
        "x.git",
        "git",
        "git~10",
        "..x",
        "x..",
        "a/..b/c",
        "...x",
        "src/*.py",
        "src/db.py#L10",
        "@scope/x",
        ":x",
    ],
)
def test_stays(link: str) -> None:
    assert paths.classify(link) is None


def test_base_of_a_package_may_reach_the_whole_repository() -> None:
    assert paths.classify("../shared/x", "packages/api") is None
    assert paths.classify("../../shared/x", "packages/api") is None
    assert paths.classify("../../../x", "packages/api") == paths.CLIMB
    assert paths.classify("../../.git/config", "packages/api") == paths.GIT
    assert paths.classify("../../C:/notes", "packages/api") == paths.DRIVE
    assert paths.join("packages/api", "../shared/x") == "packages/shared/x"
    assert paths.join(".", "src/db/") == "src/db"
    assert paths.join(".", ".") == "."
    assert paths.join("packages/api", "../..") == "."


@pytest.mark.parametrize(
    ("link", "path"),
    [
        ("./a", "a"),
        ("a//b", "a/b"),
        ("a/", "a"),
        ("x/../y", "y"),
        ("x/..", "."),
        ("", "."),
        (".", "."),
        ("a/./b", "a/b"),
        ("a /b.", "a /b."),
    ],
)
def test_normalise(link: str, path: str) -> None:
    assert paths.normalise(link) == path


def test_posix() -> None:
    assert paths.posix("src\\queue\\worker.py") == "src/queue/worker.py"
    assert paths.posix("src/queue") == "src/queue"


_pieces = st.lists(
    st.sampled_from(
        ["a", "b.c", "..", ".", "", "...", "~", ".git", ".GIT ", "C:", "x:", "\\", "\0", "é", "\u200d", "%2e"]
    ),
    max_size=8,
).map("/".join)


@settings(deadline=None)
@given(_pieces | st.text(max_size=30), st.sampled_from([".", "packages/api"]))
def test_what_stays_by_its_text_names_a_path_below_the_root(link: str, base: str) -> None:
    if paths.classify(link, base) is None:
        parts = paths.join(base, paths.posix(link)).split("/")
        assert parts[0] not in ("", "..")
        assert not re.match("[A-Za-z]:", parts[0])
        assert ".git" not in [part.lower().rstrip(" .") for part in parts]
        assert "\0" not in link


@settings(deadline=None)
@given(_pieces | st.text(max_size=30))
def test_the_quick_yes_is_the_long_answer(link: str) -> None:
    quick = paths.classify(link)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(paths, "_plain", lambda _: False)
        assert paths.classify(link) == quick


@given(st.lists(st.sampled_from(["a", "..", ".", ""]), max_size=10).map("/".join))
def test_climbs_agrees_with_normalising_from_deeper(link: str) -> None:
    assert paths.climbs(".", link) == any(
        posixpath.normpath("/".join([".", *link.split("/")[:end]])).startswith("..")
        for end in range(1, link.count("/") + 2)
    )


# --- the disk -----------------------------------------------------------------------------------------------------


@pytest.fixture
def root(tmp_path: Path) -> str:
    """A repository `repo` full of symlinks, beside it a folder `outside`."""
    repo, outside = tmp_path / "repo", tmp_path / "outside"
    (repo / "src" / "db").mkdir(parents=True)
    (repo / "src" / "db" / "client.py").write_text("")
    (repo / ".git").mkdir()
    (repo / ".git" / "config").write_text("")
    (outside / "deep").mkdir(parents=True)
    (outside / "notes.md").write_text("")
    for name, target in {
        "shared": "../outside",
        "alias": "src",
        "src/up": "..",
        "src/db/top": "../../src/db",
        "chain": "alias/db",
        "far": "chain/../../shared",
        "dangling": "nowhere",
        "lost": "../nowhere",
        "me": "me",
        "ping": "pong",
        "pong": "ping",
        "meta": ".git",
        "config": ".git/config",
        "abs": str(outside),
        "abs-in": str(repo / "src"),
        "src/abs-in": str(repo / "src"),
        "abs-sibling": f"{repo}-2",
        "abs-out-in": f"{repo}/../outside",
        "leaf.md": "../outside/notes.md",
        "again": "../repo/src",
        "long": "./" * 1500 + "src",
    }.items():
        (repo / name).symlink_to(target)
    return str(repo)


symlinks = pytest.mark.skipif(sys.platform == "win32", reason="symlinks need a privilege there")


@symlinks
@pytest.mark.parametrize(
    ("path", "fault"),
    [
        ("shared", "outside"),
        ("shared/notes.md", "outside"),
        ("shared/nothing/here", "outside"),
        ("src/up/shared/notes.md", "outside"),
        ("src/up/..", "outside"),
        ("far", "outside"),
        ("lost", "outside"),
        ("abs/notes.md", "outside"),
        ("abs-sibling", "outside"),
        ("abs-out-in", "outside"),
        ("again", "outside"),
        ("leaf.md", "outside"),
        ("meta", "outside"),
        ("meta/config", "outside"),
        ("config", "outside"),
        (".git/config", "outside"),
        ("shared/../src", "outside"),  # the system reads it from the symlink's target
        ("nothing/../shared", "outside"),  # git reads it as `shared`
        ("me", "loop"),
        ("me/x", "loop"),
        ("ping", "loop"),
        ("src/up/ping", "loop"),
        ("long", "loop"),
        ("alias", None),
        ("alias/db/client.py", None),
        ("src/up/src/up/src/db", None),
        ("src/db/top/client.py", None),
        ("chain/client.py", None),
        ("abs-in/db", None),
        ("src/abs-in/db", None),
        ("dangling", None),
        ("nothing/at/all", None),
        ("src/db/client.py/x", None),
        ("", None),
        (".", None),
        ("src/" + "x" * 5000, None),
        ("src/\0", None),
        ("src/\ud800", None),
    ],
)
def test_through_symlink(root: str, path: str, fault: str | None) -> None:
    assert paths.through_symlink(root, path) == fault


@symlinks
def test_as_many_symlinks_as_the_system_follows(tmp_path: Path) -> None:
    for number in range(42):
        (tmp_path / f"l{number}").symlink_to(f"l{number + 1}")
    (tmp_path / "l42").write_text("")
    assert paths.exists(str(tmp_path), "l2")
    assert paths.through_symlink(str(tmp_path), "l2") is None
    assert paths.through_symlink(str(tmp_path), "l1") == "loop"


@symlinks
def test_exists(root: str) -> None:
    there = [
        "",
        ".",
        "src",
        "src/db/client.py",
        "alias/db",
        "chain/client.py",
        "abs-in",
        "src/abs-in/db/client.py",
        "src/up/src",
    ]
    gone = [
        "nothing",
        "src/nothing",
        "src/db/client.py/x",
        "dangling",
        "src/\0",
        "src/\ud800",
        "x" * 5000,
        "SRC",
        "src/DB",
    ]
    away = ["shared", "shared/notes.md", "leaf.md", "abs", "me", "ping", ".git", "config", "again"]
    seen = paths.Seen()
    for _ in range(2):
        assert [path for path in there if not paths.exists(root, path, seen)] == []
        assert [path for path in gone + away if paths.exists(root, path, seen)] == []


def test_case_counts_where_the_file_system_ignores_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "docs").mkdir()
    for name in ("Readme.md", "Größe.md", "42"):
        (tmp_path / "docs" / name).write_text("")
    if not (tmp_path / "DOCS").exists():
        real = os.lstat

        def folding(path: str) -> os.stat_result:
            for part in path.removeprefix(str(tmp_path)).strip("/").split("/"):
                folder = os.path.dirname(path) if part == os.path.basename(path) else str(tmp_path)
                for entry in os.listdir(folder.replace("DOCS", "docs")):
                    if entry.casefold() == part.casefold():
                        path = path.replace(f"/{part}", f"/{entry}")
            return real(path)

        monkeypatch.setattr(os, "lstat", folding)
    there = [
        path for path in ("docs/Readme.md", "docs/Größe.md", "docs/42", "docs") if paths.exists(str(tmp_path), path)
    ]
    assert there == ["docs/Readme.md", "docs/Größe.md", "docs/42", "docs"]
    for path in ("docs/README.md", "docs/readme.md", "DOCS/Readme.md", "docs/GRÖßE.md", "DOCS", "docs/43"):
        assert not paths.exists(str(tmp_path), path)


_names = st.sampled_from(["a", "b", "c", "l", "m", "n", "..", "out"])
_targets = st.lists(_names, min_size=1, max_size=4).map("/".join)


@symlinks
@settings(deadline=None, max_examples=150)
@given(
    st.dictionaries(st.sampled_from(["l", "m", "n", "a/l", "a/b/l", "b/m"]), _targets),
    st.lists(_targets, min_size=1, max_size=6),
)
def test_agrees_with_the_system_on_any_tree(links: dict[str, str], asked: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        top = os.path.join(os.path.realpath(folder), "top")
        os.makedirs(f"{top}/a/b")
        os.makedirs(f"{top}/b/c")
        os.makedirs(f"{folder}/out/a")
        for name, target in links.items():
            os.symlink(target, f"{top}/{name}")
        seen = paths.Seen()
        for path in asked:
            full = f"{top}/{path}"
            if os.path.exists(full):
                inside = f"{os.path.realpath(full)}/".startswith(f"{top}/")
                assert inside or paths.through_symlink(top, path, seen) == "outside"
            plain = paths.normalise(path)
            if paths.through_symlink(top, plain, seen) is None and not plain.startswith(".."):
                assert paths.exists(top, plain, seen) == os.path.exists(f"{top}/{plain}")
            else:
                assert not paths.exists(top, plain, seen)


_ASK = """
import os, sys
root, *asked = sys.argv[1:]
sys.path.insert(0, os.environ["PACKAGE"])
from memoryrail_lint.checks import paths
sys.addaudithook(lambda event, args: print(event, *map(str, args)) if event.startswith(("open", "os.")) else None)
seen = paths.Seen()
for path in asked:
    print("asked", paths.through_symlink(root, path, seen), paths.exists(root, path, seen))
"""
_HOSTILE = ("shared", "shared/notes.md", "shared/fifo", "shared/deep/x", "leaf.md", "abs/notes.md", "far/notes.md")
_HOSTILE += ("shared/../src", "alias/up/shared/notes.md", "config", "meta/config", "abs-out-in/notes.md", "again/db")


def _ask(root: str, *prefix: str) -> subprocess.CompletedProcess[str]:
    package = str(Path(paths.__file__).parents[2])
    return subprocess.run(
        [*prefix, sys.executable, "-S", "-c", _ASK, root, *_HOSTILE],
        env={**os.environ, "PACKAGE": package},
        capture_output=True,
        text=True,
        timeout=60,
    )


@symlinks
def test_opens_and_lists_nothing_for_a_link_that_leaves(root: str) -> None:
    os.mkfifo(f"{os.path.dirname(root)}/outside/fifo")
    done = _ask(root)
    assert done.stderr == ""
    assert done.stdout.splitlines() == ["asked outside False"] * len(_HOSTILE)


@symlinks
def test_no_system_call_names_anything_outside(root: str, tmp_path: Path) -> None:
    strace = shutil.which("strace")
    log = tmp_path / "log"
    done = _ask(root, strace or "true", "-f", "-e", "trace=%file", "-o", str(log))
    if not log.exists() or done.returncode:
        pytest.skip("needs strace and the right to use it")
    # The first quoted text of a call is the path that it asks for; what readlink answers comes second.
    calls = re.findall(r'(\w+)\(([^"\n]*)"([^"\n]*)"(.*)', log.read_text())
    calls = [call for call in calls if call[0] != "execve" and call[2].startswith(str(tmp_path))]
    asked = {path for _, _, path, _ in calls}
    assert f"{root}/shared" in asked
    assert {path for path in asked if not path.startswith(f"{root}/")} <= {str(tmp_path), root}
    assert {path for path in asked if os.path.realpath(os.path.dirname(path)) != os.path.dirname(path)} == set()
    assert {path for path in asked if "/.git" in path} == set()
    followed = [call for call in calls if not re.match("l?stat|readlink", call[0]) and "NOFOLLOW" not in call[3]]
    followed += [call for call in calls if call[0] == "stat"]
    assert [call for call in followed if os.path.islink(call[2])] == []
