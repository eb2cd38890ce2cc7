"""The hooks that the shell calls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sandtable.plugins.hooks import hookspec

if TYPE_CHECKING:
    from pathlib import Path

    from sandtable_pictures.frames import Frame


@hookspec(firstresult=True)
def watch(frames: Sequence[Frame], title: str) -> bool:  # type: ignore[empty-body]
    """Show the frames of a recorded game at the terminal, for ``replay SAVE --step``.

    An implementation shows them and returns True when the player has seen enough; no other one is
    called then.
    """


@hookspec(firstresult=True)
def look_back(save: Path, time: str) -> str:  # type: ignore[empty-body]  # pyright: ignore[reportReturnType]
    """Work out, for ``--coach TIME``, what choices and luck were worth, and keep it beside the save.

    `time` is as typed: seconds (``60s``) or a number of games. An implementation that does so
    returns what went wrong, in a line, or an empty text; no other one is called then.
    """
