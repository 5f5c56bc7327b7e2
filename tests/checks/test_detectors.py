"""Every entry of the table: its own examples, its gate, and patterns that cannot backtrack."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

try:
    import re._parser as sre
except ModuleNotFoundError:  # Python 3.10
    import sre_parse as sre  # type: ignore[no-redef]

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memoryrail_lint.checks import secrets
from memoryrail_lint.checks.detectors import assignments, gate, keys, table
from memoryrail_lint.checks.detectors.detector import Detector
from memoryrail_lint.checks.detectors.examples import ALPHABETS, expand, walk

HITS = [(d, example) for d in table.TABLE for example in d.hits]
LEAVES = [(d, example) for d in table.TABLE for example in d.leaves]
PATTERNS = [(d.name, d.pattern) for d in table.TABLE if d.pattern] + [
    ("private-key begin", keys._BEGIN),
    ("private-key end", keys._END),
    ("key line", keys._LINE),
    ("assigned strict", assignments._CLOSE + assignments._STRICT + assignments._VALUE),
    ("assigned loose", assignments._CLOSE + assignments._LOOSE + assignments._VALUE),
]


def named(pairs: list[tuple[Detector, str]]) -> list[str]:
    return [f"{d.name}-{index}" for index, (d, _) in enumerate(pairs)]


@pytest.mark.parametrize(("detector", "example"), HITS, ids=named(HITS))
def test_an_example_is_one_hit_of_its_detector_at_its_exact_place(detector: Detector, example: str) -> None:
    text, spans = expand(example)
    assert [(hit.start, hit.end, hit.detector) for hit in secrets.find(text)] == [(*s, detector.name) for s in spans]


@pytest.mark.parametrize(("detector", "example"), LEAVES, ids=named(LEAVES))
def test_an_example_to_leave_alone_is_left_alone(detector: Detector, example: str) -> None:
    text, _ = expand(example)
    assert [(hit.detector, text) for hit in secrets.find(text)] == []


def test_every_entry_is_whole() -> None:
    names = [d.name for d in table.TABLE]
    assert len(names) == len(set(names))
    for d in table.TABLE:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", d.name)
        assert d.hits
        assert d.leaves
        assert d.keywords
        assert bool(d.pattern) != bool(d.scan), d.name
        assert all(expand(example)[1] for example in d.hits), d.name


def test_the_gate_repeats_the_keywords_of_the_table() -> None:
    assert sorted(gate.LOOSE) == sorted({keyword for d in table.TOKENS for keyword in d.loose})
    assert {d.name for d in table.BLOCKS if d.keywords != ("PRIVATE KEY",)} == set()
    assert all(keyword in gate.VENDORS for d in table.ASKED for keyword in d.keywords)


def test_no_file_of_the_table_holds_a_credential_in_one_piece() -> None:
    for path in Path(table.__file__).parent.glob("*.py"):
        text = path.read_text("utf-8")
        assert [(hit.detector, text[hit.start - 20 : hit.start]) for hit in secrets.find(text)] == [], path.name


# What a gate may not do: hide a match. Tokens are drawn from their own patterns, whatever the judgement about them.


@pytest.mark.parametrize("detector", [d for d in table.TOKENS if d.pattern], ids=lambda d: d.name)
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_the_gate_lets_every_match_of_a_token_pattern_through(detector: Detector, data: st.DataObject) -> None:
    alphabet = st.characters(max_codepoint=126, min_codepoint=33)
    text = data.draw(st.from_regex(detector.pattern, fullmatch=True, alphabet=alphabet))
    if re.fullmatch(detector.pattern, text):
        around = f"Some prose: {text}\nand more"
        assert detector in table.wanted(around)
        assert secrets.suspicious(around)


AROUND = st.text(st.characters(codec="utf-8", exclude_characters="\u0130"), max_size=60)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(HITS), AROUND, AROUND)
def test_surrounding_text_hides_no_example_from_the_gate(pair: tuple[Detector, str], before: str, after: str) -> None:
    detector, example = pair
    text = f"{before}\n{expand(example)[0]}\n{after}"
    assert detector in table.wanted(text)
    assert secrets.suspicious(text)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(HITS), st.text(max_size=40))
def test_surrounding_text_moves_a_hit_and_keeps_it(pair: tuple[Detector, str], before: str) -> None:
    detector, example = pair
    text, spans = expand(example)
    lead = f"{before}\n\n"
    found = [(hit.start - len(lead), hit.end - len(lead), hit.detector) for hit in secrets.find(lead + text)]
    assert [(*span, detector.name) for span in spans if (*span, detector.name) not in found] == []


def test_the_gate_knows_no_offset_that_lower_case_moves() -> None:
    text = "\u0130" * 200 + "\npassword = 'Hj5Kl6Yu7Io8'\n"
    assert [text[hit.start : hit.end] for hit in secrets.find(text)] == ["Hj5Kl6Yu7Io8"]


# Patterns that cannot backtrack without bound: every repetition has a limit, and the limits of nested ones stay small.


def costs(parsed: object) -> tuple[int, bool]:
    """How often a pattern may try one place, as the product of nested limits; and whether a repetition has none."""
    worst, endless = 1, False
    for op, value in parsed:  # type: ignore[attr-defined]
        name = str(op)
        inner: list[object] = []
        times = 1
        if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            _, most, body = value
            inner, times = [body], int(most)
            endless = endless or most == sre.MAXREPEAT
            if len(body) == 1 and str(body[0][0]) in ("IN", "LITERAL", "ANY", "NOT_LITERAL"):
                inner = []
        elif name == "SUBPATTERN":
            inner = [value[3]]
        elif name == "BRANCH":
            inner = list(value[1])
        elif name in ("ASSERT", "ASSERT_NOT"):
            inner = [value[1]]
        for part in inner:
            deep, open_end = costs(part)
            endless = endless or open_end
            worst = max(worst, times * deep if deep > 1 or name.endswith("REPEAT") else deep)
    return worst, endless


@pytest.mark.parametrize(("name", "pattern"), PATTERNS, ids=[name for name, _ in PATTERNS])
def test_no_pattern_repeats_without_bound(name: str, pattern: str) -> None:
    worst, endless = costs(sre.parse(pattern))
    assert not endless
    assert worst <= 8, f"{name} nests repetitions"


ADVERSE = """
import sys
from memoryrail_lint.checks import secrets
from memoryrail_lint.checks.detectors import table
size = 1 << 18
seeds = ["a", "A", "0", "=", "-", " ", "'", '"', ":", "/", ".", "_", "QwEr1/+x", "password=", "password ", "password: ",
         "token   ", "api_key: '", "secret | ", "Bearer ", "Cookie: a=b; ", "curl -u ", "mysql -p", "://", "://a:b",
         "eyJ", "sk-ant-api03-", "-----BEGIN PRIVATE KEY-----\\n", "PuTTY-User-Key-File-2 Private-Lines:",
         "cloudant_key  ", "softlayer=", "aws key  ", "x@y://a:b "]
