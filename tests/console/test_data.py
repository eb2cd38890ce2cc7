"""The outputs as data, and `play --json`, which prints them."""

from __future__ import annotations

import io
import json
from fractions import Fraction
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

import sandtable
from sandtable import Outcome
from sandtable.record.records import Header
from sandtable_console import data, outputs
from sandtable_console.configuration import Settings
from sandtable_console.console import Console
from sandtable_console.json_lines import JsonLines
from sandtable_console.sink import SinkContext, play

read = msgspec.json.Decoder(data.OutputData).decode

SAMPLES: list[outputs.Output] = [
    outputs.News(["Round 1."], "turkish"),
    outputs.Board(["BRITISH"]),
    outputs.Status("Round 1."),
    outputs.Options([]),
    outputs.Question("British: Attack? [rule 4]"),
    outputs.Text(["Saved."], "note"),
    outputs.Map(["map"], near="jalo", zoom=-1),
    outputs.Confirm("Fight without any? [y/N] "),
    outputs.Thinking("turkish", 0.5, 3),
    outputs.Lent(),
    outputs.Refused(sandtable.SandtableError("no")),
    outputs.Over(["Over: the British win."]),
]


def lines_of(game: str, *typed: str, **seats: str) -> list[Any]:
    """The objects of a game that is played with some lines; each is read back from its JSON."""
    out = io.StringIO()
    with sandtable.new(game, seed=3, seats=seats) as session:
        context = SinkContext(Settings(), iter(typed), out, keep_going=True)
        console = Console(session)
        play(console, JsonLines(console, context))
    return [read(line) for line in out.getvalue().splitlines()]


def one(kind: type[data.Data], among: list[Any]) -> Any:
    return next(output for output in among if isinstance(output, kind))


def test_every_output_has_a_form_of_its_own_name() -> None:
    form = data.DataConverter(Console(sandtable.new("megiddo/1918", seed=3)))
    assert {type(sample) for sample in SAMPLES} == set(get_args(outputs.Output)) | {outputs.Map}
    forms = [form.of(sample) for sample in SAMPLES]
    assert [json.loads(data.as_json(output))["type"] for output in forms] == [
        type(sample).__name__.lower() for sample in SAMPLES
    ]
    assert {type(output) for output in forms} == set(get_args(data.OutputData)) - {data.BeginData}
    assert [read(data.as_json(output)) for output in forms] == forms


@pytest.mark.parametrize("game", ["megiddo/1918-even", "lrdg/benghazi-road", "lawrence/aqaba"])
def test_a_whole_game_reads_back_and_ends_with_its_result(game: str) -> None:
    seats = dict.fromkeys(sandtable.new(game, seed=3).seats, "scripted")
    shown = lines_of(game, **seats)
    begin, over = shown[0], shown[-1]
    assert (begin.version, begin.scenario, begin.seats) == (data.VERSION, game, seats)
    assert (over.returns.keys(), bool(over.figures), over.outcome != "") == (seats.keys(), True, True)


def test_an_option_has_its_number_words_cost_and_the_spaces_and_units_that_it_names() -> None:
    shown = lines_of("lrdg/benghazi-road", *["1"] * 5, lrdg="human")
    lists = [output.options for output in shown if isinstance(output, data.OptionsData)]
    options = [option for listed in lists for option in listed]
    move = next(option for option in options if option.verb == "move")
    assert move.action["verb"] == "move"
    assert move.words.split()[1] in move.units
    assert move.spaces == move.words.split()[2:]
    assert any(option.cost for option in options)
    assert [option.number for option in one(data.OptionsData, shown).options][:2] == [1, 2]


def test_options_have_the_numbers_that_a_map_has_at_their_places() -> None:
    shown = lines_of("lrdg/benghazi-road", *["1"] * 4)
    listed = [output for output in shown if isinstance(output, data.OptionsData) and output.caps][-1]
    for space, numbers in listed.caps.items():
        assert all(space in listed.options[number - 1].spaces for number in numbers)


