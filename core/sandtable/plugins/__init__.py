"""What is installed, known without importing it, and loaded behind a guard.

Every entry point that was found stays in the list with its state; nothing that it does
while loading (SystemExit too) stops the program.
"""

from sandtable.base.former import name_of_plugins as __getattr__

__all__ = ["__getattr__"]
