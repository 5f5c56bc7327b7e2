"""An id does not follow the convention `YYYYMMDD-slug`.

By the convention memories sort by date, and an id says when it was decided. The date must be a day of the calendar. An
id of the date alone is fine.

Fix: choose an id such as 20260601-use-one-pool for the next memory. Ids of existing memories should stay.
"""

from __future__ import annotations

from memoryrail_lint.checks import dates
from memoryrail_lint.diagnostics import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryrail_lint.profiles.memoryrail.model import Memory, Store

SEVERITY = "info"


def check(memory: Memory, store: Store) -> Iterator[Finding]:
    text = memory.id
    day = text[:8]
    if not text or (text[8:9] in ("-", "") and text[8:] != "-" and _is_day(day)):
        return
    if len(day) == 8 and day.isdigit() and day.isascii() and not _is_day(day):
        message, help = "the date of the id {0} is no day of the calendar", "begin the id with a real day"
    else:
        message, help = "the id {0} is not of the form YYYYMMDD-slug", "for example 20260601-use-one-pool"
    yield Finding(memory.source, memory.span("id"), message, text, help=help)


def _is_day(day: str) -> bool:
    return dates.parse(f"{day[:4]}-{day[4:6]}-{day[6:]}") is not None
