"""The front page: what to play first, how long and hard it is, and the choice of a scenario."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pexpect
import pytest

import sandtable
from sandtable.model.scenario_file import ScenarioError, ScenarioFile
from sandtable.plugins.catalog import Catalog, catalog, refresh
from sandtable.text.errors import SandtableError
from sandtable_shell import asking, front

if TYPE_CHECKING:
    from shelves import Shelf

SANDTABLE = str(Path(sys.executable).with_name("sandtable"))
GAMES = ("lawrence", "lrdg", "megiddo")
ROWS, COLUMNS = 24, 80
HOW = re.compile(r"  (\d+ min|[\d.]+ h) +(easy|medium|hard)  ")
"""The length and difficulty in every row of the list."""

PLAYERS = "1 human (you), 2 scripted (the game's own bot), 3 random, 4 search (looks ahead)"


@pytest.fixture(autouse=True)
def small_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    monkeypatch.setenv("LINES", str(ROWS))


def fits(lines: list[str]) -> bool:
    """Whether lines fit the screen, with a row below them for typing."""
    return len(lines) < ROWS and max(map(len, lines)) <= COLUMNS


# The list.


def test_the_list_fits_a_screen(run) -> None:
    assert fits(run("list", "--no-plugins").out.splitlines())


def test_the_list_begins_with_the_lessons_and_a_first_scenario_of_each_game(run) -> None:
    lines = run("list", "--no-plugins").out.splitlines()
    first = {id: f"{id}/{info.first}" for id, info in catalog().games.infos.items() if id in GAMES}
    assert lines[0].startswith("New here?")
    above = lines[: lines.index("")]
    begun = [" ".join(line.split()[:3]) for line in above if line.startswith("  sandtable ")]
    assert begun == [
        *(f"sandtable learn {game}" for game in GAMES),
        *(f"sandtable play {first[game]}" for game in GAMES),
    ]


def test_each_lesson_and_first_scenario_shows_how_long_and_how_hard_it_is(run) -> None:
    lines = run("list", "--no-plugins").out.splitlines()
    begun = [line for line in lines if line.startswith("  sandtable ")]
    assert len(begun) == 2 * len(GAMES)
    assert [line for line in begun if not HOW.search(line)] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_scenario_of_a_game_shows_how_long_and_how_hard_it_is(run, game: str) -> None:
    lines = run("list", game, "--no-plugins").out.splitlines()
    ids = [id for id in catalog().scenarios.ids if id.startswith(f"{game}/")]
    rows = {line.split()[0]: line for line in lines if line.startswith(f"  {game}/")}
    assert set(rows) >= set(ids)
    assert [id for id in ids if not HOW.search(rows[id])] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_scenario_to_begin_with_is_there_and_listed_first(game: str) -> None:
    known = catalog()
    assert known.scenarios.of(game)[0] == f"{game}/{known.games.infos[game].first}"


def test_house_rules_are_listed_with_their_game_alone(run) -> None:
    assert "--set" not in run("list").out
    options = catalog().games.infos["lrdg"].options
    counted = f"house rules: level, and {len(options) - 1} more (sandtable list lrdg --rules)"
    assert run("list", "lrdg").out.splitlines()[-1] == counted
    lines = run("list", "lrdg", "--rules").out.splitlines()
    assert max(map(len, lines)) <= 80
    assert [line.split()[1].split("=")[0] for line in lines if line.startswith("  --set")] == [*options]


def test_a_game_may_be_named_by_its_beginning_and_a_wrong_name_has_help(run) -> None:
    assert run("list", "meg").out == run("list", "megiddo").out
    ran = run("list", "megido")
    assert (ran.status, ran.err) == (2, 'sandtable: no game "megido"; did you mean "megiddo"?\n')


def test_a_game_of_strangers_costs_two_rows_and_may_show_nothing_of_itself(run, shelf: Shelf) -> None:
    before = run("list").out.splitlines()
    shelf.stones()
    after = run("list").out.splitlines()
    assert len(after) == len(before) + 2
    assert next(line for line in after if "stones/two" in line).split() == [
        *["sandtable", "play", "stones/two", "Two", "heaps"]
    ]
    assert "  stones    Stones. Lift." in after


def test_json_shows_length_difficulty_and_where_to_begin(run) -> None:
    games = json.loads(run("list", "--json").out)["games"]
    lrdg = next(game for game in games if game["id"] == "lrdg")
    assert lrdg == json.loads(run("list", "lrdg", "--json").out)["games"][0]
    assert (lrdg["first"], lrdg["lesson_minutes"]) == ("el-alamein", 25)
    first = next(scenario for scenario in lrdg["scenarios"] if scenario["name"] == lrdg["first"])
    info = catalog().scenarios.info(first["id"])
    assert (first["minutes"], first["difficulty"]) == (info.minutes, info.difficulty)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('difficulty = "meduim"', 'no difficulty "meduim"; did you mean "medium"?'),
        ("minutes = 0", "minutes: a whole number of at least 1 was expected"),
        ('minutes = "long"', 'minutes: a whole number was expected, not "long"'),
    ],
)
def test_a_wrong_length_or_difficulty_is_refused_with_its_key(line: str, expected: str) -> None:
    with pytest.raises(ScenarioError, match=re.escape(expected)):
        _ = ScenarioFile.read(f'game = "megiddo"\ntitle = "x"\n{line}\n', "mine.toml").info


# The menu.


def saved(home: Path, count: int) -> list[str]:
    """Unfinished games among the user's saves."""
    names = [f"game-{number}" for number in range(count)]
    for name in names:
        sandtable.new("megiddo/1918", seed=1, save=home / "saves" / f"{name}.jsonl").close()
    return names


