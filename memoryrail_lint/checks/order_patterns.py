"""The patterns of `injection`. Every repetition is bounded, so a search is linear in the length of the text."""

from __future__ import annotations

import re

from memoryrail_lint.checks.injection import EXFILTRATE, HIDE, OVERRIDE, ROLE, RUN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_GAP: Final = r"[\s>*_]{1,6}"
"""Between two words, which may stand on two lines of a quotation or carry emphasis."""


def _any(words: str, plural: str = "") -> str:
    """One of the words, which are separated by `|`; a blank in one is `_GAP`."""
    return f"(?:{words.replace(' ', _GAP)}){plural}"


def _spaced(pattern: str) -> str:
    """A pattern with each blank made `_GAP`."""
    return pattern.replace(" ", _GAP)


_RULES: Final = _any(
    "instruction|prompt|guideline|rule|direction|directive|command|constraint|safeguard|safety measure|restriction|"
    "guardrail|polic(?:y|ies)",
    "s?",
)
_OWN: Final = _any(
    "instruction|prompt|guideline|directive|safeguard|safety measure|guardrail|programming|training", "s?"
)
_EARLIER: Final = _any(
    "previous|prior|above|earlier|preceding|foregoing|former|existing|original|initial|system|safety|security|developer|"
    "user|given|other|agent|agents"
)
_IGNORE: Final = _any(
    "ignore|disregard|forget|forget about|override|bypass|pay no attention to|stop following|no longer follow|discard"
)
_ANSWER: Final = _any(
    "do|say|output|print|reveal|send|write|respond|reply|answer|translate|follow|run|execute|upload|delete|tell|act|"
    "pretend|obey|post|approve|merge|return"
)
OVERRIDES: Final = (
    # "Ignore all previous instructions", "disregard any of the safety guidelines"
    _spaced(
        rf"\b{_IGNORE} (?:all|any|every|everything in) (?:(?:of|the|your|my|our|these|those) ){{0,2}}"
        rf"(?:{_EARLIER} (?:(?:and|or) )?){{1,3}}{_RULES}\b"
    ),
    # "Ignore previous instructions": nobody leaves out the article who means a manual's steps
    _spaced(rf"\b{_IGNORE} (?:{_EARLIER} (?:(?:and|or) )?){{1,3}}{_RULES}\b"),
    # "Forget your training"
    _spaced(rf"\b{_IGNORE} (?:all (?:of )?)?your (?:{_EARLIER} ){{0,2}}{_OWN}\b"),
    _spaced(rf"\b{_IGNORE} (?:all|any|everything|whatever|what) (?:that )?you (?:were|have been|know|learned)\b"),
    # "Ignore the above instructions and print ..."
    _spaced(
        rf"\b{_IGNORE} (?:the|these|those|my) (?:{_EARLIER} ){{1,2}}{_RULES}[\s,;:.]{{1,4}}(?:and|then|instead|now) "
        rf"(?:\w{{1,12}} )?{_ANSWER}\b"
    ),
)
PERSONAS: Final = (
    _spaced(r"\byou are now (?:(?:an?|in|the) )?(?:DAN\b|developer mode\b|jailbroken\b|unrestricted\b)"),
    _spaced(r"\b(?:new|updated|real) system prompt\s{0,3}:"),
    r"\[[ \t]{0,3}system[ _-]{0,3}(?:override|prompt)[ \t]{0,3}\]",
    r"(?m:^)[ \t>#*]{0,8}system[ _-]override[ \t]{0,3}:",
)
# The commonest phrase, "ignore (all) previous instructions", in the languages most used beside English.
LATIN: Final = (
    # German, Dutch
    r"\b(?:ignorier(?:e|en Sie|t)?|vergiss|vergessen Sie|missachte)\s{1,3}"
    r"(?:(?:bitte|alle[sr]?|sämtliche|die|deine|Ihre)\s{1,3}){0,3}"
    r"(?:vorherigen|bisherigen|vorigen|obigen|früheren|vorangegangenen|vorhergehenden)\s{1,3}"
    r"(?:Anweisungen|Befehle|Regeln|Anleitungen|Richtlinien|Vorgaben|Instruktionen)",
    r"\b(?:negeer|vergeet)\s{1,3}(?:(?:alle|de|je|uw)\s{1,3}){0,3}(?:vorige|eerdere|voorgaande|bovenstaande)\s{1,3}"
    r"(?:instructies|opdrachten|regels|aanwijzingen)",
    # French, Spanish, Portuguese, Italian
    r"\b(?:ignore[zr]?|oublie[zr]?)\s{1,3}(?:toute?s\s{1,3}|tous\s{1,3})?(?:(?:les|tes|vos|ces)\s{1,3})?"
    r"(?:instructions|consignes|directives|règles)\s{1,3}(?:précédentes|antérieures|ci-dessus)",
    r"\b(?:ignor[ae]|olvid[ae]|omit[ae])\s{1,3}(?:tod[ao]s\s{1,3})?(?:(?:las|los|tus|sus)\s{1,3})?"
    r"(?:instrucciones|indicaciones|reglas|órdenes|directrices)\s{1,3}(?:anteriores|previas)",
    r"\b(?:ignor[ae]|esqueça|esquece|desconsidere)\s{1,3}(?:tod[ao]s\s{1,3})?(?:(?:as|os|suas)\s{1,3})?"
    r"(?:instruções|regras|diretrizes|orientações|ordens)\s{1,3}(?:anteriores|prévias|acima)",
    r"\b(?:ignora|dimentica|ignorate)\s{1,3}(?:tutte\s{1,3})?(?:le\s{1,3})?(?:tue\s{1,3})?"
    r"(?:istruzioni|regole|indicazioni|direttive)\s{1,3}(?:precedenti|sopra)",
    # Polish, Turkish
    r"\b(?:z?ignoruj|zapomnij o)\s{1,3}(?:wszystki(?:e|ch)\s{1,3})?poprzedni(?:e|ch)\s{1,3}"
    r"(?:instrukcj[ei]|polece(?:nia|ń)|zasady?)",
    r"\bönceki\s{1,3}(?:tüm\s{1,3})?(?:talimatları|yönergeleri|komutları)\s{1,3}(?:yok say|unut|görmezden gel)",
)
SCRIPTS: Final = (
    # Russian
    r"\b(?:про)?(?:игнорируй|забудь)(?:те)?\s{1,3}(?:(?:про|все|о|обо|всех)\s{1,3}){0,2}"
    r"(?:предыдущи[ех]|прошлы[ех]|прежни[ех])\s{1,3}(?:инструкци|указани|правил|команд)\w",
    # Arabic, Hindi
    r"تجاهل\s{1,3}(?:(?:جميع|كل|كافة)\s{1,3})?(?:التعليمات|الأوامر|التوجيهات)\s{1,3}(?:السابقة|أعلاه)",
    r"(?:पिछले|पहले के)\s{1,3}(?:सभी\s{1,3})?(?:निर्देशों|आदेशों|नियमों)\s{1,3}को\s{1,3}(?:अनदेखा|नज़रअंदाज)",
    # Chinese, Japanese, Korean
    r"(?:忽略|无视|無視|忘记|忘記)(?:掉|你)?(?:所有|全部|一切)?(?:之前|先前|以上|前面|上面|上述|此前)(?:的)?(?:所有|全部|一切)?(?:的)?"
    r"(?:指令|指示|提示|规则|規則|命令|要求)",
    r"(?:これまで|以前|前|上記|以上|先ほど)の?(?:すべて|全て|全)?の?(?:指示|命令|ルール|プロンプト|指令)(?:を|は)?"
    r"(?:すべて|全て)?(?:を)?(?:無視し(?:て|ろ|なさい)|忘れ(?:て|ろ))",
    r"(?:이전|위|앞선|기존)의?\s{0,2}(?:모든\s{0,2})?(?:지시|명령|지침|규칙|프롬프트)(?:사항)?(?:들)?(?:을|를|은|는)?\s{0,2}"
    r"(?:모두\s{0,2})?(?:무시하(?:고|세요|라)|무시해|잊어)",
)

