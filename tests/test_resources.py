from __future__ import annotations

import json
from pathlib import Path

import pytest

from memoryrail_lint import resources
from memoryrail_lint.errors import Trouble


def test_reads_a_schema_from_the_checkout() -> None:
    assert json.loads(resources.read("spec", "memory.schema.json"))["type"] == "object"


def test_an_installed_copy_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "package" / "_rules").mkdir(parents=True)
    (tmp_path / "package" / "_rules" / "x.md").write_text("installed", "utf-8")
    (tmp_path / "docs" / "rules").mkdir(parents=True)
    for name in ("x.md", "y.md"):
        (tmp_path / "docs" / "rules" / name).write_text("checkout", "utf-8")
    monkeypatch.setattr(resources, "_PACKAGE", str(tmp_path / "package"))
    assert resources.read("rules", "x.md") == "installed"
    assert resources.read("rules", "y.md") == "checkout"


@pytest.mark.parametrize("name", ["nothing.md", "../memory.schema.json", "/etc/hosts", "", "..", "."])
def test_what_is_not_there_is_one_line(name: str) -> None:
    with pytest.raises(Trouble, match="has no spec file"):
        resources.read("spec", name)
