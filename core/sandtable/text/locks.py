"""Files that one process at a time may write, and everybody may read."""

from __future__ import annotations

import os
import sys
from typing import IO

LOCKED_BYTE = 2**30
"""The position of the byte that is locked on Windows: past the end of any save.

A lock on Windows keeps others from reading what it covers, and its position must be below 2 GB.
"""


def lock(file: IO[bytes]) -> None:
    """Lock an open file until it is closed. Raises BlockingIOError if another process holds it.

    On a file system without locks, nothing is locked.
    """
    try:
        _lock(file.fileno())
    except BlockingIOError:
        raise
    except OSError:
        return


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        place = os.lseek(handle, 0, os.SEEK_CUR)
        os.lseek(handle, LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError(*error.args) from error
        finally:
            os.lseek(handle, place, os.SEEK_SET)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
