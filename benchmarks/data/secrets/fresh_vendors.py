"""Vendors' credentials of the second set: every documented form of each, with the places only that vendor has.

Facts about the forms come from the pages and rules named in each family's `source`. Prefixes stand alone here; what
follows them is drawn at run time.
"""

from __future__ import annotations

import string
from collections.abc import Callable
from urllib.parse import quote

from benchmarks.data.secrets.fresh_values import Draws, b64
from benchmarks.data.secrets.values import marked

Make = Callable[[Draws], str]
Native = Callable[[Draws, str], str]


class Form:
    """One shape of a value, what people call it and the variable it is kept in."""

    __slots__ = ("env", "label", "make")

    def __init__(self, label: str, env: str, make: Make) -> None:
        self.label, self.env, self.make = label, env, make


class Vendor:
    """`shaped`: the value says itself what it is, so it may also stand without a name. `only`: native places alone."""

    __slots__ = ("forms", "name", "natives", "only", "shaped", "source")

    def __init__(
        self, name: str, source: str, forms: list[Form], *natives: Native, shaped: bool = True, only: bool = False
    ) -> None:
        self.name, self.source, self.forms, self.natives = name, source, forms, natives
        self.shaped, self.only = shaped, only


def starts(label: str, env: str, prefixes: str, rest: Make) -> list[Form]:
    """A form for each of the prefixes (parted by blanks)."""

    def form(prefix: str) -> Form:
        return Form(label, env, lambda r: prefix + rest(r))

    return [form(prefix) for prefix in prefixes.split()]


def bearer(url: str) -> Native:
    return lambda r, v: f'```bash\ncurl -sS {url} \\\n  -H "Authorization: Bearer {v}"\n```'


def headed(name: str, url: str) -> Native:
    return lambda r, v: f"Checked by hand: `curl -s -H '{name}: {v}' {url}` answers 200."


def netrc(host: str, login: str) -> Native:
    return lambda r, v: f"~/.netrc on the build box:\n\n    machine {host}\n      login {login}\n      password {v}\n"


def cloned(host: str, user: str) -> Native:
    return lambda r, v: (
        f"Cloned with `git clone https://{user}:{v}@{host}/platform/{r.choice(['api', 'infra', 'web'])}.git`."
    )


def told(command: str) -> Native:
    """A command with `§` where the value goes, as a step of a list."""
    return lambda r, v: f"{r.randrange(1, 9)}. `{command.replace('§', v)}`"


def kept(file: str, content: str, language: str = "") -> Native:
    """A file with `§` where the value goes."""
    return lambda r, v: f"`{file}`:\n\n```{language}\n{content.replace('§', v)}\n```"


MARK = "T3Blb" + "kFJ"


def openai(kind: str, size: int) -> Make:
    return lambda r: f"sk-{kind}{r.url64(size)}{MARK}{r.url64(size)}"


def identified(size: int, mark: str, tail: int, pad: str) -> Make:
    """Azure's identifiable keys: random base64, the service's four characters, the rest."""
    return lambda r: r.standard64(size) + mark + r.standard64(tail) + (r.choice("AQgw") + "==" if pad == "==" else pad)


def azure84(service: str, place: Make) -> Make:
    """The 84 characters of newer Azure keys: 52 random, the year and month, a region, the service, a checksum."""
    return lambda r: f"{r.alnum(52)}JQQJ99B{r.of('ABCDEFGHIJKL', 1)}AC{place(r)}{service}{r.alnum(4)}"


def entra(size: int) -> Make:
    signs = string.ascii_letters + string.digits + "_~.-"
    return lambda r: f"{r.alnum(3)}{r.of('78', 1)}Q~{r.of(signs, size - 1)}{r.alnum(1)}"


