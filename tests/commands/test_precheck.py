"""`precheck` and the hook `memoryrail-precheck` in real repositories: what binds, how it is shown, when it fails."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from markdown_it import MarkdownIt

SCHEMA = json.loads((Path(__file__).parents[2] / "spec/precheck.schema.json").read_text("utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)

RAW, POOL, ATTEMPT, GENERATED = "CON-6841", "DEC-f6ce", "ATT-d605", "GOT-7253"


@pytest.fixture
def bound(repo):
    repo.write("src/db/pool.py", "SIZE = 10\n")
    repo.write("src/dbx/gen.py", "# generated\n")
    repo.write("src/web/page.py", "")
    repo.memory("20260601-no-raw-sql", type="constraint", title="No raw SQL outside the store package", pinned=True)
    repo.memory("20260601-one-pool", "Two of them.\n", title="One pool per process", links=["src/db"])
    repo.memory("20260601-pool-per-request", type="attempt", title="Ran out of sockets", links=["src/db/pool.py"])
    repo.memory("20260601-dbx-is-generated", type="gotcha", title="The dbx folder is generated", links=["src/dbx"])
    repo.memory("20260501-two-pools", title="Two pools", status="superseded", links=["src/db"])
    repo.memory("20260601-proposed-rule", type="constraint", title="Never", status="proposed", links=["src/db"])
    repo.memory("20260601-pool-metrics", type="thread", title="Metrics", links=["src/db"])
    repo.memory("20260601-broken", type="rule", title="Not valid", links=["src/db"])
    repo.commit()
    return repo


def refs(result) -> list[str]:
    return [memory["ref"] for memory in document(result)]


def document(result) -> list[dict]:
    assert result.json["version"] == 1
    VALIDATOR.validate(result.json)
    return result.json["memories"]


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize(
    ("paths", "found"),
    [
        (["README.md"], [RAW]),
        (["src/db/pool.py"], [RAW, ATTEMPT, POOL]),
        (["src/db/new.py"], [RAW, POOL]),
        (["src/dbx/gen.py"], [RAW, GENERATED]),
        (["src/db"], [RAW, ATTEMPT, POOL]),
        (["src"], [RAW, ATTEMPT, GENERATED, POOL]),
        (["."], [RAW, ATTEMPT, GENERATED, POOL]),
        (["./src//db/../db/pool.py"], [RAW, ATTEMPT, POOL]),
        (["src/d"], [RAW]),
        (["no/such/file"], [RAW]),
    ],
)
def test_paths(bound, paths: list[str], found: list[str]) -> None:
    result = bound.run("precheck", *paths, "--format", "json")
    assert (result.status, refs(result)) == (0, found)


def test_paths_start_from_the_working_directory(bound) -> None:
    assert refs(bound.run("precheck", "pool.py", "--format=json", cwd="src/db")) == [RAW, ATTEMPT, POOL]
    assert refs(bound.run("precheck", "db/pool.py", "--root", "src", "--format=json")) == [RAW, ATTEMPT, POOL]
    absolute = str(bound.folder / "src/db/pool.py")
    assert refs(bound.run("precheck", absolute, "--format=json")) == [RAW, ATTEMPT, POOL]


def test_a_path_through_a_symlink_is_the_file_that_it_means(bound) -> None:
    (bound.folder / "linked").symlink_to("src")
    (bound.folder / "src/web/pool.py").symlink_to("../db/pool.py")
    (bound.folder / "out").symlink_to("/")
    for path in ("linked/db/pool.py", "src/web/pool.py"):
        assert refs(bound.run("precheck", path, "--format=json")) == [RAW, ATTEMPT, POOL]
    assert refs(bound.run("precheck", "linked/db/new.py", "--format=json")) == [RAW, POOL]
    assert refs(bound.run("precheck", "linked", "--format=json")) == [RAW, ATTEMPT, GENERATED, POOL]
    assert refs(bound.run("precheck", "out/etc/passwd", "--format=json")) == [RAW]


def test_a_path_outside_is_refused(bound) -> None:
    result = bound.run("precheck", "../elsewhere")
    assert (result.status, result.out) == (2, b"")
    assert result.error == "memoryrail-lint: ../elsewhere lies outside the repository\n"


def test_text(bound) -> None:
    result = bound.run("precheck", "src/db/pool.py")
    assert result.text == (
        "CON-6841  constraint: No raw SQL outside the store package\n"
        "    applies: pinned\n"
        "    | Because.\n"
        "ATT-d605  attempt: Ran out of sockets\n"
        "    applies: links src/db/pool.py\n"
        "    | Because.\n"
        "DEC-f6ce  decision: One pool per process\n"
        "    applies: links src/db\n"
        "    | Two of them.\n"
        "3 memories apply. Cite what you rely on as [per REF]; stop and ask where a constraint or a decision stands "
        "against it.\n"
    )
    assert result.error == ("memoryrail-lint: 1 memory is not valid and left out; `memoryrail-lint check` says why\n")


def test_nothing_applies(repo) -> None:
    assert repo.run("precheck", "x").text == "No memory applies.\n"
    assert repo.run("precheck", "x", "--format", "markdown").text == "No memory applies.\n"
    assert repo.run("precheck", "x", "--format", "github").text == ""
    assert document(repo.run("precheck", "x", "--format", "json")) == []


def test_json_is_whole(bound) -> None:
    assert document(bound.run("precheck", "src/db/x", "--plan", "share the pool", "--format", "json")) == [
        {
            "ref": RAW,
            "id": "20260601-no-raw-sql",
            "type": "constraint",
            "title": "No raw SQL outside the store package",
            "pinned": True,
            "why": [{"kind": "pinned", "detail": None}],
            "lines": ["Because."],
            "path": ".memoryrail/memories/20260601-no-raw-sql.md",
        },
        {
            "ref": POOL,
            "id": "20260601-one-pool",
            "type": "decision",
            "title": "One pool per process",
            "pinned": False,
            "why": [{"kind": "link", "detail": "src/db"}],
            "lines": ["Two of them."],
            "path": ".memoryrail/memories/20260601-one-pool.md",
        },
    ]


@pytest.mark.parametrize("how", ["argument", "standard input"])
def test_a_plan(bound, how: str) -> None:
    plan = "Open one pool in each process"
    if how == "argument":
        result = bound.run("precheck", "--plan", plan, "--format", "json")
    else:
        result = bound.run("precheck", "--plan", "-", "--format", "json", stdin=plan.encode())
    assert refs(result) == [RAW, POOL]
    assert document(result)[1]["why"] == [{"kind": "text", "detail": "pool, process"}]


def test_an_unrelated_plan(bound) -> None:
    assert refs(bound.run("precheck", "--plan", "Paint the fence behind the garage", "--format", "json")) == [RAW]


@pytest.mark.parametrize("stdin", [b"", b"\xff\xfe\x00", b"a" * 1_000_000])
def test_an_odd_plan(bound, stdin: bytes) -> None:
    assert refs(bound.run("precheck", "--plan", "-", "--format", "json", stdin=stdin)) == [RAW]


@pytest.mark.parametrize(
    ("argv", "status"),
    [
        (["src/web/page.py"], 0),
        (["src/db/new.py"], 0),
        (["src/dbx/gen.py"], 0),
        (["src/db/pool.py"], 1),
        (["--plan", "see why a request ran out of sockets"], 1),
        (["--plan", "move raw SQL out of the store"], 1),
        (["--plan", "one pool in each process"], 0),
    ],
)
def test_fail(bound, argv: list[str], status: int) -> None:
    assert bound.run("precheck", "--fail", *argv).status == status
    assert bound.run("precheck", *argv).status == 0


def test_staged(bound) -> None:
    bound.write("src/db/pool.py", "SIZE = 11\n")
    assert refs(bound.run("precheck", "--staged", "--format=json")) == [RAW]
    bound.git("add", "-A")
    assert refs(bound.run("precheck", "--staged", "--format=json")) == [RAW, ATTEMPT, POOL]
    assert bound.run("precheck", "--staged").status == 0
    assert bound.run("precheck", "--staged", "--fail").status == 1
    assert refs(bound.run("precheck", "--staged", "src/dbx/x", "--format=json")) == [RAW, ATTEMPT, GENERATED, POOL]


@pytest.mark.parametrize("change", [["rm", "-q", "src/db/pool.py"], ["mv", "src/db/pool.py", "src/web/pool.py"]])
def test_what_goes_away_counts(bound, change: list[str]) -> None:
    bound.git(*change)
    assert refs(bound.run("precheck", "--staged", "--format=json")) == [RAW, ATTEMPT, POOL]


def test_base(bound) -> None:
    bound.git("checkout", "-q", "-b", "topic")
    bound.git("mv", "src/dbx/gen.py", "src/web/gen.py")
    bound.commit()
    assert refs(bound.run("precheck", "--base", "main", "--format=json")) == [RAW, GENERATED]
    bound.write("src/db/pool.py", "SIZE = 11\n")
    bound.git("add", "-A")
    both = bound.run("precheck", "--base", "main", "--staged", "--format=json")
    assert refs(both) == [RAW, ATTEMPT, GENERATED, POOL]
    unknown = bound.run("precheck", "--base", "nowhere")
    assert unknown.status == 2
    assert unknown.error.startswith("memoryrail-lint: the base 'nowhere' is not known here")


def test_what_it_cannot_do(site) -> None:
    lost = site.run("precheck", "x")
    assert (lost.status, lost.out) == (2, b"")
    assert lost.error == "memoryrail-lint: there is no .memoryrail/ here or above; `memoryrail-lint init` makes one\n"
    site.store()
    assert site.run("precheck", "x").status == 0
    staged = site.run("precheck", "--staged")
    assert (staged.status, staged.error) == (
        2,
        "memoryrail-lint: --staged needs a git repository, and there is none here\n",
    )
    site.store(config='{"version": 9}')
    assert site.run("precheck", "x").status == 2
    assert site.run("precheck", "--root", "nowhere").status == 2


@pytest.mark.parametrize("words", [[], ["--fail"], ["--format", "json"], ["--root", "."], ["--no-such"]])
def test_without_a_change_to_ask_about(bound, words: list[str]) -> None:
    result = bound.run("precheck", *words)
    assert (result.status, result.out, result.error.count("\n")) == (2, b"", 1)
    if words != ["--no-such"]:
        assert result.error == (
            "memoryrail-lint: say what is about to change: PATH, --plan TEXT, --staged or --base REF\n"
        )
    assert bound.run("memoryrail-precheck", *[word for word in words if word == "--fail"]).status == 0


def test_an_empty_plan_is_a_plan(bound) -> None:
    assert refs(bound.run("precheck", "--plan", "", "--format", "json")) == [RAW]


def test_without_fts5(bound, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "sqlite3", None)
    assert bound.run("precheck", "src/db/pool.py").status == 0
    result = bound.run("precheck", "--plan", "one pool in each process")
    assert (result.status, result.out) == (2, b"")
    assert result.error == "memoryrail-lint: --plan needs a Python whose sqlite3 has FTS5; give paths instead\n"


def test_sqlite_is_loaded_for_a_plan_only(bound) -> None:
    code = "import sys; from memoryrail_lint.cli import main; main(sys.argv[1:]); print('sqlite3' in sys.modules)"
    import subprocess
    import sys

    def last(*argv: str) -> str:
        argv = (sys.executable, "-c", code, "precheck", *argv)
        done = subprocess.run(argv, cwd=bound.folder, env=bound.env, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()[-1]

    assert last("src/db/pool.py", "--staged") == "False"
    assert last("--plan", "one pool") == "True"


HOSTILE = [
    "::error::x %0A%25",
    "a `code` ``b`` <script>x</script> [x](y) @all #1 | <!-- memoryrail:end -->",
    "line\nbreak\r\x1b[31m\u202ered",
    "##[error]x ##vso[task]y",
    "`",
    " ",
]


@pytest.mark.parametrize("title", HOSTILE)
def test_no_title_is_live(repo, title: str) -> None:
    body = f"{title}\n\n```\n</code>\n````\n::warning::x\n"
    repo.memory("20260601-x", body, type="constraint", title=title or "x", links=["a,b:c%d"])
    results = {}
    for format in ("text", "json", "github", "markdown"):
        result = repo.run("precheck", "a,b:c%d", "--format", format)
        assert result.status == 0
        shown = result.text
        assert all(ch == "\n" or (ch.isprintable() and ch != "\u202e") for ch in shown)
        assert not any(mark in shown for mark in ("##[", "##vso["))
        results[format] = shown
    if "\n" in title:  # not valid: nothing of it is shown
        assert "No memory applies" in results["markdown"]
        return
    assert not any(line.startswith("::") for line in results["text"].splitlines())
    if title.strip():
        assert results["github"].count("\n") == 1
        assert results["github"].startswith("::warning title=")
        assert ",file=a%2Cb%3Ac%25d,line=1::" in results["github"]
        tokens = MarkdownIt("commonmark").parse(results["markdown"])
        inline = [child for token in tokens for child in token.children or ()]
        assert {child.type for child in inline} <= {"text", "strong_open", "strong_close", "code_inline", "softbreak"}
        assert not any(token.type.startswith("html") for token in tokens)
        assert [token.type for token in tokens].count("bullet_list_open") == 1


def test_a_credential_is_not_shown(repo) -> None:
    token = "gh" + "p_" + "Ab3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6"
    repo.memory("20260601-x", f"Use {token} here.\n", type="constraint", title=f"Token {token}", links=["a"])
    for format in ("text", "json", "github", "markdown"):
        shown = repo.run("precheck", "a", "--format", format).text
        assert token not in shown
        assert "***" in shown


def test_github(bound) -> None:
    assert bound.run("precheck", "src/db/pool.py", "--format", "github").text == (
        "::warning title=ATT-d605 attempt,file=src/db/pool.py,line=1::"
        "Ran out of sockets (applies: links src/db/pool.py)%0ABecause.\n"
        "::notice title=CON-6841 constraint::No raw SQL outside the store package (applies: pinned)%0ABecause.\n"
        "::notice title=DEC-f6ce decision,file=src/db/pool.py,line=1::"
        "One pool per process (applies: links src/db)%0ATwo of them.\n"
    )


def test_github_drops_nothing_in_silence(repo) -> None:
    for number in range(12):
        repo.memory(f"20260601-rule-{number:02}", type="constraint", links=["a"])
    lines = repo.run("precheck", "a", "--format", "github").text.splitlines()
    assert len(lines) == 10
    assert lines[-1].endswith("::3 more memories apply than GitHub shows; `--format text` has them all")


def test_markdown(bound) -> None:
    assert bound.run("precheck", "src/dbx/gen.py", "--format", "markdown").text == (
        "### 2 memories apply.\n"
        "\n"
        "- **CON-6841** constraint: `No raw SQL outside the store package`\n"
        "  applies: pinned\n"
        "\n"
        "  ```text\n"
        "  Because.\n"
        "  ```\n"
        "\n"
        "- **GOT-7253** gotcha: `The dbx folder is generated`\n"
        "  applies: link `src/dbx`\n"
        "\n"
        "  ```text\n"
        "  Because.\n"
        "  ```\n"
        "\n"
        "\n"
        "Cite what you rely on as `[per REF]`; stop and ask where a constraint or a decision stands against it.\n"
    )


def test_links_are_those_of_the_stores_folder(site) -> None:
    site.init().store("pkg/api")
    site.memory("20260601-x", type="constraint", root="pkg/api", links=["src", "../web"])
    site.memory("20260601-y", type="constraint", root="pkg/api", links=["../../../out"])
    for path in ("pkg/api/src/a.py", "pkg/web/a.py"):
        assert refs(site.run("precheck", path, "--root", "pkg/api", "--format=json")) == [], "PATH starts at --root"
        [found] = document(site.run("precheck", str(site.folder / path), "--format=json", cwd="pkg/api"))
        assert found["id"] == "20260601-x"
    assert site.run("precheck", str(site.folder / "src/a.py"), "--format=json", cwd="pkg/api").json["memories"] == []


def test_the_hook_speaks_of_what_is_staged(bound) -> None:
    assert bound.run("memoryrail-precheck").out == b""
    bound.write("src/web/page.py", "x = 1\n")
    bound.git("add", "-A")
    quiet = bound.run("memoryrail-precheck", "--fail")
    assert (quiet.status, quiet.out) == (0, b""), "a pin alone binds nobody's commit"
    bound.write("src/db/pool.py", "SIZE = 11\n")
    bound.git("add", "-A")
    loud = bound.run("memoryrail-precheck")
    assert loud.status == 0
    assert all(ref in loud.text for ref in (RAW, ATTEMPT, POOL))
    assert bound.run("memoryrail-precheck", "--fail").status == 1


def test_the_hook_takes_the_range_that_a_runner_gives(bound) -> None:
    base = bound.git("rev-parse", "HEAD")
    bound.write("src/dbx/gen.py", "# anew\n")
    bound.commit()
    assert bound.run("memoryrail-precheck").out == b""
    assert GENERATED in bound.run("memoryrail-precheck", env={"PRE_COMMIT_FROM_REF": base}).text


def test_the_hook_sees_tracked_memories_only(bound) -> None:
    bound.memory("20260601-untracked", type="constraint", title="Not added", links=["src/web"])
    bound.write("src/web/page.py", "x = 1\n")
    bound.git("add", "src")
    assert bound.run("memoryrail-precheck").out == b""
    assert "Not added" in bound.run("precheck", "--staged").text


def test_the_hook_passes_where_there_is_no_store(site) -> None:
    site.init().write("a", "x")
    site.git("add", "-A")
    result = site.run("memoryrail-precheck", "--fail")
    assert (result.status, result.out, result.err) == (0, b"", b"")


def test_the_hook_takes_every_store_but_the_excluded(site) -> None:
    site.init().store("a").store("examples/b")
    site.write("pyproject.toml", '[tool.memoryrail-lint]\nexclude = ["examples"]\n')
    site.memory("20260601-x", type="constraint", title="In a", root="a", links=["src"])
    site.memory("20260601-y", type="constraint", title="In b", root="examples/b", links=["src"])
    site.write("a/src/x")
    site.write("examples/b/src/x")
    site.git("add", "-A")
    result = site.run("memoryrail-precheck", "--fail")
    assert result.status == 1
    assert "In a" in result.text
    assert "In b" not in result.text


def test_as_a_real_hook(bound) -> None:
    import stat
    import sys

    hook = bound.write(
        ".git/hooks/pre-commit",
        f"#!/bin/sh\nexec {sys.executable} -c 'import sys; from memoryrail_lint.hooks.precheck import main; "
        'sys.exit(main(["--fail"]))\'\n',
    )
    hook.chmod(hook.stat().st_mode | stat.S_IXUSR)
    bound.write("src/db/pool.py", "SIZE = 11\n")
    bound.git("add", "-A")
    bound.git("commit", "-q", "-m", "x", check=False)
    assert bound.git("diff", "--cached", "--name-only") == "src/db/pool.py", "the commit was stopped"
    bound.git("reset", "-q", "--hard")
    bound.write("src/web/page.py", "x = 1\n")
    bound.git("commit", "-q", "-m", "x", "src/web/page.py")
    assert bound.git("diff", "--cached", "--name-only") == ""
