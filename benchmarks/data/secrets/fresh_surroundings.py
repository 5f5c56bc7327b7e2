"""Where coding agents and developers leave a value: notes, settings, commands, code and logs of the second set.

Each takes the draws, what people call the value ("Figma token"), its variable and the marked value.
"""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.data.secrets.fresh_values import Draws

Surrounding = Callable[[Draws, str, str, str], str]
HOSTS = ("build-02", "staging", "the laptop", "prod-eu", "the runner", "bastion")
DAYS = ("2025-03-18", "2025-11-02", "2026-01-27", "2024-09-30")


def camel(env: str) -> str:
    first, *rest = env.lower().split("_")
    return first + "".join(part.capitalize() for part in rest)


def kebab(env: str) -> str:
    return env.lower().replace("_", "-")


def fenced(language: str, text: str) -> str:
    return f"```{language}\n{text}\n```"


def article(label: str) -> str:
    return ("an " if label[0] in "aeioAEIO" else "a ") + label


def sentence(r: Draws, label: str, env: str, v: str) -> str:
    return r.choice(
        [
            f"The {label} on {r.choice(HOSTS)} is {v} until someone rotates it.",
            f"I used the {label} {v} to run the migration.",
            f"User gave me this {label}: {v}",
            f"They sent {article(label)}, {v}, by mail; it works for read and write.",
            f"When asked for the {label} enter {v} and press return.",
        ]
    )


def memory(r: Draws, label: str, env: str, v: str) -> str:
    return r.choice(
        [
            f"Remember: {label} = `{v}` (the user does not want to be asked again).",
            f"- [{r.choice(DAYS)}] learned that {env} has to be `{v}` on {r.choice(HOSTS)}.",
            f"Note to self: set {env} to {v} before the tests, or half of them are skipped.",
            f"**Fact.** {label[0].upper() + label[1:]}: {v}\n**Why.** The sandbox has no vault.",
            f"- {r.choice(DAYS)}: the {label} in the old note was wrong, the right one is `{v}`.",
        ]
    )


def log(r: Draws, label: str, env: str, v: str) -> str:
    stamp = f"{r.choice(DAYS)}T{r.randrange(10, 24)}:{r.randrange(10, 60)}:{r.randrange(10, 60)}"
    return r.choice(
        [
            f"{stamp}Z INFO  config loaded {env}={v} region=eu-west-1",
            f"{stamp} [debug] environment: {env}: {v}",
            f'{stamp}.{r.digits(3)} level=debug msg="resolved secret" {kebab(env)}="{v}"',
            f"+ {env}={v}\n+ ./scripts/deploy.sh --env staging",
        ]
    )


