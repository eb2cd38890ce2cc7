"""Make the pictures of pages: ``python docs/screenshots.py``.

It needs Chromium, Pillow, playwright, and the engine of ``plugins/sandtable-web``. Run it when a
recorded game, a page or a drawing has changed, and look at what it made.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

DOCS = Path(__file__).parent
FOLDER, DRAWN = DOCS / "pictures", DOCS / "maps"
SAVES = DOCS.parent / "saves"

PAGES = {
    "replay": ("1280,860", 2, ("replay", str(SAVES / "lrdg-barca.jsonl"), "--out"), "#n=44"),
    "report": ("900,1253", 2, ("report", str(SAVES / "lawrence-hejaz-railroad.jsonl")), ""),
    "batch": ("900,490", 2, ("simulate", "lrdg/barca", "--games", "200", "--seed", "1", "--html"), ""),
}
"""Each picture: the size of the window, the dots for each of its pixels, the command that writes a page,
and the place in it. A reader's page shows it at half the size, or less."""

TABLE, WINDOWS = ("lrdg-barca.jsonl", "19"), ((1180, 700), (390, 700))
"""The moment that the table in a browser shows, and its windows, left and right: a desk and a phone."""

GROUND, GAP = {"light": "white", "dark": "#0d1117"}, 48
"""The colour between the two windows, as forges have it, and how many dots it is wide."""

THEMES = {"": 1, "-dark": 0}
"""The end of a picture's name in light and in dark, and the browser's number for it."""

FREQUENT, OTHERS = 24, 40
"""The colours of a picture: the most frequent are exact, the others are near those that there are."""

MAPS = {
    "cyrenaica": ("lrdg-slonta.jsonl",),
    "arabia": ("lawrence-hejaz-railroad.jsonl",),
    "cards": ("megiddo-1918.jsonl", "--to", "66"),
}
"""Each drawing, the save, and the line that it shows if that is not the last."""


def main() -> int:
    """Write the maps, then write each page and take its pictures."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        sys.exit("no chromium and no google-chrome was found")
    for name, (save, *place) in MAPS.items():
        sandtable("map", str(SAVES / save), *place, "--out", str(DRAWN / f"{name}.svg"))
    for name, (size, dots, command, address) in PAGES.items():
        with tempfile.TemporaryDirectory() as folder:
            page, shot = Path(folder, "page.html"), Path(folder, "shot.png")
            sandtable(*command, str(page))
            for ending, theme in THEMES.items():
                options = (
                    *("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"),
                    "--force-prefers-reduced-motion",  # else counters are caught while they fade in
                    f"--force-device-scale-factor={dots}",
                    f"--blink-settings=preferredColorScheme={theme}",
                    *(f"--window-size={size}", f"--screenshot={shot}", "--virtual-time-budget=3000"),
                )
                words = (browser, *options, f"{page.as_uri()}{address}")
                quiet = subprocess.DEVNULL  # a browser without a desktop complains all the time
                subprocess.run(words, check=True, stderr=quiet)  # noqa: S603
                write_small(Image.open(shot).convert("RGB"), FOLDER / f"{name}{ending}.webp")
    take_table(browser)
    return 0


def take_table(browser: str) -> None:
    """Take the pictures of the table in a browser, at a desk and on a phone."""
    with tempfile.TemporaryDirectory() as made, sync_playwright() as engines:
        save, line = TABLE
        sandtable("web", made, "lrdg/barca")
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=made))
        Thread(target=server.serve_forever, daemon=True).start()
        page = f"http://127.0.0.1:{server.server_port}/"
        address = sandtable("link", str(SAVES / save), "--to", line, "--page", page).strip()
        chromium = engines.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        for theme, ground in GROUND.items():
            shots = []
            for width, height in WINDOWS:
                tab = chromium.new_page(
                    viewport={"width": width, "height": height},
                    color_scheme=theme,
                    device_scale_factor=2,
                    reduced_motion="reduce",
                )
                tab.goto(address)
                tab.wait_for_selector("html[data-asked]")
                tab.wait_for_timeout(2_000)  # the map has come to rest
                tab.screenshot(path=(path := Path(made, "shot.png")))
                shots.append(Image.open(path).convert("RGB"))
            left, right = shots
            both = Image.new("RGB", (left.width + GAP + right.width, left.height), ground)
            both.paste(left, (0, 0))
            both.paste(right, (left.width + GAP, 0))
            write_small(both, FOLDER / f"table{'-dark' * (theme == 'dark')}.webp")
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    """A server that does not log what it is asked for."""

    def log_message(self, *_: object) -> None: ...


def write_small(shot: Image.Image, target: Path) -> None:
    """Write a picture with few colours, so that its file is small."""
    found: Any = sorted(shot.getcolors(1 << 24) or ())
    frequent = [colour for _, colour in found[-FREQUENT:]]
    others = shot.quantize(OTHERS, Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([value for colour in frequent for value in colour] + others[: 3 * OTHERS])
    few = shot.quantize(palette=palette, dither=Image.Dither.NONE)
    few.convert("RGB").save(target, lossless=True, method=4)


def sandtable(*command: str) -> str:
    """Run a command of the program, with only our own plugins; return what it says."""
    program = (sys.executable, "-m", "sandtable", "--no-plugins", *command)
    return subprocess.run(program, check=True, stdout=subprocess.PIPE, text=True).stdout  # noqa: S603


if __name__ == "__main__":
    sys.exit(main())
