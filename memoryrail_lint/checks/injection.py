"""Find text that reads like an order to a model which its reader was not meant to see, or would not give.

Four kinds: dropping the rules it works under, sending secrets away, keeping something from the user, running what is
encoded; and the markers by which chat formats tell roles apart. Precision comes first, so what talks about such orders
is left alone: reported ("such as", "an attacker may write"), negated ("never"), limited ("on Windows, ignore the steps
above"), announced ("phrases to reject:"), quoted, in code spans or in fenced code, where role markers are documentation
too. Only commands that decode and run, or that send secret files away, are looked for everywhere: a fence does not make
them harmless. Letters in disguise (full width, mathematical, with characters between them that nobody sees) are read
as what they look like.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

    from memoryrail_lint.diagnostics import Span
    from memoryrail_lint.source import Source

OVERRIDE: Final = "to ignore its guidelines"
EXFILTRATE: Final = "to send secrets away"
HIDE: Final = "to hide something from the user"
RUN: Final = "to run something encoded"
ROLE: Final = "in another role of the conversation"


class Hit:
    """Where such text stands: `start` and `end` (exclusive) in code points, and what it orders."""

    __slots__ = ("end", "kind", "start")

    def __init__(self, start: int, end: int, kind: str) -> None:
        self.start = start
        self.end = end
        self.kind = kind

    def __repr__(self) -> str:
        return f"Hit({self.start}, {self.end}, {self.kind!r})"


# Patterns are only tried where words of each group stand close together, in lower case; see `order_patterns.TABLE`.
# The first group is the one that ordinary text has least of.
_OBJECTS: Final = (
    "instruc,prompt,guideline,rule,direct,command,safe,restrict,polic,guard,constraint,program,train,you,above,before,"
    "previous,preceding"
)
_GATES: Final[dict[str, tuple[str, ...]]] = {
    "override": ("ignor,disregard,forget,overrid,bypass,discard,attention", _OBJECTS),
    "unfollow": ("follow", "stop,longer", _OBJECTS),
    "persona": ("developer,jailbroken,restrict,dan", "now"),
    "impostor": ("system", "prompt,override"),
    "latin": (
        "ignor,oubli,olvid,esque,desconsid,dimentic,verg,missacht,negeer,zapomnij",
        "vorherig,bisherig,vorig,obig,früher,vorangegangen,vorhergehend,eerdere,voorgaande,bovenstaande,précédent,"
        "antérieur,ci-dessus,anterior,previas,prévias,acima,precedent,sopra,poprzedni",
    ),
    "send": (
        "://,@",
        "send,post,upload,exfiltrat,transmit,forward,mail,leak,submit,envi,enví,envoi,sube,schick,отправь,пришли",
        ".env,id_rsa,id_ed25519,.ssh,.aws,.netrc,.kube,/etc/,secret,credential,password,token,key,environ,prompt,"
        "conversation,chat,instructions,entorno,contraseñas,passe,umgebungs,passwörter,ambiente,senhas,окружения,парол",
    ),
    "hide": (
        "user,human,developer,owner",
        "tell,inform,mention,reveal,disclos,hide,conceal,keep,alert,notify",
        "not,n't,n’t,never,hide,conceal,keep",
    ),
    "act": (
        "telling,informing,alerting,mentioning",
        "without",
        "send,upload,post,exfiltrate,forward,mail,delete,disable,execute,run,commit,push",
    ),
    "hush": ("usuari,utilisateur,nutzer,anwender", "esto,nada,de,pas,rien,jamais,nicht"),
    "style": ("style", "display,visibility,font-size,opacity,color", "ai,llm,model,agent,assistant"),
    "run": (
        "base64,atob,xxd,openssl,eval,powershell,pwsh,b64decode",
        "|,$(,`,<,eval,exec,function,-e,iex,invoke-expression",
    ),
    "decode": ("decode,base64", "run,execute,eval,follow,obey,do,source"),
    "leak": ("curl,wget,nc,ncat,netcat", ".env,id_rsa,id_ed25519,.aws,.netrc,/etc/,env"),
    "role": ("<|,[inst],<<sys,system", "|>,],>,:"),
}
_GATES_BEYOND_ASCII: Final[dict[str, tuple[str, ...]]] = {
    "script": (
        "игнорир,забудь,忽略,忽视,忘,无视,無視,무시,잊,تجاهل,अनदेखा,नज़रअंदाज,önceki",
        "предыдущ,прошл,прежни,السابقة,أعلاه,पिछले,पहले,前,上,先,今まで,これまで,이전,위,앞선,기존,önceki",
    ),
    "east": (
        "环境变量,密钥,密码,環境変数,パスワード,秘密鍵,.env,id_rsa,id_ed25519,~/.,/etc/",
        "发,传,提交,送,アップロード",
        "://,@",
    ),
    "hush east": ("пользовател,用户,ユーザー,利用者,usuário,utilizador",),
}


def _split(gates: dict[str, tuple[str, ...]]) -> dict[str, list[list[str]]]:
    return {name: [group.split(",") for group in groups] for name, groups in gates.items()}


BEYOND: Final = _split(_GATES_BEYOND_ASCII)
GROUPS: Final = {**_split(_GATES), **BEYOND}

# A search for each of them would cost more than everything else, so a text is cut into its words once. The patterns
# want these whole; what is beyond ASCII parts words.
_WORDS: Final = {
    "override": "ignore disregard forget override bypass attention discard",
    "unfollow": "following follow",
    "persona": "developer jailbroken unrestricted restrictions dan",
    "impostor": "system systemoverride systemprompt",
    "latin": (
        "ignorier ignoriere ignorieren ignoriert vergiss vergesst vergessen missachte missachten missachtet negeer "
        "vergeet ignore ignorez ignorer oublie oubliez oublier ignora ignorad ignored ignorate olvida olvide olvidad "
        "olvided esque esquece desconsidere dimentica dimenticate ignoruj zignoruj zapomnij"
    ),
    "hide": "tell inform notify alert mention reveal disclose keep hide conceal",
    "act": "telling informing alerting mentioning",
    "hush": "usuario usuaria utilisateur nutzer nutzerin benutzer anwender",
    "style": "style",
    "run": "base64 b64decode frombase64string atob xxd openssl eval powershell pwsh",
    "decode": "decode base64",
    "leak": "curl wget nc ncat netcat",
    "role": "system inst sys",
}
_OBJECT_WORDS: Final = (
    "instruction instructions prompt prompts guideline guidelines rule rules direction directions directive directives "
    "command commands constraint constraints safeguard safeguards safety restriction restrictions guardrail guardrails "
    "policy policies programming training you above before previous preceding"
)
_FURTHER: Final = {
    "override": (_OBJECT_WORDS,),
    "unfollow": ("stop longer", _OBJECT_WORDS),
    "persona": ("now",),
    "impostor": ("prompt override systemoverride systemprompt",),
    "hide": ("user human developer owner", "not don never hide conceal keep"),
    "act": ("without",),
}
"""Groups of words of which a text has one each as well, where the gate is to open."""
_SENDING: Final = frozenset(
    b"send post upload exfiltrate transmit forward mail email leak submit envie enviez envier envia enviar sube envoie "
    b"envoiez envoier sende senden schick schicke schicken".split()
)
_MARKS: Final = (b"[INST]", b"<<SYS>>", b"<system", b"SYSTEM")


def _opening() -> dict[bytes, tuple[str, ...]]:
    opens: dict[bytes, tuple[str, ...]] = {}
    for name, words in _WORDS.items():
        for word in words.encode().split():
            opens[word] = (*opens.get(word, ()), name)
    return opens


_OPENS: Final = _opening()
_NEEDS: Final = {name: [frozenset(group.encode().split()) for group in groups] for name, groups in _FURTHER.items()}
_KNOWN: Final = _SENDING.union(_OPENS, *[group for groups in _NEEDS.values() for group in groups])
_PARTED: Final = bytes(
    ord(ch) if (ch := chr(code).lower()) in "abcdefghijklmnopqrstuvwxyz0123456789" else 32 for code in range(256)
)
"""Letters in lower case and digits as they are, blanks for all else."""
_LETTERS: Final = {
    "script": frozenset("иИзЗ忽忘无無무잊تअनöÖ"),
    "east": frozenset("发传提送ア"),
    "hush east": frozenset("пПãÃ用利ユ"),
    "send": frozenset("íÍпПрР"),
}
"""A character beyond ASCII that every text behind the gate has one of, where no word opens it."""
_MOST: Final = 100
"""How many findings a text may give."""
_ENOUGH: Final = 1000
"""How many places a text is searched for; one that is full of them need not be read to its end."""
_ASCII: Final = bytes(range(128))


def find_injection(text: str) -> list[Hit]:
    """Such text in `text`, in order, or enough of it; hits of one kind do not overlap."""
    plain, place = text, None
    beyond = _beyond(text)
    if _disguised(text, beyond):
        from memoryrail_lint.checks.disguise import uncover

        plain, place = uncover(text)
        beyond = _beyond(plain)
    gates = open_gates(plain, beyond)
    if not gates:
        return []
    from itertools import islice

    from memoryrail_lint.checks import orders

    hits: list[Hit] = []
    ends: dict[str, int] = {}
    candidates = islice(orders.search(plain, gates), _ENOUGH)
    for start, end, kind in sorted(candidates, key=lambda found: (found[0], -found[1], found[2])):
        if start >= ends.get(kind, 0):
            ends[kind] = end
            hits.append(Hit(start, end, kind) if place is None else Hit(place(start), place(end - 1) + 1, kind))
    return hits


def messages(source: Source, hits: Iterable[tuple[Span, str]]) -> list[tuple[Span, str]]:
    """(place, message) for each line that orders something; in a text full of them the last speaks for the rest.

    hits: places in the text of `source`, each with its kind.
    """
    lines: dict[int, tuple[Span, list[str]]] = {}
    for span, kind in hits:
        _, kinds = lines.setdefault(source.position(span[0])[0], (span, []))
        if kind not in kinds:
            kinds.append(kind)
    found = [(span, kinds) for _, (span, kinds) in sorted(lines.items())]
    told = []
    for span, kinds in found[:_MOST]:
        order = " and ".join([", ".join(kinds[:-1]), kinds[-1]] if kinds[1:] else kinds)
        told.append((span, f"this reads like an order {order}"))
    if len(found) > _MOST:
        told[-1] = (told[-1][0], f"{told[-1][1]}, and so do more lines below")
    return told


def may_order(text: str) -> bool:
    """Whether `find_injection` has anything to look at. False is certain; True costs a second look."""
    beyond = _beyond(text)
    return _disguised(text, beyond) or bool(open_gates(text, beyond))


def _beyond(text: str) -> set[str]:
    """The characters of a text beyond ASCII."""
    return set() if text.isascii() else set(text.encode(errors="replace").translate(None, _ASCII).decode())


def _disguised(text: str, beyond: set[str]) -> bool:
    """Whether words in a text may look otherwise than they are written."""
    if "&" in text and ("&#" in text or "&nbsp;" in text):
        return True
    if not beyond:
        return False
    from memoryrail_lint.checks.disguise import disguised

    return disguised(beyond)


def open_gates(text: str, beyond: set[str]) -> list[str]:
    """The gates behind which something may be found. beyond: the characters of the text beyond ASCII."""
    data = text.encode(errors="replace")
    found = _KNOWN.intersection(data.translate(_PARTED).split())
    names = {
        name
        for word in found
        for name in _OPENS.get(word, ())
        if name not in _NEEDS or not any(map(found.isdisjoint, _NEEDS[name]))
    }
    if "role" in names and not any(mark in data for mark in _MARKS):
        names.remove("role")
    if b"<" in data and b"<|" in data:
        names.add("role")
    if beyond:
        names.update(name for name, letters in _LETTERS.items() if not letters.isdisjoint(beyond))
    if not found.isdisjoint(_SENDING) and (b"@" in data or b"://" in data):
        names.add("send")
    if not names:
        return []
    folded = text.lower()
    return [name for name in GROUPS if name in names and _has_all(folded, GROUPS[name][name in _WORDS :])]


def _has_all(folded: str, groups: list[list[str]]) -> bool:
    for group in groups:
        for word in group:
            if word in folded:
                break
        else:
            return False
    return True
