"""Credentials that stand after a keyword: `password = ...` in code, configuration, tables, shell and prose.

One scan finds the keywords, reads the whole identifier around each, looks at what leads from it to a value, and asks
`judge` whether the value is one. Every repetition is bounded and every identifier is read once.
"""

from __future__ import annotations

from memoryrail_lint.checks.detectors import names
from memoryrail_lint.checks.detectors.detector import Detector
from memoryrail_lint.checks.detectors.gate import HEAD, REACH, STEMS, WINDOW, has_sign, is_followed, kinds, latin
from memoryrail_lint.checks.detectors.judge import is_key, is_password

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator
    from typing import Final

_TAIL: Final = r"[A-Za-z0-9_ñ-]{0,40}"
_CLOSE: Final = r"(?:\\?[\"'`]|\*{1,2}|[\])]){0,3}"
_TYPE: Final = r"[ \t]{0,4}:[ \t]{0,4}[A-Za-z_&][A-Za-z0-9_\[\].&?]{0,30}[ \t]{0,4}=[ \t]{0,4}(?=[bruf]{0,2}[\"'])"
_SIGN: Final = (
    r"[ \t]{0,40}(?:=>|:=|!={1,2}|={1,3}|->|→|:-|:{1,2}|\|\||\?\?|：|＝)[ \t]{0,40}"
    r"(?:[>|][+-]?)?(?:\r?\n[ \t]{1,20})?(?:\*\*[ \t]{1,4})?"
)
_CELL: Final = r"[ \t]{0,60}\|[ \t]{0,60}"
_ELEMENT: Final = r">"
_ATTRIBUTE: Final = r"[ \t]{1,4}(?:value|content)[ \t]{0,2}=[ \t]{0,2}"
_CALL: Final = r"[ \t]{0,2}[,(][ \t]{0,4}(?=[bruf@]{0,2}\\?[\"'])"
_DEFAULT: Final = r"[ \t]{0,2}\{[ \t]{0,4}(?:\r?\n)?[ \t]{0,8}default[ \t]{0,4}=[ \t]{0,4}"
_ENTRY: Final = r"[ \t]{0,4}\r?\n[ \t]{1,20}[\"']?value[\"']?[ \t]{0,2}:[ \t]{1,4}"
_STRICT: Final = f"(?:{_ENTRY}|{_DEFAULT}|{_TYPE}|{_ATTRIBUTE}|{_CALL}|{_CELL}|{_SIGN}|{_ELEMENT})"
_LOOSE: Final = (
    r"(?:[ \t]{1,3}\([^()\s]{1,30}(?:[ \t][^()\s]{1,30})?\):?)?"
    r"(?:[ \t](?:for|of|on|in|to|at|from|with)[ \t][^\s:=]{1,40}(?:[ \t][^\s:=]{1,40}){0,3})?"
    r"[ \t]{0,2}(?:(?<=[ \t])(?:is|was|are|equals|becomes|remains|to|=)(?=[ \t])|:)"
    r"(?:[ \t](?:now|still|set[ \t]to))?[ \t]{1,3}"
)
_VALUE: Final = (
    r"(?:[bruf@]{1,2}(?=[\"'\\]))?"
    r"(?:\\\"([^\"\\\n]{3,2000})|\"([^\"\n]{3,2000})\"|'([^'\n]{3,2000})'|`([^`\n]{3,2000})`"
    r"|(?:\*\*|<code>|&quot;|\()?([^\s\"'`<>|,;]{3,2000}))"
)
_BARE: Final = 5
"""The group of a value without quotation marks."""
_AGAIN: Final = 2
"""How often the characters of a value may be judged again as values of the keywords within it, on average."""


class _Budget:
    """Keeps what is judged linear: where values overlap, as in `secret=secret=...`, most of them are left out."""

    __slots__ = ("end", "left")

    def __init__(self) -> None:
        self.end = 0
        self.left = 0

    def allows(self, start: int, end: int) -> bool:
        """Whether the value between `start` and `end` may be judged, which is then paid for."""
        fresh = end - max(start, self.end)
        if start >= self.end:
            self.left = 0
        elif self.left < end - start:
            return False
        else:
            self.left -= end - start
        self.left += _AGAIN * max(0, fresh)
        self.end = max(self.end, end)
        return True


