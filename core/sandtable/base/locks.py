"""Files that one process at a time may have."""

from __future__ import annotations

from typing import IO


def lock(file: IO[bytes]) -> None:
    """Lock a file against other processes, where that can be done; BlockingIOError when one has it."""
    try:
        import fcntl  # noqa: PLC0415 (not on every platform)
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:
        return  # a file system without locks: play on without one
