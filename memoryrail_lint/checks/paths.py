"""Links of a memory: where they lead, without ever going there.

A link is relative to its base, the folder that holds the store, itself relative to the repository's root ("." at the
top). `classify` judges the text alone. `through_symlink` and `exists` ask the disk, but resolve symlinks themselves,
one component at a time, so that nothing outside the root is opened, listed or stat'ed on a link's behalf.
"""

from __future__ import annotations

import os
import posixpath
from stat import S_ISLNK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

ABSOLUTE: Final = "it is an absolute path"
NETWORK: Final = "it is a network path"
DRIVE: Final = "it names a drive"
HOME: Final = "it starts at a home folder"
URL: Final = "it is a URL"
CONTROL: Final = "it holds a control character"
CLIMB: Final = "it climbs out of the repository"
GIT: Final = "it leads into git's own folder"

# Code points that HFS+ drops from names (Apple TN1150), as git's own check of `.git` does.
_IGNORED: Final = dict.fromkeys([*range(0x200C, 0x2010), *range(0x202A, 0x202F), *range(0x206A, 0x2070), 0xFEFF])
_SCHEME_MARKS: Final = dict.fromkeys(map(ord, "+-."))
_WINDOWS: Final = os.sep == "\\"
_JUNCTION: Final = 0xA0000003
"""IO_REPARSE_TAG_MOUNT_POINT."""
_HOPS: Final = 40
"""Symlinks that one path may go through, as on Linux."""
_STEPS: Final = 1024
"""Components that the targets of those symlinks may have together."""


def classify(link: str, base: str = ".") -> str | None:
    """Why a link leaves the repository by its text alone (one of the phrases above), or None when it stays.

    Backslashes count as slashes here, percent-encoding is left as it is. A first component such as `word:x` is a URL,
    so that a file of that name is written `./word:x` (RFC 3986, section 4.2); `Makefile:12` is a file with a line.
    """
    if _plain(link):
        return None
    text = posix(link)
    if any(ch < " " or "\x7f" <= ch < "\xa0" for ch in text):
        return CONTROL
    if text.startswith("/"):
        return NETWORK if text.startswith("//") else ABSOLUTE
    if text.startswith("~"):
        return HOME
    if any(map(_has_drive, (text, normalise(text), join(base, text)))):
        return DRIVE
    if _has_scheme(text):
        return URL
    if any(is_git(part) for part in text.split("/")):
        return GIT
    return CLIMB if climbs(base, text) else None


def posix(link: str) -> str:
    """The link with slashes where it has backslashes."""
    return link.replace("\\", "/")


def normalise(link: str) -> str:
    """The one spelling of a path: `a` for `./a`, `a/`, `x/../a`; "." for the folder itself and for an empty text."""
    return posixpath.normpath(link)


def join(base: str, link: str) -> str:
    """The path that a link names, relative to the repository's root and normalised; for a link that stays inside."""
    return posixpath.normpath(f"{base}/{link}")


def climbs(base: str, link: str) -> bool:
    """Whether a link's `..` lead above the root, from the base. What some systems read as `..` counts: `...`, `.. `."""
    depth = 0
    for part in f"{base}/{link}".split("/"):
        if part.startswith("..") and not part.strip(". "):
            depth -= 1
            if depth < 0:
                return True
        elif part not in ("", "."):
            depth += 1
    return False


def is_git(part: str) -> bool:
    """Whether a component is `.git` to git or to any file system: in any case, with trailing dots or blanks, as a
    stream (`.git::$INDEX_ALLOCATION`), as the short name `git~1`, or with code points that HFS+ ignores.
    """
    if not part.isascii():
        part = part.translate(_IGNORED)
    return part.split(":", 1)[0].rstrip(" .").lower() in (".git", "git~1")


class Seen:
    """What one run has already asked the disk, for `through_symlink` and `exists`."""

    __slots__ = ("names", "targets")

    def __init__(self) -> None:
        self.targets: dict[str, str | None] = {}
        """Absolute path -> where a symlink points; "" for anything else that is there, None for nothing."""
        self.names: dict[str, set[str]] = {}
        """Absolute path of a folder -> the names in it."""


def through_symlink(root: str, path: str, seen: Seen | None = None) -> str | None:
    """What is wrong with the symlinks on a path's way: "outside" when one leads out of the repository or into `.git`,
    "loop" when they never end, else None.

    root: absolute; path: relative to it, as written. A path with `..` is read both as written and normalised, since a
    `..` behind a symlink means one thing to the system and another to git.
    """
    for reading in (path, normalise(path)) if ".." in path else (path,):
        fault = _walk(root, reading, seen or Seen(), exact=False)
        if fault in ("outside", "loop"):
            return fault
    return None


