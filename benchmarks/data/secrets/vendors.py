"""Families of credentials with a vendor, in the shapes that vendors document and other scanners test.

Sources: the vendors' pages on token formats (GitHub, GitLab, Vercel, Cloudflare, AWS, Sentry RFC 91, ...) and the
public rules of gitleaks, kingfisher and detect-secrets.
"""

from __future__ import annotations

import base64
import string
from collections.abc import Callable

from benchmarks.data.secrets.values import BECH32, Values, marked

Make = Callable[[Values], str]


class Family:
    """`makes`: one function for each shape of the value. `bare`: the shape speaks for itself without a name."""

    def __init__(self, name: str, phrase: str, env: str, makes: list[Make], *, bare: bool = True) -> None:
        self.name, self.phrase, self.env, self.makes, self.bare = name, phrase, env, makes, bare


def named(name: str, phrase: str, env: str, *makes: Make) -> Family:
    return Family(name, phrase, env, list(makes), bare=False)


def shaped(name: str, phrase: str, env: str, *makes: Make) -> Family:
    return Family(name, phrase, env, list(makes))


def many(prefixes: str, make: Callable[[Values, str], str]) -> list[Make]:
    return [lambda r, prefix=prefix: make(r, prefix) for prefix in prefixes.split()]  # type: ignore[misc]


def b64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def sentry(r: Values) -> str:
    claims = f'{{"iat":{r.digits(10)}.{r.digits(6)},"url":"https://sentry.io","region_url":"https://us.sentry.io","org":"{r.lower(8)}"}}'
    return f"sntrys_{b64(claims)}_{r.bytes64(32).rstrip('=')}"


def pypi(r: Values, place: str) -> str:
    return "pypi-" + "AgE" + place + r.url64(r.randrange(110, 180))


MARK = "T3Blb" + "kFJ"
B32 = string.ascii_uppercase + "234567"

