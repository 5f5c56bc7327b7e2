"""Tokens of chat, mail, payment and commerce services."""

from __future__ import annotations

from memoryrail_lint.checks.detectors.detector import Detector
from memoryrail_lint.checks.detectors.judge import is_random
from memoryrail_lint.checks.detectors.silence import is_mixed

_UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
_UUID_EXAMPLE = "«h8»-«h4»-«h4»-«h4»-«h12»"

DETECTORS = (
    # detect-secrets lacks app level, configuration and refresh tokens.
    Detector(
        "slack-token",
        r"(?:xox(?:[abcoprsd]|e(?:\.xox[bp])?)|xapp)-[A-Za-z0-9%][A-Za-z0-9%+/=-]{14,400}",
        ("xoxa-", "xoxb-", "xoxc-", "xoxd-", "xoxe-", "xoxe.", "xoxo-", "xoxp-", "xoxr-", "xoxs-", "xapp-"),
        hits=(
            "chat [[xoxb-«d12»-«d13»-«w24»]]",
            "[[xapp-1-A«u10»-«d13»-«h64»]]",
            "[[xoxe.xoxp-1-«w160»]]",
            "[[xoxp-«d11»-«d11»-«d12»-«h32»]]",
        ),
        leaves=("xoxb-...", "xoxb-your-token", "xoxb-XXXXXXXXXXXX-XXXXXXXXXXXX"),
    ),
    Detector(
        "slack-webhook",
        r"https://hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/([A-Za-z0-9_]{8,14}/[A-Za-z0-9_]{8,20}/(?:[0-9]{10,24}/)?[A-Za-z0-9]{20,40})",
        ("hooks.slack",),
        bound=False,
        hits=("post to https://hooks.slack.com/services/[[T«u10»/B«u10»/«w24»]]",),
        leaves=(
            "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX",
            "https://hooks.slack.com/services/...",
        ),
    ),
    Detector(
        "discord-webhook",
        r"https://(?:[a-z]{2,8}\.)?discord(?:app)?\.com/api/(?:v[0-9]{1,2}/)?webhooks/([0-9]{17,20}/[A-Za-z0-9_-]{60,80})",
        ("/webhooks/",),
        bound=False,
        hits=("https://discord.com/api/webhooks/[[«d18»/«b68»]]",),
        leaves=("https://discord.com/api/webhooks/...",),
    ),
    Detector(
        "discord-bot-token",
        r"[MNO][A-Za-z0-9]{23,26}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38}(?![A-Za-z0-9_-])",
        (".",),
        least=58,
        accept=is_random,
        hits=("DISCORD_TOKEN=[[MTk4«w21».Cl2FMQ.«b27»]]", "[[NzI4«w22».G«w5».«b38»]]"),
        leaves=(
            "Microsoft.Extensions.DependencyInjection",
            "ModuleNotFoundErrorHandler.create.somethingLongEnoughToBeAToken",
        ),
    ),
    Detector(
        "telegram-token",
        r"[0-9]{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])",
        (":AA",),
        hits=("bot [[«d9»:AA«b33»]]", "https://api.telegram.org/bot[[«d10»:AA«b33»]]/getMe"),
        leaves=("123456789:AA",),
        bound=False,
    ),
    Detector(
        "teams-webhook",
        rf"https://[a-z0-9-]{{1,60}}\.webhook\.office\.com/webhookb2/({_UUID}@{_UUID}/IncomingWebhook/[0-9a-f]{{32}}/{_UUID})",
        (".webhook.office.com",),
        bound=False,
        hits=(
            f"https://acme.webhook.office.com/webhookb2/[[{_UUID_EXAMPLE}@{_UUID_EXAMPLE}/IncomingWebhook/«h32»/{_UUID_EXAMPLE}]]",
        ),
        leaves=("https://acme.webhook.office.com/webhookb2/...",),
    ),
    Detector(
        "stripe-key",
        r"(?:[sr]k_(?:live|test|prod)_[A-Za-z0-9]{14,250}|whsec_[A-Za-z0-9+/]{24,80}={0,2})",
        ("sk_live_", "rk_live_", "sk_test_", "rk_test_", "sk_prod_", "rk_prod_", "whsec_"),
        hits=("[[sk_live_«w24»]]", "[[rk_live_«w99»]]", "[[sk_test_«w24»]]", "[[whsec_«w32»]]"),
        leaves=("sk_live_...", "sk_test_xxxxxxxxxxxxxxxxxxxxxxxx", "pk_live_«w24»", "whsec_..."),
    ),
    # An account's SID (AC...) is its name, not its key: detect-secrets reports it, here only the key's SID counts.
    Detector(
        "twilio-key",
        r"SK[0-9a-f]{32}(?![A-Za-z0-9])",
        ("SK",),
        accept=is_random,
        hits=("[[SK«h32»]]",),
        leaves=("SKxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "SK2026"),
    ),
    Detector(
        "sendgrid-key",
        r"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}",
        ("SG.",),
        accept=is_mixed,
        hits=("[[SG.«b22».«b43»]]",),
        leaves=("SG.xxxx", "SG.YOUR_API_KEY"),
    ),
    Detector(
        "mailgun-key",
        r"(?:key-[0-9a-z]{32}|(?<![0-9a-f-])[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8})(?![A-Za-z0-9-])",
        ("key-", "-"),
        least=36,
        hits=("[[key-«h32»]]", "MAILGUN_API_KEY=[[«h32»-«h8»-«h8»]]"),
        leaves=("key-value", f"trace «h32»-{_UUID_EXAMPLE}"),
    ),
    Detector(
        "mailchimp-key",
        r"[0-9a-f]{32}-us[0-9]{1,2}(?![A-Za-z0-9])",
        ("-us",),
        hits=("[[«h32»-us14]]",),
        leaves=("image-us1",),
    ),
    Detector(
        "brevo-key",
        r"x(?:keysib|smtpsib)-[0-9a-f]{64}-[A-Za-z0-9]{16}",
        ("xkeysib-", "xsmtpsib-"),
        hits=("[[xkeysib-«h64»-«w16»]]",),
        leaves=("xkeysib-...",),
    ),
    Detector(
        "resend-key",
        r"re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}(?![A-Za-z0-9])",
        ("re_",),
        accept=is_random,
        hits=("[[re_«w8»_«w24»]]",),
        leaves=("re_compiled_expression", "core_settings1_somethingVeryLongIndeedOk"),
    ),
    Detector(
        "square-token",
        r"(?:sq0(?:csp|atp|idp)-[0-9A-Za-z_-]{22,43}|EAAA[A-Za-z0-9_-]{58,64})(?![A-Za-z0-9_-])",
        ("sq0csp-", "sq0atp-", "sq0idp-", "EAAA"),
        hits=("[[sq0csp-«b43»]]", "[[sq0atp-«b22»]]", "[[EAAA«b60»]]"),
        leaves=("sq0csp-...",),
    ),
    Detector(
        "paypal-token",
        r"access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}",
        ("access_token$",),
        hits=("[[access_token$production$«l16»$«h32»]]",),
        leaves=("access_token$env",),
    ),
    Detector(
        "plaid-token",
        rf"access-(?:sandbox|development|production)-{_UUID}",
        ("access-sandbox-", "access-development-", "access-production-"),
        hits=(f"[[access-production-{_UUID_EXAMPLE}]]",),
        leaves=("access-production-systems",),
    ),
    Detector(
        "razorpay-key",
        r"rzp_(?:live|test)_[A-Za-z0-9]{14,24}(?![A-Za-z0-9])",
        ("rzp_live_", "rzp_test_"),
        hits=("[[rzp_live_«w14»]]",),
        leaves=("rzp_live_...",),
    ),
    Detector(
        "flutterwave-key",
        r"FLWSECK(?:_TEST)?-[0-9a-zA-Z]{12,40}(?:-X)?",
        ("FLWSECK-", "FLWSECK_"),
        hits=("[[FLWSECK_TEST-«h32»-X]]",),
        leaves=("FLWSECK_TEST",),
    ),
    Detector(
        "shopify-token",
        r"shp(?:at|ca|pa|ss|ua)_[0-9a-fA-F]{32}(?![A-Za-z0-9])",
        ("shpat_", "shpca_", "shppa_", "shpss_", "shpua_"),
        hits=("[[shpat_«h32»]]", "[[shpss_«H32»]]"),
        leaves=("shpat_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",),
    ),
    Detector(
        "facebook-token",
        r"EAA[A-Z][A-Za-z0-9]{80,400}",
        ("EAA",),
        accept=is_random,
        hits=("[[EAAC«w120»]]",),
        leaves=("EAAC",),
    ),
    Detector(
        "twitter-bearer",
        r"A{20}[A-Za-z0-9%]{40,140}",
        ("AAAAAAAAAAAAAAAAAAAA",),
        hits=("[[AAAAAAAAAAAAAAAAAAAAAA«w24»%3D«w40»]]",),
        leaves=("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",),
        accept=is_mixed,
    ),
    Detector(
        "mapbox-secret",
        r"sk\.eyJ[A-Za-z0-9]{13}[A-Za-z0-9_-]{40,200}\.[A-Za-z0-9_-]{20,40}",
        ("sk.eyJ",),
        hits=("[[sk.eyJ1Ijoi«w80».«b22»]]",),
        leaves=("pk.eyJ1Ijoi«w8».",),
    ),
    Detector(
        "duffel-token",
        r"duffel_(?:test|live)_[A-Za-z0-9_=-]{43}",
        ("duffel_",),
        hits=("[[duffel_live_«b43»]]",),
        leaves=("duffel_",),
    ),
    Detector(
        "easypost-key",
        r"EZ[AT]K[A-Za-z0-9]{54}(?![A-Za-z0-9])",
        ("EZAK", "EZTK"),
        hits=("[[EZAK«w54»]]",),
        leaves=("EZAK",),
    ),
    Detector(
        "shippo-token",
        r"shippo_(?:live|test)_[0-9a-fA-F]{40}",
        ("shippo_",),
        hits=("[[shippo_live_«h40»]]",),
        leaves=("shippo_",),
    ),
    Detector(
        "lob-key",
        r"live_[0-9a-f]{35}(?![A-Za-z0-9])",
        ("live_",),
        accept=is_random,
        hits=("[[live_«h35»]]",),
        leaves=("live_something",),
    ),
    Detector(
        "maxmind-key",
        r"[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk(?![A-Za-z0-9])",
        ("_mmk",),
        hits=("[[«w6»_«w29»_mmk]]",),
        leaves=("_mmk",),
    ),
    Detector(
        "dropbox-token",
        r"sl\.(?:u\.)?[A-Za-z0-9_-]{100,2000}",
        ("sl.",),
        accept=is_mixed,
        hits=("[[sl.B«b130»]]", "[[sl.u.«b140»]]"),
        leaves=("ssl.create_default_context",),
    ),
)
