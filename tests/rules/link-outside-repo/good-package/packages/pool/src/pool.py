"""The connection pool."""

SIZE = 10
IDLE = 60


def acquire(size: int = SIZE) -> int:
    return min(size, SIZE)
