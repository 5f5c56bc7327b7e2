"""The other half of the second set's vendors: code hosts, chat, payment, mail, packages, monitoring, identity."""

from __future__ import annotations

from benchmarks.data.secrets.fresh_values import Draws, b64, url_b64
from benchmarks.data.secrets.fresh_vendors import Form, Make, Vendor, bearer, cloned, headed, kept, netrc, starts, told
from benchmarks.data.secrets.values import BECH32, marked


def sentry(r: Draws) -> str:
    place = r.choice(["us", "de"])
    claims = (
        f'{{"iat":17{r.digits(8)}.{r.digits(6)},"url":"https:/'
        f'/sentry.io","region_url":"https://{place}.sentry.io","org":"{r.small(9)}"}}'
    )
    return f"sntrys_{b64(claims)}_{r.standard64(43)}"


def grafana_cloud(r: Draws) -> str:
    return "glc_" + b64(
        f'{{"o":"{r.digits(7)}","n":"ci-{r.small(6)}","k":"{r.alnum(24)}","m":{{"r":"prod-eu-west-2"}}}}'
    )


def macaroon(place: bytes) -> Make:
    """PyPI's token: a macaroon (version 2) with the index as its location, an identifier and a signature."""
    head = b"\x02\x01" + bytes([len(place)]) + place + b"\x02\x24"
    return lambda r: "pypi-" + url_b64(head + r.uuid().encode() + b"\x00\x02\x2a" + r.randbytes(r.randrange(60, 110)))


def bot(r: Draws) -> str:
    """Discord's bot token: the bot's id, a time and a signature, each in base64."""
    return f"{url_b64(r.of('789', 1) + r.digits(17))}.G{r.alnum(5)}.{r.url64(38)}"


def old_bot(r: Draws) -> str:
    return f"{url_b64(r.of('34567', 1) + r.digits(17))}.{r.of('XYZ', 1)}{r.alnum(5)}.{r.url64(27)}"


def app_jwt(r: Draws) -> str:
    return f"ghs_{r.digits(7)}_" + r.token(f'{{"iss":"github","iat":17{r.digits(8)},"jti":"{r.uuid()}"}}', "ES256")


def routable(prefix: str) -> Make:
    return lambda r: f"{prefix}{r.url64(27)}.{r.choice(['01.', ''])}{r.lower(9)}"


def grafana_key(r: Draws) -> str:
    return b64(f'{{"k":"{r.alnum(32)}","n":"deploy-{r.small(5)}","id":{r.randrange(1, 9)}}}')


