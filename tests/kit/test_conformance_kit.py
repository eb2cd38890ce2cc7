"""The conformance kit: it finds nothing in a good game, and each fault by the check meant for it."""

from __future__ import annotations

import inspect
import random  # noqa: TID251
from collections.abc import Callable
from datetime import datetime
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from msgspec import Struct, structs

from sandtable import (
    Board,
    Counter,
    Event,
    Headline,
    Item,
    Outcome,
    Picture,
    Refusal,
    Scenario,
    SeededDice,
    Space,
)
from sandtable.model.game_info import GameInfo
from sandtable_batch import play
from sandtable_console.display import Display
from sandtable_tools.kit import CHECKS, Finding, examination, examine, random_game

if TYPE_CHECKING:
    pass

Break = Callable[[ModuleType, pytest.MonkeyPatch], Scenario]


class Fault(NamedTuple):
    check: str
    text: str
    make: Break


FAULTS: dict[str, Fault] = {}


def fault(check: str, text: str) -> Callable[[Break], Break]:
    """A broken variant of the toy, the check that must find it, and a part of the finding."""

    def keep(make: Break) -> Break:
        FAULTS[make.__name__] = Fault(check, text, make)
        return make

    return keep


def findings(scenario: Scenario, games: int = 4, **more: Any) -> list[Finding]:
    return examine(scenario, games=games, seed=1, most=12, **more)


