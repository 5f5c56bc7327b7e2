"""What a change started from judges it: `--config-from base` over real histories."""

from __future__ import annotations

import pytest

X, Y = "20260601-x", "20260601-y"
PATH = ".memoryrail/memories/{}.md"
LINT = ".memoryrail/lint.toml"
TYPO = "<!-- memoryrail-lint: ignore-file[field-typo] ours -->\n"
PRAGMA = "pragma: " + "allowlist secret"
PASSWORD = "password = " + "'Zk8fQw2Lp9Xr4Tn7'"
OTHER = "password = " + "'Hb3vRt6Yq1Ms5Jd8'"


def found(repo, *words: str, status: int | None = None) -> list[tuple[str, str]]:
    """(rule, name of the file) of what is reported where the base's word holds."""
    words = words or ("--base", "before")
    result = repo.run("check", "--config-from", "base", "--format", "json", *words)
    assert result.err == b"", result
    assert status is None or result.status == status
    rules = ("field-typo", "secret", "citation-unknown")
    return [(d["rule"], d["path"].rpartition("/")[2]) for d in result.json["diagnostics"] if d["rule"] in rules]


@pytest.fixture
def base(repo):
    """One sound memory, tagged `before`."""
    repo.memory(X)
    repo.commit()
    repo.git("tag", "before")
    return repo


def tag(repo) -> None:
    repo.commit()
    repo.git("tag", "-f", "before")


WRONG = [("field-typo", f"{X}.md")]


@pytest.mark.parametrize("name", [LINT, "memoryrail-lint.toml", "pyproject.toml"])
@pytest.mark.parametrize("key", ['ignore = ["field-typo"]', 'select = ["secret"]', 'exclude = ["*"]'])
def test_the_configuration_of_the_base_holds(base, name: str, key: str) -> None:
    table = "[tool.memoryrail-lint]\n" if name == "pyproject.toml" else ""
    base.write(name, f"{table}{key}\n")
    base.memory(X, pinnd="x")
    base.commit()
    assert found(base) == WRONG
    tag(base)
    base.memory(X, pinnd="x", tags=["a"])
    base.commit()
    result = base.run("check", "--base", "before", "--config-from", "base", "--format", "json", "--allow-empty")
    assert "field-typo" not in result.rules


def test_the_severity_that_fails(base) -> None:
    base.write(LINT, 'fail-on = "warning"\n')
    tag(base)
    base.write(LINT, 'fail-on = "never"\n')
    base.memory(X, pinnd="x")
    base.commit()
    assert found(base, status=1) == WRONG
    assert base.run("check", "--base", "before").status == 0


def test_a_configuration_that_is_taken_away_still_holds(base) -> None:
    base.write(LINT, 'ignore = ["field-typo"]\n')
    tag(base)
    (base.folder / LINT).unlink()
    base.memory(X, pinnd="x")
    base.commit()
    assert found(base) == []


def test_a_wrong_configuration_holds_only_where_it_was_one(base) -> None:
    base.write(LINT, "nonsense\n")
    base.memory(X, pinnd="x")
    base.commit()
    assert found(base) == WRONG
    base.git("tag", "-f", "before")
    (base.folder / LINT).unlink()
    base.commit()
    result = base.run("check", "--base", "before", "--config-from", "base")
    assert (result.status, result.out, result.error.count("\n")) == (2, b"", 1)
    assert "at the base" in result.error


def test_the_nearest_configuration_rules(base) -> None:
    base.write("memoryrail-lint.toml", 'ignore = ["field-typo"]\n')
    base.store("apps/one").store("apps/two")
    base.write("apps/two/.memoryrail/lint.toml", 'ignore = ["field-missing"]\n')
    base.memory(X, root="apps/one")
    base.memory(Y, root="apps/two")
    tag(base)
    for root, name in (("apps/one", X), ("apps/two", Y)):
        base.memory(name, root=root, pinnd="x")
        base.write(f"{root}/.memoryrail/lint.toml", 'ignore = ["field-typo", "secret"]\n')
    base.commit()
    assert found(base) == [("field-typo", f"{Y}.md")]


def test_the_index_has_the_last_commit_for_its_base(base) -> None:
    base.write(LINT, 'ignore = ["field-typo"]\n')
    base.memory(X, pinnd="x")
    base.git("add", "-A")
    assert found(base, "--staged") == WRONG


def test_before_the_first_commit(repo) -> None:
    repo.write(LINT, 'ignore = ["field-typo"]\n')
    repo.memory(X, pinnd="x")
    repo.git("add", "-A")
    assert found(repo, "--staged") == WRONG


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "give --base REF too"),
        (("--base", "before", "--config", "lint.toml"), "give one of them"),
        (("--staged", "--config", "lint.toml"), "give one of them"),
    ],
)
def test_usage(base, words: tuple[str, ...], says: str) -> None:
    base.write("lint.toml")
    result = base.run("check", "--config-from", "base", *words)
    assert (result.status, result.out, result.error.count("\n")) == (2, b"", 1)
    assert says in result.error
    assert base.run("check", "--config-from", "head", "--base", "before").status == 2
    env = {"PRE_COMMIT_FROM_REF": "before"}
    if not words:
        assert base.run("check", "--config-from", "base", env=env).status == 0


