"""The table on one screen, at a real terminal."""

from __future__ import annotations

import re
import termios
from collections.abc import Callable
from pathlib import Path
from shutil import copy
from typing import TYPE_CHECKING

import pytest
from screens import Watched

if TYPE_CHECKING:
    from shelves import Shelf

Terminals = Callable[..., Watched]

RAID = ("play", "lrdg/benghazi-road", "--seed", "3")
DUEL = ("play", "megiddo/1918", "--seed", "3", "--seat", "turkish=scripted")
HOT_SEAT = ("play", "megiddo/1918", "--seed", "3")
REVOLT = ("play", "lawrence/aqaba", "--seed", "3")

KEYS = " F1 options"

WON = Path(__file__).parents[2] / "saves" / "lrdg-slonta.jsonl"


# The parts of the screen.


def test_map_events_forces_options_and_keys_stand_on_one_screen(watched: Terminals) -> None:
    seen = watched(*RAID).wait("lrdg>", KEYS)
    for part in ("DERNA", "what happened", "forces", "1 historical", "[rule 4.1]", "Alarm □□□□"):
        assert part in seen.text
    assert "more:" not in seen.text


def test_new_events_are_marked(watched: Terminals) -> None:
    seen = watched(*RAID).wait("lrdg>")
    seen.send("historical\r").wait("> The 1st patrol is at Siwa")
    seen.wait("> The 1st patrol rolls")
    seen.send("low-profile 1st\r").gone("> The 1st patrol rolls").wait("  The 1st patrol rolls")


def test_undone_events_are_no_longer_listed(watched: Terminals) -> None:
    seen = watched(*REVOLT).wait("lawrence>", KEYS)
    seen.send("buy mercenaries; buy machineguns mercenaries\r").wait("Machineguns for the")
    seen.send("undo\r").wait("Undone").gone("Machineguns for the").wait("You pay 5 Pounds")


def test_while_a_line_is_typed_the_next_words_and_the_check_stand_around_it(watched: Terminals) -> None:
    seen = watched(*DUEL).wait("british>", KEYS)
    seen.send("discard ").wait("french-detachment  infantry 3")
    seen.send("fre").wait("discard french-detachment: infantry 3")
    seen.send("\t\r").wait("1 chosen")


def test_a_packed_verb_has_its_numbers_and_names_what_fits(watched: Terminals) -> None:
    seen = watched(*REVOLT).wait("lawrence>", KEYS).send("done\r").wait(" Pounds unspent?", "y or n>")
    seen.send("y\r").wait("Orders for Lawrence", "16-17 sail  18 stay  22-26 buy")
    seen.send("buy ").wait("armored-car  ", "regulars  ")


def test_one_list_has_the_numbers_and_the_options_have_them_again_when_it_is_closed(
    watched: Terminals,
) -> None:
    seen = watched(*RAID).wait("lrdg>", "2 HQ 1 1st")
    seen.send("? buy\r").wait("1  buy hq-1", "the last list shown").gone("1 historical")
    seen.send("1").wait("  buy hq-1 1st").send("\x7f")
    seen.send("\x1b").wait("1 historical", "2 HQ 1 1st").gone("the last list shown")
    seen.send("1").wait("  historical")
    seen.send("\x7f").send("? buy\r").wait("1  buy hq-1").send("note x\r").wait("2 HQ 1 1st")
    seen.send("1").wait("  historical")


def test_numbers_are_those_of_the_open_list_in_another_size_too(watched: Terminals) -> None:
    seen = watched(*RAID).wait("lrdg>", KEYS)
    seen.send("? buy\r").wait("1  buy hq-1")
    before = seen.raw.count(b"\x1b[J")
    seen.resize(110, 34).until(lambda: seen.raw.count(b"\x1b[J") > before and "lrdg>" in seen.text)
    seen.send("1").wait("  buy hq-1 1st")


def test_a_long_list_of_what_a_line_can_mean_opens_in_a_pane(watched: Terminals) -> None:
    seen = watched(*REVOLT).wait("lawrence>").send("done\r").wait("y or n>")
    seen.send("y\r").wait("Orders for Lawrence")
    seen.send("odds move\r").wait("Escape closes", "odds move  1-", "12  move jauf")


def test_an_answer_opens_in_a_pane_that_escape_closes(watched: Terminals) -> None:
    seen = watched(*RAID).wait("lrdg>", KEYS)
    seen.send("rules\r").wait("rules", "Escape closes").gone("DERNA")
    seen.send("\x1b").wait("DERNA").gone("Escape closes")


