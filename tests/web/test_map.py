"""The page's maps, trays and fights in Chromium, fed by a desk that runs here: no engine is needed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sandtable_pictures import PICTURE_STYLE
from sandtable_pictures.page import page_style
from sandtable_tools.web.desk import Desk

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytestmark = pytest.mark.browser

PLUGINS = Path(__file__).parents[2] / "plugins"
FOLDERS = (PLUGINS / "sandtable_tools/web/page", PLUGINS / "sandtable_pictures/script")
KINDS = {".js": "text/javascript", ".css": "text/css"}
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
DESK = {"viewport": {"width": 1366, "height": 768}}
SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])

GAMES = {
    "lrdg/slonta": (["historical", "mark y2-a", "move 1st siwa-track siwa"], {}),
    "lawrence/aqaba": (["buy bedouin", "done"], {}),
    "megiddo/1918-even": (["done", "commit british-infantry"], {"turkish": "scripted"}),
}
"""Lines of a game with the seed 5, and its bots."""

TABLE = """<!doctype html><html lang="en"><title>Table</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<style>STYLE .room { display: grid; grid-template: "map" 60vh / minmax(0, 1fr); }</style>
<link rel="stylesheet" href="page/page.css"><link rel="stylesheet" href="page/map.css">
<link rel="stylesheet" href="page/fight.css"><link rel="stylesheet" href="page/stage.css">
<div class="room"><section id="map"></section></div>
<script type="module">
import * as map from "./page/map.js";
import * as stage from "./page/stage.js";
import { on } from "./page/wire.js";
const host = document.getElementById("map");
Object.assign(window, { map, stage, host, typed: [], tapped: [], seen: false });
on("typed", (line) => typed.push(line));
host.addEventListener("place", ({ detail }) => tapped.push(detail.id));
const order = (line) => typed.push(line);
map.open(host, { order, rules: order, ask: async () => ["What the game says.", "Rules: 3.1, 6."] });
window.step = (outputs) => {
  const of = (type) => outputs.filter((output) => output.type === type);
  map.light(null);
  for (const board of of("board")) map.show(board.drawn);
  map.light(of("question").at(-1), of("options").at(-1));
};
document.documentElement.dataset.ready = "";
</script></html>"""


@lru_cache
def played(scenario: str) -> list[list[dict[str, Any]]]:
    """The outputs of a game, line by line."""
    lines, seats = GAMES[scenario]
    desk, told = Desk(), []
    start = {"scenario": scenario, "seed": "5", "seats": seats, "options": {}}
    for name, given in [("start", start), *(("line", line) for line in lines)]:
        assert "answer" in json.loads(desk.call(name, (given,)))
        told.append([json.loads(output) for output in iter(desk.step, None)])
    desk.leave()
    return told


@pytest.fixture(scope="module", autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SANDTABLE_HOME", str(tmp_path_factory.mktemp("home")))
        yield


Table = Callable[..., "Page"]


@pytest.fixture
def table(browser: Browser) -> Iterator[Table]:
    """Opens a table on which a game was played; at the end, no error may be in the browser's log."""
    wrong, contexts = [], []

    def served(route: Route) -> None:
        name = route.request.url.rpartition("/")[2]
        file = next((folder / name for folder in FOLDERS if (folder / name).is_file()), None)
        style = page_style() + PICTURE_STYLE
        if file:
            route.fulfill(body=file.read_text(encoding="utf-8"), content_type=KINDS[file.suffix])
        else:
            route.fulfill(body=TABLE.replace("STYLE", style), content_type="text/html")

    def opened(scenario: str = "", **how: Any) -> Page:
        context = browser.new_context(**{**DESK, "reduced_motion": "reduce", **how})
        context.set_default_timeout(60_000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda told: wrong.append(told.text) if told.type == "error" else None)
        page.on("pageerror", lambda fault: wrong.append(str(fault)))
        page.route("**/*", served)
        page.goto("http://table.test/")
        page.locator("html[data-ready]").wait_for()
        for outputs in played(scenario) if scenario else ():
            page.evaluate("outputs => step(outputs)", outputs)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not wrong


BOXES = """all => all.map(one => one.getBoundingClientRect())
    .map(({ x, y, right, bottom }) => [x, y, right, bottom])"""


