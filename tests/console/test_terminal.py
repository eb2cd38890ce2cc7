"""The prompt itself: a few lines through a pipe, and a real terminal."""

from __future__ import annotations

import asyncio.runners
import asyncio.unix_events
import io
import os
import re
import signal
import subprocess
import sys
import termios
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import pexpect
import pytest
from nonempty import some
from prompt_toolkit.application import Application, create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.output import DummyOutput
from prompt_toolkit.output.plain_text import PlainTextOutput

import sandtable
from sandtable_console import pager, sink, themes
from sandtable_console.configuration import Settings
from sandtable_console.keys import load_history, wait_for_key
from sandtable_console.page import picture
from sandtable_console.real_dice import AskedDice
from sandtable_console.scroll import LEAST_MENU_ROWS, Scroll
from sandtable_console.terminal import run
from sandtable_tools.kit import Typist

if TYPE_CHECKING:
    from shelves import Shelf

SANDTABLE = str(Path(sys.executable).with_name("sandtable"))


LIFE = {asyncio.runners.__file__, asyncio.unix_events.__file__}
"""What begins and closes an event loop."""

QUICK = Settings(theme="none", pace="none", pager=False)


def watched(session: sandtable.Session, settings: Settings) -> None:
    """Play a session at a terminal."""
    console = Typist(session)
    sink.play(console, Scroll(console, settings))


def played(text: str, settings: Settings = QUICK, **seats: str) -> sandtable.Session:
    """A game played with some keys."""
    session = sandtable.new("megiddo/1918-even", seed=11, seats=seats)
    output = PlainTextOutput(sys.stdout)
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=output):
        pipe.send_text(text)
        watched(session, settings)
    return session


