"""Texts without a credential: hand-written hard cases, and the documentation of what is installed on this machine."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import string
import sysconfig
from collections.abc import Iterator
from pathlib import Path

from benchmarks.data.secrets.values import Values

HARD = Path(__file__).with_name("hard.txt")
JUDGED = Path(__file__).with_name("judged.txt")
PROSE = "The release goes out on Thursday at ten, after the smoke tests; whoever is on call watches the graphs. "
SUFFIXES = (".md", ".markdown", ".mdx", ".rst")
NAMES = ("METADATA", "README", "README.txt", "CHANGELOG", "CHANGES", "NEWS", "CHANGES.txt", "NEWS.txt")
LARGEST = 1 << 20
ENOUGH = 40 << 20


def hard_negatives() -> Iterator[tuple[str, bool]]:
    """(text, sure): `sure` is False where a careful reader might disagree, as with keys that vendors print in full.

    In the file, `%%` stands between texts, a leading `?` marks a doubtful one, a broken bar keeps token-shaped text
    apart, and guillemets ask for random characters.
    """
    for number, text in enumerate(HARD.read_text("utf-8").split("\n%%\n")):
        r = Values(f"hard/{number}")
        parts = re.split("«([^»]+)»", text.replace("¦", ""))
        parts[1::2] = [drawn(r, ask) for ask in parts[1::2]]
        text = "".join(parts)
        yield text.removeprefix("?"), not text.startswith("?")


def judged() -> frozenset[str]:
    """Digests, as `digest` gives them, of values in documentation that are credentials as far as a reader can see."""
    lines = JUDGED.read_text("utf-8").splitlines()
    return frozenset(line.split()[0] for line in lines if not line.startswith("#"))


def digest(value: str) -> str:
    return hashlib.sha256(value.encode()).hexdigest()[:16]


def drawn(r: Values, ask: str) -> str:
    kind, _, size = ask.partition(":")
    count = int(size.partition("#")[0] or 0)
    if kind == "pem":
        return "\n".join(r.bytes64(48) for _ in range(count))
    if kind == "prose":
        return base64.b64encode(PROSE.encode()).decode()
    if kind == "uuid":
        return r.uuid()
    alphabets = {"hex": "0123456789abcdef", "HEX": "0123456789ABCDEF", "upper": string.ascii_uppercase + string.digits}
    letters = string.ascii_letters + string.digits
    alphabets |= {"b64": letters + "+/", "b64dot": letters + "./", "url64": letters + "_-", "alnum": letters}
    return r.of(alphabets.get(kind, "qpzry9x8gf2tvdw0s3jn54khce6mua7l"), count)


def roots() -> list[Path]:
    """Folders where packages keep their documentation, those that exist here."""
    home = Path.home()
    found = [Path(sysconfig.get_path("purelib")), Path(sysconfig.get_path("stdlib")), Path("/usr/share/doc")]
    found += [Path("/usr/lib/node_modules"), Path("/usr/local/lib/node_modules"), Path("/usr/lib/python3")]
    found += [*Path("/usr/share").glob("cmake*/Help"), *(home / ".pyenv" / "versions").glob("*/lib")]
    found += [*(home / ".rustup" / "toolchains").glob("*"), home / ".cargo" / "registry", home / "go" / "pkg" / "mod"]
    return [root for root in found if root.is_dir()]


def documentation(enough: int = ENOUGH) -> Iterator[tuple[str, str]]:
    """(path, text) of each Markdown or reStructuredText file and package description, once for each content."""
    seen: set[bytes] = set()
    total = 0
    for root in roots():
        for folder, folders, names in os.walk(root):
            folders.sort()
            for name in sorted(names):
                if not (name.endswith(SUFFIXES) or name in NAMES):
                    continue
                path = os.path.join(folder, name)
                text = read(path, seen)
                if text:
                    total += len(text)
                    yield path, text
                if total >= enough:
                    return


def read(path: str, seen: set[bytes]) -> str:
    """The text, or nothing where it is not a small UTF-8 file or was there before."""
    try:
        if os.path.islink(path) or os.path.getsize(path) > LARGEST:
            return ""
        with open(path, "rb") as file:
            raw = file.read()
        digest = hashlib.sha256(raw).digest()
        if digest in seen:
            return ""
        seen.add(digest)
        return raw.decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
