"""What tells two findings apart, and one finding from run to run, without its line and its content."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoryrail_lint.diagnostics import Diagnostic
    from memoryrail_lint.report import Report


def fingerprinted(report: Report) -> list[tuple[Diagnostic, str]]:
    """Every finding, suppressed or not, in the order of the report, with its fingerprint: 40 hex digits.

    It is the SHA-256 of the rule, the path and the ordinal among the findings of that rule in that file. Suppressed
    findings count, so that silencing one gives none of the others a new identity.
    """
    from hashlib import sha256

    ordinals: dict[tuple[str, str], int] = {}
    named = []
    for found in sorted([*report.diagnostics, *report.suppressed], key=lambda d: d.sort_key):
        key = (found.rule, found.path)
        ordinals[key] = ordinals.get(key, 0) + 1
        text = "\0".join([*key, str(ordinals[key])])
        named.append((found, sha256(text.encode(errors="surrogatepass")).hexdigest()[:40]))
    return named