def test_an_option_is_said_in_a_sentence_if_its_game_has_one() -> None:
    shown = lines_of("lrdg/benghazi-road", *["1"] * 5)
    listed = [option for o in shown if isinstance(o, data.OptionsData) for option in o.options]
    move = next(option for option in listed if option.verb == "move")
    assert move.said.startswith(f"The {move.words.split()[1]} patrol moves ")
    assert move.said.endswith(".")


def test_options_have_the_titles_of_the_things_that_they_name() -> None:
    shown = lines_of("lrdg/el-alamein")
    assert one(data.OptionsData, shown).titles["hq-1"] == "HQ 1"


def test_a_game_of_bots_is_watched_from_the_side_of_its_first_seat() -> None:
    shown = lines_of("megiddo/1918-even", british="scripted", turkish="scripted")
    events = [event for output in shown if isinstance(output, data.NewsData) for event in output.events]
    sides = {event["strike"]["by"]: event["strike"]["ours"] for event in events if "strike" in event}
    assert all(ours == (by == "british") for by, ours in sides.items())


def test_a_question_says_where_it_is_and_what_undo_would_do() -> None:
    first, *_, after = (
        output
        for output in lines_of("lrdg/benghazi-road", *["1"] * 4)
        if isinstance(output, data.QuestionData)
    )
    assert (first.undo, after.undo.startswith("takes back ")) == ("", True)
    assert after.spaces.own
    assert {after.places[unit] for unit in after.places} >= {*after.spaces.matters}


def test_news_have_their_events_with_headlines_for_the_reader_and_strikes_of_a_side() -> None:
    shown = lines_of("megiddo/1918-even", "done", *["1"] * 3, "done", "y", turkish="scripted")
    events = [event for output in shown if isinstance(output, data.NewsData) for event in output.events]
    assert {"text", "rule", "event"} <= events[0].keys()
    assert any("headline" in event for event in events)
    assert all(event["strike"]["ours"] in (True, False) for event in events if "strike" in event)


def test_the_end_has_scores_in_their_units_with_reasons_and_next_steps() -> None:
    seats = {"lrdg": "scripted"}
    over = lines_of("lrdg/benghazi-road", **seats)[-1]
    assert [step["line"] for step in over.steps] == over.words
    assert all(isinstance(score.total, int | float) for score in over.scores)
    assert over.history


def test_a_board_comes_with_its_pictures_and_known_spaces_are_not_repeated() -> None:
    boards = [o for o in lines_of("lrdg/benghazi-road", *["1"] * 3) if isinstance(o, data.BoardData)]
    first, second = (board.pictures[0] for board in boards[:2])
    assert (first.name, second.name) == ("map", "map")
    assert first.spaces
    assert (second.spaces, second.links, second.shapes) == (None, None, None)


def test_the_status_has_numbers_and_the_question_its_seat_and_rule() -> None:
    shown = lines_of("megiddo/1918", turkish="scripted")
    status, question = one(data.StatusData, shown), one(data.QuestionData, shown)
    assert (status.tracks["british-victory-points"], status.turn) == (0, "Round 1")
    assert (question.seat, question.rule, question.title) == ("british", "2", "Reserve")


def test_a_refusal_says_what_was_typed_why_and_what_it_can_mean() -> None:
    refusals = [
        output
        for output in lines_of("megiddo/1918", "commit british", "discard", "x", turkish="scripted")
        if isinstance(output, data.RefusedData)
    ]
    assert [(refused.thing, refused.reason) for refused in refusals] == [
        ("commit british", "illegal"),
        ("discard", "ambiguous"),
        ("x", "unknown"),
    ]
    assert "discard british-infantry" in refusals[1].suggestions


def test_a_choice_that_is_seldom_meant_is_asked_about_first() -> None:
    shown = lines_of("megiddo/1918", "done", "done", "y", turkish="scripted")
    assert one(data.ConfirmData, shown).question.endswith("Fight the round without a card?")
    listed = [output for output in shown if isinstance(output, data.OptionsData)][1]
    assert one(data.ConfirmData, shown).question in [option.confirm for option in listed.options]


