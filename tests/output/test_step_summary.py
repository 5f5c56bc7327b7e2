from __future__ import annotations

from html.parser import HTMLParser

from markdown_it import MarkdownIt

from memoryrail_lint.diagnostics import visible
from memoryrail_lint.output.step_summary import LIMIT, append, table


class Reader(HTMLParser):
    """The tags with their attributes, and the texts between them."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.texts = [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, *attrs))

    def handle_data(self, data):
        if data.strip():
            self.texts.append(data)


def test_table(diagnostic, report):
    found = report(
        diagnostic(message='<b> & "x"', help="use <another>"),
        diagnostic("id-convention", "info", (1, 1, 1, 1), "is odd", path="größe.md"),
    )
    assert table(found, LIMIT).decode() == (
        "\n### memoryrail-lint\n"
        "\n"
        "<p><code>1 error, 0 warnings, 1 info; 0 fixable, 0 suppressed; 12 files in 1 store checked</code></p>\n"
        "\n"
        "<table>\n"
        "<tr><th>Severity</th><th>Place</th><th>Rule</th><th>Finding</th></tr>\n"
        "<tr><td>error</td><td><code>.memoryrail/memories/x.md:4:9</code></td><td><code>field-invalid</code></td>"
        "<td><code>&lt;b&gt; &amp; &quot;x&quot;</code><br>help: <code>use &lt;another&gt;</code></td></tr>\n"
        "<tr><td>info</td><td><code>größe.md:1:1</code></td><td><code>id-convention</code></td>"
        "<td><code>is odd</code></td></tr>\n"
        "</table>\n"
    )


def test_nothing_hostile_comes_alive(worst, hostile):
    text = table(worst, LIMIT).decode()
    assert text.replace("\n", "").isprintable()
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    assert [t.type for t in tokens] == ["heading_open", "inline", "heading_close", "html_block", "html_block"]
    assert [child.type for child in tokens[1].children] == ["text"]
    html = Reader(tokens[3].content + tokens[4].content)
    assert {tag for tag, *_ in html.tags} == {"p", "code", "table", "tr", "th", "td", "br"}
    assert all(len(tag) == 1 for tag in html.tags)
    shown = visible(hostile).replace("##[", "#\\x23[").replace("##vso[", "#\\x23vso[")
    assert html.texts[5:11] == ["error", f"{shown}.md:4:9", "field-invalid", f"{shown} end", "help: ", shown]


def test_rows_that_do_not_fit_are_counted(diagnostic, report):
    found = report(*[diagnostic(message=f"no {n}") for n in range(50)])
    whole = table(found, LIMIT)
    assert whole.count(b"<tr>") == 51
    part = table(found, 4000)
    assert len(part) <= 4000
    rows = part.count(b"<code>no ")
    assert 0 < rows < 50
    assert part.endswith(f'<tr><td colspan="4">and {50 - rows} more</td></tr>\n</table>\n'.encode())


def test_a_full_summary_is_left_alone(diagnostic, report, tmp_path):
    summary = tmp_path / "summary.md"
    summary.write_bytes(b"x" * (LIMIT - 100))
    assert append(str(summary), report(diagnostic())) is None
    assert summary.stat().st_size == LIMIT - 100


def test_a_long_list_stays_within_the_limit(diagnostic, report, tmp_path):
    summary = tmp_path / "summary.md"
    summary.write_bytes(b"x" * 500_000)
    found = report(*[diagnostic(message="ß" * 200) for _ in range(3000)])
    assert append(str(summary), found) is None
    assert LIMIT - 1000 < summary.stat().st_size <= LIMIT
    assert summary.read_bytes().endswith(b" more</td></tr>\n</table>\n")
