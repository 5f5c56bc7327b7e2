"""Bad input ends in a diagnostic, or in one line and exit status 2; never in a traceback."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

MEMORIES = ".memoryrail/memories"
ID = "20260601-x"
X = f"{MEMORIES}/{ID}.md"
HOOKS = ("schema", "id", "links", "staleness", "secrets", "sync")
ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


def tame(result) -> None:
    """No traceback, nothing live for a terminal or a CI log, at most one line of complaint."""
    for stream in (result.out, result.err):
        assert b"Traceback" not in stream
        assert b"internal error" not in stream
        text = stream.decode()
        assert all(ch == "\n" or ch.isprintable() for ch in text), text
    if result.status == 2:
        assert result.out == b""
        assert result.err.startswith(b"memoryrail-lint: ")
        assert result.err.count(b"\n") == 1, result
    else:
        assert result.err == b""


def check(repo, *more: str, status: int = 1, **how):
    """`check` in JSON in another process, with the expected status."""
    result = repo.start("check", "--format", "json", *more, **how)
    tame(result)
    assert result.status == status, result
    return result


def refused(repo, *argv: str | bytes, says: str = "", **how):
    """A run that must end with exit status 2 and one line."""
    result = repo.start(*argv, **how)
    assert result.status == 2, result
    tame(result)
    assert says in result.error, result
    return result


def front(value: str, name: str = "title") -> str:
    """A memory whose one field has a value as given."""
    fields = {
        "id": f'"{ID}"',
        "type": '"decision"',
        "title": '"t"',
        "status": '"active"',
        "created": '"2026-06-01T12:00:00Z"',
        "updated": '"2026-06-01T12:00:00Z"',
    }
    fields[name] = value
    return "---\n" + "".join(f"{k}: {v}\n" for k, v in fields.items()) + "---\n"


# --- content of a memory ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "rule", "line"),
    [
        (b"", "frontmatter-missing", 1),
        (b"\n", "frontmatter-missing", 1),
        (b"---", "frontmatter-missing", 1),
        (b"---\n---", "field-missing", 1),
        (b"---\r\n---\r\n", "field-missing", 1),
        (b"\xef\xbb\xbf", "frontmatter-missing", 1),
        (bytes(range(256)) * 16, "encoding-invalid", 2),
        (b"\x7fELF\x02\x01\x01" + bytes(200), "frontmatter-missing", 1),
        (b"\xff" * 1000, "encoding-invalid", 1),
        (b'---\ntitle: "\xff"\n---\n', "encoding-invalid", 2),
        ("---\nid: x\n---\n".encode("utf-16"), "encoding-invalid", 1),
        (b"---\n- a\n- b\n---\n", "frontmatter-invalid", 2),
        (b"---\ntext\n---\n", "frontmatter-invalid", 2),
        (b"---\na: 1\n--- b\nc: 2\n---\n", "frontmatter-invalid", 3),
        (b"---\n%YAML 9.9\n---\n", "frontmatter-invalid", 2),
        (b"---\n? [a, b]\n: c\n---\n", "frontmatter-invalid", 2),
        (b"---\n? {a: b}\n: c\n---\n", "frontmatter-invalid", 2),
        (b"---\n<<: {a: b}\n---\n", "field-missing", 1),
        (b"---\na: &a [x]\nb: *a\n---\n", "frontmatter-invalid", 3),
        (b"---\na: !!python/object/apply:os.system [ls]\n---\n", "field-missing", 1),
        (b'---\na: "b\n---\n', "frontmatter-invalid", 2),
        (b"---\na: \x00\n---\n", "frontmatter-invalid", 2),
        (b"---\na: \x1b[31m\n---\n", "frontmatter-invalid", 2),
        (b"---\n\ta: b\n---\n", "frontmatter-invalid", 2),
        (b"---\na: b\na: c\n---\n", "frontmatter-invalid", 3),
        (b'---\n"a": b\na: c\n---\n', "frontmatter-invalid", 3),
    ],
)
def test_front_matter_that_is_none(repo, content: bytes, rule: str, line: int) -> None:
    repo.write(X, content)
    result = check(repo)
    assert (rule, line) in [(d["rule"], d["line"]) for d in result.json["diagnostics"]], result


def test_alias_bomb(repo) -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]\n"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 30)]
    repo.write(X, "---\n" + "".join(lines) + "---\n")
    assert check(repo).found == [("frontmatter-invalid", X, 3, 10)]


@pytest.mark.parametrize(
    "bracket", ["[", "{", "- ", "? ", "[[{", '{"a":', "!!x ", "&a ", "*", "|", '"', "'", "#", "\\"]
)
def test_a_value_of_many_brackets(repo, bracket: str) -> None:
    value = bracket * (60_000 // len(bracket))
    repo.write(X, front(value))
    result = repo.start("check", "--format", "concise", "--show-info")
    tame(result)
    assert result.status == (0 if bracket in ("'", "\\") else 1)  # a text of quotes, a text of backslashes
    assert len(result.out) < 2_000


@pytest.mark.parametrize("bracket", ["[", "{", "-", '"['])
def test_a_hundred_thousand_brackets(repo, bracket: str) -> None:
    """Past the limit of 64 KiB the front matter is not even parsed."""
    repo.write(X, front(bracket * 100_000))
    assert check(repo).found == [("frontmatter-invalid", X, 1, 1)]


@pytest.mark.parametrize("depth", [33, 10_000])
def test_deep_nesting_that_is_closed(repo, depth: int) -> None:
    repo.write(X, front("[" * depth + "]" * depth, "more"))
    assert check(repo).rules == ["frontmatter-invalid"]


def test_nesting_that_is_still_read(repo) -> None:
    repo.write(X, front("[" * 31 + "]" * 31, "more"))
    result = check(repo, status=0)
    assert "frontmatter-invalid" not in result.rules


ODD_VALUES = (
    "{a: b}",
    "{[a]: b}",
    "{{a: b}: c}",
    "{a: {b: [c, {d: e}]}}",
    "[{a: b}]",
    "[[a], [b]]",
    "[~, 1, true, 2026-06-01, 'x', {}]",
    "[]",
    "{}",
    "~",
    "",
    "''",
    "' '",
    "!!binary aGVsbG8=",
    "!!set {a, b}",
    "!!str [a]",
    "!local x",
    "&a x",
    "&a [x]",
    "|\n  a\n  b",
    ">-\n  a\n\n  b",
    "\n  - a\n  - b",
    "\n  a: b\n  c:\n    - d",
    "\n  ? a\n  : b",
    "a\n  b\n  c",
    "'a\n\n  b'",
    '"a\\\n  b"',
    "a # b",
    "#a",
    "'a' # b",
    "[a, # b\n  c]",
    "{a, b}",
    "[a: b]",
    "1e3",
    "0o17",
    "0777",
    "12:30:45",
    ".inf",
    ".nan",
    "yes",
    "=",
    "<<",
    "9" * 5_000,
    '"\\ud83d\\ude00"',
    '"\\ud83d"',
    '"\\x00"',
    '"\\e[31m"',
    "../..",
    "C:\\\\x",
    "file:///etc/passwd",
    "a" * 5_000,
    "a/" * 2_000,
    "../" * 2_000,
)


@pytest.mark.parametrize("value", ODD_VALUES, ids=lambda value: repr(value[:20]))
def test_any_value_in_any_field(repo, value: str) -> None:
    names = ("id", "type", "title", "status", "created", "updated", "tags", "links", "pinned", "supersedes", "more")
    for name in names:
        (repo.folder / MEMORIES / f"{name}.md").write_bytes(front(value, name).encode())
    repo.git("add", "-A")
    for words in (
        ("check", "--format", "json"),
        ("check", "--format", "json", "--diff", "--unsafe-fixes"),
        ("check", "--staged", "--show-info"),
        *[(f"memoryrail-{hook}",) for hook in HOOKS],
        ("list", "--all", "--format", "json"),
        ("show", ID),
        ("sync", "--diff"),
        ("check", "--fix", "--unsafe-fixes"),
        ("check", "--fix"),
    ):
        result = repo.run(*words)
        assert b"internal error" not in result.err
        assert all(ch == "\n" or ch.isprintable() for ch in (result.out + result.err).decode())
        assert result.status != 2 or words[0] == "show", result


@pytest.mark.parametrize("size", [1_200, 60_000])
def test_a_huge_key(repo, size: int) -> None:
    repo.write(X, front('"b"', "k" * size))
    result = check(repo, status=0 if size < 1_024 else 1)
    assert len(result.out) < 5_000


def test_many_unknown_keys(repo) -> None:
    keys = "".join(f"titl{n}: 1\n" for n in range(5_000))
    repo.write(X, front('"t"').replace("---\n", "---\n" + keys, 1))
    check(repo, status=1 if len(keys) > 65_536 else 0)


def test_front_matter_past_the_limit(repo) -> None:
    repo.write(X, front('"' + "a" * 65_536 + '"'))
    assert check(repo).found == [("frontmatter-invalid", X, 1, 1)]
    repo.write(X, front('"' + "a" * 65_300 + '"'))
    assert "frontmatter-invalid" not in check(repo, status=0).rules


def test_front_matter_limit_counts_bytes(repo) -> None:
    repo.write(X, front('"' + "ä" * 32_760 + '"'))
    assert check(repo).found == [("frontmatter-invalid", X, 1, 1)]


def test_a_file_past_the_limit(repo) -> None:
    repo.write(X, front('"t"') + "a" * (4 << 20))
    assert check(repo).found == [("file-unreadable", X, 1, 1)]
    repo.write(X, (front('"t"') + "a " * (2 << 20))[: 4 << 20])
    assert check(repo, status=0).rules == []


def test_a_sparse_file_of_one_gibibyte(repo) -> None:
    with open(repo.folder / X, "wb") as file:
        file.truncate(1 << 30)
    for hook in HOOKS:
        tame(repo.start(f"memoryrail-{hook}"))
    assert check(repo).found == [("file-unreadable", X, 1, 1)]


@pytest.mark.parametrize(
    "title",
    [
        "::error::owned",
        "::error file=a,line=1::owned",
        "%0A::error::owned",
        "##[error]owned",
        "a\x1b[31mred\x1b[0m",
        "a\x1b]0;title\x07",
        "\x9b31m",
        "a\u202eb",
        "a\u2066b",
        "a\u200bb",
        "a\U000e0041b",
        "a\r\nb",
        "a\n::error::b",
        "a\u2028b",
        "a\x00b",
        "a\x7fb",
        "\ufeff",
        "{0}{1}{x!r}",
        "%s%n%(a)s",
        "`$(touch /tmp/owned)`",
        "<script>alert(1)</script>",
    ],
)
@pytest.mark.parametrize("output", ["text", "concise", "json", "github", "sarif", "gitlab", "rdjson"])
def test_live_text(repo, title: str, output: str) -> None:
    """In a title, in a status and in a key, raw where YAML allows it and as an escape."""
    escaped = json.dumps(title)
    for value in (f'"{title}"', escaped):
        repo.write(X, front(value) + f"{title}\n")
        repo.write(f"{MEMORIES}/y.md", front(value, "status") + "\n")
        repo.write(f"{MEMORIES}/z.md", front(value, "id").replace("---\n", f"---\n{escaped}: 1\ntitl: {value}\n", 1))
        result = repo.run("check", "--format", output, "--show-info")
        tame(result)
        assert result.status == 1
        if output == "github":
            lines = result.text.splitlines()
            assert all(line.startswith(("::error title=", "::warning title=", "::notice title=")) for line in lines)
        else:
            assert not any(line.lstrip().startswith("::") for line in result.text.splitlines())
    for words in (("list", "--all"), ("list", "--all", "--format", "json"), ("sync", "--diff")):
        result = repo.run(*words)
        assert all(ch == "\n" or ch.isprintable() for ch in result.text + result.error)


# --- what stands in the place of a memory -----------------------------------------------------------------------


def every_hook(repo) -> None:
    for hook in HOOKS:
        result = repo.run(f"memoryrail-{hook}")
        tame(result)
        assert result.status in (0, 1)
    for words in (("list",), ("sync", "--check"), ("sync", "--diff"), ("show", ID)):
        result = repo.run(*words)
        assert b"internal error" not in result.err


def test_a_folder(repo) -> None:
    (repo.folder / X).mkdir()
    assert check(repo).found == [("file-unreadable", X, 1, 1)]
    every_hook(repo)


def test_a_dangling_symlink(repo) -> None:
    (repo.folder / X).symlink_to("nowhere")
    assert check(repo).found == [("file-unreadable", X, 1, 1)]
    every_hook(repo)


def test_a_symlink_to_itself(repo) -> None:
    (repo.folder / X).symlink_to(f"{ID}.md")
    assert check(repo).found == [("file-unreadable", X, 1, 1)]
    every_hook(repo)


@pytest.mark.parametrize("how", ["absolute", "relative", "twice", "tracked"])
def test_a_symlink_out(repo, how: str) -> None:
    outside = repo.folder.parent / "outside.md"
    outside.write_text(front('"Precious words"') + "more precious words\n")
    target = {"relative": "../../../outside.md", "twice": "y"}.get(how, str(outside))
    if how == "twice":
        (repo.folder / "y").symlink_to(outside)
        target = "../../y"
    (repo.folder / X).symlink_to(target)
    if how == "tracked":
        repo.git("add", "-A")
    assert check(repo).found == [("file-unreadable", X, 1, 1)]
    for words in (
        ("check", "--format", "sarif"),
        ("check", "--diff"),
        ("check", X),
        ("list", "--all"),
        ("show", ID),
        ("sync", "--diff"),
        *[(f"memoryrail-{hook}", X) for hook in HOOKS],
    ):
        result = repo.run(*words)
        assert b"recious" not in result.out + result.err


def test_a_symlink_to_the_password_file(repo) -> None:
    (repo.folder / X).symlink_to("/etc/passwd")
    assert check(repo).found == [("file-unreadable", X, 1, 1)]
    assert b"root:" not in repo.run("check").out


def test_a_symlink_into_the_git_directory(repo) -> None:
    (repo.folder / X).symlink_to("../../.git/config")
    assert check(repo).found == [("file-unreadable", X, 1, 1)]


def test_a_symlink_within_the_repository_is_read(repo) -> None:
    repo.write("notes/x.md", front('"t"'))
    (repo.folder / X).symlink_to("../../notes/x.md")
    check(repo, status=0)
    repo.write("notes/x.md", front('"bad"', "status"))
    assert check(repo).found == [("field-invalid", X, 5, 9)]


@pytest.mark.parametrize("name", [".memoryrail", MEMORIES])
def test_the_store_itself_is_a_symlink_out(repo, name: str) -> None:
    outside = repo.folder.parent / "outside"
    shutil.rmtree(repo.folder / name)
    outside.mkdir()
    (outside / "config.json").write_text('{"version": 1}')
    (outside / "x.md").write_text("Precious words")
    (outside / "memories").mkdir()
    (outside / "memories/x.md").write_text("Precious words")
    (repo.folder / name).symlink_to(outside)
    if name == MEMORIES:
        assert check(repo).found == [("file-unreadable", MEMORIES, 1, 1)]
    else:
        refused(repo, "check", says="is a symlink that leads out of the repository")
    for tracked in (False, True):
        if tracked:
            repo.git("add", "-A")
        for words in (("check",), ("list",), ("show", ID), ("sync",), ("memoryrail-schema",), ("check", "--fix")):
            ended = repo.run(*words)
            assert b"recious" not in ended.out + ended.err
            assert b"internal error" not in ended.err
    assert sorted(path.name for path in outside.iterdir()) == ["config.json", "memories", "x.md"]


@pytest.mark.parametrize("path", [X, ".memoryrail/config.json", ".memoryrail/lint.toml", "AGENTS.md", "pyproject.toml"])
def test_a_fifo(repo, path: str) -> None:
    (repo.folder / path).unlink(missing_ok=True)
    os.mkfifo(repo.folder / path)
    for words in (("check",), ("list",), ("sync", "--check"), ("memoryrail-schema",), ("memoryrail-sync",)):
        result = repo.start(*words)
        assert b"internal error" not in result.err
        assert b"Traceback" not in result.err
    if path == ".memoryrail/lint.toml":
        refused(repo, "check", says="is not a regular file")
    else:
        check(repo, status=0 if path in ("AGENTS.md", "pyproject.toml") else 1)


@pytest.mark.parametrize("path", [X, MEMORIES, ".memoryrail/config.json", ".memoryrail/lint.toml", ".memoryrail"])
def test_no_permission(repo, path: str, tmp_path: Path) -> None:
    repo.write(X, front('"t"'))
    repo.write(".memoryrail/lint.toml", "")
    target = repo.folder / path
    mode = target.stat().st_mode
    how = {}
    if ROOT:
        for folder in (tmp_path, *tmp_path.parents):
            if folder.stat().st_uid == 0 and not folder.stat().st_mode & 0o001:
                pytest.skip(f"another user cannot get through {folder}")
        repo.git("config", "--global", "safe.directory", "*")
        how = {"user": 65534, "group": 65534, "extra_groups": []}
    os.chmod(target, 0)
    try:
        result = repo.start("check", "--format", "json", **how)
    finally:
        os.chmod(target, mode)
    tame(result)
    if path.endswith("lint.toml"):
        assert result.status == 2
    else:
        assert result.status == 1, result
        assert result.rules[0] in ("file-unreadable", "config-invalid")


# --- config.json ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"null",
        b"[]",
        b"1",
        b'"text"',
        b"{}",
        b"{",
        b"[" * 50_000,
        b'{"a":' * 10_000,
        b"[" * 10_000 + b"]" * 10_000,
        b'{"version": ' + b"[" * 20_000 + b"]" * 20_000 + b"}",
        b"\xff\xfe",
        b"\x00",
        '{"version": 1}'.encode("utf-16"),
        b'{"version": 1, "version": 1}',
        b'{"version": NaN}',
        b'{"version": Infinity}',
        b'{"version": -Infinity}',
        b'{"version": 1e3}',
        b'{"version": 1.0}',
        b'{"version": "1"}',
        b'{"version": true}',
        b'{"version": null}',
        b'{"version": [1]}',
        b'{"version": 1, "review": "\x1b[31m"}',
        b'{"version": 1, "review": "\\u001b[31m"}',
        b'{"version": 1, "review": "::error::"}',
        b'{"version": 1, "review": {"a": 1}}',
        b'{"version": 1, "review": null}',
        b'{"version": ' + b"9" * 5_000 + b"}",
        b'{"version": 1, "x": ' + b"9" * 60_000 + b"}",
        b'{"version": 1} trailing',
        b"{'version': 1}",
        b'{"version": 1,}',
        b'// a comment\n{"version": 1}',
        b'{"\\ud800": 1}',
        b'{"version": 1, "review": "\\ud800"}',
        b'{"version": 1' + b" " * (10 << 20) + b"}",
    ],
    ids=lambda content: repr(content[:24]),
)
def test_a_configuration_that_is_wrong(repo, content: bytes) -> None:
    repo.write(".memoryrail/config.json", content)
    repo.write(X, front('"t"'))
    result = check(repo)
    assert set(result.rules) - {"id-convention"} <= {"config-invalid", "config-version"}, result
    every_hook(repo)


def test_a_byte_order_mark_is_fine(repo) -> None:
    repo.write(".memoryrail/config.json", b'\xef\xbb\xbf{"version": 1}\r\n')
    check(repo, status=0)


@pytest.mark.parametrize("version", [0, 2, -1, 10**30])
def test_another_version(repo, version: int) -> None:
    repo.write(".memoryrail/config.json", f'{{"version": {version}}}')
    repo.write(X, "not judged")
    assert check(repo).rules == ["config-version"]


@pytest.mark.parametrize("kind", ["folder", "out", "dangling", "loop"])
def test_a_configuration_that_is_no_file(repo, kind: str) -> None:
    path = repo.folder / ".memoryrail/config.json"
    path.unlink()
    outside = repo.folder.parent / "outside.json"
    outside.write_text('{"version": 1, "review": "Precious"}')
    if kind == "folder":
        path.mkdir()
    else:
        path.symlink_to({"out": str(outside), "dangling": "nowhere", "loop": "config.json"}[kind])
    result = check(repo)
    assert result.rules == ["config-invalid"]
    assert b"recious" not in result.out
    every_hook(repo)


# --- lint.toml --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\xff", "is no TOML"),
        (b"\x00", "is no TOML"),
        ("select = []".encode("utf-16"), "is no TOML"),
        (b"[", "is no TOML"),
        (b"a = " + b"[" * 20_000, "is no TOML"),
        (b"a" + b".a" * 20_000 + b" = 1", "has a line of more than 500 dots"),
        (b"select = 1", "select must be a list of texts"),
        (b'select = "secret"', "select must be a list of texts"),
        (b'select = [""]', "select must be a list of texts"),
        (b'select = [["secret"]]', "select must be a list of texts"),
        (b'selekt = ["secret"]', "unknown key 'selekt'; did you mean 'select'?"),
        (b'select = ["sekret"]', "no rule is called 'sekret'; did you mean secret?"),
        (b'ignore = ["\\u001b[31m"]', "no rule is called"),
        (b'"\\u001b[31m" = 1', "unknown key"),
        (b'"\\u202e" = 1', "unknown key"),
        (b"fail-on = true", "fail-on must be error, warning, info or never"),
        (b'fail-on = "errors"', "fail-on must be error, warning, info or never"),
        (b"fail-on = []", "fail-on must be"),
        (b"fail-on = {a = 1}", "fail-on must be"),
        (b"baseline = 1", "baseline must be a text"),
        (b"sync = 1", "unknown key 'sync'"),
        (b"[sync]\ntarget = []", "unknown key 'sync.target'; did you mean 'sync.targets'?"),
        (b"[sync]\ntargets = 'a'", "sync.targets must be a list of texts"),
        (b"[sync]\nmax-bytes = 0", "sync.max-bytes must be"),
        (b"[sync]\nmax-bytes = true", "sync.max-bytes must be"),
        (b"[staleness]\ngrace = 'soon'", "staleness.grace must be"),
        (b"[staleness]\ngrace = -1", "staleness.grace must be"),
        (b"[staleness]\ngrace = 1.5", "staleness.grace must be"),
        (b"[staleness]\ngrace = ''", "staleness.grace must be"),
        (b"[[sync]]\ntargets = []", "unknown key 'sync'"),
        (b"select = []\nselect = []", "is no TOML"),
        (b"a = 2026-13-45", "is no TOML"),
        (b"#" * (2 << 20), "is larger than 1 MiB"),
    ],
    ids=lambda value: repr(value[:24]) if isinstance(value, bytes) else "",
)
def test_a_lint_configuration_that_is_wrong(repo, content: bytes, says: str) -> None:
    repo.write(".memoryrail/lint.toml", content)
    refused(repo, "check", says=says)
    (repo.folder / ".memoryrail/lint.toml").rename(repo.folder / "other.toml")
    if len(content) < 1 << 20:
        refused(repo, "check", "--config", "other.toml", says=says)


@pytest.mark.parametrize("kind", ["folder", "out", "dangling", "loop"])
@pytest.mark.parametrize("name", [".memoryrail/lint.toml", "memoryrail-lint.toml"])
def test_a_lint_configuration_that_is_no_file(repo, kind: str, name: str) -> None:
    path = repo.folder / name
    outside = repo.folder.parent / "outside.toml"
    outside.write_text("Precious = 1")
    if kind == "folder":
        path.mkdir()
    else:
        path.symlink_to({"out": str(outside), "dangling": "nowhere", "loop": path.name}[kind])
    assert b"recious" not in refused(repo, "check", says=name).err


@pytest.mark.parametrize("kind", ["folder", "fifo", "out", "bad", "tool"])
def test_a_pyproject_that_is_somebody_elses(repo, kind: str) -> None:
    path = repo.folder / "pyproject.toml"
    if kind == "folder":
        path.mkdir()
    elif kind == "fifo":
        os.mkfifo(path)
    elif kind == "out":
        path.symlink_to("/etc/passwd")
    else:
        path.write_text({"bad": "= = =", "tool": 'tool = 1\nx = "memoryrail-lint"'}[kind])
    check(repo, status=0)


@pytest.mark.parametrize("given", ["missing.toml", ".", "/dev/zero", "/etc/shadow/x"])
def test_config_option(repo, given: str) -> None:
    refused(repo, "check", "--config", given)


# --- file names -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        b"a\nb",
        b"a\n::error::b",
        b"a\xff\xfeb",
        b"-rf",
        b"--fix",
        b"%0A%s",
        b"a" * 250,
        b"a\x1b[31mb",
        b"a\rb",
        b"a\xe2\x80\xaeb",
        b"a:1:2: error x",
        b'a"b',
        b"a'b",
        b"a\\b",
        b"a\tb",
        b" ",
        b"*",
        b"[x]",
        b":(glob)**",
        b"{0}",
        b"a b\xc3\xa4",
    ],
)
@pytest.mark.parametrize("tracked", [False, True])
def test_file_names(repo, name: bytes, tracked: bool) -> None:
    path = os.fsencode(repo.folder / MEMORIES) + b"/" + name + b".md"
    with open(path, "wb") as file:
        file.write(front('"bad"', "status").encode())
    if tracked:
        repo.git("add", "-A")
    shown = {}
    for output in ("text", "concise", "json", "github", "sarif", "gitlab", "rdjson"):
        result = repo.run("check", "--format", output, "--show-info")
        tame(result)
        assert result.status == 1
        shown[output] = result
    assert "field-invalid" in shown["json"].rules
    assert len(shown["concise"].text.splitlines()) == len(shown["json"].rules) + 1
    assert len(shown["github"].text.splitlines()) == len(shown["json"].rules)
    relative = MEMORIES.encode() + b"/" + name + b".md"
    named = repo.start("check", "--format", "json", relative)
    tame(named)
    assert named.status == 1
    assert "field-invalid" in named.rules
    if tracked:
        staged = repo.run("check", "--format", "json", "--staged")
        assert "field-invalid" in staged.rules
        assert "field-invalid" in repo.start("memoryrail-schema", "--format", "json", relative).rules
    every_hook(repo)


# --- PATH arguments ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["missing", "missing/x.md", f"{MEMORIES}/missing.md", "/nonexistent", "a\x1b[31m", "::error::", ""]
)
def test_a_path_that_is_not_there(repo, path: str) -> None:
    refused(repo, "check", path, says="no such file or folder" if path else "")


def test_a_path_outside_any_repository(site) -> None:
    site.write("README.md", "x")
    tame(result := site.start("check", "README.md"))
    assert result.status == 0
    refused(site, "check", says="there is no store to check here")
    refused(site, "check", ".", says="there is no store to check here")
    assert site.start("check", "--allow-empty").status == 0


def test_a_path_in_another_repository(repo) -> None:
    other = type(repo)(repo.folder.parent / "other", repo.env)
    other.folder.mkdir()
    other.init().store()
    other.write(X, front('"bad"', "status"))
    result = check(repo, str(other.folder / X))
    assert result.found == [("field-invalid", X, 5, 9)]
    assert result.out == check(other, X).out


def test_a_store_outside_any_repository(site) -> None:
    site.store().write(X, front('"bad"', "status"))
    assert check(site).found == [("field-invalid", X, 5, 9)]
    assert check(site, cwd=MEMORIES).found == [("field-invalid", X, 5, 9)]


def test_device_as_path(repo) -> None:
    tame(repo.start("check", "/dev/null"))
    tame(repo.start("check", "/dev/zero"))


# --- git --------------------------------------------------------------------------------------------------------


def test_staged_without_a_commit(repo) -> None:
    repo.write(X, front('"bad"', "status"))
    check(repo, "--staged", "--allow-empty", status=0)
    repo.git("add", "-A")
    assert check(repo, "--staged").found == [("field-invalid", X, 5, 9)]


def test_staged_with_a_conflict(repo) -> None:
    repo.write(X, front('"one"'))
    repo.commit()
    repo.git("checkout", "-q", "-b", "side")
    repo.write(X, front('"two"'))
    repo.commit()
    repo.git("checkout", "-q", "main")
    repo.write(X, front('"three"'))
    repo.commit()
    repo.git("merge", "-q", "side", check=False)
    assert "conflict-marker" in check(repo).rules
    tame(repo.start("check", "--staged"))
    for hook in HOOKS:
        tame(repo.start(f"memoryrail-{hook}"))
        tame(repo.start(f"memoryrail-{hook}", X))
    assert "conflict-marker" in repo.start("memoryrail-schema", "--format", "json", X).rules


def test_staged_git_links_and_symlinks(repo) -> None:
    repo.commit()
    head = repo.git("rev-parse", "HEAD")
    blob = repo.git("hash-object", "-w", "--stdin", stdin=b"/etc/passwd")
    inner = repo.git("hash-object", "-w", "--stdin", stdin=b"y.md")
    loop = repo.git("hash-object", "-w", "--stdin", stdin=b"l.md")
    weird = repo.git("hash-object", "-w", "--stdin", stdin=b"a\xff\x00b")
    good = repo.git("hash-object", "-w", "--stdin", stdin=front('"t"').replace(ID, "y", 1).encode())
    for mode, name, oid in (
        ("160000", "g.md", head),
        ("120000", f"{ID}.md", blob),
        ("120000", "i.md", inner),
        ("120000", "l.md", loop),
        ("120000", "w.md", weird),
        ("100644", "y.md", good),
        ("120000", "d.md", repo.git("hash-object", "-w", "--stdin", stdin=b".")),
        ("120000", "e.md", repo.git("hash-object", "-w", "--stdin", stdin=b"")),
    ):
        repo.git("update-index", "--add", "--cacheinfo", f"{mode},{oid},{MEMORIES}/{name}")
    result = check(repo, "--staged")
    unreadable = [path for rule, path, _, _ in result.found if rule == "file-unreadable"]
    assert unreadable == [X, *(f"{MEMORIES}/{name}.md" for name in "deglw")]
    assert b"root:" not in result.out


def test_the_index_lacks_an_object(repo) -> None:
    repo.write(X, front('"t"'))
    repo.git("add", "-A")
    oid = repo.git("rev-parse", f":{X}")
    (repo.folder / ".git/objects" / oid[:2] / oid[2:]).unlink()
    result = repo.start("check", "--staged", "--format", "json")
    tame(result)
    assert result.status in (1, 2)


def test_variables_that_a_hook_sets(repo) -> None:
    """git commit sets GIT_DIR and GIT_INDEX_FILE, which name this repository, relative to its top or absolute."""
    repo.write(X, front('"t"'))
    repo.commit()
    index = repo.folder / ".git/other-index"
    shutil.copy(repo.folder / ".git/index", index)
    env = {"GIT_DIR": ".git", "GIT_INDEX_FILE": str(index), "GIT_PREFIX": "", "GIT_EDITOR": ":"}
    repo.write(X, front('"bad"', "status"))
    repo.git("update-index", "--add", X)
    check(repo, "--staged", status=0, env=env)
    assert check(repo, "--staged", env={"GIT_DIR": ".git"}).found == [("field-invalid", X, 5, 9)]


def test_variables_of_another_repository(repo) -> None:
    other = type(repo)(repo.folder.parent / "other", repo.env)
    other.folder.mkdir()
    other.init().store().write(X, front('"t"'))
    other.commit()
    repo.write(X, front('"bad"', "status"))
    repo.git("add", "-A")
    env = {"GIT_DIR": str(other.folder / ".git"), "GIT_INDEX_FILE": str(other.folder / ".git/index")}
    assert check(repo, "--staged", env=env).found == [("field-invalid", X, 5, 9)]
    assert check(repo, env=env).found == [("field-invalid", X, 5, 9)]


@pytest.mark.parametrize("value", ["", "/nonexistent", "x\x1b[31m"])
@pytest.mark.parametrize("name", ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "GIT_OBJECT_DIRECTORY"])
def test_odd_git_variables(repo, name: str, value: str) -> None:
    repo.write(X, front('"bad"', "status"))
    repo.git("add", "-A")
    assert check(repo, env={name: value}).found == [("field-invalid", X, 5, 9)]


def test_bare_repository(site) -> None:
    site.git("init", "-q", "--bare")
    refused(site, "check", says="there is no store to check here")
    assert site.start("memoryrail-schema").status == 0


@pytest.mark.parametrize(
    "content", [b"gitdir: /nonexistent/.git\n", b"gitdir: \n", b"", b"\xff\x00", b"gitdir: .git\n"]
)
def test_a_git_file_that_points_nowhere(site, content: bytes) -> None:
    site.store().write(X, front('"t"'))
    site.write(".git", content)
    refused(site, "check", says="git")
    refused(site, "check", "--staged", says="git")
    refused(site, "memoryrail-schema", says="git")
    refused(site, "memoryrail-staleness", X, says="git")


def test_a_git_folder_that_is_empty(site) -> None:
    site.store().write(X, front('"t"'))
    (site.folder / ".git").mkdir()
    refused(site, "check", says="git")


@pytest.mark.skipif(not ROOT, reason="only root can give a folder away")
def test_dubious_ownership(repo) -> None:
    repo.write(X, front('"t"'))
    repo.commit()
    for path in (repo.folder, repo.folder / ".git"):
        os.chown(path, 12345, 12345)
    refused(repo, "check", says="dubious ownership")
    refused(repo, "check", "--staged", says="dubious ownership")
    refused(repo, "memoryrail-schema", says="dubious ownership")
    refused(repo, "memoryrail-staleness", X, says="dubious ownership")


def test_a_corrupt_index(repo) -> None:
    repo.write(X, front('"t"'))
    repo.commit()
    repo.write(".git/index", b"DIRC\xff\xff")
    refused(repo, "check", says="git")
    refused(repo, "memoryrail-schema", says="git")


def test_no_git_at_all(repo, tmp_path: Path) -> None:
    repo.write(X, front('"t"'))
    refused(repo, "check", says="git could not be started", env={"PATH": str(tmp_path)})
    refused(repo, "check", "--staged", says="git could not be started", env={"PATH": str(tmp_path)})


@pytest.mark.parametrize("base", ["missing", "--output=x", "HEAD..", "\x1b[31m", ":/x", "HEAD:README", "", "@{9}"])
def test_odd_bases(repo, base: str) -> None:
    repo.write("README", "x")
    repo.commit()
    if base == "":
        check(repo, f"--base={base}", status=0)
        return
    refused(repo, "check", f"--base={base}", says="is not known here")
    assert not (repo.folder / "x").exists()


def test_a_base_without_a_commit_here(repo) -> None:
    refused(repo, "check", "--base", "HEAD", says="is not known here")


def test_a_base_without_a_common_commit(repo) -> None:
    repo.commit()
    repo.git("checkout", "-q", "--orphan", "other")
    repo.commit("Another start")
    refused(repo, "check", "--base", "main", says="have no commit in common")


# --- the process ------------------------------------------------------------------------------------------------


def test_the_working_directory_is_gone(repo) -> None:
    gone = repo.folder / "gone"
    gone.mkdir()
    code = "import os, sys; os.rmdir(os.getcwd());from memoryrail_lint.cli import main; sys.exit(main(sys.argv[1:]))"
    for words in (["check"], ["list"], ["sync", "--check"], ["init"], ["check", X]):
        gone.mkdir(exist_ok=True)
        done = subprocess.run([sys.executable, "-c", code, *words], cwd=gone, env=repo.env, capture_output=True)
        assert done.returncode == 2, done
        assert done.stderr.count(b"\n") == 1
        assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("words", [("check",), ("list", "--all"), ("rule",), ("show", ID), ("--help",)])
def test_the_reader_goes_away(repo, words: tuple[str, ...]) -> None:
    for number in range(300):
        repo.memory(f"20260601-memory-number-{number:04}", "x" * 200, status="bad", title="t" * 300)
    repo.write(X, front('"t"') + "body\n" * 50_000)
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        repo.program(words), cwd=repo.folder, env=repo.env, stdout=writing, stderr=subprocess.PIPE, check=False
    )
    os.close(writing)
    assert done.stderr == b""
    assert done.returncode == 2


@pytest.mark.parametrize(
    ("words", "status"),
    [("check", 1), ("list --all", 0), ("rule", 0), ("--help", 0), (f"show {ID}", 0), ("sync --diff", 1)],
)
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-", ">/dev/full", ">/dev/full 2>/dev/full"])
def test_closed_streams(repo, words: str, status: int, closed: str) -> None:
    """A stream that the caller closed is not wanted; one that cannot take the answer is a failure."""
    repo.write(X, front('"bad"', "status"))
    line = f'exec "{sys.executable}" -m memoryrail_lint {words} {closed}'
    done = subprocess.run(["sh", "-c", line], cwd=repo.folder, env=repo.env, capture_output=True, check=False)
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr
    assert done.stderr.count(b"\n") <= 1
    if "full" not in closed:
        assert done.returncode == status
    elif words != "sync --diff" or "2>" not in closed:
        assert done.returncode == 2


@pytest.mark.parametrize("given", ["missing/folder/report", ".", "/dev/full", "/proc/nothing"])
def test_output_that_cannot_be_written(repo, given: str) -> None:
    refused(repo, "check", "--output", given, says="cannot write")


@pytest.mark.parametrize("name", ["missing/x.md", ".", "", "-", f"{MEMORIES}/../../../x.md", f"{MEMORIES}", X, "a\nb"])
def test_standard_input_as_any_file(repo, name: str) -> None:
    for data in (b"", b"\xff", front('"t"').encode(), bytes(5 << 20)):
        result = repo.start("check", "--stdin-filename", name, "--format", "json", stdin=data)
        tame(result)
        if name == X:
            assert result.status == (0 if data.startswith(b"---") else 1)
    tame(repo.start("check", "--stdin-filename", X, stdin=b""))


def test_standard_input_is_closed(repo) -> None:
    line = f'exec "{sys.executable}" -m memoryrail_lint check --stdin-filename {X} <&-'
    done = subprocess.run(["sh", "-c", line], cwd=repo.folder, env=repo.env, capture_output=True, check=False)
    assert done.returncode == 1
    assert b"frontmatter-missing" in done.stdout


@pytest.mark.parametrize(
    "words",
    [
        ["chek"],
        ["check", "--no-such-option"],
        ["check", "--format", "xml"],
        ["check", "--select", "sekret"],
        ["check", "--ignore", "\x1b[31m"],
        ["check", "--fix", "--staged"],
        ["check", "--fix", "--diff"],
        ["check", "--unsafe-fixes"],
        ["check", "--staged", "--base", "HEAD"],
        ["check", "--baseline", "missing.json"],
        ["check", "--write-baseline"],
        ["check", "--root", "missing"],
        ["check", "--profile", "engram"],
        ["list", "--type", "x"],
        ["show"],
        ["show", "DEC-0000"],
        ["show", "\x1b[31m"],
        ["rule", "no-such-rule"],
        ["sync", "--check", "--diff"],
        ["sync", "--also", "../outside.md"],
        ["init", "--root", "missing"],
        [""],
        ["::error::x"],
        ["\x1b[31m"],
    ],
)
def test_bad_usage(repo, words: list[str]) -> None:
    result = repo.start(*words)
    assert result.status == (1 if words[:2] == ["sync", "--also"] else 2), result
    assert b"Traceback" not in result.err
    assert result.out == b""
    assert all(ch == "\n" or ch.isprintable() for ch in result.error)
