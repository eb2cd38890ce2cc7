"""Arguments of the form NAME=VALUE."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from sandtable import SandtableError
from sandtable.tooling import clip, resolve, toml_text
from sandtable_shell.parser import name_option

if TYPE_CHECKING:
    from sandtable import Game, Scenario
    from sandtable.tooling import Catalog

FORMS = {"seat": "SEAT=PLAYER, as in --seat british=human", "set": "OPTION=VALUE"}
"""The form of each option that takes pairs, by its name without hyphens."""


def pairs(kind: str, typed: Iterable[str]) -> dict[str, str]:
    """Return the NAME=VALUE words of ``--KIND``. Raises SandtableError for a bad or repeated one."""
    values: dict[str, str] = {}
    for text in typed:
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise SandtableError(f'--{kind} takes {FORMS[kind]}, not "{clip(text)}"')
        if name in values:
            raise SandtableError(f"--{kind} {name} is given twice")
        values[name] = value
    return values


def seats(typed: Iterable[str], of_game: Mapping[str, object] | Iterable[str]) -> dict[str, str]:
    """Return the player of each seat named in SEAT=PLAYER words; its name may be abbreviated."""
    names = list(of_game)
    with name_option("--seat"):
        return {resolve("seat", name, names): player for name, player in pairs("seat", typed).items()}


def players(typed: Iterable[str], scenario: Scenario, installed: Catalog) -> dict[str, str]:
    """Return the player of each named seat of a scenario: ``human``, a bot's full name, or ``none``."""
    from sandtable import HUMAN  # noqa: PLC0415 (slow to import)

    named = seats(typed, scenario.seats)
    with name_option("--seat"):
        scenario.seated(named)
        return {
            seat: player
            if player in (HUMAN, scenario.EMPTY)
            else installed.bots.resolve(scenario.game, player)
            for seat, player in named.items()
        }


def house_rules(typed: Iterable[str], game: Game[Any]) -> dict[str, str]:
    """Return the house rules that are set, after checking them against the game."""
    from sandtable.tooling import read_options  # noqa: PLC0415 (slow to import)

    settings = pairs("set", typed)
    with name_option("--set"):
        read_options(game, settings)
    return settings


def value_of(option: str, typed: str) -> tuple[str, Any]:
    """Return the dotted key and the value of ``KEY=VALUE``: TOML, or a bare word.

    Raises SandtableError, which names the `option`.
    """
    name, equals, value = typed.partition("=")
    if not (equals and all(name.split("."))):
        takes = "KEY=A,B,C" if option == "--sweep" else "KEY=VALUE"
        raise SandtableError(f'{option} takes {takes}, not "{clip(typed)}"')
    try:
        read = toml_text.loads(f"value = {value}")
        if len(read) == 1:
            return name, read["value"]
    except ValueError:
        pass
    if re.search(r"""["'\[\]{}\n]""", value) or not value.strip():
        raise SandtableError(f'{option} {name} takes TOML or a bare word, not "{clip(value)}"')
    return name, value.strip()
