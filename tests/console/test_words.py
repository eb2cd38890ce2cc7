"""Words at the prompt: the kernel's and those of plugins come by one hook, and work the same."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pexpect
import pytest

import sandtable
from sandtable import Candidate, Command, SandtableError
from sandtable.plugins.catalog import Catalog, catalog
from sandtable_console import handlers, vocabulary, words
from sandtable_console.completion import candidates
from sandtable_console.hooks import prompt_commands
from sandtable_console.line_check import NOTHING, Check, check
from sandtable_tools.kit import Typist

PLAY = ("play", "megiddo/1918", "--seed", "1", "--seat", "turkish=scripted")

KEY = "plugin telegrams (extra-telegrams)"

TELEGRAMS = """
from sandtable import Candidate, Command, SandtableError, hookimpl, suggest

STYLES = {"short": "a line", "long": "all of it"}

def telegram(console, rest):
    if rest not in STYLES:
        raise SandtableError(f'telegram takes short or long, not "{rest}"')
    return [f"{rest.upper()} STOP"]

def complete(console, rest):
    return suggest(STYLES, rest)

def preview(console, rest):
    return f"writes {telegram(console, rest)[0]}" if rest else ""

TELEGRAM = Command(
    "telegram STYLE", "the turn as a telegram", telegram, complete, preview,
    kind="looks", examples=("telegram short",), aliases=("wire",), after_end=True,
)

@hookimpl
def prompt_commands(session):
    return {"telegram": TELEGRAM}
