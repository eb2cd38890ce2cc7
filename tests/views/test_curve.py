"""The coach's account of a game: read if it fits, in the rulebook's unit, for its own seat alone."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sandtable import Exported
from sandtable.record.replay import Replay
from sandtable_pictures.frame import Frame
from sandtable_shell.command_line import main
from sandtable_tools.views.curve import FORMAT, Better, Curve, curve
from sandtable_tools.views.replay_page import page
from sandtable_tools.views.report import markdown
from sandtable_tools.views.variations import variations

SAVES = Path(__file__).parents[2] / "saves"


def estimate(value: float) -> dict[str, float]:
    return {"value": value, "low": value - 0.1, "high": value + 0.1}


def moment(n: int, choice: float | None, luck: float | None) -> dict[str, Any]:
    worths = {"choice": choice, "luck": luck}
    figures = {kind: None if point is None else estimate(point) for kind, point in worths.items()}
    return {"n": n, "words": f"move {n}", **figures}


REVIEW = {
    "unit": {"name": "won", "percent": True, "factor": 100.0, "offset": 0.0},
    "curve": [{"n": n, **estimate(value)} for n, value in ((2, 0.5), (9, 0.4), (15, 0.9), (24, 1.0))],
    "moments": [
        moment(3, -0.2, None),
        moment(9, None, 0.5),
        moment(12, 0.01, 0.0),
        moment(15, 0.1, 0.3),
    ],
    "lessons": [
        {
            "n": 3,
            "words": "buy aeroplane lawrence",
            "better": "buy mercenaries",
            "by": estimate(0.2),
            "clear": True,
        },
        {"n": 9, "words": "move 9", "better": "stay", "by": estimate(0.1), "clear": False},
    ],
}


@pytest.fixture
def looked_at(tmp_path: Path) -> Callable[..., Replay]:
    """A recorded game with an account beside it."""

    def made(name: str = "lawrence-aqaba", seat: str = "lawrence", **change: Any) -> Replay:
        save = tmp_path / f"{name}.jsonl"
        shutil.copy(SAVES / save.name, save)
        digest = json.loads(save.read_bytes().splitlines()[-1])["digest"]
        account = {"format": FORMAT, "digest": digest, "seats": {seat: REVIEW}, **change}
        save.with_suffix(".coach.json").write_text(json.dumps(account), encoding="utf-8")
        return Replay(save)

    return made


def curve_of(run: Replay, seat: str | None = None) -> Curve | None:
    run.run()
    return curve(Exported.of_replay(run, seat))


def test_three_turning_points_are_where_most_changed(looked_at: Callable[..., Replay]) -> None:
    chances = curve_of(looked_at())
    assert chances
    assert [point.n for point in chances.turning_points] == [3, 9, 15]
    assert [round(value) for _, value, *_ in chances.points] == [50, 40, 90, 100]
    assert {
        n: (choice.line, choice.words, choice.played, round(choice.by))
        for n, choice in chances.better.items()
    } == {3: (3, "buy mercenaries", "buy aeroplane lawrence", 20)}
    assert chances.gain(chances.better[3]) == "+20 % (10 to 30 %)"


def test_without_moments_a_turning_point_is_a_line_with_the_odds_before_and_after_it(
    looked_at: Callable[..., Replay],
) -> None:
    points = [{"n": n, **estimate(value)} for n, value in ((2, 0.5), (3, 0.4), (15, 0.9), (24, 1.0))]
    review = {**REVIEW, "curve": points, "moments": []}
    chances = curve_of(looked_at(seats={"lawrence": review}))
    assert chances
    assert [(point.n, round(point.by)) for point in chances.turning_points] == [(2, -10)]


@pytest.mark.parametrize(
    "change", [{"format": 0}, {"digest": "0"}, {"seats": {}}, {"seats": {"lawrence": {}}}, {"seats": 3}]
)
def test_an_account_of_another_game_or_line_is_left_alone(
    change: dict[str, Any], looked_at: Callable[..., Replay]
) -> None:
    assert curve_of(looked_at(**change)) is None


def test_there_is_none_without_an_account() -> None:
    assert curve_of(Replay(SAVES / "lawrence-aqaba.jsonl")) is None


def test_a_seat_is_not_told_what_the_other_could_expect(looked_at: Callable[..., Replay]) -> None:
    for seat, message in (("british", True), ("turkish", False), (None, True)):
        assert (curve_of(looked_at("megiddo-1918-even", "british"), seat) is not None) == message


def test_a_seat_is_shown_of_its_own_frames_alone(
    looked_at: Callable[..., Replay], frames_of: Callable[..., list[Frame]]
) -> None:
    """MEG-R10: lines are counted as the seat's frames; secret actions of the other side have none."""
    review = {**REVIEW, "moments": [moment(n, 0.1 * n, None) for n in (4, 6, 36, 40)], "lessons": []}
    run = looked_at("megiddo-1918-even", "british", seats={"british": review})
    chances = curve_of(run, "british")
    assert chances
    typed = [frame.words for frame in frames_of("megiddo-1918-even", "british")]
    own = ["done", "attack german-machine-guns british-infantry", "discard supply-trains"]
    assert [typed[moment.n - 1] for moment in chances.moments] == own
    assert all(n <= len(typed) for n, *_ in chances.points)


