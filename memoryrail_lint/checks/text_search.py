"""Which of some texts a plan is about: BM25 over SQLite's FTS5, built in memory, and a floor for what is unrelated.

Words are stemmed (Porter), case and accents are folded, identifiers are split. BM25 ranks; it cannot tell whether the
best text has anything to do with the plan, since its scores depend on the collection. The floor does that: what a text
shares with the plan must weigh as much as almost two words that no other text has, or be a good part of the plan.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from sqlite3 import Connection
    from typing import Final

MAX_PLAN: Final = 64 * 1024
"""Characters of a plan that are looked at."""
MAX_WORDS: Final = 64
"""Different words of one passage that are looked for."""
EVIDENCE: Final = 1.7
"""What the words found in a text must weigh, where a word that a single text has weighs 1."""
SHARE: Final = 0.3
"""Part of the plan's weight that is enough as well: a plan of few words cannot show more."""
NEAR: Final = 0.9
"""Part of the best text's weight that the others must have."""
KIN: Final = 0.55
"""The same for a text that has a tag of the best one; being about the same matter, it needs no evidence of its own."""
COMMON: Final = 0.25
"""Part of the texts that may have a tag before it says nothing about what they have to do with each other."""
BACKGROUND: Final = 100
"""Texts without any of the words that are added to the collection: in a small one every word would be common."""
WEIGHTS: Final = (3.0, 1.0, 1.0)
"""Of the columns title, tags, body, for BM25."""

# Words that say nothing about what a plan is about: those of the language, and those of every plan.
_STOP: Final = frozenset(
    """
    a about above after again all also an and any are as at be because been before being below between both but by can
    cannot could did do does doing done down during each either else ever every few for from further had has have having
    he her here him his how i if in instead into is it its just like may me might more most must my neither no nor not
    now of off on once one only or other our out over own per please same shall she should so some still such than that
    the their them then there these they this those through to too two under until up upon us very via was we were what
    when where whether which while who whom why will with within without would yet you your
    add added adding adds allow allows change changed changes changing create created creates creating enable enables
    ensure fix fixed fixes fixing get gets getting give gives go implement implemented implementing implements improve
    introduce introduces keep keeps let lets make makes making need needs new old put puts set sets setting support
    supports update updated updates updating use used uses using want wants way work works write writes writing
    """.split()  # noqa: SIM905
)


# Scripts that write no blanks between words, and Hangul, whose words carry their particles with them.
_UNSPACED: Final = (
    (0x3040, 0x30FF),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xAC00, 0xD7A3),
    (0xF900, 0xFAFF),
    (0x20000, 0x3FFFF),
)


class _Blanked(dict[int, str]):
    """Code point -> itself where it is a letter or a digit, else a blank; learnt as it is asked."""

    def __missing__(self, code: int) -> str:
        found = self[code] = chr(code) if chr(code).isalnum() else " "
        return found


_BLANKED: Final = _Blanked()


class Unavailable(Exception):
    """This Python's SQLite was built without FTS5."""


class Match:
    """A text that the plan is about: its index, the words of the plan that it has, in their order, and its score."""

    __slots__ = ("index", "score", "words")

    def __init__(self, index: int, words: Sequence[str], score: float) -> None:
        self.index = index
        self.words = words
        self.score = score


def words(text: str) -> list[str]:
    """The words of a text, in order. An identifier gives its parts, and one in camel case itself as well.

    Where a script has no blanks between words, every two neighbouring characters are one.
    """
    ascii_only = text.isascii()
    if not ascii_only:
        from unicodedata import normalize

        text = normalize("NFKC", text)
    found: list[str] = []
    for word in text.translate(_BLANKED).split():
        if not ascii_only and any(map(_unspaced, word)):
            found += _pairs(word)
            continue
        found.append(word)
        if not (word.islower() or word.isupper() or word.isdigit()) and len(parts := _parts(word)) > 1:
            found += parts
    return found


def _unspaced(char: str) -> bool:
    code = ord(char)
    return code >= _UNSPACED[0][0] and any(first <= code <= last for first, last in _UNSPACED)


def _pairs(word: str) -> list[str]:
    """`支払いAPI` as 支払, 払い, API: a run of an unspaced script as its pairs, what stands between as it is."""
    found = []
    start = 0
    for end in range(1, len(word) + 1):
        if end == len(word) or _unspaced(word[end]) != _unspaced(word[start]):
            run = word[start:end]
            pairs = _unspaced(run[0]) and len(run) > 1
            found += [run[at : at + 2] for at in range(len(run) - 1)] if pairs else [run]
            start = end
    return found


def _parts(word: str) -> list[str]:
    """`parseHTMLPage` as parse, HTML, Page; a capital letter at the beginning or digits alone part nothing."""
    cuts = [0]
    for at in range(1, len(word)):
        before, here, after = word[at - 1], word[at], word[at + 1 : at + 2]
        if here.isupper() and (before.islower() or (before.isupper() and after.islower())):
            cuts.append(at)
    return [word[start:end] for start, end in zip(cuts, [*cuts[1:], len(word)], strict=True)]


def passages(plan: str) -> list[list[str]]:
    """The plan's sentences and lines as the different words that count, each passage judged by itself.

    One that has a single such word is read together with the next one, the last one with the one before.
    """
    found: list[list[str]] = []
    short: list[str] = []
    for piece in _sentences(plan[:MAX_PLAN]):
        short = list(dict.fromkeys([*short, *(w for w in map(str.lower, words(piece)) if _counts(w))]))
        if len(short) > 1:
            found.append(short[:MAX_WORDS])
            short = []
    if short and found:
        found[-1] = list(dict.fromkeys([*found[-1], *short]))[:MAX_WORDS]
    elif short:
        found.append(short)
    return found


