"""What the hosts of coding agents say before a file is written, and the form of the answer.

claude: Claude Code, event `PreToolUse` (https://code.claude.com/docs/en/hooks), tools `Write`, `Edit` and `MultiEdit`
(https://code.claude.com/docs/en/tools-reference). Only "deny" is ever decided; without a decision its own permissions
apply. gemini: Gemini CLI, event `BeforeTool` (https://geminicli.com/docs/hooks/reference), tools `write_file` and
`replace` (https://geminicli.com/docs/tools/file-system). It takes no context for the model there, so that notes go to
the person at the terminal.
"""

from __future__ import annotations

from memoryrail_lint import rawjson
from memoryrail_lint.guard import CannotCheck, Verdict
from memoryrail_lint.guard.edits import Edit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, Final

MAX_PAYLOAD_BYTES: Final = 8 * 1024 * 1024
EVENTS: Final = {"claude": "PreToolUse", "gemini": "BeforeTool"}
"""Host -> the event before a tool runs."""
SHOWN: Final = 10
"""How many reasons one answer names; hosts cut long answers."""
# Host -> where its settings lie, and what goes into them.
SETTINGS: Final = {
    "claude": (
        ".claude/settings.json",
        """\
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Write|Edit|MultiEdit",
        "hooks": [{"type": "command", "command": "memoryrail-lint guard", "timeout": 60}]
      }
    ]
  }
}
""",
    ),
    "gemini": (
        ".gemini/settings.json",
        """\
{
  "hooks": {
    "BeforeTool": [
      {
        "matcher": "write_file|replace",
        "hooks": [{"type": "command", "command": "memoryrail-lint guard --host gemini", "timeout": 60000}]
      }
    ]
  }
}
""",
    ),
}


class Write:
    """One write of a file. path: as the host gives it, from `cwd` where it is relative. content: the whole file, or
    `edits` of the present one. mends: the host repairs edits that do not fit, so that the outcome is not known.
    """

    __slots__ = ("content", "cwd", "edits", "mends", "path")

    def __init__(
        self, path: str, cwd: str | None, content: str | None, edits: Sequence[Edit] = (), *, mends: bool = False
    ) -> None:
        self.path = path
        self.cwd = cwd
        self.content = content
        self.edits = edits
        self.mends = mends


def read(host: str, payload: bytes) -> Write | None:
    """The write that a payload announces; None where it announces something else. Raises CannotCheck."""
    if len(payload) > MAX_PAYLOAD_BYTES:
        raise CannotCheck(f"it is larger than {MAX_PAYLOAD_BYTES >> 20} MiB")
    try:
        document = rawjson.loads(payload.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise CannotCheck("what the host says is not UTF-8") from None
    except (ValueError, RecursionError):
        raise CannotCheck("what the host says is no JSON") from None
    if not isinstance(document, dict):
        raise CannotCheck("what the host says is no JSON object")
    if document.get("hook_event_name", EVENTS[host]) != EVENTS[host]:
        return None
    cwd, tool, given = document.get("cwd"), document.get("tool_name"), document.get("tool_input")
    if not isinstance(tool, str):
        raise CannotCheck("what the host says names no tool")
    if tool not in _TOOLS[host]:
        return None
    if not isinstance(given, dict):
        raise CannotCheck(f"what the host says about {tool} has no tool_input")
    path = _text(given, "file_path")
    if not path or "\0" in path:
        raise CannotCheck("it names no file")
    cwd = _whole(cwd) if isinstance(cwd, str) and cwd and "\0" not in cwd else None
    if tool in ("Write", "write_file"):
        return Write(path, cwd, _text(given, "content"))
    edits = given.get("edits") if tool == "MultiEdit" else [given]
    if not isinstance(edits, list) or not all(isinstance(edit, dict) for edit in edits):
        raise CannotCheck("its edits are no list of objects")
    return Write(path, cwd, None, [_edit(edit) for edit in edits], mends=host == "gemini")


_TOOLS: Final = {"claude": ("Write", "Edit", "MultiEdit"), "gemini": ("write_file", "replace")}


def _edit(given: Mapping[str, Any]) -> Edit:
    every = given.get("replace_all") is True or given.get("allow_multiple") is True
    number = given.get("expected_replacements", 1)
    times = number if isinstance(number, int) and not isinstance(number, bool) and number > 0 else 1
    return Edit(_text(given, "old_string"), _text(given, "new_string"), 0 if every else times)


def _text(given: Mapping[str, Any], name: str) -> str:
    value = given.get(name)
    if not isinstance(value, str):
        raise CannotCheck(f"its {name} is no text")
    return _whole(value)


def _whole(text: str) -> str:
    """A text without lone surrogates, which hosts write as U+FFFD."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def answer(host: str, verdict: Verdict) -> str:
    """The JSON that answers a host; "" where there is nothing to say."""
    if verdict.denied:
        reason = _lines("memoryrail-lint refused this write; nothing was written.", verdict.denied)
        if host == "gemini":
            return _json({"decision": "deny", "reason": reason})
        decision = {"permissionDecision": "deny", "permissionDecisionReason": reason}
        return _json({"hookSpecificOutput": {"hookEventName": EVENTS[host], **decision}})
    parts = []
    if verdict.unchecked:
        parts.append(
            _lines("memoryrail-lint could not check this write, and says neither yes nor no:", verdict.unchecked)
        )
    if verdict.notes:
        parts.append(_lines("memoryrail-lint about this write, which it does not stop:", verdict.notes))
    if not parts:
        return ""
    text = "\n".join(parts)
    if host == "gemini":
        return _json({"systemMessage": text})
    told: dict[str, Any] = {"hookSpecificOutput": {"hookEventName": EVENTS[host], "additionalContext": text}}
    if verdict.unchecked:
        told["systemMessage"] = parts[0]
    return _json(told)


def _lines(head: str, lines: Sequence[str]) -> str:
    lines = list(dict.fromkeys(lines))  # a symlink and its target are judged both
    more = ["and more"] if len(lines) > SHOWN else []
    return "\n".join([head, *(f"- {line}" for line in [*lines[:SHOWN], *more])])


def _json(value: Mapping[str, Any]) -> str:
    inner = (
        f"{rawjson.encode_string(k)}: {_json(v) if isinstance(v, dict) else rawjson.encode_string(v)}"
        for k, v in value.items()
    )
    return "{" + ", ".join(inner) + "}"
