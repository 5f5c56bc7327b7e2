from __future__ import annotations

import copy
import json
from pathlib import Path

import jsonschema
import pytest

from memoryrail_lint import __version__
from memoryrail_lint.diagnostics import Edit, Fix
from memoryrail_lint.output.json import render
from memoryrail_lint.source import Source

SCHEMA = json.loads((Path(__file__).parents[2] / "spec/diagnostics.schema.json").read_text("utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def test_the_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_a_clean_run(report, style):
    assert render(report(), style()) == (
        "{\n"
        '  "version": 1,\n'
        '  "tool": {\n'
        '    "name": "memoryrail-lint",\n'
        f'    "version": "{__version__}"\n'
        "  },\n"
        '  "stores": [\n'
        "    {\n"
        '      "profile": "memoryrail",\n'
        '      "root": ".",\n'
        '      "files": 12\n'
        "    }\n"
        "  ],\n"
        '  "diagnostics": [],\n'
        '  "skipped": [],\n'
        '  "summary": {\n'
        '    "error": 0,\n'
        '    "warning": 0,\n'
        '    "info": 0,\n'
        '    "fixable": 0,\n'
        '    "suppressed": 0\n'
        "  }\n"
        "}\n"
    )


def test_all_findings_in_the_order_of_the_keys(diagnostic, report, style):
    found = report(
        diagnostic(help="use another", url="https://example.com/field-invalid"),
        diagnostic("id-convention", "info", (1, 1, 1, 1), "is odd: größe"),
        suppressed=[diagnostic(suppressed="a reason")],
        skipped=[("maybe-stale", "no git")],
    )
    text = render(found, style())
    assert "gr\\u00f6\\u00dfe" in text
    document = json.loads(text)
    VALIDATOR.validate(document)
    assert list(document["diagnostics"][0].items()) == [
        ("rule", "field-invalid"),
        ("severity", "error"),
        ("path", ".memoryrail/memories/x.md"),
        ("line", 4),
        ("column", 9),
        ("end_line", 4),
        ("end_column", 15),
        ("message", "is no status"),
        ("help", "use another"),
        ("url", "https://example.com/field-invalid"),
        ("fix", None),
    ]
    assert document["diagnostics"][1]["message"] == "is odd: größe"
    assert document["diagnostics"][1]["help"] is None
    assert document["skipped"] == [{"rule": "maybe-stale", "reason": "no git"}]
    assert document["summary"] == {"error": 1, "warning": 0, "info": 1, "fixable": 0, "suppressed": 1}


def test_a_fix_has_places_and_masked_texts(diagnostic, report, style):
    token = "gh" + "p_" + "Zx9Qw3Er5Ty7Ui1Op2As4Df6Gh8Jk0Lz5Cv7"
    source = Source("a/b.md", "erste\nzwölf x\n".encode())
    fix = Fix(
        "use slashes",
        [Edit(source, 6, 11, f"one\n{token}\n"), Edit(source, 12, 13, "")],
        safe=False,
        rename=("a/b.md", f"a/{token}.md"),
    )
    document = json.loads(render(report(diagnostic(fix=fix)), style()))
    VALIDATOR.validate(document)
    assert token not in json.dumps(document)
    shown = document["diagnostics"][0]["fix"]
    assert list(shown) == ["title", "safe", "edits", "rename"]
    assert shown["title"] == "use slashes"
    assert shown["safe"] is False
    assert shown["edits"] == [
        {"path": "a/b.md", "line": 2, "column": 1, "end_line": 2, "end_column": 6, "text": "one\n***\n"},
        {"path": "a/b.md", "line": 2, "column": 7, "end_line": 2, "end_column": 8, "text": ""},
    ]
    assert shown["rename"] == {"from": "a/b.md", "to": "a/***.md"}
    assert document["summary"]["fixable"] == 1


def test_a_fix_without_a_rename_says_nothing_of_one(diagnostic, report, style):
    document = json.loads(render(report(diagnostic(fix=Fix("mend", safe=True))), style()))
    assert document["diagnostics"][0]["fix"] == {"title": "mend", "safe": True, "edits": []}


def test_hostile_text_is_on_one_line_and_visible(worst, style):
    text = render(worst, style())
    assert text.isascii()
    assert "##[" not in text
    assert not [line for line in text.splitlines() if line.lstrip().startswith("::")]
    document = json.loads(text)
    VALIDATOR.validate(document)
    for found in document["diagnostics"]:
        assert all(found[key].isprintable() for key in ("path", "message", "help"))


def broken(document):
    """(what is wrong, the document with that fault) for each promise of the schema."""

    def change(*path, value=None, drop=False):
        copied = copy.deepcopy(document)
        at = copied
        for key in path[:-1]:
            at = at[key]
        if drop:
            del at[path[-1]]
        else:
            at[path[-1]] = value
        return copied

    first = ("diagnostics", 0)
    for key in document:
        yield f"no {key}", change(key, drop=True)
    for key in document["diagnostics"][0]:
        yield f"no {key}", change(*first, key, drop=True)
    for key in document["summary"]:
        yield f"no {key}", change("summary", key, drop=True)
    yield "another version", change("version", value=2)
    yield "an unknown key", change("more", value=1)
    yield "an unknown key in a finding", change(*first, "more", value=1)
    yield "an unknown severity", change(*first, "severity", value="fatal")
    yield "line 0", change(*first, "line", value=0)
    yield "a column that is text", change(*first, "column", value="9")
    yield "a message over two lines", change(*first, "message", value="a\nb")
    yield "an empty message", change(*first, "message", value="")
    yield "an absolute path", change(*first, "path", value="/etc/passwd")
    yield "a bare fix", change(*first, "fix", value={})
    yield "a fix that is text", change(*first, "fix", value="do it")
    yield "a negative count", change("summary", "error", value=-1)
    yield "a skipped rule without a reason", change("skipped", 0, "reason", drop=True)
    yield "a store without a root", change("stores", 0, "root", drop=True)


def test_broken_documents_do_not_validate(diagnostic, report, style):
    found = report(diagnostic(fix=Fix("mend", safe=True)), skipped=[("maybe-stale", "no git")])
    document = json.loads(render(found, style()))
    VALIDATOR.validate(document)
    faults = list(broken(document))
    assert len(faults) == 36
    assert [name for name, fault in faults if VALIDATOR.is_valid(fault)] == []


@pytest.mark.parametrize("path", ["../up.md", "a b.md", "größe.md", "::x.md"])
def test_odd_paths_are_fine(diagnostic, report, style, path):
    VALIDATOR.validate(json.loads(render(report(diagnostic(path=path)), style())))
