"""The PNG that messengers show with a link to a report: the whole game's route on one map."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from sandtable import Exported
from sandtable_pictures import Drawing, document
from sandtable_tools.views.story import story

PROGRAMS = ("rsvg-convert", "chromium", "chromium-browser", "google-chrome")
"""The programs that can make a PNG; the first one installed is used."""

WIDTH, HEIGHT, SECONDS = 1200, 630, 60
"""The size of a preview in pixels, and how many seconds a program may take."""


def program() -> str:
    """Return the path of a program that can make a PNG, or ""."""
    return next(filter(None, map(shutil.which, PROGRAMS)), "")


def preview(exported: Exported, maker: str) -> bytes:
    """Draw the game's headline over its route or last picture; return b"" if that is impossible."""
    tale = story(exported)
    trail = tale.trail.drawing((point.n, point.told) for point in tale.points)
    picture = tale.trail.picture or next((point.picture for point in tale.points[::-1]), None)
    if picture is None:
        return b""
    headline = replace(picture, name="headline", title=tale.headline)
    drawings = {picture.name: trail} if trail else {}
    svg = document(headline, picture, drawings={"headline": Drawing(1, 0, "", {}), **drawings}).encode()
    try:
        if Path(maker).name == PROGRAMS[0]:
            return _run([maker, "--width", f"{WIDTH}", "--keep-aspect-ratio"], svg)
        with TemporaryDirectory() as folder:
            page, shot = Path(folder, "way.svg"), Path(folder, "way.png")
            page.write_bytes(svg)
            is_root = getattr(os, "geteuid", lambda: 1)() == 0
            unsafe = ["--no-sandbox"] * is_root  # a browser refuses to run as root in its sandbox
            size = f"--window-size={WIDTH},{HEIGHT}"
            _run([maker, "--headless", *unsafe, size, f"--screenshot={shot}", str(page)])
            return shot.read_bytes()
    except (OSError, subprocess.SubprocessError):
        return b""


def _run(words: list[str], given: bytes = b"") -> bytes:
    return subprocess.run(words, input=given, capture_output=True, check=True, timeout=SECONDS).stdout  # noqa: S603
