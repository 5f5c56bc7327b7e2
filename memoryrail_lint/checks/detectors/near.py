"""Credentials without a shape of their own, told by their vendor's name and a keyword before them.

A UUID or forty letters and digits mean nothing alone; after `HEROKU_API_KEY=` they do.
"""

from __future__ import annotations

from memoryrail_lint.checks.detectors.detector import Detector
from memoryrail_lint.checks.detectors.judge import is_random

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

UUID: Final = r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"
_HEX_32: Final = "[0-9a-fA-F]{32}"
_HEX_40: Final = "[0-9a-f]{40}"
_HEX_64: Final = "[0-9a-f]{64}"
_UUID_EXAMPLE: Final = "«h8»-«h4»-«h4»-«h4»-«h12»"

_OTHER: Final = "".join(
    rf"(?<!{word}[ _-])" for word in ("cache", "primary", "foreign", "partition", "object", "public", "lookup", "sort")
)
"""What makes a key that is none, before it; and after it, in `_NAMED`, what is only said of a key or token."""
_NAMED: Final = r"(?![ _-]?(?:ids?|hash|counts?|names?|digest|version|fingerprint|usage|budget|limit)\b)"
_KEYWORD: Final = (
    rf"[A-Za-z0-9_ .-]{{0,40}}?(?i:{_OTHER}(?:secret|key|token|passwor|passwd|credential){_NAMED})[A-Za-z0-9_]{{0,20}}"
)
_GAP: Final = (
    r"[\"'`*\])]{0,3}(?:[ \t]{0,12}(?:=>|:=|={1,3}|:|,|\||>| is |[ \t]value=)[ \t]{0,12}\\?[\"'`(*]{0,2}(?:\\[\"'])?"
    r"|(?:[ \t]for(?:[ \t][A-Za-z0-9-]{1,20}){1,4}[ \t]is)?[ \t][\"'`(]{1,2}"
    r"|\r?\n[ \t]{1,20}[\"']?value[\"']?:[ \t]{1,4}[\"']?)"
)
_OPTION: Final = r"(?<![A-Za-z0-9-])--[a-z0-9-]{{0,20}}?(?:{})[a-z0-9-]{{0,30}}(?:key|token|secret|password)[ =][\"']?"
"""The vendor and the keyword in an option of a command line."""


def _near(name: str, vendor: str, shape: str, example: str, keywords: tuple[str, ...] = ()) -> Detector:
    """A detector for values of `shape` after `vendor` (a pattern that ignores case) and a keyword."""
    word = keywords or (vendor,)
    title = word[0].replace(" ", "_").upper()
    return Detector(
        name,
        rf"(?:(?i:{vendor}){_KEYWORD}{_GAP}|{_OPTION.format(vendor)})({shape})(?![A-Za-z0-9_+/-])",
        word,
        bound=False,
        accept=is_random,
        hits=(
            f"{title}_API_KEY=[[{example}]]",
            f'"{word[0]} token": "[[{example}]]"',
            f"deploy --{word[0].replace(' ', '-')}-api-key [[{example}]]",
        ),
        leaves=(f"{title}_API_KEY=${{SECRET}}", f"{word[0]} token: see the vault", f"the {word[0]} commit «h40»"),
    )


