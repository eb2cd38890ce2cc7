"""Guards around plugins: whatever their code raises, a line names the plugin, without a traceback."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from shelves import Shelf

RAISED = {
    "KeyboardInterrupt": "KeyboardInterrupt('no luck')",
    "mute": "type('Mute', (Exception,), {'__str__': lambda _: 1 / 0, '__repr__': lambda _: 1 / 0})",
}
"""Exceptions of plugins: KeyboardInterrupt without a signal, and an error without a text.

One guard serves every place; what it does with other exceptions is tested with it.
"""

REPORTED = {"KeyboardInterrupt": "no luck", "mute": "Mute"}
"""The reported text of each exception."""

BEGIN = "from collections.abc import Mapping\nfrom sandtable import *\nfrom sandtable.tooling import *\n"
JAM = "\ndef jam(*_, **__): {}\n"
"""A function that fails."""

HOOKS, GAME, SCENARIO = "st_jam/__init__.py", "st_stones/game.py", "st_stones/__init__.py"
"""The place of the code: in a plugin of its own, or in the toy game, which is then to blame."""

PLAY = "play stones/two --seed 1 --save new.jsonl"
OWN_BOT = f"{PLAY} --seat red=own"
TEST = "test stones --games 1 --quick"


class Place(NamedTuple):
    """Code of a plugin, and the words of the shell with which it runs.

    `typed` are the lines at the prompt, and `point` is the entry point of `extra-jam`. `goes_on` is
    printed in spite of the fault, and `status` is then the exit status. If `goes_on` is empty, the
    command cannot continue: the line is the only one on standard error, and the status is not 0.
    """

    code: str
    words: str = PLAY
    goes_on: str = "Saved in"
    status: int = 0
    file: str = HOOKS
    point: str = "plugins jam"
    typed: str = "lift north\ndone\nstatus\n"


def hook(name: str, given: str = "", body: str = "jam()") -> str:
    return f"@hookimpl\ndef {name}({given}): {body}\n"


def answer(name: str, given: str = "") -> str:
    """A hook whose answer fails when it is read."""
    odd = "class Odd(Mapping):\n  __iter__ = __getitem__ = __len__ = jam\n"
    return odd + hook(name, given, "return Odd()")


def word(**parts: str) -> str:
    """A word of the prompt with parts that fail."""
    parts = {"run": "lambda *_: ['fine']"} | parts
    given = ", ".join(f"{name}={value}" for name, value in parts.items())
    return hook("prompt_commands", "session", f"return {{'jam': Command('jam [X]', 'jams', {given})}}")


def bot(make: str) -> str:
    return "class Own:\n  choose = jam\n" + hook("bots", "game", f"return {{'own': {make}}}")


def migration(wanted: str) -> str:
    return hook("migrations", "game", f"return [Migration('x', {wanted}, jam)]")


def command(parts: str, words: str = "jam") -> Place:
    return Place(f"JAM = ShellCommand({parts})\n", words, "", point="commands jam")


def game(code: str, words: str = PLAY, goes_on: str = "", status: int = 1) -> Place:
    return Place(code, words, goes_on, status, file=GAME)


PLACES = {
    "the import of hooks": Place("jam()"),
    "the import of a game": game("jam()"),
    "the import of a scenario": game("jam()")._replace(file=SCENARIO),
    "the import of a rule": Place("jam()", "play ruled.toml", "", point="rules stones.jam"),
    "the import of a command": Place("jam()", "jam", "", point="commands jam"),
    # Hooks.
    "session_started": Place(hook("session_started", "session")),
    "action_done": Place(hook("action_done", "session, entry")),
    "session_ended": Place(hook("session_ended", "session"), f"{PLAY} --seat red=ra --seat blue=ra"),
    "prompt_commands": Place(hook("prompt_commands", "session")),
    "the answer to prompt_commands": Place(answer("prompt_commands", "session")),
    "sinks": Place(hook("sinks")),
    "the answer to sinks": Place(answer("sinks")),
    "bots": Place(hook("bots", "game")),
    "the answer to bots": Place(answer("bots", "game")),
    "migrations": Place(hook("migrations", "game"), "replay old.jsonl", "Not over"),
    "exporters": Place(hook("exporters"), "replay old.jsonl --out new.jam", "no format .jam", 2),
    "the answer to exporters": Place(
        hook("exporters", "", "yield jam()"), "replay old.jsonl --out new.jam", "no format .jam", 2
    ),
    "conformance_checks": Place(hook("conformance_checks", "game"), TEST, "1 finding", 1),
    "the answer to conformance_checks": Place(
        hook("conformance_checks", "game", "yield jam()"), TEST, "1 finding", 1
    ),
    "scenario_checks": Place(hook("scenario_checks", "scenario, plugins"), TEST, "1 finding", 1),
    "the answer to scenario_checks": Place(
        hook("scenario_checks", "scenario, plugins", "yield jam()"), TEST, "1 finding", 1
    ),
    # Answers of hooks.
    "a check of positions": Place(
        hook("conformance_checks", "game", "return [jam]"), TEST, "1 finding", 1
    ),
    "whether a migration is wanted": Place(migration("jam"), "replay old.jsonl", ""),
    "the step of a migration": Place(migration("lambda header: True"), "check old.jsonl", "line 1", 1),
    "a format": Place(
        hook("exporters", "", "return [Exporter('replay', '.jam', 'jam', jam)]"),
        "replay old.jsonl --out new.jam",
        "",
    ),
    "the making of a bot": Place(bot("jam"), OWN_BOT, status=2),
    "the setting of a bot": Place(bot("jam"), f"{OWN_BOT}:3", ""),
    "the choice of a bot": Place(bot("Own"), OWN_BOT, status=1),
    "a bot that is simulated": Place(bot("Own"), "simulate stones/two --seat red=own --games 2", ""),
    "a word": Place(word(run="jam"), typed="jam\n", status=2),
    "a word that goes on": Place(word(run="lambda *_: (jam() for _ in [1])"), typed="jam\n", status=2),
    # The shell.
    "the run of a command": command("run=jam"),
    "the arguments of a command": command("run=jam, arguments=jam"),
    "the help of a command": command("run=jam, arguments=jam", "jam --help"),
    "the type of an argument": command(
        "run=jam, arguments=lambda parser: parser.add_argument('x', type=jam)", "jam 3"
    ),
    # Rules, scenarios, games.
    "a special rule": Place(
        "from st_stones.game import Harvest\nclass Jam(Harvest):\n  turn_begins = jam\n",
        "play ruled.toml",
        "",
        point="rules stones.jam",
    ),
    "a game that is made": game("Stones.__init__ = jam"),
    "a game that is set up": game("Stones.setup = jam"),
    "the options of a game": game("Lifting.candidates = jam"),
    "the refusals of a game": game("Lifting.refusal = jam"),
    "a choice in a game": game("Lifting.choose = jam", goes_on="Saved in"),
    "a phase of a game": game("Toss.run = jam", goes_on="Saved in"),
    "the view of a game": game("Stones.view = jam"),
    "the names of a game": game("Stones.names = jam"),
    "the board of a game": game("Stones.board = jam", goes_on="Saved in"),
    "an event of a game": game("Lifted.text = property(jam)", goes_on="Saved in"),
    "who sees an event of a game": game("Lifted.seen_by = jam", goes_on="Saved in"),
    "the bot of a game": game("Greedy.choose = jam", f"{PLAY} --seat red=scripted", "Saved in"),
    "the making of a game's bot": game(
        "Stones.scripted_bot = jam", f"{PLAY} --seat red=scripted", "Saved in", 2
    ),
    "a game that is replayed": game("Toss.run = jam", "replay old.jsonl", "lift north"),
    "a game that is verified": game("Toss.run = jam", "replay old.jsonl --verify"),
    "a game that is checked": game("Toss.run = jam", "check old.jsonl", "diverges at line 3"),
    "a game that is set up to be checked": game(
        "Stones.setup = jam", "check old.jsonl", "diverges at line 1"
    ),
    "a game that is resumed": game("Toss.run = jam", "resume old.jsonl"),
    "a map": game("Stones.board = jam", "map old.jsonl"),
    "a game that is examined": game("Toss.run = jam", TEST, "1 finding"),
    "a view that is examined": game("Stones.view = jam", TEST, "1 finding"),
    "a bot that is examined": game("Greedy.choose = jam", TEST, "1 finding"),
    "a scenario that is checked": game(
        "Toss.run = jam", "scenario check stones/two --games 2", "goes wrong in play"
    ),
    "the oddities of a scenario": game(
        "Stones.oddities = jam", "scenario check stones/two --games 2", "2 games played by"
    ),
    "a game that is simulated": game("Toss.run = jam", "simulate stones/two --games 2"),
    "the odds of a game": game("Toss.run = jam", "odds old.jsonl lift north"),
    "hints for a game": game("Toss.run = jam", "hint old.jsonl --time 3"),
}


@pytest.fixture
def install(run, shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Installs the toy game, saves a game of it, and then replaces its code by code that fails."""
    monkeypatch.chdir(tmp_path)

    def installed(place: Place, fails: str) -> None:
        shelf.stones()
        text = (shelf.folder / "st_stones/two.toml").read_text()
        ruled = text.replace("[heaps]", 'rules = [{ name = "stones.jam" }]\n[heaps]')
        Path("ruled.toml").write_text(ruled)
        played = run(*PLAY.replace("new", "old").split(), typed="lift north\ndone\n")
        assert played.status == 0
        shelf.forget()
        if place.file == HOOKS:
            value = {"commands": ":JAM", "rules": ":Jam"}.get(place.point.partition(" ")[0], "")
            shelf.add("extra-jam", {place.point: f"st_jam{value}"}, {})
        file = shelf.folder / place.file
        before = file.read_text() if file.exists() else BEGIN
        shelf.write({place.file: before + JAM.format(fails) + place.code})

    return installed


