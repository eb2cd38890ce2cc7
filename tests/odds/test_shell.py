"""``odds``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

SAVES = Path(__file__).parents[2] / "saves"
BARCA = SAVES / "lrdg-barca.jsonl"


def test_a_table_of_outcomes_and_how_it_was_found(run) -> None:
    ran = run("odds", BARCA, "move", "1st", "barca", "--to", 33)
    assert ran.status == 0
    assert "    87.5 %  7/8  Discretion at Barca: ... with drm +2, SEEN." in ran.out
    assert "    12.5 %  1/8  Discretion at Barca: ... with drm +2, unseen." in ran.out
    assert ran.out.startswith("In any case: T1/A, T1/B, G1/A, G1/B, Det A: Benghazi to Barca, 3 AP.")
    assert ran.out.endswith("Exact, over 8 ways of luck.\n")
    assert all(len(line) <= 80 for line in ran.out.splitlines())


def test_the_change_of_each_track_is_summed_up(run) -> None:
    ran = run("odds", BARCA, "move", "1st", "jalo", "--to", 16)
    assert "[alarm +1]" in ran.out
    assert "alarm: +0.56 expected; +1 55.6 %, 0 44.4 %" in ran.out.splitlines()


def test_json_has_fractions_and_the_keys_of_the_contract(run) -> None:
    ran = run("odds", BARCA, "move", "1st", "jalo", "--to", 16, "--json")
    said = json.loads(ran.out)
    assert said["exact"] is True
    assert [one["probability"] for one in said["outcomes"]] == ["5/9", "4/9"]
    assert said["outcomes"][0]["tracks"] == {"alarm": 1, "1st-action-points": -5}
    assert "SEEN" in said["outcomes"][0]["text"]
    assert set(said["outcomes"][0]) == {"probability", "text", "tracks", "next", "over"}
    assert said["expected"]["alarm"] == {"change": "5/9", "probabilities": {"1": "5/9", "0": "4/9"}}
    keys = {
        "exact",
        "seat",
        "actions",
        "horizon",
        "ways",
        "worlds",
        "samples",
        "same",
        "outcomes",
        "events",
        "expected",
    }
    assert set(said) == keys


def test_what_came_in_all_the_samples_is_not_said_to_be_certain(run) -> None:
    """The patrol is seen in 35 ways of 36."""
    asked = ("odds", SAVES / "lrdg-slonta.jsonl", "end", "--to", 12, "--samples", 20)
    assert run(*asked).out.startswith("In all of 20 games (at least 83.9 %): ")


def test_what_is_too_wide_is_sampled_and_says_so(run) -> None:
    asked = ("odds", BARCA, "move", "1st", "jalo", "--to", 16, "--most", 2, "--samples", 400)
    said = json.loads(run(*asked, "--json").out)
    assert (said["exact"], said["samples"], said["ways"]) == (False, 400, 0)
    for one, truth in zip(said["outcomes"], (5 / 9, 4 / 9), strict=True):
        low, high = one["interval"]
        assert low < truth < high
    told = run(*asked).out
    assert told.splitlines()[-1] == "Sampled: 400 games; 95 % intervals in brackets."
    assert " to " in told.splitlines()[2]


def test_worlds_that_all_agree_are_told_as_such(run) -> None:
    ran = run("odds", SAVES / "megiddo-1918.jsonl", "done", "--to", 1)
    assert "The same in each of 200 worlds dealt anew" in ran.out


def test_one_thing_then_another(run) -> None:
    """Attacking at once, or being unseen and free to: the second is only legal where they are seen."""
    ran = run(
        "odds", BARCA, "move", "1st", "jalo", "then", "end", "--to", 16, "--json", "--samples", 200
    )
    said = json.loads(ran.out)
    assert said["actions"] == ["move 1st jalo", "end"]
    assert all("Jalo" in one["text"] for one in said["outcomes"])
    ended = run("odds", BARCA, "end", "then", "all", "--to", 13, "--most", 10**5)
    assert '"all" can not be done: not now;' in " ".join(ended.out.split())


def test_a_horizon_plays_on(run) -> None:
    ran = run("odds", BARCA, "move", "1st", "jalo", "--to", 16, "--horizon", 2)
    assert "Bots make 2 further decisions." in " ".join(ran.out.split())


def test_few_outcomes_or_all(run) -> None:
    """Of 71 how likely each event comes at all."""
    few, whole = run("odds", BARCA, "end", "--to", 13), run("odds", BARCA, "end", "--to", 13, "--all")
    assert "How likely each event comes at all (71 outcomes; --all lists them):" in few.out
    assert "    16.7 %  1/6     The 1st patrol rolls ...: 9 action points." in few.out
    assert "others" not in whole.out
    assert sum(" %  " in line for line in whole.out.splitlines()) == 71


def test_what_a_stranger_wants_to_know_is_on_the_first_screen(run) -> None:
    """Which card comes (8 of 43 are Turkish Infantry), and whether there is a battle."""
    cards = run("odds", SAVES / "megiddo-1918-even.jsonl", "done", "--to", 5).out.splitlines()
    (infantry,) = [line for line in cards if line.endswith("The Turks draw 1 card: Turkish Infantry.")]
    low, high = (float(end) for end in infantry.partition("(")[2].partition(")")[0].split(" to "))
    assert low < 100 * 8 / 43 < high
    battle = run("odds", SAVES / "lawrence-campaign.jsonl", "move", "wejh", "--to", 15).out.splitlines()
    assert any(line.endswith("Battle at Wejh ...") for line in battle)
    assert max(len(cards), len(battle)) <= 32
    assert any("others up to " in line and "below 1 %" in line for line in cards)


def test_equal_cards_are_all_shown(run) -> None:
    ran = run("odds", SAVES / "lawrence-campaign.jsonl", "fly", "cairo", "--to", 8)
    assert ran.out.count("7.1 %  1/14  Card: ") == 14


def test_a_line_number_may_have_spaces_around_it(run) -> None:
    assert run("odds", BARCA, "move", "1st", "jalo", "--to", "16 ").status == 0


def test_what_brings_nothing_is_said_to(run) -> None:
    ran = run("odds", SAVES / "megiddo-1918-even.jsonl", "done", "--to", 1)
    assert ran.out.startswith("Nothing visible comes of it before the next decision. (`then")


def test_stopping_it_is_one_line(run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sandtable_tools.odds.shell.forecasting", stopped)
    ran = run("odds", BARCA, "end", "--to", 13)
    assert (ran.status, ran.out) == (130, "")
    assert ran.err == "sandtable: Stopped before the odds were known.\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["fly", "--to", 33], 'no action "fly"; there is move, '),
        (["move", "--to", 33], '"move" can mean move 1st beda-fomm, '),
        (["fight", "--to", 33], "fight: not now; "),
        (["fight"], "the game is over (--to asks at an earlier line)"),
        (["end", "then", "foo", "--to", 33], '"foo" can not be done: no action "foo"'),
        (["end", "then", "--to", 33], '"" can not be done: no action was named'),
        (["end", "--to", 33, "--samples", 0], "--most and --samples are 1 or more"),
        (["end", "--to", 33, "--horizon", -1], "odds look 0 to 1000 decisions ahead"),
        (["end", "--to", 33, "--horizon", "1_6"], 'expected a whole number, not "1_6"'),
        (["end", "--to", "1_6"], "has lines 1 to "),
        (["end", "--to", 9999], "has lines 1 to "),
        ([], "the following arguments are required: ACTION-WORDS"),
    ],
)
def test_what_can_not_be_asked_is_one_line(run, words: list[object], said: str) -> None:
    ran = run("odds", BARCA, *words)
    assert ran.status == 2
    assert ran.out == ""
    assert len(ran.err.splitlines()) == 1
    assert said in ran.err