for seed in seeds:
    text = (seed * (size // len(seed) + 1))[:size]
    secrets.find(text)
for detector in table.TABLE:
    for keyword in detector.keywords[:2]:
        for seed in (keyword, keyword + " ", keyword + "a", "a" + keyword + "=\\n"):
            list(detector.spans((seed * (size // 8 // len(seed) + 1))[: size // 8]))
print("done")
"""


def test_adverse_text_ends() -> None:
    # The limit is far above what linear patterns need (a few seconds) and far below what any other kind would.
    ran = subprocess.run([sys.executable, "-c", ADVERSE], capture_output=True, text=True, timeout=300, check=True)
    assert ran.stdout == "done\n"


# The notation of the examples.


def test_a_walk_stays_in_its_alphabet_and_repeats_nothing() -> None:
    for letter, characters in ALPHABETS.items():
        text = walk(letter, 200)
        assert len(text) == 200
        assert set(text) <= set(characters)
    assert walk("w", 20) != walk("w", 100)[36:56]


def test_an_example_expands_to_its_text_and_spans() -> None:
    assert expand("a [[b«d3»]] c [[d]]") == ("a b820 c d", [(2, 6), (9, 10)])


def test_long_words_keep_the_character_before_them() -> None:
    text = "short :abcdefghijklmnopqrstuvwxyz\nэ" + "x" * 20
    assert gate.long_words(text.encode("latin-1", "replace"), text) == f":abcdefghijklmnopqrstuvwxyz\nэ{'x' * 20}"
