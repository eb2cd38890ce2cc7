"""``scenario export`` and ``scenario check``: an author's file, from the first line to the verdict."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable import Scenario, number_of
from sandtable.plugins.catalog import catalog
from sandtable_lrdg.bot import Scripted
from sandtable_lrdg.game import WhoDaresWins
from sandtable_lrdg.special_rules import WeakenedItalians

ALL = catalog().scenarios.ids
FULL = """game = "lrdg"
title = "Wrong"
sumary = "x"
budget = "twenty"
duration = 0
departure = "sywa"
returns = ["siwa", "kuffra"]

[targets]
mechilli = 2
barca = 99

[[patrols]]
patrol = "1st"
units = [
  "t1-a",
  "t1-x",
]

[[axis]]
evrey = ["town"]

[[rules]]
name = "lrdg.weakened-italian"

[[rules]]
name = "lrdg.observation"
zones = ["msuss"]
half = 1
"""
TOLD = """error: line 3: there is no key "sumary"; did you mean "summary"?
error: line 4: budget: a whole number was expected, not "twenty"
error: line 5: duration: a whole number of at least 1 was expected, not 0
error: line 6: departure: no base "sywa"; did you mean "siwa"?
error: line 7: returns[1]: no base "kuffra"; did you mean "kufra"?
error: line 10: targets: no zone "mechilli"; did you mean "mechili"?
error: line 11: targets.barca: a whole number of at most 12 was expected, not 99
error: line 15: patrols[0].units[1]: no unit "t1-x"; did you mean "t1-b"?
error: line 21: axis[0]: there is no key "evrey"; did you mean "every"?
error: line 24: rules: no special rule "lrdg.weakened-italian"; did you mean "lrdg.weakened-italians"?
error: line 28: rules: lrdg.observation: zones[0]: no zone "msuss"; did you mean "msus"?
error: line 29: rules: lrdg.observation: there is no key "half"; did you mean "half_points"?
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "raid.toml"


def write(run: Any, file: Path, *values: str, source: str = "lrdg/slonta") -> Any:
    ran = run("scenario", "export", source, *(word for value in values for word in ("--with", value)))
    file.write_text(ran.out, encoding="utf-8")
    return ran


# Export.


@pytest.mark.parametrize("id", ALL)
def test_the_export_is_the_file_itself_and_can_be_played(run, file: Path, id: str) -> None:
    assert write(run, file, source=id) == (0, catalog().scenario(id).text, "")
    ran = run("scenario", "check", file, "--games", 0)
    name = f"{id.partition('/')[0]}/raid"
    assert ran == (0, f"{name} is a scenario of {id.partition('/')[0]}: no warnings\n", "")


@pytest.mark.parametrize("id", ALL)
def test_the_comments_of_an_exported_file_explain_it(run, file: Path, id: str) -> None:
    """Each key of the game's own has a comment, or is in a table that has one, at its first use."""
    write(run, file, source=id)
    lines, explained = file.read_text("utf-8").split("\n"), set()
    own = {"game", "title", "summary"}
    table = ""
    for above, line in zip(["", *lines], lines, strict=False):
        table = line.strip("[").partition("]")[0] if line.startswith("[") else table
        key = line.partition(" =")[0] if " = " in line and not line.startswith("#") else ""
        if key and "#" in line + above:
            explained.add((table, key))
    cards = table in ("british.deck", "turkish.deck")
    tables = {
        key for key, value in tomllib.loads("\n".join(lines)).items() if isinstance(value, (int, str))
    }
    assert cards or {key for _, key in explained} >= tables - own


