"""The patterns of `injection`, and what tells an order from a sentence about one."""

from __future__ import annotations

import re

from memoryrail_lint.checks.injection import EXFILTRATE, HIDE, OVERRIDE, ROLE, RUN
from memoryrail_lint.checks.markdown import fenced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Final

    from memoryrail_lint.diagnostics import Span

# Every repetition is bounded, so that a search is linear in the length of the text.
_GAP: Final = r"[\s>*_]{1,6}"
"""Between two words, which may stand on two lines of a quotation or carry emphasis."""
_NEAR: Final = r"[^.!?\n]{0,120}"
"""Some more of the same sentence. A dot inside a name such as `.env` does not end it."""
_MORE: Final = r"(?:[^.!?\n]|[.!?](?=\S)|\n(?=[^\n])){0,160}?"
_BEFORE: Final = 200
"""How many code points of a sentence before a match are looked at."""


def _words(*alternatives: str) -> str:
    return "(?:" + "|".join(word.replace(" ", _GAP) for word in alternatives) + ")"


_RULES: Final = _words(
    "instructions?", "prompts?", "guidelines?", "rules?", "directions?", "directives?", "commands?", "constraints?",
    "safeguards?", "safety measures?", "restrictions?", "polic(?:y|ies)", "guardrails?",
)  # fmt: skip
_OWN: Final = _words(
    "instructions?", "prompts?", "guidelines?", "directives?", "safeguards?", "safety measures?", "guardrails?",
    "system prompts?", "programming", "training",
)  # fmt: skip
_EARLIER: Final = _words(
    "previous", "prior", "above", "earlier", "preceding", "foregoing", "former", "existing", "original", "initial",
    "system", "safety", "security", "developer", "user", "given", "other", "agents?",
)  # fmt: skip
_IGNORE: Final = _words(
    "ignore", "disregard", "forget(?: about)?", "override", "bypass", "pay no attention to", "stop following",
    "no longer follow", "discard", "drop",
)  # fmt: skip
_THEN: Final = (
    rf"[\s,;:.]{{1,4}}{_words('and', 'then', 'instead', 'now')}{_GAP}(?:\w{{1,12}}{_GAP})?"
    + _words(
        "do", "say", "output", "print", "reveal", "send", "write", "respond", "reply", "answer", "translate", "follow",
        "run", "execute", "upload", "delete", "tell", "act", "pretend", "obey", "post", "approve", "merge", "return",
    )
    + r"\b"
)  # fmt: skip

