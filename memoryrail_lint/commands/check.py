"""`memoryrail-lint check`, and what every hook runs."""

from __future__ import annotations

import os
import sys

from memoryrail_lint import config, engine, locate, options, policy, profiles, rule
from memoryrail_lint.config import Config
from memoryrail_lint.diagnostics import SEVERITIES, visible
from memoryrail_lint.errors import Trouble
from memoryrail_lint.report import Checked, Report, Style
from memoryrail_lint.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from memoryrail_lint.diagnostics import Diagnostic, Fix
    from memoryrail_lint.locate import Place
    from memoryrail_lint.options import Options
    from memoryrail_lint.past import Past
    from memoryrail_lint.rule import Entry
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
        raise Trouble(locate.nothing([one.place for one in runs], staged=given.staged))
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
    if given.config_from and given.config is not None:
        raise Trouble("--config names a configuration, and --config-from takes that of the base; give one of them")
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
        self.ends: locate.Ends | None = None
        self._past: Past | None = None
        self.scope = engine.Scope()
        if self.place.repository is not None:
            self.place.repository.noted.clear()

    def check(self) -> None:
        """Judge every store here. Raises Trouble where configuration, git or a store stand in the way."""
        self.reset()
        given = self.given
        trees: dict[str, Tree] = {}
        ends = self.ends = locate.ends(self.place, given)
        if given.config_from and ends is None:
            raise Trouble("--config-from base needs to know the base: give --base REF too")
        scope = self.scope = locate.scope(self.place, given, ends)
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
                top = self.config(tree, "")
                roots = locate.standing_roots(self.place, profile, tree, top, asked=asked)
                if not (given.hook or self.place.named):
                    self.skipped += profile.absent(tree, top)
            gone = self._gone(profile, roots)
            if given.config_from:
                self.past.learn([*roots, *gone])
            for root in [*roots, *gone]:
                law = Law(self, profile, tree, root)
                if not law.entries:
                    continue
                store = profile.open_store(tree, root, law.settings, self.place.repository)
                store.staged = scope.touched if given.staged else None
                store.ends = ends
                store.named = [
                    path
                    for path in sorted(self.place.named or ())
                    if locate.nearest(path, set(roots), self.place, profile, tree) == root
                ]
                self._judge(store, profile, law, gone=root in gone)
        self.reported.sort(key=lambda d: d.sort_key)
        self.suppressed.sort(key=lambda d: d.sort_key)

    @property
    def past(self) -> Past:
        """The files of the base. Only where two states are compared."""
        if self._past is None:
            from memoryrail_lint.past import Past

            assert self.ends is not None
            assert self.place.repository is not None
            self._past = Past(self.place.repository, self.ends)
        return self._past

    def _gone(self, profile: profiles.Profile, roots: Sequence[str]) -> list[str]:
        """The roots of stores that were there at the base and are no more."""
        ends, touched = self.ends, self.scope.touched
        if not profile.PATHSPEC or ends is None:
            return []
        if touched is None:  # a hook: asked only where all that is left is nothing
            asked = policy.choose(profile.RULES, self.given.select, self.given.ignore, profiles.rule_names)
            if roots or not ends.start or not any(entry.reads == "ends" for entry in asked):
                return []
            touched = self.past.removed(profile.PATHSPEC)
        named = self.place.named
        found = profile.roots(touched) - set(roots)
        return sorted(
            root for root in found if not named or not root or any(f"{path}/".startswith(f"{root}/") for path in named)
        )

    def config(self, tree: Tree, root: str) -> Config:
        """What holds for a store. Raises Trouble for what is wrong."""
        if self.given.config is None:
            if root not in self.configs:
                self.configs[root] = self.past.config(root) if self.given.config_from else config.find(tree, root)
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

    def config_before(self, tree: Tree, root: str) -> Config:
        """What held for a store at the base; the defaults where that was wrong."""
        if self.ends is None or self.given.config_from:
            return self.config(tree, root)
        past = self.past
        try:
            if self.given.config is None:
                now = self.config(tree, root)
                return past.config(root) if past.changed_settings(root) or self._is_elsewhere(now) else now
            path = past.inside(self.given.config)
            if path is None or not past.changed(path):
                return self.config(tree, root)
            source = past.read(path)
            return (config.parse(path, source.data, path.endswith("pyproject.toml")) if source else None) or Config()
        except Trouble:
            return Config()

    def _is_elsewhere(self, settings: Config) -> bool:
        """Whether a configuration stands behind a symlink, so that its path does not tell when it changed."""
        top = os.path.realpath(self.place.top)
        return settings.path is not None and os.path.realpath(os.path.join(top, settings.path)) != os.path.normpath(
            os.path.join(top, settings.path)
        )

    def _judge(self, store: Any, profile: Any, law: Law, *, gone: bool) -> None:
        given = self.given
        entries = [entry for entry in law.entries if entry.reads == "ends"] if gone else law.entries
        heeded = self._heeded(store, profile, law.settings) if given.config_from else None
        outcome = engine.run(store, entries, self.scope, suppress=not given.no_suppressions, heeded=heeded)
        reported, known = self._split(outcome.diagnostics, law)
        for diagnostic in reported:
            if diagnostic.rule in law.kept:
                diagnostic.help = f"{diagnostic.help}; the configuration that silences this changed in the same range"
        self.reported += reported
        self.suppressed += outcome.suppressed + known
        self.skipped += store.skipped.items()
        for path, source in outcome.shown.items():
            engine.show(self.shown, path, source)
        if reported or not gone:
            self.checked.append(Checked(store.profile, _shown_root(store.root), store.files))
        self.failed |= fails(reported, given.fail_on or law.settings.fail_on or "error")
        firm = [diagnostic for diagnostic in reported if law.is_firm(diagnostic)]
        self.failed |= bool(firm) and fails(firm, given.fail_on or law.before.fail_on or "error")

    def _heeded(self, store: Any, profile: Any, settings: Config) -> engine.Heeded:
        past = self.past
        if hasattr(profile, "earlier"):
            past.follow(lambda: profile.earlier(store))

        def open_store(tree: Tree) -> Any:
            return profile.open_store(tree, store.root, settings, self.place.repository)

        return lambda comments: past.stood(comments, open_store)

    def _split(self, found: list[Diagnostic], law: Law) -> tuple[list[Diagnostic], list[Diagnostic]]:
        """What is reported, and what a baseline lists. Where a rule is firm, only the baseline of the base counts."""
        path = self._baseline_path(law.settings)
        if path is not None:
            self.baselines.add(path)
        if self.given.write_baseline:
            return found, []
        firm = [diagnostic for diagnostic in found if law.is_firm(diagnostic)]
        rest = [diagnostic for diagnostic in found if not law.is_firm(diagnostic)] if firm else found
        reported, known = self._known(path, rest, past=bool(self.given.config_from))
        if firm:
            new, old = self._known(self._baseline_path(law.before), firm, past=True)
            reported, known = reported + new, known + old
        return reported, known

    def _baseline_path(self, settings: Config) -> str | None:
        path = self.given.baseline
        if path is None and settings.baseline is not None:
            path = os.path.join(self.place.top, settings.folder, settings.baseline)
        return path

    def _known(
        self, path: str | None, found: list[Diagnostic], *, past: bool
    ) -> tuple[list[Diagnostic], list[Diagnostic]]:
        if path is None:
            return found, []
        from memoryrail_lint.baseline import Baseline

        inside = self.past.inside(path) if past else None
        if inside is None:
            return Baseline.load(path).split(found)
        source = self.past.read(inside)
        return Baseline.parse(inside, source.data).split(found) if source is not None else (found, [])

    def fixes(self) -> list[Fix]:
        return [diagnostic.fix for diagnostic in self.reported if diagnostic.fix is not None]