def test_values_are_changed_and_comments_stay(run, file: Path) -> None:
    values = ["duration=9", "targets.bardia=3", "rules.0.name=lrdg.in-reserve", "title=My Raid"]
    ran = write(run, file, *values, 'patrols.2.units=["s1-a", "hq-3"]', "axis.3.zones.1=mechili")
    assert (ran.status, ran.err) == (0, "")
    assert "duration = 9         # historical length" in ran.out
    made, before = tomllib.loads(ran.out), tomllib.loads(catalog().scenario("lrdg/slonta").text)
    assert made["targets"] == before["targets"] | {"bardia": 3}
    assert (made["title"], made["duration"]) == ("My Raid", 9)
    assert made["patrols"][2]["units"] == ["s1-a", "hq-3"]
    assert made["axis"][3]["zones"] == ["bir-tengeder", "mechili"]
    assert ran.out.count("#") == catalog().scenario("lrdg/slonta").text.count("#")


def test_when_comments_are_lost_it_is_said_in_a_line(
    run, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tomlkit.dumps", lambda _: "")  # as if it could not make the change
    ran = write(run, file, "targets={bardia=3}", source="lrdg/bardia")
    assert ran.err == "sandtable: this change removes the comments from the printed file\n"
    assert tomllib.loads(ran.out)["targets"] == {"bardia": 3}
    assert "#" not in ran.out


def test_comments_stay_where_a_key_is_added_to_a_table_within_a_table(run, file: Path) -> None:
    ran = write(run, file, "rules.4.alarm.failure=2", source="lrdg/bardia")
    assert ran.err == ""
    assert tomllib.loads(ran.out)["rules"][4]["alarm"] == {"catastrophic": 2, "failure": 2}
    kept = run("scenario", "export", "lrdg/bardia").out
    assert [line for line in kept.split("\n") if "#" in line and line not in ran.out] == []


def test_comments_stay_with_their_keys(run) -> None:
    words = "--without targets.mechili --with targets.msus=3 --with what_if=true --without history"
    ran = run(
        "scenario",
        "export",
        "lrdg/slonta",
        *words.split(),
        "--without",
        "axis.0",
        "--without",
        "rules.0",
    )
    assert (ran.status, ran.err) == (0, "")
    assert "What happened in history" not in ran.out
    assert "rules = " not in ran.out
    assert (
        'returns = ["siwa"]   # bases where units must be at the end to count as home\nwhat_if = true\n'
        in ran.out
    )
    assert "1 (weak) to 10 (LRDG-A101).\n[stock]\n" in ran.out
    assert "bir-hacheim = 2\nmsus = 3\n\n# The historical patrols, in the order" in ran.out
    assert "what a unit's table says (LRDG 4.2).\n[[axis]]\n" in ran.out


def test_a_link_gives_its_scenario(run, file: Path, tmp_path: Path) -> None:
    write(run, file, "title=My Raid")
    save = tmp_path / "g.jsonl"
    sandtable.new(str(file), seed=1, save=save).close()
    link = run("link", save).out.strip()
    assert run("scenario", "export", link) == (0, file.read_text("utf-8"), "")


def test_a_bare_file_is_exported_too(run, file: Path) -> None:
    write(run, file, "duration=9")
    ran = run("scenario", "export", file, "--with", "budget=25")
    assert ran.status == 0
    assert (tomllib.loads(ran.out)["duration"], tomllib.loads(ran.out)["budget"]) == (9, 25)


def test_keys_are_removed_in_the_order_of_the_options(run) -> None:
    export = ("scenario", "export", "lrdg/slonta")
    words = "--without history --without axis.0 --with axis.0.av=4 --without axis.0"
    ran = run(*export, *words.split())
    assert (ran.status, ran.err) == (0, "")
    made, before = tomllib.loads(ran.out), tomllib.loads(catalog().scenario("lrdg/slonta").text)
    assert before.keys() - made.keys() == {"history"}
    assert made["axis"] == before["axis"][2:]
    near = 'no key "targets.mechilli"; did you mean "targets.mechili"?'
    assert near in run(*export, "--without", "targets.mechilli").err
    ran = run(*export, "--without", "duration")
    assert (ran.status, ran.out) == (2, "")
    assert 'the changed file: the key "duration" is missing' in ran.err


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("durations=9", 'there is no key "durations"; did you mean "duration"?'),
        ("titel=x", 'there is no key "titel"; did you mean "title"?'),
        ("duration=soon", 'duration: a whole number was expected, not "soon"'),
        ("duration=99", "duration: a whole number of at most 40 was expected"),
        ("targets.slonta=1", 'targets: no zone "slonta"'),
        ("targets.mechilli=1", 'did you mean "mechili"?'),
        ("patrols.7.bound=barca", "patrols.7: no such place, the list has 3 items, counted from 0"),
        ("budget.x=1", "budget.x: budget is a value, not a table"),
        ("duration", "--with takes KEY=VALUE"),
        ("=3", "--with takes KEY=VALUE"),
        ("a..b=3", "--with takes KEY=VALUE"),
        ("duration=", "takes TOML or a bare word"),
        ("returns=[siwa", "takes TOML or a bare word"),
        ("title=1\ngame=2", "takes TOML or a bare word"),
        ("title=" + "[" * 9000, "takes TOML or a bare word"),
        ("game=megiddo", "is missing"),
        ("duration=" + "9" * 5000, "a whole number was expected"),
    ],
)
def test_a_bad_value_is_one_line(run, value: str, expected: str) -> None:
    ran = run("scenario", "export", "lrdg/slonta", "--with", value)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert expected in ran.err
    assert "fault" not in ran.err


