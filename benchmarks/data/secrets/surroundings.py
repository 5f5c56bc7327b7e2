"""Where a value stands in a memory: prose, YAML, JSON, .env, shell, TOML, tables, comments, links.

Each surrounding takes a phrase ("GitHub token"), a variable's name in capitals and the marked value.
"""

from __future__ import annotations

import json
from collections.abc import Callable

Surrounding = Callable[[str, str, str], str]


def camel(env: str) -> str:
    first, *rest = env.lower().split("_")
    return first + "".join(part.title() for part in rest)


NAMED: dict[str, Surrounding] = {
    "prose": lambda p, e, v: f"Deploys failed until the {p} was set to {v} in staging; then they went through.",
    "end of sentence": lambda p, e, v: f"Nobody wrote it down. The {p} is {v}.",
    "inline code": lambda p, e, v: f"The {p} for the nightly job is `{v}` and lives nowhere else.",
    "parentheses": lambda p, e, v: f"Ask for the {p} ({v}) before you start.",
    "double quotes": lambda p, e, v: f'Somebody pasted the {p} "{v}" into the chat.',
    "list": lambda p, e, v: f"- region: eu-west-1\n- {p}: {v}\n- retries: 3",
    "bold list": lambda p, e, v: f"* **{p[0].upper() + p[1:]}**: `{v}`\n* **Owner**: platform",
    "table row": lambda p, e, v: f"| what | value |\n| --- | --- |\n| {p} | {v} |\n| region | eu-west-1 |",
    "table row, code": lambda p, e, v: f"| name | value |\n|---|---|\n| `{e}` | `{v}` |",
    "env": lambda p, e, v: f"PORT=8080\n{e}={v}\nDEBUG=0",
    "env, quoted": lambda p, e, v: f'{e}="{v}"\nNODE_ENV=production',
    "shell export": lambda p, e, v: f"```sh\nexport {e}={v}\nmake deploy\n```",
    "shell export, quoted": lambda p, e, v: f"```bash\n$ export {e}='{v}'\n$ ./run.sh\n```",
    "yaml": lambda p, e, v: f"```yaml\nservice:\n  {e.lower()}: {v}\n  replicas: 2\n```",
    "yaml env": lambda p, e, v: f"env:\n  - name: {e}\n    value: {v}\n",
    "yaml, quoted": lambda p, e, v: f"    environment:\n      {e}: '{v}'\n",
    "json": lambda p, e, v: f'{{"name": "api", "{camel(e)}": "{v}", "retries": 3}}',
    "json, pretty": lambda p, e, v: f'```json\n{{\n  "{e.lower()}": "{v}",\n  "region": "eu"\n}}\n```',
    "json in a string": lambda p, e, v: "body = " + json.dumps('{"' + camel(e) + '":"')[:-1] + v + '\\"}"',
    "toml": lambda p, e, v: f'[service]\n{e.lower()} = "{v}"\ntimeout = 30',
    "python": lambda p, e, v: f'```python\n{e} = "{v}"\nclient = Client({e})\n```',
    "javascript": lambda p, e, v: f"    const {camel(e)} = '{v}';",
    "flag": lambda p, e, v: f"Run `deploy --{e.lower().replace('_', '-')} {v} --dry-run` first.",
    "flag with =": lambda p, e, v: f"deploy --{e.lower().replace('_', '-')}={v}",
    "comment": lambda p, e, v: f"Rotate it in May.\n\n<!-- {p}: {v} -->",
    "front matter": lambda p, e, v: f'---\ntitle: "Nightly job"\n{e.lower()}: {v}\ntags: [ci]\n---\n\nIt runs at two.',
    "block quote": lambda p, e, v: f"> On Tuesday they said:\n> {p} = {v}\n> and left.",
    "dockerfile": lambda p, e, v: f"```dockerfile\nFROM alpine\nENV {e}={v}\n```",
    "ci log": lambda p, e, v: f"2024-05-14T09:12:44Z + {e}={v} ./release.sh --tag v1.4.2",
    "ini": lambda p, e, v: f"[default]\n{e.lower()} = {v}\noutput = json",
}
"""Surroundings that name the value: its vendor and its kind stand on the line or beside it."""

BARE: dict[str, Surrounding] = {
    "bare line": lambda p, e, v: f"Use this one:\n\n{v}\n\nand throw the other away.",
    "bare code": lambda p, e, v: f"Until March we had `{v}` here.",
    "bare fence": lambda p, e, v: f"```\n{v}\n```",
    "bare query": lambda p, e, v: f"See https://api.example.com/v1/items?page=2&k={v}&sort=asc for the list.",
    "bare link target": lambda p, e, v: f"[the report](https://ci.example.com/run?t={v})",
    "bare comma": lambda p, e, v: f"It was {v}, or so the log says.",
    "bare end of sentence": lambda p, e, v: f"They ran it with {v}.",
    "bare cell": lambda p, e, v: f"| staging | {v} | eu |",
    "bare angle": lambda p, e, v: f"<value>{v}</value>",
    "bare last": lambda p, e, v: f"old one, gone by now: {v}",
}
"""Surroundings that name nothing: the value's own shape must do."""

CONTEXTS = (
    "",
    "The nightly job reads its settings at start and fails loudly when one is missing.\n\n",
    "# Deploys\n\nWe release on Thursdays. Rollbacks take about four minutes.\n\n## Settings\n\n",
    '---\nid: "20240514-nightly"\ntype: decision\n---\n\n',
)