def exists(root: str, path: str, seen: Seen | None = None) -> bool:
    """Whether a path (normalised, relative to the absolute root) is on the disk under exactly this name, whatever the
    file system makes of case. What symlinks lead outside does not exist; what they lead inside must be there.
    """
    return _walk(root, path, seen or Seen(), exact=True) is None


def _plain(link: str) -> bool:
    """Whether nothing about a link needs a closer look: the clean path."""
    if not link.isprintable() or link.startswith(("/", "~")) or ".." in link or ":" in link or "\\" in link:
        return False
    folded = link.lower()
    return ".git" not in folded and "git~" not in folded


def _has_drive(text: str) -> bool:
    return text[1:2] == ":" and text[0].isascii() and text[0].isalpha()


def _has_scheme(text: str) -> bool:
    first = text.split("/", 1)[0]
    word, colon, rest = first.partition(":")
    if not colon:
        return False
    if "@" in word[1:]:
        return True  # git@host:owner/name
    if rest and not rest.strip("0123456789:-"):
        return False
    return word.isascii() and word[:1].isalpha() and word.translate(_SCHEME_MARKS).isalnum()


def _walk(root: str, path: str, seen: Seen, *, exact: bool) -> str | None:
    """Walk a path by lstat and readlink alone: "outside", "loop", "missing", or None at its end."""
    real: list[str] = []
    pending = path.split("/")[::-1]
    hops = steps = 0
    while pending:
        part = pending.pop()
        if part in ("", "."):
            continue
        if part == "..":
            if not real:
                return "outside"
            real.pop()
            continue
        if is_git(part):
            return "outside"
        if _WINDOWS and (part[-1] in " ." or ":" in part):
            return "missing"  # no file's name; the system would read another one into it
        folder = "/".join([root, *real])
        target = _target(f"{folder}/{part}", seen)
        if target is None or (exact and not _is_spelled(folder, part, seen)):
            return "missing"
        if not target:
            real.append(part)
            continue
        if os.path.isabs(target) or os.path.splitdrive(target)[0]:
            inside = _below(root, target)
            if inside is None:
                return "outside"
            target = inside
            real.clear()
        parts = (posix(target) if _WINDOWS else target).split("/")
        hops += 1
        steps += len(parts)
        if hops > _HOPS or steps > _STEPS:
            return "loop"
        pending += parts[::-1]
    return None


def _target(path: str, seen: Seen) -> str | None:
    """Where a symlink (or a Windows junction) points; "" for anything else that is there, None for nothing."""
    try:
        return seen.targets[path]
    except KeyError:
        pass
    target: str | None = None
    try:
        status = os.lstat(path)
        linked = S_ISLNK(status.st_mode) or getattr(status, "st_reparse_tag", 0) == _JUNCTION
        target = os.readlink(path) if linked else ""
    except (OSError, ValueError):  # ValueError: a NUL or a lone surrogate, which no file name has
        pass
    seen.targets[path] = target
    return target


def _below(root: str, target: str) -> str | None:
    """An absolute target relative to the root, by its text; None when it lies elsewhere."""
    target = target.removeprefix("\\\\?\\")
    for top in (root, os.path.realpath(root)):
        top = top.rstrip("/" + os.sep)
        head, rest = target[: len(top)], target[len(top) :]
        if os.path.normcase(head) == os.path.normcase(top) and (not rest or rest[0] in ("/", os.sep)):
            return rest[1:]
    return None


def _is_spelled(folder: str, name: str, seen: Seen) -> bool:
    """Whether a name that is there is there in this case. The folder, which is inside, is listed only where the name's
    case-swapped twin is there too: everywhere else the file system tells case apart by itself.
    """
    twin = name.swapcase()
    if twin == name or _target(f"{folder}/{twin}", seen) is None:
        return True
    if folder not in seen.names:
        try:
            seen.names[folder] = {_composed(entry) for entry in os.listdir(folder)}
        except OSError:
            return True
    return _composed(name) in seen.names[folder]


def _composed(name: str) -> str:
    """The name in Unicode form NFC, as git has it where the file system (HFS+) decomposes names."""
    if name.isascii():
        return name
    from unicodedata import normalize

    return normalize("NFC", name)
