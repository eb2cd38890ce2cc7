"""``plugins doctor``: a plugin that does not load is named with its reason, and nothing holds it up."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Sequence
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any

import pytest

from sandtable_tools.kit import doctor as doctors
from sandtable_tools.kit import doctor_process
from sandtable_tools.kit.doctor_process import Diagnoses, Examiner

if TYPE_CHECKING:
    from shelves import Shelf

RAISES = {
    "missing": ("import st_nowhere", "ModuleNotFoundError: No module named 'st_nowhere'"),
    "raises": ("raise RuntimeError('first\\nand last')", "RuntimeError: first and last"),
    "syntax": ("def (", "SyntaxError: "),
    "exits": ("import sys; sys.exit(3)", "SystemExit: 3"),
    "stopped": ("raise KeyboardInterrupt", "KeyboardInterrupt"),
    "unsayable": (
        "class Odd(Exception):\n    def __str__(self): return 1 // 0\nraise Odd",
        "Odd: its text cannot be read",
    ),
}
"""Exceptions of a plugin when it is loaded, each with a part of the report."""

STOPS = {
    "dies": (
        "import sys, os; print('so', file=sys.stderr); os._exit(7)",
        "its process ended with status 7 during loading: so",
    ),
    "killed": ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "signal 9 during loading"),
    "quiet": ("import os; os._exit(0)", "its process ended with status 0 during loading"),
    "hangs": ("import threading\nthreading.Event().wait()", "no progress for 2 seconds during loading"),
}
"""Ways in which a plugin stops the process that examines it."""


def doctor(run, *words: object) -> tuple[int, dict[str, dict[str, Any]]]:
    ran = run("plugins", "doctor", "--json", *words)
    return ran.status, {row["id"]: row for row in json.loads(ran.out)["plugins"]}


@pytest.fixture
def stages(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Examines plugins in this process, each distribution as if in a fresh one; has the stages."""
    monkeypatch.setenv("SANDTABLE_DISABLE_PLUGINS", "lawrence,lrdg")  # one game is enough for bots
    heard: list[str] = []

    def examination(keys: Sequence[str], timeout: float, *, load_only: bool) -> tuple[Diagnoses, str]:
        shelf.forget()
        examiner = Examiner(lambda report: heard.append(report.stage), lambda: heard.append("goes on"))
        examiner.examine(keys, load_only=load_only)
        return examiner.report, ""

    monkeypatch.setattr(doctors, "examination", examination)
    return heard


WELL = """print('hello')
import subprocess, sys, threading, time
threading.Thread(target=time.sleep, args=(600,)).start()
subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])
"""
"""A plugin that leaves a thread and a process behind."""


def test_each_way_to_fail_is_named_and_the_others_are_in_order(run, shelf: Shelf) -> None:
    codes = {name: code for name, (code, _) in RAISES.items()} | {"well": WELL}
    points = {f"plugins {name}": f"st_{name}" for name in codes}
    points |= {"games gone": "st_gone.game:Gone", "games newer": "st_newer.game:Newer"}
    points |= {"scenarios nogame.x": "st_lost"}
    toml = 'id = "newer"\ntitle = "N"\nseats = ["a"]\napi = 99\nrules_version = 1\n'
    files = {
        f"st_{name}/__init__.py": f"from sandtable import hookimpl\n{codes[name]}" for name in codes
    }
    files |= {f"st_{name}/__init__.py": "" for name in ("gone", "newer", "lost")}
    files |= {"st_newer/game.toml": toml, "st_lost/x.toml": ""}
    shelf.add("faulty", points, files)
    for name, (code, _) in STOPS.items():
        if name != "hangs":
            shelf.hook(name, code)
    status, found = doctor(run, "--load-only")
    assert status == 1
    for name, (_, reason) in (RAISES | STOPS).items():
        if name != "hangs":
            row = found[name]
            assert (row["state"], reason in row["reason"]) == ("broken", True), row
            assert "\n" not in row["reason"]
    assert found["gone"]["reason"] == "there is no game.toml in st_gone.game"
    assert found["newer"]["state"] == "incompatible"
    assert "written for core API 99" in found["newer"]["reason"]
    assert found["well"]["state"] == "ok"
    assert 'no game "nogame"' in found["nogame.x"]["reason"]
    own = [row for row in found.values() if row["distribution"] == "sandtable"]
    assert [row for row in own if row["state"] != "ok"] == []
    assert shelf.imported == []
    # What this run has found is not what the next one knows.
    listed = {row["id"]: row for row in json.loads(run("plugins", "list", "--json").out)["plugins"]}
    assert {listed[name]["state"] for name in RAISES | STOPS if name in listed} == {"installed"}


