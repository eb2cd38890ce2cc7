"""An error about an option names it first, quotes what was typed, and points at the help."""

from __future__ import annotations

from pathlib import Path

import pytest

SAVE = Path(__file__).parents[2] / "saves" / "lrdg-barca.jsonl"

WRONG = {
    "play lrdg/slonta --seat brit=human": '--seat: no seat "brit"; choose from lrdg',
    "play lrdg/slonta --seat lrdg=scriptd": '--seat: no bot "scriptd"; did you mean "scripted"?',
    "play lrdg/slonta --set lvl=veteran": '--set: no house rule "lvl"; did you mean "level"?',
    "play lrdg/slonta --set level=vetran": "--set: level takes historical, recruit, regular or veteran,"
    ' not "vetran"; did you mean "veteran"?',
    "play lrdg/slonta --set ap_floor_3=maybe": '--set: ap_floor_3 takes true or false, not "maybe"',
    "play lrdg/slonta --input nofile": "--input: nofile: no such file or directory",
    "play lrdg/slonta --dice aks": '--dice takes ask, not "aks"; did you mean "ask"?',
    "play lrdg/slonta --seed": "--seed takes a value",
    f"replay {SAVE} --to 9999": f'--to: no line "9999"; {SAVE} has lines 1 to 82',
    f"replay {SAVE} --to @raid": '--to: no bookmark "raid"; this save has none',
    f"replay {SAVE} --as british": '--as: no seat "british"; choose from lrdg',
    f"map {SAVE} --as british": '--as: no seat "british"; choose from lrdg',
    "completion bsh": 'SHELL takes bash, zsh or fish, not "bsh"; did you mean "bash"?',
    "completion ksh": 'SHELL takes bash, zsh or fish, not "ksh"',
    "rules": "missing: GAME",
}


@pytest.mark.parametrize("line", WRONG)
def test_an_error_about_an_option_names_it_and_the_help(run, line: str) -> None:
    ran = run(*line.split())
    word = line.split()[0]
    expected = f"sandtable: {word}: {WRONG[line]} (see sandtable {word} --help)\n"
    assert (ran.status, ran.out, ran.err) == (2, "", expected)


TOOLS = {
    "simulate lrdg/slonta --seat lrdg=human": "--seat lrdg=human: simulate plays bots only; play is for"
    " humans",
    "simulate lrdg/slonta --until wide": "--until takes a half-width between 0 and 0.5, such as 0.02"
    ' or 2%, not "wide"',
    "simulate lrdg/slonta --csv a --jsonl a": "--csv and --jsonl both name a; each output needs a file"
    " of its own",
    "simulate lrdg/slonta --sweep budge=3": '--sweep budge=3: there is no key "budge"; did you mean'
    ' "budget"?',
    f"odds {SAVE} end --most x": '--most takes a whole number, not "x"',
    f"odds {SAVE} end --to 999": f'--to: no line "999"; {SAVE} has lines 1 to 82',
    f"hint {SAVE} --time soon": '--time takes a number of games (300) or of seconds (2s), not "soon"',
    f"coach {SAVE} --as british": '--as: no seat "british"; choose from lrdg',
    f"report {SAVE} --to x": '--to: "x" is neither a line number (1 to 82) nor @BOOKMARK',
}


@pytest.mark.parametrize("line", TOOLS)
def test_the_options_of_tools_are_named_alike(run, line: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run(*line.split())
    word = line.split()[0]
    expected = f"sandtable: {word}: {TOOLS[line]} (see sandtable {word} --help)\n"
    assert (ran.status, ran.out, ran.err) == (2, "", expected)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('title = "T', "line 1: not TOML: a closing quote is missing"),
        ("title = T", 'line 1: put text in quotes: title = "T"'),
        ('title = "\\q"', "line 1: not TOML: unescaped '\\' in a string"),
        ("title = [1 2]", "line 1: not TOML: unclosed array"),
        ("title T", "line 1: not TOML: expected '=' after a key in a key/value pair"),
    ],
)
def test_a_file_that_is_not_toml_is_described_with_its_line(
    run, tmp_path: Path, text: str, why: str
) -> None:
    (tmp_path / "a.toml").write_text(f"{text}\n")
    ran = run("play", tmp_path / "a.toml")
    assert (ran.status, ran.err) == (2, f"sandtable: {tmp_path / 'a.toml'}: {why}\n")
