"""Credentials in URLs, HTTP headers and cookies, and JSON Web Tokens."""

from __future__ import annotations

from memoryrail_lint.checks.detectors.detector import Detector
from memoryrail_lint.checks.detectors.gate import CALLS, PROGRAMS, WORDY, has_call, has_cookie, has_login, has_option
from memoryrail_lint.checks.detectors.judge import is_random, is_secret_part
from memoryrail_lint.checks.detectors.silence import is_mixed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_SAMPLE_CLAIMS: Final = "eyJzdWIiOiIxMjM0NTY3ODkw"
"""Payload of the sample token that every JWT tutorial shows (subject 1234567890)."""

_SHORTEST_CLAIMS: Final = 32
"""Claims with a subject and a date take at least as many characters of Base64."""


def _is_token(value: str) -> bool:
    """Whether the first part of a JWT decodes to a JSON object that names an algorithm, and it is no sample.

    Samples have the known subject, or claims as short as ``{"some":"payload"}``.
    """
    from binascii import Error, a2b_base64

    header, _, rest = value.partition(".")
    if rest.startswith(_SAMPLE_CLAIMS) or rest.find(".") < _SHORTEST_CLAIMS:
        return False
    try:
        text = a2b_base64(header.replace("-", "+").replace("_", "/") + "=" * (-len(header) % 4))
    except Error:
        return False
    return text.startswith(b"{") and (b'"alg"' in text or b'"enc"' in text or b'"typ"' in text or b'"kid"' in text)


def _is_pair(value: str) -> bool:
    """Whether a Basic credential decodes to a name, a colon and a password that is not a placeholder."""
    from binascii import Error, a2b_base64

    try:
        text = a2b_base64(value + "=" * (-len(value) % 4)).decode("ascii")
    except (Error, UnicodeDecodeError):
        return False
    name, colon, password = text.partition(":")
    return bool(colon) and text.isprintable() and " " not in text and is_secret_part(password, name)


TOKENS = (
    Detector(
        "jwt",
        r"eyJ[A-Za-z0-9]{13}[A-Za-z0-9_-]{0,2000}\.[A-Za-z0-9_-]{8,8000}\.[A-Za-z0-9_-]{16,2000}",
        ("eyJ",),
        accept=_is_token,
        hits=("[[eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOi«w60».«b43»]]",),
        leaves=("eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkw.«b43»", "eyJhbGci...", "eyJ«w60»"),
    ),
)

