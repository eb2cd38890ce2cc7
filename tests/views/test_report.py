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
from sandtable import Exported, Headline
from sandtable.plugins.catalog import catalog
from sandtable.record.replay import Replay
from sandtable_pictures.frame import Frame
from sandtable_shell.command_line import main
from sandtable_tools.views.chapters import Chapter
from sandtable_tools.views.facts import facts, stake_names
from sandtable_tools.views.marks import changes, figure, marks, part
from sandtable_tools.views.report import _chapter, markdown, page, tables
from sandtable_tools.views.story import MOST_POINTS, Story, headline_of, story
from sandtable_tools.views.trail import Leg

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
    assert text.startswith(f"# {whole_story.headline}\n")
    assert f"*: {title}, an after-action report." in text
    for number, point in enumerate(whole_story.points, 1):
        assert "\n".join(["```text", *point.chart, "```"]) in text
        assert f"### {number}. {point.told.rstrip('.')}" in text
    sentences = list(told_in(whole_story))
    assert len(sentences) > 10
    assert [sentence for sentence in sentences if not re.match(r"[A-Z“]", sentence)] == []
    assert not re.search(r"\b(axis|oef)-\d|\b[a-z]\d-[a-z]\b", " ".join(sentences))


HEADLINES = {
    "lawrence-aqaba": "Five battles won, four Garrisons eliminated: Aqaba! won",
    "lrdg-barca": "One target destroyed, two units lost: a total success in 10 turns",
    "lrdg-slonta": "Three targets destroyed, two units lost: a remarkable success in 12 turns",
    "megiddo-1918-even": "Five battles to the British: the British win",
}


@pytest.mark.parametrize("name", HEADLINES)
def test_its_headline_is_made_from_the_news_of_the_game(name: str) -> None:
    assert story(exported(name)).headline == HEADLINES[name]


def test_a_game_that_counts_nothing_is_told_by_its_end_or_its_verdict() -> None:
    loss = Headline("The siege is lost", (), -3)
    news = [Headline("A wall falls", (), -1), loss]
    assert headline_of(news, "lost", "A siege") == "The siege is lost"
    assert headline_of([], "north wins (gold 3)", "A siege") == "North wins (gold 3)"
    assert headline_of([], "", "A siege") == "A siege"


def test_what_was_lost_comes_first_if_the_game_was_lost() -> None:
    news = [Headline("a", (), 2, tally="wall held|walls held")] * 3
    news += [Headline("b", (), -2, tally="gate lost|gates lost")]
    lost = Headline("The siege is lost", (), -3, tally="a siege of 2 days, lost")
    told = headline_of([*news, lost], "", "A siege")
    assert told == "One gate lost, three walls held: a siege of 2 days, lost"


def test_numbers_are_in_the_unit_of_the_rulebook(frames_of: Frames) -> None:
    frames, run = frames_of("lrdg-barca"), exported("lrdg-barca")
    table = next(table for table in tables(run, story(run)) if table.kind == "figures")
    titles = stake_names(run.session.scenario.game)
    name = next(name for name, title in titles.items() if title == "VP")
    assert table.head == ["After", "VP"]
    assert table.rows[-1][1] == f"{frames[-1].tracks[name]:g}"


def test_both_sides_are_in_the_table() -> None:
    run = exported("megiddo-1918-even")
    table = next(table for table in tables(run, story(run)) if table.kind == "figures")
    assert table.head == ["After", "British victory points", "Turkish victory points"]
    assert [row[0] for row in table.rows][:2] == ["Start", "Round 1"]


def test_the_first_picture_is_the_way_of_the_whole_game() -> None:
    text, trail = page(exported("lrdg-slonta")), story(exported("lrdg-slonta")).trail
    assert text.index(": the whole route") < text.index("The situation")
    assert [who for _, who in trail.ways] == ["1st patrol", "2nd patrol", "3rd patrol"]
    assert Leg("1st patrol", "jaghbub", "serir-north") in trail.legs
    assert not [leg for leg in trail.legs if leg.start == leg.end]