def _counts(word: str) -> bool:
    return word not in _STOP and (len(word) > 1 or not word.isascii())


def _sentences(text: str) -> Iterable[str]:
    for line in text.splitlines():
        yield from line.replace("? ", ". ").replace("! ", ". ").replace("; ", ". ").replace("。", ". ").split(". ")


class Index:
    """Texts that can be searched. Each has the columns of `WEIGHTS`. Raises Unavailable."""

    def __init__(self, texts: Iterable[Sequence[str]]) -> None:
        try:
            import sqlite3
        except ImportError:
            raise Unavailable from None
        self._db: Connection = sqlite3.connect(":memory:")
        columns = ", ".join(f"c{number}" for number in range(len(WEIGHTS)))
        tokens = "tokenize='porter unicode61 remove_diacritics 2'"
        try:
            self._db.execute(f"CREATE VIRTUAL TABLE texts USING fts5({columns}, {tokens})")
        except sqlite3.OperationalError:
            raise Unavailable from None
        self._db.execute(f"CREATE VIRTUAL TABLE plan USING fts5(word, {tokens})")
        self._db.execute("CREATE VIRTUAL TABLE text_terms USING fts5vocab(texts, instance)")
        self._db.execute("CREATE VIRTUAL TABLE plan_terms USING fts5vocab(plan, instance)")
        marks = ", ".join("?" * len(WEIGHTS))
        rows = ([" ".join(words(column)) for column in text] for text in texts)
        self._db.executemany(f"INSERT INTO texts VALUES ({marks})", rows)
        self._count: int = self._db.execute("SELECT count(*) FROM texts").fetchone()[0]

    def search(self, plan: str) -> list[Match]:
        """The texts that the plan is about, the nearest first."""
        found: dict[int, Match] = {}
        for passage in passages(plan):
            for match in self._passage(passage):
                if match.index not in found or found[match.index].score < match.score:
                    found[match.index] = match
        return sorted(found.values(), key=lambda match: (-match.score, match.index))

    def _passage(self, passage: Sequence[str]) -> list[Match]:
        stems = self._stems(passage)
        places = self._places(stems)
        weight = {stem: self._weight(len(places.get(stem, ()))) for stem in stems}
        shared: dict[int, list[str]] = {}
        for stem, having in places.items():
            for index in having:
                shared.setdefault(index, []).append(stem)
        mass = {index: sum(weight[stem] for stem in found) for index, found in shared.items()}
        floor = min(EVIDENCE * self._weight(1), SHARE * sum(weight.values()))
        fewest = min(2, len(stems))
        passed = {index for index, found in shared.items() if len(found) >= fewest and mass[index] >= floor}
        if not passed:
            return []
        first = max(passed, key=lambda index: (mass[index], -index))
        kin = self._kin(first)
        near = {index for index in passed if mass[index] >= NEAR * mass[first]}
        near |= {index for index in kin if mass.get(index, 0.0) >= KIN * mass[first]}
        scores = self._scores(passage)
        return [Match(index, [stems[stem] for stem in shared[index]], scores.get(index, 0.0)) for index in sorted(near)]

    def _kin(self, index: int) -> set[int]:
        """The texts that have a tag of this one, a common tag aside."""
        tags = self._db.execute("SELECT c1 FROM texts WHERE rowid = ?", (index + 1,)).fetchone()[0].split()
        found: set[int] = set()
        for stem in self._stems(tags[:MAX_WORDS]):
            rows = self._db.execute("SELECT DISTINCT doc FROM text_terms WHERE term = ? AND col = 'c1'", (stem,))
            having = {doc - 1 for (doc,) in rows}
            if len(having) <= max(2, COMMON * self._count):
                found |= having
        return found

    def _stems(self, passage: Sequence[str]) -> dict[str, str]:
        """The terms of a passage as the index has them -> the word that gave it first."""
        self._db.execute("DELETE FROM plan")
        self._db.executemany("INSERT INTO plan(rowid, word) VALUES (?, ?)", enumerate(passage))
        found: dict[str, str] = {}
        for term, row in self._db.execute("SELECT term, doc FROM plan_terms ORDER BY doc, offset"):
            found.setdefault(term, passage[row])
        return found

    def _places(self, stems: Iterable[str]) -> dict[str, set[int]]:
        """term -> the indexes of the texts that have it; terms that none has are left out."""
        found: dict[str, set[int]] = {}
        for stem in stems:
            for (doc,) in self._db.execute("SELECT DISTINCT doc FROM text_terms WHERE term = ?", (stem,)):
                found.setdefault(stem, set()).add(doc - 1)
        return found

    def _weight(self, having: int) -> float:
        """The inverse document frequency of a term, as BM25 has it, in the collection with its background."""
        from math import log

        return log(1 + (self._count + BACKGROUND - having + 0.5) / (having + 0.5))

    def _scores(self, passage: Sequence[str]) -> dict[int, float]:
        """Index -> BM25 score, greater is nearer."""
        if not passage or not self._count:
            return {}
        query = " OR ".join(f'"{word}"' for word in passage)
        weights = ", ".join(map(str, WEIGHTS))
        sql = f"SELECT rowid, -bm25(texts, {weights}) FROM texts WHERE texts MATCH ? ORDER BY rowid"
        return {row - 1: score for row, score in self._db.execute(sql, (query,))}
