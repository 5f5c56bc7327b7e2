"""Credentials that stand after a keyword: `password = ...` in code, configuration, tables, shell and prose.

One scan finds the keywords, reads the whole identifier around each, looks at what leads from it to a value, and asks
`judge` whether the value is one. Every repetition is bounded and every identifier is read once.
"""

from __future__ import annotations

from functools import cache

from memoryrail_lint.checks.detectors import names
from memoryrail_lint.checks.detectors.detector import Detector
from memoryrail_lint.checks.detectors.gate import (
    HEAD,
    REACH,
    STEMS,
    WINDOW,
    has_sign,
    is_followed,
    kinds,
    latin,
    stem_ends,
)
from memoryrail_lint.checks.detectors.judge import is_hex, is_key, is_password

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator
    from typing import Final

_TAIL: Final = r"[A-Za-z0-9_ñ-]{0,40}"
_CLOSE: Final = r"(?:\\?[\"'`]|\*{1,2}|[\])]){0,3}"
_TYPE: Final = r"[ \t]{0,4}:[ \t]{0,4}[A-Za-z_&][A-Za-z0-9_\[\].&?]{0,30}[ \t]{0,4}=[ \t]{0,4}(?=[bruf]{0,2}[\"'])"
_SIGN: Final = (
    r"[ \t]{0,40}(?:=>|:=|!={1,2}|={1,3}|->|→|:-|:{1,2}|\|\|=?|\?\?|：|＝)[ \t]{0,40}"
    r"(?:[>|][+-]?)?(?:\\?\r?\n(?:[ \t]{1,20}(?:-[ \t]{1,4})?|-[ \t]{1,4}))?(?:\*\*[ \t]{1,4})?"
    r"(?:\[[ \t]{0,4}(?:\r?\n[ \t]{1,20})?(?=[\"'`A-Za-z0-9]))?"
)
_NEXT: Final = r"[\"'`]?[ \t]{0,4}(?:,[ \t]{0,4}(?:\r?\n[ \t]{1,20})?|\r?\n[ \t]{0,20}-[ \t]{1,4})"
"""Between two items of a list."""
_BLANK: Final = r"[ \t]{1,3}(?:\\\r?\n[ \t]{0,20})?"
_ITEMS: Final = 50
"""As many items of a list after a keyword are read."""
_ESCAPES: Final = ("\\n", "\\r", "\\t", '\\"')
"""What ends a value without quotation marks within a text that has them."""
_TERM: Final = r"[ \t]{0,4}\r?\n:[ \t]{1,4}"
_CELL: Final = r"[ \t]{0,60}\|[ \t]{0,60}"
_ELEMENT: Final = r">"
_ATTRIBUTE: Final = r"[ \t]{1,4}(?:value|content)[ \t]{0,2}=[ \t]{0,2}"
_CALL: Final = r"[ \t]{0,2}[,(][ \t]{0,4}(?=[bruf@]{0,2}\\?[\"'])"
_DEFAULT: Final = r"[ \t]{0,2}\{[ \t]{0,4}(?:\r?\n)?[ \t]{0,8}default[ \t]{0,4}=[ \t]{0,4}"
_ENTRY: Final = r"[ \t]{0,4}\r?\n[ \t]{1,20}[\"']?value[\"']?[ \t]{0,2}:[ \t]{1,4}"
_STRICT: Final = f"(?:{_ENTRY}|{_DEFAULT}|{_TYPE}|{_ATTRIBUTE}|{_CALL}|{_CELL}|{_SIGN}|{_TERM}|{_ELEMENT})"
_LOOSE: Final = (
    r"(?:[ \t]{1,3}\([^()\s]{1,30}(?:[ \t][^()\s]{1,30})?\):?)?"
    r"(?:[ \t](?:for|of|on|in|to|at|from|with)[ \t][^\s:=]{1,40}(?:[ \t][^\s:=]{1,40}){0,3})?"
    r"[ \t]{0,2}(?:(?<=[ \t])(?:is|was|are|equals|becomes|remains|(?:has[ \t]to|must)[ \t]be|to|=)(?=[ \t])|:)"
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
    item, tail, *ways = _compiled()
    near = text[start : end + WINDOW]
    data, marks = latin(near), kinds(near)
    done = 0
    budget = _Budget()
    for stem in stem_ends(data)[0]:
        keyword = start + stem
        if keyword > end:
            break
        if keyword <= done or not is_followed(data, marks, near, stem):
            continue
        close = tail.match(text, keyword)
        done = close.end() if close else keyword
        begin = names.begin(text, keyword)
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
            told = index == 1 and kind == names.KEY and ":" in text[done : match.start(match.lastindex or _BARE)]
            signed = index == 0 or told or (option and index == 2)
            span = _value(match, kind, signed, keyword)
            if span and (signed or index < 2 or kind != names.KEY or not is_hex(text[slice(*span)])):
                yield span
            if index == 0 and _is_list(text, match):
                for more in _items(item, match):
                    done = more.end()
                    inner = _value(more, kind, True, more.start())
                    if inner and budget.allows(*inner):
                        yield inner
            if span:
                break


def _is_list(text: str, match: re.Match[str]) -> bool:
    """Whether the value of a match is the first item of a list."""
    at = match.start(match.lastindex or _BARE)
    before = text[max(0, at - 24) : at].rstrip(" \t\r\n\"'`")
    return before.endswith(("[", "-")) and not before.endswith("--")


def _items(item: re.Pattern[str], match: re.Match[str]) -> Iterator[re.Match[str]]:
    """The further items of the list whose first one is the value of `match`."""
    for _ in range(_ITEMS):
        following = None if "]" in (match.group(_BARE) or "") else item.match(match.string, match.end())
        if not following:
            return
        match = following
        yield match


@cache
def _compiled() -> list[re.Pattern[str]]:
    """The patterns of one more item, of the rest of a keyword's word, and of the ways from there to a value with it."""
    import re

    ways = [re.compile(_CLOSE + way + _VALUE) for way in (_STRICT, _LOOSE, _BLANK)]
    return [re.compile(_NEXT + _VALUE), re.compile(_TAIL), *ways]


def _value(match: re.Match[str], kind: str, signed: bool, keyword: int) -> tuple[int, int] | None:
    """The span of the value, or None where it is no credential.

    signed: a sign leads to the value; keyword: where the keyword ends, from which the value must be within reach.
    """
    group = match.lastindex or _BARE
    value = match.group(group)
    start = match.start(group)
    if group == _BARE:
        for escape in _ESCAPES:
            value = value.partition(escape)[0]
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
    good = is_key(value, strict) if kind == names.KEY else is_password(value, strict, kind == names.PASSWORD)
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
            'password: ["[[Hj5Kl6Yu7Io8]]"]',
            "passwords: [ [[Hj5Kl6Yu7Io8]], [[Zx1Cv2Bn3Ml4]]]",
            "passwords:\n  - [[Hj5Kl6Yu7Io8]]\n  - '[[Zx1Cv2Bn3Ml4]]'\n",
            'tokens = [\n  "[[«w32»]]",\n  "[[«l32»]]",\n]',
            "tool --password \\\n    [[Hj5Kl6Yu7Io8]] run",
            "password: >-\n  [[Hj5Kl6Yu7Io8]]\n",
            '{"note": "the\\npassword: [[Hj5Kl6Yu7Io8]]\\nof staging"}',
            'POSTGRES_PASSWORD: "[[quiver-lamp-harbor-47]]"',
            "password: [[Quiver.Harbor.4711]]",
            "API token for the status page: [[«w36»]]",
            "The client secret has to be `[[«w36»]]` on staging",
            "Staging API key\n: `[[«w32»]]`",
            "helm upgrade api --set env.COSMOS_KEY=[[«w32»]]",
            '{"note": "set\\napi_key=[[«w32»]]\\n"}',
        ),
        leaves=(
            "API_KEY=<your-api-key>",
            "password: same-on-staging-2026",
            "**LIVE VR PASS** (`A-H-911+acmp`)",
            "Credentials: `C:/Users/ann/keys2026/deploy.json`",
            "password: rotated-every-quarter-2026",
            "secret: payment-gateway-prod-01",
            "secret: Payment.Gateway.4711",
            "password policy: minimum-twelve-characters-12",
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
            "passwords: [REDACTED, ${DB_PASSWORD_2}]",
            "tokens: [INT32, FLOAT64, IDENT2]",
            "password: [a-z0-9]{12}",
            "password: 2026-10-10T12:00:00.123Z",
            "signing key 3F2A9C1E5B8D2046",
            "auth.existingSecret=shop-db-V2",
        ),
    ),
)
