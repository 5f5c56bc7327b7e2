"""What one run found, as the renderers get it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from memoryrail_lint.diagnostics import Diagnostic
    from memoryrail_lint.rule import Rule


class Checked:
    """One store that was checked: its profile, its root relative to the repository ("." at the top), files read."""

    __slots__ = ("files", "profile", "root")

    def __init__(self, profile: str, root: str, files: int) -> None:
        self.profile = profile
        self.root = root
        self.files = files


class Report:
    """Everything a renderer may show. All texts are already masked, on one line and free of invisible characters;
    a renderer adds the escaping of its own medium.

    diagnostics: what is reported, in the order path, line, column, rule.
    suppressed: what a comment or the baseline silenced, same order; each has `suppressed` set.
    skipped: (rule, reason) of rules that could not run.
    excerpt: (path, line) -> that line, masked and visible (same number of columns not guaranteed), or None.
    excerpt_column: (path, line, column) -> the column of `excerpt` that shows this column of the file's line.
    byte_column: (path, line, column) -> that column counted in UTF-8 bytes, from 1.
    rule: name -> Rule with its texts, loaded on demand.
    """

    __slots__ = ("byte_column", "diagnostics", "excerpt", "excerpt_column", "rule", "skipped", "stores", "suppressed")

    def __init__(
        self,
        diagnostics: Sequence[Diagnostic],
        *,
        suppressed: Sequence[Diagnostic] = (),
        skipped: Sequence[tuple[str, str]] = (),
        stores: Sequence[Checked] = (),
        excerpt: Callable[[str, int], str | None] = lambda path, line: None,
        excerpt_column: Callable[[str, int, int], int] = lambda path, line, column: column,
        byte_column: Callable[[str, int, int], int] = lambda path, line, column: column,
        rule: Callable[[str], Rule],
    ) -> None:
        self.diagnostics = diagnostics
        self.suppressed = suppressed
        self.skipped = skipped
        self.stores = stores
        self.excerpt = excerpt
        self.excerpt_column = excerpt_column
        self.byte_column = byte_column
        self.rule = rule

    def count(self, severity: str) -> int:
        return sum(d.severity == severity for d in self.diagnostics)

    @property
    def fixable(self) -> int:
        return sum(d.fix is not None for d in self.diagnostics)

    @property
    def files(self) -> int:
        return sum(store.files for store in self.stores)


class Style:
    """How a person wants the text formats: `--show-info`, colour and excerpts (only on a terminal), `--statistics`."""

    __slots__ = ("color", "excerpts", "quiet", "show_info", "statistics")

    def __init__(
        self,
        *,
        show_info: bool = False,
        color: bool = False,
        excerpts: bool = False,
        statistics: bool = False,
        quiet: bool = False,
    ) -> None:
        self.show_info = show_info
        self.color = color
        self.excerpts = excerpts
        self.statistics = statistics
        self.quiet = quiet
