"""Passwords, private keys and small values for the second, independently written set of positives.

Everything is random characters behind a documented prefix; nothing shaped like a credential is stored.
"""

from __future__ import annotations

import base64
import string
import struct
import zlib
from collections.abc import Callable

from benchmarks.data.secrets.values import Values

NOUNS = ("tundra", "copper", "lagoon", "violet", "anchor", "marble", "cactus", "meadow", "rocket", "hazel")
NOUNS += ("pigeon", "bamboo", "canyon", "drizzle", "fennel", "glacier", "hornet", "igloo", "jasper", "kettle")
NOUNS += ("lemur", "mosaic", "nutmeg", "otter", "pebble", "quiver", "raccoon", "sorrel", "thistle", "umber")
PLAIN = "!%*+-_=^~."
RICH = PLAIN + "@#$&/:;,?()[]<>"
RULE = "-" * 5
RSA = bytes.fromhex("308204a4 02010002 82010100")
PKCS8 = bytes.fromhex("308204bd 02010030 0d06092a 864886f7 0d010101 05000482 04a7")
ED25519 = bytes.fromhex("302e0201 00300506 032b6570 04220420")
LOCKED = bytes.fromhex("308205")
DSA = bytes.fromhex("308201bb 02010002 818100")
CURVE = bytes.fromhex("a00a0608 2a8648ce 3d030107 a1440342 00") + b"\x04"


def b64(data: bytes | str) -> str:
    return base64.b64encode(data.encode() if isinstance(data, str) else data).decode()


def url_b64(data: bytes | str) -> str:
    return b64(data).replace("+", "-").replace("/", "_").rstrip("=")


def field(data: bytes) -> bytes:
    """RFC 4251 string: a length in four bytes, then the bytes."""
    return struct.pack(">I", len(data)) + data


class Draws(Values):
    """Random values of this set."""

    def letters(self, size: int) -> str:
        return self.of(string.ascii_letters, size)

    def small(self, size: int) -> str:
        return self.of(string.ascii_lowercase, size)

    def base32(self, size: int) -> str:
        return self.of(string.ascii_uppercase + "234567", size)

    def standard64(self, size: int) -> str:
        """Characters of standard base64 without padding, the last one of them a letter or digit."""
        return self.of(string.ascii_letters + string.digits + "+/", size - 1) + self.alnum(1)

    def crc(self, prefix: str, size: int) -> str:
        """Characters and their CRC-32 as eight hex digits, the shape of Cloudflare's newer tokens."""
        body = self.alnum(size)
        return f"{prefix}{body}{zlib.crc32(body.encode()):08x}"

    def passphrase(self) -> str:
        one, two, three = self.sample(NOUNS, 3)
        return self.choice([f"{one}-{two}-{three}-{self.digits(2)}", f"{one.title()}.{two.title()}.{self.digits(4)}"])

    def human(self, symbols: str) -> str:
        one, two = self.sample(NOUNS, 2)
        mark = self.choice(symbols)
        return self.choice(
            [
                f"{one.title()}{mark}{self.digits(4)}{two[:3]}",
                f"{one[:4].title()}{two.title()}{mark}{self.digits(3)}",
                f"{one}{mark}{two.upper()}{self.digits(2)}",
                f"{self.letters(2)}{one.title()}{self.digits(2)}{mark}{self.letters(3)}",
            ]
        )

    def generated(self, symbols: str) -> str:
        """What password managers make: letters, digits and a few signs, a letter at both ends."""
        size = self.choice([12, 16, 20, 24])
        middle = list(self.alnum(size - 5) + self.of(symbols, 3))
        self.shuffle(middle)
        return self.letters(1) + "".join(middle) + self.letters(1)

    def secret(self, symbols: str = PLAIN) -> str:
        """A password that nobody takes for a placeholder."""
        return self.choice(
            [
                lambda: self.generated(symbols),
                lambda: self.generated(symbols),
                lambda: self.human(symbols),
                self.passphrase,
                lambda: self.alnum(self.choice([14, 18, 22, 32])),
                lambda: self.hex(self.choice([24, 32, 40])),
                lambda: self.letters(1) + self.url64(self.choice([23, 31, 42])),
            ]
        )()

    def token(self, claims: str, algorithm: str = "HS256") -> str:
        """A JSON web token (RFC 7519) with a signature of the length its algorithm has."""
        size = {"HS256": 32, "ES256": 64, "RS256": 256}[algorithm]
        head = f'{{"alg":"{algorithm}","typ":"JWT"}}'
        return ".".join([url_b64(head), url_b64(claims), url_b64(self.randbytes(size))])


