"""`check`: its options, what it reports on, how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

MEMORIES = ".memoryrail/memories"
X = f"{MEMORIES}/20260601-x.md"
Y = f"{MEMORIES}/20260601-y.md"
BAD = {"status": "activ"}
ERROR = ("field-invalid", X, 5, 9)


def check(repo, *more: str, status: int, **how):
    result = repo.run("check", "--format", "json", *more, **how)
    assert result.status == status, result
    assert result.err == b""
    return result


# --- exit status ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "fail_on", "status"),
    [
        ({}, "info", 0),
        (BAD, "error", 1),
        (BAD, "never", 0),
        ({"pined": True}, "error", 0),
        ({"pined": True}, "warning", 1),
        ({"pined": True}, "info", 1),
        ({"id": "x"}, "warning", 1),
    ],
)
def test_fail_on(repo, fields, fail_on: str, status: int) -> None:
    repo.memory(**fields)
    check(repo, "--fail-on", fail_on, status=status)
    repo.write(".memoryrail/lint.toml", f'fail-on = "{fail_on}"')
    check(repo, status=status)


def test_info_fails_only_where_asked(repo) -> None:
    repo.memory("x")
    assert check(repo, status=0).rules == ["id-convention"]
    check(repo, "--fail-on", "warning", status=0)
    check(repo, "--fail-on", "info", status=1)


def test_the_option_wins_over_the_file(repo) -> None:
    repo.memory(**BAD)
    repo.write(".memoryrail/lint.toml", 'fail-on = "never"')
    check(repo, "--fail-on", "error", status=1)


def test_nothing_to_check(site) -> None:
    site.init()
    assert site.run("check").status == 2
    assert site.run("check", ".").status == 2
    assert site.run("check", "--allow-empty").status == 0
    assert site.run("check", "--hook").status == 0
    site.write("README.md")
    assert site.run("check", "README.md").status == 0


def test_an_empty_store_is_a_store(repo) -> None:
    assert check(repo, status=0).json["stores"] == [{"profile": "memoryrail", "root": ".", "files": 1}]


def test_a_folder_without_configuration_and_memories_is_no_store(site) -> None:
    site.init().write(".memoryrail/notes.txt")
    assert site.run("check").status == 2
    site.memory()
    assert check(site, status=1).found == [("config-invalid", ".memoryrail/config.json", 1, 1)]


# --- selection --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "rules"),
    [
        ([], ["id-filename-mismatch", "field-invalid"]),
        (["--select", "field-invalid"], ["field-invalid"]),
        (["--select", "memoryrail-id"], ["id-filename-mismatch"]),
        (["--select", "memoryrail-id,field-invalid"], ["id-filename-mismatch", "field-invalid"]),
        (["--select", "memoryrail-id", "--select", "field-invalid"], ["id-filename-mismatch", "field-invalid"]),
        (["--select", " field-invalid , "], ["field-invalid"]),
        (["--ignore", "field-invalid"], ["id-filename-mismatch"]),
        (["--ignore", "memoryrail-schema"], ["id-filename-mismatch"]),
        (["--select", "memoryrail-schema", "--ignore", "field-invalid"], []),
    ],
)
def test_select_and_ignore(repo, options: list[str], rules: list[str]) -> None:
    repo.memory(id="20260601-z", **BAD)
    assert check(repo, *options, status=1 if rules else 0).rules == rules


def test_select_in_the_configuration(repo) -> None:
    repo.memory(id="20260601-z", **BAD)
    repo.write(".memoryrail/lint.toml", 'select = ["memoryrail-id"]')
    assert check(repo, status=1).rules == ["id-filename-mismatch"]
    assert check(repo, "--select", "field-invalid", status=1).rules == ["field-invalid"]
    assert check(repo, "--ignore", "id-filename-mismatch", status=0).rules == []
    repo.git("add", "-A")
    assert repo.run("memoryrail-id").status == 1


def test_a_hook_runs_its_own_rules_only(repo) -> None:
    repo.memory(id="20260601-z", **BAD)
    repo.git("add", "-A")
    for hook, rules in (
        ("schema", ["field-invalid"]),
        ("id", ["id-filename-mismatch"]),
        ("links", []),
        ("staleness", []),
        ("secrets", []),
        ("sync", []),
    ):
        result = repo.run(f"memoryrail-{hook}", "--format", "json")
        assert result.rules == rules, hook
        assert result.status == bool(rules)


@pytest.mark.parametrize("name", ["memoryrail-citation", "field-invald", "x"])
def test_an_unknown_rule(repo, name: str) -> None:
    result = repo.run("check", "--select", name)
    assert result.status == 2
    assert result.error.startswith(f"memoryrail-lint: no rule is called '{name}'; ")


# --- which files ------------------------------------------------------------------------------------------------


def test_named_files_only(repo) -> None:
    repo.memory(**BAD)
    repo.memory("20260601-y", **BAD)
    assert [path for _, path, _, _ in check(repo, Y, status=1).found] == [Y]
    assert [path for _, path, _, _ in check(repo, MEMORIES, status=1).found] == [X, Y]
    assert [path for _, path, _, _ in check(repo, ".", status=1).found] == [X, Y]


def test_the_order_of_the_paths_does_not_matter(repo) -> None:
    paths = [repo.memory(f"20260601-{name}", id="20260601-a", **BAD) for name in "abcd"]
    first = check(repo, *paths, status=1).out
    assert check(repo, *reversed(paths), status=1).out == first
    assert check(repo, paths[2], paths[0], paths[3], paths[1], paths[0], status=1).out == first


@pytest.mark.parametrize("name", ["text", "concise", "json", "github", "sarif", "gitlab", "rdjson"])
def test_the_working_directory_does_not_matter(repo, name: str) -> None:
    repo.memory(id="x", **BAD)
    repo.memory("20260601-y", links=["gone", "../out"], tags=[1])
    repo.write("src/deep/er.py")
    top = repo.run("check", "--format", name).out
    assert top
    for folder in (".memoryrail", MEMORIES, "src/deep"):
        assert repo.run("check", "--format", name, cwd=folder).out == top
    assert repo.run("check", "--format", name, "--root", str(repo.folder), cwd="..").out == top
    assert repo.run("check", "--format", name, "../../src/..", cwd=MEMORIES).out == top
    assert repo.run("check", "--format", name, str(repo.folder)).out == top
    named = repo.run("check", "--format", name, X).out
    assert repo.run("check", "--format", name, "20260601-x.md", cwd=MEMORIES).out == named


def test_twice_the_same_bytes(repo) -> None:
    for name in "abcdefgh":
        repo.memory(f"20260601-{name}", id="20260601-a", links=["gone"], pined=True, **BAD)
    assert len({repo.start("check", "--format", "json", env={"PYTHONHASHSEED": str(n)}).out for n in range(4)}) == 1


def test_rules_about_the_store_see_all_of_it(repo) -> None:
    repo.memory("20260601-x")
    repo.memory("20260601-y", id="20260601-x")
    repo.memory("20260601-z")
    assert "id-duplicate" in check(repo, X, status=1).rules
    assert "id-duplicate" in check(repo, Y, status=1).rules
    assert "id-duplicate" not in check(repo, f"{MEMORIES}/20260601-z.md", status=0).rules


def test_a_monorepo(repo) -> None:
    repo.memory(**BAD)
    repo.store("packages/api").memory(root="packages/api", **BAD)
    repo.store("packages/web").memory(root="packages/web", **BAD)
    result = check(repo, status=1)
    assert [path for _, path, _, _ in result.found] == [X, f"packages/api/{X}", f"packages/web/{X}"]
    assert [store["root"] for store in result.json["stores"]] == [".", "packages/api", "packages/web"]
    assert check(repo, "packages/web", status=1).found == [("field-invalid", f"packages/web/{X}", 5, 9)]
    assert check(repo, f"packages/api/{X}", X, status=1).rules == ["field-invalid"] * 2
    assert check(repo, "packages", status=1).rules == ["field-invalid"] * 2
    repo.write("packages/api/src/x.py")
    assert [s["root"] for s in check(repo, "packages/api/src/x.py", status=0).json["stores"]] == ["packages/api"]


def test_the_nearest_configuration(repo) -> None:
    repo.memory(**BAD)
    repo.store("packages/api").memory(root="packages/api", **BAD)
    repo.store("packages/web").memory(root="packages/web", **BAD)
    repo.write("packages/memoryrail-lint.toml", 'ignore = ["field-invalid"]')
    repo.write("packages/web/.memoryrail/lint.toml", 'fail-on = "never"')
    assert [path for _, path, _, _ in check(repo, status=1).found] == [X, f"packages/web/{X}"]
    assert check(repo, "packages/web", status=0).rules == ["field-invalid"]
    assert check(repo, "packages/api", status=0).rules == []


def test_the_order_of_the_configuration_files(repo) -> None:
    repo.memory(**BAD)
    repo.write("pyproject.toml", '[tool.memoryrail-lint]\nignore = ["memoryrail-schema"]')
    assert check(repo, status=0).rules == []
    repo.write("memoryrail-lint.toml", "")
    assert check(repo, status=1).rules == ["field-invalid"]
    repo.write(".memoryrail/lint.toml", 'ignore = ["field-invalid"]')
    assert check(repo, status=0).rules == []
    other = repo.folder.parent / "other.toml"
    other.write_text("")
    assert check(repo, "--config", str(other), status=1).rules == ["field-invalid"]


def test_excluded_stores(repo) -> None:
    repo.memory()
    repo.store("examples/one").memory(root="examples/one", **BAD)
    repo.write("memoryrail-lint.toml", 'exclude = ["examples"]')
    assert [s["root"] for s in check(repo, status=0).json["stores"]] == ["."]
    assert check(repo, "examples/one", status=1).rules == ["field-invalid"]


def test_an_ignored_store_is_not_checked_unless_named(repo) -> None:
    repo.memory()
    repo.store("build/copy").memory(root="build/copy", **BAD)
    repo.write(".gitignore", "build/\n")
    check(repo, status=0)
    assert check(repo, f"build/copy/{X}", status=1).rules == ["field-invalid"]
    assert check(repo, cwd="build/copy", status=1).rules == ["field-invalid"]


def test_a_hook_sees_what_git_tracks(repo) -> None:
    repo.memory(**BAD)
    repo.memory("20260601-y")
    repo.git("add", Y, ".memoryrail/config.json")
    assert check(repo, status=1).rules == ["field-invalid"]
    assert check(repo, "--hook", status=0).json["stores"][0]["files"] == 2
    assert repo.run("memoryrail-schema").out == b""


# --- what changed -----------------------------------------------------------------------------------------------


def test_staged(repo) -> None:
    repo.memory(**BAD)
    repo.memory("20260601-y")
    repo.commit()
    check(repo, "--staged", status=0)
    repo.memory("20260601-y", **BAD)
    check(repo, "--staged", status=0)
    repo.git("add", "-A")
    repo.memory("20260601-y")
    assert check(repo, "--staged", status=1).found == [("field-invalid", Y, 5, 9)]
    (repo.folder / Y).unlink()
    assert check(repo, "--staged", status=1).found == [("field-invalid", Y, 5, 9)]
    assert check(repo, "--staged", X, status=0).found == []


def test_staged_reads_the_configuration_from_the_index(repo) -> None:
    repo.memory(**BAD)
    repo.write(".memoryrail/lint.toml", 'ignore = ["field-invalid"]')
    repo.git("add", "-A")
    (repo.folder / ".memoryrail/lint.toml").unlink()
    check(repo, "--staged", status=0)


def test_base(repo) -> None:
    repo.memory(**BAD)
    repo.memory("20260601-y")
    base = repo.commit()
    check(repo, "--base", base, status=0)
    repo.memory("20260601-y", **BAD)
    repo.commit()
    assert check(repo, "--base", base, status=1).found == [("field-invalid", Y, 5, 9)]
    assert check(repo, "--base", "HEAD~1", status=1).found == [("field-invalid", Y, 5, 9)]
    check(repo, "--base", "HEAD", status=0)


def test_base_is_where_the_branch_began(repo) -> None:
    repo.memory()
    repo.commit()
    repo.git("checkout", "-q", "-b", "side")
    repo.memory("20260601-y", **BAD)
    repo.commit()
    repo.git("checkout", "-q", "main")
    repo.memory(**BAD)
    repo.commit()
    repo.git("checkout", "-q", "side")
    assert check(repo, "--base", "main", status=1).found == [("field-invalid", Y, 5, 9)]


def test_base_and_a_link_that_changed(repo) -> None:
    repo.write("src/a.py", "1")
    repo.write("src/b.py", "1")
    repo.memory(links=["src/a.py"])
    repo.memory("20260601-y", links=["src/b.py"])
    base = repo.commit()
    (repo.folder / "src/a.py").unlink()
    repo.commit()
    (repo.folder / "src/b.py").unlink()
    repo.git("add", "-A")
    assert check(repo, "--base", base, status=0).found == [("stale-link", X, 8, 9)]
    staged = check(repo, "--staged", status=0).found
    assert ("stale-link", Y, 8, 9) in staged
    assert {path for _, path, _, _ in staged} == {Y}


def test_the_reference_of_pre_commit(repo) -> None:
    repo.memory(**BAD)
    base = repo.commit()
    repo.memory("20260601-y", **BAD)
    head = repo.commit()
    env = {"PRE_COMMIT_FROM_REF": base, "PRE_COMMIT_TO_REF": head}
    assert check(repo, status=1, env=env).found == [("field-invalid", Y, 5, 9)]
    assert check(repo, "--base", head, status=0, env=env).found == []
    check(repo, "--staged", status=0, env=env)


@pytest.mark.parametrize("zeros", [("0", ""), ("", "0")])
def test_a_reference_with_a_zero_at_its_end(repo, zeros: tuple[str, str]) -> None:
    """A branch that is new to the remote comes from forty zeros; a commit's id may begin or end with one."""
    repo.memory(**BAD)
    number = 0
    while not ((commit := repo.commit(f"Number {number}")).startswith(zeros[0]) and commit.endswith(zeros[1])):
        number += 1
    check(repo, status=0, env={"PRE_COMMIT_FROM_REF": commit})
    assert check(repo, status=1, env={"PRE_COMMIT_FROM_REF": "0" * 40}).found == [ERROR]


