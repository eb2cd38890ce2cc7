"""The generated files, their folder, and the names that are refused."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nonempty import some
from scaffolds import GAMES, TEMPLATES

from sandtable.plugins.catalog import Catalog, catalog
from sandtable.text.errors import SandtableError
from sandtable_tools.kit import new
from sandtable_tools.kit.scaffold.naming import MOST_LETTERS

COMMON = {".gitignore", "LICENSE", "README.md", "pyproject.toml"}
ROOMS = {
    "bot.py",
    "events.py",
    "game.py",
    "game.toml",
    "rules.md",
    "scenarios/__init__.py",
    "state.py",
    "view.py",
}
FILES = {
    "small": {"game.py", "game.toml", "race.toml"},
    "auction": {"game.py", "game.toml", "open.toml", "pairs.toml"},
    "cards": {*ROOMS, "data/cards.toml", "scenarios/skirmishes.toml", "skirmish.py"},
    "duel": {
        *ROOMS,
        *("data/map.toml", "march.py", "pictures.py", "scenarios/hunt.toml", "spaces.py", "turn.py"),
    },
    "hex": {
        *ROOMS,
        *("actions.py", "combat.py", "data/map.toml", "hexes.py", "learn.md", "movement.py"),
        *("pictures.py", "scenarios/first.toml", "scenarios/lesson.toml", "turn.py"),
    },
    "solitaire": {
        *ROOMS,
        *("actions.py", "ambush.py", "data/map.toml", "ending.py", "learn.md", "march.py"),
        *("pictures.py", "scenarios/relief.toml", "spaces.py", "turn.py"),
    },
    "plain": {"new.toml"},
    "rule": {"new.toml", "rules.py"},
    "advised": {"bot.py"},
}
"""The files in the package of each kind."""

LONGEST = "a" + "-b" * (MOST_LETTERS // 2 - 1) + "c"
"""The name with the longest lines and the most parts."""


@pytest.mark.parametrize(("what", "kind", "game"), TEMPLATES)
def test_each_kind_is_exactly_these_files(
    tmp_path: Path, what: str, kind: str, game: str | None
) -> None:
    folder, *files = new.write(what, "new", tmp_path, game, kind)
    tests = {f"test_{what}.py", *(["test_rules.py"] if kind == "rule" else [])}
    wanted = (
        COMMON
        | {f"src/sandtable_new/{name}" for name in FILES[kind] | {"__init__.py"}}
        | {f"tests/{name}" for name in tests}
    )
    assert {path.relative_to(folder).as_posix() for path in files} == wanted
    assert {path for path in folder.rglob("*") if path.is_file()} == set(files)


@pytest.mark.parametrize(("what", "kind", "game"), TEMPLATES)
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.from_regex(r"[a-z][a-z0-9]{0,6}(-[a-z0-9]{1,6}){0,3}", fullmatch=True))
def test_whatever_the_name_all_of_it_can_be_read(
    tmp_path_factory: pytest.TempPathFactory, what: str, kind: str, game: str | None, name: str
) -> None:
    """Code and TOML can be parsed, every word is filled in, and no line is too long."""
    try:
        folder, *files = new.write(what, name, tmp_path_factory.mktemp("new"), game, kind)
    except SandtableError:
        return  # the name is taken: see other tests
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\$[a-zA-Z{]|PACKAGE|NAME\.py", text.replace("[options.NAME]", ""))
        if path.suffix == ".py":
            ast.parse(text)
        if path.suffix == ".toml":
            tomllib.loads(text)
    assert (folder / "src" / f"sandtable_{name.replace('-', '_')}" / "__init__.py").is_file()


@pytest.mark.parametrize(("what", "kind", "game"), TEMPLATES)
def test_no_line_of_code_is_longer_than_the_linter_allows(
    tmp_path: Path, what: str, kind: str, game: str | None
) -> None:
    for path in some(new.write(what, LONGEST, tmp_path, game, kind)):
        if path.suffix == ".py":
            assert max(map(len, path.read_text(encoding="utf-8").splitlines() or [""])) <= 105, path


@pytest.mark.parametrize("kind", GAMES)
def test_the_class_of_a_game_is_never_one_that_it_imports(tmp_path: Path, kind: str) -> None:
    """Every word of the contract could be the name of a game."""
    for name in ("game", "event", "table", "state"):
        folder = new.write("game", name, tmp_path, kind=kind)[0]
        source = (folder / "src" / f"sandtable_{name}" / "game.py").read_text(encoding="utf-8")
        assert f"class {name.capitalize()}Game(Game[" in source


def test_a_scenario_begins_as_another_with_its_comments(tmp_path: Path) -> None:
    """Only the title differs, and the special rule at its end."""
    folder = new.write("scenario", "my-raid", tmp_path, "lrdg")[0]
    mine = (folder / "src/sandtable_my_raid/my-raid.toml").read_text(encoding="utf-8")
    theirs = catalog().scenario("lrdg/slonta").text.splitlines()
    missing = [line for line in theirs if line not in mine.splitlines()]
    assert [line.partition(" ")[0] for line in missing] == ["title"]
    assert tomllib.loads(mine)["title"] == "My Raid"
    assert tomllib.loads(mine)["rules"][-1]["name"] == "lrdg.my-raid-moon"


@pytest.mark.parametrize("game", ["lrdg", "lawrence", "megiddo"])
def test_a_scenario_says_what_it_is_once(tmp_path: Path, game: str) -> None:
    """The words above the copied file are enough."""
    folder = new.write("scenario", "my-raid", tmp_path, game)[0]
    text = (folder / "src/sandtable_my_raid/my-raid.toml").read_text(encoding="utf-8")
    assert text.count("# A scenario") == 1
    assert "!." not in text.partition("\n\n")[0]


@pytest.mark.parametrize("kind", [kind for kind in GAMES if kind not in ("small", "auction")])
def test_names_from_the_code_in_a_readme_exist(tmp_path: Path, kind: str) -> None:
    folder = new.write("game", "new", tmp_path, kind=kind)[0]
    readme = (folder / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"`(\w+)\.(\w+)` in `(\w+\.py)`", readme)
    assert named
    for kind, method, file in named:
        code = (folder / "src/sandtable_new" / file).read_text(encoding="utf-8")
        assert f"def {method}(" in code.partition(f"class {kind}(")[2]


def test_without_a_rule_to_begin_with_a_scenario_is_plain(tmp_path: Path) -> None:
    files = new.write("scenario", "my-raid", tmp_path, "megiddo", "rule")
    assert not [path for path in files if path.name == "rules.py"]


def test_a_kind_that_is_not_there_is_named_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(SandtableError, match='no kind of game "crads"; did you mean "cards"'):
        new.write("game", "new", tmp_path, kind="crads")


def test_without_a_game_it_is_for_the_one_with_the_most_scenarios(tmp_path: Path) -> None:
    folder = new.write("scenario", "my-raid", tmp_path)[0]
    ids = [id.partition("/")[0] for id in catalog().scenarios.ids]
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (id,) = project["entry-points"]["sandtable.scenarios"]
    assert id.partition(".")[0] == max(ids, key=ids.count)


REFUSED = [
    ("game", "My Game", 'did you mean "my-game"?'),
    ("game", "1918", "lower-case letters, digits and hyphens"),
    ("game", "../x", 'did you mean "x"?'),
    ("game", "", "is not a name"),
    ("game", "class", 'a keyword of Python; did you mean "my-class"?'),
    ("game", "a" * (MOST_LETTERS + 1), f"longer than {MOST_LETTERS} characters"),
    ("game", "lrdg", 'a game lrdg already exists; "lrdg-2" is free'),
    ("scenario", "slonta", 'a scenario slonta already exists; "slonta-2" is free'),
    ("scenario", "cyrenaica", "a package sandtable_cyrenaica already exists"),
    ("bot", "random", 'a bot random already exists; "random-2" is free'),
    ("bot", "scripted", "a bot scripted already exists"),
    ("bot", "human", "a bot human already exists"),
    ("bot", "none", "a bot none already exists"),
    ("bot", "exec", "a bot exec already exists"),
    ("gmae", "new", 'no template "gmae"; did you mean "game"?'),
]


@pytest.mark.parametrize(("kind", "name", "expected"), REFUSED)
def test_a_name_that_is_not_available_is_refused_in_a_line(
    tmp_path: Path, kind: str, name: str, expected: str
) -> None:
    with pytest.raises(SandtableError) as caught:
        new.write(kind, name, tmp_path, None if kind == "game" else "lrdg")
    assert expected in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not list(tmp_path.iterdir())


def test_a_game_that_is_not_there_is_named_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(SandtableError, match='no game "lawrense"; did you mean "lawrence"'):
        new.write("bot", "new", tmp_path, "lawrense")


def test_a_game_is_for_no_other(tmp_path: Path) -> None:
    with pytest.raises(SandtableError, match="--game is for a scenario or a bot"):
        new.write("game", "new", tmp_path, "lrdg")


def test_the_game_that_nobody_has_named_is_said(run, tmp_path: Path) -> None:
    assert (
        "files for the game lrdg. Next:" in run("plugins", "new", "bot", "bold", "--into", tmp_path).out
    )


def test_without_any_game_there_is_nothing_to_write_a_bot_for(tmp_path: Path) -> None:
    with pytest.raises(SandtableError, match="no game is installed"):
        new.write("bot", "new", tmp_path, plugins=Catalog([]))


def test_a_folder_that_is_there_is_not_touched(tmp_path: Path) -> None:
    folder = tmp_path / "sandtable-new"
    folder.mkdir()
    (folder / "mine.txt").write_text("mine")
    with pytest.raises(SandtableError, match="sandtable-new already exists and is not overwritten"):
        new.write("game", "new", tmp_path)
    assert [path.name for path in folder.iterdir()] == ["mine.txt"]


def test_where_nothing_can_be_written_that_is_said_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SandtableError) as caught:
        new.write("game", "new", tmp_path / "file")
    assert "\n" not in str(caught.value)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize(
    "error", [OSError(28, "No space left on device"), KeyboardInterrupt()], ids=repr
)
def test_a_distribution_that_is_cut_short_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    really = Path.write_text

    def cut_short(path: Path, text: str, encoding: str) -> int:
        if path.name == "rules.md":
            raise error
        return really(path, text, encoding)

    monkeypatch.setattr(Path, "write_text", cut_short)
    with pytest.raises((SandtableError, KeyboardInterrupt)):
        new.write("game", "new", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_the_next_commands_install_test_and_play_it(tmp_path: Path) -> None:
    folder = new.write("bot", "clever", tmp_path, "megiddo")[0]
    install, test, play = new.next_commands("bot", "clever", tmp_path, "megiddo")
    assert str(folder) in install
    assert str(folder) in test
    assert play.startswith("sandtable play megiddo/")
    assert play.endswith("--seat british=clever")


def test_a_bot_is_first_tried_in_a_scenario_of_its_games_own(run, shelf, tmp_path: Path) -> None:
    small = 'game = "stones"\ntitle = "S"\n[heaps]\na = 1\n'
    shelf.stones()
    shelf.add(
        "aaa",
        {"scenarios stones.small": "st_small"},
        {"st_small/__init__.py": "", "st_small/small.toml": small},
    )
    ran = run("plugins", "new", "bot", "fox", "--game", "stones", "--into", tmp_path)
    assert ran.status == 0, ran
    assert "stones/two" in ran.out
    assert "stones/small" not in ran.out
