"""The examples of the rules. Each folder `tests/rules/<rule>/bad*` or `good*` is a small repository, and what
`check --select <rule> --show-info` prints about it (`expected.txt`); the rule's page shows the one named `bad`.

`expected-fixed/` holds the files that `--fix` changes, as it leaves them (`--fix --unsafe-fixes` where the rule's fix
is unsafe), and `X.deleted` for a file X that it removes. The rule is silent then, and a second `--fix` changes nothing.
History: folders `commit-1-<date>`, ... are copied over the tree and committed one after the other, where `X.deleted`
removes X and `message.txt` is the commit's message; without any, the whole folder is one commit. Rules that compare
two states are given the first commit as `--base`. `untracked/` is copied after the last one. Token-shaped text is
stored with `@@` inside, which is dropped on the way. What a checkout cannot hold everywhere is made by `SETUPS`.

`lint.toml`, where there is one, is given with `--config`: in the tree it would escape the `exclude` of this project.

The two formats share folders: a rule that both have keeps its examples of an Engramory store beside the others, in
folders that end with `-engramory`. Such a store is ignored by git, with the example's `.git@@ignore`.

`UPDATE_EXPECTED=1` writes every `expected.txt` and `expected-fixed/` anew; read the difference before you keep it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memoryrail_lint import profiles, rule
from memoryrail_lint.cli import main
from memoryrail_lint.diagnostics import SEVERITIES

if TYPE_CHECKING:
    from collections.abc import Callable

UPDATE = bool(os.environ.get("UPDATE_EXPECTED"))
EXAMPLES = Path(__file__).parent / "rules"
OWN = ("expected.txt", "expected-fixed", "lint.toml", "message.txt", "untracked")
"""What belongs to the test and not to the example's tree."""
ONE_COMMIT = "2026-01-05T09:00:00Z"
SELECT = {"unused-suppression": "unused-suppression,id-convention,wikilink-broken"}
"""Rules that need another one to have run."""

