"""``odds``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import sandtable

SAVES = Path(__file__).parents[2] / "saves"
BARCA = SAVES / "lrdg-barca.jsonl"


def test_the_first_line_answers_and_a_table_stands_behind_it(run) -> None:
    ran = run("odds", BARCA, "move", "1st", "jalo", "--to", 17)
    assert ran.status == 0
    output = ran.out.splitlines()
    assert output[0] == "You are seen at Jalo: 56 %. Alarm +0.6 on average."
    assert output[1].startswith("Certain: 1st action points -5. T1/A, T1/B, G1/A, G1/B, Det A:")
    assert "    55.6 %  5/9  You are seen at Jalo." in output
    assert "    44.4 %  4/9  Unseen at Jalo: discretion test 1-4 1-4, +1 each: 2-5 2-5." in output
    assert "alarm: +0.56 expected; +1 55.6 %, 0 44.4 %" in output
    assert output[-1] == "Exact: the odds cover 4 paths of luck."
    assert all(len(line) <= 80 for line in output)


def test_an_action_is_followed_to_its_end_or_only_to_the_next_decision(run) -> None:
    asked = ("odds", SAVES / "lrdg-slonta.jsonl", "at", "bir-tengeder", "--to", 50)
    whole, near = run(*asked), run(*asked, "--next")
    assert "You destroy the target at Bir Tengeder: " in " ".join(whole.out.split())
    assert "The scripted player makes up to" in " ".join(whole.out.split())
    assert near.out.startswith("A fight begins at Bir Tengeder: 100 %.")


def revolt(folder: Path, *lines: str) -> Path:
    """The save of three Bedouin who may ride to Maan, in a mission that only tests play."""
    mission = SAVES.parent / "tests" / "lawrence" / "missions" / "hejaz-railroad.toml"
    with sandtable.new(str(mission), seed=4) as session:
        for line in (*["buy bedouin"] * 3, "done", *lines):
            session.choose(line)
        return session.save(folder / "revolt.jsonl")


def test_the_line_that_a_player_in_a_hurry_reads_answers_the_question(run, tmp_path: Path) -> None:
    """The first words of the answers: is the fight won, what does the Axis do, does this card help?"""
    maan = run("odds", revolt(tmp_path), "move", "maan").out
    assert maan.startswith("You win the battle at Maan: ")
    assert len(maan.splitlines()) <= 22
    battle = run("odds", SAVES / "megiddo-1918-even.jsonl", "commit", "kemal", "--to", 57).out
    assert battle.startswith("You win the battle: ")
    sure = ("attack", "british-artillery", "jordan-crossings", "--to", 32)
    fight = run("odds", SAVES / "megiddo-1918-even.jsonl", *sure).out
    assert fight.startswith("You win the battle: 100 %. British cards lost +1 and ")
    assert "Exact: the odds cover 1424 paths of luck in 356 possible worlds." in " ".join(fight.split())


def test_a_fight_that_may_last_for_ever_is_sampled(run, tmp_path: Path) -> None:
    """Each shot may miss, so one path of luck runs 1,000 phases of the table without a decision."""
    fight = run("odds", revolt(tmp_path, "move maan", "rest"), "at-will")
    assert fight.out.startswith("You lose the battle at Maan: ")
    assert "Sampled from 1000 games" in fight.out


def test_json_has_fractions_and_the_keys_of_the_contract(run) -> None:
    ran = run("odds", BARCA, "move", "1st", "jalo", "--to", 17, "--json")
    document = json.loads(ran.out)
    assert document["exact"] is True
    assert [outcome["probability"] for outcome in document["outcomes"]] == ["5/9", "4/9"]
    assert document["outcomes"][0]["tracks"] == {"alarm": 1, "1st-action-points": -5}
    assert "SEEN" in document["outcomes"][0]["text"]
    assert set(document["outcomes"][0]) == {"probability", "text", "tracks", "next", "over"}
    assert document["expected"]["alarm"] == {"change": "5/9", "probabilities": {"1": "5/9", "0": "4/9"}}
    assert document["headline"] == "You are seen at Jalo: 56 %. Alarm +0.6 on average."
    seen = {"event": "tested", "about": ["jalo"], "worth": -1, "text": "You are seen at Jalo."}
    assert document["headlines"] == [{**seen, "probability": "5/9"}]
    assert document["horizon"] is None
    keys = {
        "exact",
        "seat",
        "actions",
        "horizon",
        "ways",
        "worlds",
        "samples",
        "same",
        "headline",
        "headlines",
        "outcomes",
        "events",
        "expected",
    }
    assert set(document) == keys


def test_an_event_in_all_samples_is_not_called_certain(run) -> None:
    """The patrol is seen on 35 of 36 paths."""
    asked = ("odds", SAVES / "lrdg-slonta.jsonl", "end", "--to", 12, "--next", "--most", 2)
    output = run(*asked, "--samples", 20).out.splitlines()
    assert output[0].startswith("You are seen at Jaghbub: at least 76 %")
    assert any(line.startswith("In all of 20 games (at least 83 %): ") for line in output)


def test_too_many_paths_are_sampled_and_the_output_says_so(run) -> None:
    asked = ("odds", BARCA, "move", "1st", "jalo", "--to", 17, "--most", 2, "--samples", 400)
    document = json.loads(run(*asked, "--json").out)
    assert (document["exact"], document["samples"], document["ways"]) == (False, 400, 0)
    for outcome, truth in zip(document["outcomes"], (5 / 9, 4 / 9), strict=True):
        low, high = outcome["interval"]
        assert low < truth < high
    output = run(*asked).out.splitlines()
    assert output[-1] == "Sampled from 400 games; the parentheses give 95 % intervals."
    assert any("% (" in line.replace("  (", " (") for line in output)


def test_worlds_that_all_agree_are_shown_as_such(run) -> None:
    ran = run("odds", SAVES / "megiddo-1918.jsonl", "done", "--to", 1, "--next")
    assert "All 200 deals of what you cannot see gave this" in ran.out


def test_one_thing_then_another(run) -> None:
    """Attacking at once, or after staying unseen; the second is legal only if they are seen."""
    ran = run(
        "odds", BARCA, "move", "1st", "jalo", "then", "end", "--to", 17, "--json", "--samples", 200
    )
    document = json.loads(ran.out)
    assert document["actions"] == ["move 1st jalo sand-sea-west", "end"]
    assert all("Jalo" in outcome["text"] for outcome in document["outcomes"])
    ended = run("odds", BARCA, "end", "then", "all", "--to", 14, "--most", 10**5)
    assert '"all" cannot be done: not now;' in " ".join(ended.out.split())


def test_a_horizon_plays_on(run) -> None:
    ran = run("odds", BARCA, "move", "1st", "jalo", "--to", 17, "--horizon", 2)
    assert "The scripted player makes 2 more choices." in " ".join(ran.out.split())


def test_a_few_lines_or_all_outcomes_as_data(run) -> None:
    asked = ("odds", BARCA, "end", "--to", 77, "--next")
    few = run(*asked)
    assert len(few.out.splitlines()) < 20
    assert "  and " in few.out
    assert len(json.loads(run(*asked, "--json").out)["outcomes"]) > 10


def test_which_card_comes_is_shown(run) -> None:
    """8 of 43 are Turkish Infantry."""
    asked = ("odds", SAVES / "megiddo-1918-even.jsonl", "done", "--to", 5, "--next")
    cards = run(*asked).out.splitlines()
    (infantry,) = [line for line in cards if line.endswith("The Turks draw 1 card: Turkish Infantry.")]
    low, high = (float(end) for end in infantry.partition("(")[2].partition(")")[0].split(" to "))
    # Twice the interval of 95 %: one sample in 10,000 is farther off.
    assert abs(100 * 8 / 43 - (low + high) / 2) < high - low
    assert any("others up to " in line for line in cards)


def test_a_line_number_may_have_spaces_around_it(run) -> None:
    assert run("odds", BARCA, "move", "1st", "jalo", "--to", "17 ").status == 0


def test_an_action_without_effect_is_described_as_such(run) -> None:
    ran = run("odds", SAVES / "lrdg-slonta.jsonl", "fight", "--to", 62, "--next")
    assert ran.out == "Nothing notable can happen.\nExact: the odds cover 1 path of luck.\n"


def test_stopping_it_is_one_line(run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sandtable_tools.odds.shell.forecast_in_steps", stopped)
    ran = run("odds", BARCA, "end", "--to", 14)
    assert (ran.status, ran.out) == (130, "")
    assert ran.err == "sandtable: Stopped before the odds were known.\n"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["fly", "--to", 34], 'no action "fly"; choose from move, '),
        (["move", "--to", 34], '"move" can mean move 1st beda-fomm benghazi, '),
        (["fight", "--to", 34], "fight: not now; "),
        (["fight"], "the game is over (--to N asks at an earlier line)"),
        (["end", "then", "foo", "--to", 34], '"foo" cannot be done: no action "foo"'),
        (["end", "then", "--to", 34], '"then" goes between two actions'),
        (["end", "--to", 34, "--samples", 0], "--most and --samples are 1 or more"),
        (["end", "--to", 34, "--horizon", -1], "odds look 0 to 1000 decisions ahead"),
        (["end", "--to", 34, "--horizon", "1_6"], '--horizon takes a whole number, not "1_6"'),
        (["end", "--to", 34, "--next", "--horizon", 2], "--next and --horizon cannot be used together"),
        (["end", "--to", "1_6"], '"1_6" is neither a line number (1 to '),
        (["end", "--to", 9999], "has lines 1 to "),
        ([], "missing: ACTION-WORDS"),
    ],
)
def test_a_wrong_question_is_one_line(run, words: list[object], expected: str) -> None:
    ran = run("odds", BARCA, *words)
    assert ran.status == 2
    assert ran.out == ""
    assert len(ran.err.splitlines()) == 1
    assert expected in ran.err


def test_what_comes_next_begins_with_a_capital(run) -> None:
    ran = run("odds", SAVES / "megiddo-1918.jsonl", "done", "--to", 1, "--next")
    assert "secret" not in ran.out
    near = run("odds", SAVES / "megiddo-1918.jsonl", "done", "--to", 1, "--horizon", 1, "--most", 2)
    assert "  Next: Turkish: " in near.out or "Next: British: " in near.out
