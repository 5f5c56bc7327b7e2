"""Who may import whom, what each hook may load on a clean run, and a profile that engine and outputs do not know."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import types
from pathlib import Path

import pytest

from memoryrail_lint import engine, output, policy, profiles, rule
from memoryrail_lint.diagnostics import Finding
from memoryrail_lint.report import Checked, Report, Style
from memoryrail_lint.source import Source

PACKAGE = Path(profiles.__file__).parent.parent
NAME = "memoryrail_lint"


def module_name(path: Path) -> str:
    return ".".join([NAME, *path.relative_to(PACKAGE).with_suffix("").parts]).removesuffix(".__init__")


def imported(tree: ast.AST) -> set[str]:
    """What code imports when it runs, also inside functions; `from a import b` is `a.b`."""
    found: set[str] = set()
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        found |= imported(node)
    return found


TREES = {module_name(path): ast.parse(path.read_bytes()) for path in PACKAGE.rglob("*.py")}
GRAPH = {name: imported(tree) for name, tree in TREES.items()}
PROFILES = sorted(path.parent.name for path in (PACKAGE / "profiles").glob("*/__init__.py"))

# Part of the package -> what it must not import. `profiles.*` is any one profile.
FORBIDDEN = {
    "diagnostics": [""],
    "source": ["profiles", "engine", "policy", "output", "commands", "hooks", "git", "config"],
    "checks": ["profiles", "engine", "policy", "output", "commands", "hooks", "git", "config", "tree", "rule"],
    "git": ["profiles", "engine", "policy", "output", "commands", "hooks", "config", "tree", "rule", "checks"],
    "rule": ["profiles", "engine", "policy", "output", "commands", "hooks", "git"],
    "engine": ["profiles", "output", "commands", "hooks", "git"],
    "policy": ["profiles", "engine", "output", "commands", "hooks", "git"],
    "output": ["profiles", "engine", "policy", "commands", "hooks", "git", "tree", "source"],
    "hooks": ["profiles", "engine", "output", "git"],
    "profiles": ["engine", "output", "commands", "hooks", "cli"],
    "cli": ["profiles.*"],
    "locate": ["profiles.*", "output", "commands", "hooks"],
    "guard": ["output", "commands", "hooks"],
    "guard.change": ["profiles.*"],
    "guard.edits": ["profiles", "engine", "config", "git"],
    "guard.hosts": ["profiles", "engine", "config", "git"],
    "config": ["profiles", "engine", "output", "commands", "hooks"],
    "commands.check": ["profiles.*"],
    "commands.rule": ["profiles.*"],
}


def below(name: str, part: str) -> bool:
    return name == part or name.startswith(f"{part}.") or not part


@pytest.mark.parametrize("part", FORBIDDEN)
def test_imports_go_one_way(part: str) -> None:
    bad = []
    for name, wanted in GRAPH.items():
        if not below(name, f"{NAME}.{part}"):
            continue
        inner = {one.removeprefix(f"{NAME}.") for one in wanted if one.startswith(f"{NAME}.")}
        for forbidden in FORBIDDEN[part]:
            if forbidden == "profiles.*":
                bad += [(name, one) for one in inner for profile in PROFILES if below(one, f"profiles.{profile}")]
            else:
                bad += [(name, one) for one in inner if below(one, forbidden)]
    assert bad == []


def test_every_part_is_there() -> None:
    assert all(any(below(name, f"{NAME}.{part}") for name in GRAPH) for part in FORBIDDEN)


@pytest.mark.parametrize("profile", PROFILES)
def test_a_profile_imports_no_other(profile: str) -> None:
    mine = f"{NAME}.profiles.{profile}"
    others = [f"{NAME}.profiles.{other}" for other in PROFILES if other != profile]
    used = {one for name, wanted in GRAPH.items() if below(name, mine) for one in wanted}
    assert [one for one in used for other in others if below(one, other)] == []


@pytest.mark.parametrize("profile", PROFILES)
def test_a_rule_imports_no_other(profile: str) -> None:
    rules = f"{NAME}.profiles.{profile}.rules"
    users = {name: {one for one in wanted if below(one, rules)} for name, wanted in GRAPH.items()}
    assert {name: used for name, used in users.items() if used} == {}


@pytest.mark.parametrize("part", ["engine", "policy", "output", "report", "rule", "diagnostics", "hooks.base"])
def test_no_profile_is_named(part: str) -> None:
    """Not in code: the docstrings may speak of formats."""
    texts = {
        node.value
        for name, tree in TREES.items()
        if below(name, f"{NAME}.{part}")
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert texts.isdisjoint(PROFILES)


def test_only_commands_print_and_exit() -> None:
    allowed = [f"{NAME}.{part}" for part in ("__main__", "cli", "commands", "hooks")]
    for name, tree in TREES.items():
        if any(below(name, part) for part in allowed):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                assert ast.unparse(node.func) not in ("print", "exit", "sys.exit", "SystemExit"), name


def test_only_git_starts_processes() -> None:
    users = {name for name, wanted in GRAPH.items() if any(one.split(".")[0] == "subprocess" for one in wanted)}
    users |= {name for name, tree in TREES.items() if "posix_spawn" in ast.dump(tree)}
    allowed = (f"{NAME}.git", f"{NAME}.commands.composing")  # the latter opens a person's editor
    assert all(any(below(name, part) for part in allowed) for name in users)


# What a hook may load on a clean run beyond a bare Python, of the standard library and of this package.
# Anything further is paid at every commit; `benchmarks/` has the price.
STANDARD = {"__future__", "_json", "gc"}
OWN = {
    *("checks", "checks.dates", "cli", "commands", "commands.check", "config", "diagnostics", "engine", "errors"),
    *(
        "git",
        "git.process",
        "hooks",
        "hooks.base",
        "locate",
        "masker",
        "options",
        "policy",
        "profiles",
        "rawjson",
        "report",
    ),
    *("resources", "rule", "source", "tree"),
    *(f"profiles.memoryrail{part}" for part in ("", ".fields", ".model", ".parse", ".rules")),
}
SECRETS = {"checks.secrets", "checks.detectors", "checks.detectors.gate", "profiles.memoryrail.decoded"}
LINKS = {"checks.paths", "profiles.memoryrail.links", "profiles.memoryrail.writer"}
GIT = {"git.commits", "git.history", "git.news", "git.tracked", "git.walk"}
STALENESS = LINKS | GIT | {"profiles.memoryrail.staleness", "profiles.memoryrail.stale_links"}
SYNC = {"checks.blocks", "checks.markers", "profiles.memoryrail.block", "profiles.memoryrail.targets"}
REFS = {"profiles.memoryrail.refs"}
CITATIONS = SYNC | REFS | {"checks.code", "profiles.memoryrail.citations"}
MORE: dict[str, tuple[set[str], set[str]]] = {
    "memoryrail-schema": (set(), set()),
    "memoryrail-id": ({"_sha1"}, REFS | {"profiles.memoryrail.writer"}),
    "memoryrail-links": (set(), LINKS),
    "memoryrail-lifecycle": (
        set(),
        {"profiles.memoryrail.lifecycle", "profiles.memoryrail.states", "profiles.memoryrail.writer"},
    ),
    "memoryrail-staleness": (set(), STALENESS),
    "memoryrail-secrets": (set(), SECRETS),
    "memoryrail-citations": (set(), CITATIONS),
    "memoryrail-safety": (set(), {"checks.invisible", "checks.injection", "profiles.memoryrail.decoded"}),
    "memoryrail-sync": ({"_sha1"}, SYNC | REFS | SECRETS),
}
DEAR = {
    *("jsonschema", "yaml", "detect_secrets", "git", "markdown_it", "dataclasses", "pathlib", "typing", "logging"),
    *("subprocess", "json", "datetime", "hashlib", "importlib.metadata"),
}
"""What not even the command with arguments may load on a clean run; `argparse` brings `re` and `shutil` with it."""


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with one memory that links a file, synced agent files, and nothing wrong."""
    folder = tmp_path_factory.mktemp("clean")
    fields = {
        "id": "20260105-one-pool",
        "type": "decision",
        "title": "Use one connection pool",
        "status": "active",
        "created": "2026-01-05T09:00:00Z",
        "updated": "2026-01-05T09:00:00Z",
        "links": ["src/pool.py"],
    }
    front = "".join(f"{name}: {json.dumps(value)}\n" for name, value in fields.items())
    files = {
        ".memoryrail/config.json": '{"version": 1, "review": "off"}\n',
        ".memoryrail/memories/20260105-one-pool.md": f"---\n{front}---\n\nTwo pools took each other's connections.\n",
        "src/pool.py": "SIZE = 10\n",
    }
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, newline="\n")
    env = environment()
    for role in ("AUTHOR", "COMMITTER"):
        env |= {f"GIT_{role}_NAME": "Example", f"GIT_{role}_EMAIL": "example@example.invalid"}
        env[f"GIT_{role}_DATE"] = "2026-01-05T09:00:00Z"
    sync = [sys.executable, "-m", NAME, "sync"]
    for words in (["git", "init", "-q"], sync, ["git", "add", "-A"], ["git", "commit", "-q", "-m", "Commit"]):
        subprocess.run(words, cwd=folder, env=env, check=True, capture_output=True)
    assert (folder / "AGENTS.md").exists()
    return folder


