"""The kit at one keyboard: with every mix of humans and bots, a human reads only what it may know."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import pytest

from sandtable import Command, Scenario
from sandtable.model.scenario import build
from sandtable.tooling import catalog
from sandtable_console import Console
from sandtable_console.display import Display
from sandtable_tools.kit import Finding, readers

TOML = 'game = "bids"\ntitle = "Sealed Bids"\nrounds = 2\nnumbers = 2\nmost = 3\n'


@pytest.fixture
def three(bids: ModuleType) -> Scenario:
    """Secret bids for three, two bids each in a round."""
    game = type("Bids", (bids.Bids,), {"bidders": ("north", "east", "west")})()
    return build(game, "bids/three", TOML, {})


def found(scenario: Scenario) -> list[Finding]:
    return list(readers.find(scenario, "1", catalog(), 1, quick=True))


def test_of_an_honest_game_at_a_sound_console_nothing_is_found(three: Scenario) -> None:
    assert found(three) == []


def test_every_mix_with_a_human_is_played(three: Scenario, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[str] = []
    begin = readers.Keyboard.__init__

    def note(self: readers.Keyboard, *arguments: object) -> None:
        begin(self, *arguments)  # type: ignore[arg-type]
        played.append(" ".join(self.session.seats.values()))

    monkeypatch.setattr(readers.Keyboard, "__init__", note)
    found(three)
    assert len(played) == len(set(played)) == 7
    assert "scripted scripted scripted" not in played


def a_bot_that_counts_as_the_reader(patch: pytest.MonkeyPatch) -> None:
    """While a bot decides, the console takes it for the reader."""

    def viewer(display: Display) -> str | None:
        humans = display.humans
        return display.session.to_move if len(humans) > 1 else next(iter(humans), None)

    patch.setattr(Display, "viewer", property(viewer))


def a_seat_that_always_reads(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Display, "viewer", property(lambda display: display.session.scenario.game.seats[0]))


@pytest.mark.parametrize(
    ("plant", "mix", "line"),
    [
        (a_bot_that_counts_as_the_reader, "west=scripted", 'east reads "West lays 2 face down."'),
        (a_bot_that_counts_as_the_reader, "east=scripted", 'north reads "East lays 1 face down."'),
        (a_bot_that_counts_as_the_reader, "north=scripted", "north, a bot, is asked to read: "),
        (a_seat_that_always_reads, "north=scripted west=scripted", 'east reads "north has laid: [3'),
    ],
)
def test_a_line_that_its_reader_may_not_know_is_found_with_its_position(
    three: Scenario,
    monkeypatch: pytest.MonkeyPatch,
    plant: Callable[[pytest.MonkeyPatch], None],
    mix: str,
    line: str,
) -> None:
    plant(monkeypatch)
    by_mix = {finding.players: finding for finding in found(three)}
    finding = by_mix[mix]
    assert finding.text.startswith(line)
    assert (finding.check, finding.scenario, finding.seed) == ("readers", "bids/three", "1/1")
    assert all(command.startswith("lay ") for command in finding.commands)
    assert f"--seed 1/1 --seat {mix.split()[0]}" in finding.replay


def test_a_word_that_shows_too_much_is_found(three: Scenario, monkeypatch: pytest.MonkeyPatch) -> None:
    def peek(console: Console, _: str) -> list[str]:
        return [event.text for entry in console.session.log for event in entry.events]

    peeking = Command("peek", "look at everything", peek, kind="looks")
    monkeypatch.setattr("sandtable_console.console.all_commands", lambda _: {"peek": peeking})
    assert any('reads "North lays ' in finding.text for finding in found(three))
