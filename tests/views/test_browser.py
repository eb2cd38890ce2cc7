"""The page in a real browser: what it shows is what the replay says, by mouse and by keyboard alone."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import sandtable
from sandtable import Exported
from sandtable.drawing.svg import drawing
from sandtable.record.frames import Frame
from sandtable.record.replay import Replay
from sandtable_tools.views.replay_page import page as written

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

Frames = Callable[..., list[Frame]]
Watch = Callable[..., "Page"]

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
GAMES = ("lawrence-hejaz-railroad", "lrdg-benghazi-road", "megiddo-1918-even")
SLIDE = "(slider, place) => { slider.value = place; slider.dispatchEvent(new Event('input')); }"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    path = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if path is None:
        missing = "no Chromium or Chrome is on the PATH; install one to run the tests of the browser"
        pytest.fail(missing) if os.environ.get("CI") else pytest.skip(missing)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture
def watch(browser: Browser, page_of: Callable[..., str], tmp_path: Path) -> Iterator[Watch]:
    """Opens the page of a recorded game; in the end nothing may have gone wrong in any."""
    wrong: list[str] = []
    contexts = []

    def opened(name: str, text: str = "", width: int = 1280, place: str = "", **how: str) -> Page:
        file = tmp_path / f"{name}.html"
        file.write_text(text or page_of(name), encoding="utf-8")
        how = {"color_scheme": "light", "reduced_motion": "reduce", **how}
        context = browser.new_context(viewport={"width": width, "height": 800}, **how)
        context.set_default_timeout(60_000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: wrong.append(said.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda one: one.url.split("#")[0] == file.as_uri() or wrong.append(one.url))
        page.goto(file.as_uri() + place)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []


def line(page: Page) -> int:
    """The line that the page is at: of the log's present entry, which must be one, and in sight."""
    entry = page.locator("#log [aria-current=step]")
    panel, box = page.locator("#log").bounding_box(), entry.bounding_box()
    assert panel
    assert box
    assert panel["y"] - 1 <= box["y"] < panel["y"] + panel["height"]
    return int(entry.locator("button.line").inner_text())


def matches(page: Page, frame: Frame) -> None:
    """The page shows this frame: its words, its numbers, every counter in its place."""
    assert line(page) == frame.n
    assert page.locator("#turn").text_content() == frame.turn
    assert page.locator("#status").text_content() == frame.status
    assert page.locator("#board pre").text_content() == "\n".join(frame.board)
    told = page.locator("#log [aria-current] > p:not(.head, .rolls)").all_text_contents()
    assert [re.sub(r" \S+$", "", text) for text in told] == [one.text for one in frame.events]
    for chart in page.locator("#charts figcaption").all():
        words, value = chart.evaluate("one => [one.firstChild.data, one.children[0].textContent]")
        tracks = {name.replace("-", " "): str(number) for name, number in frame.tracks.items()}
        assert value == tracks.get(words, "")
    shown = page.locator("figure.picture:visible")
    assert shown.locator("figcaption").all_text_contents() == [one.title for one in frame.pictures]
    for figure, picture in zip(shown.all(), frame.pictures, strict=True):
        places = figure.locator(".piece").evaluate_all("all => all.map(one => one.style.transform)")
        placed = drawing(picture).counters.values()
        assert places == [f"translate({one.x}px, {one.y}px)" for one in placed]


