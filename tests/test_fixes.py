"""From fixes to new contents."""

from __future__ import annotations

import pytest

from memoryrail_lint.diagnostics import Edit, Fix
from memoryrail_lint.errors import Trouble
from memoryrail_lint.fixes import collect, diff, write
from memoryrail_lint.source import BOM, Source


def plain(text: str) -> str:
    return text


def fix(source: Source, *edits: tuple[int, int, str], safe: bool = True) -> Fix:
    return Fix("mend", [Edit(source, *edit) for edit in edits], safe=safe)


def contents(changes) -> dict[str, bytes]:
    return {path: data for path, (_, data) in changes.contents.items()}


def test_safe_and_unsafe() -> None:
    source = Source("x", b"abcd")
    fixes = [fix(source, (0, 1, "A")), fix(source, (2, 3, "C"), safe=False)]
    assert contents(collect(fixes, unsafe=False)) == {"x": b"Abcd"}
    assert contents(collect(fixes, unsafe=True)) == {"x": b"AbCd"}


@pytest.mark.parametrize(
    ("first", "second", "result"),
    [
        ((0, 2, "X"), (1, 3, "Y"), b"Xcd"),
        ((0, 2, "X"), (2, 3, "Y"), b"Xcd"),
        ((1, 1, "X"), (1, 1, "Y"), b"aXbcd"),
        ((0, 1, "X"), (3, 4, "Y"), b"XbcY"),
    ],
)
def test_of_two_that_touch_the_first_wins(first, second, result: bytes) -> None:
    source = Source("x", b"abcd")
    assert contents(collect([fix(source, first), fix(source, second)], unsafe=False)) == {"x": result}


def test_a_fix_is_done_whole_or_not() -> None:
    one, two = Source("x", b"ab"), Source("y", b"cd")
    both = Fix("both", [Edit(one, 0, 1, "A"), Edit(two, 0, 1, "C")], safe=True)
    assert contents(collect([fix(two, (0, 2, "Z")), both], unsafe=False)) == {"y": b"Z"}
    assert contents(collect([both], unsafe=False)) == {"x": b"Ab", "y": b"Cd"}


def test_what_changes_nothing_is_no_change() -> None:
    assert not collect([fix(Source("x", b"ab"), (0, 1, "a"))], unsafe=False)
    assert not collect([], unsafe=True)


def test_a_renamed_file_is_not_edited_too() -> None:
    source = Source("m/x.md", b"ab")
    rename = Fix("rename", rename=("m/x.md", "m/y.md"), safe=False)
    changes = collect([rename, fix(source, (0, 1, "A"))], unsafe=True)
    assert (changes.renames, contents(changes)) == ([("m/x.md", "m/y.md")], {})
    changes = collect([fix(source, (0, 1, "A")), rename], unsafe=True)
    assert (changes.renames, contents(changes)) == ([], {"m/x.md": b"Ab"})


def test_two_files_do_not_get_one_name() -> None:
    renames = [Fix("rename", rename=(old, "c"), safe=False) for old in "ab"]
    assert collect(renames, unsafe=True).renames == [("a", "c")]


def test_write(tmp_path) -> None:
    (tmp_path / "x").write_bytes(BOM + b"a\r\nb")
    (tmp_path / "y").write_bytes(b"y")
    source = Source("x", BOM + b"a\r\nb")
    changes = collect(
        [fix(source, (0, 1, "A")), Fix("rename", rename=("y", "z"), safe=False)],
        unsafe=True,
    )
    write(changes, str(tmp_path))
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"x": BOM + b"A\r\nb", "z": b"y"}


def test_what_was_saved_meanwhile_is_not_overwritten(tmp_path) -> None:
    (tmp_path / "x").write_bytes(b"ab, and more that an editor saved")
    with pytest.raises(Trouble, match="x was changed meanwhile; nothing was written"):
        write(collect([fix(Source("x", b"ab"), (0, 1, "A"))], unsafe=False), str(tmp_path))
    assert (tmp_path / "x").read_bytes() == b"ab, and more that an editor saved"


def test_a_file_that_is_not_there_yet_is_made(tmp_path) -> None:
    write(collect([fix(Source("sub/x"), (0, 0, "A"))], unsafe=False), str(tmp_path))
    assert (tmp_path / "sub/x").read_bytes() == b"A"


def test_nothing_is_overwritten_by_a_rename(tmp_path) -> None:
    (tmp_path / "x").write_bytes(b"x")
    (tmp_path / "y").write_bytes(b"y")
    changes = collect([Fix("rename", rename=("x", "y"), safe=False)], unsafe=True)
    with pytest.raises(Trouble, match="exists already"):
        write(changes, str(tmp_path))
    assert (tmp_path / "y").read_bytes() == b"y"


def test_diff() -> None:
    source = Source("x.md", b"one\r\ntwo\x1b[31m\r\nthree\r\n")
    changes = collect([fix(source, (0, 3, "ONE"))], unsafe=False)
    changes.renames.append(("a\nb", "c"))
    assert diff(changes, plain).splitlines() == [
        "--- a/x.md",
        "+++ b/x.md",
        "@@ -1,3 +1,3 @@",
        "-one",
        "+ONE",
        " two\\x1b[31m",
        " three",
        "rename from a\\nb",
        "rename to c",
    ]


def test_a_diff_masks() -> None:
    value = "Hq7zPw2m" + "Lk9xVb4T"
    source = Source("x.md", f"password: {value}\n".encode())
    changes = collect([fix(source, (0, len(source.text) - 1, f'note: "{value}"'))], unsafe=False)
    shown = diff(changes, plain)
    assert value not in shown
    assert '+note: "***"' in shown
