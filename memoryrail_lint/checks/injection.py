"""Find text that reads like an order to a model which its reader was not meant to see or would not give.

Four kinds: dropping the rules it works under, sending secrets away, keeping something from the user, running what is
encoded; and the markers with which chat formats tell roles apart. Precision comes first. What talks about such orders
is left alone: reported ("such as", "an attacker may write"), negated ("never"), conditional ("on Windows, ignore the
steps above"), quoted, in code spans or in fenced code. Only commands that decode and run, or that send secret files
away, are looked for everywhere: quoting does not make them harmless to someone who copies them.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

OVERRIDE: Final = "to ignore its guidelines"
EXFILTRATE: Final = "to send secrets away"
HIDE: Final = "to hide something from the user"
RUN: Final = "to run something hidden"
ROLE: Final = "that poses as another role of the conversation"


class Hit:
    """Where such text stands: `start` and `end` (exclusive) in code points, and what kind of order it is."""

    __slots__ = ("end", "kind", "start")

    def __init__(self, start: int, end: int, kind: str) -> None:
        self.start = start
        self.end = end
        self.kind = kind

    def __repr__(self) -> str:
        return f"Hit({self.start}, {self.end}, {self.kind!r})"


# A pattern is only tried on a text that has a word of each group; the text is in lower case.
_VERBS: Final = ("ignor", "disregard", "forget", "overrid", "bypass", "pay no attention", "negeer", "vergiss")
_RULES: Final = ("instruc", "prompt", "guideline", "rule", "direct", "command", "safeguard", "polic", "anweisung")
_GATES: Final[tuple[tuple[str, tuple[tuple[str, ...], ...]], ...]] = (
    ("override", (_VERBS, _RULES)),
    ("override", (("system prompt", "system override", "developer mode", "jailbroken", "unrestricted"),)),
    ("foreign", (("ignor", "oubli", "olvid", "omite", "esque", "desconsid", "dimentic", "vergiss", "missacht"),)),
    ("foreign", (("negeer", "vergeet", "zignoruj", "игнорир", "забудь", "忽略", "无视", "無視", "忘", "무시", "잊"),)),
    ("foreign", (("yok say", "görmezden", "unut", "تجاهل", "अनदेखा", "नज़रअंदाज"),)),
    ("send", (("send", "post", "upload", "exfiltrat", "transmit", "forward", "mail", "leak", "copy", "submit"),
              ("http", "ftp:", "@", "webhook", "attacker", "server", "endpoint"),
              (".env", "id_rsa", ".ssh", ".aws", "secret", "credential", "password", "token", "keys", "environment",
               "prompt", "conversation", "history"))),
    ("hide", (("user", "human", "developer", "owner", "anyone", "reveal", "disclose"),
              ("tell", "inform", "mention", "reveal", "disclos", "hide", "conceal", "secret from", "alert", "notify"))),
    ("run", (("base64", "atob", "encodedcommand", "xxd", " -enc", "rot13"),
             ("| sh", "|sh", "bash", "zsh", "eval", "exec", "python", "powershell", "pwsh", "iex", "invoke-exp", "sudo",
              "node", "perl", "ruby"))),
    ("leak", (("curl", "wget", " nc ", "ncat", "invoke-webrequest", "netcat"),
              (".env", "id_rsa", ".ssh", ".aws", "printenv", "env |", "/etc/passwd", ".netrc", "$(env", "credentials"))),
    ("role", (("<|", "[inst]", "<<sys>>", "<system", "system:", "</system"),)),
)  # fmt: skip


def find_injection(text: str) -> list[Hit]:
    """Such text in `text`, in order, without overlaps."""
    folded = text.lower()
    names = {name for name, groups in _GATES if all(any(word in folded for word in group) for group in groups)}
    if not names:
        return []
    from memoryrail_lint.checks import orders

    found = [Hit(start, end, kind) for start, end, kind in orders.search(text, names)]
    found.sort(key=lambda hit: (hit.start, -hit.end))
    hits: list[Hit] = []
    for hit in found:
        if not hits or hit.start >= hits[-1].end:
            hits.append(hit)
    return hits
