"""The coach's account of a game: read if it fits, in the rulebook's unit, for its own seat alone."""

from __future__ import annotations

import json
import os
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
from sandtable_tools import reviews
from sandtable_tools.reviews import FORMAT
from sandtable_tools.views.curve import Curve, CurveMark, curve
from sandtable_tools.views.replay_page import page
from sandtable_tools.views.report import markdown
from sandtable_tools.views.variations import variations

SAVES = Path(__file__).parents[2] / "saves"


def point(n: int, value: float) -> dict[str, Any]:
    return {"n": n, "value": value, "low": value - 10, "high": value + 10}


def moment(n: int, by: float, kind: str = "good luck", words: str = "", better: str = "") -> Any:
    amount = f"about {abs(by):.0f} %"
    return {"n": n, "kind": kind, "words": words, "by": by, "amount": amount, "better": better}


REVIEW = {
    "title": "Chance to win",
    "percent": True,
    "said": "The Arabs won.",
    "curve": [point(n, value) for n, value in ((2, 50), (9, 40), (15, 90), (24, 100))],
    "moments": [
        moment(3, -20, "mistake", "buy aeroplane lawrence", "buy mercenaries"),
        moment(9, 50),
        moment(15, 30),
    ],
    "games": 100,
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


def test_the_moments_of_the_review_are_those_of_the_replay(looked_at: Callable[..., Replay]) -> None:
    chances = curve_of(looked_at())
    assert chances
    assert [(moment.n, moment.by) for moment in chances.moments] == [(3, -20), (9, 50), (15, 30)]
    assert [round(value) for _, value, *_ in chances.points] == [50, 40, 90, 100]
    assert (chances.moments[0].line, chances.moments[0].better) == (3, "buy mercenaries")


def deep(levels: int) -> str:
    return "[" * levels + "]" * levels


def absurd(**change: Any) -> str:
    return json.dumps({"digest": "a", "format": FORMAT, "seats": {"lawrence": {**REVIEW, **change}}})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        deep(100_000),
        f'{{"digest": {deep(100_000)}, "seats": {{}}}}',
        f'{{"digest": "a", "seats": {{}}, "more": {deep(100_000)}}}',
        '{"digest": "a", "seats": {"lawrence": {}}}',
        '{"digest": "a", "seats": 3}',
        " " * (reviews.MOST_BYTES + 1),
        absurd(curve=[point(2, 1e308), point(9, -1e308)]),
        absurd(moments=[moment(3, -1e308)]),
        absurd(moments=[moment(-3, 1)]),
        absurd(games=10**30),
    ],
)
def test_a_damaged_review_is_named_in_a_line_and_ignored(
    text: str, looked_at: Callable[..., Replay], run: Callable[..., Any], tmp_path: Path
) -> None:
    save = looked_at().path
    save.with_suffix(".coach.json").write_text(text, encoding="utf-8")
    for words in (["report", save], ["replay", save, "--html", tmp_path / "a.html"]):
        ran = run(*words)
        assert ran.status == 0
        assert ran.err.count("\n") == 1
        assert f"{save.stem}.coach.json is damaged and ignored (" in ran.err
        assert ran.err.endswith(f"sandtable coach {save} writes a new one\n")


@pytest.mark.parametrize("change", [{"format": 0}, {"digest": "0"}, {"seats": {}}])
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
    review = {**REVIEW, "moments": [moment(n, 10) for n in (4, 6, 36, 40)]}
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
    assert data["turning"] == [
        [2, "mistake", "about 20 %"],
        [8, "good luck", "about 50 %"],
        [14, "good luck", "about 30 %"],
    ]


def test_the_report_shows_it(looked_at: Callable[..., Replay]) -> None:
    text = markdown(Exported.of_replay(looked_at()))
    assert "- The Arabs won." in text
    assert "- line 9, good luck: about 50 %" in text
    better = "- line 3, mistake: about 20 %. Better: The Arabs buy Mercenaries."
    assert f"{better} Played: The Arabs buy Aeroplane for Lawrence." in text


def test_a_better_move_stands_beside_the_game_with_a_picture_of_what_comes_of_it(
    looked_at: Callable[..., Replay],
) -> None:
    run = looked_at()
    chances = curve_of(run)
    assert chances
    (variation,) = variations(Exported.of_replay(run), chances)
    assert (variation.n, variation.gain, variation.dice) == (3, "about 20 %", False)
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


def test_a_move_that_is_not_legal_there_is_no_variation(looked_at: Callable[..., Replay]) -> None:
    wrong = [
        moment(3, -20, "mistake", "done", "sail wejh"),
        moment(4, -20, "mistake", "move jauf", "sail jidda"),
    ]
    run = looked_at(seats={"lawrence": {**REVIEW, "moments": wrong}})
    chances = curve_of(run)
    assert chances
    assert [variation.n for variation in variations(Exported.of_replay(run), chances)] == [4]


def test_a_better_move_decided_by_dice_is_shown_only_to_a_neutral_reader(
    looked_at: Callable[..., Replay],
) -> None:
    """MEG-R18: cards that would be drawn, or turned up, are not for one side to read."""
    attack = "attack british-artillery anatolian-division"  # the last one: the next round is dealt
    for seat in (None, "british"):
        run = looked_at("megiddo-1918-even", "british")
        chances = curve_of(run, seat)
        assert chances
        chances = chances._replace(moments=[CurveMark(75, "mistake", -1, "1", 75, attack, attack)])
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
    assert "--coach needs --out" in capsys.readouterr().err
    assert main(["report", str(save), str(tmp_path / "a.md"), "--coach", "4"]) == 0
    assert "## Choices and luck" in (tmp_path / "a.md").read_text(encoding="utf-8")
    assert save.with_suffix(".coach.json").is_file()


def test_a_pipe_in_the_place_of_an_account_is_no_account(looked_at: Callable[..., Replay]) -> None:
    run = looked_at()
    account = run.path.with_suffix(".coach.json")
    account.unlink()
    os.mkfifo(account)
    assert curve_of(run) is None
