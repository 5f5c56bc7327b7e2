"""A credential in the store never comes out: not in any format, under any hook, by any command.

The tokens are random text made for these tests, assembled here so that no scanner takes this file for a leak.
"""

from __future__ import annotations

import json
import random
import re
import string
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memoryrail_lint.checks import secrets

HOOKS = ("schema", "id", "links", "staleness", "secrets", "sync")
FORMATS = ("text", "concise", "json", "github", "sarif", "gitlab", "rdjson")
ALNUM = string.ascii_letters + string.digits


def _text(seed: str, alphabet: str, length: int) -> str:
    return "".join(random.Random(seed).choices(alphabet, k=length))


def _kinds() -> Iterator[tuple[str, str, str]]:
    """(kind, text that holds a credential, the credential)."""
    for kind, prefix, alphabet, length in (
        ("github", "gh" + "p_", ALNUM, 36),
        ("gitlab", "gl" + "pat-", ALNUM, 20),
        ("aws", "AK" + "IA", string.ascii_uppercase + "234567", 16),
    ):
        token = prefix + _text(kind, alphabet, length)
        yield kind, token, token
    value = _text("password", ALNUM, 14) + "7q"
    yield "password", "pass" + f"word={value}", value
    value = _text("url", ALNUM, 16) + "9Z"
    yield "url", f"postgres://robin:{value}@db.example.com/app", value
    value = _text("key", ALNUM + "+/", 64)
    yield (
        "key",
        "-----BEGIN RSA PRIV" + f"ATE KEY-----\n{value}\n{value[::-1]}\n-----END RSA PRIV" + "ATE KEY-----",
        value,
    )


KINDS = {kind: (text, value) for kind, text, value in _kinds()}
SINGLE = [kind for kind in KINDS if kind != "key"]


def leaks(data: bytes, kinds: list[str]) -> list[str]:
    """The kinds whose credential, or ten characters in a row of it, stand in the data."""
    found = []
    for kind in kinds:
        value = KINDS[kind][1].encode()
        if any(value[at : at + 10] in data for at in range(len(value) - 9)):
            found.append(kind)
    return found


@pytest.fixture(autouse=True)
def known() -> None:
    """What follows proves nothing unless the detectors know these credentials."""
    for text, value in KINDS.values():
        assert secrets.find(text)
        assert value[:10] not in secrets.mask(text)


def every_run(repo, kinds: list[str], summary: Path, ref: str = "20260601") -> None:
    """Run every command in every way and look at every byte that comes out."""

    def look(*words: str, **how: object) -> None:
        result = repo.run(*words, **how)
        assert b"internal error" not in result.err, words
        for stream in (result.out, result.err):
            assert leaks(stream, kinds) == [], (words, stream.decode())

    for hook in HOOKS:
        look(f"memoryrail-{hook}")
        look(f"memoryrail-{hook}", "--show-info", "--no-suppressions", "--format", "json")
    for name in FORMATS:
        look("check", "--format", name, "--show-info", env={"GITHUB_STEP_SUMMARY": str(summary)})
        look("check", "--format", name, "--no-suppressions", "--statistics", env={"GITHUB_STEP_SUMMARY": str(summary)})
    look("check", "--staged", "--show-info")
    look("check", "--diff")
    look("check", "--diff", "--unsafe-fixes", "--format", "json")
    look("list", "--all")
    look("list", "--all", "--format", "json")
    look("show", ref)
    look("show", ref, "--format", "json")
    look("sync", "--check")
    look("sync", "--diff")
    look("check", "--write-baseline", "--baseline", "known.json")
    look("check", "--baseline", "known.json", "--format", "sarif")
    for file in (summary, repo.folder / "known.json"):
        if file.exists():
            assert leaks(file.read_bytes(), kinds) == [], file
            file.unlink()


def fixing_runs(repo, kinds: list[str], keeps: bool) -> None:
    """Runs that write; what they print, and what sync writes of the memories into an agent file."""
    for words in (("sync",), ("check", "--fix"), ("check", "--fix", "--unsafe-fixes"), ("sync", "--remove")):
        result = repo.run(*words)
        assert leaks(result.out + result.err, kinds) == [], words
        for name in ("AGENTS.md", "CLAUDE.md", ".cursor/rules/memoryrail.mdc"):
            file = repo.folder / name
            if not keeps and file.exists():
                assert leaks(file.read_bytes(), kinds) == [], name


Place = Callable[[object, str, str], object]


def _field(name: str, wrap: Callable[[str], object] = lambda text: text) -> Place:
    return lambda repo, memory, text: repo.memory(memory, **{name: wrap(text)})


