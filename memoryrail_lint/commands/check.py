"""`memoryrail-lint check`, and what every hook runs."""

from __future__ import annotations

import os
import sys

from memoryrail_lint import config, engine, locate, options, policy, profiles
from memoryrail_lint.diagnostics import SEVERITIES, visible
from memoryrail_lint.errors import Trouble
from memoryrail_lint.report import Checked, Report, Style
from memoryrail_lint.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from memoryrail_lint.config import Config
    from memoryrail_lint.diagnostics import Diagnostic, Fix
    from memoryrail_lint.locate import Place
    from memoryrail_lint.options import Options
    from memoryrail_lint.tree import Tree

ROUNDS = 10
"""How often fixes are applied and the result judged again, at most; one fix can make room for the next."""


def main(argv: Sequence[str]) -> int:
    """Run `check` with these arguments; the exit status. Raises Trouble for what makes it 2."""
    return run(options.parse(argv, "memoryrail-lint check"))


def run(given: Options) -> int:
    """Check what the options name and print the report; the exit status."""
    _refuse_contradictions(given)
    folder = os.path.abspath(given.root) if given.root else os.getcwd()
    if given.root and not os.path.isdir(folder):
        raise Trouble(f"{visible(given.root)[:200]}: no such folder")
    overlay = _standard_input(given) if given.stdin_filename is not None else None
    paths = [*given.paths, *([given.stdin_filename] if given.stdin_filename else [])]
    found = locate.existing(paths, folder, overlay=given.stdin_filename)
    runs = [Run(place, given) for place in locate.places(found, folder, _names(given))]
    for one in runs:
        if overlay is not None:
            one.overlay = {one.place.relative(found[-1]): overlay}
    if given.fix:
        _fix(runs, given)
    for one in runs:
        one.check()
    named_file = any(not os.path.isdir(path) for path in found)
    if not any(one.checked for one in runs) and not (given.allow_empty or given.hook or named_file):
        raise Trouble(
            "there is no store to check here; `memoryrail-lint init` makes one, --allow-empty makes this no failure"
        )
    return finish(runs, given)


def _refuse_contradictions(given: Options) -> None:
    if given.fix and (given.staged or given.stdin_filename is not None):
        raise Trouble("--fix changes files on disk, so it does not go with --staged or --stdin-filename")
    if given.stdin_filename == "":
        raise Trouble("--stdin-filename needs the path that the text would have")
    if given.staged and given.stdin_filename is not None:
        raise Trouble("--staged and --stdin-filename name two different contents; give one of them")
    if given.staged and given.base:
        raise Trouble("--staged compares the index with HEAD, --base two commits; give one of them")
    if given.fix and given.diff:
        raise Trouble("--fix writes and --diff only shows; give one of them")
    if given.unsafe_fixes and not (given.fix or given.diff):
        raise Trouble("--unsafe-fixes goes with --fix or --diff")
    if given.write_baseline and given.staged:
        raise Trouble("--write-baseline lists the findings of the work tree, so it does not go with --staged")


def _standard_input(given: Options) -> bytes:
    from memoryrail_lint.tree import MAX_FILE_BYTES

    # One byte more than allowed, so that a too large text is seen to be one.
    return sys.stdin.buffer.read(MAX_FILE_BYTES + 1)


def _names(given: Options) -> Sequence[str]:
    return profiles.NAMES if given.profile == "auto" else (given.profile,)


