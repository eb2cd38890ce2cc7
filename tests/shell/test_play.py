"""``play`` and ``resume`` without a terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import sandtable
from sandtable_shell.source import ending

BOTS = ("--seat", "british=scripted", "--seat", "turkish=scripted")


@pytest.fixture
def save(tmp_path: Path) -> Path:
    return tmp_path / "g.jsonl"


def test_two_at_one_keyboard_see_the_seed_when_the_game_is_over_unless_they_gave_it(
    run, tmp_path: Path
) -> None:
    """A player who began the game elsewhere with its seed would see both hands."""
    path, given = tmp_path / "g.jsonl", tmp_path / "given.jsonl"
    played = run("play", "megiddo/1918", "--save", path, typed="done\n")
    seed = json.loads(path.read_bytes().splitlines()[0])["seed"]
    assert "a secret seed" in played.out
    assert str(seed) not in played.out.replace(str(path), "")
    assert "seed 7" in run("play", "megiddo/1918", "--seed", 7, "--save", given, typed="").out
    session = sandtable.load(path)
    assert ending(session).startswith("Saved in")
    session.seat_players({"british": "random", "turkish": "random"})
    list(session.play())
    session.seat_players({"british": "human", "turkish": "human"})
    assert f" The seed was {seed}. " in ending(session)
    session.seat_players({"turkish": "random"})
    assert "seed" not in ending(session)
    session.close()


def test_bots_play_a_whole_game_and_its_save_verifies(run, save: Path) -> None:
    played = run("play", "megiddo/1918", "--seed", 7, *BOTS, "--save", save)
    assert played.status == 0
    assert "The British win the game" in played.out
    assert f"Saved in {save}" in played.out
    verified = run("replay", save, "--verify")
    assert (verified.status, verified.err) == (0, "")
    assert "over: british" in verified.out


def test_one_side_is_played_from_lines_against_a_bot(run, save: Path) -> None:
    script = "# my first game\ndone\n\ncommit british-infantry # the best I have\ndone\n"
    played = run(
        "play", "megiddo/1918", "--seed", 3, "--seat", "turkish=scripted", "--save", save, typed=script
    )
    assert played.status == 0, played.err
    assert "> commit british-infantry" in played.out
    assert "Battle: the British commit British Infantry;" in played.out
    assert "resume continues it" in played.out


def test_the_hand_of_the_other_side_is_never_shown(run, save: Path) -> None:
    played = run(
        "play",
        "megiddo/1918",
        "--seed",
        3,
        "--seat",
        "turkish=random",
        "--save",
        save,
        typed="done\nlog\n?\nstatus\n",
    )
    assert "British hand" in played.out
    assert "Turkish hand" not in played.out
    assert "The Turks draw 10 cards." in played.out


def test_commands_come_from_a_file(run, save: Path, tmp_path: Path) -> None:
    script = tmp_path / "commands.txt"
    script.write_text("done\ndone\n")
    played = run("play", "megiddo/1918", "--seed", 3, "--input", script, "--save", save)
    assert played.status == 0
    assert played.out.count("> done") == 2


def test_a_command_that_is_not_legal_stops_with_its_line_and_rule(run, save: Path) -> None:
    played = run("play", "megiddo/1918", "--seed", 3, "--save", save, typed="done\n\nfoo\ndone\n")
    assert played.status == 2
    assert played.err.startswith('sandtable: input line 3: no action "foo"')
    assert played.err.count("\n") == 1
    illegal = run("resume", save, typed="commit allenby\n")
    assert illegal.status == 2
    assert "line 1: commit is for Order of Battle [rule 3], not Reserve [rule 2]" in illegal.err


def test_keep_going_shows_the_error_and_goes_on(run, save: Path) -> None:
    played = run(
        "play", "megiddo/1918", "--seed", 3, "--save", save, "--keep-going", typed="foo\ndone\n"
    )
    assert played.status == 0
    assert 'no action "foo"' in played.out
    assert "Turkish: Discard" in played.out


def test_a_game_goes_on_where_it_was_left(run, save: Path) -> None:
    run("play", "megiddo/1918", "--seed", 3, "--save", save, typed="done\n")
    resumed = run("resume", save, typed="done\n")
    assert resumed.status == 0
    assert "from line 2" in resumed.out
    assert save.read_bytes().count(b"\n") == 3


def test_resume_takes_the_newest_save_and_may_change_who_plays(run) -> None:
    assert run("resume").status == 2
    run("play", "megiddo/1918", "--seed", 3, typed="done\n")
    resumed = run("resume", "--seat", "british=scripted", "--seat", "turk=scripted")
    assert resumed.status == 0
    assert "Over: The British win" in resumed.out


def test_a_torn_line_is_said_and_dropped(run, save: Path) -> None:
    run("play", "megiddo/1918", "--seed", 3, "--save", save, typed="done\n")
    save.write_bytes(save.read_bytes() + b'{"n":3,"se')
    assert "has been dropped" in run("resume", save).out
    assert save.read_bytes().endswith(b"\n")


def test_a_game_without_a_file_is_saved_among_the_users_saves(run, home: Path) -> None:
    for _ in range(2):
        assert run("play", "megiddo/1918", "--seed", "a/b", typed="done\n").status == 0
    assert [path.name for path in sorted((home / "saves").iterdir())] == [
        "megiddo-1918-a-b-2.jsonl",
        "megiddo-1918-a-b.jsonl",
    ]


def test_table_commands_work_in_a_script(run, save: Path) -> None:
    script = "status\n?\nnote a thought; with a semicolon\nrules 2\nundo\n"
    played = run("play", "megiddo/1918", "--seed", 3, "--save", save, "--keep-going", typed=script)
    assert "note: a thought; with a semicolon" in played.out
    assert "nothing to undo yet" in played.out
    assert "BRITISH" in played.out


def test_numbers_are_refused_in_scripts(run, save: Path) -> None:
    played = run("play", "megiddo/1918", "--seed", 3, "--save", save, typed="?\n1\n")
    assert played.status == 2
    assert "use words" in played.err


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("play", "megido/1918"), 'no game "megido"; did you mean "megiddo"?'),
        (("play", "megiddo/1917"), 'no scenario of megiddo "1917"; did you mean "1918"?'),
        (("play", "megiddo"), "which scenario of megiddo?"),
        (("play", "none.toml"), "none.toml: no such file"),
        (("play", "megiddo/1918", "--seat", "germans=random"), 'no seat "germans"'),
        (("play", "megiddo/1918", "--seat", "british=rnadom"), 'did you mean "random"?'),
        (("play", "megiddo/1918", "--seat", "british"), "--seat takes SEAT=PLAYER"),
        (("play", "megiddo/1918", "--set", "fog=on"), 'no house rule "fog"; Megiddo 1918 has none'),
        (("play", "megiddo/1918", "--seed", ""), "--seed takes a number or a word"),
        (("play", "megiddo/1918", "--input", "none.txt"), "none.txt: no such file"),
        (("play", "megiddo/1918", "--save", "/dev/null/g.jsonl"), "cannot be written"),
        (("play", "megiddo/1918", "--bogus"), 'no option "--bogus"'),
        (("plya", "megiddo/1918"), 'did you mean "play"?'),
        (("resume", "none.jsonl"), "none.jsonl: no such save"),
        (("replay", "none.jsonl"), "none.jsonl: no such save"),
        (("rules", "megidd0"), 'did you mean "megiddo"?'),
        (("rules", "megiddo", "99"), 'no section "99"; sandtable rules megiddo lists all'),
        (("simulate", "megiddo/1918", "--games", "0"), "--games takes 1 to 10,000,000, not 0"),
        (("simulate", "megiddo/1918", "--games", "many"), '--games takes a whole number, not "many"'),
        (("simulate", "megiddo/1918", "--seat", "british=human"), "simulate plays bots only"),
    ],
)
def test_bad_input_is_one_line_with_status_2(run, words: tuple[str, ...], text: str) -> None:
    ran = run(*words)
    assert ran.status == 2
    assert text in ran.err
    assert ran.err.count("\n") == 1


def test_a_mistyped_save_offers_the_nearest(run, save: Path) -> None:
    run("play", "megiddo/1918", "--seed", 3, "--save", save, typed="done\n")
    mistyped = save.with_name("gg.jsonl")
    for command in ("resume", "replay"):
        ran = run(command, mistyped)
        assert (ran.status, 'did you mean "g.jsonl"?' in ran.err) == (2, True)


def test_a_save_among_the_users_is_found_by_its_name(run) -> None:
    run("play", "megiddo/1918", "--seed", 3, typed="done\n")
    assert run("replay", "megiddo-1918-3", "--verify").status == 0


def test_1918_is_not_mistaken_for_its_longer_neighbour(run) -> None:
    assert "(megiddo/1918)" in run("play", "meg/1918", "--seed", 1).out
    assert "(megiddo/1918-even)" in run("play", "meg/1918-e", "--seed", 1).out


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("replay",), "replay: missing: SAVE"),
        (("map", "x", "y"), 'map: unexpected argument "y"'),
        (("replay", "x", "--to"), "replay: --to takes a value"),
        (("replay", "x", "--json=3"), 'replay: --json takes no value, not "3"'),
        (("replay", "x", "--s"), 'replay: "--s" could be --save, --step'),
        (("--bogus",), 'no option "--bogus"'),
    ],
)
def test_a_command_line_that_cannot_be_read_says_so_in_our_words_and_names_the_help(
    run, words: tuple[str, ...], text: str
) -> None:
    ran = run(*words)
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert ran.err.startswith(f"sandtable: {text}")
    command = "" if words[0].startswith("-") else f"{words[0]} "
    assert ran.err.endswith(f"(see sandtable {command}--help)\n")


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("play megiddo/1918 --seat british", "--seat takes SEAT=PLAYER"),
        ("play megiddo/1918 --set fog", "--set takes OPTION=VALUE"),
        ("play megiddo/1918 --seat b=random --seat b=random", "--seat b is given twice"),
        ("play megiddo/1918 --seed=", "--seed takes a number or a word"),
        ("replay x --verify --json", "--verify and --json cannot be used together"),
        ("replay x --save y", "--save needs --play"),
        ("check x --dry-run", "--dry-run needs --migrate"),
        ("map x --out a.svg --svg b.svg", "--out and --svg cannot be used together"),
        ("plugins install", "missing: a name"),
        ("plugins doctor --timeout 0", "--timeout takes"),
        ("scenario export lrdg/slonta --with x", "--with takes KEY=VALUE"),
        ("scenario check lrdg/slonta --games=-1", "--games takes 0 to"),
        ("simulate megiddo/1918 --games 0", "--games takes 1 to"),
        ("simulate megiddo/1918 --games 2 --jobs 0", "--jobs takes 1 to"),
        ("simulate megiddo/1918 --until 2", "--until takes"),
        ("simulate megiddo/1918 --sweep british.hand", "--sweep takes KEY=A,B,C"),
        ("simulate megiddo/1918 --resume", "--resume needs --jsonl or --csv"),
        ("test --quick --perft", "--quick and --perft cannot be used together"),
        ("test --jobs 0", "--jobs takes a whole number of at least 1"),
    ],
)
def test_a_wrong_option_is_named_first_and_the_help_last(run, words: str, text: str) -> None:
    ran = run(*words.split())
    command, _, _ = words.partition(" --")
    name = " ".join(word for word in command.split() if "/" not in word and word != "x")
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert ran.err.startswith(f"sandtable: {name}: {text}")
    assert ran.err.endswith(f" (see sandtable {name} --help)\n")