def meet(a: list[float], b: list[float]) -> bool:
    """Whether two boxes share more than an edge; a letter's box is larger than its ink."""
    return a[0] < b[2] - 2 and b[0] < a[2] - 2 and a[1] < b[3] - 4 and b[1] < a[3] - 4


@SIZES
@pytest.mark.parametrize(
    "scenario", ["lrdg/slonta", pytest.param("lawrence/aqaba", marks=pytest.mark.soak)]
)
def test_numbers_are_at_the_legal_places_and_cover_nothing(
    table: Table, scenario: str, size: dict[str, Any]
) -> None:
    page = table(scenario, **size)
    caps = next(output["caps"] for output in played(scenario)[-1] if output["type"] == "options")
    shown = page.locator(".keycap").all_text_contents()
    assert sorted(shown) == sorted(" ".join(map(str, numbers)) for numbers in caps.values())
    boxes = page.locator(".keycap rect").evaluate_all(BOXES)
    others = page.locator(".pieces .box > rect, .names:not(.region) text").evaluate_all(BOXES)
    assert not [(a, b) for a in boxes for b in others if meet(a, b)]
    assert not [pair for pair in combinations(boxes, 2) if meet(*pair)]


@SIZES
def test_a_tap_on_a_place_shows_its_orders_and_a_second_one_does_it(
    table: Table, size: dict[str, Any]
) -> None:
    page = table("lawrence/aqaba", **size)
    tap = "tap" if size is PHONE else "click"
    getattr(page.locator("[data-place='rabegh']"), tap)()
    card = page.locator("#place")
    assert card.locator("h2").text_content() == "Rabegh"
    assert "What the game says." in (card.text_content() or "")
    getattr(card.get_by_role("button", name="3.1"), tap)()
    assert page.evaluate("tapped") == ["rabegh"]
    getattr(card.locator("button[data-words='move rabegh']"), tap)()
    assert page.evaluate("typed") == ["3.1", "move rabegh"]
    assert not card.is_visible()


def test_the_card_of_a_pile_has_its_counters_to_choose_from(table: Table) -> None:
    page = table("lrdg/slonta", **PHONE)
    page.locator("[data-place='siwa']").tap()
    chits = page.locator("#place .chit")
    board = next(output for output in played("lrdg/slonta")[-1] if output["type"] == "board")
    assert chits.count() == sum(at == "siwa" for *_, at, _, _ in board["drawn"][0]["counters"]) > 1
    page.locator("#place [data-key='hq-3']").tap()
    assert page.locator("#place h2").text_content() == "HQ 3"
    assert page.evaluate("typed") == []


def test_places_are_one_tab_stop_and_arrows_go_to_the_nearest(table: Table) -> None:
    page = table("lawrence/aqaba")
    assert page.locator(".site[tabindex='0']").count() == 1
    page.locator("[data-place='yenbo']").focus()
    went = []
    for key in ("ArrowRight", "ArrowDown", "ArrowUp"):
        page.keyboard.press(key)
        went.append(page.evaluate("document.activeElement.dataset.place"))
    assert went == ["rabegh", "jidda", "rabegh"]
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert page.evaluate("typed") == ["move rabegh"]
    assert page.locator(".site[tabindex='0']").count() == 1
    assert page.evaluate("document.activeElement.dataset.place") == "rabegh"


def test_escape_closes_the_card_and_gives_the_focus_back(table: Table) -> None:
    page = table("lawrence/aqaba")
    page.locator("[data-place='yenbo']").focus()
    page.keyboard.press("Enter")
    assert page.locator("#place").is_visible()
    page.evaluate("map.point({ spaces: ['yenbo'] })")
    assert page.locator(".lit").count() == 1
    page.keyboard.press("Escape")
    assert not page.locator("#place").is_visible()
    page.locator(".lit").wait_for(state="detached")
    assert page.evaluate("document.activeElement.dataset.place") == "yenbo"


SCROLL = "['scrollLeft', 'scrollTop'].map(side => document.querySelector('.sheet')[side])"
WIDE = "document.querySelector('.canvas').offsetWidth"


