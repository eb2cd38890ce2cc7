"""The page of a game: one whole file, all text escaped, nothing hidden in it."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import sandtable
from sandtable import Exported
from sandtable.plugins.catalog import catalog
from sandtable.record.records import Divergence
from sandtable.record.replay import Replay
from sandtable.text.printing import visible_lines
from sandtable_console import rulebook
from sandtable_pictures.frame import Frame
from sandtable_pictures.svg import drawing
from sandtable_tools.views.facts import stake_names
from sandtable_tools.views.replay_page import page
from sandtable_tools.views.runs import merge_step, steps

Frames = Callable[..., list[Frame]]
Pages = Callable[..., str]
Data = Callable[[str], Any]

SAVES = Path(__file__).parents[2] / "saves"
GAMES = sorted(path.stem for path in SAVES.glob("*.jsonl"))
THREE = ("lawrence-hejaz-railroad", "lrdg-benghazi-road", "megiddo-1918-even")
CAMPAIGNS = ("lawrence-campaign", "lrdg-campaign-1942")
MOST = 450_000


def in_long_runs(name: str) -> Any:
    """A game that is only shown in long runs."""
    return pytest.param(name, marks=pytest.mark.soak)


VOID = {"meta", "link", "input", "br"}


class Tags(HTMLParser):
    """The tags of a page, and the texts outside its script and style; fails where they do not nest."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.links: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "style")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture
def noted(tmp_path: Path) -> Callable[..., str]:
    """The page of a new game with this note, or this seed."""

    def write(note: str, seed: int | str = 1, seat: str | None = None) -> str:
        path = tmp_path / "noted.jsonl"
        path.unlink(missing_ok=True)
        with sandtable.new("lawrence/aqaba", seed=seed, save=path) as session:
            session.note(note)
        return page(Exported.of_replay(Replay(path), seat))

    return write


@pytest.mark.parametrize("name", THREE)
def test_a_page_is_well_formed(name: str, page_of: Pages) -> None:
    text = page_of(name)
    assert Tags(text).open == []
    ElementTree.fromstring(re.findall(r"<defs>.*?</defs>", text, re.DOTALL)[0])  # noqa: S314


@pytest.mark.parametrize("name", THREE)
def test_a_page_refers_to_nothing_outside_itself(name: str, page_of: Pages) -> None:
    text = page_of(name)
    assert set(re.findall(r"\w+://[^\s\"'<]*", text)) == {"http://www.w3.org/2000/svg"}
    assert re.findall(r"[\"'(=]\s*//|@import|url\(", text) == []
    [icon] = [link for link in Tags(text).links if not link.startswith("#")]
    assert icon.startswith("data:image/svg+xml,")


