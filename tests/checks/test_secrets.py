"""What `find`, `mask` and `suspicious` promise, whatever the kind of credential."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryrail_lint.checks import secrets
from memoryrail_lint.checks.detectors import assignments, table
from memoryrail_lint.checks.detectors.examples import expand, walk

if TYPE_CHECKING:
    from collections.abc import Callable

WALK = "Qw1Er2Ty3Ui4Op5As6Df7Gh8Jk9Lz0Xc1Vb2"
KEY_LINES = [
    "MIIEvQIBADANBg" + "Qw1Er2Ty3Ui4Op5As6Df7Gh8Jk9Lz0Xc1Vb2Nm3Qw4Er5Ty6Ui",
    "Op8As9Df0Gh1Jk2Lz3Xc4Vb5Nm6Qw7Er8Ty9Ui0Op1As2Df3Gh4Jk5Lz6Xc7Vb8N",
    "9Qw0Er1Ty2Ui3Op4As5Df6Gh7Jk8Lz9Xc0Vb1Nm2Qw3Er4Ty5Ui6Op7As8Df9Gh0",
]
BEGIN, END = "-----BEGIN PRIVATE" + " KEY-----", "-----END PRIVATE" + " KEY-----"


def values(text: str) -> list[str]:
    return [text[hit.start : hit.end] for hit in secrets.find(text)]


def test_nine_kinds_are_found_once_each_at_their_line() -> None:
    lines = [
        "classic " + "ghp" + "_" + WALK,
        "fine-grained " + "github" + "_pat_" + "11QW3ER5TY7UI9OP1AS3DF" + "_" + WALK + "Nm3Qw4Er5Ty6Ui7Op8As9Df",
        "lab " + "glp" + "at-" + WALK[:20],
        "chat " + "xo" + "xb-" + "120394857612-1203948576123-" + WALK[:24],
        "cloud " + "AK" + "IA" + "QW3ERT5YUIOP2ASD",
        "model " + "sk" + "-ant-" + "api03-" + WALK + "Nm3Qw4Er5Ty6Ui7Op8As9Df0Gh1Jk2Lz3Xc4Vb5Nm6Qw7Er8Ty9Ui0Op1AA",
        "mirror https://deploy:" + "Zx1Cv2Bn3Ml4" + "@artifacts.internal/repo",
        "db_pass" + 'word = "' + "Hj5Kl6Yu7Io8Pn9Bv" + '"',
        BEGIN,
        *KEY_LINES,
        END,
    ]
    text = "\n".join(lines) + "\n"
    hits = secrets.find(text)
    assert [(text.count("\n", 0, hit.start) + 1, hit.detector) for hit in hits] == [
        (1, "github-token"),
        (2, "github-fine-grained-token"),
        (3, "gitlab-token"),
        (4, "slack-token"),
        (5, "aws-access-key"),
        (6, "anthropic-key"),
        (7, "url-credential"),
        (8, "assigned-secret"),
        (9, "private-key"),
    ]
    assert text[hits[-1].start : hits[-1].end] == "\n".join(lines[8:])


def test_a_memory_about_secrets_is_left_alone() -> None:
    text = f"""
        Set `API_KEY=<your-api-key>` in the shell first.
        password=${{DB_PASSWORD}}
        export TOKEN=$CI_JOB_TOKEN
        token: ${{{{ secrets.DEPLOY_TOKEN }}}}
        client_secret = process.env.CLIENT_SECRET
        password = os.environ["DB_PASSWORD"]
        password: ********
        Connect with postgres://app:${{PGPASSWORD}}@db.internal/app or https://localhost:8080/@scope/pkg.
        The fix is commit 3f786850e387550fdab836ed7e6dc881de23001b, reverted by
        89e6c98d92887913cadf06b2adb97f26cde4849b.
        Image digest sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.
        Trace 0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9 shows it, integrity
        sha384-oqVuAfXRKap7fdgcCY5uykM6R9GqQ8KXuxy9rx7HNQlGYl1kPzQho1wx4JwY8wC.
        The password is in the vault; a token expires after an hour; never write a secret here.
        The token-economical convention: call it with `<owner/name>` and nothing else.

        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEinventedinventedinventedinve
        -----END PUBLIC KEY-----
        The file begins with {BEGIN} and is kept elsewhere.
    """
    assert values(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "password: {{ vault_password_2026 }}",
        "password = config.get('db.password2')",
        "token=%CI_TOKEN_2%",
        "secret: op://team/deploy/token1",
        "SECRET_KEY = env('SECRET_KEY_V2')",
        "api_key: sk-...",
        "api_key = 'xxxxxxxxxxxxxxxxxxxxxxxx'",
        "api_key = '1234567890abcdef1234567890abcdef'",
        "password = 'aaaaaaaaaaaaaaaa'",
        "password: correct",
        "Forgot your password? See https://acme.invalid/reset/2026-10-10.",
        "the secret of the 3rd release was v2.0.1-rc1",
        "token bucket: 250ms per request in src/limits/token_bucket2.py",
        "primary key: user_id_2026_archive",
        "password reset link in https://acme.invalid/docs/v2#Reset2026",
        "keywords: Python3.12, ES2022, HTTP2Server",
        '"resolved": "https://npm.acme.invalid/@types/node/-/node-22.1.0.tgz", "integrity": "sha512-'
        + walk("s", 86)
        + '=="',
        "![logo](data:image/png;base64," + walk("s", 400) + ")",
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + walk("s", 43) + " me@host",
        "The README says `password: str | None = None`.",
        "password_hash = '$2b$12$" + walk("w", 53) + "'",
        "call authenticate(password2, token3)",
        "ARN arn:aws:secretsmanager:us-west-2:123456789012:secret:MyTestSecret-a1b2c3",
        "nextToken: " + walk("w", 60),
        "git@github.com:acme/secret-tools2.git",
        "author: Ann Example <ann@example.com> key 0x" + walk("H", 16),
    ],
)
def test_what_only_looks_like_a_credential_is_left_alone(text: str) -> None:
    assert values(text) == []


@pytest.mark.parametrize(
    "text", ["", "a", "pass", "password", "password=", "=", "://", "://:@", "\n\n", "key" * 50, "\ud800", "\0"]
)
def test_odd_texts_are_no_trouble(text: str) -> None:
    assert secrets.find(text) == []
    assert secrets.mask(text) == text


def test_offsets_count_code_points() -> None:
    token = "ghp" + "_" + WALK
    assert values(f"\U0001f512 \u00fcber \u6f22\u5b57 {token}") == [token]


def test_a_specific_detector_wins_over_the_keyword() -> None:
    token = "glp" + "at-" + WALK[:20]
    for text in (f"password={token}", f'"api_token": "{token}"', f"https://oauth2:{token}@gitlab.invalid/x.git"):
        assert [(hit.detector, text[hit.start : hit.end]) for hit in secrets.find(text)] == [("gitlab-token", token)]


def test_a_private_key_in_one_json_string_is_one_hit() -> None:
    key = "\\n".join([BEGIN, *KEY_LINES, END])
    assert values('{"type": "service_account", "private_key": "' + key + '\\n", "client_email": "x@y.invalid"}') == [
        key
    ]


def test_two_credentials_of_one_line_are_two_hits() -> None:
    first, second = "AK" + "IA" + "QW3ERT5YUIOP2ASD", walk("s", 40)
    assert values(f"aws_access_key_id={first} aws_secret_access_key={second}") == [first, second]


def test_a_hit_keeps_no_value() -> None:
    text = "token " + "ghp" + "_" + WALK
    (hit,) = secrets.find(text)
    assert repr(hit) == "Hit(6, 46, 'github-token')"
    assert not hasattr(hit, "__dict__")


EXAMPLES = [expand(example) for detector in table.TABLE for example in detector.hits]


def test_mask_removes_every_value() -> None:
    for text, spans in EXAMPLES:
        masked = secrets.mask(text)
        assert secrets.MASK in masked
        assert [text[start:end] for start, end in spans if text[start:end] in masked] == []


def test_a_clean_text_comes_back_as_it_is() -> None:
    text = "The password is in the vault."
    assert secrets.mask(text) is text


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from([text for text, _ in EXAMPLES]) | st.text(max_size=30), max_size=6).map(" ".join))
def test_masking_twice_gives_what_masking_once_gives(text: str) -> None:
    masked = secrets.mask(text)
    assert secrets.mask(masked) == masked


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from([text for text, _ in EXAMPLES]) | st.text(max_size=30), max_size=6).map("\n".join))
def test_hits_are_sorted_and_apart_and_only_in_suspicious_text(text: str) -> None:
    hits = secrets.find(text)
    assert all(0 <= hit.start < hit.end <= len(text) for hit in hits)
    assert all(a.end <= b.start for a, b in pairwise(hits))
    assert secrets.suspicious(text) or not hits


CLEAN = """
import sys
from memoryrail_lint.checks import secrets
before = set(sys.modules)
text = '''---
id: "20261010-use-drizzle-over-prisma"
type: "decision"
created: "2026-10-10T17:30:00Z"
links: ["src/db/client.ts"]
---

The API key comes from the vault; the password is never in a file. A token expires after 15 minutes, see
https://www.postgresql.org/docs/current/auth-password.html for the secret of it. Cookies and keys are no keys.
'''
assert "memoryrail_lint.checks.detectors.table" not in sys.modules and "re" not in sys.modules
assert secrets.find(text) == [] and secrets.mask(text) is text and not secrets.suspicious(text)
print(sorted(set(sys.modules) - before))
"""


def test_clean_text_imports_nothing() -> None:
    ran = subprocess.run([sys.executable, "-S", "-c", CLEAN], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"


HIT = """
import sys
from memoryrail_lint.checks import secrets
assert secrets.find("password = 'Hj5Kl6Yu7" + "Io8Pn9Bv' and the softlayer token, the secret keys of ibm")
print("detect_secrets" in sys.modules)
"""


def test_detect_secrets_is_imported_for_its_own_families_only() -> None:
    ran = subprocess.run([sys.executable, "-c", HIT], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"
    assert values("cloudant_key=" + walk("a", 24).lower()) == [walk("a", 24).lower()]
    assert "detect_secrets" in sys.modules


# Every family that detect-secrets knows, in the shapes of its own documentation.
FAMILIES = {
    "artifactory": "artifactory: " + "AKC" + walk("w", 20),
    "aws": "AK" + "IA" + walk("u", 16),
    "azure storage": "AccountKey=" + walk("s", 86) + "==",
    "basic auth": "https://me:" + walk("w", 12) + "@acme.invalid",
    "cloudant": "cloudant_password = '" + walk("h", 64) + "'",
    "discord": "MTk4" + walk("w", 20) + "." + walk("w", 6) + "." + walk("b", 27),
    "github": "ghp" + "_" + walk("w", 36),
    "gitlab": "glp" + "at-" + walk("w", 20),
    "ibm cloud iam": "ibm_cloud_api_key: " + walk("b", 44),
    "ibm cos": "ibm_cos_secret_access_key = " + walk("h", 48),
    "jwt": "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9." + "eyJpc3MiOi" + walk("w", 60) + "." + walk("b", 43),
    "keyword": "my_secret = '" + walk("w", 16) + "'",
    "mailchimp": walk("h", 32) + "-us14",
    "npm": "//npm.acme.invalid/:_authToken=" + "npm" + "_" + walk("w", 36),
    "openai": "sk" + "-" + walk("w", 20) + "T3Blbk" + "FJ" + walk("w", 20),
    "private key": "\n".join([BEGIN, *KEY_LINES, END]),
    "pypi": "pypi" + "-AgEIcHlwaS5vcmc" + walk("b", 90),
    "sendgrid": "SG" + "." + walk("b", 22) + "." + walk("b", 43),
    "slack": "xo" + "xp-" + walk("d", 11) + "-" + walk("d", 11) + "-" + walk("l", 24),
    "slack webhook": "https://hooks.slack.com/services/T" + walk("u", 8) + "/B" + walk("u", 8) + "/" + walk("w", 24),
    "softlayer": "softlayer_api_key: " + walk("l", 64),
    "square": "sq0" + "csp-" + walk("b", 43),
    "stripe": "sk" + "_live_" + walk("w", 24),
    "telegram": walk("d", 9) + ":AA" + walk("b", 33),
    "twilio": "SK" + walk("h", 32),
}


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_of_detect_secrets_is_found(family: str) -> None:
    assert len(secrets.find(FAMILIES[family])) == 1


@pytest.mark.parametrize("unit", ["secretsecret1aA=", "secret=1aA", "pwd:a1b2", 'secret":"1aA'])
def test_nested_keywords_are_judged_in_linear_work(unit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    judged = 0
    for name in ("is_password", "is_key"):
        judge = getattr(assignments, name)

        def counted(value: str, *how: bool, judge: Callable[..., bool] = judge) -> bool:
            nonlocal judged
            judged += len(value)
            return judge(value, *how)

        monkeypatch.setattr(assignments, name, counted)
    text = unit * 2000
    secrets.find(text)
    assert judged <= 4 * len(text)
