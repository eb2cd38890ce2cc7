"""The command `play`, which starts another game when one is over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from sandtable import Scenario
from sandtable.tooling import resolve
from sandtable_console.commands import Candidate, Command, suggest
from sandtable_console.outputs import CommandOutputs
from sandtable_console.words import keeping

if TYPE_CHECKING:
    from sandtable import Session
    from sandtable_console.console import Console


class NextGame(NamedTuple):
    """A game to play next, with the same house rules.

    A `seed` of None draws a new one. `about` says in a phrase what is different.
    """

    about: str
    scenario: Scenario | str
    seed: int | str | None
    seats: Mapping[str, str]


def next_games(session: Session) -> dict[str, NextGame]:
    """Return the games that can follow, keyed by the words after `play`."""
    header, scenario, seats = session.header, session.scenario, session.seats
    games = {"again": NextGame("with new luck", scenario, None, seats)}
    if not header.typed_in:
        games["same dice"] = NextGame("with the same luck", scenario, header.seed, seats)
    first, *others = seats.values()
    if len(others) == 1 and others != [first]:
        swapped = dict(zip(seats, (*others, first), strict=True))
        humans = [scenario.game.info.seat_title(seat) for seat in swapped if swapped[seat] == "human"]
        about = f"as {humans[0]}" if humans else "with sides switched"
        games["other side"] = NextGame(about, scenario, None, swapped)
    known, game = session.plugins, scenario.game
    ids = known.scenarios.of(game.id) if game.id in known.games.infos else []
    if scenario.id in ids[:-1]:
        id = ids[ids.index(scenario.id) + 1]
        info = known.scenarios.info(id)
        who = {seat: seats[seat] for seat in info.seats or game.seats if seat in seats}
        games["next"] = NextGame(info.title, id, None, who)
    return games


def _play(console: Console, rest: str) -> CommandOutputs:
    games = next_games(console.session)
    game = games[resolve("game", rest, games)]
    yield from keeping.QUIT.run(console, "")
    console.next_game = game


def _complete(console: Console, rest: str) -> list[Candidate]:
    games = next_games(console.session).items()
    return suggest({words: game.about for words, game in games}, rest)


def _preview(console: Console, rest: str) -> str:
    games = next_games(console.session)
    return games[resolve("game", rest, games)].about if rest else ""


PLAY = Command(
    "play again|same dice|other side|next",
    "play the same scenario again, the other side, or the next scenario",
    _play,
    complete=_complete,
    preview=_preview,
    kind="leaves",
    after_end=True,
)
