"""Credentials of the second set that no vendor names: keys, URLs, headers, cookies, connections, passwords.

Each draw is a whole text with the value marked; its name says where the value stands.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable
from urllib.parse import quote

from benchmarks.data.secrets.fresh_values import KEYS, PLAIN, RICH, Draws, b64, url_b64
from benchmarks.data.secrets.values import marked

Draw = Callable[[Draws], str]
QUOTED = RICH + "!"
SHELL = "%*+-_=^~.@:,/?"


def m(r: Draws, symbols: str = PLAIN) -> str:
    return marked(r.secret(symbols))


def kept_key(place: Callable[[Draws, str], str], *kinds: str) -> Draw:
    """A private key of one of the kinds (any, if none is named) in its place."""
    return lambda r: place(r, KEYS[r.choice(kinds or tuple(KEYS))](r))


def lines(prefix: str, key: str) -> str:
    """All lines of the key behind the prefix; the mark stands inside the first and the last line."""
    return prefix + marked(key.replace("\n", "\n" + prefix))


def escaped(key: str) -> str:
    return marked(key.replace("\n", "\\n"))


PEM = tuple(kind for kind in KEYS if kind not in ("putty", "ssh2"))

PRIVATE_KEYS: dict[str, Draw] = {
    "fence": kept_key(lambda r, key: f"Found in the home of the deploy user:\n\n```\n{marked(key)}\n```"),
    "pem fence": kept_key(lambda r, key: f"```pem\n{marked(key)}\n```", *PEM),
    "bare": kept_key(lambda r, key: f"{marked(key)}\n"),
    "heredoc": kept_key(
        lambda r, key: f"```sh\ncat > ~/.ssh/id_deploy <<'KEY'\n{marked(key)}\nKEY\nchmod 600 ~/.ssh/id_deploy\n```",
        "openssh",
        "rsa",
        "ec",
    ),
    "yaml block": kept_key(lambda r, key: "deploy:\n  private_key: |\n" + lines("    ", key) + "\n  port: 22", *PEM),
    "kubernetes": kept_key(
        lambda r, key: "kind: Secret\ntype: kubernetes.io/tls\nstringData:\n  tls.key: |-\n" + lines("    ", key),
        "pkcs8",
        "rsa",
        "ec",
    ),
    "front matter": kept_key(
        lambda r, key: "---\nname: bastion\nkey: |\n" + lines("  ", key) + "\n---\n\nThe way in.", *PEM
    ),
    "quote": kept_key(lambda r, key: lines("> ", key)),
    "indented": kept_key(lambda r, key: "The old key:\n\n" + lines("    ", key) + "\n\nIt still opens the host."),
    "diff": kept_key(lambda r, key: "```diff\n" + lines("+", key) + "\n```", *PEM),
    "json": kept_key(
        lambda r, key: f'{{"host": "bastion.internal", "user": "git", "privateKey": "{escaped(key)}"}}', *PEM
    ),
    "json, pretty": kept_key(
        lambda r, key: f'```json\n{{\n  "kid": "{r.hex(8)}",\n  "key": "{escaped(key)}\\n"\n}}\n```', *PEM
    ),
    "env": kept_key(
        lambda r, key: f'JWT_ISSUER=api\nJWT_PRIVATE_KEY="{escaped(key)}"', "rsa", "pkcs8", "ec", "pkcs8-ed25519"
    ),
    "inline": kept_key(
        lambda r, key: f"Set `GIT_SSH_KEY` to `{escaped(key)}` in the job.", "openssh", "pkcs8-ed25519", "ec"
    ),
    "comment": kept_key(lambda r, key: f"<!--\n{marked(key)}\n-->", *PEM),
    "python": kept_key(lambda r, key: f'```python\nKEY = """{marked(key)}"""\n```', *PEM),
    "javascript": kept_key(lambda r, key: f"```js\nconst key = '{escaped(key)}';\n```", "pkcs8", "rsa", "ec"),
    "terraform": kept_key(lambda r, key: f"```hcl\nprivate_key = <<EOT\n{marked(key)}\nEOT\n```", "rsa", "openssh"),
    "log": kept_key(lambda r, key: f"2026-01-14T08:11:40Z debug: loaded key {escaped(key)} from disk", *PEM),
    "armour": kept_key(lambda r, key: f"$ gpg --armor --export-secret-keys ci\n{marked(key)}\n", "pgp"),
    "putty file": kept_key(lambda r, key: f"deploy.ppk:\n\n```\n{marked(key)}\n```", "putty"),
    "ssh2 file": kept_key(lambda r, key: f"id_dsa_2048_a:\n\n```\n{marked(key)}\n```", "ssh2"),
}


def account(r: Draws, indent: int | None) -> str:
    project = f"shop-{r.small(5)}-{r.digits(6)}"
    fields = {
        "type": "service_account",
        "project_id": project,
        "private_key_id": r.hex(40),
        "private_key": "\x00",
        "client_email": f"deployer@{project}.iam.gserviceaccount.com",
        "client_id": r.digits(21),
        "auth_uri": "https://accounts.google.com/o/oauth2/auth",
        "token_uri": "https://oauth2.googleapis.com/token",
        "universe_domain": "googleapis.com",
    }
    return json.dumps(fields, indent=indent).replace(json.dumps("\x00"), f'"{escaped(KEYS["pkcs8"](r))}\\n"')


SERVICE_ACCOUNTS: dict[str, Draw] = {
    "json fence": lambda r: f"key.json:\n\n```json\n{account(r, 2)}\n```",
    "env": lambda r: f"GOOGLE_APPLICATION_CREDENTIALS_JSON='{account(r, None)}'",
    "prose": lambda r: f"The user pasted the service account: {account(r, None)}",
    "yaml block": lambda r: "gcp:\n  credentials: |\n" + textwrap.indent(account(r, 2), "    "),
    "heredoc": lambda r: (
        f"```bash\ncat > /tmp/sa.json <<'EOF'\n{account(r, 2)}\n"
        "EOF\ngcloud auth activate-service-account --key-file /tmp/sa.json\n```"
    ),
    "code": lambda r: f"```js\nadmin.initializeApp({{ credential: cert({account(r, None)}) }});\n```",
    "actions": lambda r: (
        "      - uses: google-github-actions/auth@v2\n"
        f"        with:\n          credentials_json: '{account(r, None)}'\n"
    ),
    "tool output": lambda r: f"$ cat ~/sa.json\n{account(r, 4)}\n$ ",
}

PLACES = (
    ("postgres", "api", "db-1.internal:5432", "/orders?sslmode=require"),
    ("postgresql", "orders_rw", "10.20.4.11:5432", "/orders"),
    ("postgresql+psycopg2", "airflow", "pg.internal", "/airflow"),
    ("mysql", "root", "mysql.shop.internal:3306", "/shop?charset=utf8mb4"),
    ("mysql+pymysql", "report", "172.16.8.3", "/dwh"),
    ("mariadb", "wiki", "maria.internal", "/wiki"),
    ("redis", "", "redis.internal:6379", "/2"),
    ("rediss", "default", "cache-7.shop.internal:6380", ""),
    ("amqp", "worker", "rabbit.internal:5672", "/%2f"),
    ("amqps", "feeder", "rabbit.shop.internal:5671", "/events"),
    ("mongodb", "root", "mongo.internal:27017", "/admin?authSource=admin"),
    ("https", "ci-push", "git.shop.internal", "/platform/infra.git"),
    ("https", "deploy", "nexus.shop.internal", "/repository/releases/"),
    ("http", "admin", "10.0.12.9:8080", "/manager/html"),
    ("http", "svc-proxy", "proxy.internal:3128", ""),
    ("socks5", "tunnel", "gw.internal:1080", ""),
    ("git+https", "build", "git.shop.internal", "/lib/core.git@main#egg=core"),
    ("ftp", "upload", "files.shop.internal", "/incoming/"),
    ("sftp", "partner", "sftp.shop.internal:2222", "/out"),
    ("smtp", "noreply", "mail.shop.internal:587", ""),
    ("smtps", "alerts%40shop.internal", "mail.shop.internal:465", ""),
    ("imaps", "inbox", "mail.shop.internal", "/INBOX"),
    ("ldap", "cn=admin", "ldap.internal:389", "/dc=shop"),
    ("mqtts", "sensor-4", "broker.internal:8883", ""),
    ("nats", "jobs", "nats.internal:4222", ""),
    ("clickhouse", "reader", "ch.internal:9440", "/events?secure=true"),
    ("snowflake", "ETL", "xy48213.eu-central-1", "/DWH/PUBLIC?warehouse=S"),
    ("elasticsearch", "elastic", "es.internal:9200", ""),
    ("couchdb", "admin", "couch.internal:5984", "/orders"),
    ("mssql+pyodbc", "sa", "sql-2.internal:1433", "/shop?driver=ODBC+Driver+18+for+SQL+Server"),
    ("rtsp", "viewer", "cam-3.internal:554", "/stream1"),
    ("wss", "bridge", "hub.shop.internal", "/ws"),
    ("jdbc:postgresql", "etl", "pg.internal:5432", "/dwh"),
)


PROXIES = ("http", "socks5")
SPRING = ("jdbc:postgresql", "amqps", "rediss")
ALCHEMY = ("postgresql+psycopg2", "mysql+pymysql", "mssql+pyodbc")
POSTGRES = ("postgres", "postgresql")
WEB = ("https",)
FETCHED = ("https", "http", "ftp", "sftp")


def located(r: Draws, *schemes: str) -> str:
    """A URL with a password, of one of the schemes (any, if none is named)."""
    scheme, user, host, rest = r.choice([place for place in PLACES if not schemes or place[0] in schemes])
    if r.random() < 0.4:
        secret = quote(r.generated("@/:#%?&+") + r.choice(["", "!", "#"]), safe="")
    else:
        secret = r.secret("-_.~!*")
    return f"{scheme}://{user}:{marked(secret)}@{host}{rest}"


URLS: dict[str, Draw] = {
    "env": lambda r: f"PORT=3000\nDATABASE_URL={located(r)}\nDEBUG=false",
    "env, quoted": lambda r: f'QUEUE_URL="{located(r)}"',
    "export": lambda r: f"```sh\nexport HTTPS_PROXY={located(r, *PROXIES)}\n```",
    "sentence": lambda r: f"The worker reads from {located(r)} every minute.",
    "sentence end": lambda r: f"In the end I connected with {located(r)} and dumped it.",
    "code span": lambda r: f"- store: `{located(r)}`",
    "link": lambda r: f"[console]({located(r)})",
    "angle": lambda r: f"Mirror: <{located(r)}>",
    "link definition": lambda r: f"The [source][s].\n\n[s]: {located(r)}",
    "table": lambda r: f"| service | url |\n|---|---|\n| store | {located(r)} |",
    "yaml": lambda r: f"```yaml\nspring:\n  datasource:\n    url: {located(r, *SPRING)}\n```",
    "json": lambda r: f'{{"connection": "{located(r)}", "pool": 10}}',
    "toml": lambda r: f'[store]\ndsn = "{located(r)}"\n',
    "python": lambda r: f'```python\nengine = create_engine("{located(r, *ALCHEMY)}")\n```',
    "ruby": lambda r: f"```ruby\nuri = URI('{located(r)}')\n```",
    "go": lambda r: f'```go\ndb, err := sql.Open("pgx", "{located(r, *POSTGRES)}")\n```',
    "git": lambda r: f"```\n$ git remote -v\norigin\t{located(r, *WEB)} (fetch)\n```",
    "git clone": lambda r: f"1. `git clone {located(r, *WEB)}`",
    "curl": lambda r: f"curl -fsS {located(r, *FETCHED)} -o out.bin",
    "pip": lambda r: f"pip install --extra-index-url {located(r, *WEB)} core==2.1",
    "log": lambda r: f"2026-02-20 07:41:12,{r.digits(3)} ERROR could not connect to {located(r)}: timeout",
    "comment": lambda r: f"<!-- {located(r)} -->",
    "front matter": lambda r: f"---\ntitle: Store\nstore: {located(r)}\n---\n\nWhere the orders are.",
    "compose": lambda r: f"    environment:\n      - BROKER={located(r)}\n",
    "quote": lambda r: f"> use {located(r)} for now",
}


def opaque(r: Draws) -> str:
    return r.choice([r.alnum(40), r.hex(40), r.url64(43), r.hex(64), r.url64(64), f"{r.alnum(8)}.{r.alnum(32)}"])


def pair(r: Draws) -> str:
    return b64(f"{r.choice(['deploy', 'svc-api', 'admin', 'ops@shop.internal'])}:{r.secret()}")


HEADER_FORMS: tuple[Draw, ...] = (
    lambda r: f"Authorization: Bearer {marked(opaque(r))}",
    lambda r: f"Authorization: Bearer {marked(r.token(json.dumps({'sub': r.uuid(), 'exp': 1890000000})))}",
    lambda r: f"authorization: Bearer {marked(opaque(r))}",
    lambda r: f"Authorization: Basic {marked(pair(r))}",
    lambda r: f"Proxy-Authorization: Basic {marked(pair(r))}",
    lambda r: f"Authorization: Token {marked(r.hex(40))}",
    lambda r: f"Authorization: Token token={marked(r.hex(32))}",
    lambda r: f"Authorization: ApiKey {marked(b64(r.url64(20) + ':' + r.url64(22)))}",
    lambda r: f"Authorization: GenieKey {marked(r.uuid())}",
    lambda r: f"Authorization: Api-Key {marked(opaque(r))}",
    lambda r: f"X-API-Key: {marked(opaque(r))}",
    lambda r: f"X-Api-Token: {marked(r.alnum(32))}",
    lambda r: f"X-Auth-Token: {marked(r.url64(43))}",
    lambda r: f"X-Access-Token: {marked(opaque(r))}",
    lambda r: f"Ocp-Apim-Subscription-Key: {marked(r.hex(32))}",
    lambda r: f"apikey: {marked(opaque(r))}",
)


def header(r: Draws) -> str:
    return r.choice(HEADER_FORMS)(r)


def halves_of(r: Draws) -> tuple[str, str]:
    name, _, value = header(r).partition(": ")
    return name, value


def formatted(pattern: str) -> Draw:
    """`%s` twice: the name and the value of a header."""
    return lambda r: pattern % halves_of(r)


HEADERS: dict[str, Draw] = {
    "curl": lambda r: f'curl -s https://api.shop.internal/v2/jobs -H "{header(r)}"',
    "curl, single quotes": lambda r: f"`curl -XPOST -H '{header(r)}' -d '{{}}' https://api.shop.internal/run`",
    "curl, lines": lambda r: (
        "```bash\ncurl --request GET \\\n  --url https://api.shop.internal/"
        f"v1/me \\\n  --header '{header(r)}' \\\n  --header 'Accept: application/json'\n```"
    ),
    "http": lambda r: (
        "```http\nPOST /v1/items HTTP/1.1\nHost: api.shop.internal\n"
        f"{header(r)}\nContent-Type: application/json\n\n{{}}\n```"
    ),
    "verbose": lambda r: f"```\n> GET /v1/me HTTP/2\n> Host: api.shop.internal\n> {header(r)}\n> Accept: */*\n```",
    "httpie": lambda r: f"http GET api.shop.internal/v1/me '{header(r)}'",
    "wget": lambda r: f'wget --header="{header(r)}" https://files.shop.internal/dump.gz',
    "sentence": lambda r: f"It sends `{header(r)}` with every call.",
    "bullet": lambda r: f"- {header(r)}\n- Accept: application/json",
    "python": formatted('```python\nresponse = requests.get(url, headers={"%s": "%s"})\n```'),
    "javascript": formatted("```js\nawait fetch(url, { headers: { '%s': '%s' } });\n```"),
    "go": formatted('```go\nreq.Header.Set("%s", "%s")\n```'),
    "java": formatted('```java\nrequest.setHeader("%s", "%s");\n```'),
    "yaml": formatted('http:\n  headers:\n    %s: "%s"\n'),
    "json": formatted('{"url": "https://api.shop.internal", "headers": {"%s": "%s"}}'),
    "mcp": formatted(
        '```json\n{"mcpServers": {"shop": {"url": "https://mcp.shop.internal/sse", "headers": {"%s": "%s"}}}}\n```'
    ),
    "table": formatted("| header | value |\n|---|---|\n| %s | %s |"),
    "log": lambda r: f"2026-03-02T10:12:09Z proxy request headers: host: api.internal | {header(r)} | accept: */*",
    "php": formatted('```php\ncurl_setopt($ch, CURLOPT_HTTPHEADER, ["%s: %s"]);\n```'),
}


def flask(r: Draws) -> str:
    return url_b64(json.dumps({"user_id": r.randrange(10**6), "_fresh": True})) + f".{r.url64(6)}.{r.url64(27)}"


def django(r: Draws) -> str:
    return f".{r.url64(120)}:{r.alnum(6)}:{r.url64(43)}"


COOKIE_FORMS: tuple[Draw, ...] = (
    lambda r: f"sessionid={marked(r.lower(32))}",
    lambda r: f"sessionid={marked(django(r))}",
    lambda r: f"session={marked(flask(r))}",
    lambda r: f"JSESSIONID={marked(r.hex(32).upper())}",
    lambda r: f"PHPSESSID={marked(r.lower(26))}",
    lambda r: f"ASP.NET_SessionId={marked(r.lower(24))}",
    lambda r: f".AspNetCore.Cookies={marked('CfDJ8' + r.url64(180))}",
    lambda r: f"connect.sid={marked('s%3A' + r.url64(32) + '.' + quote(r.bytes64(32)[:43], safe=''))}",
    lambda r: f"_gitlab_session={marked(r.hex(32))}",
    lambda r: f"user_session={marked(r.url64(48))}",
    lambda r: f"__Secure-next-auth.session-token={marked(r.token(json.dumps({'sub': r.uuid()})))}",
    lambda r: f"next-auth.session-token={marked(r.uuid())}",
    lambda r: f"access_token={marked(r.token(json.dumps({'sub': r.digits(8), 'scope': 'all'})))}",
    lambda r: f"remember_me={marked(r.hex(64))}",
    lambda r: f"refresh_token={marked(r.url64(64))}",
    lambda r: f"sb-access-token={marked(r.token(json.dumps({'role': 'authenticated', 'sub': r.uuid()})))}",
    lambda r: f"sessionKey={marked('sk-ant-sid01-' + r.url64(86) + '-' + r.alnum(6) + 'AA')}",
    lambda r: f"d={marked('xoxd-' + quote(r.bytes64(96), safe=''))}",
)


def cookie(r: Draws) -> str:
    return r.choice(COOKIE_FORMS)(r)


COOKIES: dict[str, Draw] = {
    "header": lambda r: f"Cookie: {cookie(r)}",
    "header, several": lambda r: f"Cookie: locale=de; theme=dark; {cookie(r)}; seen=1",
    "set-cookie": lambda r: f"Set-Cookie: {cookie(r)}; Path=/; Secure; HttpOnly; SameSite=Lax",
    "curl": lambda r: f'curl -b "{cookie(r)}" https://app.shop.internal/account',
    "curl, long": lambda r: (
        "```bash\ncurl 'https://app.shop.internal/api/me' "
        f"\\\n  -H 'accept: */*' \\\n  -H 'cookie: lang=en; {cookie(r)}'\n```"
    ),
    "curl --cookie": lambda r: f"`curl --cookie '{cookie(r)}' -L https://app.shop.internal`",
    "http": lambda r: f"```http\nGET /account HTTP/1.1\nHost: app.shop.internal\nCookie: {cookie(r)}\n```",
    "verbose": lambda r: f"< HTTP/2 200\n< set-cookie: {cookie(r)}; expires=Fri, 05 Mar 2027 10:00:00 GMT; path=/\n",
    "json": lambda r: f'{{"headers": {{"Cookie": "{cookie(r)}"}}}}',
    "python": lambda r: f'```python\nsession.headers["Cookie"] = "{cookie(r)}"\n```',
    "javascript": lambda r: f"```js\ndocument.cookie = '{cookie(r)}; path=/';\n```",
    "sentence": lambda r: f"To get in without a login send the cookie `{cookie(r)}`.",
}

CONNECTIONS: dict[str, Draw] = {
    "sql server": lambda r: (
        f"Server=tcp:shop-{r.small(4)}.database.windows.net,1433;"
        f"Initial Catalog=orders;User ID=api;Password={m(r, '!_-^~')};Encrypt=True;"
    ),
    "appsettings": lambda r: (
        f'```json\n{{"ConnectionStrings": {{"Default": "Server=sql-1;Database=orders;'
        f'User Id=sa;Password={m(r, "!@#$-_")};TrustServerCertificate=true"}}}}\n```'
    ),
    "npgsql": lambda r: f"CONN=Host=pg.internal;Port=5432;Username=api;Password={m(r)};Database=orders",
    "pwd": lambda r: f"`Data Source=sql-3.internal;Initial Catalog=dwh;Uid=etl;Pwd={m(r, '!_-')};`",
    "odbc": lambda r: (
        f"DRIVER={{ODBC Driver 18 for SQL Server}};SERVER=10.3.0.8;UID=report;PWD={m(r, '!_-')};DATABASE=dwh"
    ),
    "odbc, python": lambda r: f'```python\ncn = pyodbc.connect("DSN=dwh;UID=etl;PWD={m(r, "!_-")}")\n```',
    "libpq": lambda r: f'psql "host=pg.internal port=5432 dbname=orders user=api password={m(r, "-_.~")}"',
    "libpq, dsn": lambda r: f"dsn: host=10.2.2.2 user=airflow password={m(r, '-_.~')} dbname=airflow sslmode=require",
    "jdbc": lambda r: f"jdbc:mysql://mysql.internal:3306/shop?user=root&password={m(r, '-_.~')}&useSSL=false",
    "jdbc, sql server": lambda r: (
        f'url = "jdbc:sqlserver://sql-1.internal:1433;databaseName=orders;user=sa;password={m(r, "!_-")};"'
    ),
    "jdbc, oracle": lambda r: f"spring.datasource.url=jdbc:oracle:thin:etl/{marked(r.alnum(16))}@ora.internal:1521/DWH",
    "go mysql": lambda r: (
        f'```go\ndb, _ := sql.Open("mysql", "root:{marked(r.alnum(18))}@tcp(mysql'
        '.internal:3306)/shop?parseTime=true")\n```'
    ),
    "stackexchange redis": lambda r: f"REDIS=cache.internal:6380,password={m(r, '-_=+')},ssl=True,abortConnect=False",
    "xml": lambda r: (
        '<add name="Main" connectionString="Data Source=sql;'
        f'User ID=web;Password={m(r, "!_-")};" providerName="System.Data.SqlClient" />'
    ),
    "pgpass": lambda r: f"~/.pgpass:\n\n    pg.internal:5432:orders:api:{marked(r.alnum(20))}\n",
    "my.cnf": lambda r: f"```ini\n[client]\nuser = root\npassword = {m(r, '!-_')}\nhost = mysql.internal\n```",
    "rabbitmq": lambda r: f'```python\npika.PlainCredentials("worker", "{m(r, QUOTED)}")\n```',
    "psycopg": lambda r: (
        f'```python\nconn = psycopg2.connect(host="pg.internal", user="api", password="{m(r, QUOTED)}")\n```'
    ),
    "sqlplus": lambda r: f"sqlplus etl/{marked(r.alnum(14))}@//ora.internal:1521/DWH",
    "ldap bind": lambda r: f"ldapsearch -x -H ldap://ldap.internal -D cn=admin,dc=shop -w {m(r, SHELL)} -b dc=shop",
}

PASSWORDS: dict[str, dict[str, Draw]] = {
    "password-prose": {
        "is": lambda r: (
            f"The password of the {r.choice(['staging', 'backup', 'reporting'])} database is {m(r)} and never expires."
        ),
        "quoted": lambda r: f'Log in at https://admin.internal as root, password "{m(r, QUOTED)}".',
        "code span": lambda r: f"Admin password: `{m(r, QUOTED)}`.",
        "pair": lambda r: f"Credentials for Grafana: admin / `{m(r, QUOTED)}` (password set by the user).",
        "changed": lambda r: f"I changed the admin password to {m(r)} because the old one had leaked.",
        "told": lambda r: f'User said: "use password {m(r, PLAIN)} for the test account".',
        "bullet": lambda r: f"- **user**: deploy\n- **password**: {m(r)}",
        "passphrase": lambda r: f"The passphrase of the signing key is `{m(r, QUOTED)}`.",
        "colon": lambda r: f"VPN: gw.internal, user: ops, password: {m(r)}",
        "assignment": lambda r: f"It failed until I passed password={m(r)} as well.",
        "wifi": lambda r: f"Office network: SHOP-5G, passphrase: {m(r)}",
        "root": lambda r: f"root password on bastion: {m(r)}\nsudo works without one.",
        "short word": lambda r: f"login: backup, pwd: {m(r)}",
        "secret": lambda r: f"The client secret is `{marked(r.url64(40))}`; the client id stands in the wiki.",
        "token": lambda r: f"API token for the status page: {marked(r.alnum(36))}",
    },
    "password-yaml": {
        "nested": lambda r: (
            f"```yaml\ndatabase:\n  host: pg.internal\n  username: api\n  password: {m(r, '!-_^~.')}\n```"
        ),
        "quoted": lambda r: f'  root_password: "{m(r, QUOTED)}"\n',
        "single quotes": lambda r: f"smtp:\n  user: noreply\n  pass: '{m(r, QUOTED)}'\n",
        "compose": lambda r: (
            "```yaml\nservices:\n  db:\n    image: postgres:16\n"
            f"    environment:\n      POSTGRES_PASSWORD: {m(r, '!-_^.')}\n```"
        ),
        "kubernetes": lambda r: f"```yaml\nkind: Secret\nstringData:\n  username: api\n  password: {m(r, '-_.')}\n```",
        "kubernetes, data": lambda r: (
            f"```yaml\nkind: Secret\ndata:\n  username: YXBp\n  password: {marked(b64(r.generated('!-_')))}\n```"
        ),
        "ansible": lambda r: f"ansible_user: deploy\nansible_become_password: {m(r, '!-_.')}",
        "front matter": lambda r: f"---\nhost: bastion\nuser: ops\npassword: {m(r, '-_.^')}\n---\n\nHow to get in.",
        "flow": lambda r: f"auth: {{username: api, password: {m(r, '-_.')}}}",
        "secret": lambda r: f"oidc:\n  client_id: shop-web\n  client_secret: {marked(r.url64(43))}",
        "api key": lambda r: f"weather:\n  api_key: {marked(r.hex(32))}\n  units: metric",
        "values": lambda r: f"```yaml\npostgresql:\n  auth:\n    postgresPassword: {m(r, '-_.')}\n```",
    },
    "password-json": {
        "plain": lambda r: f'{{"username": "api", "password": "{m(r, QUOTED)}"}}',
        "camel": lambda r: f'```json\n{{\n  "host": "pg.internal",\n  "dbPassword": "{m(r, QUOTED)}"\n}}\n```',
        "body": lambda r: f'curl -d \'{{"user":"ops","password":"{m(r, PLAIN)}"}}\' https://api.shop.internal/login',
        "escaped": lambda r: f'"payload": "{{\\"email\\":\\"ops@shop.internal\\",\\"password\\":\\"{m(r, PLAIN)}\\"}}"',
        "response": lambda r: (
            f'```json\n{{"access_token": "{marked(r.url64(64))}", "token_type": "bearer", "expires_in": 31536000}}\n```'
        ),
        "refresh": lambda r: f'{{"refresh_token":"{marked(r.url64(48))}","scope":"offline_access"}}',
        "secret": lambda r: f'{{"clientId": "shop-web", "clientSecret": "{marked(r.url64(40))}"}}',
        "key": lambda r: f'  "apiKey": "{marked(r.alnum(32))}",\n  "endpoint": "https://api.shop.internal"',
        "dict": lambda r: f"{{'user': 'ops', 'password': '{m(r, PLAIN)}', 'tls': True}}",
        "tool call": lambda r: (
            f'{{"tool": "db_connect", "arguments": {{"host": '
            f'"pg.internal", "user": "api", "password": "{m(r, QUOTED)}"}}}}'
        ),
    },
    "password-env": {
        "plain": lambda r: f"DB_HOST=pg.internal\nDB_USER=api\nDB_PASSWORD={m(r, '-_.!^')}\nDB_NAME=orders",
        "quoted": lambda r: f'SMTP_PASSWORD="{m(r, "!@#%&*-_")}"',
        "single quotes": lambda r: f"REDIS_PASS='{m(r, QUOTED)}'",
        "secret key": lambda r: f"SECRET_KEY={marked(r.url64(50))}",
        "jwt secret": lambda r: f"JWT_SECRET={marked(r.hex(64))}\nJWT_TTL=3600",
        "encryption key": lambda r: f"APP_KEY=base64:{marked(r.bytes64(32))}",
        "master key": lambda r: f"RAILS_MASTER_KEY={marked(r.hex(32))}",
        "token": lambda r: f"ADMIN_API_TOKEN={marked(r.alnum(40))}",
        "client secret": lambda r: f"OIDC_CLIENT_SECRET={marked(r.uuid())}",
        "next": lambda r: f"NEXTAUTH_SECRET={marked(r.bytes64(32))}",
        "webhook": lambda r: f"WEBHOOK_SECRET={marked(r.hex(40))}",
        "passphrase": lambda r: f"GPG_PASSPHRASE={m(r, '-_.!')}",
    },
    "password-shell": {
        "prefix": lambda r: f"PGPASSWORD={m(r, '-_.%+=:@')} pg_dump -h pg.internal -U api orders > dump.sql",
        "export": lambda r: f"```bash\nexport MYSQL_ROOT_PASSWORD='{m(r, QUOTED)}'\n```",
        "curl -u": lambda r: f"curl -u 'admin:{m(r, QUOTED)}' https://nexus.shop.internal/status",
        "curl --user": lambda r: f"`curl --user deploy:{m(r, '-_.%+=')} -T app.jar https://nexus.shop.internal/repo/`",
        "sshpass": lambda r: f"sshpass -p '{m(r, QUOTED)}' ssh ops@10.1.7.3",
        "mysql": lambda r: f"mysql -h mysql.internal -uroot -p{marked(r.alnum(16))} shop < fix.sql",
        "redis-cli": lambda r: f"redis-cli -h redis.internal -a {marked(r.alnum(32))} ping",
        "docker login": lambda r: f"docker login images.shop.internal -u ci -p {m(r, '-_.%+=')}",
        "windows": lambda r: f"```bat\nset DB_PASSWORD={m(r, '-_.')}\nrun.bat\n```",
        "powershell": lambda r: (
            f"```powershell\n$pw = ConvertTo-SecureString '{m(r, '-_.!')}' -AsPlainText -Force\n```"
        ),
        "net use": lambda r: f"net use Z: \\\\files\\share /user:shop\\backup {m(r, '-_.!')}",
        "openssl": lambda r: f"openssl pkcs12 -in cert.p12 -nodes -passin pass:{m(r, '-_.')}",
        "keytool": lambda r: f"keytool -list -keystore app.jks -storepass {marked(r.alnum(16))}",
        "ansible": lambda r: f"ansible-playbook site.yml -e 'db_password={m(r, '-_.')}'",
        "set": lambda r: f"helm upgrade db ./chart --set auth.rootPassword={m(r, '-_')}",
        "chpasswd": lambda r: f"echo 'deploy:{m(r, '-_.!')}' | sudo chpasswd",
        "sql": lambda r: f"```sql\nCREATE USER api WITH PASSWORD '{m(r, '-_.!%')}';\n```",
        "sql, identified": lambda r: f"ALTER USER 'root'@'%' IDENTIFIED BY '{m(r, '-_.!')}';",
        "wget": lambda r: f"wget --user=ops --password={m(r, '-_.%')} https://files.shop.internal/a.tgz",
        "htpasswd": lambda r: f"htpasswd -bc .htpasswd admin {m(r, '-_.%')}",
    },
    "password-toml": {
        "table": lambda r: f'```toml\n[database]\nuser = "api"\npassword = "{m(r, QUOTED)}"\n```',
        "literal": lambda r: f"[smtp]\nuser = 'noreply'\npassword = '{m(r, QUOTED)}'\n",
        "inline": lambda r: f'redis = {{ host = "redis.internal", password = "{m(r, PLAIN)}" }}',
        "token": lambda r: f'[registries.shop]\ntoken = "{marked(r.alnum(40))}"',
        "secret": lambda r: f'secret_key = "{marked(r.url64(50))}"  # sessions',
        "poetry": lambda r: f'[http-basic.shop]\nusername = "ci"\npassword = "{m(r, PLAIN)}"',
        "api key": lambda r: f'```toml\n[weather]\napi_key = "{marked(r.hex(32))}"\n```',
        "streamlit": lambda r: f'`.streamlit/secrets.toml`:\n\ndb_password = "{m(r, QUOTED)}"\n',
    },
    "password-table": {
        "row": lambda r: f"| Field | Value |\n| --- | --- |\n| User | api |\n| Password | {m(r)} |",
        "row, code": lambda r: f"|what|value|\n|---|---|\n|root password|`{m(r)}`|",
        "column": lambda r: f"| Host | User | Password |\n|---|---|---|\n| pg.internal | api | {m(r)} |\n",
        "column, code": lambda r: (
            "| Env | Login | Password | Notes |\n| :-- | "
            f":-- | :-- | :-- |\n| staging | admin | `{m(r)}` | until June |"
        ),
        "no edges": lambda r: f"Service | User | Password\n--- | --- | ---\nrabbit | worker | {m(r)}",
        "api key": lambda r: f"| API key | {marked(r.alnum(32))} |",
        "secret": lambda r: f"| Client ID | Client secret |\n|---|---|\n| shop-web | `{marked(r.url64(40))}` |",
        "token": lambda r: f"| setting | value |\n|---|---|\n| access token | {marked(r.alnum(40))} |",
    },
    "password-code": {
        "python": lambda r: f'```python\nDB_PASSWORD = "{m(r, QUOTED)}"\n```',
        "python, keyword": lambda r: (
            f'```py\nclient = Client(host="pg.internal", user="api", password="{m(r, QUOTED)}")\n```'
        ),
        "javascript": lambda r: f"```js\nconst dbPassword = '{m(r, QUOTED)}';\n```",
        "javascript, object": lambda r: f"```js\nmodule.exports = {{ user: 'api', password: '{m(r, QUOTED)}' }};\n```",
        "go": lambda r: f'```go\npassword := "{m(r, QUOTED)}"\n```',
        "java": lambda r: f'```java\nString dbPassword = "{m(r, QUOTED)}";\n```',
        "java, setter": lambda r: f'    dataSource.setPassword("{m(r, QUOTED)}");\n',
        "ruby": lambda r: f"```ruby\nconfig.password = '{m(r, PLAIN)}'\n```",
        "php": lambda r: f"```php\n$db_password = '{m(r, PLAIN)}';\n```",
        "php, define": lambda r: f"define('DB_PASSWORD', '{m(r, PLAIN)}');",
        "csharp": lambda r: f'```csharp\nvar password = "{m(r, PLAIN)}";\n```',
        "rust": lambda r: f'```rust\nlet api_key = "{marked(r.alnum(40))}";\n```',
        "terraform": lambda r: (
            f'```hcl\nresource "aws_db_instance" "main" {{\n  username = "root"\n  password = "{m(r, "-_!")}"\n}}\n```'
        ),
        "xml": lambda r: (
            "```xml\n<server>\n  <id>releases</id>\n  <username>deploy</"
            f"username>\n  <password>{m(r, '-_.!')}</password>\n</server>\n```"
        ),
        "properties": lambda r: f"spring.datasource.username=api\nspring.datasource.password={m(r, '-_.!')}",
        "nuget": lambda r: f'<add key="ClearTextPassword" value="{m(r, "-_.!")}" />',
        "netrc": lambda r: f"```\nmachine nexus.shop.internal\nlogin ci\npassword {m(r, '-_.!')}\n```",
        "pip": lambda r: f'```python\nos.environ["SIGNING_PASSWORD"] = "{m(r, PLAIN)}"\n```',
    },
    "basic-auth-header": {
        "curl": lambda r: (
            f'curl -H "Authorization: Basic {marked(pair(r))}" https://jira.shop.internal/rest/api/2/myself'
        ),
        "http": lambda r: f"```http\nGET /status HTTP/1.1\nAuthorization: Basic {marked(pair(r))}\n```",
        "npmrc": lambda r: f"//npm.shop.internal/:_auth={marked(pair(r))}",
        "python": lambda r: f'    headers = {{"Authorization": "Basic {marked(pair(r))}"}}\n',
        "git": lambda r: f"git -c http.extraHeader='Authorization: Basic {marked(b64('x:' + r.alnum(40)))}' fetch",
        "sentence": lambda r: f"The gateway expects `Basic {marked(pair(r))}` as Authorization.",
    },
}

GENERIC: dict[str, tuple[str, dict[str, Draw]]] = {
    "private-key": (
        "RFC 7468, RFC 9580, OpenSSH PROTOCOL.key; gitleaks private-key; detect-secrets PrivateKeyDetector",
        PRIVATE_KEYS,
    ),
    "google-service-account": (
        "Google Cloud docs, service account keys; secretlint gcp; kingfisher gcp.1",
        SERVICE_ACCOUNTS,
    ),
    "url-credentials": (
        "RFC 3986, userinfo; detect-secrets BasicAuthDetector; secretlint basicauth, database-connection-string",
        URLS,
    ),
    "authorization-header": ("RFC 9110, RFC 6750, RFC 7617; gitleaks curl-auth-header", HEADERS),
    "cookie": ("RFC 6265; gitleaks gitlab-session-cookie; docs of Django, Flask, Express, ASP.NET, NextAuth", COOKIES),
    "connection-string": ("docs of ADO.NET, libpq, JDBC, ODBC, go-sql-driver; kingfisher odbc.1", CONNECTIONS),
    **{
        name: ("detect-secrets KeywordDetector; gitleaks generic-api-key, curl-auth-user", draws)
        for name, draws in PASSWORDS.items()
    },
}
ROUNDS = {"private-key": 3, "google-service-account": 2, "url-credentials": 3, "authorization-header": 3, "cookie": 4}
