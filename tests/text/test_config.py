"""The folders of a user's data and settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.text import config
from sandtable.text.errors import SandtableError


def test_one_variable_moves_all_of_a_users_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path))
    assert (config.home(), config.saves_folder()) == (tmp_path, tmp_path / "saves")
    monkeypatch.setenv("SANDTABLE_HOME", "~/games")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert config.home() == tmp_path / "games"


@pytest.mark.parametrize("value", ["", None])
def test_without_it_data_are_where_the_system_wants_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, value: str | None
):
    monkeypatch.setenv("SANDTABLE_HOME", value) if value is not None else monkeypatch.delenv(
        "SANDTABLE_HOME", raising=False
    )
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert config.home().is_relative_to(tmp_path)
    assert config.home().name == "sandtable"


@pytest.mark.parametrize("home", ["", None])
def test_where_no_home_folder_is_known_there_are_no_data_and_a_path_says_why(
    monkeypatch: pytest.MonkeyPatch, home: str | None
):
    for name in ("SANDTABLE_HOME", "HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)  # a user without an entry raises KeyError
    monkeypatch.setenv("HOME", home) if home is not None else None
    assert config.home() == config.home("config") == Path("/dev/null/HOME-is-not-set")


def test_the_home_of_a_user_who_does_not_exist_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SANDTABLE_HOME", "~nosuch/games")
    with pytest.raises(
        SandtableError, match=r"^SANDTABLE_HOME is ~nosuch/games, but there is no such user$"
    ):
        config.home()