def environment() -> dict[str, str]:
    dropped = ("GIT_", "PRE_COMMIT", "COV_", "PYTHONDONTWRITEBYTECODE")
    ours = {name: value for name, value in os.environ.items() if not name.startswith(dropped)}
    return ours | {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull}


def loaded(folder: Path, code: str) -> set[str]:
    """The modules that a fresh Python has after running some code that prints nothing."""
    argv = [sys.executable, "-c", f"import sys\n{code}\nprint(*sys.modules)"]
    # The first run may have to compile something, and the compiler imports modules of its own.
    subprocess.run(argv, cwd=folder, env=environment(), capture_output=True, check=True)
    done = subprocess.run(argv, cwd=folder, env=environment(), capture_output=True, text=True, check=True)
    assert done.stdout.count("\n") == 1, done.stdout
    assert done.stderr == ""
    return set(done.stdout.split())


@pytest.mark.skipif(not hasattr(os, "posix_spawn"), reason="git is started through subprocess here")
@pytest.mark.parametrize("hook", MORE)
def test_a_hook_loads_what_it_needs(hook: str, clean: Path) -> None:
    name = hook.removeprefix("memoryrail-")
    used = loaded(clean, f"from {NAME}.hooks.{name} import main\nassert main([]) == 0") - loaded(clean, "")
    standard = {one for one in used if one.split(".")[0] != NAME}
    assert standard <= STANDARD | MORE[hook][0]
    own = {one.partition(".")[2] for one in used - standard} - {"", f"hooks.{name}"}
    rules = {
        f"profiles.memoryrail.rules.{entry.name.replace('-', '_')}"
        for entry in profiles.load("memoryrail").RULES
        if entry.hook == hook
    }
    assert own - OWN - MORE[hook][1] - rules == set()


