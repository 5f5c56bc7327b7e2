"""The pre-commit hooks as the manifest states them, for `scripts/render.py`. Nothing imports this at run time."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

STORE: Final = r"\.memoryrail/(config\.json|lint\.toml|memories/.+)"
AGENTS: Final = r"AGENTS\.md|CLAUDE\.md|\.cursor/rules/memoryrail\.mdc"


class Hook:
    """One hook: its id, which is also its console command where `entry` is not given, and what it is about.

    files: which paths concern it, at any depth, for people who override `always_run`.
    verbose: show what a passing run says, since warnings do not fail one.
    """

    __slots__ = ("about", "entry", "files", "id", "verbose")

    def __init__(self, id: str, about: str, files: str = STORE, *, entry: str | None = None, verbose: bool = False):
        self.id = id
        self.about = about
        self.files = f"(^|/)({files})$"
        self.entry = entry or id
        self.verbose = verbose


HOOKS: Final = (
    Hook(
        "memoryrail-lint",
        "All MemoryRail rules in one process.",
        f"{STORE}|{AGENTS}",
        entry="memoryrail-lint check --profile=memoryrail --hook",
        verbose=True,
    ),
    Hook("memoryrail-schema", "Memories and config.json that every tool reads alike."),
    Hook("memoryrail-id", "Ids that are unique and equal the file's name."),
    Hook("memoryrail-links", "Links that stay inside the repository, with forward slashes."),
    Hook("memoryrail-staleness", "Memories whose linked paths changed, moved or went away.", verbose=True),
    Hook("memoryrail-secrets", "Credentials in memories, found and never shown."),
    Hook("memoryrail-sync", "Managed blocks of agent files that say what the memories say.", f"{STORE}|{AGENTS}"),
)