NOTES: dict[str, Surrounding] = {
    "sentence": sentence,
    "memory": memory,
    "bullets": lambda r, p, e, v: f"- Owner: platform\n- {p[0].upper() + p[1:]}: `{v}`\n- Rotated: {r.choice(DAYS)}",
    "nested bullets": lambda r, p, e, v: f"* staging\n    * {p}: {v}\n    * database: db-2.internal\n",
    "checkbox": lambda r, p, e, v: f"- [x] create the bucket\n- [ ] replace the {p} (`{v}`) with one from the vault",
    "numbered": lambda r, p, e, v: f"1. Open the console.\n2. Paste the {p} `{v}`.\n3. Save.",
    "definition": lambda r, p, e, v: f"{p[0].upper() + p[1:]}\n: `{v}`\n",
    "heading": lambda r, p, e, v: f"### {p[0].upper() + p[1:]}\n\n`{v}`\n",
    "quote": lambda r, p, e, v: f"> ops, 14:02: here is the {p}: {v}\n> ops, 14:03: delete it afterwards please",
    "chat": lambda r, p, e, v: (
        f"[10:4{r.randrange(9)}] dev: which {p}?\n[10:5{r.randrange(9)}] ops: {v}\n[10:59] dev: thanks"
    ),
    "table": lambda r, p, e, v: f"| Key | Value | Since |\n| :-- | :-- | --: |\n| {p} | `{v}` | {r.choice(DAYS)} |",
    "table, variable": lambda r, p, e, v: f"|variable|staging|\n|---|---|\n|{e}|{v}|\n|LOG_LEVEL|info|",
    "comment": lambda r, p, e, v: f"<!-- TODO remove: {e}={v} -->\n\n# Runbook",
    "long comment": lambda r, p, e, v: f"<!--\nkept for the next run\n{p}: {v}\n-->",
    "link": lambda r, p, e, v: f"See [the status page](https://ops.internal/status?{kebab(e)}={v}&view=all).",
    "link definition": lambda r, p, e, v: (
        f'The [dashboard][d] opens without a login.\n\n[d]: https://ops.internal/board?{e.lower()}={v} "with the {p}"'
    ),
    "front matter": lambda r, p, e, v: (
        f"---\nname: deploy-notes\n{e.lower()}: {v}\nupdated: {r.choice(DAYS)}\n---\n\nHow we deploy."
    ),
    "front matter, nested": lambda r, p, e, v: (
        f'---\ntitle: Services\nmetadata:\n  {camel(e)}: "{v}"\n---\n\n# Services'
    ),
    "trailer": lambda r, p, e, v: (
        "fix(ci): retry the upload\n\nThe job had none.\n\nReviewed-by: "
        f"platform\n{'-'.join(w.capitalize() for w in e.split('_'))}: {v}"
    ),
    "bold": lambda r, p, e, v: f"**{p[0].upper() + p[1:]}:** {v}<br>**Scope:** read, write",
    "details": lambda r, p, e, v: f"<details><summary>{p}</summary>\n\n<code>{v}</code>\n\n</details>",
}

SETTINGS: dict[str, Surrounding] = {
    "env": lambda r, p, e, v: f"# .env.local\nNODE_ENV=development\n{e}={v}\nPORT={r.digits(4)}",
    "env, quoted": lambda r, p, e, v: f'LOG_LEVEL=info\n{e}="{v}"\n',
    "env, single quotes": lambda r, p, e, v: f"{e}='{v}'   # {p}",
    "yaml": lambda r, p, e, v: fenced("yaml", f"integrations:\n  enabled: true\n  {e.lower()}: {v}"),
    "yaml, quoted": lambda r, p, e, v: f'    {kebab(e)}: "{v}"\n',
    "compose": lambda r, p, e, v: fenced(
        "yaml", f"services:\n  api:\n    image: shop/api:2.4\n    environment:\n      - {e}={v}\n      - TZ=UTC"
    ),
    "compose, map": lambda r, p, e, v: fenced("yml", f"    environment:\n      TZ: UTC\n      {e}: {v}"),
    "kubernetes": lambda r, p, e, v: fenced(
        "yaml", f"apiVersion: v1\nkind: Secret\nmetadata:\n  name: api\ntype: Opaque\nstringData:\n  {e}: {v}"
    ),
    "kubernetes, env": lambda r, p, e, v: (
        f'        env:\n        - name: {e}\n          value: "{v}"\n        resources: {{}}'
    ),
    "actions": lambda r, p, e, v: fenced(
        "yaml",
        f"jobs:\n  deploy:\n    runs-on: ubuntu-latest\n    env:\n      {e}: {v}\n    steps:\n      - run: make deploy",
    ),
    "gitlab ci": lambda r, p, e, v: fenced("yaml", f'variables:\n  GIT_DEPTH: "1"\n  {e}: "{v}"\n'),
    "ansible": lambda r, p, e, v: f"- hosts: web\n  vars:\n    {e.lower()}: '{v}'\n  roles: [api]",
    "helm": lambda r, p, e, v: f"```\nhelm upgrade api ./chart --set-string env.{e}={v} --wait\n```",
    "toml": lambda r, p, e, v: fenced("toml", f'[integrations]\n{e.lower()} = "{v}"\nretries = 5'),
    "ini": lambda r, p, e, v: f"[service]\nurl = https://api.internal\n{e.lower()} = {v}\n",
    "properties": lambda r, p, e, v: fenced("properties", f"server.port=8080\n{e.lower().replace('_', '.')}={v}"),
    "json": lambda r, p, e, v: fenced("json", f'{{\n  "region": "eu-central-1",\n  "{camel(e)}": "{v}"\n}}'),
    "json, one line": lambda r, p, e, v: f'{{"{e}":"{v}","debug":false}}',
    "json, agent": lambda r, p, e, v: fenced(
        "json", f'{{"mcpServers": {{"tools": {{"command": "uvx", "args": ["tools-mcp"], "env": {{"{e}": "{v}"}}}}}}}}'
    ),
    "json in json": lambda r, p, e, v: '"body": "{\\"' + camel(e) + '\\":\\"' + v + '\\",\\"force\\":true}"',
    "xml": lambda r, p, e, v: fenced("xml", f'<appSettings>\n  <add key="{e}" value="{v}" />\n</appSettings>'),
    "terraform": lambda r, p, e, v: fenced(
        "hcl", f'variable "{e.lower()}" {{\n  type    = string\n  default = "{v}"\n}}'
    ),
    "tfvars": lambda r, p, e, v: fenced("hcl", f'{e.lower()} = "{v}"\nregion = "eu-north-1"'),
    "systemd": lambda r, p, e, v: fenced("ini", f"[Service]\nEnvironment={e}={v}\nExecStart=/opt/api/run"),
    "dockerfile": lambda r, p, e, v: fenced("dockerfile", f'FROM python:3.12-slim\nENV {e}={v}\nCMD ["api"]'),
    "dockerfile, arg": lambda r, p, e, v: fenced("Dockerfile", f"ARG {e}={v}\nRUN make install"),
}