def _assigned(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The values after the keywords between `start` and `end`, as spans."""
    import re

    stem = re.compile("|".join(STEMS), re.IGNORECASE)
    tail = re.compile(_TAIL)
    ways = [re.compile(_CLOSE + way + _VALUE) for way in (_STRICT, _LOOSE, r"[ \t]{1,3}")]
    near = text[start : end + WINDOW]
    data = latin(near)
    done = 0
    budget = _Budget()
    for found in stem.finditer(text, start, end):
        if found.start() < done or not is_followed(data, near, found.end() - start):
            continue
        close = tail.match(text, found.end())
        done = close.end() if close else found.end()
        begin = names.begin(text, found.start())
        kind = names.kind(text, begin, done)
        if kind is None:
            continue
        option = text.startswith("-", begin)
        for index, way in enumerate(ways):
            match = way.match(text, done)
            if not match:
                continue
            if not budget.allows(*match.span(match.lastindex or _BARE)):
                done = budget.end
                break
            span = _value(match, kind, index == 0 or (option and index == 2), found.end())
            if span:
                yield span
                break


def _value(match: re.Match[str], kind: str, signed: bool, keyword: int) -> tuple[int, int] | None:
    """The span of the value, or None where it is no credential.

    signed: a sign leads to the value; keyword: where the keyword ends, from which the value must be within reach.
    """
    group = match.lastindex or _BARE
    value = match.group(group)
    start = match.start(group)
    if group == _BARE:
        head, more, query = value.partition("&")
        value = head if more and "=" in query else value
        value = value if value.endswith("...") else value.rstrip(".,:)]}*\\&?")
    else:
        start += len(value) - len(value.lstrip())
        value = value.strip()
    between = match.string[keyword:start]
    if len(between) > REACH or not (any(map(str.isdigit, value[:HEAD])) or has_sign(kinds(between))):
        return None
    strict = signed or group != _BARE
    good = is_password(value, strict) if kind == names.PASSWORD else is_key(value, strict)
    return (start, start + len(value)) if good else None


DETECTORS = (
    Detector(
        "assigned-secret",
        "",
        STEMS,
        scan=_assigned,
        hits=(
            'db_password = "[[Hj5Kl6Yu7Io8Pn9Bv]]"',
            "password: [[Hj5Kl6Yu7Io8]]",
            "password=[[Hj5Kl6Yu7Io8Pn9Bv]]",
            '{"client_secret": "[[«w32»]]"}',
            "export API_KEY='[[«h32»]]'",
            "| staging | password | [[Hj5Kl6Yu7Io8]] |",
            "| DB_PASSWORD | `[[Hj5Kl6Yu7Io8]]` |",
            "mysqldump --password [[Hj5Kl6Yu7Io8]]",
            "tool --token=[[«w24»]] run",
            "The password for staging is [[Hj5Kl6Yu7Io8]].",
            "The password is `[[Hj5Kl6Yu7Io8]]`",
            "**Password:** [[Hj5Kl6Yu7Io8]]",
            "<password>[[Hj5Kl6Yu7Io8]]</password>",
            '<add key="DbPassword" value="[[Hj5Kl6Yu7Io8]]"/>',
            'os.getenv("DB_PASSWORD", "[[Hj5Kl6Yu7Io8]]")',
            "${DB_PASSWORD:-[[Hj5Kl6Yu7Io8]]}",
            "Server=db;User Id=app;Password=[[Hj5Kl6Yu7Io8]];Encrypt=true",
            'password: str = "[[Hj5Kl6Yu7Io8]]"',
            "password:\n  [[Hj5Kl6Yu7Io8]]\n",
            "machine api.acme.invalid login me password [[Hj5Kl6Yu7Io8]]",
            '"{\\"token\\": \\"[[«w32»]]\\"}"',
            "storage_access_key = [[«s40»]]",
            'variable "db_password" {\n  default = "[[Hj5Kl6Yu7Io8]]"\n}',
            "API key: [[«w32»]]",
            "grant_type=refresh&client_secret=[[«w32»]]&scope=read",
            "ENV SECRET_KEY_BASE [[«h64»]]",
            "- name: FOO_TOKEN\n  value: [[«w32»]]\n",
            "AZURE_STORAGE_KEY=[[«s86»==]]",
            "The password for the admin account is `[[Hj5Kl6Yu7Io8]]`",
        ),
        leaves=(
            "API_KEY=<your-api-key>",
            "password=${DB_PASSWORD}",
            "export TOKEN=$CI_JOB_TOKEN",
            "token: ${{ secrets.DEPLOY_TOKEN }}",
            "client_secret = process.env.CLIENT_SECRET",
            'password = os.environ["DB_PASSWORD"]',
            "password: ********",
            "The password is in the vault; a token expires after an hour; never write a secret here.",
            "password = get_password(user2, realm)",
            "token_url: https://auth.acme.invalid/oauth2/token",
            "password_hash: «h64»",
            "cache key: «h40»",
            "public_key = «w43»=",
            'password="password123"',
            "password: P@ssw0rd!",
            "secret: $(pass show x)",
            "the key sha256:«h64»",
            "password: string",
            "DB_PASSWORD=ENC[AES256_GCM,data:«w12»,type:str]",
            "api_key: «w24»...",
            "redis://:<password>@host:6379",
            "keyboard = Qwerty123456",
        ),
    ),
)
