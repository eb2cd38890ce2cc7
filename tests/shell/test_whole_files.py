"""Every file that a command writes whole: a full disk leaves the old one, and says so in a line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import sandtable

FILES = {
    "config set plain true": "home/config.toml",
    "plugins disable megiddo": "home/plugins.toml",
    "report {save} report.md": "report.md",
    "replay {save} --html replay.html": "replay.html",
    "map {save} --out map.svg": "map.svg",
    "map {save} --svg map.svg": "map.svg",
    "simulate megiddo/1918-even --games 1 --html batch.html": "batch.html",
}
"""A command, and the file that it replaces."""

OLD = {
    "home/config.toml": "plain = false\n",
    "home/plugins.toml": "disabled = []\n",
    "batch.html": "<!doctype html>",
}


@pytest.fixture
def folder(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home.mkdir()
    monkeypatch.chdir(tmp_path)
    with sandtable.new("megiddo/1918-even", 5, save=tmp_path / "g.jsonl") as session:
        session.choose("done")
    return tmp_path


def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)


@pytest.mark.parametrize("command", FILES)
def test_a_full_disk_leaves_the_old_file_and_no_other(
    command: str, folder: Path, run, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = folder / FILES[command]
    old = OLD.get(FILES[command], "old\n")
    file.write_text(old)
    files = sorted(folder.rglob("*"))
    with monkeypatch.context() as patch:
        full_disk(patch)
        ran = run(*command.format(save=folder / "g.jsonl").split())
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert f"{file.name} cannot be written: no space left on device" in ran.err
    assert file.read_text() == old
    assert [path for path in sorted(folder.rglob("*")) if path.suffix != ".msgpack"] == files
    assert run(*command.format(save=folder / "g.jsonl").split()).status == 0
    assert file.read_text() != old


@pytest.mark.parametrize("name", ["config.toml", "plugins.toml"])
def test_settings_that_are_kept_elsewhere_stay_linked(name: str, folder: Path, run) -> None:
    """As by those who keep such files in a repository of their own."""
    kept = folder / "dotfiles"
    kept.write_text(OLD[f"home/{name}"])
    (folder / "home" / name).symlink_to(kept)
    run(*next(command for command, file in FILES.items() if file.endswith(name)).split())
    assert (folder / "home" / name).is_symlink()
    assert "true" in kept.read_text() or "megiddo" in kept.read_text()


def test_a_damaged_list_of_plugins_stays_where_it_is_if_no_other_can_be_written(
    folder: Path, run, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = folder / "home" / "plugins.toml"
    file.write_text("disabled = 7\n")
    full_disk(monkeypatch)
    assert run("plugins", "disable", "megiddo").status == 2
    assert file.read_text() == "disabled = 7\n"
    assert not file.with_name("plugins.toml.bad").exists()
