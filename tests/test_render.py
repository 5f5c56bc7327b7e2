"""What is rendered is up to date, and the hook manifest says what the package has."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from memoryrail_lint import profiles, rule
from memoryrail_lint.hooks.catalogue import HOOKS

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parent.parent
MANIFEST: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_bytes())
SCRIPTS: dict[str, str] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]


def render(root: Path, *options: str) -> subprocess.CompletedProcess[str]:
    argv = [sys.executable, str(root / "scripts" / "render.py"), *options]
    return subprocess.run(argv, capture_output=True, text=True, cwd=root)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what is rendered and of what it is rendered from."""
    ignore = shutil.ignore_patterns("__pycache__")
    for folder in ("memoryrail_lint", "scripts", "docs", "tests/rules"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignore, symlinks=True)
    for name in ("README.md", ".pre-commit-hooks.yaml"):
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def test_everything_is_up_to_date() -> None:
    done = render(ROOT, "--check")
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


def replace(path: Path, old: str, new: str) -> None:
    data = path.read_bytes()
    assert old.encode() in data
    path.write_bytes(data.replace(old.encode(), new.encode()))


def differs(checkout: Path) -> list[str]:
    done = render(checkout, "--check")
    assert done.returncode == (1 if done.stdout else 0)
    return [line.removesuffix(" differs") for line in done.stdout.splitlines()]


RULES = "memoryrail_lint/profiles/memoryrail/rules"


def test_a_changed_docstring_is_noticed(checkout: Path) -> None:
    replace(checkout / RULES / "secret.py", "text that looks like a credential.", "a credential, it seems.")
    assert differs(checkout) == ["README.md", "docs/rules/README.md", "docs/rules/secret.md"]
    done = render(checkout)
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 3)
    assert differs(checkout) == []


def test_a_changed_example_is_noticed(checkout: Path) -> None:
    replace(checkout / "tests/rules/id-convention/bad/expected.txt", "not of the form", "not in the form")
    assert differs(checkout) == ["docs/rules/id-convention.md"]


def test_a_changed_hook_is_noticed(checkout: Path) -> None:
    replace(checkout / "memoryrail_lint/hooks/catalogue.py", "found and never shown", "never shown")
    assert differs(checkout) == [".pre-commit-hooks.yaml", "README.md"]


def test_a_page_without_a_rule_is_noticed(checkout: Path) -> None:
    page = checkout / "docs/rules/no-such-rule.md"
    page.write_text("# no-such-rule\n")
    assert differs(checkout) == ["docs/rules/no-such-rule.md"]
    assert render(checkout).returncode == 0
    assert not page.exists()


def test_what_is_around_the_tables_stays(checkout: Path) -> None:
    readme = checkout / "README.md"
    replace(readme, "<!-- rules:end -->", "<!-- rules:end -->\nA word of mine.\r\n")
    replace(readme, "<!-- rules:begin -->\n", "<!-- rules:begin -->\nA table of mine.\n")
    before = readme.read_bytes()
    assert render(checkout).returncode == 0
    assert readme.read_bytes() == before.replace(b"A table of mine.\n", b"")


def test_a_readme_without_markers_is_refused(checkout: Path) -> None:
    replace(checkout / "README.md", "<!-- hooks:end -->", "")
    done = render(checkout)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "README.md lacks <!-- hooks:begin --> or <!-- hooks:end -->\n"


def test_a_page_holds_no_credential() -> None:
    page = (ROOT / "docs/rules/secret.md").read_text()
    assert "***" in page
    assert "@@" not in page
    assert "glpat-" not in page


def test_every_hook_is_a_command() -> None:
    assert [hook["id"] for hook in MANIFEST] == [hook.id for hook in HOOKS]
    for hook in MANIFEST:
        command, *arguments = hook["entry"].split(" ")
        assert command in SCRIPTS
        if arguments:
            profile = hook["id"].removesuffix("-lint")
            assert (command, arguments) == ("memoryrail-lint", ["check", f"--profile={profile}", "--hook"])
        else:
            assert command == hook["id"]
    listed = {entry.hook for name in profiles.NAMES for entry in profiles.load(name).RULES} - {"every hook"}
    assert listed <= {hook["id"] for hook in MANIFEST}
    assert set(SCRIPTS) == {hook["id"] for hook in MANIFEST}