DETECTORS = (
    Detector(
        "url-credential",
        r"://[^\s:/?#@\"'<>`{}()|\\]{0,128}:([^\s/\"'<>`]{3,256})@(?=[A-Za-z0-9\[_.%-])",
        ("://",),
        gate=has_login,
        floor=None,
        bound=False,
        accept=is_secret_part,
        hits=(
            "mirror https://deploy:[[Zx1Cv2Bn3Ml4]]@artifacts.internal/repo",
            "redis://:[[p%40Q«w8»]]@cache:6379/0",
            "postgresql+asyncpg://app:[[Hj5«w6»!x]]@db/app",
        ),
        leaves=(
            "postgres://app:${PGPASSWORD}@db.internal/app",
            "https://localhost:8080/@scope/pkg",
            "postgres://user:password@localhost/db",
            "https://<user>:<token>@github.com",
            "ssh://git@github.com:22/x",
        ),
    ),
    # Data source names of go-sql-driver and of Oracle's thin driver, the lines of a `.pgpass`, and two programs that
    # take a password where others take something else.
    Detector(
        "driver-credential",
        r"(?:[A-Za-z0-9_.-]{1,64}:([^\s:@\"'`<>]{3,128})@(?:tcp|unix)\("
        r"|:5432:[^\s:]{1,64}:[^\s:]{1,64}:([^\s:\"'`<>]{6,128})"
        r"|:thin:[^\s/:@\"'`<>]{1,64}/([^\s@\"'`<>]{3,128})@"
        r"|redis-cli\b[^\n]{0,120}?[ \t]-a[ \t]{1,2}[\"']?([^\s\"']{4,128})"
        r"|htpasswd[ \t]{1,4}-[A-Za-z]{0,6}b[A-Za-z]{0,6}(?:[ \t]{1,4}[^\s]{1,128}){2}"
        r"[ \t]{1,4}[\"']?([^\s\"']{4,128})"
        r"|(?<![A-Za-z0-9])[A-Za-z0-9_.-]{2,64}:([^\s:@/\"'`<>]{8,128})@[A-Za-z0-9.-]{1,100}:[0-9]{2,5}(?![A-Za-z0-9])"
        r"|sqlplus\b[^\n]{0,60}?[ \t][A-Za-z0-9_]{1,64}/[\"']?([^\s@\"'`<>]{4,128})@"
        r"|-pass(?:in|out)[ \t]{1,2}[\"']?pass:([^\s\"']{4,128})"
        r"|IDENTIFIED[ \t]{1,2}BY[ \t]{1,2}[\"']([^\s\"']{4,128})"
        r"|setx[ \t]{1,2}[A-Za-z0-9_]{0,40}(?:PASS|PWD|SECRET|TOKEN|KEY)[A-Za-z0-9_]{0,40}"
        r"[ \t]{1,2}[\"']?([^\s\"']{8,128})"
        r"|echo[ \t]{1,2}(?:-n[ \t]{1,2})?[\"']?([^\s\"'|]{8,256})[\"']?[ \t]{0,4}\|[^\n]{0,100}?--password-stdin"
        r"|echo[ \t]{1,2}[\"']?[^\s:\"']{1,64}:([^\s\"'|]{4,128})[\"']?[ \t]{0,4}\|[^\n]{0,40}?chpasswd"
        r"|configure[ \t]set[ \t]aws_[a-z_]{6,24}[ \t]{1,2}[\"']?([A-Za-z0-9+/=]{20,2000}))",
        (*CALLS, *WORDY, "@"),
        gate=has_call,
        floor=None,
        bound=False,
        accept=is_secret_part,
        hits=(
            "the database app:[[Hj5Kl6Yu7Io8]]@pg.internal:5432/orders",
            "sqlplus system/[[Hj5Kl6Yu7Io8]]@db:1521/orders",
            "openssl rsa -in key.pem -passin pass:[[Hj5Kl6Yu7Io8]]",
            "ALTER USER app IDENTIFIED BY '[[Hj5Kl6Yu7Io8]]'",
            "setx DB_PASSWORD [[Hj5Kl6Yu7Io8]]",
            "echo '[[Hj5Kl6Yu7Io8]]' | docker login -u ci --password-stdin",
            "echo 'app:[[Hj5Kl6Yu7Io8]]' | sudo chpasswd",
            "aws configure set aws_secret_access_key [[«s40»]]",
            'sql.Open("mysql", "app:[[Hj5Kl6Yu7Io8]]@tcp(db:3306)/orders")',
            "redis-cli -h cache -a [[Hj5Kl6Yu7Io8]] ping",
            "htpasswd -bc .htpasswd admin [[Hj5Kl6Yu7Io8]]",
            "db.internal:5432:orders:api:[[Hj5Kl6Yu7Io8]]",
            "jdbc:oracle:thin:etl/[[Hj5Kl6Yu7Io8]]@db:1521/orders",
        ),
        leaves=(
            "user:password@tcp(localhost:3306)/db",
            "app:${PASS}@tcp(db:3306)/x",
            "image postgres:16-alpine3@sha256:12345a",
            "git@github.com:22/x and deploy@host2:2222",
            "echo $TOKEN2 | docker login --password-stdin",
            "ALTER USER app IDENTIFIED BY '<password>'",
            "jdbc:oracle:thin:@db:1521/orders",
        ),
    ),
    Detector(
        "command-line-password",
        r"(?:\b(?:curl|wget)\b[^\n]{0,200}?[ \t](?:-u|--user|--proxy-user)[ \t=]{0,2}[\"']?"
        r"[^\s:\"']{0,64}:([^\s\"']{4,128})|\bmysql(?:dump|admin)?\b[^\n]{0,120}?[ \t]-p([^\s\"']{4,128})"
        r"|\bsshpass[ \t]{1,4}-p[ \t]?[\"']?([^\s\"']{4,128})"
        r"|\b(?:docker|podman|nerdctl|skopeo|buildah|crane|oras|registry|oc|cf|az)[ \t]login\b[^\n]{0,120}?"
        r"[ \t]-p[ \t]{1,2}[\"']?([^\s\"']{4,128})"
        r"|\b(?:mongo(?:sh|dump|restore|import|export)?\b[^\n]{0,120}?[ \t]-p|sqlcmd\b[^\n]{0,120}?[ \t]-P)"
        r"[ \t]{1,2}[\"']?([^\s\"']{4,128}))",
        PROGRAMS,
        gate=has_option,
        floor=None,
        bound=False,
        accept=is_secret_part,
        hits=(
            "curl -u deploy:[[Hj5Kl6Yu7Io8]] https://acme.invalid",
            "mysql -u root -p[[Hj5Kl6Yu7Io8]] acme",
            "sshpass -p '[[Hj5Kl6Yu7Io8]]' ssh host",
            "docker login -u ci -p [[Hj5Kl6Yu7Io8]] registry.invalid",
            "podman login registry.invalid -u ci -p '[[Hj5Kl6Yu7Io8]]'",
            "mongosh -u app -p [[Hj5Kl6Yu7Io8]] --authenticationDatabase admin",
            "sqlcmd -S db -U sa -P [[Hj5Kl6Yu7Io8]]",
        ),
        leaves=(
            "curl -u user:password https://acme.invalid",
            "curl -u $USER:$PASS https://acme.invalid",
            "mysql -u root -p acme",
            "docker login -u ci -p $REGISTRY_TOKEN2",
            "mongod --dbpath /srv/Mongo2 -p 27017",
            "mkdir -p Build2026/x64 && ssh -p 2222 deploy@host2",
        ),
    ),
    Detector(
        "session-cookie",
        r"[Cc]ookie(?:[^\n=]{0,16}[:=]|[ \t]{1,4}[\"'])[^\n]{0,300}?"
        r"(?i:sess|sid|token|auth|jwt)[A-Za-z0-9_.-]{0,16}=([A-Za-z0-9._~+/%:|-]{16,2048})",
        ("ookie",),
        gate=has_cookie,
        bound=False,
        accept=is_mixed,
        hits=(
            "Cookie: theme=dark; sessionid=[[«l32»]]; lang=en",
            "Set-Cookie: connect.sid=[[s%3A«b32»]]; Path=/",
            'curl --cookie "sessionid=[[«l32»]]"',
        ),
        leaves=("Set-Cookie: sessionid=<id>; HttpOnly", "Cookie: theme=dark; lang=en-2026"),
    ),
    Detector(
        "cookie-value",
        r"[Cc]ookies?(?:[ \t]{0,2}[:=]|[\"'`)\]]{1,3}[ \t]{0,2}[:=,]|[ \t](?:is|was))[ \t({[]{0,4}[\"'`]{0,2}"
        r"[^\n]{0,300}?"
        r"(?<![A-Za-z0-9._~+/%|-])([A-Za-z0-9._~+/%|-]{24,2048})(?![A-Za-z0-9._~+/%|=-])",
        ("ookie",),
        gate=has_cookie,
        bound=False,
        accept=is_random,
        hits=(
            "cookie: lang=en; remember_me=[[«h48»]]",
            'cookies = {"sid": "[[«l32»]]"}',
            "The session cookie is `[[«l32»]]`",
        ),
        leaves=("Cookie: _ga=GA1.2.1234567890.1234567890", "cookie: consent=accepted-all-categories", "cookies: none"),
    ),
)

