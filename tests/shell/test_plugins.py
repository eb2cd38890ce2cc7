"""``plugins``: third-party plugins are listed, switched, and named when they fail."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import sandtable
from sandtable.plugins.catalog import catalog, refresh
from sandtable.plugins.plugin import GROUPS
from sandtable_console.completion import candidates
from sandtable_console.console import Console

if TYPE_CHECKING:
    from shelves import Shelf

BOTS = ("--seat", "british=scripted", "--seat", "turkish=scripted")
CLEVER = """
from sandtable.plugins.bots import Random
class Clever(Random): pass
@hookimpl
def bots(game): return {"clever": Clever}
"""


def rows(run, *words: str) -> dict[str, dict[str, Any]]:
    ran = run("plugins", *words, "--json")
    return {row["id"]: row for row in json.loads(ran.out)["plugins"]}


# Lists.


def test_plugins_are_listed_with_their_state(run) -> None:
    for words in ((), ("list",), ("li",)):
        listed = rows(run, *words)
        assert {row["kind"] for row in listed.values()} <= set(GROUPS.values())
        assert all(
            row["state"] == "installed" for row in listed.values() if row["distribution"] == "sandtable"
        )
    assert "megiddo.1918-even" in run("plugins", "list").out


def test_words_of_plugins_may_be_shortened_and_the_nearest_is_offered(run) -> None:
    assert run("plu", "li").out == run("plugins").out
    ran = run("plugins", "lsit")
    assert (ran.status, ran.err) == (2, 'sandtable: no plugins command "lsit"; did you mean "list"?\n')
    assert 'did you mean "--timeout"?' in run("plugins", "doctor", "--tmeout", "3").err


def test_info_describes_a_distribution_or_an_id_without_importing(run, shelf: Shelf) -> None:
    shelf.stones()
    shelf.hook("clever", CLEVER)
    more = "Summary: Stones to lift.\nProject-URL: Homepage, https://example.org/stones\n"
    about = shelf.folder / "stones_game-1.2.dist-info" / "METADATA"
    about.write_text(about.read_text() + more)
    both = rows(run, "info", "stones_game")
    assert set(both) == {"stones", "stones.two"}
    game = both["stones"]
    assert (game["title"], game["version"], game["scenarios"]) == ("Stones", "1.2", ["stones/two"])
    assert (game["summary"], game["home"]) == ("Stones to lift.", "https://example.org/stones")
    assert game["file"] == str(shelf.folder / "st_stones" / "game.toml")
    assert rows(run, "info", "clever")["clever"]["hooks"] == ["bots"]
    assert rows(run, "info", "clever")["clever"]["notes"] == []
    shelf.hook("jam", "@hookimpl\ndef sesion_ended(session): pass\n")
    note = 'no hook "sesion_ended"; did you mean "session_ended"?'
    assert f"  notes:     {note}\n" in run("plugins", "info", "jam").out
    assert "scenarios: stones/two" in run("plugins", "info", "stones").out
    assert "Two heaps" in run("plugins", "info", "stones/two").out
    assert 'did you mean "stones"?' in run("plugins", "info", "stoens").err
    out = run("plugins", "info", "lrdg.nocturnal-explosions").out
    assert out.startswith("rule lrdg.nocturnal-explosions: LRDG 8.3: explosives and darkness make ")
    assert "  about:     `drm` is added to the die " in out
    assert shelf.imported == []


def test_what_has_not_been_loaded_is_called_installed_and_nothing_better(run, shelf: Shelf) -> None:
    shelf.hook("jam", "1 / 0")
    assert run("play", "megiddo/1918", "--seed", 1, *BOTS).out.count("plugin jam is broken") == 1
    refresh()
    assert {rows(run, *words)["jam"]["state"] for words in (("list",), ("info", "jam"))} == {"installed"}
    assert "  state:     installed; plugins doctor jam loads it\n" in run("plugins", "info", "jam").out
    assert run("plugins", "doctor", "jam").out.count("broken: ZeroDivisionError") == 1


# Switches.


@pytest.mark.parametrize("name", ["stones-game", "Stones_Game", "stones", "stones-game:stones"])
def test_a_disabled_game_is_not_imported_and_enabled_it_is_as_before(
    run, shelf: Shelf, name: str
) -> None:
    shelf.stones()
    before = run("plugins").out
    assert run("plugins", "disable", name).status == 0
    off = rows(run)
    assert {off["stones"]["state"], off["stones.two"]["state"]} == {"disabled"}
    assert f"plugins disable {name}" in off["stones"]["reason"]
    ran = run("play", "stones/two")
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert f"game stones is disabled: by plugins disable {name} (plugins enable {name}" in ran.err
    assert "stones" not in run("list").out
    assert shelf.imported == []
    assert run("plugins", "enable", name).out == f"{name} is enabled\n"
    assert run("plugins").out == before
    assert run("plugins", "enable", name).out == f"{name} is enabled already\n"


@pytest.mark.parametrize(
    ("switch", "value", "off", "who"),
    [
        ("SANDTABLE_DISABLE_PLUGINS", "stones", {"stones", "stones.two"}, "SANDTABLE_DISABLE_PLUGINS"),
        ("SANDTABLE_DISABLE_PLUGINS", "x, stones/two", {"stones.two"}, "SANDTABLE_DISABLE_PLUGINS"),
        ("SANDTABLE_DISABLE_PLUGINS", "", set(), ""),
        ("SANDTABLE_PLUGINS", "stones-game,megiddo", {"clever"}, "SANDTABLE_PLUGINS"),
        ("SANDTABLE_PLUGINS", "clever", {"stones", "stones.two"}, "SANDTABLE_PLUGINS"),
        ("SANDTABLE_PLUGINS", "", {"stones", "stones.two", "clever"}, "--no-plugins"),
    ],
)
def test_the_environment_switches_plugins_off_and_is_named(
    run, shelf: Shelf, monkeypatch: pytest.MonkeyPatch, switch: str, value: str, off: set[str], who: str
) -> None:
    shelf.stones()
    shelf.hook("clever", CLEVER)
    monkeypatch.setenv(switch, value)
    disabled = {id: row for id, row in rows(run).items() if row["state"] == "disabled"}
    assert set(disabled) == off
    assert all(who in row["reason"] or "its game" in row["reason"] for row in disabled.values())
    assert "megiddo/1918" in run("list").out
    assert shelf.imported == []


def test_a_switch_that_names_nothing_is_reported(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_DISABLE_PLUGINS", "megido")
    assert "SANDTABLE_DISABLE_PLUGINS names megido, which is not installed" in run("plugins").err


def test_no_plugins_is_taken_by_every_command_before_or_after_it(run, shelf: Shelf) -> None:
    shelf.stones()
    assert "stones" in run("list").out
    for words in (("--no-plugins", "list"), ("list", "--no-plugins")):
        assert "stones" not in run(*words).out
    ran = run("play", "--no-plugins", "stones/two")
    assert "game stones is disabled: by --no-plugins" in ran.err
    assert run("plugins", "list", "--no-plugins").out.count("disabled: by --no-plugins") == 2
    assert "stones" in run("list").out
    assert shelf.imported == []


def test_the_built_in_games_can_be_disabled_too_and_a_save_says_so(run, tmp_path: Path) -> None:
    save = tmp_path / "g.jsonl"
    assert run("play", "megiddo/1918", "--seed", 1, *BOTS, "--save", save).status == 0
    run("plugins", "disable", "megiddo.1918")
    disabled = "needs megiddo/1918 (scenario megiddo/1918 is disabled: by plugins disable megiddo.1918"
    for words in (("map", save), ("resume", save)):
        ran = run(*words)
        assert (ran.status, ran.err.count("\n")) == (2, 1)
        assert disabled in ran.err
    ran = run("replay", save, "--verify")
    assert ran.status == 0
    assert f"lines fit; {disabled}" in ran.out
    assert run("play", "megiddo/1918-even", "--seed", 1, *BOTS).status == 0
    run("plugins", "enable", "megiddo.1918")
    assert run("replay", save, "--verify").status == 0


def test_a_save_that_seats_the_bot_of_a_disabled_plugin_names_the_switch(
    run, shelf: Shelf, tmp_path: Path
) -> None:
    shelf.hook("clever", CLEVER)
    save = tmp_path / "g.jsonl"
    words = ("play", "megiddo/1918", "--seed", 1, "--seat", "turkish=clever", "--save", save)
    assert run(*words, typed="done\n").status == 0
    run("plugins", "disable", "clever")
    ran = run("resume", save, typed="done\n")
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert 'no bot "clever"' in ran.err
    assert "plugin clever is disabled: by plugins disable clever" in ran.err


def test_of_the_program_only_what_is_not_needed_is_disabled_and_it_says_so(run, home: Path) -> None:
    ran = run("plugins", "disable", "sandtable")
    but = ", except for what the program needs"
    assert ran.out == f"sandtable is disabled{but}; plugins enable sandtable brings it back\n"
    assert ran.status == 0


def test_enabling_what_something_else_keeps_out_says_so(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_DISABLE_PLUGINS", "megiddo")
    ran = run("plugins", "enable", "megiddo")
    assert (ran.status, ran.out) == (1, "megiddo is still disabled by SANDTABLE_DISABLE_PLUGINS\n")
    assert 'did you mean "megiddo"?' in run("plugins", "disable", "meggido").err


def test_a_switch_is_kept_beside_what_was_kept_before(run, home: Path) -> None:
    run("plugins", "disable", "megiddo")
    run("plugins", "disable", "lrdg.slonta")
    assert "lrdg.slonta" in (home / "plugins.toml").read_text()
    assert "disabled" in run("plugins", "info", "megiddo").out
    assert [path.name for path in home.iterdir()] == ["plugins.toml"]


def test_a_damaged_memory_is_named_and_put_aside_by_the_next_switch(run, home: Path) -> None:
    home.mkdir()
    (home / "plugins.toml").write_text('disabled = ["megi')
    for words in (("list",), ("plugins",), ("play", "megiddo/1918", "--seed", 1, *BOTS)):
        refresh()
        ran = run(*words)
        assert (ran.out + ran.err).count("plugins.toml is damaged") == 1
        assert ran.status == 0
    ran = run("plugins", "disable", "lrdg")
    assert (ran.status, ran.err.count("\n")) == (0, 1)
    assert ran.err.endswith("; it is kept as plugins.toml.bad\n")
    assert (home / "plugins.toml.bad").read_text() == 'disabled = ["megi'
    assert "is damaged" not in run("plugins").err
    assert run("plugins", "enable", "lrdg").out == "lrdg is enabled\n"


@pytest.mark.parametrize("text", ["not toml [", "\0", "disabled = [3]", "x = 1\n" * 9_999])
def test_any_damaged_memory_is_put_aside_unchanged(run, home: Path, text: str) -> None:
    home.mkdir()
    (home / "plugins.toml").write_text(text)
    assert run("plugins", "disable", "lrdg").status == 0
    assert (home / "plugins.toml").read_text() == 'disabled = [\n    "lrdg",\n]\n'
    assert (home / "plugins.toml.bad").read_text() == text


# Faults in play.


def test_ctrl_c_while_a_plugin_hangs_ends_the_program(shelf: Shelf) -> None:
    shelf.hook("jam", "print('here', flush=True)\nwhile True: pass")
    words = [sys.executable, "-m", "sandtable", "play", "megiddo/1918", "--seed", "1", *BOTS]
    with subprocess.Popen(
        words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "here\n"
        process.send_signal(signal.SIGINT)
        message = process.communicate()[1]
    assert (process.returncode, message) == (130, "")


def test_a_broken_plugin_stops_nobody_and_is_named_in_one_line(run, shelf: Shelf) -> None:
    shelf.hook("jam", "1 / 0")
    shelf.add("no-game", {"games gone": "st_gone.game:Gone"}, {"st_gone/__init__.py": ""})
    ran = run("play", "megiddo/1918", "--seed", 1, *BOTS)
    assert (ran.status, ran.err) == (0, "")
    lines = [line for line in ran.out.splitlines() if " is broken: " in line]
    assert lines == [
        "game gone is broken: there is no game.toml in st_gone.game",
        "plugin jam is broken: ZeroDivisionError: division by zero",
    ]
    assert "The British win the game" in ran.out


@pytest.mark.parametrize("hook", ["session_started", "action_done", "session_ended"])
def test_a_plugin_that_raises_during_play_is_named_and_the_game_saved(
    run, shelf: Shelf, tmp_path: Path, hook: str
) -> None:
    shelf.hook("jam", f"@hookimpl\ndef {hook}(session): raise RuntimeError('no luck')\n")
    save = tmp_path / "g.jsonl"
    for more in ((), ("--debug",)):
        save.unlink(missing_ok=True)
        refresh()
        ran = run("play", "megiddo/1918", "--seed", 1, *BOTS, "--save", save, *more)
        assert ran.status == 0
        assert ran.out.count(f"plugin jam (extra-jam) failed in {hook}: RuntimeError: no luck") == 1
        assert ("Traceback" in ran.err, "no luck" in ran.err) == (bool(more), bool(more))
    assert "over: british" in run("replay", save, "--verify").out


def test_a_game_that_fails_in_play_is_named_and_saved(run, shelf: Shelf, tmp_path: Path) -> None:
    shelf.stones()
    game = shelf.folder / "st_stones" / "game.py"
    shelf.write({str(game): game.read_text() + "\nLifting.choose = lambda *_: 1 // 0\n"})
    save = tmp_path / "g.jsonl"
    ran = run("play", "stones/two", "--save", save, typed="lift north\n")
    assert (ran.status, ran.err.count("\n")) == (1, 1)
    assert "a fault of the game stones (stones-game 1.2): ZeroDivisionError" in ran.err
    assert save.exists()


def test_two_plugins_of_one_id_are_both_named_and_the_built_in_wins(run, shelf: Shelf) -> None:
    files = {"st_copy/__init__.py": "1 / 0", "st_copy/1918.toml": "x"}
    shelf.add("aaa", {"scenarios megiddo.1918": "st_copy"}, files)
    out = run("plugins").out
    assert "scenario megiddo.1918 already comes from sandtable 0.1.0" in out
    ran = run("play", "megiddo/1918", "--seed", 1, *BOTS)
    assert ran.out.count("aaa 1.2 is left out: scenario megiddo.1918 already comes from sandtable") == 1
    assert shelf.imported == []


def test_a_stranger_may_replace_a_built_in_plugin_that_is_disabled(run, shelf: Shelf) -> None:
    text = catalog().scenario("megiddo/1918").text.replace("title = ", 'title = "Ours" # ')
    files = {"st_copy/__init__.py": "", "st_copy/1918.toml": text}
    shelf.add("aaa", {"scenarios megiddo.1918": "st_copy"}, files)
    run("plugins", "disable", "sandtable:megiddo.1918")
    assert re.search(r"megiddo/1918 .* Ours", run("list", "megiddo").out)


def test_a_broken_plugin_is_mentioned_by_commands_that_do_not_play(run, shelf: Shelf) -> None:
    shelf.hook("jam", "1 / 0")
    ran = run("simulate", "megiddo/1918", "--games", 1, "--json")
    assert json.loads(ran.out)["games"] == 1
    assert ran.err == "sandtable: plugin jam is broken: ZeroDivisionError: division by zero\n"
    ran = run("simulate", "megiddo/1918", "--games", 1, "--seat", "british=jammer")
    assert (ran.status, ran.err.count("\n"), "plugin jam is broken" in ran.err) == (2, 1, True)


RAISES = [
    "SystemExit(0)",
    "KeyboardInterrupt()",
    "GeneratorExit()",
    "type('Own', (BaseException,), {})()",
]


@pytest.mark.parametrize("raises", RAISES)
def test_whatever_a_plugin_raises_while_it_loads_it_is_named_and_the_game_goes_on(
    run, shelf: Shelf, raises: str
) -> None:
    shelf.hook("jam", f"raise {raises}")
    ran = run("play", "megiddo/1918", "--seed", 1, *BOTS)
    assert (ran.status, ran.out.count("plugin jam is broken: ")) == (0, 1)
    assert "The British win the game" in ran.out


@pytest.mark.parametrize("raises", RAISES)
@pytest.mark.parametrize("where", ["Lifting.choose", "Stones.board"])
def test_whatever_a_game_raises_it_is_named_and_the_game_saved(
    run, shelf: Shelf, tmp_path: Path, where: str, raises: str
) -> None:
    shelf.stones()
    game = shelf.folder / "st_stones" / "game.py"
    code = f"\ndef jam(*_): raise {raises}\n{where} = jam\n"
    shelf.write({str(game): game.read_text() + code})
    save = tmp_path / "g.jsonl"
    ran = run("play", "stones/two", "--save", save, typed="lift north\nstatus\n")
    assert (ran.status, ran.err.count("\n")) == (1, 1)
    assert "stones" in ran.err
    assert raises.partition("(")[0].replace("type", "Own") in ran.err
    assert save.exists()


def test_a_plugin_that_prints_while_it_loads_does_not_spoil_a_document(run, shelf: Shelf) -> None:
    shelf.hook("loud", "print('here I am')\n")
    ran = run("simulate", "megiddo/1918", "--games", 1, "--json")
    assert json.loads(ran.out)["games"] == 1
    assert ran.err == "here I am\n"


@pytest.mark.skipif(not hasattr(signal, "SIGTERM"), reason="no such signal")
def test_a_signal_that_comes_while_a_plugin_works_still_ends_the_program(
    shelf: Shelf, tmp_path: Path
) -> None:
    shelf.hook(
        "jam",
        "import os, signal\n@hookimpl\ndef action_done(session): os.kill(os.getpid(), signal.SIGTERM)\n",
    )
    save = tmp_path / "g.jsonl"
    words = [
        sys.executable,
        "-m",
        "sandtable",
        "play",
        "megiddo/1918",
        "--seed",
        "1",
        "--save",
        str(save),
    ]
    ran = subprocess.run([*words, *BOTS], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert ran.returncode == 128 + signal.SIGTERM
    assert "failed in action_done" not in ran.stdout + ran.stderr
    assert len(save.read_bytes().splitlines()) == 2


# Commands at the prompt.

COUNT = """
from sandtable import Command, SandtableError
def count(console, rest):
    if rest == "jam": 1 / 0
    if rest == "no": raise SandtableError("count takes a seat")
    return [f"{len(console.session.log)} lines of {rest or 'all'}"]
