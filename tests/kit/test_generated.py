"""Generated distributions work as they are: their entry points are found, and the kit finds no fault."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import mean

import pytest

from sandtable import Outcome, SeededDice, Table
from sandtable.plugins.catalog import Catalog
from sandtable.record.new_game import new
from sandtable_batch.play import play_out
from sandtable_console.rulebook import sections
from sandtable_pictures import in_words
from sandtable_tools.kit import conformance, examine
from sandtable_tools.kit.scaffold.naming import shortest_scenario

Written = Callable[..., tuple[Path, Catalog]]
PutOnShelf = Callable[[str, str | None], Path]

DISTRIBUTIONS = [
    ("game", None),
    ("scenario", "megiddo"),
    ("scenario", "lrdg"),
    ("scenario", "lawrence"),
    ("bot", "megiddo"),
    pytest.param("bot", "lrdg", marks=pytest.mark.soak),
    pytest.param("bot", "lawrence", marks=pytest.mark.soak),
]
"""Every kind that can be generated, with its game."""


def states(known: Catalog, name: str) -> set[str]:
    """The states of the plugins whose ids have this name."""
    return {plugin.state for plugin in known.plugins if name in plugin.id}


def test_a_game_passes_the_conformance_kit(written: Written) -> None:
    _, known = written("game", "my-game")
    assert conformance("my-game", plugins=known) == []
    assert states(known, "my-game") == {"installed"}


def test_every_section_of_the_game_is_cited_by_its_code_and_by_its_tests(written: Written) -> None:
    folder, known = written("game", "my-game")
    ids = [section.id for section in sections(known.game("my-game").rules_text) if section.text]
    code = "".join(path.read_text() for path in folder.glob("src/**/*.py"))
    tests = "".join(path.read_text() for path in folder.glob("tests/*.py"))
    assert [id for id in ids if f'"{id}"' not in code] == []
    assert [id for id in ids if id not in tests] == []


def test_the_scripted_player_of_the_game_beats_chance_and_can_lose(written: Written) -> None:
    _, known = written("game", "my-game")
    scenario = known.scenario("my-game/relief")
    wins = {}
    for name in ("scripted", "random"):
        games = [
            play_out(scenario, {"column": known.bots.make(scenario.game, name)}, seed)[0]
            for seed in range(60)
        ]
        wins[name] = sum(table.outcome is not None and table.outcome.name == "won" for table in games)
    assert wins["random"] < 30 < wins["scripted"] < 60


def test_the_map_of_the_game_is_told_in_words(written: Written) -> None:
    _, known = written("game", "my-game")
    session = new("my-game/relief", seed=1, plugins=known)
    lines = in_words(session.scenario.game, session.view("column"))
    assert len(lines) == 10
    assert lines[2] == "Mill: road west to Harbour, east to Old Bridge; track north to Two Wells; empty"


def test_oddities_of_a_scenario_of_the_game_are_reported(written: Written) -> None:
    _, known = written("game", "my-game")
    scenario = known.scenario("my-game/relief")
    text = scenario.text.replace("supplies = 4", "supplies = 2")
    hopeless = known.scenarios.from_text(text, "hopeless", "hopeless.toml")
    assert list(scenario.game.oddities(scenario)) == []
    assert len(list(scenario.game.oddities(hopeless))) == 1


def test_the_map_of_the_game_is_drawn_in_any_width(written: Written) -> None:
    _, known = written("game", "my-game")
    scenario = known.scenario("my-game/relief")
    view = Table.new(scenario, SeededDice(1)).view("column")
    for width in (40, 60, 100):
        lines = scenario.game.map(view, width)
        assert "Harbour" in "\n".join(lines)
        assert max(map(len, lines)) <= width


@pytest.mark.parametrize("game", ["lrdg", pytest.param("lawrence", marks=pytest.mark.soak), "megiddo"])
def test_a_scenario_passes_the_conformance_kit(written: Written, game: str) -> None:
    _, known = written("scenario", "my-raid", game)
    assert examine(known.scenario(f"{game}/my-raid"), games=1, plugins=known, quick=True) == []
    assert states(known, "my-raid") == {"installed"}


@pytest.mark.parametrize(
    "game", ["megiddo", *(pytest.param(game, marks=pytest.mark.soak) for game in ("lawrence", "lrdg"))]
)
def test_a_bot_finishes_a_game_and_its_save_names_it(
    written: Written, game: str, tmp_path: Path
) -> None:
    _, known = written("bot", "clever", game)
    id = shortest_scenario(game, known)
    first, *others = known.games.infos[game].seats
    seats = {first: "clever", **dict.fromkeys(others, "random")}
    session = new(id, seed=1, seats=seats, plugins=known)
    assert list(session.play())
    assert session.outcome is not None
    assert "clever" in [stamp["id"] for stamp in session.header.plugins]
    assert known.problems == []


def test_a_bot_of_one_game_is_none_of_another(written: Written) -> None:
    _, known = written("bot", "clever", "megiddo")
    with pytest.raises(LookupError):
        known.bots.make(known.game("lrdg"), "clever")


@pytest.mark.soak
def test_a_bot_of_the_desert_rides_out_and_beats_chance(written: Written) -> None:
    """Going home at once costs nothing, but the bot rides out and brings more home than a random one."""
    _, known = written("bot", "clever", "lrdg")
    scenario = known.scenario("lrdg/tobruk")

    def games(name: str, number: int) -> list[Outcome]:
        played = [
            play_out(scenario, {"lrdg": known.bots.make(scenario.game, name)}, seed)[0].outcome
            for seed in range(number)
        ]
        return [outcome for outcome in played if outcome is not None]

    clever, chance = games("clever", 4), games("random", 60)
    assert mean(game.metrics["turns"] for game in clever) > 3
    assert mean(game.returns["lrdg"] for game in clever) > mean(game.returns["lrdg"] for game in chance)


@pytest.mark.parametrize(
    ("kind", "game"),
    [
        ("scenario", "megiddo"),
        ("scenario", "lawrence"),
        pytest.param("bot", "lrdg", marks=pytest.mark.soak),
        pytest.param("bot", "lawrence", marks=pytest.mark.soak),
    ],
)
def test_its_own_tests_pass(put_on_shelf: PutOnShelf, kind: str, game: str | None) -> None:
    """The others pass theirs next to the wheel, in ``tests/packaging/test_scaffold.py``."""
    words = ("-q", "-p", "no:cacheprovider", "-W", "error::DeprecationWarning")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        cwd=put_on_shelf(kind, game),
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(("kind", "game"), DISTRIBUTIONS)
def test_doctor_finds_it_in_order(run, put_on_shelf: PutOnShelf, kind: str, game: str | None) -> None:
    ran = run("plugins", "doctor", put_on_shelf(kind, game).name)
    assert (ran.status, ran.out.endswith(" OK\n")) == (0, True), ran.out
