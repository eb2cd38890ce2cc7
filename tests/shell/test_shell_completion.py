"""Completion in a shell: the offered words, and the scripts in the real shells."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from argparse import SUPPRESS
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pexpect
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sandtable
from sandtable.plugins.catalog import catalog, refresh
from sandtable_shell import reading
from sandtable_shell.command_line import main
from sandtable_shell.reading import parse, parsers

if TYPE_CHECKING:
    from shelves import Shelf

Offers = Callable[[str], list[str]]

SCRIPT = {
    "_ARGCOMPLETE": "1",
    "_ARGCOMPLETE_SHELL": "fish",
    "_ARGCOMPLETE_DFS": "\t",
    "_ARGCOMPLETE_IFS": "\n",
    "_ARGCOMPLETE_SUPPRESS_SPACE": "1",
}
"""The variables of fish's script; it also has the line and the place of the cursor."""


@pytest.fixture
def offers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Offers:
    """The words offered at the end of a line, in a folder without files."""
    refresh()
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    answer = tmp_path / "answer"

    def words(line: str) -> list[str]:
        line = f"sandtable {line}"
        with pytest.MonkeyPatch.context() as patch:
            for name, value in {**SCRIPT, "_ARGCOMPLETE_STDOUT_FILENAME": str(answer)}.items():
                patch.setenv(name, value)
            patch.setenv("COMP_LINE", line)
            patch.setenv("COMP_POINT", str(len(line)))
            assert main([]) == 0
        assert capsys.readouterr() == ("", "")
        answered = answer.read_text(encoding="utf-8")
        return [line.partition("\t")[0] for line in answered.splitlines()]

    return words


COMMANDS = parsers()


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_and_options_are_those_of_the_parser(name: str, offers: Offers) -> None:
    parser = COMMANDS[name]
    if parser.below:
        assert offers(f"{name} ".lstrip()) == list(parser.below)
    options = {
        text
        for argument in parser.taken
        if argument.help != SUPPRESS
        for text in argument.option_strings
    }
    assert set(offers(f"{name} --".lstrip())) == {text for text in options if text.startswith("--")}


def test_values_are_what_is_installed(offers: Offers) -> None:
    known = catalog()
    assert offers("play ") == known.scenarios.ids
    assert offers("map l") == [id for id in known.scenarios.ids if id.startswith("l")]
    assert offers("rules ") == list(known.games.infos)
    assert "sandtable" in offers("plugins info ")
    assert set(offers("plugins disable lr")) == {
        plugin.id for plugin in known.plugins if plugin.id.startswith("lr")
    }


def test_the_words_on_the_line_decide_the_matches(offers: Offers) -> None:
    players = ["turkish=human", "turkish=scripted", "turkish=search", "turkish=random"]
    assert offers("play megiddo/1918 --seat t") == players
    assert offers("play --seed 7 meg/1918 --seat=t") == [f"--seat={player}" for player in players]
    assert offers("simulate megiddo/1918 --seat t") == players[1:]
    assert offers("seat megiddo/1918 ") == ["british", "turkish"]
    assert offers("map megiddo/1918 --as ") == ["british", "turkish"]
    assert "ap_floor_3=true" in offers("play lrdg/slonta --set ap")
    assert "4" in offers("rules megiddo ")
    assert offers("config set theme ") == ["auto", "dark", "light", "high-contrast", "none"]
    assert offers("config set pag ") == ["true", "false"]
    assert offers("conf get p") == ["pace", "pager", "plain"]
    assert offers("plugins new ") == ["game", "scenario", "bot"]
    assert offers("play x --dice ") == ["ask"]
    assert offers('play "lrdg/slo') == ["lrdg/slonta"]


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("play LRDG/S", "lrdg/slonta"),
        ("play megiddo/1918 --seat Turkish=S", "turkish=scripted"),
        ("PLAY megiddo/1918 --seat=TURKISH=s", "--seat=turkish=scripted"),
        ("config set THEME H", "high-contrast"),
        ("play --Se", "--seat"),
    ],
)
def test_case_does_not_count(line: str, word: str, offers: Offers) -> None:
    assert word in offers(line)
    assert offers(line) == offers(line.lower())


