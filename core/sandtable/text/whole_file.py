"""Writing a whole file in one step: at every moment there is all of the old one or all of the new."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from errno import EACCES
from pathlib import Path


def write_whole(path: str | Path, data: str | bytes, *, replace: bool = True) -> None:
    """Write all of a file; text becomes UTF-8.

    The data is written to a second file in the same folder, synced, and renamed, so that whatever ends
    the program leaves the old file or the new one, never a part. The new file has the permissions of the
    old one. A symbolic link is replaced, and what it leads to is not touched; resolve a path first to
    write through a link.

    Raises OSError, or ValueError for a path or a text that no file can have; then the old file is as it
    was. Without `replace`, an existing file raises FileExistsError.
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
                new.chmod(mode)  # before the data is there, which may be private
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
    """The permissions of a file; None if there is none. Raises PermissionError if it is read-only."""
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
    """Rename a file unless the name is taken. Raises FileExistsError."""
    try:
        target.hardlink_to(new)  # in one step, where a rename would replace a file
    except FileExistsError:
        raise
    except (OSError, NotImplementedError):  # a file system, or a system, without hard links
        with target.open("xb"):
            pass
        new.replace(target)


def _sync_folder(folder: Path) -> None:
    """Write a folder to the disk, so that a new name in it survives a power cut."""
    with suppress(OSError):  # on systems where folders cannot be opened, or not synced
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
