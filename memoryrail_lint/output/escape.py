"""What the formats share of making text harmless: in a terminal or a CI log, and as a JSON document."""

from __future__ import annotations

from memoryrail_lint.diagnostics import visible

# GitHub's and Azure's runners take these for commands anywhere on a line of a step's log, TeamCity too.
_COMMANDS = ("##[", "##vso[", "##teamcity[")


def inert(text: str) -> str:
    """`text` on one line that a terminal or a CI log shows and never obeys."""
    text = visible(text)
    if "##" in text:
        for command in _COMMANDS:
            text = text.replace(command, f"#\\x23{command[2:]}")
    return text


def document(value: object) -> str:
    """A JSON document in ASCII, so that no invisible character can live in it, with a final newline.

    A document may be printed into a CI log too, hence a second way to write the number sign of a runner's command.
    """
    import json

    text = json.dumps(value, indent=2)
    for command in _COMMANDS:
        text = text.replace(command, f"#\\u0023{command[2:]}")
    return text + "\n"
