"""Bots that are programs: `exec:COMMAND`, in play, in batches, in saves, and when they fail."""

from __future__ import annotations

import json
import os
import select
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable import GameError, PluginError, SandtableError, Seat, SeededDice
from sandtable_batch import Job, play_games
from sandtable_console import Console, Refused, configuration
from sandtable_tools.seat import bot as program_bot
from sandtable_tools.seat import program

EXAMPLES = Path(__file__).parents[2] / "examples" / "any-language"

ANY = f"exec:{EXAMPLES / 'any.sh'}"

NODE = shutil.which("node")

EVEN = "megiddo/1918-even"

SHELL = """while IFS=':,' read -r _ type _; do case $type in '"ask"'|'"refused"') {} ;; esac; done"""

Write = Callable[[str], str]


@pytest.fixture(autouse=True)
def clean():
    """No program of a test plays in the next one."""
    yield
    program._programs.end()
    program._programs.all.clear()
    program._programs.idle.clear()


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a program in shell that does this for each question; returns its bot's name."""

    def bot(answer: str) -> str:
        path = tmp_path / "bot"
        path.write_text(f"#!/bin/sh\n{SHELL.format(answer)}\n")
        path.chmod(0o755)
        return f"exec:{path}"

    return bot


@pytest.fixture
def hasty(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs have a tenth of a second, which the ones here never meet."""
    monkeypatch.setattr(program, "GRACE_SECONDS", 0.1)
    home.mkdir()
    (home / "config.toml").write_text("limit = 0.1\n")
    configuration.read_once.cache_clear()


def games(count: int, **seats: str):
    return play_games(Job(EVEN, {"british": "random", "turkish": "random"} | seats, 1), 1, count)


def test_a_program_in_shell_plays_games_and_the_same_again() -> None:
    first, second = games(2, british=ANY)
    assert games(1, british=ANY) == [first]
    assert first.actions != second.actions


@pytest.mark.skipif(NODE is None, reason="node is not installed, which runs the bot in JavaScript")
def test_a_program_in_javascript_attacks_where_it_can() -> None:
    bold = games(6, british=f"exec:{EXAMPLES / 'bold.js'}")
    scores = [
        sum(game.metrics["british-victory-points"] for game in played) for played in (bold, games(6))
    ]
    assert scores[0] >= scores[1]


def test_it_is_started_once_for_all_games_of_a_seat_and_told_when_each_begins_and_ends(
    tmp_path: Path, write: Write
) -> None:
    log = tmp_path / "log"
    path = tmp_path / "noted"
    path.write_text(
        f"#!/bin/sh\necho start >>{log}\nwhile IFS=':,' read -r _ type _; do echo \"$type\" >>{log}\n"
        f"case $type in '\"ask\"') echo 1 ;; esac; done\necho left >>{log}\n"
    )
    path.chmod(0o755)
    games(2, british=f"exec:{path}")
    program._programs.end()
    told = [word.strip('"') for word in log.read_text().split() if word != '"ask"']
    assert told == ["start", "begin", "over", "begin", "over", "left"]


def test_of_what_it_says_only_the_end_is_kept() -> None:
    flood = "head -c 300000 /dev/zero >&2; echo >&2; echo so >&2; echo 1; read _; exit 3"
    chatty = program.take(["sh", "-c", flood], 60.0)
    chatty.begin_turn()
    assert chatty.receive() == b"1"
    chatty.send("2")
    with pytest.raises(program.ProgramError, match="it exited with status 3: so"):
        chatty.receive()
    assert len(chatty._said) <= program.MOST_BYTES


def test_what_it_has_started_ends_with_it(tmp_path: Path) -> None:
    alive = tmp_path / "alive"
    os.mkfifo(alive)
    reader = os.open(alive, os.O_RDONLY | os.O_NONBLOCK)
    parent = program.take(["sh", "-c", f"(echo up; exec sleep 60) >{alive} & read _"], 60.0)
    assert select.select([reader], [], [], 30) == ([reader], [], [])
    assert os.read(reader, 3) == b"up\n"
    parent.end()
    assert select.select([reader], [], [], 30) == ([reader], [], [])
    assert os.read(reader, 1) == b""
    os.close(reader)


def test_two_seats_have_a_program_each() -> None:
    games(1, british=ANY, turkish=ANY)
    assert len(program._programs.all) == 2


FAILURES = {
    "exit 3": "it exited with status 3",
    "echo oh no >&2; exit 3": "it exited with status 3: oh no",
    "kill -9 $$": "it was killed by SIGKILL",
    "exec 1>&-": "it closed its output",
    "echo nonsense": 'it was refused 3 times: send {"do"',
    "echo 99": "it was refused 3 times: no option 99",
    "head -c 2000000 /dev/zero": "it wrote a line of more than 1,000,000 bytes",
    "[ $type = '\"ask\"' ] && echo 99": "no answer within 0.1 seconds (see the setting limit), after",
    "sleep 600": "no answer within 0.1 seconds",
    'yes \'{"rules": ""}\'': "no answer within 0.1 seconds",
}


@pytest.fixture
def patient(request: pytest.FixtureRequest, failure: str) -> None:
    if "0.1" in FAILURES[failure] or "closed" in FAILURES[failure]:
        request.getfixturevalue("hasty")


@pytest.mark.parametrize("failure", FAILURES)
def test_a_program_that_fails_is_named_and_ended_and_the_game_stays(
    failure: str, patient: None, write: Write, tmp_path: Path
) -> None:
    session = sandtable.new(
        EVEN, 1, {"british": write(failure), "turkish": "random"}, save=tmp_path / "s.jsonl"
    )
    before = session.table.position
    with pytest.raises(GameError) as failed:
        list(session.play())
    assert FAILURES[failure] in str(failed.value)
    assert "/bot failed as british: " in str(failed.value)
    assert (session.table.position, program._programs.all) == (before, [])
    with session:
        session.seat_players({"british": "random"})
        list(session.play())
    assert sandtable.load(tmp_path / "s.jsonl").outcome == session.outcome


def test_a_program_that_failed_once_is_started_again_and_told_everything(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    path = tmp_path / "bot"
    once = f"[ -e {mark} ] || {{ touch {mark}; exit 1; }}; echo 1"
    path.write_text(f"#!/bin/sh\n{SHELL.format(once)}\n")
    path.chmod(0o755)
    session = sandtable.new(EVEN, 1, {"british": f"exec:{path}", "turkish": "random"})
    with pytest.raises(GameError):
        list(session.play())
    list(session.play())
    assert session.outcome


def test_play_ends_with_one_line_and_keeps_the_save(run, write: Write, tmp_path: Path) -> None:
    save = tmp_path / "s.jsonl"
    bot = ("--seat", f"turkish={write('exit 3')}")
    ran = run("play", EVEN, "--seed", 1, *bot, "--save", save, typed="done\n")
    assert (ran.status, ran.err.count("\n")) == (1, 1)
    assert "failed as turkish: it exited with status 3" in ran.err
    assert len(save.read_bytes().splitlines()) == 2
    again = run("resume", save, "--seat", "turkish=human", typed="done\n")
    assert (again.status, again.err) == (0, "")


def test_simulate_says_which_game_and_stops_with_status_1(run, write: Write) -> None:
    ran = run("simulate", EVEN, "--games", 2, "--seat", f"british={write('exit 3')}")
    assert (ran.status, ran.err.count("\n")) == (1, 1)
    assert "seed 1/1: " in ran.err
    assert "/bot failed as british: it exited with status 3" in ran.err


@pytest.mark.parametrize("jobs", [1, 2])
def test_simulate_plays_it_on_all_cores_with_the_same_games(run, jobs: int) -> None:
    words = ("--games", 2, "--jobs", jobs, "--seat", "turkish=random", "--json")
    ran = run("simulate", EVEN, *words, "--seat", f"british={ANY}")
    assert ran.status == 0, ran.err
    assert json.loads(ran.out)["metrics"] == _metrics()


def _metrics() -> dict[str, float]:
    from sandtable_batch import Batch

    job = Job(EVEN, {"british": ANY, "turkish": "random"}, 1)
    return Batch(job, EVEN, play_games(job, 1, 2), 1).metrics


WRONG = {
    "exec": "exec takes a command, as in exec:./mybot",
    "exec:": "exec takes a command, as in exec:./mybot",
    "exec:./missing --hard": 'exec: cannot run "./missing": no such program',
    'exec:"half': "no closing quotation",
    "nobody": "choose from scripted, exec:COMMAND, random, search",
}


@pytest.mark.parametrize("name", WRONG)
def test_a_command_that_cannot_be_run_is_refused_before_the_game(run, name: str) -> None:
    ran = run("simulate", EVEN, "--seat", f"british={name}")
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert WRONG[name] in ran.err


def test_a_save_cannot_start_a_program_that_the_user_has_not_named(
    run, tmp_path: Path, write: Write
) -> None:
    save, mark = tmp_path / "s.jsonl", tmp_path / "mark"
    bot = write(f"touch {mark}; echo 1")
    run("play", EVEN, "--seed", 1, "--seat", f"turkish={bot}", "--save", save, typed="")
    from sandtable.plugins.catalog import refresh

    refresh()  # as in another process, perhaps on another machine
    ran = run("resume", save, typed="done\n")
    assert (ran.status, mark.exists()) == (2, False)
    assert "the save asks to run a program" in ran.err
    assert "--seat turkish=scripted" in ran.err
    session = sandtable.load(save)
    session.choose("done")
    with pytest.raises(PluginError, match="the save asks to run a program"):
        list(session.play())
    with pytest.raises(SandtableError, match="the save asks to run a program"):
        list(sandtable.tooling.resume.fork(save, None, None, seats={"british": "random"}).play())
    agreed = run("resume", save, "--seat", f"turkish={bot}", typed="done\n")
    assert (agreed.status, mark.exists()) == (0, True)


def test_a_program_is_no_bot_that_lists_and_menus_offer(run) -> None:
    installed = sandtable.tooling.catalog()
    assert "exec" not in installed.bots.names(installed.game("megiddo"))
    assert "exec" not in run("list", "megiddo", "--json").out


@pytest.mark.soak
def test_a_bot_in_another_language_plays_a_thousand_games() -> None:
    bot = f"exec:{EXAMPLES / 'bold.js'}" if NODE else ANY
    assert len(games(1_000, british=bot)) == 1_000
    assert len(program._programs.all) == 1


def test_a_player_at_the_prompt_reads_how_to_go_on_without_the_program(write: Write) -> None:
    session = sandtable.new(EVEN, 1, {"turkish": write("exit 3")})
    at_prompt = Console(session, numbers=True)
    list(at_prompt.begin())
    refused = next(output for output in at_prompt.do("done") if isinstance(output, Refused))
    assert refused.error.details == [
        "Enter asks it again; sandtable resume --seat turkish=human takes over its side."
    ]


@pytest.mark.parametrize("command", [ANY, *([f"exec:node {EXAMPLES / 'bold.js'}"] if NODE else [])])
def test_an_example_bids_any_number_of_a_range(command: str, market: Any) -> None:
    """The bids are spread over all of the range, and they are the same again."""

    def bids() -> list[int]:
        table = market.table()
        bot = program_bot.ProgramBot(table.game, command.removeprefix("exec:"))
        seats = (Seat(table, "east", SeededDice(f"{seed}"), tuple) for seed in range(40))
        return [action.amount for seat in seats if isinstance(action := bot.choose(seat), market.Bid)]

    first = bids()
    assert first == bids()
    assert len(first) > 8
    assert min(first) < 250_000
    assert max(first) > 750_000