def test_two_at_one_keyboard_know_whose_turn_it_is_to_look() -> None:
    shown = lines_of("megiddo/1918", "done")
    readers = list(dict.fromkeys(output.reader for output in shown))
    assert readers == ["british", "turkish"]
    assert one(data.BoardData, [o for o in shown if o.reader == "turkish"]).lines


def test_a_word_with_good_news_marks_it() -> None:
    shown = lines_of("megiddo/1918-even", british="scripted", turkish="scripted")
    news = [output for output in shown if isinstance(output, data.NewsData)]
    assert all(0 <= mark.line < len(output.lines) for output in news for mark in output.marks)


def test_play_prints_nothing_but_json_and_stops_at_a_wrong_line(run, tmp_path: Path) -> None:
    save = tmp_path / "g.jsonl"
    words = ("play", "megiddo/1918", "--seed", 3, "--seat", "turkish=scripted", "--save", save, "--json")
    ran = run(*words, typed="done\nbogus\ndone\n")
    shown = [read(line) for line in ran.out.splitlines()]
    assert (shown[0].save, shown[-1].thing) == (str(save), "bogus")
    assert (ran.status, "input line 2: no action" in ran.err) == (2, True)
    assert f"Saved in {save}" in ran.err
    resumed = run("resume", save, "--json", typed="")
    assert resumed.status == 0
    assert isinstance(read(resumed.out.splitlines()[-1]), data.QuestionData)


def test_real_dice_need_a_prompt(run) -> None:
    ran = run("play", "megiddo/1918", "--dice", "ask", "--json")
    assert (ran.status, ran.out) == (2, "")
    assert "leave out --json" in ran.err


def test_a_range_is_one_option_with_bounds(market: Any) -> None:
    shown = [read(line) for line in _position(_session(market.scenario(37)))]
    bid, done = one(data.OptionsData, shown).options
    assert (bid.words, bid.number, bid.first, bid.last) == ("bid 1..37", None, 1, 37)
    assert (done.words, done.number, done.first, done.last) == ("pass", None, None, None)


@pytest.mark.parametrize("name", ["megiddo/1918-even", "bids", "market"])
def test_the_data_is_the_same_whatever_is_hidden_from_the_reader(
    name: str, bids: Any, market: Any
) -> None:
    """At each decision, what the reader cannot know is dealt again."""
    scenario = market.scenario(37) if name == "market" else bids.scenario()
    session = sandtable.new(name, seed=3) if "/" in name else _session(scenario)
    hidden = 0
    for turn in range(40):
        if session.outcome is not None:
            break
        seat = session.to_move or ""
        true, other = session.table, session.table.imagine(seat, sandtable.SeededDice(turn))
        hidden += other.position != true.position
        assert _position(session) == _position(session, other)
        session.table = true
        session.choose(session.seat(seat).dice.pick(session.options()))
    assert hidden


def _session(scenario: sandtable.Scenario) -> sandtable.Session:
    seats = dict.fromkeys(scenario.seats, "human")
    game, rules = scenario.game.id, scenario.game.info.rules_version
    header = Header(
        game=game, scenario=scenario.id, seats=seats, seed=3, options={}, rules_version=rules, plugins=[]
    )
    return sandtable.Session(scenario, header)


def _position(session: sandtable.Session, table: sandtable.Table[Any] | None = None) -> list[str]:
    session.table = table or session.table
    console = Console(session, numbers=True)
    form = data.DataConverter(console)
    return [data.as_json(form.of(output)) for output in console.begin()]


def test_returns_are_numbers_and_only_a_part_is_a_text() -> None:
    outcome = Outcome("won", {"east": Fraction(2, 2), "west": Fraction(1, 3), "north": 0})
    assert data.results(outcome) == {"east": 1, "west": "1/3", "north": 0}
    assert data.results(Outcome("over")) == {}