ALL = {f"{name}/{entry.name}": entry for name in profiles.NAMES for entry in profiles.load(name).RULES}
ENTRIES = {entry.name: entry for entry in reversed(ALL.values())}
SHARED = {name for name in ENTRIES if sum(entry.name == name for entry in ALL.values()) > 1}
EVERY = ["--select", ",".join(ENTRIES)]
CASES = sorted(path.relative_to(EXAMPLES).as_posix() for path in EXAMPLES.glob("*/*") if path.is_dir())
BAD = [case for case in CASES if case.partition("/")[2].startswith("bad")]
GOOD = [case for case in CASES if case.partition("/")[2].startswith("good")]
FIXED = [case for case in CASES if (EXAMPLES / case / "expected-fixed").is_dir()]


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the caller's git or CI reaches the examples."""
    for name in list(os.environ):
        if name.startswith(("GIT_", "PRE_COMMIT", "GITHUB_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)


def git(folder: Path, *words: str, date: str | None = None) -> str:
    env = {**os.environ}
    for role in ("AUTHOR", "COMMITTER"):
        env |= {f"GIT_{role}_NAME": "Example", f"GIT_{role}_EMAIL": "example@example.invalid"}
        if date is not None:
            env[f"GIT_{role}_DATE"] = date
    done = subprocess.run(["git", *words], cwd=folder, env=env, capture_output=True, check=True)
    return done.stdout.decode()


def files_of(folder: Path) -> dict[str, bytes]:
    """Path -> content of every regular file below a folder, git's own apart."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not path.is_symlink() and not name.startswith(".git/"):
            found[name] = path.read_bytes()
    return found


def copy(source: Path, target: Path, leave_out: tuple[str, ...] = ()) -> None:
    for name, data in files_of(source).items():
        if name.split("/")[0] in leave_out:
            continue
        path = target / name.replace("@@", "")
        if path.suffix == ".deleted":
            path.with_suffix("").unlink()
            for parent in path.parents:
                if parent == target or any(parent.iterdir()):
                    break
                parent.rmdir()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data.replace(b"@@", b""))


def build(case: str, target: Path) -> Path:
    """Make the repository of an example; the folder to check."""
    example = EXAMPLES / case
    target.mkdir()
    git(target, "init", "-q", "-b", "main")
    for step in sorted(example.glob("commit-*")) or [example]:
        date = ONE_COMMIT if step == example else step.name.split("-", 2)[2].replace(".", ":")
        copy(step, target, OWN)
        said = step / "message.txt"
        git(target, "add", "-A")
        git(target, "commit", "-q", "--allow-empty", "-m", said.read_text() if said.exists() else "Commit", date=date)
        if step.name.startswith("commit-1-"):
            git(target, "tag", "before")
    copy(example / "untracked", target)
    setup = SETUPS.get(case)
    return setup(target) if setup else target


def memories(folder: Path) -> Path:
    return folder / ".memoryrail" / "memories"


def link(folder: Path, path: str, target: str) -> Path:
    try:
        (folder / path).symlink_to(target)
    except OSError:
        pytest.skip("no symlinks here")
    return folder


def outside(folder: Path) -> Path:
    (folder.parent / "outside").mkdir()
    (folder.parent / "outside" / "notes.md").write_bytes(b"Not part of the repository.\n")
    return folder


def pipe(folder: Path) -> Path:
    if not hasattr(os, "mkfifo"):
        pytest.skip("no named pipes here")
    os.mkfifo(memories(folder) / "20260105-pipe.md")
    return folder


def large(folder: Path) -> Path:
    with (memories(folder) / "20260105-large.md").open("ab") as file:
        file.truncate(4 * 1024 * 1024 + 1)
    return folder


def long_front(folder: Path) -> Path:
    path = memories(folder) / "20260105-long-title.md"
    path.write_bytes(path.read_bytes().replace(b"TITLE", b"much " * 14_000))
    return folder


def long_agent_file(size: int) -> Callable[[Path], Path]:
    def setup(folder: Path) -> Path:
        (folder / "AGENTS.md").write_bytes(b"# Guidelines\n\n" + b"Keep it short.\n" * (size // 15) + b".\n" * 20)
        with (folder / "AGENTS.md").open("ab") as file:
            file.truncate(size)
        return folder

    return setup


def many(folder: Path) -> Path:
    """A hundred memories that are not pinned, beside those of the example."""
    pattern = (memories(folder) / "20260105-rule-01.md").read_text().replace("pinned: true\n", "")
    for number in range(100):
        name = f"20260106-note-{number:02}"
        (memories(folder) / f"{name}.md").write_text(pattern.replace("20260105-rule-01", name))
    return folder


def long_index(lines: int, hook: str = "a hook") -> Callable[[Path], Path]:
    """So many lines beside the four that the example's index has."""

    def setup(folder: Path) -> Path:
        path = folder / "memory" / "MEMORY.md"
        text = path.read_bytes() + f"- [Runbook](runbook.md) \u2014 {hook}\n".encode() * (lines - 1)
        path.write_bytes(text)
        return folder

    return setup


def large_note(folder: Path) -> Path:
    with (folder / "memory" / "dump.md").open("ab") as file:
        file.truncate(4 * 1024 * 1024 + 1)
    return folder


def shallow(folder: Path) -> Path:
    git(folder.parent, "clone", "-q", "--depth", "1", folder.as_uri(), "clone")
    return folder.parent / "clone"


SETUPS: dict[str, Callable[[Path], Path]] = {
    "agent-file-size/bad": long_agent_file(32 * 1024 + 1),
    "agent-file-size/good": long_agent_file(32 * 1024),
    "file-unreadable/bad-symlink": lambda at: link(
        outside(at), ".memoryrail/memories/20260105-shared.md", "../../../outside/notes.md"
    ),
    "file-unreadable/bad-symlink-nowhere": lambda at: link(at, ".memoryrail/memories/20260105-shared.md", "gone.md"),
    "file-unreadable/bad-pipe": pipe,
    "file-unreadable/bad-large": large,
    "file-unreadable/good-symlink": lambda at: link(
        at, ".memoryrail/memories/20260105-one-pool.md", "../../docs/one-pool.md"
    ),
    "frontmatter-invalid/bad-large": long_front,
    "history-incomplete/bad": shallow,
    "history-incomplete/good": shallow,
    "link-outside-repo/bad-symlink": lambda at: link(outside(at), "shared", "../outside"),
    "link-outside-repo/good-symlink": lambda at: link(at, "shared", "docs"),
    "pinned-many/good-tenth": many,
    "index-missing/bad": lambda at: link(outside(at), "memory/MEMORY.md", "../../outside/notes.md"),
    "index-over-cap/bad": long_index(197),
    "index-over-cap/bad-bytes": long_index(2, "\u8a18" * 8_530),
    "index-over-cap/good": long_index(144),
    "index-over-cap/good-configured": long_index(197),
    "index-long/bad": long_index(147),
    "index-long/good": long_index(146),
    "index-pointer-outside/bad-symlink": lambda at: link(outside(at), "memory/shared.md", "../../outside/notes.md"),
    "note-outside/bad": lambda at: link(outside(at), "memory/shared.md", "../../outside/notes.md"),
    "note-outside/good": lambda at: link(at, "memory/rota.md", "archive/rota.md"),
    "note-too-large/bad": large_note,
}


def words(case: str) -> list[str]:
    """The command line that an example is judged by."""
    name, settings = case.partition("/")[0], EXAMPLES / case / "lint.toml"
    given = ["--config", str(settings)] if settings.exists() else []
    given += ["--base", "before"] if ENTRIES[name].reads == "ends" else []
    return ["check", "--select", SELECT.get(name, name), "--show-info", *given]


@pytest.fixture
def check(
    capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[int, str]]:
    """`check` for the rule of an example, in a folder: the exit status and what it prints (nothing as an error)."""

    def run(folder: Path, case: str, *more: str) -> tuple[int, str]:
        monkeypatch.chdir(folder)
        status = main([*words(case), *more])
        out, err = capsysbinary.readouterr()
        assert err == b""
        return status, out.decode()

    return run


def expect(case: str, output: str) -> None:
    path = EXAMPLES / case / "expected.txt"
    if UPDATE:
        path.write_bytes(output.encode())
    assert output == path.read_bytes().decode()


def place_and_rule(line: str) -> tuple[str, str]:
    """Severity and rule of `path:line:column: severity rule: message`."""
    severity, name = line.split(": ")[1].split(" ")
    return severity, name


def errors(output: str) -> set[str]:
    """The rules that an output holds errors of."""
    found = map(place_and_rule, output.splitlines()[:-1])
    return {name for severity, name in found if severity == "error"}


@pytest.mark.parametrize("case", BAD)
def test_bad(case: str, tmp_path: Path, check: Callable[..., tuple[int, str]]) -> None:
    name = case.partition("/")[0]
    status, output = check(build(case, tmp_path / "example"), case)
    expect(case, output)
    stated = rule.load(ENTRIES[name])
    *lines, last = output.splitlines()
    assert lines, "a bad example gives a finding"
    may = {(stated.severity, name)} | ({("info", name)} if name == "yaml-not-portable" else set())
    assert {place_and_rule(line) for line in lines} <= may
    assert status == (1 if stated.severity == "error" else 0)
    fixable = "(fixable: --fix --unsafe-fixes)" if stated.fixable == "unsafe" else "(fixable: --fix)"
    fixes = [line.endswith(fixable) for line in lines]
    assert all(line.count("(fixable:") == fix for line, fix in zip(lines, fixes, strict=True))
    assert not any(fixes) or stated.fixable
    assert any(fixes) == (EXAMPLES / case / "expected-fixed").is_dir() or UPDATE
    assert f"; {sum(fixes)} fixable, " in last


@pytest.mark.parametrize("case", GOOD)
def test_good(case: str, tmp_path: Path, check: Callable[..., tuple[int, str]]) -> None:
    folder = build(case, tmp_path / "example")
    status, output = check(folder, case)
    expect(case, output)
    assert status == 0
    assert output.startswith("0 errors, 0 warnings, 0 info; 0 fixable, ")
    # Nor is it an example of anything else that is wrong.
    _, output = check(folder, case, *EVERY)
    assert [line for line in output.splitlines()[:-1] if place_and_rule(line)[0] != "info"] == []


@pytest.mark.parametrize("case", FIXED)
def test_fix(case: str, tmp_path: Path, check: Callable[..., tuple[int, str]]) -> None:
    name = case.partition("/")[0]
    folder = build(case, tmp_path / "example")
    before = files_of(folder)
    options = ["--fix"]
    if rule.load(ENTRIES[name]).fixable == "unsafe":
        check(folder, case, *options)
        assert files_of(folder) == before, "an unsafe fix waits for --unsafe-fixes"
        options.append("--unsafe-fixes")
    wrong = errors(check(folder, case, *EVERY)[1])
    status, output = check(folder, case, *options)
    after = files_of(folder)
    changed = {path: data for path, data in after.items() if before.get(path) != data}
    changed |= {f"{path}.deleted": b"" for path in before.keys() - after.keys()}
    if UPDATE:
        shutil.rmtree(EXAMPLES / case / "expected-fixed")
        for path, data in changed.items():
            kept = EXAMPLES / case / "expected-fixed" / path.replace(".gitignore", ".git@@ignore")
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_bytes(data)
    wanted = files_of(EXAMPLES / case / "expected-fixed")
    assert changed == {path.replace("@@", ""): data for path, data in wanted.items()}
    assert changed
    assert status == 0
    assert output.startswith("0 errors, 0 warnings, 0 info; 0 fixable, ")
    assert check(folder, case, *options) == (0, output)
    assert files_of(folder) == after
    assert errors(check(folder, case, *EVERY)[1]) <= wrong, "a fix breaks nothing else"


@pytest.mark.parametrize(
    "case",
    [
        f"{name}/bad"
        for name in (
            "config-invalid",
            "yaml-not-portable",
            "id-duplicate",
            "secret",
            "stale-link",
            "link-not-posix",
            "sync-drift",
        )
    ],
)
def test_console_command(case: str, tmp_path: Path) -> None:
    command = shutil.which("memoryrail-lint", path=str(Path(sys.executable).parent))
    if command is None:
        pytest.skip("the console command is not installed beside this Python")
    name = case.partition("/")[0]
    folder = build(case, tmp_path / "example")
    done = subprocess.run([command, *words(case)], cwd=folder, capture_output=True)
    assert (done.stdout, done.stderr) == ((EXAMPLES / case / "expected.txt").read_bytes(), b"")
    assert done.returncode == (1 if rule.load(ENTRIES[name]).severity == "error" else 0)


@pytest.mark.parametrize("key", ALL)
def test_rule_states_itself(key: str) -> None:
    entry = ALL[key]
    name = entry.name
    module = import_module(f"memoryrail_lint.profiles.{entry.profile}.rules.{name.replace('-', '_')}")
    assert Path(str(module.__file__)).stem.replace("_", "-") == name
    assert module.SEVERITY in SEVERITIES
    assert getattr(module, "FIXABLE", None) in (None, "safe", "unsafe")
    paragraphs = str(module.__doc__).strip().split("\n\n")
    assert len(paragraphs) >= 3
    assert "\n" not in paragraphs[0]
    assert paragraphs[0].endswith(".")
    assert paragraphs[-1].startswith("Fix: ")
    stated = rule.load(entry)
    assert stated.summary
    assert stated.why
    assert stated.fix[:1].islower(), "`Fix:` and what follows are one sentence"


@pytest.mark.parametrize("name", ENTRIES)
def test_rule_has_examples(name: str) -> None:
    assert f"{name}/bad" in BAD, "the rule's page shows it"
    assert any(case.startswith(f"{name}/good") for case in GOOD)
    assert name not in SHARED or {f"{name}/bad-engramory", f"{name}/good-engramory"} <= set(CASES)
    fixable = any(case.startswith(f"{name}/") for case in FIXED)
    assert fixable == (rule.load(ENTRIES[name]).fixable is not None)


def test_every_folder_belongs_to_a_rule() -> None:
    assert {case.partition("/")[0] for case in CASES} == ENTRIES.keys()
    assert sorted(BAD + GOOD) == CASES
    assert SETUPS.keys() <= set(CASES)


def test_every_rule_module_is_listed() -> None:
    for name in profiles.NAMES:
        folder = Path(str(profiles.load(name).__file__)).parent / "rules"  # type: ignore[attr-defined]
        there = {path.stem.replace("_", "-") for path in folder.glob("*.py")} - {"--init--"}
        assert there == {entry.name for entry in profiles.load(name).RULES}
