from __future__ import annotations

from hashlib import sha256

from memoryrail_lint.output.fingerprint import fingerprinted


def expected(rule, path, ordinal):
    return sha256(f"{rule}\0{path}\0{ordinal}".encode()).hexdigest()[:40]


def test_rule_path_and_ordinal(diagnostic, report):
    found = report(
        diagnostic("a", path="x"), diagnostic("b", path="x"), diagnostic("a", path="x"), diagnostic("a", path="y")
    )
    assert [(d.rule, d.path, f) for d, f in fingerprinted(found)] == [
        ("a", "x", expected("a", "x", 1)),
        ("a", "x", expected("a", "x", 2)),
        ("b", "x", expected("b", "x", 1)),
        ("a", "y", expected("a", "y", 1)),
    ]


def test_neither_line_nor_content(diagnostic, report):
    one = report(diagnostic(), diagnostic(place=(5, 1, 5, 2)))
    other = report(diagnostic(place=(40, 1, 40, 2), message="else"), diagnostic(place=(50, 1, 50, 2), help="else"))
    assert [f for _, f in fingerprinted(one)] == [f for _, f in fingerprinted(other)]


def test_silencing_one_leaves_the_others_as_they_were(diagnostic, report):
    def at(line, **more):
        return diagnostic(place=(line, 1, line, 2), **more)

    before = {d.line: f for d, f in fingerprinted(report(at(1), at(2), at(3)))}
    after = {d.line: f for d, f in fingerprinted(report(at(1), at(3), suppressed=[at(2, suppressed="why")]))}
    assert before == after
    assert len(set(after.values())) == 3


def test_a_path_that_is_no_unicode(diagnostic, report):
    assert len(fingerprinted(report(diagnostic(path="\udcff")))[0][1]) == 40
