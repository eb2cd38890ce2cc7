"""The benchmarks measure the quantities in their names."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from ast import literal_eval
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def measured(code: str) -> Any:
    """Run some lines that can import `benchmarks`; return the last line that they print."""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return literal_eval(done.stdout.splitlines()[-1])


@pytest.fixture(scope="module")
def tictactoe() -> ModuleType:
    path = ROOT / "benchmarks" / "tictactoe.py"
    spec = importlib.util.spec_from_file_location("benchmarks_tictactoe", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_the_functions_and_the_game_play_the_very_same_games(tictactoe: ModuleType) -> None:
    assert tictactoe.play_bare(200) == tictactoe.play_on_table(200)


def test_costs_are_measured_on_the_same_games() -> None:
    bare, journalled, verified = measured(
        "from pathlib import Path; from tempfile import mkdtemp; from benchmarks import megiddo\n"
        "megiddo.GAMES = 2\nfolder = Path(mkdtemp())\n"
        "print((megiddo.random_tables(), megiddo.play_to_file(folder), megiddo.verify(folder)))"
    )
    assert bare == journalled == verified > 2


@pytest.mark.soak
def test_the_widest_decision_of_each_game_is_measured() -> None:
    unit, found = measured(
        "from benchmarks import prompt\nprompt.MOST_ACTIONS, prompt.REPEATS = 8, 1\n"
        "unit, found = prompt.measure(1)\n"
        "print((unit, {game: tuple(cost) for game, cost in found.items()}))"
    )
    assert set(found) == {"megiddo", "lrdg", "lawrence"}
    assert unit > 0
    assert all(min(costs) > 0 for _, *costs in found.values()), found
    # A save is played to its end, whatever its decisions.
    assert found["lrdg"][0] >= 138


@pytest.mark.soak
def test_the_widest_decision_is_the_one_that_waits() -> None:
    most, waiting = measured(
        "from benchmarks import prompt\n"
        "found = prompt.widest('megiddo', 2)\n"
        "plays = [prompt._by_chance(id, seed) for id in ('megiddo/1918', 'megiddo/1918-even')"
        " for seed in range(2)]\n"
        "plays += [prompt._replay(path) for path in prompt.SAVES.glob('megiddo-*')]\n"
        "most = max(len(session.options()) for play in plays for session in play)\n"
        "print((most, len(found.options())))"
    )
    assert most == waiting


def test_the_cost_of_a_line_in_a_long_save_is_measured() -> None:
    assert measured("from benchmarks import saves\nprint(saves.slowdown(1, lines=200))") > 0


def test_the_shares_of_a_profile_are_all_of_it() -> None:
    shares, actions, framework = measured(
        "from benchmarks import shares\n"
        "found, actions = shares.shares(games=4)\n"
        "print((found, actions, shares.framework(found)))"
    )
    assert actions > 100
    assert abs(sum(shares.values()) - 1) < 1e-9
    assert shares["rules"] > 0
    assert 0 < framework < 1


@pytest.mark.soak
def test_a_trial_of_lawrence_changes_the_deck_the_numbers_and_the_player() -> None:
    ops, text, plain, won, actions = measured(
        "from benchmarks.lawrence import Experiment, games, play, table_of\n"
        "from sandtable_batch.results import Job; from sandtable_batch.play import play_games\n"
        "trial = Experiment('aqaba', card='ambush', numbers=(('ops', 3),))\n"
        "changed = table_of(trial)\n"
        "plain = play_games(Job('lawrence/aqaba', {'lawrence': 'scripted'}, 1), 1, 4)\n"
        "won = [game.won for game in games(Experiment('aqaba'), 4, 1)]\n"
        "actions = play(Experiment('aqaba', without='leaders'), '1/1').actions\n"
        "print((changed.data.ops, changed.text, [game.outcome for game in plain], won, actions))"
    )
    assert ops == 3
    assert "ambush" in text
    assert [outcome == "won" for outcome in plain] == won
    assert actions > 3


@pytest.mark.soak
def test_a_searching_player_of_lawrence_renounces_an_asset() -> None:
    with_it, without = measured(
        "from benchmarks.lawrence import Experiment, RenouncingBot, table_of\n"
        "from sandtable import SeededDice, Seat, Table\n"
        "from sandtable_lawrence.bot import Scripted\n"
        "bought = []\n"
        "for lacks in (set(), {'machineguns', 'aeroplane'}):\n"
        "    table = Table.new(table_of(Experiment('aqaba')), SeededDice(1))\n"
        "    player = RenouncingBot(Scripted(frozenset(lacks)), 20)\n"
        "    while table.options and not hasattr(table.state.operation, 'space'):\n"
        "        seat = Seat(table, 'lawrence', SeededDice(len(table.options)), list)\n"
        "        table.choose(player.choose(seat))\n"
        "    bought.append(sorted(set(sum((u.gear for u in table.state.units.values()), []))))\n"
        "print(bought)"
    )
    assert {"machineguns", "aeroplane"} & set(with_it)
    assert not {"machineguns", "aeroplane"} & set(without)


@pytest.mark.soak
def test_the_pace_of_a_game_and_the_cost_of_its_copies_are_measured() -> None:
    paces, outcomes, copies = measured(
        "from benchmarks import play\n"
        "play.TIMES = 2\n"
        "paces = {who: tuple(play.pace('megiddo/1918-even', who, 2)) for who in play.PLAYERS}\n"
        "outcomes = [table.outcome for table in play.moments('lawrence/aqaba', 2)]\n"
        "print((paces, outcomes, tuple(play.copies('lawrence/aqaba', 1))))"
    )
    assert set(paces) == {"random", "scripted"}
    assert all(actions > games > 0 for games, actions in paces.values()), paces
    assert outcomes == [None, None]
    assert min(copies) > 0


def test_a_mission_is_shown_at_each_level() -> None:
    rows = measured(
        "from benchmarks import lrdg\n"
        "some = list(lrdg._parse_missions(['tobruk', 'recruit', 'veteran']))\n"
        "games = [lrdg.batch(*one, 2, 1, 'scripted', 1) for one in some]\n"
        "print([lrdg.row(*one, played) for one, played in zip(some, games)])"
    )
    assert [row.split()[:2] for row in rows] == [["tobruk", "recruit"], ["tobruk", "veteran"]]
    assert all(row.endswith(" turns") and " VP" in row and " % (" in row for row in rows)


@pytest.mark.soak
def test_a_bot_is_measured_beside_more_games_of_the_scripted_player_of_the_same_seed() -> None:
    mine, its, gain, results, duel = measured(
        "from benchmarks import search\n"
        "search.LEAST_SOLITAIRES = 3\n"
        "batch = search.BotGames('lawrence/aqaba', 'some', 2)\n"
        "mine, its = search.solitaire_means(batch, 'scripted')\n"
        "results = [one.returns['lawrence'] for one in batch.play({'lawrence': 'scripted'})]\n"
        "gain = search.difference(mine, its)\n"
        "even = batch._replace(scenario='megiddo/1918-even')\n"
        "duel = search.share_against_scripted(even, 'british', 'search:2')\n"
        "pairs = [(one.value, one.of) for one in (mine, its, gain)]\n"
        "print((*pairs, results, duel.of))"
    )
    assert mine == (sum(results) / 2, 2)
    assert its[1] == 3
    assert gain == (mine[0] - its[0], 2)
    assert duel == 2


def test_odds_are_asked_at_twenty_decisions_of_the_recorded_games() -> None:
    games, first = measured(
        "from benchmarks import odds_answers\n"
        "asked = odds_answers.decisions()\n"
        "print(([one.save for one in asked], odds_answers.answer(asked[14]).lines[0]))"
    )
    assert len(games) == 20
    assert {name.partition("-")[0] for name in games} == {"lawrence", "lrdg", "megiddo"}
    assert first.startswith("You win the battle: 100 %. ")


MORE = [
    pytest.param(f".{name}", marks=pytest.mark.soak)
    for name in ("play", "lawrence", "fuzz", "lines", "cluster", "odds_answers", "hexes")
]


@pytest.mark.parametrize("module", ["", ".search", *MORE])
def test_every_benchmark_shows_its_words_and_refuses_others_in_a_line(module: str) -> None:
    def said(word: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", f"benchmarks{module}", word]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)

    asked, wrong = said("--help"), said("many")
    assert asked.returncode == 0
    assert f"usage: python -m benchmarks{module} " in asked.stdout
    assert wrong.returncode == 2
    assert 'a whole number of at least 1, not "many"' in wrong.stderr
    assert "Traceback" not in wrong.stderr
