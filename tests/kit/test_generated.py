"""Generated distributions work as they are: their entry points are found, and the kit finds no fault."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from runpy import run_path
from statistics import mean

import pytest
from scaffolds import GAMES, TEMPLATES

from sandtable import Outcome, SandtableError, SeededDice, Table
from sandtable.plugins.catalog import Catalog
from sandtable.record.new_game import new
from sandtable_batch.play import play_out
from sandtable_console.rulebook import sections
from sandtable_pictures import in_words
from sandtable_tools.kit.new import write
from sandtable_tools.kit.plugin_checks import scenario_faults
from sandtable_tools.kit.scaffold.naming import shortest_scenario

Written = Callable[..., tuple[Path, Catalog]]
PutOnShelf = Callable[[str, str, str | None], Path]


@pytest.mark.parametrize(("what", "kind", "game"), TEMPLATES)
def test_it_is_in_order_and_can_be_played_and_read(
    run, put_on_shelf: PutOnShelf, tmp_path: Path, what: str, kind: str, game: str | None
) -> None:
    name = put_on_shelf(what, kind, game).name
    ran = run("plugins", "doctor", name)
    assert (ran.status, ran.out.endswith(" OK\n")) == (0, True), ran.out
    if what == "bot":
        return
    id = name.removeprefix("sandtable-")
    scenario = f"{game}/{id}" if game else run("list", id).out.partition("Scenarios\n")[2].split()[0]
    played = run("play", scenario, "--save", tmp_path / "g.jsonl", "--seed", 1, typed="?\nrules\n")
    assert (played.status, played.err) == (0, "")
    assert run("rules", game or id).status == 0
    assert run("map", scenario, "--plain").out


def test_their_own_tests_pass(put_on_shelf: PutOnShelf) -> None:
    """Those of the others pass next to the wheel, in ``tests/packaging/test_scaffold.py``."""
    some = [*(("game", kind, None) for kind in GAMES), ("scenario", "rule", "lawrence")]
    folders = [put_on_shelf(*template) for template in some]
    options = ("-q", "-p", "no:cacheprovider", "--import-mode=importlib", "-W", "error", "-o")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "usefixtures=home", *folders],
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_small_game_keeps_its_rules_when_its_class_gets_a_docstring(tmp_path: Path) -> None:
    (module,) = write("game", "wells", tmp_path, kind="small")[0].glob("src/*/game.py")
    head = "class Wells(Game[Race]):\n"
    module.write_text(module.read_text().replace(head, f'{head}    """A race."""\n'))
    wells = run_path(str(module))["Wells"]
    assert [section.id for section in sections(wells.rules_text)] == ["1", "2", "3"]


@pytest.mark.parametrize("kind", GAMES)
def test_every_section_of_a_game_is_cited_by_its_code_and_by_its_tests(
    written: Written, kind: str
) -> None:
    folder, known = written("game", "my-game", kind=kind)
    ids = [section.id for section in sections(known.game("my-game").rules_text) if section.text]
    code = "".join(path.read_text() for path in folder.glob("src/**/*.py"))
    tests = "".join(path.read_text() for path in folder.glob("tests/*.py"))
    assert ids
    assert [id for id in ids if f'"{id}"' not in code] == []
    assert [id for id in ids if id not in tests] == []


def test_the_map_of_the_game_is_told_in_words(written: Written) -> None:
    _, known = written("game", "my-game")
    session = new("my-game/relief", seed=1, plugins=known)
    lines = in_words(session.scenario.game, session.view("column"), 80)
    assert len(lines) == 10
    assert lines[2] == "Mill: road west to Harbour, east to Old Bridge; track north to Two Wells; empty"


@pytest.mark.parametrize(
    ("old", "word", "columns"),
    [
        ("", "", [2, 4]),
        ("halves = true       # attacks across it", "shift = -2", [2, 5]),
        ('below = "first"', 'below = "no"', [2, 4]),
    ],
    ids=["halves", "shift", "below"],
)
def test_a_word_in_the_map_of_hexes_changes_how_units_attack(
    written: Written, old: str, word: str, columns: list[int]
) -> None:
    """From across the river, then with a unit that is not, then against far too strong an enemy."""
    folder, known = written("game", "my-game", kind="hex")
    (path,) = folder.glob("src/*/data/map.toml")
    path.write_text(path.read_text().replace(old, word, 1))
    state = new("my-game/lesson", seed=1, plugins=known).state
    combat = import_module("sandtable_my_game.combat")
    state.units["1st"].hex, state.units["5th"].hex = "0402", "0602"
    assert [combat.odds(state, "0503", units) for units in (["1st"], ["1st", "5th"])] == columns
    state.units["7th"].factors = (20, 3)
    assert combat.ready(state, "blue", "0503") == ([] if "below" in word else ["1st"])


def test_supply_in_a_game_of_hexes_does_not_cross_water(written: Written) -> None:
    _, known = written("game", "my-game", kind="hex")
    supplied = new("my-game/lesson", seed=1, plugins=known).state.supplied("blue")
    assert "0105" in supplied
    assert supplied.isdisjoint({"0106", "0206"})


def test_units_of_a_game_of_hexes_have_sizes_for_a_limit_by_weights(written: Written) -> None:
    folder, known = written("game", "my-game", kind="hex")
    (path,) = folder.glob("src/*/data/map.toml")
    limit = "stacking = { most = 3, weights = { iii = 1, xx = 3 } }"
    path.write_text(path.read_text().replace("stacking.most = 2", limit))
    first = known.scenario("my-game/first")
    state = Table.new(first, SeededDice(1)).state
    assert "0202" not in state.full(state.units["2nd"])
    state.units["2nd"].size = "xx"
    assert "0202" in state.full(state.units["2nd"])
    with pytest.raises(SandtableError, match=r'2nd\.size: no size "x"; did you mean "xx"'):
        known.scenarios.from_text(
            first.text.replace('hex = "0203"', 'hex = "0203", size = "x"'), "odd", "odd.toml"
        )


def test_faults_of_a_map_of_hexes_are_told_with_their_line(written: Written) -> None:
    folder, known = written("game", "my-game", kind="hex")
    (path,) = folder.glob("src/*/data/map.toml")
    text = (
        path.read_text()
        .replace("0402 ne se", "0402 ne")
        .replace("NE   NE   DR   DR", "NE   NE   DR   A1")
    )
    path.write_text(text)
    first = known.scenario("my-game/first")
    drowned = known.scenarios.from_text(first.text.replace("0202", "0106"), "drowned", "drowned.toml")
    found, failed = scenario_faults(known, drowned)
    assert failed == []
    told = [
        re.fullmatch("(map.toml: )?line ([0-9]+): ([a-z0-9.]+): (.*)", fault.text) for fault in found
    ]
    lines = [
        (text if at[1] else drowned.text).splitlines()[int(at[2]) - 1].split()[0] for at in told if at
    ]
    keys = [at[3] for at in told if at]
    assert keys == ["sides.river.at", "units.1st", "crt.table"]
    assert lines == ["at", "1st", "4"]


def test_oddities_of_a_scenario_of_a_game_are_reported(written: Written) -> None:
    _, known = written("game", "my-game")
    scenario = known.scenario("my-game/relief")
    text = scenario.text.replace("supplies = 4", "supplies = 2")
    hopeless = known.scenarios.from_text(text, "hopeless", "hopeless.toml")
    assert list(scenario.game.oddities(scenario)) == []
    assert len(list(scenario.game.oddities(hopeless))) == 1


def test_the_map_of_a_game_is_drawn_in_any_width(written: Written) -> None:
    _, known = written("game", "my-game")
    scenario = known.scenario("my-game/relief")
    view = Table.new(scenario, SeededDice(1)).view("column")
    for width in (40, 60, 100):
        lines = scenario.game.map(view, width)
        assert "Harbour" in "\n".join(lines)
        assert max(map(len, lines)) <= width


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
