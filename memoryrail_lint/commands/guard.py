"""Judge what a coding agent is about to write: JSON of its host on standard input, the answer on standard output."""

from __future__ import annotations

import os
import sys

from memoryrail_lint.errors import Trouble
from memoryrail_lint.guard import CannotCheck, Verdict, hosts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

DRAINED: Final = 64 * 1024 * 1024
"""How much of a payload that is too large is read away, so that the host can finish writing it."""


def main(argv: Sequence[str]) -> int:
    """0, whatever happens: hosts take another status, 2 above all, for a decision."""
    verdict, host = Verdict(), "claude"
    try:
        host = _host(argv)
        write = hosts.read(host, _payload())
        if write is not None:
            _judge(write, verdict)
    except (CannotCheck, Trouble) as error:
        verdict.unchecked.append(_safe(str(error)))
    except KeyboardInterrupt:
        verdict.unchecked.append("interrupted")
    except MemoryError:
        verdict.unchecked.append("out of memory")
    except Exception as error:
        verdict.unchecked.append(f"internal error ({type(error).__name__}); please report it")
    _say(hosts.answer(host, verdict))
    return 0


def _host(argv: Sequence[str]) -> str:
    if not argv:
        return "claude"
    from memoryrail_lint import options

    parser = options.bare("memoryrail-lint guard", __doc__)
    parser.add_argument("--host", choices=tuple(hosts.EVENTS), default="claude", help="whose JSON it is")
    host: str = parser.parse_args(argv).host
    return host


def _payload() -> bytes:
    if sys.stdin.isatty():
        raise CannotCheck("the host's JSON is expected on standard input; `memoryrail-lint init --guard` sets it up")
    data = sys.stdin.buffer.read(hosts.MAX_PAYLOAD_BYTES + 1)
    left = DRAINED if len(data) > hosts.MAX_PAYLOAD_BYTES else 0
    while left > 0 and (more := sys.stdin.buffer.read(min(left, 1 << 20))):
        left -= len(more)
    return data


def _judge(write: hosts.Write, verdict: Verdict) -> None:
    from memoryrail_lint.guard import engramory, memoryrail
    from memoryrail_lint.guard.change import real

    try:
        for path in real(write.path, write.cwd):
            if not memoryrail.judge(path, write, verdict):
                engramory.judge(path, write, verdict)
    except OSError as error:
        raise CannotCheck(f"the file cannot be reached: {(error.strerror or type(error).__name__).lower()}") from None


def _safe(text: str) -> str:
    from memoryrail_lint.checks.secrets import mask
    from memoryrail_lint.diagnostics import visible

    return visible(mask(text))


def _say(text: str) -> None:
    """Print the answer; a host that no longer listens is no reason for another exit status."""
    if not text:
        return
    try:
        sys.stdout.buffer.write((text + "\n").encode(errors="backslashreplace"))
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