class Run:
    """The check of one repository: its tree, its stores, what was found."""

    def __init__(self, place: Place, given: Options) -> None:
        self.place = place
        self.given = given
        self.overlay: dict[str, bytes] | None = None
        """Contents that stand for files, by path."""
        self.reset()

    def reset(self) -> None:
        self.checked: list[Checked] = []
        self.reported: list[Diagnostic] = []
        self.suppressed: list[Diagnostic] = []
        self.skipped: list[tuple[str, str]] = []
        self.shown: dict[str, Source] = {}
        self.configs: dict[str, Config] = {}
        """By the root of the store."""
        self.baselines: set[str] = set()
        """The baseline files that the command line or the configurations name."""
        self.failed = False
        if self.place.repository is not None:
            self.place.repository.noted.clear()

    def check(self) -> None:
        """Judge every store here. Raises Trouble where configuration, git or a store stand in the way."""
        self.reset()
        given = self.given
        trees: dict[str, Tree] = {}
        ends = locate.ends(self.place, given)
        scope = locate.scope(self.place, given, ends)
        for name in _names(given):
            profile: Any = profiles.load(name)
            key = profile.PATHSPEC if given.hook else ""
            if key not in trees:
                trees[key] = self.place.open_tree(
                    [profile], staged=given.staged, tracked=bool(key), overlay=self.overlay
                )
            tree = trees[key]
            if profile.PATHSPEC:
                roots = locate.store_roots(self.place, profile, tree)
            else:
                asked = given.profile != "auto"
                roots = locate.standing_roots(self.place, profile, tree, self._config(tree, ""), asked=asked)
            for root in roots:
                settings = self._config(tree, root)
                if self.place.named is None and self._excluded(tree, root, settings):
                    continue
                store = profile.open_store(tree, root, settings, self.place.repository)
                store.staged = scope.touched if given.staged else None
                store.ends = ends
                store.named = [
                    path
                    for path in sorted(self.place.named or ())
                    if locate.nearest(path, set(roots), self.place, profile, tree) == root
                ]
                self._judge(store, profile, settings, scope)
        self.reported.sort(key=lambda d: d.sort_key)
        self.suppressed.sort(key=lambda d: d.sort_key)

    def _excluded(self, tree: Tree, root: str, settings: Config) -> bool:
        """Whether the nearest configuration, or the repository's own, leaves this store out."""
        return excluded(tree, root, settings) if self.given.config is None else _matches(root, settings)

    def _config(self, tree: Tree, root: str) -> Config:
        if self.given.config is None:
            if root not in self.configs:
                self.configs[root] = config.find(tree, root)
            return self.configs[root]
        try:
            with open(self.given.config, "rb") as file:
                data = file.read(config.MAX_BYTES)
        except OSError as error:
            raise Trouble(f"{visible(self.given.config)}: {(error.strerror or '').lower()}") from None
        found = config.parse(self.given.config, data, self.given.config.endswith("pyproject.toml"))
        settings = found or config.Config()
        settings.folder = ""
        return settings

    def _judge(self, store: Any, profile: profiles.Profile, settings: Config, scope: engine.Scope) -> None:
        given = self.given
        select, ignore = given.select or settings.select, [*given.ignore, *settings.ignore]
        entries = policy.choose(profile.RULES, select, ignore, profiles.rule_names)
        outcome = engine.run(store, entries, scope, suppress=not given.no_suppressions)
        baseline = self._baseline(settings)
        reported, known_before = (
            baseline.split(outcome.diagnostics) if baseline and not given.write_baseline else (outcome.diagnostics, [])
        )
        self.reported += reported
        self.suppressed += outcome.suppressed + known_before
        self.skipped += store.skipped.items()
        for path, source in outcome.shown.items():
            engine.show(self.shown, path, source)
        self.checked.append(Checked(store.profile, _shown_root(store.root), store.files))
        self.failed |= fails(reported, given.fail_on or settings.fail_on or "error")

    def _baseline(self, settings: Config) -> Any:
        path = self.given.baseline
        if path is None and settings.baseline is not None:
            path = os.path.join(self.place.top, settings.folder, settings.baseline)
        if path is None:
            return None
        self.baselines.add(path)
        from memoryrail_lint import baseline

        return baseline.Baseline.load(path, missing_ok=self.given.write_baseline)

    def fixes(self) -> list[Fix]:
        return [diagnostic.fix for diagnostic in self.reported if diagnostic.fix is not None]


def _shown_root(root: str) -> str:
    if not root:
        return "."
    from memoryrail_lint.checks.secrets import mask

    return visible(mask(root))


def excluded(tree: Tree, root: str, settings: Config) -> bool:
    """Whether a store's own configuration, or that of the repository, leaves the store out."""
    return _matches(root, settings) or (bool(root) and settings.folder != "" and _matches(root, config.find(tree, "")))


def _matches(root: str, settings: Config) -> bool:
    if not settings.exclude:
        return False
    from fnmatch import fnmatchcase

    inner = root.removeprefix(f"{settings.folder}/") if settings.folder else root
    parts = inner.split("/")
    prefixes = ["/".join(parts[: n + 1]) for n in range(len(parts))]
    return any(fnmatchcase(prefix, pattern.rstrip("/")) for pattern in settings.exclude for prefix in prefixes)


