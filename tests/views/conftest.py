"""Recorded games, as the frames of a replay and as pages."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from sandtable import Exported
from sandtable.record.replay import Replay
from sandtable_pictures.frame import Frame, frames
from sandtable_tools.views.replay_page import page

SAVES = Path(__file__).parents[2] / "saves"


@lru_cache
def recorded_frames(name: str, seat: str | None = None) -> list[Frame]:
    return list(frames(Replay(SAVES / f"{name}.jsonl"), seat))


@lru_cache
def written(name: str, seat: str | None = None) -> str:
    return page(Exported.of_replay(Replay(SAVES / f"{name}.jsonl"), seat))


@pytest.fixture(scope="session")
def frames_of() -> Callable[..., list[Frame]]:
    """The frames of a recorded game: ``frames_of("megiddo-1918", "british")``."""
    return recorded_frames


@pytest.fixture(scope="session")
def page_of() -> Callable[..., str]:
    """The page of a recorded game."""
    return written


@pytest.fixture(scope="session")
def data_of() -> Callable[[str], Any]:
    """What a page gives to its script."""
    return lambda text: json.loads(re.findall(r' id="data">(.*)</script>', text)[0])