@pytest.fixture
def plain_catalog(home: Path, monkeypatch: pytest.MonkeyPatch) -> Catalog:
    """The built-in plugins alone, and a folder for saves."""
    (home / "saves").mkdir(parents=True)
    monkeypatch.setenv("SANDTABLE_PLUGINS", "")
    refresh()
    return catalog()


def test_the_menu_fits_a_screen_with_as_many_saves_as_it_offers(plain_catalog: Catalog) -> None:
    saves = [f"megiddo-1918-even-{number}" for number in range(asking.MOST_SAVES)]
    assert fits(asking.menu_lines(plain_catalog, saves))


def test_the_menu_numbers_lessons_then_first_scenarios_games_and_saves(plain_catalog: Catalog) -> None:
    rows = [
        line.split() for line in asking.menu_lines(plain_catalog, ["mine"]) if re.match(r" +\d+  ", line)
    ]
    numbered, _ = asking.list_offers(plain_catalog, ["mine"])
    assert [row[0] for row in rows] == [str(number) for number in range(1, len(numbered) + 1)]
    firsts = [f"play {plain_catalog.scenarios.of(game)[0]}" for game in GAMES]
    assert numbered == [
        *(f"learn {game}" for game in GAMES),
        *firsts,
        *(f"play {game}" for game in GAMES),
        "resume mine",
    ]
    offers = [row[2] if row[1] == "learn" else row[1] for row in rows]
    assert offers == [command.partition(" ")[2] for command in numbered]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1", "learn lawrence"),
        ("slonta", "play lrdg/slonta"),
        ("lrdg/slo", "play lrdg/slonta"),
        ("1918", "play megiddo/1918"),
        ("lrdg", "play lrdg"),
        ("learn lr", "learn lrdg"),
        ("aqaba", "play lawrence/aqaba"),
        ("lawrence-aqaba-7", "resume lawrence-aqaba-7"),
    ],
)
def test_a_number_or_a_name_chooses(plain_catalog: Catalog, typed: str, meant: str) -> None:
    assert asking.pick(typed, *asking.list_offers(plain_catalog, ["lawrence-aqaba-7"])) == meant


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("0", "type a number from 1 to 9, not 0"),
        ("77", "type a number from 1 to 9, not 77"),
        ("slontta", 'did you mean "slonta"?'),
    ],
)
def test_a_line_that_chooses_nothing_gets_help(
    plain_catalog: Catalog, typed: str, expected: str
) -> None:
    with pytest.raises(SandtableError, match=re.escape(expected)):
        asking.pick(typed, *asking.list_offers(plain_catalog, []))