# --- standard input ---------------------------------------------------------------------------------------------


def test_standard_input(repo) -> None:
    repo.memory()
    text = (repo.folder / X).read_bytes()
    bad = text.replace(b'"active"', b'"activ"')
    assert check(repo, "--stdin-filename", X, stdin=bad, status=1).found == [ERROR]
    check(repo, "--stdin-filename", X, stdin=text, status=0)
    assert check(repo, "--stdin-filename", Y, stdin=text, status=1).rules == ["id-duplicate", "id-filename-mismatch"]
    name = "20260601-x.md"
    assert check(repo, "--stdin-filename", name, stdin=bad, status=1, cwd=MEMORIES).found == [ERROR]
    assert check(repo, "--stdin-filename", "README.md", stdin=bad, status=0).found == []
    assert check(repo, "--stdin-filename", X, stdin=text + bytes(4 << 20), status=1).rules == ["file-unreadable"]


# --- suppressions -----------------------------------------------------------------------------------------------


def raw(repo, *lines: str, body: str = "Because.\n") -> None:
    repo.write(X, "---\n" + "".join(f"{line}\n" for line in lines) + "---\n\n" + body)


FIELDS = ('id: "20260601-x"', 'type: "decision"', 'title: "t"')
TIMES = ('created: "2026-06-01T12:00:00Z"', 'updated: "2026-06-01T12:00:00Z"')
IGNORE = "# memoryrail-lint: ignore[field-invalid]"


