"""Measures what playing in a browser costs: ``python -m benchmarks.web [ROUNDS]``.

Chromium opens the folder that ``sandtable web`` writes, from a host on this machine that compresses
nothing and from one that gzips. `cold` starts with an empty browser cache, `warm` is a second visit;
each is the time from the address to the first question. An order is the time from Enter to the next
question, the mean and the longest of ten; `Stop` is the time from the button to the next question, while
a hint thinks. These times are by the clock, so the machine must be free of other work: its load is
printed. `CPU` is the processor time of all of Chromium's processes, which other work changes less.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tabs import CHROMIUMS, Host, Room, Tab

from benchmarks import arguments

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SCENARIOS = ("lrdg/slonta", "lawrence/aqaba", "megiddo/1918-even")
ROUNDS = 5
ORDERS = 10
TARGETS = {"cold": 3.0, "warm": 2.5, "wire": 9.0, "order": 0.4, "Stop": 0.5}
UNITS = {"wire": "MB"}

TIMED = """async ([line, stops]) => {
    const { dataset } = document.documentElement, asked = Number(dataset.asked);
    const seen = (test) => new Promise((done) => {
        const look = () => test() && (observer.disconnect(), done(performance.now()));
        const observer = new MutationObserver(look);
        observer.observe(document.documentElement, { attributes: true });
        look();
    });
    const input = document.getElementById("line");
    input.value = line;
    let start = performance.now();
    input.form.requestSubmit();
    if (stops) {
        await seen(() => "thinking" in dataset);
        start = performance.now();
        document.getElementById("stop").click();
    }
    return (await seen(() => dataset.asked > asked) - start) / 1000;
}"""
"""Types a line, and stops what it begins if asked to; returns the seconds until the next question."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the Chromium or Chrome on the PATH."""
    from playwright.sync_api import sync_playwright

    path = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


def cpu(browser: Browser) -> float:
    """Return the processor time of all the browser's processes so far, in seconds."""
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    return sum(process["cpuTime"] for process in found["processInfo"])


def first_question(browser: Browser, room: Room, scenario: str) -> tuple[Tab, float, float]:
    """Begin a new game in a new tab; return the seconds to its first question, and those of CPU."""
    before = cpu(browser)
    tab = room.table(scenario)
    return tab, tab.page.evaluate("marks.asked") / 1000, cpu(browser) - before


def orders(tab: Tab) -> list[float]:
    """Return the seconds that each of ten different orders takes."""
    times: list[float] = []
    while len(times) < ORDERS and (options := tab.options):
        times.append(tab.page.evaluate(TIMED, [options[3 * len(times) % len(options)], False]))
        while tab.page.locator("#confirm").is_visible():
            tab.page.evaluate(TIMED, ["y", False])
    return times


def visit(browser: Browser, host: Host, scenario: str) -> dict[str, float]:
    """Visit once with an empty cache, and once again; return what each thing costs."""
    host.fetched.clear()
    room = Room(browser, host)
    tab, cold, cold_cpu = first_question(browser, room, scenario)
    wire = sum(one.size for one in host.fetched) / 1e6
    times = orders(tab)
    stop = tab.page.evaluate(TIMED, ["hint 60s", True])
    tab.page.close()
    _, warm, warm_cpu = first_question(browser, room, scenario)
    room.context.close()
    assert not room.wrong, room.wrong
    start = {"cold": cold, "cold, CPU": cold_cpu, "warm": warm, "warm, CPU": warm_cpu, "wire": wire}
    return start | {"order": mean(times), "longest order": max(times), "Stop": stop}


def measure(folder: Path, rounds: int) -> dict[tuple[str, str, str], list[float]]:
    """Return each figure for each host and scenario, in every round; the rounds are interleaved."""
    found = defaultdict(list)
    hosts = [Host(folder, how) for how in ("plain", "packing")]
    for _ in range(rounds):
        for host in hosts:
            for scenario in SCENARIOS:
                with chromium() as browser:
                    for name, value in visit(browser, host, scenario).items():
                        found[host.how, scenario, name].append(value)
    for host in hosts:
        host.close()
    return found


def print_table(found: dict[tuple[str, str, str], list[float]]) -> None:
    """Print a row for each figure: the best, the median, the target."""
    print(f"{'host':<9}{'scenario':<20}{'what':<16}{'best':>7}{'median':>8}")
    for (how, scenario, name), values in found.items():
        unit, target = UNITS.get(name, "s"), TARGETS.get(name)
        verdict = ""
        if target is not None:
            reached = "yes" if min(values) <= target else "NO"
            verdict = f"at most {target:g} {unit}  {reached}"
        figures = f"{min(values):>7.2f}{median(values):>8.2f} {unit:<3}"
        print(f"{how:<9}{scenario:<20}{name:<16}{figures}{verdict}")


def main(rounds: int) -> None:
    """Build the folder, measure, and print."""
    with TemporaryDirectory() as scratch:
        folder = Path(scratch) / "web"
        subprocess.run([sys.executable, "-m", "sandtable", "web", str(folder)], check=True)
        before = os.getloadavg()[0]
        found = measure(folder, rounds)
        print_table(found)
        print(
            f"{rounds} rounds; load of the machine {before:.1f} before, {os.getloadavg()[0]:.1f} after"
        )


if __name__ == "__main__":
    parser = arguments.parser("benchmarks.web", __doc__)
    arguments.add_count(parser, "rounds", ROUNDS)
    main(**vars(parser.parse_args()))
