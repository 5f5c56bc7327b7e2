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
_SPREAD: Final = {
    **dict.fromkeys(("override", "unfollow", "latin"), (60, 400)),
    **dict.fromkeys(("hide", "hush", "script"), (150, 150)),
    **dict.fromkeys(("send", "act"), (2 * _REACH + 50, 50)),
}
"""The same where what is looked for is shorter; of a sentence that must go on, where its verb may stand."""
_LINES: Final = frozenset(("run",))
"""What is looked for in the lines of these words only."""
_MARKS: Final = {
    '"': '"',
    "“": "”",
    "„": "“”",
    "«": "»",
    "‹": "›",
    "「": "」",
    "『": "』",
    "‘": "’",
    "'": "'",
    "`": "`",
}
"""What opens a quotation, and what closes it."""
_OPENING: Final = re.compile(r"(?<!\w)['‘\"“„«‹「『](?!\s)|[“„«‹「『]")
# Quotation marks that belong to markup: a link's title, an attribute.
_MARKUP: Final = re.compile(
    r"(?:\]\([^()\n]{0,200}\s|(?m:^)[ \t]{0,3}\[[^\]\n]{1,100}\]:[^\n]{1,200}\s|"
    r"\b(?:title|alt|content|aria-label|placeholder|value|data-[\w-]{1,20})\s{0,3}=\s{0,3})['\"(]$"
)
_CODE_TAG: Final = re.compile(r"<(/?)(?:code|pre|kbd|samp|q|tt)\b", re.I)
_START: Final = re.compile(
    r"[.!?;。！？；][\"'”’)*_]{0,3}(?:\s|(?<=[。！？；]))|[:：]\s|(?<=：)|\n[ \t]{0,20}\r?\n"
    r"|\n[ \t]{0,20}(?:[-*+>#|]|\d{1,3}[.)])|<!--|[{}()\[\]<>|]|\A[ \t]{0,20}[-*+>#]"
)
_END: Final = re.compile(r"[.!?](?=\s)|[。！？]|\n[ \t]{0,20}\r?\n|\n[ \t]{0,20}(?:[-*+>#|]|\d{1,3}[.)])[ \t]")
_CLAUSE: Final = re.compile(r"[,，、]|\b(?:and|then|but|so|y|et|und|e|и|luego|puis|dann)\b", re.I)
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
# What may stand between the start of a clause and its verb in an order.
_LEAD: Final = re.compile(
    r"please|now|then|also|first|and|but|so|immediately|simply|just|always|important|urgent|attention|note|todo|kindly|"
    r"you|must|should|shall|need|to|have|are|will|assistants?|agents?|claude|gpt|copilot|gemini|codex|cursor|ai|llms?|"
    r"models?|language|if|an?|hey|hi|ok|okay|dear|the|instructions?|for|all|any|from|on|before|anything|else|reading|this|"
    r"silently|quietly|secretly|"
    r"por|favor|ahora|primero|debes|deves|agora|primeiro|hola|olá|usted|tú|você|desde|partir|de|en|adelante|y|luego|"
    r"s'il|s’il|vous|te|plaît|plait|maintenant|d'abord|d’abord|tu|dois|devez|à|bitte|jetzt|sofort|zuerst|ab|du|sie|"
    r"пожалуйста|теперь|сейчас|сначала|ты|вы|должен|должны|la|ia|un|asistente|assistente|modelo|"
    r"(?:请|請|现在|現在|立即|立刻|马上|务必|務必|从现在起|你|您|必须|必須|应该|需要|今|今すぐ|必ず|あなたは|まず|どうか|지금|즉시|제발|먼저)+",
    re.I,
)
_REPORT: Final = re.compile(
    r"\b(?:injections?|injected|attack(?:s|ers?|ing)?|jailbreaks?|malicious|adversar\w{1,8}|hostile|untrusted|phrases?|"
    r"payloads?|such as|e\.g|for example|for instance|like|says?|said|saying|told|asks?|asked|asking|tries|try|trying|"
    r"tells?|telling|writes?|wrote|reads|never|not|don['’]t|doesn['’]t|cannot|can['’]t|without|avoid|refuses?|rejects?|"
    r"detects?|blocks?|flags?|strips?|filters?|prevents?|scans?|checks?|examples?|sentences?|strings?|patterns?|"
    r"attempts?|instead of|rather than|contain(?:s|ed|ing)?|texts?|titles?|comments?|"
    r"inyecci\w{1,4}|injeç\w{1,4}|ataques?|atacantes?|ejemplos?|exemplos?|exemples?|texto|frases?|dice|decía|diz|nunca|"
    r"injecti\w{1,4}|attaqu\w{1,6}|jamais|phrase|dit|disait|beispiele?|angreifer|angriffe?|sätze?|satz|niemals|nie|"
    r"nicht|пример\w{0,3}|атак\w{0,4}|инъекц\w{1,3}|никогда|не|фраз\w{1,3})\b|"
    r"例如|比如|注入|攻击|攻擊|不要|请勿|切勿|不得|不能|例えば|インジェクション|攻撃|예를 들어|인젝션|공격",
    re.I,
)
# What a list, a table or a quotation of such texts is announced with.
_ANNOUNCES: Final = re.compile(
    r"\b(?:inject\w{0,6}|attack\w{0,5}|jailbreak\w{0,4}|malicious|adversarial|hostile|untrusted|payloads?|phrases?|probes?|"
    r"examples?|strings?|patterns?|attempts?|said|says|contained|contains|read|wrote|such as|like|reject\w{0,3}|"
    r"inyecci\w{1,4}|injeç\w{1,4}|ataques?|ejemplos?|exemplos?|exemples?|frases?|attaques?|beispiele?|angriffe?|sätze|"
    r"decía|dizia|disait|stand|пример\w{0,3}|атак\w{0,4}|инъекц\w{1,3})\b|例|注入|攻击|攻撃|インジェクション|예시|인젝션|공격",
    re.I,
)
_LISTED: Final = re.compile(r"[ \t]{0,20}(?:[-*+>|]|\d{1,3}[.)][ \t])")
_CONDITION: Final = re.compile(
    r"\b(?:if|when|unless|otherwise|in case|where|si|cuando|quand|lorsque|wenn|falls|quando|se|если|когда)\b|"
    r"如果|若|當|当|場合|とき|時は|만약|경우",
    re.I,
)
_MODEL: Final = re.compile(
    r"\b(?:ai|llms?|assistants?|agents?|language models?|claude|gpt|copilot|asistente|assistente|agente|ia|ki|"
    r"sprachmodell|ассистент|модель|ии)\b|助手|人工智能|アシスタント|어시스턴트",
    re.I,
)
_NEGATION: Final = re.compile(
    r"(?:do\s{1,3}not|don['’]t|never|must\s{1,3}not|no|ne|não|не)\b|n['’]en|不要|别|切勿|请勿|この|これ|以上の|sag|erzähl|verrat",
    re.I,
)
# What an order is limited to, so that it speaks of a thing and not of what its reader works under.
_LIMIT: Final = re.compile(
    r"[\s,(]{1,4}(?:if|when|unless|in|on|at|from|for|of|about|regarding|concerning|with|by|using|via|through|until|till|while|"
    r"before|during|that|which|where|twice|si|cuando|en|del?|dans|du|des|sur|pour|in|im|aus|für|von|zu|wenn|falls|na|no|nas|"
    r"nos|da|do|das|dos|quando|se|nel|nella|della|sobre|в|во|из|для|если)\b",
    re.I,
)
_OWNED: Final = re.compile(
    r"[\s,(]{1,4}\w{1,6}\s{1,3}(?:(?:this|your|the|these|esta?|tus?|cette|votre|ton|diese[rmns]?|deine[rmns]?|sua|seu|"
    r"desta|nesta)\s{1,3}){0,2}"
    r"(?:conversa\w{1,6}|unterhaltung|chat|session|system|sistema|système|developers?|users?|prompts?|context|messages?|you|"
    r"mine|following|anthropic|openai|your|(?:came|come) before)\b",
    re.I,
)
_compiled: dict[str, re.Pattern[str]] = {}


