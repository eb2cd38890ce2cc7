"""The benchmarks measure what they say they do."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


def check(code: str) -> None:
    """Run some lines where `benchmarks` can be imported."""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


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
    assert tictactoe.bare(200) == tictactoe.on_a_table(200)


def test_costs_are_measured_on_the_same_games() -> None:
    check(
        "from pathlib import Path; from tempfile import mkdtemp; from benchmarks import megiddo\n"
        "megiddo.GAMES = 2\nfolder = Path(mkdtemp())\n"
        "assert megiddo.random_tables() == megiddo.journalled(folder) == megiddo.verified(folder)\n"
    )


@pytest.mark.soak
def test_the_widest_decision_of_each_game_is_measured() -> None:
    check(
        "from benchmarks import prompt\nprompt.MOST_ACTIONS, prompt.REPEATS = 8, 1\n"
        "for game in prompt.SCENARIOS:\n"
        "    found = prompt.widest(game, 1)\n"
        "    assert found.options > 5 and min(found[1:]) > 0, found"
    )


def test_what_a_line_costs_in_a_long_save_is_measured() -> None:
    check("from benchmarks import saves\nassert saves.slowing(1, lines=200) > 0")


def test_the_shares_of_a_profile_are_all_of_it() -> None:
    check(
        "from benchmarks import lrdg\n"
        "found, actions = lrdg.shares(games=4)\n"
        "assert actions > 100 and abs(sum(found.values()) - 1) < 1e-9\n"
        "assert found['rules'] > 0 and 0 < lrdg.framework(found) < 1"
    )


@pytest.mark.soak
def test_a_trial_of_lawrence_changes_the_deck_the_numbers_and_the_player() -> None:
    check(
        "from benchmarks.lawrence import Trial, games, play, rate, table_of\n"
        "from sandtable.simulate import Job, play_games\n"
        "trial = Trial('aqaba', card='ambush', numbers=(('ops', 3),))\n"
        "assert table_of(trial).data.ops == 3 and 'ambush' in table_of(trial).text\n"
        "plain = play_games(Job('lawrence/aqaba', {'lawrence': 'scripted'}, 1), 1, 4)\n"
        "won = [game.won for game in games(Trial('aqaba'), 4, 1)]\n"
        "assert [game.outcome == 'won' for game in plain] == won\n"
        "assert play(Trial('aqaba', without='leaders'), '1/1').actions > 3"
    )


@pytest.mark.soak
def test_the_pace_of_a_game_and_the_cost_of_its_copies_are_measured() -> None:
    check(
        "from benchmarks import play\n"
        "play.TIMES = 2\n"
        "for player in play.PLAYERS:\n"
        "    found = play.pace('megiddo/1918-even', player, 2)\n"
        "    assert found.actions > found.games > 0\n"
        "tables = list(play.moments('lawrence/aqaba', 2))\n"
        "assert all(table.outcome is None for table in tables)\n"
        "assert min(play.copies('lawrence/aqaba', 1)) > 0"
    )


@pytest.mark.soak
def test_a_bot_is_measured_beside_more_games_of_the_scripted_player_of_the_same_seed() -> None:
    check(
        "from benchmarks import mcts\n"
        "mcts.MANY = 3\n"
        "batch = mcts.Batch('lawrence/aqaba', 'some', 2)\n"
        "mine, its = mcts.alone(batch, 'scripted')\n"
        "assert (mine.of, its.of) == (2, 3)\n"
        "results = [one.returns['lawrence'] for one in batch.played({'lawrence': 'scripted'})]\n"
        "assert mine.value == sum(results) / 2\n"
        "gain = mcts.gained(mine, its)\n"
        "assert gain.value == mine.value - its.value and gain.of == 2\n"
        "duel = batch._replace(scenario='megiddo/1918-even')\n"
        "assert mcts.against(duel, 'british', 'mcts:2').of == 2"
    )


MORE = [
    pytest.param(f".{name}", marks=pytest.mark.soak) for name in ("play", "lawrence", "fuzz", "cluster")
]


@pytest.mark.parametrize("module", ["", ".mcts", *MORE])
def test_every_benchmark_tells_its_words_and_refuses_others_in_a_line(module: str) -> None:
    def said(word: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", f"benchmarks{module}", word]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)

    asked, wrong = said("--help"), said("many")
    assert asked.returncode == 0
    assert f"usage: python -m benchmarks{module} " in asked.stdout
    assert wrong.returncode == 2
    assert "from 1 on was expected, not 'many'" in wrong.stderr
    assert "Traceback" not in wrong.stderr
