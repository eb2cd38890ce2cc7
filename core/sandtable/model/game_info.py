"""What is known of a game without importing its code: its ``game.toml``."""

from __future__ import annotations

from importlib.resources.abc import Traversable

import msgspec
from msgspec import Struct

from sandtable.text.errors import PluginError
from sandtable.text.faults import decoding_fault, find_faults
from sandtable.text.toml_text import read_toml
from sandtable.text.words import clip, refuse, slug

API = 2
"""The current version of this contract; a game names the version that it was written for."""


class WrongApi(PluginError):
    """A game that was written for another version of the contract."""


class OptionInfo(Struct, frozen=True):
    """A house rule or ruling that a player may choose: its default, and its effect."""

    default: bool | int | str
    help: str = ""
    values: tuple[bool | int | str, ...] = ()


class GameInfo(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of ``game.toml``, known without importing the game's code.

    - `api`: the version of the core API that it needs.
    - `rules_version`: a number that rises with each change that makes old saves play differently.
    - `cite`: the prefix of its sections in code and tests.
    - `first`: the scenario to begin with, by the part of its id after the game.
    - `outcomes`: words for the names of outcomes, the best for the first seat first:
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
        what = "a seat is a word in small letters, but not human or none, which are players"
        odd = (seat for seat in self.seats if slug(seat) != seat or seat in ("", "human", "none"))
        refuse(f'seats: {what}; not "{clip(seat)}"' for seat in odd)

    def seat_title(self, seat: str) -> str:
        """The name of a seat within a sentence; its id if the game gives none."""
        return self.seat_titles.get(seat) or seat

    def outcome(self, name: str) -> str:
        """An outcome in words: the game's own, or else its name without hyphens."""
        return self.outcomes.get(name) or name.replace("-", " ")

    @classmethod
    def read(cls, path: Traversable) -> GameInfo:
        """Read a ``game.toml``. Raises PluginError, which names the file and what is wrong in it.

        Raises WrongApi if it was written for an unsupported version of this contract.
        """
        try:
            raw = read_toml(path)
            if isinstance(raw.get("api"), int) and raw["api"] != API:
                raise WrongApi(f"written for core API {raw['api']}, this is {API}")
            if fault := next(find_faults(raw, cls), None):
                raise PluginError(f"{path.name}: {fault}")
            return msgspec.convert(raw, cls)
        except (OSError, ValueError, RecursionError) as error:
            raise PluginError(f"{path.name}: {decoding_fault(error)}") from error