@pytest.mark.parametrize(
    ("lines", "rules"),
    [
        (['status: "activ"'], ["field-invalid"]),
        ([f'status: "activ" {IGNORE} a reason'], []),
        ([IGNORE, 'status: "activ"'], []),
        ([f"{IGNORE} until=2999-01-01", 'status: "activ"'], []),
        ([f"{IGNORE} until=2020-01-01", 'status: "activ"'], ["unused-suppression", "field-invalid"]),
        ([IGNORE, "", 'status: "activ"'], ["unused-suppression", "field-invalid"]),
        (['status: "activ"', IGNORE], ["field-invalid", "unused-suppression"]),
        (["# memoryrail-lint: ignore[field-missing, field-invalid]", 'status: "activ"'], []),
        (["# memoryrail-lint: ignore[field-missing]", 'status: "activ"'], ["unused-suppression", "field-invalid"]),
        (["# memoryrail-lint: ignore[field-invald]", 'status: "activ"'], ["unused-suppression", "field-invalid"]),
        (["# memoryrail-lint: ignore[]", 'status: "activ"'], ["unused-suppression", "field-invalid"]),
        (["# memoryrail-lint: ignore", 'status: "activ"'], ["field-invalid"]),
        ([f'more: "{IGNORE}"', 'status: "activ"'], ["field-invalid"]),
        (['status: "active"', "# memoryrail-lint: ignore-file[field-invalid]"], ["unused-suppression"]),
        (['status: "activ"', "# memoryrail-lint: ignore-file[field-invalid]"], []),
    ],
)
def test_suppressions_in_front_matter(repo, lines: list[str], rules: list[str]) -> None:
    raw(repo, *FIELDS, *lines, *TIMES)
    ignored = ["--ignore", "yaml-not-portable"]
    result = check(repo, *ignored, status=1 if "field-invalid" in rules else 0)
    assert result.rules == rules
    if not rules:
        assert result.json["summary"]["suppressed"] == 1
        shown = check(repo, *ignored, "--no-suppressions", status=1)
        assert shown.rules == ["field-invalid"]
        assert shown.json["summary"]["suppressed"] == 0


