"""How far apart two texts are: how many characters were put in, taken out, replaced, or swapped with the next one."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CHUNK: Final = 256


def distance(one: str, other: str, limit: int) -> int | None:
    """The number of edits that make `other` of `one`, a swap of neighbours counting once; None above `limit`.

    By diagonals: how far each can be followed with so many edits (Ukkonen 1985, with the swap of Damerau). The cost
    grows with the square of `limit`, and hardly with the length of texts that are nearly the same.
    """
    if abs(len(one) - len(other)) > limit:
        return None
    goal = len(other) - len(one)
    reach: dict[int, int] = {}
    for edits in range(limit + 1):
        now: dict[int, int] = {}
        for diagonal in range(-edits, edits + 1):
            row = _start(one, other, diagonal, reach) if edits else 0
            if row < 0:
                continue
            row = min(row, len(one), len(other) - diagonal)
            now[diagonal] = row + _common(one, row, other, row + diagonal)
        if now.get(goal, -1) >= len(one):
            return edits
        reach = now
    return None


def _start(one: str, other: str, diagonal: int, reach: dict[int, int]) -> int:
    """The row from which a diagonal goes on after one edit more; below zero where it cannot be reached."""
    row = max(
        reach.get(diagonal - 1, -9),  # put in
        reach.get(diagonal + 1, -9) + 1,  # taken out
        reach.get(diagonal, -9) + 1,  # replaced
    )
    at = reach.get(diagonal, -9)
    if at >= 0:
        pair, turned = one[at : at + 2], other[at + diagonal : at + diagonal + 2]
        if len(pair) == 2 and pair == turned[::-1]:
            row = max(row, at + 2)
    return row


def _common(one: str, at: int, other: str, where: int) -> int:
    """How many characters are the same from these places on."""
    start, size = at, 1
    while one[at] == other[where] if at < len(one) and where < len(other) else False:
        step = min(size, len(one) - at, len(other) - where)
        if one[at : at + step] == other[where : where + step]:
            at, where = at + step, where + step
            size = min(size * 2, CHUNK * CHUNK)
        else:
            size = max(1, step // 2)
    return at - start
