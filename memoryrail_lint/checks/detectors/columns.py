"""Credentials that the head of their column announces, in tables of Markdown and in CSV."""

from __future__ import annotations

from memoryrail_lint.checks.detectors import names, tables
from memoryrail_lint.checks.detectors.detector import Detector
from memoryrail_lint.checks.detectors.gate import STEMS
from memoryrail_lint.checks.detectors.judge import is_key, is_password

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def _cells(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The values of the table `text[start:end]` under heads that promise one, as spans."""
    kinds: dict[str, str | None] = {}
    for head, span in tables.cells(text, start, end):
        if head not in kinds:
            kinds[head] = names.kind(head, 0, len(head)) if any(stem in head.lower() for stem in STEMS) else None
        kind = kinds[head]
        value = text[slice(*span)]
        if kind and (is_key(value, True) if kind == names.KEY else is_password(value, True, kind == names.PASSWORD)):
            yield span


DETECTORS = (
    Detector(
        "column-secret",
        "",
        STEMS,
        scan=_cells,
        hits=(
            "| Host | User | Password |\n| --- | --- | --- |\n"
            "| db01 | app | [[Hj5Kl6Yu7Io8]] |\n| db02 | app | `[[Zx1Cv2Bn3Ml4]]` |",
            "| service | API key |\n|---|:-:|\n| maps | [[«w32»]] |",
            "user,password,role\nann,[[Hj5Kl6Yu7Io8]],admin\nbob,[[Zx1Cv2Bn3Ml4]],reader\n",
            "Name\tAccess token\nci\t[[«w32»]]\n",
        ),
        leaves=(
            "| user | password |\n| --- | --- |\n| alice2 | in the vault |\n| bob2 | `DB_PASSWORD2` |",
            "| Password | Minimum length |\n| --- | --- |\n| admin2 | 16 characters |",
            "| token | count |\n| --- | --- |\n| int32value | 16000000000001 |",
            "user,password_hash\nann,«h64»\n",
            "key,value\nbuild.number2,20261010-rc1\n",
        ),
    ),
)
