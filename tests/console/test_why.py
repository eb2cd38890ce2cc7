"""`why`: the reason, the rule by its heading, and the choices that help, as a seat may know."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import sandtable
from sandtable.text.words import either
from sandtable_console.why import legal_after
from sandtable_tools.kit import Typist

Consoles = Callable[..., Typist]


def why(table: Typist, rest: str = "") -> list[str]:
    reply = table.say(f"why {rest}")
    assert reply.error is None, reply.error
    return reply.lines


def test_the_reason_comes_with_its_fact_and_the_heading_of_its_rule(stones: Typist) -> None:
    lines = why(stones, "done")
    assert lines[0] == "done is not legal now: lift a stone or play a card first."
    assert lines[1] == "Rule 2.1, Enough (rules 2.1 shows it)."


def test_a_choice_that_helps_is_named_and_does_help(stones: Typist) -> None:
    answer = why(stones, "done")[-1]
    assert answer == "Legal after: lift north or lift south-east."
    assert stones.say("done").error is not None
    assert stones.say("lift north; done").error is None


def test_why_joins_alternatives_with_or_and_not_with_the_separator_of_commands(stones: Typist) -> None:
    answer = why(stones, "done")[-1]
    alternatives = answer.removeprefix("Legal after: ").removesuffix(".").split(" or ")
    assert len(alternatives) > 1
    assert ";" not in answer
    assert set(alternatives) <= set(map(str, stones.options))


def test_it_tries_so_many_choices_and_says_how_many_where_there_are_more(
    stones: Typist, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limit on choices makes the answer the same on every machine."""
    options = list(map(str, stones.options))
    for most in range(len(options) + 1):
        helps = [option for option in options[:most] if option.startswith("lift ")]
        tried = f" (the first {most} of your 4 choices were tried)."
        answer = f"Legal after: {either(helps)}{tried}" if helps else ""
        if not helps:
            answer = f"None of the first {most} of your 4 choices is sure to make it legal."
        if most == len(options) == 4:
            answer = "Legal after: lift north or lift south-east."
        monkeypatch.setattr("sandtable_console.why.MOST_TRIED", most)
        assert why(stones, "done")[-1] == answer


def test_a_choice_that_needs_luck_is_not_promised(stones: Typist) -> None:
    """Playing a card draws another and throws the die."""
    held = stones.session.state.hands["red"][0]
    assert f"play {held}" in map(str, stones.options)
    assert "play" not in why(stones, "done")[-1]


def test_without_words_it_is_about_the_line_that_was_refused(stones: Typist) -> None:
    assert "no action was refused" in str(stones.say("why").error)
    stones.say("lift north; done; lift north; done")
    stones.say("status")
    assert stones.session.to_move == "blue"
    assert "no action was refused" in str(stones.say("why").error)
    stones.say("done")
    assert why(stones)[0].startswith("done is not legal now")


def test_a_legal_action_is_reported_as_legal(console: Consoles) -> None:
    table = console()
    assert why(table, "discard engineer") == [
        "discard engineer is legal: infantry 1.",
        "Rule 2, Reserve (rules 2 shows it).",
    ]
    assert why(table, "discard")[0].startswith("Legal now: discard british-infantry, ")


def test_an_action_of_another_decision_is_shown_with_that_decision(console: Consoles) -> None:
    table = console()
    refusal = "commit is for Order of Battle [rule 3], not Reserve [rule 2]: type discard or done"
    assert " ".join(" ".join(why(table, "commit")).split()) == f"{refusal}."
    assert " ".join(" ".join(why(table, "commit dysentery")).split()) == f"{refusal}."
    assert str(table.say("? commit").error) == refusal
    assert str(table.say("commit").error) == refusal


def test_words_that_name_nothing_are_an_error_in_one_line(console: Consoles) -> None:
    table = console()
    for words, begins in (("zebra", 'no action "zebra"'), ("discard zebra", 'no card "zebra"')):
        error = str(table.say(f"why {words}").error)
        assert error.startswith(begins)
        assert "\n" not in error


