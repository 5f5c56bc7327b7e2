"""In how many ways a regular expression can be tried on one text, so that no pattern of a user takes for ever."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_FLAGS: Final = "aiLmsux-"
_ATOM, _OPEN, _SKIP = "atom", "open", "skip"


def ways(pattern: str, longest: int, most: int) -> int:
    """An upper bound, at most `most` + 1, for how often `pattern` can be tried on a text of `longest` code points.

    Alternatives add up, what follows each other multiplies, and a repetition without a fixed number counts once for
    each number. A repetition of what itself leaves a choice, as in `(a+)+`, counts as endless, and so does the verbose
    notation, which is not read. `pattern` is one that `re` compiles.
    """
    stack = [[0, 1]]
    last = 1
    at = 0
    while at < len(pattern):
        ch = pattern[at]
        low, high, end = _repetition(pattern, at, longest)
        if ch == "|":
            stack[-1][0] += stack[-1][1] * last
            stack[-1][1] = last = 1
            end = at + 1
        elif ch == ")":
            total, product = stack.pop()
            last = total + product * last
            # What stood before the group waits in the frame that is open again.
            end = at + 1
        elif end > at:
            last = _repeated(last, low, high, most)
        else:
            kind, end = _piece(pattern, at)
            if kind == "":
                return most + 1
            if kind != _SKIP:
                stack[-1][1] = min(stack[-1][1] * last, most + 1)
                last = 1
            if kind == _OPEN:
                stack.append([0, 1])
        last = min(last, most + 1)
        at = end
    return min(stack[-1][0] + stack[-1][1] * last, most + 1)


def _repeated(one: int, low: int, high: int, most: int) -> int:
    """The ways of what has `one` way itself and is repeated `low` to `high` times."""
    if low == high:
        return int(min(float(one) ** low, most + 1)) if one > 1 and low < 1000 else one if one == 1 else most + 1
    if high == 1:
        return one + 1
    return high - low + 1 if one == 1 else most + 1


def _repetition(pattern: str, at: int, longest: int) -> tuple[int, int, int]:
    """(least, most, end) of the repetition at this place, with the mark that makes it lazy or possessive; end is `at`
    where there is none."""
    ch = pattern[at]
    low, high, end = 0, longest, at + 1
    if ch == "?":
        high = 1
    elif ch == "+":
        low = 1
    elif ch == "{":
        inner, brace, _ = pattern[at + 1 :].partition("}")
        first, comma, second = inner.partition(",")
        if not brace or not inner or not (first + second).isdecimal():
            return 0, 0, at
        low = int(first or 0)
        high = (int(second) if second else longest) if comma else low
        end = at + len(inner) + 2
    elif ch != "*":
        return 0, 0, at
    return low, max(low, high), end + (pattern[end : end + 1] in ("?", "+"))


def _piece(pattern: str, at: int) -> tuple[str, int]:
    """What begins at this place, and where it ends: an atom, the head of a group or what matches nothing; an empty
    kind for what is not read."""
    ch = pattern[at]
    if ch == "\\":
        return _ATOM, at + 2
    if ch == "[":
        end = at + 1 + (pattern[at + 1] == "^")
        end += pattern[end] == "]"
        while pattern[end] != "]":
            end += 2 if pattern[end] == "\\" else 1
        return _ATOM, end + 1
    if ch != "(":
        return _ATOM, at + 1
    if not pattern.startswith("(?", at):
        return _OPEN, at + 1
    mark = pattern[at + 2]
    if mark == "#":
        return _SKIP, pattern.index(")", at) + 1
    if mark == "(":
        return _OPEN, pattern.index(")", at) + 1
    if mark == "P":
        named = pattern[at + 3] == "<"
        return (_OPEN, pattern.index(">", at) + 1) if named else (_ATOM, pattern.index(")", at) + 1)
    if mark == "<":
        return _OPEN, at + 4
    if mark in ":=!>":
        return _OPEN, at + 3
    end = at + 2
    while pattern[end] in _FLAGS:
        end += 1
    if "x" in pattern[at:end]:
        return "", end
    return (_SKIP if pattern[end] == ")" else _OPEN), end + 1