def test_the_first_picture_shows_what_is_left_what_is_gone_and_every_stop() -> None:
    whole_story = story(exported("lrdg-barca"))
    drawn = whole_story.trail.drawing((point.n, point.told) for point in whole_story.points)
    assert drawn
    assert whole_story.trail.groups == ["1st patrol"]
    assert "0 of 4 left" in drawn.counters["target-barca"].look
    assert "faint" in drawn.counters["t1-a"].look
    assert drawn.counters["g1-a"].at == "kufra"
    assert "axis-4" not in drawn.counters  # face down
    stops = {key: placed for key, placed in drawn.counters.items() if key.startswith("stop")}
    assert [*stops] == [f"stop {number}" for number in range(1, len(whole_story.points) + 1)]
    pieces = [placed for key, placed in drawn.counters.items() if key not in stops]
    for stop in stops.values():
        assert all(abs(stop.x - it.x) > 28 or abs(stop.y - it.y) > 28 for it in pieces)
    assert 'stroke-linecap="round"' in drawn.ground
    assert '<g class="spots">' in drawn.over


def test_moves_that_were_taken_back_are_neither_told_nor_drawn(tmp_path: Path) -> None:
    with sandtable.new("lawrence/aqaba", seed=1) as session:
        session.choose("recruit 0")
        session.undo(force=True)
        saved = session.save(tmp_path / "back.jsonl")
    told = " ".join(told_in(story(Exported.of_replay(Replay(saved)))))
    assert "recruit" not in told


def test_no_name_is_cut_at_the_edge_of_a_part_of_a_map() -> None:
    cut = 0
    for point in story(exported("lrdg-slonta")).points:
        assert point.picture
        text = figure(point.picture, point.before, point.headline)
        if 'class="part"' not in text:
            continue
        left, top, width, height = map(int, re.findall(r'viewBox="(\d+) (\d+) (\d+) (\d+)"', text)[0])
        ground = text.partition('class="counter')[0]
        for x, y, words in re.findall(r'<text x="(\d+)" y="(\d+)">([^<]*)<', ground):
            half = len(words) * 4
            assert left <= int(x) - half
            assert int(x) + half <= left + width
            assert top < int(y) < top + height
            cut += 1
    assert cut > 10


@pytest.mark.parametrize("name", ["lawrence-hejaz-railroad", "lrdg-barca"])
def test_the_page_has_a_map_with_marks_for_each_point(name: str) -> None:
    text, whole_story = page(exported(name)), story(exported(name))
    assert text.count('role="img" aria-label') == len(whole_story.points) + 2  # and the way, the course
    assert 'class="terrain"' in text
    assert '<g class="marks">' in text
    assert "<script" not in text
    assert all(unescape(point.told) in unescape(text) for point in whole_story.points)


def test_a_loss_is_told_with_its_name_its_kind_and_its_place() -> None:
    whole_story = story(exported("lrdg-slonta"))
    assert "T1/A is destroyed at Bir Tengeder." in [point.told for point in whole_story.points]
    told = " ".join(told_in(whole_story))
    assert told.count("T1/A, T1/B (half teams)") == 1
    assert "HQ 2 (command unit)" in told
    assert told.count("command unit") == 2  # and HQ 3


def test_turns_without_news_are_one_chapter() -> None:
    titles = [chapter.title for chapter in story(exported("lrdg-slonta")).chapters]
    assert "Turns 9 to 11" in titles
    assert "Turn 10" not in titles


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
    stakes = stake_names(run.session.scenario.game)
    track = next(track for track, title in stakes.items() if table.title.lower().endswith(title.lower()))
    assert total[0] == f"{whole_story.course[-1].tracks[track]:g}"