CODE: list[Vendor] = [
    Vendor(
        "github-classic",
        "GitHub blog, authentication token formats; gitleaks github-pat; detect-secrets GitHubTokenDetector",
        [
            Form("GitHub token", "GITHUB_TOKEN", lambda r: r.summed("ghp_")),
            Form("GitHub PAT", "GH_TOKEN", lambda r: r.summed("ghp_")),
        ],
        cloned("github.com", "x-access-token"),
        netrc("github.com", "ci-bot"),
        lambda r, v: f'curl -H "Authorization: token {v}" https://api.github.com/user/repos',
        kept(
            "~/.config/gh/hosts.yml",
            "github.com:\n    user: ci-bot\n    oauth_token: §\n    git_protocol: https",
            "yaml",
        ),
    ),
    Vendor(
        "github-fine-grained",
        "GitHub docs, managing personal access tokens; gitleaks github-fine-grained-pat",
        starts("GitHub fine-grained token", "GH_TOKEN", "github_pat_11", lambda r: f"{r.upper(20)}_{r.alnum(59)}"),
        cloned("github.com", "oauth2"),
        bearer("https://api.github.com/user"),
        told("echo § | gh auth login --with-token"),
    ),
    Vendor(
        "github-oauth",
        "GitHub blog, authentication token formats; gitleaks github-oauth; kingfisher github.6",
        [
            Form("GitHub OAuth token", "GITHUB_OAUTH_TOKEN", lambda r: r.summed("gho_")),
            Form("Copilot token", "GITHUB_COPILOT_TOKEN", lambda r: r.summed("gho_")),
        ],
        kept("auth.json", '{"github-oauth": {"github.com": "§"}}', "json"),
        bearer("https://api.github.com/user/orgs"),
    ),
    Vendor(
        "github-oauth-app-secret",
        "GitHub docs, creating an OAuth app; kingfisher github.6",
        [Form("GitHub client secret", "GITHUB_CLIENT_SECRET", lambda r: r.hex(40))],
        lambda r, v: f"GITHUB_CLIENT_ID=Iv1.{r.hex(16)}\nGITHUB_CLIENT_SECRET={v}\n",
        shaped=False,
    ),
    Vendor(
        "github-app",
        (
            "GitHub blog, authentication token formats, and "
            "changelog of app installation tokens; gitleaks github-app-token"
        ),
        [
            Form("GitHub App user token", "GITHUB_APP_TOKEN", lambda r: r.summed("ghu_")),
            Form("GitHub App installation token", "GITHUB_APP_TOKEN", lambda r: r.summed("ghs_")),
            Form("GitHub App installation token", "GITHUB_APP_TOKEN", app_jwt),
        ],
        cloned("github.com", "x-access-token"),
        bearer("https://api.github.com/installation/repositories"),
    ),
    Vendor(
        "github-refresh",
        "GitHub docs, refreshing user access tokens; gitleaks github-refresh-token; kingfisher github.4",
        [
            Form("GitHub refresh token", "GITHUB_REFRESH_TOKEN", lambda r: "ghr_" + r.alnum(76)),
            Form("GitHub refresh token", "GITHUB_REFRESH_TOKEN", lambda r: r.summed("ghr_")),
        ],
        kept("token.json", '{"expires_in": 28800, "refresh_token": "§", "token_type": "bearer"}', "json"),
    ),
    Vendor(
        "gitlab-pat",
        "GitLab docs, token overview; gitleaks gitlab-pat, gitlab-pat-routable; detect-secrets GitLabTokenDetector",
        [
            Form("GitLab token", "GITLAB_TOKEN", lambda r: "glpat-" + r.url64(20)),
            Form("GitLab access token", "GITLAB_ACCESS_TOKEN", routable("glpat-")),
        ],
        headed("PRIVATE-TOKEN", "https://gitlab.internal/api/v4/projects"),
        cloned("gitlab.com", "oauth2"),
        told("glab auth login --hostname gitlab.internal --token §"),
    ),
    Vendor(
        "gitlab-runner",
        "GitLab docs, token overview; gitleaks gitlab-rrt, gitlab-runner-authentication-token",
        [
            *starts("GitLab runner token", "RUNNER_TOKEN", "glrt- glrtr-", lambda r: r.url64(20)),
            Form("GitLab runner token", "CI_SERVER_TOKEN", routable("glrt-t1_")),
            *starts("GitLab runner registration token", "REGISTRATION_TOKEN", "GR13489" + "41", lambda r: r.url64(20)),
        ],
        told("gitlab-runner register --non-interactive --url https://gitlab.internal --token § --executor docker"),
        kept("/etc/gitlab-runner/config.toml", '[[runners]]\n  url = "https://gitlab.internal"\n  token = "§"', "toml"),
    ),
    Vendor(
        "gitlab-deploy",
        "GitLab docs, deploy tokens; gitleaks gitlab-deploy-token",
        starts("GitLab deploy token", "GITLAB_DEPLOY_TOKEN", "gldt-", lambda r: r.url64(20)),
        cloned("gitlab.internal", "gitlab+deploy-token-7"),
        told("docker login -u gitlab+deploy-token-7 -p § gitlab.internal:5050"),
    ),
    Vendor(
        "gitlab-ci-job",
        "GitLab docs, CI/CD job token; gitleaks gitlab-cicd-job-token; detect-secrets GitLabTokenDetector",
        [
            Form("GitLab CI job token", "CI_JOB_TOKEN", lambda r: f"glcbt-{r.hex(2)}_{r.url64(20)}"),
            Form("GitLab CI job token", "CI_JOB_TOKEN", lambda r: f"glcbt-{r.randrange(10, 99)}_{r.url64(20)}"),
        ],
        headed("JOB-TOKEN", "https://gitlab.internal/api/v4/jobs/812/artifacts"),
        cloned("gitlab.internal", "gitlab-ci-token"),
    ),
    Vendor(
        "gitlab-feed",
        "GitLab docs, feed token; gitleaks gitlab-feed-token",
        starts("GitLab feed token", "GITLAB_FEED_TOKEN", "glft-", lambda r: r.url64(20)),
        lambda r, v: f"https://gitlab.internal/platform/api/-/issues.atom?feed_token={v}&state=opened",
    ),
    Vendor(
        "gitlab-agent",
        "GitLab docs, agent for Kubernetes; gitleaks gitlab-kubernetes-agent-token",
        starts("GitLab agent token", "AGENTK_TOKEN", "glagent-", lambda r: r.url64(50)),
        told("helm upgrade --install agent gitlab/gitlab-agent --set config.token=§"),
    ),
    Vendor(
        "gitlab-others",
        (
            "GitLab docs, token overview; gitleaks gitlab-ptt, gitlab-scim-token,"
            " gitlab-incoming-mail-token, gitlab-oauth-app-secret, gitlab-feature-flag-client-token"
        ),
        [
            *starts("GitLab trigger token", "TRIGGER_TOKEN", "glptt-", lambda r: r.hex(40)),
            *starts("GitLab SCIM token", "SCIM_TOKEN", "glsoat-", lambda r: r.url64(20)),
            *starts("GitLab incoming mail token", "INCOMING_MAIL_TOKEN", "glimt-", lambda r: r.lower(25)),
            *starts("GitLab OAuth application secret", "GITLAB_CLIENT_SECRET", "gloas-", lambda r: r.hex(64)),
            *starts("GitLab feature flag token", "UNLEASH_TOKEN", "glffct-", lambda r: r.url64(20)),
            *starts("GitLab workspace token", "WORKSPACE_TOKEN", "glwt-", lambda r: r.url64(20)),
        ],
    ),
    Vendor(
        "huggingface",
        "Hugging Face docs, user access tokens; gitleaks huggingface-access-token; secretlint huggingface",
        [
            *starts("Hugging Face token", "HF_TOKEN", "hf_", lambda r: r.letters(34)),
            *starts("Hugging Face organization token", "HF_API_TOKEN", "api_org_", lambda r: r.letters(34)),
        ],
        told("huggingface-cli login --token §"),
        cloned("huggingface.co", "ci-bot"),
        lambda r, v: f'```python\nmodel = AutoModel.from_pretrained("shop/rank-v2", token="{v}")\n```',
    ),
]

