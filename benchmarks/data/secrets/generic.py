"""Families whose surroundings are part of the shape: keys in armour, URLs, headers, cookies, connection strings,
passwords. Every function draws one text with the value marked."""

from __future__ import annotations

import base64
import json
import textwrap
from collections.abc import Callable
from urllib.parse import quote

from benchmarks.data.secrets.values import Values, marked

Draw = Callable[[Values], str]
LABELS = ("OPENSSH", "RSA", "EC", "DSA", "", "ENCRYPTED", "PGP")


def armour(r: Values) -> str:
    label = r.choice(LABELS)
    return r.pem(label, r.randrange(3, 14))


def one_line(r: Values) -> str:
    return armour(r).replace("\n", "\\n")


def pairs(r: Values) -> str:
    return base64.b64encode(f"{r.choice(['deploy', 'ci-bot', 'admin'])}:{r.password()}".encode()).decode()


def service_account(r: Values, *, indent: int | None) -> str:
    key = r.pem("", 20) + "\n"
    fields = {
        "type": "service_account",
        "project_id": "shop-" + r.digits(6),
        "private_key_id": r.hex(40),
        "private_key": "KEY",
        "client_email": f"ci@shop-{r.digits(6)}.iam.gserviceaccount.com",
        "client_id": r.digits(21),
        "token_uri": "https://oauth2.googleapis.com/token",
    }
    return json.dumps(fields, indent=indent).replace("KEY", marked(json.dumps(key)[1:-3]) + "\\n")


def bulk(r: Values, prefix: str) -> str:
    """A private key whose lines all begin with `prefix`, as in a quote or an indented block."""
    head, *rest = marked(armour(r)).split("\n")
    return "\n".join([head, *(prefix + line for line in rest)])


PRIVATE_KEYS: list[Draw] = [
    lambda r: f"The key of the old host:\n\n```\n{marked(armour(r))}\n```\n",
    lambda r: marked(armour(r)),
    lambda r: f'{{"host": "bastion", "privateKey": "{marked(one_line(r))}", "port": 22}}',
    lambda r: f'SSH_PRIVATE_KEY="{marked(one_line(r))}"',
    lambda r: f"The key was `{marked(one_line(r))}` for a week.",
    lambda r: f"deploy:\n  key: |\n    {bulk(r, '    ')}\n  user: git\n",
    lambda r: f"> {bulk(r, '> ')}\n",
    lambda r: f"- key:\n\n      {bulk(r, '      ')}\n",
    lambda r: f"cat > id_key <<'END'\n{marked(armour(r))}\nEND\nchmod 600 id_key",
    lambda r: "body: " + json.dumps('{"key":"')[1:-1] + marked(armour(r).replace("\n", "\\\\n")) + '\\"}',
]

SERVICE_ACCOUNTS: list[Draw] = [
    lambda r: f"```json\n{service_account(r, indent=2)}\n```",
    lambda r: f"GOOGLE_CREDENTIALS='{service_account(r, indent=None)}'",
    lambda r: f"The file holds {service_account(r, indent=None)} and is mounted at start.",
    lambda r: "credentials: |\n" + textwrap.indent(service_account(r, indent=2), "  "),
]


def url(r: Values, scheme: str, host: str, rest: str = "", user: str = "app") -> str:
    secret = r.password()
    secret = (
        quote(secret + r.choice(["", "@", "/", "#", "%"]), safe="") if r.random() < 0.5 else secret.replace("?", "")
    )
    return f"{scheme}://{user}:{marked(secret)}@{host}{rest}"


def urls(r: Values) -> str:
    return r.choice(
        [
            lambda: url(r, "postgres", "db.internal:5432", "/shop"),
            lambda: url(r, "postgresql+asyncpg", "10.0.3.7", "/shop?sslmode=require"),
            lambda: url(r, "mysql", "mysql.internal:3306", "/shop", "root"),
            lambda: url(r, "redis", "cache.internal:6379", "/0", r.choice(["", "default"])),
            lambda: url(r, "rediss", "cache.example.com:6380", "/0", "default"),
            lambda: url(r, "amqp", "mq.internal:5672", "/%2F", "worker"),
            lambda: url(r, "https", "git.example.com", "/team/repo.git", "ci-bot"),
            lambda: url(r, "git+https", "git.example.com", "/team/pkg.git@v1.2", "deploy"),
            lambda: url(r, "ftp", "files.example.com", "/in", "upload"),
            lambda: url(r, "sftp", "files.example.com", "/in", "upload"),
            lambda: url(r, "smtp", "mail.example.com:587", "", "noreply%40example.com"),
            lambda: url(r, "ldaps", "ldap.example.com:636", "", "svc"),
            lambda: url(r, "http", "proxy.internal:3128", "", "svc-build"),
            lambda: url(r, "mqtt", "broker.internal:1883", "", "sensor"),
            lambda: url(r, "clickhouse", "ch.internal:9000", "/events", "reader"),
        ]
    )()


