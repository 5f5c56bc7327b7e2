"""Whose commit it is: an agent's, a person's, or one in which both had a hand.

An agent is known by its author, committer, `Co-authored-by`, or a trailer in which tools name themselves. A pattern
(`review.agents`, `review.humans`) is one of `fnmatch`, in any case, for a name, an address, or `Name <address>`.
"""

from __future__ import annotations

from fnmatch import fnmatchcase

from memoryrail_lint.checks import agents

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Final

    from memoryrail_lint.git.authored import Authored

    Identity = tuple[str, str]

FORGES: Final = ("noreply@github.com",)
"""Who commits what a person merges or edits on a forge's pages: neither a person nor an agent."""
PEOPLE: Final = ("co-authored-by", "co-developed-by")
TOOLS: Final = ("generated-by", "assisted-by", "ai-assisted-by", "generated-with")
"""Trailers whose value is a tool: that of the Linux kernel's guide (`Assisted-by: AGENT:MODEL`), and of Apache's."""
SESSIONS: Final = {"amp-thread-id": "Amp", "claude-session": "Claude", "codex-session": "Codex"}
_MODELS: Final = ("claude", "copilot", "gemini", "chatgpt", "gpt", "openai", "windsurf", "kiro", "grok", "kimi", "glm")
_SQUASHED: Final = "Squashed commit of the following:"
LONGEST: Final = 64 * 1024
"""How much of a commit message is read, from its beginning and from its end."""


class Hands:
    """Who had a hand in a commit: the names of agents and of persons, each in order and once.

    squashed: it is several commits in one, so that nobody can tell who did which part.
    """

    __slots__ = ("agents", "humans", "squashed")

    def __init__(self, agents: Iterable[str], humans: Iterable[str], *, squashed: bool) -> None:
        self.agents = list(dict.fromkeys(agents))
        self.humans = list(dict.fromkeys(humans))
        self.squashed = squashed


class Judge:
    """Tells agents and persons apart. agents: patterns of further agents; humans: of those who are none."""

    def __init__(self, agents: Sequence[str] = (), humans: Sequence[str] = ()) -> None:
        self._agents = [pattern.lower() for pattern in agents]
        self._humans = [pattern.lower() for pattern in humans]

    def hands(self, commit: Authored) -> Hands:
        found: list[str] = []
        people: list[str] = []
        for name, address in _identities(commit):
            agent = self.agent(name, address) or (None if address else self._tool(name))
            if agent is not None:
                found.append(agent)
            elif (name or address) and address.strip().lower() not in FORGES:
                people.append(name or address)
        found += [agent for value in _tools(commit.message) if (agent := self._tool(value)) is not None]
        by_agent = self.agent(*commit.committer) is not None
        return Hands(found, people, squashed=not by_agent and self._is_squashed(commit))

    def agent(self, name: str, address: str) -> str | None:
        """The agent that an identity is; None for a person."""
        if _matches(self._humans, name, address):
            return None
        if _matches(self._agents, name, address):
            return name or address
        if name.strip().lower().endswith(" (aider)"):  # what aider makes of the name of the person it works for
            return "aider"
        return agents.identity_agent(name, address)

    def _is_squashed(self, commit: Authored) -> bool:
        """Whether a forge, or `git merge --squash`, made one commit of several.

        A forge commits itself then, and puts the number of the request behind the subject. What git wrote names the
        persons whose commits those were; words that anybody can write make no squash of a commit.
        """
        if _SQUASHED in commit.message:
            named = (_identity(value) for key, value in _trailers(commit.message) if key in (*PEOPLE, "author"))
            return any(self.agent(*one) is None and (one[1] or self._tool(one[0]) is None) for one in named)
        subject = commit.message.strip().partition("\n")[0].rstrip()
        number = subject.rpartition("(#")[2] if subject.endswith(")") else ""
        return commit.committer[1].lower() in FORGES and number[:-1].isdigit()

    def _tool(self, value: str) -> str | None:
        """The agent that a tool's trailer names; None for a person, and for a tool that is no agent."""
        name, address = _identity(value)
        if _matches(self._humans, name, address):
            return None
        if _matches(self._agents, name, address):
            return name
        if address:
            return self.agent(name, address)
        first = name.lower().replace("github ", "")
        known = (word for word in _known() if first.startswith(word) and not first[len(word) :][:1].isalnum())
        return name if any(known) else None


def _known() -> tuple[str, ...]:
    named = {*agents.VARIABLES.values(), *agents.ADDRESSES.values(), *agents.ACCOUNTS.values()} - {"an agent"}
    return (*_MODELS, *sorted(name.lower().replace("github ", "") for name in named))


def _matches(patterns: Sequence[str], name: str, address: str) -> bool:
    texts = (name.lower(), address.lower(), f"{name} <{address}>".lower())
    return any(fnmatchcase(text, pattern) for pattern in patterns for text in texts)


def _identities(commit: Authored) -> Iterator[Identity]:
    yield commit.author
    yield commit.committer
    squashed = _SQUASHED in commit.message
    for key, value in _trailers(commit.message):
        if key in PEOPLE or (squashed and key == "author"):
            yield _identity(value)


def _tools(message: str) -> Iterator[str]:
    for key, value in _trailers(message):
        if key in TOOLS:
            yield value
        elif key in SESSIONS:
            yield SESSIONS[key]


def _trailers(message: str) -> Iterator[tuple[str, str]]:
    """(key in lower case, value) of every line that has a trailer's form, wherever a squash has left it.

    As git reads them (git-interpret-trailers(1)), a blank may stand before the colon, and a value may be folded.
    """
    if len(message) > 2 * LONGEST:
        message = f"{message[:LONGEST]}\n{message[-LONGEST:]}"
    lines = message.splitlines()
    for line, following in zip(lines, [*lines, ""][1:], strict=True):
        key, colon, value = line.strip().partition(":")
        key = key.rstrip()
        if not value.strip() and following[:1] in (" ", "\t"):
            value = following
        if colon and value.strip() and key.replace("-", "").isalnum():
            yield key.lower(), value.strip()


def _identity(value: str) -> Identity:
    name, bracket, rest = value.partition("<")
    return name.strip(), rest.partition(">")[0].strip() if bracket else ""