CHAT: list[Vendor] = [
    Vendor(
        "slack-bot",
        "Slack API docs, token types; gitleaks slack-bot-token, slack-legacy-bot-token",
        [
            Form("Slack bot token", "SLACK_BOT_TOKEN", lambda r: f"xoxb-{r.digits(12)}-{r.digits(13)}-{r.alnum(24)}"),
            Form("Slack bot token", "SLACK_TOKEN", lambda r: f"xoxb-{r.digits(11)}-{r.digits(12)}-{r.alnum(24)}"),
            Form("legacy Slack bot token", "SLACK_BOT_TOKEN", lambda r: f"xoxb-{r.digits(12)}-{r.alnum(24)}"),
        ],
        bearer("https://slack.com/api/auth.test"),
        lambda r, v: f"```js\nconst app = new App({{ token: '{v}', signingSecret: process.env.SIGNING }});\n```",
        lambda r, v: f"curl 'https://slack.com/api/conversations.list?token={v}&limit=20'",
    ),
    Vendor(
        "slack-user",
        "Slack API docs, token types; gitleaks slack-user-token; detect-secrets SlackDetector",
        [
            Form(
                "Slack user token",
                "SLACK_USER_TOKEN",
                lambda r: f"xoxp-{r.digits(12)}-{r.digits(12)}-{r.digits(13)}-{r.hex(32)}",
            )
        ],
        bearer("https://slack.com/api/users.list"),
    ),
    Vendor(
        "slack-app",
        "Slack API docs, app-level tokens; gitleaks slack-app-token; kingfisher slack.1",
        [Form("Slack app token", "SLACK_APP_TOKEN", lambda r: f"xapp-1-A{r.upper(10)}-{r.digits(13)}-{r.hex(64)}")],
    ),
    Vendor(
        "slack-config",
        "Slack API docs, configuration tokens; gitleaks slack-config-access-token, slack-config-refresh-token",
        [
            *starts("Slack config token", "SLACK_CONFIG_TOKEN", "xoxe.xoxp-1-", lambda r: r.alnum(166)),
            *starts("Slack config refresh token", "SLACK_CONFIG_REFRESH_TOKEN", "xoxe-1-", lambda r: r.alnum(146)),
        ],
    ),
    Vendor(
        "slack-legacy",
        (
            "Slack API docs, legacy tokens; gitleaks slack-legacy-token,"
            " slack-legacy-workspace-token; detect-secrets SlackDetector"
        ),
        [
            Form(
                "Slack workspace token",
                "SLACK_TOKEN",
                lambda r: f"xoxa-2-{r.digits(12)}-{r.digits(12)}-{r.digits(12)}-{r.hex(32)}",
            ),
            Form(
                "Slack refresh token",
                "SLACK_REFRESH_TOKEN",
                lambda r: f"xoxr-{r.digits(12)}-{r.digits(12)}-{r.digits(12)}-{r.hex(32)}",
            ),
            Form(
                "legacy Slack token",
                "SLACK_TOKEN",
                lambda r: f"xoxs-{r.digits(11)}-{r.digits(11)}-{r.digits(12)}-{r.hex(32)}",
            ),
            Form(
                "legacy Slack token",
                "SLACK_TOKEN",
                lambda r: f"xoxo-{r.digits(11)}-{r.digits(11)}-{r.digits(12)}-{r.hex(20)}",
            ),
        ],
    ),
    Vendor(
        "slack-webhook",
        "Slack API docs, incoming webhooks; gitleaks slack-webhook-url; detect-secrets SlackDetector",
        [
            Form(
                "Slack webhook",
                "SLACK_WEBHOOK_URL",
                lambda r: f"https://hooks.slack.com/services/T{r.upper(10)}/B{r.upper(10)}/{marked(r.alnum(24))}",
            ),
            Form(
                "Slack workflow webhook",
                "SLACK_WEBHOOK",
                lambda r: (
                    f"https://hooks.slack.com/workflows/T{r.upper(10)}/"
                    f"A{r.upper(10)}/{r.digits(18)}/{marked(r.alnum(24))}"
                ),
            ),
            Form(
                "Slack trigger URL",
                "SLACK_TRIGGER_URL",
                lambda r: f"https://hooks.slack.com/triggers/T{r.upper(10)}/{r.digits(13)}/{marked(r.hex(32))}",
            ),
        ],
        lambda r, v: (
            f"```bash\ncurl -X POST -H 'Content-type: application/json' --data '{{\"text\":\"deploy done\"}}' {v}\n```"
        ),
        kept(
            "alertmanager.yml",
            "receivers:\n  - name: oncall\n    slack_configs:\n      - api_url: '§'\n        channel: '#alerts'",
            "yaml",
        ),
    ),
    Vendor(
        "slack-signing-secret",
        "Slack API docs, verifying requests",
        [
            Form("Slack signing secret", "SLACK_SIGNING_SECRET", lambda r: r.hex(32)),
            Form("Slack client secret", "SLACK_CLIENT_SECRET", lambda r: r.hex(32)),
        ],
        shaped=False,
    ),
    Vendor(
        "discord-bot",
        "Discord developer docs, authentication; detect-secrets DiscordBotTokenDetector; kingfisher discord.2",
        [Form("Discord bot token", "DISCORD_BOT_TOKEN", bot), Form("Discord token", "DISCORD_TOKEN", old_bot)],
        lambda r, v: f'curl -H "Authorization: Bot {v}" https://discord.com/api/v10/users/@me',
        lambda r, v: f"    client.login('{v}');\n",
        lambda r, v: f'    bot.run("{v}")\n',
    ),
    Vendor(
        "discord-webhook",
        "Discord developer docs, webhook resource; kingfisher discord.1",
        [
            Form(
                "Discord webhook",
                "DISCORD_WEBHOOK_URL",
                lambda r: f"https://discord.com/api/webhooks/{r.digits(19)}/{marked(r.url64(68))}",
            ),
            Form(
                "Discord webhook",
                "DISCORD_WEBHOOK",
                lambda r: f"https://discordapp.com/api/webhooks/{r.digits(18)}/{marked(r.url64(68))}",
            ),
            Form(
                "Discord webhook",
                "DISCORD_WEBHOOK_URL",
                lambda r: f"https://canary.discord.com/api/v10/webhooks/{r.digits(19)}/{marked(r.url64(68))}",
            ),
        ],
        lambda r, v: f"curl -F content=done -F file=@report.txt {v}",
    ),
    Vendor(
        "discord-client-secret",
        "Discord developer docs, OAuth2; gitleaks discord-client-secret",
        [Form("Discord client secret", "DISCORD_CLIENT_SECRET", lambda r: r.url64(32))],
        shaped=False,
    ),
    Vendor(
        "telegram",
        (
            "Telegram Bot API, authorizing your bot; detect-secrets "
            "TelegramBotTokenDetector; gitleaks telegram-bot-api-token"
        ),
        [
            Form("Telegram bot token", "TELEGRAM_BOT_TOKEN", lambda r: f"{r.digits(10)}:AA{r.url64(33)}"),
            Form("Telegram token", "TELEGRAM_TOKEN", lambda r: f"{r.digits(9)}:AA{r.url64(33)}"),
        ],
        lambda r, v: f"curl https://api.telegram.org/bot{v}/getUpdates?offset=-1",
        lambda r, v: f'```go\nbot, err := tgbotapi.NewBotAPI("{v}")\n```',
    ),
]

