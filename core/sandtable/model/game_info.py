"""A game's description, known without importing its code: its ``game.toml``."""

from __future__ import annotations

from importlib.resources.abc import Traversable

import msgspec
from msgspec import Struct

from sandtable.text.errors import PluginError
from sandtable.text.faults import decoding_fault, find_faults
from sandtable.text.toml_text import read_toml
from sandtable.text.words import clip, refuse, slug

API = 2
"""The current version of the core API; a game names the version that it was written for."""


class WrongApi(PluginError):
    """A game was written for another version of the core API."""


class OptionInfo(Struct, frozen=True):
    """A house rule that a player may choose: its default, and its effect."""

    default: bool | int | str
    help: str = ""
    values: tuple[bool | int | str, ...] = ()


class GameInfo(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of ``game.toml``, read without importing the game's code.

    - `api`: the version of the core API that it needs.
    - `rules_version`: a number to increase with each change that makes old saves play differently.
    - `cite`: the prefix with which code and tests cite its sections.
    - `first`: the scenario to begin with: its id without the game.
    - `outcomes`: words for the names of outcomes, from best to worst for the first seat:
      ``total = "total success"``.
    - `seat_titles`: what players call the seats: ``turkish = "the Turks"``.
    """

    id: str
    title: str
    seats: tuple[str, ...]
    api: int
    rules_version: int
    summary: str = ""
    cite: str = ""
    bots: tuple[str, ...] = ("scripted",)
    first: str = ""
    options: dict[str, OptionInfo] = {}
    outcomes: dict[str, str] = {}
    seat_titles: dict[str, str] = {}

    def __post_init__(self) -> None:
        allowed = "the name of a seat is a lower-case word other than human and none"
        wrong = (seat for seat in self.seats if slug(seat) != seat or seat in ("", "human", "none"))
        refuse(f'seats: {allowed}, not "{clip(seat)}"' for seat in wrong)

    def seat_title(self, seat: str) -> str:
        """Return what players call a seat within a sentence; by default, its id."""
        return self.seat_titles.get(seat) or seat

    def outcome(self, name: str) -> str:
        """Return an outcome in the game's words or, without any, its name without hyphens."""
        return self.outcomes.get(name) or name.replace("-", " ")

    @classmethod
    def read(cls, path: Traversable) -> GameInfo:
        """Read a ``game.toml``. Raises PluginError, which names the file and its fault.

        Raises WrongApi if the game was written for another version of the core API.
        """
        try:
            raw = read_toml(path)
            if isinstance(raw.get("api"), int) and raw["api"] != API:
                raise WrongApi(f"written for core API {raw['api']}; this Sandtable has {API}")
            if fault := next(find_faults(raw, cls), None):
                raise PluginError(f"{path.name}: {fault}")
            return msgspec.convert(raw, cls)
        except (OSError, ValueError, RecursionError) as error:
            raise PluginError(f"{path.name}: {decoding_fault(error)}") from error
