"""The plugins of this installation: known without an import, and loaded behind a guard.

Every entry point stays in the list, with its state. Nothing that an entry point does while it loads
stops the program, not even SystemExit.
"""

from sandtable.base.former import renamed

NAMES = ("BUILT_IN", "Catalog", "GROUPS", "Known", "Plugin", "catalog", "refresh")
FORMER = {**{name: name for name in NAMES}, "untold": "take_problems"}
"""Former names, and those that tools now get from `sandtable.tooling`."""

__getattr__ = renamed(__name__, FORMER, "sandtable.tooling")

__all__ = ["__getattr__"]