URLS: list[Draw] = [
    lambda r: f"DATABASE_URL={urls(r)}",
    lambda r: f'export BROKER_URL="{urls(r)}"',
    lambda r: f"The worker connects to {urls(r)} and retries.",
    lambda r: f"Use `{urls(r)}` from the laptop.",
    lambda r: f"```yaml\nstore:\n  url: {urls(r)}\n```",
    lambda r: f'{{"url": "{urls(r)}"}}',
    lambda r: f"[mirror]({urls(r)})",
    lambda r: f"| cache | {urls(r)} |",
    lambda r: f"git remote add origin {urls(r)}",
    lambda r: f"<{urls(r)}>",
    lambda r: f"pip install --index-url {urls(r)} pkg",
]


def header(r: Values) -> str:
    opaque = r.choice([r.alnum(40), r.url64(43), r.hex(40), r.url64(86)])
    basic = pairs(r)
    return r.choice(
        [
            f"Authorization: Bearer {marked(opaque)}",
            f"authorization: bearer {marked(opaque)}",
            f"Authorization: Basic {marked(basic)}",
            f"Authorization: Token {marked(opaque)}",
            f"Authorization: token {marked(r.hex(40))}",
            f"Authorization: ApiKey {marked(opaque)}",
            f"Proxy-Authorization: Basic {marked(basic)}",
            f"X-Api-Key: {marked(opaque)}",
            f"x-auth-token: {marked(r.hex(32))}",
            f"PRIVATE-TOKEN: {marked(r.url64(20))}",
        ]
    )


def split(r: Values) -> tuple[str, str]:
    name, _, value = header(r).partition(": ")
    return name, value


HEADERS: list[Draw] = [
    lambda r: f'curl -s -H "{header(r)}" https://api.example.com/v1/me',
    lambda r: f"```sh\ncurl -X POST \\\n  --header '{header(r)}' \\\n  https://api.example.com/v1/jobs\n```",
    lambda r: f"```http\nGET /v1/me HTTP/1.1\nHost: api.example.com\n{header(r)}\nAccept: */*\n```",
    lambda r: f"The proxy logged `{header(r)}` in full.",
    lambda r: 'headers = {{"{}": "{}"}}'.format(*split(r)),
    lambda r: "```js\nfetch(url, {{ headers: {{ '{}': '{}' }} }})\n```".format(*split(r)),
    lambda r: "headers:\n  {}: {}\n  accept: json".format(*split(r)),
    lambda r: "| {} | {} |".format(*split(r)),
    lambda r: f"> {header(r)}",
]


def laravel(r: Values) -> str:
    fields = {"iv": r.bytes64(16), "value": r.bytes64(60), "mac": r.hex(64), "tag": ""}
    return base64.b64encode(json.dumps(fields, separators=(",", ":")).encode()).decode().replace("=", "%3D")


def cookie(r: Values) -> str:
    return r.choice(
        [
            f"sessionid={marked(r.lower(32))}",
            f"JSESSIONID={marked(r.upper(32))}",
            f"PHPSESSID={marked(r.lower(26))}",
            f"connect.sid={marked('s%3A' + r.url64(32) + '.' + quote(r.bytes64(32).rstrip('='), safe=''))}",
            f"session={marked('eyJ1aWQiOjQyfQ.' + r.url64(6) + '.' + r.url64(27))}",
            f"_gitlab_session={marked(r.hex(32))}",
            f"__Secure-next-auth.session-token={marked(r.uuid())}",
            f"laravel_session={marked(laravel(r))}",
            f"auth_token={marked(r.hex(40))}",
            f"remember_token={marked(r.url64(43))}",
        ]
    )