def search(text: str, gates: Collection[str]) -> Iterator[tuple[int, int, str]]:
    """(start, end, kind) of what the patterns behind these gates find, in no order."""
    code: Code | None = None
    folded = text.lower()
    for gate, kind, patterns, manner, flags in TABLE:
        for low, high in windows(folded, gate) if gate in gates else ():
            for source in patterns:
                pattern = _compiled.get(source) or _compiled.setdefault(source, re.compile(source, flags))
                for match in pattern.finditer(text, low, high):
                    start, end = match.span()
                    start += len(match[0]) - len(match[0].lstrip(" \t\r\n>#*-"))
                    if manner != "command":
                        code = code or Code(text)
                        if start in code or _is_quoted(text, start, end):
                            continue
                    if manner in ("send", "act"):
                        end = _rest(text, end, manner)
                    if end >= 0 and (manner in ("command", "text") or _is_order(text, start, end)):
                        yield start, end, kind


def windows(folded: str, gate: str) -> Iterator[Span]:
    """The parts of a text where words of each group of a gate stand close together."""
    anchors, *others = GROUPS[gate]
    low, high = 0, -1
    for at in [*sorted(at for word in anchors for at in _places(folded, word)), -1]:
        start, end = _around(folded, gate, at)
        if at < 0 or start > high:
            if high >= 0 and all(any(folded.find(word, low, high) >= 0 for word in group) for group in others):
                yield low, high
            low = start
        high = max(high, end)