# A hook that passes says nothing unless it is verbose, and a warning fails none.
VERBOSE = {
    *("memoryrail-lint", "engramory-lint", "memoryrail-precheck", "memoryrail-commit-msg"),
    "memoryrail-review",  # an error, and a warning where a person's hands were in it too
    *(
        entry.hook
        for name in profiles.NAMES
        for entry in profiles.load(name).RULES
        if rule.load(entry).severity == "warning"
    ),
}


@pytest.mark.parametrize("hook", MANIFEST, ids=lambda hook: hook["id"])
def test_every_hook_sees_the_whole_store(hook: dict[str, Any]) -> None:
    assert hook["always_run"] is True
    message = hook["id"] == "memoryrail-commit-msg"
    assert hook["pass_filenames"] is message
    assert hook["stages"] == (["commit-msg"] if message else ["pre-commit", "pre-merge-commit", "pre-push", "manual"])
    assert hook["require_serial"] is True
    assert hook["language"] == "python"
    assert hook["types"] == []
    assert hook.get("verbose", False) is (hook["id"] in VERBOSE)
    assert hook["description"].endswith(".")


def test_pre_commit_accepts_the_manifest() -> None:
    clientlib = pytest.importorskip("pre_commit.clientlib")
    clientlib.load_manifest(str(ROOT / ".pre-commit-hooks.yaml"))


STORES = (
    ".memoryrail/config.json",
    ".memoryrail/lint.toml",
    ".memoryrail/memories/20260105-one-pool.md",
    ".memoryrail/memories/a b/ü.txt",
    "packages/pool/.memoryrail/memories/20260105-one-pool.md",
    "packages/pool/.memoryrail/config.json",
)
AGENT_FILES = (
    "AGENTS.md",
    "CLAUDE.md",
    "packages/pool/AGENTS.md",
    ".cursor/rules/memoryrail.mdc",
    "web/.cursor/rules/memoryrail.mdc",
)
NOTES = (
    "memory/MEMORY.md",
    ".claude/memory/one-pool.md",
    ".agents/memory/archive/one-pool.md",
    ".claude/agent-memory/reviewer/MEMORY.md",
)
NEITHER = (
    "src/pool.py",
    "memories/20260105-one-pool.md",
    "memoryrail/config.json",
    "x.memoryrail/config.json",
    ".memoryrail/config.json.orig",
    ".memoryrail/README.md",
    ".memoryrail/memories",
    "docs/AGENTS.md.txt",
    "MY-AGENTS.md",
    "agents.md",
    "cursor/rules/memoryrail.mdc",
    ".cursor/rules/other.mdc",
)


@pytest.mark.parametrize("hook", MANIFEST, ids=lambda hook: hook["id"])
def test_files_that_concern_a_hook(hook: dict[str, Any]) -> None:
    if hook["id"] in ("memoryrail-precheck", "memoryrail-commit-msg"):
        assert all(re.search(hook["files"], path) for path in (*STORES, *AGENT_FILES, *NEITHER, ".git/COMMIT_EDITMSG"))
        return
    if hook["id"].startswith("engramory-"):
        assert [path for path in NOTES if not re.search(hook["files"], path)] == []
        assert [path for path in (*STORES, *AGENT_FILES, *NEITHER) if re.search(hook["files"], path)] == []
        return
    with_agents = hook["id"] in ("memoryrail-lint", "memoryrail-sync", "memoryrail-citations")
    good = STORES + (AGENT_FILES if with_agents else ())
    bad = NEITHER + NOTES + (() if with_agents else AGENT_FILES)
    assert [path for path in good if not re.search(hook["files"], path)] == []
    assert [path for path in bad if re.search(hook["files"], path)] == []