def _raw(old: str, new: str) -> Place:
    """A right memory with `old` replaced by `new`, where `{}` stands for the text."""

    def put(repo, memory: str, text: str) -> None:
        file = repo.folder / repo.memory(memory, "Because.\n")
        content = file.read_text()
        assert old in content
        file.write_text(content.replace(old, new.replace("{}", text), 1))

    return put


def _escaped(text: str) -> str:
    return "".join(f"\\u{ord(ch):04x}" for ch in text)


PLACES: dict[str, Place] = {
    **{name: _field(name) for name in ("id", "type", "title", "status", "created", "updated", "pinned")},
    **{name: _field(name) for name in ("supersedes", "superseded_by", "tags", "links", "titel", "more")},
    "a tag": _field("tags", lambda text: ["a", text]),
    "a link": _field("links", lambda text: [text]),
    "a link out": _field("links", lambda text: [f"../../../{text}"]),
    # The fix makes one slash of two, and a URL with one slash is none that a detector knows.
    "a link with backslashes": _field("links", lambda text: ["src\\" + text.partition("://")[0]]),
    "an absolute link": _field("links", lambda text: [f"/etc/{text}"]),
    "a URL as a link": _field("links", lambda text: [f"https://example.com/?{text}"]),
    "a long title": _field("title", lambda text: "word " * 13 + text + " word" * 60),
    "a nested value": _field("more", lambda text: {"a": [text, {"b": text}]}),
    "a list as title": _field("title", lambda text: [text]),
    "the body": lambda repo, memory, text: repo.memory(memory, f"Because of {text}\n"),
    "a suppression's reason": lambda repo, memory, text: repo.memory(
        memory, f"<!-- memoryrail-lint: ignore[secret, id-convention] it is {text} -->\n".replace("\n", " ") + "\n"
    ),
    "a suppression's rules": lambda repo, memory, text: repo.memory(
        memory, f"<!-- memoryrail-lint: ignore[{text}] why -->\n".replace("\n", " ") + "\n"
    ),
    "a suppression of a file": lambda repo, memory, text: repo.memory(
        memory, f"<!-- memoryrail-lint: ignore-file[secret] {text} -->\n\n{text}\n"
    ),
    "a comment": _raw("type:", "# {}\ntype:"),
    "a comment after a value": _raw('"active"', '"activ" # {}'),
    "a key": _raw("type:", '"{}": 1\ntype:'),
    "a key twice": _raw("type:", '"{}": 1\n"{}": 2\ntype:'),
    "a plain key": _raw("type:", "{}: 1\ntype:"),
    "a plain value": _raw('"active"', "{}"),
    "a plain title": _raw('"Use a queue"', "see #{}"),
    "a title with a colon": _raw('"Use a queue"', "see: this: {}"),
    "an open quote": _raw('"Use a queue"', '"{}'),
    "an anchor": _raw('"Use a queue"', "&{} text"),
    "an alias": _raw('"Use a queue"', "*{}"),
    "a tag of YAML": _raw('"Use a queue"', "!{} text"),
    "after the block": _raw("---\n\nBecause.", "{}\n---x\n\n"),
    "before the block": _raw("---\nid", "{}\n---\nid"),
    "conflict": _raw("Because.", "<<<<<<< {}\na\n=======\nb\n>>>>>>> {}"),
    "a key and a value": lambda repo, memory, text: _raw("type:", "password: {}\ntype:")(
        repo, memory, KINDS[memory[9:]][1]
    ),
    "a key and a JSON value": lambda repo, memory, text: _raw("type:", 'password: "{}"\ntype:')(
        repo, memory, KINDS[memory[9:]][1]
    ),
    "a block scalar": _raw('"Use a queue"', ">-\n  {}"),
}


@pytest.mark.parametrize("place", PLACES)
def test_in_a_memory(repo, tmp_path: Path, place: str) -> None:
    for kind, (text, _) in KINDS.items():
        PLACES[place](repo, f"20260601-{kind}", text)
    repo.git("add", "-A")
    every_run(repo, list(KINDS), tmp_path / "summary.md", "20260601-github")
    for kind in KINDS:
        result = repo.run("show", f"20260601-{kind}")
        assert leaks(result.out + result.err, list(KINDS)) == []
    fixing_runs(repo, list(KINDS), keeps=False)


