"""The desk under CPython: what a page's worker does, without a browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sandtable.tooling import config
from sandtable_tools.web.desk import Desk


class Page:
    """What a page does: it calls, takes the outputs of a line, and answers."""

    def __init__(self) -> None:
        self.desk = Desk()
        self.faults: list[str] = []

    def call(self, name: str, *given: Any) -> Any:
        answer = json.loads(self.desk.call(name, given))
        assert "fault" not in answer, answer
        return answer.get("answer", answer)

    def play(self, name: str, *given: Any) -> list[dict[str, Any]]:
        """The outputs of a call, up to the next question."""
        refused = self.call(name, *given)
        assert not isinstance(refused, dict), refused
        return [*self.steps()]

    def steps(self) -> Iterator[dict[str, Any]]:
        while (told := self.desk.step()) is not None:
            yield json.loads(told)

    def type(self, *lines: str) -> list[dict[str, Any]]:
        return [output for line in lines for output in self.play("line", line)]


def types(told: list[dict[str, Any]]) -> list[str]:
    return [output["type"] for output in told]


def one(type: str, told: list[dict[str, Any]]) -> dict[str, Any]:
    return next(output for output in told if output["type"] == type)


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Page]:
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path / "home"))
    page = Page()
    yield page
    page.desk.leave()


ORDERS = {
    "lrdg/slonta": ["1"] * 10,
    "megiddo/1918-even": ["1"] * 10,
    "lawrence/aqaba": ["1"] * 10,
}


@pytest.mark.parametrize("scenario", ORDERS)
def test_a_save_has_the_same_bytes_as_that_of_the_command_line(
    scenario: str, page: Page, run: Any, tmp_path: Path
) -> None:
    lines = ORDERS[scenario]
    seats = {"turkish": "scripted"} if "megiddo" in scenario else {}
    told = page.play("start", {"scenario": scenario, "seed": 5, "seats": seats})
    typed = []
    for _ in lines:
        options = one("options", [o for o in told if o["type"] == "options"][-1:])["options"]
        typed.append(options[0]["words"])
        told = page.type(typed[-1])
        if "confirm" in types(told):
            told = page.type("y")
        if "options" not in types(told):
            break
    here = config.saves_folder() / page.desk.save
    there = tmp_path / "there.jsonl"
    chosen = [word for seat, bot in seats.items() for word in ("--seat", f"{seat}={bot}")]
    ran = run("play", scenario, "--seed", 5, "--save", there, *chosen, typed="\n".join(typed))
    assert ran.status == 0, ran.err
    assert here.read_bytes() == there.read_bytes()
    assert here.name == f"{scenario.replace('/', '-')}-5.jsonl"