MONEY_AND_MAIL: list[Vendor] = [
    Vendor(
        "stripe-secret",
        "Stripe docs, API keys; gitleaks stripe-access-token; detect-secrets StripeDetector",
        [
            *starts("Stripe secret key", "STRIPE_SECRET_KEY", "sk_live_", lambda r: r.alnum(24)),
            *starts("Stripe live key", "STRIPE_API_KEY", "sk_live_51", lambda r: r.alnum(97)),
            *starts("Stripe test key", "STRIPE_SECRET_KEY", "sk_test_51", lambda r: r.alnum(97)),
        ],
        lambda r, v: f"`curl https://api.stripe.com/v1/charges -u {v}: -d amount=1999`",
        lambda r, v: f"```ruby\nStripe.api_key = '{v}'\n```",
        lambda r, v: f'    stripe.api_key = "{v}"\n',
        told("stripe listen --api-key §"),
    ),
    Vendor(
        "stripe-restricted",
        "Stripe docs, restricted keys; gitleaks stripe-access-token; detect-secrets StripeDetector",
        [
            *starts("Stripe restricted key", "STRIPE_RESTRICTED_KEY", "rk_live_", lambda r: r.alnum(24)),
            *starts("Stripe restricted key", "STRIPE_API_KEY", "rk_live_51", lambda r: r.alnum(97)),
        ],
        bearer("https://api.stripe.com/v1/balance"),
    ),
    Vendor(
        "stripe-webhook",
        "Stripe docs, webhook signatures; GitHub secret scanning patterns, stripe_webhook_signing_secret",
        [
            *starts("Stripe webhook secret", "STRIPE_WEBHOOK_SECRET", "whsec_", lambda r: r.alnum(32)),
            *starts("Stripe webhook signing secret", "STRIPE_ENDPOINT_SECRET", "whsec_", lambda r: r.hex(64)),
        ],
        lambda r, v: f"> Ready! Your webhook signing secret is {v} (^C to quit)",
    ),
    Vendor(
        "square",
        "Square developer docs, access tokens; gitleaks square-access-token; detect-secrets SquareOAuthDetector",
        [
            *starts("Square access token", "SQUARE_ACCESS_TOKEN", "sq0atp-", lambda r: r.url64(22)),
            *starts("Square OAuth secret", "SQUARE_APPLICATION_SECRET", "sq0csp-", lambda r: r.url64(43)),
            *starts("Square access token", "SQUARE_ACCESS_TOKEN", "EAAA", lambda r: r.of("EFGHlmn", 1) + r.url64(59)),
        ],
        bearer("https://connect.squareup.com/v2/locations"),
    ),
    Vendor(
        "shopify",
        "Shopify changelog, token formats; gitleaks shopify-*",
        [
            *starts("Shopify access token", "SHOPIFY_ACCESS_TOKEN", "shpat_ shpca_ shppa_", lambda r: r.hex(32)),
            *starts("Shopify shared secret", "SHOPIFY_API_SECRET", "shpss_", lambda r: r.hex(32)),
        ],
        headed("X-Shopify-Access-Token", "https://shop-north.myshopify.com/admin/api/2025-01/products.json"),
        told("shopify theme push --store shop-north --password §"),
    ),
    Vendor(
        "twilio-api-key",
        "Twilio docs, API keys; gitleaks twilio-api-key; detect-secrets TwilioKeyDetector",
        [Form("Twilio API key", "TWILIO_API_KEY", lambda r: "SK" + r.hex(32))],
        lambda r, v: f"TWILIO_API_KEY_SID={v}\nTWILIO_API_KEY_SECRET={r.alnum(32)}\n",
    ),
    Vendor(
        "twilio-auth-token",
        "Twilio docs, auth tokens and API keys; kingfisher twilio.2",
        [
            Form("Twilio auth token", "TWILIO_AUTH_TOKEN", lambda r: r.hex(32)),
            Form("Twilio API secret", "TWILIO_API_SECRET", lambda r: r.alnum(32)),
        ],
        lambda r, v: (
            f'```python\naccount_sid = "AC{r.hex(32)}"\nauth_token '
            f'= "{v}"\nclient = Client(account_sid, auth_token)\n```'
        ),
        lambda r, v: f"curl -X POST https://api.twilio.com/2010-04-01/Accounts.json -u AC{r.hex(32)}:{v}",
        shaped=False,
    ),
    Vendor(
        "sendgrid",
        "SendGrid docs, API keys; gitleaks sendgrid-api-token; detect-secrets SendGridDetector",
        [Form("SendGrid API key", "SENDGRID_API_KEY", lambda r: f"SG.{r.url64(22)}.{r.url64(43)}")],
        bearer("https://api.sendgrid.com/v3/scopes"),
        lambda r, v: f"smtp.sendgrid.net:587, user `apikey`, password `{v}`",
    ),
    Vendor(
        "mailgun",
        "Mailgun docs, authentication; gitleaks mailgun-private-api-token, mailgun-signing-key; kingfisher mailgun.2",
        [
            Form("Mailgun API key", "MAILGUN_API_KEY", lambda r: "key-" + r.hex(32)),
            Form("Mailgun API key", "MAILGUN_API_KEY", lambda r: f"{r.hex(32)}-{r.hex(8)}-{r.hex(8)}"),
            Form("Mailgun signing key", "MAILGUN_WEBHOOK_SIGNING_KEY", lambda r: r.hex(32)),
        ],
        lambda r, v: (
            f"curl -s --user 'api:{v}' https://api.mailgun.net/v3/mg.shop.internal/messages -F to=ops@shop.internal"
        ),
        shaped=False,
    ),
    Vendor(
        "mailchimp",
        "Mailchimp Marketing API docs; gitleaks mailchimp-api-key; detect-secrets MailchimpDetector",
        [
            Form("Mailchimp API key", "MAILCHIMP_API_KEY", lambda r: f"{r.hex(32)}-us{r.randrange(10, 22)}"),
            Form("Mailchimp key", "MC_API_KEY", lambda r: f"{r.hex(32)}-us{r.randrange(1, 10)}"),
        ],
        lambda r, v: f"curl --user 'any:{v}' https://us6.api.mailchimp.com/3.0/lists",
    ),
]

