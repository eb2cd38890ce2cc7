"""Commands of the shell: built-in ones are entry points, and so are third-party ones."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from nonempty import some

from sandtable.plugins.catalog import catalog
from sandtable_shell.command_words import built_in_words, required_words
from sandtable_shell.reading import parser_of

if TYPE_CHECKING:
    from shelves import Shelf

SHELL = """
from sandtable import SandtableError, ShellCommand

def arguments(parser):
    parser.add_argument("to", help="who gets it", completer=lambda **_: {"cairo": "GHQ", "siwa": ""})
    parser.add_argument("--stop", action="store_true", help="100%% in capitals")

def run(arguments):
    if arguments.to == "nobody":
        raise SandtableError("nobody is there")
    print(arguments.to.upper() if arguments.stop else arguments.to)
    return 0 if arguments.to else 1

def burst(arguments):
    1 / 0

def burst_early(parser):
    parser.add_argument("--stop")
    parser.add_argument("--stop")

DISPATCH = ShellCommand(
    run=run,
    arguments=arguments,
    summary="write a turn up as a telegram, 100% in words",
    group="play",
    examples=("sandtable dispatch cairo", "sandtable dispatch siwa --stop"),
)
CIPHER = DISPATCH._replace(summary="hide it", group="signals")
SEND = ShellCommand(run=lambda arguments: print("sent") or 0, summary="send it")
EMPTY = ShellCommand()
FAULT = ShellCommand(run=burst)
EARLY = ShellCommand(run=run, arguments=burst_early)
NONE = ShellCommand(run=lambda arguments: print("done"))
LEAVES = ShellCommand(run=lambda arguments: (_ for _ in ()).throw(GeneratorExit))
"""


def bring(shelf: Shelf, points: dict[str, str], name: str = "signals") -> None:
    package = f"st_{name}"
    shelf.add(
        name,
        {f"commands {id}": f"{package}.shell:{thing}" for id, thing in points.items()},
        {f"{package}/__init__.py": "", f"{package}/shell.py": SHELL},
    )


def row(run: Any, id: str) -> str:
    lines = run("plugins", "list").out.splitlines()
    return next(" ".join(line.split()) for line in lines if line.split()[:2] == ["command", id])


# Built-in commands.


def test_the_words_of_the_shell_are_required_and_those_of_the_tools_are_not() -> None:
    required = {
        plugin.id for plugin in catalog().plugins if plugin.kind == "command" and plugin.required
    }
    assert required_words().keys() == required
    others = [word for id, word in built_in_words().items() if id not in required]
    assert all(word.names.startswith("sandtable_tools.") for word in some(others))


def test_every_built_in_word_has_a_heading_and_none_runs_into_the_next() -> None:
    words = [word for id, word in required_words().items() if "." not in id]
    assert all(word.group for word in words)
    groups = [word.group for word in words]
    assert groups == sorted(groups, key=groups.index)


@pytest.mark.parametrize("word", ["", "plugins", "scenario", "play"])
def test_help_is_the_same_when_it_is_asked_for_again(word: str) -> None:
    parser = parser_of(word)
    assert parser.format_help() == parser.format_help()


def test_a_word_imports_its_own_module_and_looks_for_no_entry_points(home: Path) -> None:
    code = (
        "import sys; from sandtable_shell import main; main(['config', 'path'])\n"
        "slow = ('importlib.metadata', 'sandtable.plugins.catalog', 'sandtable_shell.play')\n"
        "print(*[name for name in slow if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == ""


# Third-party commands.


def test_the_word_of_a_plugin_is_a_command_like_any_other(run, shelf: Shelf) -> None:
    bring(shelf, {"dispatch": "DISPATCH"})
    assert run("dispatch", "cairo", "--stop")[:2] == (0, "CAIRO\n")
    assert run("disp", "")[:2] == (1, "\n")
    assert run("dispatch", "nobody") == (2, "", "sandtable: nobody is there\n")
    assert run("dispatch", "cairo", "--sotp").err == (
        'sandtable: dispatch: no option "--sotp"; did you mean "--stop"?'
        " (see sandtable dispatch --help)\n"
    )
    assert run("dispatch").err == "sandtable: dispatch: missing: to (see sandtable dispatch --help)\n"
    shown = run("dispatch", "--help")
    assert shown.status == 0
    assert shown.out.startswith(
        "usage: sandtable dispatch [-h] [--stop] to\n\nwrite a turn up as a telegram"
    )
    assert shown.out.endswith(
        "examples:\n  sandtable dispatch cairo\n  sandtable dispatch siwa --stop\n"
    )


def test_help_lists_the_words_of_plugins_beside_ours(run, shelf: Shelf) -> None:
    bring(shelf, {"dispatch": "DISPATCH", "cipher": "CIPHER", "key": "SEND", "gone": "GONE"})
    ran = run("--help")
    headings = dict(part.split(":\n", 1) for part in ran.out.split("\n\n") if ":\n" in part)
    assert list(headings)[-4:] == ["signals", "of plugins", "the program", "examples"]
    assert headings["play"].splitlines()[-1].split("  ")[1] == "dispatch"
    assert "100% in words" in headings["play"]
    assert headings["signals"].split() == ["cipher", "hide", "it"]
    assert headings["of plugins"].split() == ["key", "send", "it"]
    assert ran.err.startswith("sandtable: command gone is broken: AttributeError")
    assert ran.err.count("\n") == 1


def test_arguments_may_have_any_name(run, shelf: Shelf) -> None:
    names = ("run", "command", "arguments", "word", "parser")
    shell = SHELL + (
        f"NAMES = {names}\n"
        "def many(parser):\n    for name in NAMES: parser.add_argument(f'--{name}')\n"
        "def show(typed):\n    print(*[getattr(typed, name) for name in NAMES])\n    return 0\n"
        "MANY = ShellCommand(run=show, arguments=many)\n"
    )
    bring(shelf, {"dispatch": "MANY"})
    shelf.write({"st_signals/shell.py": shell})
    assert run("dispatch", *(f"--{name}={name}" for name in names)).out == f"{' '.join(names)}\n"


def test_further_words_are_entry_points_too(run, shelf: Shelf) -> None:
    bring(shelf, {"dispatch": "EMPTY", "dispatch.send": "SEND"})
    assert run("dispatch", "send")[:2] == (0, "sent\n")
    assert run("disp", "se")[:2] == (0, "sent\n")
    ran = run("dispatch")
    assert ran == (
        2,
        "",
        "sandtable: dispatch: missing: send (see sandtable dispatch --help)\n",
    )
    assert "send it" in run("dispatch", "--help").out
    assert 'no dispatch command "sedn"; did you mean "send"?' in run("dispatch", "sedn").err


def test_a_further_word_that_cannot_be_used_says_why(run, shelf: Shelf) -> None:
    bring(shelf, {"dispatch": "EMPTY", "dispatch.send": "GONE"})
    assert run("dispatch", "send").err.startswith("sandtable: command dispatch send is broken: Attr")
    problem, missing = run("dispatch").err.splitlines()
    assert problem.startswith("sandtable: command dispatch send is broken: Attr")
    assert missing == (
        "sandtable: dispatch: missing: another word, but no plugin provides one"
        " (see sandtable dispatch --help)"
    )


def test_help_is_there_where_nobody_can_show_what_plugins_there_are(
    run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SANDTABLE_HOME", "~no-such-user/home")
    shown = run("--help")
    assert shown.status == 0
    assert all(f"\n  {id} " in shown.out for id in required_words() if "." not in id)


def test_a_plugin_may_add_a_word_below_one_of_ours(run, shelf: Shelf) -> None:
    bring(shelf, {"scenario.draw": "SEND"}, "drawing")
    assert run("scenario", "draw").out == "sent\n"
    assert "send it" in run("scenario", "--help").out
    assert "export or check or draw" in run("scenario").err


def test_a_plugin_never_makes_the_beginning_of_a_built_in_word_ambiguous(run, shelf: Shelf) -> None:
    before = run("simu").err
    bring(shelf, {"simulcast": "SEND", "playwright": "SEND"})
    assert run("simu").err == before
    assert run("simul").err == before
    assert run("simulc").out == "sent\n"
    assert run("play").err.startswith("sandtable: play: missing: GAME")
    assert run("playw").out == "sent\n"


def test_a_word_that_nobody_could_type_is_listed_with_the_reason(run, shelf: Shelf) -> None:
    bring(
        shelf,
        {"ma": "SEND", "list.all": "SEND"},
    )
    assert row(run, "ma").endswith("broken: ma is, or begins, the built-in map")
    assert row(run, "list.all").endswith("broken: no other word can follow list")
    assert run("ma", "megiddo/1918").out == run("map", "megiddo/1918").out


@pytest.mark.parametrize(
    ("point", "reason"),
    [
        ("GONE", "AttributeError: module 'st_signals.shell' has no attribute 'GONE'"),
        ("run", "TypeError: st_signals.shell:run is not a ShellCommand"),
    ],
)
def test_a_word_that_does_not_load_stops_nothing_else(
    run, shelf: Shelf, point: str, reason: str
) -> None:
    bring(shelf, {"dispatch": point, "send": "SEND"})
    ran = run("dispatch", "cairo")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"sandtable: command dispatch is broken: {reason}\n"
    assert row(run, "dispatch").endswith(f"broken: {reason}")
    assert run("send").out == "sent\n"
    assert run("list").status == 0


def test_of_two_words_of_one_name_the_first_counts_and_ours_before_all(run, shelf: Shelf) -> None:
    bring(shelf, {"dispatch": "SEND", "odds": "SEND"}, "aaa")
    bring(shelf, {"dispatch": "DISPATCH"}, "bbb")
    listed = [" ".join(line.split()) for line in run("plugins", "list").out.splitlines()]
    assert "command dispatch bbb 1.2 duplicate: command dispatch already comes from aaa 1.2" in listed
    assert any(line.startswith("command odds aaa 1.2 duplicate: command odds") for line in listed)
    assert run("dispatch").out == "sent\n"
    assert "odds: missing: SAVE, ACTION-WORDS" in run("odds").err


@pytest.mark.parametrize("words", [("--no-plugins", "dispatch"), ("dispatch", "--no-plugins")])
def test_without_plugins_their_words_are_off(run, shelf: Shelf, words: tuple[str, ...]) -> None:
    bring(shelf, {"dispatch": "SEND"})
    ran = run(*words)
    assert ran == (2, "", "sandtable: command dispatch is disabled: by --no-plugins\n")
    assert "dispatch" not in run("--no-plugins", "--help").out
    assert shelf.imported == []


# Switches.


def test_a_word_is_switched_off_and_on(run, shelf: Shelf) -> None:
    bring(shelf, {"dispatch": "SEND"})
    assert "dispatch is disabled" in run("plugins", "disable", "dispatch").out
    ran = run("dispatch")
    assert ran.status == 2
    assert ran.err.startswith("sandtable: command dispatch is disabled: by plugins disable dispatch")
    assert "dispatch" not in run("--help").out
    assert run("plugins", "enable", "dispatch").status == 0
    assert run("dispatch").out == "sent\n"
    info = run("plugins", "info", "dispatch").out
    assert info.startswith("command dispatch\n")
    assert "command plugins doctor: load each plugin" in run("plugins", "info", "plugins.doctor").out
    assert str(shelf.folder / "st_signals" / "shell.py") in info


def test_a_built_in_word_outside_the_kernel_may_be_disabled_and_replaced(run, shelf: Shelf) -> None:
    assert run("plugins", "disable", "sandtable:odds").status == 0
    ran = run("odds", "x", "end")
    assert ran.status == 2
    assert ran.err.startswith("sandtable: command odds is disabled: by plugins disable")
    assert "what an action can lead to" not in run("--help").out
    bring(shelf, {"odds": "SEND"})
    assert run("odds") == (0, "sent\n", "")
    assert "send it" in run("--help").out
    assert run("plugins", "enable", "sandtable:odds").status == 0
    assert "odds: missing: SAVE, ACTION-WORDS" in run("odds").err


KERNEL = ["play", "resume", "replay", "list", "saves", "rules", "map", "check", "plugins", "config"]


@pytest.mark.parametrize("word", [*KERNEL, "plugins.info", "config.get"])
def test_the_words_of_the_kernel_cannot_be_disabled(
    run, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = run("plugins", "disable", f"sandtable:{word}")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"sandtable: sandtable:{word} is part of the program and cannot be disabled\n"
    monkeypatch.setenv("SANDTABLE_DISABLE_PLUGINS", f"sandtable,{word}")
    assert run(*word.split("."), "--help").status == 0
    assert row(run, word).endswith("installed")


def test_the_rest_of_the_program_may_be_off(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_DISABLE_PLUGINS", "sandtable")
    off = {plugin.id for plugin in catalog().plugins if plugin.kind == "command" and not plugin.required}
    assert {"odds", "simulate", "plugins.doctor", "scenario.export"} <= off
    for id in off:
        assert "is disabled: by SANDTABLE_DISABLE_PLUGINS" in run(*id.split(".")).err


# Faults.


@pytest.mark.parametrize(
    ("point", "expected"),
    [
        (
            "FAULT",
            "a fault of the command dispatch (signals 1.2): ZeroDivisionError: division by zero",
        ),
        ("EARLY", "a fault of the command dispatch (signals 1.2): ArgumentError: "),
        ("LEAVES", "a fault of the command dispatch (signals 1.2): GeneratorExit"),
    ],
)
def test_a_command_that_raises_is_named(run, shelf: Shelf, point: str, expected: str) -> None:
    bring(shelf, {"dispatch": point})
    ran = run("dispatch", "cairo") if point == "EARLY" else run("dispatch")
    assert ran.status == 1
    assert ran.err.startswith(f"sandtable: {expected}")
    assert ran.err.count("\n") == 1


def test_a_command_without_an_exit_status_is_named(run, shelf: Shelf) -> None:
    bring(shelf, {"dispatch": "NONE"})
    ran = run("dispatch")
    assert (ran.status, ran.out) == (2, "done\n")
    assert ran.err == 'sandtable: the command dispatch returned "None"; an exit status was expected\n'


def test_the_doctor_examines_commands(run, shelf: Shelf) -> None:
    points = {"dispatch": "DISPATCH", "gone": "GONE", "early": "EARLY"}
    bring(shelf, points)
    ran = run("plugins", "doctor", "signals")
    assert ran.status == 1
    lines = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert any(line.startswith("command dispatch signals 1.2 ok") for line in lines)
    assert any(line.startswith("command gone signals 1.2 broken: AttributeError") for line in lines)
    assert any(line.startswith("arguments: ArgumentError: argument --stop") for line in lines)