def test_saves_are_offered_newest_first_with_the_seats_of_their_game(home: Path, offers: Offers) -> None:
    for number, name in enumerate(("first", "second")):
        with sandtable.new("megiddo/1918", seed=1) as session:
            session.save(str(home / "saves" / f"{name}.jsonl"))
        os.utime(home / "saves" / f"{name}.jsonl", (number, number))
    (home / "saves" / "lost.jsonl").symlink_to(home / "nowhere")
    assert offers("resume ") == ["second", "first"]
    assert offers("replay first --as ") == ["british", "turkish"]
    assert offers("resume first --seat b")[0] == "british=human"
    assert offers("check first ") == ["second", "first"]


def test_a_given_option_that_counts_once_is_not_offered_again(offers: Offers) -> None:
    assert "--json" not in offers("replay x --json --")
    assert "--seat" in offers("replay x --seat a=b --")


@pytest.mark.parametrize(
    "line", ["play megiddo/1918 --seat ", "play lrdg/slonta --set ", "config set theme ", "resume --"]
)
def test_every_offer_is_a_valid_command_line(line: str, offers: Offers) -> None:
    flags = ("--help", "--seat", "--input")
    offered = offers(line)
    assert offered
    for word in offered:
        assert word in flags or parse([*line.split(), word]).run


@given(
    words=st.lists(st.sampled_from([*COMMANDS, "--seat", "--to=", "x", "'", '"', "\\", "-", "=", "é"]))
)
def test_a_line_may_be_anything(words: list[str], offers: Offers) -> None:
    offered = offers(" ".join(words))
    assert [word for word in offered if not word.isprintable() or not word.strip()] == []


def test_problem_is_no_reason_to_say_anything(home: Path, offers: Offers) -> None:
    home.mkdir()
    (home / "saves").write_text("not a folder", encoding="utf-8")
    (home / "plugins.toml").write_text("[", encoding="utf-8")
    (home / "config.toml").write_text("[", encoding="utf-8")
    assert offers("resume ") == []
    assert "lrdg/slonta" in offers("play ")
    assert offers("config set theme l") == ["light"]


@pytest.mark.parametrize("end", ["play ", "rules lrdg ", "plugins info "])
def test_no_game_is_imported(end: str) -> None:
    code = (
        "import sys; from sandtable_shell import main; main()\n"
        "print(*({'sandtable_lawrence', 'sandtable_lrdg', 'sandtable_megiddo'} & sys.modules.keys()))"
    )
    line = f"sandtable {end}"
    script = {**SCRIPT, "_ARGCOMPLETE_STDOUT_FILENAME": os.devnull}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **script, "COMP_LINE": line, "COMP_POINT": str(len(line))},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [""]


