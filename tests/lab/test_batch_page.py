"""The batch page: a page without scripts whose figures are those of the JSON."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable_batch import estimate
from sandtable_batch.results import Batch, GameResult, Job
from sandtable_tools.lab import simulate
from sandtable_tools.lab.batch_page import page
from sandtable_tools.lab.charts import MOST_BARS, bar, histogram
from sandtable_tools.lab.sweep import Point, points
from sandtable_tools.lab.target import NearestPoint, default_target

EVEN = Job("megiddo/1918-even", {"british": "scripted", "turkish": "scripted"}, 3)
VOID = {"meta", "br", "link"}


class Page(HTMLParser):
    """The tags of a page; every opened tag is closed in its turn."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data) -> None:
        self.words += data if self.open[-1:] != ["style"] else ""


@pytest.fixture(scope="module")
def report() -> tuple[Page, Batch, str]:
    batch = simulate(EVEN, 40)
    text = page([Point({}, EVEN)], [batch])
    return Page(text), batch, text


def test_the_page_is_whole_and_needs_nothing_else(report: tuple[Page, Batch, str]) -> None:
    found, _, text = report
    names = Counter(tag for tag, _ in found.tags)
    assert not {"script", "img", "iframe"} & set(names)
    [icon] = [attrs["href"] or "" for _, attrs in found.tags if {"src", "href"} & set(attrs)]
    assert icon.startswith("data:image/svg+xml,")
    assert "http" not in text.replace("http-equiv", "").replace(icon, "")
    assert "prefers" in text or "light-dark(" in text
    for picture in re.findall(r"<svg.*?</svg>", text, re.DOTALL):
        ET.fromstring(picture)  # noqa: S314 (our own page)
    assert names["svg"] >= 4


def test_its_figures_are_those_of_the_batch(report: tuple[Page, Batch, str]) -> None:
    found, batch, _ = report
    for share in batch.shares.values():
        expected = f"{100 * share.value:.0f} %{100 * share.low:.0f} to {100 * share.high:.0f} %"
        assert found.words.count(f"{round(share.value * 40)}{expected}") == 1
    for mean in (batch.means[name] for name in batch.scores):
        assert f"mean {mean.value:.2f} ({mean.low:.2f} to {mean.high:.2f})" in found.words
    assert f"{batch.actions:,}" in found.words


def test_a_histogram_counts_every_game(report: tuple[Page, Batch, str]) -> None:
    _, batch, text = report
    figures = dict(re.findall(r"<b>([^<]+)</b><small>.*?(<svg.*?</svg>)", text, re.DOTALL))
    rounds = dict(re.findall(r"<title>(-?\d+): (\d+)</title>", figures["rounds"]))
    counts = Counter(result.metrics["rounds"] for result in batch.results)
    assert {int(value): int(count) for value, count in rounds.items()} == counts


@given(st.lists(st.integers(-(10**6), 10**6), min_size=1, max_size=50))
def test_a_histogram_loses_nothing_however_far_apart_values_lie(values: list[int]) -> None:
    picture = histogram(values, sum(values) / len(values))
    ET.fromstring(picture)  # noqa: S314
    counts = [int(count) for count in re.findall(r": (\d+)</title>", picture)]
    assert sum(counts) == len(values)
    assert len(counts) <= MOST_BARS
    assert all(0 <= float(x) <= 300 for x in re.findall(r'class="mark" d="M([\d.-]+)', picture))


@given(st.integers(0, 50), st.floats(0, 1))
def test_a_whisker_reaches_as_far_as_its_interval(count: int, mark: float) -> None:
    share = estimate.share(count, 50)
    picture = bar(share, mark)
    [whole] = re.findall(r'viewBox="0 0 (\d+) ', picture)
    [ends] = re.findall(r'whisker" d="M([\d.]+) [\d.]+H([\d.]+)', picture)
    assert [float(end) / int(whole) for end in ends] == pytest.approx([share.low, share.high], abs=0.001)


def test_every_text_is_escaped() -> None:
    nasty = '<script>alert("&")</script>'
    game = GameResult(1, "x/1", nasty, {"british": 1, "turkish": 0}, {nasty: 3}, 9)
    more = GameResult(2, "x/2", nasty, {"british": 1, "turkish": 0}, {nasty: 5}, 9)
    job = Job(EVEN.scenario, EVEN.seats, nasty)
    text = page([Point({nasty: nasty}, job)], [Batch(job, nasty, [game, more], 1.0)])
    assert "<script" not in text
    assert nasty in Page(text).words