@pytest.mark.skipif(not hasattr(os, "posix_spawn"), reason="git is started through subprocess here")
def test_the_command_loads_nothing_dear(clean: Path) -> None:
    argv = ["check", "--profile", "memoryrail", "--hook"]
    used = loaded(clean, f"from {NAME}.cli import main\nassert main({argv}) == 0") - loaded(clean, "")
    assert used & DEAR == set()


class ToyMember:
    odd = True

    def __init__(self, source: Source) -> None:
        self.source = source

    @property
    def path(self) -> str:
        return self.source.path

    def in_value(self, offset: int) -> bool:
        return False

    def body(self) -> tuple[int, int]:
        return 0, len(self.source.text)


class ToyStore:
    """Some texts: what a store of any profile has to be."""

    profile = "toy"
    root = ""

    def __init__(self, texts: dict[str, str]) -> None:
        self.skipped = {"toy-empty": "nothing to compare with"}
        self.members = [ToyMember(Source(path, text.encode())) for path, text in texts.items()]
        self.files = len(self.members)

    def sources(self) -> list[tuple[Source, ToyMember]]:
        return [(member.source, member) for member in self.members]


TOY = (
    rule.Entry("toy-shout", "toy-hook", "member", "toy"),
    rule.Entry("toy-empty", "toy-hook", "store", "toy"),
)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A third profile with two rules, there for the time of a test."""
    shout = types.ModuleType("shout", "A text shouts.\n\nNobody listens.\n\nFix: lower your voice.")
    shout.SEVERITY = "warning"  # type: ignore[attr-defined]
    shout.check = lambda member, store: (  # type: ignore[attr-defined]
        Finding(member.source, (at, at + 1), "{0} shouts", member.path, help="lower your voice")
        for at, character in enumerate(member.source.text)
        if character == "?"
    )
    empty = types.ModuleType("empty", "A text is empty.\n\nIt says nothing.\n\nFix: write something.")
    empty.SEVERITY = "error"  # type: ignore[attr-defined]
    empty.check = lambda store: (  # type: ignore[attr-defined]
        Finding(member.source, None, "the text is empty") for member in store.members if not member.source.text
    )
    package = types.ModuleType(f"{NAME}.profiles.toy")
    package.RULES = TOY  # type: ignore[attr-defined]
    for name, module in {
        "": package,
        ".rules": types.ModuleType("rules"),
        ".rules.toy_shout": shout,
        ".rules.toy_empty": empty,
    }.items():
        monkeypatch.setitem(sys.modules, f"{NAME}.profiles.toy{name}", module)
    monkeypatch.setattr(profiles, "NAMES", (*profiles.NAMES, "toy"))
    monkeypatch.setattr(rule, "_loaded", {})


def toy_report() -> Report:
    store = ToyStore({"b.txt": "Hear?\n<!-- memoryrail-lint: ignore[toy-shout] fine here -->\nHear?\n", "a.txt": ""})
    outcome = engine.run(store, policy.choose(TOY, [], [], []), engine.Scope())  # type: ignore[arg-type]
    entries = {entry.name: entry for entry in TOY}
    return Report(
        outcome.diagnostics,
        suppressed=outcome.suppressed,
        skipped=list(store.skipped.items()),
        stores=[Checked(store.profile, ".", store.files)],
        rule=lambda name: rule.load(entries[name]),
    )


@pytest.mark.usefixtures("toy")
def test_a_third_profile_runs_through_the_engine() -> None:
    report = toy_report()
    assert [(d.rule, d.severity, d.path, d.line, d.column, d.message) for d in report.diagnostics] == [
        ("toy-empty", "error", "a.txt", 1, 1, "the text is empty"),
        ("toy-shout", "warning", "b.txt", 1, 5, '"b.txt" shouts'),
    ]
    assert [(d.rule, d.line, d.suppressed) for d in report.suppressed] == [("toy-shout", 3, "fine here")]
    assert [entry.name for entry in policy.choose(TOY, ["toy-hook"], ["toy-empty"], [])] == ["toy-shout"]
    assert profiles.entry("toy-shout") is TOY[0]
    assert {"toy-hook", "toy-empty", "toy-shout"} <= set(profiles.rule_names())


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize("format", output.FORMATS)
def test_a_third_profile_runs_through_every_format(format: str) -> None:
    text = output.render(format, toy_report(), Style(show_info=True))
    assert [word for word in ("toy-empty", "toy-shout", "the text is empty", "shouts") if word not in text] == []
    if format in ("json", "sarif", "gitlab"):
        json.loads(text)
