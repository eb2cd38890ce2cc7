"""The engine of the table in a browser, for `sandtable web`: CPython for WebAssembly, as plain files.

Built by build.py: a checkout has none at first.
"""

from pathlib import Path

FOLDER = Path(__file__).parent / "engine"  # for every page
TERMINAL = Path(__file__).parent / "terminal"  # for the terminal page as well