def test_a_long_answer_scrolls_in_its_pane(watched: Terminals) -> None:
    seen = watched(*RAID).wait("lrdg>", KEYS)
    seen.send("rules contents\r").wait("1-")
    first = seen.rows[2]
    seen.send("\x1b[6~").until(lambda: seen.rows[2] != first)
    seen.send("\x1b[5~").until(lambda: seen.rows[2] == first)


def test_a_short_answer_stands_above_the_line(watched: Terminals) -> None:
    seen = watched(*RAID).wait("lrdg>", KEYS)
    seen.send("note the first raid\r").wait("DERNA")
    seen.send("odds nothing\r").wait('"nothing"', "DERNA")


def test_a_function_key_does_its_line_and_keeps_what_is_half_typed(watched: Terminals) -> None:
    seen = watched(*RAID).wait("lrdg>", KEYS)
    seen.send("buy hq").wait("lrdg> buy hq")
    seen.send("\x1b[15~").wait("history", "Escape closes", "lrdg> buy hq")
    seen.send("\x1b[12~").wait("DERNA", "lrdg> buy hq")


def test_the_key_of_odds_begins_the_line_so_that_a_number_asks_and_plays_nothing(
    watched: Terminals,
) -> None:
    seen = watched(*RAID).wait("lrdg>", KEYS)
    seen.send("\x1b[17~").wait("lrdg> odds", "nothing is played", " 1 historical")
    seen.send("1").wait("lrdg> odds 1", " 1 historical")
    seen.send("\r").wait("4.1")
    assert not [row for row in seen.rows if "Action points" in row]
    seen.send("buy hq").wait("lrdg> buy hq").send("\x1b[17~").wait("lrdg> odds buy hq")
    seen.send("\x1b[17~-1").wait("lrdg> odds buy hq-1")
    seen.send("\x1b").gone("odds buy hq-1")
    seen.send("odds\x1b[17~4").wait("lrdg> odds 4")


def test_a_refusal_is_shown_above_the_line(watched: Terminals) -> None:
    seen = watched(*RAID).wait("lrdg>", KEYS)
    seen.send("move 1st jalo\r").wait(" is for ", "lrdg>", "DERNA")


def map_of(seen: Watched) -> list[str]:
    """The rows of the map's pane."""
    return [row.split("│")[0] for row in seen.rows[1:18]]


def test_a_part_of_the_map_is_moved_by_keys_and_by_its_word(watched: Terminals) -> None:
    seen = watched(*RAID).wait("lrdg>", KEYS, "Kufra", "DERNA")
    seen.send("map near tobruk\r").wait("TOBRUK", "┌").gone("MARSA EL BREGA")
    before = map_of(seen)
    seen.send("\x1b[1;3B").until(lambda: map_of(seen) != before)  # Alt and the arrow down
    seen.send("map\r").wait("DERNA").gone("┌")


def test_the_map_is_whole_or_a_part_of_it_larger(watched: Terminals) -> None:
    seen = watched(*RAID).wait("lrdg>", KEYS, "Kufra", "DERNA")
    whole = map_of(seen)
    for nearer, back in (("\x1b+", "\x1b-"), ("\x1b[5~", "\x1b[6~"), ("map large\r", "map whole\r")):
        seen.send(nearer).wait("┌").until(lambda: map_of(seen) != whole)
        seen.send(back).until(lambda: map_of(seen) == whole)


def test_the_wheel_shows_a_part_of_the_map_or_all_of_it(watched: Terminals) -> None:
    seen = watched(*RAID).wait("lrdg>", "DERNA", KEYS)
    seen.send("\x1b[<64;10;5M").wait("┌")
    seen.send("\x1b[<65;10;5M").gone("┌")


def test_map_near_a_place_moves_the_map_and_opens_no_pane(watched: Terminals) -> None:
    seen = watched(*RAID).wait("lrdg>", KEYS)
    seen.send("map near kufra\r").wait("Kufra", "what happened").gone("DERNA")
    assert "Escape closes" not in seen.text


def test_a_map_that_was_moved_stays_where_it_is_when_a_line_is_refused(watched: Terminals) -> None:
    seen = watched(*RAID).wait("lrdg>", KEYS)
    for _ in range(8):
        seen.send("\x1b[1;3B")
    seen.wait("Sand Sea").send("nonsense\r").wait('no action "nonsense"')
    assert "Sand Sea" in seen.text