def test_why_changes_nothing(stones: Typist) -> None:
    before, lines = stones.session.table.position, list(stones.session.journal.lines)
    luck = stones.session.table.dice.mark()
    why(stones, "done")
    why(stones, "play hen")
    assert stones.session.table.position == before
    assert stones.session.table.dice.mark() == luck
    assert stones.session.journal.lines == lines


@pytest.mark.parametrize("seed", range(5))
def test_it_says_the_same_whatever_the_other_side_really_holds(console: Consoles, seed: int) -> None:
    table = console(seed=seed)
    table.say("done")
    lines = [f"why {verb}" for verb in table.session.scenario.verbs]
    lines += [
        f"why commit {card}" for card in sorted(table.session.scenario.game.names(table.session.table))
    ]
    first = [table.say(line).lines for line in lines]
    table.session.table = table.session.table.imagine("british", sandtable.SeededDice("other"))
    assert [table.say(line).lines for line in lines] == first


@pytest.mark.parametrize("scenario", ["lrdg/slonta", "lawrence/aqaba", "megiddo/1918"])
def test_its_promises_hold_throughout_a_game(scenario: str) -> None:
    """After each choice that is named, the refused action is legal on the true table."""
    session = sandtable.new(scenario, seed=4)
    chance, kept = sandtable.SeededDice(8), 0
    while session.outcome is None and session.journal.n < 60:
        table, decision = session.table, session.table.decision
        refused = [candidate for candidate in decision.candidates(table) if table.refusal(candidate)]
        for action in refused[:2]:
            for option in legal_after(session.seat(decision.seat), action).found:
                clone = table.clone(sandtable.SeededDice(0))
                clone.choose(option)
                assert action in clone.options, (str(option), str(action))
                kept += 1
        session.choose(chance.pick(session.options()))
    assert kept or scenario != "lrdg/slonta"


def test_a_verb_for_which_there_is_nothing_gives_every_reason_once(stones: Typist) -> None:
    stones.say("lift north")
    assert why(stones, "play") == [
        "No play is legal now:",
        "  play fox, play hen, play old-owl: a card is played instead of lifting [rule 4]",
    ]


def lrdg() -> Typist:
    """Slonta at the first actions of the LRDG."""
    table = Typist(sandtable.new("lrdg/slonta", seed=4), numbers=True)
    table.say("historical")
    return table


def test_the_choices_that_lead_to_another_decision_are_named() -> None:
    table = lrdg()
    assert why(table, "add t1-a")[-1] == "Legal after: detach 1st siwa."
    assert why(table, "add")[2].startswith("add can be chosen after: detach 1st siwa, ")
    assert table.say("detach 1st siwa; add t1-a").error is None


def test_one_refusal_has_one_voice() -> None:
    table = lrdg()
    for words in ("add nothing", "add t1-a", "add"):
        refusal = "add is for Detachment [rule 6.1.1], not Actions of the LRDG [rule 6]"
        refusal += " (? lists the legal actions)"
        assert str(table.say(words).error) == refusal
        assert str(table.say(f"? {words}").error) == refusal
        assert " ".join(why(table, words)[:2]).replace("     ", " ") == f"{refusal}."


def test_a_refused_undo_is_shown_again_and_may_be_asked_about() -> None:
    table = lrdg()
    for line in ("undo", "rollback", "redo", "rollback @x", "."):
        table = lrdg()
        error = table.say(line).error
        assert error is not None
        answer = " ".join(why(table)).replace("     ", " ")
        assert answer.startswith(f"{line} is not possible now: ")
        assert str(error)[:30] in answer
        assert why(table, line) == why(table)
    table.say("low-profile 1st")
    assert why(table, "undo") == ["undo is possible now: takes back low-profile 1st."]


def test_nothing_is_promised_to_help_where_nothing_ever_could() -> None:
    table = lrdg()
    answer = " ".join(why(table, "move 1st siwa"))
    assert "is not legal now" in answer
    assert "is sure to make it legal" not in answer


def test_why_without_words_forgets_a_refusal_once_an_action_is_done(stones: Typist) -> None:
    assert stones.say("done").error is not None
    assert stones.say("why").error is None
    stones.say("lift north")
    assert "no action was refused" in str(stones.say("why").error)
