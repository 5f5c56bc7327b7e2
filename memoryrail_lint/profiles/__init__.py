"""The formats that can be linted. A profile is a package here that offers what `Profile` names."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, Final, Protocol

    from memoryrail_lint.config import Config
    from memoryrail_lint.git import Repository
    from memoryrail_lint.rule import Entry
    from memoryrail_lint.tree import Tree

    class Profile(Protocol):
        """What a profile's package offers to the commands and the engine."""

        @property
        def RULES(self) -> Sequence[Entry]: ...
        @property
        def PATHSPEC(self) -> str: ...

        """A glob pathspec of the files that make a store, to ask git with; "" where `standing` finds them on disk."""

        def roots(self, paths: Iterable[str]) -> set[str]:
            """The roots of the stores that these files (relative to the tree's top) belong to."""

        def is_root(self, folder: str) -> bool:
            """Whether a folder (absolute) is a store's root."""

        def open_store(self, tree: Tree, root: str, config: Config, repository: Repository | None) -> Any:
            """The store at a root; an `engine.Store` with `profile`, `root`, `files` and `skipped`."""

    class Standing(Profile, Protocol):
        """A profile whose PATHSPEC is empty: its stores stand at fixed places, whether git tracks them or not."""

        def standing(self, tree: Tree, config: Config) -> set[str]:
            """The roots at the usual places and the configured one; `config` is that of the tree's top."""

        def absent(self, tree: Tree, config: Config) -> list[tuple[str, str]]:
            """A rule and the reason why it cannot run, where the configured root is not there."""

        def has_index(self, tree: Tree, folder: str) -> bool:
            """Whether a folder (relative to the tree's top) may be a root that was named."""


NAMES: Final = ("memoryrail", "engramory")


def load(name: str) -> Profile:
    """Import one profile."""
    from memoryrail_lint.rule import load_module

    profile: Profile = load_module(f"memoryrail_lint.profiles.{name}")
    return profile


def entry(name: str) -> Entry | None:
    """The line of the rule `name` in the first profile that has it."""
    return next((entry for profile in NAMES for entry in load(profile).RULES if entry.name == name), None)


def rule_names() -> list[str]:
    """The names of all rules and hooks of all profiles."""
    return sorted({name for profile in NAMES for entry in load(profile).RULES for name in (entry.name, entry.hook)})