TOKEN = "gh" + "p_" + "R7tq" * 3 + "Zk29" * 3 + "mW4xPd83Hs1B"


@pytest.mark.parametrize(
    ("body", "rules"),
    [
        (f"The key is {TOKEN}.\n", ["secret"]),
        (f"The key is {TOKEN}. <!-- memoryrail-lint: ignore[secret] revoked -->\n", []),
        (f"<!-- memoryrail-lint: ignore[secret] revoked -->\nThe key is {TOKEN}.\n", []),
        (f"The key is {TOKEN}.\n\n<!-- memoryrail-lint: ignore-file[secret] revoked -->\n", []),
        (f"# memoryrail-lint: ignore[secret]\nThe key is {TOKEN}.\n", ["secret"]),
        (f"```\n<!-- memoryrail-lint: ignore[secret] -->\n{TOKEN}\n```\n", ["secret"]),
        (f"<!-- memoryrail-lint: ignore[field-typo] -->\n{TOKEN}\n", ["unused-suppression", "secret"]),
    ],
)
def test_suppressions_in_the_body(repo, body: str, rules: list[str]) -> None:
    repo.memory(body=body)
    assert check(repo, status=1 if "secret" in rules else 0).rules == rules
    assert "secret" in check(repo, "--no-suppressions", status=1).rules