# Check.


def test_every_error_is_reported_with_its_line_and_the_nearest_name(run, file: Path) -> None:
    file.write_text(FULL)
    ran = run("scenario", "check", file)
    assert (ran.status, ran.err) == (2, "")
    assert ran.out == f"{TOLD}{file} cannot be played: 12 errors\n"


def test_a_file_that_is_no_toml_is_reported_with_its_line(run, file: Path) -> None:
    file.write_text('game = "lrdg"\ntitle = "T"\nbudget = = 3\n')
    bad = json.loads(run("scenario", "check", file, "--json").out)
    assert (bad["status"], bad["errors"]) == (
        2,
        [{"text": "not TOML: invalid value", "line": 3}],
    )
    assert run("scenario", "check", file).out.startswith("error: line 3: not TOML: invalid value\n")


SLONTA = catalog().scenario("lrdg/slonta").text
SHORT = 'game = "lrdg"\ntitle = "T"\n'

BROKEN = [
    FULL,
    "",
    "x = [1,2",
    f"{SHORT}budget = = 3",
    "x = " + "[" * 5000,
    "\nx" + ".x" * 5000 + " = 1",
    f'{SHORT}summary = "\\u001b[31m"',
    f"{SHORT}budget = 9999999999999999999",
    # The game is missing or broken.
    'game = "lrgd"\ntitle = "T"',
    SLONTA.replace('game = "lrdg"', 'game = "lrg"'),
    SLONTA.replace('game = "lrdg"', ""),
    'game = "nogame"\ntitle = 3\nparts = ["a"]\nrules = [1]',
    'game = 3\ntitle = 4\nparts = 7\nrules = 8\nminutes = 0\ndifficulty = "x"',
    'parts = ["slonta"]\ntitle = "x"\nrules = 3\n[game]\nx = 1',
    # Faults of the description come before and after those of the data.
    SLONTA.replace('title = "The', 'foo = 1\ntitle = 3  # "The'),
    SLONTA.replace("title = ", "tittle = "),
    f'title = "again"\n{SLONTA}',
    SLONTA.replace("duration = 7", "") + "zzz = 1\n",
    SLONTA.replace("budget = 20", "budget = -4")
    .replace('departure = "siwa"', 'departure = "nowhere"')
    .replace('"t1-b"', '"t1-zz"')
    .replace('bound = "mechili"', 'bound = "mechil"'),
    SLONTA.replace("budget = 20", 'budget = "x"').replace("\n", "\r\n"),
    # Parts and rules.
    f'{SHORT}parts = ["slonta", "nope", "lrdg/slonta", 3]\nunits = 1',
    f'{SHORT}parts = ["slonta", "slonta"]\n[[rules]]\nname = "lrdg.observation"\nzz = 1',
    f'{SHORT}parts = ["campaign-1942"]',
    'game = "megiddo"\ntitle = "c"\nparts = ["1918"]',
    'game = "lrdg"\nparts = []\nrules = ["x", { name = "lrdg.observation" }, { nam = "x" }]',
    f'{SLONTA}\n[[rules]]\nname = "lrdg.obsrvation"\n[[rules]]\n[[rules]]\nname = 3',
    f'{SHORT}parts = "slonta"\nrules = [1]',
]