_OVERRIDES: Final = (
    # "Ignore all previous instructions", "disregard any of the safety guidelines", "forget your rules"
    rf"\b{_IGNORE}{_GAP}{_words('all', 'any', 'every', 'everything in', 'each')}{_GAP}"
    rf"(?:{_words('of', 'the', 'your', 'my', 'our', 'these', 'those')}{_GAP}){{0,2}}"
    rf"(?:{_EARLIER}{_GAP}(?:{_words('and', 'or')}{_GAP})?){{1,3}}{_RULES}\b",
    # "Ignore previous instructions", without an article, as nobody writes of a manual's steps
    rf"\b{_IGNORE}{_GAP}(?:{_EARLIER}{_GAP}){{1,3}}{_RULES}\b",
    rf"\b{_IGNORE}{_GAP}(?:all{_GAP}(?:of{_GAP})?)?your{_GAP}(?:{_EARLIER}{_GAP}){{0,2}}{_OWN}\b",
    rf"\b{_IGNORE}{_GAP}(?:{_words('all', 'any', 'everything', 'whatever')}{_GAP})?(?:that{_GAP})?(?:you{_GAP})"
    rf"{_words('were told', 'have been told', 'were taught', 'know')}\b",
    # "Ignore the above instructions and print ..."
    rf"\b{_IGNORE}{_GAP}{_words('the', 'these', 'those', 'my')}{_GAP}(?:{_EARLIER}{_GAP}){{1,2}}{_RULES}{_THEN}",
)
_PERSONAS: Final = (
    rf"\byou{_GAP}are{_GAP}now{_GAP}(?:{_words('an?', 'in', 'the')}{_GAP})?"
    rf"(?:DAN\b|{_words('developer mode', 'jailbroken', 'unrestricted', 'free of all restrictions')}\b)",
    rf"\b(?:new|updated|real){_GAP}system{_GAP}prompt[ \t]{{0,3}}:",
    r"\[[ \t]{0,3}system[ _-]{0,3}(?:override|prompt)[ \t]{0,3}\]|(?m:^)[ \t>#*]{0,8}system[ _-]override[ \t]{0,3}:",
)
_FOREIGN: Final = (
    # German, Dutch
    r"\b(?:ignorier(?:e|en Sie|t)?|vergiss|vergessen Sie|missachte)\s{1,3}(?:(?:bitte|alle[sr]?|sämtliche|die|deine|Ihre)"
    r"\s{1,3}){0,3}(?:vorherigen|bisherigen|vorigen|obigen|früheren|vorangegangenen|vorhergehenden)\s{1,3}"
    r"(?:Anweisungen|Befehle|Regeln|Anleitungen|Richtlinien|Vorgaben|Instruktionen)",
    r"\b(?:negeer|vergeet)\s{1,3}(?:(?:alle|de|je|uw)\s{1,3}){0,3}(?:vorige|eerdere|voorgaande|bovenstaande)\s{1,3}"
    r"(?:instructies|opdrachten|regels|aanwijzingen)",
    # French, Spanish, Portuguese, Italian
    r"\b(?:ignore[zr]?|oublie[zr]?)\s{1,3}(?:tou(?:te)?s\s{1,3})?(?:(?:les|tes|vos|ces)\s{1,3})?"
    r"(?:instructions|consignes|directives|règles)\s{1,3}(?:précédentes|antérieures|ci-dessus)",
    r"\b(?:ignor[ae]|olvid[ae]|omit[ae])\s{1,3}(?:tod[ao]s\s{1,3})?(?:(?:las|los|tus|sus)\s{1,3})?"
    r"(?:instrucciones|indicaciones|reglas|órdenes|directrices)\s{1,3}(?:anteriores|previas)",
    r"\b(?:ignor[ae]|esqueça|esquece|desconsidere)\s{1,3}(?:tod[ao]s\s{1,3})?(?:(?:as|os|suas)\s{1,3})?"
    r"(?:instruções|regras|diretrizes|orientações|ordens)\s{1,3}(?:anteriores|prévias|acima)",
    r"\b(?:ignora|dimentica|ignorate)\s{1,3}(?:tutte\s{1,3})?(?:le\s{1,3})?(?:tue\s{1,3})?"
    r"(?:istruzioni|regole|indicazioni|direttive)\s{1,3}(?:precedenti|sopra)",
    # Polish, Russian, Turkish
    r"\b(?:z?ignoruj|zapomnij o)\s{1,3}(?:(?:wszystkie|wszystkich)\s{1,3})?(?:poprzedni(?:e|ch))\s{1,3}"
    r"(?:instrukcj[ei]|polece(?:nia|ń)|zasad[y]?)",
    r"\b(?:про)?(?:игнорируй|забудь)(?:те)?\s{1,3}(?:(?:про|все|о|обо|всех)\s{1,3}){0,2}(?:предыдущи[ех]|прошлы[ех]|прежни[ех])"
    r"\s{1,3}(?:инструкции|указания|правила|команды)",
    r"\bönceki\s{1,3}(?:tüm\s{1,3})?(?:talimatları|yönergeleri|komutları)\s{1,3}(?:yok say|unut|görmezden gel)",
    # Arabic, Hindi
    r"تجاهل\s{1,3}(?:(?:جميع|كل|كافة)\s{1,3})?(?:التعليمات|الأوامر|التوجيهات)\s{1,3}(?:السابقة|أعلاه)",
    r"(?:पिछले|पहले के)\s{1,3}(?:सभी\s{1,3})?(?:निर्देशों|आदेशों|नियमों)\s{1,3}को\s{1,3}(?:अनदेखा|नज़रअंदाज)",
    # Chinese, Japanese, Korean
    r"(?:忽略|无视|無視|忘记|忘記)(?:掉|你)?(?:所有|全部|一切)?(?:之前|先前|以上|前面|上面|上述|此前)(?:的)?(?:所有|全部|一切)?(?:的)?"
    r"(?:指令|指示|提示|规则|規則|命令|要求)",
    r"(?:これまで|以前|前|上記|以上|先ほど)の?(?:すべて|全て|全)?の?(?:指示|命令|ルール|プロンプト|指令)(?:を|は)?(?:すべて|全て)?"
    r"(?:を)?(?:無視し(?:て|ろ|なさい)|忘れ(?:て|ろ))",
    r"(?:이전|위|앞선|기존)의?\s{0,2}(?:모든\s{0,2})?(?:지시|명령|지침|규칙|프롬프트)(?:사항)?(?:들)?(?:을|를|은|는)?\s{0,2}(?:모두\s{0,2})?"
    r"(?:무시하(?:고|세요|라)|무시해|잊어)",
)
_TREASURE: Final = (
    r"(?:(?<![\w/])\.env\b|\bid_(?:rsa|ed25519)\b|~/\.(?:ssh|aws|netrc|config|kube)\b|/etc/(?:passwd|shadow)\b|"
    + _words(
        "(?:all|any|every|the user's|their|found|contents? of)[^.!?\\n]{0,40}?\\b(?:secrets?|credentials?|passwords?|"
        "api keys?|tokens?|private keys?|environment variables?)",
        "contents? of the environment",
        "system prompts?",
        "(?:whole|entire|full|this|our|the) (?:conversation|chat|history)(?: history)?",
    )
    + ")"
)
_GOAL: Final = (
    r"\b(?:to|at|via|into|through)\s{1,3}(?:\S{1,30}\s{1,3}){0,4}?(?:\S{0,3}(?:https?|ftp|wss?)://"
    r"|[\w.+-]{1,64}@[\w-]{1,64}\.|(?:webhook|attacker|remote\s{1,3}server)\b)"
)
_SENDS: Final = (
    rf"\b{_words('send', 'post', 'upload', 'exfiltrate', 'transmit', 'forward', 'e-?mail', 'leak', 'copy', 'submit')}"
    rf"\b{_MORE}{_TREASURE}{_MORE}{_GOAL}",
)
_SHOW: Final = _words("tell", "inform", "notify", "alert", "mention", "reveal", "disclose", "say", "show", "let on")
_READER: Final = _words("the user", "users", "the human", "the developer", "the owner", "anyone", "your user")
_HIDES: Final = (
    rf"\b{_words('do not', 'don[’\']t', 'never', 'must not')}{_GAP}{_words('tell', 'inform', 'notify', 'alert')}{_GAP}"
    rf"{_READER}{_GAP}(?:{_words('about', 'of', 'that')}{_GAP})?"
    + _words("this", "these", "it", "you", "your", "what you")
    + r"\b",
    rf"\b{_words('do not', 'don[’\']t', 'never')}{_GAP}{_words('mention', 'reveal', 'disclose', 'show')}{_GAP}"
    + _words(
        "this to", "it to", "that to", "any of this to", "these instructions", "this instruction", "this prompt",
        "these instructions to", "this memory to", "this note to",
    )
    + rf"(?:{_GAP}{_READER})\b",
    rf"\b{_words('keep', 'hide', 'conceal')}{_GAP}{_words('this', 'it', 'that', 'these instructions')}{_GAP}"
    rf"(?:{_words('hidden', 'secret', 'confidential')}{_GAP})?from{_GAP}{_READER}\b",
    rf"\b{_words('send', 'upload', 'post', 'exfiltrate', 'forward', 'e-?mail', 'delete', 'disable', 'execute', 'run')}"
    rf"\b{_MORE}\bwithout{_GAP}{_words('telling', 'informing', 'alerting', 'mentioning it to')}{_GAP}"
    rf"{_words('the user', 'the human', 'anyone', 'them', 'the developer')}\b",
)  # fmt: skip
_SHELL: Final = r"(?:sudo[ \t]{1,3})?(?:/(?:usr/)?bin/)?(?:env[ \t]{1,3})?(?:ba|z|da|k|a)?sh\b"
_RUNNER: Final = rf"(?:{_SHELL}|(?:sudo[ \t]{{1,3}})?(?:python[\d.]{{0,5}}|perl|ruby|node)\b(?![ \t]{{0,3}}-[mc]\b))"
_DECODE: Final = r"(?:base64[ \t]{1,3}(?:-d|-D|--decode|-di)\b|xxd[ \t]{1,3}-r(?:[ \t]{1,3}-p)?\b|openssl[ \t]{1,3}(?:enc[ \t]{1,3}-d|base64[ \t]{1,3}-d)\b)"
_RUNS: Final = (
    rf"\b{_DECODE}[^|\n]{{0,80}}\|[ \t]{{0,4}}(?:(?:gunzip|zcat|gzip[ \t]-d|rev)[ \t]{{0,4}}[^|\n]{{0,20}}\|[ \t]{{0,4}})?{_RUNNER}",
    rf"\beval[ \t]{{1,3}}[\"']?(?:\$\(|`)[^)`\n]{{0,400}}{_DECODE}",
    rf"\b(?:ba|z)?sh[ \t]{{1,3}}-c[ \t]{{1,3}}[\"']?(?:\$\(|`)[^)`\n]{{0,400}}{_DECODE}",
    rf"\b(?:ba|z)?sh[ \t]{{0,3}}<[ \t]{{0,3}}?<?\(?[^)\n]{{0,200}}{_DECODE}",
    r"\b(?:eval|Function)[ \t]{0,3}\([ \t]{0,3}(?:atob|Buffer\.from)[ \t]{0,3}\(",
    r"\b(?:exec|eval)[ \t]{0,3}\([^()\n]{0,40}(?:\([^()\n]{0,40}\)[^()\n]{0,20}){0,3}\bb64decode[ \t]{0,3}\(",
    r"(?i:\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,120}\s-(?:e|enc|encodedcommand)\s{1,3}[A-Za-z0-9+/=]{16})",
    r"(?i:\b(?:iex|invoke-expression)\b[^\n]{0,120}frombase64string)",
)
_FILES: Final = (
    r"(?:(?<![\w/])\.env\b(?!\.(?:example|sample|template))|\bid_(?:rsa|ed25519)\b(?!\.pub)|~?/?\.aws/credentials\b"
    r"|/etc/(?:passwd|shadow)\b|\.netrc\b(?![-\w]))"
)
_TAKER: Final = r"(?:curl|wget|nc|ncat|netcat)"
_LEAKS: Final = (
    rf"\bcurl\b[^\n|;]{{0,200}}(?:\s-d|\s--data(?:-\w{{1,12}})?|\s-F|\s--form|\s-T|\s--upload-file)[ =]?[\"']?(?:\w{{1,20}}=)?@?[^\s|;]{{0,40}}{_FILES}",
    rf"\bcat\b[^\n|;]{{0,80}}{_FILES}[^\n;]{{0,80}}\|[ \t]{{0,4}}(?:[^\n|]{{1,40}}\|[ \t]{{0,4}}){{0,2}}{_TAKER}\b",
    rf"(?m:(?:^|[|;&(`$])[ \t>$#]{{0,6}}(?:print)?env[ \t]{{0,4}}\|[ \t]{{0,4}}(?:[^\n|]{{1,40}}\|[ \t]{{0,4}}){{0,2}}{_TAKER}\b)",
    rf"\b{_TAKER}\b[^\n]{{0,200}}\$\([ \t]{{0,3}}(?:(?:print)?env\b|cat\b[^)\n]{{0,60}}{_FILES})",
)
_ROLES: Final = (
    r"(?m:^)[ \t>*-]{0,8}<\|(?:im_start|start_header_id)\|>[ \t]{0,3}(?:system|user|assistant|developer|tool)\b",
    r"(?m:^)[ \t>*-]{0,8}<\|(?:system|developer|begin_of_text)\|>",
    r"(?m:^)[ \t>*-]{0,8}(?:\[INST\]|<<SYS>>)(?:\s|$)",
    r"(?m:^)[ \t>*-]{0,8}<(?:system|system[-_](?:prompt|reminder|message))>\s{0,3}\w",
    r"(?m:^)[ \t>#*-]{0,8}SYSTEM(?:\s{1,3}(?:MESSAGE|PROMPT|NOTE))?\*{0,2}:\*{0,2}\s{1,3}"
    r"(?i:you\s{1,3}(?:are|must|will|should|have)\b|from\s{1,3}now\s{1,3}on\b|ignore\b|disregard\b|new\s{1,3}instructions\b"
    r"|override\b|all\s{1,3}previous\b)",
)  # fmt: skip

