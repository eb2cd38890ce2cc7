"""Saves and links from elsewhere are opened in the page: fights, the end of a game, lessons, plugins."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from tabs import PHONE

pytestmark = pytest.mark.browser

SAVES = Path(__file__).parents[2] / "saves"


def test_a_link_from_the_desktop_opens_there_and_a_fight_is_told_strike_by_strike(
    house: Callable[..., Any],
    run: Callable[..., Any],
    recorded: Callable[[str], list[Any]],
    home: Path,
) -> None:
    name = "lrdg-el-alamein"
    choices = recorded(name)
    place = next(at for at, choice in enumerate(choices) if choice.fight)
    path = SAVES / f"{name}.jsonl"
    made = run("link", path, "--to", choices[place - 1].n)
    assert made.status == 0, made.err
    (link,) = made.out.splitlines()
    assert run("resume", link).status == 0
    (desktop,) = (home / "saves").glob("*.jsonl")
    with house("plain") as room:
        tab = room.open(f"#{link}")
        tab.wait(1)
        assert list(tab.stored().values()) == [desktop.read_bytes()]
        tab.type(choices[place].words)
        stage = tab.page.locator("dialog.stage[open]")
        stage.wait_for()
        assert tab.violations() == []
        told = []
        while stage.is_visible():
            told.append(stage.locator(".words").text_content())
            stage.locator(".next").click()
        assert len(set(told)) == len(told) > 1
        tab.drop(path.name, path.read_bytes())
        tab.until("html[data-over]")
        assert tab.stored()[path.name] == path.read_bytes()
        assert tab.page.locator("#end").is_visible()
        assert [tab.violations(), tab.page.emulate_media(color_scheme="dark"), tab.violations()] == [
            [],
            None,
            [],
        ]


TALLY = """
from sandtable import hookimpl


@hookimpl
def action_done(session, entry):
    if entry.n == 2:
        session.note("counted by the plugin")
"""


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    """A wheel with a plugin that adds a note after the first choice."""
    path = tmp_path / "st_tally-1.2-py3-none-any.whl"
    about = "st_tally-1.2.dist-info"
    files = {
        "st_tally/__init__.py": TALLY,
        f"{about}/METADATA": "Metadata-Version: 2.1\nName: st-tally\nVersion: 1.2\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{about}/entry_points.txt": "[sandtable.plugins]\ntally = st_tally\n",
        f"{about}/RECORD": "",
    }
    with ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


def test_a_plugin_of_a_wheel_is_at_work_where_the_host_names_how_files_are_packed(
    house: Callable[..., Any], wheel: Path
) -> None:
    with house("naming", "lrdg/slonta", "--plugin", wheel) as room:
        tab = room.table("lrdg/slonta")
        tab.type(tab.options[0])
        (content,) = tab.stored().values()
        assert b"counted by the plugin" in content


def test_the_terminal_page_comes_to_its_prompt_where_promises_can_suspend(
    house: Callable[..., Any],
) -> None:
    with house("plain", "lrdg/slonta", "--terminal") as room:
        tab = room.open("terminal.html?play=lrdg/slonta&seed=5")
        if not tab.page.evaluate("'Suspending' in WebAssembly"):
            pytest.skip("this browser cannot suspend promises in WebAssembly")
        tab.page.locator(".xterm-rows", has_text="lrdg>").wait_for()


def test_a_lesson_goes_on_by_what_is_typed(house: Callable[..., Any]) -> None:
    with house("plain") as room:
        tab = room.open()
        with tab.question():
            tab.page.locator("[data-lesson=lrdg]").click()
        tab.type("")
        tab.page.get_by_text("step 1 of 30").wait_for()
        tab.type("historical")
        tab.page.get_by_text("step 2 of 30").wait_for()
        tab.type("mark sas-4")
        tab.page.get_by_text("step 3 of 30").wait_for()


def test_a_curtain_is_drawn_before_the_other_player_looks(house: Callable[..., Any]) -> None:
    with house("plain", **PHONE) as room:
        tab = room.open()
        offer = tab.page.locator("[data-scenario='megiddo/1918-even']")
        game = tab.page.locator("section.game", has=offer)
        game.get_by_text("Players").click()
        game.get_by_label("Turk").select_option("human")
        with tab.question():
            offer.click()
        curtain, seen = tab.page.locator("#curtain"), []
        for _ in range(2):
            while not curtain.is_visible():
                tab.type("done" if "done" in tab.options else tab.options[0])
            assert curtain.bounding_box() == {"x": 0, "y": 0, **PHONE["viewport"]}
            colour = curtain.evaluate("one => getComputedStyle(one).backgroundColor")
            assert colour.startswith("rgb(")
            assert tab.violations() == []
            seen.append(curtain.text_content())
            curtain.get_by_role("button").click()
        assert len(set(seen)) == 2
