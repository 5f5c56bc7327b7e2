"""The options of `check`, which every hook takes too."""

from __future__ import annotations

from memoryrail_lint.errors import Trouble

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from typing import Final, NoReturn

PROFILES: Final = ("auto", "memoryrail", "engramory")
FORMATS: Final = ("text", "concise", "json", "github", "sarif", "gitlab", "rdjson")
FAIL_ON: Final = ("error", "warning", "info", "never")


class Options:
    """What the command line says. Every attribute has the option's name; see `parser` for their meaning."""

    def __init__(self) -> None:
        self.paths: list[str] = []
        self.profile = "auto"
        self.select: list[str] = []
        self.ignore: list[str] = []
        self.fail_on: str | None = None
        self.format = "text"
        self.output: str | None = None
        self.fix = False
        self.unsafe_fixes = False
        self.diff = False
        self.base: str | None = None
        self.staged = False
        self.stdin_filename: str | None = None
        self.config: str | None = None
        self.config_from: str | None = None
        self.baseline: str | None = None
        self.write_baseline = False
        self.statistics = False
        self.quiet = False
        self.no_color = False
        self.no_suppressions = False
        self.show_info = False
        self.root: str | None = None
        self.allow_empty = False
        self.hook = False


def parse(argv: Sequence[str], prog: str) -> Options:
    """Options from arguments. `argparse` is imported only where there is something to parse: it costs half a Python."""
    options = Options()
    if not all(_set_flag(options, word) for word in argv):
        options = Options()
        build(prog).parse_args(argv, namespace=options)
    return options


def _set_flag(options: Options, word: str) -> bool:
    """Take what hooks are commonly started with: `--flag`, or a profile. False for whatever needs a parser."""
    name, _, value = word.removeprefix("--").replace("-", "_").partition("=")
    if not word.startswith("--"):
        return False
    if name == "profile" and value in PROFILES:
        options.profile = value
    elif not value and "=" not in word and getattr(options, name, None) is False:
        setattr(options, name, True)
    else:
        return False
    return True


def bare(prog: str, description: str | None) -> argparse.ArgumentParser:
    """A parser without options. Wrong arguments raise Trouble, one line that is masked like every other."""
    import argparse

    class Parser(argparse.ArgumentParser):
        def error(self, message: str) -> NoReturn:
            raise Trouble(f"{message}; `{self.prog} --help` shows the usage")

    return Parser(prog=prog, description=description, allow_abbrev=False)


def build(prog: str) -> argparse.ArgumentParser:
    """The parser of `check`."""
    parser = bare(prog, "Lint the memories of this repository.")
    add = parser.add_argument
    add("paths", nargs="*", metavar="PATH", help="files or folders; without any, every store of the repository")
    add("--profile", choices=PROFILES, help="the format of the store (default: what is found)")
    add("--select", type=_names, action="extend", metavar="RULE,...", help="only these rules, or the rules of hooks")
    add("--ignore", type=_names, action="extend", metavar="RULE,...", help="all but these")
    add("--fail-on", choices=FAIL_ON, help="the least severity that makes the exit status 1 (default: error)")
    add("--format", choices=FORMATS, help="how findings are shown (default: text)")
    add("--output", metavar="FILE", help="write the findings there instead of to standard output")
    add("--fix", action="store_true", help="apply safe fixes")
    add("--unsafe-fixes", action="store_true", help="with --fix or --diff: fixes that choose for you, too")
    add("--diff", action="store_true", help="show what --fix would change, and change nothing")
    add("--base", metavar="REF", help="report only what the range REF...HEAD touched")
    add("--staged", action="store_true", help="judge what is staged: contents from the index, what differs from HEAD")
    add("--stdin-filename", metavar="PATH", help="judge standard input as if it were that file")
    add("--config", metavar="FILE", help="use this configuration file")
    add("--config-from", choices=("base",), help="configuration, baseline and comments as the base has them")
    add("--baseline", metavar="FILE", help="leave out the findings that this file lists")
    add("--write-baseline", action="store_true", help="write all present findings to the baseline file")
    add("--statistics", action="store_true", help="also count the findings by rule")
    add("--quiet", "-q", action="store_true", help="print nothing where nothing is found")
    add("--no-color", action="store_true", help="no colours, as NO_COLOR does")
    add("--no-suppressions", action="store_true", help="show what suppression comments hide")
    add("--show-info", action="store_true", help="list info findings in text too, not only their number")
    add("--root", metavar="DIR", help="work as if started in this folder")
    add("--allow-empty", action="store_true", help="exit 0 where there is no store to check")
    add("--hook", action="store_true", help="as a commit hook: what git tracks, silent when clean, no store is fine")
    parser.set_defaults(**vars(Options()))
    return parser


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]