def wrapped(label: str, data: bytes, width: int = 64, head: str = "", tail: str = "") -> str:
    """PEM (RFC 7468): base64 in lines between the two markers, with lines of a header before and a checksum after."""
    text = b64(data)
    body = "\n".join(text[at : at + width] for at in range(0, len(text), width))
    return f"{RULE}BEGIN {label}{RULE}\n{head}{body}\n{tail}{RULE}END {label}{RULE}"


def openssh(r: Draws) -> bytes:
    """openssh-key-v1 (PROTOCOL.key of OpenSSH), Ed25519, no passphrase."""
    public, check = r.randbytes(32), r.randbytes(4) * 2
    name = field(b"ssh-ed25519")
    inner = check + name + field(public) + field(r.randbytes(32) + public) + field(b"ci@build") + b"\x01\x02"
    head = b"openssh-key-v1\0" + field(b"none") + field(b"none") + field(b"") + struct.pack(">I", 1)
    return head + field(name + field(public)) + field(inner)


def putty(r: Draws, version: int) -> str:
    return "\n".join(
        [
            f"PuTTY-User-Key-File-{version}: ssh-ed25519",
            "Encryption: none",
            "Comment: ed25519-key-20240311",
            "Public-Lines: 2",
            b64(field(b"ssh-ed25519") + field(r.randbytes(32))),
            "Private-Lines: 1",
            b64(field(r.randbytes(32))),
            f"Private-MAC: {r.hex(40 if version == 2 else 64)}",
        ]
    )


def ssh2(r: Draws) -> str:
    rule = "-" * 4
    body = "\n".join(r.bytes64(51)[:68] for _ in range(9))
    return (
        f"{rule} BEGIN SSH2 ENCRYPTED PRIVATE KEY {rule}\nComment: "
        f'"2048-bit rsa"\n{body}\n{rule} END SSH2 ENCRYPTED PRIVATE KEY {rule}'
    )


def pgp(r: Draws) -> str:
    head = r.choice(["", "Version: GnuPG v2\n", "Comment: GPGTools\n"]) + "\n"
    data = bytes.fromhex("95058604 65") + r.randbytes(900)
    return wrapped("PGP PRIVATE KEY BLOCK", data, 64, head, f"={r.bytes64(3)}\n")


def legacy(r: Draws) -> str:
    """PEM encrypted the old way (RFC 1421 headers)."""
    head = f"Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,{r.hex(32).upper()}\n\n"
    return wrapped("RSA PRIVATE KEY", r.randbytes(1200), 64, head)


KEYS: dict[str, Callable[[Draws], str]] = {
    "rsa": lambda r: wrapped("RSA PRIVATE KEY", RSA + r.randbytes(1180)),
    "pkcs8": lambda r: wrapped("PRIVATE KEY", PKCS8 + r.randbytes(1191)),
    "pkcs8-ed25519": lambda r: wrapped("PRIVATE KEY", ED25519 + r.randbytes(32)),
    "ec": lambda r: wrapped(
        "EC PRIVATE KEY", b"\x30\x77\x02\x01\x01\x04\x20" + r.randbytes(32) + CURVE + r.randbytes(64)
    ),
    "dsa": lambda r: wrapped("DSA PRIVATE KEY", DSA + r.randbytes(437)),
    "encrypted": lambda r: wrapped("ENCRYPTED PRIVATE KEY", LOCKED + r.randbytes(1290)),
    "legacy": legacy,
    "openssh": lambda r: wrapped("OPENSSH PRIVATE KEY", openssh(r), 70),
    "pgp": pgp,
    "ssh2": ssh2,
    "putty": lambda r: putty(r, r.choice([2, 3])),
}