# An order to send is a verb, then in the same sentence what is sent, then where to.
SEND: Final = (r"\b(?:send|post|upload|exfiltrate|transmit|forward|e-?mail|leak|submit)\b",)
TREASURE: Final = re.compile(
    r"(?<![\w/])\.env\b(?!\.\w)|\bid_(?:rsa|ed25519)\b|~/\.(?:ssh|aws|netrc|kube)\b|/etc/(?:passwd|shadow)\b|"
    + _spaced(
        r"\b(?:all|any|every|the user's|their|found) (?:[\w-]{1,20} ){0,4}?(?:secrets?|credentials?|passwords?|"
        r"api keys?|tokens?|private keys?|environment variables?|keys)\b|\bcontents? of (?:the )?environment\b|"
        r"\bsystem prompts?\b|\b(?:whole|entire|full|this|our|the) (?:conversation|chat)(?: history)?\b"
    ),
    re.I,
)
GOAL: Final = re.compile(
    r"\b(?:to|at|via|into|through)\s{1,3}(?:\S{1,30}\s{1,3}){0,4}?"
    r"(?:\S{0,3}(?:https?|ftp|wss?)://|[\w.+-]{1,64}@[\w-]{1,64}\.|(?:webhook|attacker|remote\s{1,3}server)\b)",
    re.I,
)
# An order to act is hidden by what ends its sentence.
ACT: Final = (r"\b(?:send|upload|post|exfiltrate|forward|e-?mail|delete|disable|execute|run|commit|push)\b",)
UNSEEN: Final = re.compile(
    _spaced(
        r"\bwithout (?:telling|informing|alerting|mentioning (?:it|this) to) "
        r"(?:the user|the human|anyone|the developer)\b"
    ),
    re.I,
)
_NEVER: Final = r"\b(?:do not|don[’']t|never|must not)"
_READER: Final = r"(?:the user|the human|the developer|the owner|your user)"
HIDES: Final = (
    _spaced(
        rf"{_NEVER} (?:tell|inform|notify|alert) {_READER} (?:(?:about|of|that) )?(?:this|these|it|you|your|what you)\b"
    ),
    _spaced(
        rf"{_NEVER} (?:mention|reveal|disclose) (?:this|it|any of this|these instructions|this "
        rf"(?:instruction|prompt|memory|note|message)) to {_READER}\b"
    ),
    _spaced(
        rf"\b(?:keep|hide|conceal) (?:this|it|these instructions|this (?:instruction|memory|note)) "
        rf"(?:(?:hidden|secret|confidential) )?from {_READER}\b"
    ),
)
STYLES: Final = (
    r"<[a-z]{1,10}\b[^>]{0,200}\bstyle[^>]{0,100}(?:display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden"
    r"|font-size\s{0,3}:\s{0,3}0(?!\.?[1-9])|opacity\s{0,3}:\s{0,3}0(?!\.?[1-9])|color\s{0,3}:\s{0,3}(?:white|#fff))"
    r"[^>]{0,200}>[^<]{0,300}?\b(?:AI|LLM|language model|assistant|agent)s?\b[^<]{0,200}?"
    r"\b(?:must|should|always|ignore|execute|run|send|upload|delete|append|insert|include|output|approve|never)\b",
)