def test_an_unused_suppression_is_the_business_of_whoever_runs_its_rule(repo) -> None:
    repo.memory(body="<!-- memoryrail-lint: ignore[secret] -->\n")
    repo.git("add", "-A")
    for hook in ("schema", "id", "links", "staleness", "sync"):
        assert repo.run(f"memoryrail-{hook}", "--format", "json").rules == []
    assert repo.run("memoryrail-secrets", "--format", "json").rules == ["unused-suppression"]


def test_sarif_marks_what_is_suppressed(repo) -> None:
    repo.memory(body=f"{TOKEN} <!-- memoryrail-lint: ignore[secret] revoked in June -->\n")
    results = repo.run("check", "--format", "sarif").json["runs"][0]["results"]
    assert [r["suppressions"][0]["justification"] for r in results] == ["revoked in June"]


# --- baseline ---------------------------------------------------------------------------------------------------


def test_baseline(repo) -> None:
    repo.memory(**BAD)
    done = repo.run("check", "--write-baseline", "--baseline", "known.json")
    assert (done.status, done.out) == (0, b"")
    result = check(repo, "--baseline", "known.json", status=0)
    assert result.rules == []
    assert result.json["summary"]["suppressed"] == 1
    repo.memory("20260601-y", **BAD)
    assert check(repo, "--baseline", "known.json", status=1).found == [("field-invalid", Y, 5, 9)]


