"""The layout of the screen, without a terminal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from prompt_toolkit.utils import get_cwidth

import sandtable
from sandtable import Picture, chart, styled
from sandtable_console import Console, outputs
from sandtable_hexes import HexFile, Side, Terrain
from sandtable_tools.kit import Typist
from sandtable_tools.screen import rows
from sandtable_tools.screen.ending import End
from sandtable_tools.screen.events import Events
from sandtable_tools.screen.head import head
from sandtable_tools.screen.rows import ScrollingText
from sandtable_tools.screen.stage import Stage

SAVES = Path(__file__).parents[2] / "saves"


@pytest.mark.parametrize("size", [(100, 30), (120, 40), (160, 50)])
def test_a_fight_stands_in_one_place_and_the_forces_are_whole(size: tuple[int, int]) -> None:
    session = sandtable.new("lawrence/aqaba", seed=5)
    for words in ("buy mercenaries", "done", "move umm-lejj"):
        session.choose(words)
    stage = Stage(Console(session))
    rows = ["".join(text for _, text in row) for row in stage.above("", *size)]
    assert sum("BATTLE at Umm Lejj" in row for row in rows) == 1
    assert "BATTLE" in rows[1][:40]
    assert any("Umm Lejj: Lawrence" in row for row in rows)


def rows_of(stage: Stage, width: int, height: int) -> str:
    return "\n".join("".join(text for _, text in row) for row in stage.above("", width, height))


@pytest.mark.parametrize("scenario", ["lrdg/bardia", "lrdg/el-alamein", "lawrence/aqaba"])
def test_the_opening_shows_the_first_line(scenario: str) -> None:
    console = Console(sandtable.new(scenario, seed=4))
    stage = Stage(console)
    stage.events.add(console.display.news())
    shown = rows_of(stage, 100, 27)
    assert "above: F9" not in shown
    assert "> " in shown.split("what happened")[1].split("\n")[1]


def test_forces_that_do_not_all_fit_say_so() -> None:
    console = Console(sandtable.new("lrdg/bardia", seed=4))
    stage = Stage(console)
    assert "F4 shows all" not in rows_of(stage, 160, 50)
    stage.events.add(["Turn 1."])
    stage.events.begin()
    console.session.choose("historical")
    assert "F4 shows all" in rows_of(stage, 100, 22)


def test_a_text_that_does_not_fit_is_shown_from_its_beginning_only_at_the_opening() -> None:
    stage = Stage(Console(sandtable.new("lrdg/bardia", seed=4)))
    stage.events.add([f"order {n} of many that say what the raid is about" for n in range(30)])
    assert "order 0 " in (shown := rows_of(stage, 100, 27))
    assert "(more below: F9)" in shown
    stage.events.begin()
    stage.events.add([f"report {n}" for n in range(60)])
    assert "report 59" in (shown := rows_of(stage, 100, 27))
    assert "new lines above: F9" in shown


def test_the_view_goes_to_the_units_that_the_options_name() -> None:
    console = Console(sandtable.new("lrdg/bardia", seed=4))
    stage = Stage(console)
    stage.map.zoom_by(1)
    stage.map.crop(57, 20)
    console.session.choose("historical")
    shown = "\n".join("".join(text for _, text in row) for row in stage.map.crop(57, 20))
    assert "[1st:3] [2nd:3] [3rd:3]" in shown
    stage.map.show_space("benghazi")
    shown = "\n".join("".join(text for _, text in row) for row in stage.map.crop(57, 20))
    assert "[1st:3]" not in shown
    console.session.choose("launch 3rd")
    shown = "\n".join("".join(text for _, text in row) for row in stage.map.crop(57, 20))
    assert "[1st:3] [2nd:3] [3rd:3]" in shown


def test_the_near_map_is_moved_by_keys_and_the_whole_map_is_not() -> None:
    stage = Stage(Console(sandtable.new("lrdg/slonta", seed=3)))
    whole = stage.map.crop(80, 20)
    stage.map.scroll(6, 3)
    assert stage.map.crop(80, 20) == whole
    stage.map.show_space("msus")
    near = stage.map.crop(80, 20)
    stage.map.scroll(6, 3)
    moved = stage.map.crop(80, 20)
    assert moved != near
    assert moved != whole
    stage.map.scroll(-6, -3)
    assert stage.map.crop(80, 20) == near
    stage.map.zoom_by(-1)
    assert stage.map.crop(80, 20) == whole


def test_each_cell_of_a_sign_a_name_or_a_badge_is_that_of_its_place() -> None:
    stage = Stage(Console(sandtable.new("lrdg/slonta", seed=3)))
    stage.console.session.choose("historical")
    rows = ["".join(text for _, text in row) for row in stage.map.crop(80, 24)]
    for shown, space in (("Siwa Track", "siwa-track"), ("BARDIA", "bardia"), ("1st:7", "siwa")):
        (y,) = (y for y, row in enumerate(rows) if shown in row)
        assert stage.map.space_at(rows[y].index(shown) + 1, y) == space
    assert stage.map.space_at(79, 23) == ""


@pytest.mark.parametrize("scenario", ["lrdg/bardia", "megiddo/1918"])
@pytest.mark.parametrize("width", [30, 40, 60, 80, 100, 160])
def test_the_keys_fit_and_the_way_out_is_among_them(scenario: str, width: int) -> None:
    keys = "".join(text for _, text in Stage(Console(sandtable.new(scenario))).key_row(width))
    assert len(keys) <= width
    assert keys.startswith(" F1 options")
    assert keys.rstrip().endswith(" F10 leave")
    assert ("F5 history" in keys) is (width >= 100)
    assert ("F4 forces" in keys) is ("lrdg" in scenario and width >= 60)  # else the table has them


def small(stage: Stage, text: str = "", width: int = 40, height: int = 7) -> list[str]:
    """The rows of a small screen above the input line."""
    rows = ["".join(part for _, part in row) for row in stage.above(text, width, height)]
    assert [len(row) for row in rows] == [width] * height
    return [row.rstrip() for row in rows]


def test_a_small_screen_has_the_status_the_options_that_fit_and_the_question() -> None:
    session = sandtable.new("lawrence/aqaba", seed=5)
    stage = Stage(Console(session))
    stage.status, stage.question, stage.actions = "The status.", "The question?", session.options()
    stage.choices.number_options(stage.actions)
    shown = small(stage)
    assert (shown[0], shown[-1]) == (" Aqaba!   The status", "The question?")
    assert " 1-7 buy" in "\n".join(shown)
    assert "done" in "\n".join(shown)
    assert "  regulars" in "\n".join(small(stage, "buy reg"))
    stage.page = ScrollingText("status", [f"line {n}" for n in range(20)])
    assert [row.strip("-─") for row in small(stage)[:3]] == [
        " status  1-5 of 20  (Escape closes) ",
        "line 0",
        "line 1",
    ]
    assert small(stage, height=2) == ["line 0", "The question?"]


def test_a_small_screen_says_that_there_are_more_options() -> None:
    session = sandtable.new("lrdg/slonta", seed=3)
    session.choose("historical")
    stage = Stage(Console(session))
    stage.actions = session.options()
    stage.choices.number_options(stage.actions)
    assert "  ... (? lists all)" in small(stage, height=3)
    assert "  ... (? lists all)" not in small(stage, height=14)


def test_equal_events_keep_the_sign_of_their_own_news() -> None:
    events = Events()
    events.add(
        [
            "The line is cut.",
            styled.line_of(("The line is cut.", "good")),
            styled.line_of(("The line is cut.", "bad")),
        ]
    )
    rows = ["".join(text for _, text in row).strip() for row in events.crop(40, 3)]
    assert rows == ["> The line is cut.", "> ▲ The line is cut.", "> ▼ The line is cut."]


def test_a_long_text_is_cut_by_looking_at_the_columns_that_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[str] = []
    monkeypatch.setattr(rows, "get_cwidth", lambda text: looked_at.append(text) or get_cwidth(text))
    assert rows.fit([("", "中文" * 500), ("", "x")], 9) == [("", "中文中文"), ("", " ")]
    assert len(looked_at) < 20


def test_a_message_takes_a_row_of_the_map_and_the_options_stay() -> None:
    session = sandtable.new("lrdg/slonta", seed=3)
    session.choose("historical")
    stage = Stage(Console(session))
    stage.actions, stage.question = session.options(), "What do the patrols do?"
    stage.choices.number_options(stage.actions)
    before = rows_of(stage, 80, 22).split("\n")
    stage.message = [("error", "no such order")]
    now = rows_of(stage, 80, 22).split("\n")
    assert now[13:20] == before[14:21]
    assert "no such order" in now[20]


@pytest.mark.parametrize(("scenario", "beside"), [("lrdg/slonta", False), ("lawrence/aqaba", True)])
def test_a_map_as_tall_as_wide_is_at_the_left_of_a_small_screen(scenario: str, beside: bool) -> None:
    session = sandtable.new(scenario, seed=3)
    stage = Stage(Console(session))
    stage.status, stage.question, stage.actions = "Alarm 2/4.", "What now?", session.options()
    stage.choices.number_options(stage.actions)
    shown = rows_of(stage, 80, 22)
    assert (stage.picture.width, stage.picture.height) == ((40, 20) if beside else (80, 12))
    assert ("|" in shown.split("\n")[3][38:44]) is beside


def test_the_large_map_has_all_rows_between_head_and_question() -> None:
    stage = Stage(Console(sandtable.new("lrdg/slonta", seed=3)))
    stage.question = "What now?"
    stage.is_large = True
    assert "What now?" in rows_of(stage, 80, 22).split("\n")[-1]
    assert (stage.picture.width, stage.picture.height) == (80, 20)


def test_the_head_has_chips_or_plain_words_where_they_do_not_fit() -> None:
    def shown(status: str, width: int, *, unicode: bool = True) -> str:
        cells = head("Raid", status, width, enemies=["turkish"], unicode=unicode)
        return "".join(text for _, text in cells).strip()

    status = "Turn 1 of 7. Alarm 1/4. AP: 1st 13, 2nd 8. VP 7.5."
    assert shown(status, 80) == "Raid   Turn 1 of 7   Alarm ■□□□   AP  1st  13  2nd  8   VP 7.5"
    assert shown(status, 80, unicode=False).startswith("Raid   Turn 1 of 7   Alarm 1/4   AP")
    assert shown(status, 60) == "Turn 1 of 7   Alarm ■□□□   AP  1st  13  2nd  8   VP 7.5"
    assert shown(status, 30) == status[:29]
    cells = head("", "Points: British 3/20, Turkish 4/20.", 60, enemies=["turkish"], unicode=True)
    assert ("class:role.own-badge", " British ") in cells
    assert ("class:role.enemy-badge", " Turkish ") in cells


def test_only_new_events_are_bright_and_their_dice_are_marked() -> None:
    events = Events()
    events.add(["The 1st patrol rolls 4 2, plus 2: 8 action points."])
    assert ("class:role.town", "4 2") in events.crop(60, 1)[0]
    events.begin()
    (cells,) = events.crop(60, 1)
    assert {style for style, text in cells if text.strip()} == {"class:role.quiet"}


def test_a_moment_is_the_line_of_news_until_the_next_action() -> None:
    events = Events()
    events.add(["Turn 3."])
    events.begin()
    events.add([styled.line_of(("▼ Allenby is lost.", "enemy-badge")), "The hand is drawn."])
    shown = events.line(60)
    assert ("class:role.enemy-badge", "▼ Allenby is lost.") in shown
    events.begin()
    events.add(["Round 2."])
    assert "Allenby" not in "".join(text for _, text in events.line(60))


def test_where_a_map_has_too_few_rows_the_board_has_its_room() -> None:
    session = sandtable.new("lawrence/aqaba", seed=5)
    for words in ("buy mercenaries", "done", "move umm-lejj"):
        session.choose(words)
    shown = rows_of(Stage(Console(session)), 80, 22)
    assert "BATTLE at Umm Lejj" in shown
    assert "Azrak: Feisal's Camp" in shown
    assert "what happened" in shown
    assert "DAMASCUS" not in shown


@pytest.mark.parametrize("save", ["lrdg-slonta", "lawrence-aqaba", "megiddo-1918-even", "lrdg-bardia"])
def test_at_the_end_no_sentence_is_cut_on_80_columns(save: str) -> None:
    session = sandtable.load(SAVES / f"{save}.jsonl")
    console = Console(session)
    stage = Stage(console)
    (over,) = (shown for shown in console.begin() if isinstance(shown, outputs.Over))
    stage.end = End(over)
    shown = rows_of(stage, 80, 22)
    assert "quit" in shown
    assert "..." not in shown[shown.index(" replay ") :]
    history = session.scenario.info.history
    left = " ".join(row[:40].strip() for row in shown.split("\n"))
    assert history.split()[-1] in left
    stage.progress = "3 games played"
    assert "3 games played" in rows_of(stage, 80, 22)


def test_the_map_keeps_its_height_whatever_is_asked_and_answered() -> None:
    stage = Stage(Console(sandtable.new("lrdg/slonta", seed=3)))
    heights = set()
    for question in ("Short?", "A question of many words, " * 4):
        for said in ([], [("reply", "An answer.")]):
            stage.question, stage.message = question, said
            for actions in ((), stage.console.session.options()):
                stage.actions = actions
                stage.above("", 120, 38)
                heights.add(stage.picture.height)
    assert len(heights) == 1


def test_news_has_the_line_before_newer_events_and_its_result_is_whole() -> None:
    events = Events()
    events.add(["Before."])
    events.begin()
    result = styled.line_of(("Force: 31 to 26. The British win the battle and a victory point.", "bad"))
    events.add([result, "The Turks draw 9 cards."])
    shown = "".join(text for _, text in events.line(72))
    assert "The British win the battle and a victory point." in shown


def test_a_question_has_the_rows_that_it_needs_and_says_if_it_is_cut() -> None:
    stage = Stage(Console(sandtable.new("lrdg/slonta", seed=3)))
    stage.question = "Fight on, or leave? " * 7 + "Say which."
    assert "Say which." in rows_of(stage, 80, 22)
    stage.question = "Fight on, or leave? " * 40
    assert rows_of(stage, 80, 22).rstrip().endswith("...")


def test_a_fight_that_does_not_fit_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    session = sandtable.new("lrdg/slonta", seed=3)
    monkeypatch.setattr(Stage, "_draw", lambda *_: [f"shot {n}" for n in range(40)])
    assert "shot 1 " in (shown := rows_of(Stage(Console(session)), 80, 22))
    assert "... (F4 shows all)" in shown


def test_a_reply_without_room_for_all_of_it_shows_its_beginning() -> None:
    stage = Stage(Console(sandtable.new("lrdg/bardia", seed=4)))
    stage.message = [("reply", f"line {number}") for number in range(9)]
    shown = rows_of(stage, 80, 24)
    assert "line 0" in shown
    assert "line 3" in shown
    assert "line 8" not in shown


def test_a_reply_next_to_a_map_has_the_rows_that_it_takes_there() -> None:
    stage = Stage(Console(sandtable.new("lrdg/bardia", seed=4)))
    stage.message = [("reply", f"line {number} {'word ' * 12}end-{number}") for number in range(3)]
    listed = stage._listed("", 36, 14, 20)
    shown = "\n".join("".join(text for _, text in cells) for cells in listed)
    assert "end-2" in shown


@pytest.mark.parametrize("size", [(80, 22), (100, 28), (120, 28), (120, 38)])
def test_a_map_of_hexes_has_hexes_in_every_usual_terminal(
    size: tuple[int, int], stones_of: Callable[..., Typist]
) -> None:
    ground = {"plain": Terrain(letter=".", look="clear")}
    board = HexFile[Terrain, Side](picture="\n".join([12 * "."] * 10), terrain=ground).map()
    console = stones_of(
        map=lambda _, _view, width=100, height=None: chart.draw(board, {}, width, height),
        pictures=lambda *_: [Picture("map", "The field", board)],
    )
    stage = Stage(console.start())
    stage.actions = console.options
    shown = rows_of(stage, *size)
    assert shown.count("╲__") + shown.count("\\__") > 50
    assert "lift" in shown


def test_paragraphs_are_joined_in_a_narrow_pane() -> None:
    text = ["Lesson", "", "a " * 35, "b " * 33, "end", "  > type this", "Last"]
    note = ScrollingText("lesson", text, "note")
    narrow = ["".join(text for _, text in row).rstrip() for row in note.crop(40, 20)]
    assert narrow[:2] == ["Lesson", ""]
    assert not any(row.strip() == "end" for row in narrow)
    assert narrow[narrow.index("  > type this") + 1] == "Last"
    wide = ["".join(text for _, text in row).rstrip() for row in note.crop(80, 20)]
    assert "end" in wide
