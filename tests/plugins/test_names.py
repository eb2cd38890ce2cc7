"""Games and scenarios as people type them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sandtable import PluginError, SandtableError
from sandtable.text.errors import AmbiguousName, UnknownName

if TYPE_CHECKING:
    from sites import Site


@pytest.mark.parametrize(
    ("typed", "id"),
    [
        ("stones/two", "stones/two"),
        ("s/two-", "stones/two"),
        ("st/two-m", "stones/two-more"),
        ("Stones/MORE", "stones/two-more"),
    ],
)
def test_a_scenario_is_named_by_clear_beginnings(site: Site, typed: str, id: str):
    assert site.catalog().names.scenario(typed) == id


@pytest.mark.parametrize(
    ("typed", "error", "expected"),
    [
        ("stones/tw", AmbiguousName, "two, two-more"),
        ("stones/", UnknownName, "choose from two, two-more"),
        ("stones/tow", UnknownName, 'did you mean "two"'),
        ("stnes/two", UnknownName, 'no game "stnes"; did you mean "stones"'),
        (
            "stones",
            SandtableError,
            "which scenario of stones. Name one of two, two-more, as in stones/two",
        ),
        ("stnoes", UnknownName, 'no scenario "stnoes" .GAME/SCENARIO .*; did you mean "stones"'),
        (
            "/x/README.md",
            UnknownName,
            'no scenario "/x/README.md" .GAME/SCENARIO or a .toml file.; ',
        ),
        ("./a.md", UnknownName, 'no scenario "./a.md" .GAME/SCENARIO or a .toml file.'),
        ("zzz", UnknownName, "GAME/SCENARIO or a .toml file.; sandtable list shows all"),
    ],
)
def test_a_scenario_that_is_not_there_names_the_nearest(
    site: Site, typed: str, error: type[Exception], expected: str
):
    with pytest.raises(error, match=expected):
        site.catalog().names.scenario(typed)


def test_a_game_that_is_not_there_names_the_nearest(site: Site):
    with pytest.raises(UnknownName, match='did you mean "stones"'):
        site.catalog().game("stnoes")


@pytest.mark.parametrize("typed", ["stones", "sto", "STONES"])
def test_a_game_alone_is_named_by_a_clear_beginning(site: Site, typed: str) -> None:
    assert site.catalog().names.game_only(typed) == "stones"


@pytest.mark.parametrize("typed", ["stones/two", "stones.toml", "two"])
def test_a_word_for_a_scenario_or_file_is_no_game_alone(site: Site, typed: str) -> None:
    assert site.catalog().names.game_only(typed) is None


def test_a_game_that_is_off_is_meant_only_where_no_other_is(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.game(
        "stone-age", "", 'id = "stone-age"\ntitle = "T"\nseats = ["red"]\napi = 1\nrules_version = 1'
    )
    monkeypatch.setenv("SANDTABLE_DISABLE_PLUGINS", "stone-age")
    names = site.catalog().names
    assert names.game("stone") == "stones"
    for typed in ("stone-age", "stone-a"):
        with pytest.raises(PluginError, match="game stone-age is disabled"):
            names.game(typed)