@pytest.mark.parametrize("name", GAMES)
def test_every_step_shows_what_the_replay_says(name: str, watch: Watch, frames_of: Frames) -> None:
    page, frames = watch(name), frames_of(name)
    places = [*range(0, len(frames), max(1, len(frames) // 8)), len(frames) - 1, len(frames) // 2, 0]
    lines = []
    for place in places:
        page.locator("#slider").evaluate(SLIDE, place)
        matches(page, frames[place])
        lines.append(line(page))
    assert lines == [frames[place].n for place in places]


@pytest.mark.parametrize("name", GAMES)
def test_keys_alone_go_through_the_game(name: str, watch: Watch, frames_of: Frames) -> None:
    page, frames = watch(name), frames_of(name)
    turns = [k for k, one in enumerate(frames) if k == 0 or one.turn != frames[k - 1].turn]
    ways = {"ArrowRight": 1, "ArrowLeft": 0, "End": len(frames) - 1, "PageUp": turns[-1]}
    ways |= {"Home": 0, "PageDown": turns[1]}
    lines = {}
    for key, place in ways.items():
        page.keyboard.press(key)
        matches(page, frames[place])
        lines[key] = line(page)
    assert lines == {key: frames[place].n for key, place in ways.items()}


def test_the_tab_key_comes_to_every_control_and_to_the_rules_of_the_present_line(
    watch: Watch, frames_of: Frames
) -> None:
    page = watch("megiddo-1918-even")
    page.keyboard.press("End")
    stops = []
    for _ in range(30):
        page.keyboard.press("Tab")
        focus = page.locator(":focus")
        if not focus.count():
            break
        assert focus.evaluate("one => getComputedStyle(one).outlineStyle") != "none"
        stops.append(focus.evaluate("one => one.id || one.className || one.localName"))
    wanted = [
        "theme",
        "first",
        "back",
        "play",
        "next",
        "last",
        "slider",
        "jump",
        "speed",
        "log",
        "summary",
    ]
    assert [stop for stop in stops if stop in wanted] == wanted
    page.locator("#log").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    cited = frames_of("megiddo-1918-even")[-2].events[0].cites
    assert page.locator("#rule").is_visible()
    assert (page.locator("#rule-title").text_content() or "").split()[0] == cited
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Escape")
    assert not page.locator("#rule").is_visible()
    assert line(page) == frames_of("megiddo-1918-even")[-2].n


@pytest.mark.parametrize("name", GAMES)
def test_a_rule_opens_in_our_words(name: str, watch: Watch) -> None:
    page = watch(name)
    page.keyboard.press("ArrowRight")
    button = page.locator("#log button.cite").first
    section = button.inner_text()
    button.click()
    assert (page.locator("#rule-title").text_content() or "").startswith(section)
    assert len(page.locator("#rule div").inner_text()) > 60
    page.get_by_role("button", name="Close").click()
    assert not page.locator("#rule").is_visible()


def test_buttons_lists_charts_and_the_log_go_there(watch: Watch, frames_of: Frames) -> None:
    page, frames = watch("lrdg-benghazi-road"), frames_of("lrdg-benghazi-road")
    for label, place in {"To the end": -1, "Back": -2, "To the start": 0, "Forward": 1}.items():
        page.get_by_role("button", name=label, exact=True).click()
        matches(page, frames[place])
    third = next(place for place, one in enumerate(frames) if one.turn.lower().endswith("turn 3"))
    page.locator("#jump").select_option(label=frames[third].turn)
    matches(page, frames[third])
    page.locator("#log button.line").nth(4).click()
    matches(page, frames[4])
    box = page.locator("#charts svg").first.bounding_box()
    assert box
    page.locator("#charts svg").first.click(position={"x": box["width"] - 1, "y": box["height"] / 2})
    matches(page, frames[-1])


def test_it_plays_to_the_end_and_stops(watch: Watch, frames_of: Frames) -> None:
    page, frames = watch("lawrence-aqaba"), frames_of("lawrence-aqaba")
    page.locator("#speed").select_option("4")
    page.locator("#slider").evaluate(SLIDE, len(frames) - 4)
    page.locator("h1").click()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Pause").wait_for()
    page.get_by_role("button", name="Play").wait_for()
    matches(page, frames[-1])
    page.locator("#speed").select_option("0.5")
    page.get_by_role("button", name="Play").click()
    page.get_by_role("button", name="Pause").click()
    assert line(page) < frames[-1].n


def test_the_address_names_the_line(watch: Watch) -> None:
    page = watch("lawrence-aqaba", place="#n=9")
    assert line(page) == 9
    page.keyboard.press("ArrowRight")
    assert page.url.endswith("#n=10")
    page.reload()
    assert line(page) == 10
    for there, shown in {"#n=3": 3, "#n=9999": 24, "#n=0": 1, "#n=x": 1, "#<b>": 1}.items():
        page.evaluate("there => { location.hash = there; }", there)
        page.locator(
            "#log [aria-current=step] button.line", has_text=re.compile(f"^{shown}$")
        ).wait_for()
        assert line(page) == shown


@pytest.mark.parametrize("name", [*GAMES, "lrdg-campaign-1942"])
def test_a_narrow_screen_needs_no_scrolling_sideways(name: str, watch: Watch) -> None:
    page = watch(name, width=400)
    for part in (0, 0.3, 0.5, 1):
        last = int(page.locator("#slider").get_attribute("max") or 0)
        page.locator("#slider").evaluate(SLIDE, int(last * part))
        page.locator("#board").evaluate("board => { board.open = true; }")
        wide = page.evaluate("[document.scrollingElement.scrollWidth, innerWidth]")
        assert wide[0] <= wide[1] == 400


def test_long_words_do_not_make_the_page_wider(watch: Watch, tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    with sandtable.new("lrdg/benghazi-road", seed="s" * 80, save=path) as session:
        session.note(f"@{'b' * 200} {'n' * 200}")
    page = watch("long", text=written(Exported.of_replay(Replay(path))), width=400)
    page.keyboard.press("End")
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 400


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_light_or_dark_as_the_reader_likes(scheme: str, watch: Watch) -> None:
    page = watch("lrdg-benghazi-road", color_scheme=scheme)
    grey = """() => [document.body, document.querySelector(".sheet")].map(one =>
        Math.max(...getComputedStyle(one).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)))"""
    other = {"light": "dark", "dark": "light"}[scheme]
    for wanted in (scheme, other, scheme):
        assert [shade > 128 for shade in page.evaluate(grey)] == [wanted == "light"] * 2
        page.get_by_role("button", name="Switch between light and dark").click()


def test_counters_glide_unless_motion_is_not_liked(watch: Watch) -> None:
    glide = "getComputedStyle(document.querySelector('.piece')).transitionDuration"
    shown = {}
    for liking in ("no-preference", "reduce"):
        page = watch("lrdg-benghazi-road", place="#n=5", reduced_motion=liking)
        page.wait_for_selector("body.ready", state="attached")
        shown[liking] = page.evaluate(glide)
    assert shown == {"no-preference": "0.5s", "reduce": "0s"}


def test_markup_in_a_note_is_shown_as_text(watch: Watch, tmp_path: Path) -> None:
    evil = "@<b>here <img src=x onerror=alert(1)></script><script>alert(2)</script>"
    path = tmp_path / "evil.jsonl"
    with sandtable.new("megiddo/1918", seed="<img src=y>", save=path) as session:
        session.note(evil)
    page = watch("evil", text=written(Exported.of_replay(Replay(path))))
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    page.keyboard.press("End")
    assert page.locator("#log blockquote").text_content() == evil
    assert page.locator("#log mark").text_content() == "<b>here"
    assert page.locator("#jump optgroup[label=Bookmarks] option").all_text_contents() == ["@<b>here"]
    assert page.locator("img").count() == 0
    assert "<img src=y>" in page.locator("#facts").inner_text()


def test_a_picture_that_is_too_wide_shows_what_changes_and_scrolls_by_its_arrow_keys(
    watch: Watch, frames_of: Frames
) -> None:
    page, frames = watch("megiddo-1918-even", width=400), frames_of("megiddo-1918-even")
    sheet = page.locator(".sheet").first
    for seat, side in (("british", "left"), ("turkish", "right"), ("british", "left")):
        commits = (k for k, one in enumerate(frames) if one.seat == seat and "commit" in one.words)
        for place in (next(commits), next(commits)):
            page.locator("#slider").evaluate(SLIDE, place)
        scrolled = sheet.evaluate("box => box.scrollLeft")
        assert (scrolled > 100) == (side == "right")
    before = line(page)
    sheet.focus()
    page.keyboard.press("ArrowRight")
    assert line(page) == before
    page.locator("#next").focus()
    page.keyboard.press("ArrowRight")
    assert line(page) == before + 1


def test_the_log_keeps_up_with_an_arrow_key_that_is_held(watch: Watch) -> None:
    page = watch("megiddo-1918-even", reduced_motion="no-preference")
    for _ in range(60):
        page.keyboard.press("ArrowRight")
    assert line(page) == 61