NAMED = (
    Detector(
        "authorization-header",
        r"(?:[Bb]earer|BEARER|[Tt]oken|SSWS|Bot|Api-?[Kk]ey|GenieKey)[ \t]{1,4}(?:token=)?[\"']?"
        r"([A-Za-z0-9._~+/=%:-]{16,4096})",
        ("auth", "bearer"),
        accept=is_random,
        hits=(
            "Authorization: Bearer [[«w40»]]",
            '-H "Authorization: token [[«h40»]]"',
            "Authorization: SSWS [[00«b40»]]",
            "with the header `Bearer [[«b43»]]`",
        ),
        leaves=(
            "Authorization: Bearer <token>",
            "Authorization: Bearer ${TOKEN}",
            "Authorization: Bearer YOUR_ACCESS_TOKEN_GOES_HERE",
            "Bearer authentication-with-json-web-tokens",
        ),
    ),
    Detector(
        "basic-authorization",
        r"(?i:authorization)[\"'`\])]{0,3}[ \t]{0,2}[:=,]?[ \t]{0,2}[\"'`]{0,2}(?i:basic)[ \t]{1,2}"
        r"([A-Za-z0-9+/]{8,400}={0,2})",
        ("auth",),
        floor=None,
        bound=False,
        accept=_is_pair,
        hits=("Authorization: Basic [[ZGVwbG95OlF3MUVyMlR5M1VpNE9w]]",),
        leaves=(
            "Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==",
            "Authorization: Basic dXNlcm5hbWU6cGFzc3dvcmQ=",
            "Authorization: Basic authentication2",
        ),
    ),
)
