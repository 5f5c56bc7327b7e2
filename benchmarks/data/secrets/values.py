"""Random values in the shapes of credentials, and texts that say where a value stands.

Nothing here is stored whole: a value is a prefix and random characters, drawn from a generator with a fixed seed.
"""

from __future__ import annotations

import base64
import json
import random
import string
import zlib

BASE62 = string.digits + string.ascii_uppercase + string.ascii_lowercase
URL64 = string.ascii_letters + string.digits + "-_"
BECH32 = "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"
OPEN, CLOSE = "\ue000", "\ue001"
WORDS = ("amber", "badger", "cobalt", "dahlia", "ember", "falcon", "granite", "harbor", "indigo", "juniper", "kestrel")
WORDS += ("lantern", "maple", "nectar", "orchid", "pepper", "quartz", "saffron", "timber", "velvet", "walnut", "zephyr")


class Values(random.Random):
    """Random characters: `hex(40)`, `alnum(36)`, and so on give that many of them."""

    def of(self, alphabet: str, size: int) -> str:
        return "".join(self.choices(alphabet, k=size))

    def hex(self, size: int) -> str:
        return self.of("0123456789abcdef", size)

    def digits(self, size: int) -> str:
        return self.of("123456789", 1) + self.of(string.digits, size - 1)

    def alnum(self, size: int) -> str:
        return self.of(BASE62, size)

    def lower(self, size: int) -> str:
        return self.of(string.ascii_lowercase + string.digits, size)

    def upper(self, size: int) -> str:
        return self.of(string.ascii_uppercase + string.digits, size)

    def url64(self, size: int) -> str:
        """The last character is a letter or a digit, so that the value ends where it seems to end."""
        return self.of(URL64, size - 1) + self.alnum(1)

    def bytes64(self, size: int) -> str:
        """Standard base64 of `size` random bytes, with its padding."""
        return base64.b64encode(self.randbytes(size)).decode()

    def uuid(self) -> str:
        return "-".join(self.hex(size) for size in (8, 4, 4, 4, 12))

    def summed(self, prefix: str) -> str:
        """Thirty characters and their CRC-32 in base 62, the shape of GitHub's and npm's tokens.
        https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/"""
        body = self.alnum(30)
        rest, check = zlib.crc32(body.encode()), ""
        for _ in range(6):
            rest, digit = divmod(rest, 62)
            check = BASE62[digit] + check
        return prefix + body + check

    def jwt(self, **claims: object) -> str:
        alg = self.choice(["HS256", "RS256", "ES256"])
        payload = {"sub": self.digits(10), "iat": 1_700_000_000 + self.randrange(10**7), "jti": self.uuid()} | claims
        size = {"HS256": 32, "RS256": 256, "ES256": 64}[alg]
        parts = [compact({"alg": alg, "typ": "JWT"}), compact(payload), self.randbytes(size)]
        return ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts)

    def password(self) -> str:
        """A password as people and generators make them; never a word of a dictionary alone."""
        one, two = self.sample(WORDS, 2)
        return self.choice(
            [
                f"{one.title()}{self.digits(2)}{self.choice('!%+?')}{two}",
                f"{one}-{two.title()}-{self.digits(3)}",
                self.alnum(14),
                self.alnum(5) + self.choice("!^*_+") + self.alnum(6) + self.choice("!^*_+") + self.alnum(4),
                one[:3].title() + self.digits(4) + two.upper()[:3] + self.lower(5),
                self.lower(20),
            ]
        )

    def pem(self, label: str, lines: int) -> str:
        size = 76 if "PGP" in label else 64
        body = [self.bytes64(size * 3 // 4) for _ in range(lines)] + [self.bytes64(32)]
        if "PGP" in label:
            body = ["", *body, "=" + self.bytes64(3)]
        if label == "OPENSSH":
            body[0] = "b3BlbnNzaC1rZXktdjEA" + body[0][20:]
        marker = f"{label} PRIVATE KEY{' BLOCK' if 'PGP' in label else ''}".strip()
        rule = "-" * 5
        return "\n".join([f"{rule}BEGIN {marker}{rule}", *body, f"{rule}END {marker}{rule}"])


def compact(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def marked(value: str) -> str:
    """The value between marks, unless it marks its own secret part, as a URL with a token in it does."""
    return value if OPEN in value else OPEN + value + CLOSE


def place(text: str) -> tuple[str, int, int]:
    """The text without the marks, and the start and end of what stood between them."""
    before, rest = text.split(OPEN)
    value, after = rest.split(CLOSE)
    return before + value + after, len(before), len(before) + len(value)
