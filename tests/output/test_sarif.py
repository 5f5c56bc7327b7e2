from __future__ import annotations

import json

import pytest

from memoryrail_lint import __version__
from memoryrail_lint.output.fingerprint import fingerprinted
from memoryrail_lint.output.sarif import render

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def run(text):
    return json.loads(text)["runs"][0]


def test_a_clean_run(report, style):
    assert json.loads(render(report(), style())) == {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "memoryrail-lint", "version": __version__, "rules": []}},
                "columnKind": "unicodeCodePoints",
                "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": []}],
                "results": [],
            }
        ],
    }


def test_results_and_their_rules(diagnostic, report, style):
    found = report(
        diagnostic(path="a.md", help="use another"),
        diagnostic("id-convention", "info", (1, 1, 1, 1), "is odd", path="b.md", url="https://example.com/id"),
    )
    fingerprints = [f for _, f in fingerprinted(found)]
    shown = run(render(found, style()))
    texts = {
        "fullDescription": {"text": "Why it matters, over two lines.\n\nMore of it."},
        "help": {"text": "Mend it."},
        "defaultConfiguration": {"level": "error"},
    }
    assert shown["tool"]["driver"]["rules"] == [
        {"id": "field-invalid", "shortDescription": {"text": "What field-invalid is about."}, **texts},
        {
            "id": "id-convention",
            "shortDescription": {"text": "What id-convention is about."},
            **texts,
            "helpUri": "https://example.com/id",
        },
    ]
    assert shown["results"] == [
        {
            "ruleId": "field-invalid",
            "ruleIndex": 0,
            "level": "error",
            "message": {"text": "is no status (help: use another)"},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": "a.md", "uriBaseId": "%SRCROOT%"},
                        "region": {"startLine": 4, "startColumn": 9, "endLine": 4, "endColumn": 15},
                    }
                }
            ],
            "partialFingerprints": {"ruleInFile/v1": fingerprints[0]},
        },
        {
            "ruleId": "id-convention",
            "ruleIndex": 1,
            "level": "note",
            "message": {"text": "is odd"},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": "b.md", "uriBaseId": "%SRCROOT%"},
                        "region": {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 1},
                    }
                }
            ],
            "partialFingerprints": {"ruleInFile/v1": fingerprints[1]},
        },
    ]


def test_the_default_level_is_the_rule_s_own(diagnostic, report, style, rule):
    found = report(diagnostic(severity="warning"), rule=lambda name: rule(name, "info"))
    shown = run(render(found, style()))
    assert shown["tool"]["driver"]["rules"][0]["defaultConfiguration"] == {"level": "note"}
    assert shown["results"][0]["level"] == "warning"


def test_suppressed_findings_are_marked(diagnostic, report, style):
    found = report(
        diagnostic(place=(2, 1, 2, 2)),
        suppressed=[
            diagnostic(place=(1, 1, 1, 2), suppressed="the old name"),
            diagnostic(place=(3, 1, 3, 2), suppressed="baseline"),
            diagnostic(place=(4, 1, 4, 2), suppressed=""),
        ],
    )
    results = run(render(found, style()))["results"]
    assert [result.get("suppressions") for result in results] == [
        [{"kind": "inSource", "justification": "the old name"}],
        None,
        [{"kind": "external", "justification": "baseline"}],
        [{"kind": "inSource"}],
    ]
    assert len({result["partialFingerprints"]["ruleInFile/v1"] for result in results}) == 4


def test_skipped_rules_are_notifications(report, style):
    shown = run(render(report(skipped=[("maybe-stale", "no git")]), style()))
    assert shown["invocations"] == [
        {
            "executionSuccessful": True,
            "toolExecutionNotifications": [
                {
                    "level": "warning",
                    "message": {"text": "maybe-stale was skipped: no git"},
                    "associatedRule": {"id": "maybe-stale"},
                }
            ],
        }
    ]


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("a/b.md", "a/b.md"),
        ("20260601-größe und maß.md", "20260601-gr%C3%B6%C3%9Fe%20und%20ma%C3%9F.md"),
        ("a:b/c:d.md", "a%3Ab/c%3Ad.md"),
        ("50%/#a?b.md", "50%25/%23a%3Fb.md"),
        ("javascript:alert(1)", "javascript%3Aalert%281%29"),
    ],
)
def test_uris_are_relative_and_escaped(diagnostic, report, style, path, uri):
    result = run(render(report(diagnostic(path=path)), style()))["results"][0]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ('"a[0]" and \\x', '"a[0]" and \\x'),
        ("{0} {x}", "{{0}} {{x}}"),
        ("[l](https://example.com)", "\\[l\\](https://example.com)"),
        ("[l\\](x)", "\\[l\\\\\\](x)"),
    ],
)
def test_messages_hold_neither_links_nor_placeholders(diagnostic, report, style, message, text):
    assert run(render(report(diagnostic(message=message)), style()))["results"][0]["message"] == {"text": text}


def test_nothing_hostile_comes_alive(worst, style):
    text = render(worst, style())
    assert text.isascii()
    assert "##[" not in text
    shown = run(text)
    assert len(shown["results"]) == 4
    for result in shown["results"]:
        uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert uri.startswith("%3A%3Aerror%3A%3Apwned%20")
        assert result["message"]["text"].isprintable()
    assert shown["results"][3]["suppressions"][0]["justification"].isprintable()
    assert shown["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"].isprintable()
