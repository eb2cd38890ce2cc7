"""The plugins of this installation: known without an import, and loaded behind a guard.

Every entry point stays in the list, with its state. Nothing that an entry point does while it loads
stops the program, not even SystemExit.
"""
