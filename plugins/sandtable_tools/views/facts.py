"""The facts about a recorded game: who played, the result, the seed, and how to play it again."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

from sandtable import Exported, Game


def facts(exported: Exported) -> Iterator[tuple[str, str]]:
    """Yield names and values, except what `exported.seat` may not know."""
    session, header, seat = exported.session, exported.session.header, exported.seat
    game, view = session.scenario.game, session.view(seat or session.scenario.seats[0])
    for side, player in header.seats.items():
        yield capitalized(game.name_of(view, side)), player
    yield "Outcome", game.verdict(session.table) or "not over"
    if exported.replay and exported.replay.other_rules:
        yield "As recorded", exported.replay.other_rules
    if header.typed_in:
        yield "Luck", "typed in"
    elif seat is None:
        yield "Seed", str(header.seed)
    if seat is not None:
        yield "As seen by", game.name_of(view, seat)
    for name, value in _house_rules(exported).items():
        yield "House rule", f"{name} = {value}: {game.info.options[name].help}"


def commands(exported: Exported) -> list[str]:
    """Return the commands that play the same game again, if its luck and its set-up are known."""
    header, replay = exported.session.header, exported.replay
    if exported.seat is not None or header.typed_in or header.start or (replay and replay.other_rules):
        return []
    seats = [f"--seat {seat}={player}" for seat, player in header.seats.items()]
    options = [f"--set {name}={value}" for name, value in _house_rules(exported).items()]
    seed = f"--seed {shlex.quote(str(header.seed))}"
    scenario, exports = exported.session.scenario.id, list[str]()
    if header.embedded and replay:  # no plugin brought it, so it comes out of the save
        scenario = shlex.quote(f"{header.embedded.name}.toml")
        export = f"sandtable scenario export {shlex.quote(replay.path.name)}"
        parts = map(shlex.quote, header.embedded.parts)
        exports = [
            f"{export} > {scenario}",
            *(f"{export} --part {part} > {part}.toml" for part in parts),
        ]
    return [*exports, " ".join(["sandtable play", scenario, seed, *seats, *options])]


def _house_rules(exported: Exported) -> dict[str, str]:
    """Return the options of the game that differ from their defaults, as typed."""
    options, chosen = exported.session.scenario.game.info.options, exported.session.header.options
    values = {name: chosen.get(name, option.default) for name, option in options.items()}
    return {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in values.items()
        if value != options[name].default
    }


def title(track: str, game: Game[Any]) -> str:
    """Return the title of a figure in a chart or a table."""
    return capitalized(stake_names(game).get(track) or game.stake(track).name)


def stake_names(game: Game[Any]) -> dict[str, str]:
    """Return the names of what a player has at stake, by figure, the most important first."""
    return {stake.figure or name: stake.name for name, stake in game.stakes.items()}


def capitalized(text: str) -> str:
    """Return a text with its first letter capitalized."""
    return f"{text[:1].upper()}{text[1:]}"
