"""One question about each of many things, asked in several processes at once."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

LEAST: Final = 500
"""As many things are worth a process: asking about them takes some ten times as long as the fork."""
_MOST: Final = 8
_CHUNKS: Final = 250
"""A chunk's number is one byte, so that who reads it from the pipe has it alone."""
_NUMBER: Final = 4
"""Bytes of a thing's number."""


class Spread:
    """Which of the numbers below `count` are of interest, found out by forked processes while this one goes on.

    ask: whether a number is. It is called in any process and any order, and what it changes may be lost. Where there is
    no `fork`, no second processor or not enough to do, and where a process fails, `finish` asks by itself.
    """

    __slots__ = ("_answers", "_ask", "_count", "_queue", "_size")

    def __init__(self, count: int, ask: Callable[[int], bool], *, least: int = LEAST) -> None:
        self._ask = ask
        self._count = count
        self._size = -(-count // _CHUNKS) or 1
        self._answers: list[tuple[int, int]] = []
        """(process, the reading end of its pipe)"""
        self._queue, filling = os.pipe()
        os.write(filling, bytes(range(-(-count // self._size))))
        os.close(filling)
        for _ in range(min(_processors() - 1, count // least, _MOST)):
            self._fork()

    def _fork(self) -> None:
        try:
            reading, writing = os.pipe()
            process = os.fork()
        except OSError:  # no more processes: whoever is there does it
            return
        if not process:
            self._serve(writing)
        os.close(writing)
        self._answers.append((process, reading))

    def _serve(self, writing: int) -> None:
        """The forked process: answer for chunks as long as there are any, and never come back."""
        try:
            low, high = sorted((self._queue, writing))
            # A pipe to a git child that stays open here would keep that child, and whoever waits for it, waiting.
            os.closerange(3, low)
            os.closerange(low + 1, high)
            os.closerange(high + 1, 256)
            while chunk := os.read(self._queue, 1):
                found = b"".join(number.to_bytes(_NUMBER, "big") for number in self._asked(chunk[0]))
                data = chunk + len(found).to_bytes(_NUMBER, "big") + found
                while data:
                    data = data[os.write(writing, data) :]
        finally:
            os._exit(0)

    def _asked(self, chunk: int) -> list[int]:
        start = chunk * self._size
        return [number for number in range(start, min(start + self._size, self._count)) if self._ask(number)]

    def finish(self) -> list[int]:
        """The numbers of interest, in order. Raises what asking raises."""
        found: list[int] = []
        left = set(range(-(-self._count // self._size)))
        try:
            while chunk := os.read(self._queue, 1):
                left.discard(chunk[0])
                found += self._asked(chunk[0])
            while self._answers:
                found += self._heard(left)
            for number in sorted(left):
                found += self._asked(number)
        finally:
            self.close()
        return sorted(found)

    def _heard(self, left: set[int]) -> list[int]:
        """What one process has found out; the chunks it answered for in full are no longer `left`."""
        process, reading = self._answers.pop()
        with open(reading, "rb") as pipe:
            data = pipe.read()
        os.waitpid(process, 0)
        found: list[int] = []
        at, head = 0, 1 + _NUMBER
        while at + head <= len(data):
            size = int.from_bytes(data[at + 1 : at + head], "big")
            numbers = data[at + head : at + head + size]
            if len(numbers) < size:
                break
            left.discard(data[at])
            found += (int.from_bytes(numbers[k : k + _NUMBER], "big") for k in range(0, size, _NUMBER))
            at += head + size
        return found

    def close(self) -> None:
        """End what still runs."""
        if self._queue >= 0:
            os.close(self._queue)
            self._queue = -1
        while self._answers:
            process, reading = self._answers.pop()
            os.close(reading)
            os.kill(process, 9)
            os.waitpid(process, 0)


def _processors() -> int:
    """How many processors this process may use; 1 where none other can be started by a fork."""
    if not hasattr(os, "fork"):
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
