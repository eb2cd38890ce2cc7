"""``replay`` and ``check``."""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path

import pytest
from forging import edited, sealed

import sandtable
from sandtable.model.game_info import GameInfo
from sandtable.plugins.catalog import catalog
from sandtable.record.replay import Replay
from sandtable_shell import resume

RAID = Path(__file__).parents[2] / "saves" / "lrdg-tobruk.jsonl"


@pytest.fixture
def save(run, tmp_path: Path) -> Path:
    path = tmp_path / "g.jsonl"
    bots = ("--seat", "british=scripted", "--seat", "turkish=scripted")
    assert run("play", "megiddo/1918-even", "--seed", 7, *bots, "--save", path).status == 0
    return path


def test_json_is_one_object_a_line_header_first_outcome_last(run, save: Path) -> None:
    ran = run("replay", save, "--json")
    lines = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.status == 0
    assert lines[0]["game"] == "megiddo"
    assert lines[0]["seed"] == 7
    assert lines[-1]["outcome"]["name"] in ("british", "turkish")
    action = next(line for line in lines if line.get("words", "").startswith("attack"))
    assert set(action) == {"n", "seat", "do", "words", "rolls", "events", "digest"}
    assert action["events"][0]["rule"] in "4567"
    assert " against " in action["events"][0]["text"]


def test_a_changed_save_is_reported_with_its_line_and_status_1(run, save: Path) -> None:
    lines = save.read_text().splitlines(keepends=True)
    save.write_text("".join(lines[:9] + lines[10:]))
    ran = run("replay", save, "--verify")
    assert ran.status == 1
    assert "line 10" in ran.err
    assert ran.err.count("\n") == 1


def test_hidden_information_is_not_in_the_replay_of_a_seat(run, save: Path) -> None:
    for words in ((), ("--json",)):
        shown = run("replay", save, "--as", "turkish", *words).out
        assert "commit british-infantry" not in shown
        assert "british: commit" not in shown
        assert '"seed"' not in shown
        assert "The British draw 9 cards." in shown
        assert "turkish: commit" in shown or '"seat":"turkish"' in shown


def test_two_worlds_that_look_alike_to_a_seat_replay_alike(run, tmp_path: Path) -> None:
    """MEG-R10: not even the number of cards that the other side chose is visible."""
    card = sandtable.new("megiddo/1918", seed=3).options()[0]
    shown = []
    for name, script in (("a", "done\n"), ("b", f"{card}\nundo\ndone\n"), ("c", f"{card}\ndone\n")):
        path = tmp_path / f"{name}.jsonl"
        played = run("play", "megiddo/1918", "--seed", 3, "--save", path, typed=script)
        assert played.status == 0
        for words in ((), ("--json",)):
            shown.append(run("replay", path, "--as", "turkish", *words).out)
    assert len(set(shown)) == 2


