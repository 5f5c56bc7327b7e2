"""The notation of the examples in the table, so that no credential-shaped text is stored anywhere.

``«w36»`` stands for 36 characters of an alphabet, ``[[`` and ``]]`` enclose the value that must be found:
``token=[[ghp_«w36»]]``. The text is made only when a test asks for it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

ALPHABETS: Final = {
    "w": "QwE1rTy2UiO3pAs4DfG5hJk6LzX7cVb8NmQ9",
    "b": "Qw1-Er2_Ty3Ui4Op5As6Df7_Gh8Jk9-Lz0Xc1Vb2Nm3",
    "s": "Qw1+Er2/Ty3Ui4Op5As6Df7/Gh8Jk9+Lz0Xc1Vb2Nm3",
    "l": "qw1er2ty3ui4op5as6df7gh8jk9lz0xc1vb2nm3",
    "u": "QW3ERT5YUI2OPA7SDF4GHJ6KLZ3XCV5BNM2",
    "h": "9f3a7c1e5b8d2046fa1c93e7b5d80264",
    "H": "9F3A7C1E5B8D2046FA1C93E7B5D80264",
    "d": "8203947561948205736",
    "a": "QwhErtxYuimOpzAsdbFghqJklc",
    "z": "qw2er3ty4ui5op6as7df2gh3jk4lz5xc6vb7nm",
    "c": "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
}
"""Letter of the notation to a walk through its alphabet.

w base62, b base64url, s base64, l lower case and digits, z lower case Base32, u upper case and digits, h and H
hexadecimal, d decimal, a letters, c Bech32.
"""


def walk(alphabet: str, length: int) -> str:
    """`length` characters along the alphabet's walk, which turns every round by five so that nothing repeats."""
    keys = ALPHABETS[alphabet]
    return "".join(keys[(i + 5 * (i // len(keys))) % len(keys)] for i in range(length))


def expand(example: str) -> tuple[str, list[tuple[int, int]]]:
    """The text of an example, and the spans of the values in it that must be found."""
    text, spans, start, at = "", [], 0, 0
    while at < len(example):
        if example[at] == "«":
            end = example.index("»", at)
            text += walk(example[at + 1], int(example[at + 2 : end]))
            at = end + 1
        elif example.startswith("[[", at):
            start, at = len(text), at + 2
        elif example.startswith("]]", at):
            spans.append((start, len(text)))
            at += 2
        else:
            text, at = text + example[at], at + 1
    return text, spans
