"""Attempts of a sceptical user: each gets one clear line, and nothing is lost or revealed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import sandtable
from sandtable.record.journal import open_locked
from sandtable.record.replay import Replay
from sandtable.record.resume import resume

SANDTABLE = [sys.executable, "-m", "sandtable"]


@pytest.fixture
def save(tmp_path: Path) -> Path:
    return tmp_path / "g.jsonl"


def test_undo_never_shows_what_a_bot_chose_in_secret(run, save: Path) -> None:
    """MEG-R10: the British have chosen before the Turk first decides."""
    words = ("play", "megiddo/1918", "--seed", 5, "--seat", "british=scripted", "--keep-going")
    ran = run(*words, "--save", save, typed="undo --force; undo --force; redo; redo\nundo --force\n")
    secret = [
        str(entry.action) for entry in Replay(save).steps() if entry.secret and entry.seat == "british"
    ]
    assert secret
    shown = ran.out.replace("Not done", "")
    assert not [action for action in secret if action in shown]


def test_nobody_plays_for_a_bot(run, save: Path) -> None:
    words = ("play", "megiddo/1918", "--seed", 5, "--seat", "british=scripted", "--save", save)
    ran = run(*words, "--keep-going", typed="undo --force; undo --force; discard lawrence; done\n")
    assert '"card":"lawrence"' not in save.read_text()
    assert ran.status == 0


def test_a_forced_undo_goes_back_to_the_humans_own_choice(run, save: Path) -> None:
    words = ("play", "megiddo/1918-even", "--seed", 11, "--seat", "turkish=scripted", "--save", save)
    ran = run(*words, typed="done\nundo --force\ndiscard dysentery\n")
    assert ran.status == 0, ran.err
    assert "Undone: done" in ran.out
    asks = "British: Discard up to 5 cards to draw new ones (1 chosen)"
    assert f"> discard dysentery\n{asks}" in ran.out


def test_resume_never_cuts_off_what_another_has_written(save: Path) -> None:
    session = sandtable.new("megiddo/1918", seed=1, save=save)
    session.close()
    with open_locked(save), pytest.raises(sandtable.SandtableError, match="another window"):
        resume(save)
    first, _ = resume(save)
    first.choose("done")
    with pytest.raises(sandtable.SandtableError, match="another window"):
        resume(save)
    first.close()
    assert save.read_bytes().count(b"\n") == 2


def test_a_note_is_its_writers_own(run, save: Path) -> None:
    words = ("play", "megiddo/1918", "--seed", 5, "--seat", "turkish=scripted", "--save", save)
    run(*words, typed="note I hold Lawrence # and more\n")
    for more in ((), ("--json",)):
        assert "Lawrence" not in run("replay", save, "--as", "turkish", *more).out
        assert "I hold Lawrence # and more" in run("replay", save, "--as", "british", *more).out


def test_verifying_needs_no_bot(run, save: Path) -> None:
    run("play", "megiddo/1918", "--seed", 5, "--save", save, typed="done\n")
    lines = save.read_bytes().splitlines(keepends=True)
    header = json.loads(lines[0])
    session = Replay(save).session
    session.header.seats = {"british": "somebody-elses", "turkish": "human"}
    session.journal.lines.clear()
    session.journal.digest = ""
    session.begin()
    save.write_bytes(session.journal.lines[0] + b"\n")
    assert header["seats"] != json.loads(session.journal.lines[0])["seats"]
    assert run("replay", save, "--verify").status == 0
    assert 'no bot "somebody-elses"' in run("resume", save).err


def test_the_header_names_bots_in_full_and_the_plugin_that_brought_them(run, save: Path) -> None:
    run("play", "megiddo/1918", "--seed", 5, "--seat", "b=r", "--seat", "t=sc", "--save", save)
    header = json.loads(save.read_bytes().splitlines()[0])
    assert header["seats"] == {"british": "random", "turkish": "scripted"}
    assert "bots" in [stamp["id"] for stamp in header["plugins"]]


def test_a_recorded_game_can_be_taken_over(run, save: Path, tmp_path: Path) -> None:
    bots = ("--seat", "british=scripted", "--seat", "turkish=scripted")
    run("play", "megiddo/1918", "--seed", 5, *bots, "--save", save)
    new = tmp_path / "new.jsonl"
    words = ("replay", save, "--to", 1, "--play", "--seat", "british=human", "--save", new)
    ran = run(*words, typed="done\n")
    assert ran.status == 0, ran.err
    assert "British: " in ran.out
    assert "resume continues it" in ran.out


def test_a_script_that_is_not_there_leaves_no_save(run, save: Path) -> None:
    assert run("play", "megiddo/1918", "--input", "nope.txt", "--save", save).status == 2
    assert not save.exists()


@pytest.mark.parametrize(
    "words",
    [
        ("--verify", "--json"),
        ("--verify", "--play"),
        ("--verify", "--as", "british"),
        ("--save", "x.jsonl"),
        ("--input", "x.txt"),
        ("--keep-going",),
    ],
)
def test_options_that_do_not_go_together_are_refused(run, save: Path, words: tuple[str, ...]) -> None:
    run("play", "megiddo/1918", "--seed", 5, "--save", save)
    ran = run("replay", save, *words)
    assert ran.status == 2
    assert "--" in ran.err


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("play", "megiddo/1918", "--seed=--5"), ""),
        (("replay", "a" * 5000), "name too long"),
        (("play", "megiddo/1918", "--save", "a" * 300), "too long"),
        (("play", "megiddo/1918", "--sead", "1"), 'did you mean "--seed"?'),
        (("play", "/1918-even"), "no scenario"),
        (("rules", ""), "no game"),
        (("replay", "/dev/zero"), "not a file"),
        (("play", "/dev/zero/x.toml"), "x.toml"),
        (("simulate", "megiddo/1918", "--games", "10000000000000"), "games"),
        (("simulate", "megiddo/1918", "--csv", ""), "cannot be written"),
        (("--debug", "lis", "--bogus"), ""),
    ],
)
def test_one_line_and_no_traceback(run, words: tuple[str, ...], text: str) -> None:
    ran = run(*words)
    if "--debug" in words:
        assert (ran.status, "Traceback" in ran.err, "no option" in ran.err) == (2, True, True)
        return
    assert ran.status in (0, 2)
    assert text.lower() in ran.err.lower()
    assert ran.err.count("\n") == (ran.status > 0)
    assert "fault" not in ran.err


@pytest.mark.parametrize("typed", ["9" * 5000, "log " + "9" * 5000, "undo " * 50, "\x00", "ünïcödé"])
def test_odd_lines_do_not_stop_a_patient_player(run, save: Path, typed: str) -> None:
    ran = run(
        "play", "megiddo/1918", "--seed", 1, "--save", save, "--keep-going", typed=f"{typed}\ndone\n"
    )
    assert ran.status == 0, ran.err
    assert save.read_bytes().count(b"\n") == 2


def test_a_line_without_end_is_refused(run, save: Path) -> None:
    ran = run("play", "megiddo/1918", "--seed", 1, "--save", save, typed="x" * 20_000)
    assert (ran.status, "a line of more than" in ran.err) == (2, True)


def test_bytes_that_are_no_text_are_refused(save: Path) -> None:
    words = [*SANDTABLE, "play", "megiddo/1918", "--seed", "1", "--save", str(save)]
    done = subprocess.run(words, input=b"done\nnote \xff\n", capture_output=True)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert subprocess.run([*SANDTABLE, "check", str(save)], capture_output=True).returncode == 0


@pytest.mark.parametrize("redirect", ["<&-", ">&-", ">/dev/full"])
def test_closed_and_full_streams_are_survived(save: Path, redirect: str) -> None:
    line = f"{sys.executable} -m sandtable play megiddo/1918 --seed 1 --save {save} {redirect}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert "Traceback" not in done.stderr
    assert "fault" not in done.stderr
    assert save.exists()


def test_a_game_that_could_not_be_saved_is_not_a_success(save: Path) -> None:
    bots = "--seat british=scripted --seat turkish=scripted"
    line = f"ulimit -f 4; trap '' XFSZ; {sys.executable} -m sandtable play megiddo/1918 --seed 1 {bots}"
    done = subprocess.run(["bash", "-c", f"{line} --save {save}"], capture_output=True, text=True)
    assert done.returncode == 2
    assert "not saved" in done.stderr
    assert "Over: The British win in round" in done.stdout


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ("hand = 10", "hand = 0", "british.hand: a whole number of at least 1 was expected"),
        ("hand = 10", "hnad = 10", 'there is no key "hnad"; did you mean "hand"?'),
        ("hand = 10", 'hand = "ten"', 'british.hand: a whole number was expected, not "ten"'),
        ("allenby = 1", "alenby = 1", 'no card "alenby"; did you mean "allenby"?'),
        ("allenby = 1", "allenby = 2000000000", "a whole number of at most 100 was expected"),
        ("victory_points = 5", f"victory_points = {10**30}", "british.victory_points"),
        ('game = "megiddo"', 'game = "megido"', 'did you mean "megiddo"?'),
        ("[british]", "[british", "line 15"),
    ],
)
def test_a_bad_scenario_file_names_the_file_and_the_key(
    run, tmp_path: Path, old: str, new: str, text: str
) -> None:
    from sandtable.plugins.catalog import catalog

    file = tmp_path / "v.toml"
    file.write_text(catalog().scenario("megiddo/1918").text.replace(old, new, 1))
    ran = run("play", file)
    assert ran.status == 2
    assert str(file) in ran.err
    assert text in ran.err


def test_a_bare_file_is_simulated_under_its_games_name(run, tmp_path: Path) -> None:
    from sandtable.plugins.catalog import catalog

    file = tmp_path / "mine.toml"
    file.write_text(catalog().scenario("megiddo/1918").text)
    document = json.loads(run("simulate", file, "--games", 2, "--json").out)
    assert (document["game"], document["scenario"]) == ("megiddo", "mine")


def test_a_bot_that_fails_is_named_in_a_batch(monkeypatch: pytest.MonkeyPatch, run) -> None:
    from sandtable.plugins.bots import Random

    monkeypatch.setattr(Random, "choose", lambda *_: 1 // 0)
    ran = run("simulate", "megiddo/1918", "--games", 3, "--seat", "british=random")
    assert ran.status == 1
    assert "seed 1/1: the bot random failed as british: ZeroDivisionError: " in ran.err


def test_the_home_may_be_nowhere(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_HOME", "~nobody-of-that-name/x")
    ran = run("resume")
    assert ran.status == 2
    assert "SANDTABLE_HOME" in ran.err


def test_the_newest_save_that_is_not_over_is_resumed(run, home: Path) -> None:
    bots = ("--seat", "british=scripted", "--seat", "turkish=scripted")
    run("play", "megiddo/1918", "--seed", "open", typed="done\n")
    run("play", "megiddo/1918", "--seed", "over", *bots)
    for age, name in enumerate(("over", "open")):
        os.utime(home / "saves" / f"megiddo-1918-{name}.jsonl", (1000 - age, 1000 - age))
    assert "megiddo-1918-open" in run("resume").out