COOKIES: list[Draw] = [
    lambda r: f"Cookie: {cookie(r)}",
    lambda r: f"Cookie: theme=dark; {cookie(r)}; lang=en",
    lambda r: f"Set-Cookie: {cookie(r)}; Path=/; HttpOnly; Secure",
    lambda r: f"curl -b '{cookie(r)}' https://app.example.com/account",
    lambda r: f'curl --cookie "{cookie(r)}" https://app.example.com/account',
    lambda r: f"curl -H 'Cookie: {cookie(r)}' https://app.example.com",
    lambda r: f'{{"headers": {{"cookie": "{cookie(r)}"}}}}',
    lambda r: f"```http\nHTTP/1.1 200 OK\nset-cookie: {cookie(r)}; Max-Age=3600\n```",
]

CONNECTIONS: list[Draw] = [
    lambda r: f"Server=tcp:shop.database.windows.net,1433;User ID=app;Password={marked(r.password())};Encrypt=True;",
    lambda r: (
        f'"ConnectionStrings": {{"Default": "Server=db01;Database=shop;User Id=sa;Password={marked(r.password())}"}}'
    ),
    lambda r: f"Driver={{ODBC Driver 18 for SQL Server}};Server=db01;Uid=app;Pwd={marked(r.password())};",
    lambda r: f'psql "host=db.internal dbname=shop user=app password={marked(r.password())}"',
    lambda r: f"jdbc:mysql://db.internal:3306/shop?user=app&password={marked(r.alnum(14))}&useSSL=true",
    lambda r: f"cache.redis.cache.windows.net:6380,password={marked(r.bytes64(32))},ssl=True,abortConnect=False",
    lambda r: (
        f"DefaultEndpointsProtocol=https;AccountName=shopfiles;AccountKey={marked(r.bytes64(64))};EndpointSuffix=core.windows.net"
    ),
    lambda r: (
        f"Endpoint=sb://shop.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey={marked(r.bytes64(32))}"
    ),
    lambda r: f"AccountEndpoint=https://shop.documents.azure.com:443/;AccountKey={marked(r.bytes64(64))};",
    lambda r: f"Endpoint=https://shop.azconfig.io;Id=ab12-l0-s0:{r.alnum(20)};Secret={marked(r.bytes64(32))}",
    lambda r: f"https://shop.blob.core.windows.net/in?sv=2022-11-02&sp=rl&sig={marked(quote(r.bytes64(32), safe=''))}",
    lambda r: f"Provider=MSOLEDBSQL;Data Source=db01;Initial Catalog=shop;User ID=sa;Password={marked(r.password())};",
]
CONNECTED: list[Draw] = [
    lambda r: r.choice(CONNECTIONS)(r),
    lambda r: f"The importer uses {r.choice(CONNECTIONS)(r)} at night.",
    lambda r: f"```\n{r.choice(CONNECTIONS)(r)}\n```",
    lambda r: f"CONNECTION_STRING='{r.choice(CONNECTIONS)(r)}'",
    lambda r: f"store:\n  connection: {r.choice(CONNECTIONS)(r)}\n",
    lambda r: f"Use `{r.choice(CONNECTIONS)(r)}` here.",
]

