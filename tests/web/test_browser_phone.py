"""A game on a phone in Chromium: by taps alone, within the width of its screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tabs import PHONE

pytestmark = pytest.mark.browser

GAME, SEED = "lrdg-el-alamein", 3
SCENARIO = "lrdg/el-alamein"
SOME = 6
"""Orders of the recorded game that a run by default taps; a soak taps all of it."""


@pytest.fixture
def phone(house: Callable[..., Any]) -> Iterator[Any]:
    """The room of a phone."""
    with house("plain", **PHONE) as room:
        yield room


def tap(tab: Any, words: str) -> None:
    """Tap an order: in the card of a place on the map that has it in sight, else among the options."""
    page, button = tab.page, f"[data-words='{words}']"
    with tab.question():
        for word in words.split()[1:]:
            place = page.locator(f"#map [data-place='{word}']").first
            if place.count() and place.is_visible():
                place.tap()
                if page.locator("#place").locator(button).is_visible():
                    page.locator("#place").locator(button).tap()
                    break
                page.locator("#place .close").tap()
        else:
            option = page.locator("#options").locator(button)
            if not option.is_visible():
                page.locator("#options details:not([open]) > summary").first.tap()
            option.tap()
    while page.locator("#confirm").is_visible():
        with tab.question():
            page.get_by_role("button", name="Yes").tap()
    while page.locator("dialog.stage").count():
        if page.locator("dialog.stage[open]").is_visible():
            page.locator("dialog.stage .next").tap()


def narrow(tab: Any) -> bool:
    """Whether nothing makes the page wider than its screen."""
    width: int = tab.page.evaluate("document.documentElement.scrollWidth")
    return width <= PHONE["viewport"]["width"]


def small(tab: Any) -> list[object]:
    """What is too small to be tapped."""
    found: list[object] = tab.page.locator(
        "button:visible, input:visible, summary:visible"
    ).evaluate_all(
        "all => all.map(one => [one.textContent, one.getBoundingClientRect()])"
        ".filter(([, box]) => box.height < 43.5 || box.width < 43.5)"
        ".map(([text, box]) => [text, box.width, box.height])"
    )
    return found


@pytest.mark.parametrize("count", [SOME, pytest.param(None, marks=pytest.mark.soak)])
def test_taps_alone_play_the_recorded_game(
    count: int | None,
    phone: Any,
    recorded: Callable[[str], list[Any]],
    on_the_desktop: Callable[..., Path],
) -> None:
    tab = phone.open()
    offer = tab.page.locator(f"[data-scenario='{SCENARIO}']")
    offer.wait_for()
    assert narrow(tab)
    assert [tab.violations(), tab.page.emulate_media(color_scheme="dark"), tab.violations()] == [
        [],
        None,
        [],
    ]
    game = tab.page.locator("section.game", has=offer)
    game.get_by_text("Players, seed").tap()
    game.get_by_label("Seed").fill(str(SEED))
    with tab.question():
        offer.tap()
    orders = [choice.words for choice in recorded(GAME)][:count]
    for words in orders:
        assert [narrow(tab), small(tab)] == [True, []]
        tap(tab, words)
    assert ("over" in tab.page.evaluate("({ ...document.documentElement.dataset })")) == (count is None)
    assert tab.violations() == []
    (content,) = tab.stored().values()
    assert content == on_the_desktop(SCENARIO, orders, SEED).read_bytes()
