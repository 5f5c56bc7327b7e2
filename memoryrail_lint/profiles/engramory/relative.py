"""Words for days that mean another day tomorrow, in the languages that notes are written in most."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from memoryrail_lint.diagnostics import Span

_COUNT: Final = r"(?:\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|a few|a couple of|several)"
_UNIT: Final = r"(?:minute|hour|day|week|fortnight|month|quarter|year)s?"
_NAMED: Final = (
    r"(?:week|weekend|month|quarter|year|night|sprint|(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|january|february|march|april|may|june|july|august|september|october|november|december)"
)
_HEADS: Final = frozenset(
    ("wee", "mon", "qua", "yea", "nig", "spr", "tue", "wed", "thu", "fri", "sat", "sun")
    + ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
)
"""How the words of `_NAMED` begin."""
# (one of these must be in the text, in lower case and with a blank for each line end; what then counts)
PATTERNS: Final = (
    (("yesterday", "today", "tomorrow", "tonight"), r"\b(?:yesterday|today|tomorrow|tonight)\b"),
    ((" ago",), rf"\b{_COUNT}\s+{_UNIT}\s+ago\b"),
    ((" from now",), rf"\b{_COUNT}\s+{_UNIT}\s+from\s+now\b"),
    (
        ("gestern", "heute", "letzte", "diese", " vor ", "vorige", "kommende"),
        r"\b(?:vorgestern|gestern|heute|(?:letzte|diese|vorige|kommende)[nmrs]?\s+"
        r"(?:woche|monat|quartal|jahr|nacht|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)s?"
        r"|vor\s+(?:\d{1,3}|ein(?:em|er)|zwei|drei|vier|wenigen|einigen)\s+(?:tag|woche|monat|jahr|stunde)\w{0,2})\b",
    ),
    (
        ("aujourd", " demain", "avant-hier", " derni", " prochain", "il y a "),
        r"\b(?:avant-hier|aujourd['’]hui|demain|(?:la|le|cette|ce|l['’])\s?"
        r"(?:semaine|mois|trimestre|année|an|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)\s+"
        r"(?:derni[èe]re?|prochaine?|passée?)"
        r"|il y a\s+(?:\d{1,3}|une?|deux|trois|quatre|quelques)\s+(?:jour|semaine|mois|an|année|heure)s?)\b",
    ),
    (
        (" ayer", " hoy", "anteayer", " pasad", " que viene", " hace "),
        r"\b(?:anteayer|ayer|hoy"
        r"|(?:la|el|este|esta)\s+(?:semana|mes|trimestre|año|lunes|martes|miércoles|jueves|viernes|sábado|domingo)\s+"
        r"(?:pasad[oa]|que viene)|hace\s+(?:\d{1,3}|una?|dos|tres|cuatro|unos|unas|pocos|pocas)\s+"
        r"(?:día|semana|mes(?:es)?|año|hora)s?)\b",
    ),
)
_LEADS: Final = ("last", "this", "next")
_LED: Final = rf"\b(?:last|this|next)\s+{_NAMED}\b(?!\s+of\b)"
# "Hier" is "here" in German.
_HIER: Final = r"\bhier\b"
_GERMAN: Final = (" und ", " ist ", " der ", " nicht ")
PATTERNS_BEYOND_ASCII: Final = (
    (
        ("昨", "今", "明", "前", "后天", "後天", "上", "下", "本", "这", "這", "去年"),
        "昨天|昨晚|昨日|今天|今早|今晚|今日|明天|明日|前天|后天|後天|上(?:个|個)?(?:周|週|星期|月|季度|礼拜)"
        "|下(?:个|個)?(?:周|週|星期|月|季度|礼拜)|(?:本|这|這)(?:个|個)?(?:周|週|星期|月|季度)(?!期)|(?:去|今|明)年"
        r"|\d{1,3}\s*(?:天|周|週|个月|個月|年)(?:之)?前",
    ),
    (("先", "来", "今", "昨", "一昨", "明"), "一昨日|先週|先月|先々週|来週|来月|今週|今月|昨年|来年|先日|明後日|昨夜"),
    (("日前", "週間前", "ヶ月前", "か月前", "年前"), r"\d{1,3}\s*(?:日|週間|ヶ月|か月|年)前"),
    (("übermorgen", "nächste"), r"\b(?:übermorgen|nächste[nmrs]?\s+(?:woche|monat|quartal|jahr)s?)\b"),
    (("après-demain",), r"\baprès-demain\b"),
    (
        ("pasado mañana", "próxim"),
        r"\bpasado mañana\b|\b(?:la|el)\s+próxim[oa]\s+(?:semana|mes|trimestre|año)\b"
        r"|\b(?:la|el|este|esta)\s+(?:semana|mes|trimestre|año)\s+próxim[oa]\b",
    ),
)


def lower(text: str) -> str:
    """A text in lower case, of the same length: a letter without a lower case of one letter (U+0130) stays."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(small if len(small := ch.lower()) == 1 else ch for ch in text)


def find(text: str) -> list[Span]:
    """The places of such words, in order. Words within a hyphenated or dotted name are none."""
    lowered = lower(text)
    wanted = _wanted(lowered)
    if not wanted:
        return []
    import re

    found: set[Span] = set()
    for pattern in wanted:
        for match in re.finditer(pattern, lowered):
            start, end = match.span()
            if lowered[start - 1 : start] not in ("-", "_", "/", ".") and lowered[end : end + 1] not in ("_", "/", "-"):
                found.add((start, end))
    kept: list[Span] = []
    for start, end in sorted(found):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return kept


def _wanted(lowered: str) -> list[str]:
    """The patterns that have anything to find in a text in lower case."""
    spaced = f" {lowered} ".replace("\n", " ")
    patterns = PATTERNS if lowered.isascii() else PATTERNS + PATTERNS_BEYOND_ASCII
    wanted = []
    for gates, pattern in patterns:
        for gate in gates:
            if gate in spaced:
                wanted.append(pattern)
                break
    if _is_led(spaced):
        wanted.append(_LED)
    if " hier" in spaced and not any(word in spaced for word in _GERMAN):
        wanted.append(_HIER)
    return wanted


def _is_led(spaced: str) -> bool:
    """Whether a word of `_LEADS` stands before what may be one of `_NAMED`."""
    for lead in _LEADS:
        at = spaced.find(lead)
        while at >= 0:
            if spaced[at + 4 : at + 12].lstrip()[:3] in _HEADS:
                return True
            at = spaced.find(lead, at + 4)
    return False
