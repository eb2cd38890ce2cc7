"""A fight is played on a stage, drawn from strikes only."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import pytest
from prompt_toolkit.utils import get_cwidth

import sandtable
from sandtable import Event, Headline, Strike
from sandtable_console import Console
from sandtable_tools.screen.fight import Fight

if TYPE_CHECKING:
    from screens import Watched

SAVES = Path(__file__).parents[2] / "saves"


class Blow(Event, frozen=True):
    rule: ClassVar[str] = "1"
    of: tuple[object, ...]
    words: str = "Thud."

    @property
    def text(self) -> str:
        return self.words

    @property
    def strike(self) -> Strike:
        return Strike(*self.of)


class Over(Event, frozen=True):
    open: bool

    def headline(self, seat: str | None) -> Headline:
        return Headline("A fight begins" if self.open else "You win the fight", worth=2, open=self.open)


SHOT = Blow(("Fox", "lrdg", "Hen", (4,), "1-3", False))
HIT = Blow(("Fox", "lrdg", "Owl", (2,), "1-3", True))
BACK = Blow(("Hen", "", "Fox", (6, 1), "1-2", True))
REDUCED = Blow(("Hen", "", "", (), "", True, "reduced", False))
FOX_OUT = Blow(("Fox", "lrdg", "", (), "", True, "out", True))


@pytest.fixture
def fight() -> Fight:
    return Fight(Console(sandtable.new("lrdg/slonta", seed=3)))


def shown(fight: Fight, width: int = 80, height: int = 22) -> str:
    return "\n".join("".join(text for _, text in row) for row in fight.rows(width, height))


def styles(fight: Fight, word: str) -> set[str]:
    return {style for row in fight.rows(80, 22) for style, text in row if word in text}


def test_it_is_played_strike_by_strike_and_losses_come_with_the_shot_before(fight: Fight) -> None:
    assert fight.follow([Over(open=True), SHOT, HIT, BACK, FOX_OUT, REDUCED])
    assert fight.step()
    assert "A fight begins  1 of 3" in shown(fight)
    assert "[4] 1-3 ┄" in shown(fight)
    assert "miss" in shown(fight)
    assert "next strike" in fight.key_prompt
    fight.skip(but=1)
    assert "[2] 1-3 ━" in shown(fight)
    assert "out" not in shown(fight)
    assert fight.step()
    assert "━ 1-2 [6] [1]" in shown(fight)
    assert "Hen reduced. The enemy: Fox out." in shown(fight)
    assert "next strike" not in fight.key_prompt
    assert not fight.step()


def test_own_hits_are_good_others_bad_and_who_is_out_is_struck_through(fight: Fight) -> None:
    fight.follow([SHOT, HIT, BACK, FOX_OUT])
    fight.skip()
    assert styles(fight, "[2]") == {"class:role.good reverse"}
    assert styles(fight, "[1]") == {"class:role.bad bold reverse"}
    assert styles(fight, " Fox ") >= {"class:role.quiet strike"}
    assert styles(fight, " Hen ") >= {"class:role.own-badge"}


def test_a_strike_names_a_side_without_a_player_and_a_turn_is_called_a_fight(fight: Fight) -> None:
    fight.follow([SHOT, Blow(("Fox", "the Axis", "Hen", (6, 1), "1-2"))])
    fight.skip()
    assert "The Axis" in shown(fight)
    assert "The enemy" not in shown(fight)
    assert "fight  2 of 2" in shown(fight)


def test_it_ends_with_the_headline(fight: Fight) -> None:
    fight.follow([HIT, Over(open=False)])
    fight.skip()
    assert "You win the fight." in shown(fight)


def test_what_the_strike_says_is_not_said_again(fight: Fight) -> None:
    told = Blow(("Fox", "lrdg", "Hen", (), "", True, "out", True), "Hen fires: Fox is out.")
    fight.follow([told])
    fight.skip()
    assert "Hen fires: Fox is out." in shown(fight)
    assert "Fox out" not in shown(fight)


def row_of(fight: Fight, word: str) -> str:
    return next(row for row in shown(fight).splitlines() if word in row)


def test_an_arrow_is_between_the_two_whom_it_concerns_and_a_die_may_say_who_is_hit(
    fight: Fight,
) -> None:
    die = Blow(("Cub", "", "", (2,), "1-3"), "Cub of the two is hit.")
    hurt = Blow(("Cub", "", "", (), "", True, "reduced"))
    fight.follow([SHOT, Blow(("Cub", "lrdg", "Owl", (5,), "1-3", False)), BACK, die, hurt])
    fight.skip()
    assert row_of(fight, "◀").split()[:2] == ["Cub", "reduced"]
    assert row_of(fight, "◀").split()[-1] == "Fox"
    assert "Thud. Cub of the two is hit." in shown(fight)
    assert "Cub reduced." in shown(fight)


def test_the_sides_tell_their_losses_if_no_strength_is_counted(fight: Fight) -> None:
    fight.follow([SHOT, BACK, FOX_OUT])
    fight.step()
    assert "lost" not in shown(fight)
    fight.skip()
    assert row_of(fight, "lost 1")
    assert row_of(fight, "no losses")
    assert "█" not in shown(fight)


def test_two_enemies_of_a_name_are_two_and_are_counted_in_the_last_words(fight: Fight) -> None:
    fight.follow([HIT, BACK, BACK, Blow(("Hen", "lrdg", "", (), "", True, "out", True))])
    fight.skip()
    assert "lost 1" in shown(fight)
    fight.follow([FOX_OUT, Blow(("Hen", "lrdg", "", (), "", True, "out", True)), FOX_OUT])
    fight.skip()
    assert "Fox out x2" in shown(fight)


def test_the_sides_have_bars_of_their_strength_if_the_game_counts_it(fight: Fight) -> None:
    for force in (8, 6.5):
        fight.follow([Blow(("Fox", "lrdg", "Hen", (), "", True, "out", False, {"lrdg": force}))])
        fight.skip()
    assert "Force 6.5, -1.5" in shown(fight)


def test_it_goes_on_over_several_actions_until_another_opens(fight: Fight) -> None:
    fight.follow([])
    fight.follow([HIT])
    fight.skip()
    assert fight.follow([FOX_OUT])
    fight.skip()
    assert "Owl" in shown(fight)
    assert fight.follow([SHOT])
    fight.skip()
    assert "Owl" not in shown(fight)  # a stage shows its own strikes only
    assert "lost 1" in shown(fight)  # another Fox is out
    assert fight.follow([Over(open=True), SHOT])
    fight.skip()
    assert "Owl" not in shown(fight)


def test_a_loss_without_a_fight_and_other_events_have_no_stage(fight: Fight) -> None:
    assert not fight.follow([REDUCED])
    assert not fight.follow([Over(open=False)])


def test_names_with_characters_that_move_the_cursor_are_written_out(fight: Fight) -> None:
    fight.follow([Blow(("Fox\x1b[2J", "lrdg", "Hen\n", (), "\x9b", True))])
    fight.skip()
    assert all(text.isprintable() for row in fight.rows(80, 22) for _, text in row)


@pytest.mark.parametrize("size", [(60, 14), (80, 21), (120, 37), (160, 47)])
def test_ten_of_a_side_fit_every_size(fight: Fight, size: tuple[int, int]) -> None:
    fight.follow([Blow((f"Division {n}", "lrdg", f"Hen {n}", (2,), "1-3", True)) for n in range(10)])
    while fight.step():
        rows = fight.rows(*size)
        assert len(rows) == size[1]
        assert {sum(get_cwidth(text) for _, text in row) for row in rows} == {size[0]}
    assert "Hen 9" in shown(fight, *size)


def test_a_name_that_is_too_long_keeps_its_end(fight: Fight) -> None:
    names = [f"the veterans of the old desert column, AV {n}" for n in (3, 4)]
    fight.follow([Blow((name, "lrdg", "Hen", (2,), "1-3", True, "reduced")) for name in names])
    fight.skip()
    assert "AV 3" in shown(fight, 60, 14)
    assert "AV 4" in shown(fight, 60, 14)


@pytest.mark.parametrize("size", [(60, 14), (160, 47)])
def test_an_effect_that_is_too_long_leaves_room_for_the_name(
    fight: Fight, size: tuple[int, int]
) -> None:
    effect = "the defenders lose two steps and retreat as far as they can"
    fight.follow([Blow(("Axis", "lrdg", "Hen", (2,), "1-3", True, effect))])
    fight.skip()
    assert "Axis" in shown(fight, *size)
    assert {sum(get_cwidth(text) for _, text in row) for row in fight.rows(*size)} == {size[0]}


WORDS = ("Axis", "the 27th and the 53rd Division of the Ottoman Eighth Army", "\u66b4\u98a8" * 20, "")


@pytest.mark.parametrize("width", [*range(20, 80, 9), 80, 100, 120, 160, 200])
def test_names_and_notes_of_every_length_fit_every_width(fight: Fight, width: int) -> None:
    for at, by, effect, need in product(WORDS, WORDS, WORDS, ("", "1-3", "at 5:2 with a shift")):
        fight.forget()
        gone = Blow((at, "", "", (), "", True, effect, True))
        hurt = Blow((by, "lrdg", by, (1, 6), need, True, effect, False, {"lrdg": 4, "": 2.5}))
        fight.follow([Blow((at, "lrdg", by, (2,), need, True, effect)), hurt, gone])
        while fight.step():
            rows = fight.rows(width, 24)
            assert {sum(get_cwidth(text) for _, text in row) for row in rows} == {width}


@pytest.mark.parametrize("width", [60, 80, 120])
def test_an_arrow_keeps_its_ends_and_its_dice_whatever_its_effect(fight: Fight, width: int) -> None:
    effect = "the defenders lose two steps and retreat as far as they can"
    fight.follow([Blow(("Gaza", "lrdg", "Hen", (2,), "1-3", True, effect)), BACK])
    fight.skip()
    lane = next(row for row in shown(fight, width).splitlines() if "[2]" in row)
    assert "\u25b6" in lane
    assert "Gaza" in lane


def test_a_side_that_struck_back_is_named_whole_and_so_is_a_place(fight: Fight) -> None:
    shot = Blow(
        ("Gaza", "lrdg", "52nd and 54th Division and the heavy guns", (2,), "1-3", True, "beaten")
    )
    fight.follow([shot])
    fight.skip()
    assert "Gaza beaten" in " ".join(shown(fight, 120).split())


Terminals = Callable[..., "Watched"]


def resumed(watched: Terminals, folder: Path, save: str, line: int) -> Watched:
    words = ("replay", str(SAVES / save), "--to", str(line), "--play")
    return watched(*words, "--save", str(folder / "mine.jsonl"))


def test_enter_plays_a_strike_and_a_plays_the_rest(watched: Terminals, tmp_path: Path) -> None:
    seen = resumed(watched, tmp_path, "lrdg-slonta.jsonl", 103).wait("lrdg>")
    seen.send("aim hq-3 axis-14\r").wait("A fight begins at Bir Hacheim  1 of 6", "The Axis")
    seen.send("5\x1b[20~").wait('"5" picks nothing here').send("\r")  # nor does F9
    seen.wait("2 of 6").gone("picks nothing").send("a").wait(
        "6 of 6", "HQ 3 reduced.", "Enter: continue"
    )
    seen.send("\r").gone("Enter: continue").wait("lrdg>", "Fight on, or leave?")


def test_a_line_typed_on_the_stage_is_read_and_a_redone_fight_is_not_played_again(
    watched: Terminals, tmp_path: Path
) -> None:
    seen = resumed(watched, tmp_path, "lawrence-aqaba.jsonl", 17).wait("lawrence>")
    seen.send("fire oef-2\r").wait("1 of 4").send("undo --force\r").wait("y or n>").send("y\r")
    seen.wait("1 OEF 2").send("redo\r").wait("The round is over").gone("Enter: next strike")


def test_the_last_strike_of_a_battle_is_seen_before_the_next_hand(
    watched: Terminals, tmp_path: Path
) -> None:
    seen = resumed(watched, tmp_path, "megiddo-1918-even.jsonl", 35).wait("turkish>")
    seen.send("attack german-mach british-inf\r").wait("DISRUPTED", "Force 31", "You lose the battle.")
    seen.send("\r").wait("Round 2")
