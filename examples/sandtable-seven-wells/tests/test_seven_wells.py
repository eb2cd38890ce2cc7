"""Tests of the rules of Seven Wells, section by section.

`pytest --fixtures` describes `session`, `script` and the others.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import sandtable
from sandtable_tools.kit import conformance

GAME = "seven-wells/1917"
RECORDED = Path(__file__).parent / "recorded"
BEERSHEBA = ("effort beersheba", "done", "move anzac", "to 1207", "move australian", "to 1207", "done")


@pytest.fixture
def started(session, script, scripted_dice):
    """Return a function that starts a game with the line dealt in order, given dice and choices."""

    def make(*lines: str, dice: tuple[int, ...] = (), units: dict[str, str] | None = None):
        game = session(GAME, dice=scripted_dice((*DEAL, NO_KHAMSIN, *dice)))
        for unit, hex in (units or {}).items():
            game.state.units[unit].at = hex
        game.table.refresh()
        script(game, *lines)
        return game

    return make


DEAL = (6, 5, 4, 3, 2)
NO_KHAMSIN = 2


def test_the_game_keeps_the_contract() -> None:
    """This checks the small scenario; ``sandtable test seven-wells`` checks all in a minute."""
    assert conformance("seven-wells/lesson", quick=True) == []


def test_scripted_players_play_it_to_the_end() -> None:
    game = sandtable.new(GAME, seed=4, seats={"british": "scripted", "ottoman": "scripted"})
    list(game.play())
    assert game.outcome is not None
    assert game.outcome.name in {"british", "ottoman"}


@pytest.mark.parametrize(
    ("save", "winner"), [("british-wins", "british"), ("ottoman-wins", "ottoman"), ("lesson", "ottoman")]
)
def test_a_recorded_game_verifies_to_its_end(save: str, winner: str) -> None:
    outcome = sandtable.Replay(RECORDED / f"{save}.jsonl").run().outcome
    assert outcome is not None
    assert outcome.name == winner


def test_the_ottomans_do_not_learn_the_main_effort(started) -> None:
    """Section 1.1."""
    game = started("effort beersheba")
    assert game.table.view("ottoman").war.effort == ""
    assert game.table.view("british").war.effort == "beersheba"
    assert [event.name() for event in game.seat("ottoman").log] == ["dealt", "turn-began"]


def test_an_attack_shows_where_the_main_effort_is(started) -> None:
    """Section 1.1."""
    game = started(*BEERSHEBA, "attack 1107", "all", dice=(1,))
    assert game.table.view("ottoman").war.effort == "beersheba"


def test_an_attack_elsewhere_shows_where_it_is_not(started) -> None:
    """Section 1.1."""
    game = started("effort gaza", *BEERSHEBA[1:], "attack 1107", "all", dice=(1,))
    view = game.table.view("ottoman")
    assert (view.war.effort, view.war.tried) == ("", ["beersheba"])


def test_the_british_see_only_counters(started) -> None:
    """Section 2.4."""
    view = started("effort beersheba").table.view("british")
    assert sum(unit.number > 0 for unit in view.war.units.values()) == 6
    assert not {"54th", "16th", "26th", "7th", "tents", "smoke"} & view.war.units.keys()


def test_an_adjacent_unit_turns_a_counter_up(started) -> None:
    """Section 2.4: the counter at 0403 is next to 0404, and two hexes from 0405."""
    game = started("effort beersheba", "done")
    (there,) = [id for id, unit in game.state.units.items() if unit.at == "0403"]
    assert game.state.units[there].number == 1
    game.choose("move lowland")
    game.choose("to 0405")
    assert game.state.units[there].number == 1
    game.choose("move anglian")
    game.choose("to 0404")
    assert game.state.units[there].number == 0


def test_six_points_stack(started, assert_illegal) -> None:
    """Section 2.2."""
    game = started("effort beersheba", "done", "move london")
    assert_illegal(game, "to 0507", rule="2.2")


def test_a_unit_stops_in_an_enemy_zone(started, assert_illegal, assert_legal) -> None:
    """Section 2.3: a unit from 1206 must stop in Beersheba's zone, so it cannot reach what is behind."""
    game = started("effort beersheba", "done", "move anzac", units={"anzac": "1108", "cavalry": ""})
    assert_legal(game, "to 1207")
    assert_illegal(game, "to 1206", rule="4.1")


def test_units_do_not_enter_the_sea_or_hexes_with_enemies(started, assert_illegal) -> None:
    """Section 4.2."""
    game = started("effort beersheba", "done", "move lowland")
    assert_illegal(game, "to gaza", rule="4.2")
    assert_illegal(game, "to 0303", rule="4.1")
    assert_illegal(game, "to 0101", rule="4.2")


def test_a_khamsin_costs_mounted_units_two_points(started) -> None:
    """Section 1.2."""
    game = started("effort beersheba")
    game.state.khamsin = True
    position = game.table.view(None).position
    assert position.points("anzac") == 4
    assert position.points("london") == 4