def test_only_the_newest_unfinished_saves_are_offered(
    plain_catalog: Catalog,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for age, name in enumerate(saved(home, asking.MOST_SAVES + 2)):
        os.utime(home / "saves" / f"{name}.jsonl", (1_000 - age, 1_000 - age))
    monkeypatch.setattr("builtins.input", lambda _: "")
    assert asking.choose() == []
    offered = re.findall(r"game-\d+", capsys.readouterr().out)
    assert offered == [f"game-{number}" for number in range(asking.MOST_SAVES)]


def test_without_a_terminal_the_help_of_sandtable_ends_with_the_list_and_a_first_scenario(run) -> None:
    ran = run()
    assert (ran.status, ran.err, ran.out) == (0, "", run("--help").out)
    assert ran.out.endswith("sandtable list\n  sandtable play lrdg/el-alamein --seed 3\n")
    assert "lrdg/el-alamein" in [choice.words for choice in front.first_scenarios(catalog())]


# Which scenario of a game.


def test_play_with_a_game_names_its_scenarios_where_nobody_can_be_asked(run, home: Path) -> None:
    for typed in ("lrdg", "lr"):
        ran = run("play", typed)
        assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert ran.err.startswith("sandtable: which scenario of lrdg? Name one of el-alamein, ")
        names = [id.partition("/")[2] for id in catalog().scenarios.ids if id.startswith("lrdg/")]
        assert [name for name in names if name not in ran.err] == []
        assert ran.err.endswith(", as in lrdg/el-alamein\n")
    assert not (home / "saves").exists()


def test_play_with_the_beginning_of_several_games_asks_for_more(run) -> None:
    assert run("play", "l").err == 'sandtable: game "l" can mean lawrence, lrdg\n'


def test_play_with_a_scenario_alone_still_names_the_nearest(run) -> None:
    error = 'no scenario "slonta" (GAME/SCENARIO or a .toml file); did you mean "lrdg/slonta"?'
    assert error in run("play", "slonta").err


@pytest.mark.parametrize("words", [["map"], ["simulate"], ["scenario", "check"], ["scenario", "export"]])
def test_other_commands_with_a_game_name_its_scenarios_too(run, words: list[str]) -> None:
    ran = run(*words, "lrdg")
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith("sandtable: which scenario of lrdg? Name one of el-alamein, ")
    assert 'did you mean "lrdg"?' in run(*words, "lrgd").err


def test_play_with_a_game_that_is_off_says_so(run) -> None:
    run("plugins", "disable", "lrdg")
    assert "game lrdg is disabled" in run("play", "lrdg").err


def test_play_with_nothing_says_where_to_look(run) -> None:
    ran = run("play")
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert ran.err.endswith(" (sandtable list shows what there is to play)\n")
    assert "list" not in run("play", "megiddo/1918", "--dice", "no").err


Answers = Callable[..., list[str]]


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Answers:
    """Answers the questions at a terminal, and keeps the questions."""
    monkeypatch.setattr(asking, "possible", lambda _: True)

    def given(*texts: str) -> list[str]:
        left, questions = [*texts], []

        def answer(question: str) -> str:
            questions.append(question)
            if not left:
                raise EOFError
            return left.pop(0)

        monkeypatch.setattr("builtins.input", answer)
        return questions

    return given


def test_play_with_a_game_asks_for_a_scenario_then_who_plays(run, answers: Answers, tmp_path) -> None:
    questions = answers("slonta", "scripted")
    ran = run("play", "lrdg", "--seed", 1, "--save", tmp_path / "g.jsonl")
    assert "The Slonta Raid, May 1942 (lrdg/slonta), seed 1" in ran.out
    assert "Over: " in ran.out
    assert questions == [
        "Which scenario (q leaves)? [lrdg/el-alamein] ",
        f"Who plays the raiders: {PLAYERS}? [human] ",
    ]


def test_enter_alone_plays_the_first_scenario_oneself(run, answers: Answers, tmp_path: Path) -> None:
    answers("", "")
    ran = run("play", "lrdg", "--seed", 1, "--save", tmp_path / "g.jsonl")
    assert "(lrdg/el-alamein), seed 1" in ran.out
    assert "resume continues it" in ran.out


def test_a_seat_that_is_given_is_not_asked_for(run, answers: Answers, tmp_path: Path) -> None:
    questions = answers("1918-even", "")
    save = tmp_path / "g.jsonl"
    run("play", "megiddo", "--seat", "brit=scripted", "--seed", 1, "--save", save)
    assert questions[1:] == [f"Who plays the Turks: {PLAYERS}? [human] "]
    assert json.loads(save.read_text().splitlines()[0])["seats"] == {
        "british": "scripted",
        "turkish": "human",
    }


@pytest.mark.parametrize("expected", [("q",), (), ("1", "q")])
def test_whoever_leaves_plays_nothing(
    run, answers: Answers, home: Path, expected: tuple[str, ...]
) -> None:
    answers(*expected)
    ran = run("play", "lrdg")
    assert (ran.status, ran.err) == (0, "")
    assert not (home / "saves").exists()


@pytest.fixture
def terminal(home: Path) -> Iterator[Callable[..., pexpect.spawn]]:
    """Starts the program at a real terminal of 80 x 24."""
    children: list[pexpect.spawn] = []

    def start(*words: str) -> pexpect.spawn:
        known = {"TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1", "SANDTABLE_HOME": str(home)}
        child = pexpect.spawn(
            SANDTABLE,
            [*words],
            env={**os.environ, **known},
            dimensions=(ROWS, COLUMNS),
            timeout=60,
            encoding="utf-8",
        )
        children.append(child)
        return child

    yield start
    for child in children:
        child.close(force=True)


def test_a_stranger_comes_from_the_menu_to_a_first_decision(terminal) -> None:
    child = terminal()
    child.expect_exact("Number or name (Enter leaves): ")
    assert fits(re.sub("\x1b[^a-z]*[a-z]", "", child.before).strip().splitlines())
    child.sendline("lrdg")
    child.expect_exact("Which scenario (q leaves)? [lrdg/el-alamein] ")
    child.sendline("")
    child.expect_exact("[human] ")
    child.sendline("")
    child.expect_exact("Before First Alamein")
    child.expect_exact("historical patrols")
    child.sendline("quit")
    child.expect_exact("Saved in")
    child.expect(pexpect.EOF)
