"""``learn`` without a terminal: a bot plays a short game, told turn by turn."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import groupby
from textwrap import wrap

from sandtable import SandtableError, ScenarioInfo, Session, new
from sandtable.tooling import Catalog, catalog
from sandtable_shell import program, say
from sandtable_shell.saves import save_somewhere

WIDTH, BOT, DIFFICULTY = 79, "scripted", "medium"
"""The story's columns; the bot that plays; the difficulty of a scenario that it may win or lose."""


def demonstrate() -> None:
    """Let a bot play a new game, save it, tell its story, and say what to type next."""
    scenario = catalog().scenario(shortest_even_scenario(catalog()))
    game, info = scenario.game, scenario.info
    with new(scenario.id, seats=dict.fromkeys(scenario.seats, BOT)) as session:
        save_somewhere(session, str(session.header.seed))
        say(f"{game.info.title}: {scenario.title}. A bot plays, {session.header.luck}.")
        news = [*_play(session)]
        indent = max((len(turn) for turn, _ in news), default=0) + 2
        _print_wrapped("", f"{info.summary} {info.at_stake}")
        for turn, told in groupby(news, lambda row: row[0]):
            _print_wrapped(f"{turn:{indent}}", " ".join(text for _, text in told))
        history = f" In history: {info.history}" * bool(info.history)
        _print_wrapped("", f"{game.verdict(session.table)}.{history}")
        if session.journal.path is not None:
            _print_next_commands(session.journal.path.stem, game.id)


def shortest_even_scenario(installed: Catalog) -> str:
    """Return the shortest scenario that the bot both wins and loses often."""
    with_bot = {id for id, game in installed.games.infos.items() if BOT in game.bots}
    ids = (id for id in installed.scenarios.ids if id.partition("/")[0] in with_bot)
    infos: dict[str, ScenarioInfo] = {}
    for id in ids:
        with suppress(SandtableError):  # a file that cannot be read is no reason not to play
            infos[id] = installed.scenarios.info(id)
    even_ids = [id for id, info in infos.items() if info.difficulty == DIFFICULTY]
    if not even_ids:
        raise SandtableError("learn needs a terminal or a GAME")
    return min(even_ids, key=lambda id: infos[id].minutes or sys.maxsize)


def _play(session: Session) -> Iterator[tuple[str, str]]:
    """Play a game to its end; yield how it starts, then its headlines, each with its turn."""
    seats, game = session.scenario.seats, session.scenario.game
    viewer = seats[0] if len(seats) == 1 else None
    yield from (("Start", event.story) for event in session.log[0].seen_by(viewer))
    turn = game.turn(session.view(viewer))
    for entry in session.play():
        told = [event for event in entry.seen_by(viewer) if event.headline(viewer)]
        yield from ((turn, event.story) for event in told if event.story)
        new_turn = game.turn(session.view(viewer))  # a battle has no number: it is part of a turn
        turn = new_turn if any(map(str.isdigit, new_turn)) else turn


def _print_wrapped(label: str, text: str) -> None:
    """Print a text in lines, to the right of a label; without a label, as a paragraph."""
    lines = wrap(text, WIDTH, initial_indent=label, subsequent_indent=" " * len(label))
    for line in lines if label else ["", *lines, ""]:
        say(line)


def _print_next_commands(save: str, game: str) -> None:
    """Print what to type next, with the program's path if the shell would not find it."""
    for about, words in (
        ("Play a first game yourself, at a terminal", "learn"),
        ("Watch this game step by step, on its map", f"watch {save}"),
        ("Write its story with maps, as a web page", f"report {save} {game}.html"),
        ("See all games", "list"),
    ):
        say(f"{about}:")
        say(f"  {program()} {words}")
