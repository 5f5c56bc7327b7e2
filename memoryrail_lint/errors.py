"""The one exception that commands turn into a line on standard error and exit status 2."""


class Trouble(Exception):
    """The tool cannot do its job. The text is one line: what is wrong, where, what to do. Values in it are quoted."""
