"""Saves and links from elsewhere, lessons, two players: what one tab opens, one after another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tabs import DESK, Host, Room

pytestmark = pytest.mark.browser

SAVES = Path(__file__).parents[2] / "saves"
GAME = "lrdg-el-alamein"


@pytest.fixture(scope="module")
def tab(house: Callable[..., Any]) -> Iterator[Any]:
    """The tab that these tests share, since a visit takes its time; each begins where the last one left.

    Its host says of files that end in .gz that the browser has to unpack them.
    """
    with house("naming") as room:
        yield room.open()


def leave(tab: Any) -> None:
    """Go back to the games."""
    with tab.question():
        tab.click("#leave")
    tab.page.locator("#begin").wait_for()


def axe_finds_nothing(tab: Any) -> None:
    """Check what is on the screen in both colour schemes."""
    for scheme in ("dark", "light"):
        tab.page.emulate_media(color_scheme=scheme)
        assert tab.violations() == []


def test_a_link_from_the_desktop_opens_and_its_fight_is_told_strike_by_strike(
    tab: Any, run: Callable[..., Any], recorded: Callable[[str], list[Any]], home: Path
) -> None:
    choices = recorded(GAME)
    place = next(at for at, choice in enumerate(choices) if choice.fight)
    made = run("link", SAVES / f"{GAME}.jsonl", "--to", choices[place - 1].n)
    (link,) = made.out.splitlines()
    assert run("resume", link).status == 0
    (desktop,) = (home / "saves").glob("*.jsonl")
    with tab.question():
        tab.page.evaluate("link => { location.hash = link; }", link)
    assert list(tab.stored().values()) == [desktop.read_bytes()]
    tab.type(choices[place].words)
    stage, told = tab.page.locator("dialog.stage[open]"), []
    stage.wait_for()
    axe_finds_nothing(tab)
    while stage.is_visible():
        told.append(stage.locator(".words").text_content())
        stage.locator(".next").click()
    assert len(set(told)) == len(told) > 1


def test_a_save_that_is_dropped_on_the_page_opens_at_its_end_and_stays_as_it_is(tab: Any) -> None:
    path = SAVES / f"{GAME}.jsonl"
    with tab.question():
        tab.drop(path.name, path.read_bytes())
    assert tab.page.locator("html[data-over] #end").is_visible()
    assert tab.stored()[path.name] == path.read_bytes()
    axe_finds_nothing(tab)
    leave(tab)


def test_a_lesson_goes_on_by_what_is_typed(tab: Any) -> None:
    with tab.question():
        tab.page.locator("[data-lesson=lrdg]").click()
    lines = ["", "historical", "mark sas-4"]
    for number, line in enumerate(lines, start=1):
        tab.type(line)
        tab.page.get_by_text(f"step {number} of").wait_for()
    leave(tab)


def test_a_curtain_is_drawn_before_the_other_player_looks(tab: Any) -> None:
    offer = tab.page.locator("[data-scenario='megiddo/1918-even']")
    game = tab.page.locator("section.game", has=offer)
    game.get_by_text("Players").click()
    game.get_by_label("Turk").select_option("human")
    with tab.question():
        offer.click()
    curtain, seen = tab.page.locator("#curtain"), set()
    for _ in range(2):
        while not curtain.is_visible():
            tab.type("done" if "done" in tab.options else tab.options[0])
        assert curtain.bounding_box() == {"x": 0, "y": 0, **DESK["viewport"]}
        colour = curtain.evaluate("one => getComputedStyle(one).backgroundColor")
        assert colour.startswith("rgb(")
        axe_finds_nothing(tab)
        seen.add(curtain.text_content())
        with tab.question():
            curtain.get_by_role("button").click()
    assert len(seen) == 2
    leave(tab)


@pytest.mark.soak
def test_a_folder_of_a_save_alone_opens_it(browser: Any, built: Callable[..., Path]) -> None:
    path = SAVES / f"{GAME}.jsonl"
    host = Host(built("save", path), "plain")
    room = Room(browser, host)
    tab = room.open()
    tab.wait(1)
    assert list(tab.stored().values()) == [path.read_bytes()]
    assert tab.page.locator("html[data-over] #end").is_visible()
    room.context.close()
    host.close()
    assert room.wrong == []


def test_the_terminal_page_comes_to_its_prompt_where_promises_can_suspend(
    house: Callable[..., Any],
) -> None:
    with house("plain") as room:
        tab = room.open("terminal.html?play=lrdg/slonta&seed=5")
        if not tab.page.evaluate("'Suspending' in WebAssembly"):
            pytest.skip("this browser cannot suspend promises in WebAssembly")
        tab.page.locator(".xterm-rows", has_text="lrdg>").wait_for()
