"""A game at a desk in Chromium: its save is the desktop's, to the byte, and nothing of it is lost."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

pytestmark = pytest.mark.browser

SAVES = Path(__file__).parents[2] / "saves"
ORDERS = 10
MOST = 9_000_000
"""The bytes on the wire up to the first question, at a host that gzips."""

FREE = """async () => {
    const { held } = await navigator.locks.query();
    for (const { name } of held) await navigator.locks.request(name, () => {});
}"""
"""Wait until a tab that was closed has given up its locks."""

SCENARIOS = [
    pytest.param(("lrdg/slonta", "lrdg"), id="lrdg"),
    pytest.param(("lawrence/aqaba", "lawrence"), id="lawrence", marks=pytest.mark.soak),
    pytest.param(("megiddo/1918-even", "british"), id="megiddo", marks=pytest.mark.soak),
]


class Played(NamedTuple):
    """A table with ten orders typed at it: its scenario, seat, room, tab, orders, and the wire.

    A solitaire game has one seat, with the name of the game.
    """

    scenario: str
    seat: str
    room: Any
    tab: Any
    typed: list[str]
    fetched: list[Any]


@pytest.fixture(scope="module", params=SCENARIOS)
def played(request: pytest.FixtureRequest, house: Callable[..., Any]) -> Iterator[Played]:
    """A table that the tests of this module share; each leaves it at a question."""
    with house("packing") as room:
        room.host.fetched.clear()
        tab = room.table(request.param[0])
        fetched = list(room.host.fetched)
        yield Played(*request.param, room, tab, tab.play(ORDERS), fetched)


def test_ten_typed_orders_make_the_bytes_of_the_desktop(
    played: Played, on_the_desktop: Callable[..., Path], tmp_path: Path
) -> None:
    desktop = on_the_desktop(played.scenario, played.typed).read_bytes()
    assert played.tab.download("#save", tmp_path).read_bytes() == desktop
    assert list(played.tab.stored().values()) == [desktop]


def test_the_log_shows_every_order_as_it_was_typed(played: Played) -> None:
    shown = played.tab.page.locator("#log .typed").all_text_contents()
    assert [line for line in shown if line != "y"] == played.typed


def test_the_first_question_comes_within_nine_megabytes(played: Played) -> None:
    sizes = {one.path: one.size for one in played.fetched}
    assert len(sizes) == len(played.fetched)
    assert sum(sizes.values()) <= MOST, sizes


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_at_the_table(played: Played, scheme: str) -> None:
    played.tab.page.emulate_media(color_scheme=scheme)
    assert played.tab.violations() == []


def test_a_line_that_is_no_order_is_refused_in_words(played: Played) -> None:
    before = played.tab.stored()
    played.tab.type("zzz")
    assert "zzz" in played.tab.page.locator("#refusal").text_content()
    assert played.tab.stored() == before


def test_the_rule_of_a_question_opens(played: Played) -> None:
    page = played.tab.page
    page.locator("#rule").click()
    rule = page.locator("dialog[open] .rule")
    assert len(rule.text_content()) > 50
    page.keyboard.press("Escape")
    rule.wait_for(state="hidden")


def test_a_word_of_a_plugin_is_at_the_prompt(played: Played) -> None:
    count = len(played.tab.options)
    played.tab.type("count")
    assert f"{count} actions are legal now." in played.tab.page.locator("#log").text_content()


def test_a_hint_of_minutes_stops_by_its_button(played: Played) -> None:
    tab = played.tab
    with tab.question():
        tab.page.fill("#line", "hint 600s")
        tab.page.press("#line", "Enter")
        tab.until("html[data-thinking]")
        tab.page.click("#stop")
    assert tab.options


def test_the_policy_keeps_page_and_python_from_other_hosts(
    played: Played, house: Callable[..., Any]
) -> None:
    with house("plain") as elsewhere:
        ask = f"fetch('{elsewhere.host.address}').then(() => 'answered', () => 'stopped')"
        (worker,) = played.tab.page.workers
        assert [played.tab.page.evaluate(ask), worker.evaluate(ask)] == ["stopped"] * 2
        assert elsewhere.host.asked == []
    stopped, kept = [], []
    for wrong in played.room.wrong:
        (stopped if elsewhere.host.origin in wrong else kept).append(wrong)
    assert stopped
    played.room.wrong[:] = kept


def test_the_link_of_the_page_resumes_on_the_desktop(
    played: Played, run: Callable[..., Any], home: Path, tmp_path: Path
) -> None:
    played.tab.click("#link")
    link = played.tab.page.locator("#link-text")
    link.wait_for()
    text = link.evaluate("one => one.value || one.textContent")
    played.tab.page.keyboard.press("Escape")
    assert text.startswith(played.room.host.address)
    resumed = run("resume", text, typed="")
    assert resumed.status == 0, resumed.err
    (save,) = (home / "saves").glob("*.jsonl")
    assert save.read_bytes() == played.tab.download("#save", tmp_path).read_bytes()


@pytest.mark.parametrize("page", ["report", "replay"])
def test_what_the_desktop_writes_is_what_the_page_writes(
    page: str,
    played: Played,
    run: Callable[..., Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "")  # no program makes a preview
    save, out = played.tab.download("#save", tmp_path), tmp_path / "desktop.html"
    words = {"report": ["report", save, out], "replay": ["replay", save, "--html", out]}
    table = ["--table", played.room.host.address] if played.seat in played.scenario else []
    assert run(*words[page], "--as", played.seat, *table).status == 0
    with played.room.context.expect_page() as opened:
        played.tab.click({"report": "#report", "replay": "#replay-page"}[page])
    opened.value.locator("h1").wait_for()
    title = opened.value.title()
    opened.value.close()
    made = played.tab.download("#sheet button:has-text('as a file')", tmp_path)
    played.tab.page.click("#close")
    assert made.read_bytes() == out.read_bytes()
    assert f"<title>{title}</title>" in out.read_text(encoding="utf-8")


def test_a_file_that_is_no_save_is_refused_and_the_game_goes_on(played: Played) -> None:
    tab, before = played.tab, played.tab.stored()
    tab.drop("notes.jsonl", b"these are my notes\n")
    tab.page.get_by_text("notes.jsonl").first.wait_for()
    assert tab.stored() == before
    assert tab.options


def test_a_game_that_is_open_in_another_tab_is_opened_when_that_one_is_left(
    played: Played, on_the_desktop: Callable[..., Path]
) -> None:
    (name,), before = played.tab.stored(), played.tab.stored()
    second = played.room.open()
    button = second.page.locator(f"[data-save='{name}']")
    button.click()
    second.page.get_by_text(re.compile("another tab")).first.wait_for()
    played.tab.page.close()
    second.page.evaluate(FREE)
    with second.question():
        button.click()
    assert second.stored() == before
    options = second.options
    second.type(options[-1])
    more = [*played.typed, options[-1]]
    assert second.stored() == {name: on_the_desktop(played.scenario, more).read_bytes()}