@pytest.mark.parametrize("text", BROKEN)
def test_play_refuses_a_file_for_the_first_error_that_a_check_shows(run, file: Path, text: str) -> None:
    file.write_text(text, newline="")
    checked, played = run("scenario", "check", file, "--games", 0), run("play", file)
    assert (checked.status, played.status, played.out) == (2, 2, "")
    first = checked.out.split("\n")[0].removeprefix("error: ")
    errors = json.loads(run("scenario", "check", file, "--games", 0, "--json").out)["errors"]
    lists = f"; sandtable scenario check {file} lists them"
    more = f" (and {number_of(len(errors) - 1, 'more error')}){lists}" if errors[1:] else ""
    assert played.err == f"sandtable: {file}: {first}{more}\n"
    lines = [error["line"] or 0 for error in errors]
    assert lines == sorted(lines)
    assert len(errors) == len({(error["text"], error["line"]) for error in errors})


def test_a_game_that_is_disabled_is_reported_alike(run, file: Path) -> None:
    file.write_text(SLONTA)
    assert run("plugins", "disable", "lrdg").status == 0
    expected = "line 4: game: game lrdg is disabled: by plugins disable lrdg"
    try:
        assert run("scenario", "check", file).out.startswith(f"error: {expected}")
        assert run("play", file).err.startswith(f"sandtable: {file}: {expected}")
    finally:
        run("plugins", "enable", "lrdg")


def test_a_scenario_is_read_played_and_judged(run) -> None:
    ran = run("scenario", "check", "lrdg/slonta", "--games", 3, "--seed", 5)
    assert (ran.status, ran.err) == (0, "")
    assert "3 games played by scripted players, seed 5" in ran.out
    assert "won by lrdg" in ran.out
    assert "mean victory-points" in ran.out
    assert ran.out.split("\n")[-2].startswith("lrdg/slonta is a scenario of lrdg: ")


def test_json_says_the_same(run, file: Path) -> None:
    good = json.loads(run("scenario", "check", "megiddo/1918-even", "--games", 4, "--json").out)
    assert (good["status"], good["errors"], good["simulation"]["games"]) == (0, [], 4)
    assert sum(good["simulation"]["wins"].values()) == sum(good["simulation"]["outcomes"].values()) == 4
    file.write_text(FULL)
    bad = json.loads(run("scenario", "check", file, "--json").out)
    assert (bad["status"], len(bad["errors"]), bad["simulation"]) == (2, 12, None)
    assert bad["errors"][1] == {"text": 'budget: a whole number was expected, not "twenty"', "line": 4}


def test_games_that_all_go_one_way_are_a_warning(run, file: Path) -> None:
    write(run, file, "start=cairo", 'occupy.0.space="damascus"', "ops=1", source="lawrence/aqaba")
    ran = run("scenario", "check", file, "--games", 3)
    assert ran.status == 0
    assert "warning: no game of 3 was won by lawrence" in ran.out
    assert "warning: ops: 1 Operations are too few" in ran.out


