"""Games: the description in a package, and the files of its rules."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

import pytest

from sandtable import Game, GameInfo, PluginError, read_data, subclasses_in
from sandtable.model.game import NoOptions, tagged_union
from sandtable.model.game_info import OptionInfo

GOOD = """
id = "pebbles"
title = "Pebbles"
seats = ["red", "blue"]
api = 2
rules_version = 2
cite = "PEB"

[options.lifts]
default = 2
help = "stones in a turn"
values = [1, 2, 3]
"""


def test_metadata_are_read_from_their_file(tmp_path: Path):
    path = tmp_path / "game.toml"
    path.write_text(GOOD)
    info = GameInfo.read(path)
    assert (info.id, info.seats, info.rules_version, info.cite) == ("pebbles", ("red", "blue"), 2, "PEB")
    assert info.options == {"lifts": OptionInfo(2, "stones in a turn", (1, 2, 3))}
    assert info.bots == ("scripted",)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (GOOD.replace("api = 2", ""), 'the key "api" is missing'),
        (GOOD.replace("cite", "sight"), 'there is no key "sight"'),
        (GOOD.replace("api = 2", 'api = "2"'), 'api: a whole number was expected, not "2"'),
        (GOOD.replace("[options.lifts]", "[options"), "line 9"),
        ("\xff", ""),
    ],
)
def test_bad_metadata_name_the_file_and_what_is_wrong(tmp_path: Path, text: str, expected: str):
    path = tmp_path / "game.toml"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(PluginError, match=rf"^game\.toml: .*{expected}"):
        GameInfo.read(path)
    path.unlink()
    with pytest.raises(PluginError, match=r"^game\.toml: .*No such file"):
        GameInfo.read(path)


def test_a_game_finds_its_metadata_and_rules_in_its_own_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, toy: ModuleType
):
    package = tmp_path / "st_pebbles"
    (package / "inner").mkdir(parents=True)
    (package / "game.toml").write_text(GOOD)
    (package / "rules.md").write_text("## 1 Dünen", encoding="utf-8")
    (package / "inner" / "game.py").write_text(
        "from sandtable import Game\nfrom sandtable_toy import Stones\n"
        "class Pebbles(Stones):\n    info = Game.info\n    rules_text = Game.rules_text\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    game = importlib.import_module("st_pebbles.inner.game").Pebbles()
    assert (game.id, game.seats, game.rules_text) == ("pebbles", ("red", "blue"), "## 1 Dünen")


def test_the_contract_cannot_be_left_unfilled():
    with pytest.raises(TypeError, match="abstract"):
        Game()  # type: ignore[abstract]
    assert Game.Options is NoOptions
    assert tagged_union(()) is None


def test_data_of_a_package_are_read_as_the_type_that_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    data = tmp_path / "st_shells" / "data"
    data.mkdir(parents=True)
    (data / "shells.toml").write_text("whelk = 3\nlimpet = 1\n")
    (data / "sand.toml").write_text("dune =\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert read_data("st_shells", "shells.toml", dict[str, int]) == {"whelk": 3, "limpet": 1}
    with pytest.raises(
        PluginError, match=r"^st_shells/data/shells\.toml: line 1: whelk: a text was expected, not 3$"
    ):
        read_data("st_shells", "shells.toml", dict[str, str])
    with pytest.raises(PluginError, match=r"^st_shells/data/sand\.toml: .*line 1"):
        read_data("st_shells", "sand.toml", dict[str, int])
    with pytest.raises(PluginError, match=r"^st_shells/data/mud\.toml: .*No such file"):
        read_data("st_shells", "mud.toml", dict[str, int])


def test_classes_of_modules_are_found_in_order_without_imported_ones() -> None:
    home, other = ModuleType("home"), ModuleType("other")
    class_of = lambda name, module: type(name, (ValueError,), {"__module__": module})  # noqa: E731
    home.B, home.A, home.imported = (class_of("B", "home"), class_of("A", "home"), class_of("C", "x"))
    other.D, other.number = class_of("D", "other"), 3
    assert subclasses_in([home, other], ValueError) == (home.B, home.A, other.D)


def test_the_copy_of_a_state_shares_nothing_with_it(toy: ModuleType):
    state = toy.state()
    copy = state.copy()
    assert copy == state
    state.heaps["north"] += 1
    state.hands["red"].append("hen")
    assert copy == toy.state()
    assert type(copy) is type(state)


@pytest.mark.parametrize("seat", ["", "none", "human", "a b", "North"])
def test_a_seat_is_named_by_a_word_that_is_no_player(tmp_path: Path, seat: str) -> None:
    path = tmp_path / "game.toml"
    path.write_text(GOOD.replace('"red"', f'"{seat}"'))
    with pytest.raises(PluginError, match=f'^game.toml: seats: the name of a seat is .*, not "{seat}"$'):
        GameInfo.read(path)
