"""The one connection pool of this process."""

SIZE = 10
