"""memoryrail-lint: checks for the project memory that coding agents keep in git."""

__version__ = "0.1.0"
