"""The desk under CPython: what a page gets for its calls, without a browser."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from web_page import Page, last, types

import sandtable
from sandtable.tooling import config
from sandtable_tools.web.desk import Desk

SAVES = Path(__file__).parents[2] / "saves"
OLD = Path(__file__).parents[1] / "old_saves"

POSITION = ["news", "board", "status", "options", "question"]

SOLITAIRE = {"scenario": "lrdg/slonta", "seed": 5}
ONE_BOT = {"scenario": "megiddo/1918-even", "seed": 5, "seats": {"turkish": "scripted"}}


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Page]:
    """A page with no saves yet."""
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path / "home"))
    page = Page()
    yield page
    page.desk.leave()


# Playing.


@pytest.mark.parametrize(
    ("scenario", "seats"),
    [("lrdg/slonta", {}), ("megiddo/1918-even", {"turkish": "scripted"}), ("lawrence/aqaba", {})],
)
def test_a_save_has_the_bytes_and_the_name_of_one_from_the_command_line(
    scenario: str, seats: dict[str, str], page: Page, run: Any, tmp_path: Path
) -> None:
    told, typed = page.play("start", {"scenario": scenario, "seed": 5, "seats": seats}), []
    for _ in range(10):
        typed.append(last("options", told)["options"][0]["words"])
        told = page.type(typed[-1])
        told = page.type("y") if types(told) == ["confirm"] else told
    chosen = [word for seat, bot in seats.items() for word in ("--seat", f"{seat}={bot}")]
    there = tmp_path / "there.jsonl"
    ran = run("play", scenario, "--seed", 5, "--save", there, *chosen, typed="\n".join(typed))
    assert ran.status == 0
    here = config.saves_folder() / page.desk.save
    assert (here.read_bytes(), here.stem) == (there.read_bytes(), f"{scenario.replace('/', '-')}-5")


def test_a_game_begins_with_its_players_and_then_the_position(page: Page) -> None:
    told = page.play("start", ONE_BOT)
    begin = told[0]
    assert (begin["type"], begin["saved"], begin["lesson"]) == ("begin", page.desk.save, False)
    assert begin["seats"] == {"british": "human", "turkish": "scripted"}
    assert types(told)[-4:] == POSITION[1:]
    refused = page.call("start", {"scenario": "lrdg/slonte"})["refused"]
    assert refused == 'no scenario of lrdg "slonte"; did you mean "slonta"?'


def test_bots_play_in_between_and_their_news_says_whose_it_is(page: Page) -> None:
    page.play("start", ONE_BOT)
    page.type("done")
    told = page.type("done", "y")
    assert "thinking" in types(told)
    assert "turkish" in [output["seat"] for output in told if output["type"] == "news"]
    assert types(told)[-1] == "question"


def test_a_doubtful_choice_is_asked_about_and_done_only_after_yes(page: Page) -> None:
    page.play("start", ONE_BOT)
    page.type("done")
    assert types(page.type("done")) == ["confirm"]
    told = page.type("n")
    assert types(told) == ["refused", "question"]
    assert types(page.type("done")) == ["confirm"]
    assert "news" in types(page.type("y"))


def test_numbers_pick_and_a_tapped_option_can_be_sent_by_its_words(page: Page) -> None:
    told = page.play("start", SOLITAIRE)
    words = last("options", told)["options"][0]["words"]
    page.type("1")
    here = (config.saves_folder() / page.desk.save).read_bytes()
    page.play("start", SOLITAIRE | {"seed": 5})
    page.type(words)
    assert (config.saves_folder() / page.desk.save).read_bytes() == here
    assert page.desk.save == "lrdg-slonta-5-2.jsonl"


def test_a_refused_line_has_lines_to_send_instead(page: Page) -> None:
    page.play("start", ONE_BOT)
    refused = last("refused", page.type("discard"))
    assert (refused["reason"], refused["thing"]) == ("ambiguous", "discard")
    assert "discard british-infantry" in refused["suggestions"]
    assert types(page.type(refused["suggestions"][0]))[-1] == "question"
    page.type("done")
    refused = last("refused", page.type("odds commit"))
    assert refused["suggestions"]
    assert all(line.startswith("odds commit ") for line in refused["suggestions"])


def test_thinking_stops_with_what_was_found_so_far(page: Page) -> None:
    page.play("start", SOLITAIRE)
    page.desk.call("line", ["hint 900"])
    for _ in range(3):
        assert json.loads(page.desk.step() or "")["type"] == "thinking"
    page.desk.stop()
    told = [*page.steps()]
    assert types(told)[-1] == "question"
    assert last("text", told)["lines"]


def test_a_stopped_bot_goes_on_with_an_empty_line(page: Page) -> None:
    page.play("start", ONE_BOT)
    page.type("done", "done")
    page.desk.call("line", ["y"])
    page.desk.stop()
    told = [*page.steps()]
    assert last("text", told)["lines"] == ["Stopped. Press Enter to let the bot continue."]
    assert last("question", told)["seat"] == "turkish"
    assert last("question", page.type(""))["seat"] == "british"


def test_a_stop_between_two_lines_stops_neither(page: Page) -> None:
    page.play("start", SOLITAIRE)
    page.desk.stop()
    assert types(page.type("1")) == POSITION


def test_a_bot_that_thinks_for_long_shows_how_far_it_is(page: Page) -> None:
    told: list[str] = []
    page.desk = Desk(told.append)
    page.play("start", ONE_BOT | {"seats": {"british": "search:8"}})
    assert {json.loads(output)["type"] for output in told} == {"thinking"}


def test_text_is_filled_to_the_columns_of_a_narrow_page(page: Page) -> None:
    page.call("columns", 40)
    page.play("start", SOLITAIRE)
    assert max(map(len, last("text", page.type("show jalo"))["lines"])) <= 40
    page.call("columns", 500)
    assert 40 < max(map(len, last("text", page.type("show jalo"))["lines"])) <= 78


# Pictures.


def test_the_ground_of_a_picture_comes_once(page: Page) -> None:
    first, second = (
        last("board", told)["drawn"][0] for told in (page.play("start", SOLITAIRE), page.type("1"))
    )
    once = {"below", "above", "spots", "names", "ways", "trays"}
    assert all(first[part] is not None for part in once)
    assert all(second[part] is None for part in once)
    assert first["name"] == second["name"] == "map"
    assert {counter[0] for counter in second["counters"]} >= set(second["called"])
    again = last("board", page.play("show"))["drawn"][0]
    assert {part: again[part] for part in once} == {part: first[part] for part in once}


def test_a_board_without_a_map_has_its_trays(page: Page) -> None:
    (drawn,) = last("board", page.play("start", ONE_BOT))["drawn"]
    assert [len(tray) for tray in drawn["trays"]] == [4] * len(drawn["trays"])
    assert drawn["spots"] == {}


# Several at one page.


def test_the_next_player_sees_nothing_before_the_curtain_is_lifted(page: Page) -> None:
    told = page.play("start", {"scenario": "megiddo/1918-even", "seed": 5})
    assert types(told)[-1] == "curtain"
    assert last("curtain", told)["title"] == "the British"
    assert not {"board", "news", "options"} & {*types(told)}
    assert types(page.play("show")) == POSITION
    told = page.type("done")
    assert (types(told), told[0]["reader"]) == (["curtain"], "turkish")
    assert page.call("check", "x")["refused"] == "another player is looking at the page now"
    assert page.call("report")["refused"] == "another player is looking at the page now"
    before = (config.saves_folder() / page.desk.save).read_bytes()
    told = page.type("done")  # typed by whoever was there before: it only lifts the curtain
    assert (types(told), {output["reader"] for output in told}) == (POSITION, {"turkish"})
    assert (config.saves_folder() / page.desk.save).read_bytes() == before


def test_the_secret_seed_of_two_players_is_not_in_the_name_of_the_save(page: Page) -> None:
    page.play("start", {"scenario": "megiddo/1918-even"})
    assert page.desk.save == "megiddo-1918-even-hot-seat.jsonl"


# Saves.


def test_a_game_goes_on_from_its_save_with_the_same_bytes(page: Page) -> None:
    page.play("start", SOLITAIRE)
    page.type("1", "1")
    name, path = page.desk.save, config.saves_folder() / page.desk.save
    before = path.read_bytes()
    page.call("leave")
    (row,) = page.call("saves")
    assert (row["name"], row["title"], row["over"]) == (name, "The Slonta Raid, May 1942", False)
    assert (row["turn"], row["scenario"], row["size"]) == ("Turn 1", "lrdg/slonta", len(before))
    told = page.play("open", name)
    assert (types(told)[0], types(told)[-1]) == ("begin", "question")
    assert (path.read_bytes(), page.desk.save) == (before, name)


def test_a_save_from_elsewhere_is_added_once_and_opens(page: Page) -> None:
    content = (SAVES / "lrdg-slonta.jsonl").read_bytes()
    names = [page.call("add_save", name, content) for name in ("lrdg-slonta.jsonl", "lrdg-slonta.jsonl")]
    assert names == ["lrdg-slonta.jsonl"] * 2
    told = page.play("open", names[0])
    assert types(told)[-1] == "over"
    assert page.call("remove_save", names[0])["refused"] == "leave this game before you remove it"
    assert page.call("saves")[0]["outcome"]
    page.call("leave")
    page.call("remove_save", names[0])
    assert (page.call("saves"), [*config.saves_folder().iterdir()]) == ([], [])


@pytest.mark.parametrize("content", [b"", b"PNG", b'{"format":3}\n', b"\xff\xfe{}\n"])
def test_what_is_no_save_is_refused_in_a_line_and_not_kept(page: Page, content: bytes) -> None:
    assert page.call("add_save", "../x.png", content)["refused"] == "x.png is not a save of a game"
    assert page.call("saves") == []


def test_a_damaged_save_is_refused_in_a_line_that_names_it(page: Page) -> None:
    content = (SAVES / "megiddo-1918-even.jsonl").read_bytes().replace(b'"seed":', b'"seed":1', 1)
    config.saves_folder().mkdir(parents=True)
    (config.saves_folder() / "bad.jsonl").write_bytes(content)
    refused = page.call("open", "bad.jsonl")["refused"]
    assert refused.startswith("bad.jsonl")
    assert "\n" not in refused
    assert page.call("open", "none.jsonl")["refused"] == "there is no save none.jsonl here"
    assert page.call("line", "1")["refused"] == "no game is open here"


def test_a_torn_and_a_migrated_save_say_so(page: Page) -> None:
    content = (SAVES / "lrdg-slonta.jsonl").read_bytes()
    torn = page.call("add_save", "torn", b"".join(content.splitlines(keepends=True)[:9]) + b'{"n":10')
    remark = page.play("open", torn)[-1]
    dropped = "torn.jsonl: the last line was not finished and has been dropped"
    assert (remark["tone"], remark["lines"]) == ("note", [dropped])
    lines = (OLD / "format-2" / "lrdg-slonta.jsonl").read_bytes().splitlines(keepends=True)
    (config.saves_folder() / "old.jsonl").write_bytes(b"".join(lines[:9]))
    told = page.play("open", "old.jsonl")
    assert "old-migrated.jsonl" in told[-1]["lines"][0]
    assert page.desk.save == "old-migrated.jsonl"


def test_a_link_goes_there_and_back_with_the_same_bytes(page: Page) -> None:
    page.play("start", SOLITAIRE)
    page.type("1", "note secret", "1")
    path = config.saves_folder() / page.desk.save
    link = page.call("link")
    assert link["about"] == "The link leaves out 1 note, which only the save has."
    page.type("quit")
    path.unlink()
    told = page.play("open_link", f"https://example.org/#{link['link']}")
    assert told[-1]["lines"] == ["The linked game continues here, in a save of your own."]
    opened = config.saves_folder() / page.desk.save
    assert opened.read_bytes().count(b"\n") == 3
    assert "\n" not in page.call("open_link", "sandtable:x")["refused"]


def test_a_game_with_real_dice_is_refused_in_a_line(page: Page) -> None:
    dice = sandtable.ScriptedDice({"": [1] * 99})
    path = config.saves_folder() / "real.jsonl"
    sandtable.new("lrdg/slonta", dice=dice, save=path).close()
    assert page.call("open", path.name)["refused"].startswith("this game uses real dice")


def test_a_game_that_cannot_be_written_goes_on_and_says_so(page: Page) -> None:
    page.play("start", SOLITAIRE)
    (config.saves_folder() / page.desk.save).unlink()
    error = last("text", page.type("1"))
    assert (error["tone"], error["lines"][0].startswith("not saved: ")) == ("error", True)
    assert "text" not in types(page.type("1"))


# Questions.


def test_a_half_typed_line_is_checked_and_completed_to_whole_lines(page: Page) -> None:
    page.play("start", ONE_BOT)
    assert page.call("check", "discard")["kind"] == "incomplete"
    lines = [row["text"] for row in page.call("complete", "discard brit")]
    assert "discard british-infantry" in lines
    assert all(line.startswith("discard ") for line in lines)


def test_a_place_is_told_as_show_tells_it(page: Page) -> None:
    page.play("start", SOLITAIRE)
    assert page.call("about", "jalo") == last("text", page.type("show jalo"))["lines"]
    assert "no item" in page.call("about", "atlantis")["refused"]


def test_the_rules_come_as_a_list_and_by_section(page: Page) -> None:
    page.play("start", SOLITAIRE)
    sections = page.call("rules")
    section = page.call("rules", sections[5]["id"])
    assert (section["title"], len(section["blocks"]) > 0) == (sections[5]["title"], True)
    page.call("columns", 40)
    rows = [row for block in page.call("rules", "4.1")["blocks"] for row in block["rows"]]
    assert ["Turn 1. Alarm 0/4. AP: 1st 0. VP 0 (failure)."] in [
        [cell.strip() for cell in r] for r in rows
    ]
    assert "no section" in page.call("rules", "zzz")["refused"]


@pytest.mark.parametrize("over", [False, True])
def test_the_report_and_the_replay_page_are_those_of_the_command_line(
    over: bool, page: Page, run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")  # no program makes pictures for messengers
    if over:
        page.play("open", page.call("add_save", "x", (SAVES / "lrdg-el-alamein.jsonl").read_bytes()))
    else:
        page.play("start", SOLITAIRE)
        page.type("1", "1", "1")
    save = config.saves_folder() / page.desk.save
    table = "https://example.org/play/"
    told = page.call("report", table), page.call("replay_page", table)
    eyes = [] if over else ["--as", "lrdg"]
    report, replay = tmp_path / "report.html", tmp_path / "replay.html"
    words = "--table", table, *eyes
    assert run("report", save, report, *words).status == 0
    assert run("replay", save, "--html", replay, *words).status == 0
    assert told == (report.read_text("utf-8"), replay.read_text("utf-8"))


def test_a_report_for_one_of_two_players_is_made_without_links_that_show_too_much(page: Page) -> None:
    page.play("start", ONE_BOT)
    page.type("done")
    assert "sandtable:" not in page.call("report", "https://example.org/play/")


def test_a_call_that_does_not_exist_and_one_without_a_game_are_refused(page: Page) -> None:
    assert page.call("format_disk")["refused"] == "there is no call format_disk"
    assert page.call("__init__")["refused"] == "there is no call __init__"
    assert page.call("about", "jalo")["refused"] == "no game is open here"


# Lessons.


def test_a_lesson_goes_step_by_step_with_the_words_of_the_terminal(page: Page, run: Any) -> None:
    told = page.play("learn", "megiddo")
    assert (told[0]["lesson"], types(told)) == (True, ["begin", "text", "text", "lesson"])
    assert (told[-1]["line"], told[-1]["about"]) == ("", "Begin")
    assert "Enter" not in str(told[-2]["lines"])
    told = page.type("")
    assert types(told)[-3:] == ["question", "text", "lesson"]
    step = last("text", told)
    assert step["tone"] == "note"
    typed = run("learn", "megiddo", "--again", typed="").out
    assert [line for line in step["lines"] if line not in " ".join(typed.split())] == []
    assert max(map(len, step["lines"])) > 100  # the page wraps them
    assert (told[-1]["line"], told[-1]["about"]) == ("", "What would the lesson do?")
    told = page.type("")
    assert told[-1]["line"] == told[-1]["about"] == last("text", told)["lines"][-1].removeprefix("  > ")
    told = page.type(told[-1]["line"])
    assert "Lesson, step 2 of" in "\n".join(last("text", told)["lines"])


def test_a_whole_lesson_can_be_done_by_its_button(page: Page) -> None:
    told = page.play("learn", "megiddo")
    while told[-1]["type"] == "lesson":
        told = page.type(told[-1]["line"])
        told = page.type("y") if types(told) == ["confirm"] else told
    assert "over" in types(told)


def test_the_button_of_a_lesson_says_its_choice_in_a_sentence(page: Page) -> None:
    page.play("learn", "lrdg")
    button = page.type("")[-1]
    assert (button["line"], button["about"]) == ("historical", "The historical patrols set out.")


def test_off_the_path_of_a_lesson_its_button_leads_back(page: Page) -> None:
    page.play("learn", "megiddo")
    page.type("")
    told = page.type("done", "done")  # the lesson advises against it once
    assert told[-1]["line"] == "back"
    assert page.type("back")[-1]["about"] == "What would the lesson do?"


def test_a_lesson_goes_on_where_it_was_left(page: Page) -> None:
    page.play("learn", "megiddo")
    page.type("")
    step = last("text", page.type(page.type("")[-1]["line"]))["lines"]
    name = page.desk.save
    page.call("leave")
    assert page.call("saves")[0]["lesson"]
    told = page.play("open", name)
    assert (told[0]["lesson"], told[1]["lines"][-1]) == (True, "The lesson continues where you left it.")
    assert last("text", told)["lines"] == step
    assert page.call("learn", "chess")["refused"].startswith("chess has no lesson; these games do: ")


# The end.


def test_the_end_has_a_review_and_next_steps_and_another_game_follows(page: Page) -> None:
    content = (SAVES / "megiddo-1918-even.jsonl").read_bytes()
    told = page.play("open", page.call("add_save", "won.jsonl", content))
    over = last("over", told)
    assert types(told)[-1] == "over"
    assert over["verdict"] in over["lines"][0]
    assert [step["line"] for step in over["steps"]] == over["words"]
    assert {score["name"] for score in over["scores"]} == {
        "British victory points",
        "Turkish victory points",
    }
    told = page.type("play same dice")
    assert types(told)[:2] == ["text", "begin"] or types(told)[0] == "begin"
    assert page.desk.save != "won.jsonl"


def test_leaving_says_so_and_frees_the_save(page: Page) -> None:
    page.play("start", SOLITAIRE)
    name = page.desk.save
    assert page.type("quit")[-1] == {"type": "left", "reader": None, "next": None}
    assert page.desk.save == ""
    assert types(page.play("open", name))[-1] == "question"


# Faults.


def test_a_fault_is_a_line_and_a_report_and_the_game_goes_on(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.play("start", SOLITAIRE)
    console = page.desk.console_now()
    monkeypatch.setattr(console.reader, "meaning", lambda *_, **__: 1 / 0)
    told = page.type("1")
    assert page.faults[0]["fault"].endswith("ZeroDivisionError: division by zero")
    assert "ZeroDivisionError" in page.faults[0]["report"]
    assert "lrdg/slonta" in page.faults[0]["report"]
    assert types(told)[-1] == "question"
    monkeypatch.undo()
    assert "ZeroDivisionError" in page.call("check", "1").get("report", "ZeroDivisionError")


def test_a_fault_in_the_position_too_is_told_and_ends(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.play("start", SOLITAIRE)
    monkeypatch.setattr(page.desk.console_now().display, "board", lambda *_: 1 / 0)
    page.play("show")
    assert len(page.faults) == 2


def test_nothing_that_a_page_needs_imports_what_only_terminals_have() -> None:
    import subprocess

    code = """
import sys
for name in ("prompt_toolkit", "tomlkit", "argcomplete"): sys.modules[name] = None
from sandtable_tools.web.desk import Desk
desk = Desk()
desk.call("start", [{"scenario": "lrdg/slonta", "seed": 5}])
while desk.step(): pass
for name in ("report", "replay_page", "link", "rules", "saves"): assert "answer" in desk.call(name), name
desk.call("line", ["hint 4"])
while told := desk.step(): assert "fault" not in told, told
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
