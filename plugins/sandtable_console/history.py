"""The lines typed in earlier games, kept in the user's folder."""

from __future__ import annotations

from prompt_toolkit.history import FileHistory, History, InMemoryHistory

from sandtable.text import config


def kept_history() -> History:
    """The lines typed before, kept between runs; if that is impossible, only in memory."""
    try:
        config.home().mkdir(parents=True, exist_ok=True)
        path = config.home() / "history"
        path.touch()
    except OSError:
        return InMemoryHistory()
    return FileHistory(str(path))