def test_a_click_shows_a_place_and_another_puts_its_name_into_the_line(watched: Terminals) -> None:
    seen = watched(*RAID).wait("lrdg>", KEYS)
    row = next(y for y, line in enumerate(seen.rows) if "DERNA" in line)
    column = seen.rows[row].index("DERNA")
    press = f"\x1b[<0;{column + 2};{row + 1}M\x1b[<0;{column + 2};{row + 1}m"
    seen.send(press).wait("Derna, zone")
    seen.send(press).wait("lrdg> derna")
    seen.send("\x1b").gone("Derna, zone")


def test_the_terminal_echoes_nothing_between_two_lines(watched: Terminals) -> None:
    seen = watched(*REVOLT).wait("lawrence>", KEYS)
    seen.send("hint 3s\r")
    both, read = termios.ISIG | termios.ECHO, termios.ISIG  # once the line is read, and then not echoed
    seen.until(lambda: termios.tcgetattr(seen.child.child_fd)[3] & both == read)
    seen.wait("thinking:").wait("the scripted player", "lawrence>").send("quit\r")
    assert seen.end() == 0
    seen.check_left_as_found()


def test_a_click_shows_a_card_and_another_puts_its_name_into_the_line(watched: Terminals) -> None:
    seen = watched(*DUEL, columns=120, rows=40).wait("british>", "French Detachment", KEYS)
    seen.send("done\rcommit french\r").wait("I 3  French Detachment")
    row = next(y for y, line in enumerate(seen.rows) if "French Detachment" in line[:40])
    column = seen.rows[row].index("French Detachment")
    press = f"\x1b[<0;{column + 2};{row + 1}M\x1b[<0;{column + 2};{row + 1}m"
    seen.send(press).wait("French Detachment, ")
    seen.send(press).wait("british> french-detachment")


def test_a_lesson_stands_above_the_options(watched: Terminals) -> None:
    seen = watched("learn", "lrdg", columns=120, rows=40).wait("Press Enter to begin.", KEYS)
    assert "Rommel is at El Alamein" in seen.text
    seen.send("\r").wait("lesson", "Lesson, step 1", "lrdg>")
    seen.send("\r").wait("Lesson, step 2")


def test_enter_shows_the_whole_text_of_a_lesson_before_it_goes_on(
    watched: Terminals, home: Path
) -> None:
    (home / "config.toml").write_text('screen = "full"\n', encoding="utf-8")
    seen = watched("learn", "lrdg", columns=80, rows=13).wait("lesson  1-", KEYS)
    assert "Press Enter to begin." not in seen.text
    seen.send("\r").wait("Press Enter to begin.")
    seen.send("\r").wait("Lesson, step 1")


def test_a_word_that_fills_the_terminal_gives_it_back(watched: Terminals) -> None:
    seen = watched(*RAID).wait("lrdg>", KEYS)
    before = seen.raw.count(b"\x1b[?1049h")
    seen.send("replay\r").wait("space next")
    assert seen.raw.count(b"\x1b[?1049l") == before
    seen.send("q").gone("space next").wait("That was the game", "DERNA", "what happened", KEYS)
    assert seen.raw.count(b"\x1b[?1049h") == before + 2
    seen.send("quit\r")
    assert seen.end() == 0
    seen.check_left_as_found()


def test_the_end_stays_around_an_answer_and_the_numbers_work(watched: Terminals) -> None:
    seen = watched(*RAID).wait("lrdg>", KEYS)
    seen.send("historical\r").wait("What do the patrols do?").send("give-up\r").wait("1 yes")
    seen.send("yes\r").wait("A failure:", "2 report", "Enter leaves", "DERNA")
    seen.send("log 1\r").wait("── log 1", "The mission ends", "2 report", "Enter leaves")
    seen.send("2\r").wait("── report", "after-action report.", "Enter leaves")
    seen.send("\r").wait("A failure:", "DERNA").gone("after-action report.")
    seen.send("1\r").wait("line 1 of", "? help", "q leave")
    seen.send("q").wait("A failure:", "That was the game", "Enter leaves")
    seen.send("\r")
    assert seen.end() == 0


