"""The front page: what to play first, how long and hard it is, and the choice of a scenario."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pexpect
import pyte
import pytest

import sandtable
from sandtable.model.scenario_file import ScenarioError, ScenarioFile
from sandtable.plugins.catalog import Catalog, catalog, refresh
from sandtable.text.errors import SandtableError
from sandtable_shell import asking, front, menu, saves

if TYPE_CHECKING:
    from shelves import Shelf

SAVES = Path(__file__).parents[2] / "saves"
SANDTABLE = str(Path(sys.executable).with_name("sandtable"))
GAMES = ("lawrence", "lrdg", "megiddo")
ROWS, COLUMNS = 24, 80
HOW = re.compile(r"  (\d+ min|[\d.]+ h) +(easy|medium|hard)  ")
"""The length and difficulty in every row of the list."""


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


def test_the_list_has_a_title_and_the_lesson_and_first_scenario_of_each_game(run) -> None:
    lines = run("list", "--no-plugins").out.splitlines()
    first = {id: f"{id}/{info.first}" for id, info in catalog().games.infos.items() if id in GAMES}
    assert lines[0] == front.TITLE
    begun = [" ".join(line.split()[:3]) for line in lines if line.startswith("  sandtable ")]
    ways = ((f"sandtable learn {game}", f"sandtable play {first[game]}") for game in GAMES)
    assert begun == [way for both in ways for way in both]


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
    listed = run("list", "lrdg").out
    assert f"sandtable list lrdg --rules  explains {len(options)} house rules\n" in listed
    assert listed.index("search") < listed.index("--rules") < listed.index("lrdg/el-alamein")
    lines = run("list", "lrdg", "--rules").out.splitlines()
    assert max(map(len, lines)) <= 80
    assert [line.split()[0] for line in lines if line.startswith("  ") and " = " in line] == [*options]
    assert "  level = historical, recruit, regular, veteran" in lines


def test_a_game_may_be_named_by_its_beginning_and_a_wrong_name_has_help(run) -> None:
    assert run("list", "meg").out == run("list", "megiddo").out
    ran = run("list", "megido")
    assert (ran.status, ran.err) == (2, 'sandtable: no game "megido"; did you mean "megiddo"?\n')


def test_a_game_of_strangers_costs_three_rows_and_may_show_nothing_of_itself(run, shelf: Shelf) -> None:
    before = run("list").out.splitlines()
    shelf.stones()
    after = run("list").out.splitlines()
    assert len(after) == len(before) + 3
    assert next(line for line in after if "stones/two" in line).split() == [
        *["sandtable", "play", "stones/two", "Two", "heaps"]
    ]
    assert "Stones  Lift." in after


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


def saved(home: Path, name: str, age: int = 0, scenario: str = "megiddo/1918") -> Path:
    """An unfinished game among the user's saves, so many seconds older than the newest."""
    path = home / "saves" / f"{name}.jsonl"
    sandtable.new(scenario, seed=1, save=path).close()
    os.utime(path, (1_600_000_000 - age, 1_600_000_000 - age))
    return path


def offered(installed: Catalog, home: Path, lines: int = ROWS) -> menu.Groups:
    """What the menu offers on a terminal of so many lines."""
    return menu.groups(installed, saves.by_age(home / "saves"), lines)


def texts(rows: Iterable[asking.Row]) -> list[str]:
    return ["".join(text for _, text in row.line) for row in rows]


@pytest.fixture
def plain_catalog(home: Path, monkeypatch: pytest.MonkeyPatch) -> Catalog:
    """The built-in plugins alone, and a folder for saves."""
    (home / "saves").mkdir(parents=True)
    monkeypatch.setenv("SANDTABLE_PLUGINS", "")
    refresh()
    return catalog()


def test_the_menu_fills_a_screen_however_many_saves_there_are(
    plain_catalog: Catalog, home: Path
) -> None:
    going_on = saved(home, "a")
    for age in range(1, 12):
        (home / "saves" / f"open-{age}.jsonl").write_bytes(going_on.read_bytes())
        shutil.copy(SAVES / "lrdg-slonta.jsonl", home / "saves" / f"over-{age}.jsonl")
    rows = texts(menu.menu_rows(offered(plain_catalog, home), COLUMNS))
    assert len(rows) + asking.ROWS_BELOW == ROWS
    assert max(map(len, rows)) < COLUMNS


