"""`memoryrail-lint sync`: write, verify, show or remove the managed block of the agent files."""

from __future__ import annotations

import os
import sys

from memoryrail_lint import options
from memoryrail_lint.commands import nearest_store
from memoryrail_lint.diagnostics import visible
from memoryrail_lint.errors import Trouble
from memoryrail_lint.profiles.memoryrail import refusal
from memoryrail_lint.source import BOM, Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from memoryrail_lint.profiles.memoryrail.targets import AgentFiles, Target


def main(argv: Sequence[str]) -> int:
    """0 = done, or nothing to do; 1 = --check found drift, a target is refused, or a memory had to be left out."""
    parser = options.bare("memoryrail-lint sync", __doc__)
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--check", action="store_true", help="write nothing; exit 1 where a block is missing or differs")
    mode.add_argument("--diff", action="store_true", help="write nothing; show what would change")
    mode.add_argument("--remove", action="store_true", help="take the block out of the agent files")
    parser.add_argument("--also", action="append", default=[], metavar="PATH", help="one more agent file")
    parser.add_argument("--root", metavar="DIR", help="work as if started in this folder")
    given = parser.parse_args(argv)

    from memoryrail_lint.profiles.memoryrail.targets import AgentFiles

    store = nearest_store(given.root)
    if store.settings.fault is not None or store.settings.version_unknown:
        config = f"{visible(store.folder)}/config.json"
        raise Trouble(f"{config} is not valid, so no block can be made; `memoryrail-lint check` says why")
    files = AgentFiles(store, given.also)
    if store.config.generator == "other":
        return _leave(files, given.check)
    refused = _say_refused(files)
    if refused and not given.check:
        return 1
    changes, placeless = _changes(files, remove=given.remove)
    refused = refused or placeless
    if refused and not given.check:
        return 1
    if given.check:
        for path in changes:
            _say(f"{path}: the managed block is missing or out of date; run `memoryrail-lint sync`")
        return 1 if changes or refused or _say_left_out(files) else 0
    if given.diff:
        _show(files, changes)
        return 1 if _say_left_out(files) else 0
    _write(store, files, changes)
    return 1 if _say_left_out(files) and not given.remove else 0


def _leave(files: AgentFiles, check: bool) -> int:
    """Say that the block belongs to another tool; with --check compare it, 1 where it differs."""
    if not check:
        print('left alone: another tool writes the block (sync.generator = "other")')
        return 0
    from memoryrail_lint.diagnostics import quote
    from memoryrail_lint.masker import Masker
    from memoryrail_lint.profiles.memoryrail import foreign_block

    differs = _say_refused(files)
    for target in files.targets:
        if target.needs_block and not target.refused:
            _say(f"{target.path}: the managed block is missing; let the tool that writes it do so")
            differs = True
    for finding in foreign_block.compare_all(files):
        mask = Masker(finding.source)
        message = finding.message.format(*(quote(value, mask) for value in finding.values))
        _say(f"{finding.source.path}:{finding.source.place(finding.span)[0]}: {message}")
        differs = True
    return 1 if differs else 0


def _changes(files: AgentFiles, *, remove: bool) -> tuple[dict[str, tuple[Source, bytes]], bool]:
    """What changes, by path; and whether a file has no place for a block, which is said."""
    changes, placeless = {}, False
    for target in files.targets:
        try:
            changed = change(target, files, remove=remove)
        except NoPlace as refusal:
            _say(str(refusal))
            placeless = True
        else:
            if changed is not None:
                changes[target.path] = changed
    return changes, placeless


class NoPlace(Trouble):
    """A file whose end cannot take a block."""


def change(target: Target, files: AgentFiles, *, remove: bool) -> tuple[Source, bytes] | None:
    """The target's source and new content, None where it stays as it is. Raises NoPlace."""
    from memoryrail_lint.checks import blocks

    if target.same or target.refused or target.bad or files.store.config.generator == "other":
        return None
    source = target.source
    if remove:
        if source is None or target.block is None:
            return None
        text = blocks.remove(source.text)
    elif source is None:
        source = Source(target.path)
        text = blocks.splice(blocks.new_file(target.path), files.wanted, "\n")
    elif target.block is None and target.imports:
        return None
    else:
        try:
            text = blocks.splice(source.text, files.wanted, source.newline)
        except blocks.BadMarkers as bad:
            line = source.position(bad.offset)[0]
            raise NoPlace(f"{visible(target.path)}:{line}: {bad.reason}; nothing was written") from None
    data = (BOM if source.bom else b"") + text.encode()
    return None if data == source.data and target.source is not None else (source, data)


def _write(store: Any, files: AgentFiles, changes: dict[str, tuple[Source, bytes]]) -> None:
    from memoryrail_lint.checks.secrets import mask
    from memoryrail_lint.files import write_all

    top = store.tree.top
    contents = {source.real or os.path.join(top, path): data for path, (source, data) in changes.items()}
    expected = {
        source.real or os.path.join(top, path): (source.data if _exists(files, path) else None)
        for path, (source, _) in changes.items()
    }
    write_all(top, contents, expected=expected)
    for path in changes:
        print(f"wrote {visible(mask(path))}")


def _exists(files: AgentFiles, path: str) -> bool:
    return any(target.path == path and target.source is not None for target in files.targets)


def _show(files: AgentFiles, changes: dict[str, tuple[Source, bytes]]) -> None:
    from memoryrail_lint.checks.secrets import mask
    from memoryrail_lint.fixes import Changes, diff

    shown = Changes()
    shown.contents.update(changes)
    shown.made.update(path for path in changes if not _exists(files, path))
    sys.stdout.buffer.write(diff(shown, mask).encode(errors="backslashreplace"))


def _say_refused(files: AgentFiles) -> bool:
    """Name the files that must not be written; one of them stops all."""
    refused = False
    for target in files.targets:
        if target.bad is not None and target.source is not None and not target.same:
            line = target.source.position(target.bad.offset)[0]
            _say(f"{target.path}:{line}: {target.bad.reason}; nothing was written")
        elif target.refused:
            _say(f"{target.path}: {target.refused}; nothing was written")
        else:
            continue
        refused = True
    return refused


def _say_left_out(files: AgentFiles) -> bool:
    for memory in files.left_out:
        _say(f"{memory.path}: not valid, so left out of the block; `memoryrail-lint check` says why")
    for memory in files.withheld:
        found = refusal.credential(memory.title)
        _say(f"{memory.path}: the title looks like a credential ({found}), so left out of the block")
    return bool(files.left_out or files.withheld)


def _say(line: str) -> None:
    from memoryrail_lint.checks.secrets import mask

    print(f"memoryrail-lint: {visible(mask(line))}", file=sys.stderr)
