"""The user's scenarios folder: its files are listed and played, and a bad one is one line."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from forging import edited, sealed

from sandtable.plugins.catalog import catalog, refresh

BOTS = ("--seat", "british=scripted", "--seat", "turkish=scripted")


@pytest.fixture
def folder(home: Path) -> Path:
    scenarios = home / "scenarios"
    scenarios.mkdir(parents=True)
    return scenarios


@pytest.fixture
def text() -> str:
    return catalog().scenario("megiddo/1918").text.replace("title = ", 'title = "Ours" # ', 1)


def test_a_file_is_listed_and_played_by_its_name_and_embedded_in_the_save(
    run, folder: Path, text: str, tmp_path: Path
) -> None:
    (folder / "my-raid.toml").write_text(text)
    (folder / "notes.txt").write_text("not read")
    (folder / ".#my-raid.toml").symlink_to("nobody@nowhere")
    refresh()
    listed = run("list", "megiddo")
    assert re.search("megiddo/my-raid .* Ours", listed.out)
    assert listed.err == ""
    save = tmp_path / "g.jsonl"
    ran = run("play", "meg/my-r", "--seed", 1, *BOTS, "--save", save)
    assert (ran.status, ran.err) == (0, "")
    assert "Ours (megiddo/my-raid)" in ran.out
    header = json.loads(save.read_bytes().splitlines()[0])
    assert (header["embedded"]["name"], header["embedded"]["text"]) == ("my-raid", text)
    (folder / "my-raid.toml").unlink()
    refresh()
    assert run("replay", save, "--verify").status == 0
    assert 'no scenario of megiddo "my-raid"' in run("play", "megiddo/my-raid").err


def test_an_installed_scenario_wins_over_a_file_of_its_name(run, folder: Path, text: str) -> None:
    (folder / "1918.toml").write_text(text)
    refresh()
    fault = f"{folder / '1918.toml'} is duplicate: megiddo/1918 already comes from sandtable 0.1.0"
    assert run("list").err == f"sandtable: {fault}\n"
    ran = run("play", "megiddo/1918", "--seed", 1, *BOTS)
    assert "Ours" not in ran.out
    assert "duplicate: megiddo/1918 already comes from" in run("plugins", "list").out
    refresh()
    assert run("play", "megiddo/1918", "--seed", 1, *BOTS).out.count(fault) == 1
    assert "duplicate" not in run("play", "megiddo/1918-even", "--seed", 1, *BOTS).out


def test_many_bad_files_are_one_line_where_scenarios_are_listed_and_none_in_a_game(
    run, folder: Path
) -> None:
    for number in range(12):
        (folder / f"s{number}.toml").write_text("")
    ran = run("list")
    fault = f"12 files in {folder} cannot be played: plugins list says why"
    assert ran.err == f"sandtable: {fault}\n"
    refresh()
    ran = run("play", "megiddo/1918", "--seed", 1, *BOTS)
    assert (ran.status, ran.err, str(folder) in ran.out) == (0, "", False)
    refresh()
    assert run("plugins", "list").out.count("  broken: ") == 12
    assert "s3.toml is broken" in run("play", "megiddo/s3").err


def test_the_ending_of_a_file_may_be_in_capitals(run, folder: Path, text: str) -> None:
    (folder / "UP.TOML").write_text(text)
    refresh()
    for typed in ("megiddo/UP", folder / "UP.TOML"):
        ran = run("play", typed, "--seed", 1, *BOTS)
        assert (ran.status, ran.err) == (0, "")
        assert "Ours (megiddo/UP)" in ran.out
    (folder / "UP.toml").write_text(text)
    refresh()
    assert run("list", "megiddo").out.count("megiddo/UP ") == 1
    assert run("plugins", "list").out.count("megiddo/UP already comes from your scenarios") == 1


def _bytes(data: bytes):
    return lambda path: path.write_bytes(data)


def _big(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(50_000_000)


BAD = {
    "nested": (_bytes(b"x = " + b"[" * 1000 + b"]" * 1000), ""),
    "very-nested": (_bytes(b"x = " + b"[" * 400_000), ""),
    "inline": (_bytes(b"x = " + b"{a = " * 100_000), ""),
    "dotted": (_bytes(b"a" + b".a" * 400_000 + b" = 1"), "parts"),
    "table": (_bytes(b"[a" + b".a" * 400_000 + b"]"), "parts"),
    "big": (_big, "larger than"),
    "loop": (lambda path: path.symlink_to(path.name), "link"),
    "link": (lambda path: path.symlink_to("nowhere.toml"), "o such file"),
    "folder": (lambda path: path.mkdir(), "not a file"),
    "pipe": (os.mkfifo, "not a file"),
    "device": (lambda path: path.symlink_to("/dev/zero"), "not a file"),
    "latin": (_bytes(b'game = "megiddo"\ntitle = "\xe9"'), "not UTF-8"),
    "empty": (_bytes(b""), '"game" is missing'),
    "broken": (_bytes(b"game = "), "not TOML: invalid value"),
    "game": (_bytes(b'game = "megido"\ntitle = "x"'), 'did you mean "megiddo"?'),
    "odd-game": (_bytes(b'game = "\\u001b[2J../x"\ntitle = "x"'), "cannot be shown"),
    "untitled": (_bytes(b'game = "megiddo"'), '"title" is missing'),
    "esc\x1b[2J": (_bytes(b'game = "megiddo"\ntitle = "x"'), "cannot be typed"),
    os.fsdecode(b"byte\xff"): (_bytes(b'game = "megiddo"\ntitle = "x"'), "cannot be typed"),
}
"""Files that are no scenarios, and a part of the report on each."""


@pytest.mark.parametrize("name", BAD)
def test_a_file_that_is_no_scenario_is_one_line_and_the_others_are_unaffected(
    run, folder: Path, text: str, name: str
) -> None:
    make, fault = BAD[name]
    make(folder / f"{name}.toml")
    (folder / "zz-mine.toml").write_text(text)
    refresh()
    listed = run("list", "megiddo")
    assert (listed.status, listed.err.count("\n")) == (0, 1), listed.err
    assert fault in listed.err
    assert " is broken: " in listed.err
    assert "\x1b" not in listed.err
    assert "megiddo/zz-mine" in listed.out
    refresh()
    plugins = run("plugins", "list")
    assert (plugins.status, plugins.err) == (0, "")
    assert len([line for line in plugins.out.splitlines() if "  broken: " in line]) == 1
    refresh()
    played = run("play", "megiddo/zz-mine", "--seed", 1, *BOTS)
    assert (played.status, played.err) == (0, "")
    assert " is broken: " not in played.out
    refresh()
    own = run("play", f"megiddo/{name}")
    assert (own.status, own.err.count("\n")) == (2, 1)


@pytest.mark.parametrize("name", [name for name in BAD if name.isprintable()])
def test_a_bad_file_is_one_line_when_it_is_named_too(run, tmp_path: Path, name: str) -> None:
    path = tmp_path / f"{name}.toml"
    BAD[name][0](path)
    ran = run("play", path)
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert BAD[name][1] in ran.err


def test_a_broken_file_that_is_asked_for_says_why(run, folder: Path) -> None:
    (folder / "half.toml").write_text('game = "megiddo"\n')
    assert 'half.toml is broken: the key "title" is missing' in run("play", "megiddo/half").err


def test_a_file_may_not_be_readable(run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "secret.toml").write_text("x")

    def refuse(*_: object, **__: object) -> str:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    file = catalog().scenarios.own.files[0]
    assert (file.state, file.reason) == ("broken", "permission denied")


@pytest.mark.parametrize("make", [_bytes(b""), lambda path: path.symlink_to("scenarios")])
def test_the_folder_may_be_none(run, home: Path, make) -> None:
    home.mkdir()
    make(home / "scenarios")
    ran = run("list")
    assert (ran.status, ran.err.count("\n"), f"{home / 'scenarios'}: " in ran.err) == (0, 1, True)
    assert "megiddo/1918" in ran.out


def test_thousands_of_files_do_not_hold_it_up(run, folder: Path) -> None:
    for number in range(1010):
        (folder / f"s{number:04}.toml").write_text('game = "megiddo"\ntitle = "x"\n')
    ran = run("list", "--json")
    assert "only the first 1000 of 1010 files are read" in ran.err
    games = {game["id"]: game for game in json.loads(ran.out)["games"]}
    assert len(games["megiddo"]["scenarios"]) == 1002


def test_a_scenario_of_a_disabled_game_or_rule_names_the_switch(run, folder: Path) -> None:
    (folder / "mine.toml").write_text(catalog().text("lrdg/barca"))
    rule = catalog().scenarios.info("lrdg/barca").rules[0]["name"]
    run("plugins", "disable", rule)
    for played in ("lrdg/barca", "lrdg/mine", folder / "mine.toml"):
        ran = run("play", played)
        assert (ran.status, ran.err.count("\n")) == (2, 1)
        assert f"rule {rule} is disabled: by plugins disable {rule}" in ran.err
    run("plugins", "disable", "lrdg")
    for played in ("lrdg/mine", folder / "mine.toml"):
        assert "lrdg is disabled" in run("play", played).err


def test_a_campaign_of_the_folder_may_name_other_files_of_it(run, folder: Path, tmp_path: Path) -> None:
    raid = catalog().scenario("lawrence/aqaba").text.replace('"Aqaba!"', '"Our raid"')
    (folder / "our-raid.toml").write_text(raid)
    war = 'game = "lawrence"\ntitle = "Our war"\nparts = ["our-raid", "damascus"]\n'
    (folder / "our-war.toml").write_text(war)
    refresh()
    save = tmp_path / "g.jsonl"
    ran = run("play", "lawrence/our-war", "--seed", 1, "--seat", "lawrence=scripted", "--save", save)
    assert (ran.status, ran.err) == (0, "")
    assert "Our raid" in ran.out
    (folder / "our-raid.toml").write_text(raid.replace("\nops = ", "\nops = 1"))
    (folder / "our-war.toml").unlink()
    refresh()
    assert run("replay", save, "--verify").status == 0
    line = save.read_bytes().splitlines(keepends=True)[0]
    kept = json.loads(line)["embedded"]
    assert kept["parts"] == {"our-raid": raid}
    kept["parts"]["our-raid"] += "#"
    save.write_bytes(*sealed([edited(line, embedded=kept)]))
    assert "does not match the hash" in run("replay", save, "--verify").err


def test_a_campaign_in_any_folder_may_name_the_files_beside_it(run, tmp_path: Path) -> None:
    raid = catalog().scenario("lawrence/aqaba").text.replace('"Aqaba!"', '"Our raid"')
    (tmp_path / "our-raid.toml").write_text(raid)
    war = tmp_path / "our-war.toml"
    war.write_text('game = "lawrence"\ntitle = "Our war"\nparts = ["our-raid", "aqaba"]\n')
    save = tmp_path / "g.jsonl"
    ran = run("play", war, "--seed", 1, "--seat", "lawrence=scripted", "--save", save)
    assert (ran.status, ran.err) == (0, "")
    assert "Our raid" in ran.out
    (tmp_path / "our-raid.toml").unlink()
    assert run("replay", save, "--verify").status == 0
    assert 'no scenario "lawrence/our-raid"' in run("play", war).err


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ('game = "lawrence"\ntitle = "Ours"\nparts = ["aqaba"]\n', "lawrence/ours is a campaign itself"),
        ('game = "lawrence"\ntitle = "Ours"\nops = 99\n', "ours.toml: "),
    ],
)
def test_a_part_that_cannot_be_played_is_named(run, folder: Path, part: str, expected: str) -> None:
    (folder / "ours.toml").write_text(part)
    war = 'game = "lawrence"\ntitle = "Our war"\nparts = ["ours"]\n'
    (folder / "our-war.toml").write_text(war)
    refresh()
    ran = run("play", "lawrence/our-war")
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert expected in ran.err


def test_a_part_that_is_not_there_is_guessed_among_the_files_of_the_folder(run, folder: Path) -> None:
    (folder / "our-raid.toml").write_text(catalog().scenario("lawrence/aqaba").text)
    (folder / "our-war.toml").write_text('game = "lawrence"\ntitle = "War"\nparts = ["our-ride"]\n')
    refresh()
    expected = 'no scenario "lawrence/our-ride"; did you mean "lawrence/our-raid"?'
    assert expected in run("play", "lawrence/our-war").err


def test_a_file_whose_name_no_save_may_have_is_not_played(run, tmp_path: Path, text: str) -> None:
    path = tmp_path / "a\x1b[31m.toml"
    path.write_text(text)
    for words in (("play", path, "--save", tmp_path / "g.jsonl"), ("map", path)):
        fault = f"{tmp_path}/a\\x1b[31m.toml: its name cannot be typed"
        assert run(*words) == (2, "", f"sandtable: {fault}\n")
    assert not (tmp_path / "g.jsonl").exists()


def test_the_games_of_a_campaign_of_the_folder_are_played_by_others_too(run, folder: Path) -> None:
    raid = catalog().scenario("lawrence/aqaba").text.replace('"Aqaba!"', '"Our raid"')
    (folder / "our-raid.toml").write_text(raid)
    (folder / "our-war.toml").write_text('game = "lawrence"\ntitle = "Our war"\nparts = ["our-raid"]\n')
    refresh()
    once = run("simulate", "lawrence/our-war", "--games", 4, "--seed", 1, "--jobs", 2, "--json")
    assert (once.status, json.loads(once.out)["games"]) == (0, 4)
