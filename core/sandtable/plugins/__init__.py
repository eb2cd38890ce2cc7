"""What is installed, known without importing it, and loaded behind a guard.

Every entry point that was found stays in the list with its state; nothing that it does
while loading (SystemExit too) stops the program.
"""

from __future__ import annotations

from sandtable.plugins.catalog import Catalog, catalog, refresh, untold
from sandtable.plugins.plugin import BUILT_IN, GROUPS, Known, Plugin

__all__ = ["BUILT_IN", "GROUPS", "Catalog", "Known", "Plugin", "catalog", "refresh", "untold"]