def test_the_next_scenario_begins_from_the_end_in_the_same_program(watched: Terminals) -> None:
    seen = watched(*RAID).wait("lrdg>", KEYS)
    seen.send("historical\r").wait("What do the patrols do?").send("give-up\r").wait("1 yes")
    seen.send("yes\r").wait("A failure:", "4 play again", "Enter leaves")
    seen.send("4\r").wait("1 historical", KEYS).gone("A failure:")


def test_the_end_keeps_the_board_below_a_banner_with_the_score_as_bars(
    watched: Terminals, tmp_path: Path
) -> None:
    mine = str(tmp_path / "mine.jsonl")
    seen = watched("replay", str(WON), "--to", "154", "--play", "--save", mine).wait("1 yes", KEYS)
    seen.send("yes\r").wait("A remarkable success", "Enter leaves")
    seen.until(lambda: "over>" in seen.rows)
    assert [*seen.rows[0].replace("▄", "█").replace("▀", "█")[:8]] == [*" ███ ███"]
    assert "DERNA" in seen.text
    (targets,) = [row for row in seen.rows if "targets" in row]
    assert re.search(r"targets +█+  \+21$", targets)
    assert "1 yes" not in seen.text
    assert "End the mission" not in seen.text


def test_real_dice_are_asked_for_below_the_line_and_leave_no_trace(
    watched: Terminals, home: Path
) -> None:
    (home / "config.toml").write_text('screen = "full"\n', encoding="utf-8")
    seen = watched("play", "lrdg/el-alamein", "--dice", "ask").wait("lrdg>", KEYS)
    seen.send("historical\r").wait("what does 1d6 show?")
    assert [row for row in seen.rows if "1d6 show?" in row] == [
        "Action points [rule 5.1]: what does 1d6 show?"
    ]
    seen.send("7\r").wait("a number from 1 to 6, not")
    seen.send("4\r").until(lambda: seen.text.count("1d6 show?") == 3)
    seen.send("5\r").gone("1d6 show?").wait("rolls 4 5", "lrdg>", KEYS)
    assert "Turn 1   Alarm □□□□   AP " in seen.rows[0]
    assert seen.rows[-1].startswith(KEYS)
    assert seen.text.count("Mechili") == 1


def test_where_the_prompt_scrolls_the_end_is_shown_once(
    watched: Terminals, home: Path, tmp_path: Path
) -> None:
    (home / "config.toml").write_text('screen = "scroll"\n', encoding="utf-8")
    mine = str(tmp_path / "mine.jsonl")
    seen = watched("replay", str(WON), "--to", "154", "--play", "--save", mine, rows=70).wait("1 yes")
    seen.send("yes\r").wait("Over: a remarkable success", "Enter leaves", "over>")
    assert seen.text.count("Over: a remarkable success") == 1


def test_a_number_typed_ahead_is_dropped(watched: Terminals) -> None:
    words = ("play", "megiddo/1918-even", "--seed", "11", "--seat", "turkish=scripted")
    seen = watched(*words).wait("british>", KEYS)
    seen.send("8\r1\r").wait('"1" was typed before its list was shown, so it was ignored', "british>")


def test_a_line_typed_while_a_hint_is_thought_out_is_done_after_it(watched: Terminals) -> None:
    words = ("play", "megiddo/1918-even", "--seed", "11", "--seat", "turkish=scripted")
    seen = watched(*words).wait("british>", KEYS)
    seen.send("hint 100\rdiscard dysentery\r").wait("thinking").wait("(1 chosen)", "british>")


@pytest.mark.parametrize(
    ("typed", "shown"), [("show dys", "british> show dys"), ("discard dysentery\r", "(1 chosen)")]
)
def test_ctrl_c_stops_a_hint_and_keeps_what_was_typed_during_it(
    watched: Terminals, typed: str, shown: str
) -> None:
    words = ("play", "megiddo/1918-even", "--seed", "11", "--seat", "turkish=scripted")
    seen = watched(*words).wait("british>", KEYS).send("hint 1000000\r").wait("Ctrl-C")
    seen.child.send(f"{typed}\x03")
    seen.wait(shown, "british>").gone("Ctrl-C")


THINKS = """
from sandtable_console import waiting
from sandtable_console.outputs import Thinking

class Thinker:
    def choose(self, seat):
        while True:
            for show in waiting.watchers:
                show(Thinking(seat.name, 0.5, 7))

@hookimpl
def bots():
    return {"thinker": Thinker}
"""