def test_the_menu_knows_which_lessons_are_done_and_which_games_go_on_and_are_over(
    plain_catalog: Catalog, home: Path
) -> None:
    saved(home, "learn-lrdg", 0, "lrdg/tobruk")
    saved(home, "learn-lrdg-of-mine", 10, "lrdg/slonta")
    path = saved(home, "megiddo-1918-even-196729997", 20, "megiddo/1918-even")
    path.with_suffix(saves.TURN).write_text(f"{path.stat().st_size} Round 1\n")
    saved(home, "played-on-since", 30, "lawrence/aqaba").with_suffix(saves.TURN).write_text("7 Ops 9\n")
    killed = (SAVES / "megiddo-1918.jsonl").read_bytes().splitlines(keepends=True)[:60]
    (home / "saves" / "killed.jsonl").write_bytes(b"".join(killed))
    os.utime(home / "saves" / "killed.jsonl", (1_400_000_000, 1_400_000_000))
    for name in ("learn-megiddo", "x"):
        shutil.copy(SAVES / "lrdg-slonta.jsonl", home / "saves" / f"{name}.jsonl")
        os.utime(home / "saves" / f"{name}.jsonl", (1_500_000_000, 1_500_000_000))
    (home / "saves" / "empty.jsonl").touch()
    found = offered(plain_catalog, home)
    assert [*found] == ["Continue", "Learn a game", "Play a game", "Finished"]
    assert [(item.words, item.name, item.state) for item in found["Continue"]] == [
        ("resume megiddo-1918-even-196729997", "Megiddo, evenly matched", "Round 1"),
        ("resume played-on-since", "Aqaba!", "Ops 8"),
        ("resume killed", "Megiddo, September 1918", "Round 2"),
    ]
    assert (home / "saves" / "killed.turn").read_text() == f"{sum(map(len, killed))} Round 2\n"
    assert [(item.mark, item.state.partition(" begun ")[0]) for item in found["Learn a game"]] == [
        (" ", "20 min"),
        (" ", "25 min,"),
        ("✓", "20 min, done"),
    ]
    assert [(item.words, item.name, item.state) for item in found["Finished"]] == [
        ("resume x", "The Slonta Raid, May 1942", "Remarkable success")
    ]


def test_the_menu_fits_a_narrow_terminal(plain_catalog: Catalog, home: Path) -> None:
    saved(home, "a", 0, "lrdg/el-alamein")
    rows = texts(menu.menu_rows(offered(plain_catalog, home), 44))
    assert max(map(len, rows)) <= 44
    assert any(re.search("1   Before First Alam[.]{3}", row) for row in rows)


def test_a_newcomer_is_led_to_the_lessons(plain_catalog: Catalog, home: Path) -> None:
    found = offered(plain_catalog, home)
    assert [*found] == ["New here? A lesson guides you through a whole game", "Play a game"]
    commands = [item.words for items in found.values() for item in items]
    assert commands == [*(f"learn {game}" for game in GAMES), *(f"play {game}" for game in GAMES)]
    rows = [*menu.menu_rows(found, COLUMNS)]
    assert [row.meaning for row in rows if row.meaning] == commands
    page = (SAVES.parent / "docs/play/start.md").read_text("utf-8").replace("> 1 ", "  1 ")
    assert "\n".join(text.rstrip() for text in texts(rows)) in page
    numbers = [text.split()[0] for text, row in zip(texts(rows), rows, strict=True) if row.meaning]
    assert numbers == [str(number) for number in range(1, len(commands) + 1)]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("2", "learn lawrence"),
        ("slonta", "play lrdg/slonta"),
        ("lrdg/slo", "play lrdg/slonta"),
        ("1918", "play megiddo/1918"),
        ("lrdg", "play lrdg"),
        ("learn lr", "learn lrdg"),
        ("aqaba", "play lawrence/aqaba"),
        ("lawrence-aqaba-7", "resume lawrence-aqaba-7"),
    ],
)
def test_a_number_or_a_name_chooses(plain_catalog: Catalog, home: Path, typed: str, meant: str) -> None:
    saved(home, "lawrence-aqaba-7")
    found = offered(plain_catalog, home)
    commands = [item.words for items in found.values() for item in items]
    assert asking.pick(typed, commands, menu.names(plain_catalog, found)) == meant


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("0", "type a number from 1 to 6, not 0"),
        ("77", "type a number from 1 to 6, not 77"),
        ("?", asking.HELP),
        ("slontta", 'did you mean "slonta"?'),
    ],
)
def test_a_line_that_chooses_nothing_gets_help(
    plain_catalog: Catalog, home: Path, typed: str, expected: str
) -> None:
    found = offered(plain_catalog, home)
    commands = [item.words for items in found.values() for item in items]
    with pytest.raises(SandtableError, match=re.escape(expected)):
        asking.pick(typed, commands, menu.names(plain_catalog, found))


