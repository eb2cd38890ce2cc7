"""Make the pictures of pages: ``python docs/screenshots.py``.

It needs Chromium and Pillow. Run it when a recorded game, a page or a drawing has changed, and look at
what it made.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

DOCS = Path(__file__).parent
FOLDER, DRAWN = DOCS / "pictures", DOCS / "maps"
SAVES = DOCS.parent / "saves"

PAGES = {
    "replay": ("1280,860", ("replay", str(SAVES / "lrdg-barca.jsonl"), "--out"), "#n=35"),
    "cards": ("1280,720", ("replay", str(SAVES / "megiddo-1918.jsonl"), "--out"), "#n=66"),
    "report": ("900,2660", ("report", str(SAVES / "lawrence-hejaz-railroad.jsonl")), ""),
    "batch": ("900,605", ("simulate", "lrdg/barca", "--games", "200", "--seed", "1", "--html"), ""),
}
"""Each picture: the size of the window, the command that writes a page, and the place in it."""

TOPS = {"report": 1488}
"""The picture of a page leaves out this many pixels at the top, to show a report's turning point."""

MAPS = {"cyrenaica": "lrdg-slonta.jsonl", "arabia": "lawrence-hejaz-railroad.jsonl"}
"""Each map, and the save whose last position it shows."""


def main() -> int:
    """Write the maps, then write each page and take its picture."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        sys.exit("no chromium and no google-chrome was found")
    for name, save in MAPS.items():
        sandtable("map", str(SAVES / save), "--out", str(DRAWN / f"{name}.svg"))
    for name, (size, command, place) in PAGES.items():
        with tempfile.TemporaryDirectory() as folder:
            page, shot = Path(folder, "page.html"), Path(folder, "shot.png")
            sandtable(*command, str(page))
            options = (
                *("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"),
                "--force-prefers-reduced-motion",  # else counters are caught while they fade in
                *(f"--window-size={size}", f"--screenshot={shot}", "--virtual-time-budget=3000"),
            )
            address = f"{page.as_uri()}{place}"
            quiet = subprocess.DEVNULL  # a browser without a desktop complains, and takes the picture
            subprocess.run((browser, *options, address), check=True, stderr=quiet)  # noqa: S603
            drawn = Image.open(shot).convert("RGB")
            drawn = drawn.crop((0, TOPS.get(name, 0), *drawn.size))
            drawn.quantize(160).save(FOLDER / f"{name}.png", optimize=True)
    return 0


def sandtable(*command: str) -> None:
    """Run a command of the program, with only our own plugins."""
    program = (sys.executable, "-m", "sandtable", "--no-plugins", *command)
    subprocess.run(program, check=True, stdout=subprocess.DEVNULL)  # noqa: S603


if __name__ == "__main__":
    sys.exit(main())