def test_the_parser_of_the_word_on_the_line_is_made_alone(
    offers: Offers, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = []
    load = reading.load
    monkeypatch.setattr("sandtable_shell.reading.load", lambda id: loaded.append(id) or load(id))
    assert offers("plugins doctor --lo") == ["--load-only"]
    assert loaded == ["plugins", "plugins.doctor"]
    loaded.clear()
    assert offers("pl") == ["play", "plugins"]
    assert loaded == []


def test_words_of_plugins_are_completed_with_their_arguments(shelf: Shelf, offers: Offers) -> None:
    shell = (
        "from sandtable import ShellCommand\n"
        "def arguments(parser):\n"
        "    parser.add_argument('to', completer=lambda **_: {'cairo': 'GHQ', 'siwa': 'the oasis'})\n"
        "    parser.add_argument('--stop', action='store_true')\n"
        "def fails(parser): 1 / 0\n"
        "DISPATCH = ShellCommand(lambda arguments: 0, arguments)\n"
        "SEND = ShellCommand(lambda arguments: 0, arguments)\n"
        "FAULT = ShellCommand(lambda arguments: 0, fails)\n"
    )
    ids = {"dispatch": "DISPATCH", "fault": "FAULT", "scenario.send": "SEND"}
    points = {f"commands {id}": f"st_signals.shell:{name}" for id, name in ids.items()}
    files = {"__init__.py": "", "shell.py": shell}
    shelf.add("signals", points, {f"st_signals/{name}": text for name, text in files.items()})
    assert offers("disp") == ["dispatch"]
    assert offers("scenario ") == ["export", "check", "send"]
    assert offers("dispatch ") == offers("disp ") == ["cairo", "siwa"]
    assert offers("scen se C") == ["cairo"]
    assert offers("dispatch siwa --") == ["--help", "--stop"]
    assert offers("fault ") == []


def test_files_are_offered_where_nothing_else_fits(offers: Offers) -> None:
    Path("my-raid.toml").touch()
    Path("folder").mkdir()
    assert offers("play my") == ["my-raid.toml"]
    assert offers("play --save ") == ["my-raid.toml", "folder/"]
    assert offers("config set theme my") == offers("plugins info my") == []


def test_the_program_is_found_among_all_that_zsh_shows(offers: Offers) -> None:
    assert offers("true; FOO=1 sandtable config set theme h") == ["high-contrast"]


# The scripts, in the shells themselves.

BEGINS = {
    "bash": (
        ["--norc", "--noprofile"],
        "bind 'set show-all-if-ambiguous on'; bind 'set page-completions off'; "
        "bind 'set enable-bracketed-paste off'; source <(sandtable completion bash)",
    ),
    "zsh": (["-f"], "autoload -Uz compinit; compinit -u -D; source <(sandtable completion zsh)"),
    "fish": (["--no-config"], "sandtable completion fish | source"),
}


@pytest.fixture(params=BEGINS)
def shell(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[pexpect.spawn]:
    """An interactive shell with its script; the folder has a file ``my-raid.toml``."""
    name = request.param
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not here")
    (tmp_path / "my-raid.toml").write_text("", encoding="utf-8")
    words, begin = BEGINS[name]
    env = {
        **os.environ,
        **dict.fromkeys(("HOME", "ZDOTDIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), str(tmp_path)),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "TERM": "xterm",
        "PS1": "$ ",
    }
    size = (60, 120)
    child = pexpect.spawn(
        name, words, env=env, cwd=tmp_path, encoding="utf-8", dimensions=size, timeout=60
    )
    child.sendline(f"{begin}; echo rea''dy")
    child.expect("ready\r")
    yield child
    child.close(force=True)


def test_a_shell_completes_what_can_only_be_one_thing(shell: pexpect.spawn) -> None:
    for line, rest in (
        ("sandtable plugins dis", "able "),
        ("sandtable play --ke", "ep-going "),
        ("sandtable play lrdg/slo", "nta "),
        ("sandtable play megiddo/1918 --seat turkish=sc", "ripted "),
        ("sandtable play megiddo/1918 --seat=turkish=sc", "ripted "),
        ("true; FOO=1 sandtable config set theme h", "igh-contrast "),
        ("sandtable scenario check my-", "raid.toml "),
    ):
        shown = tabbed(shell, line, spaced(line[-6:]) + r"[^\r\n]*" + spaced(rest))
        assert re.search(spaced(rest), shown)
        assert "Traceback" not in shown
        shell.send("\x15")


def test_a_shell_shows_what_can_be_several_things(shell: pexpect.spawn) -> None:
    themes = ["dark", "light", "high-contrast", "none"]
    shown = tabbed(shell, "sandtable config set theme ", *map(spaced, themes))
    assert [theme for theme in themes if not re.search(spaced(theme), shown)] == []
    assert "Traceback" not in shown


def test_a_shell_shows_the_options(shell: pexpect.spawn) -> None:
    options = ["--games", "--jobs", "--seed", "--jsonl"]
    shown = tabbed(shell, "sandtable simulate --", *map(spaced, options))
    assert [option for option in options if not re.search(spaced(option), shown)] == []
    assert "Traceback" not in shown


def test_in_a_shell_case_does_not_count(shell: pexpect.spawn) -> None:
    for line, whole in (
        ("sandtable play LRDG/SLO", "lrdg/slonta "),
        ("sandtable map megiddo/1918 --as TURK", "turkish "),
        ("sandtable play megiddo/1918 --seat Turkish=S", "scripted "),
    ):
        shown = tabbed(shell, line, spaced(whole))
        assert re.search(spaced(whole), shown)
        assert "Traceback" not in shown
        shell.send("\x15")


def tabbed(shell: pexpect.spawn, line: str, *awaited: str) -> str:
    """The output of a shell after a line and a Tab, until each of these patterns has come."""
    shell.send(f"{line}\t")
    missing, shown = list(awaited), ""
    while missing:
        missing.pop(shell.expect(missing))
        shown += shell.before + shell.after
    return shown


def spaced(text: str) -> str:
    """A pattern for a text with a terminal's style sequences between its letters."""
    return r"(?:\x1b[^a-zA-Z]*[a-zA-Z]|[\x08\r])*".join(map(re.escape, text))
