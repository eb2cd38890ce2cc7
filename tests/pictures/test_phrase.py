"""Actions as sentences of the game, similar ones in one sentence."""

from __future__ import annotations

from itertools import pairwise

import pytest
from nonempty import some

import sandtable
from sandtable import Action, Done
from sandtable.plugins.catalog import catalog
from sandtable_pictures.phrase import sentence_of, spelled


class Commit(Action, frozen=True):
    phrase = "{seat} commit {card}[ at {place}]"

    card: str
    place: str | None = None


class Stand(Action, frozen=True):
    phrase = "{unit} stands|stand in line"

    unit: str


BRITISH = {"seat": "the British"}


def test_names_stand_where_fields_do_and_what_has_none_is_left_out() -> None:
    assert sentence_of([(Commit("a"), BRITISH | {"card": "Allenby"})]) == "The British commit Allenby."
    named = BRITISH | {"card": "Allenby", "place": "Gaza"}
    assert sentence_of([(Commit("a", "g"), named)]) == "The British commit Allenby at Gaza."


def test_like_actions_share_a_sentence_in_the_plural() -> None:
    units = [(Stand(id), {"unit": name}) for id, name in (("a", "Auda"), ("h", "Harb"), ("t", "Tafas"))]
    assert sentence_of(units[:1]) == "Auda stands in line."
    assert sentence_of(units) == "Auda, Harb and Tafas stand in line."
    same = [(Commit("i"), BRITISH | {"card": "Infantry"})] * 3
    assert sentence_of(same) == "The British commit Infantry x3."


def test_actions_that_differ_in_more_than_one_thing_share_what_they_begin_with() -> None:
    both = [
        (Commit("a", "g"), BRITISH | {"card": "Allenby", "place": "Gaza"}),
        (Commit("c", "h"), BRITISH | {"card": "Cavalry", "place": "Haifa"}),
    ]
    assert sentence_of(both) == "The British commit Allenby at Gaza and Cavalry at Haifa."
    more = [(Commit(card), BRITISH | {"card": card}) for card in ("Druid", "Forester")]
    assert sentence_of([*more, *both]) == (
        "The British commit Druid and Forester, Allenby at Gaza, and Cavalry at Haifa."
    )
    other = [both[0], (Commit("d"), {"seat": "the Turks", "card": "Depot"})]
    assert sentence_of(other) == "The British commit Allenby at Gaza. The Turks commit Depot."


class Aim(Action, frozen=True):
    phrase = "{unit} aims|aim at {victim}"

    unit: str
    victim: str


class Move(Action, frozen=True):
    phrase = "{unit} moves[ from {origin}] to {zone}"

    unit: str
    zone: str
    origin: str | None = None


class Fight(Action, frozen=True):
    phrase = "{seat} fight on"


def test_a_phrase_that_names_only_the_seat_is_written_once() -> None:
    assert sentence_of([(Fight(), BRITISH)] * 2) == "The British fight on."


def test_a_verb_is_not_said_again_of_another() -> None:
    aims = [
        (Aim(*pair), dict(zip(("unit", "victim"), pair, strict=True))) for pair in ("ax", "bx", "cy")
    ]
    assert sentence_of(aims) == "A and b aim at x, and c at y."
    assert sentence_of(aims[1:]) == "B aims at x and c at y."
    assert sentence_of([*aims, (Stand("a"), {"unit": "a"})]).endswith("c at y. A stands in line.")


def test_a_way_in_steps_is_one() -> None:
    stops = ["Barca", "Msus", "Jalo", "Kufra"]
    moves = [
        (Move("1st", zone, origin), {"unit": "the 1st", "zone": zone, "origin": origin})
        for origin, zone in pairwise(stops)
    ]
    assert sentence_of(moves) == "The 1st moves from Barca to Msus, Jalo and Kufra."
    assert sentence_of(moves[::2]) == "The 1st moves from Barca to Msus and from Jalo to Kufra."


def test_an_action_without_a_phrase_is_shown_by_its_words() -> None:
    assert sentence_of([(Done(), {})]) == "Done."
    assert sentence_of([]) == ""


PLAIN = {"done", "pass", "wait", "yes", "no"}


@pytest.mark.parametrize("game", ["lawrence", "lrdg", "megiddo"])
def test_every_action_of_a_game_has_a_phrase_with_fields_of_its_own(game: str) -> None:
    for action in some(catalog().game(game).actions):
        names = {field: f"<{field}>" for field in action.__struct_fields__}
        if action.name() in PLAIN:
            continue
        assert action.phrase, action
        values = ["x"] * len(action.__struct_fields__)
        phrase = sentence_of([(action(*values), {"seat": "we", **names})])
        assert "{" not in phrase, action
        assert set(names.values()) >= {part for part in names.values() if part in phrase}


def test_an_optional_last_word_is_spelled_with_the_word_before_it() -> None:
    session = sandtable.new("lrdg/slonta", seed=3)
    game, view = session.scenario.game, session.view("lrdg")
    session.choose("historical")
    option = next(option for option in session.options() if str(option) == "move 1st kufra siwa")
    assert spelled(option, game, view) == "move 1st Kufra, from Siwa"
    assert spelled(Commit("a"), game, view) == "commit a"