def test_a_baseline_named_in_the_configuration_only_can_be_written(repo) -> None:
    repo.memory("20260601-a", status="nope")
    repo.write(".memoryrail/lint.toml", 'baseline = "known.json"')
    assert repo.run("check", "--write-baseline").status == 0
    assert repo.run("check").status == 0


def test_a_baseline_to_write_must_be_named_once(repo) -> None:
    repo.store()
    done = repo.run("check", "--write-baseline")
    assert done.status == 2
    assert done.error == (
        "memoryrail-lint: --write-baseline needs --baseline FILE, the file to write: "
        "no file is named here or in the configuration\n"
    )
    repo.write(".memoryrail/lint.toml", 'baseline = "known.json"')
    repo.write("sub/.memoryrail/lint.toml", 'baseline = "other.json"')
    repo.store("sub")
    done = repo.run("check", "--write-baseline")
    assert done.status == 2
    assert "stores here name different baselines" in done.error


def test_baseline_in_the_configuration(repo) -> None:
    repo.memory(**BAD)
    repo.write(".memoryrail/lint.toml", 'baseline = "known.json"')
    assert repo.run("check").status == 2
    assert repo.run("check", "--write-baseline", "--baseline", "known.json").status == 0
    check(repo, status=0)
    check(repo, status=0, cwd=MEMORIES)


# --- fixes ------------------------------------------------------------------------------------------------------


def test_safe_fixes(repo) -> None:
    repo.memory(links=["src\\a"], id="20260601-z")
    repo.write("src/a")
    repo.git("add", "-A")
    before = (repo.folder / X).read_text()
    result = repo.run("check", "--diff")
    assert result.status == 1
    assert '-links: ["src\\\\a"]' in result.text
    assert '+links: ["src/a"]' in result.text
    assert (repo.folder / X).read_text() == before
    assert check(repo, "--fix", status=1).rules == ["id-filename-mismatch"]
    assert (repo.folder / X).read_text() == before.replace("src\\\\a", "src/a")


def test_unsafe_fixes(repo) -> None:
    repo.memory(id="20260601-z")
    check(repo, "--fix", status=1)
    assert "rename from" in repo.run("check", "--diff", "--unsafe-fixes").text
    check(repo, "--fix", "--unsafe-fixes", status=0)
    assert [path.name for path in (repo.folder / MEMORIES).iterdir()] == ["20260601-z.md"]


def test_fixes_of_named_files_only(repo) -> None:
    repo.memory(links=["src\\a"])
    repo.memory("20260601-y", links=["src\\a"])
    before = (repo.folder / X).read_bytes()
    check(repo, "--fix", Y, status=0)
    assert (repo.folder / X).read_bytes() == before
    assert b"src/a" in (repo.folder / Y).read_bytes()


def test_a_diff_next_to_a_machine_format(repo) -> None:
    repo.memory(links=["src\\a"])
    result = repo.run("check", "--diff", "--format", "json")
    assert "link-not-posix" in result.rules
    assert "+links:" in result.error


# --- output -----------------------------------------------------------------------------------------------------