PACKAGES: list[Vendor] = [
    Vendor(
        "npm",
        "GitHub changelog, npm access token format; gitleaks npm-access-token; secretlint npm",
        [
            Form("npm token", "NPM_TOKEN", lambda r: r.summed("npm_")),
            Form("npm publish token", "NODE_AUTH_TOKEN", lambda r: r.summed("npm_")),
        ],
        kept("~/.npmrc", "//npm.shop.internal/:_authToken=§\nalways-auth=true", "ini"),
        told("npm config set //npm.shop.internal/:_authToken §"),
    ),
    Vendor(
        "npm-legacy",
        "npm docs, legacy tokens; kingfisher npm.2; detect-secrets NpmDetector",
        [
            Form("npm token", "NPM_TOKEN", lambda r: r.uuid()),
            Form("npm auth token", "NPM_AUTH_TOKEN", lambda r: r.uuid()),
        ],
        kept("~/.npmrc", "//npm.shop.internal/:_authToken=§", "ini"),
        kept(".yarnrc.yml", "npmRegistryServer: https://npm.shop.internal\nnpmAuthToken: §", "yaml"),
        shaped=False,
    ),
    Vendor(
        "pypi",
        "Warehouse docs, token scanning; gitleaks pypi-upload-token; detect-secrets PypiTokenDetector",
        [
            Form("PyPI token", "TWINE_PASSWORD", macaroon(b"pypi" + b".org")),
            Form("TestPyPI token", "TEST_PYPI_TOKEN", macaroon(b"test.pypi" + b".org")),
        ],
        kept("~/.pypirc", "[pypi]\nusername = __token__\npassword = §", "ini"),
        told("twine upload -u __token__ -p § dist/*"),
    ),
    Vendor(
        "rubygems",
        "RubyGems guides, API key scopes; gitleaks rubygems-api-token",
        starts("RubyGems API key", "GEM_HOST_API_KEY", "rubygems_", lambda r: r.hex(48)),
        kept("~/.gem/credentials", "---\n:rubygems_api_key: §", "yaml"),
    ),
    Vendor(
        "crates.io",
        "Cargo book, publishing; kingfisher cratesio.1",
        starts("crates.io token", "CARGO_REGISTRY_TOKEN", "cio", lambda r: r.alnum(32)),
        kept("~/.cargo/credentials.toml", '[registry]\ntoken = "§"', "toml"),
        told("cargo login §"),
    ),
    Vendor(
        "docker-hub",
        "Docker docs, access tokens; kingfisher dockerhub.1; secretlint docker",
        [
            *starts("Docker Hub token", "DOCKERHUB_TOKEN", "dckr_pat_", lambda r: r.url64(27)),
            *starts("Docker organization token", "DOCKER_PASSWORD", "dckr_oat_", lambda r: r.url64(32)),
        ],
        told("docker login -u shopci -p §"),
        lambda r, v: f'    echo "{v}" | docker login --username shopci --password-stdin\n',
    ),
    Vendor(
        "docker-config-auth",
        "Docker docs, docker login; kingfisher generic and detect-secrets BasicAuthDetector (the same pair in base64)",
        [Form("registry auth", "DOCKER_AUTH", lambda r: b64(f"ci-push:{r.generated('!-_')}"))],
        kept("~/.docker/config.json", '{"auths": {"images.shop.internal": {"auth": "§"}}}', "json"),
        kept(
            "config.json",
            '{\n  "auths": {\n    "images.shop.internal:5000": {\n      "auth": "§"\n    }\n  }\n}',
            "json",
        ),
        lambda r, v: (
            "kind: Secret\ntype: kubernetes.io/dockerconfigjson\nstringData:\n"
            f'  .dockerconfigjson: \'{{"auths":{{"images.shop.internal":{{"auth":"{v}"}}}}}}\''
        ),
        lambda r, v: (
            f'the pull secret holds {{"auths":{{"images.shop.internal":{{"username":"ci-push","auth":"{v}"}}}}}}'
        ),
        only=True,
        shaped=False,
    ),
    Vendor(
        "artifactory",
        (
            "JFrog docs, access tokens; gitleaks artifactory-api-key,"
            " artifactory-reference-token; detect-secrets ArtifactoryDetector"
        ),
        [
            Form("Artifactory API key", "ARTIFACTORY_API_KEY", lambda r: "AKCp" + r.of("58", 1) + r.alnum(68)),
            Form("Artifactory reference token", "JFROG_ACCESS_TOKEN", lambda r: "cmVmd" + "GtuOjAx" + r.alnum(52)),
        ],
        headed("X-JFrog-Art-Api", "https://shop.jfrog.io/artifactory/api/system/ping"),
        told("jf rt dl --url=https://shop.jfrog.io/artifactory --access-token=§ libs/"),
    ),
    Vendor(
        "artifactory-password",
        "JFrog docs, centrally secure passwords; detect-secrets ArtifactoryDetector",
        [
            Form("Artifactory encrypted password", env, lambda r: "AP" + r.of("56ABCD", 1) + r.alnum(40))
            for env in ("ARTIFACTORY_PASSWORD", "ARTIFACTORY_KEY")
        ],
        kept("gradle.properties", "artifactory_user=deploy\nartifactory_password=§", "properties"),
        shaped=False,
    ),
]

