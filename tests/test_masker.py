"""Masking with what a file gives away: one way for few values, one for many, with the same result."""

from __future__ import annotations

import pytest

from memoryrail_lint.masker import MANY, Masker
from memoryrail_lint.source import Source


def values(count: int) -> list[str]:
    return [f"Hj5Kl6Yu7Io8Pn9Bv{number:04}x" for number in range(count)]


@pytest.mark.parametrize("count", [1, MANY, MANY + 1, 400])
def test_values_that_only_their_place_gives_away(count: int) -> None:
    found = values(count)
    mask = Masker(Source("a.md", "".join(f'password = "{value}"\n' for value in found).encode()))
    assert mask(f"at {found[0]}, {found[-1]}.") == "at ***, ***."
    assert mask("nothing here: Hj5Kl6Yu7Io8") == "nothing here: Hj5Kl6Yu7Io8"
    assert mask("") == ""
