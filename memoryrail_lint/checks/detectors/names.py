"""What an identifier promises: a password, a key, or nothing that must be kept."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

PASSWORD: Final = "password"
SECRET: Final = "secret"
KEY: Final = "key"

_PASSWORDS: Final = ("password", "passwd", "passphrase", "pwd", "contrase", "passwort")
_TOKENS: Final = ("token", "apikey", "secretkey", "accesskey", "authkey", "privatekey", "masterkey", "accountkey")
_KEYS: Final = frozenset({
    "api", "secret", "access", "private", "auth", "authentication", "authorization", "encryption", "encrypt",
    "encrypted", "signing", "sign", "signature", "master", "account", "service", "client", "storage", "shared",
    "license", "deploy", "db", "database", "webhook", "admin", "application", "app", "write", "ingest", "server",
    "symmetric", "aes", "hmac", "jwt", "session", "cookie", "subscription", "personal", "integration", "bot",
    "rest", "fernet", "cosmos", "function", "functions",
})  # fmt: skip
"""What makes a key out of `key`: a key of a cache or of a table is none."""

_OTHERS: Final = frozenset({
    "id", "ids", "name", "names", "file", "files", "path", "paths", "dir", "url", "uri", "hint", "length", "len",
    "size", "type", "types", "policy", "field", "fields", "hash", "hashed", "digest", "sha", "sha1", "sha256",
    "md5", "checksum", "fingerprint", "thumbprint", "count", "limit", "ttl", "expiry", "expires", "expiration",
    "expired", "age", "version", "prefix", "suffix", "format", "regex", "pattern", "label", "manager", "provider",
    "endpoint", "index", "ref", "arn", "date", "time", "at", "location", "kind", "algorithm", "algo", "blob",
    "signature", "verifier", "config", "configuration", "settings", "class", "generator", "validator", "rotation",
    "rule", "rules", "usage", "budget", "window", "total", "rate", "cost", "created", "updated", "status", "state",
    "mode", "scope", "scopes", "audience", "issuer", "subject", "owner", "title", "description", "number", "metadata",
})  # fmt: skip
"""Words that, at its end, make an identifier something else than the credential: `token_url`, `password_hash`."""

_OPEN: Final = frozenset(("public", "pub", "publishable", "ciphertext", "secretsmanager", "from", "existing"))
"""Words that say, wherever they stand in an identifier, that its value may be seen: `subject_from_token`."""

_PAGES: Final = frozenset({
    "next", "page", "pagination", "continuation", "starting", "start", "purchase", "request", "client",
    "idempotency", "change", "import", "export", "product", "action", "cursor", "marker", "unit", "sync", "resume",
    "position", "edit", "update", "cancellation", "design", "lifecycle", "previous", "last", "confirmation",
})  # fmt: skip
"""What makes something else of a token: a place in a list, a mark against sending twice."""

_BEFORE: Final = 48
"""How far before the keyword its identifier may begin, in code points."""
_QUALIFIER: Final = 24
"""How far before a bare `key` the word stands that says which one."""
_RESOURCE: Final = 80
"""How far before the keyword the name of a cloud resource begins that holds it."""
_WORD: Final = r"[A-Z]{1,40}(?![a-z])|[A-Z]?[a-z]{1,40}|[0-9]{1,40}"


def begin(text: str, at: int) -> int:
    """Where the identifier begins that holds the keyword at `at`."""
    start = at
    least = max(0, at - _BEFORE)
    while start > least and (text[start - 1].isalnum() or text[start - 1] in "_-."):
        start -= 1
    if text[start - 1 : start] == "\\" and text[start] in "nrt":
        start += 1
    return start


def kind(text: str, start: int, end: int) -> str | None:
    """What the identifier `text[start:end]` promises: `PASSWORD`, `SECRET`, `KEY`, or None for anything else."""
    import re

    if text[start - 1 : start] == ":" and "arn:" in text[max(0, start - _RESOURCE) : start]:
        return None
    name = text[start:end].strip("-._")
    words = [word.lower() for word in re.findall(_WORD, name)]
    if not words or words[-1] in _OTHERS or not _OPEN.isdisjoint(words):
        return None
    flat = "".join(words)
    if "pass" in words or any(word in flat for word in _PASSWORDS):
        return PASSWORD
    if "secret" in flat or words[-1] in ("credential", "credentials"):
        return SECRET
    if words[-1] == "token" and not _PAGES.isdisjoint(words):
        return None
    if words[-1] in ("auth", "authorization") or any(word in flat for word in _TOKENS):
        return KEY
    if words[-1] not in ("key", "keys") and not flat.endswith("key"):
        return None
    if len(words) == 1:
        words = [word.lower() for word in re.findall(_WORD, text[max(0, start - _QUALIFIER) : start])[-1:]]
    elif name.rpartition(".")[2].isupper():
        return KEY
    return KEY if not _KEYS.isdisjoint(words) else None
