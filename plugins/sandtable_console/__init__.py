"""Plays a game by typed lines: the console, its commands and outputs, completion, and the sinks.

A `Console` takes lines and yields outputs; a sink shows them and reads the next line. The rules:

- The console calls no sink and knows no terminal. Only modules for terminals import prompt_toolkit.
- Outputs and completion reveal only what the viewer's seat may know.
- Reading, completing, checking and previewing a line change nothing in the game.
- If part of a line fails, the parts before it stay done, and the error names those that were not.
- Built-in commands and sinks use the same hooks as plugins, but no plugin can replace them. A plugin
  that fails is named and left out, and play continues. A game's verbs take precedence over commands.
"""

from sandtable.tooling import face

__getattr__, __dir__ = face(__name__, __file__)