def test_a_phone_shows_what_matters_unless_its_reader_looks_elsewhere(table: Table) -> None:
    page = table("lawrence/aqaba", **PHONE)
    sheet = page.locator(".sheet").bounding_box()
    place = page.locator("[data-place='yenbo']").bounding_box()
    assert sheet
    assert place
    assert sheet["x"] < place["x"] < sheet["x"] + sheet["width"] - place["width"]
    assert sheet["y"] < place["y"] < sheet["y"] + sheet["height"] - place["height"]
    page.mouse.move(sheet["x"] + 50, sheet["y"] + 50)
    page.mouse.wheel(-400, -400)
    page.wait_for_function("document.querySelector('.sheet').scrollTop === 0")
    asked = [
        output for output in played("lawrence/aqaba")[-1] if output["type"] in ("question", "options")
    ]
    page.evaluate("([options, question]) => map.light(question, options)", asked)
    assert page.evaluate(SCROLL) == [0, 0]
    page.evaluate("outputs => step(outputs)", played("lawrence/aqaba")[-1])
    assert page.evaluate(SCROLL) != [0, 0]


def test_pinch_double_tap_and_buttons_zoom(table: Table) -> None:
    page = table("lrdg/slonta", **PHONE)
    before = page.evaluate(WIDE)
    touch = page.context.new_cdp_session(page)

    def dispatch(kind: str, *xs: int) -> None:
        points = [{"x": x, "y": 250, "id": n} for n, x in enumerate(xs)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    dispatch("touchStart", 160, 220)
    for step in range(1, 7):
        dispatch("touchMove", 160 - 5 * step, 220 + 5 * step)
    dispatch("touchEnd")
    pinched = page.evaluate(WIDE)
    assert pinched > 1.5 * before
    large = page.get_by_role("button", name="Larger map")
    large.tap()
    assert page.locator("#map").bounding_box() == {"x": 0, "y": 0, "width": 390, "height": 844}
    page.get_by_role("button", name="Zoom out").tap()
    assert page.evaluate(WIDE) < pinched
    large.tap()
    assert page.evaluate("scrollY + scrollX") == 0


def test_what_moved_glides_and_leaves_a_trail(table: Table) -> None:
    page = table("lrdg/slonta", reduced_motion="no-preference")
    assert page.locator(".marks .trail").count() == 1
    moved = page.locator("[data-key='t1-a']")
    assert moved.evaluate("one => getComputedStyle(one).transitionProperty") == "transform"
    drawn = next(o for o in played("lrdg/slonta")[-1] if o["type"] == "board")["drawn"][0]
    x, y = next((x, y) for key, x, y, *_ in drawn["counters"] if key == "t1-a")
    assert moved.evaluate("one => one.style.transform") == f"translate({x}px, {y}px)"


def test_a_card_that_an_option_names_does_it_on_a_tap(table: Table) -> None:
    page = table("megiddo/1918-even", **PHONE)
    card = page.locator(".chit.able").first
    word = card.get_attribute("data-key") or ""
    card.tap()
    assert page.evaluate("typed") == [f"commit {word.removeprefix('british-hand-')}"]
    assert page.locator("[data-key='british-british-infantry-1']").count() == 1


def test_words_of_options_find_their_cards(table: Table) -> None:
    page = table()
    laid = [
        ("us-hand-lawrence", "hand", "Lawrence of Arabia", ""),
        ("us-infantry-1", "line", "Infantry", "(disrupted)"),
        ("us-infantry-2", "line", "Infantry", ""),
    ]
    look = '<g class="counter red"><rect x="-29" y="-29" width="58" height="58"/><text>{}</text></g>'
    counters = [[key, 0, 0, look.format(state), at, [58, 58], ""] for key, at, _, state in laid]
    board = {
        **{"name": "line", "title": "Line", "width": 300, "height": 300, "counters": counters},
        **{"called": {key: name for key, _, name, _ in laid}, "names": {"hand": "Hand", "line": "Line"}},
        **{"trays": [["line", 0, 0, ["cards"]], ["hand", 0, 2, ["pile"]]], "below": "", "spots": {}},
    }
    words = ["attack infantry", "attack disrupted-infantry", "commit lawrence"]
    options = [{"number": n, "words": line, "verb": line.split()[0]} for n, line in enumerate(words, 1)]
    page.evaluate(
        "([board, options]) => { map.show([board]); map.light({}, options); }", [board, options]
    )
    caps = page.locator(".chit.able").evaluate_all(
        "all => all.map(one => [one.dataset.key, one.innerText])"
    )
    assert {key: text.split()[0] for key, text in caps} == {
        **{"us-infantry-2": "1", "us-infantry-1": "2", "us-hand-lawrence": "3"},
    }


def test_cards_are_readable_and_large_enough_on_a_phone(table: Table) -> None:
    page = table("megiddo/1918-even", **PHONE)
    letters = page.locator(".chit.able text").evaluate_all(
        "all => all.map(one => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a)"
    )
    assert min(letters) >= 10
    heights = page.locator(".chit.able").evaluate_all("all => all.map(one => one.offsetHeight)")
    assert min(heights) >= 44
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def event(text: str, strike: dict[str, Any] | None, *headline: Any) -> dict[str, Any]:
    told = dict(zip(("text", "worth", "open"), headline, strict=True)) if headline else None
    return {"text": text, "strike": strike, "headline": told}


def strike(by: str, name: str, at: str, face: int, effect: str = "") -> dict[str, Any]:
    hit = {"hit": bool(effect), "effect": effect, "out": bool(effect)}
    who = {"at": at, "by": by, "who": name, "ours": by == "us"}
    return {**who, "need": "1-3", "faces": [face], "force": {"us": 4}, **hit}


FIGHT = {
    "type": "news",
    "reader": "us",
    "events": [
        event("There is a fight.", None, "A fight", -1, True),
        event("T1/A fires: 2, hit.", strike("us", "T1/A", "Italian", 2, "out")),
        event("Recon fires: 5, missed.", strike("them", "Recon", "T1/A", 5)),
        event("T1/B fires: 6, missed.", strike("us", "T1/B", "Recon", 6)),
        event("You win.", None, "You win the fight", 2, False),
    ],
}
"""News of a fight in three strikes."""


def test_a_fight_is_shown_strike_by_strike(table: Table) -> None:
    page = table()
    page.evaluate(
        "news => void stage.fight(news, { us: 'the raiders' }).then(() => (window.seen = true))", FIGHT
    )
    stage = page.locator("dialog.stage")
    shown = stage.locator(".shot:not(.unplayed)")
    assert (stage.locator("h2").text_content(), shown.count()) == ("A fight", 1)
    assert stage.locator(".names span").all_text_contents() == ["The raiders, Force 4", "Them"]
    assert stage.locator(".out").text_content() == "Italianout"
    page.keyboard.press("Enter")
    assert (stage.locator(".words").inner_text().strip(), shown.count()) == (
        "Recon fires: 5, missed.",
        2,
    )
    assert stage.locator(".count").text_content() == "2 of 3"
    page.keyboard.press("a")
    assert shown.count() == 3
    assert "You win the fight." in stage.locator(".words").inner_text()
    page.keyboard.press("Enter")
    stage.wait_for(state="detached")
    assert page.evaluate("seen") is True


def test_a_letter_typed_at_a_fight_begins_an_order(table: Table) -> None:
    page = table()
    page.evaluate("host.after(Object.assign(document.createElement('input'), { id: 'line' }))")
    page.evaluate("news => void stage.fight(news)", FIGHT)
    page.keyboard.type("mo")
    page.locator("dialog.stage").wait_for(state="detached")
    assert page.locator("#line").input_value() == "mo"


def test_fights_may_stay_in_words(table: Table) -> None:
    page = table()
    page.evaluate("news => { stage.fight(news); stage.fight(news); }", FIGHT)
    page.get_by_role("button", name="Show fights as text only").click()
    page.locator("dialog.stage").wait_for(state="detached")
    page.evaluate("news => void stage.fight(news)", FIGHT)
    assert page.locator("dialog.stage").count() == 0
    page.evaluate("stage.want(true)")
    page.evaluate("news => void stage.fight(news)", FIGHT)
    assert page.locator("dialog.stage").count() == 1


def test_a_great_moment_has_a_banner_after_its_fight(table: Table) -> None:
    page = table()
    page.evaluate("news => { stage.fight(news); stage.moment(news, host); }", FIGHT)
    assert page.locator(".moment").count() == 0
    page.keyboard.press("Escape")
    page.locator(".moment.good", has_text="You win the fight").click()
    assert page.locator(".moment").count() == 0