def spare(console, rest): return []
@hookimpl
def prompt_commands(session):
    return {"count": Command("count [SEAT]", "how many lines there are", count),
            "undo": Command("undo", "mine now", spare), "two words": Command("two words", "", spare),
            "odd": 3}
"""


def test_a_plugin_brings_a_command_to_the_prompt(run, shelf: Shelf) -> None:
    shelf.hook("count", COUNT)
    ran = run("play", "megiddo/1918", "--seed", 1, typed="cou\ncount red\nhelp\n?\n")
    assert (ran.status, ran.err) == (0, "")
    assert "\n1 lines of all\n" in ran.out
    assert "\n1 lines of red\n" in ran.out
    assert "count [SEAT]           how many lines there are" in ran.out
    assert "undo                   take back" in ran.out
    for fault in (
        "undo already exists",
        "one plain word, not 'two words'",
        "command odd is not a Command",
    ):
        assert ran.out.count(fault) == 1


def test_a_command_that_fails_is_named_and_left_out(run, shelf: Shelf) -> None:
    shelf.hook("count", COUNT)
    typed = "count no\ncount jam\ncount\ndone\n"
    ran = run("play", "megiddo/1918", "--seed", 1, "--keep-going", typed=typed)
    assert ran.status == 0
    assert "\ncount takes a seat\n" in ran.out
    assert "plugin count (extra-count) failed in its command count: ZeroDivisionError" in ran.out
    assert ran.out.count("lines of all") == 0
    assert "Traceback" not in ran.err


def test_a_plugins_command_is_completed_like_the_tables_own(shelf: Shelf) -> None:
    shelf.hook("count", COUNT)
    with sandtable.new("megiddo/1918", seed=1) as session:
        about = {candidate.word: candidate.about for candidate in candidates(Console(session), "co")}
    assert about["count"] == "how many lines there are"