def test_one_that_hangs_is_stopped_and_named_and_the_rest_of_its_distribution_is_not_examined(
    run, shelf: Shelf
) -> None:
    shelf.add(
        "trio",
        {f"plugins {name}": f"st_{name}" for name in ("aaa", "hangs", "zzz")},
        {f"st_{name}/__init__.py": "" for name in ("aaa", "zzz")}
        | {"st_hangs/__init__.py": STOPS["hangs"][0]},
    )
    status, found = doctor(run, "trio", "--load-only", "--timeout", 2)
    assert status == 1
    assert [found[name]["state"] for name in ("aaa", "hangs", "zzz")] == ["ok", "broken", "not examined"]
    assert found["hangs"]["reason"] == STOPS["hangs"][1]
    assert found["zzz"]["reason"] == "the examination stopped at plugin hangs (trio)"


class Silent:
    """A process that ends only when it is killed, and writes at some of the looks at it."""

    def __init__(self, output: IO[bytes], writes: Sequence[bool]) -> None:
        self.output, self.writes, self.waited = output, list(writes), []
        self.killed = False

    def wait(self, timeout: float | None = None) -> int:
        self.waited.append(timeout)
        if not self.killed:
            self.output.write(b"\n" * self.writes.pop(0))
            self.output.flush()
            raise subprocess.TimeoutExpired("it", timeout or 0)
        return -9

    def kill(self) -> None:
        self.killed = True


def test_a_process_that_stops_its_own_clock_is_ended_from_outside() -> None:
    with TemporaryFile() as output:
        process = Silent(output, [True, True, False])
        assert doctors.has_ended(process, output, 7.0) is False
    assert process.killed
    assert process.waited == [7.0 + doctors.GRACE_SECONDS] * 3 + [None]


