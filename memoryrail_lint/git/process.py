"""A git child with pipes, started without `subprocess` where possible: importing that costs as much as the child."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


class Child:
    """One running command: what it prints is read, and with `talk` it can be written to. Standard error is dropped.

    Raises OSError where the command cannot be started.
    """

    __slots__ = ("_kill", "_wait", "reading", "status", "writing")

    def __init__(self, argv: Sequence[str], env: Mapping[str, str], *, talk: bool = False) -> None:
        self.status: int | None = None
        """Exit status once the child has ended, negative for a signal."""
        self.reading = -1
        self.writing = -1
        self._kill: Callable[[], object]
        self._wait: Callable[[], int]
        if hasattr(os, "posix_spawnp"):
            self._spawn([encode(word) for word in argv], env, talk)
        else:
            self._popen(argv, env, talk)

    def _spawn(self, argv: list[bytes], env: Mapping[str, str], talk: bool) -> None:
        reading, its_out = os.pipe()
        its_in, writing = os.pipe() if talk else (os.open(os.devnull, os.O_RDONLY), -1)
        actions = [
            (os.POSIX_SPAWN_DUP2, its_out, 1),
            (os.POSIX_SPAWN_DUP2, its_in, 0),
            (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
        ]
        try:
            pid = os.posix_spawnp(argv[0], argv, env, file_actions=actions)
        except OSError:
            os.close(reading)
            if talk:
                os.close(writing)
            raise
        finally:
            os.close(its_out)
            os.close(its_in)
        self.reading, self.writing = reading, writing
        self._kill = lambda: os.kill(pid, 15)
        self._wait = lambda: os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

    def _popen(self, argv: Sequence[str], env: Mapping[str, str], talk: bool) -> None:
        from subprocess import DEVNULL, PIPE, Popen

        child = Popen(argv, env=env, stdin=PIPE if talk else DEVNULL, stdout=PIPE, stderr=DEVNULL)
        assert child.stdout
        self.reading = os.dup(child.stdout.fileno())
        child.stdout.close()
        if child.stdin:
            self.writing = os.dup(child.stdin.fileno())
            child.stdin.close()
        self._kill, self._wait = child.kill, child.wait

    def read(self, size: int = 1 << 16) -> bytes:
        """What has been printed, at most `size` bytes; empty at the end."""
        return os.read(self.reading, size)

    def write(self, data: bytes) -> None:
        """Hand `data` (short: the pipe must hold it) to the child. Raises BrokenPipeError once it has ended."""
        while data:
            data = data[os.write(self.writing, data) :]

    def wait(self) -> int:
        """Close the pipes and wait for the end; the exit status."""
        if self.status is None:
            os.close(self.reading)
            if self.writing >= 0:
                os.close(self.writing)
            self.status = self._wait()
        return self.status

    def stop(self) -> None:
        """End the child when nothing more is wanted from it."""
        if self.status is None:
            try:
                self._kill()
            except OSError:
                pass
            self.wait()


def encode(text: str) -> bytes:
    """A path or argument as git stores it: UTF-8 whatever the locale says, other bytes as they were."""
    return text.encode("utf-8", "surrogateescape")


def decode(data: bytes) -> str:
    """The inverse of `encode`."""
    return data.decode("utf-8", "surrogateescape")