# gate's name -> kind of order, patterns, whether it is prose, which can be quoted, reported or negated
_TABLE: Final = (
    ("override", OVERRIDE, _OVERRIDES, "order", re.I),
    ("override", OVERRIDE, _PERSONAS, "text", re.I),
    ("foreign", OVERRIDE, _FOREIGN, "text", re.I),
    ("send", EXFILTRATE, _SENDS, "order", re.I),
    ("hide", HIDE, _HIDES, "order", re.I),
    ("role", ROLE, _ROLES, "text", 0),
    ("run", RUN, _RUNS, "anywhere", 0),
    ("leak", EXFILTRATE, _LEAKS, "anywhere", 0),
)
_compiled: dict[str, re.Pattern[str]] = {}

_QUOTES: Final = "\"'`“‘«„‹「『‚"
# What stands between the start of a sentence and its verb in an order.
_LEAD: Final = re.compile(
    r"(?:please|now|then|also|first|and|but|so|immediately|simply|just|always|important|urgent|attention|note|todo|kindly|"
    r"you|must|should|shall|need to|have to|are to|will|assistants?|agents?|claude|gpt|copilot|gemini|codex|cursor|ai|llms?|"
    r"models?|if you are an? (?:ai|llm|assistant|agent|language model|ai (?:agent|assistant|model))|hey|hi|ok|okay|dear|the|"
    r"instructions?|for|to|all|any|from now on|before|anything|else|reading|this|[\W\d_])*",
    re.I,
)
_REPORT: Final = re.compile(
    r"\b(?:injections?|injected|attack(?:s|ers?|ing)?|jailbreaks?|malicious|adversar\w{1,8}|hostile|untrusted|phrases?|payloads?|"
    r"such as|e\.g|for example|for instance|like|says?|said|saying|told|asks?|asked|asking|tries|try|trying|tells?|telling|"
    r"writes?|wrote|reads|never|not|don['’]t|doesn['’]t|cannot|can['’]t|without|avoid|refuses?|rejects?|detects?|blocks?|flags?|"
    r"strips?|filters?|prevents?|scans?|checks?|examples?|sentences?|strings?|patterns?|attempts?|instead of|rather than)\b",
    re.I,
)
_CONDITION: Final = re.compile(r"\b(?:if|when|unless|otherwise|in case|where|on)\b", re.I)
_MODEL: Final = re.compile(r"\b(?:ai|llms?|assistants?|agents?|language models?|claude|gpt|copilot)\b", re.I)
_IMPERATIVE: Final = re.compile(r"(?:do not|don['’]t|never|must not)\b", re.I)


