"""The tool's own configuration: which file holds it, and what it may say.

First found wins: `--config`, then from the store's root up to the repository's `.memoryrail/lint.toml`,
`memoryrail-lint.toml`, `[tool.memoryrail-lint]` in `pyproject.toml`. An unknown key is an error, never ignored.
"""

from __future__ import annotations

from memoryrail_lint.diagnostics import SEVERITIES, visible
from memoryrail_lint.errors import Trouble
from memoryrail_lint.tree import Unreadable, join

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Mapping
    from typing import Any, Final

    from memoryrail_lint.past import Past
    from memoryrail_lint.tree import Tree

NAMES: Final = (".memoryrail/lint.toml", "memoryrail-lint.toml", "pyproject.toml")
MAX_BYTES: Final = 1024 * 1024
MAX_DOTS: Final = 500
"""Of one line: the time that the TOML parser takes for a dotted key grows with the square of its parts."""
DAY: Final = 86_400


class Config:
    """What one configuration file says; the defaults where there is none.

    path: where it was read (relative to the tree's top), None for the defaults. folder: what its paths start from.
    generator: who writes the managed block, "own" for this tool, else "other". grace: seconds (staleness.grace).
    max_bytes: of the managed block (sync.max-bytes). allow: patterns of values that are no credentials (secrets.allow).
    typo_limit: how many characters of a memory may change without changing what it means (lifecycle.typo-limit).
    agents, humans: patterns of identities (review.agents, review.humans).
    past: the state that this was read from, and baseline and comments are judged by; None for the present one.
    """

    __slots__ = (
        "agents",
        "allow",
        "also",
        "baseline",
        "engramory_caps",
        "engramory_root",
        "engramory_strictness",
        "engramory_tracked",
        "exclude",
        "fail_on",
        "folder",
        "generator",
        "grace",
        "humans",
        "ignore",
        "max_bytes",
        "past",
        "path",
        "select",
        "targets",
        "typo_limit",
    )

    def __init__(self, path: str | None = None) -> None:
        self.path = path
        self.past: Past | None = None
        self.folder = path.rpartition("/")[0].removesuffix("/.memoryrail") if path else ""
        if self.folder == ".memoryrail":
            self.folder = ""
        self.select: list[str] = []
        self.ignore: list[str] = []
        self.exclude: list[str] = []
        self.fail_on: str | None = None
        self.baseline: str | None = None
        self.grace = DAY
        self.targets: list[str] | None = None
        self.also: list[str] = []
        self.max_bytes = 24 * 1024
        self.engramory_root: str | None = None
        self.engramory_strictness = "auto"
        self.engramory_tracked = False
        self.engramory_caps: dict[str, int] = {}
        """Key of the table (`hard-lines`, ...) -> number."""
        self.allow: list[re.Pattern[str]] = []
        self.typo_limit = 40
        self.agents: list[str] = []
        self.humans: list[str] = []
        self.generator = "own"


def _texts(value: object) -> list[str]:
    if isinstance(value, list) and all(isinstance(item, str) and item for item in value):
        return value
    raise ValueError("a list of texts")


def _text(value: object) -> str:
    if isinstance(value, str) and value:
        return value
    raise ValueError("a text")


def _fail_on(value: object) -> str:
    if value in (*SEVERITIES, "never"):
        return str(value)
    raise ValueError("error, warning, info or never")


def _generator(value: object) -> str:
    if value in ("own", "other"):
        return str(value)
    raise ValueError('"own" or "other"')