COMMANDS: dict[str, Surrounding] = {
    "export": lambda r, p, e, v: fenced("bash", f"export {e}={v}\nmake smoke"),
    "export, quoted": lambda r, p, e, v: f'Before anything else: `export {e}="{v}"`.',
    "prefix": lambda r, p, e, v: fenced("console", f"$ {e}={v} ./bin/sync --all\nsynced 42 items"),
    "windows": lambda r, p, e, v: fenced("bat", f"set {e}={v}\nrun.bat"),
    "setx": lambda r, p, e, v: f'On Windows: `setx {e} "{v}"`, then open a new terminal.',
    "powershell": lambda r, p, e, v: fenced("powershell", f'$env:{e} = "{v}"\n./deploy.ps1'),
    "fish": lambda r, p, e, v: fenced("fish", f"set -gx {e} {v}"),
    "docker run": lambda r, p, e, v: f"    docker run --rm -e {e}={v} -p 8080:8080 shop/api\n",
    "build arg": lambda r, p, e, v: f"`docker build --build-arg {e}={v} -t shop/api .`",
    "flag": lambda r, p, e, v: f"It only works as `shopctl sync --{kebab(e)} {v} --force`.",
    "flag, equals": lambda r, p, e, v: f"shopctl sync --{kebab(e)}={v} --dry-run",
    "secret set": lambda r, p, e, v: r.choice(
        [f'gh secret set {e} --body "{v}"', f"heroku config:set {e}={v} -a shop", f"fly secrets set {e}={v}"]
    ),
    "kubectl": lambda r, p, e, v: f"kubectl create secret generic api --from-literal={e}={v}",
    "heredoc": lambda r, p, e, v: fenced("sh", f"cat > .env <<'EOF'\n{e}={v}\nEOF"),
    "printenv": lambda r, p, e, v: f"`env | sort` printed:\n\n    LANG=C.UTF-8\n    {e}={v}\n    SHLVL=1\n",
    "crontab": lambda r, p, e, v: f"15 3 * * * {e}={v} /usr/local/bin/backup >> /var/log/backup.log",
    "log": log,
    "diff": lambda r, p, e, v: fenced("diff", f"@@ -4,3 +4,3 @@\n LOG_LEVEL=info\n-{e}=\n+{e}={v}"),
}