@pytest.mark.parametrize("rows", [100, 1])
def test_no_page_waits_for_a_key_until_all_rows_of_a_paste_are_done(
    rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[str] = []
    monkeypatch.setattr(pager.Pager, "flash", lambda _, text, __: waited.append(text) or "q")
    console = Typist(sandtable.new("megiddo/1918-even", seed=11, seats={"turkish": "scripted"}))
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        scroll = Scroll(console, Settings(theme="none", pace="none"))
        for shown in console.begin():
            scroll.show(shown)
        waited.clear()
        pasted = "\n".join(["rules; rules; rules", *[f"note {number}" for number in range(2, rows + 1)]])
        pipe.send_text(f"\x1b[200~{pasted}\x1b[201~\r")
        for shown in console.do(scroll.read() or ""):
            scroll.show(shown)
    assert sum(entry.note is not None for entry in console.session.log) == rows - 1
    assert waited == [pager.MORE_PROMPT] * (rows == 1)


def test_lines_are_done_until_the_player_leaves() -> None:
    session = played("disc dys\rdone\rquit\r", turkish="scripted")
    assert [str(entry.action) for entry in session.log[1:3]] == ["discard dysentery", "done"]


def test_ctrl_c_cancels_the_line_and_ctrl_d_leaves() -> None:
    session = played("discard engineer\x03disc dys\r\x04", turkish="scripted")
    assert [str(entry.action) for entry in session.log[1:]] == ["discard dysentery"]


def test_history_is_kept_between_runs(home: Path) -> None:
    played("disc dys\rquit\r", turkish="scripted")
    assert "+disc dys" in (home / "history").read_text()


def no_file(history: Path) -> None:
    history.unlink()
    history.mkdir()


def no_folder(history: Path) -> None:
    history.unlink()
    history.parent.rmdir()


def no_data(history: Path) -> None:
    history.unlink()
    os.mkfifo(history)


def no_room(history: Path) -> None:
    history.unlink()
    history.symlink_to("/dev/full")


def no_right(history: Path) -> None:
    history.unlink()
    history.symlink_to("/proc/self/mem")  # it can be opened, not read; even by the superuser


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no such files")
@pytest.mark.parametrize("lose", [no_file, no_folder, no_data, no_room, no_right])
def test_where_the_history_cannot_be_kept_it_is_in_memory_and_the_game_goes_on(
    home: Path, lose: Callable[[Path], None]
) -> None:
    home.mkdir()
    (home / "history").touch()
    lose(home / "history")
    session = played("disc dys\rundo\rdisc dys\rquit\r", turkish="scripted")
    assert [str(step.entry.action) for step in session.history.done] == ["discard dysentery"]


@pytest.mark.parametrize("lose", [no_file, no_folder, no_data])
def test_the_history_may_be_lost_while_it_is_used(home: Path, lose: Callable[[Path], None]) -> None:
    kept = load_history()
    kept.append_string("first")
    lose(home / "history")
    kept.append_string("second")
    assert kept.get_strings() == ["first", "second"]
    assert list(load_history().load_history_strings()) == []


THINKS_FOR_EVER = """
class Thinker:
    def choose(self, seat):
        while True:
            pass

@hookimpl
def bots():
    return {"thinker": Thinker}
"""

Terminals = Callable[..., pexpect.spawn]
LeaveGame = Callable[..., int]
StorySaved = Callable[[], list[str]]


@pytest.fixture
def opened(at_terminal: Terminals, tmp_path: Path) -> Terminals:
    """Starts a game at a real terminal of 80 x 24, or of another size."""

    def start(*more: str, turkish: str = "scripted", **how: Any) -> pexpect.spawn:
        words = ["play", "megiddo/1918-even", "--seed", "11", "--seat", f"turkish={turkish}", *more]
        return at_terminal(*words, "--save", str(tmp_path / "g.jsonl"), **how)

    return start


@pytest.fixture
def terminal(opened: Terminals) -> pexpect.spawn:
    """A game at a real terminal of 80 x 24 that waits for the first choice."""
    child = opened()
    child.expect_exact("[rule 2]")
    child.expect_exact("british>")
    return child


def test_a_game_starts_is_played_and_left(
    terminal: pexpect.spawn, leave_game: LeaveGame, story_saved: StorySaved
) -> None:
    terminal.send("disc dys\r")
    terminal.expect_exact("(1 chosen)")
    terminal.expect_exact("british>")
    assert leave_game(terminal, by="\x04") == 0
    assert story_saved() == ["discard dysentery"]


def test_tab_completes(terminal: pexpect.spawn, leave_game: LeaveGame, story_saved: StorySaved) -> None:
    terminal.send("discard dys\t")
    terminal.expect_exact("dysentery")
    terminal.send("\r")
    terminal.expect_exact("(1 chosen)")
    terminal.expect_exact("british>")
    assert leave_game(terminal) == 0
    assert story_saved() == ["discard dysentery"]


def test_ctrl_c_keeps_the_game(
    terminal: pexpect.spawn, leave_game: LeaveGame, story_saved: StorySaved
) -> None:
    terminal.send("something wrong\x03")
    terminal.send("disc dys\r")
    terminal.expect_exact("(1 chosen)")
    terminal.expect_exact("british>")
    assert leave_game(terminal) == 0
    assert story_saved() == ["discard dysentery"]


def test_a_dumb_terminal_gets_plain_lines(opened: Terminals) -> None:
    child = opened(TERM="dumb")
    child.expect_exact("> ")
    child.send("disc dys\n")
    child.expect_exact("(1 chosen)")
    assert b"\x1b[" not in child.before
    child.expect_exact("> ")
    child.send("\x04")
    child.expect_exact("Saved in")
    assert b"\x1b[" not in child.before


def test_before_a_line_is_typed_the_words_that_explain_the_others_are_named(
    console: Callable[..., Typist],
) -> None:
    prompt = Scroll(console(), Settings(theme="none"))
    told = ["".join(text for _, text, *_ in prompt._toolbar(line)) for line in ("", "disc dys")]
    assert told[0] == "? lists your options, help lists the commands"
    assert told[1].startswith("discard dysentery")


def test_plain_lines_are_as_wide_as_the_terminal(opened: Terminals) -> None:
    child = opened("--plain", columns=40, COLUMNS="40")
    child.expect_exact("> ")
    child.send("odds disc dys more\r")
    child.expect_exact("more choices.")
    shown = child.before.decode().splitlines()
    assert len(shown) > 3
    assert max(map(len, shown)) <= 40


def test_alone_at_a_terminal_it_offers_games(at_terminal: Terminals, home: Path) -> None:
    child = at_terminal(rows=60)
    for answer, next_question in (
        ("", "Megiddo 1918"),
        ("99\n", "type a number from 1 to 6"),
        ("even\n", "Who plays the British"),
        ("\n", "Who plays the Turks"),
        ("\n", "british>"),
        ("\x04", "Saved in"),
    ):
        child.send(answer)
        child.expect_exact(next_question)
    child.expect(pexpect.EOF)
    assert child.wait() == 0
    (save,) = (home / "saves").glob("*.jsonl")
    assert sandtable.load(save).scenario.id == "megiddo/1918-even"


def test_another_width_draws_the_position_again(terminal: pexpect.spawn) -> None:
    terminal.setwinsize(24, 50)
    terminal.expect_exact("TURKISH")
    terminal.expect_exact("[rule 2]")
    drawn = terminal.before.decode().splitlines()
    assert len(drawn) > 5
    assert [line for line in drawn if len(_ESCAPE.sub("", line)) > 50] == []


_ESCAPE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b\][^\x1b]*\x1b\\")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_a_signal_leaves_the_game_as_quit_does(
    number: int, terminal: pexpect.spawn, tmp_path: Path
) -> None:
    terminal.send("disc dys\r")
    terminal.expect_exact("(1 chosen)")
    terminal.kill(number)
    terminal.expect_exact("Saved in")
    assert termios.tcgetattr(terminal.child_fd)[3] & termios.ECHO
    terminal.expect(pexpect.EOF)
    assert terminal.wait() == 128 + number
    assert "discard" in (tmp_path / "g.jsonl").read_text()


