"""What is installed, known without importing it, and loaded behind a guard.

Every entry point that was found stays in the list with its state; nothing that it does
while loading (SystemExit too) stops the program.
"""

from sandtable.base.former import renamed

FORMER = ("BUILT_IN", "Catalog", "GROUPS", "Known", "Plugin", "catalog", "refresh", "untold")
"""What tools have from `sandtable.tooling` now."""

__getattr__ = renamed(__name__, {name: name for name in FORMER}, "sandtable.tooling")

__all__ = ["__getattr__"]