def test_only_the_script_and_the_style_of_the_page_itself_may_run(page_of: Pages) -> None:
    text = page_of("lawrence-aqaba")
    policy = re.findall(r'Content-Security-Policy" content="([^"]*)"', text)[0]
    for kind in ("style", "script"):
        [body] = re.findall(rf"<{kind}>(.*?)</{kind}>", text, re.DOTALL)
        hashed = b64encode(sha256(body.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{hashed}'" in policy
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy


@given(note=st.text(st.characters(codec="utf-8"), min_size=1))
@example(note="<img src=x onerror=alert(1)></script><script>alert(2)</script>")
@example(note="<!-- <script> & \u2028 \u2029 $policy ]]> \\u003c")
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_note_is_text(note: str, noted: Callable[..., str], data_of: Data) -> None:
    text = noted(note)
    assert data_of(text)["frames"][1]["note"] == visible_lines(note)
    assert Tags(text).seen == Tags(noted("plain")).seen


def test_a_seed_is_text(noted: Callable[..., str]) -> None:
    text = noted("plain", "<b>&$title</b>")
    assert "<dd>&lt;b&gt;&amp;$title&lt;/b&gt;</dd>" in text
    assert Tags(text).seen == Tags(noted("plain")).seen


@pytest.mark.parametrize("name", [*THREE, *(in_long_runs(name) for name in GAMES if name not in THREE)])
def test_the_page_shows_every_step(name: str, frames_of: Frames, page_of: Pages, data_of: Data) -> None:
    text = page_of(name)
    data = data_of(text)
    parts = re.findall(r'<g id="s\d+">(.*?)</g>\n(?=<g id=)', text)
    looks = re.findall(r'<g id="c\d+" (.*?</g>)\n(?=<g id="c|</defs>)', text, re.DOTALL)
    looks = [
        re.sub(r'<use href="#s(\d+)"/>', lambda found: parts[int(found[1])], f"<g {look}")
        for look in looks
    ]
    game = catalog().game(name.partition("-")[0])
    tracks = {f"{title[0].upper()}{title[1:]}": track for track, title in stake_names(game).items()}
    sides = [seat.capitalize() for seat in game.seats]
    turn, status, n = "", "", 0
    board: list[str] = []
    shown = list(map(merge_step, steps(frames_of(name))))
    pictures: dict[str, dict[int, list[int]]] = {}
    for place, (news, frame) in enumerate(zip(data["frames"], shown, strict=True)):
        turn = news.get("turn", turn)
        status = news.get("status", status)
        n = news.get("n", n + 1)
        assert (n, turn, status) == (frame.n, frame.turn, frame.status)
        if "board" in news:
            start, many, *lines = news["board"]
            board[start : start + many] = [data["lines"][line] for line in lines]
        assert board == list(frame.board)
        assert [event[0] for event in news.get("events", ())] == [event.text for event in frame.events]
        struck = [event[2][1:3] for event in news.get("events", ()) if event[2:]]
        blows = [event.strike for event in frame.events if event.strike]
        assert struck == [[strike.who, strike.at] for strike in blows]
        for title, courses in data["tracks"]:
            for seat, track in courses:
                now = [None, *(v for at, v in track if at <= place)][-1]
                named = title if seat is None else f"{sides[seat]} {title.lower()}"
                assert now == frame.tracks.get(tracks.get(named, named.lower().replace(" ", "-")))
        change(pictures, news.get("pictures", {}))
        drawn = [drawing(picture).counters.values() for picture in frame.pictures]
        assert [
            [
                (x, y, looks[look], *(looks[edge] for edge in covered))
                for x, y, look, _, *covered in pictures[number].values()
            ]
            for number in sorted(pictures, key=int)
        ] == [
            [(*counter[:3], counter.edge) if counter.edge else counter[:3] for counter in placed]
            for placed in drawn
        ]


def change(pictures: dict[str, dict[int, list[int]]], changes: dict[str, Any]) -> None:
    """Change pictures as a frame says."""
    for number, news in changes.items():
        counters = pictures.setdefault(number, {})
        if news is None:
            del pictures[number]
            continue
        for key in news.get("gone", ()):
            del counters[key]
        counters |= {key: placed for key, *placed in news.get("put", ())}
        if "order" in news:
            pictures[number] = {key: counters[key] for key in news["order"]}


@pytest.mark.parametrize("name", GAMES)
def test_every_section_that_is_cited_is_in_the_page_and_no_other(
    name: str, frames_of: Frames, page_of: Pages, data_of: Data
) -> None:
    text = catalog().game(name.partition("-")[0]).rules_text
    frames = frames_of(name)
    cited = {event.cites for frame in frames for event in frame.events}
    cited |= {roll.rule for frame in frames for roll in frame.rolls}
    known = {section.id: section for section in rulebook.sections(text)}
    assert data_of(page_of(name))["rules"] == {
        id: [known[id].title, [[block.kind, block.rows] for block in rulebook.blocks(known[id].text)]]
        for id in cited & known.keys()
    }


@pytest.mark.parametrize("name", CAMPAIGNS)
def test_a_campaign_is_a_small_page(name: str, page_of: Pages) -> None:
    assert len(page_of(name).encode()) < MOST


@pytest.mark.parametrize("seat", ["british", "turkish"])
def test_a_seat_is_shown_no_luck(seat: str, page_of: Pages, data_of: Data) -> None:
    """MEG-R18: neither the seed nor a roll nor a digest, from which luck could be worked out."""
    text = page_of("megiddo-1918-even", seat)
    lines = [json.loads(line) for line in (SAVES / "megiddo-1918-even.jsonl").read_bytes().splitlines()]
    assert [line["n"] for line in lines if line["digest"] in text] == []
    assert not any("rolls" in frame for frame in data_of(text)["frames"])
    assert "<dt>Seed</dt>" not in text
    assert "<dt>Seed</dt>" in page_of("megiddo-1918-even")


def test_a_seat_is_not_shown_the_other_hand() -> None:
    """MEG-R18, MEG-R10: the cards of the Turks, before they have shown any."""
    save = SAVES / "megiddo-1918-even.jsonl"
    start = Replay(save)
    hand = [slug.replace("-", " ").title() for slug in start.session.state.sides["turkish"].hand]
    texts = {
        seat: page(Exported.of_replay(Replay(save), seat, to=1)) for seat in (None, "british", "turkish")
    }
    assert len(hand) > 8
    for seat, text in texts.items():
        named = [card for card in hand if card.lower() in text.partition('"rules":')[0].lower()]
        assert named == ([] if seat == "british" else hand), seat


def test_secret_choices_of_another_seat_are_not_shown(
    page_of: Pages, data_of: Data, frames_of: Frames
) -> None:
    """MEG-R10: not even that it was done."""
    heads = [
        [
            frame["typed"]
            for frame in data_of(page_of("megiddo-1918-even", seat))["frames"]
            if "seat" in frame
        ]
        for seat in ("british", "turkish")
    ]
    listed = [
        [
            step.words
            for step in map(merge_step, steps(frames_of("megiddo-1918-even", seat)))
            if step.words
        ]
        for seat in ("british", "turkish")
    ]
    every = steps(frames_of("megiddo-1918-even"))
    assert heads == listed
    assert max(map(len, heads)) < len(every)


def test_a_save_that_differs_is_no_page(tmp_path: Path) -> None:
    lines = (SAVES / "lawrence-aqaba.jsonl").read_bytes().splitlines(keepends=True)
    path = tmp_path / "changed.jsonl"
    path.write_bytes(b"".join([*lines[:7], lines[7].replace(b'"digest":"', b'"digest":"0'), *lines[8:]]))
    with pytest.raises(Divergence, match="line 8"):
        page(Exported.of_replay(Replay(path)))
    assert "not over" in page(Exported.of_replay(Replay(path), to=7))


def test_what_was_taken_back_is_no_step_and_a_choice_of_parts_is_one(
    tmp_path: Path, data_of: Data
) -> None:
    path = tmp_path / "undone.jsonl"
    with sandtable.new("megiddo/1918", seed=3, save=path) as session:
        for _ in range(3):
            session.choose(session.options()[0])
        session.note("@here a place to come back to")
        session.undo()
        session.choose("done")
    kept = [str(step.entry.action) for step in session.history.done]
    frames = data_of(page(Exported.of_replay(Replay(path))))["frames"]
    assert [frame.get("bookmark", "") for frame in frames] == ["", "", "here", ""]
    assert [frames[1]["typed"], frames[3]["typed"]] == ["; ".join(kept[:2]), "done"]
    assert len(list(Exported.of_replay(Replay(path)).frames())) == 7, "the log has every line"


def test_an_open_undo_is_shown_as_such_without_what_it_took_back(tmp_path: Path, data_of: Data) -> None:
    path = tmp_path / "undone.jsonl"
    with sandtable.new("megiddo/1918", seed=3, save=path) as session:
        while not session.history.done or session.history.done[-1].barrier is None:
            session.choose("done")
        session.undo(force=True)
    frames = data_of(page(Exported.of_replay(Replay(path))))["frames"]
    assert frames[-1]["head"] == f"Taken back to line {session.journal.n - 2}"
    assert len(frames) == session.journal.n - 1


def test_a_seat_is_shown_by_its_own_count_where_it_was_gone_back_to(
    tmp_path: Path, data_of: Data
) -> None:
    """MEG-R10: line numbers would reveal how many cards the British discarded."""
    path = tmp_path / "undone.jsonl"
    with sandtable.new("megiddo/1918", seed=3, save=path) as session:
        for _ in range(3):
            session.choose(next(option for option in session.options() if str(option) != "done"))
        session.choose("done")
        session.choose(session.options()[0])
        session.undo(force=True)
    assert session.journal.n == 7
    frames = data_of(page(Exported.of_replay(Replay(path), "turkish")))["frames"]
    assert not any("n" in frame and frame["n"] > 3 for frame in frames)
    assert len(frames) <= 2