def search(text: str, names: Iterable[str]) -> Iterator[tuple[int, int, str]]:
    """(start, end, kind) of what the patterns behind these gates find, in no order."""
    code: list[Span] | None = None
    wanted = set(names)
    for gate, kind, patterns, manner, flags in _TABLE:
        if gate not in wanted:
            continue
        for source in patterns:
            pattern = _compiled.get(source)
            if pattern is None:
                pattern = _compiled[source] = re.compile(source, flags)
            for match in pattern.finditer(text):
                start, end = match.span()
                while start < end and text[start] in " \t\r\n>#*-":
                    start += 1
                if manner != "anywhere":
                    if code is None:
                        code = _code(text)
                    if _quoted(text, start, code):
                        continue
                if manner == "order" and not _is_order(text, start, end):
                    continue
                yield start, end, kind


def _code(text: str) -> list[Span]:
    """Fenced code and code spans."""
    fences = fenced(text)
    spans = list(fences)
    if "`" in text:
        at = 0
        for start, end in [*fences, (len(text), len(text))]:
            spans += [(at + m.start(), at + m.end()) for m in re.finditer(r"(`{1,3})[^`\n]{1,300}\1", text[at:start])]
            at = end
    return spans


def _quoted(text: str, start: int, code: Iterable[Span]) -> bool:
    if any(first <= start < last for first, last in code):
        return True
    line = text[max(0, start - _BEFORE) : start].rpartition("\n")[2]
    return line[-1:] in _QUOTES and line[-1:] != "" or (line.count('"') % 2 == 1) or "“" in line.rpartition("”")[2]


def _is_order(text: str, start: int, end: int) -> bool:
    """Whether a match opens its sentence as an order does, and the sentence neither reports nor limits it."""
    before = _sentence(text[max(0, start - _BEFORE) : start])
    matched = text[start:end]
    if _REPORT.search(before) and not _IMPERATIVE.match(matched):
        return False
    about_models = _MODEL.search(before) is not None
    if _CONDITION.search(before) and not about_models:
        return False
    after = text[end : end + 40].partition("\n\n")[0]
    if re.match(r"[\s,]{1,3}(?:if|when|unless|in|on|at|from|for|of)\b", after) and not _MODEL.search(after):
        return False
    return _LEAD.fullmatch(_last_clause(before)) is not None


def _sentence(before: str) -> str:
    """The part of a text after its last sentence end, list mark, heading or blank line."""
    return re.split(r"[.!?:;。！？]\s|\n\s{0,20}\n|\n\s{0,20}(?:[-*+>#|]|\d{1,3}[.)])|<!--|[{}()\[\]<>]", before)[-1]


def _last_clause(before: str) -> str:
    """What follows the last comma or conjunction, where an order may start anew."""
    return re.split(r",|\b(?:and|then|but|so)\b", before)[-1]