def test_a_sweep_has_a_row_and_pictures_for_every_point(run, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    words = ("simulate", EVEN.scenario, "--seed", 3, "--games", 12, "--sweep", "british.hand=8,9,10")
    assert run(*words, "--html", file).status == 0
    found = Page(file.read_text(encoding="utf-8"))
    assert Counter(tag for tag, _ in found.tags)["details"] == 3
    assert "Nearest to 50 % won by the British: british.hand=" in found.words

    for point in points(EVEN, {"british.hand": [8, 9, 10]}):
        for share in simulate(point.job, 12).shares.values():
            assert (
                f"{100 * share.value:.0f} %({100 * share.low:.0f} to {100 * share.high:.0f})"
                in found.words
            )


def test_a_page_shows_no_interval_of_a_few_equal_values() -> None:
    games = [
        GameResult(n, f"3/{n}", "a", {"british": 1, "turkish": 0}, {"aces": 1}, 9) for n in range(1, 9)
    ]
    for count, message in ((7, False), (8, True)):
        batch = Batch(EVEN, EVEN.scenario, games[:count], 1.0)
        assert ("1.00± 0.00" in Page(page([Point({"k": 1}, EVEN)], [batch])).words) is message


def test_a_report_that_cannot_be_written_is_reported_before_any_game(
    run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandtable_batch.play._play_game", lambda *_: pytest.fail("it was played"))
    for name in ("no/r.html", "."):
        ran = run("simulate", EVEN.scenario, "--games", 1, "--html", tmp_path / name)
        assert (ran.status, ran.out, "cannot be written" in ran.err) == (2, "", True)


def test_the_results_are_reported_when_the_page_cannot_be_written_after_all(run, tmp_path: Path) -> None:
    ran = run("simulate", EVEN.scenario, "--games", 2, "--html", "/dev/full")
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert "/dev/full cannot be written: no space left on device" in ran.err
    assert "2 games" in ran.out


def test_a_page_may_be_made_again_and_nothing_else_is_written_over(run, tmp_path: Path) -> None:
    page, notes = tmp_path / "page.html", tmp_path / "notes"
    notes.write_text("my notes")
    words = ("simulate", EVEN.scenario, "--games", 2, "--html")
    assert run(*words, page).status == run(*words, page).status == 0
    ran = run(*words, notes)
    assert (ran.status, ran.err.count("\n"), notes.read_text()) == (2, 1, "my notes")


@given(st.integers(1, 10**6))
def test_the_axis_of_games_reaches_the_tallest_column_in_few_round_steps(games: int) -> None:
    picture = histogram([1] * games if games < 1000 else [1], 1)
    ticks = [
        int(text.replace(",", "")) for text in re.findall(r'"end" x="33.0"[^>]*>([\d,]+)<', picture)
    ]
    tallest = games if games < 1000 else 1
    assert ticks[0] == 0
    assert ticks[-2] < tallest <= ticks[-1]
    assert len(ticks) <= 5
    assert {str(ticks[1])[0], *str(ticks[1])[1:]} <= {"1", "2", "5", "0"}


def test_a_sweep_says_each_figure_once(run, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    words = ("simulate", EVEN.scenario, "--seed", 3, "--games", 12, "--sweep", "british.hand=8,9")
    assert run(*words, "--html", file).status == 0
    found = Page(file.read_text(encoding="utf-8"))
    for point in points(EVEN, {"british.hand": [8, 9]}):
        for mean in simulate(point.job, 12).means.values():
            assert found.words.count(f"{mean.low:.2f} to {mean.high:.2f}") == 0
    assert "<svg" not in file.read_text(encoding="utf-8").partition("Every point")[0]


def test_a_sweep_over_titles_is_headed_by_the_id(run, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    run("simulate", EVEN.scenario, "--games", 1, "--sweep", "title=One,Two", "--html", file)
    assert f"<h1>{EVEN.scenario}</h1>" in file.read_text(encoding="utf-8")


def test_a_sweep_over_two_keys_has_a_heat_map_of_its_shares() -> None:
    axes = {"british.hand": [8, 10], "turkish.hand": [8, 9, 10]}
    plan = points(EVEN, axes)
    shares = [estimate.share(won, 10) for won in (1, 2, 3, 4, 5, 6)]
    found = NearestPoint(default_target(["british", "turkish"]), 4, (), tuple(shares))
    game = GameResult(1, "x/1", "a", {"british": 1, "turkish": 0}, {}, 9)
    batches = [Batch(point.job, EVEN.scenario, [game], 1.0) for point in plan]
    text = page(plan, batches, found)
    (drawn,) = re.findall(r'<figure class="sheet heat">(.*?)</figure>', text, re.DOTALL)
    assert re.findall(r'class="inside"[^>]*>([^<]*)', drawn) == [
        "10 %", "20 %", "30 %", "40 %", "50 %", "60 %",
    ]  # fmt: skip
    boxes = re.findall(r'class="heat" (x="[^"]*" y="[^"]*")', drawn)
    frames = re.findall(r'class="(cell[^"]*)" (x="[^"]*" y="[^"]*")', drawn)
    assert [box for kind, box in frames if kind == "cell best"] == [boxes[4]]
    assert frames[-1][0] == "cell best"
    dark = [float(text) for text in re.findall(r'fill-opacity="([^"]*)"', drawn)]
    assert dark == sorted(dark)
    jobs = points(EVEN, {"british.hand": [8, 10]})
    plain = page(jobs, batches[:2], NearestPoint(found.target, 0, (), tuple(shares[:2])))
    assert "sheet heat" not in plain


def test_it_calls_seats_and_outcomes_as_the_game_does_the_best_first() -> None:
    job = Job("lrdg/barca", {"lrdg": "scripted"}, 1)
    names = ("failure", "total", "total", "remarkable", "odd-end")
    games = [GameResult(n, f"1/{n}", name, {"lrdg": 1}, {}, 9) for n, name in enumerate(names, start=1)]
    words = Page(page([Point({}, job)], [Batch(job, job.scenario, games, 1.0)])).words
    order = ("remarkable success", "total success", "failure", "odd end")
    assert [*sorted(order, key=words.index)] == [*order]
    assert "the raiders" in words
    assert "1.0 s" not in words


def test_the_heat_map_names_each_key_once(run, tmp_path: Path) -> None:
    file = tmp_path / "heat.html"
    sweep = ("--sweep", "british.hand=8,9", "--sweep", "turkish.hand=9,10")
    assert run("simulate", EVEN.scenario, "--games", 3, *sweep, "--html", file).status == 0
    text = file.read_text(encoding="utf-8")
    (drawn,) = re.findall(r'<figure class="sheet heat">(.*?)</figure>', text, re.DOTALL)
    assert re.findall(r"<text[^>]*>(\D[^<]*)<", drawn) == ["turkish.hand", "british.hand"]