def test_a_file_that_a_plugin_does_not_find_names_the_plugin(install, run) -> None:
    install(command("run=jam"), "open('nowhere/map.txt')")
    ran = run("jam")
    assert (ran.status, ran.err.count("\n")) == (1, 1)
    assert ran.err.startswith(
        "sandtable: a fault of the command jam (extra-jam 1.2): FileNotFoundError: "
    )


def test_what_is_wrong_with_plugins_is_said_before_the_last_line_of_check(install) -> None:
    install(Place(hook("migrations", "game")), "raise KeyError('no luck')")
    line = [sys.executable, "-m", "sandtable", "check", "old.jsonl"]
    both = subprocess.run(line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    *before, last = both.stdout.splitlines()
    assert (last, "no luck" in "\n".join(before)) == ("1 save verified", True)


JAM_COMMAND = "JAM = ShellCommand(run=jam, arguments=lambda parser: parser.add_argument('x', "

CASES = [
    pytest.param(place, raised, id=f"{name}-{raised}")
    for name, place in PLACES.items()
    for raised in RAISED
]


@pytest.mark.parametrize(("place", "raised"), CASES)
def test_a_line_names_a_plugin_that_raises_and_the_command_continues_if_it_can(
    place: Place, raised: str, run, install, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(place, f"raise {RAISED[raised]}")

    ran = run(*place.words.split(), typed=place.typed)

    lines = (ran.out + ran.err).splitlines()
    blamed, message = "jam" if place.file == HOOKS else "stones", REPORTED[raised]
    assert "Traceback" not in ran.out + ran.err
    assert [line for line in lines if blamed in line and message in line], ran
    if place.goes_on:
        assert (place.goes_on in ran.out + ran.err, ran.status) == (True, place.status), ran
    else:
        assert (ran.err.count("\n"), ran.status in (1, 2)) == (1, True), ran


@pytest.mark.parametrize("raised", RAISED)
@pytest.mark.parametrize("code", ["jam()", f"{JAM_COMMAND}completer=jam))"])
def test_where_a_shell_asks_how_a_line_goes_on_nothing_is_said(
    raised: str, code: str, install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(Place(code, point="commands jam"), f"raise {RAISED[raised]}")
    answer = tmp_path / "answer"
    line = "sandtable jam x"
    asks = {"_ARGCOMPLETE": "1", "_ARGCOMPLETE_STDOUT_FILENAME": str(answer), "_ARGCOMPLETE_IFS": " "}
    for name, value in (asks | {"COMP_LINE": line, "COMP_POINT": str(len(line))}).items():
        monkeypatch.setenv(name, value)
    assert program("") == (0, "", "")
    assert answer.read_text() == ""


# Printing, where standard output has what the program says.

NOISY = """
def noisy(function):
    def prints(*given, **named):
        print("NOISE")
        return function(*given, **named)
    return prints
Toss.run, Greedy.choose = noisy(Toss.run), noisy(Greedy.choose)
Stones.setup, Stones.view, Stones.board = map(noisy, (Stones.setup, Stones.view, Stones.board))
jam()
"""
"""Code of a game that prints on import, in its rules and in its bot."""

NOISY_HOOKS = "".join(
    hook(name, given, "print('NOISE')")
    for name, given in {"bots": "game", "migrations": "game", "session_started": "session"}.items()
)


@pytest.fixture
def noisy(install, run, shelf: Shelf) -> None:
    """Installs the toy game and a plugin with hooks, which print."""
    install(game(NOISY), "print('NOISE')")
    shelf.hook("noisy", NOISY_HOOKS)
    run(*PLAY.replace("new", "over").split(), "--seat", "red=scripted", "--seat", "blue=random")


@pytest.mark.usefixtures("noisy")
@pytest.mark.parametrize(
    "words",
    [
        "replay old.jsonl",
        "replay old.jsonl --json",
        "replay old.jsonl --verify",
        "report old.jsonl",
        "check old.jsonl",
        "map old.jsonl",
        "map stones/two",
        "list stones",
        "list stones --json",
        "rules stones",
        "simulate stones/two --games 2 --seed 1 --seat red=scripted --json",
        "scenario check stones/two --games 1 --json",
        "odds old.jsonl --to 1 lift north --json",
        "hint old.jsonl --to 1 --time 2 --json",
        "coach over.jsonl --time 2 --json",
    ],
)
def test_what_a_plugin_prints_is_not_in_the_output(words: str, run) -> None:
    ran = run(*words.split())
    assert (ran.out != "", "NOISE" in ran.out, "Traceback" in ran.err) == (True, False, False), ran


@pytest.mark.usefixtures("noisy")
def test_what_a_plugin_prints_in_other_processes_is_not_in_the_output() -> None:
    status, out, err = program("simulate stones/two --games 2 --jobs 2 --seat red=scripted --json")
    assert (status, out[0], "NOISE" in out, "NOISE" in err) == (0, "{", False, True)


# Ending the process, which nobody can catch.

END = "__import__('os')._exit(0)"


def test_check_ends_with_the_number_of_saves_that_it_verified(install, run) -> None:
    install(game(""), "pass")
    assert run("check", "old.jsonl", "old.jsonl").out.splitlines()[-1] == "2 saves verified"
    ran = run("check", "old.jsonl", "none.jsonl")
    assert (ran.status, ran.out.splitlines()[-1]) == (2, "1 of 2 saves verified")
    assert run("check", "none.jsonl").status == 2


def test_without_that_line_a_plugin_has_ended_the_check(install) -> None:
    install(game("Toss.run = jam"), END)
    status, out, _ = program("check old.jsonl")
    assert (status, "verified" in out) == (0, False)


def program(words: str) -> tuple[int, str, str]:
    """The exit status and the output of the program in its own process, which may end."""
    line = [sys.executable, "-m", "sandtable", *words.split()]
    ran = subprocess.run(line, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return ran.returncode, ran.stdout, ran.stderr


def test_a_plugin_that_ends_a_process_which_examines_stops_the_test(install) -> None:
    install(Place("jam()"), END)
    status, out, err = program(f"{TEST} --jobs 2")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "a process that was playing was killed by a plugin, or from outside" in err


def test_a_game_that_fails_in_other_processes_is_named(install) -> None:
    install(game("Toss.run = jam"), f"raise {RAISED['KeyboardInterrupt']}")
    status, out, err = program("simulate stones/two --games 2 --jobs 2")
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert "seed 1/1: a fault of the game stones (stones-game 1.2): " in err
    assert "no luck" in err