def test_a_closed_terminal_loses_nothing(terminal: pexpect.spawn, run) -> None:
    terminal.send("disc dys\r")
    terminal.expect_exact("(1 chosen)")
    terminal.ptyproc.fileobj.close()
    terminal.wait()
    again = run("resume", terminal.args[-1], typed="log 1\n")
    assert again.status == 0
    assert "(1 chosen)" in again.out


def test_ctrl_z_leaves_for_a_while(
    at_terminal: Terminals, tmp_path: Path, story_saved: StorySaved
) -> None:
    shell = at_terminal("--norc", "-i", program="bash", PS1="shell$ ")
    shell.expect_exact("shell$ ")
    save = tmp_path / "g.jsonl"
    shell.sendline(f"{SANDTABLE} play megiddo/1918-even --seed 11 --seat turkish=scripted --save {save}")
    for keys, answer in (
        ("", "british>"),
        ("\x1a", "Stopped"),
        ("", "shell$ "),
        ("fg\n", "british>"),
        ("disc dys\r", "(1 chosen)"),
        ("", "british>"),
        ("\x04", "Saved in"),
        ("", "shell$ "),
        ("exit\n", pexpect.EOF),
    ):
        shell.send(keys)
        shell.expect_exact(answer)
    assert shell.wait() == 0
    assert story_saved() == ["discard dysentery"]


def test_a_terminal_of_twenty_columns_is_played_at(opened: Terminals) -> None:
    child = opened(columns=20, rows=120)
    child.expect_exact("british>")
    shown = _ESCAPE.sub("", child.before.decode()).splitlines()
    assert len(shown) > 20
    assert all(len(line.rpartition("\r")[2]) <= 20 for line in shown[3:])
    child.send("disc dys\r")
    child.expect_exact("(1")


def test_a_text_longer_than_the_screen_waits_for_a_key(opened: Terminals) -> None:
    child = opened(rows=12)
    pages = 0
    while child.expect_exact(["-- more", "[rule 2]"]) == 0:
        pages += 1
        child.send("\r")
    assert 1 <= pages <= 4


def test_an_opening_that_fits_does_not_wait_for_a_key(opened: Terminals, tmp_path: Path) -> None:
    save = tmp_path / "g.jsonl"
    child = opened()
    child.expect_exact("british>")
    shown = _ESCAPE.sub("", child.before.decode()).replace("\r", "").rstrip()
    child.close(force=True)
    begins = shown.index("Megiddo 1918: ")
    # Below are the line, the menu and the preview.
    rows = len(shown[begins:].splitlines()) + 1 + LEAST_MENU_ROWS
    save.unlink()
    fits = opened(rows=rows)
    assert fits.expect_exact(["-- more", "british>"]) == 1
    fits.close(force=True)
    save.unlink()
    torn = opened(rows=rows // 2)
    assert torn.expect_exact(["-- more", "british>"]) == 0


def test_characters_that_a_terminal_cannot_write_are_replaced(
    at_terminal: Terminals, run, tmp_path: Path, leave_game: LeaveGame, story_saved: StorySaved
) -> None:
    save = tmp_path / "g.jsonl"
    words = ["play", "megiddo/1918-even", "--seat", "turkish=scripted", "--save", save]
    run(*words, typed="note caf\u00e9\n")
    ascii_only = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"}
    child = at_terminal("resume", str(save), rows=50, **ascii_only)
    child.logfile_read = io.BytesIO()
    child.expect_exact("note: cafe")
    child.expect_exact("british>")
    assert leave_game(child, by="\x04") == 0
    assert child.logfile_read.getvalue().isascii()
    assert story_saved() == ["note caf\u00e9"]


def test_the_moves_of_bots_are_shown_one_by_one(opened: Terminals, home: Path) -> None:
    (home / "config.toml").write_text('screen = "scroll"\npace = "step"\n')
    child = opened("--seat", "british=scripted")
    for _ in range(3):
        child.expect_exact(pager.STEP_PROMPT)
        child.send("\r")
    child.expect_exact(pager.STEP_PROMPT)
    child.send("h")
    child.expect_exact("Over: ")
    assert pager.STEP_PROMPT.encode() not in child.before


def test_a_key_hurries_the_bots(capsys: pytest.CaptureFixture[str]) -> None:
    session = sandtable.new("lawrence/aqaba", seed=3, seats={"lawrence": "scripted"})
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=PlainTextOutput(sys.stdout)):
        pipe.send_text("h")
        watched(session, Settings(theme="none", pace="step"))
    assert session.outcome is not None
    out = capsys.readouterr().out
    assert out.count(pager.STEP_PROMPT) <= 1
    assert f"Over: Aqaba! is {session.outcome.name}" in out


