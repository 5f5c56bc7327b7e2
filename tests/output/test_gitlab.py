from __future__ import annotations

import json

from memoryrail_lint.output.fingerprint import fingerprinted
from memoryrail_lint.output.gitlab import render


def test_nothing_found_is_an_empty_list(report, style):
    assert render(report(), style()) == "[]\n"


def test_findings(diagnostic, report, style):
    found = report(
        diagnostic(path="größe.md"),
        diagnostic("stale-link", "warning", (8, 1, 9, 2), "is gone", help="mend it"),
        diagnostic("id-convention", "info", (9, 1, 9, 1)),
        suppressed=[diagnostic(suppressed="baseline")],
    )
    fingerprints = {d.rule: f for d, f in fingerprinted(found) if d.suppressed is None}
    text = render(found, style())
    assert text == (
        "[\n"
        "  {\n"
        '    "description": "is gone (help: mend it)",\n'
        '    "check_name": "stale-link",\n'
        f'    "fingerprint": "{fingerprints["stale-link"]}",\n'
        '    "severity": "minor",\n'
        '    "location": {\n'
        '      "path": ".memoryrail/memories/x.md",\n'
        '      "lines": {\n'
        '        "begin": 8\n'
        "      }\n"
        "    }\n"
        "  },\n"
        "  {\n"
        '    "description": "is no status",\n'
        '    "check_name": "id-convention",\n'
        f'    "fingerprint": "{fingerprints["id-convention"]}",\n'
        '    "severity": "info",\n'
        '    "location": {\n'
        '      "path": ".memoryrail/memories/x.md",\n'
        '      "lines": {\n'
        '        "begin": 9\n'
        "      }\n"
        "    }\n"
        "  },\n"
        "  {\n"
        '    "description": "is no status",\n'
        '    "check_name": "field-invalid",\n'
        f'    "fingerprint": "{fingerprints["field-invalid"]}",\n'
        '    "severity": "critical",\n'
        '    "location": {\n'
        '      "path": "gr\\u00f6\\u00dfe.md",\n'
        '      "lines": {\n'
        '        "begin": 4\n'
        "      }\n"
        "    }\n"
        "  }\n"
        "]\n"
    )


def test_fingerprints_are_unique(diagnostic, report, style):
    issues = json.loads(render(report(*[diagnostic() for _ in range(50)]), style()))
    assert len({issue["fingerprint"] for issue in issues}) == 50


def test_nothing_hostile_comes_alive(worst, style):
    text = render(worst, style())
    assert text.isascii()
    assert "##[" not in text
    issues = json.loads(text)
    assert len(issues) == 3
    assert all((issue["description"] + issue["location"]["path"]).isprintable() for issue in issues)
