"""The browser for the tests of the viewer: there already, or installed where that is a matter of a word.

Run by ``tox -e browser`` before its tests: ``python tests/viewer/chromium.py``. On Debian, and as
root (as in a container), a missing Chromium is installed; anybody else is told what to do.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MISSING = (
    "there is no Chromium or Chrome on the PATH; install one, or leave these tests out "
    "(tox --skip-env browser)"
)
APT = (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "chromium"])


def find() -> str | None:
    """The path of a browser, None when there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def install() -> None:
    """Install Debian's Chromium; CalledProcessError when that fails."""
    for words in APT:
        subprocess.run(words, check=True, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})


def main() -> int:
    """Have a browser; 1 when there is none to be had."""
    may_install = shutil.which("apt-get") and hasattr(os, "getuid") and os.getuid() == 0
    if not find() and may_install:
        install()
    if not find():
        print(MISSING, file=sys.stderr)
    return int(not find())


if __name__ == "__main__":
    sys.exit(main())