"""


def module(code: str) -> ModuleType:
    plugin = ModuleType("st_telegrams")
    exec(code, vars(plugin))  # noqa: S102
    return plugin


def table_of(code: str, scenario: str = "megiddo/1918-even") -> Typist:
    """A console with a plugin of this code."""
    known = Catalog()
    known.loader.load_hooks()
    known.listeners.register(module(code), KEY)
    return Typist(sandtable.new(scenario, seed=11, plugins=known), numbers=True)


def table_with(command: Command) -> Typist:
    """The same for one command."""
    plugin = module("from sandtable import hookimpl\nWORDS = {}\n@hookimpl\n"
                  "def prompt_commands(session): return WORDS\n")  # fmt: skip
    plugin.WORDS[command.word] = command
    plugins = Catalog()
    plugins.loader.load_hooks()
    plugins.listeners.register(plugin, KEY)
    return Typist(sandtable.new("megiddo/1918-even", seed=11, plugins=plugins), numbers=True)


def done_with(console: Typist, rest: str) -> list[str]:
    return [f"done with {rest}"]


# The kernel's own words.


def test_the_tables_own_words_come_by_the_hook_that_a_plugin_uses(
    console: Callable[..., Typist],
) -> None:
    table = console()
    answers = dict(table.session.plugins.ask(prompt_commands, dict, session=table.session))
    assert dict(answers[vocabulary.NAME]).items() <= table.commands.items()
    own = [command.word for command in words.COMMANDS]
    assert own == [word for word in table.commands if word in own]
    assert next(reversed(table.commands.values())).kind == "leaves"


@pytest.mark.parametrize("command", words.COMMANDS, ids=lambda command: command.word)
def test_examples_are_of_the_word_and_are_shown_by_help(
    console: Callable[..., Typist], command: Command
) -> None:
    table = console()
    for example in command.examples:
        assert table.reader.meaning(example).command is table.commands[command.word]
        assert example in " ".join(" ".join(table.say(f"help {command.word}").lines).split())


def test_every_example_can_be_typed_in_a_first_turn(tmp_path: Path, monkeypatch) -> None:
    """The words of tools too; those that play many games out take too long."""
    monkeypatch.chdir(tmp_path)
    words_of = Typist(sandtable.new("lrdg/benghazi-road", seed=3)).commands
    refused = {}
    for example in [example for command in words_of.values() for example in command.examples]:
        if example.startswith(("hint ", "coach ")):
            continue
        with sandtable.new("lrdg/benghazi-road", seed=3) as session:
            session.save(str(tmp_path / f"{len(list(tmp_path.iterdir()))}.jsonl"))
            table = Typist(session, numbers=True)
            for line in ("historical", "detach 1st siwa", "abort" if "redo" in example else "", "?"):
                table.say(line)
            if "goto" in example:
                table.say("abort")
            if error := table.say(example).error:
                refused[example] = str(error)
    assert refused == {}


def test_nothing_but_the_words_themselves_is_keyed_by_a_word() -> None:
    """The test looks for a word as the key of a dict, in a tuple, list or set, or in a comparison.

    `status` and `note` are kinds of lines too, which themes are keyed by, and a full stop is a sign.
    """
    command_words = {name for command in words.COMMANDS for name in (command.word, *command.aliases)} - {
        "status",
        "note",
        ".",
    }
    folder = Path(str(words.__file__)).parent
    keyed = []
    for path in folder.parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            named: list[ast.expr | None] = []
            if isinstance(node, ast.Dict):
                named = [*node.keys]
            elif isinstance(node, ast.Tuple | ast.List | ast.Set):
                named = [*node.elts]
            elif isinstance(node, ast.Compare):
                named = [node.left, *node.comparators]
            keys = [node.value for node in named if isinstance(node, ast.Constant)]
            keyed += [(path.name, key) for key in keys if key in command_words]
    assert keyed == []


def test_the_imports_of_a_word_wait_until_it_is_used() -> None:
    code = (
        "import sys, sandtable; from sandtable_console.console import Console;"
        "list(Console(sandtable.new('megiddo/1918-even', seed=1)).do('status'));"
        "print(*[name for name in sys.modules if name.startswith('sandtable.')])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {"sandtable_tools.advice", "sandtable_tools.odds"}
    heavy |= {f"sandtable_console.{name}" for name in ("show", "why")}
    assert heavy & set(run.stdout.split()) == set()


def test_the_end_of_a_game_leaves_the_prompt_also_by_another_word(
    console: Callable[..., Typist],
) -> None:
    table = console()
    assert check(table, "quit; done") == check(table, "exit; done") == NOTHING
    assert table.say("EXIT").error is None
    assert table.left


def test_a_lessons_words_say_before_what_they_would_refuse() -> None:
    from sandtable_tools.lessons import lesson as lessons
    from sandtable_tools.lessons.guide import Guide

    lesson = lessons.lesson_of(catalog().game("megiddo"))
    assert lesson is not None
    with lesson.begin() as session:
        guide = Typist(session)
        Guide(guide, lesson).begin_at(1)
        refusal = "you have not left the lesson's path"
        assert check(guide, "back").text == str(guide.say("back").error) == refusal
        assert check(guide, "skip") == Check("command", "skip to the lesson's next chapter")
        assert check(guide, "skip; done") == NOTHING


# A plugin's word.


def test_a_plugins_word_is_completed_checked_and_explained_as_the_tables_own() -> None:
    table = table_of(TELEGRAMS)
    assert candidates(table, "tele") == [Candidate("telegram", 4, "the turn as a telegram")]
    assert candidates(table, "telegram ") == [("short", 0, "a line"), ("long", 0, "all of it")]
    assert candidates(table, "status; tel l") == [("long", 1, "all of it")]
    assert check(table, "telegram") == Check("command", "the turn as a telegram")
    assert check(table, "tel short") == Check("command", "writes SHORT STOP")
    refusal = 'telegram takes short or long, not "blue"'
    assert check(table, "telegram blue") == Check("unknown", refusal)
    assert str(table.say("telegram blue").error) == refusal
    assert table.say("tel short").lines == ["SHORT STOP"]
    assert table.say("help telegram").lines == [
        "  telegram STYLE         the turn as a telegram",
        "                         for example: telegram short",
    ]
    assert table.say("why telegram long").lines == ["telegram long is possible now: writes LONG STOP."]
    assert table.say("telegram long ?").lines == ["LONG STOP"]
    assert table.say("wire long").lines == ["LONG STOP"]
    assert "telegram" in " ".join(table.say("?").lines)
    assert "explains telegram" in [check(table, "help teleg").text]


def test_a_plugins_word_is_completed_and_told_of_at_a_terminal(
    at_terminal: Callable[..., pexpect.spawn], tmp_path: Path
) -> None:
    child = playing(at_terminal, installed(tmp_path, TELEGRAMS))
    child.send("telegram lo")
    child.expect_exact("all of it")
    child.send("ng")
    child.expect("writes.*LONG.*STOP")  # unchanged parts of the line below are not drawn again
    child.send("\r")
    child.expect_exact("LONG STOP\r")
    assert leave(child) == 0


def playing(at_terminal: Callable[..., pexpect.spawn], path: str) -> pexpect.spawn:
    """A game at a terminal that reports the place of its cursor, so that the line below is shown."""
    child = at_terminal(*PLAY, rows=50, columns=120, PYTHONPATH=path, PROMPT_TOOLKIT_NO_CPR="")
    child.expect_exact("\x1b[6n")
    child.send("\x1b[20;1R")
    child.expect_exact("british>")
    return child


def leave(child: pexpect.spawn) -> int:
    """Leave the game; return the exit status."""
    child.expect_exact("british>")
    child.send("quit\r")
    child.expect(pexpect.EOF)
    status: int = child.wait()
    return status


def installed(folder: Path, code: str) -> str:
    """A path with a distribution of this code."""
    (folder / "st_telegrams.py").write_text(code)
    about = folder / "extra_telegrams-1.2.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: extra-telegrams\nVersion: 1.2\n")
    (about / "entry_points.txt").write_text("[sandtable.plugins]\ntelegrams = st_telegrams\n")
    return os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])


def test_a_word_that_takes_a_text_gets_it_as_it_was_typed() -> None:
    table = table_with(Command("wire TEXT", "send it", done_with, takes_text=True))
    assert table.say("wire so  it; goes #1").lines == ["done with so  it; goes #1"]
    assert candidates(table, "wire so; don") == []
    assert check(table, "status; wire a; b") == Check("command", "send it")
    assert table.say("wire what?").lines == ["done with what?"]


def test_commands_after_a_word_that_moves_are_not_checked() -> None:
    for kind in ("changes", "goes back", "leaves"):
        table = table_with(Command("wire", "send it", done_with, kind=kind))
        assert check(table, "wire; done") == NOTHING
    for kind in ("looks", "works"):
        table = table_with(Command("wire", "send it", done_with, kind=kind))
        assert check(table, "wire; done").kind == "valid"


def test_a_refused_word_that_moves_can_be_asked_about() -> None:
    def refuse(console: Typist, rest: str) -> list[str]:
        raise SandtableError("the wires are cut")

    for kind, remembered in (("changes", True), ("goes back", True), ("works", False)):
        table = table_with(Command("wire", "send it", refuse, kind=kind))
        table.say("wire")
        assert (table.refused == {"british": "wire"} or table.refused == {None: "wire"}) is remembered


def test_a_question_mark_asks_about_a_word_that_does_more_than_look() -> None:
    table = table_with(Command("wire [TEXT]", "send it", done_with))
    assert table.say("wire?").lines == ["  wire [TEXT]            send it"]
    table = table_with(Command("wire [TEXT]", "send it", done_with, kind="looks"))
    assert table.say("wire?").lines == ["done with "]


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (Command("undo", "mine now", done_with), "the command undo already exists"),
        (Command("wire", "", done_with, aliases=("exit",)), "the command exit already exists"),
        (Command("wire", "", done_with, aliases=("a b",)), "a command is one plain word, not 'a b'"),
        (Command("exit", "", done_with), "the command exit already exists"),
        (Command("odds", "", done_with), "the command odds already exists"),
        (Command("wire", "", done_with, aliases=("hint",)), "the command hint already exists"),
    ],
)
def test_a_word_that_is_taken_is_named_and_left_out(command: Command, expected: str) -> None:
    table = table_with(command)
    assert table.session.plugins.problems == [f"{KEY}: {expected}"]
    for word in (command.word for command in words.COMMANDS):
        assert table.commands[word].run is next(
            command.run for command in words.COMMANDS if command.word == word
        )
    assert command.word not in table.commands or table.commands[command.word].run is not done_with
    assert {"odds", "hint"} <= table.commands.keys()


def test_a_kind_that_there_is_not_is_refused_where_it_stands() -> None:
    table = table_of(TELEGRAMS.replace('"looks"', '"look"').replace("TELEGRAM = ", "def made(): return ")
                     .replace('"telegram": TELEGRAM', '"telegram": made()'))  # fmt: skip
    (problem,) = table.session.plugins.problems
    assert problem.startswith(f"{KEY} failed in prompt_commands")
    assert 'no kind of command "look"; did you mean "looks"?' in problem


def test_an_output_that_is_no_text_is_refused() -> None:
    with pytest.raises(TypeError, match="usage and help of a command must be strings"):
        Command("wire", None, done_with)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="aliases of a command must be lists of strings"):
        Command("wire", "send it", done_with, aliases="telegram")


class Own(BaseException):
    """An exception that is not an Exception."""


@pytest.mark.parametrize("error", [RuntimeError, SystemExit, GeneratorExit, KeyboardInterrupt, Own])
@pytest.mark.parametrize("part", ["run", "complete", "preview"])
def test_a_part_that_fails_is_named_its_word_left_out_and_the_game_goes_on(
    part: str, error: type[BaseException]
) -> None:
    def fail(console: Typist, rest: str) -> list[str]:
        raise error("no wire")

    parts = {"run": done_with, part: fail}
    table = table_with(Command("wire [TEXT]", "send it", **parts))  # type: ignore[arg-type]
    plugins = table.session.plugins
    problem = f"{KEY} failed in {PARTS[part]} wire: {error.__name__}: no wire"
    with handlers.interruptible():  # else each KeyboardInterrupt counts as Ctrl-C
        if part == "run":
            assert str(table.say("wire x").error) == problem
        elif part == "complete":
            assert candidates(table, "wire x") == []
        else:
            assert check(table, "wire x") == Check("unknown", problem)
    assert plugins.problems == [problem] * (part != "run")
    assert "wire" not in table.commands
    assert table.say("wire x").error is not None
    assert table.say("discard engineer").error is None


PARTS = {
    "run": "its command",
    "complete": "the completion of its command",
    "preview": "the preview of its command",
}


@pytest.mark.parametrize(
    "found", [None, 3, [1], [("long", 5, "")], [("long", -1, "")], [("long", "x", "")]]
)
def test_a_candidate_that_does_not_fit_the_line_is_not_offered(found: object) -> None:
    table = table_with(Command("wire [TEXT]", "send it", done_with, complete=lambda *_: found))  # type: ignore[arg-type, return-value]
    assert candidates(table, "wire lo") == []
    (problem,) = table.session.plugins.problems
    assert problem.startswith(f"{KEY} failed in the completion of its command wire: ")


def test_a_completion_that_refuses_offers_nothing_and_stays() -> None:
    def refuse(console: Typist, rest: str) -> list[Candidate]:
        raise SandtableError("nothing yet")

    table = table_with(Command("wire [TEXT]", "send it", done_with, complete=refuse))
    assert candidates(table, "wire ") == []
    assert "wire" in table.commands


def test_a_plugin_that_fails_at_a_key_is_named_at_the_terminal(
    at_terminal: Callable[..., pexpect.spawn], tmp_path: Path
) -> None:
    code = TELEGRAMS.replace("return suggest(", "return 1 / 0 or suggest(")
    child = playing(at_terminal, installed(tmp_path, code))
    child.send("telegram ")
    child.expect_exact("choose from discard, done")  # the word is gone
    child.send("long\r")
    child.expect_exact(f"{KEY} failed in the completion of its command telegram: ZeroDivisionError")
    assert leave(child) == 0


def test_a_command_may_be_made_of_three_things() -> None:
    table = table_with(Command("wire", "send it", done_with))
    assert check(table, "wire") == Check("command", "send it")
    assert table.say("wire").lines == ["done with "]