@pytest.mark.parametrize(
    ("point", "answer", "expected"),
    [
        ("attack_drm", "x", "attack_drm: a number was expected, not 'x'"),
        ("brief", 5, "brief: a text was expected, not 5"),
        ("placed", None, "placed: a list was expected, not None"),
        ("placed", ["x"], "placed: Placement was expected, not 'x'"),
        ("moved", 3, "moved: a list was expected, not 3"),
        ("wants", None, "wants: True or False was expected, not None"),
    ],
)
def test_a_wrong_answer_of_a_rule_is_reported_as_its_fault(
    run, monkeypatch: pytest.MonkeyPatch, point: str, answer: object, expected: str
) -> None:
    monkeypatch.setattr(WeakenedItalians, point, lambda *_, **__: answer)
    ran = run("scenario", "check", "lrdg/slonta", "--games", 3, "--seed", "x")
    who = "a fault of the rule lrdg.weakened-italians (sandtable 0.1.0): WeakenedItalians"
    assert f"{who}.{expected}\n" in ran.out


def test_in_play_the_rule_is_blamed_and_not_its_game(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WeakenedItalians, "brief", lambda *_: 5)
    ran = run("play", "lrdg/slonta")
    assert (ran.status, ran.err.count("\n")) == (1, 1)
    assert "a fault of the rule lrdg.weakened-italians (sandtable 0.1.0): Weak" in ran.err


SMALL = """game = "lrdg"
title = " "
budget = 20
duration = 12
departure = "siwa"
returns = ["siwa"]

[[patrols]]
patrol = "1st"
units = ["hq-1", "t1-a"]
"""


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("units = []\n", 'error: line 11: the key "units" occurs twice'),
        ("[targets]\nbarca = 1\nbarca = 2\n", 'error: line 13: the key "barca" occurs twice'),
        ("[targets]\n[targets]\n", "error: line 12: the table [targets] occurs twice"),
        ("[[rules]]\n[rules]\n", "error: line 12: the table [rules] occurs twice: write [[rules]]\n"),
        ("[[rules]]\nzones = []\n", 'error: line 11: rules[0]: the key "name" is missing'),
        ("[targets]\nsiwa = 2\n", "error: line 11: targets: no target can be at siwa"),
        ('[[axis]]\nzones = ["siwa"]\n', "error: line 11: axis: no Axis unit can be at siwa"),
        ("waco = true\n", 'error: line 11: patrols[0]: there is no key "waco"'),
        ('[[axis]]\nzones = "msus"\n', "error: line 12: axis[0].zones: a list was expected"),
        ("[axis]\n", "error: line 11: axis: a list was expected, not a table: write [[axis]]\n"),
        (
            '[[axis]]\nzones = ["msus"]\nmobile = 1\n',
            "error: line 13: axis[0].mobile: true or false was expected, not 1",
        ),
        (
            '[[rules]]\nname = "lrdg.continuous-observation"\nzones = ["msus"]\ncovered = [9]\n',
            'error: line 14: rules: lrdg.continuous-observation: there is no key "covered"; '
            "the rule sets it during play",
        ),
        ("", "warning: title: empty"),
        ('[[axis]]\nzones = ["msus", "msus"]\n', "warning: axis[0].zones: msus is named twice"),
        (
            '[[rules]]\nname = "lrdg.observation"\nzones = ["msus", "msus"]\n',
            "warning: rules: observation: zones: msus is named twice",
        ),
        (
            '[[rules]]\nname = "lrdg.weakened-italians"\n' * 2,
            "warning: rules: lrdg.weakened-italians occurs twice",
        ),
    ],
)
def test_faults_and_oddities_are_in_plain_words(run, file: Path, more: str, expected: str) -> None:
    file.write_text(SMALL + more)
    assert expected in run("scenario", "check", file, "--games", 0).out


