"""Timestamps as instants: RFC 3339, without `re` and `datetime`, since every memory is read through here.

Right is a date and time with an offset (RFC 3339, section 5.6: `T` and `Z` in either case, or one space for `T`).
A date alone, or a time without an offset, is understood as UTC and marked as not precise. Nothing else is a timestamp.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# Looking two digits up both converts and checks them; other scripts' digits, signs and blanks are no keys.
_TWO: Final = {f"{n:02}": n for n in range(100)}
_BEFORE: Final = (0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)
"""Days of a common year before each month, from index 1."""
_LENGTH: Final = (0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_EPOCH: Final = 719163
"""Days from 0000-12-31 to 1970-01-01 in the Gregorian calendar carried back."""
_KNOWN: Final[dict[str, int]] = {}


class Instant:
    """A point in time, ordered exactly.

    seconds: whole seconds since 1970-01-01T00:00:00Z; fraction: the digits after the point, without trailing zeros.
    precise: whether an offset was written. It plays no part in comparisons.
    """

    __slots__ = ("fraction", "precise", "seconds")

    def __init__(self, seconds: int, fraction: str, precise: bool) -> None:
        self.seconds = seconds
        self.fraction = fraction
        self.precise = precise

    # Digits without trailing zeros order as texts exactly as the fractions that they stand for.
    def __lt__(self, other: Instant) -> bool:
        return (self.seconds, self.fraction) < (other.seconds, other.fraction)

    def __le__(self, other: Instant) -> bool:
        return (self.seconds, self.fraction) <= (other.seconds, other.fraction)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Instant):
            return NotImplemented
        return (self.seconds, self.fraction) == (other.seconds, other.fraction)

    def __hash__(self) -> int:
        return hash((self.seconds, self.fraction))

    def __repr__(self) -> str:
        return f"Instant({self.seconds}, {self.fraction!r}, {self.precise})"


def parse(text: str) -> Instant | None:
    """The instant that a timestamp names, or None where it names none (wrong form, or no day of the calendar).

    A leap second (`:60`) must be the last of a UTC day and have its offset; it equals the second that follows.
    """
    try:
        days = _days(text[:10])
        if days is None:
            return None
        if len(text) == 10:
            return Instant(days * 86400, "", False)
        hour = _TWO[text[11:13]]
        minute = _TWO[text[14:16]]
        second = _TWO[text[17:19]]
    except KeyError:
        return None
    if hour > 23 or minute > 59 or text[10] not in "Tt " or text[13] != ":" or text[16] != ":":
        return None
    seconds = days * 86400 + hour * 3600 + minute * 60 + second
    zone = text[19:]
    if zone == "Z" and second < 60:
        return Instant(seconds, "", True)
    return _with_tail(seconds, second, zone)


def _days(date: str) -> int | None:
    """Days from 1970-01-01 to a date; None for one that no calendar has. Raises KeyError for another form.

    Kept: the memories of a store were written on far fewer days than there are memories.
    """
    if date in _KNOWN:
        return _KNOWN[date]
    year = _TWO[date[:2]] * 100 + _TWO[date[2:4]]
    month = _TWO[date[5:7]]
    day = _TWO[date[8:10]]
    leap = not year % 4 and (year % 100 != 0 or not year % 400)
    if not year or date[4] != "-" or date[7] != "-" or not 0 < month < 13:
        return None
    if not 0 < day <= _LENGTH[month] + (leap and month == 2):
        return None
    year -= 1
    days = year * 365 + year // 4 - year // 100 + year // 400 + _BEFORE[month] + day - _EPOCH
    if leap and month > 2:
        days += 1
    _KNOWN[date] = days
    return days


def _with_tail(seconds: int, second: int, tail: str) -> Instant | None:
    """The instant from the local time in seconds and what stands after it: a fraction, an offset, both, or nothing."""
    fraction = ""
    if tail[:1] == ".":
        zone = tail[1:].lstrip("0123456789")
        fraction = tail[1 : len(tail) - len(zone)]
        if not fraction:
            return None
        tail = zone
    if tail in ("Z", "z"):
        shift = 0
    elif tail:
        hours, minutes = _TWO.get(tail[1:3], 99), _TWO.get(tail[4:6], 99)
        if len(tail) != 6 or tail[0] not in "+-" or tail[3] != ":" or hours > 23 or minutes > 59:
            return None
        shift = (hours * 60 + minutes) * (60 if tail[0] == "+" else -60)
    else:
        shift = 0
    seconds -= shift
    if second > 59 and (second > 60 or not tail or seconds % 86400):
        return None
    return Instant(seconds, fraction.rstrip("0"), bool(tail))
