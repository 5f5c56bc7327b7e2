"""Where this installation came from: what a hook runner can clone to have the same."""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError, distribution

from memoryrail_lint import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.metadata import Distribution
    from typing import Final

_LABELS: Final = ("repository", "source", "source code")
"""Of a project's URLs, those that name its repository (well-known labels of the packaging user guide)."""


def repository() -> tuple[str, str] | None:
    """(address, revision) of the git repository, None where nothing here tells.

    The one that pip cloned, at that commit (PEP 610, `direct_url.json`); else what the package says is its repository,
    at the tag of this version.
    """
    try:
        found = distribution("memoryrail-lint")
    except PackageNotFoundError:
        return None
    return _cloned(found) or _published(found)


def _cloned(found: Distribution) -> tuple[str, str] | None:
    try:
        known = json.loads(found.read_text("direct_url.json") or "{}")
        address, commit = known["url"], known["vcs_info"]["commit_id"]
    except (ValueError, KeyError, TypeError):
        return None
    return (address, commit) if _is_public(address) and str(commit).isalnum() else None


def _published(found: Distribution) -> tuple[str, str] | None:
    for line in found.metadata.get_all("Project-URL") or ():
        label, _, address = (part.strip() for part in line.partition(","))
        if label.lower() in _LABELS and _is_public(address):
            return address, f"v{__version__}"
    return None


def _is_public(address: object) -> bool:
    """Whether an address means the same on every machine, and holds no credential of whoever installed this."""
    return isinstance(address, str) and address.startswith("https://") and "@" not in address and address.isprintable()