def test_a_bot_that_thinks_long_says_so_and_can_be_stopped(
    shelf: Shelf, opened: Terminals, leave_game: LeaveGame, story_saved: StorySaved
) -> None:
    shelf.hook("slow", THINKS_FOR_EVER)
    child = opened(turkish="thinker")
    child.expect_exact("british>")
    child.send("done\r")
    child.expect(r"turkish is thinking, \d+ s \(Ctrl-C: stop\)")
    child.sendintr()
    child.expect_exact("Stopped. Press Enter to let the bot")
    child.expect_exact("turkish>")
    assert leave_game(child, by="\x04") == 0  # after any other line the bot would continue
    assert story_saved() == ["done"]


def test_a_line_that_is_typed_before_a_hint_is_shown_is_done_after_it(
    opened: Terminals, leave_game: LeaveGame, story_saved: StorySaved
) -> None:
    child = opened(rows=60)
    child.expect_exact("british>")
    child.send("hint 100\rdiscard dysentery\rnote ha")
    child.expect_exact("No clear best yet; ")
    child.expect_exact("(1 chosen)")
    child.send("lf typed\r")
    child.expect_exact("note: half typed")
    assert leave_game(child) == 0
    assert story_saved() == ["discard dysentery", "note half typed"]


@pytest.mark.parametrize(
    ("typed", "finished"), [("note one\r", ""), ("note o", "ne\r"), ("note one\rnote t", "wo\r")]
)
def test_ctrl_c_stops_a_hint_and_keeps_what_was_typed_during_it(
    opened: Terminals, leave_game: LeaveGame, story_saved: StorySaved, typed: str, finished: str
) -> None:
    child = opened(rows=60)
    child.expect_exact("british>")
    child.send("hint 1000000\r")
    child.expect_exact("(Ctrl-C: enough)")
    child.send(typed)
    child.expect_exact(typed.rpartition("\r")[2] or "one")  # the terminal echoes it
    child.send("\x03")
    child.expect_exact("british>")
    child.send(finished)
    child.expect_exact("note: two" if "two" in typed + finished else "note: one")
    child.expect_exact("british>")
    assert leave_game(child) == 0
    assert story_saved()[0] == "note one"


def test_with_real_dice_no_line_moves_where_a_bots_roll_is_asked_for() -> None:
    for dice, waited_for in ((None, True), (AskedDice(lambda _: 1), False)):
        session = sandtable.new("lrdg/barca", seed=1, dice=dice, seats={"lrdg": "scripted"})
        assert Scroll(Typist(session), Settings()).waiting.bots is waited_for


@pytest.mark.parametrize("theme", ["dark", "light", "high-contrast", "none"])
def test_no_theme_shows_anything_by_colour_alone(theme: str) -> None:
    session = sandtable.new("lrdg/barca", seed=3)
    for kind, lines in some(picture(Typist(session))):
        shown = themes.fragments([(kind, line) for line in lines])
        assert "".join(text for _, text in shown) == "".join(f"{line}\n" for line in lines)
        names = {name.split()[0].removeprefix("class:") for name, _ in shown if name}
        assert names <= {*themes.THEMES["dark"], "board", "options"}
    themes.style(theme)