DETECTORS = (
    _near("aws-secret-key", "aws|amazon", "[A-Za-z0-9+/]{40}", "«s40»", ("aws", "amazon")),
    _near("aws-session-token", "aws", "[A-Za-z0-9+/]{100,2000}={0,2}", "«s260»"),
    _near("heroku-key", "heroku", UUID, _UUID_EXAMPLE),
    _near("vercel-key", "vercel", "[A-Za-z0-9]{24}", "«w24»"),
    _near("netlify-key", "netlify", "[A-Za-z0-9_-]{40,64}", "«b43»"),
    _near("railway-key", "railway", UUID, _UUID_EXAMPLE),
    _near("cloudflare-key", "cloudflare|cf_", "[A-Za-z0-9_-]{37,40}", "«b40»", ("cloudflare", "cf_")),
    _near("datadog-key", "datadog|dd_", "[0-9a-f]{32}|[0-9a-f]{40}", "«h32»", ("datadog", "dd_")),
    _near("newrelic-license", "new_?relic", "[0-9a-f]{40}", "«h40»", ("newrelic", "new_relic")),
    # The secret half of an AppRole login; other secret ids name a secret.
    Detector(
        "vault-secret-id",
        rf"(?i:vault[_ -]?(?:approle[_ -]?)?secret[_ -]?id)[A-Za-z0-9_]{{0,8}}{_GAP}({UUID})",
        ("vault",),
        bound=False,
        hits=(f"VAULT_SECRET_ID=[[{_UUID_EXAMPLE}]]", f'VaultSecretId = "[[{_UUID_EXAMPLE}]]"'),
        leaves=("VAULT_SECRET_ID=${SECRET_ID}", f"VAULT_ROLE_ID={_UUID_EXAMPLE}", f"secret_id: {_UUID_EXAMPLE}"),
    ),
    _near("okta-token", "okta", "00[A-Za-z0-9_-]{40}", "00«b40»"),
    _near("auth0-secret", "auth0", "[A-Za-z0-9_-]{48,96}", "«b64»"),
    _near("twilio-auth-token", "twilio", _HEX_32, "«h32»"),
    _near("mongodb-atlas-key", "mongodb|atlas", UUID, _UUID_EXAMPLE, ("mongodb", "atlas")),
    _near(
        "atlassian-key", "atlassian|jira|confluence", "[A-Za-z0-9]{24}", "«w24»", ("atlassian", "jira", "confluence")
    ),
    _near("azure-key", "azure|openai|cognitive", _HEX_32, "«h32»", ("azure", "openai", "cognitive")),
    _near("fastly-key", "fastly", "[A-Za-z0-9_-]{32}", "«b32»"),
    _near("postmark-token", "postmark", UUID, _UUID_EXAMPLE),
    _near("snyk-token", "snyk", UUID, _UUID_EXAMPLE),
    _near("codecov-token", "codecov", f"{UUID}|{_HEX_32}", _UUID_EXAMPLE),
    _near("scaleway-secret", "scaleway|scw_", UUID, _UUID_EXAMPLE, ("scaleway", "scw_")),
    _near("linode-token", "linode", _HEX_64, "«h64»"),
    _near("hetzner-token", "hetzner|hcloud", "[A-Za-z0-9]{64}", "«w64»", ("hetzner", "hcloud")),
    _near("algolia-key", "algolia", _HEX_32, "«h32»"),
    _near("mistral-key", "mistral", "[A-Za-z0-9]{32}", "«w32»"),
    _near("cohere-key", "cohere|co_api", "[A-Za-z0-9]{40}", "«w40»", ("cohere", "co_api")),
    _near("wandb-key", "wandb", _HEX_40, "«h40»"),
    _near("discord-secret", "discord", "[A-Za-z0-9_-]{32}", "«b32»"),
    _near("ibm-cloud-key", "ibm|iam_", "[A-Za-z0-9_-]{44}", "«b44»", ("ibm", "iam_")),
    _near("ibm-cos-secret", "ibm|cos", "[0-9a-f]{48}", "«h48»", ("ibm", "cos")),
    _near("facebook-secret", "facebook|fb_", _HEX_32, "«h32»", ("facebook", "fb_")),
    _near("sentry-key", "sentry", _HEX_64, "«h64»"),
    _near("npm-uuid-token", "npm|_auth", UUID, _UUID_EXAMPLE, ("npm", "_auth")),
    _near("bitbucket-key", "bitbucket", "[A-Za-z0-9_-]{32,64}", "«b44»"),
    _near("mailgun-secret", "mailgun", "(?:[0-9a-f]{32}-)?[0-9a-f]{8}-[0-9a-f]{8}|[0-9a-f]{32,72}", "«h36»"),
)
