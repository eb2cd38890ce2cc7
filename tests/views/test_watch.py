"""Watching a save: keys without a terminal, the picture at every size, and a real terminal."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pexpect
import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.utils import get_cwidth

from sandtable.model.dice import Roll
from sandtable.model.event import Event
from sandtable.record.replay import Replay
from sandtable.text.errors import SandtableError
from sandtable.text.printing import escape
from sandtable_pictures import window
from sandtable_pictures.frame import Frame, frames
from sandtable_tools.views.watch.rows import Row
from sandtable_tools.views.watch.screen import fragments
from sandtable_tools.views.watch.stage import MINIMAL_KEYS, StepperStage
from sandtable_tools.views.watch.steps import BY_KEY, KEYS, SPEEDS, Places, Stepper

SAVES = Path(__file__).parents[2] / "saves"
BOARD = ["BRITISH  in hand 4", *(f" space {k}: nobody" for k in range(30))]


class Said(Event, frozen=True):
    words: str
    rule = "4.1"

    @property
    def text(self) -> str:
        return self.words


def frame(n: int, turn: str = "", note: str = "", **more: object) -> Frame:
    """A line of a save that differs from its neighbours."""
    first = note.split(" ")[0] if note else ""
    bookmark = first[1:] if first.startswith("@") else ""
    plain = Frame(
        n,
        "action",
        "british",
        f"move {n}",
        [],
        (),
        note,
        bookmark,
        None,
        turn,
        f"Victory points: {n}.",
        (),
        {},
        (),
    )
    return plain._replace(**more)  # type: ignore[arg-type]


TURNS = ["", "Turn 1", "Turn 1", "Turn 2", "Turn 3", "Turn 3", "Turn 2", "Turn 30"]
NOTES = {2: "@siwa water", 5: "a plain note", 6: "@sirte"}


@pytest.fixture
def stepper() -> Stepper:
    return Stepper([frame(n, turn, NOTES.get(n, "")) for n, turn in enumerate(TURNS, 1)], "Desert")


def typed(stepper: Stepper, *keys: str) -> str:
    """Names of keys, and words that are typed letter by letter after a space."""
    for key in keys:
        for part in key[1:] if key.startswith(" ") and len(key) > 1 else [key]:
            stepper.do(part)
    return stepper.answer


def shown(stepper: Stepper, width: int = 80, height: int = 24) -> list[str]:
    return [row.text for row in StepperStage(stepper).picture(width, height)]


# Going through it.


@pytest.mark.parametrize("place", range(1, len(TURNS) - 1))
def test_forward_then_back_is_where_one_was(stepper: Stepper, place: int) -> None:
    for forward, back in (("right", "left"), (" ", "p"), ("n", "backspace"), ("enter", "left")):
        stepper.go(place)
        before = shown(stepper)
        stepper.do(forward)
        assert stepper.place == place + 1
        assert shown(stepper) != before
        stepper.do(back)
        assert shown(stepper) == before


def test_every_place_can_be_reached_by_its_number(stepper: Stepper) -> None:
    for place in reversed(range(len(TURNS))):
        assert typed(stepper, f" {place + 1}", "enter") == ""
        assert stepper.place == place


def test_a_number_that_is_no_line_is_answered_and_nothing_moves(stepper: Stepper) -> None:
    stepper.go(3)
    assert typed(stepper, " 90", "enter") == 'no line "90"; choose from 1 to 8'
    assert stepper.place == 3


def test_both_ends_are_said_and_held(stepper: Stepper) -> None:
    assert typed(stepper, "left") == "This is the first line."
    assert typed(stepper, "G", "right") == "This is the last line."
    assert stepper.place == 7
    assert typed(stepper, "home") == ""
    assert stepper.place == 0


def test_turn_keys_stop_wherever_another_turn_begins(stepper: Stepper) -> None:
    there = [stepper.place for _ in range(6) if stepper.do("]") is not None]
    assert there == [1, 3, 4, 6, 7, 7]
    assert stepper.answer == "There is no other turn after this line."
    back = [stepper.place for _ in range(6) if stepper.do("[") is not None]
    assert back == [6, 4, 3, 1, 0, 0]


def test_back_a_turn_from_inside_one_goes_to_its_beginning(stepper: Stepper) -> None:
    typed(stepper, " 6", "enter", "[")
    assert stepper.place == 4


def test_notes_and_bookmarks_are_found_both_ways(stepper: Stepper) -> None:
    assert [stepper.place for key in "b}b" if stepper.do(key) is not None] == [1, 4, 5]
    assert typed(stepper, "b") == "There is no bookmark or note after this line."
    assert [stepper.place for key in "B{" if stepper.do(key) is not None] == [4, 1]


def test_a_turn_is_found_by_its_words_its_number_and_their_beginning(stepper: Stepper) -> None:
    for words, place in (("turn 3", 4), ("3", 4), ("TURN 30", 7), ("30", 7), ("tu 1", 1)):
        stepper.go(0)
        assert typed(stepper, "t", f" {words}", "enter") == ""
        assert (words, stepper.place) == (words, place)


def test_of_many_turns_that_fit_the_next_is_taken_and_counted(stepper: Stepper) -> None:
    assert typed(stepper, "/", " 2", "enter") == '1 of 2 that match "2"; ask again for the next'
    assert stepper.place == 3
    typed(stepper, "/", " 2", "enter")
    assert stepper.place == 6
    typed(stepper, "/", " 2", "enter")
    assert stepper.place == 3


def test_a_number_is_never_the_beginning_of_another() -> None:
    places = Places([frame(1, "Turn 30"), frame(2, "Turn 31")])
    with pytest.raises(SandtableError, match='no turn "3"; choose from turn 30 to turn 31'):
        places.turn("3")


def test_a_wrong_turn_is_answered_with_the_nearest_and_nothing_moves(stepper: Stepper) -> None:
    stepper.go(5)
    assert typed(stepper, "t", " trun 3", "enter") == 'no turn "trun 3"; did you mean "turn 3"?'
    assert stepper.place == 5


def test_a_bookmark_is_found_by_its_beginning_with_or_without_its_mark(stepper: Stepper) -> None:
    typed(stepper, "@", " sir", "enter")
    assert stepper.place == 5
    typed(stepper, "@", " @siwa", "enter")
    assert stepper.place == 1


def test_a_wrong_bookmark_is_answered_with_the_nearest_and_nothing_moves(stepper: Stepper) -> None:
    stepper.go(3)
    assert typed(stepper, "@", " siwer", "enter") == 'no bookmark "siwer"; did you mean "siwa"?'
    assert typed(stepper, "@", " si", "enter") == 'bookmark "si" can mean siwa, sirte'
    assert stepper.place == 3


def test_missing_turns_and_bookmarks_are_reported_at_once() -> None:
    stepper = Stepper([frame(1), frame(2)])
    answers = {key: stepper.do(key) for key in "t@]b"}
    assert answers == {
        "t": "This save has no turns.",
        "@": "This save has no bookmarks.",
        "]": "This save has no turns.",
        "b": "There is no bookmark or note after this line.",
    }
    assert stepper.asking is None


def test_typed_letters_can_be_corrected_and_discarded(stepper: Stepper) -> None:
    typed(stepper, " 17", "backspace")
    assert stepper.typed == "1"
    typed(stepper, "escape")
    assert (stepper.asking, stepper.place, stepper.left) == (None, 0, False)
    typed(stepper, " 5", "backspace", "backspace", "right")
    assert stepper.place == 1


def test_the_meanings_of_a_word_are_shown_while_it_is_typed(stepper: Stepper) -> None:
    typed(stepper, "@", " sir")
    assert shown(stepper)[-1] == "bookmark: sir_  (sirte)"


def test_it_begins_at_the_line_that_is_asked_for() -> None:
    lines = [frame(n) for n in range(1, 5)]
    assert Stepper(lines, to=3).frame.n == 3
    with pytest.raises(SandtableError, match='no line "9"; choose from 1 to 4'):
        Stepper(lines, to=9)
    with pytest.raises(SandtableError, match="no line to watch"):
        Stepper([])


# Automatic play.


def test_watching_goes_to_the_end_and_stops(stepper: Stepper) -> None:
    stepper.tick()
    assert stepper.place == 0
    stepper.do("w")
    for _ in TURNS:
        stepper.tick()
    assert (stepper.place, stepper.watching) == (7, False)
    assert typed(stepper, "w") == "This is the last line; g goes to the first."


@pytest.mark.parametrize("key", ["left", "right", "G", "]", "b", "3", "@", "w"])
def test_going_by_hand_stops_watching(stepper: Stepper, key: str) -> None:
    typed(stepper, "right", "w", key)
    assert not stepper.watching


def test_time_stands_still_while_the_help_is_read(stepper: Stepper) -> None:
    typed(stepper, "w", "?")
    stepper.tick()
    assert stepper.place == 0
    typed(stepper, "x")
    stepper.tick()
    assert stepper.place == 1


def test_every_speed_is_reached_and_shown(stepper: Stepper) -> None:
    stepper.do("w")
    typed(stepper, *"--------")
    for speed in SPEEDS:
        assert stepper.speed == speed
        assert stepper.answer.startswith(f"{speed:g} lines a second")
        assert f"watching {speed:g}/s" in shown(stepper)[0]
        stepper.do("+")
    assert stepper.speed == SPEEDS[-1]


# The picture.


def test_a_line_is_shown_with_its_rules_rolls_and_notes() -> None:
    rolls = [
        Roll("dice", 6, 3, "4.2", "Attack"),
        Roll("dice", 6, 5, "4.2", "Attack"),
        Roll("cards", 9, 2),
    ]
    lines = [
        frame(1, words="", seat=""),
        frame(2, "Turn 4", "@camp at last", events=[Said("They march.")], rolls=rolls, board=BOARD[:2]),
        frame(3, words="", seat="", undo=1),
    ]
    stepper = Stepper(lines, "Desert", to=2)
    rows = shown(stepper)
    assert re.fullmatch(r"Desert +line 2 of 3  Turn 4", rows[0])
    assert rows[1:4] == ["Victory points: 2.", *BOARD[:2]]
    assert [row for row in rows[5:-1] if row] == [
        "british: move 2",
        "bookmark: @camp at last",
        "  They march. [rule 4.1]",
        "  rolled for Attack: 3 5 on 1d6 [rule 4.2]",
        "  rolled: 2 on 1d9 from cards",
    ]
    assert "The set-up." in (stepper.go(0), shown(stepper))[1]
    assert "taken back to line 1" in (stepper.go(2), shown(stepper))[1]


def test_a_line_without_a_step_of_its_own_is_shown_by_the_next() -> None:
    """Lines 2 and 3 are parts of the choice that line 4 ends."""
    stepper = Stepper([frame(1), frame(4), frame(5)], to=2)
    assert stepper.frame.n == 4
    assert [stepper.places.line(typed) for typed in ("1", "3", "4", "5")] == [0, 1, 1, 2]
    with pytest.raises(SandtableError, match='no line "6"; choose from 1 to 5'):
        stepper.places.line("6")


def test_new_rows_are_bold_and_scrolled_into_view() -> None:
    moved = [*BOARD[:-2], " space 28: Camel Corps", BOARD[-1]]
    stepper = Stepper([frame(1, board=BOARD), frame(2, board=moved), frame(3, board=moved)])
    stage = StepperStage(stepper)
    assert "Camel Corps" not in str(stage.picture(80, 24))
    stepper.do("right")
    assert Row("bold", " space 28: Camel Corps") in stage.picture(80, 24)
    stepper.do("right")
    assert Row("", " space 28: Camel Corps") in stage.picture(80, 24)


@pytest.mark.parametrize(("down", "up"), [("pagedown", "pageup"), ("j", "k")])
def test_all_of_a_tall_board_and_a_long_story_can_be_scrolled_to(down: str, up: str) -> None:
    stepper = Stepper([frame(1, board=BOARD, events=[Said(f"event {k}") for k in range(30)])])
    stage = StepperStage(stepper)
    for key in (down, up):
        seen: set[str] = set()
        stepper.answer = ""
        while not stepper.answer:
            seen |= {row.text for row in stage.picture(60, 12)}
            stepper.do(key)
        assert {*BOARD, *(f"  event {k} [rule 4.1]" for k in range(30))} <= seen


def test_the_help_names_every_key_and_any_key_closes_it(stepper: Stepper) -> None:
    stepper.do("?")
    page = shown(stepper)
    assert all(any(row.startswith(key.shown) for row in page) for key in KEYS)
    stepper.do("right")
    assert (stepper.helping, stepper.place) == (False, 0)


def test_the_last_row_names_the_keys_of_turns_once(stepper: Stepper) -> None:
    assert shown(stepper, 120)[-1].split().count("turn") == 1


def test_an_unknown_key_is_answered(stepper: Stepper) -> None:
    assert stepper.do("x") == "x does nothing here; ? lists the keys"


WILD = st.text(max_size=90)


@given(
    st.lists(
        st.builds(frame, st.just(1), WILD, WILD, status=WILD, board=st.lists(WILD, max_size=9)),
        min_size=1,
    ),
    WILD,
    st.lists(st.one_of(st.sampled_from(sorted(BY_KEY)), st.characters()), max_size=30),
    st.integers(1, 100),
    st.integers(1, 40),
)
def test_no_text_and_no_size_breaks_the_screen(
    lines: Sequence[Frame], title: str, keys: Sequence[str], width: int, height: int
) -> None:
    numbered = [line._replace(n=n, events=[Said(title)]) for n, line in enumerate(lines, 1)]
    stepper = Stepper(numbered, title)
    stage = StepperStage(stepper)
    for key in keys:
        stepper.do(key)
        rows = stage.picture(width, height)
        assert 0 <= stepper.place < len(numbered)
        assert len(rows) <= height
        assert all(row.text.isprintable() for row in rows)
        assert all(get_cwidth(row.text) <= max(width, 2) for row in rows)


@given(WILD)
def test_no_control_character_of_a_note_reaches_the_screen(text: str) -> None:
    stepper = Stepper([frame(1, note=f"\x1b[31m{text}\x9b1m\u202e")], "\x07")
    page = "".join(shown(stepper))
    assert page.isprintable()
    assert page.startswith(r"\x07")
    assert escape(f"\x1b[31m{text}").startswith(r"\x1b[31m")


# At a terminal.


@pytest.fixture
def watched(at_terminal: Callable[..., pexpect.spawn]) -> Callable[..., pexpect.spawn]:
    """Watches a recorded game at a real terminal of 80 x 24."""
    return lambda save, **env: at_terminal("replay", str(SAVES / save), "--step", **env)


def first_line_of(save: str) -> str:
    """The first line of the screen; the number of lines in the save comes from its file."""
    return f"line 1 of {len((SAVES / save).read_bytes().splitlines())}"


def exit_status(child: pexpect.spawn) -> int:
    child.expect(pexpect.EOF)
    return int(child.wait())


def sees(child: pexpect.spawn, text: str) -> None:
    """Wait for a text; another width makes the whole screen be drawn, not only the changes.

    A screen ends with the keys, and the first ones may have been drawn before a key was read.
    """
    for turn in range(20):
        child.setwinsize(24, 80 + turn % 2)
        if child.expect_exact([text, MINIMAL_KEYS[-1]]) == 0:
            return
    raise AssertionError(text)


def test_a_save_is_watched_forward_back_and_by_number(watched) -> None:
    lines = list(frames(Replay(SAVES / "lawrence-aqaba.jsonl")))
    child = watched("lawrence-aqaba.jsonl")
    for key, there in (
        ("", first_line_of("lawrence-aqaba.jsonl")),
        (" ", f"lawrence: {lines[1].words}"),
        ("\x1b[D", "The set-up."),
        ("23\r", f"lawrence: {lines[22].words}"),
        ("\x1b[F", "Over: "),
        ("?", " help "),
    ):
        child.send(key)
        sees(child, there)
    child.send("xq")
    assert exit_status(child) == 0


LEAVING = ["q", "\x03", *(pytest.param(key, marks=pytest.mark.soak) for key in ("\x1b", "\x04"))]


@pytest.mark.parametrize("key", LEAVING)
def test_leaving_gives_the_terminal_back(watched, key: str) -> None:
    child = watched("lawrence-aqaba.jsonl")
    child.expect_exact(first_line_of("lawrence-aqaba.jsonl"))
    child.send(key)
    child.expect_exact("\x1b[?1049l")
    assert exit_status(child) == 0


def test_it_goes_on_by_itself_and_stops(watched) -> None:
    child = watched("lawrence-aqaba.jsonl")
    child.expect_exact(first_line_of("lawrence-aqaba.jsonl"))
    child.send("w+++")
    child.expect_exact("This is the last line.")
    child.send("q")
    assert exit_status(child) == 0


def test_the_screen_is_drawn_again_for_another_size(watched) -> None:
    child = watched("lrdg-slonta.jsonl")
    child.expect_exact(first_line_of("lrdg-slonta.jsonl"))
    child.setwinsize(10, 40)
    child.expect_exact("\x1b[39C")  # to the last column
    child.expect_exact("q leave")
    child.send("q")
    assert exit_status(child) == 0


def test_it_needs_no_colour(watched) -> None:
    child = watched("lawrence-aqaba.jsonl", NO_COLOR="1")
    child.expect_exact(first_line_of("lawrence-aqaba.jsonl"))
    child.send("   9\rq")
    child.expect(pexpect.EOF)
    styles = set(re.findall(rb"\x1b\[([0-9;]*)m", child.before))
    assert styles <= {b"0", b"0;1", b"0;7", b"0;1;4"}


# The map.


def on_the_map(save: str, lines: int) -> tuple[Stepper, StepperStage]:
    run = Replay(SAVES / f"{save}.jsonl")
    stepper = Stepper(list(frames(run, None, lines, 80, maps=True)), save)
    return stepper, StepperStage(stepper)


@pytest.mark.parametrize("save", ["lawrence-aqaba", "lrdg-slonta"])
def test_each_line_has_all_of_the_map_that_has_room(save: str) -> None:
    stepper, stage = on_the_map(save, 40)
    fewest, most = 99, 0
    for place in range(len(stepper.frames)):
        stepper.go(place)
        stage.picture(100, 40)
        lines = stepper.map.lines
        fewest, most = min(fewest, len(lines.places)), max(most, len(lines.places))
        assert lines.rows == len(lines)
    assert 30 < fewest == most


def test_the_map_fills_what_the_events_leave_and_the_units_are_one_key_away() -> None:
    stepper, stage = on_the_map("lrdg-slonta", 10)
    stepper.go(9)
    text = "\n".join(row.text for row in stage.picture(80, 24))
    assert "Siwa" in text
    assert "1ST PATROL" not in text
    assert len(stepper.map.crop()) >= 12
    stepper.do("u")
    text = "\n".join(row.text for row in stage.picture(80, 24))
    assert "1ST PATROL" in text
    assert "Siwa Track" not in text
    stepper.do("u")
    assert "Siwa" in "\n".join(row.text for row in stage.picture(80, 24))


def test_on_a_wide_screen_the_units_are_beside_the_map() -> None:
    stepper, stage = on_the_map("lrdg-slonta", 10)
    stepper.go(9)
    rows = [row.text for row in stage.picture(120, 40)]
    (head,) = [row for row in rows if "1ST PATROL" in row]
    assert head.index("| 1ST") == window.panes(120)[0] + 1
    assert any("Siwa" in row[:60] for row in rows)


def test_a_map_is_the_same_from_both_sides_and_at_every_size() -> None:
    stepper, stage = on_the_map("lawrence-aqaba", 20)
    for size in ((80, 24), (120, 40), (40, 10)):
        stepper.go(0)
        forward = [stage.picture(*size) for _ in stepper.frames if not stepper.do(" ")]
        stepper.go(stepper.places.last)
        back = [stage.picture(*size) for _ in stepper.frames if not stepper.do("p")]
        assert back[:-1] == forward[-2::-1]


def test_moved_pieces_are_bold_on_the_map() -> None:
    stepper, stage = on_the_map("lawrence-damascus", 15)
    stepper.go(13)  # by air to Cairo
    (row,) = [row for row in stage.picture(80, 24) if "[L]" in row.text]
    assert row.text.index("[L]") == row.new[0]
    looks = [(style.strip(), text) for style, text, *_ in fragments([row])]
    assert ("bold underline class:role.own-badge", "[L]") in looks


def test_a_fight_is_shown_above_the_map() -> None:
    stepper, stage = on_the_map("lrdg-slonta", 102)
    stepper.go(101)
    rows = [row.text for row in stage.picture(80, 24)]
    fight = next(k for k, row in enumerate(rows) if "COMBAT at Bir Hacheim" in row)
    assert any("Bir Hacheim" in row for row in rows[fight + 3 :])


def test_a_terminal_that_can_has_the_signs_of_the_screen(watched) -> None:
    child = watched("lawrence-aqaba.jsonl", PYTHONUTF8="1")
    child.expect_exact("●".encode())
    child.send("q")
    assert exit_status(child) == 0


def test_the_map_has_its_colours_and_what_is_new_is_bold_besides() -> None:
    run = Replay(SAVES / "lrdg-barca.jsonl")
    shown = Stepper(list(frames(run, None, 12, 100, maps=True)), "Barca")
    shown.map.painted = True
    stage = StepperStage(shown)
    looks = set()
    for _ in range(12):
        shown.do(" ")
        rows = stage.picture(100, 40)
        looks |= {style for style, *_ in fragments(rows)}
    assert {"class:role.own-badge", "class:role.enemy-badge", "class:ground.water"} <= {
        look.strip() for style in looks for look in style.split(" ")
    }
    assert any(style.startswith("bold underline class:role") for style in looks)
    text = "".join(text for _, text, *_ in fragments(rows))
    assert [line.rstrip() for line in text.split("\n")] == [row.text.rstrip() for row in rows]
