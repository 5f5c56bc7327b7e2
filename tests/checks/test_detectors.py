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
from memoryrail_lint.checks.detectors import assignments, gate, keys, table, tables
from memoryrail_lint.checks.detectors.detector import Detector
from memoryrail_lint.checks.detectors.examples import ALPHABETS, expand, walk

HITS = [(d, example) for d in table.TABLE for example in d.hits]
LEAVES = [(d, example) for d in table.TABLE for example in d.leaves]
PATTERNS = [(d.name, d.pattern) for d in table.TABLE if d.pattern] + [
    ("private-key begin", keys._BEGIN),
    ("private-key end", keys._END),
    ("key line", keys._LINE),
    ("assigned strict", assignments._CLOSE + assignments._STRICT + assignments._VALUE),
    ("assigned blank", assignments._CLOSE + assignments._BLANK + assignments._VALUE),
    ("assigned item", assignments._NEXT + assignments._VALUE),
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


def test_every_keyword_is_found_by_what_is_searched_for_first() -> None:
    parts = {**gate.PARTS[0], **gate.PARTS[1]}
    for piece, (offset, whole) in parts.items():
        assert whole[offset:].startswith(piece) or piece[:2] == b" -"
        assert whole.decode() in (*gate.STEMS, "")
    for stem in gate.STEMS:
        assert [part for part in parts.values() if part[1] == stem.encode()], stem
        for text in (stem, stem.upper(), stem.title()):
            assert gate.stem_ends(gate.latin(f"{text}=Hj5Kl6Yu7Io8")) == ([len(stem)], False)
            assert gate.look(f"{text}=Hj5Kl6Yu7Io8")


@given(st.lists(st.sampled_from([*gate.STEMS, " -p", " --u", "pas", "a", "K", " ", "=", "é", "x" * 4090]), max_size=12))
def test_the_stems_are_found_as_one_search_each_finds_them(parts: list[str]) -> None:
    data = gate.latin("".join(parts) + ".")
    folded = data.lower()
    stems = {at + len(s) for s in map(str.encode, gate.STEMS) for at in range(len(data)) if folded.startswith(s, at)}
    options = any(option in folded for option in (b" -u", b" -p", b" --u", b" --p"))
    assert gate.stem_ends(data) == (sorted(stems), options)


def test_the_gate_repeats_the_keywords_of_the_table() -> None:
    keywords = [keyword for d in table.TOKENS for keyword in d.keywords]
    assert [head for head in gate.HEADS if not any(bytes(head).decode() in keyword for keyword in keywords)] == []
    assert {d.name for d in table.BLOCKS if d.keywords != ("PRIVATE KEY",)} == set()
    assert all(keyword in gate.VENDORS for d in table.ASKED for keyword in d.keywords)


def test_no_file_of_the_table_holds_a_credential_in_one_piece() -> None:
    for path in Path(table.__file__).parent.glob("*.py"):
        text = path.read_text("utf-8")
        assert [(hit.detector, text[hit.start - 20 : hit.start]) for hit in secrets.find(text)] == [], path.name


# What a gate may not do: hide a match. Tokens are drawn from their own patterns, whatever the judgement about them,
# but for what no judgement takes: few capitals, and no digits among the letters.

LEADS = st.sampled_from(
    ["", "Some prose: ", "\n", "\t", "`", '"', "=", ":", "/", ".", "-", "_", "(", "é", "漢", "\\n", "%3D"]
)
TAILS = st.sampled_from(["", "\nand more", "\t", " ", "`", '"', "/", ")", ",", ".", "é", "漢", "\x85x"])


@pytest.mark.parametrize("detector", [d for d in table.TOKENS if d.pattern], ids=lambda d: d.name)
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_the_gate_lets_every_match_of_a_token_pattern_through(detector: Detector, data: st.DataObject) -> None:
    alphabet = st.characters(max_codepoint=126, min_codepoint=33)
    text = data.draw(st.from_regex(detector.pattern, fullmatch=True, alphabet=alphabet))
    if re.fullmatch(detector.pattern, text):
        lead, tail = data.draw(LEADS), data.draw(TAILS)
        around = f"{lead}{text}{tail}"
        if gate.is_plain(gate.latin(text)) or not any(map(str.isdigit, text)):
            assert secrets.suspicious(around) or not list(detector.spans(around))
            return
        assert secrets.suspicious(around)
        assert detector in table.wanted(around)
        seen = gate.look(around)
        assert seen
        whole = len(lead), len(lead) + len(text)
        assert any(d is detector and s <= whole[0] and whole[1] <= e for d, s, e in table.jobs(around, seen))


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


def eager(text: str) -> list[tuple[int, int]]:
    """What `assigned-secret` finds where no word is dull."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gate, "is_dull", lambda word: False)
        return list(assignments.DETECTORS[0].spans(text))


SPREAD = st.lists(st.sampled_from([expand(e)[0] for _, e in HITS + LEAVES]) | st.text(max_size=20), max_size=5)
ENDS = st.sampled_from([" ", "\n", "\n\n", "\t", "\r\n", ", ", "`", "|", "\u2028", "漢"])


@settings(max_examples=300, deadline=None)
@given(SPREAD, ENDS)
def test_the_places_of_the_gate_hide_nothing_that_a_detector_finds_in_the_whole(parts: list[str], end: str) -> None:
    text = end.join(parts)
    seen = gate.look(text)
    found = {span for d, s, e in table.jobs(text, seen) for span in d.spans(text, s, e)} if seen else set()
    everywhere = {span for d in (*table.BLOCKS, *table.TOKENS, *table.MARKED) for span in d.spans(text)}
    assert everywhere <= found


@pytest.mark.parametrize(
    "word", ["src/pool_1/isolate_69/checkpoint_1563.py", "token-bucket_12", "20261010-use-http2-2"]
)
def test_a_dull_word_after_a_keyword_is_no_value(word: str) -> None:
    for lead, tail in (("", ""), ("`", "`."), ('("', '"),'), ("[`", "`]:"), ("**", "**")):
        assert gate.is_dull(f"{lead}{word}{tail}".encode())
        for keyword in ("password: ", "password ", "token = ", "--token ", "the secret is ", 'key="'):
            assert secrets.find(f"{keyword}{lead}{word}{tail}") == []
    assert not secrets.suspicious(f"the token bucket in `{word}`")


@pytest.mark.parametrize(
    "word", ["hunter-2024!", "worker_2/", "Summer-2024", "a1b2c3d4", "src//pool_1", "a+1/xyzw", "“q_12“"]
)
def test_no_other_word_is_dull(word: str) -> None:
    assert not gate.is_dull(gate.latin(word))


@settings(max_examples=2000, deadline=None)
@given(st.text("abz019_-./\"'`()[]{},:;.!?*&|<>= ", min_size=8, max_size=24), st.sampled_from(["pass", "api_key"]))
def test_what_follows_a_keyword_is_judged_or_dull(word: str, keyword: str) -> None:
    scan = assignments.DETECTORS[0].scan
    assert scan
    for sign in ("=", ": ", " is ", " | ", " ", "('", ':\n  "'):
        text = f"{keyword}{sign}{word}"
        for start, end in eager(text):
            assert (start, end) in list(scan(text, 0, len(text)))


@pytest.mark.parametrize("hash", [walk("h", 40), walk("h", 64)])
def test_a_hash_between_slashes_loads_no_table(hash: str) -> None:
    for text in (
        hash,
        f"commit {hash}.",
        f"`{hash}`",
        f"(https://forge.invalid/a/b/commit/{hash})",
        f"tree/{hash}/x.py",
    ):
        assert not secrets.suspicious(text)
    for text in (
        f"SK{hash[:32]}",
        f"x-{hash}",
        f"{hash}-us1",
        f"https://hooks.slack.com/services/T{hash[:9]}/B/{hash}",
    ):
        assert secrets.suspicious(text)


def test_the_gate_knows_no_offset_that_lower_case_moves() -> None:
    text = "\u0130" * 200 + "\npassword = 'Hj5Kl6Yu7Io8'\n"
    assert [text[hit.start : hit.end] for hit in secrets.find(text)] == ["Hj5Kl6Yu7Io8"]


def test_a_table_is_read_to_its_end_and_no_further() -> None:
    rows = "| user | password |\n|---|---|\n| ann | x |\n| bob | y |\n"
    assert tables.end(rows + "\nprose | with a bar\n", 0, rows.index("\n")) == len(rows) - 1
    assert tables.end("| user | password |\nno rule | here\n", 0, 19) == 19
    text = "user,password\nann,x\nbob,y\na line of prose\n"
    assert text[: tables.end(text, 0, 13)] == "user,password\nann,x\nbob,y"
    assert [(head, text[slice(*span)]) for head, span in tables.cells(text, 0, 25)] == [
        ("user", "ann"),
        ("password", "x"),
        ("user", "bob"),
        ("password", "y"),
    ]


@pytest.mark.parametrize("head", ["the password, the token", "a, b", "password", "", "x" * 3000 + ",password"])
def test_other_lines_are_no_heads(head: str) -> None:
    assert tables.end(f"{head}\nann,Hj5Kl6Yu7Io8\n", 0, len(head)) == len(head)


@settings(max_examples=300, deadline=None)
@given(st.text("|,;\t-: \nab`'*>", max_size=60))
def test_every_table_lies_within_its_text(text: str) -> None:
    stop = text.find("\n")
    stop = len(text) if stop < 0 else stop
    last = tables.end(text, 0, stop)
    assert stop <= last <= len(text)
    assert all(0 <= start <= end <= last for _, (start, end) in tables.cells(text, 0, last))


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
         "cloudant_key  ", "softlayer=", "aws key  ", "x@y://a:b ", '"a":"a",', "passwords: [a1, ", "- a1b2c3d4\\n",
         "secrets:\\n- a1b2c3d4\\n- ", "| password |\\n", "|password|\\n|-|\\n|a1b2c3d4E|\\n", "a,password\\n",
         "key,key;key|", " --password \\\\\\n", " -p ", " --u", "://@", "@",
         "eyJ" + "A" * 40 + ".", "/0123456789abcdef0123456789abcdef", "aws --aws-key ",
         "--" * 9 + "aws", "QwEr1QwEr1QwEr1QwEr1/"]
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
    data = gate.latin("short :abcdefghijklmnopqrstuvwxyz\nэ" + "x" * 20)
    assert [data[start:end] for start, end in gate.long_words(data)] == [
        b":abcdefghijklmnopqrstuvwxyz",
        b"?" + b"x" * 20,
    ]
