"""The coding agents that are known by what they put into their environment, and by the names in their commits.

Variables: each is documented by its tool, or set by its published source, for the commands that an agent runs. What a
tool also sets in terminals that people type in (`CURSOR_TRACE_ID`, `TERM_PROGRAM`) is no sign of an agent.
Addresses: those that the tools write as author, committer or in `Co-authored-by`.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

VARIABLES: Final = {
    "CLAUDECODE": "Claude Code",
    "CURSOR_AGENT": "Cursor",
    "CODEX_SANDBOX": "Codex",
    "CODEX_SANDBOX_NETWORK_DISABLED": "Codex",
    "CODEX_THREAD_ID": "Codex",
    "COPILOT_AGENT": "GitHub Copilot",
    "COPILOT_CLI": "GitHub Copilot",
    "GEMINI_CLI": "Gemini CLI",
    "QWEN_CODE": "Qwen Code",
    "OPENCODE": "opencode",
    "GOOSE_TERMINAL": "Goose",
    "CLINE_ACTIVE": "Cline",
    "AUGMENT_AGENT": "Augment",
    "CRUSH": "Crush",
    "TRAE_AI_SHELL_ID": "Trae",
    "AI_AGENT": "an agent",
    "AGENT": "an agent",
}
"""Variable -> the agent that sets it. The last two are the names that several agents have agreed on."""
_NAMED_BY_VALUE: Final = ("AI_AGENT", "AGENT")
_NO: Final = ("", "0", "false", "no", "off")

ADDRESSES: Final = {
    "noreply@anthropic.com": "Claude",
    "copilot@github.com": "GitHub Copilot",
    "cursoragent@cursor.com": "Cursor",
    "noreply@openai.com": "Codex",
    "codex@openai.com": "Codex",
    "noreply@aider.chat": "aider",
    "aider@aider.chat": "aider",
    "openhands@all-hands.dev": "OpenHands",
    "amp@ampcode.com": "Amp",
    "agent@replit.com": "Replit Agent",
    "agent@warp.dev": "Warp",
    "crush@charm.land": "Crush",
    "noreply@opencode.ai": "opencode",
    "qwen-coder@alibabacloud.com": "Qwen Code",
    "junie@jetbrains.com": "Junie",
}
"""E-mail address (lower case) -> the agent that commits under it."""
ACCOUNTS: Final = {
    "copilot": "GitHub Copilot",
    "copilot-swe-agent": "GitHub Copilot",
    "claude": "Claude",
    "gemini-cli": "Gemini CLI",
    "devin-ai-integration": "Devin",
    "google-labs-jules": "Jules",
    "factory-droid": "Factory Droid",
}
"""Account (lower case) of a `...@users.noreply.github.com` address -> the agent behind it."""
_FORGE: Final = "@users.noreply.github.com"
BOT: Final = "[bot]"


def environment_agent(environment: Mapping[str, str] = os.environ) -> str | None:
    """The agent that runs this process by its environment; None where there is no sign of one."""
    for name, agent in VARIABLES.items():
        value = environment.get(name, "")
        if value.strip().lower() in _NO:
            continue
        if name not in _NAMED_BY_VALUE:
            return agent
        word = value.strip()[:40]
        if word.replace("-", "").replace("_", "").replace(".", "").replace("@", "").isalnum():
            return word
    return None


def identity_agent(name: str, address: str) -> str | None:
    """The agent that a commit's author, committer or co-author is; None for anybody else.

    An account whose name ends in `[bot]` is one, whatever it is called.
    """
    address = address.strip().strip("<>").lower()
    if address in ADDRESSES:
        return ADDRESSES[address]
    account = ""
    if address.endswith(_FORGE):
        account = address.removesuffix(_FORGE).rpartition("+")[2]
        if account in ACCOUNTS:
            return ACCOUNTS[account]
    for text in (name.strip().lower(), account):
        if text.endswith(BOT):
            return ACCOUNTS.get(text.removesuffix(BOT), text)
    return None