def test_a_byte_order_mark_is_no_statement(run, file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbf" + SMALL.encode())
    assert run("scenario", "check", file, "--games", 0).status == 0


def test_what_the_author_should_look_at_again_is_a_warning(run, tmp_path: Path) -> None:
    file = tmp_path / "my raid.toml"
    write(run, file, "difficulty=hard", "summary=By night")
    ran = run("scenario", "check", file, "--games", 40)
    assert 'the id, from the file name, is "lrdg/my raid": write hyphens for its spaces\n' in ran.out
    assert "warning: summary: end the sentence with a full stop\n" in ran.out
    assert "warning: difficulty: hard means 0 to 40 % won, not " in ran.out


def test_bots_that_give_up_at_once_say_little(run, file: Path) -> None:
    small = SMALL.replace('"]\n', '", "t1-b"]\n', 2).replace('["siwa", "t1-b"]', '["siwa"]')
    file.write_text(f"{small}[targets]\nsidi-barrani = 4\n")
    assert "won by lrdg; the bots hardly tried (" in run("scenario", "check", file).out


def test_that_a_few_games_were_won_is_no_warning(run) -> None:
    assert "was lost by" not in run("scenario", "check", "lrdg/slonta", "--games", 2).out


def test_a_rule_that_crashes_is_named_with_the_seed(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WeakenedItalians, "begins", lambda *_: 1 // 0)
    ran = run("scenario", "check", "lrdg/slonta", "--games", 20, "--seed", "x")
    assert ran.status == 1
    expected = "a fault of the rule lrdg.weakened-italians (sandtable 0.1.0): WeakenedItalians.begins: "
    assert ran.out.startswith(f"wrong in play: seed x/1: {expected}ZeroDivisionError: ")
    assert "zero" in ran.out
    assert ran.out.endswith("lrdg/slonta can be read, but goes wrong in play\n")
    assert ran.out.count("wrong in play: ") == 1


def test_a_game_goes_on_being_played_after_one_that_failed(run, monkeypatch: pytest.MonkeyPatch) -> None:
    choose, calls = Scripted.choose, []

    def once(self: Scripted, seat: Any) -> Any:
        calls.append(seat)
        return choose(self, seat) if len(calls) > 1 else 1 // 0

    monkeypatch.setattr(Scripted, "choose", once)
    ran = run("scenario", "check", "lrdg/slonta", "--games", 3)
    assert (ran.status, "2 games played by" in ran.out) == (1, True)


def test_a_game_that_cannot_say_what_is_odd_is_reported(run, monkeypatch: pytest.MonkeyPatch) -> None:
    def oddities(self: WhoDaresWins, scenario: Scenario) -> Iterable[str]:
        yield "first: odd"
        raise KeyError("x")

    monkeypatch.setattr(WhoDaresWins, "oddities", oddities)
    ran = run("scenario", "check", "lrdg/slonta", "--games", 0)
    assert ran.status == 1
    assert "the check for oddities failed: a fault of " in ran.out
    assert "KeyError: 'x'" in ran.out


def test_a_part_or_a_rule_that_is_there_twice_is_odd(run, file: Path) -> None:
    file.write_text('game = "lrdg"\ntitle = "T"\nparts = ["slonta", "barca", "slonta"]\n')
    ran = run("scenario", "check", file, "--games", 0)
    assert (ran.status, "warning: parts: slonta occurs twice\n" in ran.out) == (0, True)


def test_the_first_of_very_many_faults_are_reported(run, file: Path) -> None:
    keys = "".join(f"key{number} = 1\n" for number in range(60_000))
    file.write_text(f'game = "lrdg"\ntitle = "T"\n{keys}')
    *errors, verdict = run("scenario", "check", file).out.splitlines()
    assert len(errors) == 100
    assert errors[-1] == 'error: line 102: there is no key "key99"'
    assert verdict == f"{file} cannot be played: 100 errors"


def test_every_fault_of_a_campaign_is_reported(run, file: Path) -> None:
    file.write_text('game = "lrdg"\ntitle = "T"\nparts = ["campaign-1942", "slontta"]\nbudget = 3\n')
    assert run("scenario", "check", file).out.splitlines()[:-1] == [
        "error: line 3: parts: lrdg/campaign-1942 is a campaign itself",
        'error: line 3: parts: no scenario "lrdg/slontta"; did you mean "lrdg/slonta"?',
        'error: line 4: budget: a scenario with "parts" has no such key',
    ]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", 'the key "game" is missing'),
        (b'game = "lrgd"\ntitle = "T"', 'no game "lrgd"; did you mean "lrdg"?'),
        (b"game = 3", "game: a text was expected, not 3"),
        (b'game = "lrdg"\0', "line 1"),
        (b"title = '\xff'", "not UTF-8 text"),
        (b"#" * 50_000_000, "larger than"),
        (b"x = " + b"[" * 5000, "nested too deep"),
        (b"x" + b".x" * 5000 + b" = 1", "parts"),
        (b'game = "lrdg"\ntitle = "T"\nparts = "slonta"\nrules = [1]', "parts: a list was expected"),
        (b'game = "megiddo"\ntitle = "T"\nparts = ["1918"]', "megiddo has no campaigns"),
        ("folder", "not a file"),
        ("fifo", "not a file"),
        ("loop", ""),
        ("nothing", "no such file"),
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "words", [("scenario", "check"), ("scenario", "export", "--with", "budget=3"), ("play",)]
)
def test_a_file_that_is_no_scenario_is_reported_without_a_traceback(
    run, file: Path, words: tuple[str, ...], content: bytes | str, expected: str
) -> None:
    match content:
        case bytes():
            file.write_bytes(content)
        case "folder":
            file.mkdir()
        case "fifo":
            os.mkfifo(file)
        case "loop":
            file.symlink_to(file)
    ran = run(*words, file)
    output = ran.out + ran.err
    assert ran.status == 2
    assert expected in output or words[:2] != ("scenario", "check")
    assert "fault of the program" not in output
    assert len(output) < 600
    if words[:2] != ("scenario", "check"):
        assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("scenario",), "missing: export or check"),
        (("scenario", "exprot"), 'did you mean "export"?'),
        (("scenario", "check"), "missing: GAME"),
        (("scenario", "check", "lrdg/slonta", "--games", -1), "--games takes 0 to"),
        (("scenario", "check", "lrdg/slonta", "--gmaes", 1), 'did you mean "--games"?'),
        (("scenario", "check", "lrdg/sloonta"), 'did you mean "slonta"?'),
        (("scenario", "check", "slonta"), "GAME/SCENARIO or a .toml file"),
    ],
)
def test_words_that_cannot_be_read_are_one_line(run, words: tuple[object, ...], expected: str) -> None:
    ran = run(*words)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert expected in ran.err


