"""``plugins doctor``: what does not load is named with its reason, and nothing holds it up."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Shelf

FAULTS = {
    "missing": ("import st_nowhere", "ModuleNotFoundError: No module named 'st_nowhere'"),
    "raises": ("raise RuntimeError('first\\nand last')", "RuntimeError: first and last"),
    "syntax": ("def (", "SyntaxError: "),
    "exits": ("import sys; sys.exit(3)", "SystemExit: 3"),
    "dies": ("import os; os._exit(7)", "its process ended with status 7 during loading"),
    "killed": ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "signal 11 during loading"),
    "quiet": ("import os; os._exit(0)", "its process ended with status 0 during loading"),
    "stopped": ("raise KeyboardInterrupt", "it raises KeyboardInterrupt during loading"),
    "hangs": ("while True: pass", "loading was not done after 3 seconds"),
    "misspelt": (
        "@hookimpl\ndef sesion_started(): pass",
        'no hook "sesion_started"; did you mean "session_started"?',
    ),
    "argument": ("@hookimpl\ndef session_started(sesion): pass", "{'sesion'}"),
    "unsayable": (
        "class Odd(Exception):\n    def __str__(self): return 1 // 0\nraise Odd",
        "Odd: it can not say what",
    ),
}
"""Ways in which a plugin fails when it is loaded, and what is told of each."""


def doctor(run, *words: object) -> tuple[int, dict[str, dict[str, Any]]]:
    ran = run("plugins", "doctor", "--json", *words)
    return ran.status, {row["id"]: row for row in json.loads(ran.out)["plugins"]}


def test_each_way_to_fail_is_named_and_the_others_are_in_order(run, shelf: Shelf) -> None:
    for name, (code, _) in FAULTS.items():
        shelf.hook(name, code)
    shelf.hook("well", "print('hello'); import threading, time\n"
               "threading.Thread(target=time.sleep, args=(60,)).start()")  # fmt: skip
    shelf.add("no-game", {"games gone": "st_gone.game:Gone"}, {"st_gone/__init__.py": ""})
    text = 'id = "newer"\ntitle = "N"\nseats = ["a"]\napi = 99\nrules_version = 1\n'
    files = {"st_newer/__init__.py": "", "st_newer/game.toml": text}
    shelf.add("newer-game", {"games newer": "st_newer.game:Newer"}, files)
    shelf.add("aaa", {"plugins well": "st_copy"}, {"st_copy/__init__.py": ""})
    shelf.add(
        "lost", {"scenarios nogame.x": "st_lost"}, {"st_lost/__init__.py": "", "st_lost/x.toml": ""}
    )
    began = time.monotonic()
    status, found = doctor(run, "--timeout", 3, "--load-only")
    assert time.monotonic() - began < 45
    assert status == 1
    for name, (_, reason) in FAULTS.items():
        assert (found[name]["state"], reason in found[name]["reason"]) == ("broken", True), found[name]
        assert "\n" not in found[name]["reason"]
    assert found["gone"]["reason"] == "there is no game.toml in st_gone.game"
    assert found["newer"]["state"] == "incompatible"
    assert "written for core API 99" in found["newer"]["reason"]
    assert 'no game "nogame"' in found["nogame.x"]["reason"]
    assert all(row["state"] == "ok" for row in found.values() if row["distribution"] == "sandtable")
    assert shelf.imported == []
    # What was found is known from now on without loading anything.
    listed = {row["id"]: row for row in json.loads(run("plugins", "list", "--json").out)["plugins"]}
    assert {listed[name]["state"] for name in FAULTS} == {"broken"}
    assert "loads in:" in run("plugins", "info", "megiddo").out


def test_a_duplicate_is_told_and_a_disabled_one_left_alone(run, shelf: Shelf) -> None:
    shelf.hook("well", "")
    shelf.add("zzz", {"plugins well": "st_copy"}, {"st_copy/__init__.py": ""})
    shelf.hook("jam", "1 / 0")
    run("plugins", "disable", "jam")
    ran = run("plugins", "doctor", "well")
    assert ran.status == 1
    assert "zzz 1.2         duplicate: plugin well already comes from extra-well 1.2" in ran.out
    assert ran.out.endswith("2 plugins: 1 in order, 1 duplicate\n")
    ran = run("plugins", "doctor", "jam")
    assert (ran.status, "disabled: by plugins disable jam" in ran.out) == (0, True)


def test_a_plugin_that_was_mended_is_in_order_again(run, shelf: Shelf) -> None:
    shelf.hook("jam", "1 / 0")
    assert run("plugins", "doctor", "jam").status == 1
    shelf.hook("jam", "")
    ran = run("plugins", "doctor", "jam")
    assert (ran.status, ran.out.splitlines()[-1]) == (0, "1 plugin: 1 in order")
    assert "broken" not in run("plugins").out


def test_games_and_scenarios_are_examined_in_short_form(run, shelf: Shelf, home) -> None:
    shelf.stones()
    status, found = doctor(run, "stones-game")
    assert [row["findings"] for row in found.values()] == [[], []]
    assert (status, found["stones.two"]["examined"]) == (0, True)
    game = shelf.folder / "st_stones" / "game.py"
    shelf.write({str(game): game.read_text() + "\nLifting.options = lambda self, table: []\n"})
    status, found = doctor(run, "stones/two")
    assert (status, bool(found["stones.two"]["findings"])) == (1, True)
    assert "    plays: " in run("plugins", "doctor", "stones/two").out


def test_a_file_of_the_users_is_examined_too(run, home) -> None:
    from sandtable.plugins import catalog, refresh

    folder = home / "scenarios"
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text(catalog().scenario("megiddo/1918").text)
    (folder / "bad.toml").write_text('game = "megiddo"\ntitle = "Bad"\nhnad = 3\n')
    refresh()
    assert doctor(run, "megiddo/mine", "--load-only")[0] == 0
    status, found = doctor(run, "megiddo/bad")
    assert status == 1
    assert "hnad" in found["megiddo.bad"]["reason"]


@pytest.mark.parametrize("fault", ["while True: pass", "import os; os._exit(0)"])
def test_who_hangs_or_dies_while_loading_is_the_only_one_at_fault(run, shelf: Shelf, fault: str) -> None:
    shelf.stones()
    shelf.hook("jam", fault)
    shelf.hook("well", "@hookimpl\ndef bots(game): return {}\n")
    for name in ("stones-game", "well", "megiddo/1918"):
        status, found = doctor(run, name, "--timeout", 20)
        assert (status, {row["state"] for row in found.values()}) == (0, {"ok"}), found
    status, found = doctor(run, "jam", "--timeout", 3)
    assert (status, found["jam"]["state"]) == (1, "broken")


def test_a_game_that_hangs_is_named_as_what_its_scenarios_wait_for(run, shelf: Shelf) -> None:
    shelf.stones()
    shelf.write({"st_stones/game.py": "while True: pass"})
    found = doctor(run, "stones-game", "--timeout", 3)[1]
    assert found["stones"]["reason"] == "loading was not done after 3 seconds"
    waits = "loading game stones (which it needs) was not done after 3 seconds"
    assert found["stones.two"]["reason"] == waits


BAD_BOTS = {
    "5": "its bot odd is 5; a class or function that makes one was expected",
    "[]": "its bot odd is []; a class",
    "Fails": "the bot odd failed as british: ZeroDivisionError",
    "Exits": "the bot odd failed as british: SystemExit(5)",
    "Cheats": "the bot odd chose None as british, which is not legal",
    "object": "the bot odd failed as british: AttributeError",
    "fails": "its bot odd can not be made: ZeroDivisionError",
}
"""What a plugin gives as a bot, and a part of what is told of it."""

BOT_CODE = """
class Fails:
    def choose(self, seat): 1 / 0