PROGRAMS: dict[str, Surrounding] = {
    "python": lambda r, p, e, v: fenced("python", f'import os\n\n{e} = "{v}"'),
    "python, default": lambda r, p, e, v: fenced("py", f'token = os.environ.get("{e}", "{v}")'),
    "python, environ": lambda r, p, e, v: f"    os.environ['{e}'] = '{v}'\n",
    "python, dict": lambda r, p, e, v: fenced("python", f"settings = {{'timeout': 30, '{e.lower()}': '{v}'}}"),
    "javascript": lambda r, p, e, v: fenced("js", f"const {camel(e)} = '{v}';\nmodule.exports = {{ {camel(e)} }};"),
    "javascript, object": lambda r, p, e, v: fenced(
        "ts", f'export const config = {{\n  {camel(e)}: "{v}",\n  retries: 2,\n}};'
    ),
    "javascript, or": lambda r, p, e, v: fenced("javascript", f"const key = process.env.{e} || '{v}';"),
    "go": lambda r, p, e, v: fenced("go", f'const {camel(e)} = "{v}"'),
    "go, setenv": lambda r, p, e, v: fenced("go", f'os.Setenv("{e}", "{v}")'),
    "java": lambda r, p, e, v: fenced("java", f'private static final String {e} = "{v}";'),
    "kotlin": lambda r, p, e, v: fenced("kotlin", f'buildConfigField("String", "{e}", "\\"{v}\\"")'),
    "ruby": lambda r, p, e, v: fenced("ruby", f"ENV['{e}'] ||= '{v}'"),
    "php": lambda r, p, e, v: fenced("php", f"define('{e}', '{v}');"),
    "csharp": lambda r, p, e, v: fenced("csharp", f'public const string {camel(e)[0].upper() + camel(e)[1:]} = "{v}";'),
    "rust": lambda r, p, e, v: fenced("rust", f'const {e}: &str = "{v}";'),
    "swift": lambda r, p, e, v: f'    let {camel(e)} = "{v}"\n',
}

BARE: dict[str, Surrounding] = {
    "alone": lambda r, p, e, v: f"This is the one that works:\n\n    {v}\n",
    "code span": lambda r, p, e, v: f"Swapped it for `{v}` on {r.choice(DAYS)}.",
    "fence": lambda r, p, e, v: f"```text\n{v}\n```",
    "angle": lambda r, p, e, v: f"<code>{v}</code>",
    "argument": lambda r, p, e, v: fenced("python", f'client = Client("{v}", timeout=10)'),
    "list item": lambda r, p, e, v: f"- staging\n- {v}\n- expires in June",
    "cell": lambda r, p, e, v: f"| eu-1 | {v} | active |",
    "query": lambda r, p, e, v: f"https://hooks.internal/v2/run?id=81&auth={v}",
    "array": lambda r, p, e, v: f'["deploy", "{v}", "eu-1"]',
    "piped": lambda r, p, e, v: f"$ pbpaste\n{v}\n$ ",
    "arrow": lambda r, p, e, v: f"old: gone, new -> {v}",
    "sentence end": lambda r, p, e, v: f"The run finished after I had put in {v}.",
    "positional": lambda r, p, e, v: f"./rotate.sh staging {v} --yes",
    "csv": lambda r, p, e, v: f"env,value,owner\nstaging,{v},platform",
    "traceback": lambda r, p, e, v: f"HTTPError: 403 for request with {v} at line {r.randrange(9, 400)}",
}

NAMED = NOTES | SETTINGS | COMMANDS | PROGRAMS

BEFORE = (
    "",
    "",
    "# Notes\n\nWritten down so that the next session need not search again.\n\n",
    "Context: the release job runs on Mondays and takes twenty minutes.\n\n",
    "## Environment\n\nTwo clusters, one database, a queue.\n\n",
)
AFTER = ("", "\n", "\n\nNothing else was changed.\n", "\n\n## Next\n\nTry the other region.\n")
