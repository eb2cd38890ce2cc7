"""The engine for `sandtable web`: CPython for WebAssembly, as plain files.

build.py builds it: a fresh checkout has none.
"""

from pathlib import Path

FOLDER = Path(__file__).parent / "engine"  # for every page
TERMINAL = Path(__file__).parent / "terminal"  # for the terminal page as well
