"""The mechanics of Battle for Moscow, in a game (winter) whose code for hexes is calls of the kit."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import winter
from winter import CRT, EAST, MAP, TANK, WEST, Battle, Combat, Movement, Replacements, table_at

import sandtable_hexes
from sandtable import Decision, ScriptedDice, SeededDice, Table
from sandtable_tools.odds import forecast

if TYPE_CHECKING:
    from shelves import Shelf

SOURCE = Path(winter.__file__).read_text(encoding="utf-8")


def options(table: Table, *words: str) -> set[str]:
    """What options that begin with these words end with."""
    chosen = [option.words for option in table.options]
    return {option[-1] for option in chosen if option[: len(words)] == words}


# Movement.


def test_only_tanks_move_before_combat_and_everybody_after_it() -> None:
    at = {"armour": "0201", "first": "0101"}
    tanks = table_at(Movement(seat=WEST, kinds=(TANK,)), **at)
    assert options(tanks, "move", "armour")
    assert not options(tanks, "move", "first")
    whole = table_at(Movement(seat=WEST), **at)
    assert options(whole, "move", "armour")
    assert options(whole, "move", "first")


def test_tanks_move_twice_in_a_turn() -> None:
    table = winter.table()
    for line in ("done", "move armour 0502", "done", "done", "move armour 0601", "done"):
        table.choose(table.read(line))
    moved = [event for event in table.events or [] if isinstance(event, winter.Moved)]
    assert [(move.unit, move.way[-1]) for move in moved] == [("armour", "0502"), ("armour", "0601")]


def test_woods_cost_more_and_tanks_most_and_no_unit_enters_a_lake() -> None:
    table = table_at(Movement(seat=WEST), armour="0201", first="0401")
    assert "0301" in options(table, "move", "first")
    assert winter.reach_of(table, "first").cost["0301"] == 2
    assert winter.reach_of(table, "armour").cost["0301"] == 3
    shore = table_at(Movement(seat=WEST), second="0105")
    assert not {"0106", "0206"} & options(shore, "move", "second")


def test_a_unit_spends_all_its_points() -> None:
    table = table_at(Movement(seat=WEST), first="0101", shock="0805")
    assert max(MAP.apart("0101", hex) for hex in options(table, "move", "first")) == 4


def test_units_stop_in_an_enemy_zone_of_control_and_may_go_on_from_there() -> None:
    line = {"militia": "0502", "rifles": "0504"}
    table = table_at(Movement(seat=WEST), armour="0403", **line)
    assert MAP.zone(["0502", "0504"]) >= {"0403", "0503"}
    assert "0503" in options(table, "move", "armour")
    assert not {"0603", "0703"} & options(table, "move", "armour")
    open_ground = table_at(Movement(seat=WEST), armour="0403")
    assert {"0603", "0703"} <= options(open_ground, "move", "armour")


def test_a_unit_passes_its_own_units_but_stops_in_no_hex_of_theirs() -> None:
    table = table_at(Movement(seat=WEST), first="0103", second="0104")
    assert "0104" not in options(table, "move", "first")
    assert "0105" in options(table, "move", "first")


def test_in_mud_every_unit_moves_one_hex_into_any_ground() -> None:
    at = {"armour": "0302", "first": "0303"}
    mud, frost = (table_at(Movement(seat=WEST), turn=turn, **at) for turn in (2, 3))
    near = {hex for hex in MAP.ring("0302", 1) if MAP.terrain[hex] != "lake"} - {"0303"}
    assert options(mud, "move", "armour") == near
    assert "woods" in {MAP.terrain[hex] for hex in near}
    assert options(frost, "move", "armour") > near


# Rail.


def test_units_of_the_east_move_any_distance_by_rail() -> None:
    table = table_at(Movement(seat=EAST, by_rail=True), shock="0702", reserve="0102")
    assert options(table, "move", "shock") == {"0703", "0704", "0705", "0804", "0805", "0605", "0606"}
    assert not options(table, "move", "reserve")


def test_a_railway_is_closed_where_the_enemy_or_its_zone_is() -> None:
    by_rail = Movement(seat=EAST, by_rail=True)
    table = table_at(by_rail, shock="0702", first="0605")
    assert options(table, "move", "shock") == {"0703", "0704", "0804", "0805"}
    held = table_at(by_rail, shock="0702", first="0701")
    assert not options(held, "move", "shock")


# Combat.


@pytest.mark.parametrize(
    ("at", "column"),
    [
        ({"armour": "0702", "shock": "0703"}, "1:1"),
        ({"armour": "0702", "shock": "0703 reduced"}, "4:1"),
        ({"first": "0502", "militia": "0602"}, "1:1"),  # 4 to 2, and woods shift
        ({"armour": "0503", "militia": "0603"}, "1:1"),  # the river halves: 4 to 2, and woods shift
        ({"armour": "0503", "guards": "0703", "militia": "0603"}, "3:1"),  # 10 to 2, and woods shift
        ({"armour": "0703", "guards": "0803", "shock": "0704"}, "1:1"),  # the city doubles: 14 to 10
    ],
)
def test_ground_and_rivers_change_the_odds(at: dict[str, str], column: str) -> None:
    table = table_at(Combat(seat=WEST), **at)
    (target,) = winter.units_of(table, EAST).values()
    found = winter.column_of(table, WEST, target)
    assert found is not None
    assert CRT.columns[found] == column


def test_odds_below_the_table_are_refused_with_the_reason() -> None:
    table = table_at(Combat(seat=WEST), first="0703 reduced", shock="0704")
    assert options(table, "attack") == set()
    refusal = table.decision.refusal(table, winter.Attack("0704"))
    assert refusal is not None
    assert refusal.text == "the odds are below 1:2"


def fight(result: str, **at: str) -> Table:
    """The battle against the rifles that ends with a result."""
    target = at["rifles"].split()[0]
    column = winter.column_of(table_at(Combat(seat=WEST), **at), WEST, target)
    assert column is not None
    face = next(face for face in range(1, 7) if CRT.at(column, face) == result)
    return table_at(Battle(WEST, target), ScriptedDice([face]), **at)


def test_an_attacker_that_loses_a_step_is_reduced_or_lost() -> None:
    assert fight("AL", first="0602", rifles="0702").state.reduced == ["first"]
    assert "first" not in fight("AL", first="0602 reduced", rifles="0702").state.at


def test_an_exchange_costs_both_a_step() -> None:
    table = fight("EX", armour="0602", rifles="0702")
    assert set(table.state.reduced) == {"armour", "rifles"}


def test_every_attacker_may_take_the_hex_of_a_lost_unit() -> None:
    table = fight("DE", armour="0602", guards="0701", rifles="0702 reduced")
    assert "rifles" not in table.state.at
    assert options(table, "advance") == {"armour", "guards"}


def test_a_unit_retreats_two_hexes_away_and_not_into_a_zone() -> None:
    table = fight("DR", armour="0602", rifles="0702")
    assert isinstance(table.decision, winter.Retreating)
    zone = MAP.zone(["0602"])
    assert options(table, "retreat")
    for hex in options(table, "retreat"):
        assert MAP.apart("0702", hex) == 2
        assert hex not in zone


def test_an_attacker_advances_after_a_retreat() -> None:
    table = fight("DR", armour="0602", rifles="0702")
    table.choose(table.options[0])
    table.choose(table.read("advance armour"))
    assert table.state.at["armour"] == "0702"


def test_a_unit_may_have_to_lose_a_step_and_retreat() -> None:
    table = fight("DRL", armour="0602", rifles="0702")
    assert table.state.reduced == ["rifles"]
    assert isinstance(table.decision, winter.Retreating)
    assert "rifles" not in fight("DRL", armour="0602", rifles="0702 reduced").state.at


RING = {"armour": "0401", "guards": "0602", "rifles": "0502"}
"""The rifles are in enemy zones on every side."""


def test_a_surrounded_unit_cannot_retreat_and_is_lost() -> None:
    assert "rifles" not in fight("DR", **RING).state.at


def test_a_friend_opens_an_enemy_zone_and_is_passed() -> None:
    table = fight("DR", **RING, militia="0601")
    assert winter.retreats_of(table, "rifles") == {"0701": ["0502", "0601", "0701"]}
    assert "rifles" not in fight("DR", **RING, militia="0601", reserve="0701").state.at


# Replacements.


def test_a_point_restores_a_unit_in_supply() -> None:
    phase = Replacements(seat=WEST, left=1)
    table = table_at(phase, first="0201 reduced")
    table.choose(table.read("restore first"))
    assert table.state.reduced == []
    assert options(table) == {"done"}


def test_a_unit_that_the_enemy_cuts_off_gets_no_replacements() -> None:
    cut = {"first": "0503 reduced", "militia": "0401", "rifles": "0403", "reserve": "0405"}
    phase = Replacements(seat=WEST, left=1)
    assert not options(table_at(phase, **cut, shock="0305"), "restore")
    assert options(table_at(phase, first="0503 reduced", militia="0401"), "restore") == {"first"}


def test_a_lost_unit_returns_reduced_in_a_free_town_in_supply() -> None:
    table = table_at(Replacements(seat=EAST, left=1), shock="0702")
    assert options(table, "rebuild", "militia") == {"0704", "0606", "0203"}
    table.choose(table.read("rebuild militia 0704"))
    assert table.state.at["militia"] == "0704"
    assert "militia" in table.state.reduced


def test_no_unit_returns_in_a_town_in_an_enemy_zone() -> None:
    table = table_at(Replacements(seat=EAST, left=1), shock="0702", first="0605")
    assert options(table, "rebuild", "militia") == {"0704", "0203"}


# Whole games.


@pytest.mark.parametrize("seed", range(6))
def test_whole_games_keep_the_rules_of_the_map(seed: int) -> None:
    luck = SeededDice(f"winter {seed}")
    table = winter.table(SeededDice(seed))
    while table.outcome is None:
        table.choose(luck.pick(table.options))
        hexes = list(table.state.at.values())
        assert len(set(hexes)) == len(hexes)
        assert "lake" not in {MAP.terrain[hex] for hex in hexes}
    assert table.state.turn == 3


def test_the_game_has_no_code_for_hexes_of_its_own() -> None:
    """It asks the map only what the kit offers, and takes no number of a hex apart."""
    tree = [*ast.walk(ast.parse(SOURCE))]
    asked = {
        node.attr
        for node in tree
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "MAP"
    }
    assert asked == {"apart", "border", "edge", "effects", "file", "spaces", "terrain", "zone"}
    called = {ast.unparse(node.func) for node in tree if isinstance(node, ast.Call)}
    assert not called & {"int", "ord", "divmod", "abs"}
    assert called >= {
        "Costs",
        "Stacking",
        "hops",
        "parse_map",
        "reach",
        "retreats",
        "supply",
        "CRT.column",
    }
    assert not [node for node in tree if isinstance(node, ast.Slice)]


# Odds at the prompt.

ATTACKS = [
    {"armour": "0602", "rifles": "0702"},
    {"armour": "0503", "militia": "0603"},
    {"armour": "0702", "guards": "0803", "shock": "0704"},
]


@pytest.mark.parametrize("at", ATTACKS)
def test_odds_gives_the_chances_that_the_option_shows(at: dict[str, str]) -> None:
    decision: Decision = Combat(seat=WEST)
    table = table_at(decision, **at)
    (attack,) = (option for option in table.options if isinstance(option, winter.Attack))
    column = winter.column_of(table, WEST, attack.hex)
    assert column is not None
    assert decision.describe(table, attack) == CRT.words(column)
    found = forecast(table, WEST, attack, horizon=0)
    assert found.exact
    assert found.ways == 6
    rolled = {event.text: event.probability for event in found.events if event.kind == "fought"}
    assert rolled == {
        f"the attack is {result}.": chance for result, chance in CRT.chances(column).items()
    }


def test_two_dice_take_one_path_for_each_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = "\n".join(f"{face} {'DE' if face > 8 else 'NE'}" for face in range(2, 13))
    barrage = sandtable_hexes.Results(f"1:2\n{lines}", dice="2d6", below="first")
    monkeypatch.setattr(winter, "CRT", barrage)
    table = table_at(Combat(seat=WEST), armour="0602", rifles="0702")
    found = forecast(table, WEST, winter.Attack("0702"), horizon=0)
    assert found.ways == 11
    rolled = {event.text: event.probability for event in found.events if event.kind == "fought"}
    assert rolled == {"the attack is DE.": Fraction(10, 36), "the attack is NE.": Fraction(26, 36)}


def test_the_command_gives_the_same_fractions(run: Callable, shelf: Shelf, tmp_path: Path) -> None:
    about = 'id = "winter"\ntitle = "Winter"\nsummary = "Hold out."\nseats = ["west", "east"]\n'
    files = {
        "__init__.py": "",
        "game.py": SOURCE,
        "game.toml": f"{about}api = 2\nrules_version = 1\n",
        "frost.toml": winter.TOML,
    }
    points = {"games winter": "st_winter.game:Winter", "scenarios winter.frost": "st_winter"}
    shelf.add("winter-game", points, {f"st_winter/{name}": text for name, text in files.items()})
    save = tmp_path / "winter.jsonl"
    lines = "done\nmove armour 0503\ndone\n?\n"
    played = run(
        "play", "winter/frost", "--seed", 3, "--seat", "east=random", "--save", save, typed=lines
    )
    assert played.status == 0, played.err
    assert "attack 0603  1:1: NE 33 %, DR 33 %, AL 17 %, EX 17 %" in played.out
    ran = run("odds", save, "attack", "0603", "--json")
    assert ran.status == 0, ran.err
    document = json.loads(ran.out)
    assert document["exact"] is True
    rolled = {headline["text"]: Fraction(headline["probability"]) for headline in document["headlines"]}
    chances = CRT.chances(CRT.columns.index("1:1"))
    assert rolled == {f"the attack is {result}.": chance for result, chance in chances.items()}