class Exits:
    def choose(self, seat): raise SystemExit(5)
class Cheats:
    def choose(self, seat): return None
def fails(): 1 / 0
@hookimpl
def bots(game): return {{"odd": {maker}}} if game.id == "megiddo" else {{}}
"""


@pytest.mark.parametrize("maker", BAD_BOTS)
def test_each_bot_of_a_plugin_is_seated_and_a_bad_one_found(run, shelf: Shelf, maker: str) -> None:
    shelf.hook("jam", BOT_CODE.format(maker=maker))
    status, found = doctor(run, "jam")
    assert (status, found["jam"]["state"]) == (1, "ok")
    (finding,) = found["jam"]["findings"]
    assert finding.startswith("bots: ")
    assert BAD_BOTS[maker] in finding


def test_a_hook_bots_that_answers_no_mapping_is_found_and_a_good_bot_is_in_order(
    run, shelf: Shelf
) -> None:
    shelf.hook("jam", "@hookimpl\ndef bots(game): return ['fox']\n")
    status, found = doctor(run, "jam")
    assert (status, "failed in bots: TypeError: ['fox']" in found["jam"]["findings"][0]) == (1, True)
    good = "from sandtable.bots import Random\n@hookimpl\ndef bots(game): return {'fox': Random}\n"
    shelf.hook("fox", good)
    status, found = doctor(run, "fox")
    assert (status, found["fox"]["examined"], found["fox"]["findings"]) == (0, True, [])
    assert "fox" in run("list").out


def test_a_bot_of_a_game_that_its_distribution_requires_is_seated_too(run, shelf: Shelf) -> None:
    shelf.stones()
    code = BOT_CODE.format(maker="Fails").replace("megiddo", "stones")
    shelf.hook("jam", code)
    assert doctor(run, "jam")[0] == 0
    about = shelf.folder / "extra_jam-1.2.dist-info" / "METADATA"
    about.write_text(about.read_text() + "Requires-Dist: Stones_Game>=1\n")
    status, found = doctor(run, "jam")
    assert (status, "failed as red" in found["jam"]["findings"][0]) == (1, True)


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "1e9", "soon"])
def test_a_time_limit_is_a_number_of_seconds(run, seconds: str) -> None:
    ran = run("plugins", "doctor", f"--timeout={seconds}")
    assert (ran.status, ran.err.count("\n"), "--timeout" in ran.err) == (2, 1, True)
