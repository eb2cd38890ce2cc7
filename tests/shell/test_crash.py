"""A game that is killed loses at most the line that was being written."""

from __future__ import annotations

import json
import random  # noqa: TID251
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import sandtable
from sandtable.record.records import SaveError
from sandtable.record.replay import Replay
from sandtable.record.resume import resume

LUCK = 1918

SCENARIOS = (
    ("megiddo/1918-even", {"british": "scripted", "turkish": "random"}),
    ("lrdg/benghazi-road", {"lrdg": "random"}),
    ("lrdg/slonta", {"lrdg": "random"}),
    ("lawrence/hejaz-railroad", {"lawrence": "random"}),
    ("lawrence/hejaz-railroad", {}),
    ("megiddo/1918-even", {}),
)
"""The scenarios to play and their bots; without bots, the commands come from a file."""

# Starting Python takes longer than most games, so one process imports it all and forks the players.
DRIVER = """
import json, os, signal, sys
from sandtable.record import journal
from sandtable_shell import main
import sandtable_shell.play, sandtable_shell.resume
import sandtable_lawrence.game, sandtable_lrdg.game, sandtable_megiddo.game

def die_after(calls):
    def count(*event):
        nonlocal calls
        if calls == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        calls -= 1
    sys.setprofile(count)

def play(words, shown, size, calls):
    left = size  # bytes to be written before the countdown
    def put(file, data, *, sync):
        nonlocal left
        if 0 <= left < len(data):
            file.write(data[:left])
            die_after(calls)
            data = data[left:]
            left = -1
        left -= len(data)
        file.write(data)
    def begin(path, data, *, replace):
        nonlocal left
        if 0 <= left < len(data):
            die_after(calls)
            left = -1
        left -= len(data)
        write_whole(path, data, replace=replace)
    write_whole = journal.write_whole
    journal._write_all, journal.write_whole = put, begin
    os.dup2(os.open(os.devnull, os.O_RDWR), 0)
    os.dup2(os.open(shown, os.O_WRONLY | os.O_CREAT), 1)
    if size < 0:
        die_after(calls)
    os._exit(main(words))

for line in sys.stdin:
    pid = os.fork()
    if pid == 0:
        play(*json.loads(line))
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
"""


class Kill(NamedTuple):
    """A game to be killed after `size` bytes of its file and `calls` function calls.

    A size of -1 counts the calls from the start of the program.
    """

    scenario: str
    seats: dict[str, str]
    seed: int
    size: int
    calls: int

    @property
    def words(self) -> list[str]:
        seats = (word for pair in self.seats.items() for word in ("--seat", "=".join(pair)))
        return ["play", self.scenario, "--seed", str(self.seed), *seats]


def kills(count: int) -> Iterator[Kill]:
    """Games of some seeds, each to be killed anywhere from its first byte to its end."""
    luck = random.Random(LUCK)
    for _ in range(count):
        scenario, seats = luck.choice(SCENARIOS)
        seed = luck.randrange(3)
        end = sum(map(len, whole_game(scenario, tuple(seats.items()), seed)))
        yield Kill(
            scenario, seats, seed, luck.randrange(-1, end), luck.choice((0, luck.randrange(4_000)))
        )


@cache
def whole_game(scenario: str, seats: Sequence[tuple[str, str]], seed: int) -> list[bytes]:
    """The lines of a game that was not killed, played in memory."""
    session = sandtable.new(scenario, seed, dict(seats))
    list(session.play())
    for command in () if seats else commands(scenario, seed):
        session.choose(command)
    return [line + b"\n" for line in session.journal.lines]


@cache
def commands(scenario: str, seed: int) -> list[str]:
    """The choices of bots in a game, as commands to type."""
    seats = next(seats for id, seats in SCENARIOS if id == scenario and seats)
    session = sandtable.new(scenario, seed, seats)
    return [str(entry.action) for entry in session.play()]


