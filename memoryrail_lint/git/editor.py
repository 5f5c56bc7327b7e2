"""The editor that git would start, for a text that a person is to write."""

from __future__ import annotations

import os

from memoryrail_lint.errors import Trouble
from memoryrail_lint.git import Repository, find_root


def edit(path: str, folder: str) -> None:
    """Have a file edited, in the editor that git uses in `folder` (absolute). Raises Trouble where it fails."""
    import subprocess

    editor = _editor(folder)
    # An editor is a shell command (git-var(1)); the path is no part of it.
    words = ["sh", "-c", f'{editor} "$@"', editor, path] if os.name != "nt" else f'{editor} "{path}"'
    try:
        status = subprocess.call(words)
    except OSError as error:
        raise Trouble(f"the editor could not be started: {error.strerror}; nothing was written") from None
    if status != 0:
        raise Trouble("the editor failed; nothing was written")


def _editor(folder: str) -> str:
    root = find_root(folder)
    if root is not None:
        return Repository(root).ask("var", "GIT_EDITOR").decode().strip()
    return os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