def test_without_a_terminal_the_help_of_sandtable_ends_with_the_list_and_a_first_scenario(run) -> None:
    ran = run()
    assert (ran.status, ran.err, ran.out) == (0, "", run("--help").out)
    assert ran.out.endswith("sandtable list\n  sandtable play lrdg/el-alamein --seed 3\n")
    assert catalog().scenarios.of("lrdg")[0] == "lrdg/el-alamein"


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
    monkeypatch.setattr(asking, "can_ask", lambda _: True)

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
        "Number or name [lrdg/el-alamein], q leaves: ",
        "Number or name [human], q leaves: ",
    ]
    assert "Who Dares Wins!: which scenario?\n   1  lrdg/el-alamein  " in ran.out
    assert "Who plays the raiders?\n   1  human     You.\n   2  scripted  Leads" in ran.out


def test_enter_alone_plays_the_first_scenario_oneself(run, answers: Answers, tmp_path: Path) -> None:
    answers("", "")
    ran = run("play", "lrdg", "--seed", 1, "--save", tmp_path / "g.jsonl")
    assert "(lrdg/el-alamein), seed 1" in ran.out
    assert "resume continues it" in ran.out


def test_a_seat_that_is_given_is_not_asked_for(run, answers: Answers, tmp_path: Path) -> None:
    answers("1918-even", "")
    save = tmp_path / "g.jsonl"
    ran = run("play", "megiddo", "--seat", "brit=scripted", "--seed", 1, "--save", save)
    assert re.findall("Who plays .*", ran.out) == ["Who plays the Turks?"]
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


def test_a_stranger_comes_from_the_menu_to_a_first_decision_by_arrow_keys_and_enter(terminal) -> None:
    child = terminal()
    child.expect_exact("Number, name or arrow keys [1], q leaves:")
    screen = pyte.Screen(COLUMNS, ROWS)
    pyte.Stream(screen).feed(child.before + child.after)
    assert screen.display[0].startswith("Sandtable ")
    assert sum(line.startswith("Sandtable ") for line in screen.display) == 1
    child.send("\x1b[A")  # from the first row to the last
    child.expect_exact("> 6   Megiddo 1918")
    child.send("\x1b[A")
    child.expect_exact("> 5   Who Dares Wins!")
    child.send("\x1b[B?\r")
    child.expect_exact('no choice "6?"')
    child.send("\x7f\x7f?\r")
    child.expect_exact("Enter takes the one")
    child.send("\x7flrdg\r")
    child.expect_exact("Who Dares Wins!: which scenario?")
    child.expect_exact(" [lrdg/el-alamein], q leaves:")
    child.send("\r")
    child.expect_exact("[human], q leaves:")
    child.send("\r")
    child.expect_exact("Before First Alamein")
    child.expect_exact("historical patrols")
    child.sendline("quit")
    child.expect_exact("Saved in")
    child.expect(pexpect.EOF)
    assert child.wait() == 0


def test_the_menu_tells_the_time_in_a_game_that_was_left(terminal, home: Path) -> None:
    child = terminal("play", "lrdg/slonta", "--seed", "3")
    child.expect_exact("historical patrols")
    child.sendline("quit")
    child.expect(pexpect.EOF)
    child = terminal()
    child.expect("1 +The Slonta Raid, May 1942 +Preparation ")
    child.sendline("q")
    child.expect(pexpect.EOF)


def test_without_arrow_keys_numbers_choose(terminal, home: Path) -> None:
    home.mkdir(exist_ok=True)
    (home / "config.toml").write_text('screen = "scroll"\n', encoding="utf-8")
    child = terminal()
    child.expect_exact("Number or name [1], q leaves: ")
    child.sendline("5")
    child.expect_exact("Who Dares Wins!: which scenario?")
    child.expect_exact("q leaves: ")
    child.sendline("q")
    child.expect(pexpect.EOF)
    assert child.wait() == 0
