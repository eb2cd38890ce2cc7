"""``list``, ``rules`` and the words of the command line."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from sandtable.plugins.catalog import catalog
from sandtable_shell import asking

if TYPE_CHECKING:
    from shelves import Shelf


def test_list_shows_games_and_scenarios(run) -> None:
    out = run("list", "megiddo").out
    assert "Megiddo 1918 (megiddo)" in out
    assert "megiddo/1918-even" in out
    document = json.loads(run("list", "--json").out)
    game = next(game for game in document["games"] if game["id"] == "megiddo")
    assert game["seats"] == ["british", "turkish"]
    assert "random" in game["bots"]
    assert {scenario["id"] for scenario in game["scenarios"]} == {"megiddo/1918", "megiddo/1918-even"}


FOX = '''
from sandtable.plugins.bots import Random
class Fox(Random):
    """Cunning. It makes no plans."""
@hookimpl
def bots(game): return {"fox": Fox} if game.id == "megiddo" else {}
'''


def test_bots_of_plugins_are_listed_and_asked_for_in_the_menu(
    run, shelf: Shelf, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shelf.hook("foxes", FOX)
    shelf.hook("mute", "")

    listed = run("list", "megiddo").out
    players = re.findall(r"^  (\w+) +([A-Z].*)$", listed[listed.index("Players") :], re.MULTILINE)
    assert [name for name, _ in players] == ["scripted", "search", "fox", "random"]
    assert ("fox", "Cunning.") in players
    games = {game["id"]: game for game in json.loads(run("list", "--json").out)["games"]}
    assert games["megiddo"]["bots"] == ["scripted", "search", "fox", "random"]
    assert games["lrdg"]["bots"] == ["scripted", "search", "random"]
    answers = iter(("?", "4", "fo"))
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    assert asking.ask_seats(catalog(), "megiddo/1918", {}) == ["british=fox", "turkish=fox"]
    asked = capsys.readouterr().out
    assert "   4  fox       Cunning.\n" in asked
    assert asking.HELP in asked


def test_a_game_that_does_not_load_is_listed_with_the_bots_of_its_file(run, shelf: Shelf) -> None:
    shelf.stones()
    shelf.write({"st_stones/game.py": "1 / 0"})
    ran = run("list", "stones")
    assert (ran.status, "Players\n  scripted\n  random\n" in ran.out) == (0, True)
    assert ran.err == "sandtable: game stones is broken: ZeroDivisionError: division by zero\n"


def test_listing_imports_no_game() -> None:
    code = (
        "import sys; from sandtable_shell import main; main(['list']); main(['plugins', 'list']);"
        "sys.exit(any(f'sandtable_{game}' in sys.modules for game in ('lawrence', 'lrdg', 'megiddo')))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0


def test_version_imports_next_to_nothing() -> None:
    code = (
        "import sys\nfrom sandtable_shell import main\n"
        "try: main(['--version'])\nexcept SystemExit: pass\n"
        "slow = {'msgspec', 'pluggy', 'prompt_toolkit', 'tomlkit', 'tomllib'}\n"
        "sys.exit(bool(slow & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0


def test_a_rule_is_shown_by_its_section_or_by_words(run) -> None:
    preface, _, headings = run("rules", "megiddo").out.partition("\n\nround")
    assert preface.startswith("Palestine")
    assert "MEG-R13" in headings
    for words in (("4",), ("MEG", "4"), ("MEG 4",)):
        assert run("rules", "megiddo", *words).out.startswith("4  Air Strike")
    assert "MEG-R13" in run("rules", "meg", "empty", "pile").out


def test_commands_may_be_shortened(run) -> None:
    assert run("lis").out == run("list").out
    assert "link" in run("li").err


def test_sandtable_alone_shows_help(run) -> None:
    ran = run()
    assert ran.status == 0
    assert "simulate" in ran.out


def test_a_closed_pipe_ends_it_quietly() -> None:
    code = "import sys; from sandtable_shell import main; sys.exit(main(['list']))"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0
