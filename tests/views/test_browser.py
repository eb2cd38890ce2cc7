"""The page in a real browser: it shows the replay, by mouse and by keyboard alone."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import sandtable
from sandtable import Exported
from sandtable.plugins.catalog import catalog
from sandtable.record.replay import Replay
from sandtable_pictures.frame import Frame
from sandtable_pictures.svg import drawing
from sandtable_pictures.svg.plan import NAME
from sandtable_tools.reviews import FORMAT
from sandtable_tools.views.facts import stake_names
from sandtable_tools.views.marks import marks
from sandtable_tools.views.replay_page import page as written
from sandtable_tools.views.report import page as report
from sandtable_tools.views.runs import merge_step, steps

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

Frames = Callable[..., list[Frame]]


@pytest.fixture(scope="module")
def frames_of(frames_of: Frames) -> Frames:
    """The steps of a recorded game, which the page shows, each in one frame."""
    return lambda *asked: list(map(merge_step, steps(frames_of(*asked))))


Watch = Callable[..., "Page"]

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
SAVES = Path(__file__).parents[2] / "saves"
NAMES = ("lawrence", "lrdg", "megiddo")
GAMES = ("lawrence-hejaz-railroad", "lrdg-benghazi-road", "megiddo-1918-even")
SLIDE = "(_, place) => go(place)"


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
    """Opens the page of a recorded game; at the end, no error may be in the browser's log."""
    wrong: list[str] = []
    contexts = []

    def opened(name: str, text: str = "", width: int = 1280, place: str = "", **how: Any) -> Page:
        file = tmp_path / f"{name}.html"
        file.write_text(text or page_of(name), encoding="utf-8")
        how = {"color_scheme": "light", "reduced_motion": "reduce", **how}
        context = browser.new_context(viewport={"width": width, "height": 800}, **how)
        context.set_default_timeout(60_000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: wrong.append(said.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on(
            "request",
            lambda request: request.url.split("#")[0] == file.as_uri() or wrong.append(request.url),
        )
        page.goto(file.as_uri() + place)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []


def line(page: Page) -> int:
    """The current line of the page; the log marks one row, which is visible."""
    row = page.locator("#log li[aria-current=step]")
    panel, box = page.locator("#log").bounding_box(), row.bounding_box()
    assert panel
    assert box
    assert panel["y"] - 1 <= box["y"] < panel["y"] + panel["height"]
    return int(page.locator("#sentence .number").text_content() or "")


def matches(page: Page, frame: Frame) -> None:
    """Check that the page shows this frame: its words, its numbers, every counter in its place."""
    assert line(page) == frame.n
    assert page.locator("#turn").text_content() == frame.turn
    assert page.locator("#status").text_content() == re.sub(
        rf"^{re.escape(frame.turn)}(\. | )" if frame.turn else "^", "", frame.status
    )
    assert page.locator("#board pre").text_content() == "\n".join(frame.board)
    step = page.locator("#step").text_content() or ""
    row = page.locator("#log li[aria-current=step]").text_content() or ""
    assert [event.text for event in frame.events if event.text not in step] == []
    assert [event.text for event in frame.events if event.text not in row] == []
    for chart in page.locator("#charts figcaption").all():
        words, *values = chart.evaluate(
            "tick => [tick.firstChild.data, ...[...tick.querySelectorAll('b')].map(b => b.innerText)]"
        )
        numbers = charted(frame)
        sides = {f"The {side} ": name for name, side in (("British", "British"), ("Turkish", "Turks"))}
        for value in values:
            side = next(filter(value.startswith, sides), "")
            name = f"{sides[side]} {words.lower()}" if side else words
            assert value.removeprefix(side) == numbers.get(name, "")
    figures = page.locator("figure.picture:visible")
    captions = figures.locator("figcaption span").all_text_contents()
    pictures = frame.pictures[:1] if any(event.strike for event in frame.events) else frame.pictures
    assert captions == [picture.title for picture in pictures]
    for figure, picture in zip(figures.all(), pictures, strict=True):
        places = figure.locator(".piece").evaluate_all(
            "all => all.map(element => element.style.transform)"
        )
        placed = drawing(picture).counters.values()
        assert places == [f"translate({counter.x}px, {counter.y}px)" for counter in placed]


def charted(frame: Frame) -> dict[str, str]:
    """The numbers of a frame by the titles of their charts, in the unit of the rulebook."""
    titles = {name: title for game in NAMES for name, title in stake_names(catalog().game(game)).items()}
    found = {}
    for name, value in frame.tracks.items():
        title = titles.get(name) or name.replace("-", " ")
        found[f"{title[0].upper()}{title[1:]}"] = f"{value:g}"
    return found


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
    turns = [k for k, frame in enumerate(frames) if k == 0 or frame.turn != frames[k - 1].turn]
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
        assert focus.evaluate("element => getComputedStyle(element).outlineStyle") != "none"
        stops.append(focus.evaluate("element => element.id || element.className || element.localName"))
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


def test_a_rule_shows_its_boxes_and_pictures(watch: Watch, data_of: Callable[[str], Any]) -> None:
    page = watch("megiddo-1918-even")
    rules = data_of(page.content())["rules"]
    seen = set()
    for section, (_, blocks) in rules.items():
        page.evaluate("section => { consult(section); byId('rule').close(); }", section)
        for kind, tag in (
            ("box", "blockquote"),
            ("picture", "pre"),
            ("table", "table"),
            ("text", ":scope > p"),
        ):
            drawn = page.locator("#rule div").locator(tag)
            assert drawn.count() == sum(block[0] == kind for block in blocks), (section, kind)
            seen |= {kind} if drawn.count() else set()
    assert {"text", "picture"} <= seen


def test_buttons_lists_charts_and_the_log_go_there(watch: Watch, frames_of: Frames) -> None:
    page, frames = watch("lrdg-benghazi-road"), frames_of("lrdg-benghazi-road")
    for label, place in {"To the end": -1, "Back": -2, "To the start": 0, "Forward": 1}.items():
        page.get_by_role("button", name=label, exact=True).click()
        matches(page, frames[place])
    third = next(place for place, frame in enumerate(frames) if frame.turn.lower().endswith("turn 3"))
    page.locator("#jump").select_option(label=frames[third].turn)
    matches(page, frames[third])
    page.locator("#log li").nth(8).locator("button.line").click()
    matches(page, frames[8])
    row = page.locator("#log li").nth(5)
    row.click(position={"x": 200, "y": 8})
    assert page.locator("#log li").nth(5).get_attribute("aria-current") == "step"
    assert row.get_attribute("data-place") == "5"
    assert line(page) == frames[5].n
    for plot in ("#charts figure > svg", "#slider > svg"):
        page.keyboard.press("Home")
        box = page.locator(plot).first.bounding_box()
        assert box
        page.mouse.click(box["x"] + box["width"] - 0.4, box["y"] + box["height"] / 2)
        matches(page, frames[-1])


def test_the_curve_is_a_slider_for_mouse_keys_and_touch(watch: Watch, frames_of: Frames) -> None:
    page, frames = watch("lrdg-benghazi-road", has_touch=True), frames_of("lrdg-benghazi-road")
    slider = page.get_by_role("slider", name="Place in the game")
    box, last = slider.locator("> svg").bounding_box(), len(frames) - 1
    assert box
    places = [round(last * share) for share in (0.2, 0.5, 0.8)]
    points = [(box["x"] + box["width"] * place / last, box["y"] + 20) for place in places]
    page.mouse.move(*points[0])
    page.mouse.down()
    for place, point in zip(places, points, strict=True):
        page.mouse.move(*point)
        assert line(page) == frames[place].n
    page.mouse.up()
    page.mouse.move(*points[0])
    assert line(page) == frames[places[2]].n
    slider.focus()
    for key, by in {"ArrowUp": 1, "ArrowRight": 2, "ArrowLeft": 1, "ArrowDown": 0}.items():
        page.keyboard.press(key)
        assert line(page) == frames[places[2] + by].n
    now = frames[places[2]]
    assert slider.get_attribute("aria-valuenow") == str(places[2] + 1)
    assert slider.get_attribute("aria-valuemax") == str(len(frames))
    said = slider.get_attribute("aria-valuetext") or ""
    assert said.startswith(f"line {now.n} of {frames[-1].n}. {now.turn}. VP {charted(now)['VP']}")
    page.touchscreen.tap(*points[0])
    assert line(page) == frames[places[0]].n
    assert slider.evaluate("slider => getComputedStyle(slider).touchAction") == "pan-y"


@pytest.mark.parametrize("name", GAMES)
def test_there_are_at_most_three_small_charts(name: str, watch: Watch) -> None:
    page = watch(name)
    titles = page.locator("#charts figcaption").evaluate_all(
        "all => all.map(one => one.firstChild.data)"
    )
    assert (
        titles
        == {
            "lawrence-hejaz-railroad": ["Units", "Ops", "Pounds"],
            "lrdg-benghazi-road": ["Alarm", "1st action points", "Axis defeated"],
            "megiddo-1918-even": ["Cards lost"],
        }[name]
    )


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


def test_the_address_names_the_line(watch: Watch, frames_of: Frames) -> None:
    page, last = watch("lawrence-aqaba", place="#n=9"), frames_of("lawrence-aqaba")[-1].n
    assert line(page) == 9
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**#n=10")
    page.reload()
    assert line(page) == 10
    for there, shown in {"#n=3": 3, "#n=9999": last, "#n=0": 1, "#n=x": 1, "#<b>": 1}.items():
        page.evaluate("there => { location.hash = there; }", there)
        page.locator(
            "#log [aria-current=step] button.line", has_text=re.compile(f"^{shown}$")
        ).wait_for()
        assert line(page) == shown


@pytest.mark.parametrize("name", [*GAMES, pytest.param("lrdg-campaign-1942", marks=pytest.mark.soak)])
def test_a_narrow_screen_needs_no_scrolling_sideways(name: str, watch: Watch) -> None:
    page = watch(name, width=400)
    for part in (0, 0.3, 0.5, 1):
        last = int(page.locator("#slider").get_attribute("aria-valuemax") or 0) - 1
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


def step_with(frames: list[Frame], wanted: Callable[[Frame, Frame], bool]) -> int:
    """The place of the first step that is as wanted, compared with the one before."""
    return next(place for place in range(2, len(frames)) if wanted(frames[place], frames[place - 1]))


def spots(frame: Frame) -> dict[str, str]:
    """The spot of each counter of the main picture."""
    return {counter.key: counter.at for counter in frame.pictures[0].counters}


def has_moved(frame: Frame, before: Frame) -> bool:
    here, there = spots(frame), spots(before)
    return frame.action is not None and any(there.get(key, spot) != spot for key, spot in here.items())


@pytest.mark.parametrize("name", ["lawrence-hejaz-railroad", "lrdg-benghazi-road"])
def test_a_counter_that_moved_has_a_trail_and_a_ring(name: str, watch: Watch, frames_of: Frames) -> None:
    page, frames = watch(name), frames_of(name)
    place = step_with(frames, has_moved)
    page.locator("#slider").evaluate(SLIDE, place)
    frame, before = frames[place], frames[place - 1]
    moved = [key for key, spot in spots(frame).items() if spots(before).get(key, spot) != spot]
    start = [drawing(before.pictures[0]).counters[key] for key in moved]
    trail = page.locator("#pictures .marks .trail").first.get_attribute("d") or ""
    points = [complex(*map(float, point.split())) for point in trail.removeprefix("M").split("L")]
    assert min(abs(complex(counter.x, counter.y) - points[0]) for counter in start) < 25
    ways = drawing(before.pictures[0]).route(
        start[0].at, drawing(frame.pictures[0]).counters[moved[0]].at
    )
    assert all(min(abs(point - other) for way in ways for other in way.points()) < 9 for point in points)
    ring = page.locator("#pictures .ring.moved").first.bounding_box()
    end = drawing(frame.pictures[0]).counters[moved[-1]]
    spot = page.locator("#pictures .piece").nth(list(spots(frame)).index(moved[-1])).bounding_box()
    assert ring
    assert spot
    assert ring["x"] < spot["x"] + spot["width"] / 2 < ring["x"] + ring["width"], end
    page.locator("#slider").evaluate(SLIDE, 0)
    assert page.locator(".marks *").count() == 0


def lost(frame: Frame, before: Frame) -> list[str]:
    """The counters that have left the main picture, if nothing lies in their places."""
    after, then = (drawing(either.pictures[0]).counters for either in (frame, before))
    taken = {(placed.x, placed.y) for placed in after.values()}
    return [key for key, old in then.items() if key not in after and (old.x, old.y) not in taken]


def test_a_new_or_hit_counter_has_a_ring_and_a_removed_one_a_ghost(
    watch: Watch, frames_of: Frames
) -> None:
    page, frames = watch("lrdg-barca"), frames_of("lrdg-barca")
    gone = step_with(frames, lambda now, then: bool(lost(now, then)))
    page.locator("#slider").evaluate(SLIDE, gone)
    assert page.locator("#pictures .ghost").count() == len(lost(frames[gone], frames[gone - 1]))
    new = step_with(frames, lambda now, then: bool(spots(now).keys() - spots(then).keys()))
    page.locator("#slider").evaluate(SLIDE, new)
    keys = spots(frames[new]).keys() - spots(frames[new - 1]).keys()
    assert page.locator("#pictures .ring.new").count() == len({spots(frames[new])[key] for key in keys})


def test_the_page_marks_what_a_report_marks(watch: Watch, frames_of: Frames) -> None:
    page, frames = watch("lrdg-barca"), frames_of("lrdg-barca")
    ghosts = 0
    for place in range(1, len(frames)):
        before, now = (drawing(frames[at].pictures[0]) for at in (place - 1, place))
        page.locator("#slider").evaluate(SLIDE, place)
        found = page.locator("#pictures .marks").inner_html()
        for kind in ("ghost", "ring", "trail"):
            shown = [len(re.findall(f'class="{kind}[ "]', text)) for text in (found, marks(before, now))]
            assert shown[0] == shown[1], (frames[place].n, kind)
        spots = [
            sorted(re.findall(r'class="ghost" transform="translate\((\S+ \S+)\)', text))
            for text in (found, marks(before, now))
        ]
        assert spots[0] == spots[1]
        ghosts += len(spots[0])
    assert ghosts > 3


def test_a_pile_has_its_number_and_whoever_points_at_it_sees_the_names(
    watch: Watch, frames_of: Frames
) -> None:
    page, frames = watch("lrdg-barca"), frames_of("lrdg-barca")
    stacks = [max(Counter(spots(frame).values()).items(), key=lambda item: item[1]) for frame in frames]
    place, (space, count) = max(enumerate(stacks), key=lambda item: item[1][1])
    assert count > 8
    page.locator("#slider").evaluate(SLIDE, place)
    drawn = drawing(frames[place].pictures[0])
    numbers = re.findall(r'class="number".*?<text[^>]*>(\d+)<', drawn.svg)
    assert numbers
    assert sorted(page.locator("#pictures .number").all_text_contents()) == sorted(numbers)
    here = [counter for counter in drawn.counters.values() if counter.at == space]
    assert len({(counter.x, counter.y) for counter in here}) == count
    turn = max(turn for turn, spot in enumerate(spots(frames[place]).values()) if spot == space)
    page.locator("#pictures .piece").nth(turn).hover(force=True)
    assert page.locator("#pictures .lifted").count() == 1
    assert "<title>" in here[-1].look


@pytest.mark.parametrize("name", [*GAMES, pytest.param("lrdg-barca", marks=pytest.mark.soak)])
def test_every_step_is_shown_in_a_sentence_of_the_game(name: str, watch: Watch) -> None:
    page = watch(name)
    rows = page.locator("#log li").evaluate_all(
        "all => all.map(row => row.querySelector('.head')).map(head => [head.innerText, head.title])"
    )
    assert len(rows) > 10
    for message, typed in rows[:-1]:
        sentence = message.lstrip("0123456789\u2013 ").rstrip(".")
        assert re.match(r"[A-Z]", sentence), message
        assert typed in ("", "typed: done") or typed.removeprefix("typed: ") != sentence.lower()
    labels = " ".join(message for message, _ in rows)
    assert not re.search(r"\b(axis|oef)-\d|\b[a-z]\d-[a-z]\b", labels)


def test_a_choice_of_several_parts_is_one_step(watch: Watch, frames_of: Frames) -> None:
    page, frames = watch("megiddo-1918-even"), frames_of("megiddo-1918-even")
    first = step_with(frames, lambda now, _: now.words.startswith("commit"))
    assert frames[first].words.endswith("; done")
    page.locator("#slider").evaluate(SLIDE, first)
    row = page.locator("#log li[aria-current=step]")
    assert re.search(r" commit .* and ", row.locator(".head").inner_text())


def test_a_name_lights_up_its_place(watch: Watch, frames_of: Frames) -> None:
    page, frames = watch("lrdg-benghazi-road"), frames_of("lrdg-benghazi-road")
    place = step_with(frames, has_moved)
    page.locator("#slider").evaluate(SLIDE, place)
    name = page.locator("#sentence .called").last
    space = next(
        space for space in frames[0].pictures[0].board.spaces.values() if str(space) == name.inner_text()
    )
    name.hover()
    light = page.locator("circle.lit")
    spot = drawing(frames[0].pictures[0]).spots[space.id]
    assert (float(light.get_attribute("cx") or 0), float(light.get_attribute("cy") or 0)) == spot
    page.mouse.move(2, 2)
    assert light.count() == 0


def test_dice_are_dice_and_no_index_of_a_pile_is_shown(watch: Watch, frames_of: Frames) -> None:
    page, frames = watch("lrdg-benghazi-road"), frames_of("lrdg-benghazi-road")
    place = step_with(frames, lambda now, _: any(roll.stream == "dice" for roll in now.rolls))
    page.locator("#slider").evaluate(SLIDE, place)
    shown = page.locator("#happened .die").evaluate_all(
        "all => all.map(element => Number(element.dataset.value))"
    )
    assert shown == [roll.value for roll in frames[place].rolls if roll.stream == "dice"]
    pips = page.locator("#happened .die").first.locator("circle").count()
    assert pips == shown[0]
    assert not re.search(r"\d/\d+", " ".join(page.locator("#log .rolls").all_inner_texts()))


@pytest.mark.parametrize("name", [*GAMES, pytest.param("lrdg-barca", marks=pytest.mark.soak)])
def test_on_a_phone_the_step_is_below_the_controls_and_letters_on_the_map_have_ten_pixels(
    name: str, watch: Watch
) -> None:
    page = watch(name, width=390)
    page.locator("#slider").evaluate(SLIDE, 12)
    controls, step, sheet = (
        page.locator(part).bounding_box() for part in ("#controls", "#step", ".sheet >> nth=0")
    )
    assert controls
    assert step
    assert sheet
    assert 0 <= step["y"] - (controls["y"] + controls["height"]) < 30
    assert step["y"] + step["height"] <= sheet["y"] < 400
    assert sheet["y"] + sheet["height"] < 900
    assert sheet["x"] >= 0
    assert sheet["x"] + sheet["width"] <= 390
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    svg = page.locator(".sheet svg").first
    scale = svg.evaluate("svg => svg.clientWidth / svg.viewBox.baseVal.width")
    letters = svg.locator("text").evaluate_all(
        "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert all(scale * size >= 10 for size in [NAME, *letters])
    assert page.locator("#happened").is_visible()
    page.locator(".sheet svg").first.dblclick(position={"x": 60, "y": 60})
    assert page.locator(".sheet").first.evaluate("box => box.scrollWidth > 1.8 * box.clientWidth")


@pytest.mark.parametrize("name", [*GAMES, pytest.param("lrdg-barca", marks=pytest.mark.soak)])
def test_on_a_phone_letters_on_the_pictures_of_a_report_have_ten_pixels(name: str, watch: Watch) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = watch(name, text=report(Exported.of_replay(Replay(SAVES / f"{name}.jsonl"))), width=390)
    sizes = page.locator("figure svg[role=img] text").evaluate_all(
        "all => all.map(one => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a)"
    )
    assert min(sizes) >= 10
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    found = Axe().run(page).response["violations"]
    assert [(one["id"], one["nodes"][0]["target"]) for one in found] == []


@pytest.mark.parametrize("width", [390, 1366, pytest.param(1920, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", ["lrdg-barca", "lawrence-gaza-offensive"])
def test_nothing_jumps_from_step_to_step(name: str, width: int, watch: Watch) -> None:
    page = watch(name, width=width)
    seen, battles = set(), set()
    for place in range(1, 60, 3):
        page.locator("#slider").evaluate(SLIDE, place)
        parts = ("#controls", "#step", ".sheet >> nth=0", "#log")
        boxes = [page.locator(part).bounding_box() for part in parts]
        seen.add(tuple(box and (box["x"], box["y"], box["width"]) for box in boxes))
        battles.add(page.locator("figure.picture:visible").count() > 1)
    assert len(seen) == 1
    assert battles == {True, False}


@pytest.mark.parametrize(
    ("save", "high"), [("saves/lrdg-barca.jsonl", 46), ("docs/live/raid.jsonl", 54)]
)
def test_in_the_frame_of_another_page_all_of_the_map_is_visible(
    save: str, high: int, watch: Watch
) -> None:
    text = escape(written(Exported.of_replay(Replay(SAVES.parent / save))))
    style = f"width:44rem;height:{high}rem"
    page = watch("outer", text=f'<iframe srcdoc="{text}" style="{style}">')
    for place in (0, 36, 60):
        inside = page.frame_locator("iframe")
        inside.locator("#slider").evaluate(SLIDE, place)
        outer, sheet = (
            part.bounding_box() for part in (page.locator("iframe"), inside.locator(".sheet").first)
        )
        assert outer
        assert sheet
        assert sheet["y"] + sheet["height"] <= outer["y"] + outer["height"]
        assert inside.locator("#sentence").is_visible()
    assert ("Expected" in inside.locator("#slider p").inner_text()) == (high > 50)


def test_the_map_shows_where_the_battle_is(watch: Watch, frames_of: Frames) -> None:
    page, frames = watch("lrdg-barca", width=390), frames_of("lrdg-barca")
    page.get_by_role("button", name="Enlarge the picture").first.click()
    battles = [place for place, frame in enumerate(frames) if len(frame.pictures) > 1]
    for place, frame in enumerate(frames):
        if place in battles[::5]:
            page.locator("#slider").evaluate(SLIDE, place)
            where = re.findall(r" at ([^,]+)", frame.pictures[1].title)[0]
            spaces = frame.pictures[0].board.spaces
            spot = drawing(frame.pictures[0]).spots[
                next(id for id, space in spaces.items() if str(space) == where)
            ]
            seen = page.locator("#pictures .sheet").evaluate(
                """(box, [x, wide]) => {
                  const left = x * box.firstChild.clientWidth / wide - box.scrollLeft;
                  return left > 0 && left < box.clientWidth;
                }""",
                [spot[0], drawing(frame.pictures[0]).width],
            )
            assert seen, frame.n
    assert battles


def test_letters_go_on_and_back_show_the_keys_and_copy_the_link(watch: Watch) -> None:
    page = watch("lawrence-aqaba", place="#n=5")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.keyboard.press("j")
    assert line(page) == 6
    page.keyboard.press("k")
    assert line(page) == 5
    page.keyboard.press("?")
    assert "the next step" in page.locator("#help").inner_text()
    page.keyboard.press("j")
    page.keyboard.press("Escape")
    assert line(page) == 5
    page.keyboard.press("c")
    page.locator("#said", has_text="copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()").endswith("#n=5")


def test_the_coachs_curve_is_the_slider_and_its_moments_are_dots_on_it(
    watch: Watch, tmp_path: Path
) -> None:
    save = tmp_path / "game.jsonl"
    shutil.copy(SAVES / "megiddo-1918-even.jsonl", save)
    session = Replay(save).run()
    luck = {"kind": "good luck", "by": 20.0, "amount": "about 20 %", "words": "done"}
    review = {
        "title": "Chance to win",
        "percent": True,
        "said": "The British won.",
        "curve": [
            {"n": n, "value": value, "low": value, "high": value} for n, value in ((2, 50), (75, 100))
        ],
        "moments": [
            {
                "n": 2,
                "kind": "mistake",
                "by": -20.0,
                "amount": "about 20 %",
                "words": "done",
                "better": "discard roads; discard roads; done",
            },
            {"n": 31, **luck},
        ],
        "games": 100,
    }
    account = {"format": FORMAT, "digest": session.journal.digest, "seats": {"british": review}}
    save.with_suffix(".coach.json").write_text(json.dumps(account), encoding="utf-8")
    page = watch("coached", text=written(Exported.of_replay(Replay(save))))
    assert page.locator("#slider p").inner_text().split("\n")[:2] == [
        "Chance to win: the British",
        "50 %",
    ]
    assert page.locator("#slider .band").count() == page.locator("#slider .area").count() == 1
    dots = page.locator("#slider .dot:not(.turn)")
    texts = [text.partition(", Turkish")[0] for text in dots.locator("title").all_text_contents()]
    assert texts == [
        "mistake, about 20 %: The British discard Escort Prisoners and Forage.",
        "good luck, about 20 %: The Turks commit Von Oppen",
    ]
    listed = page.locator("#jump optgroup[label='Choices and luck'] option").all_text_contents()
    assert [text.partition(", Turkish")[0] for text in listed] == texts
    dots.nth(1).click()
    assert line(page) == 31
    better = page.locator("#log .better").inner_text()
    assert better == ("Better by about 20 %: The British discard Roads x2. Show the better move")
    assert page.locator("#log .played").inner_text() == "Played: Done."
    page.get_by_role("button", name="Show the better move").click()
    assert line(page) == 4
    assert (
        page.locator("#pictures figcaption span")
        .inner_text()
        .startswith("Instead: The British discard Roads x2.")
    )
    assert page.locator("#pictures .marks *").count() > 0
    page.locator("#next").click()
    assert line(page) == 10
    assert page.locator("#pictures figcaption span").inner_text() == "Orders of Battle"
    page.keyboard.press("End")
    assert "100 %" in page.locator("#slider p").inner_text()


@pytest.mark.parametrize("width", [390, pytest.param(1366, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", GAMES)
def test_axe_finds_nothing(name: str, width: int, watch: Watch) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = watch(name, width=width)
    page.locator("#slider").evaluate(SLIDE, 27)
    page.locator("#board").evaluate("board => { board.open = true; }")
    found = Axe().run(page).response["violations"]
    assert [(one["id"], one["nodes"][0]["target"]) for one in found] == []


@pytest.mark.parametrize("name", ["lawrence-hejaz-railroad", "lrdg-benghazi-road"])
def test_the_button_that_enlarges_a_map_is_on_it(name: str, watch: Watch) -> None:
    page = watch(name, width=1366)
    button, sheet = (page.locator(f"#pictures {part}").bounding_box() for part in (".zoom", ".sheet"))
    assert button
    assert sheet
    assert sheet["x"] < button["x"]
    assert button["x"] + button["width"] <= sheet["x"] + sheet["width"]
    assert sheet["y"] < button["y"]


@pytest.mark.parametrize("width", [390, 1366])
@pytest.mark.parametrize("name", GAMES)
def test_a_fight_is_played_from_its_strikes_and_takes_no_room_elsewhere(
    name: str, width: int, watch: Watch, frames_of: Frames
) -> None:
    page, frames, seen = watch(name, width=width), frames_of(name), set()
    fights = [k for k, frame in enumerate(frames) if any(event.strike for event in frame.events)]
    for place in (*fights[:4], *(place - 1 for place in fights[:4])):
        page.locator("#slider").evaluate(SLIDE, place)
        strikes = [event.strike for event in frames[place].events if event.strike]
        fight = page.locator(".fight")
        assert fight.count() == bool(strikes)
        fighters = fight.locator(".field b").all_inner_texts()
        assert {strike.at for strike in strikes} <= set(fighters)
        shots = [strike for strike in strikes if strike.who]
        if shots:
            assert fight.locator(".shot").count() == len(shots)
            assert fight.locator(".burst").count() == sum(strike.hit for strike in shots)
            faces = [str(face) for strike in shots for face in strike.faces]
            assert fight.locator(".face").all_text_contents() == faces
            assert set(fight.locator(".field span:not(.out) b").all_inner_texts()) <= set(fighters)
        out = Counter(strike.at for strike in strikes if strike.out)
        assert out <= Counter(fight.locator(".out b").all_inner_texts())
        sheet = page.locator(".sheet").first.bounding_box()
        assert sheet
        if strikes:
            field = fight.bounding_box()
            assert field
            beside = field["x"] >= sheet["x"] + sheet["width"]
            assert beside or field["y"] >= sheet["y"] + sheet["height"] or field["y"] < sheet["y"]
        seen.add((sheet["x"], sheet["y"], sheet["width"]))
    assert len(seen) == 1, "the map never gives way to a fight"


def test_a_fighter_has_the_tone_of_its_counter(watch: Watch, frames_of: Frames) -> None:
    page, frames = watch("lawrence-aqaba"), frames_of("lawrence-aqaba")
    strikes = (
        any(event.strike and event.strike.who == "Auda" for event in frame.events) for frame in frames
    )
    page.locator("#slider").evaluate(SLIDE, [*strikes].index(True))
    look = page.locator(".own span", has_text="Auda").get_attribute("style")
    assert "--side: var(--st-gold)" in str(look)


def test_a_loss_in_the_next_step_is_struck_out_where_the_shots_were(watch: Watch) -> None:
    page = watch("lrdg-barca")
    page.locator("#slider").evaluate(SLIDE, 19)
    assert page.locator(".fight .shot").count() == 6
    assert page.locator(".fight .out").count() == 0
    page.keyboard.press("ArrowRight")
    assert page.locator(".fight .shot").count() == 6
    assert page.locator(".fight .enemy .out").inner_text().split() == ["German", "AV", "3", "out"]
    assert page.locator(".fight .own .hurt").inner_text().split() == ["T1/B", "reduced"]


CONTRAST = """() => {
  const parts = (colour) => (colour.match(/[\\d.]+/g) ?? []).map(Number);
  const linear = (value) => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const behind = (element) => {
    for (let up = element; up; up = up.parentElement) {
      const colour = parts(getComputedStyle(up).backgroundColor);
      if (colour.length === 3) return colour;
    }
    return [255, 255, 255];
  };
  const found = new Map();
  for (const element of document.querySelectorAll("body *:not(svg *, option, script, style)")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || !element.checkVisibility()) continue;
    const [a, b] = [parts(getComputedStyle(element).color), behind(element)]
      .map(light).sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) found.set(`${element.localName}.${element.className}`, ratio.toFixed(2));
  }
  return [...found];
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["megiddo-1918-even", "lrdg-barca"])
def test_all_text_stands_out_from_what_is_behind_it(name: str, scheme: str, watch: Watch) -> None:
    page = watch(name, color_scheme=scheme)
    for place in (1, 20, 40):
        page.locator("#slider").evaluate(SLIDE, place)
        assert page.evaluate(CONTRAST) == []


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
    page.get_by_role("button", name="Enlarge the picture").click()
    for seat, side in (("british", "left"), ("turkish", "right"), ("british", "left")):
        commits = (k for k, frame in enumerate(frames) if frame.seat == seat and "commit" in frame.words)
        page.locator("#slider").evaluate(SLIDE, next(commits))
        right = sheet.evaluate("box => box.scrollLeft > (box.scrollWidth - box.clientWidth) / 2")
        assert right == (side == "right")
    before = line(page)
    sheet.focus()
    page.keyboard.press("ArrowRight")
    assert line(page) == before
    page.locator("#next").focus()
    page.keyboard.press("ArrowRight")
    assert line(page) > before


def test_the_log_keeps_up_with_an_arrow_key_that_is_held(watch: Watch, frames_of: Frames) -> None:
    page = watch("megiddo-1918-even", reduced_motion="no-preference")
    for _ in range(40):
        page.keyboard.press("ArrowRight")
    assert line(page) == frames_of("megiddo-1918-even")[40].n


def test_a_page_around_it_can_set_the_theme(watch: Watch) -> None:
    page = watch("megiddo-1918-even")
    page.evaluate("postMessage({ theme: 'dark' }, '*')")
    page.wait_for_function("document.documentElement.dataset.theme === 'dark'")
