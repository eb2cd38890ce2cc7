"""Writes a whole file in one step: at any moment, the complete old or new file exists."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from errno import EACCES
from pathlib import Path


def write_whole(path: str | Path, data: str | bytes, *, replace: bool = True) -> None:
    """Write a whole file; text is encoded as UTF-8.

    The data is written to a second file in the same folder, which is synced and renamed, so that even a
    crash leaves the old or the new file, never a part. The new file keeps the old one's permissions. A
    symbolic link is replaced, while its target stays as it is; to write to the target, resolve the path
    first.

    Raises OSError, or ValueError for a path or text that no file can have; the old file then remains
    unchanged. Without `replace`, raises FileExistsError if the file exists.
    """
    target = Path(path)
    if not target.parent.is_dir():
        raise FileNotFoundError("its folder does not exist; create it first")
    content = data.encode() if isinstance(data, str) else data
    mode = _mode(target) if replace else None
    new = target.with_name(f".sandtable-{os.urandom(6).hex()}")
    try:
        with new.open("xb") as file:
            if mode is not None:
                new.chmod(mode)  # before writing the data, which may be private
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if replace:
            new.replace(target)
        else:
            _rename_to_free(new, target)
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)
    _sync_folder(target.parent)


def _mode(target: Path) -> int | None:
    """Return a file's permissions, or None if it does not exist. Raises PermissionError if read-only."""
    try:
        found = target.lstat()
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(found.st_mode):
        return None
    if not os.access(target, os.W_OK):
        raise PermissionError(EACCES, os.strerror(EACCES))
    return stat.S_IMODE(found.st_mode)


def _rename_to_free(new: Path, target: Path) -> None:
    """Rename a file to an unused name. Raises FileExistsError."""
    try:
        target.hardlink_to(new)  # in one step; a rename could replace a file
    except FileExistsError:
        raise
    except (OSError, NotImplementedError):  # no hard links here
        with target.open("xb"):
            pass
        new.replace(target)


def _sync_folder(folder: Path) -> None:
    """Sync a folder to disk, so that a new name in it survives a power failure."""
    with suppress(OSError):  # some systems cannot open or sync folders
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