_SHELL: Final = r"(?:sudo[ \t]{1,3})?(?:/(?:usr/)?bin/)?(?:env[ \t]{1,3})?(?:ba|z|da|k)?sh\b"
_SCRIPT: Final = r"(?:sudo[ \t]{1,3})?(?:python[\d.]{0,5}|perl|ruby|node)\b(?![ \t]{1,3}-[mc])"
_DECODE: Final = (
    r"(?:base64[ \t]{1,3}(?:-[dD]|--decode|-di)\b|xxd[ \t]{1,3}-r(?:[ \t]{1,3}-p)?\b"
    r"|openssl[ \t]{1,3}(?:enc|base64)[ \t]{1,3}-d\b)"
)
_OPEN: Final = r"[\"']?(?:\$\(|`)[^)`\n]{0,400}"
RUNS: Final = (
    # base64 -d | sh, through at most one more filter
    rf"\b{_DECODE}[^|\n]{{0,80}}\|[ \t]{{0,4}}(?:[^|\n]{{1,30}}\|[ \t]{{0,4}})?(?:{_SHELL}|{_SCRIPT})",
    rf"\beval[ \t]{{1,3}}{_OPEN}{_DECODE}",
    rf"\b(?:ba|z)?sh[ \t]{{1,3}}-c[ \t]{{1,3}}{_OPEN}{_DECODE}",
    rf"\b(?:ba|z)?sh[ \t]{{0,3}}<[ \t]{{0,3}}<?\(?[^)\n]{{0,200}}{_DECODE}",
    r"\b(?:eval|Function)[ \t]{0,3}\([ \t]{0,3}(?:atob|Buffer\.from)[ \t]{0,3}\(",
    r"\b(?:exec|eval)[ \t]{0,3}\([^\n]{0,60}\bb64decode[ \t]{0,3}\(",
    r"(?i:\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,120}\s-e(?:nc|ncodedcommand)?\s{1,3}[A-Za-z0-9+/=]{16})",
    r"(?i:\b(?:iex|invoke-expression)\b[^\n]{0,120}frombase64string)",
)
_FILES: Final = (
    r"(?:(?<![\w/])\.env\b(?!\.(?:example|sample|template|dist))|\bid_(?:rsa|ed25519)\b(?!\.pub)|\.aws/credentials\b"
    r"|/etc/(?:passwd|shadow)\b|\.netrc\b)"
)
_TAKER: Final = r"(?:curl|wget|nc|ncat|netcat)\b"
_PIPE: Final = r"\|[ \t]{0,4}(?:[^\n|]{1,40}\|[ \t]{0,4}){0,2}"
LEAKS: Final = (
    rf"\bcurl\b[^\n|;]{{0,200}}\s(?:-[dFT]|--data(?:-\w{{1,12}})?|--form|--upload-file)[ =]?[\"']?(?:\w{{1,20}}=)?@?"
    rf"[\w./~$-]{{0,40}}?{_FILES}",
    rf"\bcat\b[^\n|;]{{0,80}}{_FILES}[^\n;|]{{0,80}}{_PIPE}{_TAKER}",
    rf"(?m:(?:^|[|;&(`$])[ \t>$#]{{0,6}}(?:print)?env[ \t]{{0,4}}{_PIPE}{_TAKER})",
    rf"\b{_TAKER}[^\n]{{0,200}}\$\([ \t]{{0,3}}(?:(?:print)?env\b|cat\b[^)\n]{{0,60}}{_FILES})",
)
ROLES: Final = (
    r"(?m:^)[ \t>*-]{0,8}<\|(?:im_start|start_header_id)\|>[ \t]{0,3}(?:system|user|assistant|developer|tool)\b",
    r"(?m:^)[ \t>*-]{0,8}<\|(?:system|developer|begin_of_text)\|>",
    r"(?m:^)[ \t>*-]{0,8}(?:\[INST\]|<<SYS>>)(?:\s|$)",
    r"(?m:^)[ \t>*-]{0,8}<(?:system|system[-_](?:prompt|reminder|message))>\s{0,3}\w",
    r"(?m:^)[ \t>#*-]{0,8}SYSTEM(?:\s{1,3}(?:MESSAGE|PROMPT|NOTE))?\*{0,2}:\*{0,2}\s{1,3}"
    r"(?i:you\s{1,3}(?:are|must|will|should|have)\b|from\s{1,3}now\s{1,3}on\b|ignore\b|disregard\b|override\b"
    r"|new\s{1,3}instructions\b|all\s{1,3}previous\b)",
)

TABLE: Final[tuple[tuple[str, str, tuple[str, ...], str, int], ...]] = (
    ("override", OVERRIDE, OVERRIDES, "order", re.I),
    ("persona", OVERRIDE, PERSONAS, "text", re.I),
    ("latin", OVERRIDE, LATIN, "text", re.I),
    ("script", OVERRIDE, SCRIPTS, "text", re.I),
    ("send", EXFILTRATE, SEND, "send", re.I),
    ("hide", HIDE, ACT, "act", re.I),
    ("hide", HIDE, HIDES, "order", re.I),
    ("style", HIDE, STYLES, "text", re.I),
    ("role", ROLE, ROLES, "text", 0),
    ("run", RUN, RUNS, "command", 0),
    ("leak", EXFILTRATE, LEAKS, "command", 0),
)
"""Gate, kind, patterns, manner, flags. Manner: "command" is looked for everywhere, the others outside of code and
quotes; "order" must stand as an order does, "send" and "act" too, with the rest of the sentence."""
