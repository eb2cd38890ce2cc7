"""The after-action report: a story in the game's words, with maps, tables and the seed."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Iterator
from html import unescape
from itertools import pairwise
from pathlib import Path

import pytest
from nonempty import some

import sandtable
from sandtable import Exported
from sandtable.plugins.catalog import catalog
from sandtable.record.replay import Replay
from sandtable_pictures.frame import Frame
from sandtable_shell.command_line import main
from sandtable_tools.views.chapters import Chapter
from sandtable_tools.views.facts import capital, facts
from sandtable_tools.views.marks import changes, figure, marks, part
from sandtable_tools.views.report import _chapter, markdown, page, tables
from sandtable_tools.views.story import MOST_POINTS, Story, story

SAVES = Path(__file__).parents[2] / "saves"
REVOLT = Path(__file__).parents[1] / "lawrence" / "missions" / "hejaz-railroad.toml"
"""A mission that only tests play."""

GAMES = ("lawrence-hejaz-railroad", "lrdg-barca", "megiddo-1918-even")
Frames = Callable[..., list[Frame]]


def exported(name: str, seat: str | None = None, to: int | None = None) -> Exported:
    return Exported.of_replay(Replay(SAVES / f"{name}.jsonl"), seat, to)


def told_in(events_of: Story) -> Iterator[str]:
    """The sentences of all chapters."""
    for chapter in events_of.chapters:
        for paragraph in chapter.paragraphs:
            yield from (sentence.text for sentence in paragraph.sentences)


@pytest.mark.parametrize("name", GAMES)
def test_the_headlines_of_the_game_are_its_turning_points(name: str, frames_of: Frames) -> None:
    whole_story = story(exported(name))
    news = {
        frame.n: [headline.text for event in frame.events if (headline := event.headline(None))]
        for frame in frames_of(name)
    }
    assert 1 <= len(whole_story.points) <= MOST_POINTS
    shown = [
        paragraph.point
        for chapter in whole_story.chapters
        for paragraph in chapter.paragraphs
        if paragraph.point
    ]
    assert shown == whole_story.points
    assert [point.n for point in whole_story.points] == sorted({point.n for point in whole_story.points})
    assert all(point.headline in news[point.n] for point in whole_story.points)
    worth = {headline.text: abs(headline.worth) for _, headline in whole_story.headlines}
    assert max(worth.values()) == max(worth[point.headline] for point in whole_story.points)
    assert [text for n in news for text in news[n]] == [
        headline.text for _, headline in whole_story.headlines
    ]


@pytest.mark.parametrize("name", GAMES)
def test_its_facts_give_the_result_in_the_game_s_own_words(name: str) -> None:
    game = exported(name)
    assert dict(facts(game))["Outcome"] == "not over"
    assert game.replay
    game.replay.run()
    verdict = game.session.scenario.game.verdict(game.session.table)
    assert verdict
    assert dict(facts(game))["Outcome"] == verdict


@pytest.mark.parametrize("name", GAMES)
def test_it_is_shown_in_sentences_of_the_game_with_a_chart_at_each_point(name: str) -> None:
    text, whole_story = markdown(exported(name)), story(exported(name))
    title = exported(name).session.scenario.title
    assert text.startswith(f"# {title}\n")
    for point in whole_story.points:
        assert "\n".join(["```text", *point.chart, "```"]) in text
        assert f"### {point.headline}" in text
    sentences = list(told_in(whole_story))
    assert len(sentences) > 10
    assert [sentence for sentence in sentences if not re.match(r"[A-Z“]", sentence)] == []
    assert not re.search(r"\b(axis|oef)-\d|\b[a-z]\d-[a-z]\b", " ".join(sentences))


def test_numbers_are_in_the_unit_of_the_rulebook(frames_of: Frames) -> None:
    frames, whole_story = frames_of("lrdg-barca"), story(exported("lrdg-barca"))
    (points,) = (row for row in whole_story.rows if row.name == "VP")
    titles = exported("lrdg-barca").session.scenario.game.stake_names
    name = next(name for name, title in titles.items() if title == "VP")
    assert points.values[-1] == f"{frames[-1].tracks[name]:g}"
    assert len(points.values) == len(whole_story.steps) == len(whole_story.points) + 2


def test_both_sides_are_in_the_table() -> None:
    names = {row.name for row in story(exported("megiddo-1918-even")).rows}
    assert {"British victory points", "Turkish victory points"} <= names


@pytest.mark.parametrize("name", ["lawrence-hejaz-railroad", "lrdg-barca"])
def test_the_page_has_a_map_with_marks_for_each_point(name: str) -> None:
    text, whole_story = page(exported(name)), story(exported(name))
    assert text.count("<svg viewBox=") == len(whole_story.points) + 1  # and the start
    assert 'class="terrain"' in text
    assert '<g class="marks">' in text
    assert "<script" not in text
    assert all(unescape(point.headline) in unescape(text) for point in whole_story.points)


def test_gains_and_losses_of_a_game_for_one_are_shown_turn_by_turn() -> None:
    text = markdown(exported("lrdg-barca"))
    rows = text.partition("## Gains and losses\n")[2].partition("##")[0].splitlines()[3:-1]
    cells = {turn: (gains, losses) for _, turn, gains, losses, _ in (row.split("|") for row in rows)}
    gains, losses = cells[" Turn 7 "]
    assert "destroy the target at Barca" in gains
    assert "a unit is reduced x2" in losses
    assert "reduced" not in gains
    assert " Turn 4 " not in cells


def test_a_battle_that_begins_and_a_garrison_turned_up_are_no_gains() -> None:
    whole_story = story(exported("lawrence-damascus"))
    gains = [gain for account in whole_story.accounts for gain in account.gains]
    assert any("You win the battle" in gain or "The Arabs win the battle" in gain for gain in gains)
    assert not [gain for gain in gains if "Battle at" in gain or " is a " in gain]


@pytest.mark.parametrize("name", ["lrdg-barca", "megiddo-1918-even", "lawrence-aqaba"])
def test_the_table_says_where_each_point_came_from(name: str) -> None:
    run = exported(name)
    whole_story = story(run)
    (table, *_) = [
        table for table in tables(run, whole_story) if table.title.startswith("Where the points")
    ]
    *rows, total = table.rows
    assert sum(float(row[0]) for row in rows) == float(total[0])
    assert all(row[1] and row[2] for row in rows)
    stakes = run.session.scenario.game.stake_names
    track = next(track for track, title in stakes.items() if table.title.lower().endswith(title.lower()))
    (last,) = {row.values[-1] for row in whole_story.rows if row.name == capital(stakes[track])}
    assert total[0] == last


def test_it_opens_with_the_situation_and_ends_with_what_decided_it_and_with_history() -> None:
    run = exported("lrdg-barca")
    text, info = markdown(run), run.session.scenario.info
    opening = text.partition("## The situation\n")[2].partition("\n## ")[0]
    assert "1st:7" not in opening
    assert "```text" in opening
    assert info.at_stake in opening
    assert opening.count(info.summary) == 1
    end = text.partition("## How it ended\n")[2].partition("\n## ")[0]
    assert "Mission over on turn 10" in end
    assert "The turning point (Turn 7): The raiders destroy the target at Barca." in end
    assert f"In history: {info.history}" in end
    assert text.count("Mission over on turn 10") == 1


def test_a_turning_point_says_what_changed() -> None:
    text = markdown(exported("lrdg-barca"))
    assert "### The raiders destroy the target at Barca\n\nVP 2 -> 6; Barca target 1 -> 0.\n" in text


def test_actions_on_the_way_share_few_sentences(tmp_path: Path) -> None:
    with sandtable.new(str(REVOLT), seed=1) as revolt:
        for line in ("mercenaries", "bedouin", "machineguns mercenaries", "demolition mercenaries"):
            revolt.choose(f"buy {line}")
        for line in ("done", "move rumm", "rest"):
            revolt.choose(line)
        saved = revolt.save(tmp_path / "revolt.jsonl")
    bought = " ".join(told_in(story(Exported.of_replay(Replay(saved)))))
    wanted = "The Arabs buy Mercenaries and Bedouin, and Machineguns and Demolition for Mercenaries."
    assert wanted in bought
    assert "The force moves to Rumm." in bought
    assert "The others fill the line" not in bought
    barca = " ".join(told_in(story(exported("lrdg-barca"))))
    assert "The 1st patrol moves from Wadi Faregh to Jalo, Sand Sea West and Sand Sea East." in barca
    assert "end their turn" not in barca


def test_the_command_plays_the_same_game_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, home: Path
) -> None:
    text = markdown(exported("lawrence-aqaba"))
    (command,) = re.findall(r"```sh\nsandtable (.*)\n```", text)
    save = tmp_path / "again.jsonl"
    assert main([*command.split(), "--save", str(save), "--input", os.devnull]) == 0
    capsys.readouterr()
    assert markdown(Exported.of_replay(Replay(save))) == text


def test_a_report_says_how_to_play_a_scenario_that_only_the_save_keeps(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = Path("our-raid.toml")
    file.write_text(catalog().scenario("lawrence/aqaba").text.replace('"Aqaba!"', '"Our raid"'))
    words = ["--seed", "3", "--seat", "lawrence=random", "--input", os.devnull]
    assert main(["play", str(file), *words, "--save", "first.jsonl"]) == 0
    file.unlink()
    text = markdown(Exported.of_replay(Replay("first.jsonl")))
    (commands,) = re.findall(r"```sh\n(sandtable .*\n.*)\n```", text)
    export, play = commands.splitlines()
    capsys.readouterr()
    words, _, written = export.partition(" > ")
    assert main(shlex.split(words)[1:]) == 0
    Path(written).write_text(capsys.readouterr().out)
    assert main([*shlex.split(play)[1:], "--save", "again.jsonl", "--input", os.devnull]) == 0
    assert Path("again.jsonl").read_bytes() == Path("first.jsonl").read_bytes()


def test_a_seat_is_shown_neither_the_seed_nor_what_the_other_holds() -> None:
    """MEG-R18."""
    whole = markdown(exported("megiddo-1918-even"))
    text = markdown(exported("megiddo-1918-even", "british"))
    assert "- Seed" not in text
    assert "Play it again" not in text
    assert re.search("Turkish hand: [A-Z]", whole)
    assert "Turkish hand" not in text
    assert re.search("British hand: [A-Z]", text)
    assert re.search(r"The Turks draw \d+ cards\.", text)


def test_a_note_is_shown_as_text(tmp_path: Path) -> None:
    path = tmp_path / "noted.jsonl"
    with sandtable.new("lawrence/aqaba", seed=1, save=path) as session:
        session.note("<b>Here</b> we are")
    made = Exported.of_replay
    assert "“&lt;b>Here&lt;/b> we are”" in markdown(made(Replay(path)))
    assert "&lt;b&gt;Here" in page(made(Replay(path)))


def test_report_writes_what_the_suffix_says_or_prints(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, home: Path
) -> None:
    save = str(SAVES / "lawrence-aqaba.jsonl")
    for suffix in ("md", "html"):
        assert main(["report", save, str(tmp_path / f"aqaba.{suffix}")]) == 0
    assert (tmp_path / "aqaba.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    capsys.readouterr()
    assert main(["report", save]) == 0
    printed = capsys.readouterr().out
    assert printed.split() == (tmp_path / "aqaba.md").read_text(encoding="utf-8").split()
    assert main(["report", save, str(tmp_path / "aqaba.pdf")]) == 2
    refusal = capsys.readouterr().err
    assert refusal.startswith("sandtable: report: FILE: no format .pdf; ")
    assert ".md (an after-action report as Markdown)" in refusal


def test_moved_new_and_removed_counters_are_distinguished(frames_of: Frames) -> None:
    from sandtable_pictures.svg import drawing

    frames = frames_of("lrdg-barca")
    pairs = [
        (drawing(before.pictures[0]), drawing(frame.pictures[0])) for before, frame in pairwise(frames)
    ]
    assert all(
        marks(counter, counter).removeprefix('<g class="marks">') == "</g>" for counter, _ in pairs[:3]
    )
    for before, after in some(pairs):
        found = changes(before, after)
        same = [key for key in after.counters if after.counters[key] == before.counters.get(key)]
        moved_within = [
            key
            for key, now in after.counters.items()
            if (then := before.counters.get(key)) and (then.at, then.look) == (now.at, now.look)
        ]
        assert set(same) <= set(moved_within)
        new = len(found.moves) + len(found.added) + len(found.changed)
        assert new + len(moved_within) == len(after.counters)


def test_a_map_of_a_turning_point_shows_the_part_where_it_was(frames_of: Frames) -> None:
    from sandtable_pictures.svg import drawing

    shown = 0
    for before, frame in pairwise(frames_of("lrdg-barca")):
        then, now = drawing(before.pictures[0]), drawing(frame.pictures[0])
        area, found = part(then, now), changes(then, now)
        placed = [
            *found.added,
            *found.changed,
            *found.gone,
            *(move for two in found.moves for move in two),
        ]
        for counter in placed:
            assert area.left <= counter.x <= area.left + area.width
            assert area.top <= counter.y <= area.top + area.height
        shown += area.width < now.width
        assert bool(placed) or area == (0, 0, now.width, now.height)
    assert shown > 20
    cards = [drawing(frame.pictures[0]) for frame in frames_of("megiddo-1918")[30:40]]
    assert {part(a, b)[2:] for a, b in pairwise(cards)} == {(cards[0].width, cards[0].height)}


def test_where_nothing_on_the_map_changed_it_shows_the_place_that_the_headline_names(
    frames_of: Frames,
) -> None:
    picture = frames_of("lrdg-barca")[0].pictures[0]
    whole, near = figure(picture, picture), figure(picture, picture, "The raiders are seen at Jalo")
    assert 'class="part"' not in whole
    assert 'class="part"' in near


def test_the_ghost_of_a_counter_hides_no_other(frames_of: Frames) -> None:
    from sandtable_pictures.svg import drawing

    ghosts = 0
    for before, frame in pairwise(frames_of("lrdg-barca")):
        then, now = drawing(before.pictures[0]), drawing(frame.pictures[0])
        text = marks(then, now)
        for x, y in re.findall(r'class="ghost" transform="translate\((\S+) (\S+)\)', text):
            ghosts += 1
            at = {counter.at for counter in changes(then, now).gone}
            left = [counter for counter in now.counters.values() if counter.at in at]
            assert not any(
                abs(counter.x - int(x)) < counter.size[0] and abs(counter.y - int(y)) < counter.size[1]
                for counter in left
            )
    assert ghosts > 1


def test_a_point_that_ends_the_game_comes_from_what_was_won() -> None:
    run = exported("megiddo-1918")
    found = tables(run, story(run))
    table = next(table for table in found if table.title.startswith("Where the points"))
    assert [row[2] for row in table.rows[:-1]] == ["The British win the battle"] * 5


def test_a_turn_of_which_only_the_map_is_shown_has_no_empty_paragraph() -> None:
    run = exported("lrdg-barca")
    whole_story = story(run)
    (chapter, *_) = [
        chapter for chapter in whole_story.chapters if any(part.point for part in chapter.paragraphs)
    ]
    bare = Chapter(chapter.title, [part._replace(sentences=[]) for part in chapter.paragraphs])
    lines = list(_chapter(bare))
    assert ["", ""] not in [lines[k : k + 2] for k in range(len(lines) - 1)]


def test_a_trail_stops_before_the_counters_that_moved(frames_of: Frames) -> None:
    from sandtable_pictures.svg import drawing

    trails = 0
    for before, frame in pairwise(frames_of("lrdg-barca")):
        then, now = drawing(before.pictures[0]), drawing(frame.pictures[0])
        moved = [move[1] for move in changes(then, now).moves]
        for x, y in re.findall(r'class="trail" d="M[^Q]*Q\S+ \S+ (\S+) ([^"]+)"', marks(then, now)):
            trails += 1
            assert not any(
                abs(counter.x - int(x)) < counter.size[0] / 2
                and abs(counter.y - int(y)) < counter.size[1] / 2
                for counter in moved
            )
    assert trails > 10