FAMILIES: list[Family] = [
    shaped(
        "openai",
        "OpenAI API key",
        "OPENAI_API_KEY",
        lambda r: "sk-" + r.alnum(20) + MARK + r.alnum(20),
        *many("proj svcacct admin", lambda r, kind: f"sk-{kind}-{r.url64(74)}{MARK}{r.url64(74)}"),
        lambda r: "sk-proj-" + r.alnum(20) + MARK + r.alnum(20),
    ),
    shaped(
        "anthropic",
        "Anthropic API key",
        "ANTHROPIC_API_KEY",
        *many("api03 admin01 oat01", lambda r, kind: f"sk-ant-{kind}-{r.url64(93)}AA"),
    ),
    shaped("google-api-key", "Google Maps API key", "GOOGLE_API_KEY", lambda r: "AIza" + "Sy" + r.url64(33)),
    shaped(
        "google-oauth",
        "Google OAuth client secret",
        "GOOGLE_CLIENT_SECRET",
        lambda r: "GOCSPX-" + r.url64(28),
        lambda r: "ya29." + "a0" + r.url64(r.randrange(120, 200)),
        lambda r: "1//" + "0" + r.of("34g", 1) + r.url64(r.randrange(60, 100)),
    ),
    shaped(
        "aws-access-key",
        "AWS access key",
        "AWS_ACCESS_KEY_ID",
        *many("AKIA ASIA ABIA ACCA", lambda r, kind: kind + r.of(B32, 16)),
    ),
    named("aws-secret-key", "AWS secret access key", "AWS_SECRET_ACCESS_KEY", lambda r: r.bytes64(30)),
    named(
        "aws-session-token",
        "AWS session token",
        "AWS_SESSION_TOKEN",
        lambda r: "IQoJb3JpZ2luX2Vj" + r.bytes64(r.randrange(200, 400)),
        lambda r: "FwoGZXIvYXdzE" + r.bytes64(r.randrange(150, 300)),
    ),
    shaped(
        "aws-bedrock",
        "Bedrock API key",
        "AWS_BEARER_TOKEN_BEDROCK",
        lambda r: "ABSK" + b64(f"BedrockAPIKey-{r.lower(4)}-at-{r.digits(12)}:{r.bytes64(42)}"),
        lambda r: (
            "bedrock-"
            + "api-key-"
            + b64("bedrock.amazonaws.com/?Action=CallWithBearerToken&X-Amz-Signature=" + r.hex(64))
        ),
    ),
    shaped(
        "azure-client-secret",
        "Azure client secret",
        "AZURE_CLIENT_SECRET",
        lambda r: (
            r.alnum(3) + r.of("78", 1) + "Q~" + r.of(string.ascii_letters + string.digits + "_.-~", 33) + r.alnum(1)
        ),
    ),
    named(
        "azure-keys",
        "Azure storage account key",
        "AZURE_STORAGE_KEY",
        lambda r: r.bytes64(64),
        lambda r: r.bytes64(58)[:76] + "+AS" + "t" + r.bytes64(5)[:6] + "==",
    ),
    named(
        "azure-devops",
        "Azure DevOps PAT",
        "AZURE_DEVOPS_PAT",
        lambda r: r.of("abcdefghijklmnopqrstuvwxyz234567", 52),
        lambda r: r.alnum(52) + "JQQJ99" + r.upper(4) + "ACAAAAAAAAAAAAAS" + "AZDO" + r.alnum(4),
    ),
    shaped("github-classic", "GitHub token", "GITHUB_TOKEN", *many("ghp_ gho_", lambda r, kind: r.summed(kind))),
    shaped(
        "github-fine-grained",
        "GitHub fine-grained token",
        "GH_TOKEN",
        lambda r: "github_" + "pat_11" + r.upper(20) + "_" + r.alnum(59),
    ),
    shaped(
        "github-app",
        "GitHub App token",
        "GH_APP_TOKEN",
        *many("ghu_ ghs_", lambda r, kind: r.summed(kind)),
        lambda r: "ghs_" + r.digits(7) + "_" + r.jwt(iss="github"),
    ),
    shaped(
        "github-refresh",
        "GitHub refresh token",
        "GITHUB_REFRESH_TOKEN",
        lambda r: "ghr_" + r.alnum(76),
        lambda r: r.summed("ghr_"),
    ),
    shaped(
        "gitlab",
        "GitLab token",
        "GITLAB_TOKEN",
        *many("glpat gldt glrt glsoat glft glffct", lambda r, kind: f"{kind}-{r.url64(20)}"),
        lambda r: "glptt-" + r.hex(40),
        lambda r: f"glcbt-{r.digits(2)}_{r.url64(20)}",
        lambda r: "glimt-" + r.url64(25),
        lambda r: "glagent-" + r.url64(50),
        lambda r: "gloas-" + r.hex(64),
        lambda r: "GR" + "1348941" + r.url64(20),
        lambda r: f"glpat-{r.url64(27)}.01.{r.lower(9)}",
        lambda r: f"glrt-t1_{r.url64(27)}.{r.lower(9)}",
    ),
    shaped(
        "huggingface",
        "Hugging Face token",
        "HF_TOKEN",
        lambda r: "hf_" + r.of(string.ascii_letters, 34),
        lambda r: "api_org_" + r.of(string.ascii_letters, 34),
    ),
    shaped(
        "slack",
        "Slack token",
        "SLACK_TOKEN",
        lambda r: f"xoxb-{r.digits(12)}-{r.digits(13)}-{r.alnum(24)}",
        lambda r: f"xoxp-{r.digits(12)}-{r.digits(12)}-{r.digits(13)}-{r.hex(32)}",
        lambda r: f"xapp-1-A{r.upper(10)}-{r.digits(13)}-{r.hex(64)}",
        lambda r: f"xoxe.xoxp-1-{r.alnum(163)}",
        lambda r: f"xoxe-1-{r.alnum(146)}",
        lambda r: f"xoxa-2-{r.digits(12)}-{r.digits(12)}-{r.digits(12)}-{r.hex(32)}",
        lambda r: f"xoxr-{r.digits(12)}-{r.digits(12)}-{r.digits(12)}-{r.hex(32)}",
        lambda r: f"xoxs-{r.digits(11)}-{r.digits(10)}-{r.digits(11)}-{r.hex(10)}",
        lambda r: f"xoxc-{r.digits(12)}-{r.digits(12)}-{r.digits(13)}-{r.hex(64)}",
    ),
    shaped(
        "slack-webhook",
        "Slack webhook",
        "SLACK_WEBHOOK_URL",
        lambda r: f"https://hooks.slack.com/services/T{r.upper(10)}/B{r.upper(10)}/{marked(r.alnum(24))}",
        lambda r: f"https://hooks.slack.com/workflows/T{r.upper(8)}/A{r.upper(8)}/{r.digits(18)}/{marked(r.alnum(24))}",
        lambda r: f"https://hooks.slack.com/triggers/T{r.upper(10)}/{r.digits(13)}/{marked(r.hex(32))}",
    ),
    shaped(
        "discord",
        "Discord bot token",
        "DISCORD_TOKEN",
        lambda r: f"{b64(r.digits(18))}.{r.of('GXYZ', 1)}{r.alnum(5)}.{r.url64(38)}",
        lambda r: f"{b64(r.digits(18))}.{r.alnum(6)}.{r.url64(27)}",
        lambda r: f"https://discord.com/api/webhooks/{r.digits(19)}/{marked(r.url64(68))}",
        lambda r: f"https://discordapp.com/api/webhooks/{r.digits(18)}/{marked(r.url64(68))}",
    ),
    named("discord-client-secret", "Discord client secret", "DISCORD_CLIENT_SECRET", lambda r: r.url64(32)),
    shaped(
        "telegram",
        "Telegram bot token",
        "TELEGRAM_BOT_TOKEN",
        lambda r: f"{r.digits(10)}:AA{r.url64(33)}",
        lambda r: f"https://api.telegram.org/bot{r.digits(9)}:{marked('AA' + r.url64(33))}/getMe",
    ),
    shaped(
        "stripe",
        "Stripe secret key",
        "STRIPE_SECRET_KEY",
        *many("sk_live_ rk_live_ sk_test_ rk_test_", lambda r, kind: kind + r.alnum(24)),
        lambda r: "sk_live_" + "51" + r.alnum(97),
        lambda r: "whsec_" + r.alnum(32),
    ),
    shaped("twilio-key-sid", "Twilio API key", "TWILIO_API_KEY", lambda r: "SK" + r.hex(32)),
    named("twilio-auth-token", "Twilio auth token", "TWILIO_AUTH_TOKEN", lambda r: r.hex(32)),
    shaped("sendgrid", "SendGrid API key", "SENDGRID_API_KEY", lambda r: f"SG.{r.url64(22)}.{r.url64(43)}"),
    named(
        "mailgun",
        "Mailgun API key",
        "MAILGUN_API_KEY",
        lambda r: "key-" + r.hex(32),
        lambda r: f"{r.hex(32)}-{r.hex(8)}-{r.hex(8)}",
    ),
    shaped("npm", "npm token", "NPM_TOKEN", lambda r: r.summed("npm_")),
    shaped(
        "pypi",
        "PyPI token",
        "TWINE_PASSWORD",
        lambda r: pypi(r, "IcHlwaS5vcmc"),
        lambda r: pypi(r, "NdGVzdC5weXBpLm9yZw"),
    ),
    shaped("rubygems", "RubyGems API key", "GEM_HOST_API_KEY", lambda r: "rubygems_" + r.hex(48)),
    shaped("crates.io", "crates.io token", "CARGO_REGISTRY_TOKEN", lambda r: "cio" + r.alnum(32)),
    shaped(
        "docker-hub",
        "Docker Hub token",
        "DOCKERHUB_TOKEN",
        lambda r: "dckr_pat_" + r.url64(27),
        lambda r: "dckr_oat_" + r.url64(32),
    ),
    shaped(
        "databricks",
        "Databricks token",
        "DATABRICKS_TOKEN",
        lambda r: "dapi" + r.hex(32),
        lambda r: f"dapi{r.hex(32)}-2",
    ),
    shaped(
        "digitalocean",
        "DigitalOcean token",
        "DIGITALOCEAN_TOKEN",
        *many("dop_v1_ doo_v1_ dor_v1_", lambda r, kind: kind + r.hex(64)),
    ),
    shaped(
        "cloudflare",
        "Cloudflare API token",
        "CLOUDFLARE_API_TOKEN",
        *many("cfut_ cfk_ cfat_", lambda r, kind: kind + r.alnum(40) + r.hex(8)),
        lambda r: f"v1.0-{r.hex(24)}-{r.hex(146)}",
    ),
    named("cloudflare-old", "Cloudflare API key", "CLOUDFLARE_API_KEY", lambda r: r.url64(40), lambda r: r.hex(37)),
    shaped("heroku", "Heroku API key", "HEROKU_API_KEY", lambda r: "HRKU-" + "AA" + r.url64(58)),
    named("heroku-old", "Heroku API key", "HEROKU_API_KEY", lambda r: r.uuid()),
    shaped(
        "vercel", "Vercel token", "VERCEL_TOKEN", *many("vcp_ vci_ vca_ vcr_ vck_", lambda r, kind: kind + r.alnum(56))
    ),
    named("vercel-old", "Vercel token", "VERCEL_TOKEN", lambda r: r.alnum(24)),
    shaped("netlify", "Netlify token", "NETLIFY_AUTH_TOKEN", lambda r: "nfp_" + r.alnum(36)),
    named("netlify-old", "Netlify token", "NETLIFY_AUTH_TOKEN", lambda r: r.url64(43), lambda r: r.hex(64)),
    shaped(
        "supabase",
        "Supabase secret key",
        "SUPABASE_SERVICE_ROLE_KEY",
        lambda r: "sbp_" + r.hex(40),
        lambda r: f"sb_secret_{r.url64(22)}_{r.alnum(8)}",
        lambda r: r.jwt(iss="supabase", role="service_role", ref=r.of(string.ascii_lowercase, 20)),
    ),
    shaped(
        "planetscale",
        "PlanetScale token",
        "PLANETSCALE_SERVICE_TOKEN",
        *many("pscale_tkn_ pscale_pw_ pscale_oauth_", lambda r, kind: kind + r.url64(43)),
    ),
    shaped(
        "neon",
        "Neon API key",
        "NEON_API_KEY",
        lambda r: "napi_" + r.lower(64),
        lambda r: f"postgresql://app:{marked('npg_' + r.alnum(12))}@ep-cool-leaf-{r.lower(8)}.aws.neon.tech/main",
    ),
    shaped(
        "mongodb",
        "MongoDB URI",
        "MONGODB_URI",
        lambda r: f"mongodb+srv://app:{marked(r.alnum(16))}@cluster0.{r.lower(6)}.mongodb.net/shop?retryWrites=true",
        lambda r: f"mongodb://admin:{marked(r.alnum(12))}@db1.internal:27017,db2.internal:27017/admin?replicaSet=rs0",
        lambda r: "mdb_sa_sk_" + r.url64(6) + r.alnum(34),
    ),
    named("mongodb-atlas", "MongoDB Atlas private key", "MONGODB_ATLAS_PRIVATE_KEY", lambda r: r.uuid()),
    named("datadog", "Datadog API key", "DD_API_KEY", lambda r: r.hex(32), lambda r: r.hex(40)),
    shaped(
        "new-relic",
        "New Relic key",
        "NEW_RELIC_LICENSE_KEY",
        lambda r: "NRAK-" + r.upper(27),
        lambda r: "NRII-" + r.url64(32),
        lambda r: r.hex(36) + "NRAL",
    ),
    shaped("sentry", "Sentry auth token", "SENTRY_AUTH_TOKEN", sentry, lambda r: "sntryu_" + r.hex(64)),
    named("sentry-old", "Sentry auth token", "SENTRY_AUTH_TOKEN", lambda r: r.hex(64)),
    shaped(
        "grafana",
        "Grafana token",
        "GRAFANA_TOKEN",
        lambda r: f"glsa_{r.alnum(32)}_{r.hex(8)}",
        lambda r: (
            "glc_"
            + b64(f'{{"o":"{r.digits(6)}","n":"stack-{r.digits(6)}-write","k":"{r.alnum(24)}","m":{{"r":"eu"}}}}')
        ),
        lambda r: b64(f'{{"k":"{r.alnum(32)}","n":"ci-{r.lower(6)}","id":1}}'),
    ),
    shaped(
        "linear",
        "Linear API key",
        "LINEAR_API_KEY",
        lambda r: "lin_api_" + r.alnum(40),
        lambda r: "lin_oauth_" + r.hex(64),
    ),
    shaped(
        "notion",
        "Notion integration token",
        "NOTION_TOKEN",
        lambda r: f"ntn_{r.digits(11)}{r.alnum(35)}",
        lambda r: "secret_" + r.alnum(43),
    ),
    shaped("figma", "Figma token", "FIGMA_TOKEN", lambda r: "figd_" + r.url64(40)),
    shaped(
        "shopify",
        "Shopify token",
        "SHOPIFY_TOKEN",
        *many("shpat_ shpca_ shppa_ shpss_", lambda r, kind: kind + r.hex(32)),
    ),
    shaped(
        "atlassian",
        "Atlassian API token",
        "ATLASSIAN_API_TOKEN",
        lambda r: "ATATT3xFfGF0" + r.url64(171) + "=" + r.upper(8),
        lambda r: "ATCTT3xFfGN0" + r.url64(171) + "=" + r.upper(8),
        lambda r: "ATBB" + r.alnum(24) + r.upper(8),
    ),
    named("atlassian-old", "Atlassian API token", "ATLASSIAN_API_TOKEN", lambda r: r.alnum(24)),
    named("okta", "Okta API token", "OKTA_API_TOKEN", lambda r: "00" + r.url64(40)),
    named("auth0", "Auth0 client secret", "AUTH0_CLIENT_SECRET", lambda r: r.url64(64)),
    shaped(
        "vault",
        "Vault token",
        "VAULT_TOKEN",
        lambda r: "hvs.CAES" + r.url64(r.randrange(88, 110)),
        lambda r: "hvs." + r.alnum(24),
        lambda r: "hvb.AAAAAQ" + r.url64(r.randrange(135, 200)),
        lambda r: "hvr.CAES" + r.url64(95),
    ),
    named("vault-old", "Vault token", "VAULT_TOKEN", lambda r: "s." + r.alnum(24)),
    shaped("age", "age identity", "SOPS_AGE_KEY", lambda r: "AGE-SECRET-" + "KEY-1" + r.of(BECH32, 58)),
    shaped("jwt", "ID token", "ID_TOKEN", lambda r: r.jwt(), lambda r: r.jwt(aud="api", scope="read write")),
    shaped("artifactory", "Artifactory API key", "ARTIFACTORY_API_KEY", lambda r: "AKCp8" + r.alnum(68)),
    named("cloudant", "Cloudant password", "CLOUDANT_PASSWORD", lambda r: r.hex(64)),
    named("ibm-cloud", "IBM Cloud IAM API key", "IBM_CLOUD_API_KEY", lambda r: r.url64(44)),
    named("ibm-cos", "IBM COS HMAC secret", "COS_HMAC_SECRET_ACCESS_KEY", lambda r: r.hex(48)),
    named("softlayer", "SoftLayer API key", "SOFTLAYER_API_KEY", lambda r: r.lower(64)),
    shaped("square", "Square OAuth secret", "SQUARE_SECRET", lambda r: "sq0csp-" + r.url64(43)),
    shaped("mailchimp", "Mailchimp API key", "MAILCHIMP_API_KEY", lambda r: f"{r.hex(32)}-us{r.randrange(1, 21)}"),
]
