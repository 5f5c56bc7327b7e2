"""The pre-commit hooks as the manifest states them, for `scripts/render.py`. Nothing imports this at run time."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

STORE: Final = r"\.memoryrail/(config\.json|lint\.toml|memories/.+)"
AGENTS: Final = r"AGENTS\.md|CLAUDE\.md|\.cursor/rules/memoryrail\.mdc"
NOTES: Final = r"(memory|\.claude/agent-memory/[^/]+)/.+\.md"


class Hook:
    """One hook: its id, which is also its console command where `entry` is not given, and what it is about.

    files: which paths concern it, at any depth, for people who override `always_run`.
    verbose: show what a passing run says, since warnings do not fail one. message: it is about the commit's message,
    and is given the file that holds it.
    """

    __slots__ = ("about", "entry", "files", "id", "message", "verbose")

    def __init__(
        self,
        id: str,
        about: str,
        files: str = STORE,
        *,
        entry: str | None = None,
        verbose: bool = False,
        message: bool = False,
    ) -> None:
        self.id = id
        self.about = about
        self.files = f"(^|/)({files})$"
        self.entry = entry or id
        self.verbose = verbose
        self.message = message


HOOKS: Final = (
    Hook(
        "memoryrail-lint",
        "All MemoryRail rules in one process.",
        f"{STORE}|{AGENTS}",
        entry="memoryrail-lint check --profile=memoryrail --hook",
        verbose=True,
    ),
    Hook("memoryrail-schema", "Memories and config.json that every tool reads alike.", verbose=True),
    Hook("memoryrail-id", "Ids that are unique and equal the file's name."),
    Hook("memoryrail-links", "Links that stay inside the repository, with forward slashes."),
    Hook(
        "memoryrail-lifecycle",
        "Memories that replace each other properly, both sides saying so; none overwritten, none deleted.",
        verbose=True,
    ),
    Hook(
        "memoryrail-review",
        "Memories of agents that wait for a human where the review gate asks for it.",
        verbose=True,
    ),
    Hook("memoryrail-staleness", "Memories whose linked paths changed, moved or went away.", verbose=True),
    Hook("memoryrail-secrets", "Credentials in memories, found and never shown."),
    Hook("memoryrail-safety", "Memories without hidden text or orders to a model.", verbose=True),
    Hook(
        "memoryrail-citations",
        "Citations of memories (`[per REF]`) that name an active one.",
        f"{STORE}|{AGENTS}",
        verbose=True,
    ),
    Hook(
        "memoryrail-sync",
        "Managed blocks of agent files that say what the memories say.",
        f"{STORE}|{AGENTS}",
        verbose=True,
    ),
    Hook(
        "memoryrail-precheck",
        "Memories that bind the staged paths; with `args: [--fail]` a constraint or an attempt stops the commit.",
        ".+",
        verbose=True,
    ),
    Hook(
        "engramory-lint",
        "All Engramory rules in one process.",
        NOTES,
        entry="memoryrail-lint check --profile=engramory --hook",
        verbose=True,
    ),
    Hook("engramory-store", "An Engramory store that git ignores and does not track.", NOTES),
    Hook("engramory-index", "An index that hosts read whole, and whose pointers lead to notes.", NOTES, verbose=True),
    Hook("engramory-notes", "Notes that can be read, found and told apart.", NOTES, verbose=True),
    Hook("engramory-safety", "Notes without credentials, hidden text or orders to a model.", NOTES, verbose=True),
    Hook(
        "memoryrail-commit-msg",
        "Citations in the commit message that name an active memory.",
        ".+",
        verbose=True,
        message=True,
    ),
)
