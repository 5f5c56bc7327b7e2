"""What tells an order from a sentence about one; `injection` searches with it behind its gates."""

from __future__ import annotations

import re
from bisect import bisect_right

from memoryrail_lint.checks.code import code as find_code
from memoryrail_lint.checks.injection import GROUPS
from memoryrail_lint.checks.order_patterns import GOAL, TABLE, TREASURE, UNSEEN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from typing import Final

    from memoryrail_lint.diagnostics import Span

_REACH: Final = 200
"""How many code points before a verb, and _REACH more behind it, are read as its sentence."""
_WINDOW: Final = 600
"""How many code points before and after a word of a gate its patterns are tried; the longest reaches as far."""
_QUOTES: Final = frozenset("\"'`“‘«„‹「『‚")
_START: Final = re.compile(
    r"[.!?:;。！？]\s|\n[ \t]{0,20}\r?\n|\n[ \t]{0,20}(?:[-*+>#|]|\d{1,3}[.)])|<!--|[{}()\[\]<>]|\A[ \t]{0,20}[-*+>#]"
)
_END: Final = re.compile(r"[.!?](?=\s)|\n[ \t]{0,20}\r?\n|\n[ \t]{0,20}(?:[-*+>#|]|\d{1,3}[.)])[ \t]")
_CLAUSE: Final = re.compile(r",|\b(?:and|then|but|so)\b", re.I)
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
# What may stand between the start of a clause and its verb in an order.
_LEAD: Final = re.compile(
    r"please|now|then|also|first|and|but|so|immediately|simply|just|always|important|urgent|attention|note|todo|kindly|"
    r"you|must|should|shall|need|to|have|are|will|assistants?|agents?|claude|gpt|copilot|gemini|codex|cursor|ai|llms?|"
    r"models?|language|if|an?|hey|hi|ok|okay|dear|the|instructions?|for|all|any|from|on|before|anything|else|reading|this|"
    r"silently|quietly|secretly",
    re.I,
)
_REPORT: Final = re.compile(
    r"\b(?:injections?|injected|attack(?:s|ers?|ing)?|jailbreaks?|malicious|adversar\w{1,8}|hostile|untrusted|phrases?|"
    r"payloads?|such as|e\.g|for example|for instance|like|says?|said|saying|told|asks?|asked|asking|tries|try|trying|"
    r"tells?|telling|writes?|wrote|reads|never|not|don['’]t|doesn['’]t|cannot|can['’]t|without|avoid|refuses?|rejects?|"
    r"detects?|blocks?|flags?|strips?|filters?|prevents?|scans?|checks?|examples?|sentences?|strings?|patterns?|"
    r"attempts?|instead of|rather than)\b",
    re.I,
)
_CONDITION: Final = re.compile(r"\b(?:if|when|unless|otherwise|in case|where)\b", re.I)
_MODEL: Final = re.compile(r"\b(?:ai|llms?|assistants?|agents?|language models?|claude|gpt|copilot)\b", re.I)
_NEGATION: Final = re.compile(r"(?:do\s{1,3}not|don['’]t|never|must\s{1,3}not)\b", re.I)
_LIMIT: Final = re.compile(r"[\s,]{1,3}(?:if|when|unless|in|on|at|from|for|of)\b", re.I)
_compiled: dict[str, re.Pattern[str]] = {}


def search(text: str, folded: str, gates: Collection[str]) -> Iterator[tuple[int, int, str]]:
    """(start, end, kind) of what the patterns behind these gates find, in no order. folded: the text in lower case."""
    code: Code | None = None
    for gate, kind, patterns, manner, flags in TABLE:
        for low, high in windows(text, folded, gate) if gate in gates else ():
            for source in patterns:
                pattern = _compiled.get(source) or _compiled.setdefault(source, re.compile(source, flags))
                for match in pattern.finditer(text, low, high):
                    start, end = match.span()
                    start += len(match[0]) - len(match[0].lstrip(" \t\r\n>#*-"))
                    if manner != "command":
                        code = code or Code(text)
                        if start in code or _is_quoted(text, start):
                            continue
                    if manner in ("send", "act"):
                        end = _rest(text, end, manner)
                    if end >= 0 and (manner in ("command", "text") or _is_order(text, start, end)):
                        yield start, end, kind


def windows(text: str, folded: str, gate: str) -> Iterator[Span]:
    """The parts of a text where words of each group of a gate stand close together."""
    anchors, *others = GROUPS[gate]
    if len(folded) != len(text):  # some capitals become two letters, and places are lost
        yield 0, len(text)
        return
    places = sorted(at for word in anchors for at in _places(folded, word))
    low, high = -1, -1
    for at in [*places, len(text) + 3 * _WINDOW]:
        if high < 0 or at - _WINDOW > high:
            if high >= 0 and all(any(folded.find(word, low, high) >= 0 for word in group) for group in others):
                yield low, min(high, len(text))
            low = max(0, at - _WINDOW)
        high = at + _WINDOW


def _places(folded: str, word: str) -> Iterator[int]:
    at = folded.find(word)
    while at >= 0:
        yield at
        at = folded.find(word, at + 1)


class Code:
    """The code of a Markdown text; `offset in code`."""

    def __init__(self, text: str) -> None:
        self.spans = find_code(text)

    def __contains__(self, offset: int) -> bool:
        index = bisect_right(self.spans, (offset, len(self.spans) and self.spans[-1][1])) - 1
        return index >= 0 and offset < self.spans[index][1]


def _is_quoted(text: str, start: int) -> bool:
    before = text[max(0, start - _REACH) : start]
    line = before.rpartition("\n")[2]
    return line[-1:] in _QUOTES or line.count('"') % 2 == 1 or "“" in before.rpartition("”")[2]


def _rest(text: str, end: int, manner: str) -> int:
    """The end of an order whose verb ends at `end`, with what its sentence must go on to say; -1 where it does not."""
    sentence = text[end : end + 2 * _REACH]
    stop = _END.search(sentence)
    sentence = sentence[: stop.start()] if stop else sentence
    if manner == "act":
        found = UNSEEN.search(sentence)
    else:
        treasure = TREASURE.search(sentence)
        found = GOAL.search(sentence, treasure.end()) if treasure else None
    return end + found.end() if found else -1


def _is_order(text: str, start: int, end: int) -> bool:
    """Whether a match opens its clause as an order does, in a sentence that neither reports nor limits it."""
    before = _START.split(text[max(0, start - _REACH) : start])[-1]
    if _REPORT.search(before) and not _NEGATION.match(text, start):
        return False
    if _CONDITION.search(before) and not _MODEL.search(before):
        return False
    after = text[end : end + 40]
    if _LIMIT.match(after) and not _MODEL.search(after):
        return False
    clause = _CLAUSE.split(before)[-1]
    return all(_LEAD.fullmatch(word) for word in _WORD.findall(clause))