@pytest.mark.parametrize("name", ["title", "status", "tags", "links", "more", "id"])
def test_behind_escapes(repo, tmp_path: Path, name: str) -> None:
    """A token of which no character stands in the file, and no writer of messages can know but from the value."""
    for kind, (text, _) in KINDS.items():
        value = f'"{_escaped(text)}"'
        file = repo.folder / repo.memory(f"20260601-{kind}", **{name: "@@"})
        file.write_text(file.read_text().replace('"@@"', f"[{value}]" if name in ("tags", "links") else value))
    repo.git("add", "-A")
    result = repo.run("memoryrail-secrets", "--format", "json")
    assert {d["path"] for d in result.json["diagnostics"]} == {
        f".memoryrail/memories/20260601-{kind}.md" for kind in KINDS
    }
    every_run(repo, list(KINDS), tmp_path / "summary.md", "20260601-github")
    fixing_runs(repo, list(KINDS), keeps=False)


@pytest.mark.parametrize("place", ["title", "status", "the body", "a comment", "a key", "a plain title", "links"])
def test_on_a_terminal(repo, place: str) -> None:
    for kind, (text, _) in KINDS.items():
        PLACES[place](repo, f"20260601-{kind}", text)
    for words in (("check", "--show-info"), ("memoryrail-secrets",), ("check", "--diff"), ("list", "--all")):
        result = repo.on_terminal(*words)
        assert result.status in (0, 1), result
        shown = re.sub(rb"\x1b\[[0-9;]*m", b"", result.out)
        assert leaks(shown, list(KINDS)) == [], shown.decode()


@pytest.mark.parametrize("kind", [kind for kind in SINGLE if kind != "url"])
@pytest.mark.parametrize("tracked", [False, True])
def test_in_a_file_name(repo, tmp_path: Path, kind: str, tracked: bool) -> None:
    text = KINDS[kind][0]
    repo.memory(text, status="activ", id="20260601-x", links=["gone"])
    repo.memory(f"20260601-{text}", type="thing")
    repo.write(f".memoryrail/memories/{text}.txt", "x")
    repo.write(f".memoryrail/memories/{text}/x.md", "x")
    (repo.folder / f".memoryrail/memories/{text}-link.md").symlink_to(f"/nowhere/{text}")
    if tracked:
        repo.git("add", "-A")
    every_run(repo, [kind], tmp_path / "summary.md", "20260601-x")
    for name in (text, f"20260601-{text}"):
        result = repo.run("check", f".memoryrail/memories/{name}.md")
        assert result.status == 1
        assert leaks(result.out + result.err, [kind]) == []
    assert leaks(repo.run("show", text).err + repo.run("show", text).out, [kind]) == []
    fixing_runs(repo, [kind], keeps=False)


@pytest.mark.parametrize("kind", [kind for kind in SINGLE if kind != "url"])
def test_in_a_folder_name(repo, tmp_path: Path, kind: str) -> None:
    text = KINDS[kind][0]
    repo.store(f"packages/{text}")
    repo.memory("20260601-x", root=f"packages/{text}", status="activ")
    repo.write(f"packages/{text}/AGENTS.md", "<!-- memoryrail:begin -->\nx\n")
    repo.git("add", "-A")
    every_run(repo, [kind], tmp_path / "summary.md")
    for command in ("list", "sync", "check"):
        result = repo.run(command, cwd=f"packages/{text}")
        assert leaks(result.out + result.err, [kind]) == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "content",
    [
        '{"version": 1, "review": @}',
        '{"version": 1, @: 1}',
        '{"version": @}',
        '{"version": 1, @: 1, @: 2}',
        '{"version": 1} @',
        "{@",
        "@",
        '{"version": 1 @}',
    ],
)
def test_in_config_json(repo, tmp_path: Path, kind: str, content: str) -> None:
    repo.memory()
    repo.write(".memoryrail/config.json", content.replace("@", json.dumps(KINDS[kind][0])))
    every_run(repo, [kind], tmp_path / "summary.md", "20260601-x")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "content",
    [
        "select = [@]",
        "ignore = [@]",
        "fail-on = @",
        "baseline = @",
        "exclude = [@]",
        "@ = 1",
        "# a comment @ \n[sync]\n@ = 1",
        "[staleness]\ngrace = @",
        "[sync]\ntargets = [@]",
        "[sync]\nalso = ['../', @]",
        "@",
        "select = @ @",
        "[@]\nx = 1",
        "[tool.memoryrail-lint]\n@ = 1",
    ],
)
@pytest.mark.parametrize("name", [".memoryrail/lint.toml", "pyproject.toml"])
def test_in_the_configuration(repo, kind: str, content: str, name: str) -> None:
    repo.memory(status="activ")
    repo.write("AGENTS.md", "<!-- memoryrail:begin -->\n<!-- memoryrail:end -->\n")
    text = json.dumps(KINDS[kind][0])
    repo.write(name, content.replace("@", text) + "\n# memoryrail-lint\n")
    for words in (("check",), ("check", "--format", "json"), ("memoryrail-sync",), ("sync", "--check"), ("sync",)):
        result = repo.run(*words)
        assert b"internal error" not in result.err
        assert leaks(result.out + result.err, [kind]) == [], (words, result)
    result = repo.run("check", "--config", name)
    assert leaks(result.out + result.err, [kind]) == [], result