@pytest.fixture
def driver(home: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that forks players."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    process = subprocess.Popen([sys.executable, "-c", DRIVER], **pipes)  # type: ignore[call-overload]
    yield process
    process.communicate()
    assert process.returncode == 0


def killed(kill: Kill, path: Path, process: subprocess.Popen[str]) -> bool:
    """Play a game in a process and kill it; return whether it was still being played."""
    assert process.stdin is not None
    assert process.stdout is not None
    words = [*kill.words, "--save", str(path)]
    if not kill.seats:
        script = path.with_suffix(".txt")
        script.write_text("\n".join(commands(kill.scenario, kill.seed)))
        words += ["--input", str(script)]
    play = [words, str(path.with_suffix(".out")), kill.size, kill.calls]
    process.stdin.write(json.dumps(play) + "\n")
    process.stdin.flush()
    return int(process.stdout.readline()) == -9


def whole_lines(path: Path) -> list[bytes]:
    """The lines of a file that end in a newline, read without the program."""
    data = path.read_bytes() if path.exists() else b""
    return data[: data.rfind(b"\n") + 1].splitlines(keepends=True)


def goes_on(kill: Kill, path: Path) -> int:
    """Resume a killed game, play on, and compare it with the game that was not killed; return its lines.

    That game shares nothing with the save but seed, players and commands.
    """
    left = whole_lines(path)
    game = whole_game(kill.scenario, tuple(kill.seats.items()), kill.seed)
    assert left == game[: len(left)]
    if not left:
        with pytest.raises(SaveError):
            resume(path)
        return 0
    torn = path.read_bytes() != b"".join(left)
    session, remarks = resume(path)
    assert len(remarks) == (torn or len(left) == len(game) - 1)
    # When a command is echoed, the one before it is done and must be in the file.
    assert len(left) >= path.with_suffix(".out").read_bytes().count(b"\n> ")
    again = sandtable.new(kill.scenario, kill.seed, kill.seats)
    done = sum(b'"do":' in line for line in left)
    list(again.play(most=done))
    for command in () if kill.seats else commands(kill.scenario, kill.seed)[:done]:
        again.choose(command)
    assert session.table.position == again.table.position
    assert session.journal.lines == again.journal.lines
    list(session.play(most=4))
    for command in () if kill.seats else commands(kill.scenario, kill.seed)[done : done + 4]:
        session.choose(command)
    session.close()
    Replay(path).run()
    assert path.read_bytes() == b"".join(game[: session.journal.n])
    assert session.journal.n >= min(len(left) + 4, len(game))
    return len(left)


@pytest.mark.parametrize("count", [24, pytest.param(200, marks=pytest.mark.soak)])
def test_a_game_killed_at_any_moment_goes_on_from_its_last_whole_line(
    count: int, tmp_path: Path, driver: subprocess.Popen[str]
) -> None:
    todo = [(kill, tmp_path / f"{k}.jsonl") for k, kill in enumerate(kills(count))]
    hit = sum([killed(*work, driver) for work in todo])
    left = []
    for kill, path in todo:
        try:
            left.append(goes_on(kill, path))
        except BaseException as error:
            error.add_note(f"killed: {kill}")
            raise
    assert len(left) == count
    assert hit > count * 0.6, f"only {hit} kills hit a game in progress"
    assert len(set(left)) > count / 10
    print(
        f"{hit} of {count} in progress; {left.count(0)} had no line yet; lines left: {sorted(set(left))}"
    )


# Two processes.


@pytest.fixture
def player(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """A game in another process that waits for its next command, and its save."""
    path = tmp_path / "two.jsonl"
    words = ["play", "megiddo/1918", "--seed", "5", "--save", str(path)]
    command = [sys.executable, "-m", "sandtable", *words]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    process.stdin.write("done\nstatus\n")
    process.stdin.flush()
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("> status"):
            break
    yield process, path
    process.kill()
    process.communicate()


def test_a_second_writer_is_refused_and_readers_are_not(
    player: tuple[subprocess.Popen[str], Path], run
) -> None:
    process, path = player
    before = path.read_bytes()
    for words in (("resume", path), ("resume", path, "--sync")):
        ran = run(*words, typed="done\n")
        assert (ran.status, ran.out) == (2, "")
        assert ran.err == f"sandtable: {path} is open in another window; leave the game there first\n"
    readers = (
        ("replay", path, "--verify"),
        ("saves", path),
        ("check", path),
        ("replay", path),
        ("saves",),
    )
    for words in readers:
        assert run(*words).status == 0
    branch = run("replay", path, "--play", "--save", path.with_name("b.jsonl"), typed="done\n")
    assert branch.status == 0
    assert path.read_bytes() == before
    assert process.poll() is None
    process.communicate("done\n")
    assert process.returncode == 0
    assert path.read_bytes().startswith(before)
    assert len(whole_lines(path)) == 3


def test_the_lock_of_a_process_that_was_killed_is_gone(
    player: tuple[subprocess.Popen[str], Path], run
) -> None:
    process, path = player
    process.kill()
    process.wait()
    assert run("resume", path, typed="done\n").status == 0
    assert run("replay", path, "--verify").status == 0