@pytest.mark.parametrize("seed", range(4))
def test_a_good_game_has_no_findings(toy: ModuleType, seed: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(random_game, "MOST_ACTIONS", 50)
    assert examine(toy.scenario(), games=10, seed=seed) == []


# The game's description of itself.


@fault("metadata", "title and summary must not be empty")
def no_summary(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(info=_info(toy, summary=""))


@fault("metadata", "every seat needs a name of its own")
def a_seat_twice(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(info=_info(toy, seats=("red", "blue", "red")))


@fault("metadata", "api is 99")
def another_api(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(info=_info(toy, api=99))


@fault("metadata", "actions must have different names")
def two_actions_of_a_name(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    class Done(toy.Done, frozen=True):
        pass

    return toy.scenario(actions=(*toy.Stones.actions, Done))


@fault("options", "is missing in game.toml, ")
def options_not_told(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(info=_info(toy, options={}))


@fault("options", "every option needs a default")
def an_option_without_default(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    class Options(Struct):
        must: int

    return toy.scenario(Options=Options)


@fault("rules", 'Toss cites "9.9", which rules.md does not have')
def a_phase_of_no_section(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    patch.setattr(toy.Toss, "rule", "9.9")
    return toy.scenario()


@fault("rules", 'such as "## 1 The march"; rules_text is "Stones, a game...."')
def rules_from_a_docstring_of_the_class(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(rules_text="Stones, a game.")


@fault("rules", "Toss has no title")
def a_phase_without_title(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    patch.setattr(toy.Toss, "title", "")
    return toy.scenario()


@fault("rules", 'the event Tossed cites "9.9"')
def an_event_of_no_section(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    patch.setattr(toy.Tossed, "rule", "9.9")
    return toy.scenario()


@fault("metadata", "bots must include scripted")
def no_scripted_bot(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(info=_info(toy, bots=()))


@fault("metadata", "the scenario's title must not be empty")
def a_scenario_without_title(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    patch.setattr(toy, "TOML", toy.TOML.replace("Two Heaps", ""))
    return toy.scenario(toy.TOML)


@fault("metadata", "rules.md")
def no_rules(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    def missing(self: object) -> str:
        raise FileNotFoundError("no rules.md")

    return toy.scenario(rules_text=property(missing))


@fault("rules", 'Harvesting cites "9.9"')
def a_special_rule_of_no_section(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    class Harvesting(toy.Toss, frozen=True):
        rule = "9.9"

    patch.setattr(toy.Harvest, "phases", (Harvesting,))
    return toy.scenario(toy.TOML + '[[rules]]\nname = "stones.harvest"\n', [toy.Harvest])


@fault("events", "the text of the event Tossed is not one line")
def an_event_of_two_lines(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    patch.setattr(toy.Tossed, "text", "a\nb")
    return toy.scenario()


@fault("events", 'the headline of Tossed is not one line without a full stop: "A die."')
def a_headline_with_a_full_stop(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    patch.setattr(toy.Tossed, "headline", lambda *_: Headline("A die."))
    return toy.scenario()


@fault("events", 'the headline of Tossed about () is "Face')
def a_headline_of_two_texts(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    patch.setattr(toy.Tossed, "headline", lambda event, _: Headline(f"Face {event.face}"))
    return toy.scenario()


@fault("events", "the event Tossed has no text of its own")
def an_event_without_a_text(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    patch.setattr(toy.Tossed, "text", Event.text)
    return toy.scenario()


@fault("frozen", "Done can be changed; write frozen=True")
def an_action_that_can_be_changed(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    loose = type("Done", (toy.Done,), {"__module__": __name__}, frozen=False)
    return toy.scenario(actions=(toy.Lift, toy.Play, loose))


@fault("frozen", "Toss can be changed; write frozen=True")
def a_phase_that_can_be_changed(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    patch.setattr(toy, "Toss", type("Toss", (toy.Toss,), {"__module__": __name__}, frozen=False))
    return toy.scenario(phases=(toy.Turn, toy.Lifting, toy.Toss, toy.Gain, toy.Redraw, toy.End))


@fault("frozen", "Tossed can be changed; write frozen=True")
def an_event_that_can_be_changed(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    patch.setattr(toy, "Tossed", type("Tossed", (toy.Tossed,), {"__module__": __name__}, frozen=False))
    return toy.scenario()


# Options, words and refusals.


@fault("options", "lists an option twice")
def an_option_twice(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    options = toy.Lifting.options
    patch.setattr(toy.Lifting, "options", lambda self, table: options(self, table) * 2)
    return toy.scenario()


@fault("options", "reading the options or the views changes the position")
def options_that_change_the_state(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    options = toy.Lifting.options

    def change(self: Any, table: Any) -> Any:
        table.state.face += 1
        return options(self, table)

    patch.setattr(toy.Lifting, "options", change)
    return toy.scenario()


@fault("options", "reading the options or the views changes the position")
def a_view_that_changes_the_state(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    def change(self: Any, table: Any, seat: str | None) -> dict[str, int]:
        table.state.face += 1
        return {}

    return toy.scenario(tracks=change)


@fault("options", "which its takes does not list")
def an_option_not_taken(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    patch.setattr(toy.Lifting, "takes", (toy.Play, toy.Done))
    return toy.scenario()


@fault("plays", "Gain is scheduled, but the game does not list it among its phases")
def a_phase_not_listed(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(phases=(toy.Turn,))


@fault("options", "is not an action of the game")
def an_action_not_listed(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(actions=(toy.Lift, toy.Done))


@fault("options", "waits for red, which is not in play")
def a_seat_that_is_not_there(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(seats=("blue",))


@fault("refusals", "`options` and `refusal` of Lifting disagree")
def more_options_than_are_not_refused(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    patch.setattr(toy.Lifting, "options", lambda self, table: list(self.candidates(table)))
    return toy.scenario()


@fault("refusals", "`options` and `refusal` of Lifting disagree")
def fewer_options_than_are_not_refused(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    options = toy.Lifting.options
    patch.setattr(toy.Lifting, "options", lambda self, table: options(self, table)[:1])
    return toy.scenario()


@fault("options", "Lifting has one option, although it claims to have several")
def a_decision_with_less_than_it_says(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    patch.setattr(toy.Lifting, "several", True)
    return toy.scenario()


@fault("refusals", "`options` and `allows` of Lifting disagree")
def options_that_are_not_allowed(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    patch.setattr(toy.Lifting, "allows", lambda *_: False)
    return toy.scenario()


@fault("refusals", "is not an option of Lifting, which allows it")
def actions_that_are_allowed_but_no_options(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    patch.setattr(toy.Lifting, "allows", lambda *_: True)
    return toy.scenario()


@fault("refusals", "but not a candidate")
def an_option_that_is_no_candidate(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    options, candidates = toy.Lifting.options, toy.Lifting.candidates
    patch.setattr(toy.Lifting, "candidates", lambda self, table: [*candidates(self, table)][:-2])
    patch.setattr(
        toy.Lifting, "options", lambda self, table: [*options(self, table), toy.Lift("south-east")]
    )
    return toy.scenario()


@fault("refusals", 'is refused by "9.9"')
def a_refusal_of_no_section(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    refusal = toy.Lifting.refusal

    def cite(self: Any, table: Any, action: Any) -> Refusal | None:
        return refusal(self, table, action) and Refusal("9.9", "no")

    patch.setattr(toy.Lifting, "refusal", cite)
    return toy.scenario()


@fault("refusals", "play north is neither an option of Lifting nor refused")
def a_refusal_that_knows_only_the_candidates(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    refusal = toy.Lifting.refusal
    patch.setattr(
        toy.Lifting,
        "refusal",
        lambda self, table, action: (
            None if action == toy.Play("north") else refusal(self, table, action)
        ),
    )
    return toy.scenario()


@fault("words", '"lift stone" does not read back')
def words_that_mean_two_actions(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    patch.setattr(toy.Lift, "words", ("lift", "stone"))
    return toy.scenario()


@fault("words", "names north, which the game does not list")
def a_name_not_listed(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(names=lambda *_: list(toy.CARDS))


@fault("words", "heap is an alias of hill, which the game does not list")
def an_alias_of_nothing(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(aliases=lambda *_: {"heap": "hill"})


@fault("words", "reads back as play hen")
def an_alias_that_is_a_name(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(aliases=lambda *_: {"Hen": "fox"})


# Views.


@fault("views", "the view.heaps of red is the state.heaps itself: return a copy")
def a_view_with_a_mapping_of_the_state(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    view = toy.Stones.view

    def share(self: Any, table: Any, seat: str | None) -> Any:
        return structs.replace(view(self, table, seat), heaps=table.state.heaps)

    return toy.scenario(view=share)


@fault("views", "the view.hands['red'] of red is the state.hands['red'] itself: return a copy")
def a_view_with_a_list_of_the_state(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    view = toy.Stones.view

    def share(self: Any, table: Any, seat: str | None) -> Any:
        seen = view(self, table, seat)
        seen.hands = {who: hand and table.state.hands[who] for who, hand in seen.hands.items()}
        return seen

    return toy.scenario(view=share)


# Hidden things.


@fault("readers", 'red reads "blue draws ')
def a_console_that_prints_all_events(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    patch.setattr(Display, "entry_lines", lambda _, entry: [event.text for event in entry.events])
    return toy.scenario()


@fault("leaks", "sees something hidden in the view: hands")
def a_view_of_the_hidden_cards(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    view = toy.Stones.view
    return toy.scenario(view=lambda self, table, _: view(self, table, None))


@fault("leaks", "sees something hidden in the tracks")
def tracks_of_the_hidden_cards(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(
        tracks=lambda _, table, __: {seat: hand.count("fox") for seat, hand in table.state.hands.items()}
    )


@fault("leaks", "sees something hidden in the options")
def options_that_know_the_hidden_cards(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    patch.setattr(toy.Lifting, "refusal", _asks_the_other(toy))
    return toy.scenario()


@fault("leaks", "sees something hidden in the refusal of")
def a_refusal_that_knows_the_hidden_cards(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    refusal = toy.Lifting.refusal

    def tell(self: Any, table: Any, action: Any) -> Refusal | None:
        other = str(table.state.hands[toy.OTHER[self.seat]])
        return refusal(self, table, action) and Refusal("4", "no", other)

    patch.setattr(toy.Lifting, "refusal", tell)
    return toy.scenario()


@fault("leaks", "sees something hidden in the refusal of lift")
def a_refusal_of_what_nobody_listed_that_knows_the_hidden_cards(
    toy: ModuleType, patch: pytest.MonkeyPatch
) -> Scenario:
    refusal = toy.Lifting.refusal

    def tell(self: Any, table: Any, action: Any) -> Refusal | None:
        refused = refusal(self, table, action)
        strange = isinstance(action, toy.Lift) and action.heap in toy.CARDS
        other = str(table.state.hands[toy.OTHER[self.seat]])
        return Refusal("2", "no such heap", other) if strange else refused

    patch.setattr(toy.Lifting, "refusal", tell)
    return toy.scenario()


@fault("leaks", "sees something hidden in the question")
def a_question_that_knows_the_hidden_cards(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    patch.setattr(
        toy.Lifting, "ask", lambda self, table: f"Beat {table.state.hands[toy.OTHER[self.seat]]}?"
    )
    return toy.scenario()


@fault("leaks", "sees something hidden in the description of")
def a_description_that_knows_the_hidden_cards(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    patch.setattr(
        toy.Lifting, "describe", lambda self, table, _: str(table.state.hands[toy.OTHER[self.seat]])
    )
    return toy.scenario()


@fault("leaks", "sees something hidden in the names")
def names_of_the_hidden_cards(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    def names(self: Any, table: Any) -> list[str]:
        hidden = table.state.draw_pile
        return [*table.state.heaps, *toy.CARDS, *(f"{card}-{n}" for n, card in enumerate(hidden))]

    return toy.scenario(names=names)


@fault("leaks", "imagine never deals again")
def hidden_cards_that_are_not_dealt_anew(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(imagine=lambda *_: None)


@fault("leaks", "imagine never deals again")
def hidden_cards_of_views_alone_that_are_not_dealt_anew(
    toy: ModuleType, patch: pytest.MonkeyPatch
) -> Scenario:
    patch.setattr(toy.Drew, "seen_by", lambda self, _: self)
    return toy.scenario(imagine=lambda *_: None)


@fault("secrets", "cannot see what is chosen in Lifting, which is not marked secret")
def a_hidden_choice_that_is_not_marked(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    class Noting(toy.StonesState):
        noted: str = ""

    choose = toy.Lifting.choose

    def note(self: Any, table: Any, action: Any) -> None:
        if table.state.noted:
            table.state.noted = ""
            choose(self, table, action)
        else:
            table.state.noted = str(action)
            table.do(self)

    patch.setattr(toy.Lifting, "choose", note)
    return toy.scenario(State=Noting)


@fault("secrets", "learns from events what is chosen in Lifting, which is secret and not visible")
def a_secret_choice_that_is_told(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    scenario = a_hidden_choice_that_is_not_marked(toy, patch)
    note = toy.Lifting.choose

    def told(self: Any, table: Any, action: Any) -> None:
        if not table.state.noted:
            table.tell(toy.Lifted(self.seat, str(action)))
        note(self, table, action)

    patch.setattr(toy.Lifting, "choose", told)
    patch.setattr(toy.Lifting, "secret", True)
    return scenario


@fault("leaks", "sees something hidden in the events of the set-up")
def a_deal_that_everybody_hears(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    scenario = _with_a_deal_that_is_told(toy)
    patch.setattr(toy.Drew, "seen_by", lambda self, _: self)
    return scenario


def _with_a_deal_that_is_told(toy: ModuleType) -> Scenario:
    setup = toy.Stones.setup

    def tell(self: Any, table: Any) -> Any:
        state = setup(self, table)
        for seat, hand in state.hands.items():
            table.tell(toy.Drew(seat, hand[0]))
        return state

    return toy.scenario(setup=tell)


@fault("rules", 'the event Drew cites "77"')
def a_deal_that_cites_no_section(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    patch.setattr(toy.Drew, "rule", "77")
    return _with_a_deal_that_is_told(toy)


def test_a_deal_that_each_seat_hears_of_its_own_hand_is_no_leak(toy: ModuleType) -> None:
    assert findings(_with_a_deal_that_is_told(toy)) == []


@fault("leaks", "sees something hidden in the events of play")
def an_event_told_to_the_wrong_seat(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    patch.setattr(toy.Drew, "seen_by", lambda self, _: self)
    return toy.scenario()


@fault("leaks", "sees something hidden in the events of play")
def an_event_told_to_the_wrong_seat_of_a_later_option(
    toy: ModuleType, patch: pytest.MonkeyPatch
) -> Scenario:
    candidates = toy.Lifting.candidates
    patch.setattr(toy.Drew, "seen_by", lambda self, _: self)
    patch.setattr(toy.Lifting, "candidates", lambda self, table: [*candidates(self, table)][::-1])
    return toy.scenario()


@fault("leaks", "can imagine that another seat decides")
def a_world_in_which_somebody_else_decides(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    def imagine(self: Any, table: Any, seat: str) -> None:
        table.schedule[-1] = toy.Lifting(seat=toy.OTHER[table.schedule[-1].seat])

    return toy.scenario(imagine=imagine)


# Luck, saving and undoing.


@fault("luck", "uses random instead of the table's dice")
def a_phase_that_uses_random(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    def run(self: Any, table: Any) -> None:
        table.result = random.randint(1, 6)

    patch.setattr(toy.Toss, "run", run)
    return toy.scenario()


@fault("luck", "uses random instead of the table's dice")
def a_phase_with_a_generator_of_its_own(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    def run(self: Any, table: Any) -> None:
        table.result = random.Random(str(table.state.score)).randint(1, 6)

    patch.setattr(toy.Toss, "run", run)
    return toy.scenario()


@fault("luck", "uses dice of its own instead of the table's dice")
def a_phase_with_dice_of_its_own(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    def run(self: Any, table: Any) -> None:
        table.result = SeededDice(table.state.face).total()

    patch.setattr(toy.Toss, "run", run)
    return toy.scenario()


@fault("luck", "reading the options or the views uses luck")
def options_that_roll(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    options = toy.Lifting.options

    def roll(self: Any, table: Any) -> Any:
        table.dice.roll()
        return options(self, table)

    patch.setattr(toy.Lifting, "options", roll)
    return toy.scenario()


@fault("same seed", "has another result when it is repeated with the same luck")
def a_phase_that_counts_elsewhere(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    elsewhere = count()

    def run(self: Any, table: Any) -> None:
        table.result = next(elsewhere)

    patch.setattr(toy.Toss, "run", run)
    return toy.scenario()


@fault("undo", "the options differ after")
def options_from_elsewhere(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    choose, options, done = toy.Lifting.choose, toy.Lifting.options, []

    def remember(self: Any, table: Any, action: Any) -> None:
        done.append(action)
        choose(self, table, action)

    patch.setattr(toy.Lifting, "choose", remember)
    patch.setattr(
        toy.Lifting,
        "options",
        lambda self, table: sorted(options(self, table), key=str)[:: (-1) ** len(done)],
    )
    return toy.scenario()


@fault("save", "the position differs after it was saved and loaded")
def a_default_that_is_dropped(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    class Forgetful(toy.StonesState):
        def __post_init__(self) -> None:
            self.face = self.face or 7

    setup = toy.Stones.setup

    def begin(self: Any, table: Any) -> Any:
        state = setup(self, table)
        state.face = 0
        return state

    return toy.scenario(State=Forgetful, setup=begin)


@fault("save", "the position differs after it was written as text")
def numbers_as_keys(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(State=_loose(toy, {1: 2}))


@fault("save", "the options differ after the position was saved and loaded")
def a_value_beside_the_fields(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    class Loose(toy.StonesState, dict=True):
        pass

    choose, refusal = toy.Lifting.choose, toy.Lifting.refusal

    def tire(self: Any, table: Any, action: Any) -> None:
        table.state.tired = True
        choose(self, table, action)

    def refuse(self: Any, table: Any, action: Any) -> Refusal | None:
        tired = action == toy.Lift("north") and getattr(table.state, "tired", False)
        return refusal(self, table, action) or (Refusal("2", "no more") if tired else None)

    patch.setattr(toy.Lifting, "choose", tire)
    patch.setattr(toy.Lifting, "refusal", refuse)
    return toy.scenario(State=Loose)


@fault("save", "")
def a_tuple_that_comes_back_as_a_list(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(State=_loose(toy, (1, 2)))


@fault("save", "")
def a_result_that_comes_back_as_a_list(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    run = toy.Turn.run

    def leave(self: Any, table: Any) -> None:
        run(self, table)
        table.result = (1, 2)

    patch.setattr(toy.Turn, "run", leave)
    return toy.scenario()


def _with_field(toy: ModuleType, kind: object) -> type[Any]:
    """A state with a field `seen` of a type."""
    field = {"seen": kind | None}  # type: ignore[operator]
    return type(toy.StonesState)(
        "Strange", (toy.StonesState,), {"__annotations__": field, "seen": None, "__module__": __name__}
    )


@fault("save", "state.seen is a set; a position holds plain data")
def a_set_in_the_state(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(State=_with_field(toy, set[str]))


@fault("save", "state.seen is a frozenset; a position holds plain data")
def a_frozenset_in_the_state(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(State=_with_field(toy, frozenset[str]))


@fault("save", "state.seen is a float; a position holds plain data")
def a_float_in_the_state(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(State=_with_field(toy, float))


@fault("save", "state.seen is a datetime; a position holds plain data")
def a_date_in_the_state(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(State=_with_field(toy, datetime))


@fault("save", "state.seen is bytes; a position holds plain data")
def bytes_in_the_state(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(State=_with_field(toy, bytes))


@fault("save", "state.seen holds a float; a position holds plain data")
def floats_by_name_in_the_state(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(State=_with_field(toy, dict[str, list[float]]))


@fault("save", "state.seen.where is an Oddity; a position holds plain data")
def an_object_within_the_state(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(State=_with_field(toy, Scout))


class Oddity:
    """An object that cannot be saved."""


class Scout(Struct):
    """A part of a state."""

    where: Oddity


@fault("save", "Guess.chance is a float; a position holds plain data")
def a_float_in_a_phase(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    class Guess(toy.Toss, frozen=True):
        chance: float = 0.5

    return toy.scenario(phases=(*toy.Stones.phases, Guess))


@fault("save", "Harvest.done is a set; a position holds plain data")
def a_set_in_a_special_rule(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    class Harvest(toy.Harvest):
        done: set[str] = set()

    return toy.scenario(toy.TOML + '[[rules]]\nname = "stones.harvest"\n', [Harvest])


# Prints.


@fault("prints", r'"now \x1b[1m" is printed; it should be an event')
def a_phase_that_prints(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    run = toy.Toss.run

    def say(self: Any, table: Any) -> None:
        print("now \x1b[1m\nthen")
        run(self, table)

    patch.setattr(toy.Toss, "run", say)
    return toy.scenario()


@fault("prints", '"look" is printed')
def a_board_that_is_printed(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(board=lambda *_: [print("look") or "o"])


@fault("prints", '"hm" is printed')
def a_bot_that_prints(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    patch.setattr(toy.Greedy, "choose", lambda _, seat: print("hm") or seat.options[0])
    return toy.scenario()


# Pictures, and the end.


@fault("pictures", "the board has a line 81 columns wide, but only 60 fit")
def a_board_too_wide(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(board=lambda *_: ["o" * 81])


@fault("pictures", "the status must be one line")
def a_status_of_two_lines(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(status=lambda *_: "a\nb")


@fault("pictures", "tracks must be whole numbers")
def a_track_that_is_no_number(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(tracks=lambda *_: {"score": 0.5})


@fault("pictures", "the name of the turn must fit on one line")
def a_turn_of_two_lines(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(turn=lambda *_: "a\nb")


@fault("pictures", "the picture map has two counters with the key k")
def two_counters_with_a_key(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(pictures=_one_picture(Counter("k", "a", ()), Counter("k", "a", ())))


@fault("pictures", "the picture map has k at b, which is not on its board")
def a_counter_off_the_board(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(pictures=_one_picture(Counter("k", "b", ())))


@fault("pictures", "the picture map has more than 3 lines of text on k")
def a_counter_with_too_much_text(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(pictures=_one_picture(Counter("k", "a", ("1", "2", "3", "4"))))


@fault("pictures", "the picture map has k in pink, which is not a tone")
def a_counter_of_no_tone(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    tone: Any = "pink"
    return toy.scenario(pictures=_one_picture(Counter("k", "a", (), tone)))


@fault("pictures", "two pictures of a view have the same name")
def two_pictures_of_a_name(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(pictures=lambda *_: [*_one_picture()(), *_one_picture()()])


@fault("pictures", "the pictures of one view differ when drawn twice")
def a_picture_that_changes(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    numbers = count()
    return toy.scenario(pictures=lambda *_: _one_picture(Counter(f"k{next(numbers)}", "a", ()))())


@fault("leaks", "sees something hidden in the pictures")
def a_picture_of_the_other_hand(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    seen: list[Any] = []
    view = toy.Stones.view

    def see(self: Any, table: Any, seat: str | None) -> Any:
        seen.append(table.state.hands)
        return view(self, table, seat)

    def draw(*_: object) -> list[Picture]:
        hands = seen[-1]
        return _one_picture(Counter(str(hands), "a", ()))()

    return toy.scenario(view=see, pictures=draw)


# Items and relations.


@fault("items", "the unit a is listed twice")
def two_things_of_a_name(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(items=lambda *_: [Item("unit", "a"), Item("pile", "a"), Item("unit", "a")])


@fault("items", 'the unit A b has the name "A b", which is not a plain word')
def a_thing_that_is_no_word(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(items=lambda *_: [Item("unit", "A b")])


@fault("items", "the unit a has a line that is empty or not plain text")
def a_thing_in_two_lines(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(items=lambda *_: [Item("unit", "a", about=("a\nb",))])


@fault("items", 'the unit a cites "99", which rules.md does not have')
def a_thing_of_an_unknown_section(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(items=lambda *_: [Item("unit", "a", rules=("99",))])


@fault("items", "a line in the relations is empty or not plain text")
def an_empty_relation(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(relations=lambda *_: [" "])


@fault("leaks", "sees something hidden in items or relations")
def a_thing_of_the_other_hand(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    seen: list[Any] = []
    view = toy.Stones.view

    def see(self: Any, table: Any, seat: str | None) -> Any:
        seen.append(table.state.hands)
        return view(self, table, seat)

    return toy.scenario(view=see, items=lambda *_: [Item("pile", "hands", brief=str(seen[-1]))])


@fault("ends", "a random game does not end")
def a_game_that_never_ends(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    patch.setattr(random_game, "MOST_ACTIONS", 50)
    patch.setattr(play, "MOST_ACTIONS", 50)
    patch.setattr(toy.Lifting, "choose", lambda *_: None)
    return toy.scenario()


@fault("scripted bot", "no end after 50 actions")
def a_bot_that_never_ends(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    patch.setattr(play, "MOST_ACTIONS", 50)
    refusal = toy.Lifting.refusal
    patch.setattr(
        toy.Lifting,
        "refusal",
        lambda self, table, action: None if action == toy.Done() else refusal(self, table, action),
    )
    patch.setattr(toy.Greedy, "choose", lambda *_: toy.Done())
    return toy.scenario()


@fault("plays", "GameError: dead end: Lifting")
def a_dead_end(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    candidates = toy.Lifting.candidates
    patch.setattr(
        toy.Lifting, "candidates", lambda self, table: [] if self.lifted else candidates(self, table)
    )
    return toy.scenario()


@fault("plays", "ZeroDivisionError")
def an_exception_in_a_phase(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    patch.setattr(toy.Gain, "run", lambda _, table: 1 // (table.take() - 6))
    return toy.scenario()


@fault("plays", "RuntimeError: three")
def an_exception_with_a_house_rule(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    run = toy.Toss.run

    def toss(self: Any, table: Any) -> None:
        if table.house.lifts == 3:
            raise RuntimeError("three")
        run(self, table)

    patch.setattr(toy.Toss, "run", toss)
    return toy.scenario()


@fault("lesson", "stones/learn.md line 1: a lesson begins with a title")
def a_lesson_without_a_title(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    return toy.scenario(lesson_text="Lift stones.")


@fault("lesson", 'stones/learn.md: no scenario "stones/nowhere"')
def a_lesson_of_a_scenario_that_is_not_there(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    head = 'scenario = "stones/nowhere"\nseed = 1\nminutes = 1'
    return toy.scenario(lesson_text=f"# Stones\n\n```toml\n{head}\n```\n\n```console\n> ?\n```\n")


@fault("plays", "1000 phases without a decision, last Turn")
def phases_without_end(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    patch.setattr(toy.Turn, "run", lambda self, table: table.do(self))
    return toy.scenario()


@fault("plays", "GameError: returns are for red, not red, blue")
def an_end_without_a_seat(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    patch.setattr(toy.End, "run", lambda _, table: table.end(Outcome("red", {"red": 1})))
    return toy.scenario()


@fault("ends", "returns are for [], not for ['blue', 'red']")
def an_end_without_returns(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    patch.setattr(toy.End, "run", lambda _, table: table.end(Outcome("red")))
    return toy.scenario()


@fault("scripted bot", "plays differently when the seed is repeated")
def a_bot_that_plays_differently(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    made = count()

    class Moody:
        def __init__(self) -> None:
            self.first = next(made) < 2

        def choose(self, seat: Any) -> Any:
            return seat.options[0 if self.first else -1]

    return toy.scenario(scripted_bot=lambda _: Moody())


@fault("scripted bot", "as red chooses by what it cannot know")
def a_bot_that_looks_at_the_table(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    def peek(self: Any, seat: Any) -> Any:
        hidden = seat._table.state.hands[toy.OTHER[seat.name]]
        return seat.options["fox" in hidden and len(seat.options) > 1]

    patch.setattr(toy.Greedy, "choose", peek)
    return toy.scenario()


@fault("scripted bot", "chose done as red, which is not legal")
def a_bot_that_cheats(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    patch.setattr(toy.Greedy, "choose", lambda *_: toy.Done())
    return toy.scenario()


@fault("scripted bot", "the bot changes the position that it is shown")
def a_bot_that_changes_its_view(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    def spoil(_: Any, seat: Any) -> Any:
        seat.glance.score["red"] += 1
        return seat.options[0]

    patch.setattr(toy.Stones, "glance", lambda _, table, __: table.state, raising=False)
    patch.setattr(toy.Greedy, "choose", spoil)
    return toy.scenario()


@fault("scripted bot", "ZeroDivisionError")
def a_bot_that_fails(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    patch.setattr(toy.Greedy, "choose", lambda *_: 1 // 0)
    return toy.scenario()


@fault("searching bot", "the bot Chatty failed as red: IndexError")
def a_bot_that_needs_its_log(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    class Chatty:
        def choose(self, seat: Any) -> Any:
            # The searching player records no events while it thinks.
            return seat.options[0 if seat.log[-1] else -1]

    lifted = toy.Turn.run

    def told(self: Any, table: Any) -> None:
        table.tell(toy.Tossed(1))
        lifted(self, table)

    patch.setattr(toy.Turn, "run", told)
    return toy.scenario(scripted_bot=lambda _: Chatty())


@fault("leaks", "imagines from hidden facts")
def worlds_that_keep_a_hidden_card(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    """A game whose `imagine` deals the hidden cards again only half of the time."""
    imagine = toy.Stones.imagine

    def sometimes(self: Any, table: Any, seat: str) -> None:
        if table.dice.rolls_at_most(3):
            imagine(self, table, seat)

    return toy.scenario(imagine=sometimes)


def _one_picture(*counters: Counter) -> Callable[..., list[Picture]]:
    picture = Picture("map", "", Board([Space("a")], ()), counters)
    return lambda *_: [picture]


def _info(toy: ModuleType, **changes: Any) -> GameInfo:
    return structs.replace(toy.Stones().info, **changes)


def _asks_the_other(toy: ModuleType) -> Callable[..., Refusal | None]:
    """A refusal that depends on the hidden hand of the other seat."""
    refusal = toy.Lifting.refusal

    def ask(self: Any, table: Any, action: Any) -> Refusal | None:
        known = action == toy.Lift("north") and "fox" in table.state.hands[toy.OTHER[self.seat]]
        other_way = self.lifted or table.state.heaps["south-east"]
        return Refusal("4", "no") if known and other_way else refusal(self, table, action)

    return ask


def _loose(toy: ModuleType, value: object) -> type[Any]:
    """A state with a field of any type."""

    class Loose(toy.StonesState, kw_only=True):
        marks: Any = None

        def __post_init__(self) -> None:
            if self.marks is None:
                self.marks = value

    return Loose


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found_by_the_check_meant_for_it_and_by_no_other(
    toy: ModuleType, monkeypatch: pytest.MonkeyPatch, name: str
):
    check, text, make = FAULTS[name]
    found = findings(make(toy, monkeypatch))
    assert {finding.check for finding in found} == {check}, list(map(str, found))
    assert any(text in finding.text for finding in found), list(map(str, found))


def test_every_check_has_a_fault_that_it_finds():
    elsewhere = {"together"}  # test_together.py, of a game with such a choice
    assert {fault.check for fault in FAULTS.values()} | elsewhere == CHECKS.keys()


# The kit itself.


def test_a_finding_names_the_game_and_the_way_to_it(toy: ModuleType, monkeypatch: pytest.MonkeyPatch):
    found = findings(a_dead_end(toy, monkeypatch))[0]
    assert (found.scenario, found.seed) == ("stones/two-heaps", "1/1")
    table = toy.table(found.seed)
    for command in found.commands[:-1]:
        table.choose(table.read(command))
    assert f"(seed 1/1: {'; '.join(found.commands)})" in str(found)
    assert str(Finding("ends", "a/b", "never")) == "ends: a/b: never"


def test_a_finding_names_the_house_rule_that_it_needs(toy: ModuleType, monkeypatch: pytest.MonkeyPatch):
    found = findings(an_exception_with_a_house_rule(toy, monkeypatch))
    assert {(finding.seed, finding.house) for finding in found} == {("1/house", "lifts=3")}
    assert "(seed 1/house with lifts=3: " in str(found[0])


def test_what_is_revealed_within_the_same_action_is_not_hidden(bids: ModuleType):
    """East never has anything hidden: as soon as west lays a bid, all are turned up."""
    assert examine(bids.scenario()) == []
    found = examine(bids.scenario(imagine=lambda *_: None))
    assert [fault.text.partition(",")[0] for fault in found] == ["for west"]


def test_where_nothing_is_dealt_again_something_is_hidden(
    toy: ModuleType, monkeypatch: pytest.MonkeyPatch
):
    scenario = hidden_cards_that_are_not_dealt_anew(toy, monkeypatch)
    found = next(fault for fault in findings(scenario) if fault.text.startswith("for red"))
    table = toy.table(found.seed)
    for command in found.commands:
        table.choose(table.read(command))
    assert table.view("red").hands != table.state.hands


def line_of(code: Any) -> str:
    file = Path(inspect.getsourcefile(code) or "").relative_to(Path.cwd())
    return f"{file}:{inspect.getsourcelines(code)[1]}"


@pytest.mark.parametrize("place", ["Tossed", "Lifting", "Stones"])
def test_a_finding_names_the_line_of_the_class_at_fault(
    toy: ModuleType, monkeypatch: pytest.MonkeyPatch, place: str
):
    kinds = {"Tossed": an_event_of_no_section, "Lifting": a_dead_end, "Stones": no_summary}
    found = findings(kinds[place](toy, monkeypatch))
    assert {fault.place for fault in found} == {line_of(getattr(toy, place))}
    assert f" [{found[0].place}]" in str(found[0])


@pytest.mark.parametrize("make", [an_exception_with_a_house_rule, a_bot_that_fails])
def test_a_finding_names_the_line_that_raised_the_exception(
    toy: ModuleType, monkeypatch: pytest.MonkeyPatch, make: Break
):
    (found, *_) = findings(make(toy, monkeypatch))
    file, _, line = found.place.partition(":")
    raised = Path(file).read_text("utf-8").splitlines()[int(line) - 1]
    assert "raise RuntimeError" in raised or "1 // 0" in raised
    assert f'{file}", line {line}' in found.trace


def test_in_short_form_house_rules_stay_as_they_are(toy: ModuleType, monkeypatch: pytest.MonkeyPatch):
    assert findings(an_exception_with_a_house_rule(toy, monkeypatch), quick=True) == []
    monkeypatch.undo()
    assert findings(a_dead_end(toy, monkeypatch), quick=True)


def test_so_many_games_are_played_as_were_asked_for(toy: ModuleType, monkeypatch: pytest.MonkeyPatch):
    found = examine(an_option_twice(toy, monkeypatch), games=3, seed="s", most=1000)
    assert {finding.seed for finding in found if finding.check == "options"} >= {"s/1", "s/2", "s/3"}


def test_no_more_is_said_than_was_asked_for(toy: ModuleType, monkeypatch: pytest.MonkeyPatch):
    scenario = an_option_twice(toy, monkeypatch)
    assert len(examine(scenario, most=3)) == 3


@pytest.mark.parametrize("name", ["a_phase_that_prints", "a_board_that_is_printed", "a_bot_that_prints"])
def test_the_prints_of_a_game_do_not_flood_the_findings(
    toy: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
):
    assert findings(FAULTS[name].make(toy, monkeypatch))
    assert capsys.readouterr().out == ""


def test_a_print_is_found_with_the_command_that_it_needs(
    toy: ModuleType, monkeypatch: pytest.MonkeyPatch
):
    choose = toy.Lifting.choose

    def say(self: Any, table: Any, action: Any) -> None:
        if isinstance(action, toy.Done):
            print("enough")
        choose(self, table, action)

    monkeypatch.setattr(toy.Lifting, "choose", say)
    found = findings(toy.scenario(), games=8)
    assert found[0].check == "prints"
    assert found[0].commands[-1] == "done"
    assert len(found[0].commands) == 2


def _rare_dead_end(toy: ModuleType, patch: pytest.MonkeyPatch) -> Scenario:
    """A dead end at a score that one game in forty reaches."""
    candidates = toy.Lifting.candidates

    def none(self: Any, table: Any) -> Any:
        rare = table.state.score == {"red": 11, "blue": 6} and self.lifted
        return [] if rare else candidates(self, table)

    patch.setattr(toy.Lifting, "candidates", none)
    return toy.scenario()


def test_of_a_small_game_so_many_are_played_that_what_is_rare_is_found(
    toy: ModuleType, monkeypatch: pytest.MonkeyPatch
):
    scenario = _rare_dead_end(toy, monkeypatch)
    assert examine(scenario, games=3) == []
    found = examine(scenario)
    assert [finding.check for finding in found] == ["plays"]
    assert examine(scenario) == found


def test_how_many_games_are_played_depends_on_what_was_seen(
    toy: ModuleType, monkeypatch: pytest.MonkeyPatch
):
    begun: list[str] = []
    begin = random_game.RandomGame._begin

    def note(self: Any) -> Any:
        begun.append(self.seed)
        return begin(self)

    def played(**more: Any) -> int:
        begun.clear()
        assert examine(toy.scenario(), **more) == []
        return sum(not seed.endswith("house") for seed in begun)

    monkeypatch.setattr(random_game.RandomGame, "_begin", note)
    assert played() == examination.MOST_GAMES
    assert played(games=2) == 2
    monkeypatch.setattr(examination, "ENOUGH_ACTIONS", 40)
    assert examination.LEAST_GAMES < played() < 10
    monkeypatch.setattr(examination, "ENOUGH_ACTIONS", 1)
    assert played() == examination.LEAST_GAMES