def test_another_size_is_drawn_while_a_bot_thinks(watched: Terminals, shelf: Shelf) -> None:
    shelf.hook("slow", THINKS)
    words = ("play", "megiddo/1918", "--seed", "3", "--seat", "turkish=thinker")
    seen = watched(*words, columns=80, rows=24).wait("british>", KEYS)
    seen.send("done\r").wait("thinking:").gone("what happened")
    seen.resize(120, 40).wait("what happened", "thinking:").child.send("\x03")
    seen.wait("Stopped.", "turkish>")


def test_a_game_between_bots_shows_the_newest_events(watched: Terminals) -> None:
    seen = watched("play", "lawrence/aqaba", "--seed", "5", "--seat", "lawrence=scripted")
    seen.wait("> Card: Blood Feud", "what happened")


def test_a_game_between_bots_has_its_status(watched: Terminals) -> None:
    seen = watched("play", "lawrence/aqaba", "--seed", "5", "--seat", "lawrence=scripted")
    seen.wait("> Card: Blood Feud", "what happened")
    assert "Ops " in seen.rows[0]


def test_a_game_between_bots_ends_with_its_review(watched: Terminals) -> None:
    seen = watched("play", "lawrence/aqaba", "--seed", "9", "--seat", "lawrence=scripted").wait("Ops")
    seen.send(" ").wait("Aqaba! is won", "In history", "Enter leaves", "over>")


def test_the_whole_rows_of_a_paste_are_done_and_its_rest_is_kept(watched: Terminals) -> None:
    seen = watched(*DUEL).wait("british>", KEYS)
    seen.send("\x1b[200~note one\nnote two\nshow car\x1b[201~").wait("british> show car")
    seen.send("\x7f" * 8 + "log\r").wait("one", "two", "── log")


def test_a_long_paste_is_shown_under_its_first_row(watched: Terminals) -> None:
    seen = watched(*DUEL).wait("british>", KEYS)
    seen.send("\x1b[200~" + "status\n" * 500 + "\x1b[201~").wait("── status ...  1-", "(Escape closes)")


def test_a_line_that_answers_no_question_is_done_itself(watched: Terminals) -> None:
    seen = watched(*DUEL).wait("british>", KEYS).send("done\r").wait("[rule 3]", KEYS)
    seen.send("done\r").wait("y or n>", "Fight the round without a card?")
    seen.send("status\r").wait("── Forces", '"done" was not done', "british>")


def test_escape_answers_no(watched: Terminals) -> None:
    seen = watched(*REVOLT).wait("lawrence>", KEYS).send("done\r").wait(" Pounds unspent?", "y or n>")
    seen.send("y\x1b").gone("y or n>").wait("Buy units and gear at Yenbo", '"done" was not done')
    assert "lawrence>" in seen.rows
    assert "unspent?" not in seen.text


def test_after_a_no_the_end_of_a_game_is_shown_as_before(watched: Terminals, tmp_path: Path) -> None:
    mine = copy(WON, tmp_path / "won.jsonl")
    seen = watched("resume", str(mine)).wait("over>", "Enter leaves", "In history")
    seen.send("q\r").wait("Leave the game?", "y or n>")
    seen.send("\x1b").gone("y or n>").wait("over>", "Enter leaves", "In history")
    assert "Leave the game?" not in seen.text


def test_a_refusal_ends_no_game_of_bots_that_is_over(watched: Terminals, tmp_path: Path) -> None:
    mine = copy(WON, tmp_path / "won.jsonl")
    seen = watched("resume", str(mine)).wait("over>", "Enter leaves", "In history")
    seen.send("foo\r").wait('no command "foo"', "over>", "In history")
    seen.send("status\r").wait("── Forces", "over>")


def test_undo_of_the_end_goes_back_to_the_game(watched: Terminals, tmp_path: Path) -> None:
    mine = str(tmp_path / "mine.jsonl")
    seen = watched("replay", str(WON), "--to", "154", "--play", "--save", mine).wait("1 yes", KEYS)
    seen.send("yes\r").wait("A remarkable success", "Enter leaves")
    seen.send("undo\r").wait("y or n>").send("y\r").wait("1 yes").gone("A remarkable")


# Lessons.