def test_a_forced_undo_is_reported_as_such(run, tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    typed = "done\ndone\nundo --force\n"
    assert run("play", "megiddo/1918", "--seed", 3, "--save", path, typed=typed).status == 0
    assert "   4  taken back (forced) to line 2\n" in run("replay", path).out
    last = json.loads(run("replay", path, "--json").out.splitlines()[-2])
    assert (last["undo"], last["forced"]) == (2, True)


def test_a_replay_stops_at_a_line(run, save: Path) -> None:
    out = run("replay", save, "--to", 5).out
    assert "   5  " in out
    assert "   6  " not in out
    assert run("replay", save, "--to", 99999).status == 2


def test_blanks_around_a_place_do_not_count(run, tmp_path: Path) -> None:
    save = tmp_path / "marked.jsonl"
    assert run("play", "megiddo/1918", "--save", save, typed="done\nnote @here so\n").status == 0
    for place in ("2", "@here"):
        plain = run("replay", save, "--to", place)
        assert plain.status == 0
        assert run("replay", save, "--to", f" {place} ") == plain
    assert run("replay", save, "--to", " ").status == 2


def test_a_branch_is_played_on_in_a_new_save(run, save: Path, tmp_path: Path) -> None:
    before = save.read_bytes()
    new = tmp_path / "new.jsonl"
    assert run("replay", save, "--to", 60, "--play", "--save", new).status == 0
    assert run("replay", new, "--verify").status == 0
    assert run("replay", save, "--to", 60, "--play").status == 0
    assert (tmp_path / "g-from-60.jsonl").exists()
    assert save.read_bytes() == before


def test_playing_on_from_a_game_of_bots_takes_the_seat_to_move(run, save: Path, tmp_path: Path) -> None:
    new = tmp_path / "new.jsonl"
    mover = next(entry.seat for entry in Replay(save).steps() if entry.n == 61)
    other = next(seat for seat in ("british", "turkish") if seat != mover)
    ran = run("replay", save, "--to", 60, "--play", "--save", new)
    assert (ran.status, ran.err) == (0, "")
    titles = {"british": "the British", "turkish": "the Turks"}
    assert f"You play {titles[mover]}; scripted plays {titles[other]}.\n" in ran.out
    assert "resume continues it" in ran.out
    assert json.loads(new.read_text().splitlines()[0])["seats"] == {mover: "human", other: "scripted"}
    assert "resume continues it" in run("resume", new).out


def test_the_line_on_who_plays_spells_a_bot_as_it_was_given() -> None:
    seats = {"british": "Deep:40", "turkish": "scripted"}
    info = GameInfo("megiddo", "Megiddo", tuple(seats), 2, 1, seat_titles={"british": "the British"})
    assert resume.who_plays(seats, info) == "Deep:40 plays the British; scripted plays turkish."


def test_playing_on_from_a_solitaire_of_a_bot_takes_its_seat(run, tmp_path: Path) -> None:
    new = tmp_path / "new.jsonl"
    ran = run("replay", RAID, "--to", 4, "--play", "--save", new)
    assert "You play the raiders.\n" in ran.out
    assert "resume continues it" in ran.out
    assert len(new.read_text().splitlines()) == 4


@pytest.mark.parametrize(
    ("given", "seats"),
    [
        (("british=scripted", "turkish=scripted"), ("scripted", "scripted")),
        (("british=random",), ("random", "human")),
        (("turkish=random",), ("human", "random")),
        (("turkish=human",), ("scripted", "human")),
    ],
)
def test_a_seat_that_is_given_is_played_as_it_says(
    run, save: Path, tmp_path: Path, given: tuple[str, ...], seats: tuple[str, str]
) -> None:
    new = tmp_path / "new.jsonl"
    words = [word for seat in given for word in ("--seat", seat)]
    ran = run("replay", save, "--to", 60, "--play", "--save", new, *words)
    assert (ran.status, ran.err) == (0, "")
    header = json.loads(new.read_text().splitlines()[0])
    assert header["seats"] == dict(zip(("british", "turkish"), seats, strict=True))
    assert ("Over: " in ran.out) == ("human" not in seats)


def test_a_seat_of_a_person_stays_theirs_in_a_branch(run, tmp_path: Path) -> None:
    save, new = tmp_path / "mine.jsonl", tmp_path / "new.jsonl"
    run("play", "megiddo/1918", "--seed", 5, "--seat", "turkish=scripted", "--save", save)
    run("replay", save, "--play", "--save", new)
    seats = json.loads(new.read_text().splitlines()[0])["seats"]
    assert seats == {"british": "human", "turkish": "scripted"}


def test_resume_goes_on_with_a_game_of_bots_as_it_was(run, save: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.jsonl"
    cut.write_text("".join(save.read_text().splitlines(keepends=True)[:60]))
    assert "Over: " in run("resume", cut).out


@pytest.mark.parametrize("words", [(), ("--to", "over")], ids=["end", "over"])
def test_nobody_sits_down_to_a_game_that_is_over(run, save: Path, tmp_path: Path, words) -> None:
    lines = len(save.read_bytes().splitlines())
    new = tmp_path / "new.jsonl"
    given = [str(lines - 1) if word == "over" else word for word in words]
    ran = run("replay", save, *given, "--play", "--save", new)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert f"the game is over at line {lines - bool(words)}; name an earlier line" in ran.err
    assert not new.exists()


def test_playing_on_from_a_late_line_does_not_repeat_the_whole_game(
    run, save: Path, tmp_path: Path
) -> None:
    late = len(save.read_bytes().splitlines()) - 3
    ran = run("replay", save, "--to", late, "--play", "--save", tmp_path / "new.jsonl")
    assert (ran.status, ran.err) == (0, "")
    assert len(ran.out.splitlines()) < 60


def test_check_shows_each_save_and_fails_when_one_does(run, save: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text("no save\n")
    assert run("check", save, save).status == 0
    ran = run("check", save, bad)
    assert ran.status == 1
    lines = ran.out.splitlines()
    assert "same, " in lines[0]
    assert "is not a save" in lines[1]
    assert lines[2:] == ["1 of 2 saves verified"]


def test_a_page_is_written_and_never_over_a_save(run, save: Path, tmp_path: Path) -> None:
    page = tmp_path / "g.html"
    assert run("replay", save, "--html", page).out == f"written to {page}\n"
    assert page.read_text().startswith("<!doctype html>")
    before = save.read_bytes()
    ran = run("replay", save, "--html", save)
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert save.read_bytes() == before
    ran = run("replay", save, "--html", tmp_path)
    assert (ran.status, ran.err) == (2, f"sandtable: {tmp_path} cannot be written: is a directory\n")


def test_without_a_terminal_a_stepped_replay_is_refused(run, save: Path) -> None:
    ran = run("replay", save, "--step")
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "--step needs a terminal without --plain; replay without --step prints the game" in ran.err


def test_a_divergence_is_reported_with_the_difference_below_its_line(run, save: Path) -> None:
    lines = save.read_bytes().splitlines(keepends=True)
    edited = lines[20].replace(b'"seat"', b' "seat"')
    save.write_bytes(b"".join([*lines[:20], edited, *lines[21:]]))
    ran = run("replay", save, "--verify")
    assert ran.status == 1
    assert "line 21: it was edited after it was written" in ran.err
    forged = lines[20].replace(b'"digest":"', b'"digest":"0')[:-4] + b'"}\n'
    assert b"change" in forged
    save.write_bytes(b"".join([*lines[:20], forged, *lines[21:]]))
    assert "line 21: it was edited" in run("replay", save, "--verify").err


@pytest.mark.parametrize(
    "words",
    [
        ("--verify", "--json"),
        ("--step", "--html", "x.html"),
        ("--save", "x"),
        ("--play", "--as", "british"),
    ],
)
def test_options_that_do_not_go_together_are_refused(run, save: Path, words: tuple[str, ...]) -> None:
    ran = run("replay", save, *words)
    assert ran.status == 2
    assert "cannot be used together" in ran.err or "needs --play" in ran.err


OLD = Path(__file__).parents[1] / "old_saves"


def test_a_save_with_other_rules_is_shown_as_recorded_wherever_it_is_shown(run, tmp_path: Path) -> None:
    save = OLD / "rules" / "lawrence-aqaba-2.jsonl"
    other = "played with rules version 2 (now 7)"
    assert f"{save}: as recorded: 43 lines fit; {other}" in run("check", save).out
    assert f", as recorded: {other}" in run("replay", save).out.splitlines()[0]
    assert "      units.regulars-1.space: nothing -> yenbo" in run("replay", save).out
    assert f", as recorded: {other}" in run("replay", save, "--as", "lawrence").out.splitlines()[0]
    assert f"- As recorded: {other}" in run("report", save).out
    drawn = run("map", save, "--to", "5")
    assert drawn.out.splitlines()[0] == f"{save}: as recorded: {other}"
    assert drawn.out != run("map", save).out
    page = tmp_path / "page.html"
    assert run("replay", save, "--html", page).status == 0
    assert other in page.read_text(encoding="utf-8")


def test_a_place_that_the_map_lacks_today_stops_a_picture_and_not_the_words(run, tmp_path: Path) -> None:
    save = tmp_path / "old.jsonl"
    sandtable.new("lawrence/aqaba", seed=3, save=save).close()
    lines = save.read_bytes().replace(b'"rules_version":7', b'"rules_version":6')
    lines = lines.replace(b'"space":"yenbo"', b'"space":"nowhere"')
    save.write_bytes(b"".join(sealed(lines.splitlines(keepends=True))))
    assert "1 line fit; played with rules version 6" in run("check", save).out
    for words in (["report"], ["replay", "--html", tmp_path / "page.html"]):
        ran = run(words[0], save, *words[1:])
        assert (ran.status, ran.err.count("\n")) == (2, 1)
        assert "which cannot draw line 1: KeyError: 'nowhere'" in ran.err


def test_a_save_of_a_missing_game_says_what_it_needs_and_is_shown_in_words(run, tmp_path: Path) -> None:
    save = tmp_path / "outpost.jsonl"
    with sandtable.new("megiddo/1918", seed=3, save=save) as session:
        session.choose(session.options()[0])
        session.note("look")
    lines = (
        save.read_bytes().replace(b"megiddo", b"outpost").replace(b'"sandtable"', b'"sandtable-outpost"')
    )
    save.write_bytes(b"".join(sealed(lines.splitlines(keepends=True))))
    needs = "needs outpost (sandtable-outpost 0.1.0): sandtable plugins install sandtable-outpost"
    assert f"as recorded: 3 lines fit; {needs}" in run("check", save).out
    shown = run("replay", save).out
    assert needs in shown
    assert f"   2  british: {session.log[1].action}" in shown
    assert "   3  note: look" in shown
    assert json.loads(run("replay", save, "--json").out.splitlines()[1])["words"]
    assert needs in run("saves", save).out
    assert "damaged" not in run("saves", save).out
    for words in (["map"], ["resume"], ["report"], ["replay", "--as", "british"]):
        ran = run(words[0], save, *words[1:])
        assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert needs in ran.err


def test_a_save_whose_special_rule_is_missing_says_what_it_needs(run, tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text(catalog().scenario("lrdg/slonta").text)
    save = tmp_path / "g.jsonl"
    sandtable.new(str(own), seed=3, save=save).close()
    line = save.read_bytes()
    header = json.loads(line)
    kept = header["embedded"]
    kept["text"] += '\n[[rules]]\nname = "lrdg.night-march"\n'
    kept["hash"] = blake2b(kept["text"].encode(), digest_size=16).hexdigest()
    stamp = {"id": "lrdg.night-march", "distribution": "sandtable-night", "version": "1.2"}
    changes = {"embedded": kept, "plugins": [*header["plugins"], stamp]}
    save.write_bytes(*sealed([edited(line, **changes)]))
    needs = "needs lrdg.night-march (sandtable-night 1.2): sandtable plugins install sandtable-night"
    assert needs in run("check", save).out
    stamp["distribution"] = "evil; rm -rf ~"
    save.write_bytes(*sealed([edited(line, **changes)]))
    assert "rm -rf" not in "".join(run("check", save)[1:])


def test_one_side_is_shown_no_hash_of_the_position_which_would_give_the_seed_away(
    run, save: Path
) -> None:
    shown = run("replay", save, "--as", "british", "--json").out
    header = json.loads(save.read_bytes().splitlines()[0])
    assert header["at"] not in shown
    assert header["digest"] not in shown
    assert {"at", "digest", "seed", "rolls"}.isdisjoint(json.loads(shown.splitlines()[0]))


def test_a_save_that_another_version_plays_otherwise_can_still_be_read(run, save: Path) -> None:
    lines = save.read_bytes().replace(b'"version":"0.1.0"', b'"version":"0.0.9"').splitlines(True)
    at = json.loads(lines[19])["at"]
    lines[19] = lines[19].replace(at.encode(), b"0" * 32)
    save.write_bytes(b"".join(sealed(lines)))
    ran = run("replay", save)
    assert ran.status == 1
    assert "line 20: rolls and legality agree, but the position does not" in ran.err
    assert "replay --recorded shows every line as it was recorded" in ran.err
    shown = run("replay", save, "--recorded")
    assert (shown.status, shown.err) == (0, "")
    assert len(shown.out.splitlines()) > len(lines)
    assert run("replay", save, "--recorded", "--as", "british").status == 2
    assert run("replay", save, "--recorded", "--step").status == 2
