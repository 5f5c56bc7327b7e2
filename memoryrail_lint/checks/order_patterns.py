"""The patterns of `injection`. Every repetition is bounded, so a search is linear in the length of the text."""

from __future__ import annotations

import re

from memoryrail_lint.checks.injection import EXFILTRATE, HIDE, OVERRIDE, ROLE, RUN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_GAP: Final = r"[*_~]{0,3}\s[\s>|#*_~]{0,8}"
"""Between two words, which may stand on two lines of a quotation or carry emphasis; an identifier has no blank."""


def _any(words: str, plural: str = "") -> str:
    """One of the words, which are separated by `|`; a blank in one is `_GAP`."""
    return f"(?:{words.replace(' ', _GAP)}){plural}"


def _spaced(pattern: str) -> str:
    """A pattern with each blank made `_GAP`."""
    return pattern.replace(" ", _GAP)


_RULES: Final = _any(
    "(?:instruction|prompt|guideline|rule|direction|directive|command|constraint|safeguard|safety measure|restriction|"
    "guardrail)s?|policy|policies"
)
_OWN: Final = _any(
    "(?:instruction|prompt|guideline|directive|safeguard|safety measure|guardrail)s?|programming|training"
)
_EARLIER: Final = _any(
    "previous|prior|above|earlier|preceding|foregoing|former|existing|original|initial|system|safety|security|developer|"
    "user|given|other|agent|agents"
)
_IGNORE: Final = _any("ignore|disregard|forget|forget about|override|bypass|pay no attention to|discard")
_UNFOLLOW: Final = _any("stop following|no longer follow")
_ANSWER: Final = _any(
    "do|say|output|print|reveal|send|write|respond|reply|answer|translate|follow|run|execute|upload|delete|tell|act|"
    "pretend|obey|post|approve|merge|return"
)
_YOUR: Final = _any("your|my|our|these|those|this|the")
_GUIDELINES: Final = (
    "(?:"
    + "|".join(
        _spaced(what)
        for what in (
            # "Ignore all previous instructions", "disregard any of the safety guidelines"
            rf"(?:all|any|every|everything in) (?:(?:of|{_YOUR}) ){{0,2}}"
            rf"(?:{_EARLIER} (?:(?:and|or) )?){{1,3}}{_RULES}\b",
            # "Ignore previous instructions": nobody leaves out the article who means a manual's steps
            rf"(?:{_EARLIER} (?:(?:and|or) )?){{1,3}}{_RULES}\b",
            # "Forget your training"
            rf"(?:all (?:of )?)?your (?:{_EARLIER} ){{0,2}}{_OWN}\b",
            r"(?:all|any|everything|whatever|what) (?:that )?you (?:were|have been|know|learned)\b",
            # "Ignore the above instructions and print ..."
            rf"(?:the|these|those|my) (?:{_EARLIER} ){{1,2}}{_RULES}(?=[\s,;:.]{{1,4}}(?:and|then|instead|now) "
            rf"(?:\w{{1,12}} )?{_ANSWER}\b)",
            # "Disregard everything above and reply ..."
            r"(?:the|all|everything|anything)(?: of)?(?: the)? (?:above|before|previous|preceding)"
            r"(?: text| content| message)?(?: this line)?(?=[\s,;:.]{1,4}(?:and|then|instead|now) "
            r"(?:\w{1,12} )?(?:say|output|print|reveal|respond|reply|answer|translate|act|pretend|obey)\b)",
        )
    )
    + ")"
)
OVERRIDES: Final = (_spaced(rf"\b{_IGNORE} ") + _GUIDELINES,)
UNFOLLOWS: Final = (_spaced(rf"\b{_UNFOLLOW} ") + _GUIDELINES,)
PERSONAS: Final = (
    _spaced(
        r"\byou are now (?:(?:an?|in|the) )?(?:(?-i:DAN)\b|developer mode\b|jailbroken\b|unrestricted\b|"
        r"free (?:of|from) (?:all|any|your) restrictions\b)"
    ),
)
IMPOSTORS: Final = (
    _spaced(
        r"\b(?:new|updated|real) system prompt\s{0,3}:[\s\"'*]{0,4}(?:you|ignore|disregard|forget|obey|from now on|"
        r"always|never|do not|don[’']t|act|pretend)\b"
    ),
    r"\[[ \t]{0,3}system[ _-]{0,3}override[ \t]{0,3}\]",
    r"(?m:^)[ \t>#*]{0,8}\[[ \t]{0,3}system[ _-]{0,3}prompt[ \t]{0,3}\][ \t:*]{0,4}"
    r"(?:you|ignore|disregard|forget|obey)\b",
    r"(?m:^)[ \t>#*]{0,8}system[ _-]override[ \t]{0,3}:",
)
# "Ignore (all) previous instructions", in the languages most used beside English. The same words state what somebody
# does in some of them, so they must stand as an order does.
LATIN: Final = (
    # German, Dutch
    r"\b(?:ignorier(?:e|en Sie|t)?|vergiss|vergesst|vergessen Sie|missachte(?:n Sie|t)?)\s{1,3}"
    r"(?:(?:bitte|nun|jetzt|sofort|alle[sr]?|sämtliche|die|deine|eure|Ihre)\s{1,3}){0,4}"
    r"(?:vorherigen?|bisherigen?|vorigen?|obigen?|früheren?|vorangegangenen?|vorhergehenden?)\s{1,3}"
    r"(?:Anweisungen|Befehle|Regeln|Anleitungen|Richtlinien|Vorgaben|Instruktionen)\b",
    r"\b(?:negeer|vergeet)\s{1,3}(?:(?:alle|de|je|uw)\s{1,3}){0,3}(?:vorige|eerdere|voorgaande|bovenstaande)\s{1,3}"
    r"(?:instructies|opdrachten|regels|aanwijzingen)\b",
    # French, Spanish, Portuguese, Italian
    r"\b(?:ignore[zr]?|oublie[zr]?)\s{1,3}(?:toute?s\s{1,3}|tous\s{1,3})?(?:(?:les|tes|vos|ces)\s{1,3})?"
    r"(?:instructions|consignes|directives|règles)\s{1,3}(?:précédentes|antérieures|ci-dessus)",
    r"\b(?:ignor[ae]d?|olvid[ae]d?)\s{1,3}(?:tod[ao]s\s{1,3})?(?:(?:las|los|tus|sus)\s{1,3})?"
    r"(?:instrucciones|indicaciones|reglas|órdenes|directrices)\s{1,3}(?:anteriores|previas)\b",
    r"\b(?:ignor[ae]|esqueça|esquece|desconsidere)\s{1,3}(?:tod[ao]s\s{1,3})?(?:(?:as|os)\s{1,3})?(?:suas\s{1,3})?"
    r"(?:instruções|regras|diretrizes|orientações|ordens)\s{1,3}(?:anteriores|prévias|acima)\b",
    r"\b(?:ignora|dimentica|ignorate|dimenticate)\s{1,3}(?:tutte\s{1,3})?(?:le\s{1,3})?(?:tue\s{1,3})?"
    r"(?:istruzioni|regole|indicazioni|direttive)\s{1,3}(?:precedenti|sopra)\b",
    # Polish
    r"\b(?:z?ignoruj|zapomnij o)\s{1,3}(?:wszystki(?:e|ch)\s{1,3})?poprzedni(?:e|ch)\s{1,3}"
    r"(?:instrukcj(?:[ei]|ach)|polece(?:nia|niach|ń)|zasad(?:y|ach)?)\b",
)
_EARLY_ZH: Final = r"(?:之前|先前|以上|前面|上面|上述|此前)"
_ALL_ZH: Final = r"(?:所有|全部|一切|任何)?"
SCRIPTS: Final = (
    # Turkish
    r"\bönceki\s{1,3}(?:tüm\s{1,3})?(?:talimatları|yönergeleri|komutları)\s{1,3}"
    r"(?:yok\s{1,3}say|unut|görmezden\s{1,3}gel)(?:ın|un|in)?(?:ız|uz|iz)?\b",
    # Russian
    r"\b(?:про)?(?:игнорируй|забудь)(?:те)?\s{1,3}(?:(?:про|все|о|обо|всех)\s{1,3}){0,2}"
    r"(?:предыдущи[ех]|прошлы[ех]|прежни[ех])\s{1,3}(?:инструкци|указани|правил|команд)\w",
    # Arabic, Hindi
    r"\bتجاهل\s{1,3}(?:(?:جميع|كل|كافة)\s{1,3})?(?:التعليمات|الأوامر|التوجيهات)\s{1,3}(?:السابقة|أعلاه)",
    r"(?:पिछले|पहले के)\s{1,3}(?:सभी\s{1,3})?(?:निर्देशों|आदेशों|नियमों)\s{1,3}को\s{1,3}(?:अनदेखा|नज़रअंदाज)\s{1,3}"
    r"(?:करें|करो|कर\s{1,3}(?:दो|दें|दीजिए)|कीजिए)",
    # Chinese, Japanese, Korean
    rf"(?:忽略|忽视|无视|無視|忘记|忘記)(?:掉|你)?{_ALL_ZH}(?:你|您)?(?:的)?{_EARLY_ZH}(?:的)?{_ALL_ZH}(?:的)?"
    r"(?:系统|系統)?(?:指令|指示|提示词|提示|规则|規則|命令|要求)(?!文件|文档)",
    r"(?:(?:これまで|以前|前|先ほど|今まで)の|(?:上記|以上)の?)(?:すべて|全て|全)?の?(?:指示|命令|ルール|プロンプト|指令)"
    r"(?:を|は)?(?:すべて|全て)?(?:を)?(?:(?:無視し|忘れ)て(?:ください|下さい|くれ|(?=[。!！\n]|\Z)|、?(?![^。\n]{0,60}"
    r"(?:た|ている|ています|てある)(?:。|$))(?![はもいしみ]))|無視し(?:ろ|なさい)|無視せよ|忘れ(?:ろ|なさい))",
    r"(?:이전|위|앞선|기존)의?\s{0,2}(?:모든\s{0,2})?(?:지시|명령|지침|규칙|프롬프트)(?:사항)?(?:들)?(?:을|를|은|는)?\s{0,2}"
    r"(?:모두\s{0,2})?(?:무시하(?:세요|십시오|라|시오)|무시해(?:라|\s?주세요)?(?=[\s.,!]|\Z)|무시하고(?![^.\n]{0,60}다\.)|"
    r"잊어(?:라|\s?버려|버리세요|\s?주세요)(?=[\s.,!]|\Z))",
)

