"""A game's verbs are its own: no word of a plugin takes their place or their beginnings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

import sandtable
from sandtable import Action, Command
from sandtable.plugins.catalog import Catalog
from sandtable_console import Console, Text, words
from sandtable_console.completion import candidates
from sandtable_console.line_check import check
from sandtable_tools.kit import Typist

if TYPE_CHECKING:
    from shelves import Shelf

KEY = "plugin wires (extra-wires)"


def done_with(console: Typist, rest: str) -> list[str]:
    return [f"wired {rest}"]


def with_words(
    *typed: str,
    scenario: str = "megiddo/1918-even",
    aliases: tuple[str, ...] = (),
    kind: type[Command] = Command,
    others: tuple[str, ...] = (),
) -> Typist:
    """A console with a plugin that brings these words, and `others` that bring them too."""
    brought = {word: kind(f"{word} [TEXT]", "send it", done_with, aliases=aliases) for word in typed}
    plugins = Catalog()
    plugins.loader.load_hooks()
    for name in ("wires", *others):
        plugin = ModuleType(f"st_{name}")
        vars(plugin)["prompt_commands"] = sandtable.hookimpl(lambda: brought)
        plugins.listeners.register(plugin, KEY.replace("wires", name))
    return Typist(sandtable.new(scenario, seed=11, plugins=plugins), numbers=True)


def chosen(table: Typist) -> list[str]:
    return [str(entry.action) for entry in table.session.log if entry.action]


def test_a_plugins_word_that_is_a_verb_gives_way_and_is_named() -> None:
    table = with_words("discard", "done", "attack")
    assert table.session.plugins.problems == [
        f"{KEY}: the command {verb} gives way to the action {verb} of megiddo; type wires.{verb}"
        for verb in ("discard", "done", "attack")
    ]
    assert table.say("discard engineer").error is None
    assert chosen(table) == ["discard engineer"]


def test_a_script_plays_the_game_whatever_words_a_plugin_brings(
    run, shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code = "from sandtable import Command\n@hookimpl\ndef prompt_commands(session):\n"
    code += "  return {w: Command(w, 'x', lambda *_: ['taken']) for w in ('discard', 'done')}\n"
    shelf.hook("wires", code)
    words = "play megiddo/1918-even --seed 11 --seat turkish=scripted --save g.jsonl"
    ran = run(*words.split(), typed="discard engineer\ndone\n")
    assert (ran.status, "taken" in ran.out) == (0, False)
    assert "done gives way to the action done of megiddo; type wires.done" in ran.out + ran.err
    done = [str(entry.action) for entry in sandtable.load("g.jsonl").log if entry.seat == "british"]
    assert done[:2] == ["discard engineer", "done"]


@pytest.mark.parametrize(
    ("word", "scenario", "verb"),
    [
        ("at", "megiddo/1918-even", "attack"),
        ("at", "lawrence/aqaba", "at"),
        ("air", "lrdg/slonta", "air-maintenance"),
    ],
)
def test_a_word_that_begins_a_verb_gives_way_and_is_named(word: str, scenario: str, verb: str) -> None:
    table = with_words(word, scenario=scenario)
    (problem,) = table.session.plugins.problems
    game = scenario.partition("/")[0]
    way = f"the command {word} gives way to the action {verb} of {game}; type wires.{word}"
    assert problem == f"{KEY}: {way}"
    assert word not in table.commands
    assert table.say(f"wires.{word} at once").lines[0] == "wired at once"


def test_the_long_form_completes_and_explains_itself_and_its_word_stays_the_games() -> None:
    table = with_words("done", kind=Loud).start()
    assert [word for word, *_ in candidates(table, "wi")] == ["wires.done"]
    assert check(table, "wires.done now").text == "send it at 11"
    assert table.say("wires.d").lines == ["wired "]
    assert "wires.done [TEXT]" in table.say("help wires.done").lines[0]
    assert "wires.done" in " ".join(table.say("?").lines)
    for typed in ("done", "do", "don"):
        assert table.reader.meanings_of(typed) == ["done"]


def test_two_plugins_with_one_verb_are_told_apart_by_their_names() -> None:
    table = with_words("done", others=("flares",)).start()
    assert table.say("wires.done").lines == table.say("flares.done").lines == ["wired "]


def test_the_prompt_says_at_the_start_how_a_clashing_word_is_typed() -> None:
    said = [output.lines for output in with_words("done").begin() if isinstance(output, Text)]
    assert said[-1] == [
        f"{KEY}: the command done gives way to the action done of megiddo; type wires.done"
    ]


class Loud(Command, frozen=True):
    volume: int = 11

    def effect(self, console: Console, rest: str) -> str:
        return f"send it at {self.volume}"


def test_a_plugins_own_kind_of_command_stays_what_it_is() -> None:
    table = with_words("wire", kind=Loud)
    assert table.session.plugins.problems == []
    assert check(table, "wire all").text == "send it at 11"


def test_another_word_for_it_that_is_a_verb_gives_way_too() -> None:
    table = with_words("wire", aliases=("pass",))
    (problem,) = table.session.plugins.problems
    assert problem == f"{KEY}: the command pass gives way to the action pass of megiddo; type wires.pass"
    table.session.plugins.problems.take()
    assert table.say("wires.pass on").lines == table.say("wire on").lines == ["wired on"]
    assert table.say("pass").error is not None  # the game's, which is not legal now


@pytest.mark.parametrize("word", ["disband", "donate", "atone", "helper"])
def test_a_beginning_means_what_it_would_without_the_plugin(word: str) -> None:
    table, without = with_words(word), with_words()
    for typed in (word[:size] for size in range(1, len(word))):
        if meant := without.reader.meanings_of(typed):
            assert table.reader.meanings_of(typed) == meant
    assert table.say(f"{word} at once").lines == ["wired at once"]


def test_the_beginning_of_a_verb_means_the_action_despite_a_longer_word() -> None:
    table = with_words("disband")
    assert check(table, "dis eng").kind == "valid"
    assert table.say("dis eng").error is None
    assert chosen(table) == ["discard engineer"]
    assert table.say("disb").lines == ["wired "]


def test_a_verb_that_is_not_legal_now_is_not_taken_either() -> None:
    table = with_words("passage")
    reply = table.say("pa")
    assert (reply.lines, "pass" in str(reply.error)) == ([], True)


@pytest.mark.parametrize("word", [command.word for command in words.COMMANDS if command.word.isalpha()])
def test_an_action_called_like_one_of_our_words_can_be_done(
    word: str, toy: ModuleType, stones_of: Callable[..., Typist]
) -> None:
    taken = type(word.title(), (Action,), {"__module__": __name__}, frozen=True)
    table = stones_of(actions=(toy.Lift, toy.Play, toy.Done, taken))
    problems = table.session.plugins.problems.take()
    way = f"the command {word} gives way to the action {word} of stones; type prompt.{word}"
    assert problems == [f"the prompt: {way}"]
    assert (word in table.commands, f"prompt.{word}" in table.commands) == (False, True)
    assert " is for " in str(table.say(word).error) or "never chosen" in str(table.say(word).error)


def test_a_verb_that_is_another_word_for_one_of_ours_can_be_done(
    toy: ModuleType, stones_of: Callable[..., Typist]
) -> None:
    taken = type("Exit", (Action,), {"__module__": __name__}, frozen=True)
    table = stones_of(actions=(toy.Lift, toy.Play, toy.Done, taken))
    assert table.say("exit").error is not None
    assert not table.left
    assert table.say("quit").error is None
    assert table.left