def fails(reported: Sequence[Diagnostic], fail_on: str) -> bool:
    if fail_on == "never":
        return False
    bad = SEVERITIES[: SEVERITIES.index(fail_on) + 1]
    return any(diagnostic.severity in bad for diagnostic in reported)


def _fix(runs: Sequence[Run], given: Options) -> None:
    from memoryrail_lint import fixes

    for one in runs:
        for _ in range(ROUNDS):
            one.check()
            changes = fixes.collect(one.fixes(), unsafe=given.unsafe_fixes)
            if not changes:
                break
            fixes.write(changes, one.place.top)


def finish(runs: Sequence[Run], given: Options) -> int:
    if given.hook and given.output is None and given.format == "text" and not any(map(_heard, runs)):
        return 0
    from memoryrail_lint import output, rule

    shown: dict[str, Source] = {}
    for one in runs:
        for path, source in one.shown.items():
            # Two repositories may hold files of one name, and what is shown of them names no repository.
            shown[path] = source if path not in shown else Source(path)

    def load(name: str) -> rule.Rule:
        entry = profiles.entry(name)
        assert entry is not None
        return rule.load(entry)

    report = Report(
        sorted((d for one in runs for d in one.reported), key=lambda d: d.sort_key),
        suppressed=sorted((d for one in runs for d in one.suppressed), key=lambda d: d.sort_key),
        skipped=sorted({entry for one in runs for entry in one.skipped}),
        stores=[checked for one in runs for checked in one.checked],
        excerpt=lambda path, line: _excerpt(shown.get(path), line),
        byte_column=lambda path, line, column: _byte_column(shown.get(path), line, column),
        rule=load,
    )
    if given.write_baseline:
        from memoryrail_lint import baseline

        return baseline.write({path for one in runs for path in one.baselines}, report)
    status = 1 if any(one.failed for one in runs) else 0
    if given.diff:
        _show_diff(runs, given)
        if given.format in ("text", "concise"):
            return status
    quiet = given.quiet or given.hook
    terminal = given.output is None and sys.stdout.isatty()
    color = terminal and not given.no_color and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    style = Style(show_info=given.show_info, color=color, excerpts=terminal, statistics=given.statistics, quiet=quiet)
    emit(output.render(given.format, report, style), given.output)
    return status


def _heard(one: Run) -> bool:
    """Whether a run has anything to say where silence means that all is well."""
    return bool(one.reported or one.suppressed or one.skipped or one.given.write_baseline or one.given.statistics)


def _byte_column(source: Source | None, line: int, column: int) -> int:
    if source is None or line > len(source.line_starts()):
        return column
    from memoryrail_lint.output.columns import byte_column

    return byte_column(source, line, column)


def _excerpt(source: Source | None, line: int) -> str | None:
    """A line of a file, one character for each of its columns; None where the line holds a credential."""
    if source is None or line > len(source.line_starts()):
        return None
    from memoryrail_lint.checks import secrets

    start = source.line_starts()[line - 1]
    text = source.line(line)
    if any(hit.start < start + len(text) + 1 and hit.end > start for hit in secrets.find(source.text)):
        return None
    return "".join(ch if len(visible(ch)) == 1 else " " if ch == "\t" else "\u00b7" for ch in text)


def _show_diff(runs: Sequence[Run], given: Options) -> None:
    from memoryrail_lint import fixes
    from memoryrail_lint.checks.secrets import mask

    text = "".join(fixes.diff(fixes.collect(one.fixes(), unsafe=given.unsafe_fixes), mask) for one in runs)
    emit(text, None, sys.stdout if given.format in ("text", "concise") else sys.stderr)


def emit(text: str, path: str | None, stream: Any = None) -> None:
    """Write a report to a file, or to standard output (in UTF-8 where that is no terminal)."""
    if path is not None:
        try:
            with open(path, "wb") as file:
                file.write(text.encode())
        except OSError as error:
            raise Trouble(f"cannot write {visible(path)[:200]}: {(error.strerror or '').lower()}") from None
        return
    stream = stream or sys.stdout
    encoding = stream.encoding if stream.isatty() else "utf-8"
    stream.buffer.write(text.encode(encoding, "backslashreplace"))
    stream.flush()