def test_the_baseline_of_the_base_holds(base) -> None:
    base.write(LINT, 'baseline = "known.json"\n')
    base.memory(Y, pinnd="x")
    assert base.run("check", "--write-baseline").status == 0
    tag(base)
    base.memory(Y, pinnd="x", tags=["a"])
    base.memory(X, pinnd="x")
    assert base.run("check", "--write-baseline").status == 0
    base.commit()
    assert found(base) == WRONG
    assert "field-typo" not in base.run("check", "--base", "before", "--format", "json").rules
    assert found(base, "--base", "before", "--baseline", "known.json") == WRONG


def test_a_new_baseline_is_none(base) -> None:
    base.memory(X, pinnd="x")
    assert base.run("check", "--write-baseline", "--baseline", "known.json").status == 0
    base.commit()
    assert found(base, "--base", "before", "--baseline", "known.json") == WRONG


def test_a_baseline_outside_the_repository_is_nobodys_change(base, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = str(tmp_path_factory.mktemp("elsewhere") / "known.json")
    base.memory(X, pinnd="x")
    assert base.run("check", "--write-baseline", "--baseline", path).status == 0
    base.commit()
    assert found(base, "--base", "before", "--baseline", path) == []


def test_a_comment_counts_where_it_stood(base) -> None:
    base.memory(X, TYPO, pinnd="x")
    base.commit()
    assert found(base) == WRONG
    base.git("tag", "-f", "before")
    base.memory(X, TYPO + "More.\n", pinnd="x")
    base.commit()
    assert found(base) == []
    base.memory(X, TYPO.replace("typo", "typo, secret") + "More.\n", pinnd="x")
    base.commit()
    assert found(base) == WRONG, "it is another comment"


def test_a_comment_counts_as_often_as_it_stood_and_for_its_line(base) -> None:
    line = "pinnd: x # memoryrail-lint: ignore[field-typo] ours\n"
    path = base.folder / PATH.format(X)
    text = path.read_text()
    path.write_text(text.replace("---\n\n", f"{line}---\n\n"))
    tag(base)
    path.write_text(text.replace("---\n\n", f"{line}---\n\nMore.\n"))
    base.commit()
    assert found(base) == []
    path.write_text(text.replace("---\n\n", f"{line.replace('pinnd', 'linkss')}---\n\n"))
    base.commit()
    assert found(base) == WRONG


def test_a_renamed_memory_keeps_its_own(base) -> None:
    base.memory(X, TYPO, pinnd="x")
    tag(base)
    base.git("mv", PATH.format(X), PATH.format(Y))
    base.memory(Y, TYPO, id=X, pinnd="x", title="Use two queues")
    base.commit()
    assert found(base) == []
    base.memory("20260602-z", TYPO, pinnd="x", title="Another")
    base.commit()
    assert found(base) == [("field-typo", "20260602-z.md")]


def test_comments_of_files_that_cite(base) -> None:
    comment = "<!-- memoryrail-lint: ignore[citation-unknown] a sample -->"
    base.write("AGENTS.md", f"Mind [per DEC-0000]. {comment}\n")
    tag(base)
    base.write("AGENTS.md", f"Mind [per DEC-0000]. {comment}\n\nMind [per DEC-1111]. {comment}\n")
    base.commit()
    assert found(base) == [("citation-unknown", "AGENTS.md")]


def test_what_allows_secrets(base) -> None:
    base.memory(X, f"{PASSWORD} # {PRAGMA}\n")
    base.write("pyproject.toml", '[tool.memoryrail-lint.secrets]\nallow = ["nothing"]\n')
    base.commit()
    secret = [("secret", f"{X}.md")]
    assert found(base) == secret
    base.git("tag", "-f", "before")
    base.memory(X, f"{PASSWORD} # {PRAGMA}\n\nMore.\n")
    base.commit()
    assert found(base) == []
    base.memory(X, f"{OTHER} # {PRAGMA}\n")
    base.write("pyproject.toml", '[tool.memoryrail-lint.secrets]\nallow = [".*"]\n')
    base.commit()
    assert found(base) == secret


def test_a_new_list_of_known_secrets(base) -> None:
    import hashlib
    import json

    value = PASSWORD.partition("'")[2].strip("'")
    digest = hashlib.sha1(value.encode(), usedforsecurity=False).hexdigest()
    base.memory(X, f"{PASSWORD}\n")
    entry = {"hashed_secret": digest, "line_number": 10}
    base.write(".secrets.baseline", json.dumps({"results": {PATH.format(X): [entry]}}))
    base.commit()
    assert "secret" not in base.run("check", "--base", "before", "--format", "json").rules
    assert found(base) == [("secret", f"{X}.md")]


def test_many_comments(base) -> None:
    for number in range(250):
        base.memory(f"20260601-m{number}", TYPO, pinnd="x", title=f"Number {number}")
    tag(base)
    for number in range(250):
        base.memory(f"20260601-m{number}", TYPO, pinnd="x", title=f"Number {number}", tags=["a"])
    base.memory(X, TYPO, pinnd="x")
    base.commit()
    assert found(base) == WRONG