AGENT_FILES = {
    "outside": "{}\n<!-- memoryrail:begin -->\nx\n<!-- memoryrail:end -->\n{}\n",
    "inside": "<!-- memoryrail:begin -->\n{}\n<!-- memoryrail:end -->\n",
    "in the marker": "<!-- memoryrail:begin ({}) -->\nx\n<!-- memoryrail:end -->\n",
    "in a lone marker": "<!-- memoryrail:begin {} -->\nx\n",
    "in a memory's line": "<!-- memoryrail:begin -->\n- **DEC-0000** decision: {}\n<!-- memoryrail:end -->\n",
    "as a ref": "<!-- memoryrail:begin -->\n- **{}** decision: x\n<!-- memoryrail:end -->\n",
    "in a long file": "{}\n" * 2_000 + "<!-- memoryrail:begin -->\nx\n<!-- memoryrail:end -->\n",
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("where", AGENT_FILES)
def test_in_an_agent_file(repo, kind: str, where: str) -> None:
    repo.memory()
    text = KINDS[kind][0]
    repo.write("AGENTS.md", AGENT_FILES[where].replace("{}", text))
    for words in (
        ("check", "--format", "json", "--show-info"),
        ("check", "--format", "sarif"),
        ("check", "--format", "rdjson"),
        ("memoryrail-sync",),
        ("check", "--diff"),
        ("sync", "--check"),
        ("sync", "--diff"),
        ("sync", "--remove"),
    ):
        result = repo.run(*words)
        assert b"internal error" not in result.err
        assert leaks(result.out + result.err, [kind]) == [], (words, result)


@pytest.mark.parametrize("kind", SINGLE)
def test_in_the_arguments(repo, kind: str) -> None:
    repo.memory()
    repo.commit()
    text = KINDS[kind][0]
    for words in (
        (text,),
        ("check", text),
        ("check", f"src/{text}/x.md"),
        ("check", f"--{text}"),
        ("check", "--select", text),
        ("check", "--ignore", f"secret,{text}"),
        ("check", "--format", text),
        ("check", "--fail-on", text),
        ("check", "--base", text),
        ("check", "--root", text),
        ("check", "--config", text),
        ("check", "--baseline", text),
        ("check", "--output", f"{text}/x"),
        ("check", "--stdin-filename", f".memoryrail/memories/{text}.md"),
        ("check", "--profile", text),
        ("memoryrail-schema", text),
        ("memoryrail-secrets", f"--{text}"),
        ("sync", text),
        ("sync", "--also", f"../{text}"),
        ("sync", "--also", f"{text}.md", "--check"),
        ("list", "--type", text),
        ("list", "--root", text),
        ("show", text),
        ("rule", text),
        ("init", "--root", text),
        ("init", "--review", text),
    ):
        result = repo.run(*words)
        assert b"internal error" not in result.err, words
        assert result.status in (1, 2) or "--stdin-filename" in words, words
        assert leaks(result.out + result.err, [kind]) == [], (words, result)


def test_in_standard_input(repo) -> None:
    for kind, (text, _) in KINDS.items():
        for data in (text, f"---\n{text}\n---\n", f"---\ntitle: {json.dumps(text)}\n---\n"):
            for name in FORMATS:
                path = ".memoryrail/memories/20260601-x.md"
                result = repo.run("check", "--format", name, "--stdin-filename", path, stdin=data.encode())
                assert result.status == 1
                assert leaks(result.out + result.err, [kind]) == [], result


def test_in_git(repo) -> None:
    """In the name of a branch, of a moved file, and in a commit's message."""
    for kind in SINGLE:
        text = KINDS[kind][0].replace(":", "").replace("//", "")
        repo.write("src/queue.py", f"{kind}\n" * 20)
        repo.memory(f"20260601-{kind}", links=["src/queue.py"])
        repo.commit(f"Say {text}")
        repo.git("mv", "src/queue.py", f"src/{kind}.py")
        repo.commit(f"Move to {text}")
        if kind in ("github", "gitlab", "aws"):
            repo.git("checkout", "-q", "-b", text)
            repo.git("mv", f"src/{kind}.py", f"src/{text}.py")
            repo.commit(f"Move to {text}", date="2026-08-01T09:00:00Z")
        result = repo.run("check", "--format", "json")
        assert leaks(result.out + result.err, [kind]) == [], result
        assert leaks(repo.run("memoryrail-staleness").out, [kind]) == []