PASSWORDS: dict[str, list[Draw]] = {
    "password-prose": [
        lambda r: f"The staging password is {marked(r.password())}.",
        lambda r: f"The password for the admin account is `{marked(r.password())}`, ask before changing it.",
        lambda r: f"Log in as admin with the password {marked(r.password())} and open the console.",
        lambda r: f'We set the root password to "{marked(r.password())}" last week.',
        lambda r: f"Wifi in the office. Password: {marked(r.password())}",
        lambda r: f"user: deploy, password: {marked(r.password())}",
        lambda r: f"The passphrase of the backup key is '{marked(r.password())}'.",
        lambda r: f"- Password: `{marked(r.password())}`",
        lambda r: f"- **Password:** {marked(r.password())}",
        lambda r: f"pw: {marked(r.password())}",
        lambda r: f"(user admin, password {marked(r.password())})",
        lambda r: f"The admin user's password was changed to {marked(r.password())} after the outage.",
    ],
    "password-yaml": [
        lambda r: f"database:\n  user: app\n  password: {marked(r.password())}\n",
        lambda r: f"    db_password: '{marked(r.password())}'",
        lambda r: f'```yaml\nMYSQL_ROOT_PASSWORD: "{marked(r.password())}"\n```',
        lambda r: f"smtp:\n  passwd: {marked(r.password())} # since May\n",
        lambda r: f"- name: POSTGRES_PASSWORD\n  value: {marked(r.password())}\n",
        lambda r: f"---\ntitle: Host\nadmin-password: {marked(r.password())}\n---\nText.\n",
        lambda r: f"auth: {{user: app, password: {marked(r.password())}}}",
    ],
    "password-json": [
        lambda r: f'{{"user": "app", "password": "{marked(r.password())}"}}',
        lambda r: f'{{"dbPassword":"{marked(r.password())}","port":5432}}',
        lambda r: f'```json\n{{\n  "adminPassword": "{marked(r.password())}"\n}}\n```',
        lambda r: f'"{{\\"password\\": \\"{marked(r.password())}\\"}}"',
        lambda r: f"{{'user': 'app', 'passwd': '{marked(r.password())}'}}",
    ],
    "password-env": [
        lambda r: f"DB_USER=app\nDB_PASSWORD={marked(r.password())}\n",
        lambda r: f'SMTP_PASS="{marked(r.password())}"',
        lambda r: f"REDIS_PASSWORD='{marked(r.password())}'",
        lambda r: f"SECRET_KEY={marked(r.url64(50))}",
        lambda r: f"JWT_SECRET={marked(r.hex(64))}",
        lambda r: f"API_KEY={marked(r.alnum(32))}",
        lambda r: f"ENCRYPTION_KEY={marked(r.bytes64(32))}",
        lambda r: f"ACCESS_TOKEN={marked(r.alnum(40))}",
    ],
    "password-shell": [
        lambda r: f"PGPASSWORD={marked(r.password().replace('!', '_'))} psql -h db.internal -U app",
        lambda r: f"export MYSQL_PWD='{marked(r.password())}'",
        lambda r: f"sshpass -p '{marked(r.password())}' ssh root@10.0.0.4",
        lambda r: f"mysql -u root -p{marked(r.alnum(14))} shop < dump.sql",
        lambda r: f"curl -u admin:{marked(r.password())} https://nexus.example.com/status",
        lambda r: f"curl --user 'ci-bot:{marked(r.password())}' https://nexus.example.com",
        lambda r: f"docker login -u ci -p {marked(r.password())} registry.example.com",
        lambda r: f"helm install db --set auth.password={marked(r.alnum(16))} ./chart",
        lambda r: f"vault login -method=userpass username=ops password={marked(r.alnum(16))}",
        lambda r: f"openssl rsa -in k.pem -passin pass:{marked(r.password())}",
        lambda r: f'export API_SECRET="{marked(r.alnum(32))}"',
    ],
    "password-toml": [
        lambda r: f'[database]\nuser = "app"\npassword = "{marked(r.password())}"\n',
        lambda r: f"[registry.internal]\ntoken = '{marked(r.alnum(40))}'\n",
        lambda r: f'```toml\n[smtp]\nsmtp_password = "{marked(r.password())}"  # since May\n```',
        lambda r: f'db = {{ user = "app", password = "{marked(r.password())}" }}',
        lambda r: f'secret_key = "{marked(r.url64(50))}"',
    ],
    "password-table": [
        lambda r: f"| password | {marked(r.password())} |",
        lambda r: f"| field | value |\n|---|---|\n| user | app |\n| password | `{marked(r.password())}` |",
        lambda r: f"| Host | User | Password |\n| --- | --- | --- |\n| db01 | app | {marked(r.password())} |",
        lambda r: f"| user | password | role |\n|---|---|---|\n| admin | `{marked(r.password())}` | all |",
        lambda r: f"| API key | {marked(r.alnum(32))} |",
        lambda r: f"Environment | Password\n--- | ---\nstaging | {marked(r.password())}",
    ],
}

GENERIC: dict[str, list[Draw]] = {
    "private-key": PRIVATE_KEYS,
    "google-service-account": SERVICE_ACCOUNTS,
    "url-credentials": URLS,
    "authorization-header": HEADERS,
    "cookie": COOKIES,
    "connection-string": CONNECTED,
    **PASSWORDS,
}
SIZES = {"private-key": 30, "url-credentials": 44, "authorization-header": 36, "cookie": 32, "connection-string": 40}
