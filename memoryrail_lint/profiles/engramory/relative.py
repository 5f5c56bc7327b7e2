"""Words for days that mean another day tomorrow, in the languages that notes are written in most."""

from __future__ import annotations

from memoryrail_lint.profiles.engramory.gates import opened

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
# (groups of literals, a pattern, see `gates`), for a text in lower case with blanks for its line ends and tabs.
ENGLISH: Final = (
    ((("yesterday", "today", "tomorrow", "tonight"),), r"\b(?:yesterday|today|tomorrow|tonight)\b"),
    ((("ago",),), rf"\b{_COUNT}\s+{_UNIT}\s+ago\b"),
    ((("from now",),), rf"\b{_COUNT}\s+{_UNIT}\s+from\s+now\b"),
)
_LONG: Final = 600
"""A longer text in nothing but ASCII that has English in it is in no other language."""
_LEADS: Final = ("last ", "this ", "next ")
_LED: Final = rf"\b(?:last|this|next)\s+{_NAMED}\b(?!\s+of\b)"
_HIER: Final = r"\bhier\b"
_AVANT_HIER: Final = r"\bavant-hier\b"
# In German "hier" is "here".
_GERMAN: Final = (" und ", " ist ", " der ", " nicht ")
ABROAD: Final = (
    (
        (("gestern", "heute", "letzte", "diese", "vor ", "vorige", "kommende"),),
        r"\b(?:vorgestern|gestern|heute|(?:letzte|diese|vorige|kommende)[nmrs]?\s+"
        r"(?:woche|monat|quartal|jahr|nacht|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)s?"
        r"|vor\s+(?:\d{1,3}|ein(?:em|er)|zwei|drei|vier|wenigen|einigen)\s+(?:tag|woche|monat|jahr|stunde)\w{0,2})\b",
    ),
    (
        (("aujourd", "demain", "derni", "prochain", "il y a ", "passé"),),
        r"\b(?:aujourd['’]hui|demain|(?:la|le|cette|ce|l['’])\s?"
        r"(?:semaine|mois|trimestre|année|an|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)\s+"
        r"(?:derni[èe]re?|prochaine?|passée?)"
        r"|il y a\s+(?:\d{1,3}|une?|deux|trois|quatre|quelques)\s+(?:jour|semaine|mois|an|année|heure)s?)\b",
    ),
    (
        (("ayer", "hoy", "pasad", "que viene", "hace "),),
        r"\b(?:anteayer|ayer|hoy"
        r"|(?:la|el|este|esta)\s+(?:semana|mes|trimestre|año|lunes|martes|miércoles|jueves|viernes|sábado|domingo)\s+"
        r"(?:pasad[oa]|que viene)|hace\s+(?:\d{1,3}|una?|dos|tres|cuatro|unos|unas|pocos|pocas)\s+"
        r"(?:día|semana|mes(?:es)?|año|hora)s?)\b",
    ),
)
BEYOND_ASCII: Final = (
    (
        (("昨", "今", "明", "前", "后天", "後天", "上", "下", "本", "这", "這", "去年"),),
        "昨天|昨晚|昨日|今天|今早|今晚|今日|明天|明日|前天|后天|後天|上(?:个|個)?(?:周|週|星期|月|季度|礼拜)"
        "|下(?:个|個)?(?:周|週|星期|月|季度|礼拜)|(?:本|这|這)(?:个|個)?(?:周|週|星期|月|季度)(?!期)|(?:去|今|明)年"
        r"|\d{1,3}\s*(?:天|周|週|个月|個月|年)(?:之)?前",
    ),
    (
        (("先", "来", "今", "昨", "一昨", "明"),),
        "一昨日|先週|先月|先々週|来週|来月|今週|今月|昨年|来年|先日|明後日|昨夜",
    ),
    ((("日前", "週間前", "ヶ月前", "か月前", "年前"),), r"\d{1,3}\s*(?:日|週間|ヶ月|か月|年)前"),
    ((("übermorgen", "nächste"),), r"\b(?:übermorgen|nächste[nmrs]?\s+(?:woche|monat|quartal|jahr)s?)\b"),
    ((("après-demain",),), r"\baprès-demain\b"),
    (
        (("pasado mañana", "próxim"),),
        r"\bpasado mañana\b|\b(?:la|el)\s+próxim[oa]\s+(?:semana|mes|trimestre|año)\b"
        r"|\b(?:la|el|este|esta)\s+(?:semana|mes|trimestre|año)\s+próxim[oa]\b",
    ),
)


def find(lowered: str) -> list[Span]:
    """The places of such words in a text in lower case, in order. Words within a hyphenated or dotted name are none."""
    flat = lowered.replace("\n", " ").replace("\t", " ")
    wanted = _wanted(flat)
    if not wanted:
        return []
    import re

    found: set[Span] = set()
    for pattern in wanted:
        for match in re.finditer(pattern, flat):
            start, end = match.span()
            if flat[start - 1 : start] not in ("-", "_", "/", ".") and flat[end : end + 1] not in ("_", "/", "-"):
                found.add((start, end))
    kept: list[Span] = []
    for start, end in sorted(found):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return kept


def _wanted(flat: str) -> list[str]:
    """The patterns that have anything to find in a text."""
    wanted = opened(ENGLISH, flat)
    if _is_led(flat):
        wanted.append(_LED)
    if len(flat) > _LONG and flat.isascii() and " the " in flat:
        return wanted
    wanted += opened(ABROAD if flat.isascii() else ABROAD + BEYOND_ASCII, flat)
    if "hier" in flat:
        wanted.append(_AVANT_HIER if any(word in flat for word in _GERMAN) else rf"{_AVANT_HIER}|{_HIER}")
    return wanted


def _is_led(flat: str) -> bool:
    """Whether a word of `_LEADS` stands before what may be one of `_NAMED`."""
    for lead in _LEADS:
        at = flat.find(lead)
        while at >= 0:
            head = flat[at + 5 : at + 8]
            if head in _HEADS or (head[:1] == " " and flat[at + 5 : at + 20].lstrip()[:3] in _HEADS):
                return True
            at = flat.find(lead, at + 5)
    return False
