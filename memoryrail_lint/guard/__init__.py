"""The write guard: what a coding agent is about to write, judged before it is there (`memoryrail-lint guard`).

`hosts` reads what an agent's host says and words the answer, `edits` works out the file as it will be, `change` finds
the store it belongs to, and one module a profile judges it with the rules of that profile.
"""

from __future__ import annotations


class CannotCheck(Exception):
    """Why a write could not be judged, in words fit for any output."""


class Verdict:
    """What is said about one write.

    denied: why it must not happen. notes: what its author should know. unchecked: what could not be judged, and why.
    """

    __slots__ = ("denied", "notes", "unchecked")

    def __init__(self) -> None:
        self.denied: list[str] = []
        self.notes: list[str] = []
        self.unchecked: list[str] = []
