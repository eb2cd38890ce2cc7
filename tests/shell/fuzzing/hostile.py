"""Saves with a hostile scenario, made by the program itself as far as it goes along."""

from __future__ import annotations

import json
import tomllib
from copy import deepcopy
from functools import cache
from hashlib import blake2b
from random import Random  # noqa: TID251
from typing import Any

import tomli_w

from sandtable.plugins.catalog import catalog
from sandtable.record.records import Header, SavedScenario
from sandtable.record.session import Session

from .games import Line, Original, with_fitting_digests
from .linewise import WORDS, junk, places, spoil


def bend(luck: Random, data: Any) -> None:
    """Change one value in plain data into another that its type allows."""
    leaves = [
        (holder, key) for holder, key in places(data) if type(holder[key]) in (int, str, bool, list)
    ]
    holder, key = luck.choice(leaves)
    value = holder[key]
    if isinstance(value, bool):
        holder[key] = not value
    elif isinstance(value, int):
        holder[key] = luck.choice((0, 1, 2, 3, 9, 14, 36, 99, 2**62))
    else:
        alike = [other[k] for other, k in leaves if type(other[k]) is type(value)]
        holder[key] = deepcopy(luck.choice(alike))


@cache
def _rules(game: str) -> list[Any]:
    """Every special rule that a scenario of a game asks for."""
    known = catalog()
    ids = [id for id in known.scenarios.ids if id.startswith(f"{game}/")]
    return [rule for id in ids for rule in known.scenario(id).info.rules]


def hostile_text(luck: Random, game: str, text: str) -> str:
    """A scenario's file with a value that no game expects."""
    tables = tomllib.loads(text)
    if luck.random() < 0.5 and _rules(game):
        rules = [deepcopy(luck.choice(_rules(game))) for _ in range(luck.choice((1, 2, 5)))]
        tables["rules"] = [*tables.get("rules", ()), *rules]
    way = luck.choice((bend, bend, spoil))
    for _ in range(luck.choice((1, 1, 2, 4))):
        way(luck, tables)
    try:
        hostile = tomli_w.dumps(tables)
    except (TypeError, ValueError, RecursionError, AttributeError):
        digits = [place for place, letter in enumerate(text) if letter.isdigit()]
        place = luck.choice(digits)
        hostile = (
            text[:place]
            + luck.choice(("9" * 18, "9" * 40, "99", "-1", "0x7fffffffffffffff", "1e9"))
            + text[place + 1 :]
        )
    return hostile.encode("utf-8", "replace").decode()


def brought(luck: Random, game: Original) -> bytes:
    """A save with a hostile scenario, made by the program itself as far as it goes along."""
    first = json.loads(game.lines[0])
    text = hostile_text(luck, first["game"], catalog().scenario(first["scenario"]).text)
    name = luck.choice(WORDS) if luck.random() < 0.2 else "variant"
    kept = SavedScenario(name, blake2b(text.encode(), digest_size=16).hexdigest(), text)
    rest = {key: first[key] for key in ("game", "seed", "seats", "rules_version")}
    names = [*catalog().game(first["game"]).info.options, "x"]
    options = (
        {luck.choice(names): luck.choice((True, False, 0, 2, junk(luck)))} if luck.random() < 0.3 else {}
    )
    rest |= {"options": options, "plugins": []}
    try:
        scenario = catalog().scenarios.from_text(text, name, name)
        session = Session(scenario, Header(scenario=scenario.id, embedded=kept, **rest))
        session.begin()
        for _ in range(luck.choice((0, 2, 6, 12, 40))):
            session.choose(luck.choice(session.options()))
        return b"".join(line + b"\n" for line in session.journal.lines)
    except Exception:
        embedded = {"name": name, "hash": kept.hash, "text": text}
        header = {
            **first,
            "embedded": embedded,
            "scenario": f"{first['game']}/{name}",
            "options": options,
        }
        return with_fitting_digests([Line(header, game.positions[0])], numbered=True)
