"""Playing by typed lines: the console, its words and outputs, completion, and the sinks.

A `Console` takes lines and yields outputs; a sink shows these and reads the next line. What holds:

- The console calls no sink and knows no terminal. Only what a terminal needs imports prompt_toolkit.
- A viewer reads, and completion offers, only what the viewer's seat may know.
- Reading, completing, checking and previewing a line change nothing in the game.
- What is done stays done: a line that fails says which of its parts were not done.
- Our words and sinks come by the same hooks as those of plugins. A plugin cannot replace ours; what
  fails is named and left out, and the game goes on. A game's verbs beat all words, ours included.
"""

from sandtable.tooling import face

__getattr__, __dir__ = face(__name__, __file__)