@pytest.mark.parametrize("seat", ["british", "turkish"])
def test_a_seat_reads_the_turns_in_which_points_were_scored(seat: str) -> None:
    def when(reader: str | None) -> set[str]:
        replay = exported("megiddo-1918", reader)
        return {row[1] for table in tables(replay, story(replay)) for row in table.rows[:-1]}

    assert when(seat) == when(None)


def test_a_seat_reads_once_what_it_commits() -> None:
    texts = [*told_in(story(exported("megiddo-1918", "british")))]
    assert sum("British commit" in text for text in texts) == 5
    assert sum("Battle: the Turks commit" in text for text in texts) == 5


def test_it_opens_with_the_situation_and_ends_with_what_decided_it_and_with_history() -> None:
    run = exported("lrdg-barca")
    text, info = markdown(run), run.session.scenario.info
    opening = text.partition("## The situation\n")[2].partition("\n## ")[0]
    assert "1st:7" not in opening
    assert "```text" in opening
    lead = text.partition("## The situation\n")[0]
    assert text.count(info.at_stake) == lead.count(info.at_stake) == 1
    assert text.count(info.summary) == lead.count(info.summary) == 1
    assert "The turning point (turn 7): the raiders destroy the target at Barca." in lead
    end = text.partition("## How it ended\n")[2].partition("\n## ")[0]
    assert "The mission ends on turn 10" in end
    assert f"In history: {info.history}" in end
    assert text.count("The mission ends on turn 10") == 1


def test_a_turning_point_says_what_changed() -> None:
    text = markdown(exported("lrdg-barca"))
    assert ". The raiders destroy the target at Barca\n\nVP 2 to 6.\n" in text


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
    assert "Jalo, Sand Sea West and Sand Sea East." in barca
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


def test_a_report_of_a_game_that_is_not_over_is_what_its_player_may_see(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, home: Path
) -> None:
    lines = (SAVES / "megiddo-1918-even.jsonl").read_bytes().splitlines(keepends=True)
    unfinished = tmp_path / "megiddo.jsonl"
    unfinished.write_bytes(b"".join(lines[:-1]))
    replay = Replay(unfinished)
    player = next(iter(replay.session.humans or replay.session.seats))
    assert main(["report", str(unfinished)]) == 0
    seen = markdown(Exported.of_replay(replay, player))
    assert "As seen by" in seen
    assert capsys.readouterr().out.split() == seen.split()


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
            assert area.x <= counter.x <= area.x + area.width
            assert area.y <= counter.y <= area.y + area.height
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
    assert table.rows[:-1] == [["+5", "Rounds 1 to 5", "The British win the battle"]]


def test_a_turn_of_which_only_the_map_is_shown_has_no_empty_paragraph() -> None:
    run = exported("lrdg-barca")
    whole_story = story(run)
    (chapter, *_) = [
        chapter for chapter in whole_story.chapters if any(part.point for part in chapter.paragraphs)
    ]
    bare = Chapter(chapter.title, [part._replace(sentences=[]) for part in chapter.paragraphs])
    lines = list(_chapter(bare, dict.fromkeys(range(1000), 1)))
    assert ["", ""] not in [lines[k : k + 2] for k in range(len(lines) - 1)]


def test_a_trail_stops_before_the_counters_that_moved(frames_of: Frames) -> None:
    from sandtable_pictures.svg import drawing

    trails = 0
    for before, frame in pairwise(frames_of("lrdg-barca")):
        then, now = drawing(before.pictures[0]), drawing(frame.pictures[0])
        moved = [move[1] for move in changes(then, now).moves]
        for x, y in re.findall(r'class="trail" d="M[^"]*L(\S+) ([^"]+)"', marks(then, now)):
            trails += 1
            assert not any(
                abs(counter.x - int(x)) < counter.size[0] / 2
                and abs(counter.y - int(y)) < counter.size[1] / 2
                for counter in moved
            )
    assert trails > 10
