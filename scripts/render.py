"""Write every file that is made from the rules and the hooks: `python scripts/render.py [--check]`.

- docs/rules/<rule>.md and docs/rules/README.md, from the rules' docstrings and their examples in tests/rules
- the two tables of README.md, between `<!-- rules:begin -->` and `<!-- rules:end -->`, and the same with `hooks`
- .pre-commit-hooks.yaml, from memoryrail_lint/hooks/catalogue.py

With --check nothing is written; each file that would change is named, and the exit status is 1 if there is one.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from memoryrail_lint import profiles, rule  # noqa: E402
from memoryrail_lint.checks.secrets import mask  # noqa: E402
from memoryrail_lint.diagnostics import visible  # noqa: E402
from memoryrail_lint.hooks.catalogue import HOOKS  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memoryrail_lint.rule import Rule

FIXES = {None: "none", "safe": "`--fix`", "unsafe": "`--fix --unsafe-fixes`"}
MARKS = {None: "", "safe": "fix", "unsafe": "unsafe fix"}
LONGEST = 40
"""Lines of a file that a page shows; longer ones are left out."""
SKELETON = """# memoryrail-lint

## Hooks

<!-- hooks:begin -->
<!-- hooks:end -->

## Rules

<!-- rules:begin -->
<!-- rules:end -->
"""


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a file would change")
    check = parser.parse_args(argv).check
    wanted = dict(render(ROOT))
    present = {path: path.read_bytes() for path in {*wanted, *ROOT.glob("docs/rules/*.md")} if path.exists()}
    changed = sorted(path for path in {*wanted, *present} if wanted.get(path) != present.get(path))
    for path in changed:
        print(f"{path.relative_to(ROOT).as_posix()} {'differs' if check else 'written'}")
        if check:
            continue
        if path in wanted:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(wanted[path])
        else:
            path.unlink()
    if check and changed:
        print("run `make render`", file=sys.stderr)
    return 1 if check and changed else 0


def render(root: Path) -> Iterator[tuple[Path, bytes]]:
    """Each rendered file with its content."""
    rules = all_rules()
    pages = {name: page(same, root / "tests" / "rules" / name) for name, same in rules.items()}
    for name, text in pages.items():
        yield root / "docs" / "rules" / f"{name}.md", text.encode()
    yield root / "docs" / "rules" / "README.md", index(rules).encode()
    yield root / ".pre-commit-hooks.yaml", manifest().encode()
    readme = root / "README.md"
    text = readme.read_bytes().decode() if readme.exists() else ""
    text = text if text.strip() else SKELETON
    text = between(text, "rules", rule_table((same[0] for same in rules.values()), "docs/rules/"))
    yield readme, between(text, "hooks", hook_table()).encode()


def all_rules() -> dict[str, list[Rule]]:
    """The rules by name, in the order of the profiles' lists; several profiles may have one of the same name."""
    found: dict[str, list[Rule]] = {}
    for name in profiles.NAMES:
        for entry in profiles.load(name).RULES:
            found.setdefault(entry.name, []).append(rule.load(entry))
    return found


def page(same: list[Rule], examples: Path) -> str:
    """The page of a rule, which `memoryrail-lint rule NAME` prints too."""
    first = same[0]
    hooks = ", ".join(dict.fromkeys(one.entry.hook for one in same))
    parts = [
        f"# {first.name}",
        f"Severity: {first.severity} | Hook: {hooks} | Fix: {FIXES[first.fixable]}",
        first.summary,
        "## Why is this bad?",
        first.why,
        "## Example",
        *example(examples / "bad"),
        "## How to fix",
        f"{first.fix[:1].upper()}{first.fix[1:]}",
    ]
    return "\n\n".join(parts) + "\n"


def example(folder: Path) -> Iterator[str]:
    """The file that the first finding of an example is about, as far as a page can show it, and all that is printed."""
    output = (folder / "expected.txt").read_bytes().decode()
    path = output.partition(":")[0]
    steps = sorted(folder.glob("commit-*")) or [folder]
    there = [step / path for step in steps if (step / path).is_file()]
    if there:
        text = mask(there[-1].read_bytes().decode(errors="replace").replace("@@", ""))
        lines = [visible(line) for line in text.splitlines()]
        if len(lines) <= LONGEST:
            yield f"`{path}`:"
            yield fence("\n".join(lines), {"md": "markdown"}.get(path.rpartition(".")[2], path.rpartition(".")[2]))
    yield "`memoryrail-lint check` says:"
    yield fence("\n".join(output.splitlines()[:-1]), "text")


def fence(text: str, language: str) -> str:
    marks = "```"
    while marks in text:
        marks += "`"
    return f"{marks}{language}\n{text}\n{marks}"


def index(rules: dict[str, list[Rule]]) -> str:
    """The page of all rules, those of one hook together."""
    hooks: dict[str, list[Rule]] = {}
    for same in rules.values():
        for one in same:
            hooks.setdefault(one.entry.hook, []).append(one)
    parts = [
        "# Rules",
        f'"{MARKS["safe"]}" marks rules that `--fix` mends, "{MARKS["unsafe"]}" those that also need `--unsafe-fixes`.',
    ]
    for hook, group in hooks.items():
        parts += [f"## {hook}", rule_table(group, "").strip()]
    return "\n\n".join(parts) + "\n"


def rule_table(rules: Iterable[Rule], folder: str) -> str:
    rows = [
        f"| [{one.name}]({folder}{one.name}.md) | {one.severity} | {MARKS[one.fixable]} | {cell(one.summary)} |"
        for one in rules
    ]
    return "\n".join(["| Rule | Severity | Fix | What it finds |", "|---|---|---|---|", *rows])


def hook_table() -> str:
    rows = [f"| `{hook.id}` | {cell(hook.about)} |" for hook in HOOKS]
    return "\n".join(["| Hook | What it checks |", "|---|---|", *rows])


def cell(text: str) -> str:
    return text.replace("|", "\\|")


def between(text: str, name: str, inner: str) -> str:
    """A text with `inner` between the two markers of that name. Raises SystemExit where it lacks them."""
    begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
    head, found, rest = text.partition(begin)
    _, closed, tail = rest.partition(end)
    if not (found and closed):
        raise SystemExit(f"README.md lacks {begin} or {end}")
    return f"{head}{begin}\n\n{inner}\n\n{end}{tail}"


def manifest() -> str:
    """The manifest that pre-commit and prek read from this repository."""
    parts = [
        "# Written by scripts/render.py from memoryrail_lint/hooks/catalogue.py.",
        "# Every hook runs on every commit and finds the stores itself: one that only deletes a file, or changes a",
        "# path that a memory links, matters too. `files` and `types` are for whoever sets `always_run: false`.",
    ]
    for hook in HOOKS:
        parts += [
            f"- id: {hook.id}",
            f"  name: {hook.id}",
            f"  description: {json.dumps(hook.about)}",
            f"  entry: {hook.entry}",
            "  language: python",
            "  always_run: true",
            f"  pass_filenames: {'true' if hook.message else 'false'}",
            "  require_serial: true",
            f"  files: '{hook.files}'",
            "  types: []",
            f"  stages: [{'commit-msg' if hook.message else 'pre-commit, pre-merge-commit, pre-push, manual'}]",
            *(["  verbose: true"] if hook.verbose else []),
            '  minimum_pre_commit_version: "3.2.0"',
        ]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    sys.exit(main())