def test_nothing_slow_is_imported_before_the_first_prompt() -> None:
    code = (
        "import sys, sandtable_console.scroll, sandtable_shell.play; "
        "sys.exit(bool({'tomlkit', 'concurrent.futures.process', 'hypothesis'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_a_game_is_played_with_all_that_the_prompt_has(
    opened: Terminals, leave_game: LeaveGame, story_saved: StorySaved
) -> None:
    child = opened()
    for line, answer in (
        ("d", '"d" can mean'),  # ambiguous: discard and done
        ("attack turkish-infantry", "[rule"),
        ("why attack turkish-infantry", "rule 5"),
        ("disc dys", "(1 chosen)"),
        ("undo", "Undone: discard Dysentery"),
        (".", "(1 chosen)"),
        ("history", "Round 1"),
        ("done", "Commit cards"),
    ):
        child.expect_exact("british>")
        child.send(f"{line}\r")
        child.expect_exact(answer)
    child.send("rollback round 1\r")
    child.expect_exact("[y/N]")
    child.send("n\r")
    child.expect_exact("british>")
    child.send("rollback round 1\r")
    child.expect_exact("[y/N]")
    child.send("y\r")
    child.expect_exact("Back to")
    child.expect_exact("(0 chosen)")
    child.expect_exact("british>")
    assert leave_game(child) == 0
    assert story_saved() == ["rollback --force"]


def test_two_take_turns_at_one_keyboard(opened: Terminals, home: Path) -> None:
    child = opened(turkish="human")
    seen = {"British": b"", "Turkish": b""}
    for seat in ("British", "Turkish", "British"):
        child.expect_exact(f"{seat}: press Enter when only you can see this.")
        child.send("\r")
        child.expect_exact(f"{seat.lower()}>")
        seen[seat] += child.before
        child.send("done\r")
        if child.expect_exact(["\x1b[3J", "without a card? [y/N]"]) == 1:
            child.send("y\r")
            child.expect_exact("\x1b[3J")
        seen[seat] += child.before
    assert b"HMS Druid" in seen["British"]
    assert b"Liman" in seen["Turkish"]
    assert b"hms druid" not in seen["Turkish"].lower().replace(b"-", b" ")
    assert b"liman" not in seen["British"].lower()
    assert not (home / "history").exists()


@pytest.mark.parametrize("key", ["\x03", "\x04"])
def test_a_key_that_leaves_ends_a_page(opened: Terminals, leave_game: LeaveGame, key: str) -> None:
    child = opened()
    child.expect_exact("british>")
    child.send("rules contents\r")
    child.expect_exact("-- more")
    child.send(key)
    while child.expect_exact(["british>", "-- more"]):
        child.send(key)
    assert leave_game(child) == 0


@pytest.mark.parametrize("key", ["\x03", "\x04"])
def test_leaving_at_the_hand_over_shows_nothing_of_the_other(opened: Terminals, key: str) -> None:
    child = opened(turkish="human")
    child.expect_exact("British: press Enter")
    child.send("\r")
    child.expect_exact("british>")
    child.send("done\r")
    child.expect_exact("Turkish: press Enter when only you can see this.")
    child.send(key)
    child.expect_exact("Saved in")
    assert b"liman" not in child.before.lower()


def test_typing_ahead_does_not_show_the_other_hand(opened: Terminals) -> None:
    child = opened(turkish="human")
    child.expect_exact("British: press Enter")
    child.send("\r")
    child.expect_exact("british>")
    child.send("done\rdone\r\rdone\r")
    child.expect_exact("Turkish: press Enter when only you can see this.")
    child.send("%")  # it is read after everything typed before
    child.expect_exact("%")
    assert b"liman" not in child.before.lower()
    child.send("\x08\r")
    child.expect_exact("Liman")


def test_two_at_a_dumb_terminal_wait_for_each_other(opened: Terminals) -> None:
    child = opened(turkish="human", TERM="dumb")

    def answer(question: str, line: str) -> bytes:
        """Type a line when a prompt follows the question; return the text before it."""
        child.expect_exact(question)
        before = child.before
        child.expect_exact("> ")
        child.send(f"{line}\n")
        return before

    answer("British: press Enter", "")
    answer("British hand", "done")
    assert b"Turkish hand" not in answer("Turkish: press Enter", "done")
    assert b"Turkish hand" not in answer("Turkish: press Enter", "")
    child.expect_exact("Turkish hand")