def sas(r: Draws) -> str:
    kind = r.choice(["sp=racwdl&st=2025-02-03T08:00:00Z&", "ss=b&srt=sco&sp=rl&", "sr=b&sp=r&"])
    signature = marked(quote(r.bytes64(32), safe=""))
    return (
        f"https://shop{r.small(6)}.blob.core.windows.net/{r.small(7)}/dump.tar?"
        f"{kind}se=2027-02-03T16:00:00Z&spr=https&sv=2022-11-02&sig={signature}"
    )


def bedrock(r: Draws) -> str:
    query = (
        "bedrock.amazonaws.com/?Action=CallWithBearerToken&X-Amz-Algorithm=AWS4-HMAC-SHA256&"
        f"X-Amz-Expires=43200&X-Amz-Signature={r.hex(64)}&Version=1"
    )
    return "bedrock-api" + "-key-" + b64(query)


def aws_pair(which: str) -> Native:
    """~/.aws/credentials; the other half of the pair stands beside the marked one."""

    def draw(r: Draws, v: str) -> str:
        key = v if which == "id" else "AKIA" + r.base32(16)
        secret = v if which == "secret" else r.bytes64(30)
        return (
            f"```ini\n[deploy]\naws_access_key_id = {key}\naws_secret_access_key = {secret}\nregion = eu-central-1\n```"
        )

    return draw


def aws_csv(r: Draws, v: str) -> str:
    return f"accessKeys.csv from the console:\n\nAccess key ID,Secret access key\nAKIA{r.base32(16)},{v}\n"


def supabase(r: Draws) -> str:
    claims = (
        f'{{"iss":"supabase","ref":"{r.small(20)}","role":"service_role","iat":17{r.digits(8)},"exp":20{r.digits(8)}}}'
    )
    return r.token(claims)