def test_text(repo) -> None:
    repo.memory(**BAD)
    repo.memory("x")
    result = repo.run("check")
    first, last = result.text.splitlines()
    assert first.startswith(f'{X}:5:9: error field-invalid: "activ" is not a status (help: ')
    info = "1 info (hidden, --show-info lists them)"
    assert last == f"1 error, 0 warnings, {info}; 0 fixable, 0 suppressed; 3 files in 1 store checked"
    assert len(repo.run("check", "--show-info").text.splitlines()) == 3


def test_quiet(repo) -> None:
    repo.memory()
    assert (
        repo.run("check").text == "0 errors, 0 warnings, 0 info; 0 fixable, 0 suppressed; 2 files in 1 store checked\n"
    )
    assert repo.run("check", "--quiet").out == b""
    assert repo.run("check", "-q").out == b""
    repo.memory(**BAD)
    assert len(repo.run("check", "--quiet").text.splitlines()) == 2


def test_statistics(repo) -> None:
    repo.memory(**BAD)
    repo.memory("20260601-y", pined=True, **BAD)
    lines = repo.run("check", "--statistics").text.splitlines()
    assert [line.split() for line in lines[3:-1]] == [["2", "error", "field-invalid"], ["1", "warning", "field-typo"]]


def test_output(repo, tmp_path: Path) -> None:
    repo.memory(**BAD)
    shown = repo.run("check", "--format", "json").out
    result = repo.run("check", "--format", "json", "--output", str(tmp_path / "report.json"))
    assert (result.status, result.out) == (1, b"")
    assert (tmp_path / "report.json").read_bytes() == shown


def test_no_colour_in_a_pipe(repo) -> None:
    repo.memory(**BAD)
    for env in ({}, {"NO_COLOR": "1"}, {"TERM": "xterm"}):
        assert b"\x1b" not in repo.start("check", env=env).out


@pytest.mark.parametrize(
    ("options", "env", "colour"),
    [
        ([], {}, True),
        (["--no-color"], {}, False),
        ([], {"NO_COLOR": "1"}, False),
        ([], {"NO_COLOR": ""}, True),
        ([], {"TERM": "dumb"}, False),
    ],
)
def test_colour_and_excerpts_on_a_terminal(repo, options: list[str], env: dict[str, str], colour: bool) -> None:
    repo.memory(**BAD)
    result = repo.on_terminal("check", *options, env=env)
    assert result.status == 1
    shown = result.out
    assert (b"\x1b[" in shown) == colour
    assert b'5 | status: "activ"' in shown
    assert b"^^^^^^^" in shown


def test_step_summary(repo, tmp_path: Path) -> None:
    repo.memory(**BAD)
    summary = tmp_path / "summary.md"
    summary.write_text("before\n")
    repo.run("check", "--format", "github", env={"GITHUB_STEP_SUMMARY": str(summary)})
    assert summary.read_text().startswith("before\n")
    assert "field-invalid" in summary.read_text()


def test_the_json_document(repo) -> None:
    repo.memory(**BAD)
    document = check(repo, status=1).json
    assert list(document) == ["version", "tool", "stores", "diagnostics", "skipped", "summary"]
    [found] = document["diagnostics"]
    assert {k: found[k] for k in ("rule", "severity", "path", "line", "column", "end_line", "end_column", "fix")} == {
        "rule": "field-invalid",
        "severity": "error",
        "path": X,
        "line": 5,
        "column": 9,
        "end_line": 5,
        "end_column": 16,
        "fix": None,
    }
    assert document["summary"] == {"error": 1, "warning": 0, "info": 0, "fixable": 0, "suppressed": 0}


def test_rules_that_could_not_run_are_said(site) -> None:
    site.store().memory(links=["src"])
    site.write("src/a")
    result = check(site, status=0)
    assert [entry["rule"] for entry in result.json["skipped"]] == ["maybe-stale"]
    assert "skipped: maybe-stale (" in site.run("check").text.splitlines()[-1]
    assert json.loads(site.run("check", "--format", "json").out)["summary"]["error"] == 0
