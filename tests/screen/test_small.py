"""The prompt that scrolls, at a terminal of 80 x 24."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from screens import MORE, Watched

from sandtable.record.replay import Replay

Terminals = Callable[..., Watched]

SAVES = Path(__file__).parents[2] / "saves"

DUEL = ("play", "megiddo/1918-even", "--seed", "11", "--seat", "turkish=scripted")


@pytest.fixture(autouse=True)
def _scrolling(home: Path) -> None:
    home.mkdir(exist_ok=True)
    (home / "config.toml").write_text('screen = "scroll"\n', encoding="utf-8")


def orders(save: str, seat: str, most: int | None) -> Iterator[str]:
    """The first actions of a seat in a recorded game, as a player types them."""
    entries = [entry for entry in Replay(SAVES / f"{save}.jsonl").run().log if entry.seat == seat]
    yield from (str(entry.action) for entry in entries[:most] if entry.action is not None)


def typed(watched: Terminals, home: Path, save: str, seat: str, most: int | None) -> Watched:
    """A recorded game typed order by order at 80 x 24; no order may wait for a key."""
    header = json.loads((SAVES / f"{save}.jsonl").read_text(encoding="utf-8").partition("\n")[0])
    settings = 'screen = "scroll"\npace = "none"\nconfirm = false\n'
    (home / "config.toml").write_text(settings, encoding="utf-8")
    mine = home / "played.jsonl"
    players = [f"{other}={'human' if other == seat else 'scripted'}" for other in header["seats"]]
    seats = [word for player in players for word in ("--seat", player)]
    start = ("play", header["scenario"], "--seed", str(header["seed"]), "--save", str(mine))
    seen = watched(*start, *seats, columns=80, rows=24).wait(f"{seat}>")
    action = re.compile(rf'^{{"n":\d+,"seat":"{seat}","do"', re.MULTILINE)
    for place, order in enumerate(orders(save, seat, most), 1):

        def answered(place: int = place) -> bool:
            done = len(action.findall(mine.read_text(encoding="utf-8"))) >= place
            return done and seen.rows[seen.screen.cursor.y] in (f"{seat}>", "over>")

        seen.send(f"{order}\r").until(lambda: MORE in seen.text or answered())
        assert MORE not in seen.text, order
    return seen


@pytest.mark.parametrize("rows", [20, 24])
def test_a_mission_with_a_long_text_opens_with_its_stakes_and_its_place_on_the_map(
    watched: Terminals, rows: int
) -> None:
    seen = watched("play", "lrdg/bardia", "--seed", "3", columns=80, rows=rows).wait("lrdg>")
    assert seen.rows[1].startswith("Supplies landed at Bardia")
    assert re.search(r"\(\d+ more lines: log\)", seen.text) or rows == 24
    assert "★4" in seen.text
    assert re.search("★4.*◆|◆.*★4", seen.text), "at its sign"
    assert MORE not in seen.text
    seen.send("log\r").wait("take fewer for 3")


@pytest.mark.parametrize(
    ("save", "seat", "most"),
    [("lrdg-bardia", "lrdg", 32), ("megiddo-1918", "british", 20), ("lawrence-aqaba", "lawrence", 26)],
)
def test_no_order_of_a_recorded_game_waits_for_a_key(
    watched: Terminals, home: Path, save: str, seat: str, most: int
) -> None:
    seen = typed(watched, home, save, seat, most)
    assert MORE.encode() not in seen.raw


@pytest.mark.soak
@pytest.mark.parametrize("save", sorted(path.stem for path in SAVES.glob("*.jsonl")))
def test_no_order_waits_for_a_key_up_to_the_end_of_the_game(
    watched: Terminals, home: Path, save: str
) -> None:
    game = save.partition("-")[0]
    seen = typed(watched, home, save, "british" if game == "megiddo" else game, None)
    assert MORE.encode() not in seen.raw
    assert "Type a number" in seen.text


def test_a_move_shows_where_it_led_on_the_map(watched: Terminals) -> None:
    seen = watched("play", "lrdg/el-alamein", "--seed", "3", columns=80, rows=24)
    seen.wait("lrdg>", "Mersa", "★3")
    seen.send("historical\r").wait("1st:7", "action points")
    seen.send("move 1st siwa-track\r").wait("Siwa to Siwa Track", "1st:7")
    assert MORE not in seen.text


@pytest.mark.parametrize(
    ("game", "top", "bottom"), [("lrdg/bardia", "DERNA", "Kufra"), ("lawrence/aqaba", "AMMAN", "Jidda~")]
)
def test_the_typed_map_is_one_page_and_whole(
    watched: Terminals, game: str, top: str, bottom: str
) -> None:
    seen = watched("play", game, "--seed", "3", columns=80, rows=24).wait(f"{game.split('/')[0]}>")
    for line in ("map", "map whole"):
        seen.send(f"{line}\r").wait(top, bottom)
        assert MORE not in seen.text


def test_orders_are_answered_without_a_page(watched: Terminals) -> None:
    seen = watched("play", "lrdg/el-alamein", "--seed", "3", columns=80, rows=24).wait("lrdg>")
    for order, answer in (
        ("historical", "action points"),
        ("detach 1st", "no unit yet"),
        ("add sas-1 sas-2 sas-3 sas-4", "4 units"),
        ("go siwa-track", "Siwa to Siwa Track"),
        ("end", "Turn 2."),
    ):
        seen.send(f"{order}\r").wait(answer).until(
            lambda: MORE in seen.text or seen.rows[seen.screen.cursor.y].endswith("lrdg>")
        )
        assert MORE not in seen.text, order
    assert re.search(r" move 1st.* 1 ", seen.text)


def test_a_replay_at_a_terminal_has_the_map_of_each_turn_and_a_pipe_has_none(
    watched: Terminals, run: Callable[..., Any]
) -> None:
    words = ("replay", str(SAVES / "lrdg-slonta.jsonl"), "--to", "15")
    seen = watched(*words, columns=80, rows=90)
    assert seen.end() == 0
    assert seen.text.index("Turn 1.") < seen.text.index("1st:7") < seen.text.index("3  lrdg: detach")
    assert seen.text.index("Turn 2.") < seen.text.index("1st:4") < seen.text.index("Not over.")
    assert "1st:7" not in run(*words).out


def test_a_line_typed_at_a_page_is_done_below_the_rest_of_the_page(watched: Terminals) -> None:
    seen = watched("play", "lawrence/aqaba", "--seed", "3", columns=80, rows=24).wait("lawrence>")
    seen.send("help\r").wait(MORE)
    seen.send("buy bedouin\r").until(lambda: b"After a verb that takes one name" in seen.raw).gone(MORE)


@pytest.mark.parametrize("order", ["move wadi-ais wejh", "move muweilah; recruit 2"])
def test_what_was_not_done_is_shown_at_once_below_the_position(watched: Terminals, order: str) -> None:
    seen = watched("play", "lawrence/aqaba", "--seed", "3", columns=80, rows=24).wait("lawrence>")
    for line in ("buy bedouin", "buy demolition billi", "done"):
        seen.send(f"{line}\r").wait("lawrence>")
    seen.wait("Orders for Lawrence, Billi at Yenbo")
    seen.send(f"{order}\r").until(lambda: MORE in seen.text or "ot done" in seen.text)
    assert MORE not in seen.text
    assert "Ops " in seen.text


def test_a_line_that_answers_no_question_is_answered_below_what_was_not_done(watched: Terminals) -> None:
    seen = watched(*DUEL, columns=80, rows=24).wait("british>")
    seen.send("done\r").wait("(0 committed)").send("done\r").wait("without a card? [y/N]")
    seen.send("show dysentery\r").wait('"done" was not done', "Dysentery, card")
    assert seen.text.index('"done" was not done') < seen.text.index("Dysentery, card")


@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
def test_while_a_hint_thinks_a_typed_line_is_said_to_be_kept(
    watched: Terminals, size: tuple[int, int]
) -> None:
    seen = watched(*DUEL, columns=size[0], rows=size[1]).wait("british>")
    seen.send("hint 1000000\r").wait("(Ctrl-C: enough)")
    assert "what you typed" not in seen.text
    seen.child.send("note one\r")
    seen.wait("(Ctrl-C: enough); what you type is read next")
    seen.child.send("\x03")
    seen.wait("note: one")


def test_a_fight_opens_whole_after_many_events(watched: Terminals, tmp_path: Path) -> None:
    save, mine = str(SAVES / "lawrence-aqaba.jsonl"), str(tmp_path / "mine.jsonl")
    words = ("replay", save, "--to", "11", "--play", "--save", mine)
    seen = watched(*words, columns=80, rows=24).wait("lawrence>")
    seen.send("move aqaba\r").wait("earlier lines: log 8)", "BATTLE at Aqaba", "Which unit")
    seen.until(lambda: seen.rows[seen.screen.cursor.y] == "lawrence>")
    assert "5  Lawrence 1   | no unit" in seen.text