def test_every_sign_of_life_of_an_examination_is_seen_from_outside(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[bytes] = []
    monkeypatch.setattr(doctor_process.os, "write", lambda _, data: written.append(data))
    monkeypatch.setattr(doctor_process.os, "dup2", lambda *_: None)
    monkeypatch.setattr(doctor_process.faulthandler, "dump_traceback_later", lambda *_, **__: None)
    doctor_process.main(["60", "game megiddo (sandtable)"])
    assert written.count(b"\n") > doctor_process.MOST_DECISIONS


def test_a_distribution_with_damaged_metadata_is_broken(run, shelf: Shelf, stages) -> None:
    shelf.hook("jam", "")
    (shelf.folder / "extra_jam-1.2.dist-info" / "METADATA").unlink()
    ran = run("plugins", "doctor", "extra_jam-1.2.dist-info")
    assert (ran.status, "METADATA has no Name" in ran.out) == (1, True)


def test_a_duplicate_is_reported_and_a_disabled_one_left_alone(run, shelf: Shelf, stages) -> None:
    shelf.hook("well", "")
    shelf.add("zzz", {"plugins well": "st_copy"}, {"st_copy/__init__.py": ""})
    shelf.hook("jam", "1 / 0")
    run("plugins", "disable", "jam")
    ran = run("plugins", "doctor", "well")
    assert ran.status == 1
    assert "zzz 1.2         duplicate: plugin well already comes from extra-well 1.2" in ran.out
    assert ran.out.endswith("2 plugins: 1 OK, 1 duplicate\n")
    ran = run("plugins", "doctor", "jam")
    assert (ran.status, "disabled: by plugins disable jam" in ran.out) == (0, True)


def test_a_plugin_that_was_mended_is_in_order_again(run, shelf: Shelf, stages) -> None:
    shelf.hook("jam", "1 / 0")
    assert run("plugins", "doctor", "jam").status == 1
    shelf.hook("jam", "")
    ran = run("plugins", "doctor", "jam")
    assert (ran.status, ran.out.splitlines()[-1]) == (0, "1 plugin: 1 OK")


@pytest.mark.parametrize("group", ["games", "plugins", "scenarios"])
def test_a_single_module_that_raises_is_reported_with_its_error(
    run, shelf: Shelf, stages, group: str
) -> None:
    shelf.add("mono", {f"{group} stones.mono": "st_mono"}, {"st_mono.py": "raise OSError('no map')"})
    assert doctor(run, "mono")[1]["stones.mono"]["reason"] == "OSError: no map"


def test_games_and_scenarios_are_examined_in_short_form(run, shelf: Shelf, stages) -> None:
    shelf.stones()
    status, found = doctor(run, "stones-game")
    assert [row["findings"] for row in found.values()] == [[], []]
    assert (status, found["stones.two"]["examined"]) == (0, True)
    game = shelf.folder / "st_stones" / "game.py"
    shelf.write({str(game): game.read_text() + "\nLifting.options = lambda self, table: []\n"})
    status, found = doctor(run, "stones/two")
    assert (status, bool(found["stones.two"]["findings"])) == (1, True)
    line, fault, *_ = run("plugins", "doctor", "stones/two").out.splitlines()
    assert "  at fault, " in line
    assert fault.startswith("    plays: ")


def test_a_game_is_not_at_fault_for_the_scenarios_of_others(run, shelf: Shelf, stages) -> None:
    shelf.stones()
    bad = 'game = "stones"\ntitle = "Bad"\n[heaps]\nnorth = "none"\n'
    files = {"st_bad/__init__.py": "", "st_bad/aaa.toml": bad}
    shelf.add("bad", {"scenarios stones.aaa": "st_bad"}, files)
    found = doctor(run, "stones")[1]
    assert (found["stones"]["examined"], found["stones"]["findings"]) == (True, [])
    assert found["stones.aaa"]["state"] == "broken"


def test_a_file_of_the_users_is_examined_too(run, stages, home) -> None:
    from sandtable.plugins.catalog import catalog, refresh

    folder = home / "scenarios"
    folder.mkdir(parents=True)
    text = catalog().scenario("megiddo/1918").text
    (folder / "mine.toml").write_text(text)
    (folder / "bad.toml").write_text(f"hnad = 3\n{text}")
    refresh()
    assert doctor(run, "megiddo/mine", "--load-only")[0] == 0
    status, found = doctor(run, "megiddo/bad")
    assert status == 1
    assert "hnad" in found["megiddo.bad"]["reason"]


def test_nothing_is_loaded_that_the_one_who_is_examined_does_not_need(run, shelf: Shelf, stages) -> None:
    shelf.stones()
    shelf.hook("jam", "1 / 0")
    shelf.hook("well", "@hookimpl\ndef bots(game): return {}\n")
    for name in ("stones-game", "well"):
        status, found = doctor(run, name)
        assert (status, {row["state"] for row in found.values()}) == (0, {"ok"}), found
        assert "st_jam" not in sys.modules
    status, found = doctor(run, "jam")
    assert (status, found["jam"]["state"]) == (1, "broken")


BAD_BOTS = {
    "5": "its bot {} is 5; a class or function that makes one was expected",
    "[]": "its bot {} is []; a class",
    "Fails": "the bot {} failed as british: ZeroDivisionError",
    "Exits": "the bot {} failed as british: SystemExit: 5",
    "Cheats": "the bot {} chose None as british, which is not legal",
    "object": "the bot {} failed as british: AttributeError",
    "fails": "its bot {} cannot be made: ZeroDivisionError",
}
"""Wrong bots of a plugin, each with a part of the report."""

BOT_CODE = """
class Fails:
    def choose(self, seat): 1 / 0
class Exits:
    def choose(self, seat): raise SystemExit(5)
class Cheats:
    def choose(self, seat): return None
def fails(): 1 / 0
@hookimpl
def bots(game): return {{{makers}}} if game.id == "megiddo" else {{}}
"""


def test_each_bot_of_a_plugin_is_seated_and_a_bad_one_found(
    run, shelf: Shelf, stages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor_process, "MOST_FINDINGS", len(BAD_BOTS))
    names = {f"odd-{number}": maker for number, maker in enumerate(BAD_BOTS)}
    makers = ", ".join(f'"{name}": {maker}' for name, maker in names.items())
    shelf.hook("jam", BOT_CODE.format(makers=makers))
    status, found = doctor(run, "jam")
    assert (status, found["jam"]["state"]) == (1, "ok")
    findings = found["jam"]["findings"]
    assert len(findings) == len(BAD_BOTS)
    for name, maker in names.items():
        (finding,) = (finding for finding in findings if name in finding)
        assert finding.startswith("bots: ")
        assert BAD_BOTS[maker].format(name) in finding


def test_a_hook_bots_that_answers_no_mapping_is_found(run, shelf: Shelf, stages) -> None:
    shelf.hook("jam", "@hookimpl\ndef bots(game): return ['fox']\n")
    status, found = doctor(run, "jam")
    assert (status, "failed in bots: TypeError: ['fox']" in found["jam"]["findings"][0]) == (1, True)


FOX = "from sandtable.plugins.bots import Random\n@hookimpl\ndef bots(game): return {'fox': Random}\n"


def test_the_bots_of_the_program_are_seated_too(run, stages) -> None:
    status, found = doctor(run, "sandtable:bots")
    assert (status, found["bots"]["examined"]) == (0, True)
    assert "a game of megiddo/1918 by the bot random" in stages


def test_a_good_bot_is_in_order_and_each_of_its_decisions_is_progress(run, shelf: Shelf, stages) -> None:
    shelf.hook("fox", FOX)
    status, found = doctor(run, "fox")
    assert (status, found["fox"]["examined"], found["fox"]["findings"]) == (0, True, [])
    began = stages.index("a game of megiddo/1918 by the bot fox")
    assert stages[began:].count("goes on") >= doctor_process.MOST_DECISIONS
    assert "fox" in run("list", "megiddo").out


def test_a_slow_bot_is_reported_with_its_time_and_is_no_fault(
    run, shelf: Shelf, stages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor_process, "SLOW_SECONDS", -1.0)
    shelf.hook("fox", FOX)
    ran = run("plugins", "doctor", "fox")
    assert ran.status == 0
    assert "    the bot fox is slow: 0." in ran.out
    assert " s for a decision of megiddo/1918\n" in ran.out


def test_a_bot_that_takes_a_setting_is_asked_with_a_small_one(run, shelf: Shelf, stages) -> None:
    code = "from sandtable.plugins.bots import Random\n"
    code += "def fox(setting=None):\n    print('asked', setting)\n"
    code += "    return Random()\n@hookimpl\ndef bots(game): return {'fox': fox}\n"
    shelf.hook("fox", code)
    ran = run("plugins", "doctor", "fox")
    assert (ran.status, f"asked {doctor_process.SMALL_SETTING}\n" in ran.out) == (0, True)


def test_a_bot_of_a_game_that_its_distribution_requires_is_seated_too(run, shelf: Shelf, stages) -> None:
    shelf.stones()
    code = BOT_CODE.format(makers='"odd": Fails').replace("megiddo", "stones")
    shelf.hook("jam", code)
    assert doctor(run, "jam")[0] == 0
    about = shelf.folder / "extra_jam-1.2.dist-info" / "METADATA"
    about.write_text(about.read_text() + "Requires-Dist: Stones_Game>=1\n")
    status, found = doctor(run, "jam")
    assert (status, "failed as red" in found["jam"]["findings"][0]) == (1, True)


HOOKS = """
@hookimpl
def sesion_started(session): pass
@hookimpl
def action_done(session, entri): pass
@hookimpl
def quorum(): pass
"""


def test_a_hook_that_does_not_exist_is_noted_and_a_wrong_argument_found(
    run, shelf: Shelf, stages
) -> None:
    shelf.hook("jam", HOOKS)
    status, found = doctor(run, "jam")
    assert status == 1
    assert found["jam"]["findings"] == ["hooks: action_done: the hook has no argument entri"]
    assert sorted(found["jam"]["notes"]) == [
        'no hook "quorum"; no enabled plugin offers it',
        'no hook "sesion_started"; did you mean "session_started"?',
    ]


def test_a_hook_that_any_module_of_another_plugins_package_offers_is_known(
    run, shelf: Shelf, stages, monkeypatch: pytest.MonkeyPatch
) -> None:
    post = "from sandtable import hookspec\n@hookspec\ndef telegram_sent(session, text): ...\n"
    shelf.add("post", {"plugins post": "st_post"}, {"st_post/__init__.py": "", "st_post/inner.py": post})
    shelf.hook("news", "@hookimpl\ndef telegram_sent(text): pass\n")
    shelf.hook("jam", "@hookimpl\ndef telegram_sent(txt): pass\n")
    _, found = doctor(run, "news")
    assert (found["news"]["findings"], found["news"]["notes"]) == ([], [])
    _, found = doctor(run, "jam")
    assert found["jam"]["findings"] == ["hooks: telegram_sent: the hook has no argument txt"]
    monkeypatch.setenv("SANDTABLE_DISABLE_PLUGINS", "lawrence,lrdg,post")
    status, found = doctor(run, "news")
    assert status == 0
    assert found["news"]["notes"] == ['no hook "telegram_sent"; no enabled plugin offers it']


WORDS = """
from sandtable import Command
@hookimpl
def prompt_commands(session):
    return {word: Command(word, "x", lambda *_: []) for word in ("discard", "atta", "disband")}
"""


def test_the_words_of_a_plugin_that_give_way_to_a_game_are_noted(run, shelf: Shelf, stages) -> None:
    shelf.hook("jam", WORDS)
    status, found = doctor(run, "jam")
    assert (status, found["jam"]["findings"]) == (0, [])
    assert found["jam"]["notes"] == [
        "the command discard gives way to the action discard of megiddo; type jam.discard",
        "the command atta gives way to the action attack of megiddo; type jam.atta",
    ]


def test_the_actions_of_every_game_are_compared_with_the_words_of_a_plugin(
    run, shelf: Shelf, stages
) -> None:
    shelf.stones()
    shelf.hook("jam", WORDS.replace("disband", "lift"))
    status, found = doctor(run, "jam")
    assert status == 0
    assert (
        "the command lift gives way to the action lift of stones; type jam.lift" in found["jam"]["notes"]
    )


def test_what_is_broken_is_counted_as_broken() -> None:
    rows = [{"state": state, "findings": []} for state in ("ok", "broken")]
    assert doctors._summary(rows) == "2 plugins: 1 OK, 1 broken"


@pytest.mark.parametrize(
    ("hook", "given"),
    [("session_started", "session"), ("action_done", "entry"), ("prompt_commands", "session")],
)
def test_a_hook_that_fails_in_a_game_is_found(run, shelf: Shelf, stages, hook: str, given: str) -> None:
    shelf.hook("jam", f"@hookimpl\ndef {hook}({given}): 1 / 0\n")
    status, found = doctor(run, "jam")
    assert (status, found["jam"]["examined"]) == (1, True)
    assert found["jam"]["findings"] == [f"hooks: {hook}: ZeroDivisionError: division by zero"]


def test_a_hook_of_a_game_that_fails_is_found(run, shelf: Shelf, stages) -> None:
    shelf.stones()
    game = shelf.folder / "st_stones" / "game.py"
    mark = "from sandtable import hookimpl\nStones.action_done = hookimpl(lambda self: 1 // 0)\n"
    shelf.write({str(game): game.read_text() + mark})
    status, found = doctor(run, "stones")
    assert status == 1
    (finding,) = found["stones"]["findings"]
    assert finding.startswith("hooks: action_done: ZeroDivisionError: ")


REPORT = """
class Report(Action, frozen=True):
    pass
Stones.actions += (Report,)
"""


@pytest.mark.parametrize("words", ["plugins doctor stones", "test stones --games 1 --quick"])
def test_a_game_whose_action_is_called_like_one_of_our_words_is_found(
    run, shelf: Shelf, stages, words: str
) -> None:
    shelf.stones()
    game = shelf.folder / "st_stones" / "game.py"
    shelf.write({str(game): game.read_text() + REPORT})
    ran = run(*words.split())
    assert ran.status == 1
    assert "words: " in ran.out
    assert "the command report gives way to the action report of stones" in ran.out
    assert "gives way" not in ran.err


def test_the_test_of_a_game_names_its_hooks_that_do_not_exist(run, shelf: Shelf) -> None:
    shelf.stones()
    game = shelf.folder / "st_stones" / "game.py"
    mark = "from sandtable import hookimpl\nStones.sesion_started = hookimpl(lambda self: None)\n"
    shelf.write({str(game): game.read_text() + mark})
    ran = run("test", "stones", "--games", 1, "--quick")
    assert ran.status == 0
    note = 'no hook "sesion_started"; did you mean "session_started"?'
    assert ran.err == f"game stones (stones-game): {note}\n"


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_what_is_examined_on_one_line(
    run, shelf: Shelf, stages, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.stones()
    monkeypatch.setattr(sys, "stderr", screen := Terminal())
    monkeypatch.setenv("TERM", "xterm")
    run("plugins", "doctor", "stones/two", "--load-only", "--json")
    assert screen.getvalue() == ""
    ran = run("plugins", "doctor", "stones/two", "--load-only")
    shown = screen.getvalue().split("\r\x1b[K")
    assert "examining stones-game: 1 plugin" in shown
    assert shown[-1] == ""
    assert "\r" not in ran.out
    assert "\n" not in screen.getvalue()


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "1e9", "soon"])
def test_a_time_limit_is_a_number_of_seconds(run, seconds: str) -> None:
    ran = run("plugins", "doctor", f"--timeout={seconds}")
    assert (ran.status, ran.err.count("\n"), "--timeout" in ran.err) == (2, 1, True)