class Law:
    """Which rules judge one store, and whose word that is; none where it is excluded.

    settings: the configuration that holds. kept: names of rules that it silences, and that stay all the same: they are
    firm, and the configuration at the base did not.
    """

    def __init__(self, run: Run, profile: Any, tree: Tree, root: str) -> None:
        self.run = run
        self.profile = profile
        self.tree = tree
        self.root = root
        self.settings = run.config(tree, root)
        self.kept: set[str] = set()
        self.entries: list[Entry] = []
        if not self._excluded(run.config):
            self.entries = self._chosen(self.settings)
        if run.ends is not None and not run.given.config_from:
            self._keep()

    @property
    def before(self) -> Config:
        """The configuration at the base."""
        return self.run.config_before(self.tree, self.root)

    def is_firm(self, diagnostic: Diagnostic) -> bool:
        """Whether the finding is of a rule that nothing in the range itself may silence."""
        if self.run.ends is None:
            return False
        entry = next((entry for entry in self.entries if entry.name == diagnostic.rule), None)
        return entry is not None and entry.reads == "ends" and rule.load(entry).firm

    def _keep(self) -> None:
        asked = policy.choose(self.profile.RULES, self.run.given.select, self.run.given.ignore, profiles.rule_names)
        lost = [entry for entry in asked if entry.reads == "ends" and entry not in self.entries]
        if not lost or self.before is self.settings or self._excluded(self.run.config_before):
            return
        try:
            would = self._chosen(self.before)
        except Trouble:  # it names a rule that there is no more
            would = asked
        kept = [entry for entry in lost if entry in would and rule.load(entry).firm]
        self.kept = {entry.name for entry in kept}
        self.entries = [*self.entries, *kept]

    def _chosen(self, settings: Config) -> list[Entry]:
        given = self.run.given
        select, ignore = given.select or settings.select, [*given.ignore, *settings.ignore]
        return policy.choose(self.profile.RULES, select, ignore, profiles.rule_names)

    def _excluded(self, find: Callable[[Tree, str], Config]) -> bool:
        """Whether the nearest configuration, or the repository's own, leaves the store out where nobody names it."""
        if self.run.place.named is not None:
            return False
        settings = find(self.tree, self.root)
        if _matches(self.root, settings):
            return True
        whole = self.run.given.config is None and self.root and settings.folder
        return bool(whole) and _matches(self.root, find(self.tree, ""))


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
    from memoryrail_lint import output

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
