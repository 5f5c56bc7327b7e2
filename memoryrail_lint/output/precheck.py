"""The memories that bind a change, for people, programs, GitHub's annotations and a pull request's comment.

A memory is what `spec/precheck.schema.json` describes, with `stops` (`--fail` fails for it) and `paths` (the changed
paths that its links are about). All texts are already masked, on one line and free of invisible characters.
"""

from __future__ import annotations

from memoryrail_lint.output.escape import inert

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Final

FORMATS: Final = ("text", "json", "github", "markdown")
VERSION: Final = 1
NAMES: Final = ("ref", "id", "type", "title", "pinned", "why", "lines", "path")
ADVICE: Final = "Cite what you rely on as [per REF]; stop and ask where a constraint or a decision stands against it."


def render(format: str, memories: Sequence[dict[str, Any]]) -> str:
    return {"text": text, "json": json, "github": github, "markdown": markdown}[format](memories)


def json(memories: Sequence[dict[str, Any]]) -> str:
    from memoryrail_lint.output.escape import document

    listed = [{name: memory[name] for name in NAMES} for memory in memories]
    return document({"version": VERSION, "memories": listed})


def text(memories: Sequence[dict[str, Any]]) -> str:
    if not memories:
        return "No memory applies.\n"
    lines = []
    for memory in memories:
        lines.append(f"{memory['ref']}  {memory['type']}: {inert(memory['title'])}")
        lines.append(f"    applies: {inert(_reasons(memory))}")
        lines += [f"    | {inert(line)}" for line in memory["lines"]]
    return "\n".join([*lines, _count(memories), ""])


def _count(memories: Sequence[object]) -> str:
    return f"{_many(memories)} {ADVICE}"


def _many(memories: Sequence[object]) -> str:
    return "1 memory applies." if len(memories) == 1 else f"{len(memories)} memories apply."


def _reasons(memory: dict[str, Any]) -> str:
    said = {"pinned": "pinned", "link": "links {}", "text": "the plan says {}"}
    return "; ".join(said[why["kind"]].format(why["detail"]) for why in memory["why"])


def github(memories: Sequence[dict[str, Any]]) -> str:
    """Annotations of the changed files: warnings for what `--fail` fails for, notices for the rest."""
    from memoryrail_lint.output.github import LIMIT, command

    lines = []
    for level, stops in (("warning", True), ("notice", False)):
        found = [memory for memory in memories if memory["stops"] is stops]
        shown = found if len(found) <= LIMIT else found[: LIMIT - 1]
        for memory in shown:
            file = {"file": inert(memory["paths"][0]), "line": 1} if memory["paths"] else {}
            message = [f"{memory['title']} (applies: {_reasons(memory)})", *memory["lines"]]
            title = {"title": f"{memory['ref']} {memory['type']}"}
            lines.append(command(level, {**title, **file}, "\n".join(map(inert, message))))
        if len(shown) < len(found):
            rest = f"{len(found) - len(shown)} more memories apply than GitHub shows; `--format text` has them all"
            lines.append(command(level, {"title": "memoryrail-lint"}, rest))
    return "".join(f"{line}\n" for line in lines)


def markdown(memories: Sequence[dict[str, Any]]) -> str:
    """A pull request's comment. What comes from a file stands in code, where nothing is live."""
    if not memories:
        return "No memory applies.\n"
    parts = [f"### {_many(memories)}", ""]
    for memory in memories:
        parts.append(f"- **{memory['ref']}** {memory['type']}: {code(memory['title'])}")
        parts.append(f"  applies: {', '.join(_reason(why) for why in memory['why'])}")
        if memory["lines"]:
            fence = "`" * max(3, _longest_run("\n".join(memory["lines"])) + 1)
            parts += ["", *(f"  {line}" for line in (f"{fence}text", *map(inert, memory["lines"]), fence)), ""]
    return "\n".join([*parts, "", ADVICE.replace("[per REF]", "`[per REF]`"), ""])


def _reason(why: dict[str, Any]) -> str:
    return str(why["kind"]) if why["detail"] is None else f"{why['kind']} {code(why['detail'])}"


def code(text: str) -> str:
    """A code span that holds any text of one line."""
    text = inert(text) or " "
    fence = "`" * (_longest_run(text) + 1)
    edge = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{edge}{text}{edge}{fence}"


def _longest_run(text: str) -> int:
    longest = 0
    while "`" * (longest + 1) in text:
        longest += 1
    return longest