WATCH: list[Vendor] = [
    Vendor(
        "databricks",
        "Databricks docs, personal access tokens; gitleaks databricks-api-token; secretlint databricks",
        [
            *starts("Databricks token", "DATABRICKS_TOKEN", "dapi", lambda r: r.hex(32)),
            *starts("Databricks token", "DATABRICKS_TOKEN", "dapi", lambda r: f"{r.hex(32)}-{r.randrange(2, 5)}"),
        ],
        kept("~/.databrickscfg", "[DEFAULT]\nhost  = https://adb-5521.9.azuredatabricks.net\ntoken = §", "ini"),
        bearer("https://dbc-7f21.cloud.databricks.com/api/2.1/jobs/list"),
    ),
    Vendor(
        "datadog",
        "Datadog docs, API and application keys; gitleaks datadog-access-token; kingfisher datadog.1, datadog.2",
        [
            Form("Datadog API key", "DD_API_KEY", lambda r: r.hex(32)),
            Form("Datadog application key", "DD_APP_KEY", lambda r: r.hex(40)),
            Form("Datadog API key", "DATADOG_API_KEY", lambda r: r.hex(32)),
        ],
        headed("DD-API-KEY", "https://api.datadoghq.eu/api/v1/validate"),
        headed("DD-APPLICATION-KEY", "https://api.datadoghq.com/api/v1/monitor"),
        kept("datadog.yaml", "api_key: §\nsite: datadoghq.eu", "yaml"),
        shaped=False,
    ),
    Vendor(
        "new-relic",
        "New Relic docs, API keys; gitleaks new-relic-*; GitHub secret scanning patterns, new_relic_*",
        [
            *starts("New Relic user key", "NEW_RELIC_API_KEY", "NRAK-", lambda r: r.upper(27)),
            *starts("New Relic insert key", "NEW_RELIC_INSERT_KEY", "NRII-", lambda r: r.url64(32)),
            *starts("New Relic REST API key", "NEW_RELIC_REST_KEY", "NRRA-", lambda r: r.hex(42)),
            Form("New Relic license key", "NEW_RELIC_LICENSE_KEY", lambda r: r.hex(32) + "FFFFNRAL"),
        ],
        headed("Api-Key", "https://api.newrelic.com/graphql"),
        kept("newrelic.ini", "[newrelic]\nlicense_key = §\napp_name = shop", "ini"),
    ),
    Vendor(
        "sentry",
        "Sentry RFC 91, token prefixes; gitleaks sentry-org-token, sentry-user-token",
        [
            Form("Sentry auth token", "SENTRY_AUTH_TOKEN", sentry),
            *starts("Sentry user token", "SENTRY_AUTH_TOKEN", "sntryu_", lambda r: r.hex(64)),
        ],
        kept("~/.sentryclirc", "[auth]\ntoken=§", "ini"),
        told("sentry-cli --auth-token § releases list"),
    ),
    Vendor(
        "sentry-unprefixed",
        "Sentry docs, auth tokens; gitleaks sentry-access-token; kingfisher sentry.1",
        [
            Form("Sentry auth token", "SENTRY_AUTH_TOKEN", lambda r: r.hex(64)),
            Form("Sentry token", "SENTRY_TOKEN", lambda r: r.hex(64)),
        ],
        shaped=False,
    ),
    Vendor(
        "grafana",
        "Grafana docs, service accounts and access policies; gitleaks grafana-*; secretlint grafana",
        [
            Form("Grafana service account token", "GRAFANA_TOKEN", lambda r: f"glsa_{r.alnum(32)}_{r.hex(8)}"),
            Form("Grafana Cloud token", "GRAFANA_CLOUD_TOKEN", grafana_cloud),
            Form("Grafana API key", "GRAFANA_API_KEY", grafana_key),
        ],
        bearer("https://grafana.shop.internal/api/search"),
        lambda r, v: (
            f'    provider "grafana" {{\n      url  = "https://grafana.shop.internal"\n      auth = "{v}"\n    }}\n'
        ),
    ),
]