CLOUD: list[Vendor] = [
    Vendor(
        "openai",
        "OpenAI API reference, authentication; gitleaks openai-api-key; detect-secrets OpenAIDetector",
        [
            Form("OpenAI API key", "OPENAI_API_KEY", lambda r: f"sk-{r.alnum(20)}{MARK}{r.alnum(20)}"),
            Form("OpenAI project key", "OPENAI_API_KEY", openai("proj-", 74)),
            Form("OpenAI project key", "OPENAI_API_KEY", openai("proj-", 58)),
            Form("OpenAI service account key", "OPENAI_API_KEY", openai("svcacct-", 74)),
            Form("OpenAI service account key", "OPENAI_API_KEY", openai("svcacct-", 58)),
            Form("OpenAI admin key", "OPENAI_ADMIN_KEY", openai("admin-", 74)),
        ],
        bearer("https://api.openai.com/v1/models"),
        kept("~/.codex/auth.json", '{"OPENAI_API_KEY": "§", "tokens": null}', "json"),
        lambda r, v: f'```python\nfrom openai import OpenAI\n\nclient = OpenAI(api_key="{v}")\n```',
    ),
    Vendor(
        "anthropic",
        "Anthropic API and Admin API docs; gitleaks anthropic-api-key; secretlint anthropic",
        [
            *starts("Anthropic API key", "ANTHROPIC_API_KEY", "sk-ant-api03-", lambda r: r.url64(93) + "AA"),
            *starts(
                "Claude Code OAuth token", "CLAUDE_CODE_OAUTH_TOKEN", "sk-ant-oat01-", lambda r: r.url64(93) + "AA"
            ),
            *starts("Anthropic admin key", "ANTHROPIC_ADMIN_KEY", "sk-ant-admin01-", lambda r: r.url64(93) + "AA"),
            *starts("Claude refresh token", "CLAUDE_REFRESH_TOKEN", "sk-ant-ort01-", lambda r: r.url64(93) + "AA"),
        ],
        headed("x-api-key", "https://api.anthropic.com/v1/models"),
        kept(
            "~/.claude/.credentials.json", '{"claudeAiOauth": {"accessToken": "§", "expiresAt": 1790000000000}}', "json"
        ),
        lambda r, v: f'    client = anthropic.Anthropic(api_key="{v}")\n',
    ),
    Vendor(
        "google-api-key",
        "Google Cloud docs, API keys; gitleaks gcp-api-key",
        [
            *starts("Google Maps API key", "GOOGLE_MAPS_API_KEY", "AI" + "za", lambda r: "Sy" + r.url64(33)),
            *starts("Gemini API key", "GEMINI_API_KEY", "AI" + "za", lambda r: "Sy" + r.url64(33)),
        ],
        headed("x-goog-api-key", "https://generativelanguage.googleapis.com/v1beta/models"),
        lambda r, v: f"https://maps.googleapis.com/maps/api/geocode/json?address=Oslo&key={v}",
        kept(
            "AndroidManifest.xml", '<meta-data android:name="com.google.android.geo.API_KEY" android:value="§"/>', "xml"
        ),
    ),
    Vendor(
        "google-oauth-client",
        "Google Identity docs, OAuth client; kingfisher google.2",
        starts("Google OAuth client secret", "GOOGLE_CLIENT_SECRET", "GOCSPX-", lambda r: r.url64(28)),
        lambda r, v: (
            f'{{"installed":{{"client_id":"{r.digits(12)}-{r.lower(32)}.apps.googleu'
            f'sercontent.com","client_secret":"{v}"}}}}'
        ),
        lambda r, v: (
            f"```sh\ncurl -d client_id={r.digits(12)}.apps.googleusercontent.com "
            f"-d client_secret={v} -d grant_type=refresh_token https://oauth2.googleapis.com/token\n```"
        ),
    ),
    Vendor(
        "google-token",
        "Google Identity docs, using OAuth 2.0 (token sizes); kingfisher google.4",
        [
            *starts(
                "Google access token",
                "GOOGLE_OAUTH_ACCESS_TOKEN",
                "ya29.a0 ya29.c.c0",
                lambda r: r.url64(r.randrange(140, 210)),
            ),
            *starts(
                "Google refresh token", "GOOGLE_REFRESH_TOKEN", "1//0g 1//03", lambda r: r.url64(r.randrange(95, 101))
            ),
        ],
        bearer("https://www.googleapis.com/drive/v3/files"),
        kept(
            "token.json",
            '{"token": "§", "scopes": ["https://www.googleapis.com/auth/drive"], "expiry": "2026-04-01T09:12:00Z"}',
            "json",
        ),
    ),
    Vendor(
        "aws-access-key-id",
        "AWS IAM user guide, unique identifiers; gitleaks aws-access-token; detect-secrets AWSKeyDetector",
        starts("AWS access key ID", "AWS_ACCESS_KEY_ID", "AKIA ASIA ABIA ACCA", lambda r: r.base32(16)),
        aws_pair("id"),
        told("aws configure set aws_access_key_id § --profile deploy"),
        lambda r, v: (
            f'```python\ns3 = boto3.client("s3", aws_access_key_id="{v}", aws_secret_access_key="{r.bytes64(30)}")\n```'
        ),
    ),
    Vendor(
        "aws-secret-access-key",
        "AWS IAM user guide, access keys; kingfisher aws.2; detect-secrets AWSKeyDetector",
        [Form("AWS secret access key", "AWS_SECRET_ACCESS_KEY", lambda r: r.standard64(40))],
        aws_pair("secret"),
        aws_csv,
        told("aws configure set aws_secret_access_key §"),
        lambda r, v: (
            f'    provider "aws" {{\n      access_key = "AKIA{r.base32(16)}"\n      secret_key = "{v}"\n    }}\n'
        ),
        lambda r, v: f'```java\nnew BasicAWSCredentials("AKIA{r.base32(16)}", "{v}")\n```',
        shaped=False,
    ),
    Vendor(
        "aws-session-token",
        "AWS STS API reference, Credentials; kingfisher aws.4",
        [
            Form(
                "AWS session token",
                "AWS_SESSION_TOKEN",
                lambda r: b64(b"!\n\torigin_ec" + r.randbytes(r.randrange(210, 330))),
            ),
            Form("AWS session token", "AWS_SESSION_TOKEN", lambda r: b64(b"\x17\x0a\x06er/aws\x10" + r.randbytes(240))),
        ],
        lambda r, v: (
            f'```json\n{{"Credentials": {{"AccessKeyId": "ASIA{r.base32(16)}",'
            f' "SessionToken": "{v}", "Expiration": "2026-02-11T18:00:00Z"}}}}\n```'
        ),
        lambda r, v: f"[default]\naws_access_key_id={'ASIA' + r.base32(16)}\naws_session_token={v}\n",
        shaped=False,
    ),
    Vendor(
        "aws-bedrock",
        "Amazon Bedrock user guide, API keys; gitleaks aws-amazon-bedrock-api-key",
        [
            Form(
                "Bedrock API key",
                "AWS_BEARER_TOKEN_BEDROCK",
                lambda r: "ABSK" + b64(f"BedrockAPIKey-{r.lower(4)}-at-{r.digits(12)}:{r.bytes64(33)}"),
            ),
            Form("short-term Bedrock API key", "AWS_BEARER_TOKEN_BEDROCK", bedrock),
        ],
        bearer("https://bedrock-runtime.us-east-1.amazonaws.com/model/list"),
    ),
    Vendor(
        "azure-client-secret",
        "Microsoft Purview, Entra client secret; gitleaks azure-ad-client-secret",
        [
            Form("Azure client secret", "AZURE_CLIENT_SECRET", entra(34)),
            Form("Entra app secret", "ARM_CLIENT_SECRET", entra(31)),
        ],
        lambda r, v: f"`az login --service-principal -u {r.uuid()} -p {v} --tenant {r.uuid()}`",
        lambda r, v: (
            f"curl -d 'client_id={r.uuid()}&client_secret={v}&grant_type=client_credentials' "
            f"https://login.microsoftonline.com/{r.uuid()}/oauth2/v2.0/token"
        ),
    ),
    Vendor(
        "azure-storage",
        "Azure Storage docs, account keys; detect-secrets AzureStorageKeyDetector; kingfisher azure.1",
        [
            Form("Azure storage account key", "AZURE_STORAGE_KEY", lambda r: r.bytes64(64)),
            Form("Azure storage account key", "AZURE_STORAGE_KEY", identified(76, "+ASt", 5, "==")),
        ],
        lambda r, v: (
            "AZURE_STORAGE_CONNECTION_STRING=DefaultEndpointsProtocol=https;"
            f"AccountName=shop{r.small(5)};AccountKey={v};EndpointSuffix=core.windows.net"
        ),
        lambda r, v: (
            f'"AzureWebJobsStorage": "DefaultEndpointsProtocol=https;AccountName=jobs{r.small(5)};AccountKey={v}"'
        ),
        told('az storage blob list --account-name shopdata --account-key "§" -c in'),
        shaped=False,
    ),
    Vendor(
        "azure-sas",
        "Azure Storage docs, create a service SAS; secretlint azure",
        [Form("SAS URL", "SAS_URL", sas)],
        lambda r, v: f"Download link for the dump (valid a year): {v}",
        lambda r, v: f"azcopy copy ./out '{v}' --recursive",
        lambda r, v: f"[dump]({v})",
        lambda r, v: f"```yaml\nbackup:\n  target: {v}\n```",
        lambda r, v: f'BACKUP_URL="{v}"',
        lambda r, v: f"| backup | {v} |",
        lambda r, v: f"INFO upload finished url={v} bytes=48213",
        lambda r, v: f'{{"url": "{v}"}}',
        only=True,
    ),
    Vendor(
        "azure-cosmos",
        "Azure Cosmos DB docs, primary keys; Microsoft identifiable secrets (ACDb)",
        [
            Form("Cosmos DB primary key", "COSMOS_KEY", identified(76, "ACDb", 5, "==")),
            Form("Cosmos DB account key", "COSMOSDB_ACCOUNT_KEY", lambda r: r.bytes64(64)),
        ],
        lambda r, v: f"AccountEndpoint=https://shop{r.small(4)}.documents.azure.com:443/;AccountKey={v};",
        lambda r, v: (
            '```csharp\nvar client = new CosmosClient("https://shop.documents.azure.com:443/'
            f'", authKeyOrResourceToken: "{v}"); // account key\n```'
        ),
        shaped=False,
    ),
    Vendor(
        "azure-shared-access",
        (
            "Azure Service Bus, Event Hubs and IoT Hub docs,"
            " connection strings; Microsoft identifiable secrets (+ASb, +AEh, AIoT)"
        ),
        [
            Form("shared access key", "SHARED_ACCESS_KEY", identified(33, mark, 6, "="))
            for mark in ("+ASb", "AIoT", "+AEh")
        ],
        lambda r, v: (
            f"Endpoint=sb://orders{r.small(4)}.servicebus.windows.net/"
            f";SharedAccessKeyName=RootManageSharedAccessKey;SharedAccessKey={v}"
        ),
        lambda r, v: f'IOTHUB="HostName=plant{r.small(4)}.azure-devices.net;DeviceId=press-7;SharedAccessKey={v}"',
        lambda r, v: (
            f"The consumer reads with `Endpoint=sb://ev{r.small(4)}.servicebus.windows.net/"
            f";SharedAccessKeyName=listen;SharedAccessKey={v};EntityPath=orders`."
        ),
        shaped=False,
    ),
    Vendor(
        "azure-devops",
        "Azure DevOps release notes (PAT format) and Purview; kingfisher azure.devops.1 and azure.3",
        [
            Form("Azure DevOps PAT", "AZURE_DEVOPS_EXT_PAT", azure84("AZDO", lambda r: "A" * 13 + "S")),
            Form(
                "Azure DevOps personal access token",
                "AZURE_DEVOPS_PAT",
                lambda r: r.of(string.ascii_lowercase + "234567", 52),
            ),
        ],
        lambda r, v: f"git clone https://build:{v}@dev.azure.com/shop/platform/_git/api",
        lambda r, v: f"`curl -u :{v} https://dev.azure.com/shop/_apis/projects` lists them.",
        lambda r, v: f"echo {v} | az devops login --organization https://dev.azure.com/shop",
        shaped=False,
    ),
    Vendor(
        "azure-service-keys",
        (
            "Azure docs of OpenAI, Functions, Container Registry,"
            " Cache for Redis, AI Search; Microsoft identifiable secrets"
        ),
        [
            Form("Azure OpenAI key", "AZURE_OPENAI_API_KEY", azure84("ACOG", lambda r: r.alnum(10) + "AAAB")),
            Form("Azure OpenAI key", "AZURE_OPENAI_API_KEY", lambda r: r.hex(32)),
            Form(
                "Azure function key",
                "AZURE_FUNCTION_KEY",
                lambda r: f"{r.url64(44)}AzFu{r.url64(5)}{r.choice('AQgw')}==",
            ),
            Form(
                "Azure container registry password",
                "ACR_PASSWORD",
                lambda r: f"{r.standard64(42)}+ACR{r.of('ABCD', 1)}{r.standard64(5)}",
            ),
            Form(
                "Azure Redis access key",
                "AZURE_REDIS_KEY",
                lambda r: f"{r.alnum(33)}AzCa{r.of('ABCDEFGHIJKLMNOP', 1)}{r.alnum(5)}=",
            ),
            Form(
                "Azure AI Search admin key",
                "AZURE_SEARCH_API_KEY",
                lambda r: f"{r.alnum(42)}AzSe{r.of('ABCD', 1)}{r.alnum(5)}",
            ),
        ],
        headed("api-key", "https://shop.openai.azure.com/openai/models?api-version=2024-10-21"),
        shaped=False,
    ),
    Vendor(
        "digitalocean",
        "DigitalOcean docs, personal access tokens; gitleaks digitalocean-pat",
        starts("DigitalOcean token", "DIGITALOCEAN_ACCESS_TOKEN", "dop_v1_ doo_v1_ dor_v1_", lambda r: r.hex(64)),
        told("doctl auth init --access-token §"),
        bearer("https://api.digitalocean.com/v2/droplets"),
        lambda r, v: f'```hcl\nprovider "digitalocean" {{\n  token = "{v}"\n}}\n```',
    ),
    Vendor(
        "cloudflare",
        "Cloudflare docs, API token formats; gitleaks cloudflare-origin-ca-key; secretlint cloudflare",
        [
            Form("Cloudflare API token", "CLOUDFLARE_API_TOKEN", lambda r: r.crc("cfut_", 40)),
            Form("Cloudflare global API key", "CLOUDFLARE_API_KEY", lambda r: r.crc("cfk_", 40)),
            Form("Cloudflare account token", "CLOUDFLARE_API_TOKEN", lambda r: r.crc("cfat_", 40)),
            Form(
                "Cloudflare origin CA key",
                "CLOUDFLARE_API_USER_SERVICE_KEY",
                lambda r: f"v1.0-{r.hex(24)}-{r.hex(146)}",
            ),
        ],
        bearer("https://api.cloudflare.com/client/v4/user/tokens/verify"),
    ),
    Vendor(
        "cloudflare-unprefixed",
        (
            "Cloudflare docs, create an API token, get the "
            "global key; gitleaks cloudflare-api-key, cloudflare-global-api-key"
        ),
        [
            Form("Cloudflare API token", "CLOUDFLARE_API_TOKEN", lambda r: r.url64(40)),
            Form("Cloudflare global API key", "CLOUDFLARE_API_KEY", lambda r: r.hex(37)),
            Form("Cloudflare token", "CF_API_TOKEN", lambda r: r.url64(40)),
        ],
        bearer("https://api.cloudflare.com/client/v4/zones"),
        headed("X-Auth-Key", "https://api.cloudflare.com/client/v4/zones"),
        kept("cloudflare.ini", "dns_cloudflare_api_token = §", "ini"),
        shaped=False,
    ),
    Vendor(
        "heroku",
        "Heroku Platform API reference, authentication; gitleaks heroku-api-key-v2",
        starts("Heroku API key", "HEROKU_API_KEY", "HRKU-", lambda r: "AA" + r.url64(58)),
        netrc("api.heroku.com", "deploy@shop.internal"),
        bearer("https://api.heroku.com/apps"),
    ),
    Vendor(
        "heroku-unprefixed",
        "Heroku Platform API reference, authentication; gitleaks heroku-api-key",
        [Form("Heroku API key", "HEROKU_API_KEY", lambda r: r.uuid())],
        netrc("git.heroku.com", "deploy@shop.internal"),
        shaped=False,
    ),
    Vendor(
        "vercel",
        "Vercel changelog, token formats, and Vercel Blob docs; secretlint vercel",
        [
            *starts("Vercel token", "VERCEL_TOKEN", "vcp_ vci_ vca_ vcr_ vck_", lambda r: r.alnum(56)),
            Form("Vercel Blob token", "BLOB_READ_WRITE_TOKEN", lambda r: f"vercel_blob_rw_{r.alnum(16)}_{r.alnum(30)}"),
        ],
        told("vercel deploy --prod --token §"),
        bearer("https://api.vercel.com/v9/projects"),
    ),
    Vendor(
        "vercel-unprefixed",
        "Vercel REST API docs, authentication; kingfisher vercel.1",
        [Form("Vercel token", "VERCEL_TOKEN", lambda r: r.alnum(24))],
        told("vercel pull --yes --environment=production --token=§"),
        bearer("https://api.vercel.com/v2/user"),
        shaped=False,
    ),
    Vendor(
        "netlify",
        "Netlify API docs, authentication; GitHub secret scanning patterns, netlify_personal_access_token",
        starts("Netlify access token", "NETLIFY_AUTH_TOKEN", "nfp_", lambda r: r.alnum(36)),
        told("netlify deploy --prod --auth §"),
        bearer("https://api.netlify.com/api/v1/sites"),
    ),
    Vendor(
        "netlify-unprefixed",
        "Netlify CLI docs; gitleaks netlify-access-token; kingfisher netlify.1",
        [
            Form("Netlify token", "NETLIFY_AUTH_TOKEN", lambda r: r.url64(43)),
            Form("Netlify access token", "NETLIFY_ACCESS_TOKEN", lambda r: r.hex(64)),
        ],
        shaped=False,
    ),
    Vendor(
        "supabase",
        "Supabase docs, API keys and access tokens; GitHub secret scanning patterns, supabase_*",
        [
            Form("Supabase secret key", "SUPABASE_SECRET_KEY", lambda r: f"sb_secret_{r.url64(22)}_{r.alnum(8)}"),
            Form("Supabase access token", "SUPABASE_ACCESS_TOKEN", lambda r: "sbp_" + r.hex(40)),
            Form("Supabase service role key", "SUPABASE_SERVICE_ROLE_KEY", supabase),
        ],
        headed("apikey", "https://db.supabase.co/rest/v1/orders"),
        told("supabase login --token §"),
        lambda r, v: f"```ts\nconst admin = createClient('https://{r.small(20)}.supabase.co', '{v}')\n```",
    ),
    Vendor(
        "planetscale",
        "PlanetScale docs, service tokens; gitleaks planetscale-api-token, planetscale-oauth-token",
        [
            *starts("PlanetScale service token", "PLANETSCALE_SERVICE_TOKEN", "pscale_tkn_", lambda r: r.url64(43)),
            *starts("PlanetScale OAuth token", "PLANETSCALE_OAUTH_TOKEN", "pscale_oauth_", lambda r: r.url64(43)),
        ],
        lambda r, v: f'curl -H "Authorization: {r.lower(12)}:{v}" https://api.planetscale.com/v1/organizations',
        told("pscale branch list shop --service-token §"),
    ),
    Vendor(
        "planetscale-password",
        "PlanetScale docs, connection strings; gitleaks planetscale-password",
        starts("PlanetScale password", "DATABASE_PASSWORD", "pscale_pw_", lambda r: r.url64(43)),
        lambda r, v: f"DATABASE_URL='mysql://{r.lower(12)}:{v}@aws.connect.psdb.cloud/shop?sslaccept=strict'",
        lambda r, v: f"mysql -h aws.connect.psdb.cloud -u {r.lower(12)} -p{v} shop",
    ),
    Vendor(
        "neon",
        "Neon docs, API keys and connection strings; GitHub secret scanning patterns, neon_*",
        [Form("Neon API key", "NEON_API_KEY", lambda r: "napi_" + r.lower(64))],
        bearer("https://console.neon.tech/api/v2/projects"),
        told("neonctl projects list --api-key §"),
    ),
    Vendor(
        "neon-uri",
        "Neon docs, connect from any application",
        [Form("Neon password", "PGPASSWORD", lambda r: "npg_" + r.alnum(12))],
        lambda r, v: (
            f"DATABASE_URL=postgresql://neondb_owner:{v}@ep-{r.choice(['quiet', 'bold', 'misty'])}-lake-{r.lower(8)}"
            "-pooler.eu-central-1.aws.neon.tech/neondb?sslmode=require"
        ),
        lambda r, v: (
            f"`psql 'postgres://neondb_owner:{v}@ep-dry-sun-{r.lower(8)}.us-east-2.aws.neon.tech/neondb'` works again."
        ),
        shaped=False,
    ),
    Vendor(
        "mongodb-uri",
        "MongoDB manual, connection strings; kingfisher mongodb.3; secretlint database-connection-string",
        [Form("MongoDB password", "MONGO_INITDB_ROOT_PASSWORD", lambda r: r.choice([r.alnum(16), r.passphrase()]))],
        lambda r, v: (
            f"MONGODB_URI=mongodb+srv://shop_rw:{v}@cluster{r.randrange(9)}.{r.lower(5)}."
            "mongodb.net/shop?retryWrites=true&w=majority"
        ),
        lambda r, v: (
            f"- Mongo: `mongodb://root:{v}@mongo-0.internal:27017,mongo-1.internal:27017/admin?replicaSet=rs0`"
        ),
        lambda r, v: f'```js\nmongoose.connect("mongodb+srv://api:{v}@prod.{r.lower(6)}.mongodb.net/main");\n```',
        lambda r, v: f"2. `mongodump --uri mongodb://backup:{v}@mongo.internal:27017/shop`",
        lambda r, v: f"mongosh mongo.internal/admin -u root --password {v}",
        shaped=False,
    ),
    Vendor(
        "mongodb-atlas",
        "MongoDB Atlas docs, programmatic API keys and service accounts; kingfisher mongodb.1, mongodb.4",
        [
            Form("Atlas private API key", "MONGODB_ATLAS_PRIVATE_KEY", lambda r: r.uuid()),
            Form("Atlas service account secret", "MONGODB_ATLAS_CLIENT_SECRET", lambda r: "mdb_sa_sk_" + r.url64(40)),
        ],
        lambda r, v: f'curl --digest --user "{r.small(8)}:{v}" https://cloud.mongodb.com/api/atlas/v2/groups',
        lambda r, v: f'```toml\n[default]\npublic_api_key = "{r.small(8)}"\nprivate_api_key = "{v}"\n```',
        shaped=False,
    ),
    Vendor(
        "ibm-cloud-iam",
        "IBM Cloud docs, IAM API keys; detect-secrets IbmCloudIamDetector",
        [
            Form("IBM Cloud API key", env, lambda r: r.url64(44))
            for env in ("IBMCLOUD_API_KEY", "IBM_CLOUD_IAM_API_KEY", "IBM_API_KEY")
        ],
        told("ibmcloud login --apikey § -r eu-de"),
        lambda r, v: (
            "curl -d 'grant_type=urn:ibm:params:oauth:grant-type:apikey&"
            f"apikey={v}' https://iam.cloud.ibm.com/identity/token"
        ),
        kept("apikey.json", '{"name": "deploy", "apikey": "§"}', "json"),
        shaped=False,
    ),
    Vendor(
        "ibm-cos-hmac",
        "IBM Cloud Object Storage docs, HMAC credentials; detect-secrets IbmCosHmacDetector",
        [
            Form("IBM COS HMAC secret", env, lambda r: r.hex(48))
            for env in ("COS_HMAC_SECRET_ACCESS_KEY", "IBM_COS_SECRET_ACCESS_KEY", "COS_SECRET_KEY")
        ],
        lambda r, v: (
            f'```json\n{{"cos_hmac_keys": {{"access_key_id": "{r.hex(32)}", "secret_access_key": "{v}"}}}}\n```'
        ),
        shaped=False,
    ),
    Vendor(
        "softlayer",
        "SoftLayer API docs, authentication; detect-secrets SoftlayerDetector",
        [
            Form("SoftLayer API key", "SOFTLAYER_API_KEY", lambda r: r.hex(64)),
            Form("SoftLayer key", "SL_API_KEY", lambda r: r.lower(64)),
        ],
        told("slcli --softlayer-api-key § vs list"),
        kept("~/.softlayer", "[softlayer]\nusername = deploy\napi_key = §", "ini"),
        lambda r, v: f"The old script calls http://api.softlayer.com/soap/v3.1/{v} directly.",
        shaped=False,
    ),
    Vendor(
        "cloudant",
        "IBM Cloudant docs, API keys; detect-secrets CloudantDetector",
        [
            Form("Cloudant password", "CLOUDANT_PASSWORD", lambda r: r.hex(64)),
            Form("Cloudant API key", "CLOUDANT_API_KEY", lambda r: r.small(24)),
        ],
        lambda r, v: f"COUCH=https://shop-{r.lower(6)}-bluemix:{v}@shop-bluemix.cloudant.com/orders",
        shaped=False,
    ),
]
