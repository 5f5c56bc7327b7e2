"""A suppression comment silences nothing, or has expired.

It says that something is wrong here that is not, and would hide the next real finding.

Fix: remove the comment, or renew its `until=` date.
"""

from __future__ import annotations

from memoryrail_lint.profiles.unused import check

__all__ = ["SEVERITY", "check"]

SEVERITY = "info"
