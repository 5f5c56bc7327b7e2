"""SARIF 2.1.0 (OASIS), in the part that GitHub code scanning reads. Suppressed findings are marked, not left out."""

from __future__ import annotations

from memoryrail_lint import __version__
from memoryrail_lint.diagnostics import visible
from memoryrail_lint.output.escape import document
from memoryrail_lint.output.fingerprint import fingerprinted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from memoryrail_lint.diagnostics import Diagnostic
    from memoryrail_lint.report import Report, Style
    from memoryrail_lint.rule import Rule

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS: Final = {"error": "error", "warning": "warning", "info": "note"}
_EXTERNAL: Final = ("baseline", "listed in .secrets.baseline", "allowed by secrets.allow")
"""The reasons that stand in a file of their own; every other is a comment's (section 3.35)."""


def render(report: Report, style: Style) -> str:
    named = fingerprinted(report)
    urls = {found.rule: found.url for found, _ in named}
    index = {rule: number for number, rule in enumerate(sorted(urls))}
    driver = {
        "name": "memoryrail-lint",
        "version": __version__,
        "rules": [_rule(report.rule(name), urls[name]) for name in index],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": True,
                "toolExecutionNotifications": [_notification(rule, reason) for rule, reason in report.skipped],
            }
        ],
        "results": [_result(found, fingerprint, index[found.rule]) for found, fingerprint in named],
    }
    return document({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(rule: Rule, url: str | None) -> dict[str, Any]:
    shape: dict[str, Any] = {
        "id": rule.name,
        "shortDescription": {"text": _plain(rule.summary)},
        "fullDescription": {"text": _plain(rule.why or rule.summary)},
        "help": {"text": _plain(rule.fix)},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }
    if url:
        shape["helpUri"] = url
    return shape


def _result(found: Diagnostic, fingerprint: str, rule: int) -> dict[str, Any]:
    shape: dict[str, Any] = {
        "ruleId": found.rule,
        "ruleIndex": rule,
        "level": _LEVELS[found.severity],
        "message": _message(found.message + (f" (help: {found.help})" if found.help else "")),
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": _uri(found.path), "uriBaseId": "%SRCROOT%"},
                    "region": {
                        "startLine": found.line,
                        "startColumn": found.column,
                        "endLine": found.end_line,
                        "endColumn": found.end_column,
                    },
                }
            }
        ],
        "partialFingerprints": {"ruleInFile/v1": fingerprint},
    }
    if found.suppressed is not None:
        shape["suppressions"] = [_suppression(found.suppressed)]
    return shape


def _suppression(reason: str) -> dict[str, str]:
    kind = "external" if reason in _EXTERNAL else "inSource"
    return {"kind": kind, "justification": visible(reason)} if reason else {"kind": kind}


def _notification(rule: str, reason: str) -> dict[str, Any]:
    return {
        "level": "warning",
        "message": _message(f"{rule} was skipped: {reason}"),
        "associatedRule": {"id": rule},
    }


def _message(text: str) -> dict[str, str]:
    return {"text": _plain(visible(text))}


def _plain(text: str) -> str:
    """A plain text message: braces doubled (section 3.11.5), what would be an embedded link escaped (3.11.6)."""
    text = text.replace("{", "{{").replace("}", "}}")
    if "](" in text:
        text = text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
    return text


def _uri(path: str) -> str:
    """A relative reference (RFC 3986): a colon is escaped too, or the first segment would read as a scheme."""
    from urllib.parse import quote

    return quote(visible(path), safe="/")