def _bytes(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value > 0:
        return value
    raise ValueError("a positive number of bytes")


def _patterns(value: object) -> list[re.Pattern[str]]:
    from memoryrail_lint.checks.allow import compile_patterns

    return compile_patterns(_texts(value))


def _folder(value: object) -> str:
    import posixpath

    if isinstance(value, str) and value and not value.startswith(("/", "~")) and "\\" not in value and ":" not in value:
        path = posixpath.normpath(value)
        if path != ".." and not path.startswith("../"):
            return path
    raise ValueError("a folder, relative to the configuration's and within it, with forward slashes")


def _strictness(value: object) -> str:
    if value in ("auto", "strict", "host"):
        return str(value)
    raise ValueError("auto, strict or host")


def _flag(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise ValueError("true or false")


def _count(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value > 0:
        return value
    raise ValueError("a positive number")


def _limit(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 1000:
        return value
    raise ValueError("a number from 0 to 1000")


def duration(value: object) -> int:
    """Seconds from a number of hours, or a text such as "36h" or "2d". Raises ValueError with what is allowed."""
    units = {"h": 3600, "d": DAY}
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value * 3600
    if isinstance(value, str) and value[:-1].isascii() and value[:-1].isdigit() and value[-1] in units:
        return int(value[:-1]) * units[value[-1]]
    raise ValueError('a number of hours, or a text such as "36h" or "2d"')


# key -> (attribute of Config, or of a table in it the entry; reader of its value)
KEYS: Final[Mapping[str, tuple[str, Callable[[object], Any]]]] = {
    "select": ("select", _texts),
    "ignore": ("ignore", _texts),
    "exclude": ("exclude", _texts),
    "fail-on": ("fail_on", _fail_on),
    "baseline": ("baseline", _text),
    "staleness.grace": ("grace", duration),
    "lifecycle.typo-limit": ("typo_limit", _limit),
    "review.agents": ("agents", _texts),
    "review.humans": ("humans", _texts),
    "sync.targets": ("targets", _texts),
    "sync.also": ("also", _texts),
    "sync.max-bytes": ("max_bytes", _bytes),
    "engramory.root": ("engramory_root", _folder),
    "engramory.strictness": ("engramory_strictness", _strictness),
    "engramory.tracked": ("engramory_tracked", _flag),
    "engramory.hard-lines": ("engramory_caps.hard-lines", _count),
    "engramory.warn-lines": ("engramory_caps.warn-lines", _count),
    "engramory.hard-bytes": ("engramory_caps.hard-bytes", _count),
    "engramory.warn-bytes": ("engramory_caps.warn-bytes", _count),
    "secrets.allow": ("allow", _patterns),
    "sync.generator": ("generator", _generator),
}


def find(tree: Tree, root: str) -> Config:
    """The configuration nearest to a store's root. Raises Trouble for one that cannot be read or is wrong."""
    return next((config for path in candidates(root) if (config := _load(tree, path)) is not None), None) or Config()


def candidates(root: str) -> list[str]:
    """Where the configuration of a store may stand, the nearest place first."""
    folders = [root]
    while folders[-1]:
        folders.append(folders[-1].rpartition("/")[0])
    return [join(folder, name) for folder in folders for name in NAMES]


def _load(tree: Tree, path: str) -> Config | None:
    try:
        source = tree.read(path, MAX_BYTES)
    except Unreadable as error:
        if path.endswith("pyproject.toml"):
            return None  # somebody else's file, of whatever kind
        raise Trouble(f"{visible(path)} {error}; make it a regular file") from None
    if source is None:
        return None
    shared = path.endswith("pyproject.toml")
    if shared and b"memoryrail-lint" not in source.data:
        return None
    return parse(path, source.data, shared)


def parse(path: str, data: bytes, shared: bool = False) -> Config | None:
    """A Config from a TOML file's bytes; None where a shared `pyproject.toml` has no table for this tool."""
    import sys

    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    if any(line.count(b".") > MAX_DOTS for line in data.split(b"\n")):
        raise Trouble(f"{visible(path)} has a line of more than {MAX_DOTS} dots, which is no configuration")
    try:
        document: Any = tomllib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise Trouble(f"{visible(path)} is no TOML: {visible(str(error))[:200]}") from None
    if shared:
        tool = document.get("tool")
        document = tool.get("memoryrail-lint") if isinstance(tool, dict) else None
        if document is None:
            return None
    config = Config(path)
    for key, value in _flat(document, path):
        entry = KEYS.get(key)
        if entry is None:
            raise Trouble(f"{visible(path)}: unknown key {visible(key)!r}{_did_you_mean(key)}")
        try:
            found, (attribute, dot, inner) = entry[1](value), entry[0].partition(".")
            if dot:
                getattr(config, attribute)[inner] = found
            else:
                setattr(config, attribute, found)
        except ValueError as error:
            raise Trouble(f"{visible(path)}: {key} must be {error}") from None
    return config


def _flat(document: object, path: str) -> list[tuple[str, object]]:
    if not isinstance(document, dict):
        raise Trouble(f"{visible(path)}: the configuration must be a table")
    tables = {key.partition(".")[0] for key in KEYS if "." in key}
    found: list[tuple[str, object]] = []
    for key, value in document.items():
        if key in tables and isinstance(value, dict):
            found += [(f"{key}.{inner}", item) for inner, item in value.items()]
        else:
            found.append((key, value))
    return found


def _did_you_mean(key: str) -> str:
    from memoryrail_lint.checks.nearest import suggest

    found = suggest(key, KEYS, 1)
    return f"; did you mean {found[0]!r}?" if found else f"; known are {', '.join(KEYS)}"