def test_a_resize_that_is_cut_short_by_enter_does_not_end_redrawing(
    terminal: pexpect.spawn, leave_game: LeaveGame, story_saved: StorySaved
) -> None:
    terminal.send("disc dys")
    terminal.setwinsize(24, 60)
    terminal.send("\r")
    terminal.expect_exact("(1 chosen)")
    terminal.expect_exact("british>")
    terminal.setwinsize(24, 100)
    terminal.expect_exact("(1 chosen)")
    terminal.expect_exact("british>")
    assert leave_game(terminal) == 0
    assert story_saved() == ["discard dysentery"]


def test_a_line_that_is_begun_while_more_waits_is_not_lost(
    opened: Terminals, leave_game: LeaveGame, story_saved: StorySaved
) -> None:
    child = opened(rows=14)
    child.expect_exact("-- more")
    child.send("note not lost\r")
    child.expect_exact("note: not lost")
    child.expect_exact("british>")
    assert leave_game(child) == 0
    assert story_saved() == ["note not lost"]


@pytest.mark.parametrize("sent", [False, True], ids=["typed", "sent"])
def test_ctrl_c_leaves_the_page_and_not_the_game(
    opened: Terminals, leave_game: LeaveGame, story_saved: StorySaved, *, sent: bool
) -> None:
    child = opened(rows=26)
    child.expect_exact("british>")
    child.send("help\r")
    child.expect_exact("-- more")
    if sent:
        child.kill(signal.SIGINT)
    else:
        child.send("\x03")
    child.expect_exact("british>")
    assert b"-- more" not in child.before
    child.send("disc dys\r")
    child.expect_exact("(1 chosen)")
    child.expect_exact("british>")
    assert leave_game(child) == 0
    assert story_saved() == ["discard dysentery"]


def test_q_leaves_the_rest_of_a_long_report_out(
    opened: Terminals, leave_game: LeaveGame, story_saved: StorySaved
) -> None:
    child = opened(rows=26)
    child.expect_exact("british>")
    child.send("help\r")
    child.expect_exact("-- more")
    child.send("q")
    child.expect_exact("british>")
    _, rest = _ESCAPE.sub("", child.before.decode()).split("q skips the rest --")
    assert rest.strip() in ("", "q")  # the terminal may show the key
    child.send("disc dys\r")
    child.expect_exact("(1 chosen)")
    child.expect_exact("british>")
    assert leave_game(child) == 0
    assert story_saved() == ["discard dysentery"]


def test_a_round_with_long_news_takes_no_page(at_terminal: Terminals, tmp_path: Path) -> None:
    seats = ("--seat", "turkish=scripted", "--seat", "british=human")
    save = str(tmp_path / "g.jsonl")
    child = at_terminal("play", "megiddo/1918", "--seed", "5", *seats, "--save", save)
    child.expect_exact("Discard up to 5 cards")
    child.send("done\r")
    child.expect_exact("Commit cards to the battle, or commit all (0 committed)")
    child.send("commit allenby british-infantry\r")
    child.expect_exact("Commit cards to the battle, or commit all (2 committed)")
    child.send("done\r")
    child.expect_exact("win the battle and a victory point")
    assert child.expect_exact(["Discard up to 5 cards", "-- more"]) == 0


def test_ctrl_c_at_any_moment_of_an_event_loop_is_a_key_or_raises_keyboard_interrupt() -> None:
    def interrupted(ask: Callable[[], object], stop: int) -> bool:
        """Press Ctrl-C at line `stop` of the event loop's life; whether there was such a line."""
        left = stop

        def press(frame: FrameType, event: str, _: object) -> Any:
            nonlocal left
            if frame.f_code.co_filename not in LIFE:
                return None
            if event == "line":
                left -= 1
                if left == 0:
                    signal.raise_signal(signal.SIGINT)
            return press

        before = sys.gettrace()
        with (
            create_pipe_input() as pipe,
            create_app_session(input=pipe, output=DummyOutput()),
            suppress(KeyboardInterrupt),
        ):
            pipe.send_text("a\r")
            sys.settrace(press)
            try:
                ask()
            finally:
                sys.settrace(before)
        return left <= 0

    def application() -> None:
        pressed = KeyBindings()
        app: Application[None] = Application(key_bindings=pressed)
        pressed.add("enter")(lambda _: app.exit())
        pressed.add("<sigint>")(lambda _: app.exit())
        run(app)

    for ask in (application, wait_for_key):
        moments = next(n for n in count(1) if not interrupted(ask, n))
        assert moments > 50
