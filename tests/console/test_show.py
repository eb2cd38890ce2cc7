"""The command ``show``: items by their names, as the viewer may know them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from nonempty import some

import sandtable
from sandtable_console.show import items, names
from sandtable_shell.command_line import main
from sandtable_tools.kit import Typist

Consoles = Callable[..., Typist]
SCENARIOS = ("megiddo/1918", "lrdg/barca", "lawrence/campaign")
widths = pytest.mark.parametrize("width", [40, 80])
each = pytest.mark.parametrize("scenario", SCENARIOS)


def typist(scenario: str, **more: Any) -> Typist:
    return Typist(sandtable.new(scenario, seed=5), **more)


@each
@widths
def test_show_alone_names_everything_in_the_width(scenario: str, width: int) -> None:
    table = typist(scenario, width=width)
    lines = table.say("show").lines
    assert all(len(line) <= width for line in lines)
    printed = {word.strip(",:") for line in lines for word in line.split()}
    assert {item.name for item in items(table)} <= printed


@each
@widths
def test_everything_can_be_shown_by_its_name(scenario: str, width: int) -> None:
    table = typist(scenario, width=width)
    for item in items(table):
        reply = table.say(f"show {item.name}")
        assert reply.error is None
        assert " ".join(reply.lines).replace("  ", " ").count(str(item).split(",")[0]) >= 1
        assert all(len(line) <= width for line in reply.lines)
    assert table.session.journal.n == 1


@each
def test_all_of_a_kind_are_listed_with_a_few_words(scenario: str) -> None:
    table = typist(scenario)
    for kind in some({item.kind for item in items(table)}):
        lines = table.say(f"show {kind}s").lines
        heads = [line.split(" ")[0].strip(":") for line in lines if not line.startswith(" ")]
        assert heads == [item.name for item in items(table) if item.kind == kind]
        assert table.say(f"show {kind}").lines == lines


@each
def test_every_name_and_kind_can_be_completed_and_then_shown(scenario: str) -> None:
    table = typist(scenario)
    offered = names(table)
    assert {item.name for item in items(table)} < offered.keys()
    for word, about in offered.items():
        assert about.isprintable()
        assert table.say(f"show {word}").error is None


def test_words_are_taken_as_people_type_them(console: Consoles) -> None:
    table = console()
    wanted = table.say("show royal-air-force").lines
    for words in ("royal air force", "ROYAL", "royal air f", "Royal-Air"):
        assert table.say(f"show {words}").lines == wanted
    assert wanted[0] == "Royal Air Force, card: plane 2, British"


def test_ambiguous_and_unknown_names_are_one_line(console: Consoles) -> None:
    table = console()
    assert str(table.say("show vict").error) == (
        '"vict" can mean british-victory-points, turkish-victory-points'
    )
    assert str(table.say("show kemel").error) == 'no item "kemel"; did you mean "kemal"?'
    assert str(table.say("show qqq").error) == 'no item "qqq"; show without a name lists all'


def test_show_has_only_the_viewers_knowledge(console: Consoles) -> None:
    """The other side sees only the size of a hand, even if both sit at one table."""
    table = console(seats={})
    hands = {seat: table.session.state.sides[seat].hand for seat in ("british", "turkish")}
    assert table.viewer == "british"
    held, hidden = table.say("show british-hand").lines, table.say("show turkish-hand").lines
    table.say("done")
    assert table.viewer == "turkish"
    assert table.say("show british-hand").lines != held
    assert table.say("show turkish-hand").lines != hidden
    assert len(hands["british"]) != len(hidden)


def test_bare_tracks_are_things_where_a_game_describes_none(
    console: Consoles, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = console()
    monkeypatch.setattr(type(table.session.scenario.game), "items", lambda *_: ())
    assert table.say("show british-cas").lines == ["british-casualties, track: 0"]
    monkeypatch.setattr(type(table.session.scenario.game), "tracks", lambda *_: {})
    table = console()  # items are cached for each position of a game
    assert table.say("show").lines == ["this game has no items to show"]


@pytest.mark.parametrize("scenario", ["megiddo/1918", "lrdg/benghazi-road", "lawrence/aqaba"])
def test_items_are_shown_when_the_game_is_over(
    scenario: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = sandtable.new(scenario, seed=2)
    session.seat_players(dict.fromkeys(session.seats, "random"))
    for _ in session.play():
        pass
    table = Typist(session)
    assert session.outcome is not None
    assert all(table.say(f"show {item.name}").error is None for item in items(table))
    path = session.save(tmp_path / "over.jsonl")
    session.close()
    assert main(["resume", str(path), "--input", str(_written(tmp_path, "show\n"))]) == 0
    assert "show NAME describes one" in capsys.readouterr().out


def _written(folder: Path, text: str) -> Path:
    path = folder / "lines"
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    ("scenario", "words"),
    [
        ("lrdg/slonta", "drm MCO AP AV ‹f3v› m2 ■ ◆ ○ + c"),  # noqa: RUF001
        ("lawrence/aqaba", "1+5 OEF appeal LS:1 C ~ ! G2 ■ ○ x"),
        ("megiddo/1918", "Force disrupted L I C A M P S T N"),
    ],
)
def test_every_sign_of_the_screens_is_told_as_a_term_with_its_rule(scenario: str, words: str) -> None:
    table = typist(scenario)
    for word in words.split():
        head, *about = table.say(f"show {word}").lines
        assert ", term: " in head
        assert any("Rules: " in line for line in about)


@pytest.mark.parametrize("words", ["RR Break", "Tactical Edge", "Pasha (3)"])
def test_a_term_of_several_words_is_found_as_it_is_written(words: str) -> None:
    assert typist("lawrence/aqaba").say(f"show {words}").lines[0].startswith(f"{words}, term: ")
