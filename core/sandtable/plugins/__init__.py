"""The plugins of this installation: known without an import, and loaded behind a guard.

- Nothing is imported to list what is installed: metadata and small files say it.
- Every entry point stays in the list, with its state and the reason for it; so does a distribution
  whose metadata is damaged.
- Every call into a plugin goes through `sandtable.text.guard`. Nothing that a plugin raises ends the
  program or a game, not even SystemExit: the plugin is named and left out.
- A plugin runs with the user's rights. Nothing here protects from one that means harm.
- Between runs only the names given to ``plugins disable`` are kept. A state that was not found in this
  run is never shown.
"""
