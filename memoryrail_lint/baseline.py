"""The baseline: findings that were there when the tool was taken up, known by rule, path and message, not by line."""

from __future__ import annotations

import hashlib
import json

from memoryrail_lint.diagnostics import visible
from memoryrail_lint.errors import Trouble

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from memoryrail_lint.diagnostics import Diagnostic
    from memoryrail_lint.report import Report


class Baseline:
    """How many findings of each key are known; the key is path, rule and a hash of the message."""

    def __init__(self, counts: dict[str, int]) -> None:
        self.counts = counts

    @classmethod
    def load(cls, path: str, *, missing_ok: bool = False) -> Baseline:
        """Read a baseline file. Raises Trouble where it is missing or not one."""
        try:
            with open(path, "rb") as file:
                data = file.read(64 * 1024 * 1024)
        except FileNotFoundError:
            if missing_ok:
                return cls({})
            raise Trouble(f"there is no baseline {visible(path)[:200]}; --write-baseline makes it") from None
        except OSError as error:
            raise Trouble(f"cannot read the baseline {visible(path)[:200]}: {error.strerror}") from None
        return cls.parse(path, data)

    @classmethod
    def parse(cls, path: str, data: bytes) -> Baseline:
        """What a baseline file says. Raises Trouble where it is none."""
        try:
            document = json.loads(data)
            counts = document["findings"]
            if document["version"] != 1 or not all(isinstance(count, int) for count in counts.values()):
                raise ValueError
            return cls(dict(counts))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise Trouble(f"{visible(path)[:200]} is no baseline of this tool; write it anew") from None

    def split(self, diagnostics: Iterable[Diagnostic]) -> tuple[list[Diagnostic], list[Diagnostic]]:
        """New findings, and known ones (marked as suppressed)."""
        left, new, known = dict(self.counts), [], []
        for diagnostic in diagnostics:
            name = key(diagnostic)
            if left.get(name, 0) > 0:
                left[name] -= 1
                diagnostic.suppressed = "baseline"
                known.append(diagnostic)
            else:
                new.append(diagnostic)
        return new, known


def key(diagnostic: Diagnostic) -> str:
    digest = hashlib.sha256(diagnostic.message.encode(errors="backslashreplace")).hexdigest()
    return f"{diagnostic.path}:{diagnostic.rule}:{digest[:16]}"


def write(paths: Collection[str], report: Report) -> int:
    """Write all findings of a report to the one baseline file that is named; exit status 0.

    Raises Trouble where none is named, or where several stores have different ones.
    """
    import os

    from memoryrail_lint.files import write_all

    if len(paths) != 1:
        why = "stores here name different baselines" if paths else "no file is named here or in the configuration"
        raise Trouble(f"--write-baseline needs --baseline FILE, the file to write: {why}")
    [path] = paths
    counts: dict[str, int] = {}
    for diagnostic in report.diagnostics:
        counts[key(diagnostic)] = counts.get(key(diagnostic), 0) + 1
    text = json.dumps({"version": 1, "findings": counts}, indent=1, sort_keys=True) + "\n"
    absolute = os.path.abspath(path)
    write_all(os.path.dirname(absolute), {absolute: text.encode()})
    return 0