WORK: list[Vendor] = [
    Vendor(
        "linear",
        "Linear docs, API and webhooks; gitleaks linear-api-key; GitHub secret scanning patterns, linear_*",
        [
            *starts("Linear API key", "LINEAR_API_KEY", "lin_api_", lambda r: r.alnum(40)),
            *starts("Linear OAuth token", "LINEAR_ACCESS_TOKEN", "lin_oauth_", lambda r: r.hex(64)),
        ],
        headed("Authorization", "https://api.linear.app/graphql"),
        kept(".mcp.json", '{"mcpServers": {"linear": {"command": "npx", "env": {"LINEAR_API_KEY": "§"}}}}', "json"),
    ),
    Vendor(
        "linear-secrets",
        "Linear docs, webhooks and OAuth applications; gitleaks linear-client-secret",
        [
            *starts("Linear webhook signing secret", "LINEAR_WEBHOOK_SECRET", "lin_wh_", lambda r: r.alnum(40)),
            Form("Linear client secret", "LINEAR_CLIENT_SECRET", lambda r: r.hex(32)),
        ],
        shaped=False,
    ),
    Vendor(
        "notion",
        "Notion developer docs and changelog, token prefix; gitleaks notion-api-token; kingfisher notion.1",
        [
            Form("Notion token", "NOTION_TOKEN", lambda r: f"ntn_{r.digits(11)}{r.alnum(35)}"),
            Form("Notion integration secret", "NOTION_API_KEY", lambda r: "secret_" + r.alnum(43)),
        ],
        bearer("https://api.notion.com/v1/users/me"),
        lambda r, v: f"```js\nconst notion = new Client({{ auth: '{v}' }})\n```",
    ),
    Vendor(
        "figma",
        "Figma developer docs, access tokens; kingfisher figma.1; secretlint figma",
        starts("Figma token", "FIGMA_ACCESS_TOKEN", "figd_", lambda r: r.url64(40)),
        headed("X-Figma-Token", "https://api.figma.com/v1/me"),
        kept(
            ".mcp.json",
            '{"mcpServers": {"figma": {"args": ["figma-developer-mcp", "--figma-api-key=§", "--stdio"]}}}',
            "json",
        ),
    ),
    Vendor(
        "figma-old",
        "kingfisher figma.2",
        [Form("Figma token", "FIGMA_TOKEN", lambda r: f"{r.digits(6)}-{r.uuid()}")],
        headed("X-Figma-Token", "https://api.figma.com/v1/files/list"),
        shaped=False,
    ),
    Vendor(
        "atlassian",
        (
            "Atlassian docs, API tokens, and Bitbucket app passwords;"
            " gitleaks atlassian-api-token; GitHub secret scanning patterns, atlassian_api_token"
        ),
        [
            Form(
                "Atlassian API token",
                "ATLASSIAN_API_TOKEN",
                lambda r: f"ATATT3x{'FfGF0'}{r.url64(171)}={r.hex(8).upper()}",
            ),
            Form(
                "Atlassian API key", "ATLASSIAN_API_KEY", lambda r: f"ATCTT3x{'FfGN0'}{r.url64(171)}={r.hex(8).upper()}"
            ),
            Form("Bitbucket app password", "BITBUCKET_APP_PASSWORD", lambda r: f"ATBB{r.alnum(24)}{r.hex(8).upper()}"),
        ],
        lambda r, v: f"curl -u deploy@shop.internal:{v} https://shop.atlassian.net/rest/api/3/myself",
        kept(".mcp.json", '{"env": {"JIRA_USERNAME": "deploy@shop.internal", "JIRA_API_TOKEN": "§"}}', "json"),
    ),
    Vendor(
        "atlassian-unprefixed",
        "Atlassian docs, API tokens (before 2023); gitleaks atlassian-api-token; kingfisher jira.2",
        [
            Form("Jira API token", "JIRA_API_TOKEN", lambda r: r.alnum(24)),
            Form("Confluence API token", "CONFLUENCE_TOKEN", lambda r: r.alnum(24)),
        ],
        shaped=False,
    ),
    Vendor(
        "okta",
        "Okta developer docs, API tokens and client credentials; gitleaks okta-access-token; kingfisher okta.1",
        [
            Form("Okta API token", env, lambda r: "00" + r.url64(40))
            for env in ("OKTA_API_TOKEN", "OKTA_CLIENT_TOKEN", "TF_VAR_okta_api_token")
        ],
        lambda r, v: f'curl -H "Authorization: SSWS {v}" https://shop.okta.com/api/v1/users?limit=2',
        kept("okta.yaml", "okta:\n  client:\n    orgUrl: https://shop.okta.com\n    token: §", "yaml"),
        shaped=False,
    ),
    Vendor(
        "auth0",
        "Auth0 docs, application credentials; kingfisher auth0.2",
        [Form("Auth0 client secret", "AUTH0_CLIENT_SECRET", lambda r: r.url64(64))],
        lambda r, v: (
            f'```bash\ncurl -d \'{{"client_id":"{r.alnum(32)}","client_secret":"{v}",'
            f'"grant_type":"client_credentials"}}\' https://shop.eu.auth0.com/oauth/token\n```'
        ),
        shaped=False,
    ),
    Vendor(
        "vault",
        "Vault docs, tokens; gitleaks vault-service-token, vault-batch-token; secretlint hashicorp-vault",
        [
            *starts("Vault token", "VAULT_TOKEN", "hvs.CAES", lambda r: r.url64(r.randrange(88, 110))),
            *starts("Vault root token", "VAULT_TOKEN", "hvs.", lambda r: r.alnum(24)),
            *starts("Vault batch token", "VAULT_TOKEN", "hvb.AAAAAQ", lambda r: r.url64(r.randrange(138, 200))),
            *starts("Vault recovery token", "VAULT_RECOVERY_TOKEN", "hvr.CAES", lambda r: r.url64(94)),
        ],
        headed("X-Vault-Token", "https://vault.shop.internal:8200/v1/secret/data/app"),
        told("vault login §"),
        lambda r, v: f"```\nInitial Root Token: {v}\n\nVault initialized with 5 key shares.\n```",
    ),
    Vendor(
        "vault-unprefixed",
        "Vault docs, tokens before 1.10, AppRole and seal/unseal; gitleaks vault-service-token",
        [
            Form("Vault token", "VAULT_TOKEN", lambda r: "s." + r.alnum(24)),
            Form("Vault AppRole secret ID", "VAULT_SECRET_ID", lambda r: r.uuid()),
        ],
        headed("X-Vault-Token", "https://vault.shop.internal:8200/v1/sys/mounts"),
        shaped=False,
    ),
    Vendor(
        "age",
        "age specification, native X25519 recipients; gitleaks age-secret-key",
        [
            Form("age key", env, lambda r: "AGE-SECRET" + "-KEY-1" + r.of(BECH32, 58))
            for env in ("SOPS_AGE_KEY", "AGE_SECRET_KEY")
        ],
        kept("keys.txt", "# created: 2025-09-02T11:20:41+02:00\n§"),
        lambda r, v: f"# public key: age1{r.of(BECH32.lower(), 58)}\n{v}\n",
    ),
    Vendor(
        "jwt",
        "RFC 7519; gitleaks jwt; detect-secrets JwtTokenDetector",
        [
            Form(
                "service token",
                "SERVICE_JWT",
                lambda r: r.token(f'{{"sub":"{r.uuid()}","role":"admin","iat":17{r.digits(8)}}}'),
            ),
            Form(
                "access token",
                "ACCESS_TOKEN",
                lambda r: r.token(
                    (
                        f'{{"iss":"https://login.shop.internal","sub":"svc-{r.small(6)}"'
                        f',"aud":"api","exp":18{r.digits(8)}}}'
                    ),
                    "RS256",
                ),
            ),
            Form(
                "ID token",
                "ID_TOKEN",
                lambda r: r.token(
                    f'{{"sub":"{r.digits(12)}","email":"ops@shop.internal","jti":"{r.uuid()}"}}', "ES256"
                ),
            ),
        ],
        bearer("https://api.shop.internal/v1/orders"),
        lambda r, v: f"wscat -c 'wss://push.shop.internal/socket?access_token={v}'",
        kept("kubeconfig", "users:\n- name: deployer\n  user:\n    token: §", "yaml"),
    ),
]

SERVICES = CODE + CHAT + MONEY_AND_MAIL + PACKAGES + WATCH + WORK