@pytest.mark.parametrize(("dice", "shift"), [((1, 1), 0), ((3, 3), 1), ((5, 5), 2)])
def test_a_barrage_shifts_attacks(started, dice, shift) -> None:
    """Section 5.3: the monitors' factor is 3, and the town's cover is 1."""
    game = started("effort beersheba", "barrage monitors gaza", dice=dice)
    assert game.state.shifts.get("0402", 0) == shift


def test_monitors_fire_at_the_coast(started, assert_illegal) -> None:
    """Section 5.2."""
    assert_illegal(started("effort beersheba"), "barrage monitors hareira", rule="5.2")


def test_the_prompt_shows_the_chances(started) -> None:
    """Section 6.4: two factors of 4 against 3 are 2:1; the town and the main effort cancel out."""
    game = started(*BEERSHEBA, "attack 1107")
    (all_,) = [option for option in game.options() if str(option) == "all"]
    decision = game.table.decision
    assert decision.describe(game.table, all_).startswith("2:1: ")
    game.choose("commit anzac")
    game.choose("commit australian")
    (done,) = game.options()
    assert decision.describe(game.table, done) == "odds too low so far"
    shown = game.table.decision.describe(game.table, done)
    assert shown == "2:1: retreat (or step) 50 %, they lose 33 %, you 33 %; town -1, main effort +1"


def test_half_of_a_factor_attacks_a_trench(started) -> None:
    """Section 6.2: the trench halves attacks from the south-west, but not from the south-east."""
    position = started("effort beersheba").table.view(None).position
    position.units["london"].at, position.units["anzac"].at = "1007", "1207"
    supplied = position.supplied("british")
    assert position.is_halved("london", "1107", supplied)
    assert not position.is_halved("anzac", "1107", supplied)


def test_defenders_of_a_town_may_stand(started) -> None:
    """Section 6.7."""
    game = started(*BEERSHEBA, "attack 1107", "all", dice=(4,))
    assert game.to_move == "ottoman"
    game.choose("stand")
    assert (game.state.units["27th"].at, game.state.units["27th"].lost) == ("1107", 1)


def test_attackers_advance_and_ride_on(started) -> None:
    """Sections 6.6 and 6.8."""
    game = started(*BEERSHEBA, "attack 1107", "all", dice=(4,))
    game.choose(next(str(option) for option in game.options() if "retreat" in str(option)))
    game.choose("advance anzac")
    assert (game.state.holders["1107"], game.state.taken) == ("british", 1)
    assert "done" in [str(option) for option in game.options()]


def test_a_hex_is_attacked_once_a_turn(started) -> None:
    """Section 6.1: the 60th is also next to the hex, but combat is over."""
    units = {"london": "1007"}
    attack = ("attack 1107", "commit anzac", "commit australian", "done")
    game = started(*BEERSHEBA, *attack, dice=(3,), units=units)
    assert [event.name() for event in game.seat("ottoman").log].count("fought") == 1
    assert game.to_move == "ottoman"


def test_the_british_do_not_see_which_counter_moves(started) -> None:
    """Section 2.4."""
    game = started("effort beersheba", "done", "done")
    mover = next(id for id, unit in game.state.units.items() if unit.number == 4)
    game.choose(f"move {mover}")
    game.choose("to 0704")
    assert game.seat("british").log[-1].text == "Counter 4 moves from Hareira to 0704."


def test_three_towns_end_the_game(started, script) -> None:
    """Section 7.3."""
    game = started("effort beersheba")
    for hex in ("0402", "0804", "1107"):
        game.state.holders[hex] = "british"
    game.state.taken = 1
    game.table.refresh()
    script(game, "done", "done", "done")
    assert game.outcome is not None
    assert game.outcome.name == "british"


def test_divisions_can_be_named_by_their_numbers(started) -> None:
    game = started("effort beersheba", "done", "move 60th")
    assert str(game.table.decision.ask(game.table)).startswith("60th (London) Division")


@pytest.mark.parametrize("line", ["move 60th hareira", "move lowland 0405"])
def test_a_move_with_its_hex_in_one_line_says_how_to_type_it(started, line) -> None:
    game = started("effort beersheba", "done")
    start, hex = line.rsplit(" ", 1)
    with pytest.raises(sandtable.InvalidAction) as error:
        game.table.read(line)
    assert str(error.value) == f"a move is two choices; type `{start}; to {hex}`"
    assert game.table.notation("move 60th nowhere") == ()


def test_the_map_marks_the_places_that_are_worth_points(started) -> None:
    """Section 7.1: Beersheba is worth 4 on turn 1; a small map shows this only if no unit is there."""
    game = started("effort beersheba")
    lines = game.table.game.presentation.map(game.table.view("british"), 70)
    assert [mark for mark in "1234" if f"T{mark}" in " ".join(lines)] == ["1", "2", "3", "4"]
    small = " ".join(game.table.game.presentation.map(game.table.view("british"), 40))
    assert "worth 3 points" not in small.replace("\n", " ")


def test_attackers_have_their_articles(started) -> None:
    game = started(*BEERSHEBA, "attack 1107", "all", dice=(3,))
    (fought,) = [event for event in game.seat("british").log if event.name() == "fought"]
    assert fought.text.startswith("The Anzac Mounted and the Australian Mounted attack Beersheba")