@pytest.mark.parametrize(
    ("game", "story", "later"),
    [("megiddo", "September 1918", "1 Kemal "), ("lrdg", "July 1942", "what happened")],
)
def test_a_lesson_opens_with_its_story_and_goal_and_no_wall_of_cards(
    watched: Terminals, game: str, story: str, later: str
) -> None:
    seen = watched("learn", game, columns=120, rows=40).wait("Press Enter to begin.", KEYS)
    assert [place for place, row in enumerate(seen.rows) if row.startswith(story)] == [1]
    assert later not in seen.text
    assert ("BARDIA" in seen.text) is (game == "lrdg")
    seen.send("\r").wait("Lesson, step 1 of", later).gone("Press Enter to begin.")


# Colours.


@pytest.mark.parametrize(
    ("env", "depths"),
    [
        ({"TERM": "linux"}, {"16"}),
        ({"TERM": "xterm-256color"}, {"16", "256"}),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, {"16", "true"}),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, set()),
    ],
    ids=["16", "256", "true", "none"],
)
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_colours_are_those_of_the_terminal(
    watched: Terminals, home: Path, theme: str, env: dict[str, str], depths: set[str]
) -> None:
    (home / "config.toml").write_text(f'theme = "{theme}"\n', encoding="utf-8")
    seen = watched(*RAID, **{"COLORTERM": "", **env}).wait("lrdg>", KEYS)
    assert colour_depths(seen.raw) == depths


def colour_depths(raw: bytes) -> set[str]:
    """The kinds of colours that a program has asked a terminal for."""
    kinds = {"true": "[34]8;2;", "256": "[34]8;5;", "16": "(?:3|4|9|10)[0-7](?:;|$)"}
    asked = {found.decode() for found in re.findall(rb"\x1b\[(?:0;)?([0-9;]*)m", raw)}
    return {kind for kind, codes in kinds.items() if any(re.match(codes, text) for text in asked)}


# Hidden information.


def test_two_at_one_keyboard_never_see_each_others_hand(watched: Terminals) -> None:
    seen = watched(*HOT_SEAT).wait("British: press Enter when only you can see this.")
    assert "HMS Druid" not in seen.text
    seen.send("\r").wait("HMS Druid", "british>")
    seen.send("done\r").wait("Turkish: press Enter").until(lambda: "hms" not in seen.text.lower())
    assert "kemal" not in seen.text.lower()
    seen.send("british secrets").wait("british secrets").send("\r").gone("british secrets")
    seen.send("\r").wait("Kemal", "turkish>")
    assert "hms" not in seen.text.lower()


def test_no_human_of_two_reads_what_a_bot_chose_in_secret(shelf: Shelf, watched: Terminals) -> None:
    shelf.bids()
    seen = watched("play", "bids/three", "--seed", "5", "--seat", "west=scripted")
    for seat in ("North", "East"):
        seen.wait(f"{seat}: press Enter when only you can see this.").send("\r")
        seen.wait(f"{seat.lower()}>").send("lay 2; lay 1\r")
    seen.wait("North: press Enter when only you can see this.").send("\r")
    seen.wait("West lays a number face down.", "north>")
    assert not re.search(r"West lays \d", seen.text)


@pytest.mark.parametrize("size", [(160, 50), (80, 24), (60, 14), (30, 8), (100, 31)])
def test_it_is_drawn_again_in_another_size(watched: Terminals, size: tuple[int, int]) -> None:
    seen = watched(*RAID).wait("lrdg>", KEYS)
    before = seen.raw.count(b"\x1b[J")
    seen.resize(*size).until(lambda: seen.raw.count(b"\x1b[J") > before and "lrdg>" in seen.text)
    seen.send("historical\r").wait("What do the patrols do?", "lrdg>")
    seen.send("quit\r")
    assert seen.end() == 0


def test_a_small_screen_shows_what_can_be_done_and_its_answers(watched: Terminals) -> None:
    seen = watched(*REVOLT).wait("lawrence>", KEYS).resize(40, 10)
    seen.until(lambda: "Ops 8" in seen.rows[0] and "1-7 buy" in seen.text)
    seen.send("? buy\r").wait("(Escape closes)", "buy bedouin", "Buy units and gear at Yenbo").send(
        "\x1b"
    )
    seen.gone("(Escape closes)").wait("Ops", "1-7 buy")


# The choice of the sink.


