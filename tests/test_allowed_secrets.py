"""Allowed credentials: counted as suppressed, shown on demand, and masked all the same."""

from __future__ import annotations

import hashlib
import json

import pytest

TOKEN = "glp" + "at-Qw1Er2Ty3Ui4Op5As6Df"
PATH = ".memoryrail/memories/20260601-x.md"


def entry(value: str) -> str:
    digest = hashlib.sha1(value.encode()).hexdigest()
    return json.dumps({"results": {PATH: [{"type": "T", "hashed_secret": digest, "line_number": 1}]}})


@pytest.fixture
def allowed(site, request):
    how = request.param
    site.init().store()
    site.memory(body=f"It takes {TOKEN} only." + (" <!-- pragma: allowlist secret -->\n" if how == "pragma" else "\n"))
    if how == "baseline":
        site.write(".secrets.baseline", entry(TOKEN))
    if how == "pattern":
        site.write("memoryrail-lint.toml", '[secrets]\nallow = ["glp.*Df"]\n')
    site.commit()
    return site


@pytest.mark.parametrize("allowed", ["pragma", "baseline", "pattern"], indirect=True)
def test_each_way(allowed) -> None:
    result = allowed.run("check", "--profile", "memoryrail", "--format", "json")
    assert result.status == 0
    assert result.json["summary"]["suppressed"] == 1
    shown = allowed.run("check", "--profile", "memoryrail", "--format", "json", "--no-suppressions")
    assert shown.found == [("secret", PATH, 10, 10)]
    assert shown.status == 1


@pytest.mark.parametrize("allowed", ["pragma", "baseline", "pattern"], indirect=True)
@pytest.mark.parametrize("form", ["text", "concise", "json", "github", "sarif", "gitlab", "rdjson"])
def test_what_is_allowed_is_still_masked(allowed, form: str) -> None:
    allowed.memory(body=f"It takes {TOKEN} only. <!-- pragma: allowlist secret -->\n", type=TOKEN)
    result = allowed.run("check", "--profile", "memoryrail", "--format", form, "--show-info", "--no-suppressions")
    assert TOKEN not in result.text + result.error
    assert result.status == 1


@pytest.mark.parametrize(
    ("allowed", "kind"),
    [("pragma", "inSource"), ("baseline", "external"), ("pattern", "external")],
    indirect=["allowed"],
)
def test_sarif_says_where_it_is_allowed(allowed, kind: str) -> None:
    result = allowed.run("check", "--profile", "memoryrail", "--format", "sarif")
    [found] = result.json["runs"][0]["results"]
    assert [one["kind"] for one in found["suppressions"]] == [kind]


@pytest.mark.parametrize("data", ["{", "[]"])
def test_a_broken_baseline_is_said(site, data: str) -> None:
    site.init().store().memory(body=f"It takes {TOKEN} only.\n")
    site.write(".secrets.baseline", data)
    result = site.run("check", "--profile", "memoryrail")
    assert result.status == 2
    assert result.error == (
        "memoryrail-lint: .secrets.baseline is no baseline of detect-secrets; "
        "write it anew with `detect-secrets scan`\n"
    )


def test_a_wrong_pattern_is_said(site) -> None:
    site.init().store().memory()
    site.write("memoryrail-lint.toml", '[secrets]\nallow = ["a", "("]\n')
    result = site.run("check", "--profile", "memoryrail")
    assert result.status == 2
    assert result.error == (
        "memoryrail-lint: memoryrail-lint.toml: secrets.allow must be a list of regular expressions, "
        "which number 2 is not\n"
    )