def test_a_campaign_is_checked_with_the_missions_in_files_beside_it(run, tmp_path: Path) -> None:
    (tmp_path / "our-raid.toml").write_text(catalog().scenario("lawrence/aqaba").text)
    war = tmp_path / "our-war.toml"
    war.write_text('game = "lawrence"\ntitle = "Our war"\nparts = ["our-raid", "aqaba"]\n')
    assert run("scenario", "check", war, "--games", 0).status == 0
    (tmp_path / "our-raid.toml").unlink()
    assert 'no scenario "lawrence/our-raid"' in run("scenario", "check", war).out


def test_a_save_whose_scenario_a_plugin_brought_names_that(run, tmp_path: Path) -> None:
    save = tmp_path / "g.jsonl"
    sandtable.new("lawrence/aqaba", seed=1, save=save).close()
    ran = run("scenario", "export", save)
    assert ran.status == 2
    assert "scenario came from a plugin; sandtable scenario export lawrence/aqaba prints it" in ran.err


def test_a_part_that_only_a_campaign_brought_comes_out_of_its_save(run, tmp_path: Path) -> None:
    raid = catalog().scenario("lawrence/aqaba").text
    (tmp_path / "our-raid.toml").write_text(raid)
    war = 'game = "lawrence"\ntitle = "Our war"\nparts = ["our-raid", "damascus"]\n'
    (tmp_path / "our-war.toml").write_text(war)
    save = tmp_path / "g.jsonl"
    sandtable.new(str(tmp_path / "our-war.toml"), seed=1, save=save).close()
    whole = run("scenario", "export", save)
    assert (whole.out, whole.err) == (
        war,
        "sandtable: its parts are our-raid; --part NAME prints one\n",
    )
    assert run("scenario", "export", save, "--part", "our").out == raid