@pytest.mark.parametrize(
    ("columns", "rows", "screen", "full"),
    [
        (100, 30, None, True),
        (80, 20, None, True),
        (79, 20, None, False),
        (80, 19, None, False),
        (60, 16, "full", True),
        (100, 30, "scroll", False),
    ],
)
def test_a_large_terminal_is_filled_unless_the_setting_says_otherwise(
    watched: Terminals, home: Path, columns: int, rows: int, screen: str | None, full: bool
) -> None:
    if screen:
        (home / "config.toml").write_text(f'screen = "{screen}"\n', encoding="utf-8")
    seen = watched(*REVOLT, columns=columns, rows=rows)
    seen.until(lambda: "lawrence>" in seen.text or "-- more" in seen.text)
    assert (b"\x1b[?1049h" in seen.raw) is full


@pytest.mark.parametrize(("words", "env"), [(("--plain",), {}), ((), {"TERM": "dumb"})])
def test_plain_lines_and_a_dumb_terminal_always_win(
    watched: Terminals, home: Path, words: tuple[str, ...], env: dict[str, str]
) -> None:
    (home / "config.toml").write_text('screen = "full"\n', encoding="utf-8")
    seen = watched(*REVOLT, *words, **env).wait("Buy units and gear at Yenbo")
    assert b"\x1b[?1049h" not in seen.raw


def test_a_line_at_the_hand_over_page_is_refused_with_a_word(watched: Terminals) -> None:
    seen = watched(*HOT_SEAT).wait("British: press Enter when only you can see this.")
    assert "use --seat turkish=scripted" in seen.text
    seen.send("done\r").wait("That line was ignored. British: press Enter")
    seen.send("\r").wait("british>", KEYS)


def test_a_cut_report_of_the_mouse_is_ignored(watched: Terminals) -> None:
    seen = watched(*RAID).wait("lrdg>", KEYS)
    seen.send("\x1b[<0;100;M" * 2).send("historical\r").wait("The 1st patrol is at Siwa")
    assert "Unhandled exception" not in seen.text


def test_a_window_that_grows_is_filled_at_once_with_what_was_half_typed(watched: Terminals) -> None:
    seen = watched(*RAID, columns=79, rows=24).wait("lrdg>")
    seen.send("historical\r").until(lambda: seen.rows[seen.screen.cursor.y] == "lrdg>")
    seen.send("mo").wait("lrdg> mo")
    assert b"\x1b[?1049h" not in seen.raw
    seen.resize(100, 30).wait("Alarm □□□□", "what happened", "The 1st patrol rolls", "lrdg> mo")
    seen.send("ve 1st kufra\r").wait("Siwa to Kufra").send("quit\r")
    assert seen.end() == 0
    seen.check_left_as_found()


def test_a_lesson_goes_on_in_a_window_that_grows(watched: Terminals) -> None:
    seen = watched("learn", "lrdg", columns=79, rows=36).wait("lrdg>")
    seen.send("\r").wait("step 1").resize(100, 30).wait("── lesson", "step 1", KEYS)


def test_a_click_on_a_small_screen_says_what_it_is_and_another_types_its_name(
    watched: Terminals,
) -> None:
    seen = watched(*RAID, columns=80, rows=24).wait("lrdg>", KEYS)
    row = next(y for y, line in enumerate(seen.rows) if "DERNA" in line)
    column = seen.rows[row].index("DERNA")
    press = f"\x1b[<0;{column + 2};{row + 1}M\x1b[<0;{column + 2};{row + 1}m"
    seen.send(press).wait("Derna, zone", "DERNA").send(press).wait("lrdg> derna")


def test_keys_open_and_close_the_panes_of_a_small_screen(watched: Terminals) -> None:
    seen = watched(*RAID, columns=80, rows=24).wait("lrdg>", KEYS, "1 historical")
    seen.send("\x1b[12~").gone("1 historical").wait("DERNA", "Mediterranean Sea")  # F2
    seen.send("\x1b[12~").wait("1 historical")
    for key, title in (("\x1b[14~", "── Forces"), ("\x1b[20~", "── News")):  # F4, F9
        seen.send(key).wait(title).gone("DERNA")
        seen.send(key).wait("DERNA", "1 historical").gone(title)
    seen.send("\x1b[14~").wait("── Forces").send("\x1b[12~").wait("DERNA").gone("1 historical")


def test_after_the_screen_is_handed_over_the_first_options_are_listed(
    shelf: Shelf, watched: Terminals
) -> None:
    shelf.bids()
    seen = watched("play", "bids/three", "--seed", "5", "--seat", "west=scripted")
    seen.wait("North: press Enter when only you can see this.").send("\r").wait("north>", KEYS)
    assert re.search(r"\b1\b.*lay|lay.*\b1\b", seen.text)
