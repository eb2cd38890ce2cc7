"""Take the pictures of pages anew: ``python docs/screenshots.py``, with Chromium and Pillow at hand."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

FOLDER = Path(__file__).parent / "pictures"
SAVES = Path(__file__).parents[1] / "saves"

PAGES = {
    "replay": ("900,1142", ("replay", str(SAVES / "lawrence-aqaba.jsonl")), "#n=20"),
    "report": ("900,605", ("simulate", "lrdg/barca", "--games", "200", "--seed", "1"), ""),
}
"""Each picture: the size of the window, the command that writes the page, and the place in it."""


def main() -> int:
    """Have each page written, and take its picture."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        sys.exit("no chromium and no google-chrome was found")
    for name, (size, command, place) in PAGES.items():
        with tempfile.TemporaryDirectory() as folder:
            page, shot = Path(folder, "page.html"), Path(folder, "shot.png")
            program = (sys.executable, "-m", "sandtable", "--no-plugins", *command, "--html", str(page))
            subprocess.run(program, check=True, stdout=subprocess.DEVNULL)  # noqa: S603
            options = (
                *("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"),
                "--force-prefers-reduced-motion",  # else counters are caught while they fade in
                *(f"--window-size={size}", f"--screenshot={shot}", "--virtual-time-budget=3000"),
            )
            subprocess.run((browser, *options, f"{page.as_uri()}{place}"), check=True)  # noqa: S603
            Image.open(shot).convert("RGB").quantize(64).save(FOLDER / f"{name}.png", optimize=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