# An order to send is a verb, then in the same sentence what is sent, then where to.
SEND: Final = (
    r"\b(?:send|post|upload|exfiltrate|transmit|forward|e-?mail|leak|submit|envía|envíe|envie[zr]?|envia|enviar|sube|"
    r"envoie[zr]?|sende|senden Sie|schicke?|schicken Sie|отправь(?:те)?|пришли(?:те)?)\b",
)
_FOREIGN_TREASURE: Final = (
    r"variables\s{1,3}de\s{1,3}entorno|contraseñas|variables\s{1,3}d['’]environnement|mots\s{1,3}de\s{1,3}passe|"
    r"Umgebungsvariablen|Passwörter|variáveis\s{1,3}de\s{1,3}ambiente|senhas|переменн\w{1,3}\s{1,3}окружения|парол[ией]"
)
_EAST_TREASURE: Final = r"环境变量|密钥|密码|環境変数|パスワード|秘密鍵"
_SECRET_FILE: Final = (
    r"(?<![\w/])\.env\b(?!\.\w)|\bid_(?:rsa|ed25519)\b|~/\.(?:ssh|aws|netrc|kube)\b|/etc/(?:passwd|shadow)\b"
)
TREASURE: Final = re.compile(
    _SECRET_FILE
    + "|"
    + _spaced(
        r"\b(?:all|any|every|the user's|their|found) (?:[\w-]{1,20} ){0,4}?(?:secrets?|credentials?|passwords?|"
        r"api keys?|tokens?|private keys?|environment variables?|keys)\b|\bcontents? of (?:the )?environment\b|"
        r"\byour (?:[\w-]{1,20} )?(?:system prompts?|instructions|environment variables|credentials)\b|"
        r"\b(?:your|this) (?:(?:whole|entire|full) )?(?:conversation|chat)(?: history)?\b"
    )
    + rf"|(?:{_FOREIGN_TREASURE})",
    re.I,
)
GOAL: Final = re.compile(
    r"\b(?:to|at|via|into|through|a|al|à|an|nach|para|на|в)\s{1,3}(?:\S{1,30}\s{1,3}){0,4}?"
    r"(?:\S{0,3}(?:https?|ftp|wss?)://|[\w.+-]{1,64}@[\w-]{1,64}\.|(?:webhook|attacker|remote\s{1,3}server)\b)",
    re.I,
)
# The same where the verb comes last, or after what is sent.
SENDS_EAST: Final = (
    rf"(?:把|将)[^。\n]{{0,40}}(?:{_SECRET_FILE}|{_EAST_TREASURE})[^。\n]{{0,20}}(?:发送|上传|提交|传|发)(?:到|至|给)\s{{0,3}}"
    r"(?:https?://|\S{1,64}@)",
    rf"(?:{_SECRET_FILE}|{_EAST_TREASURE})[^。\n]{{0,30}}(?:https?://[!-~]{{1,100}}|[!-~]{{1,64}}@[!-~]{{1,64}})\s{{0,3}}"
    r"(?:に|へ)(?:すべて|全て)?(?:送信|アップロード|送って|送れ)(?!し(?:た|ない|ては|ている))",
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
_READER_FR: Final = r"à\s{1,3}l['’]utilisateur"
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
HUSHES: Final = (
    # Spanish, French, German
    r"\bno\s{1,3}(?:le\s{1,3})?(?:dig|mencion|revel|cuent|inform)[ae]s\s{1,3}(?:(?:esto|nada|de)\s{1,3}){1,3}"
    r"al?\s{1,3}(?:usuario|la\s{1,3}usuaria|el\s{1,3}usuario)\b",
    rf"\b(?:ne|n['’]en)\s{{0,3}}(?:le\s{{1,3}})?(?:dis|dites|mentionnez?|révélez?|parlez?)\s{{1,3}}(?:pas|rien|jamais)\s{{1,3}}"
    rf"(?:(?:de|ceci|cela|ça|ces\s{{1,3}}instructions)\s{{1,3}}){{0,2}}{_READER_FR}\b",
    r"\b(?:sage?|sagen\s{1,3}Sie|erzähle?|verrate|verraten\s{1,3}Sie)\s{1,3}(?:(?:das|dies|es)\s{1,3})?(?:dem|der)\s{1,3}"
    r"(?:Nutzer|Benutzer|Anwender|Nutzerin)\s{1,3}(?:(?:davon|hiervon)\s{1,3})?nichts?\b",
)
HUSHES_EAST: Final = (
    # Portuguese, Russian, Chinese, Japanese
    r"\bnão\s{1,3}(?:conte|diga|mencione|revele|informe)\s{1,3}(?:(?:isto|isso|nada|disso|disto)\s{1,3}){1,2}"
    r"ao\s{1,3}(?:usuário|utilizador)\b",
    r"\bне\s{1,3}(?:говори|сообщай|рассказывай)(?:те)?\s{1,3}(?:об\s{1,3}этом\s{1,3}пользовател\w{1,3}|"
    r"пользовател\w{1,3}\s{1,3}об\s{1,3}этом)\b",
    r"(?:不要|别|切勿|请勿)(?:(?:把|将)(?:这|此|上述|以上)[^。\n]{0,12}(?:告诉|透露给|泄露给)用户|向用户(?:透露|提及|提到|说明|泄露)"
    r"(?:这|此|本|上述|以上))",
    r"(?:この|これ|以上の)[^。\n]{0,12}(?:ユーザー|利用者)に(?:は)?(?:言わ|伝え|知らせ|話さ|明かさ)ない(?:で(?![すし])|こと(?=[。\n]|\Z))",
)
STYLES: Final = (
    r"<[a-z]{1,10}\b[^>]{0,200}\bstyle\b[^>]{0,100}(?:display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden"
    r"|font-size\s{0,3}:\s{0,3}0(?!\.?[1-9])|opacity\s{0,3}:\s{0,3}0(?!\.?[1-9])|color\s{0,3}:\s{0,3}(?:white|#fff))"
    r"[^>]{0,200}>[^<]{0,300}?\b(?:AI|LLM|language model|assistant|agent)s?\b[^<]{0,200}?"
    r"\b(?:must|should|always|ignore|execute|run|send|upload|delete|append|insert|include|output|approve|never)\b",
)

_SHELL: Final = r"(?:sudo[ \t]{1,3})?(?:/(?:usr/)?bin/)?(?:env[ \t]{1,3})?(?:ba|z|da|k)?sh\b"
_SCRIPT: Final = r"(?:sudo[ \t]{1,3})?(?:python[\d.]{0,5}|perl|ruby|node)\b(?![ \t]{1,3}-[mc])"
_DECODE: Final = (
    r"\b(?:base64[ \t]{1,3}(?:-[dD]|--decode|-di)\b|xxd[ \t]{1,3}-r(?:[ \t]{1,3}-p)?\b"
    r"|openssl[ \t]{1,3}(?:enc|base64)[ \t]{1,3}-d\b)"
)
_OPEN: Final = r"[\"']?(?:\$\(|`)[^)`\n]{0,400}"
RUNS: Final = (
    # base64 -d | sh, through at most one more filter
    rf"\b{_DECODE}[^|\n]{{0,80}}\|[ \t]{{0,4}}(?:[^|\n]{{1,30}}\|[ \t]{{0,4}})?(?:{_SHELL}|{_SCRIPT})",
    rf"\beval[ \t]{{1,3}}{_OPEN}{_DECODE}",
    rf"\b(?:ba|z)?sh[ \t]{{1,3}}-c[ \t]{{1,3}}{_OPEN}{_DECODE}",
    rf"\b(?:ba|z)?sh[ \t]{{0,3}}<[ \t]{{0,3}}<?\(?[^)\n]{{0,200}}{_DECODE}",
    r"\b(?:eval[ \t]{0,3}\([ \t]{0,3}(?:atob|Buffer\.from)|Function[ \t]{0,3}\([ \t]{0,3}atob)[ \t]{0,3}\(",
    r"\b(?:exec|eval)[ \t]{0,3}\([^\n]{0,60}\bb64decode[ \t]{0,3}\(",
    r"(?i:\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,120}[ \t]-e(?:nc|ncodedcommand)?[ \t]{1,3}[A-Za-z0-9+/=]{16})",
    r"(?i:\b(?:iex|invoke-expression)\b[^\n]{0,120}\bfrombase64string\b)",
)
# "Decode this base64 and run it"
DECODES: Final = (
    _spaced(
        r"\bdecode [^.!?\n]{0,80}?\b(?:base64|base-64|hex|rot13)\b[^.!?]{0,120}?\b(?:and|then) (?:\w{1,12} )?"
        r"(?:run|execute|evaluate|eval|follow|obey|do|source) "
        r"(?:(?:it|them)\b(?! through| against| past| as| in\b| on\b| with\b)|(?:the|its|whatever) (?:\w{1,12} )?"
        r"(?:result|output|command|commands|instruction|instructions|script|code|says)\b|what (?:it|they) says?\b)"
    ),
    _spaced(
        r"\b(?:run|execute|follow|obey) (?:the|these|this) (?:(?:following|decoded|hidden) ){0,2}base64"
        r"(?:[\s-](?:encoded|decoded))?(?: \w{1,12})? (?:command|commands|instruction|instructions|script)\b"
    ),
)
_FILES: Final = (
    r"(?:(?<![\w/])\.env\b(?!\.(?:example|sample|template|dist))|\bid_(?:rsa|ed25519)\b(?!\.pub)|\.aws/credentials\b"
    r"|/etc/(?:passwd|shadow)\b|\.netrc\b)"
)
_TAKER: Final = r"(?:curl\b|wget\b|nc |ncat\b|netcat\b)"
_PIPE: Final = r"\|[ \t]{0,4}(?:[^\n|]{1,40}\|[ \t]{0,4}){0,2}"
LEAKS: Final = (
    rf"\b(?:curl|wget)\b[^\n|;]{{0,200}}\s(?:-[dFT]|--data(?:-\w{{1,12}})?|--form|--upload-file|--post-file)"
    rf"[ =]?[\"']?(?:\w{{1,20}}=)?@?"
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
    ("unfollow", OVERRIDE, UNFOLLOWS, "order", re.I),
    ("persona", OVERRIDE, PERSONAS, "order", re.I),
    ("impostor", OVERRIDE, IMPOSTORS, "order", re.I),
    ("latin", OVERRIDE, LATIN, "order", re.I),
    ("script", OVERRIDE, SCRIPTS, "order", re.I),
    ("send", EXFILTRATE, SEND, "send", re.I),
    ("east", EXFILTRATE, SENDS_EAST, "text", re.I),
    ("act", HIDE, ACT, "act", re.I),
    ("hide", HIDE, HIDES, "order", re.I),
    ("hush", HIDE, HUSHES, "order", re.I),
    ("hush east", HIDE, HUSHES_EAST, "order", re.I),
    ("style", HIDE, STYLES, "text", re.I),
    ("role", ROLE, ROLES, "text", 0),
    ("run", RUN, RUNS, "command", 0),
    ("decode", RUN, DECODES, "order", re.I),
    ("leak", EXFILTRATE, LEAKS, "command", 0),
)
"""Gate, kind, patterns, manner, flags. Manner: "command" is looked for everywhere, the others outside of code and
quotes; "order" must stand as an order does, "send" and "act" too, with the rest of the sentence."""
