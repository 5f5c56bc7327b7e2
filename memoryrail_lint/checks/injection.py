"""Find text that reads like an order to a model which its reader was not meant to see, or would not give.

Four kinds: dropping the rules it works under, sending secrets away, keeping something from the user, running what is
encoded; and the markers by which chat formats tell roles apart. Precision comes first, so what talks about such orders
is left alone: reported ("such as", "an attacker may write"), negated ("never"), limited ("on Windows, ignore the steps
above"), quoted, in code spans or in fenced code, where role markers are documentation too. Only commands that decode
and run, or that send secret files away, are looked for everywhere: a fence does not make them harmless.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

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
_GATES: Final[dict[str, tuple[str, ...]]] = {
    "override": (
        "ignor,disregard,forget,overrid,bypass,discard,attention to,follow",
        "instruc,prompt,guideline,rule,direct,command,safe,restrict,polic,guard,constraint,program,train,you ",
    ),
    "persona": ("you are now,system", "prompt,override,developer mode,jailbroken,unrestricted,dan"),
    "latin": (
        "ignor,oubli,olvid,omit,esque,desconsid,dimentic,verg,missacht,negeer,zapomnij,unut,yok,görmezden",
        "vorherig,bisherig,vorig,obigen,früheren,vorangegangen,vorhergehend,eerdere,voorgaande,bovenstaande,précédent,"
        "antérieur,ci-dessus,anterior,previas,prévias,acima,precedent,sopra,poprzedni,önceki",
    ),
    "send": (
        "://,@,webhook,attacker,remote",
        "send,post,upload,exfiltrat,transmit,forward,mail,leak,submit",
        ".env,id_rsa,id_ed25519,.ssh,.aws,.netrc,.kube,/etc/,secret,credential,password,token,keys,environment,prompt,"
        "conversation,chat",
    ),
    "hide": (
        "user,human,developer,owner,anyone",
        "tell,inform,mention,reveal,disclos,hide,conceal,keep,alert,notify",
        "not,n't,n’t,never,hide,conceal,keep,without",
    ),
    "style": ("style", "display,visibility,font-size,opacity,color", "ai,llm,model,agent,assistant"),
    "run": (
        "base64,atob,xxd,openssl,buffer.from,powershell,pwsh",
        "sh,python,perl,ruby,node,eval,exec,iex,invoke-expression,function",
    ),
    "leak": ("curl,wget,nc ,ncat,netcat", ".env,id_rsa,id_ed25519,.aws,.netrc,/etc/,env "),
    "role": ("<|,[inst],<<sys,system", "|>,],>,:"),
}
_GATES_BEYOND_ASCII: Final[dict[str, tuple[str, ...]]] = {
    "script": (
        "игнорир,забудь,忽略,忘,无视,無視,무시,잊,تجاهل,अनदेखा,नज़रअंदाज",
        "предыдущ,прошл,прежни,السابقة,أعلاه,पिछले,पहले,前,上,先,이전,위,앞선,기존",
    ),
}


def _split(gates: dict[str, tuple[str, ...]]) -> dict[str, list[list[str]]]:
    return {name: [group.split(",") for group in groups] for name, groups in gates.items()}


_COMMON: Final = _split(_GATES)
GROUPS: Final = {**_COMMON, **_split(_GATES_BEYOND_ASCII)}


def find_injection(text: str) -> list[Hit]:
    """Such text in `text`, in order; hits of one kind do not overlap."""
    folded = text.lower()
    gates = [name for name, groups in (_COMMON if text.isascii() else GROUPS).items() if _has_all(folded, groups)]
    if not gates:
        return []
    from memoryrail_lint.checks import orders

    hits: list[Hit] = []
    ends: dict[str, int] = {}
    for start, end, kind in sorted(
        orders.search(text, folded, gates), key=lambda found: (found[0], -found[1], found[2])
    ):
        if start >= ends.get(kind, 0):
            hits.append(Hit(start, end, kind))
            ends[kind] = end
    return hits


def _has_all(folded: str, groups: list[list[str]]) -> bool:
    for group in groups:
        for word in group:
            if word in folded:
                break
        else:
            return False
    return True