def _around(folded: str, gate: str, at: int) -> Span:
    before, after = _SPREAD.get(gate, (_WINDOW, _WINDOW))
    low, high = max(0, at - before), min(at + after, len(folded))
    if gate in _LINES:
        end = folded.find("\n", at, high)
        return max(low, folded.rfind("\n", low, at) + 1), end if end >= 0 else high
    return low, high


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


def _is_quoted(text: str, start: int, end: int) -> bool:
    """Whether a quotation that opens before a match, in its paragraph, closes after it."""
    before = _paragraph(text, start)
    tags = _CODE_TAG.findall(before)
    if tags and not tags[-1]:
        return True
    after = text[end : end + 2 * _REACH].partition("\n\n")[0]
    opened = ""
    for mark in _OPENING.finditer(before):
        closing = _MARKS[mark[0]]
        if not any(before.find(ch, mark.end()) >= 0 for ch in closing) and not _MARKUP.search(before[: mark.end()]):
            opened += closing
    return any(ch in after for ch in opened)


def _paragraph(text: str, start: int) -> str:
    """What stands before an offset in its paragraph, as far as it is read."""
    before = text[max(0, start - _REACH) : start]
    return before.rpartition("\n\n")[2]


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
    before = text[max(0, start - _REACH) : start]
    *earlier, sentence = [""] if _MARKUP.search(before) else _START.split(before)
    if _REPORT.search(sentence) and not _NEGATION.match(text, start):
        return False
    if earlier and before.removesuffix(sentence).rstrip()[-1:] in (":", "：") and _REPORT.search(earlier[-1]):
        return False
    if _CONDITION.search(sentence) and not _MODEL.search(sentence):
        return False
    after = text[end : end + 40]
    if _LIMIT.match(after) and not _MODEL.search(after) and not _OWNED.match(after):
        return False
    clause = _CLAUSE.split(sentence)[-1]
    return all(_LEAD.fullmatch(word) for word in _WORD.findall(clause)) and not _is_announced(text, start)


def _is_announced(text: str, start: int) -> bool:
    """Whether a match stands in a list, a table or a quotation that is announced as one of such texts."""
    lines = text[max(0, start - 4 * _REACH) : start].split("\n")
    listed = _LISTED.match(lines.pop() + text[start : start + 1])
    if not listed:
        return False
    for line in reversed(lines):
        bare = line.strip()
        if bare.startswith("|") and _ANNOUNCES.search(bare):
            return True
        if bare and not _LISTED.match(line):
            return (bare[-1] in ":：" or bare[0] == "#") and _ANNOUNCES.search(bare) is not None
    return False