def test_the_page_has_the_curve_by_the_places_of_its_frames(looked_at: Callable[..., Replay]) -> None:
    text = page(Exported.of_replay(looked_at()))
    whole = json.loads(re.findall(r' id="data">(.*)</script>', text)[0])
    data, last = whole["curve"], len(whole["frames"]) - 1
    assert data["title"] == "Chance to win: the Arabs"
    assert [place for place, *_ in data["points"]] == [0, 7, 13, last]
    assert data["turning"] == [[2, "choice", -20.0], [8, "luck", 50.0], [14, "luck", 30.0]]


def test_the_report_shows_it(looked_at: Callable[..., Replay]) -> None:
    text = markdown(Exported.of_replay(looked_at()))
    assert "- Chance to win: the Arabs, 50 % at the start, 100 % at the end" in text
    assert "- line 9, luck: +50 %" in text
    better = "- line 3, a better move, +20 % (10 to 30 %): The Arabs buy Mercenaries."
    assert f"{better} Played: The Arabs buy Aeroplane for Lawrence." in text


def test_a_better_move_stands_beside_the_game_with_a_picture_of_what_comes_of_it(
    looked_at: Callable[..., Replay],
) -> None:
    run = looked_at()
    chances = curve_of(run)
    assert chances
    (variation,) = variations(Exported.of_replay(run), chances)
    assert (variation.n, variation.gain, variation.dice) == (3, "+20 % (10 to 30 %)", False)
    assert (variation.better, variation.played) == (
        "The Arabs buy Mercenaries.",
        "The Arabs buy Aeroplane for Lawrence.",
    )
    texts = [counter.text[0] for counter in variation.pictures[0].counters]
    assert any(text.startswith("Merc") for text in texts)
    data = json.loads(re.findall(r' id="data">(.*)</script>', page(Exported.of_replay(looked_at())))[0])[
        "curve"
    ]["better"]["2"]
    assert data["better"] == variation.better
    assert len(data["pictures"]["0"]["put"]) == len(variation.pictures[0].counters)


def lesson(n: int, better: str, words: str) -> dict[str, Any]:
    return {"n": n, "words": words, "better": better, "by": estimate(0.2), "clear": True}


def test_a_move_that_is_not_legal_there_is_no_variation(looked_at: Callable[..., Replay]) -> None:
    wrong = [lesson(4, "sail wejh", "done"), lesson(6, "sail jidda", "move jauf")]
    run = looked_at(seats={"lawrence": {**REVIEW, "lessons": wrong}})
    chances = curve_of(run)
    assert chances
    assert [variation.n for variation in variations(Exported.of_replay(run), chances)] == [6]


def test_a_better_move_decided_by_dice_is_shown_only_to_a_neutral_reader(
    looked_at: Callable[..., Replay],
) -> None:
    """MEG-R18: cards that would be drawn, or turned up, are not for one side to read."""
    attack = "attack british-artillery anatolian-division"  # the last one: the next round is dealt
    for seat in (None, "british"):
        run = looked_at("megiddo-1918-even", "british")
        chances = curve_of(run, seat)
        assert chances
        chances = chances._replace(better={75: Better(75, attack, attack, 1, 0, 2)})
        (variation,) = variations(Exported.of_replay(run, seat), chances)
        assert variation.dice
        assert bool(variation.pictures) == (seat is None)


def test_coach_looks_at_the_game_first(
    tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save = tmp_path / "aqaba.jsonl"
    shutil.copy(SAVES / "lawrence-aqaba.jsonl", save)
    assert main(["replay", str(save), "--coach", "soon", "--out", str(tmp_path / "a.html")]) == 2
    assert "soon" in capsys.readouterr().err
    assert main(["replay", str(save), "--coach", "4"]) == 2
    assert "--coach goes with --out" in capsys.readouterr().err
    assert main(["report", str(save), str(tmp_path / "a.md"), "--coach", "4"]) == 0
    assert "## Choices and luck" in (tmp_path / "a.md").read_text(encoding="utf-8")
    assert save.with_suffix(".coach.json").is_file()
